"""Records as sentences, for plain mode and the command line, and as data for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from towergames.core.feat import GRADE_NAMES
from towergames.core.text import count, listed

if TYPE_CHECKING:
    from towergames.table.achievements import Standing
    from towergames.table.never_before import NeverBefore
    from towergames.table.record_book import Best, Record
    from towergames.table.record_page import GamePage, PersonRecords
    from towergames.table.rivals import Rival
    from towergames.table.task_days import TaskDay, TaskDays

TASK_DAYS = 3
"""Days before today in a line."""
RESULTS = {1: "won", 0: "drawn", -1: "lost"}


def record_lines(records: PersonRecords, game: str = "") -> list[str]:
    """The records of a person in one game, or in every game that the person has finished, then those of all games."""
    if not records.games:
        return []
    lines = [f"{records.person}: {count(len(records.games), 'finished game')}. Records count games without help."]
    pages = [page for page in records.pages if page.games and game in ("", page.game)]
    for page in pages:
        lines += ["", *page_lines(page, records.tasks.get(page.game))]
    if game and not pages:
        lines += ["", f"No finished game of {records.page(game).title} yet."]
    met = f"{records.met} of {len(records.achievements)}"
    general = "" if game else f"Achievements of all games, {met} in all:"
    if general:
        lines += ["", general, *(f"  {standing_line(one)}" for one in records.general)]
    return lines


def page_lines(page: GamePage, tasks: TaskDays | None = None) -> list[str]:
    """One game: the book, the last days of its task, rivals, ladder and achievements."""
    rating = f", rating {page.rating}" if page.rating is not None else ""
    lines = [f"{page.title}, {count(len(page.games), 'finished game')}{rating}."]
    lines += [f"  {record_line(record)}" for record in page.records]
    if tasks is not None:
        lines.append(f"  {task_line(tasks)}")
    lines += [f"  {rival_line(rival)}" for rival in page.rivals if rival.counted]
    if page.ladder:
        lit = [rung.name for rung in page.ladder if rung.lit]
        told = f"Beaten twice without help: {listed(lit)}." if lit else "No level is beaten twice without help yet."
        rung = page.next_rung
        following = f" Next: {rung.name}, {rung.level.capitalize()}." if rung is not None else ""
        lines.append(f"  {told}{following}")
    if page.achievements:
        lines.append(f"  Achievements, {page.met} of {len(page.achievements)}:")
        lines += [f"    {standing_line(one)}" for one in page.achievements]
    return lines


def record_line(record: Record) -> str:
    """A line of the record book."""
    if record.best is None and record.helped is None:
        return f"{record.line.title}: not yet."
    told = []
    if record.best is not None:
        told.append(_best_text(record, record.best))
    if record.helped is not None:
        told.append(f"with help {_best_text(record, record.helped)}")
    return f"{record.line.title}: {'; '.join(told)}."


def _best_text(record: Record, best: Best) -> str:
    with_ = f", with {best.game.company}" if best.game.others else ", alone"
    text = f", {best.mark.text}" if best.mark.text else ""
    day = f", {best.game.date:%Y-%m-%d}" if best.game.date else ""
    return f"{record.shown(best.mark)}{text}{with_}{day}"


def task_line(tasks: TaskDays) -> str:
    """The last days of the task in words: ``Today's task: not played. Kept: 1 of 14 days.``"""
    earlier = tasks.days[0 if tasks.open else 1 :][:TASK_DAYS]
    before = f" Before: {', '.join(day.short for day in earlier)}." if earlier else ""
    return f"{tasks.today_text}{before} Kept: {tasks.kept_text}."


def rival_line(rival: Rival) -> str:
    """A rival: wins, losses, and the last results in words."""
    level = f", {rival.level.capitalize()}" if rival.level else ""
    last = [RESULTS[one.result] for one in rival.counted[-8:]]
    drawn = f", drawn {rival.number(0)}" if rival.number(0) else ""
    return f"{rival.name}{level}: won {rival.number(1)}, lost {rival.number(-1)}{drawn}. Last games: {', '.join(last)}."


