"""R19: nothing that turns data into code, anywhere in the program."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = {"pickle", "cPickle", "dill", "shelve", "marshal", "yaml", "jsonpickle", "joblib", "code", "codeop"}
CALLS = {"eval", "exec", "compile", "__import__", "os.system", "os.popen", "pty.spawn", "msgspec.yaml.decode"}


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_name(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


HINTS = re.compile(
    rf"^\s*(?:import|from)\b.*\b(?:{'|'.join(MODULES)})\b"
    rf"|(?<![.\w])(?:{'|'.join(map(re.escape, CALLS))})\s*\("
    r"|\bshell\s*=",
    re.MULTILINE,
)
"""What stands in every file with a danger; only such files are parsed."""


def dangers(source: str) -> list[str]:
    """What a source file does that it must not."""
    if not HINTS.search(source):
        return []
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.split(".")[0] in MODULES]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in MODULES:
            found.append(str(node.module))
        elif isinstance(node, ast.Call):
            if _name(node.func) in CALLS:
                found.append(_name(node.func))
            found += ["shell=True" for k in node.keywords if k.arg == "shell" and ast.unparse(k.value) != "False"]
    return found


def test_the_program_neither_unpickles_nor_evaluates_nor_asks_a_shell() -> None:
    files = sorted((ROOT / "towergames").rglob("*.py"))
    found = {str(path.relative_to(ROOT)): dangers(path.read_text(encoding="utf-8")) for path in files}
    assert len(files) > 300
    assert not {name: what for name, what in found.items() if what}


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "def f():\n    import os, pickle",
        "from yaml import load",
        "eval('1')",
        "x = [compile ('1', '', 'eval')]",
        "import os\nos.system('x')",
        "f(shell=True)",
    ],
)
def test_the_search_finds_what_it_looks_for(source: str) -> None:
    assert dangers(source)


def test_the_security_rules_of_the_linter_pass() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--select", "S", "--ignore", "S101,S311", "--no-cache", "towergames"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    if "No module named ruff" in run.stderr:
        pytest.skip("ruff is not installed here")
    assert run.returncode == 0, run.stdout


def test_the_core_stands_on_the_standard_library_alone() -> None:
    for path in (ROOT / "towergames" / "core").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom) and not node.level
                else []
            )
            for name in names:
                top = name.split(".")[0]
                assert top in sys.stdlib_module_names or name.startswith("towergames.core"), f"{path.name}: {name}"
