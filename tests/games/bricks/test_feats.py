"""Records and achievements of Brick Tower: each earned, missed by one, met with help, and after a free undo."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from tests.feats import Game
from tests.games.bricks.board.tables import WORKED
from towergames.core.contract import Nature
from towergames.core.dice import Dice
from towergames.core.feat import Feats, Mark
from towergames.games.bricks.feats import FEATS, beside_house
from towergames.games.bricks.game import GAME
from towergames.games.bricks.pieces import cards_of, read_tower
from towergames.table.achievements import Standing, achievements_of
from towergames.table.facts_cache import CountedGame
from towergames.table.record_book import OwnGame, Record, games_of, records_of

DAY = "2026-11-27"
LEGAL = "M5HY Q5TY #Y / D5TB / I1HR O2RR V1HR #R / C2RB #B"
"""A tower of 49 points from 10 of the day's 16 cards."""
BROKEN = "M5HY Q5TY #Y / D5TB / I1HR O2RR V1HR #R"
LIGHT = "M5HY Q5TY #Y / C2RB O2RB #B / I3TY / O2RR #R"
"""A tower of 41 points from 9 of the day's cards."""
EIGHT_LETTERS = WORKED
SIX_LETTERS = "A5RY R3HY W4RY #Y #Y / E4TB N5RB #B / D4RB T3HB #B #B / O5HY #Y"
FOUR_WORDS = (
    "D2RY G4TY N3RY S1RY / A1TR #R E1RR E4TR I1HR M1TR / #B E3HB K2TB Y2TB (F2HR+I4RR)=#B / D5TB *=P1HB"  # S-2259H
)
THREE_WORDS = "G4TY R3HY T4TY / #Y *=A5TY E5TY / #R F2HR V1HR X2TR / E4TR / B1TY"

NEVER = 10**6
"""Points of a house of which no tower has half."""


def settled(game: Game) -> Game:
    """The game after the outcomes of chance that are due."""
    while isinstance(turn := game.history.turn, Nature):
        outcome = GAME.resolve(game.history.state, turn, Dice(1))
        game.chance(msgspec.to_builtins(outcome))
    return game


def task(size: str = "mini") -> Game:
    """The task of the day, begun."""
    return settled(Game("bricks", seats=1, size=size, puzzle=DAY))


def dealt(*towers: str, **options: Any) -> Game:
    """A random puzzle with the cards of these towers, begun."""
    materials = tuple(sorted(card for tower in towers for card in cards_of(read_tower(tower)).elements()))
    game = settled(Game("bricks", seats=1, **options))
    game.history.first = replace(game.history.state, materials=materials)
    del game.history.plays[:]
    return game


def handed_in(game: Game, tower: str) -> Game:
    return settled(game.move(f"build {tower}", "submit"))


def standings(game: Game, house: int = NEVER) -> dict[str, Standing]:
    """The achievements of Ann after her only game, where the day's search has so many points."""
    return {one.achievement.key: one for one in achievements_of("bricks", own(game, house))}


def own(game: Game, house: int) -> list[OwnGame]:
    """Ann's only game, with the marks of a day's task beside a known house."""
    found = game.facts()
    if found.earns_medal:
        first, *others = found.seats
        more = FEATS.beside_house(first.marks, first.points, house)
        found = found._replace(seats=(first._replace(marks={**first.marks, **more}), *others))
    return games_of([CountedGame("one", found, 1)], "Ann")


def earned(game: Game, house: int = NEVER) -> set[str]:
    return {key for key, one in standings(game, house).items() if one.met is not None}


POSITIONS: dict[str, tuple[Any, str, int, str, int]] = {
    "it-stands": (task, LEGAL, NEVER, BROKEN, NEVER),
    "bronze-age": (task, LEGAL, 98, LEGAL, 99),
    "silver-lining": (task, LEGAL, 70, LEGAL, 71),
    "mother-tongue": (lambda: dealt(WORKED), EIGHT_LETTERS, NEVER, SIX_LETTERS, NEVER),
    "four-columns": (lambda: dealt(FOUR_WORDS, THREE_WORDS), FOUR_WORDS, NEVER, THREE_WORDS, NEVER),
    "lightweight": (task, LIGHT, 58, LEGAL, 58),
    "beat-the-house": (task, LEGAL, 48, LEGAL, 49),
}
"""By achievement: the game, a tower and the points of the day's search with which Ann earns it, and a near miss."""


def test_every_achievement_has_a_position() -> None:
    assert set(POSITIONS) == {one.key for one in FEATS.achievements}


