"""Every sentence of the guide to Konexi is true of the tower on which it is read, where the letters stand as aimed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.konexi.canned import replace_physics
from tests.games.konexi.test_tutorial import Paper
from tests.guides import Fact, Step, check_sentences
from towergames.games.konexi.game import GAME
from towergames.games.konexi.model import ANY
from towergames.games.konexi.rules import beside, offered, places_of
from towergames.games.konexi.tower import balance, joints, tower_of


@pytest.fixture(autouse=True)
def on_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every letter stand, except the one that Tess dares."""
    replace_physics(monkeypatch, Paper())


def letters(state: Any) -> str:
    """The letters of the tower in the order of building."""
    return "".join(spot.letter for spot in state.tower)


def joined(state: Any) -> set[str]:
    """The letters that the latest letter was joined to."""
    *others, last = state.tower
    return {joint.other for joint in joints(tower_of(tuple(others)), last)}


def place(step: Step, notation: str) -> int:
    """The number of a place as the screen counts it."""
    move = GAME.parse(notation, step.state)
    return places_of(step.state, move.letter).index(move.spot) + 1


def gain(step: Step, seat: int) -> int:
    """The points of a player in this step."""
    return int(step.then.points[seat] - step.state.points[seat])


def first_new(step: Step) -> Any:
    """The tower's letter that the learner adds in the step."""
    return step.then.tower[len(step.state.tower)]


FACTS: dict[str, Fact] = {
    "Ada and Tess join letters into one tower, one a turn.": lambda s: s.before.table.names == ("Ada", "Tess"),
    "You rolled 4: the token passed 4 letters, and you take T or L, beside it.": lambda s: (
        s.state.face == 4 and s.state.active == 0 and offered(s.state) == "TL" == beside(s.state.circle, s.state.gap)
    ),
    "The first letter carries the tower: L stands upright at place 1.": lambda s: (
        place(s, "place L at 0 0") == 1 and first_new(s).letter == "L" and s.state.tower == ()
    ),
    "Tess joined P to L and made no word.": lambda s: (
        letters(s.state) == "LP" and joined(s.state) == {"L"} and s.state.points == (0, 0)
    ),
    "You rolled Any Letter, so you may put the token in any gap.": lambda s: (
        (s.state.phase, s.state.face) == ("token", ANY)
    ),
    "Put it between A and F.": lambda s: set(offered(s.then)) == {"A", "F"},
    "Put A at place 17, upright on P.": lambda s: (
        place(s, s.lesson.accept[0]) == 17
        and (first_new(s).turn, first_new(s).flip) == (0, False)
        and joined(s.then) == {"P"}
    ),
    "A word needs your new A, and letters joined to one another; their order in the tower does not matter.": lambda s: (
        s.state.new == "A" and letters(s.state) == "LPA"
    ),
    "Words score a point a letter.": lambda s: gain(s, 0) == len("LAP"),
    "Say LAP or PAL: 3 points.": lambda s: (
        gain(s, 0) == 3 and all(GAME.judge(s.state, GAME.parse(f"word {w}", s.state)).legal for w in ("LAP", "PAL"))
    ),
    "Tess made CLAP for 4.": lambda s: s.state.points[1] == 4 and "word CLAP" in s.last(1),
    "The tower stands while its weight is above the foot of L.": lambda s: (
        balance(tower_of(s.state.tower)).margin > 0 and s.state.tower[0].letter == "L"
    ),
    "Put E at place 30, right of A.": lambda s: (
        place(s, s.lesson.accept[0]) == 30 and joined(s.then) == {"A"} and first_new(s).x > s.state.tower[2].x
    ),
    "E is joined only to A, so a word with E needs A too.": lambda s: joined(s.state) == {"A"} and s.state.new == "E",
    "All five letters hang together: say PLACE, 5 points.": lambda s: (
        len(letters(s.state)) == 5 == len(set(letters(s.state)) & set("PLACE")) and gain(s, 0) == 5
    ),
    "The S of Tess came down on the table.": lambda s: (
        s.state.ended is not None and (s.state.ended.kind, s.state.ended.cause, s.state.ended.seat) == ("touch", "S", 1)
    ),
    "She had 4 points and loses 3, and a new round starts.": lambda s: (
        s.state.points[1] == 4 - 3 and s.state.round == 2
    ),
    "The first player with 20 points wins at once.": lambda s: s.state.terms.target == 20,
    "A round also ends when all 26 letters stand.": lambda s: len(s.state.circle) + len(s.state.tower) == 26,
}
PLAIN = frozenset(
    (
        "A plug needs a socket that faces it; it never fits a wall or another plug.",
        "Tipping over, a dropped letter or a broken joint is a fall too.",
        "Take a letter and let go.",
    )
)


def test_every_sentence_is_true() -> None:
    check_sentences("konexi", FACTS, PLAIN)
