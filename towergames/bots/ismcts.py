"""Information-set Monte Carlo tree search for two to four players, over worlds that fit what one seat knows.

(P. I. Cowling, E. J. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on
Computational Intelligence and AI in Games 4, 2012, 120-143.)

Every iteration imagines the hidden cards again, walks down one tree that all these worlds share, and plays on from the
last position by the model's playout. Each player prefers the move that is best for their own share of the win. Moves
are tried in the model's order, best guess first; the more often a position is visited, the more moves are considered.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from towergames.core.bot import Clock, Thought
from towergames.core.contract import Seat
from towergames.core.dice import Dice

V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)
W = TypeVar("W")
M = TypeVar("M", bound=Hashable)


class Model(Protocol[V_contra, W, M]):
    """A game for the search: imagined worlds W and moves M. A move may be a whole turn."""

    def imagine(self, view: V_contra, dice: Dice) -> W:
        """A world that fits the view; the search may change it."""

    def mover(self, world: W) -> Seat | None:
        """The seat to move; None when the game is over."""

    def moves(self, world: W, dice: Dice, level: int) -> Sequence[M]:
        """The moves worth trying, best guess first; at the root (level 0) they must not depend on hidden things."""

    def play(self, world: W, move: M, dice: Dice) -> W:
        """The world after the move; it may be the same object."""

    def shares(self, world: W, dice: Dice) -> Sequence[float]:
        """Each seat's chance to win from here, between 0 and 1: a playout, an estimate, or both."""

    def action(self, view: V_contra, move: M) -> Any:
        """The first action of the move."""

    def why(self, view: V_contra, move: M, share: float) -> str:
        """One sentence about the choice that gives away nothing hidden; ``share`` is 0.5 where nothing was searched."""


@dataclass(slots=True)
class Node:
    """Statistics of one move: visits, times when it could have been chosen, and the sum of the mover's shares."""

    visits: int = 0
    offered: int = 0
    total: float = 0.0
    children: dict[Any, Node] = field(default_factory=dict)

    def bound(self, explore: float) -> float:
        """The upper confidence bound, counted over the times that the move was on offer."""
        if not self.visits:
            return math.inf
        return self.total / self.visits + explore * math.sqrt(math.log(self.offered) / self.visits)


@dataclass(frozen=True, slots=True)
class TreeSearch(Generic[V, W, M]):
    """A bot that searches. ``explore`` weighs curiosity, ``depth`` bounds the tree, ``widen`` the moves considered.

    A position visited n times considers ``first + widen * sqrt(n)`` moves and is expanded after ``ripe`` visits. No
    more than ``enough`` iterations are spent for each move at the root, and none once the first cannot be overtaken.
    """

    model: Model[V, W, M]
    explore: float = 0.35
    depth: int = 2
    first: int = 3
    widen: float = 1.0
    ripe: int = 24
    enough: int = 40

    def choose(self, view: V, dice: Dice, clock: Clock) -> Thought[Any]:
        """The first action of the best move, and why."""
        move, share, done = self.best(view, dice, clock)
        return Thought(self.model.action(view, move), self.model.why(view, move, share), done)

    def best(self, view: V, dice: Dice, clock: Clock) -> tuple[M, float, int]:
        """The most visited move after the budget, its share, and the iterations; the first guess without any time."""
        model = self.model
        roots = model.moves(model.imagine(view, dice), dice, 0)
        if len(roots) == 1:
            return roots[0], 0.5, 0
        root = Node()
        done = 0
        limit = self.enough * len(roots)
        if clock.iterations is not None:
            limit = min(limit, clock.iterations)
        while done < limit and not clock.over(done):
            self._iterate(root, roots, model.imagine(view, dice), dice)
            done += 1
            if not done % 16 and _decided(root, limit - done):
                break
        best = max(roots, key=lambda move: _standing(root.children.get(move)))
        node = root.children.get(best)
        return best, node.total / node.visits if node and node.visits else 0.5, done

    def _iterate(self, root: Node, roots: Sequence[M], world: W, dice: Dice) -> None:
        """Walk down the tree, play out, and carry the shares back up."""
        model = self.model
        path: list[tuple[Node, Seat]] = []
        node, moves = root, roots
        root.visits += 1
        for level in range(self.depth):
            seat = model.mover(world)
            if seat is None:
                break
            if level:
                if node.visits < self.ripe:
                    break
                moves = model.moves(world, dice, level)
            node, move = self._select(node, moves)
            path.append((node, seat))
            world = model.play(world, move, dice)
        shares = model.shares(world, dice)
        for node, seat in path:
            node.visits += 1
            node.total += shares[seat]

    def _select(self, node: Node, moves: Sequence[M]) -> tuple[Node, M]:
        """The move with the best bound among those considered; new ones first."""
        width = self.first + int(self.widen * math.sqrt(node.visits))
        best: Node | None = None
        best_move = moves[0]
        best_bound = -1.0
        for move in moves[:width]:
            child = node.children.get(move)
            if child is None:
                child = node.children[move] = Node()
            child.offered += 1
            bound = child.bound(self.explore)
            if bound > best_bound:
                best, best_move, best_bound = child, move, bound
        assert best is not None
        return best, best_move


def _decided(root: Node, left: int) -> bool:
    """Whether no other move can still be visited as often as the first."""
    visits = sorted((child.visits for child in root.children.values()), reverse=True)
    return len(visits) > 1 and visits[0] - visits[1] > left


def _standing(node: Node | None) -> tuple[int, float]:
    return (node.visits, node.total) if node else (0, 0.0)


def lead_to_share(points: Sequence[float], seat: Seat, scale: float) -> float:
    """A chance to win between 0 and 1 from the lead over the best of the others.

    >>> lead_to_share((10, 10), 0, 5.0)
    0.5
    """
    best_other = max(points[other] for other in range(len(points)) if other != seat)
    return 0.5 + 0.5 * math.tanh((points[seat] - best_other) / (2 * scale))
