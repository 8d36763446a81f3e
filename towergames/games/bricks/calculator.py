"""What the desk tools of Brick Tower do: judge a tower, and find the best one that the solver knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from towergames.core.bot import Clock
from towergames.core.contract import Scalar
from towergames.core.rulesheet import load_rule_sheet
from towergames.core.tool import ToolError
from towergames.games.bricks.deal import CODES, PuzzleError, check_code, code_of, daily_code, deal, is_day
from towergames.games.bricks.documents import only_known, read_materials, read_readings, read_request, write_piece
from towergames.games.bricks.judge import judge
from towergames.games.bricks.pieces import WILD, Code, Piece, missing, read_tower, write_tower
from towergames.games.bricks.readings import STANDARD, Readings
from towergames.games.bricks.solver import Solution, compilable, kept, prepare, solve
from towergames.lexicon import Lexicon, LexiconError
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


# --- towergames solve bricks ----------------------------------------------------------------------


_LONGEST = 3600.0


def run_solver(document: Any, flags: Mapping[str, Scalar], tell: Callable[[str], None] | None = None) -> dict[str, Any]:
    """Solve the materials of a document, or a deal; ``tell`` hears how it goes. Raises ToolError.

    Ctrl+C ends the search: then the result is what was found so far.
    """
    seed, seconds = _seed(flags), _seconds(flags)
    result: dict[str, Any] = {}
    if document is None:
        result["puzzle"] = _puzzle(flags) or code_of("standard", seed % CODES)
        cards, names, readings = deal(result["puzzle"]), _Names([]), STANDARD
    elif _puzzle(flags):
        raise ToolError("--puzzle names the cards, and so does FILE; give one of them")
    else:
        cards, names, readings = _read(document)
    try:
        lexicon = load_list(flags)
        if tell is not None and compilable() and not kept():
            tell("The solver is made ready for this machine; this takes half a minute and happens once.")
        prepare()
        found = _search(cards, lexicon, readings, Clock(seconds=seconds), seed, tell)
        result |= {
            "materials": " ".join(cards),
            "score": found.score,
            "bound": found.bound,
            "bound_how": found.bound_how,
        }
        result |= {"proven": found.proven, "steps": found.steps}
        if found.tower is None:
            return result
        ledger = judge(found.tower, lexicon, readings)
    except LexiconError as error:
        raise ToolError(str(error)) from None
    return result | {
        "seconds": round(found.seconds, 2),
        "tower": write_tower(found.tower),
        "levels": [[names.write(piece) for piece in level] for level in found.tower],
        "points": {str(rule): points for rule, points in ledger.points.items()},
        "column_words": list(ledger.column_words),
        "longest_word": ledger.longest_word,
    }


def _search(
    cards: tuple[Code, ...],
    lexicon: Lexicon,
    readings: Readings,
    clock: Clock,
    seed: int,
    tell: Callable[[str], None] | None,
) -> Solution:
    best: list[Solution] = []

    def better(found: Solution) -> None:
        best.append(found)
        if tell is not None:
            tell(f"{found.seconds:5.1f} s  {found.score} points")

    try:
        return solve(cards, lexicon, readings, clock=clock, seed=seed, on_improvement=better)
    except KeyboardInterrupt:
        if not best:
            raise
        if tell is not None:
            tell("Stopped; this is the best so far.")
        return best[-1]


def render_solution(result: Mapping[str, Any]) -> str:
    """The result of :func:`run_solver` for people."""
    lines = [f"puzzle {result['puzzle']}: {result['materials']}"] if "puzzle" in result else []
    if result["score"] is None:
        none = "There is no legal tower" if result["proven"] else "No legal tower was found"
        return "\n".join([*lines, f"{none}: {result['bound_how']}." if result["proven"] else f"{none}."])
    sure = "proven optimal" if result["proven"] else f"no tower scores more than {result['bound']}"
    lines.append(f"{result['score']} points, found after {result['seconds']:.1f} s; {sure}")
    if not result["proven"]:
        lines.append(f"  ({result['bound_how']})")
    levels = read_tower(result["tower"])
    lines += [f"  {row:>2}  {' '.join(piece.text for piece in levels[row - 1])}" for row in range(len(levels), 0, -1)]
    titles = {rule.id: rule.title for rule in load_rule_sheet("towergames.games.bricks").rules}
    words = {"15": ", ".join(result["column_words"]), "19": result["longest_word"]}
    for rule, points in result["points"].items():
        lines.append(
            f"{points:>5}  rule {rule:<3} {titles[f'R-{rule}']}{': ' + words[rule] if words.get(rule) else ''}"
        )
    return "\n".join(lines)


class _Names:
    """The ids that a document gives its cards: handed out again to the pieces of the tower."""

    def __init__(self, cards: list[tuple[Code, Any]]) -> None:
        self._ids: dict[Code, list[Any]] = {}
        for code, card in cards:
            self._ids.setdefault(code, []).append(card["id"] if isinstance(card, Mapping) and "id" in card else None)

    def write(self, piece: Piece) -> dict[str, Any]:
        """A piece as documents have it, each card with its id."""
        shown = write_piece(piece)
        ids = [self._next(code) for code in piece.cards]
        if len(ids) == 2:
            for card, name in zip(shown["cards"], ids, strict=True):
                card.update(name)
        else:
            shown |= ids[0]
        return shown

    def _next(self, code: Code) -> dict[str, Any]:
        left = self._ids.get(code)
        name = left.pop(0) if left else None
        return {} if name is None else {"id": name}


def _read(document: Any) -> tuple[tuple[Code, ...], _Names, Readings]:
    if not isinstance(document, Mapping) or "materials" not in document:
        raise ToolError('expected an object such as {"materials": ["A5RY", "#B", "*"]}')
    only_known(document, ("materials", "options", "levels", "tower"), "")
    cards = read_materials(document["materials"])
    if cards.count(WILD) > 1:
        raise ToolError("materials: there is at most one natural wildcard (rule 31)")
    names = _Names(list(zip(cards, document["materials"], strict=True)))
    return cards, names, read_readings(document.get("options", {}))


def _puzzle(flags: Mapping[str, Scalar]) -> str:
    """The code of the puzzle asked for by code or by day, '' for none."""
    text = str(flags.get("puzzle") or "").strip()
    if not text:
        return ""
    try:
        return daily_code(text, "standard") if is_day(text) else check_code(text)
    except PuzzleError as error:
        raise ToolError(f"--puzzle: {error}") from None


def _seed(flags: Mapping[str, Scalar]) -> int:
    text = str(flags.get("seed", "1"))
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise ToolError(f"--seed: expected a whole number of at most 18 digits, not {text[:20]!r}")
    return int(text)


def _seconds(flags: Mapping[str, Scalar]) -> float:
    text = str(flags.get("seconds", "10"))
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= _LONGEST:
        raise ToolError(f"--seconds: expected a number above 0, at most {_LONGEST:.0f}, not {text[:20]!r}")
    return seconds
