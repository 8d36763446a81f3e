"""Whether the physics engine runs on this machine. A processor that lacks an instruction ends a process that tries it.

So a child process tries the engine, once for each version and processor, and the cache keeps the result.
"""

from __future__ import annotations

import hashlib
import os
import platform
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from towergames.core.files import read_regular
from towergames.core.text import clean, reason_of
from towergames.paths import cache_folder

TRIAL_SECONDS = 60.0
"""Time limit of a trial, which takes half a second on an idle machine."""
SCRIPT = """
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program that asks is interrupted, not its trial
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
except (ImportError, ValueError, OSError):
    pass
import os
os.environ["MUJOCO_GL"] = "disable"
import mujoco
model = mujoco.MjModel.from_xml_string(
    '<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .1" euler="9 9 9"><freejoint/>'
    '<geom type="box" size=".05 .06 .07"/></body></worldbody></mujoco>'
)
data = mujoco.MjData(model)
for _ in range(100):
    mujoco.mj_step(model, data)
"""
"""A program that loads the engine and lets a box fall."""
ILLEGAL = (-getattr(signal, "SIGILL", 4), 0xC000001D)
"""The exit codes of a program whose processor has refused an instruction."""

RUNS, REFUSED = b"runs\n", b"needs what the processor lacks\n"
"""The kept results of a trial."""
ANSWERS = {
    RUNS: "",
    REFUSED: "The physics engine needs instructions that the processor of this machine lacks, such as AVX.",
}


def why_not(version: str) -> str:
    """Why this version of the engine does not run here, in one sentence; '' if it does. May take a second."""
    try:
        path = cache_folder() / f"engine-{_machine(version)}.txt"
    except RuntimeError:  # a user without a home folder: no result is kept
        return try_out(None)
    known = _known(path)
    return try_out(path) if known is None else known


def try_out(path: Path | None) -> str:
    """Try the engine in a child process. Keep the result in the file, if one is given. Returns as :func:`why_not`."""
    # The child gets the import paths of this process.
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", SCRIPT]
    try:
        done = subprocess.run(  # noqa: S603  # this Python, and the script above
            command, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=TRIAL_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return f"The physics engine was tried here, and gave no answer in {TRIAL_SECONDS:.0f} seconds."
    except OSError as error:
        return f"The physics engine cannot be tried here: {reason_of(error)}."
    if done.returncode and done.returncode not in ILLEGAL:
        # A fault that can be mended, such as a missing library, is not kept: the next start tries again.
        return f"The physics engine is installed but cannot be loaded here: {_last_words(done)}"
    answer = REFUSED if done.returncode else RUNS
    if path is not None:
        _keep(path, answer)
    return ANSWERS[answer]


def _machine(version: str) -> str:
    """A short name of the engine's version, of Python and of the processor."""
    processor = os.environ.get("PROCESSOR_IDENTIFIER", "")  # of Windows
    with suppress(OSError, ValueError):
        for line in read_regular(Path("/proc/cpuinfo"), 1 << 16).decode("utf-8", "replace").splitlines():
            if line.startswith(("model name", "flags", "Features")):
                processor += line
    parts = [version, platform.python_version(), sys.platform, platform.machine(), processor]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _known(path: Path) -> str | None:
    """The result of an earlier trial, None if there was none."""
    try:
        return ANSWERS.get(read_regular(path, 100))
    except OSError:
        return None


def _keep(path: Path, answer: bytes) -> None:
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".engine-", delete=False) as file:
            file.write(answer)
        Path(file.name).replace(path)


def _last_words(done: subprocess.CompletedProcess[bytes]) -> str:
    """The last line of a child's errors, or its exit code."""
    words = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
    return clean(words, 200) or f"the trial ended with {done.returncode}"
