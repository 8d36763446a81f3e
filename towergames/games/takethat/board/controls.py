"""What keys, controls, clicks and typed words do on this board."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Literal

from towergames.board.protocol import ARROWS, Control, Input, KeyInput, PointerInput, Result, Spec
from towergames.core.contract import Refusal
from towergames.games.takethat.board import text, ui_state
from towergames.games.takethat.board.ui_state import TableContext, TableResult, Ui, cards_of
from towergames.games.takethat.model import BUILDS_A_TURN, DRAWN_A_TURN, Action, EndTurn, may_draw
from towergames.games.takethat.rules import first_refusal, slot_key, storey_key
from towergames.games.takethat.text import BUILT, CLAIM_LATER, NO_ORDER, build_first


def _spec(name: str, title: str, help: str, when: str = "", typed: str = "") -> Spec:
    return Spec(f"takethat.{name}", title, help, (name[0],), (typed or name,), when=when)


BUILD = _spec("build", "Build a floor", "Build the chosen card on the chosen tower", BUILT)
CLAIM = _spec("claim", "Claim a floor", "Tuck the chosen card under the chosen floor", CLAIM_LATER)
END = _spec("end", "End the turn", "Draw 3 cards; finished towers are scored", text.CHOOSE_TOWER)
SCORE = _spec("score", "Score a tower", "Choose the tower that is scored first", NO_ORDER, "score-tower")
NEXT = _spec("next", "Next place", "Go to the next tower or floor that you can choose", typed="place")
DISCARD = _spec("discard", "Discard pile", "Show the cards in the discard pile")
CARD = Spec("takethat.card", "Another card", "Choose a card of your hand by its number", typed=("card",))

SPECS = (BUILD, CLAIM, END, SCORE, NEXT, CARD, DISCARD)
MAIN = {"build": BUILD, "claim": CLAIM, "order": SCORE}
"""The control of Enter by phase. Enter ends the turn where nothing can be claimed."""

TableControl = Control[Ui, Action]


def controls_of(c: TableContext) -> tuple[TableControl, ...]:
    """The controls of this phase, the main one first."""
    discard: TableControl = Control(DISCARD, DISCARD.title, effect=lambda: _discard(c))
    if not c.phase:
        return (discard,)
    main, cards = _main(c), len(cards_of(c))
    others: list[TableControl] = []
    if c.phase == "build":
        missing = Refusal("R-6", build_first(BUILDS_A_TURN - len(c.view.built)))
        others = [Control(CLAIM, CLAIM.title, blocked=missing), Control(END, END.title, blocked=missing)]
    elif main.spec is CLAIM:
        others = [_end(c, "bar")]
    elif c.phase == "claim" and c.ui.ends and cards and ui_state.places(c.view):
        others = [Control(CLAIM, CLAIM.title, "bar", effect=lambda: Result(ui_state.next_place(c.view, c.ui)))]
    elif c.phase == "claim":
        others = [Control(CLAIM, CLAIM.title, blocked=text.no_claim(cards))]
    if ui_state.places(c.view):
        label = "Next floor" if c.phase == "claim" else "Next tower"
        others.append(Control(NEXT, label, "bar", effect=lambda: Result(ui_state.next_place(c.view, c.ui))))
    if cards > 1 and main.spec in (BUILD, CLAIM):
        another = partial(choose_card, c, (c.ui.card + 1) % cards)
        others.append(Control(CARD, CARD.title, "bar", effect=another, keys_shown=f"1-{cards}"))
    return (main, *others, discard)


def _main(c: TableContext) -> TableControl:
    """Enter: submit the prepared move."""
    action = c.draft
    if isinstance(action, EndTurn):
        return _end(c, "main")
    assert action is not None
    refusal = first_refusal(c.view, action)
    return Control(MAIN[c.phase], text.deed(action), "main", refusal, lambda: _submit(c, action))


def _end(c: TableContext, place: Literal["main", "bar"]) -> TableControl:
    drawn = may_draw(DRAWN_A_TURN, c.view.hand_sizes[c.view.active], c.view.deck)
    return Control(END, text.end(drawn), place, effect=lambda: _submit(c, EndTurn()))


def _submit(c: TableContext, action: Action) -> TableResult:
    return Result(replace(c.ui, zone="hand"), submit=action)


def _discard(c: TableContext) -> TableResult:
    cards = Counter(c.view.discard)
    lines = tuple(f"{number} {floor}" for floor, number in cards.items())
    return Result(c.ui, say=text.discarded(cards.total()), lines=lines)


def choose_card(c: TableContext, index: int) -> TableResult:
    """The card at a hand index chosen; then the arrow keys go to a place for it."""
    cards = cards_of(c)
    if not 0 <= index < len(cards):
        return Result(c.ui, say=text.no_card(index + 1, len(cards)))
    if c.phase not in ("build", "claim"):
        return Result(replace(c.ui, card=index), say=text.CHOOSE_TOWER if c.phase == "order" else "")
    if c.phase == "claim" and not ui_state.places(c.view):
        refusal = text.no_claim(len(cards))
        return Result(replace(c.ui, card=index), say=refusal.text, rule=refusal.rule)
    return Result(replace(c.ui, card=index, zone="board", ends=False))


# --- keys and clicks --------------------------------------------------------------------------------


def respond(c: TableContext, event: Input) -> TableResult | None:
    """Keys and clicks that no control has taken; None where they mean nothing."""
    if not isinstance(event, KeyInput):
        return _click(c, event.spot) if isinstance(event, PointerInput) and event.click else None
    name = event.name
    if name in ARROWS:
        return Result(ui_state.move(c, name))
    if name in ("next", "previous"):
        return Result(replace(c.ui, zone="hand" if c.ui.zone == "board" and cards_of(c) else "board"))
    if name == "back" and c.ui.zone == "board" and cards_of(c):
        return Result(replace(c.ui, zone="hand"))
    return choose_card(c, int(name) - 1) if name.isdecimal() else None


def _click(c: TableContext, spot: str) -> TableResult | None:
    """A click chooses a card or a place; a second click on the place makes the move."""
    cards = text.card_keys(cards_of(c))
    if spot in cards:
        return choose_card(c, cards.index(spot))
    view, ui = c.view, c.ui
    for slot in range(len(view.slots)):
        if spot == slot_key(slot):  # it means the highest storey, or the storey under the cursor
            stays = view.phase == "claim" and slot == ui.slot
            return _click_place(c, slot, ui.storey if stays else ui_state.top_of(view, slot))
        for storey in range(ui_state.height_at(view, slot)):
            if spot == storey_key(slot, storey):
                return _click_place(c, slot, storey)
    return None


def _click_place(c: TableContext, slot: int, storey: int) -> TableResult:
    ui = c.ui
    if ui.ends or ui.zone != "board" or ui.slot != slot or (c.phase == "claim" and ui.storey != storey):
        return Result(replace(ui, zone="board", slot=slot, storey=storey, ends=False))
    if not c.phase or isinstance(c.draft, EndTurn):
        return Result(ui)
    main = _main(c)
    if main.blocked or main.effect is None:
        return Result(ui, say=main.blocked.text if main.blocked else "", rule=main.blocked.rule if main.blocked else "")
    return main.effect()
