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
    """A control that every camera may have.

    ``keys`` are its keys on every board, ``typed`` its typed word if that is not its name. In ``title`` and ``help``
    {around} is the thing looked at, {looks} and {views} list the board's own, and {names} are what NAMES shows and
    hides. The control moves the camera round by the steps ``turn`` (to the right, up), aside by the steps ``pan``, and
    closer by ``nearer`` steps.
    """

    name: str
    title: str
    help: str
    keys: str
    typed: str = ""
    turn: tuple[int, int] = (0, 0)
    pan: tuple[int, int] = (0, 0)
    nearer: int = 0


SWITCH, LOOK, WHOLE, NAMES = "view", "look", "whole", "names"
CONTROLS: Mapping[str, CameraControl] = {
    control.name: control
    for control in (
        CameraControl(SWITCH, "View", "{views}", "semicolon", "other-view"),
        CameraControl(LOOK, "Next look", "{looks}", "exclamation_mark"),
        CameraControl(WHOLE, "Whole {around}", "Show the whole {around}", "0"),
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
        CameraControl("nearer", "Nearer", "Come nearer to the {around}", "ampersand", nearer=1),
        CameraControl("farther", "Farther", "Go away from the {around}", "underscore", nearer=-1),
        CameraControl("pan-left", "Pan left", "Look at what is further left", "alt+left", pan=(-1, 0)),
        CameraControl("pan-right", "Pan right", "Look at what is further right", "alt+right", pan=(1, 0)),
        CameraControl("pan-up", "Pan up", "Look at what is higher up", "alt+up", pan=(0, 1)),
        CameraControl("pan-down", "Pan down", "Look at what is lower down", "alt+down", pan=(0, -1)),
        CameraControl(NAMES, "Show {names}", "Show or hide the {names}", "quotation_mark"),
    )
}
"""The controls by name, in the order of help. No key is a key of the screens on which a board is shown."""


WALK_SIGNS: Mapping[str, str] = {
    "orbit-left": "left_parenthesis",
    "orbit-right": "right_parenthesis",
    "orbit-up": "right_curly_bracket",
    "orbit-down": "left_curly_bracket",
}
"""Further keys to walk round, for boards that have no other use for these signs."""


def camera_specs(
    game: str,
    keys: Mapping[str, str],
    *,
    around: str,
    names: str = "",
    looks: str = "",
    views: str = "",
    turning: str = "",
) -> tuple[Spec, ...]:
    """The specs of a board's camera: those of :data:`CONTROLS` that ``keys`` names, each with the board's further keys.

    ``around`` is the thing looked at (``tower``), ``names`` are what is shown beside its parts (``names of the
    letters``), ``looks`` and ``views`` list the named looks and the views. ``turning`` is added to the help of the
    controls that go round. The further keys stand with blanks between them.
    """
    words = {"around": around, "names": names, "looks": looks, "views": views}
    specs = []
    for name, control in CONTROLS.items():
        if name in keys:
            title = control.title.format_map(words | {"names": names.partition(" ")[0]})
            help = control.help.format_map(words) + (turning if control.turn != (0, 0) else "")
            all_keys = (*control.keys.split(), *keys[name].split())
            typed = (control.typed or name,)
            specs.append(Spec(f"{game}.{name}", title, help, all_keys, typed, "camera", camera=True))
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
