"""The live table top: real releases, every kind of fall, and what is carried over. Only where the engine is."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from itertools import islice
from math import dist, hypot
from typing import Any

import pytest

from tests.combinations import first, sample
from towergames import physics

if physics.unavailable_reason():
    pytest.skip(physics.unavailable_reason(), allow_module_level=True)


from tests.games.konexi.alone import konexi_towers
from tests.games.konexi.live import MIDDLE, H, Spots, across, added, let_go, on_top, rounds
from tests.games.konexi.making import do, rule_tower, settle, state
from tests.physics.kit import LITTLE
from towergames.core.bot import Clock
from towergames.core.contract import Decide, Nature, Over
from towergames.core.dice import Dice
from towergames.games.konexi import live_physics, requirements
from towergames.games.konexi.bodies import carved, poses_of, put, scene_of, solid, straight
from towergames.games.konexi.bots import EASY
from towergames.games.konexi.game import GAME
from towergames.games.konexi.letters import ALPHABET, STEPS, mass, poses, upright
from towergames.games.konexi.live_physics import (
    BUMP_DYN,
    FULL_TREMOR_LETTERS,
    LIVE,
    MAX_REBUILDS,
    NO_TREMOR,
    STABLE_UM,
    draw_tremor,
    scaled_for,
    tower_on_table,
    try_release,
)
from towergames.games.konexi.model import FALLS, FULL, STANDS, Place, Released, RestingLetter
from towergames.games.konexi.moves import check_outcome
from towergames.games.konexi.push import PushNoise
from towergames.games.konexi.tower import PlacedLetter, balance, joints, margin_with, places, stands, tower_of
from towergames.physics.geometry import PER_CM, angle_between
from towergames.physics.recording import MOST_RECORD, MOST_TRACE, RecordedPose, read, read_movement, recorded
from towergames.physics.scene import Box, Shape
from towergames.physics.settle import SettleResult
from towergames.physics.settle import settle as settle_table
from towergames.physics.table_top import TableTop, Unstable


@pytest.mark.parametrize("letter", ALPHABET)
def test_every_letter_stands_as_a_base_where_it_stands_on_paper(letter: str) -> None:
    for one in poses(letter):
        if stands(one):
            spots = (PlacedLetter(letter, one.turn, one.flip, 0, 0),)
            told = let_go(spots)
            assert (told.kind, told.on_table, told.load, told.loaded) == (STANDS, letter, 0, "")
            assert told.margin == pytest.approx(8 * balance(tower_of(spots)).margin, abs=150)
            assert dist(told.rests[0].pose[:3], straight(spots[0])[:3]) < 300, "micrometres"


def test_a_letter_on_top_bends_its_joint_a_little_and_everything_rests_where_it_was_put() -> None:
    spots = on_top("D")
    told = let_go(spots)
    base, top = told.rests
    assert (told.kind, told.cause, told.on_table, told.loaded) == (STANDS, "", "H", "D")
    assert 0 < told.load < 200 and (base.bend, base.twist) == (0, 0) and abs(top.twist) < 50
    assert dist(top.pose[:3], straight(spots[1])[:3]) < 1_500
    assert told.engine.startswith("mujoco-core ") and told.tremor == (0, 0, 0, 0)
    assert requirements.unavailable_reason() == "" and requirements.facts()["engine"] == "mujoco-core"


def test_weight_to_one_side_bends_joints_that_way_and_moves_the_balance_there() -> None:
    spots = added(H, "T", lambda spot: (spot.y >= 7, across(spot)))
    told = let_go(spots)
    assert told.kind == STANDS and told.rests[1].bend < 0, "clockwise, as seen from the front"
    assert told.margin == pytest.approx(8 * margin_with(tower_of(H), spots[1]), abs=400)
    mirrored = added(H, "T", lambda spot: (spot.y >= 7, -across(spot)))
    assert let_go(mirrored).rests[1].bend > 0


def test_a_letter_with_several_joints_hangs_on_the_first_and_is_tied_by_the_others() -> None:
    tower = next(
        (*H, spot)
        for letter in "MWUN"
        for spot in places(tower_of(H), letter)
        if len(joints(tower_of(H), spot)) == 2 and margin_with(tower_of(H), spot) > 1000
    )
    scene = scene_of(tower)
    assert len(scene.ties) == 1 and scene.bodies[1].joint is not None
    alone = replace(scene, ties=())
    found = []
    for some in (scene, alone):
        table = TableTop(some, {"H": read(straight(H[0]))})
        assert table.advance(600)
        found.append(max(map(abs, table.angles(tower[1].letter))))
    assert found[0] < found[1], "two plugs hold better than one"


def test_letters_weigh_what_they_are_said_to_weigh_and_do_not_collide_with_neighbours() -> None:
    spots = rule_tower()
    table = tower_on_table(spots, ())
    for spot in spots:
        assert table.mass(spot.letter) == pytest.approx(mass(spot.letter) / 1000, rel=1e-6)
        pose, meant = table.pose(spot.letter), read(straight(spot))
        assert dist(pose.place, meant.place) < 1e-4 and angle_between(pose.turn, meant.turn) < 1e-4
    assert all(told.b == "table" for told in table.touching())


def test_touch_the_tower_leans_until_a_low_letter_is_down() -> None:
    spots = added(H, "K", lambda spot: (-spot.y, across(spot)))
    told = let_go(spots)
    assert (told.kind, told.cause, told.on_table) == ("touch", "K", "HK")


def test_touch_a_long_arm_sags_to_the_table_though_the_base_stands() -> None:
    spots, told = arms("TLEFZSKPAD", lambda _spot: True)
    assert (told.kind, told.cause) == ("touch", spots[-1].letter) and told.margin > 0


def test_sideways_pushed_out_of_its_plane() -> None:
    spots = on_top("D")
    for aside in (40_000, -40_000):
        told = let_go(spots, PushNoise(0, aside, 0, 0))
        assert (told.kind, told.cause) == ("sideways", "")
        assert told.rests[1].pose.y * aside > 0, "it fell the way it was pushed"


def test_drop_a_hanging_letter_is_pulled_off() -> None:
    spots = added(H, "T", lambda spot: (spot.y >= 7 and spot.turn in (1, 3), -abs(across(spot) - MIDDLE)))
    tower = tower_of(spots)
    hanging = [
        (abs(across(spot) - 100 * (2 * joint.x + 1)), (*spots, spot))
        for letter in "JLFP"
        for spot in places(tower, letter)
        for joint in joints(tower, spot)
        if joint.side == 1 and joint.other == "T" and margin_with(tower, spot) > 500
    ]
    _, chosen = min(hanging)
    assert let_go(chosen).kind == STANDS
    told = let_go(chosen, PushNoise(0, 0, -400_000, 0))
    assert (told.kind, told.cause, told.loaded) == ("drop", chosen[-1].letter, told.cause) and told.load > 1000


def test_notch_one_bears_too_much_though_the_base_stands() -> None:
    spots, told = arms("MIZEFTLKDBUVW", lambda spot: spot.y >= 7)
    assert (told.kind, told.cause) == ("notch", told.loaded) and told.load > 1000 and told.margin > 0
    assert told.cause != spots[-1].letter, "not the new letter, but what has to carry it"


def arms(pile: str, allowed: Callable[[PlacedLetter], bool]) -> tuple[Spots, Released]:
    """Letters added as far to the right and to the left as they balance, by a still hand, until something falls."""
    spots, told, side = H, let_go(H), 1
    for letter in pile:
        tower = tower_of(spots)
        found = [spot for spot in places(tower, letter) if allowed(spot) and margin_with(tower, spot) > 300]
        if found:
            spots, side = (*spots, max(found, key=lambda spot: side * across(spot))), -side
            told = let_go(spots, NO_TREMOR, told.rests)
        if told.kind != STANDS:
            return spots, told
    raise AssertionError(f"{spots} stands")


def test_collapse_too_much_on_one_side_ends_on_the_table_and_its_movement_is_recorded() -> None:
    spots = added(H, "T", lambda spot: (spot.y >= 7, across(spot)))
    spots = added(spots, "L", lambda spot: (spot.y >= 7, across(spot)))
    assert margin_with(tower_of(spots[:-1]), spots[-1]) < 0
    told = let_go(spots)
    assert (told.kind, told.cause) == ("collapse", "") and told.margin < 0
    assert set(told.on_table) - {"H"}, "more than the base lies there"
    movement = read_movement(told.trace, 3)
    assert 0.3 < movement.seconds < 5
    for rest, last in zip(told.rests, movement.pictures[-1], strict=True):
        assert dist(read(rest.pose).place, last.place) < 0.02
    heights = [picture[2].point((2.0, 0.0, 2.8))[2] for picture in movement.pictures]
    assert heights[0] > 5 and heights[-1] < 4


@pytest.mark.parametrize("seed", range(3))
def test_nothing_jumps_between_turns(seed: int) -> None:
    before: Released | None = None
    for spots, rests, told in rounds("normal", seed, 12):
        first = read_movement(told.trace, len(spots)).pictures[0]
        if before is not None:
            assert rests == before.rests
            for rest, start in zip(before.rests, first, strict=False):
                pose = read(rest.pose)
                assert dist(pose.place, start.place) < 0.02 and angle_between(pose.turn, start.turn) < 0.003
            new = put(spots[-1], spots[:-1], rests)
            assert dist(new.place, first[-1].place) < 0.02 and angle_between(new.turn, first[-1].turn) < 0.003
        before = told
    assert before is not None and len(before.rests) > 2


def test_the_same_dice_give_the_same_outcome_and_others_another_tremor() -> None:
    s = do(state(H, circle="DT"), Place(*added(H, "D", lambda spot: spot.y)[1])).state
    one, same, other = (LIVE.let_go(s, Dice(seed)) for seed in (7, 7, 8))
    assert one == same and one.tremor != other.tremor


def test_r11_k16_hands_tremble_as_much_as_the_terms_say_and_push_down_never_up() -> None:
    spread = {}
    for hand in ("steady", "normal", "shaky"):
        some = [draw_tremor(hand, Dice(seed)) for seed in range(300)]
        spread[hand] = hypot(*(one.along for one in some)) / 300**0.5
        assert all(one.up <= 0 for one in some) and abs(sum(one.along for one in some)) < 300 * spread[hand] / 5
    assert 2 * spread["steady"] < spread["normal"] < spread["shaky"] / 1.4
    assert hypot(*(PushNoise.drawn(BUMP_DYN, Dice(seed)).along for seed in range(300))) / 300**0.5 > spread["shaky"]


def test_a_hand_is_gentler_on_a_small_tower() -> None:
    push = PushNoise(1000, -200, -300, 40)
    assert scaled_for(push, FULL_TREMOR_LETTERS) == scaled_for(push, 26) == push and scaled_for(push, 1) == PushNoise(
        100, -20, -30, 4
    )
    s = do(state(H, circle="DT"), Place(*on_top("D")[1])).state
    assert LIVE.let_go(s, Dice(5)).tremor == tuple(scaled_for(draw_tremor("normal", Dice(5)), 2))


def test_a_bump_pushes_a_letter_of_the_tower_and_may_fell_it() -> None:
    s = state(on_top("D"), phase="bump")
    s = replace(s, rests=let_go(s.tower).rests, bumper=1)
    kinds = set()
    for seed in range(sample(10, 30)):
        told = LIVE.bump(s, Dice(seed))
        check_outcome(told, "HD")
        kinds.add(told.kind)
        settle(s, told)
    assert STANDS in kinds and len(kinds) > 1


def test_a_trial_says_the_same_as_a_release_but_records_nothing() -> None:
    dice = Dice(3)
    s = state(H)
    for letter in "DTLKEM":
        for spot in places(tower_of(H), letter)[::9]:
            tremor = draw_tremor("normal", dice)
            thought, real = try_release(s, spot, tremor), let_go((*H, spot), scaled_for(tremor, 2), s.rests)
            assert (thought.kind, thought.cause, thought.margin) == (real.kind, real.cause, real.margin)
            assert thought.trace == "" and (thought == replace(real, trace="") or real.kind != STANDS)


def test_what_the_engine_cannot_follow_is_told_to_have_tipped_over(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def lose(*args: object, **more: object) -> None:
        calls.append(args)
        raise Unstable("gone")

    monkeypatch.setattr("towergames.games.konexi.live_physics.settle", lose)
    spots = added(H, "D", lambda spot: spot.y)
    told = let_go(spots, PushNoise(900, 0, 0, 0))
    assert len(calls) == 2, "tried again without tremor"
    assert told.kind == "collapse" and told.rests[1].pose == recorded(put(spots[1], H, ()))


@pytest.mark.parametrize("letter", ALPHABET)
def test_shapes_fill_the_cells_and_the_carved_one_has_its_plugs_and_sockets(letter: str) -> None:
    one = upright(letter)
    for x in range(5):
        for y in range(7):
            for shape in (solid(letter), carved(letter)):
                assert filled(shape, x + 0.1, y + 0.1) == filled(shape, x + 0.9, y + 0.9) == ((x, y) in one.cells)
    for connector in one.connectors:
        dx, dy = STEPS[connector.side]
        x, y = connector.x + 0.5, connector.y + 0.5
        inside, outside = (x + 0.4 * dx, y + 0.4 * dy), (x + 0.6 * dx, y + 0.6 * dy)
        assert (filled(carved(letter), *inside), filled(carved(letter), *outside)) == (connector.plug, connector.plug)
        assert (filled(solid(letter), *inside), filled(solid(letter), *outside)) == (True, False)


def filled(shape: Shape, x: float, y: float) -> bool:
    """Whether there is plastic at a point given in cells."""
    point = (x * 0.8, 0.0, y * 0.8)
    return any(
        all(abs(p - c) <= half for p, c, half in zip(point, box.centre, box.half, strict=True))
        for box in shape.parts
        if isinstance(box, Box)
    )


@pytest.mark.parametrize("seed", range(6))
def test_every_answer_can_be_recorded_and_follows(seed: int) -> None:
    for spots, rests, told in rounds(("normal", "shaky", "steady")[seed % 3], seed, 1 + 2 * (seed % 4)):
        assert told.kind in (STANDS, *FALLS) and len(rests) in (0, len(spots) - 1)
        assert len(told.trace) <= MOST_TRACE and len(told.tremor) == 4
        assert len(json.dumps(asdict(told), separators=(",", ":"))) <= MOST_RECORD
        assert len(read_movement(told.trace, len(spots)).pictures) >= 2
        for rest in told.rests:
            assert poses_of([rest])[rest.letter].recorded()[:3] == rest.pose[:3]


def test_a_live_round_by_easy_opponents_ends_in_a_known_way() -> None:
    s, ply, waits = GAME.new(3, {"hand": "shaky", "target": 50}), 0, []
    while not isinstance(turn := GAME.turn(s), Over) and s.round == 1:
        ply += 1
        if isinstance(turn, Nature):
            start = time.process_time()
            s = GAME.apply_outcome(s, GAME.resolve(s, turn, Dice(4, ply, turn.kind))).state
            waits.append(time.process_time() - start)
        else:
            assert isinstance(turn, Decide)
            s = GAME.apply(s, EASY.choose(GAME.view(s, turn.seat), Dice(4, ply), Clock()).action).state
    assert s.ended is not None and s.ended.kind in (*FALLS, FULL) and s.ended.letters >= 1
    assert max(waits) < 3


NORMAL_HAND, STEADY_HAND = 5, 6
"""Seeds: the hand follows from them."""


@pytest.mark.parametrize("seed", first(1, [NORMAL_HAND, STEADY_HAND]))
def test_a_tower_of_a_round_between_bots_stays_when_it_is_left_alone(seed: int) -> None:
    towers = list(islice(konexi_towers(seed), sample(12, 40)))
    assert max(row["pieces"] for row in towers) >= 10
    assert [row for row in towers if row["fell"] or row["way"] >= LITTLE] == []
    assert max(row["aside"] for row in towers) < 400, "nor when it is laid anew a micrometre aside"


HIGH = (
    PlacedLetter("L", 1, False, 0, 0),
    PlacedLetter("K", 1, False, -1, 2),
    PlacedLetter("M", 0, True, 1, 7),
    PlacedLetter("J", 2, True, 3, 14),
    PlacedLetter("O", 3, False, -1, 21),
    PlacedLetter("R", 2, True, 4, 26),
    PlacedLetter("D", 2, False, 3, 33),
)
RESTS = (
    RestingLetter("L", RecordedPose(56055, 104, -115, 707119, 629, -707094, 639), 0, 0),
    RestingLetter("K", RecordedPose(48120, 90, 15886, 701395, 633, -712772, 632), 924, 0),
    RestingLetter("M", RecordedPose(47476, 89, 55914, -894, -12237, -5, 999925), 480, 0),
    RestingLetter("J", RecordedPose(20505, 44, 167201, -3, -999896, -894, -14383), 246, -1),
    RestingLetter("O", RecordedPose(-12662, -14, 206229, -717472, 638, -696586, -626), 44, -1),
    RestingLetter("R", RecordedPose(25804, 58, 263400, -12, -999908, -894, -13536), -141, 0),
)
PUSH = PushNoise(-3259, 4632, -7035, 4142)
"""A push that makes the tower lean aside by six degrees. Slowed down there it stood, and fell in the next turn."""


def test_a_tower_that_stood_only_while_it_was_slowed_down_falls_in_the_turn_of_its_builder() -> None:
    told = let_go(HIGH, PUSH, RESTS)
    assert told.kind == "sideways" and told.trace
    assert let_go(HIGH, PUSH, RESTS, whole=False).kind == "sideways", "a trial says it too"


def test_what_stands_keeps_its_record_to_the_last_digit() -> None:
    told = let_go(HIGH, rests=RESTS)
    assert told.kind == STANDS
    for _ in range(2):
        assert let_go(HIGH, rests=told.rests).rests == told.rests


@pytest.mark.parametrize(("ways", "looks"), [((), 1), ((2,), 2), ((2, 0.5, 2), 2), ((2,) * 99, MAX_REBUILDS)])
def test_a_tower_is_laid_anew_until_it_stays(
    ways: Sequence[float], looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, ends = list(ways), list[SettleResult]()

    def told(table: TableTop, **how: Any) -> SettleResult:
        end = settle_table(table, **how)
        if ends and left:  # the first is no look
            end = replace(end, moved=dict.fromkeys(end.moved, left.pop(0) * STABLE_UM / PER_CM))
        ends.append(end)
        return end

    monkeypatch.setattr(live_physics, "settle", told)
    assert let_go(HIGH[:1]).kind == STANDS
    assert len(ends) == 1 + looks
