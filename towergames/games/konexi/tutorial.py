"""A first game in eight short steps: the base, the die and the token, joints, words, and how a tower falls.

The learner's places stand with any hand, and Tess's last one does not. If an engine computes otherwise, ``worked``
takes the lesson one step back.
"""

from __future__ import annotations

from collections.abc import Callable

from towergames.core.tutorial import Lesson, Tutorial
from towergames.games.konexi.model import State

TESS_DARES = "place S at 12 2 turn 270"

FELL = "It fell, so the lesson goes back one step. Try another place."


def _standing(letters: str) -> Callable[[State], bool]:
    """A test whether these letters stand and the learner is on turn."""

    def does(state: State) -> bool:
        return state.active == 0 and "".join(spot.letter for spot in state.tower) == letters

    return does


def _fallen(state: State) -> bool:
    return state.round == 2 and state.active == 0


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="The base",
        say="Ada and Tess join letters into one tower, one a turn. You rolled 4: the token passed 4 letters, and you "
        "take T or L, beside it. The first letter carries the tower: L stands upright at place 1.",
        keys="You hold it: Enter lets go.",
        ready=("place L at 0 0",),
        typed=("put L 1",),
        accept=("place L at 0 0",),
        wrong="Let go of L, upright at place 1.",
        then=("place P at 1 1 turn 90", "done"),
        point_at="die",
        worked=_standing("LP"),
        failed=FELL,
    ),
    Lesson(
        title="Any Letter",
        say="Tess joined P to L and made no word. You rolled Any Letter, so you may put the token in any gap. Put it "
        "between A and F.",
        keys="a goes to that gap; Enter puts the token there.",
        typed=("token after A",),
        accept=("token 13",),
        wrong="Put the token between A and F.",
        point_at="gap:13",
    ),
    Lesson(
        title="Plug and socket",
        say="A plug needs a socket that faces it; it never fits a wall or another plug. Put A at place 17, upright on "
        "P.",
        keys="n and l show other places, Enter lets go.",
        ready=("place A at 1 6 turn 90",),
        typed=("put A 17",),
        accept=("place A at 2 6",),
        wrong="Put A at place 17, upright on P.",
        point_at="control:konexi.next",
        worked=_standing("LPA"),
        failed=FELL,
    ),
    Lesson(
        title="Say a word",
        say="Words score a point a letter. A word needs your new A, and letters joined to one another; their order in "
        "the tower does not matter. Say LAP or PAL: 3 points.",
        keys="Type it, then press Enter.",
        accept=("word LAP", "word PAL", "word ALP"),
        wrong="Make a word of 3 letters: LAP or PAL.",
        then=("place C at -3 7", "word CLAP"),
        point_at="control:konexi.say",
        worked=_standing("LPAC"),
        failed=FELL,
    ),
    Lesson(
        title="Balance",
        say="Tess made CLAP for 4. The tower stands while its weight is above the foot of L. Put E at place 30, right "
        "of A.",
        keys="The ^ shows the weight. n and l show other places, Enter lets go.",
        ready=("place E at 7 3 turn 270",),
        typed=("put E 30",),
        accept=("place E at 7 6",),
        wrong="Put E at place 30, right of A.",
        point_at="control:konexi.next",
        worked=_standing("LPACE"),
        failed=FELL,
    ),
    Lesson(
        title="All joined",
        say="E is joined only to A, so a word with E needs A too. All five letters hang together: say PLACE, 5 points.",
        keys="Type it, then press Enter.",
        accept=("word PLACE",),
        wrong="Make a word of 5 letters: PLACE.",
        then=(TESS_DARES,),
        point_at="control:konexi.say",
        worked=_fallen,
        failed=FELL,
    ),
    Lesson(
        title="A fall",
        say="The S of Tess came down on the table. She had 4 points and loses 3, and a new round starts. Tipping over, "
        "a dropped letter or a broken joint is a fall too. Take a letter and let go.",
        keys="The arrows choose; Enter takes it, Enter lets go.",
        typed=("put I 1",),
        accept=("place I at 0 0",),
        accept_any=True,
        wrong="Take a letter and let go.",
        point_at="die",
    ),
    Lesson(
        title="How it ends",
        say="The first player with 20 points wins at once. A round also ends when all 26 letters stand.",
    ),
)
"""Eight steps; the learner is player 1 and begins."""

TUTORIAL = Tutorial(
    game="konexi",
    seed=51,
    names=("Ada", "Tess"),
    lessons=LESSONS,
    options={"first": 1, "hand": "steady"},
)
