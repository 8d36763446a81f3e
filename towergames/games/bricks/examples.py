"""The towers beside the rules on the sheet, for the board to draw: ``rules.toml`` keeps them with the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from towergames.games.bricks.pieces import Tower, read_tower


@dataclass(frozen=True, slots=True)
class Example:
    """A tower that keeps a rule, breaks it (``kept`` false), or gets ``points`` by it (None for building rules)."""

    tower: Tower
    kept: bool = True
    points: int | None = None


@cache
def examples() -> dict[str, tuple[Example, ...]]:
    """Rule id -> its examples, for the rules that have some."""
    import tomllib  # here, since only the rules screen needs it

    text = resources.files("towergames.games.bricks").joinpath("rules.toml").read_text(encoding="utf-8")
    found = {}
    for section in tomllib.loads(text)["section"]:
        for rule in section["rule"]:
            made = [Example(read_tower(rule[key]), key == "kept") for key in ("kept", "broken") if key in rule]
            if "scores" in rule:
                made.append(Example(read_tower(rule["scores"]), points=rule["points"]))
            if made:
                found[str(rule["id"])] = tuple(made)
    return found
