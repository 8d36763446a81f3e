"""Pictures of solid things on a table: meshes, a z-buffer, light and character cells, with numpy alone.

Poses become triangles (``meshes``), the lamp's maps are baked once a position (``light``), a camera's picture is drawn
into samples of linear light (``frame``, on the ``zbuffer``; the ``table`` is a texture), and samples become cells
(``blocks``; ``glyphs`` without true colours). RENDERER.md has the reasons and what was measured. No module knows
Textual, a palette or the physics engine. Importing the package does not import numpy; importing its modules does.
"""

RADIUS_CM = 22.0
"""The table top that is drawn is a disc of so many cm. (The one that things stand on has no edge.)"""
SHEET_CM = (14.5, 10.5)
"""Half the sides of the newspaper, in cm; it lies a little askew."""
SHEET_TURN = (0.985, 0.174)
"""Cosine and sine of its turn."""


def sheet_corners() -> list[tuple[float, float, float]]:
    """The corners of the newspaper on the table, in cm."""
    (cosine, sine), (u, v) = SHEET_TURN, SHEET_CM
    ends = [(a * u, b * v) for a in (-1, 1) for b in (-1, 1)]
    return [(cosine * x - sine * y, sine * x + cosine * y, 0.0) for x, y in ends]
