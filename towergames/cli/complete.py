"""What the shell may complete. Every function is total: a fault while completing must not reach the prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

Completion = list[tuple[str, str]]


def _matching(items: Iterable[tuple[str, str]], incomplete: str) -> Completion:
    return [(word, text) for word, text in items if word.lower().startswith(incomplete.lower())]


def _guarded(make: Callable[[Any], Iterable[tuple[str, str]]], ctx: Any, incomplete: str) -> Completion:
    with suppress(Exception):
        return _matching(make(ctx), incomplete)
    return []


def games(incomplete: str) -> Completion:
    """Game keys with titles."""
    return _guarded(_games, None, incomplete)


def saves(ctx: Any, incomplete: str) -> Completion:
    """Names of saves in the folder that would be used; files too, by the shell itself."""
    return _guarded(_saves, ctx, incomplete)


def options(ctx: Any, incomplete: str) -> Completion:
    """``key=value`` for every option of the game named before."""
    return _guarded(_options, ctx, incomplete)


def seats(ctx: Any, incomplete: str) -> Completion:
    """``bot:LEVEL`` of the game named before."""
    return _guarded(_seats, ctx, incomplete)


def rule_ids(ctx: Any, incomplete: str) -> Completion:
    """Rule ids of the game named before."""
    return _guarded(_rules, ctx, incomplete)


def themes(incomplete: str) -> Completion:
    """Theme names."""
    return _guarded(_themes, None, incomplete)


def word_lists(incomplete: str) -> Completion:
    """The word lists that ship; files too, by the shell itself."""
    return _guarded(_word_lists, None, incomplete)


def _word_lists(_: Any) -> Iterable[tuple[str, str]]:
    from towergames.lexicon import shipped

    return [(name, f"{lexicon.count:,} words") for name, lexicon in shipped().items()]


def _games(_: Any) -> Iterable[tuple[str, str]]:
    from towergames import registry
    from towergames.registry import keys

    return [(key, registry.get(key).game.info.title) for key in keys()]


def _saves(ctx: Any) -> Iterable[tuple[str, str]]:
    from towergames.paths import saves_folder
    from towergames.table.store import Store

    given = ctx.find_root().params.get("saves")
    return [(name, "") for name in Store(saves_folder(given)).names()]


def _entry(ctx: Any) -> Any:
    from towergames import registry

    # After an option whose value is only being typed, the game is still among the unread arguments.
    named = [ctx.params.get("game"), *getattr(ctx, "args", ())]
    known = registry.keys()
    return registry.get(next(word for word in named if word in known))


def _options(ctx: Any) -> Iterable[tuple[str, str]]:
    from towergames.core.contract import show_scalar

    for option in _entry(ctx).game.info.options:
        for place, value in enumerate(option.values):
            yield f"{option.key}={show_scalar(value)}", option.labels[place] if option.labels else option.help


def _seats(ctx: Any) -> Iterable[tuple[str, str]]:
    return [(f"bot:{level.name}", level.blurb) for level in _entry(ctx).levels]


def _rules(ctx: Any) -> Iterable[tuple[str, str]]:
    return [(rule.id, rule.title) for rule in _entry(ctx).game.rule_sheet.rules]


def _themes(_: Any) -> Iterable[tuple[str, str]]:
    from towergames.settings import SETTINGS

    option = next(o for o in SETTINGS if o.key == "theme")
    return [(str(value), option.labels[i]) for i, value in enumerate(option.values)]
