"""Who sits where, from words: ``Ann``, ``bot:hard``, ``Bob=bot:easy``; and options from ``key=value``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from towergames.core.contract import GameInfo, OptionError, Scalar
from towergames.core.text import clean, did_you_mean
from towergames.table.records import SeatSetup
from towergames.table.setup import MAX_FREE_TEXT, SetupError
from towergames.table.wordlists import OPTION, settle_list, uses_words

BOT = "bot:"


def read_seat(word: str, levels: Sequence[str]) -> SeatSetup:
    """One seat; a bot without a name has an empty one. Raises SetupError with the levels there are.

    >>> read_seat("Bob=bot:easy", ["easy"])
    SeatSetup(name='Bob', bot='easy')
    """
    text = word.strip()
    name, equals, rest = text.partition("=")
    if text.lower().startswith(BOT):
        name, level = "", text[len(BOT) :]
    elif equals and rest.strip().lower().startswith(BOT):
        level = rest.strip()[len(BOT) :]
    elif equals:
        raise SetupError(f"seat {clean(text)!r}: after the name comes =bot:LEVEL, such as Bob=bot:{_first(levels)}")
    else:
        return SeatSetup(text)
    level = level.strip().lower()
    if level not in levels:
        others = f"; there are: {', '.join(levels) or 'none'}"
        raise SetupError(
            f"seat {clean(text)!r}: there is no bot level {clean(level)!r}{did_you_mean(level, levels, others)}"
        )
    return SeatSetup(name.strip(), level)


def read_seats(words: Iterable[str], levels: Sequence[str]) -> tuple[SeatSetup, ...]:
    """All seats, bots without a name called after their level (``Hard bot``, ``Hard bot 2``). Raises SetupError."""
    seats = [read_seat(word, levels) for word in words]
    taken = {seat.name.casefold() for seat in seats}
    named: list[SeatSetup] = []
    for seat in seats:
        name = seat.name
        if seat.bot and not name:
            base = f"{seat.bot.capitalize()} bot"
            tries = (base if n == 1 else f"{base} {n}" for n in range(1, 99))
            name = next(n for n in tries if n.casefold() not in taken)
            taken.add(name.casefold())
        named.append(SeatSetup(name, seat.bot))
    return tuple(named)


def read_options(info: GameInfo, words: Iterable[str]) -> dict[str, Scalar]:
    """Options given as ``key=value``. Raises SetupError with what there is."""
    values: dict[str, Scalar] = {}
    for word in words:
        key, equals, value = word.partition("=")
        key = key.strip()
        if not equals:
            known = ", ".join(o.key for o in info.options) or "none"
            raise SetupError(f"option {clean(word)!r}: write it as key=value; {info.title} has: {known}")
        if key in values:
            raise SetupError(f"option {clean(key)!r} was given twice")
        try:
            values[key] = info.option(clean(key)).read(clean(value, MAX_FREE_TEXT))
        except OptionError as error:
            raise SetupError(str(error)) from None
    return values


def read_setup(
    info: GameInfo, words: Iterable[str], word_list: str | None = None
) -> tuple[dict[str, Scalar], tuple[str, ...]]:
    """Options given as ``key=value`` and a word list by name or file; lines on what was wrong in it. Raises SetupError.

    The list is named in the options as saves name it.
    """
    options = read_options(info, words)
    if word_list is not None:
        if not uses_words(info):
            raise SetupError(f"{info.title} has no word list")
        if OPTION in options:
            raise SetupError("the word list was given twice")
        options[OPTION] = word_list
    return settle_list(info, options)


def default_seats(info: GameInfo, levels: Sequence[str]) -> tuple[str, ...]:
    """A sensible table: one person, and a bot of middling strength on every other seat that must be filled."""
    if not levels:
        return tuple(f"Player {n + 1}" for n in range(max(1, info.seats[0])))
    middle = levels[len(levels) // 2] if len(levels) > 2 else levels[-1]
    return ("Player 1", *[f"{BOT}{middle}"] * max(info.seats[0] - 1, 1 if info.seats[1] > 1 else 0))


def _first(levels: Sequence[str]) -> str:
    return levels[0] if levels else "LEVEL"
