"""The review of past turns: each is compared with the move of Hard and a few others in the same imagined worlds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from towergames.core.bot import Clock
from towergames.core.contract import AnyGame, Seat
from towergames.core.dice import Dice
from towergames.core.feat import Play as MadePlay
from towergames.core.review import NEAR, Candidate, TurnReview, Unit
from towergames.games.words import leaves, text
from towergames.games.words.bots import HARD, LEVELS, ThinkingBot, exchanges, table_of
from towergames.games.words.grid import bracketed, formed, size_of, without
from towergames.games.words.model import RACK, Action, Exchange, Pass, Play, State, imagine
from towergames.games.words.moves import scored
from towergames.games.words.notation import cells_of, notate, written
from towergames.games.words.prospects import WORLDS, candidate_of, chance, leads
from towergames.games.words.rules import all_plays, ends_the_turn
from towergames.games.words.search import candidates

CANDIDATES = 3
"""Moves that stand beside the one that was made."""
GOOD_ANSWER = 15
"""Points from which the answer to a play is named as the reason against it."""
POINTS_COUNT = 4
"""Points that a better play brings more, from which they are named as the reason."""
LEAVE_COUNTS = 2.0
"""Points of leave value from which the tiles kept are the reason for a move."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move of a comparison: its points at once, the tiles that it keeps, and the lead and the chance after it."""

    action: Action
    points: int
    kept: str
    lead: float
    chance: int


class WordsTurns:
    """Compares moves by the chance to win over many worlds. See :class:`towergames.core.review.TurnReviewer`."""

    unit: Unit = "chance"
    measure = "Hard's estimate among equals, from what was in sight, give or take 3 in 100."

    def why_not(self, game: AnyGame, first: State) -> str:
        """The reason against a review: chances are measured for two players and the usual rules."""
        if first.seats != 2:
            return text.ONLY_FOR_TWO
        kept = {name: getattr(first.terms, name) for name in ("checking", "ties", "timer", "first")}
        return "" if first.terms == replace(game.new(2, {}).terms, **kept) else text.ONLY_USUAL_RULES

    def turns(self, plays: Sequence[MadePlay], seat: Seat) -> list[range]:
        """The moves of a seat. A play that was taken back and followed by another try is no turn of its own."""
        found = []
        for play in plays:
            if play.by != seat or not isinstance(play.move, Play | Exchange | Pass):
                continue
            again = _taken_back(plays, play) and not ends_the_turn(play.before.terms, again=play.before.retry)
            if not again:
                found.append(range(play.number, play.number + 1))
        return found

    def judge(self, game: AnyGame, plays: Sequence[MadePlay], turn: range, care: int) -> TurnReview:
        """The move beside the one of Hard's search, both played forward in the same worlds."""
        own = plays[turn.start - 1]
        start, bad = own.before, _taken_back(plays, own)
        view, dice = game.view(start, start.active), Dice.named(f"review {start.turns} {care}")
        seen = imagine(view, dice.fork("imagine"))
        table = table_of(view, seen)
        hard = ThinkingBot(HARD).move(view, seen, dice, Clock(LEVELS[-1].iterations)).action
        guesses = candidates(table, leaves.shipped(), exchanges(seen), True, HARD)
        likely: list[Action] = []
        for guess in guesses[:CANDIDATES]:
            if guess.play is not None:
                likely.append(guess.play.action(seen.terms.size))
            else:
                likely.append(Exchange(guess.swap) if guess.swap else Pass())
        made = Pass() if bad else own.move
        actions = dict.fromkeys((likely[0], made, hard, *likely))
        moves = {action: candidate_of(table, seen, action) for action in actions}
        found = leads(view, table, list(moves.values()), care * WORLDS, dice)
        unseen = len(table.unseen)
        judged = {}
        for (action, move), lead in zip(moves.items(), found, strict=True):
            points = move.play.score if move.play is not None else 0
            judged[action] = JudgedMove(action, points, move.kept, lead, chance(lead, unseen, moved=True))
        mine, best = judged[made], judged[hard]
        if best.lead <= mine.lead:
            best = mine
        well = best.lead - mine.lead <= NEAR and not bad
        beside = [best, *(move for move in judged.values() if move not in (best, mine))][:CANDIDATES]
        beside.sort(key=lambda move: -move.lead)
        return TurnReview(
            seat=start.active,
            round=game.round(start),
            first=turn.start,
            last=turn.stop - 1,
            before=chance(found[0], unseen, moved=False),
            after=mine.chance,
            best=best.chance,
            made=_made(start, own.move),
            advised=_advised(start, best),
            moves=() if best == mine else (notate(best.action),),
            sentence=_praise(start, mine, hard) if well else _why(plays, own, mine, best, bad),
            points=mine.points,
            candidates=tuple(_listed(own, move, made) for move in dict.fromkeys((*beside, mine))),
            praise=well,
        )


def _taken_back(plays: Sequence[MadePlay], own: MadePlay) -> tuple[str, ...]:
    """The words for which a play was taken back; () where it stood."""
    for play in plays[own.number :]:
        if play.by == own.by:
            break
        for event in play.events("ruling"):
            if event.data["bad"]:
                return tuple(event.data["bad"])
    return ()


# --- a move in words --------------------------------------------------------------------------------------


def _word(state: State, action: Play) -> str:
    """The main word of a play, letters that stand there already in brackets."""
    tiles = cells_of(action, size_of(state.board)) or {}
    return bracketed(formed(state.board, tiles)[0], tiles)


