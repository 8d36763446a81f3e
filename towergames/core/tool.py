"""Tools of a game for people who play the boxed game, such as ``towergames score GAME FILE``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from towergames.core.options import Option, Scalar


class ToolError(ValueError):
    """The document cannot be worked on; the message says what is wrong and what would be right."""


def shown(value: Any) -> str:
    """A value from a document, short enough for a message, without anything a terminal might act on.

    >>> shown("Ann"), shown(None), shown([1, 2]), shown(10**99)
    ("'Ann'", 'nothing', 'a list', 'a number that is too large')
    """
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a number that is too large"
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = ascii(value) if isinstance(value, str | int | float | None) else type(value).__name__
    text = {"None": "nothing", "True": "true", "False": "false"}.get(text, text)
    return text if len(text) <= 40 else text[:37] + "..."


@dataclass(frozen=True, slots=True)
class Tool:
    """One command that works on a JSON document.

    ``run(document, flags)`` gives a JSON-pure result or raises ToolError; ``render`` turns a result into lines for
    people. ``name`` is the command (``score``, ``analyse``, ``solve``), ``flags`` its options beyond ``--json``.
    With ``alone`` it also works without a document: then ``run(None, flags)``. ``watch`` is ``run`` for people who
    wait: it tells them, a line at a time, how the work goes.
    """

    name: str
    help: str
    run: Callable[[Any, Mapping[str, Scalar]], dict[str, Any]]
    render: Callable[[Mapping[str, Any]], str]
    flags: tuple[Option, ...] = ()
    alone: bool = False
    watch: Callable[[Any, Mapping[str, Scalar], Callable[[str], None]], dict[str, Any]] | None = None


def on_demand(module: str, name: str) -> Callable[..., Any]:
    """The function ``name`` of a module that is imported when it is called.

    Every ``--help`` lists the tools, and should load neither rules nor word lists for that.
    """

    def call(*arguments: Any) -> Any:
        return getattr(import_module(module), name)(*arguments)

    return call
