"""The physics engine itself. Import this module late, and only if
:func:`towergames.physics.unavailable_reason` is ''.
"""

from __future__ import annotations

import os

__all__ = ["mj"]

# The engine's own pictures are not used. An unknown value here, or a failing library, would keep it from loading.
_wish = os.environ.get("MUJOCO_GL")
os.environ["MUJOCO_GL"] = "disable"
try:
    import mujoco as mj
finally:
    if _wish is None:
        del os.environ["MUJOCO_GL"]
    else:
        os.environ["MUJOCO_GL"] = _wish
