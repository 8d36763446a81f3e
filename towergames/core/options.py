"""The options of a game, each declared once: as a field of its terms, the dataclass of the settled options.

``height: int = option("Full height", "The height at which a tower is scored.", "R-14", {6: "6 floors", 5: "5"})`` gives
the row in forms and on the command line, the default (the first choice), the check, and what the terms of a game hold.
A game calls :func:`options_of` for its GameInfo, and :func:`settle` when it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, fields, replace
from typing import Any, TypeVar

from towergames.core.contract import GameInfo, Option, OptionError, Options, Scalar, complete_options
from towergames.core.text import count

T = TypeVar("T")

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
) -> Any:
    """A field of the terms that an option sets; ``choices`` says what each value does, the default first.

    ``key`` is the name of the field unless given. ``means`` says what the field holds for a value, and ``names`` how
    screens write it, where that is not the value itself. For the others see
    :class:`towergames.core.contract.Option`.
    """
    written = tuple(names.get(value, "") for value in choices) if names else ()
    row = Option(key, title, tuple(choices), help, tuple(choices.values()), rule, free, dated, wrong, written)
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


def settle(terms: type[T], info: GameInfo, seats: int, given: Options) -> T:
    """The terms of a game for ``seats`` players; options that are not given have their defaults.

    Raises OptionError: an unknown option or value, too few or too many players, a first player who is not there.
    """
    fewest, most = info.seats
    if type(seats) is not int or not fewest <= seats <= most:
        raise OptionError(f"{info.title} is for {info.players}; you gave {seats}")
    chosen = complete_options(info, given)
    first = chosen.get(info.starter_option)
    if isinstance(first, int) and first > seats:
        raise OptionError(
            f"{info.starter_option}={first} is not possible with {count(seats, 'player')}", info.starter_option
        )
    return fill(terms, chosen)


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
