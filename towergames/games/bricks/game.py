"""Brick Tower as a game of the contract: facts, first state, turn, status, and the outcomes of chance and word list.

The words found in the towers are recorded, so that a save opens, and scores the same, where its list is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from towergames.core import contract
from towergames.core.contract import Event, GameInfo, Nature, Seat, Step, Verdict
from towergames.core.dice import Dice
from towergames.core.options import Options
from towergames.core.text import count
from towergames.games.bricks import deal as deals
from towergames.games.bricks import hindsight, model, moves, notation, text
from towergames.games.bricks.judge import can_make, columns, find_words, letters_of, list_for_play
from towergames.games.bricks.model import HIDDEN_AT_FIRST, Action, Appraisal, Deal, Outcome, State, View, WordList
from towergames.games.bricks.pieces import WILD, PieceError, card_piece
from towergames.games.bricks.rules import FoundWords
from towergames.lexicon import Lexicon, word_lists

INFO = GameInfo(
    key="bricks",
    title="Brick Tower",
    pitch="One tower, 36 rules. How good can it be?",
    minutes="20 minutes",
    seats=(1, 6),
    rules_version=1,
    options=model.OPTIONS,
    hidden=True,
    exhaustive=False,  # any tower of the cards may be built at once
    # the list, the deal and the appraisal; at most 100 cards drafted, all building steps, six towers handed in
    longest=model.MOST_STEPS + 110,
    starter_option="first",
    puzzle_of=model.puzzle_of,
    clock_of=model.clock_of,
    at_zero="you take the first card of the table, or hand in your draft as it is",
    emblem=(
        ".....yyy......",
        ".....yyy......",
        "...bbb.bbb....",
        "...bbb.bbb....",
        "..yyy.yyy.yyy.",
        "..yyy.yyy.yyy.",
        "rrr.rrr.rrr.rr",
        "rrr.rrr.rrr.rr",
    ),
)


class BrickTower(contract.GameBase):
    """The rules of Brick Tower as a value without memory. See :class:`towergames.core.contract.Game`."""

    info: GameInfo = INFO
    package = "towergames.games.bricks"
    outcomes: Mapping[str, type[Any]] = {"words": WordList, "deal": Deal, "appraisal": Appraisal}

    def losses(self, before: State, deed: object, step: contract.Step[State], seat: Seat) -> tuple[str, ...]:  # noqa: ARG002 - the contract
        """The reasons why a tower scores nothing, or less than the best."""
        return hindsight.losses(self.rule_sheet, step, seat)

    def new(self, seats: int, options: Options) -> State:
        """An empty table before a word list is laid out. Raises OptionError."""
        terms = model.terms_of(INFO, seats, options)
        return State(
            terms=terms,
            seats=seats,
            phase="words",
            list_id="",
            list_sha256="",
            code="",
            materials=(),
            pool=(),
            picked=((),) * seats if terms.mode == "duel" else (),
            first=0,
            active=0,
            steps=(0,) * seats,
            found=(),
            points=(0,) * seats,
            ending="",
            benches=(model.NEW_BENCH,) * seats,
            order=(),
        )

    def turn(self, s: State) -> contract.Turn:
        """Nature names the list, deals and appraises; else a seat drafts or builds, one after another (B-20)."""
        if s.phase in self.outcomes:
            return Nature(s.phase)
        if s.phase == "over":
            return moves.ranking(s)
        return contract.Decide(s.active, s.phase)

    def choices(self, s: State) -> contract.Choices[Action]:
        """Some of the legal steps; there are too many towers to list."""
        return moves.BrickChoices(s)

    def judge(self, s: State, a: Any) -> Verdict:
        """Judge the action: refused with the reason, or legal with a preview of the tower."""
        refusal = moves.first_refusal(s, a)
        return Verdict((refusal,)) if refusal else moves.verdict_of(s, a)

    def apply(self, s: State, a: Action) -> Step[State]:
        """Apply an action. Raises IllegalAction when it is refused."""
        refusal = moves.first_refusal(s, a)
        if refusal:
            raise contract.IllegalAction(Verdict((refusal,)))
        return moves.perform(s, a)

    def move_at_zero(self, s: State) -> Action:
        """B-28: the draft in hand is handed in as it is; in a draft duel the first card is taken."""
        return model.Pick(s.pool[0]) if s.phase == "pick" else model.Submit()

    def resolve(self, s: State, n: Nature, dice: Dice) -> Outcome:
        """Name the list, deal, or look for words in the towers."""
        match n.kind:
            case "words":
                chosen = word_lists.resolve(s.terms.words) or word_lists.load("standard")
                return WordList(chosen.id, chosen.sha256, chosen.count)
            case "deal":
                return _deal(s, dice)
            case _:
                lexicon = list_for_play(s.list_id, s.list_sha256)
                return Appraisal(tuple(_found(s, seat, lexicon) for seat in range(s.seats)))

    def apply_outcome(self, s: State, r: Outcome) -> Step[State]:
        """Apply a recorded outcome. Raises ValueError when it cannot follow from the state."""
        if type(r) is not self.outcomes.get(s.phase):
            raise ValueError("no such outcome can come here")
        match r:
            case WordList():
                return _settle_words(s, r)
            case Deal():
                return _settle_deal(s, r)
            case _:
                return _settle_appraisal(s, r)

    def view(self, s: State, seat: Seat | None) -> View:
        return model.view_of(s, seat)

    def imagine(self, v: View, dice: Dice) -> State:
        """Complete the view with drafts of the other builders, made at random."""
        return model.imagine(v, dice)

    def reveal(self, s: State) -> View:
        """The view with all benches."""
        return model.reveal(s)

    def notate(self, a: Action) -> str:
        """The step as typed: ``place A5RY 2.3``."""
        return notation.notate(a)

    def parse(self, text: str, s: State) -> Action:
        """The step meant by the text. Raises NotationError."""
        return notation.parse(text, s)

    def totals(self, s: State) -> tuple[int, ...]:
        """Points by seat: nothing before the reveal."""
        return s.points

    def round(self, s: State) -> int:  # noqa: ARG002 - the contract
        """A puzzle is one round."""
        return 1

    def status(self, v: View) -> tuple[str, ...]:
        """The puzzle, the progress of the draft duel or of building, and the word list, which has room last."""
        facts = [f"puzzle {v.code}"] if v.code else []
        if v.phase == "pick":
            facts.append(f"{count(len(v.pool), 'card')} on the table")
        if v.seats > 1 and v.phase == "build":
            facts.append(f"{sum(v.has_submitted(seat) for seat in range(v.seats))} of {v.seats} handed in")
        if v.list_id:
            facts.append(f"{v.list_id} word list")
        return tuple(facts)


# --- the word list ---------------------------------------------------------------------------------


def _settle_words(state: State, outcome: WordList) -> Step[State]:
    if len(outcome.sha256) != 64 or set(outcome.sha256) - set("0123456789abcdef") or not 1 <= len(outcome.id) <= 63:
        raise ValueError("a word list is named by its hash")
    if not all(ch.isascii() and (ch.isalnum() or ch == "-") for ch in outcome.id) or outcome.words < 1:
        raise ValueError("a word list has a short name and words")
    after = replace(state, phase="deal", list_id=outcome.id, list_sha256=outcome.sha256)
    sentence = text.words_chosen(outcome.id, outcome.words)
    return Step(after, (Event("words", sentence, data={"id": outcome.id, "sha256": outcome.sha256}),))


# --- the deal ---------------------------------------------------------------------------------------


def _deal(state: State, dice: Dice) -> Deal:
    terms = state.terms
    first = terms.first - 1 if terms.first else dice.fork("first").below(state.seats)
    order = tuple(dice.fork("rules").shuffled(HIDDEN_AT_FIRST)) if terms.discovery else ()
    code = terms.puzzle
    if code == "random":
        code = deals.code_of(terms.size, dice.below(deals.CODES))
    elif " " in code:
        return Deal("", tuple(code.split()), first, order)
    return Deal(code, deals.deal(code, state.seats if terms.mode == "duel" else 1), first, order)


def _settle_deal(state: State, outcome: Deal) -> Step[State]:
    _check_cards(state, outcome)
    terms = state.terms
    if not 0 <= outcome.first < state.seats or (terms.first and outcome.first != terms.first - 1):
        raise ValueError("another player starts")
    if sorted(outcome.order) != (list(HIDDEN_AT_FIRST) if terms.discovery else []):
        raise ValueError("the order in which rules become known is wrong")
    duel = terms.mode == "duel"
    after = replace(
        state,
        phase="pick" if duel else "build",
        code=outcome.code,
        materials=outcome.cards,
        pool=outcome.cards if duel else (),
        first=outcome.first,
        active=outcome.first,
        order=outcome.order,
    )
    sentence = text.cards_dealt(len(outcome.cards), outcome.code)
    events = [Event("deal", sentence, data={"code": outcome.code, "cards": list(outcome.cards)})]
    if state.seats > 1 and not terms.first:
        events.append(Event("first", f"{{{outcome.first}}} starts", seat=outcome.first))
    return Step(after, tuple(events), reveals=True)


def _check_cards(state: State, outcome: Deal) -> None:
    """Check that the recorded cards are possible; that they are those of the code is not computed again."""
    cards, puzzle = outcome.cards, state.terms.puzzle
    try:
        for card in cards:
            if card != WILD:
                card_piece(card)
        code = deals.check_code(outcome.code) if outcome.code else ""
    except (PieceError, deals.PuzzleError) as error:
        raise ValueError(str(error)) from None
    if code != outcome.code or not deals.FEWEST_CARDS <= len(cards) <= deals.MOST_CARDS or cards.count(WILD) > 1:
        raise ValueError("no puzzle deals such cards")
    if " " in puzzle:
        if outcome.code or cards != tuple(puzzle.split()):
            raise ValueError("the cards are not those asked for")
    elif not code or (puzzle != "random" and code != puzzle):
        raise ValueError("the puzzle is not the one asked for")
    elif state.terms.mode == "build" and sum(len(card) == 4 for card in cards) != 3 * deals.PER_COLOUR[code[0]]:
        raise ValueError("the puzzle deals another number of bricks")


# --- the appraisal ----------------------------------------------------------------------------------


def _found(state: State, seat: Seat, lexicon: Lexicon) -> FoundWords:
    """Find the words in a seat's tower; B-14: where the longest word is typed, only that word is checked."""
    bench = state.benches[seat]
    assert bench.tower is not None
    word = (bench.word or "-") if state.terms.typed else ""
    return find_words(bench.tower, lexicon, state.terms.readings, word)


def _settle_appraisal(state: State, outcome: Appraisal) -> Step[State]:
    if len(outcome.found) != state.seats:
        raise ValueError("every tower is appraised once")
    for bench, found in zip(state.benches, outcome.found, strict=True):
        assert bench.tower is not None
        letters, free = letters_of(bench.tower, state.terms.readings)
        spelled = [column.letters for column in columns(bench.tower, state.terms.readings)]
        if not can_make(found.longest, letters, free) or any(word not in spelled for word in found.columns):
            raise ValueError("a tower cannot make the words found in it")
        if len(found.columns) > len(spelled) or (state.terms.typed and found.longest not in ("", bench.word)):
            raise ValueError("there are words that nobody can have found")
    return moves.finish(replace(state, found=outcome.found))


GAME = BrickTower()
