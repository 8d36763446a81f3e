"""The board in plain words: what the cursor is on, the whole table for plain mode, and the answers to questions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from towergames.boards.bricks import bench
from towergames.boards.bricks.ledger import SCORING_NUMBERS, Line, Sheet, sheet, title_of
from towergames.boards.bricks.step import richest, target
from towergames.boards.bricks.ui_state import FILTERS, BricksContext, card_at_cursor, card_key, piece_at
from towergames.core.contract import Decide, Over
from towergames.core.text import count, sentence
from towergames.games.bricks.model import PRICE_OF_A_RULE, Build, Draft, Place
from towergames.games.bricks.moves import adjusted, change, standing
from towergames.games.bricks.pieces import COLOURS, WILD, Code, Level, Piece, Tower, card_piece, read_piece
from towergames.games.bricks.rules import listed, rules_named

_NUMBERED = re.compile(r"\brules? (?=\d)")
"""What the line under the cursor has no room for: it says ``breaks 6; 1 and 17 stay broken``."""


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


def put_words(goal: tuple[int, int], tower: Tower) -> str:
    """Where a piece goes, in few words: the line is full."""
    return f"at {goal_words(goal, tower)}" if goal[1] or not tower else f"on a new level {goal[0] + 1}"


# --- under the cursor -------------------------------------------------------------------------------


def hint(c: BricksContext) -> str:
    """One line on what the cursor is on, or on the pending change."""
    tower = bench.tower_of(c)
    if bench.over(c):
        return _end_line(c)
    if bench.bench(c) is None and c.view.phase != "pick":
        return _turn_line(c)
    if c.ui.word is not None:
        return "Enter hands the tower in with this word; Backspace takes a letter back, Esc builds on."
    if c.ui.wish is not None:
        return f"{piece_words(c.ui.wish.piece)}. Arrows choose; letters and digits too."
    if isinstance(c.ui.suggested, Build):
        return "A whole tower laid out; Enter builds it, Esc leaves it."
    if c.ui.suggested is not None:
        return f"Laid out: {c.game.notate(c.ui.suggested)}; Enter does it, Esc leaves it."
    if c.ui.pairing:
        return "Choose a brick or a window; Enter takes it, Esc leaves the two cards."
    if c.ui.zone == "ledger":
        return explain(c, c.ui.rule)
    if c.ui.in_hand:
        return _held_line(c)
    if c.ui.zone == "cards":
        return _card_line(c)
    piece = piece_at(tower, c.ui.goal)
    if piece is not None:
        return f"{c.ui.goal[0]}.{c.ui.goal[1]}: {piece_words(piece)}. Enter picks it up, Backspace takes it back."
    return f"{sentence(goal_words(c.ui.goal, tower))} Enter looks for a card."


def _held_line(c: BricksContext) -> str:
    tower = bench.tower_of(c)
    piece = read_piece(c.ui.held) if c.ui.held else piece_at(tower, c.ui.lifted or (0, 0))
    assert piece is not None
    swap = "" if c.ui.held else " ! swaps."
    return f"{piece_words(piece)}: Enter puts it {put_words(c.ui.goal, tower)}, Esc leaves it.{swap}"


def _card_line(c: BricksContext) -> str:
    if c.ui.bar >= 0:
        name = FILTERS[c.ui.bar]
        return f"Show {'all cards' if name in c.ui.filters else f'only {name} cards'}; Down goes to the cards."
    code = card_at_cursor(c)
    if not code:
        return "No card is shown."
    if code == WILD:
        return "The natural wildcard: any brick or window, as you declare it."
    piece = card_piece(code)
    told = piece_words(piece)
    if c.phase != "build":
        return f"{told}."
    if c.ui.aim:
        return f"{told}, at {goal_words(c.ui.goal, bench.tower_of(c))}."
    goal = target(c, piece)
    return f"{told}. {_promise(c, code, goal)}".rstrip()


def _promise(c: BricksContext, code: Code, goal: tuple[int, int]) -> str:
    """What the card would do at the place where it would most likely go."""
    tower = bench.tower_of(c)
    made = bench.after(c, Place(code, *goal))
    if made is None or not bench.open_ledger(c):
        return ""
    told = change(bench.seen(c, tower), bench.seen(c, made))
    return f"At {goal_words(goal, tower)}: {_NUMBERED.sub('', told)}."


def news(c: BricksContext) -> str:
    """The rules that have become known, with their titles; what an adjustment did, which the board hardly shows."""
    told = []
    for event in c.marks if c.seat is not None else ():
        if event.kind == "rule":
            rule = int(event.data["rule"])
            told.append(f"Rule {rule} is now known: {title_of(c, rule)}.")
        elif event.kind == "step" and str(event.data["typed"]).startswith("adjust "):
            told += _adjusted(c, str(event.data["typed"]).split()[1])
    return " ".join(told)


def _adjusted(c: BricksContext, spot: str) -> list[str]:
    level, _, place = spot.partition(".")
    tower = bench.tower_of(c)
    piece = piece_at(tower, (int(level), int(place)))
    if piece is None:
        return []
    told = [f"{adjusted(piece)}."]
    if bench.open_ledger(c):
        told.append(sentence(standing(bench.seen(c, tower))))
    return told


def explain(c: BricksContext, rule: int) -> str:
    """One line of the ledger as a sentence."""
    if rule not in bench.known(c):
        return f"Rule {rule} is not yet known. Enter asks for it and costs {PRICE_OF_A_RULE} point."
    if not bench.open_ledger(c):
        return f"Rule {rule}, {title_of(c, rule)}."
    return line_words(c, sheet(c, bench.tower_of(c)).lines[rule])


def line_words(c: BricksContext, line: Line) -> str:
    """The result of a rule for a tower."""
    title = title_of(c, line.rule)
    if line.points is None:
        return f"Rule {line.rule}, {title}: {line.why or 'kept'}."
    return f"Rule {line.rule}, {title}: {line.points:+d}, {line.why}."


# --- the whole table --------------------------------------------------------------------------------


def speak(c: BricksContext) -> tuple[str, ...]:
    """The table in words: whose turn, the verdict, the tower level by level, the ledger, where points are left."""
    view = c.view
    lines = [_turn_line(c)]
    if bench.over(c):
        return (*lines, *_towers(c))
    if view.phase == "pick":
        return (*lines, *_picked(c), f"On the table: {_codes(view.pool)}.")
    own = bench.bench(c)
    if own is None:
        return tuple(lines)
    if len(own.drafts) > 1:
        lines.append("Drafts: " + " ".join(_draft_line(c, draft) for draft in own.drafts))
    tower = bench.tower_of(c)
    lines += tower_lines(tower)
    if not bench.open_ledger(c):
        return (*lines, "The ledger is closed until all towers are shown.")
    return (*lines, *ledger_words(c, sheet(c, tower)))


def _turn_line(c: BricksContext) -> str:
    view = c.view
    if isinstance(c.turn, Over):
        return _end_line(c)
    if not isinstance(c.turn, Decide):
        return "The cards are being dealt."
    who = c.name_of(c.turn.seat)
    if view.phase == "pick":
        return f"{who} takes a card, number {len(view.picked[view.active]) + 1} of {view.hand}."
    own = bench.bench(c)
    if own is None:
        return f"{who} builds unseen."
    if not bench.open_ledger(c):
        return f"{who} builds draft {own.active}."
    return f"{who} builds draft {own.active}: {verdict(sheet(c, bench.tower_of(c)))}."


def verdict(found: Sheet) -> str:
    """Whether a tower is legal; if not, which rules it breaks."""
    if found.legal:
        return f"legal, {found.total} points" + ("" if found.complete else " by the rules known so far")
    if not found.broken:
        return "not legal, by a rule that is not yet known"
    return f"not legal by {rules_named(found.broken)}"


def _draft_line(c: BricksContext, draft: Draft) -> str:
    told = f"Draft {draft.name}: {count(sum(map(len, draft.tower)), 'piece')}"
    if draft.tower and bench.open_ledger(c):
        told += f", {verdict(sheet(c, draft.tower))}"
    return told + "."


def _end_line(c: BricksContext) -> str:
    view = c.view
    if not isinstance(c.turn, Over):
        return "All towers are shown."
    best = [c.name_of(seat) for seat in c.turn.ranking[0]]
    if view.seats == 1:
        return f"The game is over: {best[0]}, {view.ending}."
    if not any(view.points):
        return f"The game is over: {view.ending}."
    return f"The game is over: {listed(best)} {'wins' if len(best) == 1 else 'win'}, {view.ending}."


def _towers(c: BricksContext) -> list[str]:
    """Every tower with what it scored, rule by rule."""
    lines = []
    for seat, own in enumerate(c.view.benches):
        if own is None or own.tower is None:
            continue
        ledger = bench.final(c, seat)
        name = c.name_of(seat)
        if not ledger.legal:
            lines.append(f"{name}: the tower breaks rules {listed(list(ledger.violations))} and scores nothing.")
        else:
            lines.append(f"{name}: {c.view.points[seat]} points.")
        lines += tower_lines(own.tower)
        points = ", ".join(f"rule {rule} {points:+d}" for rule, points in ledger.points.items() if points)
        lines.append(f"Points: {points}." if ledger.legal else f"It would bring: {points}.")
        lines += _word_lines(ledger.words.columns, ledger.words.longest)
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


def ledger_words(c: BricksContext, found: Sheet) -> tuple[str, ...]:
    """The ledger in words: what blocks, where the points come from, and where some are left."""
    lines = [f"Rule {rule} is broken: {found.lines[rule].why}." for rule in found.broken]
    gains = [line for line in found.lines.values() if line.points and line.rule != 2]
    if gains:
        gains.sort(key=lambda line: (-(line.points or 0), line.rule))
        told = "; ".join(f"rule {line.rule} {line.points:+d} ({line.why})" for line in gains)
        lines.append(f"Points{'' if found.legal else ' it would bring'}, {found.total} in all: {told}.")
    lines += _word_lines(found.columns, found.longest)
    left = points_left(c)
    if left:
        lines.append(left)
    unknown = [rule for rule, line in found.lines.items() if line.sign == "?"]
    if unknown:
        lines.append(f"Not yet known: {len(unknown)} rules. A rule becomes known with every third card, or ask RULE.")
    return tuple(lines)


def _word_lines(columns: tuple[str, ...], longest: str) -> list[str]:
    lines = [f"Words downwards: {', '.join(columns)}."] if columns else []
    return [*lines, f"Longest word: {longest}."] if longest else lines


def points_left(c: BricksContext, most: int = 3) -> str:
    """``Points are left: place #Y 1.4 (rule 18 +4, rule 36 +4, in all +8).``; '' where no usual step scores more."""
    told = [
        f"{c.game.notate(tried.step)} ({_gains(tried.gains[:2])}, in all {tried.more:+d})" for tried in richest(c, most)
    ]
    stands = bench.seen(c, bench.tower_of(c)).legal
    return f"Points {'are left' if stands else 'for when the tower stands'}: {'; '.join(told)}." if told else ""


