"""How strong the opponents of Leaning Towers are, and how well they know what will fall: run by hand.

    python -m benchmarks.leaning_strength play FILE FIRST SECOND [GAMES [SEED]] [--seconds N]
    python -m benchmarks.leaning_strength probe FILE [GAMES [SEED]] [--seconds N]
    python -m benchmarks.leaning_strength report FILE...

``play`` appends one line of JSON a game to FILE and goes on where it was stopped; after N seconds no game begins.
Games come in pairs with one seed, the seats swapped; budgets are iterations and trials, so on one machine the same call
gives the same games. ``random-stable`` lets go of the first random legal place that stands with a steady hand.
``probe`` plays ``normal`` against itself, and in every turn really lets go of ideas, good and bad, tried out up to
twenty times before; it can be stopped as well. ``report`` tells wins with Wilson 95 % intervals, turns in which a piece
was placed, Wrecks, time, and how often releases failed against how often the bot expected them to.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.strength import Row, append, number_given, play_series, read, seconds_given
from towergames.arena.games import wilson
from towergames.core.bot import Bot, Clock, Thought
from towergames.core.contract import Decide, Nature, Over
from towergames.core.dice import Dice
from towergames.games.leaning.bot_decision import (
    MoveChooser,
    PlacementPlan,
    SimulationEffort,
    fallback_move,
    make_plan,
    place,
)
from towergames.games.leaning.bots import LEVELS
from towergames.games.leaning.evaluation import CandidatePlacement, Idea
from towergames.games.leaning.forecast import Forecast
from towergames.games.leaning.game import GAME
from towergames.games.leaning.live_physics import find_place, placement_requests
from towergames.games.leaning.model import Accept, GiveUp, Hold, Pass, Place, Skip, State, state_of
from towergames.games.leaning.trials import tried_twice

STABLE = "random-stable"


@dataclass(frozen=True)
class RandomStable:
    """Any legal place that stands when a steady hand lets go there."""

    def choose(self, view: Any, dice: Dice, clock: Clock) -> Thought[Any]:
        state = state_of(view)
        if state.phase == "turn":
            draft = self._first_stable(state, dice, clock)
            if draft is None and GAME.judge(state, Skip()).legal:
                return Thought(Skip())
            known = None if draft else find_place(state)
            draft = draft or (known.draft if known else None)
            return Thought(place(draft) if draft else fallback_move(state, None)[0])
        if state.phase == "slip":
            return Thought(Accept() if GAME.judge(state, Accept()).legal else GiveUp())
        return MoveChooser(SimulationEffort(1, enough=3)).move(state, dice, clock)

    def _first_stable(self, state: State, dice: Dice, clock: Clock) -> CandidatePlacement | None:
        wishes = placement_requests(state)
        plan = make_plan(state, state.layout, wishes, SimulationEffort(1), tremor="steady")
        done = 0
        while wishes and not clock.over(done):
            done += 1
            wish = dice.choice(wishes)
            draft = plan.searches[wish].try_once(dice)
            if draft is not None and plan.trials.quick(draft, dice).good:
                return draft
        return None


@dataclass
class Entrant:
    """A player of one game and what is noted of it."""

    name: str
    bot: Bot[Any, Any]
    iterations: int | None
    expected: float = -1.0
    seconds: list[float] = field(default_factory=list)
    turns: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    releases: list[tuple[float, str]] = field(default_factory=list)

    def hear(self, idea: Any) -> None:
        if isinstance(idea, Idea):
            self.expected = idea.chance


def entrant(name: str) -> Entrant:
    if name == STABLE:
        return Entrant(name, RandomStable(), 80)
    level = next(level for level in LEVELS if level.name == name)
    return Entrant(name, level.make(GAME), level.iterations)


def play(names: tuple[str, ...], seed: int) -> Row:
    """One game from first to last."""
    players = [entrant(name) for name in names]
    state: Any = GAME.new(len(players), {"foundation": "ready", "first": 1})
    ply = 0
    while not isinstance(turn := GAME.turn(state), Over):
        if isinstance(turn, Decide):
            player = players[turn.seat]
            began = time.process_time()
            clock = Clock(player.iterations, on_progress=player.hear)
            action = player.bot.choose(GAME.view(state, turn.seat), Dice(seed, ply, f"bot {turn.seat}"), clock).action
            player.seconds.append(time.process_time() - began)
            _count_turn(player, state, action)
            step = GAME.apply(state, action)
        else:
            step = GAME.apply_outcome(state, GAME.resolve(state, turn, Dice(seed, ply, turn.kind)))
            _count_ending(players[state.active], state, [event.kind for event in step.events], step.state)
        state, ply = step.state, ply + 1
    return {
        "seed": seed,
        "names": names,
        "points": list(state.points),
        "winners": list(turn.ranking[0]),
        "ending": state.ending,
        "placed": len(state.layout.pieces) - 2,
        "left": [sum(hand) + sum(held) for hand, held in zip(state.hands, state.held, strict=True)],
        "turns": [dict(player.turns) for player in players],
        "seconds": [[round(one, 2) for one in player.seconds] for player in players],
        "releases": [player.releases for player in players],
    }


def _count_turn(player: Entrant, state: State, action: Any) -> None:
    """Turns by what was done in them; a placing turn may go on after a slip."""
    if state.phase != "turn":
        return
    kind = {Place: "placing", Hold: "holding", Skip: "skipping", Pass: "skipping", GiveUp: "giving up"}[type(action)]
    if state.refused:
        player.turns["refused"] += 1
    player.turns[kind] += 1


def _count_ending(player: Entrant, state: State, kinds: list[str], after: State) -> None:
    hand = state.in_hand
    if "no-move" in kinds:
        player.turns["no move"] += 1
    if state.phase != "release" or hand is None or hand.kind != "place":
        return
    how = _how(kinds, after)
    player.turns["placed" if how == "good" else how] += 1
    player.releases.append((round(player.expected, 4), how))


def _how(kinds: list[str], after: State) -> str:
    """How a release ended: good, slip, break, wreck; good if the piece has a place, at once or by leaving it there."""
    fell = next((kind for kind in ("wreck", "break") if kind in kinds), "")
    good = "place" in kinds or (after.phase == "slip" and GAME.judge(after, Accept()).legal)
    return fell or ("good" if good else "slip")


# --- what is foreseen -----------------------------------------------------------------------------------

IDEAS = 60
"""Ideas looked at in a turn."""
TESTS = 10
"""How many pairs of trials one has at most; how many it really has, is left to chance."""
SAME = 4
"""After so many endings of one kind the next one hardly ever is another."""
ENOUGH = 150
"""Releases noted for one tenth; ideas that are surely good or surely bad are many, the others few."""
RELEASES = 2
"""Releases on the table of an idea that is neither."""


def probe(seed: int, seen: Counter[int]) -> Row:
    """One game; in every turn ideas are let go of by the table itself, and what was expected is noted.

    ``seen`` counts the releases of each tenth so far; of a tenth with ENOUGH of them no more are made.
    """
    level = next(level for level in LEVELS if level.name == "normal")
    bot = level.make(GAME)
    state: Any = GAME.new(2, {"foundation": "ready", "first": 1})
    releases: list[tuple[float, str]] = []
    ply = 0
    while not isinstance(turn := GAME.turn(state), Over):
        dice = Dice(seed, ply, "probe")
        if isinstance(turn, Decide):
            if state.phase == "turn" and not state.refused:
                releases += _let_go_of_some(state, dice, seen)
            action = bot.choose(GAME.view(state, turn.seat), dice.fork("bot"), Clock(level.iterations)).action
            state = GAME.apply(state, action).state
        else:
            state = GAME.apply_outcome(state, GAME.resolve(state, turn, dice)).state
        ply += 1
    return {"seed": seed, "names": [], "probed": releases}


def _let_go_of_some(state: State, dice: Dice, seen: Counter[int]) -> list[tuple[float, str]]:
    wishes, found = placement_requests(state), list[tuple[float, str]]()
    plan = make_plan(state, state.layout, wishes, SimulationEffort(1))
    for at in range(IDEAS if wishes else 0):
        draft = plan.searches[wishes[at % len(wishes)]].try_once(dice)
        forecast = _tested(plan, draft, dice, seen) if draft is not None else None
        if draft is None or forecast is None:
            continue
        expected = 1 - forecast.fall_chance
        held = GAME.apply(state, place(draft)).state
        for _ in range(RELEASES if 0 < forecast.bad < forecast.screened else 1):
            if seen[_tenth(expected)] < ENOUGH:
                seen[_tenth(expected)] += 1
                after = GAME.apply_outcome(held, GAME.resolve(held, Nature("release"), dice))
                found.append((round(expected, 4), _how([event.kind for event in after.events], after.state)))
    return found


def _tested(plan: PlacementPlan, draft: CandidatePlacement, dice: Dice, seen: Counter[int]) -> Forecast | None:
    """Try a place out, as a player does. None when it looks like a tenth of which there is enough."""
    forecast = Forecast(hand=plan.trials.terms.tremor)
    for test in range(dice.below(TESTS + 1)):
        forecast = tried_twice(plan.trials, draft, forecast, dice.fork(f"test {test}"))
        if forecast.screened == SAME and forecast.bad in (0, SAME) and seen[_tenth(1 - forecast.bad / SAME)] >= ENOUGH:
            return None
    return forecast


def _tenth(good: float) -> int:
    """The tenth of releases expected to fail: 0 is 0 to 10 %."""
    return min(9, int(10 * (1 - good)))


# --- the report ---------------------------------------------------------------------------------------


def report(rows: list[Row]) -> None:
    """Everything that the rows tell."""
    pairings: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        if row["names"]:
            pairings[tuple(sorted(set(row["names"]), key=_rank, reverse=True))].append(row)
    for names, games in pairings.items():
        _report_wins(names, games)
    for name in sorted({name for row in rows for name in row["names"]}, key=_rank):
        _report_player(name, rows)
    probed = [tuple(release) for row in rows for release in row.get("probed", ())]
    if probed:
        print(f"{len(probed)} ideas let go of, good and bad:")
        _report_calibration(probed)


def _rank(name: str) -> int:
    return [STABLE, *(level.name for level in LEVELS)].index(name)


def _report_wins(names: tuple[str, ...], games: list[Row]) -> None:
    first = names[0]
    wins = margin = 0.0
    for row in games:
        seats = [seat for seat, name in enumerate(row["names"]) if name == first]
        wins += sum(seat in row["winners"] for seat in seats[:1]) / len(row["winners"])
        others = [points for seat, points in enumerate(row["points"]) if seat not in seats[:1]]
        margin += row["points"][seats[0]] - sum(others) / len(others)
    low, high = wilson(wins, len(games))
    placed = sum(row["placed"] for row in games) / len(games)
    print(
        f"{' v '.join(names)}: {wins:g} of {len(games)} = {wins / len(games):.1%}, interval {low:.1%} to {high:.1%}; "
        f"margin {margin / len(games):+.1f}, {placed:.1f} pieces placed"
    )
    endings: dict[str, int] = defaultdict(int)
    for row in games:
        endings[row["ending"]] += 1
    print("   ", ", ".join(f"{count} {ending}" for ending, count in endings.items()))


def _report_player(name: str, rows: list[Row]) -> None:
    turns: dict[str, int] = defaultdict(int)
    releases: list[tuple[float, str]] = []
    seconds: list[float] = []
    for row in rows:
        for seat, other in enumerate(row["names"]):
            if other == name:
                for kind, count in row["turns"][seat].items():
                    turns[kind] += count
                releases += [tuple(release) for release in row["releases"][seat]]
                seconds += row["seconds"][seat]
    tried = turns["placing"] + turns["giving up"] + turns["skipping"] - turns["refused"] - turns["no move"]
    low, high = wilson(turns["placed"], max(1, tried))
    print(f"{name}: placed in {turns['placed']} of {tried} turns = {turns['placed'] / max(1, tried):.1%}")
    wrecks = wilson(turns["wreck"], max(1, tried))
    print(f"    {turns['wreck']} Wrecks, interval {wrecks[0]:.1%} to {wrecks[1]:.1%}; {turns['break']} Breaks")
    print(
        f"    interval {low:.1%} to {high:.1%}; {median(seconds):.2f} s a move in the median, "
        f"slowest {max(seconds):.1f} s; {dict(turns)}"
    )
    _report_calibration(releases)


def _report_calibration(releases: list[tuple[float, str]]) -> None:
    """How often releases failed, by how often they were expected to: from 0 to 10 %, to 20 %, and so on."""
    tenths: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for expected, how in releases:
        if expected >= 0:
            tenths[_tenth(expected)].append((1 - expected, how != "good"))
    for tenth, part in sorted(tenths.items()):
        expected = sum(chance for chance, _ in part) / len(part)
        failed = sum(fell for _, fell in part)
        low, high = wilson(failed, len(part))
        share = f"failed {failed / len(part):.1%}, interval {low:.1%} to {high:.1%}"
        print(f"    {10 * tenth} to {10 * tenth + 10} %: {len(part)} releases, expected {expected:.1%}, {share}")


def main() -> None:
    """Play, or tell what was played."""
    until = time.monotonic() + seconds_given(sys.argv)
    if sys.argv[1] == "report":
        report(read(sys.argv[2:]))
        return
    path = Path(sys.argv[2])
    if sys.argv[1] == "probe":
        rows = read([str(path)]) if path.exists() else []
        seen = Counter(_tenth(expected) for row in rows for expected, _ in row["probed"])
        first = number_given(4, 1)
        for seed in sorted({*range(first, first + number_given(3, 8))} - {row["seed"] for row in rows}):
            if time.monotonic() < until:
                append(path, probe(seed, seen))
        return
    names = (sys.argv[3], sys.argv[4])
    play_series(path, names, number_given(5, 100), number_given(6, 1), until, play)


if __name__ == "__main__":
    main()
