"""A week with a false clock: five days, a missed one, New Year, a change of time zone, two people on one machine."""

from __future__ import annotations

from datetime import date, datetime

from tests.table.machine import Machine
from towergames import registry
from towergames.table.facts_cache import FactsCache


def evening(machine: Machine, day: str, *, person: str = "Ada", plays: int = 1, hour: int = 20, **more: bool) -> str:
    """A person plays the six words of a day; what the title then tells of the streak."""
    machine.clock = datetime.fromisoformat(f"{day} {hour:02}:15")
    machine.play("words", person, plays=plays, **more)
    return machine.agenda(person).streak


def test_a_week_with_a_missed_day_new_year_a_journey_and_two_people(machine: Machine) -> None:
    daily = registry.get("words").daily
    assert daily is not None
    # Ada plays from Monday to Wednesday, misses Thursday, and plays on New Year's Eve's morrow.
    told = [evening(machine, f"2026-12-{day}") for day in (28, 29, 30)]
    assert told == ["", "", "3 days in a row"]
    machine.clock = datetime.fromisoformat("2026-12-31 23:59")
    assert machine.agenda("Ada").streak == "3 days in a row", "the day is open to its last minute"
    machine.clock = datetime.fromisoformat("2027-01-01 00:01")
    assert machine.agenda("Ada").streak == "3 days in a row", "a day's rest"
    assert machine.agenda("Ada").head()[0] == "Today, 1 January"
    assert evening(machine, "2027-01-01") == "4 days in a row"
    # Yesterday's task may be played late; it mends no day, and the evening of New Year's Eve stays missed.
    machine.play("words", "Ada", day="2026-12-31", plays=1)
    book = machine.agenda("Ada").book
    assert date(2026, 12, 31) not in book.kept and book.streak(date(2027, 1, 1)) == 4
    # She flies west over the date line: the same date again. A second attempt there takes no second medal.
    first = machine.agenda("Ada").item("words")
    assert evening(machine, "2027-01-01", hour=6, plays=6) == "4 days in a row"
    again = machine.agenda("Ada").item("words")
    assert first is not None and again is not None and again.result == first.result
    # She flies east and skips the 2nd: a second missed day within seven ends the streak, the 3rd begins a new one.
    assert evening(machine, "2027-01-03") == ""
    assert machine.agenda("Ada").book.streak(date(2027, 1, 3)) == 2, "the 1st and the 3rd, with a rest between"
    # Ben plays on the same machine, with help on one evening; his days are his own.
    for day, hint in (("2027-01-01", False), ("2027-01-02", True), ("2027-01-03", False)):
        told_ben = evening(machine, day, person="Ben", plays=6, hint=hint)
    assert told_ben == "3 days in a row" and machine.agenda("Ada").streak == ""
    for day in ("2027-01-01", "2027-01-02", "2027-01-03"):
        machine.kept.find_house("words", daily, day)
    days = machine.agenda("Ben").book.skyline(date(2027, 1, 3), 4)
    assert [(one.games, one.medals) for one in days] == [(0, 0), (1, 1), (1, 0), (1, 1)]
    # The cache of facts is only a copy.
    before = [machine.agenda(person).book for person in ("Ada", "Ben")]
    machine.cache.path.unlink()
    machine.cache = FactsCache(machine.store.folder, machine.cache.path.parent)
    assert [machine.agenda(person).book for person in ("Ada", "Ben")] == before
