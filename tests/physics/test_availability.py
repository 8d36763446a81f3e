from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.combinations import first
from towergames import physics
from towergames.physics import trial

ROOT = Path(__file__).resolve().parents[2]
PLAIN = [f"physics.{name}" for name in ("geometry", "scene", "recording", "hand_noise", "camera", "trial")]
PLAIN += [f"games.konexi.{name}" for name in ("bodies", "push", "requirements")]
WORKS = (
    "class MjModel:\n    from_xml_string = staticmethod(lambda text: None)\n"
    "MjData = lambda model: None\n"
    "mj_step = lambda model, data: None\n"
)
"""A stand-in for the engine whose trial succeeds."""


def run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_plain_modules_need_neither_engine_nor_numpy() -> None:
    names = ", ".join(f"towergames.{name}" for name in PLAIN)
    code = f"import sys\nsys.modules['mujoco'] = sys.modules['numpy'] = None\nimport {names}\nprint('well')"
    assert run(code) == "well\n"


def test_asking_says_in_a_sentence_why_not() -> None:
    code = (
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name == 'mujoco' else find(name, *more)\n"
        "from towergames import physics\nprint(physics.unavailable_reason())"
    )
    assert "mujoco-core" in run(code)
    assert "not installed" in run(code)


@pytest.mark.parametrize(("version", "fits"), [("4.0.0", False), ("3.17.0", False), ("4.0.1", True), ("4.1.0", True)])
def test_versions_with_a_known_fault_are_not_used(version: str, fits: bool) -> None:
    code = (
        "from towergames import physics\n"
        f"physics.engine_version = lambda: {version!r}\n"
        "import sys, types, importlib.machinery as m\n"
        "for name in ('mujoco', 'numpy'):\n"
        "    sys.modules[name] = fake = types.ModuleType(name)\n"
        "    fake.__spec__ = m.ModuleSpec(name, None)\n"
        "print(repr(physics.unavailable_reason()))"
    )
    assert (run(code) == "''\n") is fits
    if not fits:
        assert "4.0.1" in run(code)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="POSIX signals")
def test_ctrl_c_while_the_engine_is_loaded_is_no_missing_engine(tmp_path: Path) -> None:
    # As the real one does, which is loaded for a quarter of a second.
    (tmp_path / "mujoco.py").write_text(
        "import os, signal, time\n"
        "try:\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    time.sleep(0.05)\n"
        "except KeyboardInterrupt as interrupt:\n"
        "    raise ImportError('initialization failed') from interrupt\n" + WORKS
    )
    code = (
        f"import signal, sys\nsys.path.insert(0, {str(tmp_path)!r})\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from towergames import physics\n"
        "try:\n    print(physics.unavailable_reason())\n"
        "except KeyboardInterrupt:\n    print('interrupted')"
    )
    assert run(code) == "interrupted\n"


NO_AVX = "import os, signal\nos.kill(os.getpid(), signal.SIGILL)\n"
"""A stand-in that ends as the real engine does on a processor without AVX."""
COUNTS = "open({log!r}, 'a').write('tried ')\n"


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Put a stand-in for the engine before the real one; where it notes each time that it is loaded."""
    log = tmp_path / "log"

    def make(code: str) -> Path:
        (tmp_path / "mujoco.py").write_text(COUNTS.format(log=str(log)) + code)
        return log

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return make


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_processor_that_the_engine_cannot_use_ends_a_child_once_and_never_this_process(
    stand_in: Callable[[str], Path],
) -> None:
    log = stand_in(NO_AVX)
    assert trial.why_not("4.0.1") == trial.why_not("4.0.1")
    assert "AVX" in trial.why_not("4.0.1")
    assert log.read_text() == "tried "
    assert "AVX" in trial.why_not("4.0.2")
    assert log.read_text() == "tried tried ", "another version is tried anew"


def test_an_engine_that_runs_is_tried_once(stand_in: Callable[[str], Path]) -> None:
    log = stand_in(WORKS)
    assert [trial.why_not("4.0.1") for _ in range(3)] == ["", "", ""]
    assert log.read_text() == "tried "


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("raise ImportError('libGL.so.1 is missing')", "ImportError: libGL.so.1 is missing"),
        ("import os; os._exit(3)", "the trial ended with 3"),
    ],
)
def test_what_can_be_mended_is_tried_again(stand_in: Callable[[str], Path], code: str, told: str) -> None:
    log = stand_in(code)
    assert told in trial.why_not("4.0.1")
    stand_in(WORKS)
    assert trial.why_not("4.0.1") == ""
    assert log.read_text() == "tried tried "


def test_a_trial_that_does_not_end_and_one_that_cannot_begin(
    stand_in: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in("import time; time.sleep(60)")
    monkeypatch.setattr(trial, "TRIAL_SECONDS", 0.5)
    assert "no answer" in trial.why_not("4.0.1")
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert "cannot be tried here" in trial.why_not("4.0.1")


def test_what_was_kept_is_not_believed_blindly(stand_in: Callable[[str], Path], tmp_path: Path) -> None:
    stand_in(WORKS)
    assert trial.why_not("4.0.1") == ""
    (kept,) = (tmp_path / "cache").rglob("engine-*.txt")
    for rubbish in (b"", b"run", b"\xff" * 999):
        kept.write_bytes(rubbish)
        assert trial.why_not("4.0.1") == ""
        assert kept.read_bytes() == trial.RUNS
    kept.unlink()
    kept.mkdir()
    assert trial.why_not("4.0.1") == "", "where nothing can be kept it is tried each time"


@pytest.mark.skipif(bool(physics.unavailable_reason()), reason=physics.unavailable_reason())
@pytest.mark.parametrize("value", first(3, ["rubbish", "osmesa", "", "egl", "glfw", "0"]))
def test_no_wish_about_the_pictures_of_the_engine_keeps_it_from_running(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUJOCO_GL", value)
    code = (
        "import os\nfrom towergames import physics\nprint(repr(physics.unavailable_reason()))\n"
        "import towergames.physics.motions\nprint(os.environ['MUJOCO_GL'])"
    )
    assert run(code) == f"''\n{value}\n"
