"""Every game as an environment for learning: a PettingZoo AEC environment. Needs the extra ``rl``.

Agents are the seats, ``player_0`` first. How to use it, with figures: ``docs/makers/environments.md``.

Actions: ``Discrete(n)``. Action i is the i-th of the legal actions that the game lists for the seat to move, in the
fixed order of :meth:`towergames.core.contract.Game.choices`. The mask has a 1 for each of them. The module
``environment`` of a game says what it lists, and how large its spaces are.

What is not listed can be played all the same: ``step`` also takes an action as a line of notation.

Observations: ``{"observation": int32 vector, "action_mask": int8 vector}``, from the view of the seat alone. The vector
holds the fields of the game's ``View`` in their order (:class:`Encoder`); ``labels`` of the environment names each
number. ``infos`` of an agent hold the ``view`` itself, ``actions``, the listed actions as notation, and at the end the
``ranking`` (groups of agents, best first).

Rewards: the points that a seat has gained or lost in a step; their sum over a game is the seat's result.
Chance is rolled by the dice of the seed, as in a game that ``towergames play --seed`` begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter, index, itemgetter
from typing import Any

import msgspec.inspect as types
import numpy as np
from msgspec import UNSET

from towergames import registry
from towergames.board.protocol import AnyContext, Context
from towergames.core.contract import Nature, Over, nature_dice
from towergames.core.environment import Measure
from towergames.core.options import Scalar
from towergames.session.ui_memory import plain_look

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError:
    AECEnv = object

MISSING = (
    "towergames.env needs the libraries pettingzoo and gymnasium. Install them with: pip install pettingzoo gymnasium "
    "(in a checkout: uv sync --no-dev --extra rl)"
)

# --- observations -----------------------------------------------------------------------------------

TEXT = 1
"""Characters of a text that has no measure: most are letters."""
LOW, HIGH = -(2**31), 2**31 - 1


LEFT_OUT = ("View.terms", "View.list_id", "View.list_sha256", "View.ending")
"""Fields that are the same in the whole game, or sentences for people; the vector of no game has them."""

Measures = tuple[Measure, ...]
Write = Callable[[Any, list[int]], None]


class Encoder:
    """A view as a vector of fixed length.

    A number is itself, true 1 and false 0. A text with known values is the place of its value, from 1, and 0 for any
    other; other texts are the codes of their characters, filled up with 0. What may be missing has a 1 before it, or
    zeros. A tuple is its length, then its entries, filled up with 0. What is beyond a measure is cut.
    """

    def __init__(self, measures: Mapping[str, Measures], view: type, seats: int) -> None:
        self._sizes: dict[str, Measures] = {**dict.fromkeys(LEFT_OUT, (0,)), **measures}
        self._seats = seats
        self.labels: list[str] = []
        self._write = self._part(types.type_info(view), (), "")

    def __call__(self, view: Any) -> np.ndarray:
        """The vector, int32."""
        found: list[int] = []
        self._write(view, found)
        return np.clip(np.array(found, np.int64), LOW, HIGH).astype(np.int32)

    def _part(self, kind: types.Type, sizes: Measures, name: str) -> Write:
        """The writer of one part of a view; names its numbers."""
        match kind:
            case types.IntType() | types.BoolType():
                self.labels.append(name)
                return lambda value, found: found.append(int(value))
            case types.StrType():
                return self._text(sizes[0] if sizes else TEXT, name)
            case types.UnionType():
                return self._optional(kind, sizes, name)
            case types.VarTupleType():
                most, *rest = sizes or (None,)
                assert not isinstance(most, tuple)
                return self._row(kind.item_type, self._seats if most is None else most, tuple(rest), name)
            case types.TupleType():
                items = enumerate(kind.item_types)
                return _each([(itemgetter(at), self._part(item, (), f"{name}[{at}]")) for at, item in items])
            case types.DataclassType() | types.NamedTupleType():
                sizes_of = [(each, self._sizes.get(f"{kind.cls.__name__}.{each.name}", ())) for each in kind.fields]
                dot = f"{name}." if name else ""
                return _each(
                    [
                        (attrgetter(each.name), self._part(each.type, own, dot + each.name))
                        for each, own in sizes_of
                        if own != (0,)
                    ]
                )
        raise TypeError(f"{name}: {kind} cannot be encoded")

    def _sized(self, kind: types.Type, sizes: Measures, name: str) -> tuple[Write, list[int]]:
        """The writer of a part, and the zeros that stand for it when it is missing."""
        before = len(self.labels)
        write = self._part(kind, sizes, name)
        return write, [0] * (len(self.labels) - before)

    def _optional(self, kind: types.UnionType, sizes: Measures, name: str) -> Write:
        (inner,) = (each for each in kind.types if not isinstance(each, types.NoneType))
        self.labels.append(f"{name}?")
        write, blank = self._sized(inner, sizes, name)

        def optional(value: Any, found: list[int]) -> None:
            found.append(value is not None)
            if value is None:
                found += blank
            else:
                write(value, found)

        return optional

    def _text(self, size: Measure, name: str) -> Write:
        assert size is not None
        if isinstance(size, tuple):
            place = {value: at for at, value in enumerate(size, start=1)}
            self.labels.append(name)
            return lambda value, found: found.append(place.get(value, 0))
        self.labels += [f"{name}.{at}" for at in range(size)]
        return lambda value, found: found.extend(value[:size].ljust(size, "\0").encode("ascii", "replace"))

    def _row(self, kind: types.Type, most: int, rest: Measures, name: str) -> Write:
        self.labels.append(f"{name}.length")
        parts = [self._sized(kind, rest, f"{name}[{at}]") for at in range(most)]

        def row(value: Any, found: list[int]) -> None:
            entries = () if value is UNSET else value
            found.append(len(entries))
            for at, (write, blank) in enumerate(parts):
                if at < len(entries):
                    write(entries[at], found)
                else:
                    found += blank

        return row


def _each(parts: Sequence[tuple[Callable[[Any], Any], Write]]) -> Write:
    """The writer of a value by its parts, each got and written."""

    def each(value: Any, found: list[int]) -> None:
        for get, write in parts:
            write(get(value), found)

    return each


# --- actions ----------------------------------------------------------------------------------------

TAIL = 64
"""Where more actions are listed than the space has, the last ones stay: they are the rare kinds, such as passing."""


def listed(actions: Iterable[Any], most: int) -> tuple[Any, ...]:
    """At most so many actions: the first ones and the last :data:`TAIL`."""
    found = tuple(actions)
    return found if len(found) <= most else found[: most - TAIL] + found[-TAIL:]


MODES = ("ansi", "human")
"""How :meth:`Environment.render` shows the board: as a text that it returns, or printed."""

# --- the environment --------------------------------------------------------------------------------


class Environment(AECEnv):  # type: ignore[misc]
    """One table of a game. ``reset`` deals; without a seed the first deal is by lot and later ones follow from it."""

    def __init__(
        self,
        entry: registry.Entry,
        seats: int,
        options: Mapping[str, Scalar],
        max_moves: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game, self.board = entry.game, entry.board
        self.options = dict(options)
        self.max_moves = self.game.info.longest if max_moves is None else max_moves
        self.render_mode = render_mode
        self.metadata = {
            "name": f"towergames_{entry.key}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._state = self.game.new(seats, self.options)
        spec = entry.environment
        self._encode = Encoder(spec.measures, type(self.game.view(self._state, 0)), seats)
        self.labels = tuple(self._encode.labels)
        self._most = spec.actions
        box = spaces.Box(LOW, HIGH, (len(self.labels),), np.int32)
        mask = spaces.Box(0, 1, (self._most,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._most) for agent in self.possible_agents}
        self._seeds: Any = None

    def observation_space(self, agent: str) -> Any:
        """A dictionary of the vector and the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The places of the listed actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal. ``options`` are not used: the options of the game are those of the environment."""
        if seed is not None or self._seeds is None:
            self._seeds = np.random.default_rng(seed)
        self.seed = int(self._seeds.integers(2**53)) if seed is None else seed
        self._state = self.game.new(len(self.possible_agents), self.options)
        self._plays = self._moves = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self._advance()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What the seat may know; the mask is empty unless it is to move."""
        mask = np.zeros(self._most, np.int8)
        if agent == self.agent_selection:
            mask[: len(self._actions)] = 1
        view = self.game.view(self._state, self.possible_agents.index(agent))
        return {"observation": self._encode(view), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Do a listed action by its number, or any legal action by its notation; None for an agent that is done.

        Raises ValueError for a number that the mask excludes, NotationError or IllegalAction for a line.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self._action(action)
        before = self.game.totals(self._state)
        self._settle(self.game.apply(self._state, move).state)
        self._moves += 1
        self._cumulative_rewards[agent] = 0
        self._advance()
        points = self.game.totals(self._state)
        self.rewards = {name: points[seat] - before[seat] for seat, name in enumerate(self.possible_agents)}
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as plain text, as the seat to move sees it; printed in the mode ``human``."""
        if self.render_mode is None:
            return None
        seat = self.possible_agents.index(self.agent_selection)
        view, names = self.game.view(self._state, seat), tuple(self.possible_agents)
        bare: AnyContext = Context(self.game, view, self.game.turn(self._state), seat, names, None)
        width, height = self.board.sizes(len(names), view).board
        size = max(width, 80), max(height, 20)
        text = self.board.draw(plain_look(self.board, bare), "board", size).canvas.text()
        if self.render_mode == "ansi":
            return str(text)
        print(text)
        return None

    def close(self) -> None:
        """Nothing has to be released."""

    def _action(self, action: Any) -> Any:
        if isinstance(action, str):
            return self.game.parse(action, self._state)
        number = index(action)
        if not 0 <= number < len(self._actions):
            raise ValueError(f"action {number} is not legal now: the mask allows 0 to {len(self._actions) - 1}")
        return self._actions[number]

    def _settle(self, state: Any) -> None:
        self._state = state
        self._plays += 1

    def _advance(self) -> None:
        """Let chance decide whatever is due, then say who is to move, or that the game has ended."""
        game = self.game
        while isinstance(turn := game.turn(self._state), Nature):
            dice = nature_dice(game, self._state, turn, self.seed, self._plays)
            outcome = game.resolve(self._state, turn, dice)
            self._settle(game.apply_outcome(self._state, outcome).state)
        over = isinstance(turn, Over)
        cut = not over and self._moves >= self.max_moves
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._actions = () if over or cut else listed(game.choices(self._state), self._most)
        self.infos = {
            agent: {"view": game.view(self._state, seat), "actions": ()}
            for seat, agent in enumerate(self.possible_agents)
        }
        if isinstance(turn, Over):
            ranking = tuple(tuple(self.possible_agents[seat] for seat in group) for group in turn.ranking)
            for info in self.infos.values():
                info["ranking"] = ranking
        else:
            self.agent_selection = self.possible_agents[turn.seat]
            self.infos[self.agent_selection]["actions"] = tuple(map(game.notate, self._actions))


def env(
    game: str,
    *,
    seats: int | None = None,
    max_moves: int | None = None,
    render_mode: str | None = None,
    **options: Scalar,
) -> Any:
    """See :func:`towergames.env`."""
    if AECEnv is object:
        raise ImportError(MISSING)
    entry = registry.get(game)
    if entry.unavailable_reason:
        raise RuntimeError(entry.unavailable_reason)
    if render_mode not in (None, *MODES):
        raise ValueError(f"render_mode {render_mode!r} is not one of {', '.join(MODES)}")
    low, high = entry.game.info.seats
    usual = min(max(low, 2), high)
    return OrderEnforcingWrapper(Environment(entry, usual if seats is None else seats, options, max_moves, render_mode))
