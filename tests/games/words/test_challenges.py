"""R-24, U-12: plays that stand until they are challenged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.words.making import GAME, decides, do, is_over, rule, run, settle, state, with_words
from towergames.core.contract import Nature, event_text
from towergames.core.dice import Dice
from towergames.games.words.game import FORMER
from towergames.games.words.model import Ruling

PHONY = "play e5 across TARDY"
BOTH = ("challenge", "loser-loses-turn")


def game(checking: str = "challenge", seats: int = 2, **more):
    return state(racks=("TARDYON", "OEINRST", "AEINRST", "AEINRST")[:seats], checking=checking, **more)


def test_u12_auto_check_refuses_what_is_not_in_the_list_and_knows_no_challenge() -> None:
    s = state(racks=("TARDYON", "AEINRST"))
    assert rule(s, PHONY) == "U-7" and rule(s, "challenge") == "U-12"
    assert rule(s, "accept") == "U-12" and rule(run(s, "play e5 across TO"), "challenge") == "U-12"


@pytest.mark.parametrize("checking", BOTH)
def test_u12_with_challenges_any_letters_may_be_played_and_nothing_tells(checking: str) -> None:
    s = game(checking)
    real, phony = (GAME.judge(s, GAME.parse(text, s)) for text in ("play e5 across TOAD", PHONY))
    assert real.legal
    assert phony.legal
    assert real.note.endswith(". It may be challenged")
    assert phony.note.endswith(". It may be challenged")
    assert rule(s, "play a1 across TARDY") == "U-5"  # the rules of laying hold as ever
    assert rule(s, "challenge") == "U-12"  # nothing was played


def test_u12_the_refill_waits_until_the_window_closes() -> None:
    s = do(game(), PHONY).state
    assert decides(s) == (1, "turn") and s.racks[0] == "NO"
    assert s.pending is not None and s.points == (10, 0)
    assert "last play open" in GAME.status(GAME.view(s, 1))
    passed = do(s, "pass").state
    assert GAME.turn(passed) == Nature("draw")
    after = settle(passed)
    assert len(after.racks[0]) == 7 and after.pending is None and rule(after, "challenge") == "U-12"


def test_the_refill_comes_before_the_next_players_own_draw() -> None:
    s = do(game(), "play e5 across TARDY").state
    s = do(s, "play e6 down OE").state
    assert s.refill == (0,) and s.pending is not None and s.pending.seat == 1
    after = settle(s)
    assert len(after.racks[0]) == 7 and len(after.racks[1]) < 7


def test_r24_u12_a_challenged_play_with_a_bad_word_is_taken_back() -> None:
    before = game()
    s = do(before, PHONY).state
    asked = do(s, "challenge")
    assert GAME.turn(asked.state) == Nature("ruling")
    assert GAME.resolve(asked.state, Nature("ruling"), Dice(1)) == Ruling(("TARDY",))
    step = GAME.apply_outcome(asked.state, Ruling(("TARDY",)))
    back = step.state
    assert back.board == before.board and back.racks == before.racks and back.points == (0, 0)
    assert [(line.seat, line.points, line.rule) for line in step.scores] == [(0, -10, "U-12")]
    assert decides(back) == (0, "turn") and rule(back, "exchange A") == "R-24"
    assert rule(back, "play e5 across TO") == "" and rule(back, "pass") == ""
    assert run(back, "pass").passes == 1


def test_u12_after_every_play_taken_back_the_same_turn_goes_on() -> None:
    before = game()
    s = before
    for tries in range(1, 4):
        s = settle(do(do(s, PHONY).state, "challenge").state)
        assert decides(s) == (0, "turn")
        assert (s.board, s.racks, s.points, s.passes) == (before.board, before.racks, (0, 0), 0)
        assert (s.turns, s.refused) == (1, (tries, 0)) and rule(s, "exchange A") == "R-24"
        assert rule(s, "challenge") == "U-12"
    s = run(s, "play e5 across TO")
    assert (decides(s), s.points, s.turns) == ((1, "turn"), (4, 0), 1)


def test_u12_with_more_players_too_the_same_turn_goes_on() -> None:
    s = game(seats=3)
    for challenger in ("challenge", "accept challenge", "challenge"):
        s = settle(run(do(s, PHONY).state, *challenger.split()))
        assert decides(s) == (0, "turn")
    assert decides(run(s, "pass")) == (1, "turn")


def test_u12_by_rules_1_a_second_play_taken_back_in_one_turn_is_a_pass() -> None:
    """Saves that rules 1 began go on by rules 1."""
    first = next(former for former in FORMER if former.info.rules_version == 1)
    terms = first.new(2, {"checking": "challenge"}).terms
    s = settle(do(do(replace(game(), terms=terms), PHONY).state, "challenge").state)
    assert decides(s) == (0, "turn")
    s = settle(do(do(s, "play e5 across DOTY").state, "challenge").state)
    assert decides(s) == (1, "turn") and s.passes == 1 and is_over(run(s, "pass"))


@pytest.mark.parametrize(
    ("checking", "played", "mover", "facts"),
    [
        ("challenge", "play e5 across TO", 1, {"points": (4, 0), "pending": None}),  # a wrong challenge costs nothing
        ("loser-loses-turn", PHONY, 1, {"points": (0, 0), "passes": 1, "retry": False}),
        ("loser-loses-turn", "play e5 across TO", 0, {"points": (4, 0), "skips": (0, 0), "turns": 2}),
    ],
)
def test_u12_who_loses_by_a_challenge(checking: str, played: str, mover: int, facts: dict[str, object]) -> None:
    s = run(game(checking), played, "challenge")
    assert decides(s) == (mover, "turn") and len(s.racks[0]) == 7
    assert {name: getattr(s, name) for name in facts} == facts and rule(s, "challenge") == "U-12"
    assert rule(s, f"exchange {s.racks[mover][0]}") == ""


def test_with_more_players_the_others_are_asked_before_the_next_turn() -> None:
    s = do(game(seats=4), PHONY).state
    assert s.asked == (2, 3) and decides(s) == (2, "answer") and rule(s, "pass") == "U-12"
    assert list(GAME.choices(s)) == [GAME.parse(text, s) for text in ("accept", "challenge")]
    s = do(s, "accept").state
    assert decides(s) == (3, "answer")
    s = do(s, "accept").state
    assert decides(s) == (1, "turn")
    back = settle(do(s, "challenge").state)
    assert decides(back) == (0, "turn")


def test_another_opponent_who_is_wrong_loses_his_next_turn() -> None:
    s = do(game("loser-loses-turn", seats=3), "play e5 across TO").state
    assert decides(s) == (2, "answer")
    s = settle(do(s, "challenge").state)
    assert decides(s) == (1, "turn") and s.skips == (0, 0, 1)
    s = run(s, "pass")
    assert decides(s) == (0, "turn")  # seat 2 was passed over
    assert s.skips == (0, 0, 0)


def test_who_has_a_turn_to_lose_is_asked_before_it_is_lost() -> None:
    s = replace(game("loser-loses-turn", seats=2), skips=(0, 1))
    s = do(s, PHONY).state
    assert decides(s) == (1, "answer")
    s = settle(do(s, "accept").state)
    assert decides(s) == (0, "turn")
    assert rule(s, "challenge") == "U-12"  # his own play


def test_u12_nobody_lays_again_before_his_open_play_is_settled_and_his_rack_is_full() -> None:
    """All the others were asked, and the next one loses his turn: the play stands now, not after one more turn."""
    s = do(replace(game("loser-loses-turn", seats=2), skips=(0, 1)), PHONY).state
    s = do(s, "accept").state
    assert s.pending is None and GAME.turn(s) == Nature("draw") and len(settle(s).racks[0]) == 7
    three = do(replace(game("loser-loses-turn", seats=3), skips=(0, 1, 0)), PHONY).state
    three = settle(run(three, "accept", "accept"))
    assert decides(three) == (2, "turn")
    assert rule(three, "challenge") == "U-12"  # he was asked and let it stand


def test_u12_a_turn_lost_to_a_wrong_challenge_breaks_a_row_of_passes() -> None:
    """Else two players could end the game by passing while the third was not even asked."""
    s = do(game("loser-loses-turn", seats=3), "play e5 across TO").state
    s = settle(do(s, "challenge").state)  # seat 2 was wrong
    s = run(s, "pass", "pass")  # seat 1; seat 2 loses his turn; seat 0
    assert decides(s) == (1, "turn")
    s = run(s, "pass")
    assert decides(s) == (2, "turn") and is_over(run(s, "pass"))


def test_a_bad_word_formed_twice_by_one_play_is_named_once() -> None:
    stacks = with_words(("e4", "O", False), ("f5", "A", False), ("g4", "O", False))
    s = do(state(stacks, racks=("XXAEINR", "AEINRST"), checking="challenge"), "play e5 across X.X").state
    assert s.pending.words == ("XAX", "OX", "OX")
    asked = do(s, "challenge").state
    assert GAME.resolve(asked, Nature("ruling"), Dice(1)) == Ruling(("XAX", "OX"))
    assert GAME.apply_outcome(asked, Ruling(("XAX", "OX"))).state.board == stacks


def test_u15_the_last_play_can_be_challenged_before_the_game_ends() -> None:
    s = state(racks=("TARDY", "AEINRST"), bag="", checking="challenge")
    out = do(s, PHONY).state
    assert decides(out) == (1, "answer")
    stands = do(out, "accept").state
    assert is_over(stands) and stands.points == (10, -35)
    back = settle(do(out, "challenge").state)
    assert decides(back) == (0, "turn") and back.racks[0] == "ADRTY"


def test_u22_after_many_plays_taken_back_words_are_checked_first() -> None:
    s = game()
    assert rule(replace(s, refused=(24, 0)), PHONY) == ""
    assert rule(replace(s, refused=(25, 0)), PHONY) == "U-7"
    after = do(replace(s, refused=(25, 0)), "play e5 across TO").state
    assert after.pending is None


def test_a_ruling_speaks_of_the_words_of_the_play() -> None:
    s = do(do(game(), PHONY).state, "challenge").state
    for wrong in (Ruling(("OTHER",)), Ruling(("TARDY", "TARDY"))):
        with pytest.raises(ValueError):
            GAME.apply_outcome(s, wrong)


def test_the_verdict_names_words_list_and_result() -> None:
    def verdict(s, played: str) -> str:
        step = GAME.apply_outcome(do(do(s, played).state, "challenge").state, Ruling(bad))
        event = next(event for event in step.events if event.kind == "ruling")
        assert event.seen_by is None
        return event_text(event, ("Ann", "Bob"))

    bad: tuple[str, ...] | None = ("TARDY",)
    assert verdict(game(), PHONY) == "TARDY is not in the word list. Ann takes it back: -10"
    bad = ()
    assert verdict(game(), "play e5 across TO") == "TO is in the word list. The play stands"
    bad = None
    assert verdict(game(), PHONY) == "TARDY cannot be looked up without the word list small. The play stands"


def test_u24_where_the_list_is_missing_nobody_loses_a_turn_for_a_challenge() -> None:
    s = replace(game("loser-loses-turn"), list_sha256="0" * 64)
    s = do(do(s, "play e5 across TO").state, "challenge").state
    assert GAME.resolve(s, Nature("ruling"), Dice(1)) == Ruling(None)
    s = settle(s)
    assert (decides(s), s.skips) == ((1, "turn"), (0, 0))


def test_nobody_learns_what_the_player_drew_while_the_play_is_open() -> None:
    s = do(game(), PHONY).state
    assert GAME.view(s, 1).racks[0] is None and GAME.view(s, 1).rack_sizes == (2, 7)
    assert GAME.view(s, 0).racks == ("NO", None)


def test_an_exchange_leaves_the_owed_tiles_in_the_bag() -> None:
    s = do(game(bag="ABCDE"), PHONY).state  # five tiles owed, five in the bag
    assert rule(s, "exchange O") == "U-13"
    more = do(game(bag="ABCDEF"), PHONY).state
    assert rule(more, "exchange O") == ""
