"""Spoken lines of the characters: short and dry, never about a person, and without any card, letter or place.

``{points}`` is the number of the highlight in words; a line with it is only said where the number is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Role = Literal["did", "suffered", "saw"]
"""The part of the speaker: the one who did it, one to whom it happened, or one who looked on."""
Lines = Mapping[tuple[str, Role], tuple[str, ...]]
"""The lines of a character by theme and role."""

GUS: Lines = {
    ("takes", "did"): ("Is that allowed? It is!", "Oh, this one is mine now?", "I only wanted to look inside."),
    ("takes", "suffered"): ("I had just painted it.", "The kettle was still on.", "I hadn't even unpacked."),
    ("evicts", "did"): (
        "I was only practising the drums.",
        "It was meant to be a housewarming.",
        "It gets loud in here.",
    ),
    ("evicts", "suffered"): ("I'll get my coat.", "But I had just signed.", "I liked the quiet there."),
    ("fall", "did"): ("It was crooked already!", "It looked shorter from down here.", "That is one way to tidy up."),
    ("fall", "saw"): ("Mine did that yesterday.", "It made a lovely noise.", "At least nobody was underneath."),
    ("grows", "did"): (
        "Can you see the sea from there?",
        "I built that? I built that.",
        "Hold the ladder. No, really.",
    ),
    ("grows", "saw"): ("My neck hurts.", "Is there a lift?", "It will block the sun, but nicely."),
    ("scores", "did"): ("I found it under the others.", "That was in there all along!", "Even I can add that up."),
    ("scores", "saw"): ("I need a bigger pencil.", "That is more than my whole morning.", "Ooh."),
    ("lead", "did"): ("I am in front? Nobody move.", "It is nice up here. Windy.", "I shall remember this view."),
    ("lead", "saw"): ("I was only keeping it warm.", "There goes the lead. It waved.", "Wait for me."),
    ("last", "saw"): ("Already? I was getting the hang of it.", "Last one, then tea.", "I had plans for round ninety."),
    ("back", "did"): ("I am sure I heard it somewhere.", "It sounded right in my head.", "My aunt says it."),
    ("back", "saw"): ("I believed it.", "I would have let it live.", "It had a nice ring to it."),
    ("win", "did"): (
        "I won? Check it again.",
        "I shall frame the score sheet.",
        "Beginner's luck. Twenty years of it.",
    ),
    ("win", "saw"): ("Show me how!", "Again? I'll bring biscuits.", "I was nearly nearly there."),
}

MIRA: Lines = {
    ("takes", "did"): ("I will look after it.", "It gets the morning light. I noticed.", "I have curtains for it."),
    ("takes", "suffered"): ("Good. That was the right floor.", "It was a fine floor. Enjoy it.", "Well spotted."),
    ("evicts", "did"): ("It needed airing.", "An empty floor is a question.", "Someone may like it now."),
    ("evicts", "suffered"): ("I will take the plants.", "It was time to move, perhaps.", "There are other floors."),
    ("fall", "did"): ("Worth trying.", "Now we know where the edge is.", "I was curious. Now I am not."),
    ("fall", "saw"): ("It looked right to me too.", "A brave place for it.", "I learnt something there."),
    ("grows", "did"): ("Room for everyone.", "One more and we name it.", "I like the view already."),
    ("grows", "saw"): ("What a shape it has.", "I would live there.", "That is worth walking round."),
    ("scores", "did"): ("It was waiting to be seen.", "I hoped that would fit.", "One good corner, and it all opens."),
    ("scores", "saw"): (
        "Lovely. I was looking there too.",
        "That deserves a second look.",
        "I did not see that at all.",
    ),
    ("lead", "did"): ("For now.", "How interesting. It turned.", "Let us see how long it lasts."),
    ("lead", "saw"): ("Now it is a race.", "I wondered who would pass first.", "It was quiet up here anyway."),
    ("last", "saw"): ("One more round. Make it a good one.", "The best part comes now.", "I wonder how it ends."),
    ("back", "did"): ("A word of the future, perhaps.", "It was worth asking.", "I shall look it up tonight."),
    ("back", "saw"): ("It should be a word.", "A pity. It was a pretty one.", "I know what it would have meant."),
    ("win", "did"): (
        "That was close where it mattered.",
        "Thank you. I enjoyed all of it.",
        "Once more, other way round?",
    ),
    ("win", "saw"): ("Well built.", "I saw it coming, and it was still good.", "A game to remember."),
}

IVO: Lines = {
    ("takes", "did"): (
        "Nothing personal. Club rules.",
        "I put my name down for that one.",
        "Change of tenant.",
    ),
    ("takes", "suffered"): ("I read about that move.", "It is in chapter four.", "Fair. I left the door open."),
    ("evicts", "did"): ("A standard notice.", "By the book. Page nine.", "The committee has decided."),
    ("evicts", "suffered"): ("Seven days' notice is usual.", "I know that page.", "I shall write to the committee."),
    ("fall", "did"): ("It worked at the club.", "The book says to breathe first.", "Page sixty: do not do this."),
    ("fall", "saw"): ("There is a name for that one.", "That happens at the club on Tuesdays.", "The idea was sound."),
    ("scores", "did"): ("I have practised that.", "I learnt that one by heart.", "So the evenings were not wasted."),
    ("scores", "saw"): ("I shall write that down.", "That one goes on the wall.", "We clap for those at the club."),
    ("win", "did"): ("A club evening, that.", "I shall tell them on Tuesday.", "The notes paid off."),
    ("win", "saw"): ("The club could use that.", "I have a page for this game now.", "Good game. I mean the endgame."),
}

TESS: Lines = {
    ("takes", "did"): ("{points}. I had it at {points}.", "It was always on my list.", "The paperwork is in order."),
    ("takes", "suffered"): ("Noted.", "I had allowed for one of those.", "Entered under losses."),
    ("evicts", "did"): ("Vacant, as filed.", "One less in the other column.", "The notice was in the post."),
    ("evicts", "suffered"): ("Written off.", "I shall amend the plan.", "Noted, with date and time."),
    ("fall", "did"): ("That was within tolerance.", "I measured twice. Evidently not thrice.", "An outlier."),
    ("fall", "saw"): ("The sum was right.", "It stood on paper.", "One for the tables."),
    ("grows", "did"): ("As drawn.", "{points} points. On schedule.", "The top is level. I checked."),
    ("grows", "saw"): ("I get the same figure.", "Taller than the estimate.", "I shall need another column."),
    ("scores", "did"): ("{points}. I added it twice.", "That was the arithmetic.", "It had to be somewhere."),
    ("scores", "saw"): ("{points}. Yes, it adds up.", "I had that in the margin.", "Correct, unfortunately."),
    ("lead", "did"): ("By a rounding error.", "It was about time.", "The columns agree with me."),
    ("lead", "saw"): ("Temporarily, by my figures.", "I shall redo the forecast.", "Interesting. I make it so too."),
    ("last", "saw"): (
        "One round. The rest is arithmetic.",
        "That makes the sums shorter.",
        "Nothing after this can be put off.",
    ),
    ("back", "did"): ("My list has an error. I shall find it.", "Struck out.", "It passed every test but one."),
    ("back", "saw"): ("I counted it, briefly.", "Subtracted.", "Close is not a category."),
    ("win", "did"): ("It came out even in the end. Nearly.", "I had a margin for that.", "The figures will stand."),
    ("win", "saw"): ("I had that one picked out.", "The total is correct. I checked.", "I shall need a new sheet."),
}

ODO: Lines = {
    ("takes", "did"): ("Take that.", "Mine.", "Good stone. Thank you."),
    ("takes", "suffered"): ("Hm. Clean.", "Seen worse.", "It happens to floors."),
    ("evicts", "did"): ("Out.", "Clear it.", "Empty floors make no noise."),
    ("evicts", "suffered"): ("Bare walls, then.", "I have packed before.", "So. Downstairs."),
    ("fall", "did"): ("Gravity.", "Old hands.", "Sweep it up."),
    ("fall", "saw"): ("Build it again.", "The ground always wins.", "Good stones. They will do twice."),
    ("grows", "did"): ("It will stand.", "High enough.", "That one has bones."),
    ("grows", "saw"): ("Straight.", "My father would have nodded.", "That will outlast us."),
    ("scores", "did"): ("Enough.", "Good mortar.", "It was heavy. Now it is not."),
    ("scores", "saw"): ("Solid.", "Hm. Good work.", "Nothing loose in that."),
    ("lead", "did"): ("Slowly does it.", "Up.", "The last stone counts too."),
    ("lead", "saw"): ("Long way to the roof.", "Wind changes.", "Hm."),
    ("last", "saw"): ("Roof time.", "Now nothing sloppy.", "Last load."),
    ("back", "did"): ("Wrong stone.", "Old word. Too old.", "Take it down."),
    ("back", "saw"): ("Did not hold.", "Down it comes.", "No foundation."),
    ("win", "did"): ("Good game. Sit a while.", "It stands.", "Done. Wash your hands."),
    ("win", "saw"): ("You may keep the key.", "Good house. I would live in it.", "That one I will point at."),
}

LINES: Mapping[str, Lines] = {"easy": GUS, "casual": MIRA, "club": IVO, "normal": TESS, "hard": ODO}
"""The lines of the characters by their level; the others are silent."""

NUMBERS = ("", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")


def number_in_words(number: int) -> str:
    """A number at the beginning of a line.

    >>> number_in_words(5), number_in_words(34)
    ('Five', '34')
    """
    return NUMBERS[number] if 0 < number < len(NUMBERS) else str(number)


def lines_for(level: str, theme: str, role: Role, points: int) -> tuple[str, ...]:
    """The lines that the character of a level has for a highlight; () where it stays silent.

    >>> lines_for("normal", "takes", "did", 5)[0]
    'Five. I had it at five.'
    >>> lines_for("normal", "takes", "did", 0)[0]
    'It was always on my list.'
    """
    found = []
    word = number_in_words(points)
    for line in LINES.get(level, {}).get((theme, role), ()):
        before, *after = line.split("{points}")
        if not after:
            found.append(line)
        elif points > 0:
            found.append(before + word + word.lower().join(after))
    return tuple(found)
