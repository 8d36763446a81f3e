"""A first game in ten short steps: words across and down, stacking, an exchange, a challenge, two words at once."""

from __future__ import annotations

from towergames.core.tutorial import Lesson, Tutorial

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="Words that grow upwards",
        say="Words run across and down, and letters may be stacked on letters. Your 7 tiles are on the rack; the 4 "
        "squares in the middle are the centre. Enter begins.",
        point_at="cell:e5",
    ),
    Lesson(
        title="First word",
        say="The first word covers a centre square. Go to d5 with the arrows, type COMB, then press Enter. A flat word "
        "scores 2 points a tile, so this one scores 8.",
        accept=("play d5 across COMB",),
        wrong="Play COMB across from d5. Del takes your tiles back.",
        then=("play e4 down B.OST",),
        point_at="cell:d5",
    ),
    Lesson(
        title="Play down",
        say="Tess made BOOST through your O. Go to the B at g5, press Space to turn downwards, type BEND, then press "
        "Enter. The B on the board counts.",
        accept=("play g6 down END",),
        wrong="Play BEND down from g5: Space turns until the cursor shows v.",
        then=("play f7 across I.K",),
        point_at="cell:g5",
    ),
    Lesson(
        title="Stack a tile",
        say="A T on the D makes BENT. A stacked word scores 1 point for every tile in it, covered ones too: 5. Go to "
        "g8, type T, then press Enter.",
        accept=("play g8 across T",),
        wrong="Put the T on the D at g8. Backspace takes a tile back.",
        then=("play a8 across WHEA",),
        point_at="cell:g8",
    ),
    Lesson(
        title="What you cannot cover",
        say="Tess used your T for WHEAT. A number shows the height of a stack; 5 is full. You cannot put a letter on "
        "the same letter, cover a whole word, or only add an S. Enter goes on.",
        point_at="cell:g8",
    ),
    Lesson(
        title="Exchange",
        say="You may give one tile back for a new one. That is your whole turn. Press =, type X, then press Enter.",
        accept=("exchange X",),
        wrong="Exchange the X: press =, type X, then press Enter.",
        then=("play c7 down R.LM",),
        point_at="control:words.exchange",
    ),
    Lesson(
        title="Challenge",
        say="In this lesson words are not checked when played. Is RELM a word? Press * and then Enter to challenge it. "
        "A wrong challenge costs nothing.",
        accept=("challenge",),
        wrong="Challenge RELM: press * and then Enter.",
        then=("play c7 down T.AL",),
        point_at="control:words.challenge",
    ),
    Lesson(
        title="Two words at once",
        say="RELM came off, and Tess played TEAL. MINIS down from h1 puts an S behind COMB as well: 10 points and 10 "
        "more. Go to h1, press Space if the cursor shows >, type MINIS, then press Enter.",
        accept=("play h1 down MINIS",),
        wrong="Play MINIS down from h1, so that its S makes COMBS.",
        then=("play c10 across R",),
        point_at="cell:h1",
    ),
    Lesson(
        title="On your own",
        say="Tess turned TEAL into TEAR. Play any word. One idea: FONTS over COMBS, from d5. Nobody checks it unless "
        "Tess challenges. @ tells what the word under the cursor means.",
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
"""Ten steps; the learner is player 1 and starts."""

TUTORIAL = Tutorial(
    game="words", seed=197, names=("Ada", "Tess"), lessons=LESSONS, options={"first": 1, "checking": "challenge"}
)
"""The draws of this seed give both players the tiles that the script needs (tested)."""
