"""The game in plain words: what the cursor is on, and the whole table for readers and for plain mode."""

from __future__ import annotations

from towergames.boards.desk import Scene
from towergames.boards.kit.canvas import Ink
from towergames.boards.words import acting, inks, laying, meanings, pointer
from towergames.boards.words.judged import unfinished
from towergames.boards.words.pointer import ACTS, RACK, Pointer
from towergames.boards.words.show import last_play, marked
from towergames.core.contract import Decide, Event, Over, tell
from towergames.core.text import count
from towergames.games.words import board as boards
from towergames.games.words.board import COLUMNS, centre, show_rack, show_tile, square
from towergames.games.words.model import Play, View

TOLD = ("play", "exchange", "pass", "challenge", "ruling", "loses", "lost-turn", "bingo")
"""Kinds of events that are worth saying again."""
VERDICT = ("ruling", "loses", "lost-turn")
"""Kinds of events that tell what a challenge came to."""

SHORT = 10
"""Letters of the last play's words that surely fit the narrowest panel."""

ACT_WORDS = {
    "play": "Play the tiles that lie on the board.",
    "exchange": "Give one tile back to the bag for a new one; that is the whole turn.",
    "pass": "Pass: do nothing this turn.",
    "challenge": "Challenge the last play: have its words looked up.",
    "accept": "Accept: the last play stands.",
    "recall": "Take all your tiles back to the rack.",
    "shuffle": "Lay the rack in a new order.",
}


# --- words on the board -----------------------------------------------------------------------------


def words_at(scene: Scene[View], cell: int) -> tuple[str, ...]:
    """The words of two tiles or more through a square, the one played last first."""
    board = scene.view.board
    runs = [run for down in (False, True) if len(run := boards.run(board, cell, down)) > 1]
    fresh = marked(scene)
    runs.sort(key=lambda run: -len(fresh & set(run)))
    return tuple(boards.spell("".join(board[at][-1] for at in run)) for run in runs)


def meaning_of(scene: Scene[View], word: str) -> str:
    """What a word means; empty for one that may still be challenged, since only words of the list have a meaning."""
    return "" if open_to_doubt(scene, word) else meanings.meaning(word)


def open_to_doubt(scene: Scene[View], word: str) -> bool:
    """Whether nobody knows yet that the word is one (U-12)."""
    return scene.view.pending is not None and word in scene.view.pending.words


def meaning_at(scene: Scene[View], cell: int) -> str:
    """What the words through a square mean, for a message."""
    found = words_at(scene, cell)
    if not found:
        return "No word lies under the cursor."
    doubted = [word for word in found if open_to_doubt(scene, word)]
    if doubted:
        return f"{' and '.join(doubted)} may still be challenged: whether that is a word is for you to say."
    if not meanings.ready():
        return "The definitions are being read; ask again in a moment."
    known = [text for word in found if (text := meanings.meaning(word))]
    return "; ".join(known) if known else f"There is no definition of {' or '.join(found)} here."


# --- under the cursor -------------------------------------------------------------------------------


def hover(scene: Scene[View], here: Pointer) -> str:
    """One line on what the cursor is on, or on the pending move."""
    if here.zone == ACTS:
        return _hover_act(scene, here.act)
    if here.zone == RACK:
        return _hover_rack(here)
    if here.held >= 0:
        why, _ = laying.cannot_lay(scene, here, here.held)
        tile, name = show_tile(here.order[here.held]), square(here.cell, scene.view.terms.size)
        return why or f"Lay {tile} at {name}{_onto(scene.view.board[here.cell])}."
    pending = acting.draft(scene, here)
    if isinstance(pending, Play):
        return _hover_play(scene, here)
    return _hover_square(scene, here.cell)


def _hover_act(scene: Scene[View], act: str) -> str:
    pending = scene.view.pending
    if pending is None or act not in ("challenge", "accept"):
        return ACT_WORDS.get(act, "")
    words, who = " and ".join(pending.words), scene.name_of(pending.seat)
    if act == "accept":
        return f"Accept {words}: the play of {who} stands."
    return f"Challenge {words}: what is not in the word list comes off the board again."


