"""The opponents of Konexi: what they weigh, what they do in every phase, and that they keep to rules and time."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from tests.combinations import sample
from tests.games.konexi.canned import game
from tests.games.konexi.making import random_tower, rule_tower, saying, state
from towergames import physics
from towergames.core.bot import Clock, Level
from towergames.core.contract import Decide, Nature, Over
from towergames.core.dice import Dice
from towergames.games.konexi import bots
from towergames.games.konexi.bots import (
    CLUB,
    EASY,
    HARD,
    NORMAL,
    TALL_TOWER,
    Candidate,
    KonexiBot,
    SearchEffort,
    TurnPlan,
    try_out,
)
from towergames.games.konexi.evaluation import Alone, NextPosition, Outlook, Race, firmness
from towergames.games.konexi.game import GAME
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.model import ANY, TASK_LETTERS, EndTurn, GiveUp, Nudge, Place, SayWord, State, Token
from towergames.games.konexi.rules import is_blocked, offered, places_of
from towergames.games.konexi.tower import PlacedLetter, Scales, Tower, joints, margin_with, places, tower_of
from towergames.games.konexi.words import (
    LetterSetIndex,
    Made,
    Vocabulary,
    WordSight,
    find_words,
    index_of,
    sayable_words,
    set_of,
)
from towergames.lexicon import add, word_lists
from towergames.lexicon.word_lists import EVERYDAY, FAMILIAR, familiar

each_level = pytest.mark.parametrize("level", bots.LEVELS, ids=lambda level: level.name)
each_bot = pytest.mark.parametrize("bot", (EASY, NORMAL, CLUB, HARD), ids=("easy", "normal", "club", "hard"))


def sure() -> Any:
    """Trials in which everything holds."""
    return lambda state, spot, dice: True


def thinking(bot: KonexiBot, trial: Any = None) -> KonexiBot:
    """The opponent with trials of our own."""
    return replace(bot, trials=(lambda: trial) if trial else sure)


def choose(bot: KonexiBot, s: State, seed: int = 1, iterations: int = 12) -> Any:
    return bot.choose(GAME.view(s, s.active), Dice(seed), Clock(iterations)).action


def vocabulary(*words: str) -> Vocabulary:
    return Vocabulary(LetterSetIndex(words))


@pytest.mark.parametrize("letters", [2, 6, 12, 19])
def test_weights_on_paper_are_those_of_the_whole_tower(letters: int) -> None:
    tower = random_tower(Dice(letters), letters)
    scales = Scales(tower)
    for letter in [letter for letter in ALPHABET if letter not in tower.letters][:4]:
        for spot in places(tower, letter)[::5]:
            weighed = scales.weigh(spot, joints(tower, spot))
            grown = Tower((*tower.spots, spot))
            assert abs(1000 * weighed.margin - margin_with(tower, spot)) <= 1
            assert weighed.moment == pytest.approx(max(_moments(grown).values()))


def _moments(tower: Tower) -> dict[str, float]:
    """Letter -> the moment in its joint, counted from all the letters that hang on it."""
    found = {}
    for letter, joint in tower.hangs.items():
        at = joint.x + 0.5 + (0.5, 0, -0.5, 0)[joint.side]
        hanging = [spot for spot in tower.spots if letter in _carriers(tower, spot.letter)]
        found[letter] = abs(sum(x + 0.5 - at for spot in hanging for x, _ in spot.cells))
    return found


def _carriers(tower: Tower, letter: str) -> list[str]:
    carriers = []
    while letter in tower.hangs:
        carriers.append(letter)
        letter = tower.hangs[letter].other
    return carriers


@pytest.mark.parametrize("letters", [2, 7, 13, 20])
def test_the_best_word_of_each_place_is_the_one_that_the_table_would_find(letters: int) -> None:
    lexicon = word_lists.load("standard")
    tower = random_tower(Dice(letters), letters)
    letter = next(letter for letter in "ESTRAINLDOCMUHGPBYFKVWXJQZ" if letter not in tower.letters)
    outlook = Outlook(tower, Vocabulary(index_of(lexicon)), "normal", True)
    for option in outlook.options(letter)[::7]:
        words = find_words(lexicon, Tower((*tower.spots, option.spot)).notched, letter)
        assert option.points == (len(words[0]) if words else 0)


def test_a_word_that_is_too_short_does_not_count() -> None:
    tower = tower_of(rule_tower()[:1])
    for shortest, points in ((2, {2}), (3, {0})):
        outlook = Outlook(tower, replace(vocabulary("RE"), shortest=shortest), "normal", True)
        assert {option.points for option in outlook.options("E")} == points


@cache
def known(name: str) -> LetterSetIndex:
    return LetterSetIndex(familiar(name))


def seen(mind: WordSight | None, letters: int = 14, luck: str = "0 ABSD") -> set[int]:
    """The words that a mind sees for one letter of a tower of ``letters`` letters, as sets of letters."""
    tower = random_tower(Dice(letters), letters)
    letter = next(letter for letter in "ESTAR" if letter not in tower.letters)
    index = index_of(word_lists.load("standard")) if mind is None else known(mind.words)
    return {one.letters for one in Vocabulary(index, 2, mind, luck).made(tower, letter)}


def test_a_mind_does_not_see_every_word_and_sees_more_with_patience() -> None:
    hasty, patient = (seen(WordSight(FAMILIAR, patience, 100)) for patience in (0.5, 3.0))
    assert hasty < patient < seen(None)
    assert len(seen(WordSight(FAMILIAR, 3.0, 2))) == 2
    assert seen(WordSight(EVERYDAY, 3.0, 100)) < seen(WordSight(EVERYDAY, 1e9, 100)) <= seen(None)


def test_short_and_everyday_words_are_seen_more_often() -> None:
    minds = [seen(WordSight(FAMILIAR, 1.0, 100), 14, str(luck)) for luck in range(40)]
    all_words = seen(WordSight(FAMILIAR, 1e9, 10_000))
    everyday = set(known(EVERYDAY).words)

    def share(some: set[int]) -> float:
        return sum(len(mind & some) for mind in minds) / len(minds) / len(some)

    by_length = [share({one for one in all_words if one.bit_count() == length}) for length in (3, 4, 5)]
    assert by_length == sorted(by_length, reverse=True)
    assert share(all_words & everyday) > 1.5 * share(all_words - everyday)


def test_a_word_whose_letters_lie_in_three_groups_is_not_seen_by_a_mind() -> None:
    apart = [Made(set_of("CAT"), groups) for groups in ((3,), (1, 2), (1, 2, 4))]
    assert set(WordSight(FAMILIAR, 1e9, 10).sees(apart, "")) == set(apart[:2])


def test_a_word_is_still_known_when_its_letter_stands() -> None:
    tower = tower_of(rule_tower())
    words = Vocabulary(index_of(word_lists.load("standard")), 2, WordSight(FAMILIAR, 1.0, 5))
    before, after = replace(words, luck="0 ABSD"), replace(words, luck="0 ABD")
    assert before.made(tower, "S") == after.made(tower, "S"), "S is in the tower now"
    others = {replace(words, luck=f"0 {circle}").made(tower, "S") for circle in ("ABSD", "BASD", "SDAB", "DSAB")}
    assert len(others) > 1, "in another circle it sees other words"


def race(*points: int, target: int = 20) -> Race:
    return Race(points, target, 3)


def test_points_and_the_turn_are_good_to_have() -> None:
    assert race(12, 5).chance(0, 0) > race(8, 5).chance(0, 0) > race(8, 9).chance(0, 0)
    assert race(8, 8).chance(0, 0) > 0.5 > race(8, 8).chance(0, 1)
    assert race(8, 8).chance(0, 1, lull=True) > race(8, 8).chance(0, 1)
    for points in ((0, 0), (17, 3), (4, 19)):
        assert race(*points).chance(0, 1) + race(*points).chance(1, 1) == pytest.approx(1)
    assert race(20, 19).chance(0, 1) == 1
    assert race(19, 20).chance(0, 1) == race(0, 27).chance(0, 1) == 0
    assert race(8, 8, 15).chance(0, 0) < race(8, 8, 2).chance(0, 0)


def test_a_fall_costs_no_more_than_there_is() -> None:
    assert race(2, 9).after_fall(0).points == (0, 9)
    assert race(9, 9).after_fall(1).points == (9, 6)


def left(tower: Tower, words: Vocabulary, circle: str = "STEADY", points: tuple[int, ...] = (5, 5)) -> NextPosition:
    outlook = Outlook(tower, words, "normal", True)
    return NextPosition(outlook, circle, 0, Race(points, 20, 3), seat=1)


def firm_base() -> PlacedLetter:
    """An I on its foot, in the middle of which all weight lies."""
    return PlacedLetter("I", 0, False, 0, 0)


def test_words_left_to_the_next_player_are_worse_for_me() -> None:
    tower = tower_of((firm_base(),))
    many = vocabulary("IS", "IT", "AI", "ID")
    assert left(tower, vocabulary()).chance(0) > left(tower, many).chance(0)
    winning = left(tower, many, points=(5, 18))
    assert winning.chance(0) < left(tower, vocabulary(), points=(5, 18)).chance(0)


def test_a_tower_that_is_about_to_fall_is_good_to_leave() -> None:
    mine = left(tower_of((firm_base(),)), vocabulary("IS", "IT"), points=(9, 9))
    holding, falling = (
        replace(mine, outlook=replace(mine.outlook, hand=hand)).chance(0) for hand in ("steady", "shaky")
    )
    assert falling > holding


def candidates(s: State, stands: float = 1.0) -> list[Candidate]:
    outlook = Outlook(tower_of(s.tower), vocabulary(), "normal", True)
    letter = offered(s)[0]
    return [Candidate(s.gap, replace(option, steady=0.8), stands, 0.0) for option in outlook.options(letter)[:6]]


def test_the_place_that_holds_in_trials_is_taken() -> None:
    found = candidates(state(rule_tower()))
    good = found[4].option.spot
    done = try_out(found, lambda spot, _: spot == good, Dice(1), Clock(40), 8, lambda one: None)
    assert max(found, key=lambda one: one.value).option.spot == good
    assert done <= 40
    assert max(one.tried for one in found) <= 8


def test_no_trial_is_spent_on_what_cannot_become_best() -> None:
    found = candidates(state(rule_tower()))
    found[0].stands = 10.0
    try_out(found, lambda spot, _: True, Dice(1), Clock(40), 8, lambda one: None)
    assert [one.tried for one in found] == [0] * 6 or [one.tried for one in found[1:]] == [0] * 5


def test_trials_end_when_the_clock_says_so() -> None:
    found, clock = candidates(state(rule_tower())), Clock(40)
    clock.stop()
    assert try_out(found, lambda spot, _: True, Dice(1), clock, 8, lambda one: None) == 0


@each_bot
def test_the_base_is_put_down_in_its_firmest_pose(bot: KonexiBot) -> None:
    s = state(circle=ALPHABET, gap=20)
    action = choose(thinking(bot), s)
    best = max(firmness(spot) for letter in offered(s) for spot in places_of(s, letter))
    assert isinstance(action, Place)
    assert firmness(action.spot) == best


@each_bot
def test_it_lets_go_where_the_tower_holds_on_paper(bot: KonexiBot) -> None:
    tower = random_tower(Dice(4), 1)
    s = state(tower.spots)
    action = choose(thinking(bot), s)
    assert GAME.judge(s, action).legal
    assert margin_with(tower, action.spot) > 0


def test_a_place_that_falls_in_trials_is_not_taken() -> None:
    s = state(rule_tower(), points=(6, 6, 6))
    trusting = choose(thinking(HARD), s)
    doubting = choose(thinking(HARD, lambda _state, spot, _dice: spot != trusting.spot), s, iterations=24)
    assert isinstance(trusting, Place)
    assert doubting != trusting


def test_a_bot_says_how_often_its_place_falls() -> None:
    """The weights count as sixteen trials: six of six is no certainty."""
    one = candidates(state(rule_tower()))[0]
    one.good = one.tried = 6
    assert one.steady == pytest.approx((16 * 0.8 + 6) / 22)
    assert one.why.startswith("about 1 in 6 falls, ")
    one.good = 0
    assert one.why.startswith("no trial stood, ")
    one.tried = 0
    assert one.why.startswith("looks steady, ")


def test_the_reason_for_a_gap_names_no_letter_as_the_best() -> None:
    """Trials may show that the other letter beside the token is the better one."""
    one = candidates(state(rule_tower()))[0]
    assert one.why_token == f"no word was seen, and {one.option.spot.letter} has a place that looks steady"
    risky = replace(one, option=replace(one.option, steady=0.5))
    assert risky.why_token.endswith("looks risky")
    worded = replace(one, option=replace(one.option, word=set_of("RULE")))
    assert worded.why_token == f"{one.option.spot.letter} can make a word of 4 letters"
    empty = replace(state(rule_tower()), circle="", phase="token", face=ANY)
    assert "best" not in one.why_token
    assert EASY.choose(GAME.view(replace(empty, circle="Q"), 0), Dice(1), Clock(3)).why


def tall(*points: int) -> State:
    return replace(state(random_tower(Dice(7), TALL_TOWER).spots), seats=2, points=points)


@pytest.mark.parametrize("bot", (EASY, NORMAL), ids=("easy", "normal"))
def test_a_level_without_trials_tests_a_tall_tower_while_it_is_ahead(bot: KonexiBot) -> None:
    tested: list[PlacedLetter] = []

    def trial(_state: State, spot: PlacedLetter, _dice: Dice) -> bool:
        tested.append(spot)
        return spot != trusted.spot

    trusted = choose(thinking(bot), tall(9, 4), iterations=99)
    s = tall(9, 4)
    wary = bot.choose(GAME.view(s, 0), Dice(1), Clock())
    assert wary.iterations > 0, "on the live table top it tests too"
    doubting = choose(thinking(bot, trial), s, iterations=99)
    assert trusted.spot in tested and doubting.spot in tested
    assert doubting != trusted, "every trial of that place fell"
    tested.clear()
    for other in (tall(4, 9), tall(4, 4), replace(tall(9, 4), tower=random_tower(Dice(7), TALL_TOWER - 1).spots)):
        choose(thinking(bot, trial), other)
    assert not tested


def test_club_tests_as_hard_does_and_sees_words_as_a_person_does() -> None:
    assert (CLUB.effort.width, CLUB.effort.releases) == (HARD.effort.width, HARD.effort.releases)
    assert CLUB.mind is not None and not CLUB.effort.ahead


def test_the_winning_word_is_risked_for() -> None:
    """With RULE in reach and 16 points it places E for it, whatever else there is."""
    spots = rule_tower()[:4]
    s = state(spots, circle="EZQXVWK", gap=1, points=(16, 19))
    s = replace(s, seats=2)
    action = choose(thinking(HARD), s)
    grown = tower_of((*spots, action.spot))
    assert action.letter == "E"
    assert "RULE" in find_words(_lexicon(s), grown.notched, "E")


def _lexicon(s: State) -> Any:
    found = word_lists.find(s.list_sha256)
    assert found is not None
    return found


def test_any_letter_brings_the_token_beside_the_letter_that_makes_the_word() -> None:
    s = replace(state(rule_tower()[:4], circle="ZQEXVWK", points=(16, 19), seats=2), phase="token", face=ANY)
    assert choose(thinking(HARD), s) in (Token(2), Token(3))


def test_the_word_is_the_longest_that_it_knows() -> None:
    s = saying("E")
    longest = find_words(_lexicon(s), tower_of(s.tower).notched, "E")[0]
    assert choose(HARD, s) == SayWord(longest)
    assert longest == "CRUEL"
    circles = [replace(s, circle="".join(Dice(seed).shuffled(s.circle))) for seed in range(20)]
    said = {choose(EASY, one) for one in circles}
    assert all(isinstance(one, EndTurn) or one.word in familiar(EVERYDAY) for one in said)
    assert len(said) > 1


@each_bot
def test_a_word_that_a_letter_was_placed_for_is_said(bot: KonexiBot) -> None:
    """A word that the bot sees before the release, it sees afterwards too."""
    placed = 0
    for s, action in islice(decisions(thinking(bot), 2, 3, {"first": 1}), sample(8, 30)):
        assert not isinstance(action, Nudge | GiveUp) or is_blocked(s)
        if isinstance(action, Place) and s.tower:
            outlook = Outlook(tower_of(s.tower), bot.vocabulary(s), "normal", True)
            due = next(one.points for one in outlook.options(action.letter) if one.spot == action.spot)
            placed += 1
        elif s.phase == "word":
            assert (len(action.word) if isinstance(action, SayWord) else 0) == due
    assert placed


def test_where_all_words_score_it_says_every_one_that_it_sees_and_then_no_more() -> None:
    s, said = saying("E", scoring="all", target=50), []
    while (action := choose(thinking(HARD), s)) != EndTurn():
        said.append(action.word)
        s = GAME.apply(s, action).state
    assert len(set(said)) == len(said) > 3
    assert set(said) == set(sayable_words(saying("E")))


def test_alone_it_looks_for_a_steady_place_and_not_for_words() -> None:
    for bot in (EASY, NORMAL, HARD):
        s = state(rule_tower()[:-1], circle="E", seats=1)
        assert bot.vocabulary(s).made(tower_of(s.tower), "E") == ()
        assert "no word seen" in bot.choose(GAME.view(s, 0), Dice(1), Clock(3)).why


def test_giving_up_is_for_those_without_a_place() -> None:
    s = state(rule_tower())
    assert not isinstance(choose(thinking(HARD, lambda _state, _spot, _dice: False), s), GiveUp)
    for bot in (EASY, NORMAL, HARD):
        assert choose(thinking(bot), replace(s, circle="")) == GiveUp()


def decisions(bot: KonexiBot, seats: int, seed: int, options: dict[str, Any]) -> Iterator[tuple[State, Any]]:
    """A whole game of a bot against itself on canned physics: what it did in which state."""
    table = game(of=9)
    s, ply = table.new(seats, options), 0
    while not isinstance(turn := table.turn(s), Over):
        ply += 1
        assert ply < GAME.info.longest
        if isinstance(turn, Decide):
            action = bot.choose(table.view(s, turn.seat), Dice(seed, ply), Clock(3)).action
            yield s, action
            s = table.apply(s, action).state
        else:
            s = table.apply_outcome(s, table.resolve(s, turn, Dice(seed, ply, turn.kind))).state


def test_of_a_list_in_another_language_every_bot_knows_every_word() -> None:
    foreign = add("other", ["RUCLE", "ELUCR", *(f"Q{one}{two}" for one in ALPHABET for two in ALPHABET)])
    s = replace(saying("E"), list_sha256=foreign.sha256)
    said = {
        action.word
        for seed in range(40)
        for bot in (EASY, NORMAL)
        if isinstance(action := choose(bot, replace(s, circle="".join(Dice(seed).shuffled(s.circle)))), SayWord)
    }
    assert said == {"ELUCR"}, "seen at times, the first of two with the same letters"


@pytest.mark.parametrize("looks", (1, 5))
def test_of_every_word_and_of_no_word_only_a_few_places_are_looked_at(looks: int) -> None:
    s = state(rule_tower()[:4], circle="ESAT", gap=1)
    plan = TurnPlan(s, HARD.vocabulary(s), SearchEffort(looks=looks, width=1000))
    found = Counter((one.option.spot.letter, one.option.word) for one in plan.candidates((1,), Dice(1), Clock()))
    assert max(found.values()) == looks
    assert set(found) == {("E", set_of("CRUEL")), ("S", 0)}
    few = TurnPlan(s, plan.words, SearchEffort(looks=looks, letters=1, width=1000))
    assert len({one.option.spot.letter for one in few.candidates((0, 1, 2, 3), Dice(1), Clock())}) == 1


def test_an_eye_that_is_not_exact_errs_to_both_sides() -> None:
    s = state(rule_tower()[:4], circle="ESAT", gap=1)

    def judged(blur: float) -> dict[PlacedLetter, float]:
        plan = TurnPlan(s, HARD.vocabulary(s), SearchEffort(looks=1000, blur=blur, width=1000))
        return {one.option.spot: one.option.steady for one in plan.candidates((1,), Dice(1), Clock())}

    exact, blurred = judged(0.0), judged(1.0)
    options = Outlook(tower_of(s.tower), vocabulary(), "normal", True).options("E")
    assert all(exact[option.spot] == pytest.approx(option.steady) for option in options)
    better = sum(blurred[spot] > chance for spot, chance in exact.items() if chance)
    assert 0.3 < better / sum(chance > 0 for chance in exact.values()) < 0.7
    assert all(blurred[spot] == 0 for spot, chance in exact.items() if not chance), "what tips over is seen to"


def test_easy_finds_shorter_words_than_normal_and_normal_than_hard() -> None:
    """The mean length of the longest word that each level sees, over one letter of many towers."""
    longest: dict[str, list[int]] = {"easy": [], "normal": [], "club": [], "hard": []}
    for seed in range(sample(20, 40)):
        spots = random_tower(Dice(seed), 14).spots
        s = state(spots)
        s = replace(s, list_sha256=word_lists.load("standard").sha256)
        for name, bot in (("easy", EASY), ("normal", NORMAL), ("club", CLUB), ("hard", HARD)):
            outlook = Outlook(tower_of(spots), bot.vocabulary(s), "normal", True)
            letter = s.circle[0]
            longest[name].append(max((option.points for option in outlook.options(letter)), default=0))
    easy, normal, club, hard = (statistics.mean(found) for found in longest.values())
    assert easy < normal < club < hard and club < 3, "letters of the longest word, 0 for none"
    assert max(longest["easy"]) <= 5


def test_what_is_considered_is_told_and_legal() -> None:
    s = state(rule_tower())
    told: list[Any] = []
    clock = Clock(12, on_progress=told.append)
    answer = thinking(HARD).choose(GAME.view(s, 0), Dice(1), clock)
    assert told
    assert told[-1] == answer.action
    assert all(GAME.judge(s, idea).legal for idea in told)


needs_engine = pytest.mark.skipif(bool(physics.unavailable_reason()), reason=physics.unavailable_reason())


@needs_engine
def test_what_hard_tries_in_thought_stands_on_the_table() -> None:
    """A round on the live table top with a steady hand: five letters stand."""
    s = GAME.new(2, {"first": 1, "hand": "steady"})
    ply = 0
    while len(s.tower) < 5:
        ply += 1
        turn = GAME.turn(s)
        if isinstance(turn, Decide):
            s = GAME.apply(s, HARD.choose(GAME.view(s, turn.seat), Dice(3, ply), Clock(6)).action).state
        else:
            assert isinstance(turn, Nature)
            s = GAME.apply_outcome(s, GAME.resolve(s, turn, Dice(3, ply, turn.kind))).state
        assert s.round == 1


@each_level
def test_without_the_engine_it_goes_by_weights_on_paper(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(physics, "unavailable_reason", lambda: "There is no engine.")
    s = state(random_tower(Dice(4), 1).spots)
    answer = level.make(GAME).choose(GAME.view(s, 0), Dice(1), Clock(4))
    assert GAME.judge(s, answer.action).legal
    assert answer.iterations == 0


def test_in_todays_task_hard_takes_the_longer_word_of_two_steady_places() -> None:
    """Nobody else can fall there: with a chance to win for a measure every place was worth the same."""
    task = {"seats": 1, "deal": "2026-11-27", "hand": "steady"}
    s = state(rule_tower()[:-1], circle="ED", points=(3,), **task)
    seen = TurnPlan(s, vocabulary("RULE", "RUE"), replace(HARD.effort, width=1000))
    places = {one.option.points: one for one in reversed(seen.candidates((0, 1), Dice(1), Clock(1000)))}
    assert {0, 4} <= places.keys()
    best = max(places.values(), key=lambda one: one.stands)
    assert best.option.points == 4 and best.falls < min(one.stands for one in places.values())


def test_alone_a_turn_is_worth_points_and_a_fall_ends_them() -> None:
    s = state(rule_tower(), seats=1, deal="2026-11-27", points=(7,))
    alone = Race.of(s)
    assert isinstance(alone, Alone) and alone.turns == TASK_LETTERS - 5
    assert alone.after_word(0, 4).points == (11,) and alone.after_word(0, 4).turns == alone.turns - 1
    ends = alone.after_word(0, 4), alone.after_word(0, 0), alone.after_fall(0)
    word, none, fall = (one.chance(0, 0) for one in ends)
    assert word > none > fall == 4 / 20 and alone.blocked() == 7 / 20
    assert Race.of(state(rule_tower(), seats=1)).turns == 26 - 5
