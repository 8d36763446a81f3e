"""The board in plain words: the place under the cursor, the whole table for plain mode, and answers to questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from towergames.board.protocol import Steps
from towergames.core.contract import Decide, Over
from towergames.core.text import count, sentence
from towergames.games.bricks.board import position
from towergames.games.bricks.board.better_steps import richest
from towergames.games.bricks.board.ledger import (
    SCORING_NUMBERS,
    RuleLine,
    ScoreSheet,
    compared_sheet,
    score_sheet,
)
from towergames.games.bricks.board.pending_move import previewed_action, tower_after
from towergames.games.bricks.board.ui_state import FILTERS, BricksContext, card_at_cursor, card_key, piece_at
from towergames.games.bricks.card_words import called
from towergames.games.bricks.model import PRICE_OF_A_RULE, Action, Build, Draft, Place
from towergames.games.bricks.moves import Insight, adjusted, change, points_change, standing
from towergames.games.bricks.pieces import COLOURS, WILD, Code, Tower, TowerLevel, card_piece, read_piece
from towergames.games.bricks.rule_names import RULE_NAMES, cited, names_of
from towergames.games.bricks.rules import listed
from towergames.games.bricks.text import WHOLE, kind_name, piece_words, step_instruction, step_words

MOST_LABEL = 32
"""Cells of the label of a control."""

TASKS = {
    "word": "Type the longest word of your tower",
    "wish": "Say what the wildcard is",
    "suggested": "Do what the hint shows, or go back",
    "pairing": "Choose two cards for one wildcard",
    "hand": "Choose a place with the arrows",
    "aim": "Choose a card for this place",
    "empty": "Choose the first brick of your tower",
    "cards": "Choose a brick or a window",
    "tower": "Choose a piece to move, or a free place",
    "ledger": "Read the score sheet",
}
"""The task of a builder, by the state of the cursor."""


def task(c: BricksContext) -> str:
    """The decision in a few words, a verb first."""
    if c.phase == "pick":
        return "Take a card"
    if c.phase != "build":
        return ""
    ui = c.ui
    if ui.word is not None:
        return TASKS["word"]
    pending = {"wish": ui.wildcard, "suggested": ui.suggested, "pairing": ui.pairing, "hand": ui.in_hand, "aim": ui.aim}
    for name, value in pending.items():
        if value:
            return TASKS[name]
    return TASKS["empty" if ui.zone == "cards" and not position.tower_of(c) else ui.zone]


def steps(c: BricksContext) -> Steps:
    """The parts of the game: drafting cards in a duel, building, handing in."""
    if not c.phase:
        return ()
    view, duel = c.view, c.view.terms.mode == "duel"
    if c.phase == "pick":
        taken = f"Card {len(view.picked[view.active]) + 1} of {view.hand}"
        return (taken, "now"), ("Build", "next"), ("Hand in", "next")
    return (*((("Take cards", "done"),) if duel else ()), ("Build", "now"), ("Hand in", "next"))


def goal_words(goal: tuple[int, int], tower: Tower) -> str:
    """A place in words: ``level 2, place 3``, ``new level 4``."""
    level, place = goal
    if place:
        return f"level {level}, place {place}"
    return "level 1" if not tower else f"new level {level + 1}"


def _where(goal: tuple[int, int], tower: Tower) -> str:
    """``on level 2``, ``on level 2, place 1`` before other pieces, ``as a new level 4``."""
    level, place = goal
    if not place:
        return f"as a new level {level + 1}" if tower else "as level 1"
    if 1 <= level <= len(tower) and place <= len(tower[level - 1]):
        return f"on level {level}, place {place}"
    return f"on level {level}"


def put_label(name: str, goal: tuple[int, int], tower: Tower, result: str) -> str:
    """``Put E as new level 6: +12``, as long as a control may be."""
    where = "on level" if goal[1] or not tower else "as new level"
    number = goal[0] + (not goal[1])
    for text in (f"Put {name} {where} {number}{result}", f"Put {name} on level {number}{result}"):
        if len(text) <= MOST_LABEL:
            return text
    return f"Put {name} on level {number}"


def result_words(c: BricksContext, action: Action | None) -> str:
    """The effect of an action as the end of a label: ``: +4``, ``: 2 rules to go``; "" where it may not be known."""
    made = tower_after(c, action) if action is not None and position.open_ledger(c) else None
    if made is None:
        return ""
    now, then = position.seen(c, position.tower_of(c)), position.seen(c, made)
    if then.legal:
        return f": {then.total - now.total:+d}" if now.legal else f": {count(then.total, 'point')}"
    return f": {count(len(then.broken), 'rule')} to go" if then.broken else ""


# --- under the cursor -------------------------------------------------------------------------------


def hint(c: BricksContext) -> str:
    """One line on the place under the cursor, or on the pending change."""
    tower = position.tower_of(c)
    if position.over(c):
        return _end_line(c)
    if position.bench(c) is None and c.view.phase != "pick":
        return _turn_line(c)
    if c.ui.word is not None:
        return "Enter hands the tower in with this word. Backspace takes a letter back."
    if c.ui.wildcard is not None:
        return f"{sentence(piece_words(c.ui.wildcard.piece))} Arrows, letters and digits change it."
    if isinstance(c.ui.suggested, Build) and step_words(c.ui.suggested, tower) == WHOLE:
        return "This is a whole tower. Enter builds it, Esc leaves it."
    if c.ui.suggested is not None:
        done = step_words(c.ui.suggested, tower)
        return f"The hint {done}{result_words(c, c.ui.suggested)}."
    if c.ui.pairing:
        return "Choose a brick or a window. Esc leaves the two cards."
    if c.ui.zone == "ledger":
        return explain(c, c.ui.rule)
    if c.ui.in_hand:
        return _held_line(c)
    if c.ui.zone == "cards":
        return _card_line(c)
    piece = piece_at(tower, c.ui.goal)
    if piece is not None:
        words_of_place = f"{sentence(goal_words(c.ui.goal, tower))[:-1]}: {piece_words(piece)}."
        return f"{words_of_place} Backspace takes it back."
    return f"{sentence(goal_words(c.ui.goal, tower))} Enter chooses a card for it."


def _held_line(c: BricksContext) -> str:
    tower = position.tower_of(c)
    piece = read_piece(c.ui.held) if c.ui.held else piece_at(tower, c.ui.lifted or (0, 0))
    assert piece is not None
    return f"{_capital(piece_words(piece))}, {_effect_at(c, previewed_action(c), c.ui.goal)}"


def _card_line(c: BricksContext) -> str:
    if c.ui.bar >= 0:
        name = FILTERS[c.ui.bar]
        return f"Show {'all cards' if name in c.ui.filters else f'only {name} cards'}. Down goes to the cards."
    code = card_at_cursor(c)
    if not code:
        return "No card is shown." if c.ui.filters else "All cards are in the tower."
    if code == WILD:
        return "The wildcard can be any brick or window. You declare what it is."
    words_of_card = piece_words(card_piece(code))
    if c.phase != "build":
        return sentence(words_of_card)
    action = previewed_action(c)
    goal = (action.level, action.place) if isinstance(action, Place) else c.ui.goal
    return f"{_capital(words_of_card)}, {_effect_at(c, action, goal)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _effect_at(c: BricksContext, action: Action | None, goal: tuple[int, int]) -> str:
    """The place and the effect of the action there, as the end of a sentence."""
    tower = position.tower_of(c)
    made = tower_after(c, action) if action is not None else None
    where = _where(goal, tower)
    if made is None or not position.open_ledger(c):
        return f"{where}."
    now, then = position.seen(c, tower), position.seen(c, made)
    return " ".join([f"{where}: {change(now, then)}.", *reason_words(now, then)])


def reason_words(before: Insight, after: Insight) -> list[str]:
    """Give the shortest reason why a rule is broken after a step: one that the step breaks, else one that is left."""
    new = [after.broken[rule][0] for rule in after.broken if rule not in before.broken]
    told = new or [reasons[0] for reasons in after.broken.values()]
    return [sentence(min(told, key=len))] if told else []


def news(c: BricksContext) -> str:
    """Announce rules that have become known, and adjustments, which the board hardly shows."""
    sentences = []
    for event in c.marks if c.seat is not None else ():
        if event.kind == "rule":
            rule = int(event.data["rule"])
            sentences.append(f"A rule is open now: {cited(rule)}.")
        elif event.kind == "step" and str(event.data["typed"]).startswith("adjust "):
            sentences += _adjusted(c, str(event.data["typed"]).split()[1])
    return " ".join(sentences)


def _adjusted(c: BricksContext, spot: str) -> list[str]:
    level, _, place = spot.partition(".")
    tower = position.tower_of(c)
    piece = piece_at(tower, (int(level), int(place)))
    if piece is None:
        return []
    sentences = [f"{adjusted(piece)}."]
    if position.open_ledger(c):
        sentences.append(sentence(standing(position.seen(c, tower))))
    return sentences


def explain(c: BricksContext, rule: int) -> str:
    if rule not in position.known(c):
        return f"Rule {rule} is still hidden. Enter opens it for {count(PRICE_OF_A_RULE, 'point')}."
    if not position.open_ledger(c):
        return f"{cited(rule)}. The score is shown when all towers are handed in."
    return line_words(score_sheet(c, position.tower_of(c)).lines[rule])


def line_words(line: RuleLine) -> str:
    """``Different sizes (14): +12, sizes 5 3 4 2.``"""
    if line.points is None:
        return f"{line.title}: {line.why or 'kept'}."
    gain = f"{line.points:+d}" if line.points else "0 points"
    return f"{line.title}: {gain}, {line.why}."


# --- the whole table --------------------------------------------------------------------------------


def describe_table(c: BricksContext) -> tuple[str, ...]:
    """The table in words: whose turn, the verdict, the tower level by level, the ledger, where points are left."""
    view = c.view
    lines = [_turn_line(c)]
    if position.over(c):
        return (*lines, *_towers(c))
    if view.phase == "pick":
        return (*lines, *_picked(c), f"On the table: {_codes(view.pool)}.")
    own = position.bench(c)
    if own is None:
        return tuple(lines)
    if len(own.drafts) > 1:
        lines.append("Drafts: " + " ".join(_draft_line(c, draft) for draft in own.drafts))
    tower = position.tower_of(c)
    lines += tower_lines(tower)
    if not position.open_ledger(c):
        return (*lines, "The score is shown when all towers are handed in.")
    return (*lines, *ledger_words(c, score_sheet(c, tower)))


def _turn_line(c: BricksContext) -> str:
    view = c.view
    if isinstance(c.turn, Over):
        return _end_line(c)
    if not isinstance(c.turn, Decide):
        return "The cards are still being dealt."
    who = c.name_of(c.turn.seat)
    if view.phase == "pick":
        return f"{who} takes a card, number {len(view.picked[view.active]) + 1} of {view.hand}."
    own = position.bench(c)
    if own is None:
        return f"{who} builds a tower. You see it when all are handed in."
    if not position.open_ledger(c):
        return f"{who} builds draft {own.active}."
    return f"{who} builds draft {own.active}: {verdict(score_sheet(c, position.tower_of(c)))}."


def verdict(scores: ScoreSheet) -> str:
    """A tower's verdict in words: points, or the rules that it breaks."""
    if scores.legal:
        return f"all rules kept, {count(scores.total, 'point')}" + ("" if scores.complete else " by the open rules")
    if not scores.broken:
        return "it breaks a hidden rule"
    return f"it breaks {names_of(scores.broken)}"


