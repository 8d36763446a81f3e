"""How strong the opponents of Konexi are, and how well they know what will fall: run by hand.

    python -m benchmarks.konexi_strength play FILE FIRST SECOND [GAMES [SEED]] [--seconds N]
    python -m benchmarks.konexi_strength feel FILE [ROUNDS [SEED]]
    python -m benchmarks.konexi_strength fit FILE...
    python -m benchmarks.konexi_strength report FILE...

``play`` appends one line of JSON a game to FILE and goes on where it was stopped; after N seconds no game begins. Games
come in pairs with one seed, the seats swapped; budgets are iterations, so on one machine the same call gives the same
games. Entrants are the levels, ``random``, which takes any legal move, and ``person``, a model of a person who plays a
first game. ``feel`` builds towers in all kinds of ways and notes which places held; ``fit`` finds the numbers of
``evaluation.HAND_WEIGHTS`` in what ``feel`` noted, and tells how well they foresee it. ``report`` tells wins with
Wilson 95 % intervals, how long games were and how high towers grew, words, falls against what was said, and times.
"""

from __future__ import annotations

import math
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.strength import Row, append, number_given, play_series, read, seconds_given
from towergames.arena.games import wilson
from towergames.bots.baselines import RandomBot
from towergames.core.bot import Bot, Clock
from towergames.core.contract import Decide, Over
from towergames.core.dice import Dice
from towergames.games.konexi.board.hand import HEAVY_LOAD, SAFE_MM
from towergames.games.konexi.bots import LEVELS, KonexiBot, SearchEffort
from towergames.games.konexi.evaluation import HAND_WEIGHTS, facts, firmness, steady
from towergames.games.konexi.game import GAME
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.live_physics import draw_tremor, try_release
from towergames.games.konexi.model import FALLS, STANDS, Balance, GiveUp, Place, Released, State
from towergames.games.konexi.rules import places_of
from towergames.games.konexi.tower import LetterWeighed, Scales, joints, tower_of
from towergames.games.konexi.words import WordSight
from towergames.lexicon.word_lists import FAMILIAR

RANDOM = "random"
PERSON = "person"
PEOPLE = KonexiBot(SearchEffort(looks=6, letters=6, blur=0.6), WordSight(FAMILIAR, patience=0.6, ideas=4))
"""A model of a person; nobody measured one. It finds slightly more words than ``normal``, and judges slightly worse."""


@dataclass
class Entrant:
    """A player of one game and what is noted of it."""

    name: str
    bot: Bot[Any, Any]
    iterations: int | None
    seconds: list[float] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    falls: Counter[str] = field(default_factory=Counter)
    said: list[tuple[str, bool]] = field(default_factory=list)
    placed: int = 0


def entrant(name: str) -> Entrant:
    """The player of a level, or of chance."""
    if name == RANDOM:
        return Entrant(name, RandomBot(GAME), None)
    if name == PERSON:
        return Entrant(name, PEOPLE, None)
    level = next(level for level in LEVELS if level.name == name)
    return Entrant(name, level.make(GAME), level.iterations)


def play(names: tuple[str, ...], seed: int) -> Row:
    """One game from first to last."""
    players = [entrant(name) for name in names]
    state: Any = GAME.new(len(players), {"first": 1})
    letters: list[int] = []
    ply = tallest = warned = tower = 0
    risk = ""
    while not isinstance(turn := GAME.turn(state), Over):
        if isinstance(turn, Decide):
            player = players[turn.seat]
            began = time.process_time()
            view, dice = GAME.view(state, turn.seat), Dice(seed, ply, f"bot {turn.seat}")
            thought = player.bot.choose(view, dice, Clock(player.iterations))
            player.seconds.append(time.process_time() - began)
            action = thought.action
            player.placed += isinstance(action, Place | GiveUp)
            risk = thought.why.partition(",")[0] if isinstance(action, Place) else ""
            step = GAME.apply(state, action)
        else:
            step = GAME.apply_outcome(state, GAME.resolve(state, turn, Dice(seed, ply, turn.kind)))
            if risk:
                players[state.active].said.append((risk, any(event.kind == "fall" for event in step.events)))
                risk = ""
        for event in step.events:
            if event.kind == "word":
                players[state.active].words.append(event.data["word"])
            elif event.kind == "fall":
                players[state.active].falls[event.data["kind"]] += 1
            elif event.kind == "round":
                letters.append(event.data["letters"])
        state, ply = step.state, ply + 1
        if len(state.tower) > tower:
            tallest, warned = max(tallest, len(state.tower)), warned + is_warned(state)
        tower = len(state.tower)
    return {
        "seed": seed,
        "names": names,
        "points": list(state.points),
        "winners": list(turn.ranking[0]),
        "rounds": letters,
        "last": len(state.tower),
        "tallest": tallest,
        "warned": warned,
        "placed": [player.placed for player in players],
        "words": [player.words for player in players],
        "falls": [dict(player.falls) for player in players],
        "said": [player.said for player in players],
        "seconds": [round(sum(player.seconds), 2) for player in players],
        "moves": [len(player.seconds) for player in players],
        "slowest": [round(max(player.seconds, default=0.0), 2) for player in players],
    }


