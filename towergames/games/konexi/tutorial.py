"""A first game in ten short steps: the die and the token, the base, joints, words, and how a tower falls.

The places stand with any hand, and the last one of Tess's does not; ``worked`` takes a step back where an engine should
see that differently.
"""

from __future__ import annotations

from collections.abc import Callable

from towergames.core.tutorial import Lesson, Tutorial
from towergames.games.konexi.model import State

TESS_DARES = "place S at 12 2 turn 270"

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
        "foot: an arrow chooses it, Enter takes it. Tab shows how it could stand; at place 1, upright, Enter lets go.",
        accept=("place L at 0 0",),
        wrong="Let L carry the tower: take it, Tab leads to place 1, Enter lets go. Typed: put L 1",
        then=("place P at 1 1 turn 90", "done"),
        point_at="offer:L",
        worked=_standing("LP"),
        failed=FELL,
    ),
    Lesson(
        title="Any Letter",
        say="Tess laid P into the corner of the L, and L and P make no word. Now you have rolled Any Letter: put the "
        "token wherever you like. With A you could make a word: lead it between A and F by the arrows, or press a; "
        "then Enter.",
        accept=("token 13",),
        wrong="Put the token between A and F: press a, then Enter. Typed: token after A",
        point_at="gap:13",
    ),
    Lesson(
        title="Plug in socket",
        say="A plug goes into a socket that opens towards it; against a wall or another plug it never fits. Enter "
        "takes A, Tab and the arrows lead from place to place, and Enter lets go. Stand A upright on P, in the "
        "middle: place 17.",
        accept=("place A at 2 6",),
        wrong="Stand A upright on P: take it, Tab leads to place 17, Enter lets go. Typed: put A 17",
        point_at="offer:A",
        worked=_standing("LPA"),
        failed=FELL,
    ),
    Lesson(
        title="Say a word",
        say="It stands. Now look for a word with your A, of letters that are notched to one another. Their order in "
        "the tower does not matter: L, P and A hold together and make LAP, or PAL. Type one of them; Enter says it.",
        accept=("word LAP", "word PAL", "word ALP"),
        wrong="Make it three letters: type LAP or PAL, then Enter. Typed: word LAP",
        then=("place C at -3 7", "word CLAP"),
        point_at="control:konexi.say",
        worked=_standing("LPAC"),
        failed=FELL,
    ),
    Lesson(
        title="Balance",
        say="3 points for you, one a letter; Tess then made CLAP: 4 points. The tower stands while its weight, the ^, "
        "is over the foot of L; the nearer an end, the less it bears. Notch E upright to the right side of A, at "
        "place 30: that is not too far, and gives you five letters for a word.",
        accept=("place E at 7 6",),
        wrong="Hang E on the right side of A: take it, Tab leads to place 30, Enter lets go. Typed: put E 30",
        point_at="offer:E",
        worked=_standing("LPACE"),
        failed=FELL,
    ),
    Lesson(
        title="One group",
        say="E is notched to A alone, so any word with E needs A as well, and every letter on the way to the others. "
        "All five make one group: type PLACE; Enter says it.",
        accept=("word PLACE",),
        wrong="Make it five letters: type PLACE, then Enter. Typed: word PLACE",
        then=(TESS_DARES,),
        point_at="control:konexi.say",
        worked=_fallen,
        failed=FELL,
    ),
    Lesson(
        title="When the tower falls",
        say="5 points more for you. Tess wanted PLACES and hung her S far out on the right: that was too much, and S "
        "came down on the table. It costs her 3 points, and a new round begins. It is a fall too when the tower tips "
        "over, a letter drops or a notch gives way. You have rolled: put a letter down where it stands.",
        accept=("place I at 0 0",),
        accept_any=True,
        wrong="Put a letter down as it stands: Enter takes it, and Enter lets go. Typed: put I 1",
        point_at="die",
    ),
    Lesson(
        title="How it ends",
        say="The first player with 20 points wins at once. A round also ends when all 26 letters stand. The rules have "
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
