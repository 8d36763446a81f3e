"""What a move does, and what it would bring: laying, exchanging, passing, answering, and who is next."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from msgspec import UNSET

from towergames.core.contract import Event, Over, Score, Seat, Step, Verdict
from towergames.core.text import count, listed
from towergames.games.words import grid, text
from towergames.games.words.grid import Word, without
from towergames.games.words.model import (
    RACK,
    SOLO_EXCHANGES,
    TASK_PLAYS,
    Accept,
    Action,
    Challenge,
    Exchange,
    Laid,
    Pass,
    Pending,
    Play,
    State,
)
from towergames.games.words.notation import cells_of
from towergames.games.words.rules import checks_words, lexicon_of


def perform(state: State, action: Action) -> Step[State]:
    """The move done; it must be legal."""
    match action:
        case Play():
            return _lay(state, action)
        case Exchange(tile):
            return _exchange(state, tile)
        case Pass():
            after = replace(close_window(state), passes=state.passes + 1)
            return go_on(end_turn(after), (Event("pass", f"{{{state.active}}} passes", seat=state.active),))
        case Challenge():
            return _challenge(state)
        case Accept():
            seat = state.asked[0]
            told = Event("accept", f"{{{seat}}} lets the play stand", seat=seat)
            return go_on(replace(state, asked=state.asked[1:]), (told,))
        case _:
            assert_never(action)


PLAY_RULES = ("R-17", "R-18", "R-19", "R-20")
"""The rules by which a play scores."""


def score_lines(seat: Seat, words: tuple[Word, ...], laid: int, bingo: int) -> tuple[Score, ...]:
    """R-17 to R-21: one line a word, then the Qu bonus of each, then the bonus for seven tiles."""
    lines = []
    for word in words:
        rule, how = ("R-17", "flat") if word.flat else ("R-18", "stacked")
        lines.append(Score(seat, word.points - word.qu, word.points - word.qu, rule, f"{word.text}, {how}"))
        if word.qu:
            lines.append(Score(seat, word.qu, word.qu, "R-19", f"Qu in {word.text}"))
    if laid == RACK and bingo:
        lines.append(Score(seat, bingo, bingo, "R-20", "all 7 tiles"))
    return tuple(lines)


def scored(state: State, play: Play) -> tuple[dict[int, str], tuple[Word, ...], tuple[Score, ...]]:
    """The tiles that the active player's play puts down (square -> tile), its words, and their score lines."""
    tiles = cells_of(play, state.terms.size) or {}
    words = grid.formed(state.board, tiles)
    return tiles, words, score_lines(state.active, words, len(tiles), state.terms.bingo)


def _lay(state: State, play: Play) -> Step[State]:
    seat = state.active
    tiles, words, lines = scored(state, play)
    points = sum(line.points for line in lines)
    checked = checks_words(state)
    names = tuple(word.text for word in words)
    closed = close_window(state)
    laid = tuple(Laid(cell, tile) for cell, tile in sorted(tiles.items()))
    after = replace(
        closed,
        board=grid.place_tiles(state.board, tiles),
        racks=with_rack(state.racks, seat, without(state.racks[seat], "".join(tiles.values()))),
        points=plus(state.points, seat, points),
        passes=0,
        last=tuple(sorted(tiles)),
        looked=False,
    )
    if checked:
        after = replace(after, refill=(*after.refill, seat))
    else:
        after = replace(after, pending=Pending(seat, laid, names, points, state.passes, state.retry))
        after = replace(after, asked=_to_ask(after, seat))
    data = {
        "words": list(names),
        "points": points,
        "tiles": [[tile.cell, tile.tile] for tile in laid],
        "open": not checked,
    }
    told = Event("play", text.played(seat, words, tiles.keys(), points, state.terms.size), seat=seat, data=data)
    bonus = (Event("bingo", text.all_seven(seat, state.terms.bingo), seat=seat),) if len(tiles) == RACK else ()
    return go_on(end_turn(after), (told, *bonus), lines)