def is_warned(state: State) -> bool:
    """Whether the gauge beside a tower that stands is yellow or red: it may tip, or a notch bears a lot."""
    return state.balance.margin < 1000 * SAFE_MM or state.balance.load >= HEAVY_LOAD


# --- what is felt -------------------------------------------------------------------------------------

IDEAS = (1, 3, 10, 40)
"""Places of which a builder takes the one best balanced on paper: careless to careful."""
OTHERS = 2
"""Other places, any, that are let go of too at each letter."""


def feel(seed: int) -> Iterator[Row]:
    """One tower, built until it falls; at each letter some places are let go of, and what became of them is noted."""
    dice = Dice(seed, 0, "feel")
    hand, ideas = dice.choice(tuple(HAND_WEIGHTS)), dice.choice(IDEAS)
    state: State = replace(GAME.new(2, {"hand": hand}), phase="place", circle=ALPHABET)
    for letter in dice.shuffled(ALPHABET):
        spots = places_of(state, letter)
        if not spots:
            continue
        if not state.tower:
            spot = max(spots, key=firmness)
            released = try_release(state, spot, draw_tremor(hand, dice))
        else:
            scales = Scales(tower_of(state.tower))
            weighed = {spot: scales.weigh(spot, joints(scales.tower, spot)) for spot in spots}
            spot = max(dice.shuffled(spots)[:ideas], key=lambda one: steady(weighed[one], hand))
            for other in [*dice.shuffled(spots)[:OTHERS], spot]:
                released = try_release(state, other, draw_tremor(hand, dice))
                yield _felt(seed, hand, weighed[other], released, state)
        if released.kind != STANDS:
            return
        state = _grown(state, spot, released)


def _felt(seed: int, hand: str, one: LetterWeighed, released: Released, state: State) -> Row:
    before = {"margin": state.balance.margin, "load": state.balance.load}
    return {"seed": seed, "hand": hand, "felt": list(one), "kind": released.kind, "before": before}


def _grown(state: State, spot: Any, released: Released) -> State:
    return replace(
        state,
        tower=(*state.tower, spot),
        rests=released.rests,
        balance=Balance(released.margin, released.load, released.loaded),
        circle=state.circle.replace(spot.letter, ""),
    )


def fit(rows: list[Row]) -> None:
    """The weights of the facts for each hand that make what was seen most likely."""
    for hand in HAND_WEIGHTS:
        seen = [(LetterWeighed(*row["felt"][:4]), row["kind"] == STANDS) for row in rows if row.get("hand") == hand]
        seen = [(one, stood) for one, stood in seen if one.margin > 0]
        if not seen:
            continue
        weights = _regress([facts(one) for one, _ in seen], [stood for _, stood in seen])
        print(f'    "{hand}": ({", ".join(f"{weight:.3f}" for weight in weights)}),')
        _report_calibration([(_chance(weights, facts(one)), stood) for one, stood in seen])


def _chance(weights: Sequence[float], known: Sequence[float]) -> float:
    sure = sum(weight * fact for weight, fact in zip(weights, known, strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, sure))))


def _regress(known: list[tuple[float, ...]], stood: list[bool], rounds: int = 8) -> list[float]:
    """Logistic regression by Newton's method, with a little ridge."""
    size = len(known[0])
    weights = [0.0] * size
    for _ in range(rounds):
        slope = [-0.01 * weight for weight in weights]
        bend = [[0.01 * (i == j) for j in range(size)] for i in range(size)]
        for row, good in zip(known, stood, strict=True):
            chance = _chance(weights, row)
            for i in range(size):
                slope[i] += (good - chance) * row[i]
                for j in range(size):
                    bend[i][j] += chance * (1 - chance) * row[i] * row[j]
        weights = [weight + step for weight, step in zip(weights, _solve(bend, slope), strict=True)]
    return weights


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for other in range(size):
            if other != at:
                share = rows[other][at] / rows[at][at]
                rows[other] = [a - share * b for a, b in zip(rows[other], rows[at], strict=True)]
    return [row[size] / row[at] for at, row in enumerate(rows)]


def _report_calibration(seen: list[tuple[float, bool]]) -> None:
    """How often places held, by how often they were expected to: from 0 to 10 %, to 20 %, and so on."""
    tenths: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for chance, stood in seen:
        tenths[min(9, int(10 * chance))].append((chance, stood))
    for tenth, part in sorted(tenths.items()):
        expected, held = sum(chance for chance, _ in part) / len(part), sum(stood for _, stood in part)
        low, high = wilson(held, len(part))
        share = f"held {held / len(part):.1%}, interval {low:.1%} to {high:.1%}"
        print(f"    # {10 * tenth} to {10 * tenth + 10} %: {len(part)} places, expected {expected:.1%}, {share}")
    likely = sum(math.log(max(1e-9, chance if stood else 1 - chance)) for chance, stood in seen) / len(seen)
    print(f"    # {len(seen)} places, {sum(stood for _, stood in seen) / len(seen):.1%} held, mean log {likely:.3f}")


