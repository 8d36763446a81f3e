"""Highlights of Stacked Words: each found, missed by one, and none of a play that is still open to a challenge."""

from __future__ import annotations

from dataclasses import replace

from tests.feats import Game
from tests.games.words.making import state
from tests.games.words.test_feats import EMPTY, HIGH, last_play, played, row
from towergames.core.highlight import Highlight
from towergames.games.words.model import State
from towergames.table.highlights import highlights_of

ANN, BOB = 0, 1


def seen(game: Game, play: int = -1) -> dict[str, Highlight]:
    """The highlights of a play by kind; the last play if no other one is named."""
    plays = len(game.history.plays)
    return {one.kind: one for one in highlights_of(game.history, play % plays)}


def challenged(rack: str, play: str, *, bad: tuple[str, ...] = (), **options: str) -> Game:
    """Ann's play, which Bob challenges."""
    checking = options.get("checking", "challenge")
    position = state(EMPTY, (rack, "V"), bag="", checking=checking)
    return Game("words", position, first=1, checking=checking).move(play, "challenge").chance({"bad": list(bad)})


def behind(points: tuple[int, int], **options: str) -> State:
    """Ann has one play left, CAT for 6 points, and so many points; Bob has one tile."""
    return replace(state(EMPTY, ("ACT", "V"), bag="", **options), points=points)


def test_a_turn_of_30_points_is_large_and_one_of_29_is_not() -> None:
    large = seen(played("thirty"))["large-turn"]
    assert (large.seats, large.points, large.theme, large.size) == ((ANN,), 30, "scores", 30)
    assert large.sentence == "" and large.data == {"cells": [15]}, "the event says it"
    assert "large-turn" not in seen(played("thirty", missed=True))


def test_seven_tiles_at_once_are_one_highlight_and_six_are_none() -> None:
    game = played("full-house")
    seven = seen(game)["all-seven"]
    assert (seven.seats, seven.theme, seven.points) == ((ANN,), "scores", 34) and len(seven.data["cells"]) == 7
    events = game.history.plays[-1].step.events
    assert events[seven.event].kind == "bingo" and seven.sentence == "", "the event says it"
    assert "large-turn" not in seen(game), "seven tiles for 34 points are one highlight"
    assert "all-seven" not in seen(played("full-house", missed=True))


def test_a_word_taken_back_is_a_highlight() -> None:
    back = seen(challenged("RETAINX", "play d5 RETAINX", bad=("RETAINX",)))["taken-back"]
    assert (back.seats, back.theme, back.points) == ((ANN,), "back", 34) and len(back.data["cells"]) == 7


def test_a_play_that_is_open_is_no_highlight_until_a_challenge_has_failed() -> None:
    game = challenged("RETAINS", "play d5 RETAINS")
    assert not seen(game, 0), "the play may still be taken back"
    stands = seen(game)["all-seven"]
    assert (stands.seats, stands.points) == ((ANN,), 34)
    assert stands.sentence == "{0} uses all 7 tiles: 20 points extra", "no event of the ruling says it"
    small = challenged("CATV", "play d5 CAT")
    assert not seen(small)


def test_the_last_tile_of_the_bag_is_a_highlight_and_the_one_before_is_none() -> None:
    for bag, last in (("AE", True), ("AEI", True), ("AEIO", False)):
        game = Game("words", state(EMPTY, ("ACTNRST", "VVV"), bag=bag), first=1).move("play e5 CAT")
        game.chance({"tiles": bag[:3]})
        assert ("last-tile" in seen(game)) == last, bag
    game = (
        Game("words", state(EMPTY, ("ACTNRST", "VVV"), bag="AE"), first=1).move("play e5 CAT").chance({"tiles": "AE"})
    )
    tile = seen(game)["last-tile"]
    assert (tile.theme, tile.seats, tile.sentence) == ("last", (), "The bag is empty. No tile is left to draw.")


def test_a_winner_who_was_behind_is_a_highlight() -> None:
    lead = seen(Game("words", behind((0, 3)), first=1).move("play e5 CAT"))["lead"]
    assert (lead.seats, lead.theme, lead.points) == ((ANN,), "win", 3)
    assert lead.data == {"before": [0, 3], "after": [6, -2]}, "Bob's last tile costs 5 points"
    assert lead.sentence == "{0} was 3 points behind and wins at the end."


def test_a_winner_who_was_not_behind_and_a_shared_win_are_none() -> None:
    for points in ((3, 0), (3, 3), (0, 11), (0, 20)):
        assert not seen(Game("words", behind(points), first=1).move("play e5 CAT")), points


def test_points_of_an_open_play_are_not_certain_before_the_end() -> None:
    game = Game("words", behind((0, 3), checking="challenge"), first=1, checking="challenge")
    game.move("play e5 CAT", "accept")
    lead = seen(game)["lead"]
    assert lead.points == 3 and lead.data["before"] == [0, 3]


def test_a_large_last_play_that_wins_is_two_highlights_and_the_lead_is_the_larger() -> None:
    position = last_play(row(*[f"{HIGH}{letter}" for letter in "CARES"], HIGH), "S")
    position = replace(position, points=(0, 9), racks=("S", "V"))
    both = seen(Game("words", position, first=1).move("play a2 .....S"))
    assert both["lead"].size > both["large-turn"].size
