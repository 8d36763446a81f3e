"""A tower at rest stays at rest: left alone, rebuilt from its record, and when a piece is released on it.

Needs the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.combinations import first, long, sample
from towergames import physics

if physics.unavailable_reason():
    pytest.skip(physics.unavailable_reason(), allow_module_level=True)

from tests.games.leaning.alone import furthest_move, leaning_towers
from tests.physics.kit import LITTLE
from towergames.core.dice import Dice
from towergames.games.leaning import release
from towergames.games.leaning.layout import disturbed, without
from towergames.games.leaning.model import Layout, Piece, TableSettled
from towergames.games.leaning.pyramids import SIZES, attitude, standing
from towergames.games.leaning.release import NO_TREMOR, as_recorded, left_alone, released
from towergames.physics.geometry import PER_CM
from towergames.physics.geometry import Pose as Pose3
from towergames.physics.hand_noise import PoseNoise
from towergames.physics.recording import RecordedPose, read, read_movement, recorded
from towergames.physics.settle import SettleResult as Told
from towergames.physics.settle import settle
from towergames.physics.table_top import TableTop
from towergames.table.history import History
from towergames.table.save_file import load_file

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
    monkeypatch.setattr(release, "STABLE_REBUILDS", sample(1, 2))
    state = phantom().state_after(102)
    hand, recorded = state.in_hand, phantom().plays[102].move
    assert hand is not None and hand.pose is not None and isinstance(recorded, TableSettled)
    parts = [recorded.tremor[at : at + 3] for at in (0, 3, 6, 9)]
    tremor = PoseNoise(*((x, y, z) for x, y, z in parts))
    before = without(state.layout, {hand.piece})
    assert len(disturbed(before, recorded)) == 17
    again = released(before, {hand.piece: (hand.size, read(hand.pose), tremor)}, state.terms.surface)
    # Two that it touches, and one more that did not quite rest when the tower was recorded.
    assert len(disturbed(before, again)) <= 3


ABOUT_TO_TIP = (
    ("large", RecordedPose(-27741, -3459, 11289, 843907, -77817, 515299, 127407)),
    ("large", RecordedPose(10243, 10692, 16105, -564635, -718159, -406730, -2255)),
    ("medium", RecordedPose(26852, 2147, 28414, 245847, 234004, 923074, -180930)),
    ("large", RecordedPose(8570, 19101, 20812, -481766, 404373, 755386, 183781)),
    ("medium", RecordedPose(-14317, 719, 26530, 990573, 19780, -95984, 95708)),
    ("large", RecordedPose(-16155, 396, 34346, 471195, -109180, -92656, 870328)),
    ("medium", RecordedPose(-38804, 18538, 9758, -738595, 175687, -615821, -210655)),
    ("small", RecordedPose(-25575, -1683, 66300, -650440, -183411, 78765, 732860)),
    ("medium", RecordedPose(-54115, 16992, 11863, -875327, -326789, -356298, -8027)),
    ("small", RecordedPose(26122, 1257, 29176, 647269, -704481, 82278, 279247)),
    ("large", RecordedPose(-22133, 55849, 4250, 73256, 12601, 169503, 982722)),
    ("medium", RecordedPose(-20694, 65888, 37387, 864827, -488931, -46744, -104097)),
)
"""A tower that stands still for 0.2 s and then tips, within the second, with most jitters."""


ON_EDGE = (("large", recorded(standing(SIZES["large"], attitude(SIZES["large"], "slant edge")))),)
"""One piece that balances on an edge, as well as a record can say: it tips as late and costs little."""


def laid(*pieces: tuple[str, RecordedPose]) -> Layout:
    return Layout(tuple(Piece(n, size, 0, pose, 0, 0) for n, (size, pose) in enumerate(pieces, start=1)))


@pytest.mark.parametrize("pieces", [ON_EDGE, *long(ABOUT_TO_TIP)])
def test_what_is_about_to_tip_tips_before_it_is_recorded(pieces: Sequence[tuple[str, RecordedPose]]) -> None:
    layout = laid(*pieces)
    assert furthest_move(layout, 0) > 0.5
    poses = {rest.piece: rest.pose for rest in left_alone(layout, "newspaper", {}).rests}
    after = replace(layout, pieces=tuple(replace(one, pose=poses.get(one.id, one.pose)) for one in layout.pieces))
    assert max(furthest_move(after, look) for look in (0, 4, 5)) < 0.02


FAR = 2 * release.STABLE_CM
HAIR = 2 * release.CREEP_UM / PER_CM
"""Centimetres: more than a piece may move without jitter, and less than it may move with it."""


@pytest.mark.parametrize(
    ("ways", "looks"),
    [
        ((), "..."),
        ((HAIR,), "...."),
        ((0.0, HAIR, HAIR), "..."),
        ((0.0, FAR), "....."),
        ((0.0, 0.0, FAR), "......"),
        ((HAIR, HAIR), "..s..."),
        ((HAIR, HAIR, FAR, HAIR), "..s.s..."),
        ((FAR,) * 99, ".." + "s." * (release.MAX_REBUILDS - 2) + "s"),
    ],
)
def test_a_table_is_looked_at_until_it_stays_three_times_in_a_row(
    ways: Sequence[float], looks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An ``s`` is a look with little grip, which a tower gets that goes on moving."""
    left, ends = list(ways), list[str]()

    def told(table: TableTop, **how: Any) -> Told:
        end = settle(table, **how)
        slippery = table.scene.settings.grip == release.LITTLE_GRIP
        if ends and left:  # the first is no look
            end = replace(end, moved=dict.fromkeys(end.moved, left.pop(0)))
        ends.append("s" if slippery else ".")
        return end

    monkeypatch.setattr(release, "settle", told)
    left_alone(laid(("large", recorded(standing(SIZES["large"], attitude(SIZES["large"], "base"))))), "newspaper", {})
    assert "".join(ends) == "." + looks


