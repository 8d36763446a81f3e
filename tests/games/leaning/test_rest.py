"""A tower at rest stays at rest: laid anew from its record, and when a piece is let go on it. Needs the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from towergames import physics

if physics.available():
    pytest.skip(physics.available(), allow_module_level=True)

from tests.games.leaning.resting import furthest_move
from towergames.games.leaning.bodies import read
from towergames.games.leaning.layouts import disturbed, without
from towergames.games.leaning.model import Settled, State
from towergames.games.leaning.release import released
from towergames.games.leaning.tremor import Tremor
from towergames.table.store import load_file

PHANTOM = Path(__file__).parent / "saves" / "phantom-wreck.jsonl"
"""Three normals, seed 22. With a solver stopped after 40 iterations play 102 moved 17 pieces that it did not touch."""


def phantom(plays: int) -> State:
    state: State = load_file(PHANTOM).history.state_after(plays)
    return state


STOPPED_SOLVER = [(85, look) for look in (15, 39, 43, 59)]
"""Plays and jitters at which a solver stopped after 40 iterations throws the tower."""
FREE_FALL = [(95, 5), (95, 7), (97, 5), (97, 7), (99, 0), (99, 5), (99, 7)]
"""And those at which a piece falls that is not seated in its contacts before time runs."""


@pytest.mark.parametrize(("plays", "look"), [(52, 0), *STOPPED_SOLVER, *FREE_FALL])
def test_a_tower_from_a_game_laid_anew_with_a_micrometre_of_jitter_stays(plays: int, look: int) -> None:
    layout = phantom(plays).layout
    assert len(layout.pieces) >= 16
    assert furthest_move(layout, look) < 0.02


def test_a_release_moves_only_what_it_can() -> None:
    state = phantom(102)
    hand, recorded = state.in_hand, load_file(PHANTOM).history.plays[102].move
    assert hand is not None and hand.pose is not None and isinstance(recorded, Settled)
    parts = [recorded.tremor[at : at + 3] for at in (0, 3, 6, 9)]
    tremor = Tremor(*((x, y, z) for x, y, z in parts))
    before = without(state.layout, {hand.piece})
    assert len(disturbed(before, recorded)) == 17
    again = released(before, {hand.piece: (hand.size, read(hand.pose), tremor)}, state.terms.surface)
    assert len(disturbed(before, again)) <= 2
