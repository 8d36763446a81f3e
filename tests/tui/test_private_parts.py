"""Only one module of the screen names private parts of Textual or Rich."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
import textual

import towergames.tui
from towergames.run_request import RunRequest
from towergames.tui import textual_parts
from towergames.tui.app import TowerApp
from towergames.tui.run import app_of

MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages(towergames.tui.__path__, "towergames.tui.")
    if name != textual_parts.__name__
]
ROOT = Path(textual.__file__).parent


@cache
def theirs() -> frozenset[str]:
    """The private names that Textual gives to attributes and functions."""
    source = "\n".join(path.read_text() for path in ROOT.rglob("*.py"))
    return frozenset(re.findall(r"\b(?:def |self\.)(_[a-z]\w*)", source)) | {"_color_system", "_make_ansi_codes"}


@cache
def named_in(kind: type) -> frozenset[str]:
    """The private names that the body of a class gives to functions and attributes."""
    pairs = re.findall(r"^ +(?:async )?def (_[a-z]\w*)|self\.(_[a-z]\w*)", inspect.getsource(kind), re.MULTILINE)
    return frozenset(name or other for name, other in pairs)


@pytest.mark.parametrize("module", MODULES)
def test_no_other_module_names_a_private_part(module: str) -> None:
    found = import_module(module)
    tree = ast.parse(inspect.getsource(found))
    nodes = list(ast.walk(tree))
    own = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    own |= {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    private = theirs() - own - {"_exit"}
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr in private:
            raise AssertionError(f"{module}:{node.lineno} names {node.attr}")
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("textual"):
            assert "._" not in node.module, f"{module}:{node.lineno}"
    for kind in (one for one in vars(found).values() if inspect.isclass(one) and one.__module__ == module):
        for base in kind.__mro__:
            if base.__module__.partition(".")[0] in ("textual", "rich"):
                both = named_in(kind) & named_in(base)
                assert not both, f"{kind.__name__} has names of {base.__name__}: {both}"


@pytest.mark.skipif(sys.platform == "win32", reason="no POSIX terminals")
def test_where_a_driver_lacks_a_part_textuals_own_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    app = TowerApp(RunRequest("menu", tmp_path))
    page = app_of(RunRequest("join", tmp_path, save="game", seats=(0,), served=True))
    assert app.get_driver_class().__name__ == "TowerDriver"
    assert page.get_driver_class().__name__ == "ServedDriver"
    monkeypatch.setattr(textual_parts, "OF_POSIX_DRIVER", (*textual_parts.OF_POSIX_DRIVER, "_gone"))
    monkeypatch.setattr(textual_parts, "OF_WEB_DRIVER", (*textual_parts.OF_WEB_DRIVER, "_gone"))
    assert app.get_driver_class().__name__ == "LinuxDriver"
    assert page.get_driver_class().__name__ == "WebDriver"