def _exchange(state: State, tile: str) -> Step[State]:
    seat = state.active
    after = replace(close_window(state), swap=tile, exchanges=plus(state.exchanges, seat, 1), passes=0, looked=False)
    return go_on(after, (Event("exchange", f"{{{seat}}} exchanges a tile", seat=seat),))


def _challenge(state: State) -> Step[State]:
    seat = state.asked[0] if state.phase == "answer" else state.active
    assert state.pending is not None
    words = listed(state.pending.words)
    told = Event("challenge", f"{{{seat}}} challenges {words}", seat=seat, data={"words": list(state.pending.words)})
    return Step(replace(state, phase="ruling", challenger=seat), (told,))


# --- the window in which a play can be challenged (U-12) ---------------------------------------------


def close_window(state: State) -> State:
    """U-12: the pending play stands, and its player may draw."""
    if state.pending is None:
        return state
    return replace(state, pending=None, asked=(), refill=(*state.refill, state.pending.seat), looked=False)


def _to_ask(state: State, seat: Seat) -> tuple[Seat, ...]:
    """U-12, U-15: seats that answer before the next turn. The next player answers in the next turn instead."""
    others = [(seat + step) % state.seats for step in range(1, state.seats)]
    drawn = sum(RACK - len(state.racks[s]) for s in state.refill)
    out = not state.racks[seat] and len(state.bag) <= drawn
    waits = out or state.skips[others[0]]
    return tuple(others if waits else others[1:])


# --- who is next ------------------------------------------------------------------------------------


def end_turn(state: State) -> State:
    """The turn counted and handed on; a second try after a challenge is the same turn."""
    return replace(state, turns=state.turns + (not state.retry), retry=False, active=(state.active + 1) % state.seats)


def go_on(
    state: State, events: tuple[Event, ...] = (), scores: tuple[Score, ...] = (), *, reveals: bool = False
) -> Step[State]:
    """The next phase: a draw, an exchange, an answer, the end, a look at the racks, or a turn."""
    if not state.asked and state.skips[state.active]:
        state = close_window(state)  # who loses this turn was asked with the others; there is nobody left to ask
    if not state.bag or task_done(state):
        state = replace(state, refill=())
    phase = _due_before_the_next_turn(state)
    if phase:
        return Step(replace(state, phase=phase), events, scores, reveals)
    reason = _ending(state)
    if reason:
        return finish(state, reason, events, scores)
    while state.skips[state.active]:
        lost = Event("lost-turn", f"{{{state.active}}} loses this turn", seat=state.active)
        events = (*events, lost)
        # U-12: no pass, and the row is broken, so that all who end the game by passing have had the chance to play
        state = end_turn(replace(state, skips=plus(state.skips, state.active, -1), passes=0))
    state = replace(state, phase="look" if _must_look(state) else "turn")
    return Step(state, events, scores, reveals)


def _due_before_the_next_turn(state: State) -> str:
    """The phase that the present turn still needs, '' if none."""
    if state.refill:
        return "draw"
    if state.swap:
        return "exchange"
    return "answer" if state.asked else ""


def _ending(state: State) -> str:
    """R-25: why the game is over now, '' if it goes on."""
    if task_done(state):
        return f"all {TASK_PLAYS} words are played"
    if not state.bag and "" in state.racks:
        done = state.racks.index("")
        return "all tiles have been used" if state.seats == 1 else f"{{{done}}} has used all tiles"
    if state.passes >= state.seats:
        return "the last turn was passed" if state.seats == 1 else "all players passed in a row"
    return ""


def _must_look(state: State) -> bool:
    """U-14, U-17: whether the racks must be searched for a player who can still make a word."""
    if state.looked or state.retry or state.pending is not None:
        return False
    no_exchange = state.seats == 1 and (state.terms.deal is not UNSET or state.exchanges[0] >= SOLO_EXCHANGES)
    return not state.bag or no_exchange


