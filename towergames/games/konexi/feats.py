"""The record book and the achievements of Konexi, from letters that stand, words and falls."""

from __future__ import annotations

from collections import Counter

from towergames.core.contract import Event, Seat
from towergames.core.feat import (
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

ANY_LETTER = 0
"""The face of the die after which the player chooses the letter."""
ENOUGH_LETTERS = 4
"""Letters that a winner has placed, for a steady hand to be one."""

RECORDS = (
    RecordLine("Tallest tower", "tower", "{} letters"),
    RecordLine("Longest word", "word", "{} letters"),
    RecordLine("Best turn", "turn", "+{}"),
    RecordLine("Longest stand", "stand", "{} letters"),
    RecordLine("Points on one tower", "on-tower", "+{}"),
    RecordLine("Nearest miss", "load", "{} %"),
    RecordLine("Best game", POINTS),
    RecordLine("Comeback", COMEBACK),
)

ACHIEVEMENTS = (
    Achievement("four", "Four of a kind", "first", "You say a word of 4 letters or more.", "word", 4),
    Achievement("ten-up", "Ten up", "first", "Your letter is the 10th that stands in a tower.", "tower", 10),
    Achievement("high-five", "High five", "good", "You say a word of 5 letters or more.", "word", 5),
    Achievement(
        "free-agent", "Free agent", "good", "After you roll Any Letter, you say a word of 4 letters or more.", "free", 4
    ),
    Achievement(
        "steady",
        "Steady",
        "good",
        f"You win with {ENOUGH_LETTERS} letters or more, and no tower falls at your hand.",
        goal=ENOUGH_LETTERS,
        near="won with {best} letters of {goal}",
    ),
    Achievement("six", "Six", "rare", "You say a word of 6 letters or more.", "word", 6),
    Achievement("babel", "Babel", "rare", "Your letter is the 20th that stands in a tower.", "tower", 20),
)

HABITS = (
    Habit("fell", "A tower falls at the hand of {rival} in {count} of {games} games."),
    Habit("said", "{rival} makes a word with {share} of 100 letters.", of="placed"),
)


def watch(game: FinishedGame, marks: Marks) -> None:
    """Note the letters that stood, the words, the falls, and the result."""
    table = _Table(game, marks)
    for play in game.plays:
        for event in play.step.events:
            table.watch(play, event)
        table.scored(play)
    table.end()
    note_result(game, marks)


class _Table:
    """The towers of a game, and what each seat has done to them so far."""

    def __init__(self, game: FinishedGame, marks: Marks) -> None:
        self.game, self.marks = game, marks
        self.standing = Counter[Seat]()
        """The letters that each seat has placed since its last fall."""
        self.on_tower = Counter[Seat]()
        """The points of each seat on the present tower."""

    def watch(self, play: Play, event: Event) -> None:
        seat = event.seat
        if event.kind == "round":
            self.on_tower.clear()
        if seat is None:
            return
        if event.kind == "place":
            self._placed(play, event, seat)
        elif event.kind == "word":
            word = event.data["word"]
            self.marks.add(seat, "said", play=play)
            self.marks.note(seat, "word", len(word), word, play)
            if play.before.face == ANY_LETTER:
                self.marks.note(seat, "free", len(word), word, play)
        elif event.kind == "fall":
            self.standing[seat] = 0
            self.marks.add(seat, "fell", play=play)

    def _placed(self, play: Play, event: Event, seat: Seat) -> None:
        data, letters = event.data, len(play.before.tower) + 1
        self.standing[seat] += 1
        self.marks.add(seat, "placed", play=play)
        self.marks.note(seat, "tower", letters, f"with {data['letter']}", play)
        self.marks.note(seat, "stand", self.standing[seat], play=play)
        if data["loaded"]:
            self.marks.note(seat, "load", data["load"] // 10, f"the joint of {data['loaded']}", play)

    def scored(self, play: Play) -> None:
        """Note the points that a play brought to each seat."""
        for seat in self.game.seats:
            points = sum(line.points for line in play.step.scores if line.seat == seat)
            if points > 0:
                self.on_tower[seat] += points
                self.marks.note(seat, "turn", points, play=play)
                self.marks.note(seat, "on-tower", self.on_tower[seat], play=play)

    def end(self) -> None:
        for seat in self.game.seats:
            if self.game.won(seat) and not self.marks.value(seat, "fell"):
                self.marks.note(seat, "steady", self.marks.value(seat, "placed"))


FEATS = Feats(1, watch, RECORDS, ACHIEVEMENTS, HABITS)
