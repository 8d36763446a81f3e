"""How bodies moved, small enough for a journal: 30 pictures a second, rounded, packed. Plain Python, no engine.

Places are kept to 0.1 mm and quaternion parts to 1/8000, as differences from picture to picture, one column after the
other so that equal numbers stand together, compressed and in base64: some 1 KiB for a second in which 18 pieces settle.
"""

from __future__ import annotations

import base64
import binascii
import sys
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from towergames.physics.geometry import Pose, normal

PLACE = 100
"""Units per centimetre."""
TURN = 8000
"""Units per one of a quaternion part."""
FURTHEST = 32767 / PLACE
"""Bodies further off than this many cm (3.2 m) are kept at that distance."""

MOST_BYTES = 8_000_000
"""A trace that unpacks to more is refused: ten minutes of thirty bodies are 7.6 MB."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Pictures of ``bodies`` poses each, ``period`` milliseconds apart, the first at the start; ``data`` is packed."""

    period: int
    bodies: int
    frames: int
    data: str

    @property
    def seconds(self) -> float:
        """From the first picture to the last."""
        return max(0, self.frames - 1) * self.period / 1000


def pack(pictures: Sequence[Sequence[Pose]], period: int) -> Trace:
    """Record pictures of equally many poses, ``period`` milliseconds apart."""
    bodies = len(pictures[0]) if pictures else 0
    columns = array("h")
    for body in range(bodies):
        steps = [_rounded(pose) for pose in _continuous([picture[body] for picture in pictures])]
        for part in range(7):
            before = 0
            for numbers in steps:
                # Wraps like the sum that undoes it, so that no jump is too large.
                columns.append((numbers[part] - before + 32768) % 65536 - 32768)
                before = numbers[part]
    if sys.byteorder == "big":
        columns.byteswap()
    return Trace(period, bodies, len(pictures), base64.b64encode(zlib.compress(columns.tobytes(), 9)).decode())


def unpack(trace: Trace) -> list[tuple[Pose, ...]]:
    """The pictures of a trace. Raises ValueError when it is damaged or larger than its own numbers say."""
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
    turn = (numbers[3] / TURN, numbers[4] / TURN, numbers[5] / TURN, numbers[6] / TURN)
    if not 0.9 < sum(part * part for part in turn) < 1.1:
        raise ValueError("the trace is damaged: a turn is not a unit quaternion")
    return Pose(numbers[0] / PLACE, numbers[1] / PLACE, numbers[2] / PLACE, *normal(turn))


def _rounded(pose: Pose) -> list[int]:
    far = [round(max(-FURTHEST, min(FURTHEST, v)) * PLACE) for v in pose.place]
    return far + [round(part * TURN) for part in pose.turn]


def _continuous(track: list[Pose]) -> list[Pose]:
    """A body's poses with all quaternions on one side: q and -q are the same turn, but not a small step."""
    out: list[Pose] = []
    for pose in track:
        if out and sum(a * b for a, b in zip(out[-1].turn, pose.turn, strict=True)) < 0:
            pose = Pose(*pose.place, -pose.w, -pose.i, -pose.j, -pose.k)
        out.append(pose)
    return out
