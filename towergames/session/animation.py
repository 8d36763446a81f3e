"""Animations after a move: contexts with the events so far, and how long each is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from towergames.board.protocol import AnyBoard, AnyContext
from towergames.core.contract import Event, Seat
from towergames.core.highlight import Highlight
from towergames.session.context import context_at, events_of
from towergames.session.session import Session
from towergames.table.highlights import beats_by_event

RECAP_SECONDS = 0.9
BEFORE_SECONDS = 1.0
"""Without motion: time for which the pieces are shown as they were before a fall."""
SHORT = 0.1
"""A frame shorter than this many seconds is part of a movement; it is left out if it would be drawn too late."""
BEAT_FRAME_SECONDS = 0.08
"""Time from one frame of a beat to the next."""
STILL_SECONDS = 1.0
"""Without movement: time for which the last frame of a beat is shown."""
COUNT_STEPS, COUNT_SECONDS = 8, 0.4
"""Frames and seconds in which points are counted up while they fly to the player."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of an animation: ``plays`` made before it, points ``counted`` since by seat, ``fresh`` just now.

    ``held``: pieces have fallen, and now lie still; where a person looks on, the frame stays until a key.
    """

    context: AnyContext
    seconds: float
    plays: int
    counted: tuple[int, ...] = ()
    fresh: tuple[tuple[Seat, int], ...] = ()
    held: bool = False

    @property
    def highlight(self) -> Highlight | None:
        """The highlight whose beat this frame is a part of."""
        return self.context.beat

    def continues(self, to: Frame) -> bool:
        """Whether another frame shows the same event later."""
        playing = self.context.playing
        return self.plays == to.plays and bool(playing) and playing is to.context.playing


def frames_of(
    board: AnyBoard,
    before: AnyContext,
    events: Sequence[Event],
    plays: int,
    motion: str,
    beats: Mapping[int, Highlight] = MappingProxyType({}),
) -> Iterator[Frame]:
    """The frames of one play, drawn from the context before it; none if the play has nothing to animate.

    ``beats`` are highlights with a picture of their own, by the id of their event: it takes the place of the event's
    frames. With motion ``basic`` each event that must be read is one frame, its last; with ``none`` nothing is
    animated. In both a fall is two frames: the pieces before it, and as they lie afterwards.
    """
    falls = any(event.kind in board.spec.held for event in events)
    animated = any(event.kind in board.spec.animated or id(event) in beats for event in events)
    if not animated or (motion == "none" and not falls):
        return
    context = replace(before, marks=(), may_act=False, draft=None, verdict=None)
    counted = [0] * len(context.names)
    moved = False
    for i, event in enumerate(events):
        playing = replace(context, playing=tuple(events[: i + 1]), coming=tuple(events[i + 1 :]))
        seconds = board.frames(playing, event)
        highlight = beats.get(id(event))
        if highlight is not None and motion != "none":
            playing = replace(playing, beat=highlight, frame=max(0, len(seconds) - 1))
            fresh = points_of(event)
            for seat, points in fresh.items():
                counted[seat] += points
            yield from _beat(playing, highlight, plays, motion, tuple(counted), tuple(sorted(fresh.items())))
            continue
        last, fresh = len(seconds) - 1, points_of(event)
        if not seconds:
            continue
        earlier = tuple(counted)
        for seat, points in fresh.items():
            counted[seat] += points
        held = moved and event.kind in board.spec.held
        end = Frame(
            replace(playing, frame=last), seconds[last], plays, tuple(counted), tuple(sorted(fresh.items())), held
        )
        moving = last > 0
        moved = moved or moving
        if motion == "full":
            for frame in range(last):
                yield Frame(replace(playing, frame=frame), seconds[frame], plays, earlier)
            yield end
        elif held:
            yield end
        elif falls and moving:
            yield Frame(replace(playing, frame=0), BEFORE_SECONDS, plays, earlier)
        elif motion == "basic" and max(seconds) >= SHORT:
            yield replace(end, seconds=sum(seconds))


def _beat(
    context: AnyContext,
    highlight: Highlight,
    plays: int,
    motion: str,
    counted: tuple[int, ...],
    fresh: tuple[tuple[Seat, int], ...],
) -> Iterator[Frame]:
    """The frames of a beat; without movement its last one. Points are counted when it ends."""
    last = round(highlight.seconds / BEAT_FRAME_SECONDS)
    before = list(counted)
    for seat, points in fresh:
        before[seat] -= points
    for number in range(last) if motion == "full" else ():
        at = replace(context, beat_seconds=number * BEAT_FRAME_SECONDS)
        yield Frame(at, BEAT_FRAME_SECONDS, plays, tuple(before))
    end = replace(context, beat_seconds=highlight.seconds)
    yield Frame(end, BEAT_FRAME_SECONDS if motion == "full" else STILL_SECONDS, plays, counted, fresh)


def points_of(event: Event) -> dict[Seat, int]:
    """The points in an event: ``data["points"]`` by seat, or those of its own seat.

    Kinds that end in ``.end`` repeat a sum and give none, and neither does what is still ``open`` to a challenge.
    """
    found = event.data.get("points")
    if isinstance(found, int) and event.seat is not None and not event.data.get("open"):
        found = {event.seat: found}
    if not isinstance(found, dict) or event.kind.endswith(".end"):
        return {}
    return {int(seat): int(points) for seat, points in found.items() if points}


def animation_after(session: Session, first: int, seat: Seat | None, motion: str) -> list[Frame]:
    """The frames of all plays from ``first`` on as the seat may see them."""
    return [frame for plays in range(first, session.table.moves) for frame in _play(session, plays, seat, motion)]


def recap(session: Session, first: int, seat: Seat | None, motion: str) -> list[Frame]:
    """All plays from ``first`` on: one picture of each, with the animations between them."""
    none = (0,) * len(session.table.names)
    frames: list[Frame] = []
    for plays in range(first, session.table.moves):
        frames += _play(session, plays, seat, motion)
        context = _past(session, plays + 1, seat)
        if context.marks:
            frames.append(Frame(context, RECAP_SECONDS, plays + 1, none))
    return frames


def _play(session: Session, plays: int, seat: Seat | None, motion: str) -> Iterator[Frame]:
    history = session.table.history
    events, beats = events_of(history, plays, plays + 1, seat), beats_by_event(history, plays)
    for frame in frames_of(session.board, _past(session, plays, seat), events, plays, motion, beats):
        yield from counted_up(frame) if motion == "full" else (frame,)


def counted_up(frame: Frame) -> Iterator[Frame]:
    """A frame with fresh points as several, in which these are added step by step."""
    if not frame.fresh:
        yield frame
        return
    fresh, step = dict(frame.fresh), COUNT_SECONDS / COUNT_STEPS
    for left in range(COUNT_STEPS - 1, 0, -1):
        counted = tuple(sum_ - fresh.get(seat, 0) * left // COUNT_STEPS for seat, sum_ in enumerate(frame.counted))
        yield replace(frame, seconds=step, counted=counted, held=False)
    yield replace(frame, seconds=max(step, frame.seconds - step * (COUNT_STEPS - 1)))


def _past(session: Session, plays: int, seat: Seat | None) -> AnyContext:
    """The table after ``plays`` plays, as the seat saw it, with the last play marked."""
    view = session.view_of(seat, plays)
    return context_at(session.table.history, seat, plays, view=view, style=session.style)


def shortened(frames: Sequence[Frame], factor: float) -> list[Frame]:
    """The frames at another speed; none at all for a factor of 0."""
    return [replace(frame, seconds=frame.seconds * factor) for frame in frames] if factor else []


class Pace:
    """End of each frame by the clock, so that the time for drawing does not delay the animation."""

    def __init__(self) -> None:
        self._ends = 0.0

    def begin(self, first: Frame, now: float, speed: float = 1.0) -> float:
        """Seconds to show the first frame."""
        self._ends = now + first.seconds / speed
        return first.seconds / speed

    def after(self, frames: Sequence[Frame], at: int, now: float, speed: float = 1.0) -> tuple[int, float]:
        """The frame to show after number ``at``, at the time ``now``, and for how many seconds.

        Late frames of a movement are left out, but never the last one, and never a frame that people must read.
        """
        at += 1
        while at < len(frames):
            moving = frames[at].seconds < SHORT and at + 1 < len(frames) and frames[at].continues(frames[at + 1])
            if self._ends < now and not moving:
                self._ends = now
            self._ends += frames[at].seconds / speed
            if self._ends > now or not moving:
                return at, max(0.001, self._ends - now)
            at += 1
        return at, 0.0
