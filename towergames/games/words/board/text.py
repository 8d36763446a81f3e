"""The game in plain words: what the cursor is on, what the judge says about pending tiles, and the whole table."""

from __future__ import annotations

import re

from towergames.board.protocol import Description, PastDecision, ReadOut, Steps
from towergames.core.contract import Decide, Over, Refusal, event_text
from towergames.core.text import count, listed
from towergames.games.words import grid
from towergames.games.words.board.input import why_not_put
from towergames.games.words.board.ui_state import RACK, AnyWordsContext, WordsContext, marked, rack
from towergames.games.words.generator import generator_for
from towergames.games.words.grid import COLUMNS, Word, centre, show_rack, show_tile, square
from towergames.games.words.model import RACK as RACK_SIZE
from towergames.games.words.model import Action, Challenge, Exchange, Pass, Play, View
from towergames.games.words.notation import cells_of
from towergames.games.words.rules import checks_words, no_exchange
from towergames.lexicon import define, definitions_read, find, list_name

TOLD = ("play", "exchange", "pass", "challenge", "ruling", "loses", "lost-turn", "bingo")
"""Kinds of events that the line under the board repeats."""
VERDICT = ("ruling", "loses", "lost-turn")
"""Kinds of events that tell the outcome of a challenge."""
GROWS = ("U-3", "U-5", "U-6", "U-20")
"""Rules that further tiles can satisfy: a longer word, no gap, a centre square, a touch."""
NOT_LISTED = "U-7"


def describe(c: WordsContext) -> Description:
    """The task, the parts of a turn, the square under the cursor, and the outcome of the viewer's challenge."""
    news = " ".join(f"{event_text(event, c.names)}." for event in c.marks if event.kind in VERDICT)
    return Description(task(c), _steps(c), _hint(c), pending=unfinished(c), news=news)


def task(c: WordsContext) -> str:
    """The task of the viewer, beginning with a verb."""
    view, ui = c.view, c.ui
    doubted = view.pending.words[0] if view.pending is not None else ""
    if c.phase == "answer":
        return f"Challenge {doubted}, or let it stand"
    if c.phase != "turn":
        return doing(c)
    if ui.swapping:
        return "Choose the tile to exchange"
    if ui.held >= 0:
        return f"Choose a square for {show_tile(ui.order[ui.held])}"
    if ui.zone == RACK:
        return "Choose a tile"
    if view.retry:
        return "Play another word, or pass"
    if doubted:
        return f"Play a word, or challenge {doubted}"
    if no_exchange(view, view.bag, view.rack_sizes) is not None:
        return "Play a word, or pass"
    return "Play a word, exchange, or pass"


def _steps(c: WordsContext) -> Steps:
    """Type, play, draw: the parts of a turn, and the one that is due."""
    if c.phase != "turn" or c.ui.swapping:
        return ()
    drawn = min(len(c.ui.laid) or RACK_SIZE, c.view.bag)
    ready = c.draft is not None and c.verdict is not None and c.verdict.legal
    steps: Steps = (("Type", "done" if ready else "now"), ("Play", "now" if ready else "next"))
    if not drawn:
        return steps
    return (*steps, (f"Draw {drawn}" if c.ui.laid else "Draw", "next"))


def read_out(c: WordsContext) -> ReadOut:
    """The table in sentences."""
    prepared = (_hint(c),) if c.ui.laid else ()
    if c.ui.swapping:
        prepared = (swap_line(show_tile(c.ui.order[c.ui.slot])),)
    return ReadOut(_board_lines(c), _rack_lines(c), prepared)


def swap_line(tile: str) -> str:
    return f"Give {tile} back for a new tile. That is your whole turn."


# --- words on the board -----------------------------------------------------------------------------


def words_at(c: AnyWordsContext, cell: int) -> tuple[str, ...]:
    """The words of two tiles or more through a square, the one played last first."""
    board = c.view.board
    runs = ((grid.run(board, cell, down), down) for down in (False, True))
    words = [grid.read(board, run, down) for run, down in runs if len(run) > 1]
    fresh = marked(c)
    return tuple(word.text for word in sorted(words, key=lambda word: -len(fresh & set(word.cells))))


