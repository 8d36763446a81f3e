"""The record book and the achievements of Leaning Towers, from the events of pieces that stood or fell."""

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

RECORDS = (
    RecordLine("Highest level", "level"),
    RecordLine("Longest stand", "stand"),
    RecordLine("Best piece", "piece", "+{}"),
    RecordLine("Best held piece", "held", "+{}"),
    RecordLine("Pieces on one corner", "corner"),
    RecordLine("Best game", POINTS),
    RecordLine("Longest game", "rounds-played", "{} rounds"),
    RecordLine("Comeback", COMEBACK),
)

ACHIEVEMENTS = (
    Achievement("tiptoe", "Tiptoe", "first", "A piece of yours stands on the table with one corner.", "corner"),
    Achievement("upstairs", "Upstairs", "first", "A piece of yours stands on level 2 or higher.", "level", 2),
    Achievement("worth-the-wait", "Worth the wait", "good", "A held piece scores 5 points or more.", "held", 5),
    Achievement(
        "mason",
        "Mason",
        "good",
        "After a Break of yours you put back each piece that moved, and nothing else falls.",
    ),
    Achievement("attic", "Attic", "good", "A piece of yours stands on level 4 or higher.", "level", 4),
    Achievement(
        "not-a-hair",
        "Not a hair",
        "rare",
        "You win with 8 pieces or more, and nothing of yours slips or makes others fall.",
        goal=8,
        near="won with {best} pieces of {goal}",
    ),
    Achievement("penthouse", "Penthouse", "rare", "A piece of yours stands on level 6 or higher.", "level", 6),
)

HABITS = (
    Habit("fell", "{rival} makes pieces fall in {count} of {games} games."),
    Habit("holds", "{rival} holds a piece in {count} of {games} games."),
)

HELD = "R-25"
ONE_CORNER = "R-24"
"""Rules of the score lines of a held piece, and of a piece on one corner."""


def watch(game: FinishedGame, marks: Marks) -> None:
    """Note the pieces that stood, the falls and what was put back, and the result."""
    tower = _Tower(game, marks)
    for play in game.plays:
        for event in play.step.events:
            tower.watch(play, event)
    tower.end()
    note_result(game, marks)


class _Tower:
    """The tower of a game, and what each seat has done to it so far."""

    def __init__(self, game: FinishedGame, marks: Marks) -> None:
        self.game, self.marks = game, marks
        self.placed = Counter[Seat]()
        self.standing = Counter[Seat]()
        """The pieces that each seat has placed since its last fall."""
        self.clumsy = set[Seat]()
        """The seats of which something has slipped, or has made others fall."""
        self.broken: set[int] | None = None
        """The pieces to be put back after a Break, as long as nothing else has fallen; None for none."""

    def watch(self, play: Play, event: Event) -> None:
        seat = event.seat
        if seat is None:
            return
        if event.kind == "place":
            self._placed(play, event, seat)
        elif event.kind == "hold":
            self.marks.add(seat, "holds", play=play)
        elif event.kind == "slip":
            self.clumsy.add(seat)
        elif event.kind in ("break", "wreck"):
            self.clumsy.add(seat)
            self.standing[seat] = 0
            self.marks.add(seat, "fell", play=play)
            self.broken = set(event.data["disturbed"]) if event.kind == "break" else None
        elif event.kind == "put-back" and self.broken is not None:
            self._put_back(play, seat)

    def _placed(self, play: Play, event: Event, seat: Seat) -> None:
        data, name = event.data, f"P{event.data['piece']}"
        rules = {line.rule for line in play.step.scores}
        self.placed[seat] += 1
        self.standing[seat] += 1
        self.marks.note(seat, "level", data["level"], name, play)
        self.marks.note(seat, "stand", self.standing[seat], play=play)
        self.marks.note(seat, "piece", data["points"], f"{name}, level {data['level']}", play)
        if HELD in rules:
            self.marks.note(seat, "held", data["points"], f"{name}, level {data['level']}", play)
        if ONE_CORNER in rules:
            self.marks.add(seat, "corner", play=play)

    def _put_back(self, play: Play, seat: Seat) -> None:
        hand, after = play.before.in_hand, play.step.state
        assert self.broken is not None
        self.broken.discard(hand.piece)
        if not self.broken and not after.broken:
            self.marks.note(seat, "mason", 1, play=play)

    def end(self) -> None:
        for seat in self.game.seats:
            self.marks.note(seat, "rounds-played", self.game.rounds)
            if self.game.won(seat) and seat not in self.clumsy:
                self.marks.note(seat, "not-a-hair", self.placed[seat])


FEATS = Feats(1, watch, RECORDS, ACHIEVEMENTS, HABITS)
