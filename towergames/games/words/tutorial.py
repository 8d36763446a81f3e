"""A first game in nine short steps: words across and down, stacking, an exchange, a challenge, two words at once."""

from __future__ import annotations

from towergames.core.contract import Verdict
from towergames.core.text import listed
from towergames.core.tutorial import Lesson, Tutorial

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="First word",
        say="Words run across and down, and letters may be stacked on letters. The first word covers one of the 4 "
        "centre squares. A flat word scores 2 points a tile: COMB scores 8.",
        keys="Your tiles are on the board: Enter plays them.",
        ready=("cell:d5", "hand:2", "cell:d5", "hand:5", "cell:e5", "hand:4", "cell:f5", "hand:1", "cell:g5"),
        accept=("play d5 across COMB",),
        wrong="Play COMB across from d5.",
        then=("play e4 down B.OST",),
    ),
    Lesson(
        title="Play down",
        say="Tess made BOOST through your O. Play BEND down from the B at g5; the B on the board counts.",
        keys="The cursor is there, and v shows that you type downwards: type BEND, then press Enter. Backspace takes a "
        "tile back.",
        ready=("cell:g5", "cell:g5"),
        accept=("play g6 down END",),
        wrong="Play BEND down from g5.",
        then=("play f7 across I.K",),
        point_at="cell:g5",
    ),
    Lesson(
        title="Stack a tile",
        say="A T on the D at g8 makes BENT. A stacked word scores 1 point for every tile in it, covered ones too: 5.",
        keys="The cursor is there: type T, then press Enter.",
        ready=("cell:g8",),
        accept=("play g8 across T",),
        wrong="Put the T on the D at g8.",
        then=("play a8 across WHEA",),
        point_at="cell:g8",
    ),
    Lesson(
        title="What you cannot cover",
        say="Tess used the T of BOOST for WHEAT. A number shows the height of a stack; 5 is full. You cannot put a "
        "letter on the same letter, cover a whole word, or only add an S.",
        point_at="cell:g8",
    ),
    Lesson(
        title="Exchange",
        say="You may give one tile back for a new one. That is your whole turn. Give back the X.",
        keys="Press =, type X, then press Enter.",
        accept=("exchange X",),
        wrong="Exchange the X.",
        then=("play c7 down R.LM",),
        point_at="control:words.exchange",
    ),
    Lesson(
        title="Challenge",
        say="In this lesson words are not checked when played. Is RELM a word? Challenge it: a wrong challenge costs "
        "nothing.",
        keys="Press *, then Enter.",
        typed=("challenge", "yes"),
        accept=("challenge",),
        wrong="Challenge RELM.",
        then=("play c7 down T.AL",),
        point_at="control:words.challenge",
    ),
    Lesson(
        title="Two words at once",
        say="RELM came off, and Tess played TEAL. MINIS down from h1 puts an S behind COMB as well: 10 points and 10 "
        "more.",
        keys="The arrows move the cursor to h1. Space turns it downwards, to v. Type MINIS, then press Enter.",
        ready=("cell:g2",),
        accept=("play h1 down MINIS",),
        wrong="Play MINIS down from h1, so that its S makes COMBS.",
        then=("play c10 across R",),
        point_at="cell:h1",
    ),
    Lesson(
        title="On your own",
        say="Tess turned TEAL into TEAR. Play any word. One idea: FONTS over COMBS, across from d5. Nobody checks it "
        "unless Tess challenges.",
        keys="The cursor is on d5. Space turns it, and @ tells what the word under it means.",
        ready=("cell:d5",),
        accept=("play d5 across F.NT",),
        accept_any=True,
        wrong="Play any word, exchange a tile or pass. One idea: FONTS across from d5.",
        point_at="rack",
    ),
    Lesson(
        title="How it ends",
        say="The game ends when the bag is empty and a player has no tiles or nobody can play, or when all players "
        "pass in turn. Each tile left costs 5 points. Most games check words for you.",
    ),
)
"""Nine steps; the learner is player 1 and starts."""


def _made(verdict: Verdict) -> str:
    words = [score.note.partition(",")[0] for score in verdict.preview]
    return f"That makes {listed(words)}." if words else ""


TUTORIAL = Tutorial(
    game="words",
    seed=197,
    names=("Ada", "Tess"),
    lessons=LESSONS,
    options={"first": 1, "checking": "challenge"},
    made=_made,
)
"""The draws of this seed give both players the tiles that the script needs (tested)."""
