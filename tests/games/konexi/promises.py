"""What holds in every state of Konexi, and moves that no list of choices holds."""

from __future__ import annotations

from towergames.core.dice import Dice
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.model import Action, Arrange, SayWord, State
from towergames.games.konexi.tower import faults, tower_of
from towergames.games.konexi.words import lexicon_of


def conserved(s: State) -> None:
    """Each of the 26 letters is in the circle, in the tower or in hand; the tower holds together on its base."""
    hand = s.in_hand.letter if s.in_hand else ""
    tower = tower_of(s.tower)
    letters = s.circle + tower.letters + hand
    none = s.phase in ("words", "first", "birthday", "arrange", "circle", "over") and not s.circle and not s.tower
    assert sorted(letters) == ([] if none else list(ALPHABET)), s.phase
    assert [rest.letter for rest in s.rests] == list(tower.letters)
    assert all(points >= 0 for points in s.points)
    assert 0 <= s.gap < max(1, len(s.circle))
    assert (s.in_hand is not None) == (s.phase == "release")
    assert bool(s.new) == (s.phase in ("word", "find") or (s.phase == "bump" and s.nudged and bool(s.new)))
    assert s.new in tower.letters
    assert not s.only or s.only in s.circle + hand
    for number in range(1, len(s.tower)):
        assert not faults(tower_of(s.tower[:number]), s.tower[number])
    if s.tower:
        assert min(y for _, y in s.tower[0].cells) == 0
        assert len([cell for cell in tower.cells if cell[1] == 0 and tower.cells[cell] != tower.letters[0]]) == 0


def adventure(s: State, dice: Dice) -> Action | None:
    """Now and then a circle that no list has, and a turn without giving up."""
    if s.phase == "arrange" and dice.below(2):
        return Arrange("".join(dice.shuffled(ALPHABET)), dice.below(len(ALPHABET)))
    return None


def may_be_unlisted(s: State, move: Action) -> bool:
    """Whether a legal move may be missing from the choices: a circle, and words where the list is not here."""
    return isinstance(move, Arrange) or (isinstance(move, SayWord) and lexicon_of(s) is None)