def _draft_line(c: BricksContext, draft: Draft) -> str:
    line = f"Draft {draft.name}: {count(sum(map(len, draft.tower)), 'piece')}"
    if draft.tower and position.open_ledger(c):
        line += f", {verdict(score_sheet(c, draft.tower))}"
    return line + "."


def _end_line(c: BricksContext) -> str:
    view = c.view
    if not isinstance(c.turn, Over):
        return "All towers are shown."
    best, reason = [c.name_of(seat) for seat in c.turn.ranking[0]], c.turn.reason
    if view.seats == 1:
        return sentence(f"{best[0]} hands in {reason}" if any(view.points) else reason)
    if not any(view.points):
        return sentence(reason)
    return f"{listed(best)} {'wins' if len(best) == 1 else 'win'} with {reason}."


def _towers(c: BricksContext) -> list[str]:
    """Every tower with its points, rule by rule."""
    lines = []
    for seat, own in enumerate(c.view.benches):
        if own is None or own.tower is None:
            continue
        ledger = position.final(c, seat)
        name = c.name_of(seat)
        if not ledger.legal:
            lines.append(f"{name}: the tower breaks {names_of(ledger.violations)} and scores nothing.")
        else:
            lines.append(f"{name}: {c.view.points[seat]} points.")
        lines += tower_lines(own.tower)
        points = ", ".join(f"{cited(rule)} {points:+d}" for rule, points in ledger.points.items() if points)
        lines.append(f"Points: {points}." if ledger.legal else f"It would score: {points}.")
        lines += _word_lines(ledger.words.columns, ledger.words.longest)
    return lines


