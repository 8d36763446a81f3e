"""A first game in ten short steps: the circle, the base, joints, words, and what a fall costs.

A draft in one respect: whether the live table top lets these letters stand has yet to be tried.
"""

from __future__ import annotations

from towergames.core.tutorial import Lesson, Tutorial

BASE = "place D at 0 0"
TESS_BUILDS = "place M at 0 7"
ON_TOP = "place O at -1 14 turn 90"
TESS_AGAIN = "place E at -1 19 turn 90"
BESIDE = "place S at -7 9 turn 270"

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="Letters that hold together",
        say="Welcome to Konexi. 26 letters with plugs and sockets lie in a circle. You and Tess put them into one "
        "tower, a letter a turn, and score with the words that it holds. Go on when you have looked around.",
        point_at="circle",
    ),
    Lesson(
        title="Die and token",
        say="The die was rolled for you: it shows 8, so the token has passed eight letters and lies between I and D. "
        "In your turn you add one of the two letters beside it. On Any Letter you may put it where you like.",
        point_at="token",
    ),
    Lesson(
        title="The base",
        say="The first letter carries the whole tower, and no other may touch the table. D stands well on its two "
        "sockets. Put it down: place D at 0 0.",
        accept=(BASE,),
        wrong=f"Let D carry the tower, upright. In words: {BASE}",
        then=(TESS_BUILDS, "done"),
        point_at="letter:D",
    ),
    Lesson(
        title="Plug in socket",
        say="Tess put M on top of D: a socket under its leg took one of D's plugs. A plug never fits a wall or another "
        "plug. Letters may be turned by quarters and turned over. Lay O on M; both of M's plugs will hold it.",
        accept=(ON_TOP,),
        wrong=f"Lay O on top of M, turned to the left. In words: {ON_TOP}",
        point_at="letter:O",
    ),
    Lesson(
        title="Say a word",
        say="It stands. Now look for a word with your O, of letters that are notched to one another. The order in the "
        "tower does not matter: D, M and O hold together and make MOD. Say it.",
        accept=("word MOD",),
        wrong="Say this word: word MOD",
        then=(TESS_AGAIN, "word DOME"),
        point_at="tower",
    ),
    Lesson(
        title="Every letter counts",
        say="3 points for you, one a letter; then Tess made DOME with her E: 4 points. You have S beside the token. "
        "Notch it to the left leg of M.",
        accept=(BESIDE,),
        wrong=f"Hang S on the left side of M. In words: {BESIDE}",
        point_at="letter:S",
    ),
    Lesson(
        title="One group",
        say="S hangs on M, so any word with S needs M as well, and every letter on the way to the others. D, E, M, O "
        "and S make one group: say DEMOS, or MODES, or DOMES.",
        accept=("word DEMOS", "word MODES", "word DOMES"),
        wrong="Say one of the three: word DEMOS",
        then=("give-up",),
        point_at="tower",
    ),
    Lesson(
        title="When the tower falls",
        say="5 points more for you. Tess dared no letter, which counts as a fall: she loses 3 points, and a new round "
        "has begun. It is a fall when the tower tips over, when a letter drops or a notch gives way, and when a "
        "second letter touches the table.",
        point_at="pad",
    ),
    Lesson(
        title="On your own",
        say="The letters lie in a new circle, and you have rolled. Choose a letter and a pose in which it stands.",
        accept=("give-up",),
        accept_any=True,
        wrong="Put a letter down where it stands; or, to see what it costs: give-up",
        point_at="circle",
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
    seed=7,
    names=("You", "Tess"),
    lessons=LESSONS,
    options={"first": 1, "hand": "steady"},
)
