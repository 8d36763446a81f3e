"""What the shell may complete: (word, meaning) pairs. A fault while completing must not reach the prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from contextlib import suppress
from typing import Any

Completion = list[tuple[str, str]]
Complete = Callable[[Any, str], Completion]


_begun = ""
"""The part of the last word that bash does not hand over for completion: it cuts words at ``=`` and ``:``."""


def take_bash_line(environment: MutableMapping[str, str]) -> None:
    """Join the words that bash has cut, and keep apart what stands before the last cut.

    bash completes only what follows a cut: after ``height=`` it wants ``5``, not ``height=5``.
    """
    global _begun
    cut = environment["COMP_WORDS"].split("\n")[: int(environment["COMP_CWORD"]) + 1]
    words: list[str] = []
    for number, word in enumerate(cut):
        # An empty word comes after a space.
        if word and number > 1 and (_is_cut(word) or _is_cut(cut[number - 1])):
            words[-1] += word
        else:
            words.append(word)
    program, *arguments, last = words
    if last.startswith("--") and "=" in last:
        option, _, last = last.partition("=")
        arguments.append(option)
    raw = "" if _is_cut(cut[-1]) else cut[-1]
    wanted = raw if last.endswith(raw) else last
    _begun = last[: len(last) - len(wanted)]
    line = [program, *arguments]
    environment["COMP_WORDS"] = "\n".join([*line, wanted])
    environment["COMP_CWORD"] = str(len(line))


def _is_cut(word: str) -> bool:
    return bool(word) and not word.strip("=:")


def matching(find: Callable[[Any], Iterable[tuple[str, str]]]) -> Complete:
    """The completion that offers what ``find`` finds for a Typer context, as far as it begins with the typed text."""

    def complete(ctx: Any, incomplete: str) -> Completion:
        typed = (_begun + incomplete).lower()
        with suppress(Exception):
            return [(word[len(_begun) :], text) for word, text in find(ctx) if word.lower().startswith(typed)]
        return []

    return complete


@matching
def word_lists(_: Any) -> Iterable[tuple[str, str]]:
    """The word lists that ship; the shell itself adds files."""
    from towergames.lexicon import shipped

    return [(name, f"{lexicon.count:,} words") for name, lexicon in shipped().items()]


@matching
def clocks(_: Any) -> Iterable[tuple[str, str]]:
    """The clocks that forms offer."""
    from towergames.core.time_control import PRESETS, read_clock

    found = [(typed, read_clock(typed)) for typed in PRESETS]
    return [(typed, control.effect) for typed, control in found if control is not None]


@matching
def games(_: Any) -> Iterable[tuple[str, str]]:
    """Game keys with titles."""
    from towergames import registry

    return [(entry.key, entry.game.info.title) for entry in registry.entries()]


def _own(ctx: Any) -> Iterable[str]:
    from towergames.paths import saves_folder
    from towergames.table.storage import names_in

    return names_in(saves_folder(ctx.find_root().params.get("saves")))


@matching
def own_saves(ctx: Any) -> Iterable[tuple[str, str]]:
    """Names of saves in the folder that would be used; the shell itself adds files."""
    return [(name, "") for name in sorted(_own(ctx))]


@matching
def saves(ctx: Any) -> Iterable[tuple[str, str]]:
    """Names of saved games and of the examples, which can be looked at but not played on."""
    from towergames.table.examples import example_names

    return [(name, "") for name in sorted({*_own(ctx), *example_names()})]


@matching
def people(ctx: Any) -> Iterable[tuple[str, str]]:
    """The people at the open tables in the folder that would be used."""
    from towergames.paths import saves_folder
    from towergames.table.store import Store
    from towergames.table.waiting_table import waiting_tables

    tables = waiting_tables(Store(saves_folder(ctx.find_root().params.get("saves"))), "")
    return [(name, "") for name in sorted({name for table in tables for name in table.people})]


def _entry(ctx: Any) -> Any:
    from towergames import registry

    # After an option whose value is only being typed, the game is still among the unread arguments.
    named = [ctx.params.get("game"), *getattr(ctx, "args", ())]
    known = registry.keys()
    return registry.get(next(word for word in named if word in known))


@matching
def options(ctx: Any) -> Iterable[tuple[str, str]]:
    """``key=value`` for every option of the game named before."""
    from towergames.core.options import show_scalar

    for option in _entry(ctx).game.info.options:
        for place, value in enumerate(option.values):
            yield f"{option.key}={show_scalar(value)}", option.labels[place] if option.labels else option.help


@matching
def seats(ctx: Any) -> Iterable[tuple[str, str]]:
    """``bot:LEVEL`` of the game named before, with the name that was typed before it."""
    from towergames.core.bot import EVEN

    name, named, _ = _begun.partition("=")
    kinds = [(level.name, level.blurb) for level in _entry(ctx).levels]
    if kinds:
        kinds.append((EVEN, "the level that is the nearest match"))
    return [(f"{name}=bot:{kind}" if named else f"bot:{kind}", blurb) for kind, blurb in kinds]


@matching
def rule_ids(ctx: Any) -> Iterable[tuple[str, str]]:
    """Rule ids of the game named before."""
    return [(rule.id, rule.title) for rule in _entry(ctx).game.rule_sheet.rules]


@matching
def themes(_: Any) -> Iterable[tuple[str, str]]:
    """Theme names."""
    return _values("theme")


@matching
def calls(_: Any) -> Iterable[tuple[str, str]]:
    """Ways to call a person."""
    return _values("call")


def _values(setting: str) -> list[tuple[str, str]]:
    """The values of a setting, with what each does."""
    from towergames.settings import SETTINGS

    option = next(o for o in SETTINGS if o.key == setting)
    return [(str(value), option.labels[i]) for i, value in enumerate(option.values)]
