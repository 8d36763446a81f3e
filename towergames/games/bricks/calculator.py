"""``towergames score bricks``: judges a tower built by anybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towergames.core.contract import Scalar
from towergames.core.rulesheet import load_rule_sheet
from towergames.games.bricks.documents import read_request
from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import missing
from towergames.lexicon.options import load_list

MATERIALS = "materials"
"""Stands in the violations where cards are used that the materials do not have: no rule has a number for that."""


def score(document: Any, flags: Mapping[str, Scalar]) -> dict[str, Any]:
    """Judge the tower of a document (see ``documents``); ``score`` is None when it is illegal. Raises ToolError."""
    request = read_request(document)
    ledger = judge(request.tower, load_list(flags), request.readings)
    violations = {str(rule): list(texts) for rule, texts in ledger.violations.items()}
    if request.materials is not None and (lacking := missing(request.tower, request.materials)):
        violations[MATERIALS] = [
            f"the tower uses {count} more of {code} than there {'is' if count == 1 else 'are'}"
            for code, count in sorted(lacking.items())
        ]
    return {
        "legal": not violations,
        "score": None if violations else ledger.score,
        "violations": violations,
        "points": {str(rule): points for rule, points in ledger.points.items()},
        "raw_total": ledger.raw_total,
        "column_words": list(ledger.column_words),
        "longest_word": ledger.longest_word,
    }


def render_score(result: Mapping[str, Any]) -> str:
    """The result of :func:`score` for people: the verdict, what is broken, and a line for every rule with points."""
    titles = {rule.id: rule.title for rule in load_rule_sheet("towergames.games.bricks").rules}
    if result["legal"]:
        lines = [f"legal: {result['score']} points"]
    else:
        lines = [f"not legal, so no score; it would be {result['raw_total']} points"]
    for rule, texts in result["violations"].items():
        name = "cards" if rule == MATERIALS else f"rule {rule}"
        lines += [f"  {name:<8} {text}" for text in texts]
    found = {"15": ", ".join(result["column_words"]), "19": result["longest_word"]}
    for rule, points in result["points"].items():
        words = f": {found[rule]}" if found.get(rule) else ""
        lines.append(f"{points:>5}  rule {rule:<3} {titles[f'R-{rule}']}{words}")
    return "\n".join(lines)