def _gains(gains: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"rule {rule} {points:+d}" for rule, points in gains)


def _picked(c: BricksContext) -> list[str]:
    picked = enumerate(c.view.picked)
    return [f"{c.name_of(seat)}: {_codes(cards) or 'no card yet'}." for seat, cards in picked]


def _codes(codes: Iterable[Code]) -> str:
    return " ".join(sorted(codes, key=lambda code: card_key(code, "colour")))


def speak_hand(c: BricksContext) -> tuple[str, ...]:
    """The cards left, a line for each colour."""
    if c.seat is None:
        return ("A spectator has no cards.",)
    if bench.over(c):
        return ("All towers are handed in.",)
    if not 0 <= c.seat < len(c.view.benches) or c.view.benches[c.seat] is None:
        return ("These cards are hidden.",)
    if c.view.phase == "pick":
        return (f"Taken so far: {_codes(c.view.picked[c.seat]) or 'nothing'}.",)
    left = bench.left(c)
    lines = []
    for colour in COLOURS:
        own = [code for code in left.elements() if code != WILD and card_piece(code).colour == colour]
        if own:
            lines.append(f"{colour.capitalize()}: {_codes(own)}")
    if left[WILD]:
        lines.append("The natural wildcard: *")
    return tuple(lines) or ("All cards are in the tower.",)


