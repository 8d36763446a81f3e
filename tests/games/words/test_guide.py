"""Every sentence of the guide to Stacked Words is true of the table on which it is read."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from tests.games.words.board.tables import player
from tests.guides import Fact, Step, check_sentences, steps
from towergames import registry
from towergames.board.protocol import Context
from towergames.games.words.game import GAME
from towergames.games.words.grid import centre
from towergames.games.words.model import Terms
from towergames.games.words.tutorial import TUTORIAL
from towergames.session.lesson import LessonPlay


def stack(state: Any, square: str) -> str:
    """The tiles of a square from the board up."""
    return str(state.board[(int(square[1:]) - 1) * state.terms.size + "abcdefghij".index(square[0])])


def read(state: Any, square: str, down: bool, letters: int) -> str:
    """So many letters from a square on, as they are read."""
    column, row = "abcdefghij".index(square[0]), int(square[1:])
    places = [f"{'abcdefghij'[column + (not down) * i]}{row + down * i}" for i in range(letters)]
    return "".join(stack(state, place)[-1:] or "." for place in places)


def legal(step: Step, notation: str) -> bool:
    table = step.before.table
    return table.judge(table.parse(notation)).legal


def gain(step: Step) -> int:
    return int(step.then.points[0] - step.state.points[0])


FACTS: dict[str, Fact] = {
    "The first word covers one of the 4 centre squares.": lambda s: (
        len(centre(s.state.terms.size)) == 4 and legal(s, "play d5 across COMB") and not legal(s, "play a1 across COMB")
    ),
    "A flat word scores 2 points a tile: COMB scores 8.": lambda s: (
        read(s.then, "d5", False, 4) == "COMB" and gain(s) == 8 == 2 * len("COMB")
    ),
    "Tess made BOOST through your O.": lambda s: (
        read(s.state, "e4", True, 5) == "BOOST" and s.last(1) == ["play e4 down B.OST"] and stack(s.state, "e5") == "O"
    ),
    "Play BEND down from the B at g5; the B on the board counts.": lambda s: (
        stack(s.state, "g5") == "B" and read(s.then, "g5", True, 4) == "BEND" and gain(s) == 2 * len("BEND")
    ),
    "A T on the D at g8 makes BENT.": lambda s: (
        stack(s.state, "g8") == "D" and stack(s.then, "g8") == "DT" and read(s.then, "g5", True, 4) == "BENT"
    ),
    "A stacked word scores 1 point for every tile in it, covered ones too: 5.": lambda s: gain(s) == 5,
    "Tess used the T of BOOST for WHEAT.": lambda s: (
        read(s.state, "a8", False, 5) == "WHEAT"
        and s.last(1) == ["play a8 across WHEA"]
        and read(s.state, "e4", True, 5) == "BOOST"
    ),
    "A number shows the height of a stack; 5 is full.": lambda s: (
        len(stack(s.state, "g8")) == 2 and s.state.terms.height == 5
    ),
    "You cannot put a letter on the same letter, cover a whole word, or only add an S.": lambda s: (
        not legal(s, "play g8 across T")
        and (s.state.terms.cover, s.state.terms.plural) == (True, True)
        and not legal(s, "play h5 across S")
    ),
    "Give back the X.": lambda s: "X" in s.state.racks[0] and s.before.suggestion() == "exchange X",
    "In this lesson words are not checked when played.": lambda s: s.state.terms.checking.startswith("challenge"),
    "Is RELM a word?": lambda s: read(s.state, "c7", True, 4) == "RELM",
    "Challenge it: a wrong challenge costs nothing.": lambda s: costs_nothing(s),
    "RELM came off, and Tess played TEAL.": lambda s: (
        read(s.state, "c7", True, 4) == "TEAL" and s.last(1) == ["play c7 down T.AL"]
    ),
    "MINIS down from h1 puts an S behind COMB as well: 10 points and 10 more.": lambda s: (
        read(s.then, "d5", False, 5) == "COMBS" and read(s.then, "h1", True, 5) == "MINIS" and gain(s) == 10 + 10
    ),
    "Tess turned TEAL into TEAR.": lambda s: (
        read(s.state, "c7", True, 4) == "TEAR" and stack(s.state, "c10") == "LR" and s.last(1) == ["play c10 across R"]
    ),
    "One idea: FONTS over COMBS, across from d5.": lambda s: (
        read(s.state, "d5", False, 5) == "COMBS" and read(s.does("play d5 across F.NT"), "d5", False, 5) == "FONTS"
    ),
    "Nobody checks it unless Tess challenges.": lambda s: (
        s.does("play d5 across F.NT").pending.seat == 0 and s.does("play d5 across F.NT").active == 1
    ),
    "Each tile left costs 5 points.": lambda s: s.state.terms.penalty == 5,
    "Most games check words for you.": lambda s: Terms().checking == "auto-check",
}
PLAIN = frozenset(
    (
        "Words run across and down, and letters may be stacked on letters.",
        "You may give one tile back for a new one.",
        "That is your whole turn.",
        "Play any word.",
        "The game ends when the bag is empty and a player has no tiles or nobody can play, or when all players pass in "
        "turn.",
    )
)


def costs_nothing(step: Step) -> bool:
    """A word of the list is challenged two steps before: nobody loses a point, and the learner goes on."""
    table = step.before.copy()
    table.back()
    before = table.table.history.state
    table.table.submit(0, table.table.parse("challenge"))
    after = table.table.history.state
    return read(before, "a8", False, 5) == "WHEAT" and after.points == before.points and after.active == 0


def test_every_sentence_is_true() -> None:
    check_sentences("words", FACTS, PLAIN)


def test_the_words_of_the_other_player_are_told_once() -> None:
    """A step that is only read does not bring the news of the step before again."""
    news = [step.before.news() for step in steps("words")]
    assert sum("WHEA(T)" in told for told in news) == 1


def begun() -> LessonPlay:
    return LessonPlay(registry.Entry("words"), TUTORIAL)


def test_every_lesson_is_short() -> None:
    for lesson in TUTORIAL.lessons:
        assert len(wrap(lesson.say, 76)) <= 4, lesson.title


def test_it_can_be_played_and_scores_what_it_says() -> None:
    play = begun()
    points = []
    for lesson in TUTORIAL.lessons:
        assert play.lesson is lesson
        if play.reading:
            play.go_on()
            continue
        assert getattr(play.table.turn, "seat", None) == 0, lesson.title
        if not lesson.accept_any:
            assert play.typed("pass").say == f"That is allowed, but not in this lesson. {lesson.wrong}"
        if lesson.title == "Play down":
            assert play.typed("play g5 down END").say == "That makes END and COME. Play BEND down from g5."
        assert not play.typed("play j10 across ZZ").right
        answer = play.typed(lesson.accept[0])
        assert answer.right, (lesson.title, answer)
        points.append(play.table.history.state.points[0])
    assert play.finished and points == [8, 16, 21, 21, 21, 41, 55]
    told = [event.text for played in play.table.history.plays for event in played.step.events]
    assert any("COMBS" in text for text in told) and any("RELM is not in the word list" in text for text in told)


def test_every_step_points_at_something_on_the_screen() -> None:
    play = begun()
    for lesson in TUTORIAL.lessons:
        turn = play.table.turn
        may = getattr(turn, "seat", None) == 0
        p = player(Context(GAME, play.table.view(0), turn, 0, play.table.names, None, may_act=may))
        keys = {spot.key for zone, rows in (("board", 12), ("hand", 3)) for spot in p.picture(zone, (80, rows)).spots}
        keys |= {f"control:{name}" for name, control in p.controls.items() if control.place in ("main", "bar")}
        assert not lesson.point_at or lesson.point_at in keys, lesson.title
        play.skip()
