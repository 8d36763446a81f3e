"""Records of releases: poses as whole numbers, and the movement as text. Needs no engine.

A movement has 30 frames a second, rounded, packed, compressed and in base64. Places are kept to 0.1 mm and quaternion
parts to 1/8000, as differences from frame to frame. They are packed in columns, so that equal numbers are neighbours.
18 pieces that settle for a second take some 1 KiB.

The text is ``PERIOD FRAMES DATA``: milliseconds from frame to frame, number of frames, and the packed poses. The
outcome (and its event) lists the bodies in the order of the poses.
"""

from __future__ import annotations

import base64
import binascii
import sys
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol, TypeVar

from msgspec import json

from towergames.physics.geometry import PER_CM, Pose, normal

MOST_TRACE = 6_000
"""Characters of a recorded movement at most; the recorder leaves out frames until it fits."""
MOST_RECORD = 15_000
"""Bytes of a whole outcome as JSON, at most."""
MAX_RECORDED_UM = 9_999_999
"""A body that rolls further is recorded at this distance."""
_MAX_NUMBER = MAX_RECORDED_UM + 1
"""The largest number that a check accepts for a length or a part of a tremor."""


# --- outcomes -----------------------------------------------------------------------------------------


class RecordedPose(NamedTuple):
    """The recorded pose of a body: micrometres, and a quaternion (w, i, j, k) in millionths."""

    x: int
    y: int
    z: int
    w: int
    i: int
    j: int
    k: int

    @property
    def is_turn(self) -> bool:
        """Whether the quaternion has length one, to a thousandth."""
        norm = sum(number * number for number in self[3:])
        return abs(norm - 10**12) <= 10**12 // 500

    @property
    def is_near(self) -> bool:
        """Whether the pose is within ten metres on each axis: nothing falls further."""
        return max(map(abs, self[:3])) <= _MAX_NUMBER


def read(pose: RecordedPose) -> Pose:
    """A recorded pose in centimetres, with a unit quaternion."""
    return Pose.of((pose.x / PER_CM, pose.y / PER_CM, pose.z / PER_CM), (pose.w, pose.i, pose.j, pose.k))


def recorded(pose: Pose) -> RecordedPose:
    """A pose in whole micrometres and millionths, at most ten metres away on each axis."""
    x, y, z, *turn = pose.recorded()
    return RecordedPose(*(max(-MAX_RECORDED_UM, min(MAX_RECORDED_UM, way)) for way in (x, y, z)), *turn)


class PhysicsRecord(Protocol):
    """An outcome with its information for people: the hand's tremor, the engine, the movement."""

    @property
    def tremor(self) -> tuple[int, ...]:
        """The numbers drawn for the hand."""

    @property
    def engine(self) -> str:
        """See :func:`towergames.physics.engine_label`."""

    @property
    def trace(self) -> str:
        """See :func:`written`."""


RecordT = TypeVar("RecordT", bound=PhysicsRecord)


def check_record(outcome: PhysicsRecord, most_tremor: int) -> None:
    """Check the information for people. Raises ValueError for numbers and texts that no release writes."""
    if len(outcome.tremor) > most_tremor or any(abs(number) > _MAX_NUMBER for number in outcome.tremor):
        raise ValueError("the outcome has a tremor that cannot be")
    if len(outcome.engine) > 60 or not outcome.engine.isprintable():
        raise ValueError("the outcome names no engine")
    if len(outcome.trace) > MOST_TRACE or not outcome.trace.isascii() or not outcome.trace.isprintable():
        raise ValueError("the outcome's recorded movement is too long or no text")


def fitted(outcome: RecordT) -> RecordT:
    """The outcome, without its recorded movement if that is too long for a line of a journal."""
    if len(outcome.trace) > MOST_TRACE or len(json.encode(outcome)) > MOST_RECORD:
        return replace(outcome, trace="")  # type: ignore[type-var]
    return outcome


# --- movement as text ---------------------------------------------------------------------------------

_STRIDES = (1, 2, 3, 4, 6, 8, 12)
"""Of a long movement only every n-th frame is kept."""
_ROUNDINGS = ((1, 1), (2, 4), (4, 8))
"""Of a coarse record, places and quaternion parts are rounded to these multiples of their resolutions before that.

That is at most 0.4 mm and 1/1000. It reads like any record.
"""


@dataclass(frozen=True, slots=True)
class Movement:
    """Frames ``period`` milliseconds apart, each with the poses of the recorded bodies in their order."""

    period: int
    pictures: tuple[tuple[Pose, ...], ...]

    @property
    def seconds(self) -> float:
        """Duration in seconds."""
        return max(0, len(self.pictures) - 1) * self.period / 1000


def written(pictures: Sequence[Sequence[Pose]], period: int, most: int, *, coarse: bool = False) -> str:
    """The text of a movement, with fewer frames if it would be longer than ``most``; '' if it never fits.

    ``coarse``: numbers are rounded before frames are left out.
    """
    if not pictures or not pictures[0]:
        return ""
    for every in _STRIDES:
        kept = [*pictures[: len(pictures) - 1 : every], pictures[-1]]
        for rounding in _ROUNDINGS if coarse else _ROUNDINGS[:1]:
            trace = pack(kept, period * every, rounding)
            text = f"{trace.period} {trace.frames} {trace.data}"
            if len(text) <= most:
                return text
    return ""


