"""What keys, controls, clicks and typed words do on this board."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from towergames.boards.protocol import Control, Input, Key, Pointing, Result, Spec
from towergames.boards.takethat import text, ui_state
from towergames.boards.takethat.ui_state import TableContext, TableResult, Ui, cards_of
from towergames.core.contract import Refusal
from towergames.core.text import count
from towergames.games.takethat.model import BUILDS_A_TURN, DRAWN_A_TURN, Action, EndTurn, may_draw
from towergames.games.takethat.notation import letter_of
from towergames.games.takethat.rules import first_refusal, slot_key, storey_key


def _spec(name: str, title: str, help: str, when: str = "", typed: str = "") -> Spec:
    return Spec(f"takethat.{name}", title, help, (name[0],), (typed or name,), when=when)


_ORDER_FIRST = "Choose first which tower is scored next."
_NO_ORDER = "There is no order of scoring to choose now."
_BUILT = "Both floors of this turn have been built."
BUILD = _spec("build", "Build a floor", "Pick a card, then the tower to build it on", _BUILT)
CLAIM = _spec("claim", "Claim a floor", "Pick a card, then the vacant floor to tuck it under", _ORDER_FIRST)
END = _spec("end", "End the turn", "Draw three cards; score what is due", _ORDER_FIRST)
SCORE = _spec("score", "Score a tower", "Choose the tower to be scored next", _NO_ORDER, "score-tower")
NEXT = _spec("next", "Next place", "Go to the next place that can be chosen", typed="place")
DISCARD = _spec("discard", "Discard pile", "Say what lies in the discard pile")

SPECS = (BUILD, CLAIM, END, SCORE, NEXT, DISCARD)
MAIN = {"build": BUILD, "claim": CLAIM, "order": SCORE}
"""What Enter does, by phase; only where nothing can be claimed it ends the turn."""

TableControl = Control[Ui, Action]


def controls_of(c: TableContext) -> tuple[TableControl, ...]:
    """The controls of this phase, the main one first."""
    discard: TableControl = Control(DISCARD, "Discard pile", effect=lambda: Result(c.ui, say=text.discard(c.view)))
    if not c.phase:
        return (discard,)
    main = _main(c)
    others: list[TableControl] = []
    if c.phase == "build":
        missing = Refusal("R-6", f"Build {count(BUILDS_A_TURN - len(c.view.built), 'more floor')} first.")
        others = [Control(CLAIM, CLAIM.title, blocked=missing), Control(END, END.title, blocked=missing)]
    elif c.phase == "claim" and main.spec is CLAIM:
        others = [_end(c, "bar")]
    elif c.phase == "claim":
        why = "No floor is vacant; end the turn." if cards_of(c) else "There is no card left to tuck; end the turn."
        others = [Control(CLAIM, CLAIM.title, blocked=Refusal("R-11" if cards_of(c) else "R-10", why))]
    label = "Next floor" if c.phase == "claim" else "Next tower"
    if ui_state.places(c.view):
        others.append(Control(NEXT, label, "bar", effect=lambda: Result(ui_state.next_place(c.view, c.ui))))
    return (main, *others, discard)


def _main(c: TableContext) -> TableControl:
    """Enter: submit the prepared action, or pick what is under the cursor."""
    ui, action, spec = c.ui, c.draft, MAIN[c.phase]
    if isinstance(action, EndTurn):
        return _end(c, "main")
    if action is not None:
        refusal = first_refusal(c.view, action)
        return Control(spec, text.deed(action), "main", refusal, lambda: _submit(c, action))
    cards = cards_of(c)
    if ui.zone == "hand":
        return Control(spec, f"Pick {cards[ui.card]}", "main", effect=lambda: pick_card(c, ui.card))
    what = f"Claim {letter_of(ui.slot)}{ui.storey + 1}" if spec is CLAIM else f"Build on {letter_of(ui.slot)}"
    refusal = first_refusal(c.view, ui_state.action_at(c, cards[0]))
    return Control(spec, what, "main", refusal, lambda: Result(replace(ui, zone="hand", placed=True)))


def _end(c: TableContext, place: Literal["main", "bar"]) -> TableControl:
    drawn = may_draw(DRAWN_A_TURN, c.view.hand_sizes[c.view.active], c.view.deck)
    label = f"End turn, draw {drawn}" if drawn else "End turn"
    return Control(END, label, place, effect=lambda: _submit(c, EndTurn()))


def _submit(c: TableContext, action: Action) -> TableResult:
    return Result(replace(c.ui, zone="hand", held="", lifted=0, placed=False), submit=action)


def pick_card(c: TableContext, index: int) -> TableResult:
    """The card at a hand index picked: it is raised and the cursor goes to the board."""
    cards = cards_of(c)
    if not 0 <= index < len(cards):
        return Result(c.ui, say=f"There is no card {index + 1} in the hand.")
    here = replace(c.ui, card=index)
    if c.ui.placed or c.phase not in ("build", "claim"):
        return Result(replace(here, zone="hand"), say="Choose a tower to score." if c.phase == "order" else "")
    if c.phase == "claim" and not ui_state.places(c.view):
        return Result(replace(here, zone="hand"), say="No floor is vacant; end the turn.", rule="R-11")
    return Result(ui_state.aim(c.view, replace(here, held=cards[index], lifted=index, zone="board")))


# --- keys and clicks --------------------------------------------------------------------------------


def respond(c: TableContext, event: Input) -> TableResult | None:
    """Keys and clicks that no control has taken; None where they mean nothing."""
    if not isinstance(event, Key):
        return _click(c, event.spot) if isinstance(event, Pointing) and event.click else None
    name = event.name
    if name in ui_state.STEPS:
        return Result(ui_state.move(c, name))
    if name in ("next", "previous"):
        return Result(replace(c.ui, zone="hand" if c.ui.zone == "board" and cards_of(c) else "board"))
    if name == "back":
        back = ui_state.put_back(c.ui)
        return None if back == c.ui else Result(back)
    return pick_card(c, int(name) - 1) if name.isdecimal() else None


def _click(c: TableContext, spot: str) -> TableResult | None:
    """A click moves the cursor; where the cursor already is on the chosen thing, it does what Enter does."""
    if spot == "deck":
        return Result(c.ui, say=f"The deck holds {count(c.view.deck, 'card')}.")
    if spot == "discard":
        return Result(c.ui, say=text.discard(c.view))
    cards = text.card_keys(cards_of(c))
    if spot in cards:
        return _click_card(c, cards.index(spot))
    view, ui = c.view, c.ui
    for slot in range(len(view.slots)):
        if spot == slot_key(slot):  # it means the highest storey, or the storey under the cursor
            stays = view.phase == "claim" and slot == ui.slot
            return _click_place(c, slot, ui.storey if stays else ui_state.top_of(view, slot))
        for storey in range(ui_state.height_at(view, slot)):
            if spot == storey_key(slot, storey):
                return _click_place(c, slot, storey)
    return None


def _click_card(c: TableContext, card: int) -> TableResult:
    ui = c.ui
    if ui.placed and (ui.zone, ui.card) == ("hand", card):
        return _press_main(c)
    return Result(ui_state.put_back(ui)) if ui.held and ui.lifted == card else pick_card(c, card)


def _click_place(c: TableContext, slot: int, storey: int) -> TableResult:
    ui = c.ui
    there = replace(ui, zone="board", slot=slot, storey=storey)
    if not c.phase or isinstance(c.draft, EndTurn):
        return Result(there)
    if ui.zone == "board" and ui.slot == slot and (c.phase != "claim" or ui.storey == storey):
        return _press_main(c)
    if ui.held or c.phase == "order":
        return Result(there)
    return _press_main(replace(c, ui=replace(there, placed=False), draft=None))


def _press_main(c: TableContext) -> TableResult:
    main = _main(c)
    if main.blocked:
        return Result(c.ui, say=main.blocked.text, rule=main.blocked.rule)
    assert main.effect is not None
    return main.effect()
