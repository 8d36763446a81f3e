"""A tower at rest stays at rest: laid anew from its record, and when a piece is let go on it. Needs the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.combinations import first, long, sample
from towergames import physics

if physics.available():
    pytest.skip(physics.available(), allow_module_level=True)

from tests.games.leaning.resting import furthest_move
from towergames.games.leaning import release
from towergames.games.leaning.layout import disturbed, without
from towergames.games.leaning.model import Layout, Piece, Pose, Settled
from towergames.games.leaning.release import left_alone, released
from towergames.physics.hand_noise import PoseNoise
from towergames.physics.pyramids import SIZES, attitude, standing
from towergames.physics.recording import read, recorded
from towergames.physics.rest import Settled as Told
from towergames.physics.rest import settle
from towergames.physics.table_top import TableTop
from towergames.table.history import History
from towergames.table.store import load_file

PHANTOM = Path(__file__).parent / "saves" / "phantom-wreck.jsonl"
"""Three normals, seed 22. With a solver stopped after 40 iterations play 102 moved 17 pieces that it did not touch."""


@cache
def phantom() -> History:
    return load_file(PHANTOM).history


STOPPED_SOLVER = [(85, look) for look in (15, 39, 43, 59)]
"""Plays and jitters at which a solver stopped after 40 iterations throws the tower."""
FREE_FALL = [(95, 5), (95, 7), (97, 5), (97, 7), (99, 0), (99, 5), (99, 7)]
"""And those at which a piece falls that is not seated in its contacts before time runs."""


@pytest.mark.parametrize(
    ("plays", "look"),
    first(3, [(52, 0), STOPPED_SOLVER[0], FREE_FALL[0], FREE_FALL[-1], *STOPPED_SOLVER[1:], *FREE_FALL[1:-1]]),
)
def test_a_tower_from_a_game_laid_anew_with_a_micrometre_of_jitter_stays(plays: int, look: int) -> None:
    layout = phantom().state_after(plays).layout
    assert len(layout.pieces) >= 16
    assert furthest_move(layout, look) < 0.02


def test_a_release_moves_only_what_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "CLEAN", sample(1, 2))
    state = phantom().state_after(102)
    hand, recorded = state.in_hand, phantom().plays[102].move
    assert hand is not None and hand.pose is not None and isinstance(recorded, Settled)
    parts = [recorded.tremor[at : at + 3] for at in (0, 3, 6, 9)]
    tremor = PoseNoise(*((x, y, z) for x, y, z in parts))
    before = without(state.layout, {hand.piece})
    assert len(disturbed(before, recorded)) == 17
    again = released(before, {hand.piece: (hand.size, read(hand.pose), tremor)}, state.terms.surface)
    # Two that it touches, and one more that did not quite rest when the tower was recorded.
    assert len(disturbed(before, again)) <= 3


ABOUT_TO_TIP = (
    ("large", Pose(-27741, -3459, 11289, 843907, -77817, 515299, 127407)),
    ("large", Pose(10243, 10692, 16105, -564635, -718159, -406730, -2255)),
    ("medium", Pose(26852, 2147, 28414, 245847, 234004, 923074, -180930)),
    ("large", Pose(8570, 19101, 20812, -481766, 404373, 755386, 183781)),
    ("medium", Pose(-14317, 719, 26530, 990573, 19780, -95984, 95708)),
    ("large", Pose(-16155, 396, 34346, 471195, -109180, -92656, 870328)),
    ("medium", Pose(-38804, 18538, 9758, -738595, 175687, -615821, -210655)),
    ("small", Pose(-25575, -1683, 66300, -650440, -183411, 78765, 732860)),
    ("medium", Pose(-54115, 16992, 11863, -875327, -326789, -356298, -8027)),
    ("small", Pose(26122, 1257, 29176, 647269, -704481, 82278, 279247)),
    ("large", Pose(-22133, 55849, 4250, 73256, 12601, 169503, 982722)),
    ("medium", Pose(-20694, 65888, 37387, 864827, -488931, -46744, -104097)),
)
"""A tower that stands still for 0.2 s and then tips, within the second, with most jitters."""


ON_EDGE = (("large", recorded(standing(SIZES["large"], attitude(SIZES["large"], "slant edge")))),)
"""One piece that balances on an edge, as well as a record can say: it tips as late and costs little."""


def laid(*pieces: tuple[str, Pose]) -> Layout:
    return Layout(tuple(Piece(n, size, 0, pose, 0, 0) for n, (size, pose) in enumerate(pieces, start=1)))


@pytest.mark.parametrize("pieces", [ON_EDGE, *long(ABOUT_TO_TIP)])
def test_what_is_about_to_tip_tips_before_it_is_recorded(pieces: Sequence[tuple[str, Pose]]) -> None:
    layout = laid(*pieces)
    assert furthest_move(layout, 0) > 0.5
    poses = {rest.piece: rest.pose for rest in left_alone(layout, "newspaper", {}).rests}
    after = replace(layout, pieces=tuple(replace(one, pose=poses.get(one.id, one.pose)) for one in layout.pieces))
    assert max(furthest_move(after, look) for look in (0, 4, 5)) < 0.02


@pytest.mark.parametrize(("ways", "looks"), [((), 2), ((0.02,), 3), ((0.0, 0.02), 4), ((0.02,) * 9, 8)])
def test_a_table_is_looked_at_until_it_stays_twice_in_a_row(
    ways: Sequence[float], looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, ends = list(ways), list[Told]()

    def told(table: TableTop, **how: Any) -> Told:
        end = settle(table, **how)
        if ends and left:  # the first is no look
            end = replace(end, moved=dict.fromkeys(end.moved, left.pop(0)))
        ends.append(end)
        return end

    monkeypatch.setattr(release, "settle", told)
    left_alone(laid(("large", recorded(standing(SIZES["large"], attitude(SIZES["large"], "base"))))), "newspaper", {})
    assert len(ends) == 1 + looks
