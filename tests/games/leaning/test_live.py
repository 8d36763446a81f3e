"""The live table top: real releases, whole games, and replays that need no physics. Only where the engine is."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from tests.combinations import combined, first
from towergames import physics

if physics.unavailable_reason():
    pytest.skip(physics.unavailable_reason(), allow_module_level=True)

from tests.games.leaning.live import play_whole, played
from tests.games.leaning.promises import conserved
from towergames.core.contract import IllegalAction, Nature, Over
from towergames.core.dice import Dice
from towergames.games.leaning import live_physics, requirements
from towergames.games.leaning.game import GAME
from towergames.games.leaning.layout import READY_FOUNDATIONS, poses_of, scene_of
from towergames.games.leaning.live_physics import LIVE
from towergames.games.leaning.model import Layout, Place, Ready, State, TableSettled
from towergames.games.leaning.release import NO_TREMOR, ProbeTable, draw_tremor, released
from towergames.games.leaning.tutorial import TUTORIAL
from towergames.physics.recording import MOST_TRACE, RecordedPose, read, read_movement, recorded
from towergames.physics.settle import settle
from towergames.physics.table_top import TableTop, Unstable
from towergames.table.errors import SaveError
from towergames.table.records import SeatSetup
from towergames.table.save_file import load_file
from towergames.table.setup import SetupError, new_header
from towergames.table.store import Store

MEDIUM = "place medium on P2 at 13.5 12.7 24.7 turn 0.049795 0.035233 0.922927 0.380112 expect 1 touch P2"


@pytest.fixture
def lesson() -> State:
    """The table of the tutorial with the learner's first piece, and a medium one of the other player."""
    return played("ready", TUTORIAL.lessons[1].accept[0], MEDIUM)


@combined(surface=["glass", "wood", "newspaper"], number=range(6))
def test_every_ready_foundation_stands_on_every_table_and_does_not_move(surface: str, number: int) -> None:
    (pairs,) = READY_FOUNDATIONS.values()
    seed = next(seed for seed in count() if Dice(seed).below(len(pairs)) == number)
    s = GAME.apply(GAME.new(2, {"first": 1, "surface": surface}), Ready()).state
    outcome = GAME.resolve(s, GAME.turn(s), Dice(seed))  # type: ignore[arg-type]
    assert isinstance(outcome, TableSettled)
    assert GAME.apply_outcome(s, outcome).state.phase == "turn"
    assert max(rest.shift for rest in outcome.rests) < 100 and outcome.engine.startswith("mujoco-core ")
    assert [rest.pose[0] for rest in outcome.rests] == pytest.approx([pose.x for pose in pairs[number]], abs=100)


def test_two_pieces_let_go_apart_fall_over_and_are_no_foundation() -> None:
    s = GAME.apply(
        GAME.new(2, {"first": 1}),
        GAME.parse("found large at -60 0 5 turn 0.953717 0 0.300706 0 and large at 60 0 5 turn 1 0 0 0", GAME),
    ).state
    outcome = GAME.resolve(s, Nature("release"), Dice(3))
    assert isinstance(outcome, TableSettled) and len(outcome.tremor) == 24
    after = GAME.apply_outcome(s, outcome).state
    assert (after.phase, after.tries) == ("found", 1)


def letting_go(s: State, text: str, seed: int = 1) -> tuple[State, TableSettled]:
    after = GAME.apply(s, GAME.parse(text, s)).state
    outcome = GAME.resolve(after, Nature("release"), Dice(seed))
    assert isinstance(outcome, TableSettled)
    return GAME.apply_outcome(after, outcome).state, outcome


def test_the_same_dice_give_the_same_outcome_and_others_another_tremor() -> None:
    move = "place large on P1 at -20 0 60 turn 1 0 0 0"
    (_, one), (_, same), (_, other) = (letting_go(played("ready"), move, seed) for seed in (7, 7, 8))
    assert one == same and one.tremor != other.tremor


def test_a_piece_let_go_in_the_air_falls_and_its_movement_is_recorded(lesson: State) -> None:
    s, outcome = letting_go(lesson, "place large at 80 80 60 turn 1 0 0 0")
    own = next(rest for rest in outcome.rests if rest.piece == lesson.next_piece)
    assert s.phase == "slip" and own.corners >= 3 and own.shift > 50_000
    movement = read_movement(outcome.trace, len(outcome.rests))
    at = [rest.piece for rest in outcome.rests].index(own.piece)
    heights = [picture[at].z for picture in movement.pictures]
    assert heights[0] == pytest.approx(6.0, abs=0.1) and heights[-1] == pytest.approx(own.pose.z / 10_000, abs=0.02)
    assert 0.1 < movement.seconds < 3 and len(outcome.trace) <= MOST_TRACE


