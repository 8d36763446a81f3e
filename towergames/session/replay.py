"""A replay of a finished or running game: it shows any point at once, and draws or simulates nothing again."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from towergames import registry
from towergames.board.protocol import AnyBoard, AnyContext, Style
from towergames.core.contract import Decide, Event, Over, Seat, Turn, event_text, event_texts
from towergames.core.text import sentence, unknown
from towergames.session import privacy
from towergames.session.animation import Frame, frames_of
from towergames.session.context import context_at, events_of
from towergames.table.asides import asides_of
from towergames.table.highlights import beats_by_event
from towergames.table.history import History
from towergames.table.log import Asides, LogLine, log_lines, shown_lines
from towergames.table.pad import Pad, build_pad

PUBLIC, ALL_HANDS = "everyone", "all hands"
SETTLES = "the pieces are moving"
SIGNED = re.compile(r"[+-]\d")
"""Points in a sentence."""
"""What happens in a slow game while an outcome is decided by chance."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A marked point: the number of plays before it, and the reason. Keys go from one ``stop`` to the next."""

    play: int
    title: str
    stop: bool = True


@dataclass(frozen=True, slots=True)
class Perspective:
    """The view that is shown: a spectator's (seat None), a seat's, or one that hides nothing."""

    title: str
    seat: Seat | None = None
    everything: bool = False


