"""What a wildcard shall be: letter, tons, shape and colour, chosen with arrows, letters, digits or the mouse."""

from __future__ import annotations

from dataclasses import dataclass, replace

from towergames.games.bricks.pieces import COLOURS, LETTERS, SHAPES, Code, Piece
from towergames.games.bricks.readings import Readings

FIELDS = ("shape", "letter", "weight", "colour")
WINDOW = "window"


@dataclass(frozen=True, slots=True)
class Wish:
    """A face for the wildcard that is made of these cards; ``field`` is what the arrows change."""

    made_of: tuple[Code, ...]
    shape: str = WINDOW
    letter: str = "E"
    weight: int = 1
    colour: str = "red"
    field: str = "shape"

    @property
    def piece(self) -> Piece:
        """The wildcard as it would stand."""
        if self.shape == WINDOW:
            return Piece(self.colour, made_of=self.made_of)
        return Piece(self.colour, self.letter, self.weight, self.shape, 0, self.made_of)

    @property
    def face(self) -> Code:
        """What it shows."""
        return self.piece.face


def begin(made_of: tuple[Code, ...], colour: str, readings: Readings, shown: Piece | None = None) -> Wish:
    """A wish to begin with: what the wildcard shows now, else a window, or the lightest brick."""
    first = WINDOW if readings.wild_window else SHAPES[0]
    wish = Wish(made_of, shape=first, weight=max(1, readings.lightest), colour=colour)
    if shown is None:
        return wish
    if shown.window:
        return replace(wish, shape=WINDOW, colour=shown.colour)
    return replace(wish, shape=shown.shape, letter=shown.letter, weight=shown.weight, colour=shown.colour)


def choices(wish: Wish, field: str, readings: Readings) -> tuple[str, ...]:
    """What a field may be; a window has no letter and no weight."""
    match field:
        case "shape":
            return (*SHAPES, WINDOW) if readings.wild_window else SHAPES
        case "letter":
            return tuple(LETTERS) if wish.shape != WINDOW else ()
        case "weight":
            tons = range(readings.lightest, readings.heaviest + 1)
            return tuple(map(str, tons)) if wish.shape != WINDOW else ()
        case _:
            return COLOURS


def fields(wish: Wish, readings: Readings) -> tuple[str, ...]:
    """The fields that mean something for it."""
    return tuple(field for field in FIELDS if choices(wish, field, readings))


def chosen(wish: Wish, field: str) -> str:
    """What a field is now."""
    return str(getattr(wish, field))


def set_to(wish: Wish, field: str, value: str, readings: Readings) -> Wish:
    """The wish with a field changed; a letter or a weight makes a brick of a window. Unknown values change nothing."""
    if field in ("letter", "weight") and wish.shape == WINDOW:
        wish = replace(wish, shape=SHAPES[0])
    if value not in choices(wish, field, readings):
        return wish
    changed: str | int = int(value) if field == "weight" else value
    return replace(wish, **{field: changed}, field=field)  # type: ignore[arg-type]


def turn(wish: Wish, step: int, readings: Readings) -> Wish:
    """The next or last value of the field in hand, round and round."""
    values = choices(wish, wish.field, readings)
    if not values:
        return replace(wish, field="shape")
    now = chosen(wish, wish.field)
    at = values.index(now) if now in values else 0
    return set_to(wish, wish.field, values[(at + step) % len(values)], readings)


def to_field(wish: Wish, step: int, readings: Readings) -> Wish:
    """The next or last field."""
    names = fields(wish, readings)
    at = names.index(wish.field) if wish.field in names else 0
    return replace(wish, field=names[(at + step) % len(names)])