def task_done(state: State) -> bool:
    """U-25: whether all words of today's task are played."""
    return state.terms.deal is not UNSET and state.turns >= TASK_PLAYS


def finish(state: State, reason: str, events: tuple[Event, ...], scores: tuple[Score, ...]) -> Step[State]:
    """R-26, U-11: the game is over; every tile left costs its player points, once. U-25: not in today's task."""
    lines = list(scores)
    told = list(events)
    points = state.points
    for seat, rack in enumerate(state.racks):
        if not rack or state.terms.deal is not UNSET:
            continue
        cost = state.terms.penalty * len(rack)
        left = Event("leftover", text.left_over(seat, rack, cost), seat=seat, data={"tiles": rack, "points": -cost})
        told.append(left)
        if cost:
            lines.append(Score(seat, -cost, -cost, "R-26", f"{count(len(rack), 'tile')} left"))
            points = plus(points, seat, -cost)
    over = replace(state, phase="over", points=points, ending=reason, pending=None, asked=(), refill=())
    best = ranking(over).ranking[0]
    end = text.ended(reason, best, points[best[0]], alone=state.seats == 1)
    told.append(Event("over", end, seat=best[0], data={"winners": list(best)}))
    return Step(over, tuple(told), tuple(lines), True)


def ranking(state: State) -> Over:
    """R-27, U-16: most points first; equal points share a place, or stand by the tiles left."""

    def key(seat: Seat) -> tuple[int, int]:
        return (-state.points[seat], len(state.racks[seat]) if state.terms.ties == "fewer-tiles" else 0)

    groups = sorted({key(seat) for seat in range(state.seats)})
    places = tuple(tuple(seat for seat in range(state.seats) if key(seat) == group) for group in groups)
    best = state.points[places[0][0]]
    reason = f"{best} points" if state.seats == 1 else f"most points, {best}"
    if len(places[0]) > 1:
        reason = f"{len(places[0])} players have {best} points and share the win"
    elif sum(points == best for points in state.points) > 1:
        reason = f"{best} points and fewer tiles left"
    return Over(places, reason)


# --- small helpers ----------------------------------------------------------------------------------


def with_rack(racks: tuple[str, ...], seat: Seat, rack: str) -> tuple[str, ...]:
    """The racks with another one at a seat."""
    return (*racks[:seat], rack, *racks[seat + 1 :])


def plus(numbers: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    """The numbers by seat with one of them raised."""
    return (*numbers[:seat], numbers[seat] + more, *numbers[seat + 1 :])


# --- what a move would bring ----------------------------------------------------------------------


def verdict_of(state: State, action: Action) -> Verdict:
    """The verdict on a legal action: its score lines, and a note in a few words. Never tells more than the rules do."""
    match action:
        case Play():
            return _play(state, action)
        case Exchange():
            if state.seats == 1:
                left = SOLO_EXCHANGES - state.exchanges[0] - 1
                return Verdict(note=f"an exchange scores nothing, and {left} more are left")
            return Verdict(note="it ends your turn")
        case Pass():
            ends = state.passes + 1 >= state.seats
            return Verdict(note="it ends the game" if ends else "it ends your turn")
        case Challenge():
            strict = state.terms.checking == "loser-loses-turn"
            return Verdict(note="the player who is wrong loses a turn" if strict else "a wrong challenge costs nothing")
        case _:
            return Verdict(note="the play stands")


def _play(state: State, action: Play) -> Verdict:
    _, words, lines = scored(state, action)
    note = text.worth(words, sum(line.points for line in lines if line.rule == "R-20"))
    if not checks_words(state):
        note += ". It may be challenged"
    elif lexicon_of(state) is None:
        note += f". It is not checked: the {state.list_id} word list of this game is missing"
    return Verdict(preview=lines, note=note)
