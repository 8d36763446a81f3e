"""What a replay screen shows, without a screen: a cursor, a viewpoint, and everything that follows from the two."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

from towergames import registry
from towergames.boards.desk import AnyDesk, Scene
from towergames.core.contract import Decide, Event, Nature, Seat, tell
from towergames.table.history import History
from towergames.table.match import LogLine, log_lines
from towergames.table.pad import Pad, build_pad
from towergames.table.replay import Marker, Replay
from towergames.tui.play.settling import DOING


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Who looks: a spectator (seat None), a seat, or one that sees everything."""

    title: str
    seat: Seat | None = None
    everything: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of an animation: the events so far, which frame of the last one, and how long it stays at 1x."""

    playing: tuple[Event, ...]
    frame: int
    seconds: float

    def moves_on(self, to: Frame) -> bool:
        """Whether another frame belongs to the same event."""
        return self.playing is to.playing


class ReplayModel:
    """A replay with a viewpoint. All lists over the whole game are made once, so that seeking costs next to nothing."""

    def __init__(self, history: History, *, name: str = "", problem: str = "", desk: AnyDesk | None = None) -> None:
        self.replay = Replay(history)
        self.history = history
        self.name = name
        self.problem = problem
        self.game = history.game
        self.desk = desk if desk is not None else registry.get(history.header.game).desk
        self.names = tuple(seat.name for seat in history.header.seats)
        self.viewpoints = self._viewpoints()
        # A game played alone hides nothing once it is over: its player's view shows most.
        self.viewpoint = self.viewpoints[1 if len(self.names) == 1 and self.finished else 0]
        self.pad = build_pad(history)
        self._pad_plays = [line.play for line in self.pad.lines]
        self.curves = tuple(self.pad.curve(seat, self.length) for seat in range(len(self.names)))
        self.markers: tuple[Marker, ...] = self._markers()
        self.gains = tuple(sum(abs(s.points) for s in play.step.scores) for play in history.plays)
        self._logs: dict[Viewpoint, tuple[tuple[LogLine, ...], list[int]]] = {}

    # --- the cursor -------------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """How many plays are shown."""
        return self.replay.at

    @property
    def length(self) -> int:
        """How many plays there are."""
        return self.replay.length

    @property
    def finished(self) -> bool:
        """Whether the game came to its end."""
        return self.replay.finished

    def seek(self, play: int) -> int:
        """Move the cursor, clamped."""
        return self.replay.seek(play)

    def marker_after(self) -> Marker | None:
        """The next marker to the right of the cursor."""
        return next((m for m in self.markers if m.play > self.at), None)

    def marker_before(self) -> Marker | None:
        """The next marker to the left of the cursor."""
        return next((m for m in reversed(self.markers) if m.play < self.at), None)

    def _markers(self) -> tuple[Marker, ...]:
        return tuple(sorted(self.replay.markers(), key=lambda marker: marker.play))

    @property
    def helped(self) -> dict[int, str]:
        """After which plays a person had help: ``u`` where something was taken back, else ``h``."""
        signs = {remark.plays: "h" for remark in self.history.remarks}
        return signs | {remark.plays: "u" for remark in self.history.remarks if remark.help == "undo"}

    # --- who looks --------------------------------------------------------------------------------------

    def _viewpoints(self) -> tuple[Viewpoint, ...]:
        everybody = (Viewpoint("spectator"),)
        if not self.finished:
            return everybody
        seats = tuple(Viewpoint(name, seat) for seat, name in enumerate(self.names))
        return (*everybody, *seats, Viewpoint("everything", None, True))

    def next_viewpoint(self) -> str:
        """Look through the next pair of eyes; empty, or why that cannot be."""
        if not self.finished:
            return "Hands are shown only once the game is over; until then a replay shows what everybody may see."
        index = self.viewpoints.index(self.viewpoint)
        self.viewpoint = self.viewpoints[(index + 1) % len(self.viewpoints)]
        return ""

    def look_as(self, title: str) -> str:
        """Look through the eyes named (a player's name or number, ``spectator``, ``everything``); empty, or why not."""
        wanted = title.strip().casefold()
        for number, viewpoint in enumerate(self.viewpoints):
            if wanted == viewpoint.title.casefold() or (viewpoint.seat is not None and wanted == str(number)):
                self.viewpoint = viewpoint
                return ""
        if not self.finished:
            return self.next_viewpoint()
        return "There are: " + ", ".join(v.title for v in self.viewpoints)

    @property
    def has_hand(self) -> bool:
        """Whether a hand belongs to the picture."""
        return self.viewpoint.seat is not None or self.viewpoint.everything

    # --- what is seen -----------------------------------------------------------------------------------

    def scene(self, frame: Frame | None = None, *, ascii_only: bool = False, colours: bool = True) -> Scene[Any]:
        """The scene at the cursor, or within the animation that leads to it."""
        at = self.at - 1 if frame is not None and self.at else self.at
        state = self.history.state_after(at)
        turn = self.game.turn(state)
        view = self.view_of(state)
        seat, measure = self.viewpoint.seat, self.history.measure
        if self.viewpoint.everything and isinstance(turn, Decide):
            seat = turn.seat
        return Scene(
            self.game,
            view,
            turn,
            seat,
            self.names,
            marks=() if frame is not None else self.events(),
            playing=frame.playing if frame is not None else (),
            frame=frame.frame if frame is not None else 0,
            ascii_only=ascii_only,
            colours=colours,
            day=self.history.day,
            measure=measure.move if measure is not None else None,
            counts=self.history.header.counts,
        )

    def view_of(self, state: Any) -> Any:
        """What the viewpoint may see of a state."""
        if self.viewpoint.everything:
            return self.game.reveal(state)
        return self.game.view(state, self.viewpoint.seat)

    def events(self) -> tuple[Event, ...]:
        """The events of the play that led to the cursor, as far as the viewpoint may know them."""
        return self.replay.events(self.viewpoint.seat, everything=self.viewpoint.everything)

    def frames(self, motion: str) -> tuple[Frame, ...]:
        """The animation that leads to the cursor: none, one frame an event (basic), or all of them (full)."""
        if motion == "none" or not self.at:
            return ()
        found: list[Frame] = []
        so_far: tuple[Event, ...] = ()
        for event in self.events():
            so_far = (*so_far, event)
            if event.kind not in self.desk.animated:
                continue
            beats = self.desk.beats(self.scene(Frame(so_far, 0, 0)), event)
            if motion == "basic" and beats:
                found.append(Frame(so_far, len(beats) - 1, sum(beats)))
            else:
                found.extend(Frame(so_far, i, seconds) for i, seconds in enumerate(beats))
        return tuple(found)

    def log(self, frame: Frame | None = None) -> tuple[LogLine, ...]:
        """The log up to the cursor; within an animation only as far as that has come."""
        if self.viewpoint not in self._logs:
            lines = self._everything() if self.viewpoint.everything else log_lines(self.history, self.viewpoint.seat)
            self._logs[self.viewpoint] = (lines, [line.play for line in lines])
        lines, plays = self._logs[self.viewpoint]
        if frame is None:
            return lines[: bisect_right(plays, self.at)]
        told = tuple(LogLine(self.at, e.seat, e.kind, tell(e, self.names)) for e in frame.playing)
        return lines[: bisect_right(plays, self.at - 1)] + told

    def _everything(self) -> tuple[LogLine, ...]:
        lines: list[LogLine] = []
        for number in range(self.length + 1):
            events = self.history.plays[number - 1].step.events if number else ()
            lines += [LogLine(number, e.seat, e.kind, tell(e, self.names)) for e in events]
            beside = [remark.event for remark in self.history.remarks if remark.plays == number]
            lines += [LogLine(number, e.seat, e.kind, tell(e, self.names)) for e in beside]
        return tuple(lines)

    def pad_now(self, frame: Frame | None = None) -> Pad:
        """The pad at the cursor; until an animation is over the points of its move are not yet written."""
        count = bisect_right(self._pad_plays, self.at - 1 if frame is not None else self.at)
        return Pad(self.pad.names, self.pad.lines[:count], self.pad.carried)

    # --- in words ---------------------------------------------------------------------------------------

    def caption(self) -> str:
        """What the play at the cursor was, in one sentence."""
        if not self.at:
            return "Before the first move"
        told = [tell(event, self.names) for event in self.events()]
        if told:
            return f"{self.at}  {told[0]}" + (f"; {told[-1]}" if len(told) > 1 and len(told[-1]) < 50 else "")
        return f"{self.at}"

    def whose_turn(self) -> str:
        """Who is on at the cursor."""
        turn = self.replay.turn
        if isinstance(turn, Decide):
            return f"{self.names[turn.seat]} to {turn.phase}"
        chance = DOING if self.game.info.slow else "chance"
        return chance if isinstance(turn, Nature) else "game over"

    def status(self) -> str:
        """Where the cursor is."""
        number = self.game.round(self.history.state_after(self.at))
        return f"move {self.at}/{self.length}  round {number}  {self.whose_turn()}"
