"""After the end: medals, the best tower known beside the looker's, a line to pass on. And plain mode's questions."""

from __future__ import annotations

from towergames.boards.bricks import bench
from towergames.boards.bricks.bench import TableScene
from towergames.boards.bricks.ledger import SCORING_NUMBERS, Sheet, sheet, sheet_of
from towergames.boards.bricks.speech import explain, title_of, tower_lines, verdict
from towergames.boards.desk import Question
from towergames.core.contract import Seat
from towergames.games.bricks.judge import bars, medal
from towergames.games.bricks.model import Action, Build
from towergames.games.bricks.pieces import Tower, read_tower
from towergames.games.bricks.readings import STANDARD
from towergames.games.bricks.rules import listed

QUESTIONS: tuple[Question, ...] = (
    Question("ledger", "[RULE]", "what each of the 36 rules says of the tower, or one of them"),
    Question("compare", "DRAFT", "another draft beside the one in hand, rule by rule"),
)


def best_sheet(scene: TableScene, best: Tower) -> Sheet:
    """The ledger of the best tower found, and how it differs from the tower that the shown seat handed in."""
    mine = bench.final(scene, bench.shown_seat(scene))
    return sheet_of(scene, best, bench.whole_ledger(scene, best), mine)


def _points(scene: TableScene, seat: Seat) -> int | None:
    return scene.view.points[seat] if bench.final(scene, seat).legal else None


def _measure(scene: TableScene) -> int | None:
    """The points of the tower that results are measured by; None before it is known.

    For the puzzle of a day it is the search's tower, the same everywhere; else the best of that tower and of all
    towers handed in with the same cards.
    """
    if not bench.over(scene) or not isinstance(scene.measure, Build):
        return None
    most = bench.whole_ledger(scene, read_tower(scene.measure.tower)).score or 0
    return most if scene.day else max([most, *(_points(scene, seat) or 0 for seat in _alike(scene))])


def _alike(scene: TableScene) -> list[Seat]:
    """The seats that built from the same cards as the shown one."""
    view, own = scene.view, bench.cards(scene)
    return [seat for seat in range(view.seats) if view.cards_of(seat) == own]


def honours(scene: TableScene) -> tuple[str, ...]:
    """The bars for the medals, and who has earned which (B-31)."""
    most = _measure(scene)
    if most is not None and not scene.counts:
        return (f"Best tower known: {most} points.",)
    told = [f"{name} from {least}" for name, least in bars(most).items()] if most is not None else []
    if most is None or not told:
        return ()
    found = "The day's search" if scene.day else "Best tower known"
    won = [_honour(scene, seat, most) for seat in _alike(scene)]
    return f"{found}: {most} points; {', '.join(told)}.", f"{'; '.join(won)}."


def _honour(scene: TableScene, seat: Seat, most: int) -> str:
    points = _points(scene, seat)
    name, won = scene.name_of(seat), medal(points, most)
    if points == most and not scene.day:
        return f"{name}: {won}, and no better tower is known"
    if points is not None and points > most:
        return f"{name}: {won}, and better than the search"
    return f"{name}: {won}" if won else f"{name}: no medal"


def share(scene: TableScene) -> str:
    """``Brick Tower S-Y2FN9: Ann 84 points, silver (best known 99)``; '' for cards given one by one."""
    view = scene.view
    if not bench.over(scene) or not scene.counts or not view.code or view.terms.mode == "duel":
        return ""
    most = _measure(scene)
    told = []
    for seat in range(view.seats):
        points = _points(scene, seat)
        won = medal(points, most) if most is not None else ""
        said = "no legal tower" if points is None else f"{points} points"
        told.append(f"{scene.name_of(seat)} {said}{', ' + won if won else ''}")
    known = f" ({'the search' if scene.day else 'best known'} {most})" if most else ""
    day = f" of {scene.day}" if scene.day else ""
    return f"{scene.game.info.title} {view.code}{day}{_terms(scene)}: {'; '.join(told)}{known}"


def _terms(scene: TableScene) -> str:
    """What others must choose to have the same task."""
    view = scene.view
    told = [f"words {view.list_id}"] if view.list_id != "standard" else []
    told += ["Discovery"] if view.terms.discovery else []
    told += ["own readings of the rules"] if view.terms.readings != STANDARD else []
    return f" with {listed(told)}" if told else ""


def beside(scene: TableScene, best: Action) -> tuple[str, ...]:
    """The best tower found, level by level, then each rule in which it differs."""
    if not bench.over(scene) or not isinstance(best, Build):
        return ()
    tower = read_tower(best.tower)
    name = scene.name_of(bench.shown_seat(scene))
    changes = _changes(scene, best_sheet(scene, tower), name, "the best")
    return ("The best tower known:", *tower_lines(tower), *changes)


def _changes(scene: TableScene, found: Sheet, mine: str, other: str) -> list[str]:
    """The rules that give two towers different points, in order, and the sums."""
    lines = []
    for rule in SCORING_NUMBERS[1:]:
        line = found.lines[rule]
        if line.was is not None:
            title = title_of(scene, rule)
            lines.append(f"Rule {rule}, {title}: {mine} {line.was}, {other} {line.points} ({line.why}).")
    return lines or ["Every rule gives both towers the same."]


# --- questions --------------------------------------------------------------------------------------


def answer(scene: TableScene, question: str, rest: str) -> tuple[str, ...]:
    """The ledger line by line, or two drafts beside each other."""
    if bench.bench(scene) is None:
        return ("No tower is shown now.",)
    return _ledger(scene, rest) if question == "ledger" else _compare(scene, rest)


def _ledger(scene: TableScene, rest: str) -> tuple[str, ...]:
    word = rest.strip().upper().removeprefix("R-")
    if not word:
        return tuple(explain(scene, rule) for rule in range(1, 37))
    if word.isascii() and word.isdigit() and 1 <= int(word[:3]) <= 36:
        return (explain(scene, int(word[:3])),)
    return ("The rules have the numbers 1 to 36.",)


def _compare(scene: TableScene, rest: str) -> tuple[str, ...]:
    own = bench.bench(scene)
    others = {draft.name: draft.tower for draft in own.drafts if draft.name != own.active} if own is not None else {}
    if own is None or not others:
        return ("There is only this draft; 'copy NAME' or 'draft NAME' begins another.",)
    if rest not in others:
        return (f"Compare with which draft? There is {listed(list(others))}.",)
    if not bench.open_ledger(scene):
        return ("The ledger is closed until all towers are shown.",)
    tower, other = bench.tower_of(scene), others[rest]
    here, there = sheet(scene, tower), sheet(scene, other, tower)
    told = f"Draft {own.active}: {verdict(here)}. Draft {rest}: {verdict(there)}."
    return (told, *tower_lines(other), *_changes(scene, there, own.active, rest))