def tower_lines(tower: Tower) -> list[str]:
    """The levels from the top down: ``Level 2, blue, 9 tons: E4TB, N5RB, window.``"""
    if not tower:
        return ["No piece stands yet."]
    total = sum(piece.tons for level in tower for piece in level if piece.letter)
    lines = [level_line(number, level) for number, level in reversed(list(enumerate(tower, start=1)))]
    pieces = count(sum(map(len, tower)), "piece")
    return [*lines, f"In all: {count(total, 'ton')}, {pieces}, {count(len(tower), 'level')}."]


def level_line(number: int, level: TowerLevel) -> str:
    """``Level 2, blue, 9 tons: E4TB, N5RB, window.``"""
    tons = sum(piece.tons for piece in level if piece.letter)
    colours = listed(list(dict.fromkeys(piece.colour for piece in level)))
    pieces = ", ".join(piece.text for piece in level)
    fours = ", a multiple of 4" if tons and tons % 4 == 0 else ""
    return f"Level {number}, {colours}, {count(tons, 'ton')}{fours}: {pieces}."


def ledger_words(c: BricksContext, scores: ScoreSheet) -> tuple[str, ...]:
    """The ledger in words: breaches, sources of points, and points that are left."""
    lines = [f"{cited(rule)} is broken: {scores.lines[rule].why}." for rule in scores.broken]
    gains = [line for line in scores.lines.values() if line.points and line.rule != 2]
    if gains:
        gains.sort(key=lambda line: (-(line.points or 0), line.rule))
        points_by_rule = "; ".join(f"{line.title} {line.points:+d}, {line.why}" for line in gains)
        lines.append(f"Points{'' if scores.legal else ' for a legal tower'}, {scores.total} in all: {points_by_rule}.")
    lines += _word_lines(scores.columns, scores.longest)
    left = points_left(c)
    if left:
        lines.append(left)
    unknown = [rule for rule, line in scores.lines.items() if line.sign == "?"]
    if unknown:
        lines.append(
            f"{count(len(unknown), 'rule')} still hidden. Every third card opens one; ask RULE opens it for 1 point."
        )
    return tuple(lines)


