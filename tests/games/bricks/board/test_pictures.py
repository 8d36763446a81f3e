"""Pictures of Brick Tower: they fit, say everything in text, and look as they did (goldens).

``TOWERGAMES_GOLDEN=write pytest tests/games`` writes the goldens anew; review them like code.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

import pytest

from tests.board import pictures
from tests.board.pictures import as_before, draw, seven_bit, sound
from tests.board.player import Player
from tests.board.test_palette import contrast, distance
from tests.combinations import combined
from tests.games.bricks.board.tables import WORKED, begun, bench, built, placed, played, player
from towergames.board.canvas import Canvas
from towergames.board.palette import resolve
from towergames.board.protocol import Style
from towergames.core.contract import Event, Over
from towergames.games.bricks.board import BOARD, score_panel
from towergames.games.bricks.board.examples import FINE_PRINT, MINI
from towergames.games.bricks.board.ledger import BUILDING_NUMBERS, SCORING_NUMBERS, score_sheet
from towergames.games.bricks.board.tower_picture import HIGH, LOW, MEDIUM, SLIM, SMALL, plan
from towergames.games.bricks.deal import DECK, deal
from towergames.games.bricks.game import GAME
from towergames.games.bricks.judge import judge, medal
from towergames.games.bricks.model import Build
from towergames.games.bricks.palette import BRICKS
from towergames.games.bricks.pieces import read_tower
from towergames.games.bricks.rule_names import RULE_NAMES
from towergames.lexicon import load

SIZES = ((80, 15, 80, 5), (120, 30, 120, 6), (160, 40, 160, 6))


text_of = partial(pictures.text_of, size=SIZES[0])
differ = partial(pictures.differ, sizes=SIZES)


def hint(p: Player) -> str:
    return BOARD.describe(p.context).hint


@combined(
    seats=[1, 2, 5],
    options=[{}, {"mode": "duel"}, {"discovery": True, "size": "mini"}, {"ledger": "blind"}, {"longest": "typed"}],
    size=[*SIZES, (68, 9, 68, 5), (90, 12, 70, 6), (100, 24, 100, 5), (200, 54, 200, 6)],
)
def test_every_moment_of_a_game_fits(seats: int, options: dict[str, Any], size: tuple[int, int, int, int]) -> None:
    for plies in (0, 1, 30, 400):
        state, events = played(seats, plies, **options)
        for seat in (None, 0, -1):
            p = player(state, events, seat)
            least = BOARD.sizes(seats, p.context.view)
            width, height = max(size[0], least.board[0]), max(size[1], least.board[1])
            wide, high = max(size[2], least.board[0]), max(size[3], least.hand)
            for _ in range(4):
                sound(p.picture("board", (width, height)), width, height)
                sound(p.picture("hand", (wide, high)), wide, high)
                p.key("next")


def test_towers_too_wide_or_too_high_are_scrolled() -> None:
    codes = ["A1TR", "B1TR", "C1TR", "D1TR", "E1TR", "F1TR", "G1TR", "H1TR", "I1TR", "J1TR", "K1TR", "L1TR", "M1TR"]
    flat = built(f"build {' '.join(codes)}", puzzle=" ".join(codes))
    high = built(f"build {' / '.join(codes)}", puzzle=" ".join(codes))
    places, levels = [(1, place) for place in range(1, 15)], [(level, 1) for level in range(1, 14)]
    for state, goals in ((flat, places), (high, levels)):
        p = player(state)
        for width, height in ((68, 9), (80, 14), (80, 15), (120, 30), (160, 40)):
            for goal in (*goals, (0, 0), (len(state.benches[0].draft), 0)):
                picture = placed(p, zone="tower", goal=goal).picture("board", (width, height))
                sound(picture, width, height)
                assert picture.cursor is not None and picture.cursor[0] < plan(width, height, 13, 13).side


def test_a_final_tower_is_whole_and_no_weight_is_cut_where_rows_and_columns_are_few() -> None:
    p = SCENES["over"]()
    low = p.picture("board", (80, 10)).canvas
    assert [low.row(y)[:3].strip() for y in range(1, 6)] == ["5", "4", "3", "2", "1"]
    narrow = p.picture("board", (99, 30)).canvas
    assert not any(re.search(r"\d (t|to|ton)(│|$)", narrow.row(y).rstrip()) for y in range(30))
    assert not any(re.search(r"=\dx?(│|$)", narrow.row(y).rstrip()) for y in range(30))


def test_sizes_for_80_by_24_and_120_by_40() -> None:
    least = BOARD.sizes(6, None)
    bar = 1
    assert least.board[0] <= 80 and 1 + least.board[1] + least.hand + bar + 2 + 4 + 1 <= 24, "with log or pad below it"
    assert plan(80, 14, 6, 6, top=1).size == SMALL and plan(80, 13, 6, 6).size == SMALL, "one row less than 24"
    assert plan(120, 29, 6, 6).size == HIGH and plan(68, 9, 6, 6).size == LOW
    assert plan(113, 31, 6, 6).size == HIGH and plan(78, 20, 6, 6).size == SLIM, "beside the log"
    assert BOARD.sizes(1, bench(BUILT, "submit").context.view).tall < least.tall, "medals need no room of cards"
    assert plan(120, 25, 6, 6, top=1).size == MEDIUM, "above the taller hand of high screens"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "name", ["standing", "empty", "holding", "broken", "declaring", "ledger", "drafting", "asking"]
)
def test_every_playable_state_has_a_task_steps_and_one_main_control(name: str, size: tuple[int, int, int, int]) -> None:
    p = SCENES[name]()
    told = BOARD.describe(p.context)
    assert told.task and told.hint and [state for _, state in told.steps].count("now") == 1
    assert [control.place for control in BOARD.controls(p.context)].count("main") == 1
    assert not re.search(r"[a-z ]~", text_of(p, size=size)), "nothing is cut"


BUILT = f"build {WORKED}"
THREE_TOWERS = (BUILT, "submit", BUILT, "raise 1", "submit", "submit")
SCENES: dict[str, Callable[[], Player]] = {
    "standing": lambda: bench(BUILT),
    "empty": lambda: player(begun(puzzle="S-Y2FN9")),
    "holding": lambda: bench(BUILT).key("s", "enter", "down"),
    "broken": lambda: placed(bench(BUILT, "raise 1", "place S1HR 4.1"), zone="tower", goal=(2, 3)),
    "declaring": lambda: bench(BUILT).press("bricks.declare").key("q"),
    "ledger": lambda: scene("broken").key("next", "next", "right"),
    "comparing": lambda: bench(BUILT, "copy b", "take 5.1").press("bricks.compare"),
    "discovering": lambda: bench(BUILT, discovery=True),
    "blind": lambda: bench(BUILT, ledger="blind"),
    "drafting": lambda: player(played(3, 11, 2, mode="duel", puzzle="S-Y2FN9")[0]),
    "hidden": lambda: player(built(BUILT, seats=2, first=1), seat=None),
    "over": lambda: player(built(*THREE_TOWERS, seats=3, first=1), seat=0),
    "asking": lambda: bench(BUILT, longest="typed").press("bricks.submit").key(*"down"),
}


def scene(name: str) -> Player:
    return SCENES[name]()


@pytest.mark.parametrize("size", [(1, 1), (3, 4), (9, 6), (24, 40)])
def test_the_score_panel_bears_any_size(size: tuple[int, int]) -> None:
    c = scene("holding").context
    score_panel.draw_panel(Canvas(*size), 2, 0, size[0] - 2, size[1], score_sheet(c, c.view.benches[0].draft))


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40", "160x50"])
@pytest.mark.parametrize("name", SCENES)
def test_golden(name: str, size: tuple[int, int, int, int]) -> None:
    p = scene(name)
    board, hand = draw(p, size)
    as_before(f"bricks-{name}", size, board.canvas.text(), hand.canvas.text(), hint(p))


@pytest.mark.parametrize("name", SCENES)
def test_ascii_pictures_keep_width_and_stay_7_bit(name: str) -> None:
    p = scene(name)
    for size in SIZES:
        for picture in draw(p, size):
            seven_bit(picture)


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40", "160x50"])
def test_letter_weight_shape_and_colour_show_without_colour(size: tuple[int, int, int, int]) -> None:
    pictures = set()
    for code in ("A5TR", "A5RR", "A5HR", "A4TR", "B5TR", "A5TB", "A5TY", "#R", "#B", "*=A5TR", "(B1TR+#Y)=A5TR"):
        p = bench(f"build {code}", puzzle="A5TR A5RR A5HR A4TR B5TR A5TB A5TY #R #B * B1TR #Y")
        board = placed(p, zone="tower", goal=(0, 0)).picture("board", size[:2])
        side = plan(size[0], size[1], 1, 1).side
        tower = [row[3:side] for row in board.canvas.text(ascii_only=True).splitlines()]
        pictures.add("\n".join(row[:24] for row in tower))
    assert len(pictures) == 11


def test_adjusted_weights_show_without_colour() -> None:
    plain = built("build Q4HR")
    seen_texts = set()
    for line in ("+1", "-1"):
        text = text_of(player(built(f"adjust 1.1 {line}", state=plain)))
        assert ("5+" if line == "+1" else "3-") in text
        seen_texts.add(text)
    assert len(seen_texts) == 2


def test_breaches_are_marked_where_they_are_and_only_there() -> None:
    rows = scene("standing").picture("board", (80, 15)).canvas.text().splitlines()
    assert not [row for row in rows if re.search("x(?!4)", row[:54])]
    rows = scene("broken").picture("board", (80, 15)).canvas.text().splitlines()
    four = next(row for row in rows if row.startswith(" 4"))
    one = next(row for row in rows if row.startswith(" 1"))
    assert re.search("x.{3}S1.{4}", four) and ("x" not in one[:45] or "x" in one[45:54])


def test_the_cursor_what_is_held_and_marks_show_without_colour() -> None:
    p = scene("standing")
    differ(p, scene("standing").key("right"))
    differ(p, scene("standing").key("previous"))
    differ(p, scene("standing").key("next"))
    differ(p, scene("holding"))
    tower = placed(scene("standing"), zone="tower", goal=(1, 1))
    for goal in ((1, 2), (5, 0), (0, 0)):
        differ(tower, placed(scene("standing"), zone="tower", goal=goal))
    differ(tower, placed(scene("standing"), zone="tower", goal=(1, 1)).key("enter", "right"))
    differ(p, scene("standing").press("bricks.filter", "main"))


def test_words_stand_under_their_columns() -> None:
    p = bench("build T4RY N3RY / O3HB / P5TR / S1HR", puzzle="T4RY N3RY O3HB P5TR S1HR #B")
    assert p.picture("board", (80, 15)).canvas.text().splitlines()[-1].startswith("    SPOT ")
    assert "No word downwards yet" in scene("standing").picture("board", (80, 15)).canvas.text()


def test_my_tower_stands_and_the_effect_is_a_second_column() -> None:
    held, mine = scene("holding"), scene("standing")
    for size in SIZES:
        text = held.picture("board", size[:2]).canvas.text()
        assert "if placed" in text and "╱╱╱" in text and "6 rules" in text and "4 levels A to Z" in text
        still = placed(scene("standing"), zone="tower", goal=(1, 1)).picture("board", size[:2]).canvas.text()
        assert "╱╱╱" not in still
        plain = replace(held.context, style=Style(ascii_only=True))
        assert ":::" in BOARD.draw(plain, "board", size[:2]).canvas.text(ascii_only=True)
    shown = score_sheet(held.context, held.context.view.benches[0].draft)
    assert shown == score_sheet(mine.context, mine.context.view.benches[0].draft), "what is held changes no point"
    written = placed(held, zone="ledger").picture("board", (120, 30)).canvas.text()
    assert "75 points" in written and "if placed" in written and "6 rules broken" in written
    window = in_hand("#Y")
    for size in SIZES[:2]:
        assert re.search(r"if placed\n.*\+17", window.picture("board", size[:2]).canvas.text())
        assert BOARD.describe(window.context).hint.count("+17") == 1


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_a_card_under_the_cursor_is_hatched_in_its_colour(theme: str) -> None:
    p = placed(scene("empty"), order="colour", card=0)
    for size in SIZES:
        canvas = p.picture("board", size[:2]).canvas
        inks_of = {run.ink for row in range(canvas.height) for run in canvas.runs(row) if "╱╱╱" in run.text}
        assert {ink.fg for ink in inks_of} == {"brick-red"} and {ink.bg for ink in inks_of} == {"surface"}
    assert contrast(resolve(theme, "brick-red"), resolve(theme, "surface")) >= 3


def in_hand(code: str) -> Player:
    """A piece in hand over a legal tower that stays legal."""
    p = bench("build A5RY R3HY W4RY #Y / E4TB N5RB #B / D4RB T3HB #B #B / O5HY #Y / R3RY")
    return placed(p, zone="tower", held=code, goal=(1, 5))


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_bricks_can_be_read_and_told_apart(theme: str) -> None:
    for plate in BRICKS:
        assert contrast(resolve(theme, "plate-ink"), resolve(theme, plate)) >= 4.5
        assert contrast(resolve(theme, plate), resolve(theme, "glass")) >= 3
    for one, other in combinations(BRICKS, 2):
        for sight in ("ordinary", "protanopia", "deuteranopia", "tritanopia", "greyscale"):
            assert distance(resolve(theme, one), resolve(theme, other), sight) >= 10, (one, other, sight)


def test_drafts_have_a_row_once_there_are_several() -> None:
    rows = scene("standing").picture("board", (80, 15)).canvas.text().splitlines()
    assert "Draft" not in rows[0]
    drafts = bench(BUILT, "draft b").picture("board", (80, 15)).canvas.text().splitlines()[0]
    assert drafts.rstrip().startswith(" Drafts  a 75 [b]")
    assert "Balthasar has handed this tower in" in text_of(player(built(BUILT, "submit", seats=2, first=2), seat=1))


def test_the_ledger_has_all_36_rules_each_once() -> None:
    assert sorted((*BUILDING_NUMBERS, *SCORING_NUMBERS)) == list(range(1, 37))
    assert set(RULE_NAMES) == set(range(1, 37)) and max(map(len, RULE_NAMES.values())) <= 15
    assert len(set(RULE_NAMES.values())) == 36
    for rule, name in RULE_NAMES.items():
        entry = GAME.rule_sheet.find(f"R-{rule}")
        assert entry is not None and entry.title == name
    p = scene("standing")
    found = score_sheet(p.context, p.context.view.benches[0].draft)
    assert set(found.lines) == set(range(1, 37))
    assert (found.legal, found.total) == (True, sum(line.points or 0 for r, line in found.lines.items() if r != 2))
    picture = p.key("next").picture("board", (120, 30))
    assert {f"rule:{number}" for number in range(1, 37)} <= {spot.key for spot in picture.spots}


def test_every_line_can_be_reached_where_the_ledger_is_a_tab() -> None:
    p = scene("standing").key("next")
    assert p.ui.zone == "ledger"
    shown = set()
    for across in (0, 1):
        for _ in range(20):
            picture = p.picture("board", (80, 15))
            sound(picture, 80, 15)
            shown |= {spot.key for spot in picture.spots if spot.key.startswith("rule:")}
            assert picture.cursor is not None
            p.key("down")
        if not across:
            p.key("right")
    assert shown == {f"rule:{number}" for number in range(1, 37)}


def test_unknown_rules_tell_nothing() -> None:
    p = scene("discovering")
    own = p.context.view.benches[0]
    known = {1, 2, 4, 5, 9, 26, 27, *own.known}
    found = score_sheet(p.context, own.draft)
    for rule, line in found.lines.items():
        assert (line.sign == "?") == (rule not in known)
        assert rule in known or (line.points is None and not line.why and line.name == "Not yet known")
    hidden = next(rule for rule in range(1, 37) if rule not in known)
    assert "?" in text_of(p) and "hidden" in text_of(p, size=SIZES[1])
    placed(p, zone="ledger", rule=hidden)
    assert "still hidden" in hint(p) and "Not yet known" in p.picture("board", (80, 15)).canvas.text()


def test_a_blind_ledger_is_closed() -> None:
    for zone in ("cards", "tower", "ledger"):
        p = placed(scene("blind"), zone=zone)
        text = text_of(p) + "\n".join(BOARD.read_out(p.context).board)
        assert "when all towers are handed in" in text and "75" not in text and "points" not in text
    wrong = placed(bench(BUILT, "raise 1", ledger="blind"), zone="tower")
    rows = wrong.picture("board", (80, 15)).canvas.text().splitlines()
    assert not [row for row in rows if re.search("x(?!4)", row[:54])]
    drafts = text_of(bench(BUILT, "copy b", ledger="blind"))
    assert " Drafts  a [b]" in drafts


def test_all_towers_are_shown_with_their_ranks_and_ledgers() -> None:
    p = scene("over")
    assert isinstance(p.context.turn, Over)
    text = text_of(p, size=SIZES[1])
    assert "1. Ann: 75" in text and "2. Balthasar: 0" in text and "1 rule broken" in text and "to go" not in text
    assert "Medals come when the search ends." in text
    assert "Ann wins" in hint(p) and p.main is None and "1. Ann: 75" in text_of(p.key("next"))
    assert p.main is not None and p.key("enter").rule == "R-1"


def test_more_towers_than_fit_are_cycled_through() -> None:
    lines = [line for _ in range(6) for line in (BUILT, "submit")]
    p = player(built(*lines, seats=6, first=1), seat=0)
    shown = set()
    for _ in range(6):
        picture = p.picture("board", (80, 15))
        sound(picture, 80, 15)
        shown |= {spot.key for spot in picture.spots if spot.key.startswith("seat:")}
        p.key("right")
    assert shown == {f"seat:{seat}" for seat in range(6)}


def test_a_better_tower_stands_beside_the_others_after_the_end() -> None:
    p = scene("over")
    own = BOARD.advise(p.context, Build(WORKED)).ui
    assert own is not None and own.suggested is None, "Ann's own tower is shown already"
    better = BOARD.advise(p.context, Build(WORKED.replace("O5HY #Y", "#Y O5HY"))).ui
    p.see(replace(p.context, ui=better))
    assert p.ui == better and "Best known" not in text_of(p) and "show the other towers" in text_of(p)
    assert ">Best known: 75<" in text_of(p.key(*["right"] * 9))
    assert "1. Ann" in text_of(p.key(*["left"] * 9))
    p.click("best")
    assert "Best known: 75" in text_of(p) and "Esc all towers" in text_of(p)
    assert hint(p).startswith("Best known. 4 levels A to Z (1)") and p.click("towers").ui.zone == "tower"


def test_speech_says_the_verdict_the_tower_and_the_ledger() -> None:
    told = BOARD.read_out(scene("standing").context)
    assert told.board[0] == "Ann builds draft a: all rules kept, 75 points." and told.prepared == ()
    text = "\n".join(told.board)
    assert "Level 1, yellow, 12 tons, a multiple of 4: A5RY, R3HY, W4RY, #Y, #Y." in text
    assert "Windows & JQXZ (18) +24, 6 windows, 0 JQXZ" in text and "Longest word: " in text and "More points: " in text
    assert "you" not in text.lower().replace(".", " ").split()
    hand = "\n".join(told.hand)
    assert "Red: I2RR P5TR Q4HR S1HR U1TR #R" in hand and "The natural wildcard: *" in hand
    broken = BOARD.read_out(scene("broken").context).board
    assert broken[0].startswith('Ann builds draft a: it breaks "4 levels A to Z" and 3')
    assert any(line.startswith("One colour (4) is broken: level 4 has more than one colour") for line in broken)
    hidden = BOARD.read_out(scene("hidden").context)
    assert hidden.board[0].startswith("Ann builds a tower.") and "watching" in hidden.hand[0]
    over = BOARD.read_out(scene("over").context).board
    assert over[0].startswith("Ann wins with 75 points") and any("Balthasar: the" in x for x in over)
    drafting = BOARD.read_out(scene("drafting").context).board
    assert "takes a card" in drafting[0] and any(line.startswith("On the table: ") for line in drafting)


def test_what_is_said_under_the_cursor() -> None:
    p = placed(scene("standing"), zone="tower", goal=(1, 1))
    assert hint(p).startswith("Level 1, place 1: yellow rectangle A, 5 tons.")
    assert "New level 6." in hint(placed(p, goal=(5, 0)))
    assert hint(scene("standing").key("g")).startswith(
        'Yellow hexagon G, 3 tons, on level 1, place 2: breaks "A multiple of 4"; 1 rule to go.'
    )
    assert "Windows & JQXZ (18)" in hint(placed(p, zone="ledger", rule=18))
    assert hint(scene("holding")).startswith("Red hexagon S, 1 ton, on level ")


def test_examples_with_words_of_their_own_tell_the_truth() -> None:
    assert Counter(MINI.replace("/", "").split()) + Counter("*") == Counter(deal("M-G2XEW"))
    assert [code for code in DECK if code[0] == "T"] == [*FINE_PRINT["B-29"].towers]
    points = [judge(read_tower(text), load("standard")).score for text in FINE_PRINT["B-20"].towers]
    assert points == [75, 58] and medal(75, 99) == "silver"
    for shot in FINE_PRINT.values():
        assert len(shot.captions) in (0, len(shot.towers))


def test_examples_say_what_their_rule_says() -> None:
    for rule_id, told in (
        ("R-17", ("kept", "broken", "x")),
        ("R-14", ("+9 points",)),
        ("B-20", ("Ann: 75 points",)),
        ("B-5", ("Lighter upwards: kept", "Lighter upwards: broken")),
        ("R-2", ("stands: 75 points",)),  # with points for words
    ):
        c = BOARD.example(rule_id)
        assert c is not None
        text = BOARD.draw(c, "board", (70, 14)).canvas.text()
        assert all(words in text for words in told)


def test_news_are_told_to_the_builder_of_what_the_last_step_did() -> None:
    state = built("build Q4HR")
    step = GAME.apply(state, GAME.parse("adjust 1.1 +1", state))
    told = BOARD.describe(player(step.state, step.events).context).news
    assert told.startswith('Q weighs 5 tons instead of 4. The tower breaks "4 levels A to Z" and ')
    assert BOARD.describe(player(step.state, step.events, seat=None).context).news == ""
    taken = GAME.apply(step.state, GAME.parse("take 1.1", step.state)).state
    assert BOARD.describe(player(taken, step.events).context).news == "", "what no longer stands has no news"


@pytest.mark.parametrize("change", [{"style": Style(cursor=False)}, {"playing": (Event("picture", ""),)}])
def test_a_still_picture_has_no_cursor(change: dict[str, Any]) -> None:
    p = placed(scene("standing"), zone="tower", goal=(1, 1))
    picture = BOARD.draw(replace(p.context, may_act=False, **change), "board", (80, 15))
    rows = "".join(row[:54] for row in picture.canvas.text().splitlines()).replace("[]", "")
    assert picture.cursor is None and "[" not in rows


def test_a_piece_that_is_laid_drops_two_rows() -> None:
    state = begun()
    step = GAME.apply(state, GAME.parse(f"place {next(card for card in state.cards_of(0) if card != '*')} 0+", state))
    event = next(event for event in step.events if event.kind == "step")
    c = replace(player(state).context, playing=(event,), may_act=False)
    pictures = [BOARD.draw(replace(c, frame=frame), "board", (80, 15)).canvas for frame in range(3)]
    tons = [next(y for y in range(15) if any(run.ink.bg.startswith("brick-") for run in p.runs(y))) for p in pictures]
    assert tons == [tons[2] - 2, tons[2] - 1, tons[2]]
    assert sum(BOARD.frames(c, event)) == pytest.approx(0.12)
    assert BOARD.frames(c, replace(event, seat=1)) == () == BOARD.frames(c, replace(event, data={"typed": "take 1.1"}))