class Replay:
    """A history of which the first ``at`` plays are shown, 0 to ``length``, from a perspective.

    Lists of the whole game are made once, so that moving the cursor is fast.
    """

    def __init__(self, history: History, *, name: str = "", problem: str = "", board: AnyBoard | None = None) -> None:
        self.history = history
        self.name = name
        self.problem = problem
        self.at = 0
        self.game = history.game
        self.board = board if board is not None else registry.get(history.header.game).board
        self.names = history.header.names
        self.perspectives = self._perspectives()
        self.perspective = self.perspectives[0]
        if self.finished and len(history.humans) == 1:  # what this person built and held is of most interest
            self.perspective = self.perspectives[1 + history.humans[0]]
        self._last: tuple[tuple[object, ...], AnyContext] | None = None
        self.messages = False
        """Whether the log has what the players said to each other at an open table."""
        self.talks = False
        """Whether the log has what the bots said."""
        self._asides: dict[bool, Asides] = {}
        self._logs: dict[tuple[Perspective, bool, bool], tuple[tuple[LogLine, ...], list[int]]] = {}

    # --- the cursor -------------------------------------------------------------------------------------

    @property
    def length(self) -> int:
        """How many plays there are."""
        return len(self.history.plays)

    @property
    def finished(self) -> bool:
        """Whether the game came to its end."""
        return isinstance(self.history.turn, Over)

    @property
    def turn(self) -> Turn:
        """The turn at the cursor."""
        return self.game.turn(self.history.state_after(self.at))

    def seek(self, play: int) -> int:
        """Move the cursor within the game; returns its new position."""
        self.at = max(0, min(self.length, play))
        return self.at

    @cached_property
    def _move_numbers(self) -> list[int]:
        """The moves of players among the first plays, for each number of plays from 0 on."""
        counted = self.game.counts_as_move
        moves = (play.by is not None and counted(play.move) for play in self.history.plays)
        return list(accumulate(moves, initial=0))

    @property
    def move(self) -> int:
        """The number of moves of players before the cursor; what chance did and answers are none."""
        return self._move_numbers[self.at]

    @property
    def moves(self) -> int:
        """The number of moves of players in the whole game."""
        return self._move_numbers[-1]

    def move_of(self, play: int) -> int:
        """The number of moves of players among the first ``play`` plays."""
        return self._move_numbers[play]

    def seek_move(self, move: int) -> int:
        """Move the cursor behind a move of a player, before what chance did then; returns its new position."""
        return self.seek(bisect_left(self._move_numbers, move))

    def times(self) -> tuple[tuple[Seat, float], ...]:
        """The seconds that each person has left at the cursor; () where no time was written down."""
        notes = [note for note in self.history.clock_notes if note.plays <= self.at]
        if not notes:
            return ()
        return tuple((seat, notes[-1].left[seat] / 1000) for seat in self.history.humans)

    def next_turn(self) -> int:
        """Number of plays before the next player's turn."""
        later = [start for start in self._turn_starts if start > self.at]
        return min(later, default=self.length)

    def previous_turn(self) -> int:
        """Number of plays before this turn, or before the previous one if this turn has just begun."""
        return max((i for i in self._turn_starts if i < self.at), default=0)

    @cached_property
    def _turn_starts(self) -> list[int]:
        starts: list[int] = []
        before: Seat | None = None
        for i, play in enumerate(self.history.plays):
            if play.by is not None and play.by != before:
                starts.append(i)
            before = play.by if play.by is not None else before
        return starts

    @cached_property
    def rounds(self) -> tuple[tuple[int, int], ...]:
        """(round, plays before it) of every round after the first."""
        numbers = [self.game.round(self.history.state_after(play)) for play in range(self.length + 1)]
        return tuple((now, i) for i, (before, now) in enumerate(pairwise(numbers), start=1) if now > before)

    @cached_property
    def points(self) -> dict[tuple[int, Seat], int]:
        """Points by play and seat."""
        found: dict[tuple[int, Seat], int] = {}
        for line in self.pad.lines:
            key = (line.play, line.score.seat)
            found[key] = found.get(key, 0) + line.score.points
        return found

    @cached_property
    def gains(self) -> tuple[int, ...]:
        """The sum of all points scored in each play."""
        return tuple(sum(max(0, s.points) for s in play.step.scores) for play in self.history.plays)

    @cached_property
    def losses(self) -> tuple[int, ...]:
        """The sum of all points lost in each play, 0 or more."""
        return tuple(sum(max(0, -s.points) for s in play.step.scores) for play in self.history.plays)

    @cached_property
    def markers(self) -> tuple[Marker, ...]:
        """Help and undos, and plays with at least a quarter of the points of the greatest gain or loss, in order.

        Hints are marked, but they are no stops: each is beside the move that followed.
        """
        moved = [max(pair) for pair in zip(self.gains, self.losses, strict=True)]
        big = max(moved, default=0)
        found = [
            Marker(remark.plays, event_text(remark.event, self.names), remark.help != "hint")
            for remark in self.history.remarks
        ]
        for i, points in enumerate(moved, start=1):
            if points and points * 4 >= big:
                by_seat: dict[Seat, int] = {}
                for score in self.history.plays[i - 1].step.scores:
                    by_seat[score.seat] = by_seat.get(score.seat, 0) + score.points
                event_texts = (f"{self.names[s]} {p:+d}" for s, p in sorted(by_seat.items()) if p)
                found.append(Marker(i, ", ".join(event_texts)))
        return tuple(sorted(found, key=lambda m: m.play))

    def marker_after(self) -> Marker | None:
        """The next stop to the right of the cursor."""
        for marker in self.markers:
            if marker.stop and marker.play > self.at:
                return marker
        return None

    def marker_before(self) -> Marker | None:
        """The next stop to the left of the cursor."""
        for marker in reversed(self.markers):
            if marker.stop and marker.play < self.at:
                return marker
        return None

    @property
    def helped(self) -> dict[int, str]:
        """The plays after which a person had help: ``u`` for an undo, else ``h``."""
        signs = {remark.plays: "h" for remark in self.history.remarks if remark.help}
        return signs | {remark.plays: "u" for remark in self.history.remarks if remark.help == "undo"}

    # --- who looks --------------------------------------------------------------------------------------

    def _perspectives(self) -> tuple[Perspective, ...]:
        every = (
            Perspective(PUBLIC),
            *(Perspective(name, seat) for seat, name in enumerate(self.names)),
            Perspective(ALL_HANDS, None, True),
        )
        return every if self.finished else every[:1]

    def next_perspective(self) -> str:
        """Change to the next perspective; returns '', or why there is none."""
        if not self.finished:
            return "Hands are shown when the game is over. Until then you see what everyone sees."
        index = self.perspectives.index(self.perspective)
        self.perspective = self.perspectives[(index + 1) % len(self.perspectives)]
        return ""

    def look_as(self, title: str) -> str:
        """Change to ``everyone``, ``all hands``, or a player by name or number; returns '', or why not."""
        wanted = title.strip().casefold()
        for number, perspective in enumerate(self.perspectives):
            if wanted == perspective.title.casefold() or (perspective.seat is not None and wanted == str(number)):
                self.perspective = perspective
                return ""
        if not self.finished:
            return self.next_perspective()
        return sentence(unknown("player", title, [view.title for view in self.perspectives], "Views"))

    @property
    def has_hand(self) -> bool:
        """Whether the picture has a hand."""
        return self.perspective.seat is not None or self.perspective.everything

    # --- what is seen -----------------------------------------------------------------------------------

    def context(self, style: Style = Style(), *, before: bool = False) -> AnyContext:
        """The table at the cursor, or ``before`` the play that led there. Raises TableError if that is forbidden.

        If nothing is hidden, the hand is that of the player to move. It is the same object while nothing changes.
        """
        seat, everything = self.perspective.seat, self.perspective.everything
        privacy.require(self.history, seat, everything=everything)
        at = max(0, self.at - 1) if before else self.at
        key = (at, before, self.perspective, style)
        if self._last is not None and self._last[0] == key:
            return self._last[1]
        if everything:
            turn = self.game.turn(self.history.state_after(at))
            seat = turn.seat if isinstance(turn, Decide) else None
        marks = () if before else self.events()
        self._last = key, context_at(self.history, seat, at, everything=everything, marks=marks, style=style)
        return self._last[1]

    def events(self) -> tuple[Event, ...]:
        """The events of the play that led to the cursor, as far as the perspective may know them."""
        if not self.at:
            return ()
        return events_of(
            self.history, self.at - 1, self.at, self.perspective.seat, everything=self.perspective.everything
        )

    def frames(self, motion: str, style: Style = Style()) -> tuple[Frame, ...]:
        """The animation that leads to the cursor."""
        if not self.at:
            return ()
        before = self.context(style, before=True)
        beats = beats_by_event(self.history, self.at - 1)
        return tuple(frames_of(self.board, before, self.events(), self.at - 1, motion, beats))

    def log(self, frame: Frame | None = None) -> tuple[LogLine, ...]:
        """The log up to the cursor; during an animation only up to its ``frame``."""
        key = self.perspective, self.messages, self.talks
        if key not in self._logs:
            privacy.require(self.history, self.perspective.seat, everything=self.perspective.everything)
            seat, everything = self.perspective.seat, self.perspective.everything
            lines = log_lines(self.history, seat, everything=everything, said=self.messages, asides=self.asides)
            self._logs[key] = (lines, [line.play for line in lines])
        lines, plays = self._logs[key]
        if frame is None:
            return lines[: bisect_right(plays, self.at)]
        playing = shown_lines(self.history, self.at - 1, frame.context.playing, self.asides)
        return lines[: bisect_right(plays, self.at - 1)] + playing

    @property
    def asides(self) -> Asides:
        """The lines of the log that no event has."""
        if self.talks not in self._asides:
            self._asides[self.talks] = asides_of(self.history, talk=self.talks)
        return self._asides[self.talks]

    def turn_messages(self) -> str:
        """Show or hide the messages. Return a sentence: the new setting, or the reason why there are none."""
        if not self.history.said:
            return "There are no messages in this game."
        self.messages = not self.messages
        return "Messages are shown in the log." if self.messages else "Messages are hidden."

    @cached_property
    def pad(self) -> Pad:
        """The score pad of the whole game."""
        return build_pad(self.history)

    @cached_property
    def _pad_plays(self) -> list[int]:
        return [line.play for line in self.pad.lines]

    @cached_property
    def curves(self) -> tuple[tuple[int, ...], ...]:
        """The points of every seat after each play."""
        return tuple(self.pad.curve(seat, self.length) for seat in range(len(self.names)))

    def pad_now(self, frame: Frame | None = None) -> Pad:
        """The pad at the cursor; the points of a move are added at the end of its animation."""
        lines = bisect_right(self._pad_plays, self.at - 1 if frame is not None else self.at)
        return Pad(self.pad.names, self.pad.lines[:lines], self.pad.carried)

    # --- in words ---------------------------------------------------------------------------------------

    def caption(self) -> str:
        """The play at the cursor in one sentence."""
        if not self.at:
            return "Before the first move"
        sentences = event_texts(self.events(), self.names)
        if not sentences:
            return f"{self.move}"
        first, *others = sentences
        more = [*others[-1:], *(one for one in others if SIGNED.search(one))][-1:]  # the points, else what came last
        return f"{self.move}  {'; '.join((first, *(one for one in more if len(one) < 50)))}"

    def decision_in_words(self, play: int) -> str:
        """The first event of a play that everyone saw, as a sentence; '' where it has none in words."""
        told = event_texts(events_of(self.history, play - 1, play, None), self.names)
        return sentence(told[0]) if told else ""
