"""The controls of a camera, described once for all boards that have one: words, keys, steps, and views to click."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from towergames.board.canvas import Canvas, Ink
from towergames.board.picture import Spec, Spot
from towergames.board.protocol import KeyInput, PointerInput

VIEW = "view:"
"""The prefix of a spot that chooses a named view, before its name."""


@dataclass(frozen=True, slots=True)
class CameraControl:
    """A control that every camera may have. In ``help`` {around} is the thing looked at, {parts} are its parts.

    ``key`` is its key on every board, ``typed`` its typed word if that is not its name. The control moves the camera
    round by the steps ``turn`` (to the right, up), aside by the steps ``pan``, and closer by ``nearer`` steps.
    """

    name: str
    title: str
    help: str
    key: str = ""
    typed: str = ""
    turn: tuple[int, int] = (0, 0)
    pan: tuple[int, int] = (0, 0)
    nearer: int = 0


LOOK, NAMES = "look", "names"
CONTROLS: Mapping[str, CameraControl] = {
    control.name: control
    for control in (
        CameraControl(
            "orbit-left", "Walk left", "Walk round the {around} to the left", "shift+left", "walk-left", turn=(-1, 0)
        ),
        CameraControl(
            "orbit-right",
            "Walk right",
            "Walk round the {around} to the right",
            "shift+right",
            "walk-right",
            turn=(1, 0),
        ),
        CameraControl("orbit-up", "Look down", "Look from higher up", "shift+up", "higher", turn=(0, 1)),
        CameraControl("orbit-down", "Look across", "Look from lower down", "shift+down", "deeper", turn=(0, -1)),
        CameraControl("nearer", "Nearer", "Come nearer to the {around}", "plus", nearer=1),
        CameraControl("farther", "Farther", "Go away from the {around}", "minus", nearer=-1),
        CameraControl("pan-left", "Pan left", "Look at what is further left", pan=(-1, 0)),
        CameraControl("pan-right", "Pan right", "Look at what is further right", pan=(1, 0)),
        CameraControl("pan-up", "Pan up", "Look at what is higher up", pan=(0, 1)),
        CameraControl("pan-down", "Pan down", "Look at what is lower down", pan=(0, -1)),
        CameraControl(LOOK, "Next look", "{looks}"),
        CameraControl(NAMES, "Names", "Show or hide the names of the {parts}"),
    )
}
"""The controls by name, in the order of help. The looks and what they are called belong to each board."""


def camera_spec(game: str, name: str, title: str, help: str, keys: Iterable[str], typed: str) -> Spec:
    """The spec of a control that only moves the camera."""
    return Spec(f"{game}.{name}", title, help, tuple(keys), (typed,), "camera", camera=True)


def camera_specs(
    game: str, keys: Mapping[str, str], *, around: str, parts: str, looks: str, turning: str = ""
) -> tuple[Spec, ...]:
    """The specs of a board's camera: those of :data:`CONTROLS` that ``keys`` names, with the board's own key.

    ``around`` is the thing looked at, ``parts`` are those that have names, ``looks`` lists the named looks. ``turning``
    is added to the help of the controls that go round.
    """
    words = {"around": around, "parts": parts, "looks": looks}
    specs = []
    for name, control in CONTROLS.items():
        if name in keys:
            help = control.help.format_map(words) + (turning if control.turn != (0, 0) else "")
            own = [key for key in (control.key, keys[name]) if key]
            specs.append(camera_spec(game, name, control.title, help, own, control.typed or name))
    return tuple(specs)


def control_of(event: PointerInput | KeyInput | str) -> CameraControl | None:
    """The control that a spec's id names; None for all other events."""
    return CONTROLS.get(event.rpartition(".")[2]) if isinstance(event, str) else None


def next_look(looks: Iterable[str], look: str) -> str:
    """The named view after ``look``; the first one after the last, and after a look without a name.

    >>> [next_look(("all", "top"), look) for look in ("all", "top", "")]
    ['top', 'all', 'all']
    """
    names = tuple(looks)
    return names[(names.index(look) + 1) % len(names)] if look in names else names[0]


def clicked_view(event: PointerInput | KeyInput | str) -> str:
    """The named view that a click chooses; '' for all other events."""
    if isinstance(event, PointerInput) and event.click and event.spot.startswith(VIEW):
        return event.spot.removeprefix(VIEW)
    return ""


def views_width(views: Mapping[str, str]) -> int:
    """The columns that the names of the views take."""
    return sum(len(title) + 2 for title in views.values())


def put_views(canvas: Canvas, x: int, y: int, views: Mapping[str, str], chosen: str, on: Ink, off: Ink) -> list[Spot]:
    """Write the names of the views, the ``chosen`` one in brackets; return their spots.

    ``views`` gives each view the name that is written.
    """
    spots = []
    for view, title in views.items():
        text = f"[{title}]" if view == chosen else f" {title} "
        spots.append(Spot(f"{VIEW}{view}", x, y, len(text), 1, f"view: {title}"))
        x = canvas.put(x, y, text, on if view == chosen else off)
    return spots