def _made(state: State, action: Action) -> str:
    if isinstance(action, Play):
        return text.you_played(written(state.board, action), _points_of(state, action))
    return text.you_exchanged(action.tile) if isinstance(action, Exchange) else text.YOU_PASSED


def _points_of(state: State, action: Play) -> int:
    return sum(line.points for line in scored(state, action)[2])


def _advised(state: State, move: JudgedMove) -> str:
    if isinstance(move.action, Play):
        return text.hard_plays(written(state.board, move.action), move.points)
    return text.hard_exchanges(move.action.tile) if isinstance(move.action, Exchange) else text.HARD_PASSES


def _listed(own: MadePlay, move: JudgedMove, made: Action) -> Candidate:
    """A move among the candidates. A play that was taken back is listed with what it came to."""
    is_made = move.action == made
    action = own.move if is_made else move.action
    name = written(own.before.board, action) if isinstance(action, Play) else notate(action)
    note = text.keeps(move.kept) if action == move.action else text.TAKEN_BACK_NOTE
    return Candidate(name, move.points, note, is_made, move.chance)


def _praise(state: State, mine: JudgedMove, hard: Action) -> str:
    """The sentence about a turn that lost nothing."""
    if isinstance(mine.action, Play):
        all_tiles = len(mine.action.tiles.replace(".", "")) == RACK
        best, tempting = all_plays(state)[:1], ""
        if best and best[0].score > mine.points:
            tempting = f"{_word(state, best[0].action(state.terms.size))} for {best[0].score}"
        return text.praise_play(_word(state, mine.action), tempting, all_tiles=all_tiles, same=mine.action == hard)
    return text.praise_exchange(mine.action.tile) if isinstance(mine.action, Exchange) else text.PRAISE_PASS


# --- the temptation, then the fact ------------------------------------------------------------------------


def _why(plays: Sequence[MadePlay], own: MadePlay, mine: JudgedMove, best: JudgedMove, bad: Sequence[str]) -> str:
    """The clearest reason against a move."""
    state: State = own.before
    if bad:
        return text.looked_like_words(bad)
    if isinstance(mine.action, Play):
        word = _word(state, mine.action)
        if not isinstance(best.action, Play):
            return text.worth_a_turn(word, mine.points, _given(best.action))
        return _why_not_this_word(plays, own, word, mine, best)
    given = _given(mine.action)
    if isinstance(best.action, Play):
        other = _word(state, best.action)
        tempted = text.new_tiles_tempted if given else text.waiting_tempted
        return tempted(other, best.points)
    tile = _given(best.action)
    return text.another_tile(given, tile) if tile else text.waiting_was_better(given)


def _given(action: Action) -> str:
    """The tile that an exchange gives away; '' for a pass."""
    return action.tile if isinstance(action, Exchange) else ""


def _why_not_this_word(plays: Sequence[MadePlay], own: MadePlay, word: str, mine: JudgedMove, best: JudgedMove) -> str:
    state: State = own.before
    assert isinstance(mine.action, Play) and isinstance(best.action, Play)
    other, more = _word(state, best.action), best.points - mine.points
    bonus = state.terms.bingo
    if bonus and len(best.action.tiles.replace(".", "")) == RACK and mine.kept:
        return text.all_seven_fit(other, bonus)
    known, bag = leaves.shipped(), len(state.bag)
    gained = known.worth(best.kept, bag) - known.worth(mine.kept, bag)
    saved = without(mine.kept, best.kept)
    if more >= POINTS_COUNT and saved and gained < -LEAVE_COUNTS:
        return text.kept_good_tiles(saved, other, more)
    if more >= POINTS_COUNT:
        return _hidden(state, mine.action, best.action, more)
    answer = _answer_on(plays, own, mine.action)
    if answer is not None:
        return text.opened_the_way(word, mine.points, 1 - state.active, *answer)
    if gained > LEAVE_COUNTS and mine.kept and best.kept:
        return text.keeps_better(word, mine.points, mine.kept, other, best.kept)
    fewer = len(mine.kept) - len(best.kept)
    if not bag and fewer > 0 and state.terms.penalty:
        return text.tiles_left_cost(word, mine.points, other, fewer, state.terms.penalty)
    return text.answers_counted(word, mine.points, other)


def letters(word: str) -> int:
    """How many letters a bracketed word has."""
    return sum(letter.isalpha() for letter in word)


def _hidden(state: State, made: Play, best: Play, more: int) -> str:
    """The sentence about a play that brings more points, with the reason why it is harder to see."""
    word, other = _word(state, made), _word(state, best)
    size = size_of(state.board)
    covers, covered = [sum(bool(state.board[cell]) for cell in cells_of(play, size) or {}) for play in (best, made)]
    if covers and not covered:
        return text.free_squares(word, other, more)
    if letters(word) > letters(other):
        return text.longer_word(word, other, more)
    return text.quick_to_see(word, other, more)


def _answer_on(plays: Sequence[MadePlay], own: MadePlay, made: Play) -> tuple[str, int] | None:
    """The word of the other player's next play that uses a tile of this one, and its points; None for another play."""
    laid = set(cells_of(made, size_of(own.before.board)) or {})
    for play in plays[own.number :]:
        if play.by == own.by:
            break
        if not isinstance(play.move, Play):
            continue
        board, points = play.before.board, _points_of(play.before, play.move)
        tiles = cells_of(play.move, size_of(board)) or {}
        used = any(laid.intersection(word.cells) for word in formed(board, tiles))
        return (_word(play.before, play.move), points) if used and points >= GOOD_ANSWER else None
    return None
