"""For the tests of boards: what holds of every picture, goldens, and tables of Take That Towers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from tests.board.player import Player
from towergames.board.palette import THEMES, resolve
from towergames.board.protocol import AnyContext, Context, Picture
from towergames.core.contract import Decide, Event, Seat, visible
from towergames.core.dice import Dice
from towergames.core.text import cell_width
from towergames.games.takethat.board import BOARD
from towergames.games.takethat.board.examples import read_tower
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import State

NAMES = ("Ann", "Balthasar", "bot:hard", "Zoë")
GLYPHS = frozenset(chr(c) for c in (*range(32, 127), *range(0x2500, 0x25A0))) | frozenset("ë")
GOLDENS = Path(__file__).parents[1] / "golden" / "boards"


@cache
def known(role: str, shaded: bool) -> bool:
    """Whether a colour is the name of one; ``shaded``: or such a colour in more or less light, or any of a picture."""
    if not shaded or not role:
        return role in {*THEMES["dark"], ""}
    names = {part.partition("~")[0] for part in role.split("/")}
    return all(name in THEMES["dark"] or name.startswith("#") for name in names) and all(
        "~" not in resolve(theme, role) for theme in THEMES
    )


def sound(
    picture: Picture, width: int, height: int, *, glyphs: frozenset[str] | None = GLYPHS, shaded: bool = True
) -> None:
    """Exactly that size, known glyphs (None: any) and colours, spots inside and unlike, cursor inside."""
    canvas = picture.canvas
    assert (canvas.width, canvas.height) == (width, height)
    for y in range(height):
        row, runs = canvas.row(y), canvas.runs(y)
        assert cell_width(row) == sum(cell_width(run.text) for run in runs) == width
        assert row.isprintable() and (glyphs is None or set(row) <= glyphs)
        assert all(known(role, shaded) for run in runs for role in (run.ink.fg, run.ink.bg))
    assert canvas.text(ascii_only=True).isascii()
    keys = [spot.key for spot in picture.spots]
    assert len(keys) == len(set(keys))
    for spot in picture.spots:
        assert 0 <= spot.x < spot.x + spot.width <= width, spot
        assert 0 <= spot.y < spot.y + spot.height <= height, spot
    if picture.cursor is not None:
        assert 0 <= picture.cursor[0] < width and 0 <= picture.cursor[1] < height


def as_before(name: str, size: Sequence[int], *parts: str) -> None:
    """The parts are those of the golden file. ``TOWERGAMES_GOLDEN=write`` writes it anew."""
    text = f"\n{'=' * 20}\n".join(parts) + "\n"
    path = GOLDENS / f"{name}-{size[0]}x{size[1]}.txt"
    if os.environ.get("TOWERGAMES_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def seven_bit(picture: Picture) -> None:
    """In ASCII every row is as long as with all glyphs."""
    text = picture.canvas.text(ascii_only=True)
    assert text.isascii()
    assert [len(row) for row in text.split("\n")] == [len(row) for row in picture.canvas.text().split("\n")]


def played(seats: int, plies: int, seed: int = 1, **options: Any) -> tuple[State, tuple[Event, ...]]:
    """A game after so many random moves, and the events of the last three."""
    return _played(seats, plies, seed, tuple(options.items()))


@lru_cache(maxsize=512)
def _played(seats: int, plies: int, seed: int, options: tuple[tuple[str, Any], ...]) -> tuple[State, tuple[Event, ...]]:
    dice = Dice(seed)
    state = GAME.new(seats, dict(options))
    nature = GAME.turn(state)
    step = GAME.settle(state, GAME.resolve(state, nature, dice))  # type: ignore[arg-type]
    state, events = step.state, [step.events]
    for _ in range(plies):
        if not isinstance(GAME.turn(state), Decide):
            break
        step = GAME.apply(state, GAME.choices(state).sample(dice))
        state = step.state
        events.append(step.events)
    return state, tuple(event for some in events[-3:] for event in some)


def seen(state: State, events: Sequence[Event] = (), seat: Seat | None = -1, **more: Any) -> Player:
    """A player at the position as ``seat`` sees it (-1: the active seat)."""
    turn = GAME.turn(state)
    seat = state.active if seat == -1 else seat
    facts = {
        "may_act": isinstance(turn, Decide) and turn.seat == seat,
        "marks": tuple(e for e in events if visible(e, seat)),
    }
    c: AnyContext = Context(GAME, GAME.view(state, seat), turn, seat, NAMES[: state.seats], None, **facts | more)
    return Player(BOARD, c)


def table(
    towers: Sequence[str],
    hand: Sequence[str] = ("OFFICE", "LOBBY", "SPIRE", "SUITE"),
    *,
    seats: int = 4,
    phase: str = "build",
    built: tuple[int, ...] = (),
    height: int = 6,
    texts: str = "printed",
    **more: Any,
) -> Player:
    """A player at towers written from top to ground; seat 0 looks and decides."""
    fresh = GAME.new(seats, {"texts": texts, "height": height, "first": 1})
    view = replace(
        GAME.view(fresh, 0),
        phase=phase,
        deck=41,
        hands=(tuple(hand), *(None,) * (seats - 1)),
        hand_sizes=(len(hand), 5, 6, 4)[:seats],
        slots=tuple(read_tower(text, i) for i, text in enumerate(towers)),
        terms=replace(fresh.terms, tower_limit=len(towers)),
        built=built,
        discard=("OFFICE", "LOBBY", "LOBBY"),
        points=(3, 0, 12, 5)[:seats],
    )
    c: AnyContext = Context(GAME, view, Decide(0, phase), 0, NAMES[:seats], None, **{"may_act": True} | more)
    return Player(BOARD, c)


def event(kind: str, slot: int, storey: int | None = None, **data: Any) -> Event:
    """An event about a place."""
    place = {"slot": slot} if storey is None else {"slot": slot, "storey": storey}
    return Event(kind, "", seat=1, data={**place, **data})
