"""The record book and the achievements of Stacked Words, from the plays that stood."""

from __future__ import annotations

from towergames.core.contract import Event, Seat
from towergames.core.feat import (
    CLOSE,
    COMEBACK,
    POINTS,
    Achievement,
    Feats,
    FinishedGame,
    Habit,
    Marks,
    Play,
    RecordLine,
    note_result,
)
from towergames.core.text import listed

LONG_FLAT, FACELIFT, HIGH, MANY_POINTS, MANY_WORDS, ALL_TILES = 5, 8, 5, 30, 4, 7
"""Goals of the achievements: letters, points, tiles, points, words, tiles."""

RECORDS = (
    RecordLine("Best turn", "turn"),
    RecordLine("Best game", POINTS),
    RecordLine("Longest word", "word", "{} letters"),
    RecordLine("Tallest stack", "stack", "{} tiles"),
    RecordLine("Seven tiles at once", "seven"),
    RecordLine("Most words at once", "words", "{} words"),
    RecordLine("Comeback", COMEBACK),
    RecordLine("Closest win", CLOSE, "+{}", least=True),
)

ACHIEVEMENTS = (
    Achievement(
        "groundwork",
        "Groundwork",
        "first",
        f"You play a flat word of {LONG_FLAT} letters or more.",
        "flat",
        LONG_FLAT,
        "{text}: {best} of {goal} letters",
    ),
    Achievement(
        "facelift",
        "Facelift",
        "first",
        f"You put one tile on a stack and score {FACELIFT} points or more with stacked words.",
        goal=FACELIFT,
        near="best {best} of {goal} points",
    ),
    Achievement("skyscraper", "Skyscraper", "good", f"A tile of yours is the {HIGH}th tile of a stack.", "stack", HIGH),
    Achievement("mind-your-qu", "Mind your Qu", "good", "You score the bonus for Qu in a flat word."),
    Achievement(
        "thirty", "Thirty", "good", f"You score {MANY_POINTS} points or more in one turn.", "turn", MANY_POINTS
    ),
    Achievement(
        "crossroads",
        "Crossroads",
        "rare",
        f"One play of yours forms {MANY_WORDS} words or more.",
        "words",
        MANY_WORDS,
    ),
    Achievement(
        "full-house",
        "Full house",
        "rare",
        "You play all seven tiles of your rack at once.",
        "tiles",
        ALL_TILES,
        "best {best} of {goal} tiles",
    ),
)

HABITS = (
    Habit("covered", "Of the tiles of {rival}, {share} in 100 lie on other tiles.", of="laid"),
    Habit("large-turn", "{rival} scores 20 points or more in one turn in {count} of {games} games."),
)
LARGE_TURN = 20


def watch(game: FinishedGame, marks: Marks) -> None:
    """Note the plays that were not taken back, and the result."""
    doubtful: tuple[Play, Event] | None = None
    """The last play, as long as it can still be challenged."""
    for play in game.plays:
        for event in play.events("play", "ruling"):
            if event.kind == "ruling":
                if event.data["bad"]:
                    doubtful = None
                continue
            if doubtful is not None:
                _note_play(*doubtful, marks)
            doubtful = play, event
    if doubtful is not None:
        _note_play(*doubtful, marks)
    note_result(game, marks)


def _note_play(play: Play, event: Event, marks: Marks) -> None:
    # Not at the top: the title reads the record lines before its first frame.
    from towergames.games.words import grid

    seat, board = event.seat, play.before.board
    tiles = dict(event.data["tiles"])
    words = grid.formed(board, tiles)
    named = listed(word.text for word in words)
    points = event.data["points"]
    marks.note(seat, "turn", points, named, play)
    marks.note(seat, "words", len(words), named, play)
    marks.note(seat, "tiles", len(tiles), words[0].text, play)
    if len(tiles) == ALL_TILES:
        marks.note(seat, "seven", points, words[0].text, play)
    if points >= LARGE_TURN:
        marks.add(seat, "large-turn", play=play)
    for word in words:
        marks.note(seat, "word", len(word.text), word.text, play)
        if word.flat:
            marks.note(seat, "flat", len(word.text), word.text, play)
        if word.qu:
            marks.note(seat, "mind-your-qu", 1, word.text, play)
    size = grid.size_of(board)
    for cell in tiles:
        marks.note(seat, "stack", len(board[cell]) + 1, grid.square(cell, size), play)
    _note_cover(seat, [cell for cell in tiles if board[cell]], len(tiles), play, marks)


def _note_cover(seat: Seat | None, covered: list[int], laid: int, play: Play, marks: Marks) -> None:
    """Note how many tiles lie on others; of a single one also its points with stacked words."""
    marks.add(seat, "laid", laid, play)
    marks.add(seat, "covered", len(covered), play)
    if covered and laid == 1:
        stacked = sum(line.points for line in play.step.scores if line.rule == "R-18")
        marks.note(seat, "facelift", stacked, play=play)


FEATS = Feats(1, watch, RECORDS, ACHIEVEMENTS, HABITS)