def meaning_of(c: AnyWordsContext, word: str) -> str:
    """The meaning of a word; '' if the word may still be challenged, since only words of the list have a meaning."""
    return "" if open_to_doubt(c, word) or not definitions_read() else str(define(word) or "")


def open_to_doubt(c: AnyWordsContext, word: str) -> bool:
    """Whether nobody knows yet that the word is one (U-12)."""
    return c.view.pending is not None and word in c.view.pending.words


def meaning_at(c: AnyWordsContext, cell: int) -> str:
    """The meanings of the words through a square, for a message."""
    found = words_at(c, cell)
    if not found:
        return "No word is under the cursor. Move it to one."
    doubted = [word for word in found if open_to_doubt(c, word)]
    if doubted:
        return f"{listed(doubted)} may still be challenged. You decide whether that is a word."
    known = [text for word in found if (text := meaning_of(c, word))]
    return "; ".join(known) if known else f"No definition is known for {listed(found, 'or')}."


# --- under the cursor -------------------------------------------------------------------------------


def _hint(c: WordsContext) -> str:
    """One line on what the cursor is on, or on the pending move."""
    ui, size = c.ui, c.view.terms.size
    if ui.zone == RACK:
        tile = show_tile(ui.order[ui.slot])
        if ui.swapping:
            return f"{swap_line(tile)} Esc keeps it."
        return f"Tile {ui.slot + 1} is {tile}. Up mixes the rack, Down takes all tiles back."
    if ui.held >= 0:
        refusal = why_not_put(c, ui.held)
        tile, name = show_tile(ui.order[ui.held]), square(ui.cell, size)
        return refusal.text if refusal else f"{name}: {tile} goes{_onto(c.view.board[ui.cell]) or ' here'}."
    return _hint_of_play(c) if isinstance(c.draft, Play) else _hint_of_square(c, ui.cell)


def forming(c: WordsContext) -> tuple[Word, ...] | None:
    """The words that the pending tiles form, None where they leave a gap or none lies there."""
    tiles, board, size = c.ui.tiles, c.view.board, c.view.terms.size
    if not tiles:
        return None
    low, high = min(tiles), max(tiles)
    step = size if high > low and low % size == high % size else 1
    if any(at not in tiles and not board[at] for at in range(low, high + 1, step)):
        return None
    return tuple(grid.formed(board, tiles))


def says_of(c: WordsContext, word: Word) -> tuple[str, bool | None]:
    """The judge's remark on a pending word, and whether the list has the word (None: the judge does not say)."""
    refusal = _refusal(c)
    if not checks_words(c.view) or find(c.view.list_sha256) is None:
        return "not checked", None
    if refusal is None:
        return ("is a word", True) if c.verdict is not None else ("", None)
    if refusal.rule != NOT_LISTED:
        return "", None
    if word.text not in _named(refusal):
        return "is a word", True
    return ("not a word yet", None) if unfinished(c) else ("is not a word", False)


def _hint_of_play(c: WordsContext) -> str:
    tiles, size, formed = c.ui.tiles, c.view.terms.size, forming(c)
    if formed is None:
        return f"{show_rack(''.join(tiles.values()))} with a gap between."
    if not formed:
        return f"{show_tile(tiles[min(tiles)])} at {square(min(tiles), size)} makes no word yet."
    main = formed[0]
    begins = f"{main.text} {'down' if main.down else 'across'} from {square(main.cells[0], size)}"
    return f"{begins}: type on." if unfinished(c) else f"{begins}."


def _hint_of_square(c: AnyWordsContext, cell: int) -> str:
    view = c.view
    name, stack = square(cell, view.terms.size), view.board[cell]
    if not stack:
        middle = cell in centre(view.terms.size)
        if not any(view.board):
            must = "The first word must cover one of the 4." if middle else "The first word must cover a centre square."
            return f"{name}: {'a centre square' if middle else 'empty'}. {must}"
        return f"{name}: {'a centre square' if middle else 'empty'}."
    text = f"{name}: {show_tile(stack[-1])}{_onto(stack[:-1])}"
    if len(stack) >= view.terms.height:
        text += ", full"
    found = words_at(c, cell)
    if doubted := [word for word in found if open_to_doubt(c, word)]:
        until = "until you play, exchange or pass" if c.phase == "turn" else "now"
        return f"{text}. {listed(doubted)} may be challenged {until}."
    return f"{text}. In {listed(found)}." if found else f"{text}."


