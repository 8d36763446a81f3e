"""A first game in ten short steps: the die and the token, the base, joints, words, and how a tower falls.

The places stand with any hand, and the last one of Tess's does not; ``worked`` takes a step back where an engine should
see that differently.
"""

from __future__ import annotations

from collections.abc import Callable

from towergames.core.tutorial import Lesson, Tutorial
from towergames.games.konexi.model import State

BASE = "place L at 0 0"
TESS_BUILDS = "place P at 1 1 turn 90"
BESIDE_A = "token 13"
ON_TOP = "place A at 2 6"
TESS_AGAIN = "place C at -3 7"
BESIDE = "place E at 7 6"
TESS_DARES = "place S at 12 2 turn 270"
NEW_BASE = "place I at 0 0"

FELL = "That did not stand, so the lesson takes it back. Try again."


def _standing(letters: str) -> Callable[[State], bool]:
    """Whether these letters stand and the learner goes on."""

    def does(state: State) -> bool:
        return state.active == 0 and "".join(spot.letter for spot in state.tower) == letters

    return does


def _fallen(state: State) -> bool:
    return state.round == 2 and state.active == 0


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="Letters that hold together",
        say="Welcome to Konexi. 26 letters with plugs and sockets lie in a circle. You and Tess put them into one "
        "tower, a letter a turn, and score with the words that it holds. Go on when you have looked around.",
        point_at="circle:0",
    ),
    Lesson(
        title="Die and token",
        say="The die was rolled for you: it shows 4, so the token has passed four letters and lies between T and L. "
        "In your turn you add one of the two letters beside it.",
        point_at="die",
    ),
    Lesson(
        title="The base",
        say="The first letter carries the whole tower, and no other may touch the table. L stands well on its long "
        f"foot: Left or Right chooses it, Enter takes it, Enter again lets go. Typed: {BASE}.",
        accept=(BASE,),
        wrong=f"Let L carry the tower, upright. In words: {BASE}",
        then=(TESS_BUILDS, "done"),
        point_at="offer:L",
        worked=_standing("LP"),
        failed=FELL,
    ),
    Lesson(
        title="Any Letter",
        say="Tess laid P into the corner of the L, and L and P make no word. Now you have rolled Any Letter: put the "
        f"token wherever you like. With A you could make a word: {BESIDE_A}, between A and F.",
        accept=(BESIDE_A,),
        wrong=f"Put the token between A and F. In words: {BESIDE_A}",
        point_at="gap:13",
    ),
    Lesson(
        title="Plug in socket",
        say="A plug goes into a socket that opens towards it; against a wall or another plug it never fits. Letters "
        "may be turned (r) and turned over (f). Tab goes through the places. Stand A upright on P, in the middle.",
        accept=(ON_TOP,),
        wrong=f"Stand A upright on P. In words: {ON_TOP}",
        point_at="offer:A",
        worked=_standing("LPA"),
        failed=FELL,
    ),
    Lesson(
        title="Say a word",
        say="It stands. Now look for a word with your A, of letters that are notched to one another. Their order in "
        "the tower does not matter: L, P and A hold together and make LAP, or PAL. Say one of them.",
        accept=("word LAP", "word PAL", "word ALP"),
        wrong="Say this word: word LAP",
        then=(TESS_AGAIN, "word CLAP"),
        point_at="act:say",
        worked=_standing("LPAC"),
        failed=FELL,
    ),
    Lesson(
        title="Balance",
        say="3 points for you, one a letter; then Tess made CLAP with her C: 4 points. The tower stands as long as its "
        "weight is over the foot of L, and the nearer to an end of it the less it bears. Notch E to the right side of "
        "A: the weight comes to the right, but not too far, and you will have five letters for a word.",
        accept=(BESIDE,),
        wrong=f"Hang E on the right side of A. In words: {BESIDE}",
        point_at="offer:E",
        worked=_standing("LPACE"),
        failed=FELL,
    ),
    Lesson(
        title="One group",
        say="E is notched to A alone, so any word with E needs A as well, and every letter on the way to the others. "
        "All five make one group: say PLACE.",
        accept=("word PLACE",),
        wrong="Say this word: word PLACE",
        then=(TESS_DARES,),
        point_at="act:say",
        worked=_fallen,
        failed=FELL,
    ),
    Lesson(
        title="When the tower falls",
        say="5 points more for you. Tess wanted PLACES and hung her S far out on the right: that was too much, and S "
        "came down on the table. It costs her 3 points, and a new round begins. It is a fall too when the tower tips "
        "over, a letter drops or a notch gives way. You have rolled: put a letter down where it stands.",
        accept=(NEW_BASE,),
        accept_any=True,
        wrong=f"Put a letter down in a pose in which it stands. In words: {NEW_BASE}",
        point_at="die",
    ),
    Lesson(
        title="How it ends",
        say="Whoever has 20 points first wins at once. A round also ends when all 26 letters stand. The rules have "
        "every detail.",
    ),
)
"""Ten steps; the learner is player 1 and begins."""

TUTORIAL = Tutorial(
    game="konexi",
    seed=51,
    names=("You", "Tess"),
    lessons=LESSONS,
    options={"first": 1, "hand": "steady"},
)