@pytest.mark.parametrize("key", POSITIONS)
def test_an_achievement_is_earned_and_missed_by_one(key: str) -> None:
    begun, tower, house, other, other_house = POSITIONS[key]
    assert key in earned(handed_in(begun(), tower), house)
    assert key not in earned(handed_in(begun(), other), other_house)


@pytest.mark.parametrize("key", POSITIONS)
def test_with_a_hint_it_is_met_and_does_not_count(key: str) -> None:
    begun, tower, house, *_ = POSITIONS[key]
    found = standings(handed_in(begun().help(0), tower), house)[key]
    assert found.met is None and found.helped


@pytest.mark.parametrize("key", POSITIONS)
def test_a_free_undo_neither_earns_nor_spoils_it(key: str) -> None:
    begun, tower, house, other, other_house = POSITIONS[key]
    assert key in earned(handed_in(begun().move(f"build {other}").undo(), tower), house)
    assert key not in earned(handed_in(begun().move(f"build {tower}").undo(), other), other_house)


def test_a_near_miss_says_how_near_it_was() -> None:
    def near(key: str) -> str:
        begun, _, _, other, house = POSITIONS[key]
        return standings(handed_in(begun(), other), house)[key].near

    assert near("mother-tongue") == "ARDENT: 6 of 7 letters" and near("four-columns") == "best 3 of 4"
    assert near("lightweight") == "best 63 % of the cards" and near("beat-the-house") == "best 100 % of the search"
    assert near("silver-lining") == "bronze, 49 of 71" and near("it-stands") == ""


def test_a_broken_tower_has_no_marks_beside_a_house_and_a_former_task_is_for_no_medal() -> None:
    assert not earned(handed_in(task(), BROKEN), 49) and beside_house({}, 0, 49) == {} == Feats().beside_house(
        {}, 50, 49
    )
    former = settled(Game("bricks", seats=1, puzzle=DAY))
    assert former.history.state.code.startswith("S-")
    assert not settled(former.move("submit")).facts().earns_medal


def book(game: Game, house: int = NEVER) -> dict[str, Record]:
    return {record.line.measure: record for record in records_of("bricks", own(game, house))}


def shown(record: Record) -> str:
    assert record.best is not None
    return record.shown(record.best.mark)


def test_the_record_book_has_the_best_of_each_kind() -> None:
    records = book(handed_in(task(), LIGHT), 58)
    assert {key: shown(record) for key, record in records.items() if record.best is not None} == {
        "best-16": "41",
        "share": "70 %",
        "word": "4 letters",
        "light": "57 % of the cards",
        "medal": "silver",
    }
    assert records["share"].best is not None and records["share"].best.text == "41 of 58"
    records = book(handed_in(dealt(FOUR_WORDS, THREE_WORDS), FOUR_WORDS))
    assert shown(records["best-34"]) == "55" and shown(records["columns"]) == "4"
    assert records["columns"].best is not None and records["columns"].best.text == "DAD PEG KEN YES"
    assert records["word"].best is not None and records["word"].best.text == "PEKINGESE"
    assert records["medal"].best is records["share"].best is None


def test_a_tower_that_scores_a_point_more_than_a_large_search_is_more_than_all_of_it() -> None:
    assert beside_house({"cards": Mark(60)}, 201, 200)["share"].value == 101
    assert beside_house({"cards": Mark(60)}, 200, 200)["share"].value == 100


def test_a_duel_has_a_record_of_its_own() -> None:
    game = settled(Game("bricks", seats=2, mode="duel", first=1))
    state = game.history.state
    half = tuple(cards_of(read_tower(WORKED)).elements())
    game.history.first = replace(state, phase="build", pool=(), picked=(half, half))
    del game.history.plays[:]
    settled(game.move(f"build {WORKED}", "submit", "submit"))
    assert game.facts().usual and game.marks(0)["duel"].value == 75
    assert "best-34" not in game.marks(0) and "duel" not in game.marks(1)
    assert "word" in game.marks(0) and "word" not in game.marks(1), "an empty tower keeps no rules"


def test_the_habit_is_a_word_in_a_column() -> None:
    game = handed_in(dealt(FOUR_WORDS, THREE_WORDS), FOUR_WORDS)
    assert game.marks()["column-word"].value == 1
    assert "column-word" not in handed_in(dealt(WORKED), WORKED).marks()


def test_cards_that_a_person_chose_make_no_record() -> None:
    game = settled(Game("bricks", seats=1, puzzle=WORKED.replace(" /", "")))
    assert set(handed_in(game, WORKED).marks()) == {"points"}
