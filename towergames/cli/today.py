"""The command ``today``: the tasks of the day, and a game of one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from towergames.cli import complete
from towergames.cli.front_end import CommandError, Globals, launch
from towergames.cli.output import ascii_only, out, out_json
from towergames.cli.shared import JsonOpt, globals_of, own_person

if TYPE_CHECKING:
    from towergames.table.agenda import Agenda, AgendaItem

TaskArg = Annotated[
    str | None, typer.Argument(metavar="[GAME]", help="Play the task of this game.", autocompletion=complete.games)
]
DayOpt = Annotated[
    str, typer.Option("--day", metavar="DAY", help="Play an earlier day, such as 2026-11-27. It counts for no streak.")
]
PersonOpt = Annotated[
    str, typer.Option("--person", metavar="NAME", help="Who plays. Without it: you, as the menu knows you.")
]


def today(
    ctx: typer.Context, game: TaskArg = None, day: DayOpt = "", person: PersonOpt = "", json: JsonOpt = False
) -> int:
    """List today's tasks, or play one.

    \b
    Examples:
      towergames today
      towergames today words
      towergames today takethat --person Ann --plain
      towergames today words --day 2026-11-27
      towergames today --json
    """
    from towergames.core.text import NAME_CELLS, clean
    from towergames.table.agenda import find_missing, read_agenda

    given = globals_of(ctx)
    store, facts = given.store, given.facts
    who = clean(person, NAME_CELLS)
    if person and not who:
        raise CommandError(f"A person needs a name of 1 to {NAME_CELLS} characters, such as: --person Ann")
    if game is not None and json:
        raise CommandError("--json is for the list of the tasks. Leave out the game, or leave out --json")
    facts.all_games()
    who = who or own_person(given)
    agenda = read_agenda(store, facts, who)
    if game is not None:
        return _play(given, agenda, game, day)
    if day:
        raise CommandError("--day is for a game. Name one, such as: towergames today GAME --day DAY")
    for _ in find_missing(agenda, store, facts):
        pass
    agenda = read_agenda(store, facts, who)
    if json:
        out_json(_data(agenda))
    else:
        out(*agenda.lines(plain=given.flags.get("glyphs") == "ascii" or ascii_only(sys.stdout)))
    return 0


def _play(given: Globals, agenda: Agenda, game: str, day: str) -> int:
    """Continue the task of a game, or begin it."""
    from datetime import date

    from towergames import registry
    from towergames.core.text import unknown
    from towergames.table.agenda import attempt_of
    from towergames.table.daybook import day_name
    from towergames.table.today import task_day, task_header

    item = agenda.item(game)
    if item is None:
        raise CommandError(unknown("task of the day", game, [item.game for item in agenda.items], "Tasks"))
    header = task_header(registry.get(game), agenda.person, day or agenda.day.isoformat())
    written = task_day(header)
    asked = date.fromisoformat(written)
    if asked > agenda.day:
        raise CommandError(f"{day_name(asked)} has not come yet. Choose today or an earlier day")
    begun = item.begun if asked == agenda.day else attempt_of(given.store, agenda, game, written)
    if begun:
        return launch(given, "open", save=begun)
    if asked < agenda.day:
        goal = item.daily.on(written).goal
        notice = f"{item.title}, {day_name(asked)}: {goal} A late day counts for no streak."
        return launch(given, "play", header=header, notices=(notice,))
    notices = [item.goals[0]]
    if not item.open:
        notices.append(f"You have played today's task: {item.state}. Another attempt does not count.")
    return launch(given, "play", header=header, notices=tuple(notices))


def _data(agenda: Agenda) -> dict[str, Any]:
    from towergames.table import local_date

    return {
        "day": agenda.day.isoformat(),
        "person": agenda.person,
        "played": agenda.played,
        "streak": agenda.book.streak(agenda.day),
        "minutes_left": local_date.minutes_left(),
        "share": agenda.share(),
        "tasks": [_task(item) for item in agenda.items],
    }


def _task(item: AgendaItem) -> dict[str, Any]:
    result = item.result
    return {
        "game": item.game,
        "title": item.title,
        "task": item.task.title,
        "goal": item.task.goal,
        "medals": item.daily.medals_text(item.house),
        "minutes": item.task.minutes,
        "state": item.state,
        "begun": item.begun,
        "score": result.score if result is not None else None,
        "house": result.house if result is not None else item.house,
        "medal": result.medal if result is not None else "",
        "attempt": result.attempt if result is not None else 0,
        "helped": result.helped if result is not None else False,
        "save": result.save if result is not None else "",
        "signs": item.signs,
    }
