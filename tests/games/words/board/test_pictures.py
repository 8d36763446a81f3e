"""Pictures of Stacked Words: they fit, say everything in text, and look as they did (goldens).

``TOWERGAMES_GOLDEN=write pytest tests/games`` writes the goldens anew; review them like code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest

from tests.board import pictures
from tests.board.pictures import Four, as_before, draw, seven_bit
from tests.board.pictures import sound as check
from tests.board.player import Player
from tests.board.test_palette import contrast, distance
from tests.combinations import combined, sample
from tests.games.words.board.tables import HIGH, answering, at, drawn, hint, played, player, seen, watching
from tests.games.words.making import state as state_of
from tests.games.words.making import with_words
from towergames.board.palette import resolve
from towergames.board.protocol import AnyContext, Picture, Style
from towergames.core.contract import Event, Over, Refusal, Verdict
from towergames.games.words.board import BOARD
from towergames.games.words.board.examples import DEAR, MOOD, SHOTS, ExamplePosition, context_of
from towergames.games.words.board.tiles import WIDE, large_letter
from towergames.games.words.board.zones import plan
from towergames.games.words.game import GAME
from towergames.games.words.model import Play, full_bag
from towergames.games.words.palette import SQUARES, STACKS
from towergames.lexicon import define, load

SIZES = ((80, 12, 80, 3), (76, 32, 76, 4), (140, 52, 140, 5))
differ = partial(pictures.differ, sizes=SIZES)


@pytest.fixture(autouse=True, scope="module")
def definitions() -> None:
    assert define("word")


def text_of(p: Player, size: Four = SIZES[0], **style: bool) -> str:
    return drawn(p, "board", size[:2], **style) + "\n" + drawn(p, "hand", size[2:], **style)


def sound(p: Player, zone: str, width: int, height: int) -> Picture:
    """The picture, which is sound and has no shades."""
    picture = p.picture(zone, (width, height))
    check(picture, width, height, shaded=False)
    return picture


@combined(
    seats=[1, 2, 4],
    options=[{}, {"board": 8, "height": 3}, {"checking": "challenge"}, {"open": True}],
    size=[*SIZES, (66, 12, 66, 2), (100, 18, 60, 4), (70, 40, 90, 6)],
)
def test_every_moment_of_a_game_fits(seats: int, options: dict[str, object], size: Four) -> None:
    for plies in (0, 1, 5, 12, 300):
        state, events = played(seats, plies, **options)
        for seat in (None, 0, -1):
            p = player(seen(state, events, seat))
            columns, rows = BOARD.sizes(seats, p.context.view).board
            sound(p, "board", max(size[0], columns), max(size[1], rows))
            sound(p, "hand", max(size[2], columns), size[3])


@pytest.mark.parametrize("options", [{}, {"board": 8}])
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_board_and_upright_rack_beside_each_other_fit_a_low_screen(seats: int, options: dict[str, object]) -> None:
    for plies in (0, 5, 300):
        state, events = played(seats, plies, **options)
        for seat in (None, 0, -1):
            p = player(seen(state, events, seat))
            two = BOARD.sizes(seats, p.context.view).beside
            assert two is not None and two.columns + two.hand <= 80 and two.rows <= 22 and two.tall <= 13
            whole = sound(p, "board", two.columns, two.rows)
            assert all(s.height == 2 for s in whole.spots if s.key.startswith("cell:"))
            upright = sound(p, "hand", two.hand, two.tall)
            assert all(name in upright.canvas.text() for name in p.context.names)


@pytest.mark.parametrize("size", [8, 10])
def test_squares_spots_and_labels_at_every_size(size: int) -> None:
    p = player(seen(played(2, 3, board=size)[0]))
    columns, rows = BOARD.sizes(2, p.context.view).board
    for width in range(columns, 150, sample(11, 7)):
        for height in range(rows, 60, sample(7, 5)):
            picture = sound(p, "board", width, height)
            assert len([spot for spot in picture.spots if spot.key.startswith("cell:")]) == size * size
            measures = plan(width, height, size)
            assert measures.panel >= 22 and measures.top + size * measures.tall <= height


def test_sizes_for_80_by_24_and_120_by_40() -> None:
    sizes = BOARD.sizes(4, None)
    assert sizes.board[0] <= 70, "the pad stands beside the board from 100 columns on"
    assert sizes.board[1] + sizes.hand <= 14 and sizes.board[1] <= 12, "a banner of one row must still fit at 80x24"
    assert plan(80, 12, 10).cell == 4 and plan(76, 32, 10).tall == 3 and plan(76, 24, 10).tall == 2


SCENES: dict[str, Callable[[], Player]] = {
    "resting": lambda: player(HIGH),
    "laying": lambda: at(player(HIGH), 8, "REST", down=True),
    "empty": lambda: player(ExamplePosition((), rack="AEQNRST")).key("q"),
    "asked": lambda: player(answering(ExamplePosition((MOOD, DEAR)))),
    "swapping": lambda: player(HIGH).press("words.exchange").key("right"),
    "watching": lambda: player(watching(context_of(HIGH))),
    "over": lambda: player(seen(*played(2, 300, 1, board=8), seat=0)),
}


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40", "200x60"])
@pytest.mark.parametrize("name", SCENES)
def test_golden(name: str, size: Four) -> None:
    p = SCENES[name]()
    board, hand = draw(p, size)
    chips = "  ".join(control.label for control in p.controls.values() if control.place in ("main", "bar"))
    as_before(f"words-{name}", size, board.canvas.text(), hand.canvas.text(), chips, hint(p))


@pytest.mark.parametrize("name", SCENES)
def test_ascii_pictures_keep_width_and_stay_7_bit(name: str) -> None:
    p = SCENES[name]()
    for size in SIZES:
        for picture in draw(p, size):
            seven_bit(picture)


def test_large_letters_give_way_to_plain_ones_where_there_are_no_blocks() -> None:
    p = SCENES["resting"]()
    assert "N" in drawn(p, "board", (140, 52), ascii_only=True)
    assert "N" not in drawn(p, "board", (140, 52))[600:3000]
    shapes = {large_letter(tile) for tile in full_bag(10)}
    assert len(shapes) == 26 and all(len(row) == WIDE for shape in shapes for row in shape)


def test_heights_letters_and_marks_show_without_colour() -> None:
    rows = drawn(SCENES["resting"](), "board", (80, 12), ascii_only=True).splitlines()
    assert " T5" in rows[5] and "L2" in rows[5] and "N3" in rows[8] and "*S2" in rows[2]
    assert "Qu2" in text_of(at(player(ExamplePosition((MOOD, Play(4, 3, False, "Q")))), 0))


def test_the_cursor_its_direction_and_pending_tiles_show_without_colour() -> None:
    for keys in (["right"], ["next"], ["next", "enter"]):
        differ(SCENES["resting"](), SCENES["resting"]().key(*keys))
    differ(SCENES["resting"](), SCENES["resting"]().press("words.turn"))
    low = [
        drawn(SCENES["resting"]().key(*keys), "hand", (66, 2), ascii_only=True)
        for keys in (["next"], ["next", "enter"])
    ]
    assert "[A 1]" in low[0] and "+A 1" in low[1]
    laid = SCENES["laying"]()
    rows = laid.picture("board", (80, 12)).canvas.text().splitlines()
    assert sum(row[:43].count("+") for row in rows) == 4
    differ(laid, SCENES["laying"]().press("words.recall-all"))


def test_without_cursor_nothing_prepared_is_drawn_but_last_plays_are() -> None:
    p = SCENES["laying"]().key("next", "enter")
    bare = text_of(p, cursor=False)
    assert not {sign for sign in ("[", "+") if sign in bare} and bare.count("*") == 1
    assert p.board.draw(replace(p.context, style=Style(cursor=False)), "board", (80, 12)).cursor is None


def test_centre_squares_show_without_colour() -> None:
    assert drawn(at(player(ExamplePosition(())), 0), "board", (80, 12)).count("+") == 4


def test_what_the_judge_refuses_is_marked_without_colour() -> None:
    laid = at(player(ExamplePosition((MOOD,), rack="AEQNRST")), 34, "SOT", down=True)

    def squares(*refusals: Refusal) -> str:
        judged = Player(BOARD, replace(laid.context, verdict=Verdict(refusals)))
        return "\n".join(row[:43] for row in drawn(judged, "board", (80, 12)).splitlines())

    word = squares(Refusal("U-2", "SOT would be covered as a whole.", "cell:e4"))
    assert word.count("x") == 3 and all(f"x{letter}" in word for letter in "SOT")
    assert "x" not in squares(Refusal("U-7", "SOT is not in the word list.", "cell:e4"))  # it may go on
    assert "x" not in squares() and "+S" in squares()
    assert squares(Refusal("U-19", "The stack at e9 is 5 tiles high already.", "cell:e9")).count("x") == 1
    assert "x" not in squares(Refusal("U-20", "That forms no word of two tiles or more.", "cell:e4"))


def test_last_plays_are_marked_and_who_is_on() -> None:
    p = SCENES["asked"]()
    text = text_of(p)
    assert text.count("*") == 3 and BOARD.describe(p.context).task == "Challenge DEAR, or let it stand"
    assert sum(">█1 Ann" in row for row in text.splitlines()) == 1
    ruling = Event("ruling", "", data={"bad": ["DEAR"]})
    elsewhere = at(p, 44, "")
    assert "2 Bob played DEAR +8" in drawn(elsewhere, "board", (80, 12))
    taken_back = player(replace(elsewhere.context, marks=(*p.context.marks, ruling)))
    assert "played" not in drawn(at(taken_back, 44), "board", (80, 12))
    long_name = player(replace(elsewhere.context, names=("Ann", "Bartholomew Featherstonehaugh")))
    assert "2 played DEAR +8" in drawn(at(long_name, 44), "board", (80, 12)), "a name is there whole or not at all"


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_tiles_can_be_read_and_heights_told_apart(theme: str) -> None:
    for plate in (*STACKS, "tile-new"):
        assert contrast(resolve(theme, "plate-ink"), resolve(theme, plate)) >= 4.5
        for ground in SQUARES:
            assert distance(resolve(theme, plate), resolve(theme, ground), "ordinary") >= 8
    for ground in SQUARES:
        assert contrast(resolve(theme, "muted"), resolve(theme, ground)) >= 4.5
    for low, high in pairwise(STACKS):
        assert distance(resolve(theme, low), resolve(theme, high), "greyscale") >= 3


def test_tiles_of_others_land_one_by_one() -> None:
    state, _ = played(2, 2, 3)
    play = next(iter(GAME.choices(state)))
    step = GAME.apply(state, play)
    event = step.events[0]
    c = seen(state, seat=1 - state.active)
    frames = BOARD.frames(c, event)
    tiles = len(event.data["tiles"])
    assert event.kind in BOARD.spec.animated and len(frames) == 3 * tiles + 1
    assert frames[:3] == pytest.approx((0.04, 0.04, 0.04)) and frames[-1] >= 0.4, "a drop of 120 ms, then a rest"
    for frame in range(2, 3 * tiles, 3):
        picture = sound(player(replace(c, playing=(event,), frame=frame, marks=())), "board", 80, 12)
        assert picture.canvas.text().count("*") == frame // 3 + 1
    own = seen(state, seat=state.active)
    assert len(BOARD.frames(own, event)) == 1, "one's own tiles lie there already"
    assert sound(player(replace(own, playing=(event,), marks=())), "board", 80, 12).canvas.text().count("*") == tiles
    assert all(BOARD.frames(c, other) == () for other in step.events[1:])


def test_the_read_out_says_the_last_play_then_the_turn_then_the_board() -> None:
    told = BOARD.read_out(SCENES["resting"]().context)
    assert told.board[0].startswith("Bob plays S(PLUS)") and told.board[1].startswith("Ann's turn: play a word")
    text = "\n".join(told.board)
    assert "Row 5: c T 5 high, d O, e O, f L 2 high, h U" in text and "Empty rows: 1, 9, 10." in text
    assert "Tiles on racks: Ann 7, Bob 7. Bag: 60." in text
    assert "you" not in text.lower().replace(".", " ").split()
    assert told.hand == ("7 tiles: A E Qu N R S T",) and told.prepared == ()
    assert BOARD.read_out(SCENES["laying"]().context).prepared[0] == "REST down from i1."
    assert "board is empty" in "\n".join(BOARD.read_out(player(ExamplePosition(())).context).board)
    assert "or let it stand" in "\n".join(BOARD.read_out(SCENES["asked"]().context).board)
    over = SCENES["over"]().context
    assert isinstance(over.turn, Over) and any(
        line.startswith("The game is over: ") for line in BOARD.read_out(over).board
    )
    assert BOARD.read_out(SCENES["watching"]().context).hand == ("You are watching, so you have no rack.",)


def test_what_is_said_under_the_cursor() -> None:
    assert hint(at(SCENES["resting"](), 42)).startswith("c5: T on P, F, W, M, full. In TOOL")
    assert hint(at(SCENES["resting"](), 99)) == "j10: empty."
    first = player(ExamplePosition((MOOD,)))
    assert hint(first) == "c5: M. In MOOD."
    assert first.press("words.meaning").said.startswith("mood: noun, ")
    assert "first word" in hint(player(ExamplePosition(())))
    assert hint(SCENES["laying"]()) == "REST down from i1."
    gap = at(SCENES["resting"](), 90, "A")
    assert "no word" in hint(gap) and "gap" in hint(at(gap, 93, "E"))
    assert hint(SCENES["resting"]().click("hand:1")) == "h2: A goes on S, Qu."
    crossed = player(ExamplePosition((MOOD, DEAR), "challenge"), pending=None)
    doubted = replace(SCENES["asked"]().context.view.pending, words=("DEAR",))
    crossed.see(replace(crossed.context, view=replace(crossed.context.view, pending=doubted)))
    assert hint(at(crossed, 45)) == "f5: D. DEAR may be challenged until you play, exchange or pass."
    assert hint(SCENES["swapping"]()).startswith("Give E back")
    assert hint(SCENES["resting"]().key("next")).startswith("Tile 1 is A")


def test_what_a_challenge_came_to_is_told() -> None:
    c = SCENES["asked"]().context
    ruling = Event("ruling", "Verdict: DEAR is in the list", data={"bad": []})
    assert BOARD.describe(replace(c, marks=(*c.marks, ruling))).news == "Verdict: DEAR is in the list."
    assert BOARD.describe(c).news == ""


def test_the_booklets_example_scores_what_the_booklet_says() -> None:
    plays = SHOTS["R-16"].plays
    told = [context_of(ExamplePosition(plays[: i + 1])).marks[0].data["points"] for i in range(len(plays))]
    assert told == [8, 8, 10, 5, 12, 14, 16]


def test_open_racks_and_finished_games_show_faces_to_spectators() -> None:
    state, _ = played(2, 3)
    c: AnyContext = replace(seen(state, seat=None), view=GAME.reveal(state))
    row = player(c).picture("hand", (80, 3)).canvas.row(1)
    assert all(("Qu" if tile == "Q" else tile) in row for tile in state.racks[state.active])


@pytest.mark.parametrize("name", SCENES)
def test_every_moment_has_a_task_one_main_chip_and_nothing_cut(name: str) -> None:
    p = SCENES[name]()
    told = BOARD.describe(p.context)
    mains = [control for control in p.controls.values() if control.place == "main"]
    assert told.task and len(mains) == (1 if p.context.may_act else 0)
    for words in (told.task, told.hint, *(control.label for control in p.controls.values())):
        assert "~" not in words and "(" not in words
    for size in SIZES:
        assert not any("~" in picture.canvas.text() for picture in draw(p, size))


def test_the_main_chip_says_what_to_do_when_nothing_is_typed() -> None:
    resting, laying = SCENES["resting"](), SCENES["laying"]()
    assert resting.main is not None and resting.main.label == "Make a word first" and resting.main.blocked is not None
    assert laying.main is not None and laying.main.label.startswith("Play REST")
    steps = [text for text, _ in BOARD.describe(laying.context).steps]
    assert steps == ["Type", "Play", "Draw 4"]


def test_the_panel_says_whether_a_word_counts_only_where_words_are_checked() -> None:
    state = state_of(with_words(("d5", "MOOD", False)), ("AENSSTX", "AEINRST"), words="standard")
    listed = load("standard")
    state = replace(state, list_id="standard", list_sha256=listed.sha256)
    told_when = {"auto-check": ("is a word", "is not a word"), "challenge": ("not checked", "not checked")}
    for checking, (good, bad) in told_when.items():
        table = replace(state, terms=replace(state.terms, checking=checking))
        for text, told in (("play d2 down NEST", good), ("play d2 down XEST", bad)):
            action = GAME.parse(text, table)
            p = player(seen(table))
            laid = replace(p.context, ui=BOARD.advise(p.context, action).ui, verdict=GAME.judge(table, action))
            assert told in drawn(Player(BOARD, laid), "board", (76, 32)), (checking, text)
