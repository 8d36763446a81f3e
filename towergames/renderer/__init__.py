"""Pictures of solid bodies on a table: meshes, a z-buffer, light and character cells, with numpy alone.

Poses become triangles (``meshes``), and the lamp's maps are baked once a position (``light``). A camera's picture is
drawn into samples of linear light (``rasterizer``, on the ``zbuffer``), with the table as a texture
(``table_texture``). Samples become cells (``blocks``; ``glyphs`` without true colours) or ``pixels``. RENDERER.md has
the reasons and the measurements. No module knows Textual, a palette or the physics engine. Importing the package does
not import numpy; importing its modules does.
"""

RADIUS_CM = 22.0
"""Radius of the drawn table top, a disc. (The physical table has no edge.)"""
SHEET_CM = (14.5, 10.5)
"""Half the sides of the newspaper."""
SHEET_TURN = (0.985, 0.174)
"""Cosine and sine of the newspaper's turn on the table."""


def sheet_corners() -> list[tuple[float, float, float]]:
    """The corners of the newspaper on the table, in cm."""
    (cosine, sine), (u, v) = SHEET_TURN, SHEET_CM
    ends = [(a * u, b * v) for a in (-1, 1) for b in (-1, 1)]
    return [(cosine * x - sine * y, sine * x + cosine * y, 0.0) for x, y in ends]
