"""Letters, digits, arrows, Tab, Esc, clicks and typed questions, by the state of cursor and hand."""

from __future__ import annotations

from dataclasses import replace

from towergames.board.protocol import ARROWS, Input, KeyInput, PointerInput, Result
from towergames.core.contract import Decide, Over
from towergames.core.text import listed
from towergames.games.bricks.board import position, ui_state
from towergames.games.bricks.board.controls import BricksResult, enter, pick_up, submit
from towergames.games.bricks.board.ledger import BUILDING_NUMBERS, SCORING_NUMBERS, step_rule
from towergames.games.bricks.board.text import compare_lines, ledger_lines
from towergames.games.bricks.board.ui_state import BricksContext, Ui, back, cards_shown, free, stands
from towergames.games.bricks.card_words import MOST_NAMED, called
from towergames.games.bricks.model import LONGEST_WORD, UseDraft

FORMS = {
    "ledger [RULE]": "the score sheet: what each of the 36 rules says of the tower, or one by name or number",
    "compare DRAFT": "another draft beside the one in hand, rule by rule",
}
"""The questions that may be typed."""


def take_input(c: BricksContext, event: Input) -> BricksResult | None:
    """Handle a key, a click or typed words; None where they mean nothing."""
    if isinstance(event, KeyInput):
        return _key(c, event.name)
    if isinstance(event, PointerInput):
        return _click(c, event.spot) if event.click else None
    word, _, rest = event.words.strip().partition(" ")
    match word.lower():
        case "ledger":
            return Result(c.ui, lines=ledger_lines(c, rest))
        case "compare":
            return Result(c.ui, lines=compare_lines(c, rest.strip()))
        case _:
            return _named_card(c, event.words)


def _named_card(c: BricksContext, words: str) -> BricksResult | None:
    """Take up the card that the words name, such as ``yellow E`` or ``AY``. Without such a card the answer is None."""
    bare = replace(c, ui=replace(free(c.ui), zone="cards", filters=frozenset(), bar=-1))
    codes = cards_shown(bare) if c.phase == "build" else ()
    named = called(words, codes) if len(words.strip()) > 1 else []
    if not named:
        return None
    if len(named) > 1:
        return Result(c.ui, say=f"That could be {listed(named[:MOST_NAMED], 'or')}. Say more of it.")
    return pick_up(replace(bare, ui=replace(bare.ui, card=codes.index(named[0]))), named[0])


def _key(c: BricksContext, name: str) -> BricksResult | None:
    if name in ARROWS:
        return Result(_move(c, *ARROWS[name]))
    if name == "back":
        return Result(back(c.ui))
    if name in ("next", "previous"):
        return Result(_next_zone(c, 1 if name == "next" else -1))
    if name.isdigit():
        return _digit(c, name)
    # Letters belong to the board while the game of a seated viewer is on, also when others build.
    typing = c.seat is not None and isinstance(c.turn, Decide) and len(name) == 1
    return _letter(c, name.upper()) if typing else None


def _letter(c: BricksContext, letter: str) -> BricksResult:
    """Handle a letter: declare a wildcard, spell the longest word, or find a card."""
    ui = c.ui
    if ui.word is not None:
        return Result(replace(ui, word=(ui.word + letter)[:LONGEST_WORD]))
    if ui.wildcard is not None:
        return Result(replace(ui, wildcard=ui.wildcard.with_field("letter", letter)))
    moved = ui_state.find_letter(replace(c, ui=replace(ui, zone="cards")) if ui.aim else c, letter)
    if moved is None:
        where = "on the table" if c.view.phase == "pick" else "among the cards shown"
        return Result(ui, say=f"There is no {letter} {where}. Type another letter.")
    return Result(replace(free(moved), zone="cards") if ui.in_hand else moved)


def _digit(c: BricksContext, digit: str) -> BricksResult:
    """Handle a digit: the weight of a wildcard, a filter of the cards, or a level of the tower."""
    ui = c.ui
    if ui.wildcard is not None:
        return Result(replace(ui, wildcard=ui.wildcard.with_field("weight", digit)))
    if ui.zone == "cards":
        if digit in ui_state.FILTERS:
            return Result(ui_state.with_filter(ui, digit))
        return Result(ui, say="1 to 5 show only cards of that weight.")
    if ui.zone == "tower" and int(digit) <= len(position.tower_of(c)):
        return Result(replace(ui, goal=(int(digit), 1)))
    return Result(ui, say=f"There is no level {digit}. Choose a lower one.")


def _move(c: BricksContext, across: int, up: int) -> Ui:
    """Move the cursor by an arrow key."""
    ui = c.ui
    if ui.wildcard is not None:
        return replace(ui, wildcard=ui.wildcard.turned(across) if across else ui.wildcard.moved(-up))
    if ui.zone == "cards":
        return _along_cards(c, across, up)
    if ui.zone == "ledger":
        return replace(ui, rule=step_rule(ui.rule, across, -up))
    if position.over(c):
        last = c.view.seats - (ui.suggested is None)  # the best tower found comes after all others
        return replace(ui, first=max(0, min(ui.first + across, last)))
    return ui_state.walk(c, across, up)


