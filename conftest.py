"""Before anything else is imported: where the modules that the tests compile are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.dont_write_bytecode:
    # Else each process of the tests compiles all its modules: nothing is written beside the sources.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    kept = Path(__file__).parent / ".pytest_cache" / "d" / "bytecode"
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(kept)
    sys.dont_write_bytecode = False
