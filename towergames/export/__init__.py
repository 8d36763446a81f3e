"""A game as text, data, picture or film: strings only, no files. Screens and the command line write them out."""

from towergames.export.render import FORMATS, render
from towergames.export.svg import canvas_svg

__all__ = ["FORMATS", "canvas_svg", "render"]
