"""Rule sheets: the rules of a game in our own words, each with an id that refusals and score lines cite."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from towergames.core.text import closest, did_you_mean, quoted

_NUMBERED = re.compile(r"([a-z]*)[ -]*([0-9]{1,4})\Z", re.IGNORECASE)

MAX_SUGGESTED = 3
"""Rules that are suggested at most for a word of a title."""
AIM_CELLS = 56
"""Cells of a line of the aim: it stands on one row of the narrowest screen."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: ``id`` as cited (``R-4``, ``T-3``), a title of a few words, the text, and ids worth reading next."""

    id: str
    title: str
    text: str
    see: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """The rules of one game in reading order, in titled sections."""

    title: str
    sections: tuple[tuple[str, tuple[Rule, ...]], ...]
    aim: tuple[str, ...] = ()
    """The aim of the game in three lines of at most :data:`AIM_CELLS` cells, for a person who has just come."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules in reading order."""
        return tuple(rule for _, rules in self.sections for rule in rules)

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids in reading order."""
        return tuple(rule.id for rule in self.rules)

    def find(self, rule_id: str) -> Rule | None:
        """The rule with that id, or None; case is ignored, and ``7`` or ``r7`` mean ``R-7``.

        A bare number belongs to the kind of rule that the sheet begins with.
        """
        wanted = rule_id.strip().lower()
        numbered = _NUMBERED.match(wanted)
        if numbered:
            kind = numbered[1] or self.ids[0].partition("-")[0].lower()
            wanted = f"{kind}-{int(numbered[2])}"
        return next((rule for rule in self.rules if rule.id.lower() == wanted), None)

    def unknown_rule_error(self, rule_id: str) -> str:
        """The error for an unknown id: rules that may have been meant, by id or by title, and the ids there are."""
        asked = did_you_mean(rule_id, self.ids) or self._titled(rule_id)
        return f"no rule {quoted(rule_id, 20)}{asked or '.'} Rules: {', '.join(self._spans())}"

    def _titled(self, word: str) -> str:
        """``. Did you mean R-19 (Wreck)?`` for a word like one of the titles, else ''."""
        words = {part for rule in self.rules for part in re.findall("[a-z]+", rule.title.casefold())}
        near = closest(word, sorted(words))
        found = [rule for rule in self.rules if near is not None and near in rule.title.casefold()]
        if not found:
            return ""
        names = [f"{rule.id} ({rule.title})" for rule in found[:MAX_SUGGESTED]]
        return f". Did you mean {' or '.join(names)}?"

    def _spans(self) -> list[str]:
        """``R-1 to R-20``, ``OFFICE``, ``T-1 to T-15``: every kind of rule once."""
        numbers: dict[str, list[int]] = {}
        for rule_id in self.ids:
            kind, dash, number = rule_id.partition("-")
            numbers.setdefault(kind, []).extend([int(number)] if dash else [])
        return [f"{kind}-{min(n)} to {kind}-{max(n)}" if n else kind for kind, n in numbers.items()]


@cache
def load_rule_sheet(package: str, name: str = "rules.toml") -> RuleSheet:
    """The sheet in ``package``'s data file: ``title``, ``aim``, and each ``[[section]]`` with its ``title`` and rules.

    Each ``[[section.rule]]`` is a rule.
    Raises ValueError when an id stands twice or a ``see`` leads nowhere.
    """
    import tomllib  # here, since every command reads this module and few read a sheet
    from importlib import resources

    data = tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))
    sections = tuple(
        (
            str(section["title"]),
            tuple(
                Rule(str(rule["id"]), str(rule["title"]), str(rule["text"]).strip(), tuple(rule.get("see", ())))
                for rule in section.get("rule", ())
            ),
        )
        for section in data["section"]
    )
    sheet = RuleSheet(str(data["title"]), sections, tuple(map(str, data.get("aim", ()))))
    ids = sheet.ids
    if len(set(ids)) != len(ids):
        raise ValueError(f"{package}/{name}: a rule id is used twice")
    strays = sorted({other for rule in sheet.rules for other in rule.see} - set(ids))
    if strays:
        raise ValueError(f"{package}/{name}: 'see' leads to unknown rules {', '.join(strays)}")
    return sheet
