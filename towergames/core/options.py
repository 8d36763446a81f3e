"""The options of a game, each declared once: as a field of its terms, the dataclass of the settled options.

``height: int = option("Full height", "The height at which a tower is scored.", "R-14", {6: "6 floors", 5: "5"})`` gives
the row in forms and on the command line, the default (the first choice), the check, and what the terms of a game hold.
A game calls :func:`options_of` for its GameInfo, and :func:`towergames.core.contract.complete_terms` when it begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import Any, TypeVar

from towergames.core.text import clean, did_you_mean_titled

Scalar = str | int | bool
Options = Mapping[str, Scalar]

T = TypeVar("T")


class OptionError(ValueError):
    """Raised by ``Game.new`` and ``complete_options``: an unknown option or value, or seats out of range.

    ``key`` is the option that is wrong, '' for none.
    """

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a game. ``values[0]`` is the default; ``labels`` (same length, or empty) say what each does.

    With ``free`` any text is allowed of which ``wrong`` says nothing, or what is wrong with it; with ``dated`` that may
    be a day, and ``TODAY`` is written down as the day on which the game begins. ``rule`` is the id that discusses the
    choice. ``names`` (same length, or empty) are the values as screens write them, where '' is a name made from the
    value. An option that is not ``offered`` is left out of forms. Games declare theirs by :func:`option`.
    """

    key: str
    title: str
    values: tuple[Scalar, ...]
    help: str
    labels: tuple[str, ...] = ()
    rule: str = ""
    free: bool = False
    dated: bool = False
    wrong: Callable[[str], str] | None = None
    names: tuple[str, ...] = ()
    offered: bool = True

    @property
    def default(self) -> Scalar:
        """The value used when nothing is said."""
        return self.values[0]

    def read(self, text: str) -> Scalar:
        """The value meant by ``text`` (as typed after ``--option key=``). Raises OptionError with the choices."""
        if self.free:
            return text
        for value in self.values:
            if show_scalar(value) == text.strip().lower():
                return value
        raise OptionError(self.impossible(text), self.key)

    def name_of(self, value: Scalar) -> str:
        """The name of a value on screens, such as "Yes"."""
        given = next((name for v, name in zip(self.values, self.names, strict=False) if v == value), "")
        if isinstance(value, bool):
            return given or ("Yes" if value else "No")
        text = str(value)
        return given or (text[:1].upper() + text[1:]).replace("-", " ") if value in self.values else text

    def impossible(self, text: str) -> str:
        """The reason why a text is no value: ``height=9 is not possible. Values: 5, 4, 3``."""
        names = {show_scalar(value): self.name_of(value) for value in self.values}
        values = f". Values: {', '.join(names)}"
        near = did_you_mean_titled(text, names, values) if text.isalpha() else values
        return f"{self.key}={clean(text)} is not possible{near}"


TODAY = "today"
"""Word that people may give for a dated option. Games never see the word, since they know no clock."""

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\Z", re.ASCII)


def is_day(text: str) -> bool:
    """Whether this is a day of the calendar, written 2026-11-21."""
    if not _DAY.match(text):
        return False
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def show_scalar(value: Scalar) -> str:
    """The typed form of an option's value: ``on``/``off`` for booleans, lower case.

    >>> [show_scalar(v) for v in (True, False, 6, "Even")]
    ['on', 'off', '6', 'even']
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value).lower()


def show_briefly(value: Scalar) -> str:
    """The typed form without the hash of a word list, which differs between editions.

    >>> show_briefly("standard@0123"), show_briefly(6)
    ('standard', '6')
    """
    return show_scalar(value).partition("@")[0]


_DECLARED = "option"


def option(
    title: str,
    help: str,
    rule: str,
    choices: Mapping[Scalar, str],
    *,
    key: str = "",
    free: bool = False,
    dated: bool = False,
    wrong: Callable[[str], str] | None = None,
    means: Mapping[Scalar, Any] | None = None,
    names: Mapping[Scalar, str] | None = None,
    offered: bool = True,
) -> Any:
    """A field of the terms that an option sets; ``choices`` says what each value does, the default first.

    ``key`` is the name of the field unless given. ``means`` says what the field holds for a value, and ``names`` how
    screens write it, where that is not the value itself. For the others see :class:`Option`.
    """
    written = tuple(names.get(value, "") for value in choices) if names else ()
    row = Option(key, title, tuple(choices), help, tuple(choices.values()), rule, free, dated, wrong, written, offered)
    means = means or {}
    return field(default=means.get(row.default, row.default), metadata={_DECLARED: (row, means)})


def group(terms: type[Any]) -> Any:
    """A field of the terms that holds ``terms``, a dataclass of further options."""
    return field(default_factory=terms, metadata={_DECLARED: terms})


BY_LOT: dict[Scalar, str] = {"random": "By lot"}
"""The name of a player who is drawn."""


def players(most: int) -> dict[Scalar, str]:
    """The choices of players by their number."""
    return {number: f"player {number}" for number in range(1, most + 1)}


def options_of(terms: type, *others: Option, order: str = "") -> tuple[Option, ...]:
    """Every option declared in ``terms``, and others that the terms do not keep, as forms list them.

    ``order`` names keys that come first, in that order; the rest follows in the order of the fields.
    """
    rows = {row.key: row for row in (*_rows(terms), *others)}
    return tuple([rows.pop(key) for key in order.split()] + list(rows.values()))


def fill(terms: type[T], chosen: Options) -> T:
    """The terms with the chosen values, which must have been checked, and defaults for the others."""
    values: dict[str, Any] = {}
    for name, declared in _declared(terms).items():
        if isinstance(declared, type):
            values[name] = fill(declared, chosen)
        else:
            row, means = declared
            value = chosen.get(row.key, row.default)
            values[name] = means.get(value, value)
    return terms(**values)


def _rows(terms: type[Any]) -> Iterator[Option]:
    for declared in _declared(terms).values():
        if isinstance(declared, type):
            yield from _rows(declared)
        else:
            yield declared[0]


def _declared(terms: type[Any]) -> dict[str, tuple[Option, Mapping[Scalar, Any]] | type]:
    """By field: its option and what the values mean, or a dataclass of further options."""
    found: dict[str, tuple[Option, Mapping[Scalar, Any]] | type] = {}
    for each in fields(terms):
        declared = each.metadata[_DECLARED]
        if not isinstance(declared, type):
            row, means = declared
            declared = replace(row, key=row.key or each.name), means
        found[each.name] = declared
    return found
