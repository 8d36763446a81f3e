"""Long lists by their headings: how much there is and in which groups, so that nobody has to hear all of it."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.core.rulesheet import Rule, RuleSheet
from towergames.core.text import count, did_you_mean, quoted, sentence

FEW = 12
"""Most entries of a list that is printed whole."""


def moves(texts: Sequence[str], begun: int = 0) -> list[str]:
    """The moves; more than a few as groups by the word after the first ``begun`` words, which all have in common.

    >>> moves(["build OFFICE A", "end"])
    ['2 moves: build OFFICE A, end.']
    >>> moves([f"build {floor} {tower}" for floor in ("OFFICE", "LOBBY") for tower in "ABCDEFG"] + ["end"])
    ['15 moves in 2 groups: build 14, end 1.', 'For one group, type: moves build']
    """
    depth, groups = begun, _grouped(texts, begun)
    while len(groups) == 1 and len(texts) > FEW and any(len(text.split()) > depth + 1 for text in texts):
        depth += 1
        groups = _grouped(texts, depth)
    if len(texts) <= FEW or len(groups) in (1, len(texts)):
        return [f"{count(len(texts), 'move')}: {', '.join(texts)}."]
    common = " ".join(texts[0].split()[:depth])
    names = ", ".join(f"{name.removeprefix(common).strip() or 'alone'} {len(group)}" for name, group in groups.items())
    all_moves = count(len(texts), "move")
    if common:
        all_moves = f"{all_moves} with {common}"
    return [
        f"{all_moves} in {count(len(groups), 'group')}: {names}.",
        f"For one group, type: moves {next(iter(groups))}",
    ]


def _grouped(texts: Sequence[str], depth: int) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for text in texts:
        groups.setdefault(" ".join(text.split()[: depth + 1]), []).append(text)
    return groups


def rule_text(rule: Rule) -> list[str]:
    """One rule as lines."""
    lines = [f"{rule.id} {rule.title}", f"  {rule.text}"]
    if rule.see:
        lines.append(f"  See also: {', '.join(rule.see)}.")
    return lines


def all_rules(sheet: RuleSheet) -> list[str]:
    """Every rule of a game, by sections."""
    lines = [sheet.title]
    for title, rules in sheet.sections:
        lines += ["", title.upper(), ""]
        for rule in rules:
            lines += rule_text(rule)
    return lines


def rules(sheet: RuleSheet, asked: str = "") -> list[str]:
    """The sections; asked for a section the titles of its rules, for an id that rule, for ``all`` every rule."""
    wanted = asked.strip().casefold()
    if wanted == "all":
        return all_rules(sheet)
    if not wanted:
        return [
            f"{sheet.title}: {count(len(sheet.rules), 'rule')} in {count(len(sheet.sections), 'section')}.",
            *(f"{title}: {_span(rules)}" for title, rules in sheet.sections),
        ]
    rule = sheet.find(wanted)
    if rule is not None:
        return rule_text(rule)
    for title, found in sheet.sections:
        if title.casefold().startswith(wanted):
            return [f"{title}, {count(len(found), 'rule')}:", *(f"  {rule.id} {rule.title}" for rule in found)]
    section = did_you_mean(asked, [title for title, _ in sheet.sections])
    return [sentence(f"no section {quoted(asked)}{section}" if section else sheet.unknown_rule_error(asked))]


def _span(rules: Sequence[Rule]) -> str:
    if len(rules) < 2:
        return ", ".join(rule.id for rule in rules)
    return f"{count(len(rules), 'rule')}, {rules[0].id} to {rules[-1].id}"