def standing_line(standing: Standing) -> str:
    """An achievement: its condition, and whether it is met."""
    one = standing.achievement
    return f"{one.title} ({GRADE_NAMES[one.grade]}): {one.condition} {standing.state(_day(standing.day))}"


def never_before_lines(found: Sequence[NeverBefore]) -> list[str]:
    """The news after a game: what is new in the records, or how near it came; the names where several people played."""
    lines = []
    for one in found:
        name = f"{one.person}, " if len(found) > 1 else ""
        lines += [f"{name}new: {news.kind}, {news.text}." for news in one.news]
        if one.near:
            lines.append(f"{name}{one.near}" if not name else f"{one.person}: {one.near}")
        if one.rating:
            told = one.rating.replace(" → ", " to ").replace(" ▲", ", up ").replace(" ▼", ", down ").removesuffix(" =")
            lines.append(f"{name}rating {told}.")
        if one.rung:
            lines.append(one.rung)
    return [line[:1].upper() + line[1:] for line in lines]


def _day(day: date | None) -> str:
    return f"{day:%Y-%m-%d}" if day is not None else ""


# --- data --------------------------------------------------------------------------------------------


def records_data(records: PersonRecords, game: str = "") -> dict[str, Any]:
    """The records as JSON data."""
    pages = [page for page in records.pages if game in ("", page.game)]
    return {
        "person": records.person,
        "finished": len(records.games),
        "games": [_page_data(page, records.tasks.get(page.game)) for page in pages],
        "achievements": [_standing_data(one) for one in records.general],
    }


def _page_data(page: GamePage, tasks: TaskDays | None) -> dict[str, Any]:
    return {
        "game": page.game,
        "title": page.title,
        "finished": len(page.games),
        "rating": page.rating,
        "records": [_record_data(record) for record in page.records],
        "tasks": [_task_data(day) for day in tasks.days] if tasks is not None else [],
        "rivals": [_rival_data(page, rival) for rival in page.rivals],
        "ladder": [rung._asdict() | {"lit": rung.lit} for rung in page.ladder],
        "achievements": [_standing_data(one) for one in page.achievements],
    }


def _record_data(record: Record) -> dict[str, Any]:
    return {
        "title": record.line.title,
        "measure": record.line.measure,
        "best": _best_data(record.best),
        "with_help": _best_data(record.helped),
    }


def _best_data(best: Best | None) -> dict[str, Any] | None:
    if best is None:
        return None
    return {
        "value": best.mark.value,
        "text": best.mark.text,
        "save": best.game.save,
        "move": best.mark.play,
        "date": _day(best.game.date),
        "with": [seat.name for seat in best.game.others],
    }


def _task_data(day: TaskDay) -> dict[str, Any]:
    result = day.result
    return {
        "day": result.day,
        "score": result.score,
        "house": result.house,
        "medal": result.medal,
        "mark": result.mark,
        "signs": day.signs,
        "save": result.save,
    }


def _rival_data(page: GamePage, rival: Rival) -> dict[str, Any]:
    return {
        "name": rival.name,
        "level": rival.level,
        "rating": rival.rating,
        "won": rival.number(1),
        "drawn": rival.number(0),
        "lost": rival.number(-1),
        "last": [RESULTS[one.result] for one in rival.counted[-8:]],
        "points": list(rival.points) if rival.points is not None else None,
        "habits": rival.habits(page.game),
    }


def _standing_data(standing: Standing) -> dict[str, Any]:
    one = standing.achievement
    return {
        "key": one.key,
        "title": one.title,
        "grade": one.grade,
        "condition": one.condition,
        "met": standing.met is not None,
        "save": standing.met.save if standing.met is not None else "",
        "date": _day(standing.day),
        "near": standing.near,
        "with_help": standing.helped,
    }