def _word_lines(columns: tuple[str, ...], longest: str) -> list[str]:
    lines = [f"Words downwards: {', '.join(columns)}."] if columns else []
    return [*lines, f"Longest word: {longest}."] if longest else lines


def points_left(c: BricksContext, most: int = 3, *, typed: bool = True) -> str:
    """``More points: place #Y 1.4, +8 points by Windows & JQXZ +4, No window +4.``; '' where no usual step scores more.

    ``typed``: steps stand as they are typed, else in words.
    """
    tower, gains = position.tower_of(c), []
    for tried in richest(c, most):
        step = c.game.notate(tried.step) if typed else step_instruction(tried.step, tower)
        gains.append(f"{step}, {points_change(tried.more)} by {_gains(tried.gains[:2])}")
    if not gains:
        return ""
    return f"{'More points' if position.seen(c, tower).legal else 'Points for a legal tower'}: {'; '.join(gains)}."


def _gains(gains: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"{RULE_NAMES[rule]} {points:+d}" for rule, points in gains)


def _picked(c: BricksContext) -> list[str]:
    picked = enumerate(c.view.picked)
    return [f"{c.name_of(seat)}: {_codes(cards) or 'no card yet'}." for seat, cards in picked]


def _codes(codes: Iterable[Code]) -> str:
    return " ".join(sorted(codes, key=lambda code: card_key(code, "colour")))