# --- the report ---------------------------------------------------------------------------------------


def report(rows: list[Row]) -> None:
    """Everything that the rows tell."""
    pairings: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        pairings[tuple(sorted(set(row["names"]), key=_rank, reverse=True))].append(row)
    for names, games in pairings.items():
        _report_wins(names, games)
    for name in sorted({name for row in rows for name in row["names"]}, key=_rank):
        _report_player(name, rows)


def _rank(name: str) -> int:
    return [RANDOM, PERSON, *(level.name for level in LEVELS)].index(name)


def _report_wins(names: tuple[str, ...], games: list[Row]) -> None:
    first = names[0]
    wins = margin = 0.0
    for row in games:
        seat = row["names"].index(first)
        wins += (seat in row["winners"]) / len(row["winners"])
        others = [points for other, points in enumerate(row["points"]) if other != seat]
        margin += row["points"][seat] - sum(others) / len(others)
    low, high = wilson(wins, len(games))
    letters = sorted(count for row in games for count in row["rounds"])
    print(
        f"{' v '.join(names)}: {wins:g} of {len(games)} = {wins / len(games):.1%}, interval {low:.1%} to {high:.1%}; "
        f"margin {margin / len(games):+.1f}"
    )
    if letters:
        full = letters.count(len(ALPHABET))
        print(f"    {len(letters)} rounds ended, median {letters[len(letters) // 2]} letters, {full} with all 26")
    for what, counts in {
        "turns": [sum(row["placed"]) for row in games],
        "letters in the highest tower": [row["tallest"] for row in games],
        "letters in the tower at the end": [row["last"] for row in games],
        "towers that stood with the gauge in yellow or red": [row["warned"] for row in games],
        "falls": [sum(sum(some.values()) for some in row["falls"]) for row in games],
    }.items():
        low, middle, high = statistics.quantiles(counts, n=4) if len(counts) > 1 else counts * 3
        print(f"    {what}: quartiles {low:g} {middle:g} {high:g}, from {min(counts)} to {max(counts)}")
    fell = sum(any(row["falls"]) for row in games)
    warned = sum(any(row["falls"]) or row["warned"] > 0 for row in games)
    print(f"    a fall in {fell} of {len(games)} games, a fall or a gauge in yellow or red in {warned}")


def _report_player(name: str, rows: list[Row]) -> None:
    falls: Counter[str] = Counter()
    words: Counter[int] = Counter()
    placed = moves = seconds = slowest = 0.0
    for row in rows:
        for seat, other in enumerate(row["names"]):
            if other == name:
                falls.update(row["falls"][seat])
                words.update(map(len, row["words"][seat]))
                placed += row["placed"][seat]
                moves, seconds = moves + row["moves"][seat], seconds + row["seconds"][seat]
                slowest = max(slowest, row["slowest"][seat])
    letters, fallen = sum(length * count for length, count in words.items()), falls.total()
    print(
        f"{name}: {placed:.0f} turns, words in {words.total() / placed:.1%} of them, {letters / placed:.2f} points a "
        f"turn, falls in {fallen / placed:.1%}; {seconds / moves:.3f} s a move, slowest {slowest:.2f} s of CPU time"
    )
    print("    words by length:", ", ".join(f"{length}: {count}" for length, count in sorted(words.items())))
    print("    falls:", ", ".join(f"{kind} {falls[kind]}" for kind in (*FALLS, "given-up") if falls[kind]))
    _report_said(
        [
            tuple(one)
            for row in rows
            for seat, other in enumerate(row["names"])
            if other == name
            for one in row.get("said", ((), ()))[seat]
        ]
    )


def _report_said(said: list[tuple[str, bool]]) -> None:
    """How often places fell, by what the bot said of them."""
    ends: dict[str, list[bool]] = defaultdict(list)
    for risk, fell in said:
        ends[risk].append(fell)
    for risk, fallen in sorted(ends.items(), key=lambda one: -len(one[1])):
        low, high = wilson(sum(fallen), len(fallen))
        share = f"{sum(fallen)} of {len(fallen)} = {sum(fallen) / len(fallen):.1%}, interval {low:.1%} to {high:.1%}"
        print(f"    said {risk!r}: fell {share}")


# --- the command --------------------------------------------------------------------------------------


def main() -> None:
    """Play, or tell what was played."""
    until = time.monotonic() + seconds_given(sys.argv)
    command, files = sys.argv[1], sys.argv[2:]
    if command == "report":
        report(read(files))
    elif command == "fit":
        fit(read(files))
    elif command == "feel":
        path = Path(files[0])
        for seed in range(number_given(4, 1), number_given(4, 1) + number_given(3, 8)):
            for row in feel(seed):
                append(path, row)
    else:
        names, games, first = (files[1], files[2]), number_given(5, 200), number_given(6, 1)
        play_series(Path(files[0]), names, games, first, until, play)


if __name__ == "__main__":
    main()