def test_a_piece_typed_into_another_one_or_into_the_table_is_lowered_from_above(lesson: State) -> None:
    first = lesson.layout.pieces[0].pose
    inside = f"place large at {first.x / 1000} {first.y / 1000} {first.z / 1000} turn 1 0 0 0"
    for move in (inside, "place large at 120 120 -40 turn 1 0 0 0"):
        _, outcome = letting_go(lesson, move)
        own = next(rest for rest in outcome.rests if rest.piece == lesson.next_piece)
        assert own.pose.z > -1_000, "nothing ends below the table"
        started = read_movement(outcome.trace, len(outcome.rests)).pictures[0]
        top = TableTop(scene_of(lesson.layout, {own.piece: "large"}), poses_of(lesson.layout))
        top.place(f"P{own.piece}", started[[rest.piece for rest in outcome.rests].index(own.piece)])
        assert top.overlap(f"P{own.piece}") < 0.03


def test_what_is_recorded_is_what_the_table_shows(lesson: State) -> None:
    s, outcome = letting_go(lesson, "place large on P1 at -20 0 70 turn 1 0 0 0")
    table = TableTop(scene_of(s.layout), poses_of(s.layout))
    told = settle(table, traced=False)
    assert max(told.moved.values()) < 0.05, "a recorded table is a table at rest"
    for one in s.layout.pieces:
        assert one.corners == len(table.corners_on_table(f"P{one.id}"))
    assert {pair for pair in outcome.touches if 1 in pair} == {
        tuple(sorted((1, int(other[1:])))) for other in table.near("P1")
    }


def test_an_aim_is_what_the_hand_feels(lesson: State) -> None:
    s = played("ready")
    hand = ProbeTable(s.layout, 3, "small", "newspaper")
    move = GAME.parse(TUTORIAL.lessons[1].accept[0], s)
    assert isinstance(move, Place)
    hand.put(read(move.pose))
    assert hand.aim() == move.aim


def test_a_piece_over_another_meets_its_inside_point() -> None:
    s = played("ready")
    alone = replace(s.layout.pieces[0], pose=RecordedPose(0, 0, 0, 10**6, 0, 0, 0))
    hand = ProbeTable(Layout((alone,)), 3, "large", "wood")
    hand.put(read(RecordedPose(0, 0, 9_525, 10**6, 0, 0, 0)))
    assert hand.aim().inside == (1,)


def test_a_fall_that_the_engine_cannot_follow_leaves_the_structure_and_the_piece_beside_it(
    lesson: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def lost(*args: object, **more: object) -> None:
        calls.append(args)
        raise Unstable("gone")

    monkeypatch.setattr("towergames.games.leaning.release.settle", lost)
    s, outcome = letting_go(lesson, "place large on P1 at -20 0 60 turn 1 0 0 0")
    assert len(calls) == 2, "tried again without tremor"
    assert s.phase == "slip" and [rest.piece for rest in outcome.rests] == [lesson.next_piece]
    assert outcome.touches == lesson.layout.touches and GAME.judge(s, GAME.parse("accept", s)).refusals[0].rule == "L-1"
    assert LIVE.bump(lesson, Dice(1)).rests == ()


def test_taking_pieces_off_lets_the_others_fall(lesson: State) -> None:
    assert [one.id for one in lesson.layout.pieces] == [1, 2, 3, 4]
    outcome = LIVE.take_off(replace(lesson, phase="clear", clearing=(2, 4)))
    rests = {rest.piece: rest for rest in outcome.rests}
    assert rests[1].shift > 3_000 and rests[3].shift > 3_000 and not {2, 4} & rests.keys()
    assert all({2, 4}.isdisjoint(pair) for pair in outcome.touches)


def test_a_bump_jolts_now_more_now_less() -> None:
    s = played("ready")
    less, more = (max((rest.shift for rest in LIVE.bump(s, Dice(seed)).rests), default=0) for seed in (4, 6))
    assert less < 3_000 < more


def test_hands_tremble_as_much_as_the_terms_say() -> None:
    spread = {level: [draw_tremor(level, Dice(seed)) for seed in range(400)] for level in ("steady", "normal", "shaky")}
    sizes = {level: sum(t.shift[0] ** 2 for t in found) / 400 for level, found in spread.items()}
    assert 35**2 < sizes["steady"] < 45**2 < sizes["normal"] < 230**2 < 450**2 < sizes["shaky"] < 550**2
    speeds = [t.speed[1] for t in spread["normal"]]
    assert abs(sum(speeds)) / 400 < 2_000 and draw_tremor("normal", Dice(5)) == draw_tremor("normal", Dice(5))


@pytest.mark.parametrize(
    ("seed", "options"), first(1, [(2, {"bump": "table", "tremor": "shaky", "surface": "wood"}), (1, {})])
)
def test_a_short_live_game_is_saved_and_replays_without_physics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, options: dict[str, str]
) -> None:
    store = Store(tmp_path)
    header = new_header(
        GAME, [SeatSetup("Ann"), SeatSetup("Bob")], {"first": 1, "foundation": "ready", **options}, seed
    )
    table = store.begin(header, "live")
    play_whole(table, seed, most=6)
    assert table.header.physics == {"engine": "mujoco-core", "version": physics.engine_version()}
    states, log = table.history.state, table.log(None)
    conserved(states)
    table.close()
    monkeypatch.setattr(requirements, "live", lambda: pytest.fail("a replay asked for physics"))
    monkeypatch.setattr(GAME, "_table", requirements.live)
    again = store.open("live")
    assert again.history.state == states and again.log(None) == log
    again.close()
    for play in again.history.plays:
        for event in play.step.events:
            if event.kind == "settle":
                read_movement(event.data["trace"], len(event.data["pieces"]))