# --- questions --------------------------------------------------------------------------------------


def ledger_lines(c: BricksContext, asked: str) -> tuple[str, ...]:
    """What each of the 36 rules says of the tower, or the one that was asked for."""
    word = asked.strip().upper().removeprefix("R-")
    if bench.bench(c) is None:
        return ("No tower is shown now.",)
    if not word:
        return tuple(explain(c, rule) for rule in range(1, 37))
    if word.isascii() and word.isdigit() and 1 <= int(word[:3]) <= 36:
        return (explain(c, int(word[:3])),)
    return ("The rules have the numbers 1 to 36.",)


def compare_lines(c: BricksContext, name: str) -> tuple[str, ...]:
    """Another draft beside the one in hand, rule by rule."""
    active = bench.active_name(c)
    others = [other for other in bench.draft_names(c) if other != active]
    if not active:
        return ("No tower is shown now.",)
    if not others:
        return ("There is only this draft; 'copy NAME' or 'draft NAME' begins another.",)
    if name not in others:
        return (f"Compare with which draft? There is {listed(others)}.",)
    if not bench.open_ledger(c):
        return ("The ledger is closed until all towers are shown.",)
    tower, other = bench.tower_of(c), bench.draft_tower(c, name)
    here, there = sheet(c, tower), sheet(c, other, tower)
    told = f"Draft {active}: {verdict(here)}. Draft {name}: {verdict(there)}."
    return (told, *tower_lines(other), *changes(c, there, active, name))


def changes(c: BricksContext, found: Sheet, mine: str, other: str) -> list[str]:
    """The rules that give two towers different points, in order."""
    lines = []
    for rule in SCORING_NUMBERS[1:]:
        line = found.lines[rule]
        if line.was is not None:
            title = title_of(c, rule)
            lines.append(f"Rule {rule}, {title}: {mine} {line.was}, {other} {line.points} ({line.why}).")
    return lines or ["Every rule gives both towers the same."]