def speak_hand(c: BricksContext) -> tuple[str, ...]:
    """The cards left, a line for each colour."""
    if c.seat is None:
        return ("You are watching, so you have no cards.",)
    if position.over(c):
        return ("All towers are handed in.",)
    if not 0 <= c.seat < len(c.view.benches) or c.view.benches[c.seat] is None:
        return ("You do not see these cards.",)
    if c.view.phase == "pick":
        return (f"Your cards: {_codes(c.view.picked[c.seat]) or 'none yet'}.",)
    left = position.left(c)
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
    """The verdict of each of the 36 rules on the tower, or that of the rule asked for."""
    word = asked.strip().upper().removeprefix("R-")
    if position.bench(c) is None:
        return ("No tower is shown now. Ask again when you build.",)
    if not word:
        return tuple(explain(c, rule) for rule in range(1, 37))
    if word.isascii() and word.isdigit() and 1 <= int(word[:3]) <= 36:
        return (explain(c, int(word[:3])),)
    named = [rule for rule in sorted(position.known(c)) if word in RULE_NAMES[rule].upper()]
    if named:
        return tuple(explain(c, rule) for rule in named)
    return ("Type the name of a rule, or a number from 1 to 36.",)


def compare_lines(c: BricksContext, name: str) -> tuple[str, ...]:
    """Compare another draft with the draft in hand, rule by rule."""
    active = position.active_name(c)
    others = [other for other in position.draft_names(c) if other != active]
    if not active:
        return ("No tower is shown now. Ask again when you build.",)
    if not others:
        return ("You have only this draft. Type copy NAME or draft NAME to start another.",)
    if name not in others:
        return (f"Draft {name} does not exist. Compare with {listed(others)}.",)
    if not position.open_ledger(c):
        return ("The score is shown when all towers are handed in.",)
    tower, other = position.tower_of(c), position.draft_tower(c, name)
    here, there = score_sheet(c, tower), compared_sheet(c, other, tower, f"than {active}")
    verdicts = f"Draft {active}: {verdict(here)}. Draft {name}: {verdict(there)}."
    return (verdicts, *tower_lines(other), *changes(there, active, name))


def changes(scores: ScoreSheet, mine: str, other: str) -> list[str]:
    """The rules that give two towers different points, in order."""
    lines = []
    for rule in SCORING_NUMBERS[1:]:
        line = scores.lines[rule]
        if line.other is not None:
            lines.append(f"{line.title}: {mine} {line.other}, {other} {line.points}, {line.why}.")
    return lines or ["Every rule gives both towers the same points."]


def typed_in_words(c: BricksContext) -> list[str]:
    """The cards by name, with each level that they may go on: ``place yellow A on level 2``."""
    if c.phase == "pick":
        return [f"pick {name}" for name in _names(c.view.pool)]
    if c.phase != "build":
        return []
    levels = len(position.tower_of(c))
    places = [*(f"on level {level}" for level in range(levels, 0, -1)), f"as a new level {levels + 1}"]
    return [f"place {name} {place}" for name in _names(position.left(c)) for place in places]


def _names(cards: Iterable[Code]) -> list[str]:
    """The shortest names that mean one card each: ``yellow A``, ``yellow triangle E``."""
    codes = sorted(set(cards), key=lambda code: card_key(code, "colour"))
    names = []
    for code in codes:
        piece = card_piece(code) if code != WILD else None
        spoken = [kind_name(code)]
        if piece is not None and piece.letter:
            spoken += [f"{piece.colour} {piece.shape} {piece.letter}", f"{piece.colour} {piece.letter}{piece.weight}"]
        names += [name for name in spoken if called(name, codes) == [code]][:1] or [code]
    return names