@pytest.mark.parametrize(("way", "shown"), [(HAIR, False), (FAR, True)])
def test_a_replay_shows_what_moves_in_a_look_but_not_what_creeps(
    way: float, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = list[Told]()

    def told(table: TableTop, **how: Any) -> Told:
        end = settle(table, **how)
        ends.append(replace(end, moved={"P1": way}) if len(ends) == 1 else end)
        return ends[-1]

    monkeypatch.setattr(release, "settle", told)
    base = standing(SIZES["large"], attitude(SIZES["large"], "base"))
    outcome = released(Layout(), {1: ("large", base, NO_TREMOR)}, "newspaper")
    movement = read_movement(outcome.trace, 1)
    assert (movement.seconds > ends[0].seconds + 0.5) == shown


def test_a_look_that_finds_the_table_at_rest_changes_nothing() -> None:
    layout = phantom().state_after(10).layout
    assert left_alone(layout, "newspaper", {}).rests == ()


JAMMED = (
    ("large", RecordedPose(-22024, 4296, 10736, 858775, 94582, 473451, -171477)),
    ("large", RecordedPose(18889, -10094, 16009, 123270, -627082, 535600, 552001)),
    ("medium", RecordedPose(14781, 13274, 23771, -230318, 674110, 621271, 326423)),
    ("large", RecordedPose(16026, 17470, 30928, -716642, 339749, 199303, 575563)),
)
"""Four pieces on wood: the last is jammed over the third, slides by 0.05 mm a second, and falls after half a minute."""


def test_a_piece_that_slides_on_and_on_comes_to_its_end_before_it_is_recorded() -> None:
    layout = laid(*JAMMED)
    assert 0.002 < furthest_move(layout, 0, surface="wood") < 0.02, "it slides slowly"
    rests = left_alone(layout, "wood", {}).rests
    assert max(rest.shift for rest in rests) > 30_000, "micrometres"
    poses = {rest.piece: rest.pose for rest in rests}
    after = replace(layout, pieces=tuple(replace(one, pose=poses.get(one.id, one.pose)) for one in layout.pieces))
    assert left_alone(after, "wood", {}).rests == ()


def test_a_pose_that_is_recorded_is_read_as_it_was_tried() -> None:
    dice = Dice(1)
    for _ in range(2000):
        x, y, z, *turn = (dice.bell() for _ in range(7))
        pose = as_recorded(Pose3.of((x, y, z), (turn[0], turn[1], turn[2], turn[3])))
        assert read(recorded(pose)) == pose


GLASS_STEADY, WOOD_NORMAL = 12, 17
"""Seeds: which game it is follows from them. The bots of it look at few places of a move: any tower will do."""


@pytest.mark.parametrize("seed", first(1, [WOOD_NORMAL, GLASS_STEADY]))
def test_a_tower_of_a_game_between_bots_stays_when_it_is_left_alone(seed: int) -> None:
    towers = list(islice(leaning_towers(seed, ideas=3, aside=False), sample(6, 12)))
    assert len(towers) >= 6
    assert [row for row in towers if row["fell"] or row["way"] >= LITTLE] == []
