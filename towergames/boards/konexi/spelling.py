"""The word being typed: letters by keys, from the tower, and back again."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.desk import Reply
from towergames.boards.konexi import situation
from towergames.boards.konexi.pointer import TOWER, Pointer, TableReply, TableScene
from towergames.games.konexi.lattice import tower_of

UNFINISHED = frozenset(("K-7", "K-8", "R-15", "R-16"))
"""Rules that a word may still come to fulfil with more letters."""


def add(scene: TableScene, pointer: Pointer, letter: str) -> TableReply:
    """One letter more; each is in the tower once."""
    tower = tower_of(scene.view.tower).letters
    # No rule is cited: Enter would open it, and after a slip of the fingers it should still say the word.
    if letter not in tower:
        return Reply(pointer, say=f"{letter} is not in the tower.")
    if letter in pointer.word:
        return Reply(pointer, say=f"{letter} is in the word already, and there is only one.")
    return Reply(replace(pointer, word=pointer.word + letter, on=letter, zone=TOWER, act=""))


def erase(pointer: Pointer) -> TableReply:
    """The last letter back."""
    return Reply(replace(pointer, word=pointer.word[:-1], zone=TOWER, act=""))


def without(pointer: Pointer, at: int) -> TableReply:
    """One letter taken out of the word."""
    return Reply(replace(pointer, word=pointer.word[:at] + pointer.word[at + 1 :]))


def toggle(scene: TableScene, pointer: Pointer, letter: str) -> TableReply:
    """A click on a letter of the tower: into the word, or out of it again."""
    if letter in pointer.word:
        return without(replace(pointer, on=letter), pointer.word.index(letter))
    return add(scene, pointer, letter)


def walk(scene: TableScene, pointer: Pointer, dx: int, dy: int) -> TableReply:
    """An arrow: the cursor to the nearest letter of the tower that lies there."""
    middles = {s.letter: (s.x + s.shape.width / 2, s.y + s.shape.height / 2) for s in scene.view.tower}
    if not middles:
        return Reply(pointer, say="There is no letter in the tower yet.")
    if pointer.on not in middles:
        start = scene.view.new if scene.view.new in middles else scene.view.tower[-1].letter
        return Reply(replace(pointer, on=start, zone=TOWER, act=""))
    x, y = middles[pointer.on]

    def cost(letter: str) -> float | None:
        right, up = middles[letter][0] - x, middles[letter][1] - y
        ahead, aside = (right * dx, abs(up)) if dx else (up * dy, abs(right))
        return ahead + 2 * aside if ahead > 0 and aside <= 2 * ahead else None

    found = min(((c, letter) for letter in middles if (c := cost(letter)) is not None), default=None)
    return Reply(replace(pointer, on=found[1], zone=TOWER, act="") if found else pointer)


def neighbours(scene: TableScene, letter: str) -> str:
    """The letters that one is notched to, in the order of building."""
    tower = tower_of(scene.view.tower)
    near = tower.notched.get(letter, frozenset())
    return "".join(other for other in tower.letters if other in near)


def is_unfinished(scene: TableScene, pointer: Pointer) -> bool:
    """Whether more letters may make a good word of what is refused now."""
    refused = scene.verdict.refusals if scene.verdict is not None else ()
    typing = situation.phase(scene) == "word" and pointer.word != ""
    return typing and bool(refused) and refused[0].rule in UNFINISHED
