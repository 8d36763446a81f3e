"""The reviewer: the highest score the rack allowed, from what the mover knew."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.games.words.making import GAME, do, points, state, with_words
from towergames.core.contract import Score
from towergames.games.words import leaves
from towergames.games.words.grid import without
from towergames.games.words.model import State
from towergames.games.words.review import REVIEW
from towergames.games.words.rules import all_plays

MOOD = with_words(("d5", "MOOD", False))
TAKEN_BACK = (Score(0, -8, -8, "U-12", "XYZ taken back"),)


def find(s: State, text: str, later: tuple[Score, ...] = ()) -> Any:
    return REVIEW.find(GAME, GAME.view(s, s.active), GAME.parse(text, s), later)


def test_the_best_play_is_found_and_nothing_is_missed() -> None:
    s = state(MOOD, ("WEPLXZZ", "AEINRST"))
    best = find(s, "pass").best
    finding = find(s, best)
    assert finding.found and finding.missed == 0
    assert finding.best_points == finding.got_points == points(s, best)


def test_a_lesser_play_misses_the_difference() -> None:
    s = state(MOOD, ("WLEPXZZ", "AEINRST"))
    finding = find(s, "play d5 across W")
    assert finding.got_points == points(s, "play d5 across W")
    assert finding.missed == points(s, finding.best) - finding.got_points > 0


def test_an_exchange_and_a_pass_miss_all_of_it() -> None:
    s = state(MOOD, ("WLEPXZZ", "AEINRST"))
    for text in ("exchange X", "pass"):
        finding = find(s, text)
        assert finding.got_points == 0
        assert finding.missed == finding.best_points > 0


def test_with_nothing_to_play_nothing_is_missed() -> None:
    finding = find(state(MOOD, ("VVVVVVV", "AEINRST")), "exchange V")
    assert (finding.best, finding.best_effect, finding.missed) == ("", "no play", 0)


def test_seven_tiles_are_the_prize() -> None:
    s = state(racks=("AEINRST", "BBBBBBB"))
    finding = find(s, "play e5 across NET")
    assert finding.prize and not finding.prize_got and find(s, finding.best).prize_got
    without_bonus = state(racks=("AEINRST", "BBBBBBB"), bingo=0)
    assert not find(without_bonus, "play e5 across NET").prize


def test_the_racks_of_others_make_no_difference() -> None:
    mine = ("WEPLXZZ",)
    assert find(state(MOOD, (*mine, "AEINRST")), "pass") == find(state(MOOD, (*mine, "BBBBBBB")), "pass")


def test_a_first_try_taken_back_does_not_count_but_a_lost_turn_does() -> None:
    s = state(MOOD, ("WEPLXZZ", "AEINRST"), checking="challenge")
    assert find(s, "play d4 down X", TAKEN_BACK) is None
    strict = find(state(MOOD, ("WEPLXZZ", "AEINRST"), checking="loser-loses-turn"), "play d4 down XZ", TAKEN_BACK)
    assert strict.got_points == 0 and strict.missed == strict.best_points
    assert "taken back" in strict.note


def test_answers_are_not_judged() -> None:
    s = do(state(MOOD, ("WEPLXZZ", "AEINRST", "AEINRST"), checking="challenge"), "play d5 across W").state
    assert GAME.turn(s).phase == "answer"  # type: ignore[union-attr]
    asked = GAME.turn(s).seat  # type: ignore[union-attr]
    assert REVIEW.find(GAME, GAME.view(s, asked), GAME.parse("accept", s)) is None


def test_tiles_kept_may_speak_for_another_play() -> None:
    finding = find(state(MOOD, ("MOTEIIR", "AEINRST")), "pass")
    assert finding.best_effect == "6b TOE"
    assert finding.note == "With the tiles kept counted, IT with MOOT for 8 points is better."
    assert find(state(MOOD, ("MOTEIIR", "AEINRST"), bag=""), "pass").note == "", "no tiles are left to draw"


def test_the_three_best_plays_stand_beside_the_one_that_was_made() -> None:
    s = state(MOOD, ("MOTEIIR", "AEINRST"))
    passed = find(s, "pass")
    assert len(passed.candidates) == 4 and passed.candidates[-1].move == "pass" and passed.candidates[-1].made
    assert passed.candidates[0].move == "6b TOE with ME" and passed.candidates[0].note == "keeps I I M R"
    assert [one.points for one in passed.candidates] == sorted((one.points for one in passed.candidates), reverse=True)
    assert find(s, "exchange I").candidates[-1].note == "keeps E I M O R T"
    best = find(s, passed.best)
    assert len(best.candidates) == 3 and best.candidates[0].made and best.found
    worse = find(s, "play d4 down T")
    assert len(worse.candidates) == 4 and worse.candidates[-1].made
    assert passed.best_name == "TOE"
    assert passed.unseen.startswith("In the bag and on other racks, 89 tiles: A 7, B 3")


def test_a_word_that_scores_as_much_at_several_places_is_one_candidate() -> None:
    s = state(racks=("CHASMFH", "AEINRST"))
    candidates = find(s, "pass").candidates[:3]
    assert len({one.move.split()[1] for one in candidates}) == 3, "the first word may be shifted over the centre"
    first = next(one for one in candidates if len(one.move.split()[1]) < 7)
    word = first.move.split()[1]
    played = find(s, f"play e6 across {word}").candidates
    assert [one.move for one in played if one.made] == [f"6e {word}"]
    assert len({one.move.split()[1] for one in played}) == 3


def test_a_play_is_not_compared_with_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    opening, later = state(racks=("ACELNOT", "BBBBBBB")), state(MOOD, ("AEHRSTV", "AEINRST"))
    equal = next(play for play in all_plays(opening)[1:] if sorted(play.tiles) != sorted(all_plays(opening)[0].tiles))
    less = all_plays(later)[-1]
    assert equal.score == all_plays(opening)[0].score and less.score < all_plays(later)[0].score
    for s, wise, note in ((opening, equal, ""), (later, less, "With the tiles kept counted, no play was better.")):
        best_rack = without(s.racks[0], wise.tiles)
        table = SimpleNamespace(worth=lambda kept, _, best_rack=best_rack: 50.0 if kept == best_rack else 0.0)
        monkeypatch.setattr(leaves, "shipped", lambda table=table: table)
        first = all_plays(s)[0]
        assert find(s, GAME.notate(first.action(10))).note.endswith(" is better.")
        made = next(play for play in all_plays(s) if play.tiles == wise.tiles)
        assert find(s, GAME.notate(made.action(10))).note == note


def test_alone_there_are_no_other_racks() -> None:
    alone = state(MOOD, ("WLEPXZZ",))
    assert find(alone, "pass").unseen.startswith("In the bag, ")
    assert find(state(MOOD, ("WLEPXZZ", "AEINRST")), "pass").unseen.startswith("In the bag and on other racks, ")
