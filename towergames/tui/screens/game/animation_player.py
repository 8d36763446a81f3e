"""Plays an animation beat by beat, one timer at a time; any key ends it, but no key before a fall has been seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from towergames.board.canvas import Ink, to_ascii
from towergames.core.contract import Seat
from towergames.session.animation import SHORT, Frame, Pace
from towergames.tui.paint import identity
from towergames.tui.screens.game.panes import Panes
from towergames.tui.screens.game.table_screen import TableScreen
from towergames.tui.theme import style_of
from towergames.tui.widgets.live_board import Timed


class StageHost(Timed, Protocol):
    """The screen, as far as an animation uses it."""

    def show_beat(self, moving: bool) -> None:
        """Draw the beat that is shown now; if it is ``moving``, only the board has changed since the last one."""


class AnimationPlayer:
    """The present animation, if any. Without one no timer runs.

    Where a person looks on, a fall is not skipped at once. Keys do nothing for a moment, since one of them may have let
    go. Then a key shows the fallen pieces, which stay until the next key. A beat heeds no key for a moment either; then
    a key goes on to what follows it. No key skips a fall or a beat that has not begun.
    """

    def __init__(
        self,
        host: StageHost,
        flyers: Flyers | None = None,
        heard: Callable[[AnimationPlayer], None] = lambda _: None,
        patience: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._host = host
        self._flyers = flyers
        self._heard = heard
        """Called when an animation begins, ends, or reaches the end of a fall."""
        self._patience = patience
        """Called for the seconds for which fallen pieces stay if no key comes; 0: they do not wait for a key."""
        self._beats: list[Frame] = []
        self._at = 0
        self._timer: Timer | None = None
        self._pace = Pace()
        self._speed = 1.0
        self._again = False
        self._waits = 0.0
        """The patience with the falls of the present animation."""
        self._deaf_until = 0.0
        """The time until which a fall or a beat heeds no key."""
        self._then: Callable[[], None] = lambda: None

    @property
    def beat(self) -> Frame | None:
        """The frame that is shown now, None without an animation."""
        return self._beats[self._at] if self._at < len(self._beats) else None

    @property
    def passing(self) -> bool:
        """Whether only the viewer's own piece moves and soon rests, so that a key need not be kept from its effect."""
        left = self._beats[self._at :]
        return 0 < sum(beat.seconds for beat in left) < SOON and all(
            beat.seconds < SHORT
            and beat.context.seat is not None
            and [event.seat for event in beat.context.playing[-1:]] == [beat.context.seat]
            for beat in left
        )

    @property
    def falling(self) -> bool:
        """Whether a fall is to be seen to its end, now or later in this animation."""
        return self._heap(self._at) is not None

    @property
    def heap_lies(self) -> bool:
        """Whether fallen pieces lie still until a key."""
        return self._heap(self._at) == self._at

    def play(self, beats: list[Frame], then: Callable[[], None], speed: float = 1.0) -> None:
        """Show the beats one after the other, then call ``then`` (at once when there are none)."""
        self.stop()
        if not beats:
            then()
            return
        self._beats, self._then, self._speed, self._waits = beats, then, speed, self._patience()
        self._show(beats[0], self._pace.begin(beats[0], time.monotonic(), speed))

    @property
    def shows_beat(self) -> bool:
        """Whether the picture of a highlight is shown."""
        return self.beat is not None and self.beat.highlight is not None

    def again(self) -> None:
        """Show the present fall or beat again from its first frame, slower."""
        heap = self._heap(self._at)
        if self.beat is not None and self.beat.highlight is not None:
            self._again = True
            self._go(self._first_of_beat(self._at))
        elif heap is not None:
            self._again = True
            self._go(self._first(heap))

    def skip(self) -> None:
        """Skip to the end of the animation, or, where a beat or a fall comes first, to its next part."""
        start = self._at
        if self.shows_beat:
            if time.monotonic() < self._deaf_until:
                return
            start = self._after_beat(start)
        heap, beat = self._heap(start), self._next_beat(start)
        if beat is not None and (heap is None or beat < self._first(heap)):
            self._go(beat)
        elif heap is None:
            self._end()
        elif start == self._at and time.monotonic() < self._deaf_until:
            return
        elif self._at < self._first(heap):
            self._go(self._first(heap))
        elif self._at < heap:
            self._go(heap)
        elif heap + 1 < len(self._beats):
            self._go(heap + 1)
        else:
            self._end()

    def _next_beat(self, start: int) -> int | None:
        """The number of the first frame of a beat from ``start`` on."""
        for number in range(start, len(self._beats)):
            if self._is_beat(number):
                return number
        return None

    def _is_beat(self, at: int) -> bool:
        """Whether a frame is part of a beat."""
        return self._beats[at].highlight is not None

    def _first_of_beat(self, at: int) -> int:
        """The number of the first frame of the beat of frame ``at``."""
        first = at
        while first and self._beats[first - 1].highlight is self._beats[at].highlight:
            first -= 1
        return first

    def _after_beat(self, at: int) -> int:
        """The number of the frame that follows the beat of frame ``at``."""
        after = at
        while after < len(self._beats) and self._beats[after].highlight is self._beats[at].highlight:
            after += 1
        return after

    def stop(self) -> None:
        """Drop the animation and what was to follow it."""
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._beats, self._at, self._then = None, [], 0, lambda: None
        self._again = False
        self._heard(self)
        if self._flyers is not None:
            self._flyers.clear()

    def _heap(self, start: int) -> int | None:
        """The number of the first frame from ``start`` on that waits for a key."""
        if not self._waits:
            return None
        for number in range(start, len(self._beats)):
            if self._beats[number].held:
                return number
        return None

    def _first(self, heap: int) -> int:
        """The number of the first frame of the fall whose end is frame ``heap``."""
        first = heap
        while first and self._beats[first - 1].plays == self._beats[heap].plays and not self._is_beat(first - 1):
            first -= 1
        return first

    def _go(self, at: int) -> None:
        """Go on from the frame ``at``."""
        if self._timer is not None:
            self._timer.stop()
        before, self._at = self.beat, at
        self._show(self._beats[at], self._pace.begin(self._beats[at], time.monotonic(), self._rate), before)

    @property
    def _rate(self) -> float:
        return self._speed * AGAIN_SPEED if self._again else self._speed

    def _show(self, beat: Frame, seconds: float, before: Frame | None = None) -> None:
        goes_on = before is not None and before.continues(beat)
        same = before is not None and before.counted == beat.counted and before.held == beat.held
        begins = before is None or before.plays != beat.plays or before.held != beat.held
        if begins or before is None or before.highlight is not beat.highlight:
            self._deaf_until = time.monotonic() + DEAF_SECONDS
        if beat.held or (before is not None and before.highlight is not beat.highlight):
            self._again = False
        self._heard(self)
        self._host.show_beat(self.passing or (goes_on and same))
        if self._flyers is not None and not (goes_on and before is not None and before.fresh == beat.fresh):
            self._flyers.launch(beat.fresh)
        if beat.held and self._waits:
            seconds = self._waits
        self._timer = self._host.set_timer(seconds, self._next)

    def _next(self) -> None:
        before = self.beat
        if before is not None and before.held and self._at + 1 < len(self._beats):
            self._go(self._at + 1)  # the pace does not know for how long the frame was held
            return
        self._at, seconds = self._pace.after(self._beats, self._at, time.monotonic(), self._rate)
        beat = self.beat
        if beat is None:
            self._end()
        else:
            self._show(beat, seconds, before)

    def _end(self) -> None:
        then = self._then
        self.stop()
        then()


