"""What a finished game was that no game of a person was before, or how near it came. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from towergames.core.feat import Achievement, better
from towergames.core.options import TODAY
from towergames.table.achievements import MedalOf, Standing, all_achievements, no_medal
from towergames.table.record_book import OwnGame, games_of, records_of
from towergames.table.rivals import (
    WINS_FOR_A_RUNG,
    WON,
    Rung,
    ladder_of,
    next_rung,
    ratings_of,
    rivals_of,
    shown_rating,
)

if TYPE_CHECKING:
    from towergames.core.contract import Seat
    from towergames.table.facts_cache import CountedGame

MOST_NEWS = 3
GRADES = ("rare", "good", "first")
"""The grades of achievements, those of most worth first."""


class News(NamedTuple):
    """One line: ``Record``, ``Achievement``, ``Rival`` or ``Medal``, and the sentence after it.

    ``short`` is for little room, '' where there is no shorter text.
    """

    kind: str
    text: str
    grade: str = ""
    short: str = ""


class NeverBefore(NamedTuple):
    """What the end of a game says to one person.

    ``near`` is how near the game came, '' where there is news. ``rating`` is the change of the rating, and ``rung`` the
    next level of the ladder.
    """

    person: str
    news: tuple[News, ...] = ()
    near: str = ""
    rating: str = ""
    rung: str = ""


def never_before(
    game: CountedGame,
    earlier: Sequence[CountedGame],
    person: str,
    medal_of: MedalOf = no_medal,
) -> NeverBefore:
    """Compare a game with all earlier ones of a person, who played it; copies of the game are left out."""
    before = games_of((one for one in earlier if one.facts.id != game.facts.id), person)
    (mine,) = games_of([game], person)
    after, key = [*before, mine], game.facts.game
    news: list[News] = []
    near = ""
    if mine.counts:
        news += _achievements(mine, before, after, medal_of)
        news += _records(key, before, mine)
        news += _rivals(key, before, mine)
        news += _medal(before, mine, medal_of)
        near = "" if news else _nearest(key, before, mine)
    rung = next_rung(ladder_of(key, after)) if any(seat.bot for seat in mine.others) else None
    told = _next_text(rung) if rung is not None else ""
    return NeverBefore(mine.own.name, tuple(news[:MOST_NEWS]), near, _rating(key, before, mine), told)


def _next_text(rung: Rung) -> str:
    """The next level: ``Next: Ivo, Club.``, and that one more win is missing where one is there."""
    missing = "; one more win lights this rung" if rung.wins else ""
    return f"Next: {rung.name}, {rung.level.capitalize()}{missing}."


def never_before_at(
    game: CountedGame, earlier: Sequence[CountedGame], seats: Sequence[Seat], medal_of: MedalOf = no_medal
) -> tuple[NeverBefore, ...]:
    """The news for the people at these seats; those without any are left out."""
    found = []
    for seat in seats:
        told = never_before(game, earlier, game.facts.seats[seat].name, medal_of)
        if told != NeverBefore(told.person):
            found.append(told)
    return tuple(found)


def _achievements(mine: OwnGame, before: list[OwnGame], after: list[OwnGame], medal_of: MedalOf) -> list[News]:
    had = {_key(one) for one in all_achievements(before, medal_of) if one.met is not None}
    fresh = [one.achievement for one in all_achievements(after, medal_of) if one.met is mine and _key(one) not in had]
    fresh.sort(key=lambda one: GRADES.index(one.grade))
    return [News("Achievement", f"{one.title}: {_as_clause(one)}", one.grade, one.title) for one in fresh]


def _key(one: Standing) -> tuple[str, str]:
    return one.game, one.achievement.key


def _as_clause(one: Achievement) -> str:
    """The condition after a colon: without its stop, and with a small letter where it is no name."""
    text = one.condition.rstrip(".")
    return text[0].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def _records(game: str, before: list[OwnGame], mine: OwnGame) -> list[News]:
    """The records that were broken, by how much; a first mark breaks nothing."""
    broken = []
    for record in records_of(game, before):
        mark = mine.own.marks.get(record.line.measure)
        if mark is None or record.best is None:
            continue
        old = record.best.mark
        if better(mark.value, old.value, least=record.line.least):
            about = f", {mark.text}" if mark.text else ""
            text = f"{record.line.title.lower()} {record.shown(mark)}{about} (was {record.shown(old)})"
            broken.append((abs(mark.value - old.value) / max(1, abs(old.value)), News("Record", text)))
    broken.sort(key=lambda one: -one[0])
    return [news for _, news in broken]


def _rivals(game: str, before: list[OwnGame], mine: OwnGame) -> list[News]:
    """First wins, rungs that are lit, and a lead that was taken."""
    found = []
    for rival in rivals_of(game, [*before, mine]):
        last = rival.counted[-1] if rival.counted else None
        if last is None or last.game is not mine or last.result != WON:
            continue
        won, lost = rival.number(WON), len([one for one in rival.counted if one.result < 0])
        if won == 1 and lost:
            found.append(News("Rival", f"first win against {rival.name}, {won} to {lost}"))
        elif rival.level and won == WINS_FOR_A_RUNG:
            found.append(News("Rival", f"{rival.name} beaten twice: this rung stays lit"))
        elif won == lost + 1:
            found.append(News("Rival", f"you lead {rival.name} {won} to {lost}"))
    return found


def _medal(before: list[OwnGame], mine: OwnGame, medal_of: MedalOf) -> list[News]:
    if not mine.facts.day or mine.facts.attempt != 1:
        return []
    medal = medal_of(mine.facts)
    had = {medal_of(one.facts) for one in before if one.facts.game == mine.facts.game and one.facts.attempt == 1}
    return [News("Medal", f"your first {medal} medal at {TODAY}'s task")] if medal and medal not in had else []


def _nearest(game: str, before: list[OwnGame], mine: OwnGame) -> str:
    """The record that the game came nearest to: ``Best turn 29; your best is 39.``"""
    nearest, text = 0.0, ""
    for record in records_of(game, before):
        mark = mine.own.marks.get(record.line.measure)
        if mark is None or record.best is None:
            continue
        low, high = sorted((mark.value, record.best.mark.value))
        if low > 0 and low / high > nearest:
            nearest = low / high
            best = record.shown(record.best.mark)
            equal = f"{record.line.title} {best}, as much as your best."
            text = equal if low == high else f"{record.line.title} {record.shown(mark)}; your best is {best}."
    return text


def _rating(game: str, before: list[OwnGame], mine: OwnGame) -> str:
    """The change of the rating: ``1205 → 1235 ▲30``; '' before there is one, and where the game is not rated."""
    old, new = ratings_of(game, before), ratings_of(game, [*before, mine])
    rating = shown_rating(new)
    if len(new) == len(old) or rating is None:
        return ""
    was = shown_rating(old)
    return f"{rating}" if was is None else f"{was} → {rating} {change_text(rating - was)}"


def change_text(change: int) -> str:
    """A change of a rating with its sign.

    >>> change_text(30), change_text(-9), change_text(0)
    ('▲30', '▼9', '=')
    """
    if change == 0:
        return "="
    return f"▲{change}" if change > 0 else f"▼{-change}"
