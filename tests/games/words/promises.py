"""What holds in every state of Stacked Words, and moves that no list of choices holds."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from towergames.core.dice import Dice
from towergames.games.words.game import GAME
from towergames.games.words.model import Action, Challenge, Play, State, full_bag


def conserved(s: State) -> None:
    """Every tile is somewhere, once; stacks and racks are as the rules want them."""
    if s.phase == "words":
        assert not any(s.board) and not s.bag and not any(s.racks)
        return
    held = Counter("".join(s.board) + "".join(s.racks) + s.bag)
    assert held == Counter(full_bag(s.terms.size)), "a tile was lost or made up"
    assert all(len(stack) <= s.terms.height for stack in s.board)
    assert all(a != b for stack in s.board for a, b in pairwise(stack))
    assert all(len(rack) <= 7 and list(rack) == sorted(rack) for rack in s.racks)
    assert list(s.bag) == sorted(s.bag)
    if s.pending is not None:
        assert all(s.board[laid.cell].endswith(laid.tile) for laid in s.pending.laid)


def adventure(s: State, dice: Dice) -> Action | None:
    """Now and then a bluff or a challenge where the game allows it: evenly sampled choices hardly ever have one."""
    if s.terms.checking == "auto-check":
        return None
    if s.pending is not None and dice.below(4) == 0 and GAME.judge(s, Challenge()).legal:
        return Challenge()
    if s.phase == "turn" and dice.below(3) == 0:
        move = GAME.choices(s).sample(dice)
        if isinstance(move, Play):
            bluff = Play(move.row, move.col, move.down, move.tiles[::-1])
            return bluff if GAME.judge(s, bluff).legal else None
    return None


def may_be_unlisted(s: State, move: Action) -> bool:
    """Whether a legal move may be missing from the choices: where words are not checked, any letters may be played."""
    return s.terms.checking != "auto-check" and isinstance(move, Play)
