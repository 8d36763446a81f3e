"""Pictures of Take That Towers: they fit, say everything in text, and look as they did (goldens).

``TOWERGAMES_GOLDEN=write pytest tests/games`` writes the goldens anew; review them like code.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from tests.board import pictures
from tests.board.pictures import as_before, draw, seven_bit, sound
from tests.board.player import Player
from tests.board.test_palette import RGB_THEMES, too_faint
from tests.combinations import combined, sample
from tests.games.takethat.board.tables import event, played, seen, table
from towergames.board.palette import PLAYERS, SKIES
from towergames.board.protocol import Style
from towergames.core.contract import Decide, Over
from towergames.core.dice import Dice
from towergames.games.takethat.board import BOARD
from towergames.games.takethat.board.examples import scoring_events
from towergames.games.takethat.board.text import PRINTED, tell_storey
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import FLOORS
from towergames.games.takethat.palette import FLOORS as STOREY_COLOURS

FOUR = ("LOBBY OFFICE:3 LANDLORD:2 ELEVATOR:1", "SPIRE:1 INFERNO:2 LANDLORD LOBBY:4 ELEVATOR:3 SUITE:2", "", "NOISE")
THREE = ("LOBBY OFFICE:3 LANDLORD:2 ELEVATOR:1", "SPIRE:1 INFERNO:2 LANDLORD LOBBY:1 ELEVATOR:3", "")
LAST_MOVE = (event("build", 0, 3), event("claim", 0, 2))
SIZES = ((80, 13, 80, 4), (78, 26, 78, 5), (200, 60, 200, 7))
differ = partial(pictures.differ, sizes=SIZES)


def board_text(player: Player) -> str:
    return player.picture("board", (80, 13)).canvas.text()


@combined(
    seats=[2, 3, 4],
    options=[{}, {"towers": 5, "height": 7}, {"towers": 2, "height": 5}, {"own_tucks": True}],
    size=[*SIZES, (100, 18, 60, 4), (60, 40, 90, 6)],
)
def test_every_moment_of_a_game_fits(seats: int, options: dict[str, object], size: tuple[int, int, int, int]) -> None:
    for plies in (0, 3, 14, 27, 41, 300):
        state, events = played(seats, plies, **options)
        for seat in (None, 0, state.active):
            player = seen(state, events, seat)
            columns, rows = BOARD.sizes(seats, player.context.view).board
            board, hand = (max(size[0], columns), max(size[1], rows)), (max(size[2], columns), size[3])
            sound(player.picture("board", board), *board, shaded=False)
            sound(player.picture("hand", hand), *hand, shaded=False)


@pytest.mark.parametrize("towers", [2, 3, 4, 5])
@pytest.mark.parametrize("height", [5, 6, 7])
def test_full_towers_fit_the_smallest_size(towers: int, height: int) -> None:
    full = ["SPIRE:4 " + " ".join(f"{floor}:{i % 4 + 1}" for i, floor in enumerate(FLOORS[: height - 1]))] * towers
    player = table(full, FLOORS[:6], height=height)
    sizes = BOARD.sizes(4, player.context.view)
    board, hand = player.picture("board", sizes.board), (sizes.board[0], sizes.hand)
    sound(board, *sizes.board, shaded=False)
    sound(player.picture("hand", hand), *hand, shaded=False)
    text = board.canvas.text()
    assert "finished" in text and all(f"{shape}{n}" in text for n, shape in zip("1234", "█▚▒▐", strict=True))


def test_sizes_for_80_by_24_and_120_by_40() -> None:
    usual, five = BOARD.sizes(4, None), BOARD.sizes(4, table((*FOUR, ""), height=7).context.view)
    assert usual.board[0] <= 78 and five.board[0] <= 80 and usual.tall == 8
    assert max(usual.board[1], five.board[1]) <= 13 and usual.hand <= 4


@pytest.mark.parametrize("columns", range(78, 160, 3))
def test_the_effect_of_a_floor_never_touches_its_tucked_card(columns: int) -> None:
    text = scene("over").picture("board", (columns, 30)).canvas.text()
    assert re.search(r"[a-z] +\[[A-Z]+\]", text) or "[" not in text
    assert not re.search(r"\w\[[A-Z]", text)


def _scoring() -> Player:
    towers = ("SPIRE:1 LANDLORD:2 LOBBY:1 NOISE:2 OFFICE:1 ELEVATOR:3", "LOBBY", "")
    events = scoring_events(table(towers, seats=3).context.view, 0)
    return table(towers, seats=3, phase="claim", playing=events[:7], frame=1, may_act=False)


SCENES: dict[str, Callable[[], Player]] = {
    "resting": lambda: table(FOUR, FLOORS[:6], marks=LAST_MOVE),
    "building": lambda: scene("resting").key("3"),
    "claiming": lambda: table(THREE, seats=3, phase="claim", built=(0, 1)).key("1"),
    "scoring": _scoring,
    "over": lambda: seen(*played(2, 300), seat=0),
}


def scene(name: str) -> Player:
    return SCENES[name]()


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40", "200x60"])
@pytest.mark.parametrize("name", SCENES)
def test_golden(name: str, size: tuple[int, int, int, int]) -> None:
    player = scene(name)
    board, hand = draw(player, size)
    hint = BOARD.describe(player.context).hint
    as_before(f"takethat-{name}", size, board.canvas.text(), hand.canvas.text(), hint)


@pytest.mark.parametrize("name", SCENES)
def test_ascii_pictures_keep_width_and_stay_7_bit(name: str) -> None:
    for picture in draw(scene(name), SIZES[0]):
        seven_bit(picture)


@pytest.mark.parametrize(("one", "other"), [("", "right"), ("", "next"), ("next", "next right"), ("next", "next down")])
def test_the_cursor_shows_without_colour(one: str, other: str) -> None:
    differ(scene("resting").key(*one.split()), scene("resting").key(*other.split()))


def test_a_pending_floor_shows_without_colour_and_says_when_it_may_not_stand() -> None:
    player = scene("building")
    assert "Build SPIRE here" in board_text(player) or "SPIRE here" in board_text(player)
    player.see(replace(player.context, view=replace(player.context.view, built=(player.ui.slot,))))
    assert "╳ not here" in board_text(player)


def test_last_moves_owners_and_due_show_without_colour() -> None:
    text = board_text(scene("resting"))
    rows = text.splitlines()
    assert any("* LOBBY" in row for row in rows) and any("▒3 *" in row for row in rows)
    assert "finished" in text and "vacant" in text and "free place" in text
    assert all(f"{shape}{n}" in text for n, shape in zip("1234", "█▚▒▐", strict=True))
    differ(scene("resting"), table(FOUR, FLOORS[:6]))


def test_scored_towers_are_marked_until_the_next_move() -> None:
    text = board_text(table(("", "LOBBY", ""), marks=(event("build", 0, 5), event("score.end", 0)), may_act=False))
    assert "just scored" in text and "*" not in text


def test_a_picture_without_cursor_shows_no_cursor_and_nothing_prepared() -> None:
    for player in (scene("resting"), scene("resting").key("next"), scene("building"), scene("claiming")):
        player.see(replace(player.context, style=Style(cursor=False)))
        assert not {">", "<", "?"} & set(board_text(player)) and "here" not in board_text(player)
        assert ">" not in player.picture("hand", (80, 4)).canvas.text()


def test_scoring_shows_each_floor_its_gain_and_who_was_driven_out() -> None:
    towers = ("NOISE:1 OFFICE:2 LANDLORD:1 LOBBY:3", "", "")
    base = table(towers, seats=3, phase="claim").context
    events = scoring_events(base.view, 0)
    shown = []
    for i in range(1, len(events) + 1):
        for frame in range(len(BOARD.frames(base, events[i - 1]))):
            player = table(towers, seats=3, phase="claim", playing=events[:i], frame=frame, may_act=False)
            sound(player.picture("board", (80, 13)), 80, 13, shaded=False)
            shown.append(board_text(player))
    assert "scoring" in shown[0] and "╳2" not in shown[0]
    assert any("> NOISE" in text for text in shown) and any("╳2" in text for text in shown)
    assert any("!█1" in text for text in shown)
    assert any("LOBBY +3" in text or "+3 █1" in text or "+3 !█1" in text or "+3!█1" in text for text in shown)


def test_frames_of_scoring_are_slow_enough_for_everybody() -> None:
    c = table(THREE, seats=3).context
    for some in scoring_events(c.view, 1):
        frames = BOARD.frames(c, some)
        assert some.kind in BOARD.spec.animated and frames
        assert all(seconds >= 0.2 for seconds in frames)


def test_a_floor_drops_two_rows_and_a_card_slides_under_its_floor() -> None:
    c = table(THREE, seats=3, phase="claim", may_act=False).context
    built = event("build", 2, 0, floor="ELEVATOR")
    rows = []
    for frame in range(len(BOARD.frames(c, built))):
        picture = BOARD.draw(replace(c, playing=(built,), frame=frame), "board", (80, 20))
        sound(picture, 80, 20, shaded=False)
        rows.append(next(y for y in range(20) if "ELEVATOR" in picture.canvas.row(y)[50:]))
    assert rows == [rows[2] - 2, rows[2] - 1, rows[2]]
    assert sum(BOARD.frames(c, built)) == pytest.approx(0.12)
    claimed = event("claim", 1, 2, floor="LANDLORD")
    shown = [
        BOARD.draw(replace(c, playing=(claimed,), frame=frame), "board", (80, 20)).canvas.text().count("▚")
        for frame in range(len(BOARD.frames(c, claimed)))
    ]
    assert shown[0] > shown[1] > shown[2] and sum(BOARD.frames(c, claimed)) == pytest.approx(0.15)


def test_whole_games_of_real_events_can_be_played() -> None:
    for seed in range(sample(2, 4)):
        state, _ = played(4, 0, seed=seed)
        dice = Dice(seed)
        while isinstance(GAME.turn(state), Decide):
            step = GAME.apply(state, GAME.choices(state).sample(dice))
            playing = tuple(e for e in step.events if e.kind in BOARD.spec.animated)
            for i in range(1, len(playing) + 1):
                player = seen(state, playing=playing[:i], frame=i % 2)
                sound(player.picture("board", (80, 13)), 80, 13, shaded=False)
            state = step.state


def test_the_read_out_says_turn_first_then_towers_with_owners() -> None:
    said = BOARD.read_out(table(FOUR).context)
    text = "\n".join(said.board)
    assert said.board[0] == "Ann builds 2 more floors."
    assert "Tower B scores at the end of this turn." in text
    assert "Tower B: 6 of 6 floors, finished" in text and "C: free place" in text
    assert text.index("A4 LOBBY, vacant") < text.index("A1 ELEVATOR, Ann")
    assert "Deck 41, discard pile 3" in text and "Cards in hand: Ann 4" in text
    assert "you" not in text.lower().split()
    assert said.hand[0].startswith("1 OFFICE: ") and len(said.hand) == 4
    assert BOARD.read_out(seen(*played(3, 4), seat=None).context).hand == ("You are watching, so you have no hand.",)
    prototype = table(("SUITE:1", "", ""), ("SUITE",), texts="prototype").context
    assert "its owner scores 3" in BOARD.read_out(prototype).hand[0]


def test_the_task_and_the_steps_of_the_turn_are_described() -> None:
    build = BOARD.describe(table(THREE, seats=3, built=(1,)).context)
    assert build.task == "Build on another tower" and build.steps[0] == ("Build 2 of 2", "now")
    claim = BOARD.describe(scene("claiming").context)
    assert claim.task.startswith("Claim") and [state for _, state in claim.steps] == ["done", "now", "next", "next"]
    assert claim.steps[3][0] == "Score"
    assert BOARD.describe(scene("over").context).steps == ()


def test_after_the_game_no_new_tower_can_start() -> None:
    context = seen(*played(2, 400)).context
    assert isinstance(context.turn, Over) and context.view.slots[0] is None
    assert tell_storey(context, 0, 0) == ""


def test_open_hands_and_finished_games_show_faces_to_spectators() -> None:
    state, _ = played(2, 3)
    player = seen(state, seat=None)
    player.see(replace(player.context, view=GAME.reveal(state)))
    assert state.hands[state.active][0] in player.picture("hand", (80, 4)).canvas.text()


@pytest.mark.parametrize("phase", ["build", "claim"])
def test_what_is_said_of_a_pending_move_fits_80_columns(phase: str) -> None:
    towers = [" ".join(FLOORS[i : i + 5]) for i in (0, 3)]
    for card in range(8):
        player = table((*towers, ""), FLOORS, seats=4, phase=phase).key(str(card + 1))
        for slot in range(3):
            for storey in range(5):
                player.see(replace(player.context, ui=replace(player.ui, slot=slot, storey=storey)))
                text = BOARD.describe(player.context).hint
                assert 0 < len(text) <= 80, text


def test_every_card_can_be_read_at_the_smallest_size() -> None:
    for first in range(0, 8, 2):
        hand = tuple((FLOORS * 2)[first : first + 6])
        player = table(("", "", ""), hand, seats=2)
        sizes = BOARD.sizes(2, player.context.view)
        text = player.picture("hand", (sizes.board[0], sizes.hand)).canvas.text()
        assert all(floor in text for floor in hand)
        lines = [line for floor in hand for line in PRINTED[floor].lines]
        assert all(len(line) <= 10 and line in text for line in lines), "no card is cut"


@pytest.mark.parametrize("theme", RGB_THEMES)
def test_what_stands_on_a_storey_can_be_read(theme: str) -> None:
    floors = tuple(STOREY_COLOURS)
    assert too_faint(theme, ("text", "muted", "good", "bad", "warn"), floors, 4.5) == {}
    assert too_faint(theme, (*PLAYERS, "wall"), floors, 3.0) == {}
    assert too_faint(theme, ("crane", "scaffold"), ("surface", *SKIES), 3.0) == {}