def _onto(stack: str) -> str:
    return f" on {', '.join(map(show_tile, reversed(stack)))}" if stack else ""


# --- the judge's answer -------------------------------------------------------------------------------


def unfinished(c: WordsContext) -> bool:
    """Whether typing on could cure what the judge refuses; nothing wrong stands on the board yet.

    Of words that are not in the list that is so for the one that is being typed, never for those that cross it.
    """
    refusal, tiles = _refusal(c), c.ui.tiles
    if refusal is None or not tiles or len(tiles) == len(c.ui.order) or c.ui.ended:
        return False
    if refusal.rule != NOT_LISTED:
        return refusal.rule in GROWS
    bad = [word for word in grid.formed(c.view.board, tiles) if word.text in _named(refusal)]
    return len(bad) == 1 and set(bad[0].cells) >= tiles.keys()


def refused(c: WordsContext) -> frozenset[int]:
    """The squares of what the judge refuses in the pending tiles: the words that he names, else where he points."""
    refusal, tiles, size = _refusal(c), c.ui.tiles, c.view.terms.size
    if refusal is None or not tiles or unfinished(c):
        return frozenset()
    named = _named(refusal)
    words = {cell for word in grid.formed(c.view.board, tiles) if word.text in named for cell in word.cells}
    return frozenset(words or (cell for cell in range(size**2) if grid.spot(cell, size) == refusal.at))


def _refusal(c: WordsContext) -> Refusal | None:
    return next(iter(c.verdict.refusals), None) if c.verdict is not None else None


def _named(refusal: Refusal) -> set[str]:
    return set(re.findall(r"[A-Z]{2,}", refusal.text))


# --- hints --------------------------------------------------------------------------------------------


def advised(c: AnyWordsContext, action: Action, *, placed: bool = True) -> str:
    """A hint in words, of a play also how much more it scores than the next best play of the rack.

    The square is left out unless ``placed``.
    """
    match action:
        case Play():
            name, points = _scored(c, action)
            if placed:
                main = grid.formed(c.view.board, cells_of(action, c.view.terms.size) or {})[0]
                name += f" at {square(main.cells[0], c.view.terms.size)}{' down' * main.down}"
            return f"Play {name}: {count(points, 'point')}{_ahead(c, action, points)}."
        case Exchange(tile):
            return f"Exchange {show_tile(tile)}"
        case Challenge():
            return f"Challenge {listed(c.view.pending.words)}" if c.view.pending is not None else "Challenge"
        case _:
            return "Pass" if isinstance(action, Pass) else "Let it stand"


def compared(c: AnyWordsContext, past: PastDecision[Action]) -> tuple[str, ...]:
    """The reviewer's answer to "What was best?": the play that scored most, in letters, and the one that was made."""
    assert isinstance(past.best, Play)
    name, points = _scored(c, past.best)
    if past.best == past.made:
        return (f"Nothing scored more than {name}, {count(points, 'point')}.", *past.why)
    least = f"{past.missed} more than {_scored(c, past.made)[0]}" if isinstance(past.made, Play) else ""
    told = f"The most points: {name}, {count(points, 'point')}"
    return (f"{told}, {least}." if least else f"{told}.", *past.why)


def _scored(c: AnyWordsContext, play: Play) -> tuple[str, int]:
    """The main word of a play with its old letters in brackets, and all its points."""
    tiles = cells_of(play, c.view.terms.size) or {}
    formed = grid.formed(c.view.board, tiles)
    bonus = c.view.terms.bingo if len(tiles) == RACK_SIZE else 0
    return grid.bracketed(formed[0], tiles), sum(word.points for word in formed) + bonus


