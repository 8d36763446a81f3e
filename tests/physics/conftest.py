"""Where the engine cannot be had, only what needs none is tested."""

from __future__ import annotations

from pathlib import Path

from towergames import physics

PLAIN = {"test_geometry.py", "test_recording.py", "test_availability.py"}
collect_ignore = (
    [path.name for path in Path(__file__).parent.glob("test_*.py") if path.name not in PLAIN]
    if physics.unavailable_reason()
    else []
)
