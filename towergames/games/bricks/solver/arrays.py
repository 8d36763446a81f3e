"""Names for numpy arrays in signatures."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Array = Any
"""A numpy array of any kind."""
