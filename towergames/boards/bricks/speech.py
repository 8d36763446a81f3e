"""The workshop in plain words: what the cursor is on, and the whole bench for readers and for plain mode."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from towergames.boards.bricks import bench, pending, sorting
from towergames.boards.bricks.bench import TableScene
from towergames.boards.bricks.improving import richest
from towergames.boards.bricks.ledger import Line, Sheet, sheet
from towergames.boards.bricks.pointer import ACTS, CARDS, LEDGER, Pointer, stands
from towergames.core.contract import Decide, Event, Over
from towergames.core.text import count, sentence
from towergames.games.bricks.model import PRICE_OF_A_RULE, Draft, Place, View, rule_id
from towergames.games.bricks.moves import adjusted, change, standing
from towergames.games.bricks.pieces import COLOURS, WILD, Code, Level, Piece, Tower, card_piece, read_piece
from towergames.games.bricks.rules import listed, rules_named

_NUMBERED = re.compile(r"\brules? (?=\d)")
"""What the line under the cursor has no room for: it says ``breaks 6; 1 and 17 stay broken``."""

ACT_WORDS = {
    "new": "Begin an empty draft; this one is kept.",
    "copy": "Begin a draft as a copy of this one.",
    "drop": "Throw this draft away.",
    "compare": "Another draft beside this one, with both ledgers.",
    "clear": "Take the whole draft down.",
    "submit": "Hand this tower in; this is final.",
}


def piece_words(piece: Piece) -> str:
    """A piece as a person says it: ``A, 5 tons, triangle, red``."""
    if piece.window:
        told = f"{piece.colour} window"
    else:
        tons = count(piece.tons, "ton")
        if piece.adjust:
            tons += f" instead of {piece.weight}"
        told = f"{piece.letter}, {tons}, {piece.shape}, {piece.colour}"
    if not piece.made_of:
        return told
    return f"wildcard as {told}" if piece.made_of == (WILD,) else f"{' and '.join(piece.made_of)} as {told}"


def goal_words(goal: tuple[int, int], tower: Tower) -> str:
    """A place as a person says it."""
    level, place = goal
    if place:
        return f"{level}.{place}"
    if not tower:
        return "the first level"
    return "a new bottom level" if level == 0 else f"a new level above level {level}"


def _put_words(goal: tuple[int, int], tower: Tower) -> str:
    """Where a piece goes, in few words: the line is full."""
    return f"at {goal_words(goal, tower)}" if goal[1] or not tower else f"on a new level {goal[0] + 1}"


# --- under the cursor -------------------------------------------------------------------------------


def hover(scene: TableScene, here: Pointer) -> str:
    """One line on what the cursor is on, or on the pending change."""
    tower = bench.tower_of(scene)
    if bench.over(scene):
        return _end_line(scene)
    if bench.bench(scene) is None and scene.view.phase != "pick":
        return _turn_line(scene)
    if here.word is not None:
        return "Enter hands the tower in with this word; Backspace takes a letter back, Esc builds on."
    if here.wish is not None:
        return f"{piece_words(here.wish.piece)}. Arrows choose; letters and digits too."
    if here.suggested:
        return "A whole tower laid out; Enter builds it, Esc leaves it."
    if here.pairing:
        return "Choose a brick or a window; Enter takes it, Esc leaves the two cards."
    if here.zone == LEDGER:
        return explain(scene, here.rule)
    if here.zone == ACTS:
        return _act_line(scene, here.act)
    if here.held or here.lifted:
        return _held_line(scene, here)
    if here.zone == CARDS:
        return _card_line(scene, here)
    if stands(tower, here.goal):
        piece = tower[here.goal[0] - 1][here.goal[1] - 1]
        return f"{here.goal[0]}.{here.goal[1]}: {piece_words(piece)}. Enter picks it up, Backspace takes it back."
    return f"{sentence(goal_words(here.goal, tower))} Enter looks for a card."


def _act_line(scene: TableScene, act: str) -> str:
    if act.startswith("draft:"):
        own = bench.bench(scene)
        found = next((d for d in own.drafts if d.name == act[6:]), None) if own is not None else None
        return _draft_line(scene, found) if found is not None else ""
    return ACT_WORDS.get(act, "")


def _held_line(scene: TableScene, here: Pointer) -> str:
    tower = bench.tower_of(scene)
    if here.held:
        piece = read_piece(here.held)
    else:
        assert here.lifted is not None
        piece = tower[here.lifted[0] - 1][here.lifted[1] - 1]
    swap = "" if here.held else " ! swaps."
    return f"{piece_words(piece)}: Enter puts it {_put_words(here.goal, tower)}, Esc leaves it.{swap}"


def _card_line(scene: TableScene, here: Pointer) -> str:
    if here.bar >= 0:
        name = sorting.FILTERS[here.bar]
        return f"Show {'all cards' if name in here.filters else f'only {name} cards'}; Down goes to the cards."
    code = sorting.at_cursor(scene, here)
    if not code:
        return "No card is shown."
    if code == WILD:
        return "The natural wildcard: any brick or window, as you declare it."
    piece = card_piece(code)
    told = piece_words(piece)
    if bench.phase(scene) != "build":
        return f"{told}."
    if here.aim:
        return f"{told}, at {goal_words(here.goal, bench.tower_of(scene))}."
    goal = pending.target(scene, here.goal, piece)
    return f"{told}. {_promise(scene, code, goal)}".rstrip()


def _promise(scene: TableScene, code: Code, goal: tuple[int, int]) -> str:
    """What the card would do at the place where it would most likely go."""
    tower = bench.tower_of(scene)
    made = bench.after(scene, Place(code, *goal))
    if made is None or not bench.open_ledger(scene):
        return ""
    told = change(bench.seen(scene, tower), bench.seen(scene, made))
    return f"At {goal_words(goal, tower)}: {_NUMBERED.sub('', told)}."


def news(scene: TableScene, events: tuple[Event, ...]) -> str:
    """The rules that have become known, with their titles; what an adjustment did, which the board hardly shows."""
    told = []
    for event in events:
        if event.kind == "rule":
            rule = int(event.data["rule"])
            told.append(f"Rule {rule} is now known: {title_of(scene, rule)}.")
        elif event.kind == "step" and str(event.data["typed"]).startswith("adjust "):
            told += _adjusted(scene, str(event.data["typed"]).split()[1])
    return " ".join(told)


def _adjusted(scene: TableScene, spot: str) -> list[str]:
    level, _, place = spot.partition(".")
    tower = bench.tower_of(scene)
    told = [f"{adjusted(tower[int(level) - 1][int(place) - 1])}."]
    if bench.open_ledger(scene):
        told.append(sentence(standing(bench.seen(scene, tower))))
    return told


def explain(scene: TableScene, rule: int) -> str:
    """One line of the ledger as a sentence."""
    if rule not in bench.known(scene):
        return f"Rule {rule} is not yet known. Enter asks for it and costs {PRICE_OF_A_RULE} point."
    if not bench.open_ledger(scene):
        return f"Rule {rule}, {title_of(scene, rule)}."
    return line_words(scene, sheet(scene, bench.tower_of(scene)).lines[rule])


def line_words(scene: TableScene, line: Line) -> str:
    """What a rule says of a tower."""
    title = title_of(scene, line.rule)
    if line.points is None:
        return f"Rule {line.rule}, {title}: {line.why or 'kept'}."
    return f"Rule {line.rule}, {title}: {line.points:+d}, {line.why}."


def title_of(scene: TableScene, rule: int) -> str:
    """The title of a rule on the sheet."""
    found = scene.game.rule_sheet.find(rule_id(rule))
    return found.title if found is not None else ""


# --- the whole bench --------------------------------------------------------------------------------


def speak(scene: TableScene) -> tuple[str, ...]:
    """The bench in words: whose turn, the verdict, the tower level by level, the ledger, where points are left."""
    view = scene.view
    lines = [_turn_line(scene)]
    if bench.over(scene):
        return (*lines, *_towers(scene))
    if view.phase == "pick":
        return (*lines, *_picked(scene), f"On the table: {_codes(Counter(view.pool))}.")
    own = bench.bench(scene)
    if own is None:
        return tuple(lines)
    if len(own.drafts) > 1:
        lines.append("Drafts: " + " ".join(_draft_line(scene, draft) for draft in own.drafts))
    tower = bench.tower_of(scene)
    lines += tower_lines(tower)
    if not bench.open_ledger(scene):
        return (*lines, "The ledger is closed until all towers are shown.")
    return (*lines, *ledger_words(scene, sheet(scene, tower)))


def _turn_line(scene: TableScene) -> str:
    view = scene.view
    if isinstance(scene.turn, Over):
        return _end_line(scene)
    if not isinstance(scene.turn, Decide):
        return "The cards are being dealt."
    who = scene.name_of(scene.turn.seat)
    if view.phase == "pick":
        return f"{who} takes a card, number {len(view.picked[view.active]) + 1} of {view.hand}."
    own = bench.bench(scene)
    if own is None:
        return f"{who} builds unseen."
    if not bench.open_ledger(scene):
        return f"{who} builds draft {own.active}."
    return f"{who} builds draft {own.active}: {verdict(sheet(scene, bench.tower_of(scene)))}."


def verdict(found: Sheet) -> str:
    """Legal or not, and by which rules not."""
    if found.legal:
        return f"legal, {found.total} points" + ("" if found.complete else " by the rules known so far")
    if not found.broken:
        return "not legal, by a rule that is not yet known"
    return f"not legal by {rules_named(found.broken)}"


def _draft_line(scene: TableScene, draft: Draft) -> str:
    told = f"Draft {draft.name}: {count(sum(map(len, draft.tower)), 'piece')}"
    if draft.tower and bench.open_ledger(scene):
        told += f", {verdict(sheet(scene, draft.tower))}"
    return told + "."


def _end_line(scene: TableScene) -> str:
    view = scene.view
    if not isinstance(scene.turn, Over):
        return "All towers are shown."
    best = [scene.name_of(seat) for seat in scene.turn.ranking[0]]
    if view.seats == 1:
        return f"The game is over: {best[0]}, {view.ending}."
    if not any(view.points):
        return f"The game is over: {view.ending}."
    return f"The game is over: {listed(best)} {'wins' if len(best) == 1 else 'win'}, {view.ending}."


def _towers(scene: TableScene) -> list[str]:
    """Every tower with what it scored, rule by rule."""
    lines = []
    for seat, own in enumerate(scene.view.benches):
        if own is None or own.tower is None:
            continue
        ledger = bench.final(scene, seat)
        name = scene.name_of(seat)
        if not ledger.legal:
            lines.append(f"{name}: the tower breaks rules {listed(list(ledger.violations))} and scores nothing.")
        else:
            lines.append(f"{name}: {scene.view.points[seat]} points.")
        lines += tower_lines(own.tower)
        points = ", ".join(f"rule {rule} {points:+d}" for rule, points in ledger.points.items() if points)
        lines.append(f"Points: {points}." if ledger.legal else f"It would bring: {points}.")
        lines += _word_lines(ledger.column_words, ledger.longest_word)
    return lines


def tower_lines(tower: Tower) -> list[str]:
    """The levels from the top down: ``Level 2, blue, 9 tons: E4TB, N5RB, window.``"""
    if not tower:
        return ["No piece stands yet."]
    total = sum(piece.tons for level in tower for piece in level if piece.letter)
    lines = [_level_line(number, level) for number, level in reversed(list(enumerate(tower, start=1)))]
    pieces = count(sum(map(len, tower)), "piece")
    return [*lines, f"In all: {count(total, 'ton')}, {pieces}, {count(len(tower), 'level')}."]


def _level_line(number: int, level: Level) -> str:
    tons = sum(piece.tons for piece in level if piece.letter)
    colours = listed(list(dict.fromkeys(piece.colour for piece in level)))
    pieces = ", ".join(piece.text for piece in level)
    fours = ", a multiple of 4" if tons and tons % 4 == 0 else ""
    return f"Level {number}, {colours}, {count(tons, 'ton')}{fours}: {pieces}."


def ledger_words(scene: TableScene, found: Sheet) -> tuple[str, ...]:
    """The ledger in words: what blocks, where the points come from, and where some are left."""
    lines = [f"Rule {rule} is broken: {found.lines[rule].why}." for rule in found.broken]
    gains = [line for line in found.lines.values() if line.points and line.rule != 2]
    if gains:
        gains.sort(key=lambda line: (-(line.points or 0), line.rule))
        told = "; ".join(f"rule {line.rule} {line.points:+d} ({line.why})" for line in gains)
        lines.append(f"Points{'' if found.legal else ' it would bring'}, {found.total} in all: {told}.")
    lines += _word_lines(found.columns, found.longest)
    left = points_left(scene)
    if left:
        lines.append(left)
    unknown = [rule for rule, line in found.lines.items() if line.sign == "?"]
    if unknown:
        lines.append(f"Not yet known: {len(unknown)} rules. A rule becomes known with every third card, or ask RULE.")
    return tuple(lines)


def _word_lines(columns: tuple[str, ...], longest: str) -> list[str]:
    lines = [f"Words downwards: {', '.join(columns)}."] if columns else []
    return [*lines, f"Longest word: {longest}."] if longest else lines


def points_left(scene: TableScene, most: int = 3) -> str:
    """``Points are left: place #Y 1.4 (rule 18 +4, rule 36 +4, in all +8).``; '' where no usual step scores more."""
    told = [
        f"{scene.game.notate(tried.step)} ({_gains(tried.gains[:2])}, in all {tried.more:+d})"
        for tried in richest(scene, most)
    ]
    stands = bench.seen(scene, bench.tower_of(scene)).legal
    return f"Points {'are left' if stands else 'for when the tower stands'}: {'; '.join(told)}." if told else ""


