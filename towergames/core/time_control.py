"""The clock of a table: the time of each person, in the form that people type and saves keep."""

from __future__ import annotations

import re
from dataclasses import dataclass

from towergames.core.options import OptionError
from towergames.core.text import count, quoted

NONE = "none"
"""The word for a table without a clock."""
PRESETS = ("5+5", "10+10", "25+15", "30s", "60s")
"""The clocks that forms offer, as they are typed."""
FORMS = "Write minutes + seconds a turn, such as 10+5. Or write seconds a turn, such as 45s. Or write none"
MOST_MINUTES, MOST_INCREMENT_SECONDS = 300, 600
LEAST_TURN_SECONDS, MOST_TURN_SECONDS = 5, 3600

_FISCHER = re.compile(r"(\d{1,4})\s*\+\s*(\d{1,4})\Z", re.ASCII)
_A_TURN = re.compile(r"(\d{1,5})\s*s\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time of each person: ``minutes`` in all, with ``increment`` seconds after each turn, or seconds a ``turn``.

    >>> TimeControl(10, 5).typed, TimeControl(turn=45).typed
    ('10+5', '45s')
    >>> [control.name for control in (TimeControl(10, 5), TimeControl(10), TimeControl(turn=45))]
    ['10 min + 5 s', '10 min', '45 s a turn']
    >>> TimeControl(10, 5).effect, TimeControl(turn=45).effect
    ('10 minutes each, and 5 seconds more after each turn', '45 seconds for each turn')
    """

    minutes: int = 0
    increment: int = 0
    turn: int = 0

    @property
    def typed(self) -> str:
        """The form in which it is typed and kept."""
        return f"{self.turn}s" if self.turn else f"{self.minutes}+{self.increment}"

    @property
    def name(self) -> str:
        """``10 min + 5 s``, for screens."""
        if self.turn:
            return f"{self.turn} s a turn"
        return f"{self.minutes} min + {self.increment} s" if self.increment else f"{self.minutes} min"

    @property
    def effect(self) -> str:
        """The time of each person in words: ``10 minutes each, and 5 seconds more after each turn``."""
        if self.turn:
            return f"{count(self.turn, 'second')} for each turn"
        more = f", and {count(self.increment, 'second')} more after each turn" if self.increment else ""
        return f"{count(self.minutes, 'minute')} each{more}"

    @property
    def at_first(self) -> int:
        """The seconds of each person at the beginning."""
        return self.turn or self.minutes * 60

    def after_turn(self, left: float) -> float:
        """The seconds that a person has after a turn that was ended with ``left`` seconds."""
        return self.turn or left + self.increment


def read_clock(text: str) -> TimeControl | None:
    """The clock that was typed, None for no clock. Raises OptionError with what can be typed.

    >>> read_clock("10+5"), read_clock(" 45 S "), read_clock("none")
    (TimeControl(minutes=10, increment=5, turn=0), TimeControl(minutes=0, increment=0, turn=45), None)
    """
    typed = text.strip().lower()
    if typed == NONE:
        return None
    if found := _FISCHER.match(typed):
        minutes, increment = int(found[1]), int(found[2])
        if 1 <= minutes <= MOST_MINUTES and increment <= MOST_INCREMENT_SECONDS:
            return TimeControl(minutes, increment)
        raise OptionError(
            f"the clock {quoted(typed)} is out of range. It has 1 to {MOST_MINUTES} minutes, and 0 to "
            f"{MOST_INCREMENT_SECONDS} seconds a turn"
        )
    if found := _A_TURN.match(typed):
        if LEAST_TURN_SECONDS <= int(found[1]) <= MOST_TURN_SECONDS:
            return TimeControl(turn=int(found[1]))
        raise OptionError(
            f"the clock {quoted(typed)} is out of range. A turn has {LEAST_TURN_SECONDS} to {MOST_TURN_SECONDS} seconds"
        )
    raise OptionError(f"{quoted(text)} is not a clock. {FORMS}")


def shown_time(seconds: float) -> str:
    """Time left as clocks show it: a part of a second is a whole one, since there is still time.

    >>> shown_time(59.2), shown_time(0), shown_time(3600)
    ('1:00', '0:00', '60:00')
    """
    whole = int(seconds + 0.999)
    return f"{whole // 60}:{whole % 60:02}"
