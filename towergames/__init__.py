"""Five games about building towers, on one tabletop in the terminal."""

__version__ = "0.1.0"