def test_a_journal_of_another_engine_replays_to_the_same_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    header = new_header(GAME, [SeatSetup("Ann"), SeatSetup("Bob")], {"first": 1, "foundation": "ready"}, 5)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr("towergames.physics.engine_version", lambda: "99.0.1")
        table = Store(tmp_path).begin(header, "live")
        play_whole(table, 5, most=1)
        table.close()
    loaded = load_file(tmp_path / "live.jsonl")
    assert b"mujoco-core 99.0.1" in (tmp_path / "live.jsonl").read_bytes()
    assert loaded.damage is None and loaded.history.state == table.history.state


def test_a_replay_imports_no_engine() -> None:
    save = Path(__file__).parent / "saves" / "phantom-wreck.jsonl"
    program = (
        "import sys\nfrom pathlib import Path\nfrom towergames import registry\n"
        "registry.ENTRIES = [registry.Entry('leaning')]\n"
        "from towergames.table.save_file import load_file\n"
        f"loaded = load_file(Path({str(save)!r}))\n"
        "print(loaded.damage, len(loaded.history.plays), sorted({'mujoco', 'numpy'} & set(sys.modules)))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout.split() == ["None", str(len(load_file(save).history.plays)), "[]"]


def test_without_the_engine_nothing_is_begun_and_saves_are_only_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, seats = Store(tmp_path), [SeatSetup("Ann"), SeatSetup("Bob")]
    table = store.begin(new_header(GAME, seats, {"first": 1, "foundation": "ready"}, 5), "live")
    table.close()
    monkeypatch.setattr(requirements, "unavailable_reason", lambda: "The engine is not installed.")
    with pytest.raises(SetupError, match=r"cannot be played here.*The engine is not installed"):
        new_header(GAME, seats, {}, 5)
    looked = store.open("live")
    assert looked.read_only and looked.journal is not None and "not installed" in looked.journal.obstacle
    assert looked.history.state.phase == "turn"
    with pytest.raises(SaveError, match="not installed"):
        store.branch(looked.history, 1, "live")
    looked.close()
    assert load_file(tmp_path / "live.jsonl").damage is None


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_random_live_games_end_and_conserve_their_pieces(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_physics, "MOST_SEARCH_MS", 300)
    seats = 2 + seed % 4
    options = {
        "tremor": ("normal", "shaky", "steady")[seed % 3],
        "surface": ("newspaper", "glass", "wood")[seed // 3 % 3],
        "bump": ("off", "table", "players", "nudge")[seed % 4],
        "rebuild": ("by-hand", "restore")[seed % 2],
        "three": ("wreck", "break")[seed // 2 % 2],
        "alone": ("continue", "end")[seed // 4 % 2],
        "passing": ("checked", "free")[seed // 5 % 2],
        "contacts": ("both", "placed")[seed // 7 % 2],
    }
    header = new_header(GAME, [SeatSetup(f"P{n}") for n in range(seats)], options, seed)
    store = Store(tmp_path)
    table = store.begin(header, "live")
    play_whole(table, seed, most=4000, check=conserved)
    assert isinstance(table.turn, Over)
    table.close()
    assert load_file(tmp_path / "live.jsonl").history.state == table.history.state


def test_releases_of_a_layout_are_told_without_a_game() -> None:
    s = played("ready")
    move = GAME.parse(TUTORIAL.lessons[1].accept[0], s)
    outcome = released(s.layout, {3: ("small", read(move.pose), NO_TREMOR)}, "newspaper", traced=False)
    assert outcome.trace == "" and (1, 3) in outcome.touches
    assert recorded(read(move.pose)) == move.pose
    away = recorded(read(move.pose).moved((-5_000.0, 2_000.0, 0.0)))
    assert (away.x, away.y) == (-9_999_999, 9_999_999), "what rolls further is recorded there"
    with pytest.raises(IllegalAction):
        GAME.apply(s, replace(move, size="huge"))


def test_the_table_knows_a_place_for_who_skips_where_there_is_one_and_none_where_all_is_full(lesson: State) -> None:
    s = replace(lesson, phase="search")
    assert LIVE.can_place(s) and LIVE.can_place(s)
    full = replace(s, layout=replace(s.layout, touches=((1, 2), (1, 3), (1, 9), (2, 4), (2, 9), (4, 9))))
    assert not LIVE.can_place(full), "every piece there touches as many as it has pips"
