"""A first game in ten short steps: the die and the token, the base, joints, words, and how a tower falls.

The places stand with any hand, and the last one of Tess's does not; ``worked`` takes a step back where an engine should
see that differently.
"""

from __future__ import annotations

from collections.abc import Callable

from towergames.core.tutorial import Lesson, Tutorial
from towergames.games.konexi.model import State

TESS_DARES = "place S at 12 2 turn 270"

FELL = "It fell, so the lesson goes back one step. Try another place."


def _standing(letters: str) -> Callable[[State], bool]:
    """Whether these letters stand and the learner goes on."""

    def does(state: State) -> bool:
        return state.active == 0 and "".join(spot.letter for spot in state.tower) == letters

    return does


def _fallen(state: State) -> bool:
    return state.round == 2 and state.active == 0


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="One tower for all",
        say="Ada and Tess join 26 letters into one tower, one a turn. Words in the tower score; a fall costs points.",
        point_at="circle:0",
    ),
    Lesson(
        title="Die and token",
        say="The die shows 4: the token passed 4 letters and lies between T and L. You take one of these two.",
        point_at="die",
    ),
    Lesson(
        title="The base",
        say="The first letter carries the tower; no other may touch the table. 2 takes L: at place 1 it stands "
        "upright. n shows the other places, Enter lets go.",
        accept=("place L at 0 0",),
        wrong="Take L, go to place 1 and let go. Typed: put L 1",
        then=("place P at 1 1 turn 90", "done"),
        point_at="offer:L",
        worked=_standing("LP"),
        failed=FELL,
    ),
    Lesson(
        title="Any Letter",
        say="Tess joined P to L and made no word. You rolled Any Letter: put the token in any gap. Press a, then "
        "Enter: it goes between A and F.",
        accept=("token 13",),
        wrong="Put the token between A and F: press a, then Enter. Typed: token after A",
        point_at="gap:13",
    ),
    Lesson(
        title="Plug and socket",
        say="A plug needs a socket that faces it; it never fits a wall or another plug. Enter takes A, n goes to place "
        "17, upright on P, Enter lets go.",
        accept=("place A at 2 6",),
        wrong="Take A, go to place 17, upright on P, and let go. Typed: put A 17",
        point_at="offer:A",
        worked=_standing("LPA"),
        failed=FELL,
    ),
    Lesson(
        title="Say a word",
        say="It needs your new A, and letters joined to one another; their order in the tower does not matter. Type "
        "LAP or PAL, then Enter: 3 points.",
        accept=("word LAP", "word PAL", "word ALP"),
        wrong="Make a word of 3 letters: LAP or PAL. Typed: word LAP",
        then=("place C at -3 7", "word CLAP"),
        point_at="control:konexi.say",
        worked=_standing("LPAC"),
        failed=FELL,
    ),
    Lesson(
        title="Balance",
        say="Tess made CLAP for 4. The tower stands while its weight, the ^, is above the foot of L. Enter takes E, n "
        "goes to place 30, right of A, Enter lets go.",
        accept=("place E at 7 6",),
        wrong="Take E, go to place 30, right of A, and let go. Typed: put E 30",
        point_at="offer:E",
        worked=_standing("LPACE"),
        failed=FELL,
    ),
    Lesson(
        title="All joined",
        say="E is joined only to A, so a word with E needs A too. All five letters hang together: type PLACE, then "
        "Enter: 5 points.",
        accept=("word PLACE",),
        wrong="Make a word of 5 letters: PLACE. Typed: word PLACE",
        then=(TESS_DARES,),
        point_at="control:konexi.say",
        worked=_fallen,
        failed=FELL,
    ),
    Lesson(
        title="A fall",
        say="The S of Tess came down on the table. She had 4 points and loses 3, and a new round starts. Tipping over, "
        "a dropped letter or a broken joint is a fall too. Choose a letter; Enter takes it, Enter lets go.",
        accept=("place I at 0 0",),
        accept_any=True,
        wrong="Take a letter and let go. Typed: put I 1",
        point_at="die",
    ),
    Lesson(
        title="How it ends",
        say="The first player with 20 points wins at once. A round also ends when all 26 letters stand.",
    ),
)
"""Ten steps; the learner is player 1 and begins."""

TUTORIAL = Tutorial(
    game="konexi",
    seed=51,
    names=("Ada", "Tess"),
    lessons=LESSONS,
    options={"first": 1, "hand": "steady"},
)
