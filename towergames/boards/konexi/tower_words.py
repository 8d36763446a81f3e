"""The tower in words: which letter hangs where on which, how high everything is, which way it leans."""

from __future__ import annotations

from towergames.boards.konexi import placing
from towergames.core.text import count
from towergames.games.konexi.bodies import straight
from towergames.games.konexi.lattice import Spot, Tower, joints, tower_of
from towergames.games.konexi.letters import HEIGHT, WIDTH, plastic
from towergames.games.konexi.model import Public, Rest
from towergames.games.konexi.statics import balance
from towergames.games.konexi.turns import names
from towergames.physics.geometry import Pose, Vec, sub

WHERE = ("left of", "under", "right of", "on top of")
"""Side of a letter's connector -> where it then is of the other."""
_LEANS = 0.05
"""Centimetres that a top must be off its place before anybody calls that leaning."""
_BENT = 500
"""Thousandths of a degree from which a joint is called bent."""


def cm(cells: int) -> str:
    """So many cells in centimetres.

    >>> cm(7), cm(10)
    ('5.6', '8')
    """
    return f"{cells * plastic().cell_um / 10_000:g}"


def onto(tower: Tower, spot: Spot) -> str:
    """Where a letter is of those it is notched to: ``on top of M and right of D``."""
    told: dict[int, str] = {}
    for joint in joints(tower, spot):
        if joint.other not in told.get(joint.side, ""):
            told[joint.side] = told.get(joint.side, "") + joint.other
    return " and ".join(f"{WHERE[side]} {names(others)}" for side, others in told.items())


def aside(tower: Tower, spot: Spot) -> str:
    """How far the middle of a letter is beside that of the base: ``, 0.8 cm left``; empty right above it."""
    base = tower.spots[0]
    off = 2 * (spot.x - base.x) + spot.shape.width - base.shape.width
    return f", {abs(off) * plastic().cell_um / 20_000:g} cm {'right' if off > 0 else 'left'}" if off else ""


def summary(view: Public) -> str:
    """Letters, height, width and base of a tower that is not empty."""
    cells = tower_of(view.tower).cells
    high = max(y for _, y in cells) + 1
    wide = max(x for x, _ in cells) - min(x for x, _ in cells) + 1
    base = view.tower[0]
    letters = count(len(view.tower), "letter")
    return f"{letters} in the tower, {cm(high)} cm high, {cm(wide)} cm wide. The base is {base.letter}."


def leaning(view: Public) -> str:
    """Which way the highest letter is off its place, if one sees it."""
    if not view.rests:
        return ""
    top = max(range(len(view.tower)), key=lambda n: view.tower[n].y + view.tower[n].shape.height)
    off = _off(view.tower[top], view.rests[top])
    ways = ((off[0], "right", "left"), (off[1], "away", "towards you"))
    told = [f"{abs(by) * 10:.0f} mm {plus if by > 0 else minus}" for by, plus, minus in ways if abs(by) >= _LEANS]
    return f"It leans: its top, {view.tower[top].letter}, is {' and '.join(told)}." if told else "It stands straight."


def _off(spot: Spot, rest: Rest) -> Vec:
    """How far the middle of a letter is from where it would be if nothing had bent, in cm."""
    cell = plastic().cell_um / 10_000
    middle = (WIDTH * cell / 2, 0.0, HEIGHT * cell / 2)
    return sub(Pose.read(rest.pose).point(middle), Pose.read(straight(spot)).point(middle))


def steadiness(view: Public) -> str:
    """Where the weight lies, and the notch that bears most, as they were when everything came to rest."""
    told = view.balance
    footing = balance(tower_of(view.tower))
    nearer = "left" if footing.weight - footing.left < footing.right - footing.weight else "right"
    lines = [f"Its weight lies {told.margin / 1000:.1f} mm inside its foot, nearer to the {nearer} end."]
    if told.loaded:
        lines.append(f"The notch of {told.loaded} bears most: {told.load / 10:.0f} % of what it can.")
    return " ".join(lines)


def letter_line(view: Public, number: int) -> str:
    """One letter: how it is turned, where it hangs, its heights, all it is notched to, how far its joint has given."""
    spot = view.tower[number]
    tower = tower_of(view.tower)
    low, high = cm(spot.y), cm(spot.y + spot.shape.height)
    where = "the base" if not number else onto(tower_of(view.tower[:number]), spot)
    near = "".join(other for other in tower.letters if other in tower.notched[spot.letter])
    parts = [f"{spot.letter}: {placing.posed(spot)}, {where}", f"from {low} to {high} cm{aside(tower, spot)}"]
    if near:
        parts.append(f"notched to {names(near)}")
    if number < len(view.rests) and max(abs(view.rests[number].bend), abs(view.rests[number].twist)) >= _BENT:
        parts.append(_bent(view.rests[number]))
    return f"{', '.join(parts)}."


def _bent(rest: Rest) -> str:
    told = [f"bent by {abs(rest.bend) / 1000:.1f}"] if abs(rest.bend) >= _BENT else []
    told += [f"twisted by {abs(rest.twist) / 1000:.1f}"] if abs(rest.twist) >= _BENT else []
    return f"{' and '.join(told)} degrees"