def _gains(gains: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"rule {rule} {points:+d}" for rule, points in gains)


def _picked(scene: TableScene) -> list[str]:
    view: View = scene.view
    return [
        f"{scene.name_of(seat)}: {_codes(Counter(picked)) or 'no card yet'}." for seat, picked in enumerate(view.picked)
    ]


def _codes(codes: Counter[Code]) -> str:
    return " ".join(sorted(codes.elements(), key=lambda code: sorting.key_of(code, "colour")))


def speak_hand(scene: TableScene) -> tuple[str, ...]:
    """The cards left, a line for each colour."""
    if scene.seat is None:
        return ("A spectator has no cards.",)
    if bench.over(scene):
        return ("All towers are handed in.",)
    if not 0 <= scene.seat < len(scene.view.benches) or scene.view.benches[scene.seat] is None:
        return ("These cards are hidden.",)
    if scene.view.phase == "pick":
        return (f"Taken so far: {_codes(Counter(scene.view.picked[scene.seat])) or 'nothing'}.",)
    left = bench.left(scene)
    lines = []
    for colour in COLOURS:
        own = Counter({code: n for code, n in left.items() if code != WILD and card_piece(code).colour == colour})
        if own.total():
            lines.append(f"{colour.capitalize()}: {_codes(own)}")
    if left[WILD]:
        lines.append("The natural wildcard: *")
    return tuple(lines) or ("All cards are in the tower.",)