def _hover_rack(here: Pointer) -> str:
    if here.swapping:
        return f"Exchange {acting.swap_name(here)} for a tile of the bag. Esc keeps it."
    if not here.order:
        return ""
    return f"Tile {here.slot + 1}: {show_tile(here.order[here.slot])}. Up shuffles, down takes all tiles back."


def _hover_play(scene: Scene[View], here: Pointer) -> str:
    """The words that the pending tiles form, as far as they leave no gap."""
    view, tiles = scene.view, here.tiles
    size = view.terms.size
    cells = sorted(tiles)
    down = len(cells) > 1 and cells[0] % size == cells[-1] % size
    step = size if down else 1
    if any(at not in tiles and not view.board[at] for at in range(cells[0], cells[-1] + 1, step)):
        return f"{show_rack(''.join(tiles.values()))} laid, with a gap between."
    formed = boards.formed(view.board, tiles)
    if not formed:
        return f"{show_tile(tiles[cells[0]])} at {square(cells[0], size)} forms no word of two tiles yet."
    names = ", ".join(word.text for word in formed)
    begins = f"{square(formed[0].cells[0], size)} {'down' if formed[0].down else 'across'}"
    if scene.verdict is not None and not scene.verdict.legal:
        if unfinished(scene, here):
            return f"{names} from {begins}: type on, or Enter to ask the judge."
        return f"{names} from {begins} cannot be played like that."
    return f"Enter plays {names} from {begins}, with {count(len(tiles), 'tile')} of the rack."


def _hover_square(scene: Scene[View], cell: int) -> str:
    view = scene.view
    name, stack = square(cell, view.terms.size), view.board[cell]
    if not stack:
        kind = "a centre square" if cell in centre(view.terms.size) else "empty"
        first = "; the first word must cover one of the four" if kind != "empty" and not any(view.board) else ""
        return f"{name}: {kind}{first}."
    text = f"{name}: {show_tile(stack[-1])}{_onto(stack[:-1])}"
    if len(stack) >= view.terms.height:
        text += ", full"
    found = words_at(scene, cell)
    if any(open_to_doubt(scene, word) for word in found):
        until = "until you play, exchange or pass" if pointer.phase(scene) == "turn" else "now"
        return f"{text}. {' and '.join(found)} may be challenged {until}."
    known = next((known for word in found if (known := meaning_of(scene, word))), "")
    return f"{text}. {known or ', '.join(found)}".rstrip() + ("." if not found else "")


def _onto(stack: str) -> str:
    return f" on {', '.join(map(show_tile, reversed(stack)))}" if stack else ""


# --- the panel --------------------------------------------------------------------------------------


def panel_lines(scene: Scene[View], here: Pointer, roomy: bool) -> list[tuple[str, Ink]]:
    """What is going on, in lines for the panel: the turn, the direction, the last play."""
    view = scene.view
    lines: list[tuple[str, Ink]] = [(_doing(scene), inks.TITLE)]
    if pointer.phase(scene) == "turn":
        lines.append((f"typing {'down  v' if here.down else 'across  >'}", inks.TEXT))
    told = last_play(scene.playing or scene.marks)
    if told is not None:
        doubt = "?" if view.pending is not None and view.pending.words == told.words else ""
        names = ", ".join(told.words)
        if len(names) > SHORT:  # the points matter more than every crossing word
            names = f"{told.words[0]} +{len(told.words) - 1}" if len(told.words) > 1 else names
        lines.append((f"last: {names}{doubt} {told.points}", inks.TEXT))
    if roomy:
        lines.append((f"stacks up to {view.terms.height}", inks.MUTED))
    return lines


def _doing(scene: Scene[View]) -> str:
    view = scene.view
    if isinstance(scene.turn, Over):
        return "game over"
    if view.phase == "answer":
        return "accept or challenge?"
    if view.phase == "turn":
        if view.retry:
            return "play again or pass"
        return "play, or challenge" if view.pending is not None else "play, exchange, pass"
    return "drawing tiles"


# --- the whole table --------------------------------------------------------------------------------


