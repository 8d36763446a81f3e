"""A first game in ten short steps: words across and down, stacking, an exchange, a challenge, two words at once."""

from __future__ import annotations

from towergames.core.tutorial import Lesson, Tutorial

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="Words that grow upwards",
        say="Welcome to Stacked Words. Words run across and down, and a letter may be laid on top of another to "
        "make a new word. You hold seven tiles; the four squares marked + are the centre. Go on when you have "
        "looked around.",
        point_at="cell:e5",
    ),
    Lesson(
        title="The first word",
        say="The first word covers a centre square. Take the cursor to d5 with the arrow keys and type COMB. A line "
        "at the rack tells what it scores, 2 points a tile; Enter plays it. After a slip Backspace takes a tile "
        "back. In words: play d5 across COMB.",
        accept=("play d5 across COMB",),
        wrong="In a game, why not; here it is COMB from d5. Del takes all tiles back.",
        then=("play e4 down B.OST",),
        point_at="cell:d5",
    ),
    Lesson(
        title="Down, from a letter that stands",
        say="Tess made BOOST through your O. Every later play touches the board. Put the cursor on your B at g5, "
        "press Space so that you type down, and type BEND: the B that stands there is stepped over. In words: "
        "play g6 down END.",
        accept=("play g6 down END",),
        wrong="Write BEND downwards from the B at g5: cursor on g5, Space until the cursor shows v, then type.",
        then=("play f7 across I.K",),
        point_at="cell:g5",
    ),
    Lesson(
        title="Stack a letter",
        say="Now upwards: a T on the D turns BEND into BENT. A word with a stack counts 1 point for each of its "
        "tiles, covered ones too, so 5 here. Put the cursor on g8 and type T: play g8 across T.",
        accept=("play g8 across T",),
        wrong="Lay the T on the D of BEND, at g8. Backspace takes a tile back.",
        then=("play a8 across WHEA",),
        point_at="cell:g8",
    ),
    Lesson(
        title="What may not be covered",
        say="Tess used your new T for WHEAT. A digit tells how high a stack is; five is the most. A letter never "
        "covers its like, and no play covers a whole word: of each old word one letter stays to be seen. An S "
        "put behind a word is no play by itself. Rules R-12 to R-16 say it exactly.",
        point_at="cell:g8",
    ),
    Lesson(
        title="Exchange a tile",
        say="Two I are one too many. You may give one tile back for a new one, and that is your whole turn. Press "
        "= or click Exchange, choose an I with the arrow keys or type it, then Enter: exchange I.",
        accept=("exchange I",),
        wrong="Give back an I: = , then I, then Enter; or type : and exchange I.",
        then=("play c7 down R.LM",),
        point_at="control:words.exchange",
    ),
    Lesson(
        title="Challenge a word",
        say="Tess plays RELM. In this game nobody checks words before they are played, so look twice: is that a "
        "word? Challenge it: * or click Challenge, then Enter. If you doubted wrongly, the play would "
        "stand. In words: challenge.",
        accept=("challenge",),
        wrong="A kingdom is a REALM. Have RELM looked up: * and then Enter, or type : and challenge.",
        then=("play c7 down T.AL",),
        point_at="control:words.challenge",
    ),
    Lesson(
        title="Two words at once",
        say="RELM went back, and Tess went on with her turn: TEAL, which you could challenge too. You may not add "
        "only an S to COMB (R-16), but an S laid with other tiles is fine. MINIS down from h1 ends beside COMB: "
        "10 points, and 10 more for COMBS. Cursor on h1, Space, MINIS: play h1 down MINIS.",
        accept=("play h1 down MINIS",),
        wrong="Write MINIS from h1 downwards, so that its S stands behind COMB.",
        then=("play c10 across R",),
        point_at="cell:h1",
    ),
    Lesson(
        title="On your own",
        say="Tess turned TEAL into TEAR. Now play what you like. Tab goes to the rack; with the cursor there "
        "Up shuffles it and Down takes all tiles back. @ tells what a word means. With "
        "challenges on any letters are taken, so choose well.",
        accept=("play d5 across F.NT",),
        accept_any=True,
        wrong="Anything the rules allow will do, such as FONTS on COMBS: play d5 across F.NT.",
        point_at="rack",
    ),
    Lesson(
        title="How it ends",
        say="The game ends when the bag is empty and a player has no tiles or no player can play, or when all pass in "
        "a row. Each tile left costs 5 points. Usually words are checked before they can be played; "
        "play with challenges if you like to bluff.",
    ),
)
"""Ten steps; the learner is player 1 and begins."""

TUTORIAL = Tutorial(
    game="words", seed=197, names=("Ann", "Tess"), lessons=LESSONS, options={"first": 1, "checking": "challenge"}
)
"""The draws of this seed give both players the tiles that the script needs (tested)."""