def _ahead(c: AnyWordsContext, play: Play, points: int) -> str:
    """How far a play is ahead of the next best; '' where it is not, or the list is not at hand."""
    lexicon = find(c.view.list_sha256)
    if lexicon is None:
        return ""
    plays = generator_for(lexicon).plays(c.view.board, rack(c), c.view.terms)
    others = [found.score for found in plays if found.action(c.view.terms.size) != play]
    more = points - max(others, default=points)
    return f", {more} more than the next best" if more > 0 else ""


# --- the whole table ----------------------------------------------------------------------------------


def doing(c: AnyWordsContext) -> str:
    """The event that is under way while the viewer has nothing to decide."""
    return "The game is over" if isinstance(c.turn, Over) else c.waiting().rstrip(".")


def _board_lines(c: AnyWordsContext) -> tuple[str, ...]:
    """The board in words: last plays, whose turn, points, then row by row with heights."""
    view = c.view
    lines = [event_text(event, c.names) + "." for event in c.marks if event.kind in TOLD]
    lines.append(_turn_line(c))
    points = ", ".join(f"{c.name_of(s)} {n}" for s, n in enumerate(view.points))
    lines.append(f"Score: {points}.")
    lines += _row_lines(view)
    lines += _word_lines(view)
    sizes = ", ".join(f"{c.name_of(s)} {n}" for s, n in enumerate(view.rack_sizes))
    lines.append(f"Tiles on racks: {sizes}. Bag: {view.bag}.")
    rules = f"A stack has at most {view.terms.height} tiles."
    lines.append(f"{list_name(view.list_id)}. {rules}" if view.list_id else rules)
    return tuple(lines)


def _turn_line(c: AnyWordsContext) -> str:
    view = c.view
    if isinstance(c.turn, Over):
        best = c.turn.ranking[0]
        ended = view.ending.format(*(c.name_of(s) for s in range(view.seats)))
        if view.seats == 1:
            return f"The game is over: {ended}. {c.name_of(0)} has {count(view.points[0], 'point')}."
        return f"The game is over: {ended}. {listed(map(c.name_of, best))} {'wins' if len(best) == 1 else 'win'}."
    if not isinstance(c.turn, Decide):
        return "Tiles are being drawn."
    who = f"{c.name_of(c.turn.seat)}'s turn"
    if view.phase == "answer" and view.pending is not None:
        return f"{who}: challenge {listed(view.pending.words)}, or let it stand."
    if view.retry:
        return f"{who}: play another word, or pass."
    last = f"pass, or challenge {listed(view.pending.words)}" if view.pending is not None else "or pass"
    if no_exchange(view, view.bag, view.rack_sizes) is not None:
        return f"{who}: play a word{',' if view.pending is not None else ''} {last}."
    return f"{who}: play a word, exchange a tile, {last}."


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
            high = ["" if len(stack) < 2 else f" {len(stack)} high" for stack in stacks]
            told = [f"{COLUMNS[at]} {show_tile(stack[-1])}{high[at]}" for at, stack in enumerate(stacks) if stack]
            lines.append(f"Row {row + 1}: {', '.join(told)}.")
        else:
            bare.append(str(row + 1))
    return [*lines, f"Empty rows: {', '.join(bare)}."] if bare else lines


def _word_lines(view: View) -> list[str]:
    """The words that stand, by direction: ``Across: WOOD c5. Down: ...``."""
    board, size = view.board, view.terms.size
    lines = []
    for name, down in (("Across", False), ("Down", True)):
        runs = sorted({grid.run(board, cell, down) for cell, stack in enumerate(board) if stack})
        words = [f"{grid.read(board, run, down).text} {square(run[0], size)}" for run in runs if len(run) > 1]
        if words:
            lines.append(f"{name}: {', '.join(words)}.")
    return lines


def _rack_lines(c: AnyWordsContext) -> tuple[str, ...]:
    """The viewer's rack in words."""
    if c.seat is None:
        return ("You are watching, so you have no rack.",)
    tiles = c.view.racks[c.seat]
    name = c.name_of(c.seat)
    if tiles is None:
        return (f"The rack of {name} is hidden.",)
    if not tiles:
        return (f"{name} has no tiles.",)
    return (f"{count(len(tiles), 'tile')}: {show_rack(tiles)}",)
