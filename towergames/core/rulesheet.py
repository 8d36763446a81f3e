"""Rule sheets: the rules of a game in our own words, each with an id that refusals and score lines cite."""

from __future__ import annotations

from dataclasses import dataclass


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

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules in reading order."""
        return tuple(rule for _, rules in self.sections for rule in rules)

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids in reading order."""
        return tuple(rule.id for rule in self.rules)

    def find(self, rule_id: str) -> Rule | None:
        """The rule with that id, case ignored, or None."""
        wanted = rule_id.strip().lower()
        return next((rule for rule in self.rules if rule.id.lower() == wanted), None)


def load_rule_sheet(package: str, name: str = "rules.toml") -> RuleSheet:
    """The sheet in ``package``'s data file: ``title``, then ``[[section]]`` with ``title`` and ``[[section.rule]]``.

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
    sheet = RuleSheet(str(data["title"]), sections)
    ids = sheet.ids
    if len(set(ids)) != len(ids):
        raise ValueError(f"{package}/{name}: a rule id stands twice")
    strays = sorted({other for rule in sheet.rules for other in rule.see} - set(ids))
    if strays:
        raise ValueError(f"{package}/{name}: 'see' leads to unknown rules {', '.join(strays)}")
    return sheet
