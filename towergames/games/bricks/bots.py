"""The opponents of Brick Tower, weakest first: they build one tower and hand it in. Strengths: ``BOTS.md``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from towergames.core.bot import Clock, Level, Thought
from towergames.core.dice import Dice
from towergames.core.text import count
from towergames.games.bricks.deal import quick_tower
from towergames.games.bricks.judge import judge, list_for_play
from towergames.games.bricks.model import Build, Pick, Submit, View
from towergames.games.bricks.pieces import RARE, VOWELS, WILD, Code, Tower, card_piece, write_tower
from towergames.games.bricks.rules import MOST_OF_A_COLOUR
from towergames.games.bricks.solver import solve
from towergames.games.bricks.solver.encoding import Materials, build_tower
from towergames.games.bricks.solver.word_tables import WordTables
from towergames.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class BricksBot:
    """Build the best tower found, without the scoring rules that are overlooked.

    ``thorough`` builders ask the solver, the others run one population of ``towers`` towers.
    """

    overlooked: frozenset[int] = frozenset()
    thorough: bool = False
    towers: int = 1

    def choose(self, view: View, dice: Dice, clock: Clock) -> Thought[Any]:
        """Take a card from the table, build a tower, or hand the tower in."""
        if view.phase == "pick":
            return self._pick(view, dice)
        seat = view.active
        lexicon = list_for_play(view.list_id, view.list_sha256)
        bench = view.benches[seat]
        standing = bench.draft if bench is not None else ()
        ledger = judge(standing, lexicon, view.terms.readings)
        if ledger.legal or view.steps[seat] >= view.most_steps:
            word = ledger.words.longest if view.terms.typed else ""
            return Thought(Submit(word), "Its tower is built." if ledger.legal else "It has no step left.")
        tower, steps = self._build(view.cards_of(seat), lexicon, view, dice, clock)
        if tower is None:
            return Thought(Submit(), "It found no tower that keeps all rules.", steps)
        return Thought(Build(write_tower(tower)), "The best tower it found.", steps)

    def _build(
        self, cards: tuple[Code, ...], lexicon: Lexicon, view: View, dice: Dice, clock: Clock
    ) -> tuple[Tower | None, int]:
        from towergames.games.bricks.solver.faces import Faces  # numpy takes a moment to load
        from towergames.games.bricks.solver.population import Population

        seed = dice.below(1 << 62)
        if self.thorough:
            solution = solve(cards, lexicon, view.terms.readings, clock=clock, seed=seed)
            return solution.tower, solution.steps
        materials = Materials(cards, view.terms.readings)
        population = Population(Faces(materials, WordTables(materials, lexicon), self.overlooked), seed, self.towers)
        best, steps = None, 0
        while not clock.over(steps):
            best = population.step() or best
            steps += 1
        # A busy machine may end the time before the first tower is legal.
        return build_tower(best[1], materials) if best is not None else quick_tower(cards, 0), steps

    def _pick(self, view: View, dice: Dice) -> Thought[Any]:
        """Take the most useful card, of equal ones a random one."""
        mine = view.cards_of(view.active)
        cards = dice.shuffled(sorted(set(view.pool)))
        best = max(cards, key=lambda card: sum(use for use, _ in _uses(card, mine)))
        most, why = max(_uses(best, mine), default=(0.0, ""))
        if view.terms.discovery:  # the reasons name rules that may be hidden
            return Thought(Pick(best))
        return Thought(Pick(best), why if most > 0 else "No card on the table has a clear use.")


def _uses(card: Code, mine: tuple[Code, ...]) -> list[tuple[float, str]]:
    """The worth of a card beside those taken already, in parts, each with its reason."""
    if card == WILD:
        return [(9.0, "The wildcard can be any brick or window.")]
    piece = card_piece(card)
    if piece.window:
        return [(8.0, "Every window scores 4 points.")]
    others = [card_piece(code) for code in mine if code != WILD]
    letters = [other.letter for other in others if other.letter]
    own = sum(other.colour == piece.colour and not other.window for other in others)
    vowels = sum(letter in VOWELS for letter in letters)
    uses = []
    if piece.letter in RARE:
        uses.append((2.0, f"Every {piece.letter} scores 2 points."))
    if own < MOST_OF_A_COLOUR:
        why = f"A tower has room for {MOST_OF_A_COLOUR} {piece.colour} bricks; so far {_there(own)}."
        uses.append((0.5, why))
    elif own >= 1.5 * MOST_OF_A_COLOUR:
        uses.append((-1.5, f"A tower has room for {MOST_OF_A_COLOUR} {piece.colour} bricks only."))
    if piece.letter in VOWELS:
        few = 3 * vowels < len(others)
        why = f"Words need vowels; so far {_there(vowels)} among {count(len(letters), 'letter')}."
        uses.append((1.0 if few else -1.0, why))
    return uses


def _there(number: int) -> str:
    """``there is none``, ``there is 1``, ``there are 2``."""
    return f"there {'are' if number > 1 else 'is'} {number or 'none'}"


EASY = BricksBot(frozenset({12, 13, 15, 20, 25, 28, 29, 32, 33, 34}))
NORMAL = BricksBot(frozenset({15}), towers=3)
HARD = BricksBot(thorough=True)

LEVELS: tuple[Level, ...] = (
    Level("beginner", "builds in a hurry", lambda _: EASY, 2, 2.0),
    Level("easy", "skips half the scoring rules", lambda _: EASY, 10, 2.0),
    Level("normal", "sees no words in columns", lambda _: NORMAL, 60, 5.0),
    Level("hard", "searches for a second or two", lambda _: HARD, 240, 6.0),
)
