"""Reads films and pictures as a viewer shows them."""

from __future__ import annotations

import re
from bisect import bisect_right
from pathlib import Path
from xml.etree import ElementTree

from towergames.export.svg import HIGH, WIDE

SVG = "{http://www.w3.org/2000/svg}"

ROOT = Path(__file__).resolve().parents[2]


class Viewer:
    """A film, and what of it is seen."""

    def __init__(self, film: str) -> None:
        self.root = ElementTree.fromstring(film)
        self.pieces = {piece.get("id", ""): piece for piece in self.root.iter(f"{SVG}g")}
        self.uses = [use for use in self.root.iter(f"{SVG}use") if use.get("class") != "S"]
        self.times = sorted({time for use in self.uses for time in self.changes(use)[1]})
        self.seconds = max((float(found) for found in re.findall(r'dur="([\d.]+)s"', film)), default=0.0)

    def places(self, kind: str) -> list[ElementTree.Element]:
        """The links that move (``M``), or those for people who want no motion (``S``)."""
        return [use for use in self.root.iter(f"{SVG}use") if use.get("class") == kind]

    @staticmethod
    def changes(use: ElementTree.Element) -> tuple[list[str], list[float]]:
        """The pieces that a place shows, and from which part of the film on."""
        for change in use.iter(f"{SVG}animate"):
            return change.get("values", "").split(";"), [float(time) for time in change.get("keyTimes", "").split(";")]
        return [use.get("href", "")], [0.0]

    def piece(self, use: ElementTree.Element, time: float) -> ElementTree.Element:
        """The piece that a place shows at a part of the film."""
        values, times = self.changes(use)
        return self.pieces[values[bisect_right(times, time) - 1].removeprefix("#")]

    def images(self, time: float) -> list[ElementTree.Element]:
        """The images that are seen at a part of the film, from behind."""
        seen: list[ElementTree.Element] = []
        for group in self.root.iter(f"{SVG}g"):
            if group.get("class") == "M":
                values, times = self.changes(group)
                if values[bisect_right(times, time) - 1] == "visible":
                    seen += group.iter(f"{SVG}image")
        return seen

    def letters(self, time: float) -> dict[tuple[int, int], str]:
        """Row and column of each letter that is seen at a part of the film."""
        seen: dict[tuple[int, int], str] = {}
        for use in self.uses:
            for text in self.piece(use, time).iter(f"{SVG}text"):
                column = int(text.get("x", "")) // WIDE
                for number, letter in enumerate(text.text or ""):
                    seen[int(use.get("y", "")) // HIGH, column + number] = letter
        return {place: letter for place, letter in seen.items() if letter != " "}

    def all_rows(self) -> list[str]:
        """Each row of letters that is ever seen, with one space for any number."""
        rows: dict[str, None] = {}
        for time in self.times:
            by_row: dict[int, dict[int, str]] = {}
            for (y, x), letter in self.letters(time).items():
                by_row.setdefault(y, {})[x] = letter
            for row in by_row.values():
                text = "".join(row.get(x, " ") for x in range(max(row) + 1))
                rows[" ".join(text.split())] = None
        return list(rows)


def harmless(svg: str) -> bool:
    """Whether a picture has no script, no link to elsewhere, no font of its own and no path of this machine."""
    links = re.findall(r'href="([^"]*)"', svg)
    words = re.search(r"<script|\bon\w+=|@import|@font-face|url\(|foreignObject|file:", svg)
    here = any(str(folder) in svg for folder in (ROOT, Path.home()))
    hosts = set(re.findall(r"https?://[^\"\s<]+", svg)) - {"http://www.w3.org/2000/svg"}
    return (
        words is None
        and not here
        and not hosts
        and all(link.startswith(("#", "data:image/png;base64,")) for link in links)
    )
