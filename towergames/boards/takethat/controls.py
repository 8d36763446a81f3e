"""What keys, controls, clicks and typed words do on this board."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from towergames.boards.protocol import Control, Input, Key, Pointing, Result, Spec
from towergames.boards.takethat import text
from towergames.boards.takethat.ui_state import (
    STEPS,
    Place,
    TableContext,
    TableResult,
    Ui,
    action_at,
    aim,
    can_claim,
    cards_of,
    height_at,
    move,
    next_place,
    places,
    put_back,
    top_of,
)
from towergames.core.contract import Refusal
from towergames.core.text import count
from towergames.games.takethat.model import BUILDS_A_TURN, Action, EndTurn
from towergames.games.takethat.notation import letter_of
from towergames.games.takethat.rules import first_refusal, slot_key, storey_key

BUILD = Spec(
    "takethat.build",
    "Build a floor",
    "Pick a card, then the tower to build it on",
    ("b",),
    ("build",),
    when="Both floors of this turn have been built.",
)
CLAIM = Spec(
    "takethat.claim",
    "Claim a floor",
    "Pick a card, then the vacant floor to tuck it under",
    ("c",),
    ("claim",),
    when="Choose first which tower is scored next.",
)
END = Spec(
    "takethat.end",
    "End the turn",
    "Draw three cards; score what is due",
    ("e",),
    ("end",),
    when="Choose first which tower is scored next.",
)
SCORE = Spec(
    "takethat.score",
    "Score a tower",
    "Choose the tower to be scored next",
    ("s",),
    ("score-tower",),
    when="There is no order of scoring to choose now.",
)
NEXT = Spec("takethat.next", "Next place", "Go to the next place that can be chosen", ("n",), ("place",))
DISCARD = Spec("takethat.discard", "Discard pile", "Say what lies in the discard pile", ("d",), ("discard",))

SPECS = (BUILD, CLAIM, END, SCORE, NEXT, DISCARD)
MAIN = {"build": BUILD, "claim": CLAIM, "order": SCORE}
"""What Enter does, by phase; only where nothing can be claimed it ends the turn."""

TableControl = Control[Ui, Action]


def controls(c: TableContext) -> tuple[TableControl, ...]:
    """The controls of this phase, the main one first."""
    discard: TableControl = Control(DISCARD, "Discard pile", effect=lambda: _say_discard(c))
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
    if places(c.view):
        others.append(Control(NEXT, label, "bar", effect=lambda: Result(next_place(c.view, c.ui))))
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
    refusal = first_refusal(c.view, action_at(c, cards[0]))
    return Control(spec, what, "main", refusal, lambda: Result(replace(ui, zone="hand", placed=True)))


def _end(c: TableContext, place: Literal["main", "bar"]) -> TableControl:
    drawn = text.drawn_at_end(c.view)
    label = f"End turn, draw {drawn}" if drawn else "End turn"
    return Control(END, label, place, effect=lambda: _submit(c, EndTurn()))


def _submit(c: TableContext, action: Action) -> TableResult:
    return Result(replace(c.ui, zone="hand", held="", lifted=0, placed=False), submit=action)


def _say_discard(c: TableContext) -> TableResult:
    return Result(c.ui, say=text.discard(c.view))


def pick_card(c: TableContext, index: int) -> TableResult:
    """The card at a hand index picked: it is raised and the cursor goes to the board."""
    cards = cards_of(c)
    if not 0 <= index < len(cards):
        return Result(c.ui, say=f"There is no card {index + 1} in the hand.")
    here = replace(c.ui, card=index)
    if c.ui.placed or c.phase not in ("build", "claim"):
        say = "Choose a tower to score." if c.phase == "order" else ""
        return Result(replace(here, zone="hand"), say=say)
    if c.phase == "claim" and not can_claim(c):
        return Result(replace(here, zone="hand"), say="No floor is vacant; end the turn.", rule="R-11")
    return Result(aim(c.view, replace(here, held=cards[index], lifted=index, zone="board")))


# --- keys and clicks --------------------------------------------------------------------------------


def respond(c: TableContext, event: Input) -> TableResult | None:
    """Keys and clicks that no control has taken; None where they mean nothing."""
    if isinstance(event, Key):
        return _key(c, event.name)
    return _click(c, event.spot) if isinstance(event, Pointing) and event.click else None


def _key(c: TableContext, name: str) -> TableResult | None:
    if name in STEPS:
        return Result(move(c, name))
    if name in ("next", "previous"):
        return Result(replace(c.ui, zone="hand" if c.ui.zone == "board" and cards_of(c) else "board"))
    if name == "back":
        back = put_back(c.ui)
        return None if back == c.ui else Result(back)
    return pick_card(c, int(name) - 1) if name.isdecimal() else None


def _click(c: TableContext, spot: str) -> TableResult | None:
    """A click moves the cursor; where the cursor already is on the chosen thing, it does what Enter does."""
    if spot == "deck":
        return Result(c.ui, say=f"The deck holds {count(c.view.deck, 'card')}.")
    if spot == "discard":
        return _say_discard(c)
    cards = text.card_keys(cards_of(c))
    if spot in cards:
        return _click_card(c, cards.index(spot))
    place = _places_by_spot(c).get(spot)
    return _click_place(c, place) if place else None


def _click_card(c: TableContext, card: int) -> TableResult:
    ui = c.ui
    if ui.placed and (ui.zone, ui.card) == ("hand", card):
        return _press_main(c)
    if ui.held and ui.lifted == card:
        return Result(put_back(ui))
    return pick_card(c, card)


def _places_by_spot(c: TableContext) -> dict[str, Place]:
    """The place of each spot; the spot of a tower means its highest storey, or the storey under the cursor."""
    view, ui, found = c.view, c.ui, {}
    for slot in range(len(view.slots)):
        stays = view.phase == "claim" and slot == ui.slot
        found[slot_key(slot)] = (slot, ui.storey if stays else top_of(view, slot))
        found |= {storey_key(slot, storey): (slot, storey) for storey in range(height_at(view, slot))}
    return found


def _click_place(c: TableContext, place: Place) -> TableResult:
    ui = c.ui
    slot, storey = place
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