def speak(scene: Scene[View]) -> tuple[str, ...]:
    """The board in words: last plays, whose turn, points, then row by row with heights."""
    view = scene.view
    lines = [tell(event, scene.names) + "." for event in scene.marks if event.kind in TOLD]
    lines.append(_turn_line(scene))
    points = ", ".join(f"{scene.name_of(s)} {n}" for s, n in enumerate(view.points))
    lines.append(f"Points: {points}.")
    lines += _row_lines(view)
    lines += _word_lines(view)
    sizes = ", ".join(f"{scene.name_of(s)} {n}" for s, n in enumerate(view.rack_sizes))
    lines.append(f"Tiles on racks: {sizes}. Bag: {view.bag}.")
    rules = f"Stacks go up to {view.terms.height} tiles."
    lines.append(f"Word list: {view.list_id}. {rules}" if view.list_id else rules)
    return tuple(lines)


def news(scene: Scene[View], events: tuple[Event, ...]) -> str:
    """What a challenge came to, and who loses a turn by it."""
    return " ".join(f"{tell(event, scene.names)}." for event in events if event.kind in VERDICT)


def _turn_line(scene: Scene[View]) -> str:
    view = scene.view
    if isinstance(scene.turn, Over):
        best = scene.turn.ranking[0] if scene.turn.ranking else ()
        ended = view.ending.format(*(scene.name_of(s) for s in range(view.seats)))
        names = " and ".join(scene.name_of(s) for s in best)
        if view.seats == 1:
            return f"Game over, {ended}: {scene.name_of(0)} has {view.points[0]} points."
        return f"Game over, {ended}. {names} {'wins' if len(best) == 1 else 'win'}."
    if not isinstance(scene.turn, Decide):
        return "Tiles are being drawn."
    who = scene.name_of(scene.turn.seat)
    if view.phase == "answer" and view.pending is not None:
        return f"{who} accepts or challenges {' and '.join(view.pending.words)}."
    if view.retry:
        return f"{who} plays another word or passes."
    may = ", or challenges the last play" if view.pending is not None else ""
    return f"{who} is on: plays a word, exchanges a tile or passes{may}."


def _row_lines(view: View) -> list[str]:
    """Each row with tiles: ``Row 5: c M, d O, e O 2 high``; the others in a few words."""
    size = view.terms.size
    if not any(view.board):
        middle = ", ".join(square(cell, size) for cell in sorted(centre(size)))
        return [f"The board is empty, rows 1 to {size}, columns a to {COLUMNS[size - 1]}; its centre is {middle}."]
    lines, bare = [], []
    for row in range(size):
        stacks = view.board[row * size : (row + 1) * size]
        if any(stacks):
            told = ", ".join(_stack_words(COLUMNS[c], stack) for c, stack in enumerate(stacks) if stack)
            lines.append(f"Row {row + 1}: {told}.")
        else:
            bare.append(str(row + 1))
    return [*lines, f"Empty rows: {', '.join(bare)}."] if bare else lines


def _word_lines(view: View) -> list[str]:
    """The words that stand, by direction: ``Across: WOOD c5. Down: ...``."""
    board, size = view.board, view.terms.size
    found: dict[bool, list[str]] = {}
    for down in (False, True):
        runs = {boards.run(board, cell, down) for cell, stack in enumerate(board) if stack}
        words = [(boards.spell("".join(board[at][-1] for at in run)), run) for run in sorted(runs) if len(run) > 1]
        found[down] = [f"{word} {square(run[0], size)}" for word, run in words]
    names = {False: "Across", True: "Down"}
    return [f"{names[down]}: {', '.join(words)}." for down, words in found.items() if words]


def _stack_words(column: str, stack: str) -> str:
    high = f" {len(stack)} high" if len(stack) > 1 else ""
    return f"{column} {show_tile(stack[-1])}{high}"


def speak_hand(scene: Scene[View]) -> tuple[str, ...]:
    """The looker's rack in words."""
    if scene.seat is None:
        return ("A spectator has no rack.",)
    if not 0 <= scene.seat < len(scene.view.racks):
        return ("There is no such rack.",)
    tiles = scene.view.racks[scene.seat]
    name = scene.name_of(scene.seat)
    if tiles is None:
        return (f"The rack of {name} is hidden.",)
    if not tiles:
        return (f"{name} has no tiles.",)
    return (f"{count(len(tiles), 'tile')}: {show_rack(tiles)}",)
