from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from towergames import physics

ROOT = Path(__file__).resolve().parents[2]
PLAIN = ("geometry", "scene", "pyramids", "recording", "hand_noise", "camera")


def run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_plain_modules_need_neither_engine_nor_numpy() -> None:
    names = ", ".join(f"towergames.physics.{name}" for name in PLAIN)
    code = f"import sys\nsys.modules['mujoco'] = sys.modules['numpy'] = None\nimport {names}\nprint('well')"
    assert run(code) == "well\n"


def test_asking_says_in_a_sentence_why_not() -> None:
    code = (
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name == 'mujoco' else find(name, *more)\n"
        "from towergames import physics\nprint(physics.available())"
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
        "print(repr(physics.available()))"
    )
    assert (run(code) == "''\n") is fits
    if not fits:
        assert "4.0.1" in run(code)


def test_an_answer_is_either_empty_or_a_sentence() -> None:
    assert physics.available() == "" or physics.available()[0].isupper()


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="POSIX signals")
def test_ctrl_c_while_the_engine_is_loaded_is_no_missing_engine(tmp_path: Path) -> None:
    # As the real one does, which is loaded for a quarter of a second.
    (tmp_path / "mujoco.py").write_text(
        "import os, signal, time\n"
        "try:\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    time.sleep(0.05)\n"
        "except KeyboardInterrupt as interrupt:\n"
        "    raise ImportError('initialization failed') from interrupt\n"
    )
    code = (
        f"import signal, sys\nsys.path.insert(0, {str(tmp_path)!r})\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from towergames import physics\n"
        "try:\n    print(physics.available())\n"
        "except KeyboardInterrupt:\n    print('interrupted')"
    )
    assert run(code) == "interrupted\n"
