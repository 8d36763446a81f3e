"""What is shown step by step after a move: scenes with the events so far, and how long each stays. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from towergames.boards.desk import Scene
from towergames.core.contract import Event, Seat, visible
from towergames.tui.play.session import Session

RECAP_SECONDS = 0.9


@dataclass(frozen=True, slots=True)
class Beat:
    """One picture of an animation: ``plays`` made before it, points ``counted`` since by seat, ``fresh`` just now."""

    scene: Scene[Any]
    seconds: float
    plays: int
    counted: tuple[int, ...]
    fresh: tuple[tuple[Seat, int], ...] = ()

    def moves_on(self, to: Beat) -> bool:
        """Whether another beat is a later frame of the same event."""
        return self.plays == to.plays and bool(self.scene.playing) and self.scene.playing is to.scene.playing


def told_points(event: Event) -> dict[Seat, int]:
    """The points that an event tells of: ``data["points"]`` by seat. Kinds ending in ``.end`` repeat a sum."""
    found = event.data.get("points")
    if not isinstance(found, dict) or event.kind.endswith(".end"):
        return {}
    return {int(seat): int(points) for seat, points in found.items() if points}


def beats_of(session: Session, first: int, seat: Seat | None, motion: str) -> list[Beat]:
    """The beats of all plays from ``first`` on as the seat may see them; none where nothing is animated."""
    beats: list[Beat] = []
    if motion == "none":
        return beats
    for index in range(first, session.table.moves):
        beats += play_beats(session, index, seat, motion)
    return beats


def play_beats(session: Session, index: int, seat: Seat | None, motion: str) -> list[Beat]:
    """The beats of one play. With motion ``basic`` each event is one picture, its last."""
    desk, history = session.desk, session.table.history
    events = [e for e in history.plays[index].step.events if visible(e, seat)]
    if not any(e.kind in desk.animated for e in events):
        return []
    scene = replace(past_scene(session, index, seat), marks=(), may_act=False)
    counted = [0] * len(scene.names)
    beats: list[Beat] = []
    for i, event in enumerate(events):
        playing = replace(scene, playing=tuple(events[: i + 1]))
        frames = desk.beats(playing, event)
        fresh = told_points(event)
        for frame, seconds in enumerate(frames):
            last = frame == len(frames) - 1
            if last:
                for who, points in fresh.items():
                    counted[who] += points
            now = tuple(sorted(fresh.items())) if last else ()
            beat = Beat(replace(playing, frame=frame), seconds, index, tuple(counted), now)
            if motion == "basic":
                if last:
                    beats.append(replace(beat, seconds=sum(frames)))
            else:
                beats.append(beat)
    return beats


def past_scene(session: Session, plays: int, seat: Seat | None) -> Scene[Any]:
    """The table after so many plays, as the seat saw it, the last play marked."""
    state = session.table.history.state_after(plays)
    return Scene(
        game=session.game,
        view=session.view_of(seat, plays),
        turn=session.game.turn(state),
        seat=seat,
        names=session.table.names,
        marks=session.events(plays - 1, plays, seat) if plays else (),
        ascii_only=session.ascii_only,
        colours=session.colours,
    )


def recap_beats(session: Session, first: int, seat: Seat | None, motion: str) -> list[Beat]:
    """All plays from ``first`` on, one picture each, with the animations in their places."""
    none = (0,) * len(session.table.names)
    beats: list[Beat] = []
    for index in range(first, session.table.moves):
        if motion != "none":
            beats += play_beats(session, index, seat, motion)
        scene = past_scene(session, index + 1, seat)
        if scene.marks:
            beats.append(Beat(scene, RECAP_SECONDS, index + 1, none))
    return beats


def shortened(beats: Sequence[Beat], factor: float) -> list[Beat]:
    """The beats at another speed; none at all for a factor of 0."""
    return [replace(beat, seconds=beat.seconds * factor) for beat in beats] if factor else []
