"""What a move would bring, as far as can be told before the hand lets go."""

from __future__ import annotations

from towergames.core.contract import Verdict
from towergames.core.text import count
from towergames.games.konexi.circle import beside, is_blocked
from towergames.games.konexi.lattice import joints, tower_of
from towergames.games.konexi.model import Action, Arrange, Begin, Done, GiveUp, Mix, Nudge, Place, State, Token, Word
from towergames.games.konexi.play import lines_after, lines_due
from towergames.games.konexi.turns import names, penalty_line


def foresee(state: State, action: Action) -> Verdict:
    """The verdict on a legal action: the score lines it would bring, and a note in a few words."""
    match action:
        case Place():
            return Verdict(note=_joined(state, action))
        case Word(word):
            lines = lines_after(state, word)
            when = "" if lines else " when your turn ends"
            return Verdict(preview=lines, note=f"{word}: {count(len(word), 'point')}{when}")
        case GiveUp() if is_blocked(state):
            return Verdict(note="there is no place for a letter; the round ends and nobody pays")
        case GiveUp():
            line = penalty_line(state, state.active)
            cost = f"{count(-line.points, 'point')} lost" if line.points else "you have nothing to pay"
            return Verdict(preview=(line,), note=f"counts as a fall: {cost}")
        case Token(gap):
            return Verdict(note=f"beside the token: {names(beside(state.circle, gap))}")
        case Done() if state.words_said:
            lines = lines_due(state)
            points = count(sum(line.points for line in lines), "point")
            return Verdict(preview=lines, note=f"ends your turn: {points} for {count(len(lines), 'word')}")
        case Done():
            return Verdict(note="ends your turn without a word")
        case Begin(seat):
            return Verdict(note=f"P{seat + 1} begins")
        case Arrange():
            return Verdict(note="the round begins with the circle as it lies")
        case Mix():
            return Verdict(note="the letters are mixed, and the token lies somewhere")
        case Nudge():
            return Verdict(note="the tower is pushed; if it falls, that player pays")
        case _:
            return Verdict()


def _joined(state: State, action: Place) -> str:
    if not state.tower:
        return "the base"
    tower = tower_of(state.tower)
    made = joints(tower, action.spot)
    onto = names("".join(dict.fromkeys(joint.other for joint in made)))
    # Whether the place would bear the letter is not told: the player judges that, or has it shown as help (K-9).
    return f"{count(len(made), 'joint')} with {onto}"
