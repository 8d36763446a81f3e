"""Example positions for the rules browser: each rule shown by the real board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from towergames.board.protocol import Context
from towergames.core.contract import Decide, Event
from towergames.games.takethat.board.ui_state import TableContext, adapt
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import Action, Storey, Tower, View, in_order, storeys_at
from towergames.games.takethat.scoring import floor_event, resolve_tower

NAMES = ("Ann", "Bob", "Cleo")


@dataclass(frozen=True, slots=True)
class ExamplePosition:
    """A position in short: towers from top to ground as ``FLOOR`` or ``FLOOR:player``, and what is going on.

    ``scored`` is how many floors of tower A have been scored so far, None when nothing is being scored.
    """

    towers: tuple[str, ...]
    phase: str = "build"
    hand: tuple[str, ...] = ("OFFICE", "LOBBY", "SUITE")
    built: tuple[int, ...] = ()
    scored: int | None = None


SHOTS: Mapping[str, ExamplePosition] = {
    "R-1": ExamplePosition(("LOBBY:2 OFFICE:1 ELEVATOR:3", "SPIRE:2 LANDLORD:1", "")),
    "R-3": ExamplePosition(("LOBBY:2 OFFICE:1 ELEVATOR:3", "NOISE:2", "")),
    "R-4": ExamplePosition(("LOBBY OFFICE:2 ELEVATOR:1", "", "")),
    "R-6": ExamplePosition(("LOBBY OFFICE:2", "SUITE:1", ""), built=(0,)),
    "R-7": ExamplePosition(("LOBBY OFFICE:2", "SUITE:1", ""), built=(0,)),
    "R-9": ExamplePosition(("LOBBY OFFICE:2", "SUITE:1", "NOISE ELEVATOR:3")),
    "R-10": ExamplePosition(("LOBBY OFFICE:2 ELEVATOR", "SUITE:1", ""), "claim", built=(0, 1)),
    "R-11": ExamplePosition(("LOBBY:1 OFFICE:2 ELEVATOR", "SUITE:1", ""), "claim", built=(0, 1)),
    "R-14": ExamplePosition(
        ("LOBBY SUITE:1 OFFICE:2 NOISE LANDLORD:3 OFFICE", "SPIRE LOBBY:2", "SUITE"), "claim", built=(0, 1)
    ),
    "R-15": ExamplePosition(("NOISE:3 LANDLORD:2 OFFICE:1 LOBBY:3", "", ""), "claim", scored=3),
    "R-16": ExamplePosition(("OFFICE NOISE OFFICE:1 LOBBY:2", "", ""), "claim", scored=4),
    "R-17": ExamplePosition(("LOBBY:2 OFFICE:1", "SUITE", ""), "claim", scored=3),
    "OFFICE": ExamplePosition(("OFFICE:1 LOBBY:2 OFFICE", "", ""), "claim", scored=1),
    "LOBBY": ExamplePosition(("NOISE SUITE OFFICE LOBBY:1", "", ""), "claim", scored=4),
    "SPIRE": ExamplePosition(("SPIRE:1 OFFICE:2 LOBBY", "", ""), "claim", scored=1),
    "SUITE": ExamplePosition(("OFFICE SUITE:1 LOBBY:3", "", ""), "claim", scored=2),
    "ELEVATOR": ExamplePosition(("OFFICE:1 LOBBY:2 ELEVATOR:3 SUITE:1", "", ""), "claim", scored=3),
    "LANDLORD": ExamplePosition(("LANDLORD:1 OFFICE:2 LOBBY", "", ""), "claim", scored=1),
    "NOISE": ExamplePosition(("NOISE:1 OFFICE:2 LOBBY:2", "", ""), "claim", scored=1),
    "INFERNO": ExamplePosition(("INFERNO:1 OFFICE:2 LOBBY:2 SUITE:3", "", ""), "claim", scored=1),
    "T-1": ExamplePosition(("SPIRE:2 LOBBY:1", "SPIRE OFFICE:3", ""), "order", built=(0, 1)),
    "T-4": ExamplePosition(("SPIRE LOBBY:2", "NOISE", ""), "claim", built=(0, 1)),
    "T-5": ExamplePosition(("SPIRE LOBBY:2", "", ""), "claim", built=(0, 1)),
    "T-7": ExamplePosition(("SPIRE LOBBY:2", "NOISE", "SUITE:3"), built=(0,)),
    "T-8": ExamplePosition(("LANDLORD:1", "INFERNO:2", "NOISE:3"), "claim", scored=1),
}
"""By rule id; rules that need no picture are left out."""


def read_tower(text: str, serial: int = 0) -> Tower | None:
    """``"LOBBY:2 OFFICE"`` (top to ground) as a tower; None for an empty text."""
    storeys = []
    for part in reversed(text.split()):
        floor, _, owner = part.partition(":")
        storeys.append(Storey(floor, int(owner) - 1 if owner else None))
    return Tower(serial, tuple(storeys)) if storeys else None


def example(rule_id: str) -> TableContext | None:
    """A position that shows the rule, or None when it needs no picture."""
    shot = SHOTS.get(rule_id.strip().upper())
    if shot is None:
        return None
    view = replace(
        GAME.view(GAME.new(len(NAMES), {"first": 1}), 0),
        phase=shot.phase,
        deck=30,
        hands=(in_order(shot.hand), None, None),
        hand_sizes=(len(shot.hand), 4, 3),
        slots=tuple(read_tower(text, i) for i, text in enumerate(shot.towers)),
        built=shot.built,
    )
    playing = scoring_events(view, 0)[: shot.scored + 1] if shot.scored is not None else ()
    c: Context[View, Any, Action] = Context(
        GAME, view, Decide(0, shot.phase), 0, NAMES, None, may_act=not playing, playing=playing, frame=1
    )
    return replace(c, ui=adapt(c, new=True))


def scoring_events(view: View, slot: int) -> tuple[Event, ...]:
    """The events that scoring the tower in ``slot`` would bring: start, one a floor, end."""
    results = resolve_tower(storeys_at(view, slot), view.seats, view.terms.texts, view.hand_sizes, view.deck)
    floors = tuple(floor_event(result, slot) for result in results)
    return (Event("score.start", "", data={"slot": slot}), *floors, Event("score.end", "", data={"slot": slot}))
