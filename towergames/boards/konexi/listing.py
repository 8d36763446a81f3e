"""Plain mode's questions: the numbered places of a letter, and where a letter of the tower is."""

from __future__ import annotations

from collections import Counter

from towergames.boards.desk import Question
from towergames.boards.konexi import placing, situation, tower_words
from towergames.boards.konexi.pointer import TableScene
from towergames.games.konexi.lattice import Spot, joints, tower_of
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.turns import places_of

QUESTIONS: tuple[Question, ...] = (
    Question("places", "[LETTER] [on LETTER]", "where a letter on offer can be placed, numbered, all or on one letter"),
    Question("letter", "LETTER", "where a letter of the tower hangs, and what it is notched to"),
)
MOST = 24
"""Places that are listed one by one; of more than that the letters are named on which they are."""


def answer(scene: TableScene, question: str, rest: str) -> tuple[str, ...]:
    """The answer to one of the questions."""
    words = rest.upper().split()
    return _letter(scene, words) if question == "letter" else _places(scene, words)


def _letter(scene: TableScene, words: list[str]) -> tuple[str, ...]:
    if len(words) != 1 or words[0] not in ALPHABET:
        return ("Which letter? Type for example: letter R.",)
    number = next((n for n, spot in enumerate(scene.view.tower) if spot.letter == words[0]), -1)
    if number < 0:
        return (f"{words[0]} is not in the tower.",)
    return (tower_words.letter_line(scene.view, number),)


def _places(scene: TableScene, words: list[str]) -> tuple[str, ...]:
    good = situation.offers(scene)
    if not good:
        return ("No letter is placed now.",)
    wished = words[0] if words and words[0] != "ON" else ""
    rest = words[1:] if wished else words
    if wished and wished not in good:
        return (f"{wished} is not on offer; take {' or '.join(good)}.",)
    if rest and (len(rest) != 2 or rest[0] != "ON" or rest[1] not in ALPHABET):
        return ("Type: places, places R, or places R on M.",)
    lines: list[str] = []
    for letter in wished or good:
        lines += _of(scene, letter, rest[1] if rest else "")
    return tuple(lines)


def _of(scene: TableScene, letter: str, on: str) -> list[str]:
    tower = tower_of(scene.view.tower)
    spots = places_of(scene.view, letter)
    good = {number: spot for number, spot in enumerate(spots, start=1) if not on or on in _others(scene, spot)}
    where = f" on {on}" if on else ""
    if not good:
        return [f"{letter} has no place{where}."]
    head = f"{letter} has {len(good)} place{'s' if len(good) > 1 else ''}{where}"
    if len(good) <= MOST or on:
        return [f"{head}. Type: put {letter} NUMBER.", *(place_line(scene, n, spot) for n, spot in good.items())]
    counts = Counter(other for spot in spots for other in _others(scene, spot))
    told = ", ".join(f"{counts[other]} on {other}" for other in tower.letters if counts[other])
    return [f"{head}: {told}. Type: places {letter} on {next(iter(counts))}."]


def _others(scene: TableScene, spot: Spot) -> set[str]:
    return {joint.other for joint in joints(tower_of(scene.view.tower), spot)}


def place_line(scene: TableScene, number: int, spot: Spot) -> str:
    """One place: its number in the list, the pose, what holds the letter, the height of its lower end."""
    tower = tower_of(scene.view.tower)
    if not scene.view.tower:
        return f"{number}: {placing.posed(spot)}, {tower_words.cm(spot.shape.width)} cm wide."
    made = len(joints(tower, spot))
    more = f" by {made} joints" if made > 1 else ""
    where = f"{tower_words.onto(tower, spot)}{more}, {tower_words.cm(spot.y)} cm up{tower_words.aside(tower, spot)}"
    return f"{number}: {placing.posed(spot)}, {where}."