def _along_cards(c: BricksContext, across: int, up: int) -> Ui:
    ui = c.ui
    if ui.bar >= 0:
        if up < 0:
            return replace(ui, bar=-1)
        return replace(ui, bar=(ui.bar + across) % len(ui_state.FILTERS)) if across else ui
    codes = ui_state.cards_shown(c)
    if not codes:
        return replace(ui, bar=0) if up > 0 else ui
    card = min(ui.card, len(codes) - 1)
    if across:
        return replace(ui, card=(card + across) % len(codes))
    beyond = ui_state.card_beyond(c, up)
    if beyond is None:
        return replace(ui, bar=0) if up > 0 else ui
    return replace(ui, card=beyond)


def _next_zone(c: BricksContext, step: int) -> Ui:
    """Go to the next of tower, cards and ledger that is there. What is picked up stays in hand."""
    if c.ui.wildcard is not None or c.ui.word is not None:
        return c.ui
    zones: list[ui_state.CursorZone] = ["tower"] if c.view.phase != "pick" else []
    zones += ["cards"] if position.shows_cards(c) else []
    zones += ["ledger"] if c.view.phase != "pick" and position.bench(c) is not None else []
    at = zones.index(c.ui.zone) if c.ui.zone in zones else 0
    return replace(c.ui, zone=zones[(at + step) % len(zones)], bar=-1)


# --- clicks -----------------------------------------------------------------------------------------


def _click(c: BricksContext, spot: str) -> BricksResult | None:
    """Handle a click on a piece, a card, a draft, a filter, a field of a wildcard, or a line of the ledger."""
    kind, _, rest = spot.partition(":")
    ui, number = c.ui, int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 3 else -1
    match kind:
        case "draft" if c.phase == "build" and rest in position.draft_names(c):
            if rest == position.active_name(c):
                return Result(replace(free(ui), compare="", zone="tower"))
            return submit(c, free(ui), UseDraft(rest))
        case "card":
            return _card(c, rest.partition("~")[0])
        case "filter" if rest in ui_state.FILTERS and position.shows_cards(c):
            return Result(ui_state.with_filter(replace(ui, zone="cards"), rest))
        case "rule" if number in (*BUILDING_NUMBERS, *SCORING_NUMBERS):
            there = replace(ui, zone="ledger", rule=number)
            return enter(replace(c, ui=there)) if (ui.zone, ui.rule) == ("ledger", number) else Result(there)
        case "wish" if ui.wildcard is not None:
            field, _, value = rest.partition(":")
            return (
                Result(replace(ui, wildcard=ui.wildcard.with_field(field, value))) if field in ui_state.FIELDS else None
            )
        case "seat" if 0 <= number < c.view.seats and isinstance(c.turn, Over):
            order = [seat for group in c.turn.ranking for seat in group]
            return Result(replace(ui, zone="ledger", first=order.index(number)))
        case "best" if ui.suggested is not None:
            return Result(replace(ui, zone="ledger", first=c.view.seats))
        case "towers":
            return Result(replace(ui, zone="tower"))
        case "here":
            return enter(c)
        case "piece" | "slot" | "new" | "level":
            return _place(c, kind, rest)
        case _:
            return None


def _card(c: BricksContext, code: str) -> BricksResult | None:
    codes, ui = ui_state.cards_shown(c), c.ui
    if code not in codes or ui.wildcard is not None or ui.word is not None:
        return None
    at = codes.index(code)
    there = replace(ui, zone="cards", card=at, bar=-1)
    if c.phase != "build":
        again = ui.zone == "cards" and ui.card == at and ui.bar < 0
        return enter(replace(c, ui=there)) if again and c.phase else Result(there)
    if ui.aim or ui.pairing:
        return enter(replace(c, ui=there))
    return pick_up(replace(c, ui=free(there)), code)


def _place(c: BricksContext, kind: str, rest: str) -> BricksResult | None:
    """Put the piece in hand at a place of the tower; with nothing in hand pick its piece up."""
    ui, tower = c.ui, position.tower_of(c)
    level, _, place = rest.partition(".")
    numbers = [int(word) if word.isascii() and word.isdigit() else -1 for word in (level, place or "0")]
    row = numbers[0]
    if min(numbers) < 0 or row > len(tower) or (kind == "slot" and not row):
        return None
    if ui.wildcard is not None or ui.word is not None or ui.pairing or position.over(c):
        return None
    if kind == "slot":
        lifted = ui.lifted is not None and ui.lifted[0] == row
        goal = (row, len(tower[row - 1]) + (0 if lifted else 1))
    elif kind == "piece":
        goal = (row, numbers[1])
        if not stands(tower, goal):
            return None
    else:
        goal = (row, 0 if kind == "new" or ui.in_hand else 1)
    there = replace(ui, zone="tower", goal=goal, aim=False)
    if c.phase == "build" and (ui.in_hand or (ui.goal == goal and kind not in ("piece", "level"))):
        return enter(replace(c, ui=there))
    return Result(replace(there, lifted=goal) if c.phase == "build" and kind == "piece" else there)