def read_movement(text: str, bodies: int) -> Movement:
    """Read the movement of ``bodies`` bodies; an empty text has no frames. Raises ValueError when the text
    is damaged.
    """
    if not text:
        return Movement(1, ())
    parts = text.split(" ")
    if len(parts) != 3 or not all(part.isascii() and part.isdecimal() and len(part) < 6 for part in parts[:2]):
        raise ValueError("the recorded movement is damaged")
    period, frames = int(parts[0]), int(parts[1])
    if not period or not frames:
        raise ValueError("the recorded movement is damaged: it has no pictures")
    return Movement(period, tuple(unpack(Trace(period, bodies, frames, parts[2]))))


# --- packing ------------------------------------------------------------------------------------------

UNITS_PER_CM = 100
"""Resolution of places in a trace."""
UNITS_PER_ONE = 8000
"""Resolution of quaternion parts in a trace."""
MAX_TRACE_CM = 32767 / UNITS_PER_CM
"""Bodies further away (3.2 m) are kept at this distance."""

MOST_BYTES = 8_000_000
"""A trace that unpacks to more is refused: ten minutes of thirty bodies are 7.6 MB."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Frames of ``bodies`` poses each, ``period`` milliseconds apart; ``data`` is packed."""

    period: int
    bodies: int
    frames: int
    data: str

    @property
    def seconds(self) -> float:
        """Duration in seconds."""
        return max(0, self.frames - 1) * self.period / 1000


def pack(pictures: Sequence[Sequence[Pose]], period: int, rounding: tuple[int, int] = (1, 1)) -> Trace:
    """Pack frames of equally many poses, ``period`` milliseconds apart.

    Places and quaternion parts are rounded to multiples of their resolutions: ``rounding``.
    """
    bodies = len(pictures[0]) if pictures else 0
    columns = array("h")
    for body in range(bodies):
        steps = [_rounded(pose, *rounding) for pose in _continuous([picture[body] for picture in pictures])]
        for part in range(7):
            before = 0
            for numbers in steps:
                # The difference wraps, and unpacking wraps too, so no jump is too large.
                columns.append((numbers[part] - before + 32768) % 65536 - 32768)
                before = numbers[part]
    if sys.byteorder == "big":
        columns.byteswap()
    return Trace(period, bodies, len(pictures), base64.b64encode(zlib.compress(columns.tobytes(), 9)).decode())


def unpack(trace: Trace) -> list[tuple[Pose, ...]]:
    """The frames of a trace. Raises ValueError when it is damaged or larger than its own numbers say."""
    size = trace.bodies * trace.frames * 14
    if min(trace.bodies, trace.frames, trace.period) < 0 or size > MOST_BYTES:
        raise ValueError(f"a trace of {trace.bodies} bodies and {trace.frames} pictures cannot be read")
    try:
        inflater = zlib.decompressobj()
        raw = inflater.decompress(base64.b64decode(trace.data, validate=True), size + 1)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise ValueError(f"the trace is damaged: {error}") from error
    if len(raw) != size:
        raise ValueError("the trace is damaged: it has not the length that it says")
    columns = array("h")
    columns.frombytes(raw)
    if sys.byteorder == "big":
        columns.byteswap()
    return _pictures(columns, trace.bodies, trace.frames)


def _pictures(columns: array[int], bodies: int, frames: int) -> list[tuple[Pose, ...]]:
    tracks: list[list[Pose]] = []
    for body in range(bodies):
        parts = []
        for part in range(7):
            start, now = (body * 7 + part) * frames, 0
            values = []
            for step in columns[start : start + frames]:
                now = (now + step + 32768) % 65536 - 32768
                values.append(now)
            parts.append(values)
        tracks.append([_pose([values[frame] for values in parts]) for frame in range(frames)])
    return [tuple(track[frame] for track in tracks) for frame in range(frames)]


def _pose(numbers: list[int]) -> Pose:
    turn = (
        numbers[3] / UNITS_PER_ONE,
        numbers[4] / UNITS_PER_ONE,
        numbers[5] / UNITS_PER_ONE,
        numbers[6] / UNITS_PER_ONE,
    )
    if not 0.9 < sum(part * part for part in turn) < 1.1:
        raise ValueError("the trace is damaged: a turn is not a unit quaternion")
    return Pose(numbers[0] / UNITS_PER_CM, numbers[1] / UNITS_PER_CM, numbers[2] / UNITS_PER_CM, *normal(turn))


def _rounded(pose: Pose, place: int, part: int) -> list[int]:
    """Places in multiples of ``place`` units, quaternion parts in multiples of ``part`` units."""
    near = [max(-MAX_TRACE_CM, min(MAX_TRACE_CM, value)) for value in pose.place]
    places = [place * round(value * UNITS_PER_CM / place) for value in near]
    return places + [part * round(value * UNITS_PER_ONE / part) for value in pose.turn]


def _continuous(track: list[Pose]) -> list[Pose]:
    """A body's poses with all quaternions on one side: q and -q are equal turns, but not a small step apart."""
    out: list[Pose] = []
    for pose in track:
        if out and sum(a * b for a, b in zip(out[-1].turn, pose.turn, strict=True)) < 0:
            pose = Pose(*pose.place, -pose.w, -pose.i, -pose.j, -pose.k)
        out.append(pose)
    return out
