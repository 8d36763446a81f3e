"""The opponents of Brick Tower, weakest first: they build one tower and hand it in. Method: ``SOLVER.md``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from towergames.core.bot import Clock, Level, Thought
from towergames.core.dice import Dice
from towergames.games.bricks.deal import quick_tower
from towergames.games.bricks.judge import judge, list_for_play
from towergames.games.bricks.model import Build, Pick, Submit, View
from towergames.games.bricks.pieces import RARE, VOWELS, WILD, Code, Tower, card_piece, write_tower
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
            return Thought(Pick(self._pick(view, dice)), "A card that fits into many towers.")
        seat = view.active
        lexicon = list_for_play(view.list_id, view.list_sha256)
        bench = view.benches[seat]
        standing = bench.draft if bench is not None else ()
        ledger = judge(standing, lexicon, view.terms.readings)
        if ledger.legal or view.steps[seat] >= view.most_steps:
            return Thought(Submit(ledger.words.longest if view.terms.typed else ""), "Its tower is built.")
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

    def _pick(self, view: View, dice: Dice) -> Code:
        """The most useful card, of equal ones a random one."""
        mine = view.cards_of(view.active)
        cards = dice.shuffled(sorted(set(view.pool)))
        return max(cards, key=lambda card: self._use(card, mine))

    def _use(self, card: Code, mine: tuple[Code, ...]) -> float:
        """The worth of a card beside those taken already."""
        if card == WILD:
            return 9.0
        piece = card_piece(card)
        if piece.window:
            return 8.0 if 18 not in self.overlooked else 2.0
        others = [card_piece(code) for code in mine if code != WILD]
        own = sum(other.colour == piece.colour and not other.window for other in others)
        use = 2.0 * (piece.letter in RARE) + 0.5 * (own < 6) - 1.5 * (own >= 9)
        vowels = sum(other.letter in VOWELS for other in others if other.letter)
        return use + (piece.letter in VOWELS) * (1.0 if 3 * vowels < len(others) else -1.0)


EASY = BricksBot(frozenset({12, 13, 15, 20, 25, 28, 29, 32, 33, 34}))
NORMAL = BricksBot(frozenset({15}), towers=3)
HARD = BricksBot(thorough=True)

LEVELS: tuple[Level, ...] = (
    Level("easy", "skips half the scoring rules", lambda _: EASY, 10, 2.0),
    Level("normal", "sees no words in columns", lambda _: NORMAL, 60, 5.0),
    Level("hard", "searches for several seconds", lambda _: HARD, 1000, 10.0),
)
