"""What the judge's answer means for tiles that are still being laid: unfinished, or wrong and where."""

from __future__ import annotations

import re

from towergames.boards.desk import Scene
from towergames.boards.words.pointer import Pointer
from towergames.core.contract import Refusal
from towergames.games.words import board as boards
from towergames.games.words.model import View

GROWS = ("U-3", "U-5", "U-6", "U-20")
"""Rules that more tiles may satisfy: a longer word, no gap, a centre square, a touch."""
NOT_LISTED = "U-7"


def unfinished(scene: Scene[View], pointer: Pointer) -> bool:
    """Whether typing on could cure what the judge refuses; nothing wrong stands on the board yet.

    Of words that are not in the list that is so for the one that is being typed, never for those that cross it.
    """
    refusal = next(iter(scene.verdict.refusals), None) if scene.verdict is not None else None
    tiles = pointer.tiles
    if refusal is None or not tiles or len(tiles) == len(pointer.order) or pointer.ended:
        return False
    if refusal.rule != NOT_LISTED:
        return refusal.rule in GROWS
    bad = [word for word in boards.formed(scene.view.board, tiles) if word.text in _named(refusal)]
    return len(bad) == 1 and set(bad[0].cells) >= tiles.keys()


def refused(scene: Scene[View], pointer: Pointer) -> frozenset[int]:
    """The squares of what the judge refuses in the pending tiles: the words that he names, else where he points."""
    refusal = next(iter(scene.verdict.refusals), None) if scene.verdict is not None else None
    tiles = pointer.tiles
    if refusal is None or not tiles or unfinished(scene, pointer):
        return frozenset()
    formed = boards.formed(scene.view.board, tiles)
    words = {cell for word in formed if word.text in _named(refusal) for cell in word.cells}
    size = scene.view.terms.size
    return frozenset(words or (cell for cell in range(size**2) if boards.spot(cell, size) == refusal.at))


def _named(refusal: Refusal) -> set[str]:
    return set(re.findall(r"[A-Z]{2,}", refusal.text))
