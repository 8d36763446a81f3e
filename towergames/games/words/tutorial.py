"""A first game in nine short steps: a first word, a word down, stacking, an exchange, and two words at once."""

from __future__ import annotations

from towergames.core.tutorial import Lesson, Tutorial

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="Words that grow upwards",
        say="Welcome to Stacked Words. Words run across and down, and a letter may be laid on top of another to "
        "make a new word. You hold seven tiles. The four marked squares are the centre. Go on when you have "
        "looked around.",
        point_at="cell:e5",
    ),
    Lesson(
        title="The first word",
        say="The first word covers a centre square. Move the cursor to b5 and type TERM, or type : and play b5 "
        "across TERM. Below the rack you read what it scores before you press Enter: 2 points a tile, 8 in "
        "all.",
        accept=("play b5 across TERM",),
        wrong="Another word would do in a game, but here it is TERM from b5: play b5 across TERM.",
        then=("play b1 down STIL",),
        point_at="cell:b5",
    ),
    Lesson(
        title="Words that join",
        say="Tess made STILT with your T. Every later play must touch the board. Write SPECK from her S: put the "
        "cursor on b1 and type the whole word; the S that stands there is passed over. In words: play c1 "
        "across PECK.",
        accept=("play c1 across PECK",),
        wrong="Write SPECK from the S at b1: play c1 across PECK.",
        then=("play d3 down BA.ON",),
        point_at="cell:b1",
    ),
    Lesson(
        title="Stack a letter",
        say="Now upwards: an A on the C turns SPECK into SPEAK. A word with a stack counts 1 point for each of "
        "its tiles, covered ones too: 6. Put the cursor on e1 and type A: play e1 across A.",
        accept=("play e1 across A",),
        wrong="Lay the A on the C of SPECK: play e1 across A.",
        then=("play e7 across IP",),
        point_at="cell:e1",
    ),
    Lesson(
        title="What may not be covered",
        say="A stack holds five tiles; the digit on it tells its height. No letter covers itself, no play covers "
        "a whole word, and all tiles of a turn lie in one line, one to a square. Rules R-12 to R-15 say it "
        "exactly.",
        point_at="cell:e1",
    ),
    Lesson(
        title="Exchange a tile",
        say="Two U are one too many. You may give one tile back for a new one, and that is your whole turn. "
        "Choose Exchange beside the rack, then the U, then Enter: exchange U.",
        accept=("exchange U",),
        wrong="Give back a U: exchange U.",
        then=("play c5 across U.F",),
        point_at="act:exchange",
    ),
    Lesson(
        title="Two words at once",
        say="Tess turned TERM into TURF. Just an S on BARON is no play (R-16), but an S that also belongs to "
        "another word is. BEDS from a8 ends below BARON: 8 points, and 12 more for BARONS. Play a8 across "
        "BEDS.",
        accept=("play a8 across BEDS",),
        wrong="Write BEDS so that its S stands under BARON: play a8 across BEDS.",
        then=("play c1 across T..M",),
        point_at="cell:d8",
    ),
    Lesson(
        title="On your own",
        say="That made 20 points, and Tess made STEAM. Now play what you like: type letters, turn with Space, "
        "take tiles back with Backspace, shuffle the rack with Up while the cursor is on it. Unknown words "
        "are refused.",
        accept=("play e3 across EACH",),
        accept_any=True,
        wrong="Any word of the list will do, such as BEACH from d3: play e3 across EACH.",
        point_at="rack",
    ),
    Lesson(
        title="How it ends",
        say="The game ends when the bag is empty and somebody has no tiles or nobody can play, or when all pass "
        "in a row. Each tile left costs 5 points. With challenges on, nothing is checked until somebody "
        "doubts it.",
    ),
)
"""Nine steps; the learner is player 1 and begins."""

TUTORIAL = Tutorial(
    game="words",
    seed=17,
    names=("You", "Tess"),
    lessons=LESSONS,
    options={"first": 1},
)
"""The draws of this seed give both players the tiles that the script needs (tested)."""
