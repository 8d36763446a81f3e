"""Letters over everything that can be clicked: the mouse for people without one (ctrl+O)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from towergames.boards.protocol import Spot
from towergames.tui.command_screen import Commanded, TowerDialog
from towergames.tui.dialogs import Field
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar

LETTERS = "asdfghjklqwertyuiopzxcvbnm"


@dataclass(frozen=True, slots=True)
class Target:
    """A place on the screen and what a click there does."""

    x: int
    y: int
    title: str
    hit: Callable[[], object]


def targets(screen: Screen[object]) -> list[Target]:
    """Everything that can be clicked on the screen, in reading order."""
    found: list[Target] = []
    for view in screen.query(CanvasView):
        if view.display and view.region and view.is_on_screen:
            found += [_on(view, spot) for spot in view.spots]
    for field in screen.query(Field):
        found.append(Target(field.region.x, field.region.y, "field", field.focus))
    if isinstance(screen, Commanded):
        for bar in screen.query(KeyBar):
            found += [
                Target(bar.region.x + x, bar.region.y, label, partial(screen.run_command, command_id))
                for x, command_id, label in bar.places()
            ]
    return sorted(found, key=lambda t: (t.y, t.x))


def _on(view: CanvasView, spot: Spot) -> Target:
    click = partial(view.post_message, CanvasView.SpotClicked(view, spot.key))
    return Target(view.region.x + spot.x, view.region.y + spot.y, spot.title or spot.key, click)


def labels(count: int) -> list[str]:
    """As many labels as places: one letter each, or two where 26 are not enough."""
    if count <= len(LETTERS):
        return list(LETTERS[:count])
    return ["".join(pair) for pair in product(LETTERS, repeat=2)][:count]


class JumpScreen(TowerDialog[None]):
    """Shows the labels; typing one clicks there, anything else goes back."""

    targets = staticmethod(targets)

    def __init__(self, found: list[Target]) -> None:
        super().__init__()
        self._found = dict(zip(labels(len(found)), found, strict=False))
        self._typed = ""
        self._room = self.app.size

    def compose(self) -> ComposeResult:
        """One small plate for each place."""
        for label, target in self._found.items():
            plate = Static(label, markup=False, classes="jump", name=label)
            plate.styles.offset = (target.x, target.y)
            yield plate

    def on_resize(self) -> None:
        """What the labels name has moved."""
        if self.app.size != self._room and self.is_current:
            self.dismiss(None)

    async def on_key(self, event: events.Key) -> None:
        """A letter of a label, or away."""
        event.stop()
        event.prevent_default()
        self._typed += event.character if event.character and event.is_printable else "\0"
        if self._typed in self._found:
            self._hit(self._typed)
        elif not any(label.startswith(self._typed) for label in self._found):
            self.dismiss(None)
        else:
            for plate in self.query(".jump"):
                plate.display = (plate.name or "").startswith(self._typed)

    def on_click(self, event: events.Click) -> None:
        """The mouse may still be used."""
        event.stop()
        name = event.widget.name if event.widget is not None else None
        self._hit(name) if name in self._found else self.dismiss(None)

    def _hit(self, label: str | None) -> None:
        target = self._found.get(label or "")
        self.dismiss(None)
        if target is not None:
            self.app.call_later(target.hit)