class Flyers:
    """Points on their way from the board to the pad, with motion ``full``."""

    def __init__(self, screen: TableScreen, panes: Callable[[], Panes]) -> None:
        self._screen = screen
        self._panes = panes
        """The zones, which are made after the animation that they draw."""
        self._flying: list[Flyer] = []

    def launch(self, points: Sequence[tuple[Seat, int]]) -> None:
        """Send labels from the cells of the board that changed last to the players' rows in the pad."""
        if not points or self._screen.services.motion != "full":
            return
        screen, services, panes = self._screen, self._screen.services, self._panes()
        start = panes.gain_place()
        for i, (seat, gain) in enumerate(points):
            who = identity(seat)
            text = f"{who.shape}{who.number} {gain:+d} "
            style = style_of(Ink("ink", who.role, bold=True), services.palette_theme)
            flyer = Flyer(to_ascii(text) if services.ascii_only else text, style)
            flyer.styles.offset = (min(start.x + 8 * i, screen.size.width - 8), start.y)
            screen.mount(flyer)
            flyer.animate(
                "offset", panes.pad_place(seat), duration=SECONDS, easing="out_cubic", on_complete=flyer.remove
            )
            self._flying.append(flyer)

    def clear(self) -> None:
        """Remove all labels."""
        for flyer in self._flying:
            if flyer.is_attached:
                flyer.remove()
        self._flying.clear()


DEAF_SECONDS = 0.5
"""Time for which a beat, or a fall and then the heap, heeds no key: the key may have let go, or be held down."""
AGAIN_SPEED = 0.5
"""The speed of a fall that is shown again."""
SECONDS = 0.4
SOON = 0.2
"""Seconds within which a piece rests that does not keep keys from their effect."""


class Flyer(Widget, can_focus=False):
    """A moving label such as ``+4``, in a player's colour with shape and number."""

    DEFAULT_CSS = """
    Flyer { width: 7; height: 1; layer: fly; position: absolute; }
    """

    def __init__(self, text: str, style: Style) -> None:
        super().__init__()
        self._strip = Strip([Segment(text, style)])
        self.styles.width = len(text)

    def render_line(self, y: int) -> Strip:
        """The label."""
        return self._strip
