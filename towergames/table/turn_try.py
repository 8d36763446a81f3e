"""A turn of a finished game that is tried again: three times, and then the way of the strongest level is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from towergames.core.contract import Decide, Over
from towergames.core.review import TurnReview
from towergames.table.facts import plays_of
from towergames.table.history import History, Play
from towergames.table.match import Table
from towergames.table.records import Branch
from towergames.table.turn_review import all_turns_of, turn_reviewer_of, worth

MOST_TRIES = 3
A_REVIEW = "the review"
"""The name of the source of a try, in the sentence that says why a try does not count."""


class TurnTry(Table):
    """A table from before a turn, without a journal. It counts nowhere.

    ``number`` counts the tries; after the last of them the way of the strongest level is shown. ``save`` names the
    save of the finished game where its table was left for the try.
    """

    def __init__(self, source: History, reviewed: TurnReview, number: int = 1, *, save: str = "") -> None:
        history = source.copy(reviewed.first - 1)
        seats = list(source.header.seats)
        seats[reviewed.seat] = replace(seats[reviewed.seat], bot="")  # a person tries the turn of a bot too
        branch = Branch(A_REVIEW, reviewed.first - 1, source.assists_until(reviewed.first - 1))
        history.header = replace(source.header, seats=tuple(seats), branch=branch, series=None)
        history.control = None  # a try has all the time it needs
        super().__init__(history)
        self.source, self.reviewed, self.number, self.save = source, reviewed, number, save
        self.card_shown = False
        """Whether the card at the end of the try was shown."""

    @property
    def title(self) -> str:
        """The number of the try in words: ``Try 1 of 3``."""
        return "The better turn" if self.shows_way else f"Try {self.number} of {MOST_TRIES}"

    @property
    def shows_way(self) -> bool:
        """Whether the tries are over and the way of the strongest level is shown."""
        return self.number > MOST_TRIES

    @property
    def _own(self) -> list[Play]:
        """The plays of the player since the try began."""
        first, seat = self.reviewed.first, self.reviewed.seat
        return [play for play in self.history.plays[first - 1 :] if play.by == seat]

    @property
    def ended(self) -> bool:
        """Whether the turn is over: somebody else decides, or a player alone made as many plays as in the game.

        In a game without rounds the game must be over, since a turn may be worked at again until then.
        """
        own, turn = self._own, self.turn
        if not isinstance(turn, Decide):
            return isinstance(turn, Over)
        if not own or self.reviewed.part:
            return False
        if len(self.names) > 1:
            return turn.seat != self.reviewed.seat
        first, last = self.reviewed.first, self.reviewed.last
        return len(own) >= sum(play.by == self.reviewed.seat for play in self.source.plays[first - 1 : last])

    @property
    def advised(self) -> Any:
        """The next action of the strongest level's way, as long as it was followed; None elsewhere."""
        made, moves = [self.game.notate(play.move) for play in self._own], self.reviewed.moves
        if not self.shows_way or tuple(made) != moves[: len(made)] or len(made) >= len(moves):
            return None
        return self.game.parse(moves[len(made)], self.history.state)

    def again(self) -> TurnTry:
        """The next try from the position before the turn."""
        return TurnTry(self.source, self.reviewed, self.number + 1, save=self.save)

    def judged(self) -> TurnReview | None:
        """The judgement of the turn as it was tried; None where it cannot be judged. It may take seconds.

        In a game without rounds it is the turn of the same name, else the last one.
        """
        reviewer = turn_reviewer_of(self.history)
        assert reviewer is not None, "a turn that was reviewed has a reviewer"
        plays = plays_of(self.history)
        found = None
        for span in all_turns_of(reviewer, plays, self.reviewed.seat):
            if span.start >= self.reviewed.first:
                found = reviewer.judge(self.game, plays, span, 1)
                if found.part == self.reviewed.part:
                    break
        return found

    def compared(self, tried: TurnReview | None) -> tuple[str, ...]:
        """Sentences on the try beside the turn of the game."""
        reviewer, before = turn_reviewer_of(self.history), self.reviewed
        assert reviewer is not None, "a turn that was reviewed has a reviewer"
        game = f"In the game {worth(reviewer.unit, before.after)}, at best {worth(reviewer.unit, before.best)}."
        if tried is None:
            return (game,)
        return tried.made, f"This try: {worth(reviewer.unit, tried.after)}. {game}"
