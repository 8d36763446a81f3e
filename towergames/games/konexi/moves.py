"""What a legal action does and would bring, turns, rounds, and the end. Physics answers releases (see ``chance``)."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from msgspec import UNSET

from towergames.core.contract import Event, Over, Score, Seat, Step, Verdict
from towergames.core.text import count
from towergames.games.konexi.letters import names
from towergames.games.konexi.model import (
    ANY,
    BLOCKED,
    FULL,
    GAVE_UP,
    MOST_ROUNDS,
    MOST_WORDS,
    UNROLLED,
    Action,
    Arrange,
    Balance,
    Begin,
    Done,
    GiveUp,
    Mix,
    Nudge,
    Place,
    RoundEnd,
    State,
    Token,
    Word,
)
from towergames.games.konexi.rules import beside, gaps, is_blocked, standing, taken
from towergames.games.konexi.tower import joints, tower_of

NOBODY = -1

T = TypeVar("T")


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The row with one value changed."""
    return (*row[:at], value, *row[at + 1 :])


def scored(state: State, line: Score) -> State:
    """The points of a line counted."""
    return replace(state, points=put(state.points, line.seat, state.points[line.seat] + line.points))


# --- turns --------------------------------------------------------------------------------------------


def begin_round(state: State) -> State:
    """R-3: the letters go into a circle; the active player begins."""
    phase = "arrange" if state.terms.circle == "arranged" else "circle"
    return replace(state, phase=phase, circle="", gap=0)


def between_turns(state: State) -> State:
    """Nothing is left of what belongs to one turn: roll, new letter, bump, words that do not score yet."""
    return replace(state, face=UNROLLED, only="", new="", bumper=NOBODY, nudged=False, said=UNSET)


def begin_turn(state: State) -> State:
    """R-6, K-4: the active player rolls, unless the base comes another way."""
    state = between_turns(state)
    if not state.tower and state.terms.base == "picked":
        return after_roll(replace(state, face=ANY))
    phase = "base" if not state.tower and state.terms.base == "random" else "roll"
    return replace(state, phase=phase)


def after_roll(state: State) -> State:
    """R-6, R-7: the token is moved, by the player where there is a choice."""
    possible = gaps(state)
    if len(possible) > 1:
        return replace(state, phase="token")
    return ready(replace(state, gap=possible[0]))


def ready(state: State) -> State:
    """A letter is to be added; another player may bump the tower first (K-12)."""
    phase = "fate" if state.tower and state.terms.bump == "chance" and state.seats > 1 else "place"
    return replace(state, phase=phase)


def resume(state: State) -> State:
    """After a bump that did no harm the turn goes on where it was."""
    return replace(state, phase="word" if state.new else "place", bumper=NOBODY)


def end_turn(state: State, events: tuple[Event, ...], lines: tuple[Score, ...] = (), *, reveals: bool) -> Step[State]:
    """R-5, R-24, R-25: the game is won, the round is over, or the next player to the left has the turn."""
    if has_won(state, state.points[state.active]):
        reason = f"{{{state.active}}} has {count(state.points[state.active], 'point')}"
        return finish(state, reason, events, lines, reveals=reveals)
    if not state.circle:
        ended = RoundEnd(FULL, "", state.active, len(state.tower))
        if state.terms.endless is True:  # nothing is cleared away: the tower is what was to be built
            return finish(replace(state, ended=ended), "all 26 letters stand", events, lines, reveals=reveals)
        return end_round(state, ended, events, lines, reveals=reveals)
    after = begin_turn(replace(state, active=_next(state)))
    return Step(after, events, lines, reveals)


def has_won(state: State, points: int) -> bool:
    """R-25, K-28: whether these points win at once."""
    return state.terms.endless is not True and points >= state.terms.target


def _next(state: State) -> Seat:
    return (state.active + 1) % state.seats


# --- rounds -------------------------------------------------------------------------------------------


def fall(state: State, kind: str, cause: str, seat: Seat, events: tuple[Event, ...], *, reveals: bool) -> Step[State]:
    """R-21, R-23: the tower falls at a player's hand, who pays; the round is over (K-10)."""
    line = penalty_line(state, seat)
    letters = len(state.tower) + (state.in_hand is not None)
    ended = RoundEnd(kind, cause, seat, letters)
    cost = f"loses {count(-line.points, 'point')}" if line.points else "has nothing to pay"
    text = f"{why_fell(kind, cause)}: {{{seat}}} {cost}"
    told = Event("fall", text, seat=seat, data={"kind": kind, "cause": cause, "points": line.points})
    return end_round(scored(state, line), ended, (*events, told), (line,), reveals=reveals)


def penalty_line(state: State, seat: Seat) -> Score:
    """R-21: the cost of a fall, never more than the player has; 0 for one player alone (K-28)."""
    nominal = state.terms.penalty if state.seats > 1 else 0
    return Score(seat, -min(nominal, state.points[seat]), -nominal, "R-21", "the tower fell")


def why_fell(kind: str, cause: str) -> str:
    """K-23: the reason in a few words."""
    some = names(cause)
    match kind:
        case "drop":
            return f"{some} {'drops' if len(cause) == 1 else 'drop'} off the tower"
        case "touch":
            return f"{some} {'touches' if len(cause) == 1 else 'touch'} the table too"
        case "sideways":
            return "The tower tips over sideways"
        case "notch":
            return f"The notch of {some} gives way" if len(cause) == 1 else f"The notches of {some} give way"
        case "given-up":
            return "No letter is added, which counts as a fall"
        case _:
            return "The tower tips over"


def end_round(
    state: State, ended: RoundEnd, events: tuple[Event, ...], lines: tuple[Score, ...] = (), *, reveals: bool
) -> Step[State]:
    """R-24: all letters go back; the player after the active one begins the next round, unless it was the last."""
    text = f"Round {state.round} is over with {count(ended.letters, 'letter')} in the tower"
    if ended.kind == FULL:
        text = f"Round {state.round} is over: all 26 letters are in the tower"
    elif ended.kind == BLOCKED:
        text = f"Round {state.round} is over: no letter on offer has a place"
    elif ended.kind == GAVE_UP:
        text = f"Round {state.round} is over"
    told = Event("round", text, data={"round": state.round, "kind": ended.kind, "letters": ended.letters})
    cleared = replace(
        between_turns(state),
        circle="",
        gap=0,
        tower=(),
        rests=(),
        balance=Balance(),
        in_hand=None,
        ended=ended,
    )
    if state.terms.endless is True:
        reason = f"{len(state.tower)} of the 26 letters stood"
        return finish(cleared, reason, (*events, told), lines, reveals=reveals)
    if state.round >= MOST_ROUNDS:
        return finish(cleared, f"{MOST_ROUNDS} rounds have been played", (*events, told), lines, reveals=reveals)
    following = replace(cleared, active=_next(state), round=state.round + 1)
    return Step(begin_round(following), (*events, told), lines, reveals)


# --- the end ------------------------------------------------------------------------------------------


def finish(
    state: State, reason: str, events: tuple[Event, ...], lines: tuple[Score, ...], *, reveals: bool
) -> Step[State]:
    """R-25, K-25, K-28: the game is over."""
    state = replace(between_turns(state), phase="over", ending=reason)
    best = ranking(state).ranking[0]
    winners = " and ".join(f"{{{seat}}}" for seat in best)
    won = f"; {winners} {'wins' if len(best) == 1 else 'win'}" if state.seats > 1 else ""
    told = Event("over", f"The game is over: {reason}{won}", seat=best[0], data={"winners": list(best)})
    return Step(state, (*events, told), lines, reveals)


def ranking(state: State) -> Over:
    """R-25: most points first; equal points share a place."""
    groups = sorted(set(state.points), reverse=True)
    places = tuple(tuple(s for s in range(state.seats) if state.points[s] == points) for points in groups)
    reason = f"most points, {groups[0]}" if state.seats > 1 else f"{groups[0]} of the 26 letters stood"
    if has_won(state, groups[0]):
        reason = f"first to {state.terms.target} points"
    elif len(places[0]) > 1:
        reason = f"{len(places[0])} players have {count(groups[0], 'point')} and share the win (K-25)"
    return Over(places, reason)


# --- moves --------------------------------------------------------------------------------------------


def perform(state: State, action: Action) -> Step[State]:
    """The step of a legal action."""
    seat = state.active
    match action:
        case Begin():
            return Step(beginning(state, action.seat), (_begins(action.seat, "has the next birthday and begins"),))
        case Arrange():
            return Step(laid(state, action.letters, action.gap), (told_circle(action.letters, action.gap),))
        case Mix():
            return Step(replace(state, phase="circle"))
        case Token():
            after = ready(replace(state, gap=action.gap))
            return Step(after, (moved(after, f"{{{seat}}} moves the token"),))
        case Place():
            return _place(state, action)
        case GiveUp():
            return _give_up(state)
        case Word():
            return say(state, action.word, reveals=False)
        case Done():
            if state.words_said:
                return _count(state, (), reveals=False)
            told = Event("done", f"{{{seat}}} says no word", seat=seat)
            return end_turn(state, (told,), reveals=False)
        case Nudge():
            return Step(replace(state, phase="bump", bumper=action.by, nudged=True))


# --- the beginning ----------------------------------------------------------------------------------


def beginning(state: State, first: int) -> State:
    """R-4: the first player is known; the letters are to be laid out."""
    return begin_round(replace(state, first=first, active=first))


def _begins(seat: int, how: str) -> Event:
    return Event("order", f"{{{seat}}} {how}", seat=seat, data={"first": seat})


def laid(state: State, letters: str, gap: int) -> State:
    """R-3: the circle lies there, and the first turn of the round begins."""
    return begin_turn(replace(state, circle=letters, gap=gap))


def told_circle(letters: str, gap: int) -> Event:
    """The circle in the log."""
    here = beside(letters, gap)
    text = f"The letters lie in a circle: {letters}; the token is between {here[0]} and {here[1]}"
    return Event("circle", text, data={"letters": letters, "gap": gap})


def moved(state: State, how: str) -> Event:
    """Where the token has come to."""
    here = beside(state.circle, state.gap)
    where = f"between {here[0]} and {here[1]}" if len(here) > 1 else f"beside {here}, the last letter"
    data = {"gap": state.gap, "face": state.face, "letters": here}
    return Event("token", f"{how} {where}", seat=state.active, data=data)


# --- letters and words --------------------------------------------------------------------------------


def _place(state: State, action: Place) -> Step[State]:
    seat, spot = state.active, action.spot
    circle, gap = taken(state.circle, state.gap, action.letter)
    made = joints(tower_of(state.tower), spot)
    onto = names("".join(dict.fromkeys(joint.other for joint in made)))
    how = f", notched to {onto}" if onto else " as the base"
    data = {"letter": spot.letter, "turn": spot.turn, "flip": spot.flip, "x": spot.x, "y": spot.y, "onto": onto}
    told = Event("let-go", f"{{{seat}}} lets go of {standing(spot)}{how}", seat=seat, data=data)
    return Step(replace(state, phase="release", circle=circle, gap=gap, in_hand=spot), (told,))


def _give_up(state: State) -> Step[State]:
    """K-11, K-22: a fall, unless no letter on offer has a place at all."""
    seat = state.active
    if is_blocked(state):
        told = Event("blocked", f"{{{seat}}} has no place for a letter, and nobody pays", seat=seat)
        return end_round(state, RoundEnd(BLOCKED, "", seat, len(state.tower)), (told,), reveals=False)
    return fall(state, GAVE_UP, "", seat, (), reveals=False)


def say(state: State, word: str, *, reveals: bool) -> Step[State]:
    """R-14: the word scores a point a letter, and the turn is over; K-27: or others may follow, and all wait."""
    seat = state.active
    points = count(len(word), "point")
    if state.terms.every is True:
        after = replace(state, said=(*state.words_said, word))
        told = Event("word", f"{{{seat}}} says {word}, worth {points}", seat=seat, data={"word": word})
        if lines_after(state, word):
            return _count(after, (told,), reveals=reveals)
        return Step(after, (told,), (), reveals)
    line = word_line(state, word)
    told = Event("word", f"{{{seat}}} makes {word}: {points}", seat=seat, data={"word": word})
    return end_turn(scored(state, line), (told,), (line,), reveals=reveals)


def lines_after(state: State, word: str) -> tuple[Score, ...]:
    """What scores at once when a word is said: K-27: nothing, as long as the turn may go on."""
    if state.terms.every is not True:
        return (word_line(state, word),)
    said = (*state.words_said, word)
    enough = has_won(state, state.points[state.active] + sum(map(len, said)))
    return tuple(word_line(state, one) for one in said) if enough or len(said) >= MOST_WORDS else ()


def lines_due(state: State) -> tuple[Score, ...]:
    """K-27: the score lines of this turn's words, due when it ends."""
    return tuple(word_line(state, word) for word in state.words_said)


def finish_finding(state: State, *, unlisted: bool) -> Step[State]:
    """K-9, K-26: the table finds no word, or no further one."""
    if state.words_said:
        return _count(state, (), reveals=True)
    told = f"{{{state.active}}}'s {state.new} makes no word"
    if unlisted:
        told = f"No word is looked for: the word list {state.list_id} is not on this machine"
    return end_turn(state, (Event("done", told, seat=state.active),), reveals=True)


def _count(state: State, events: tuple[Event, ...], *, reveals: bool) -> Step[State]:
    """K-27: the turn is over, and all its words score."""
    lines = lines_due(state)
    for line in lines:
        state = scored(state, line)
    total = count(sum(line.points for line in lines), "point")
    text = f"{{{state.active}}} scores {total} for {count(len(lines), 'word')}"
    return end_turn(state, (*events, Event("done", text, seat=state.active)), lines, reveals=reveals)


def word_line(state: State, word: str) -> Score:
    """The score line of a word."""
    return Score(state.active, len(word), len(word), "R-14", word)


# --- what a move would bring --------------------------------------------------------------------------


def foresee(state: State, action: Action) -> Verdict:
    """The verdict on a legal action: the score lines it would bring, and a note in a few words."""
    match action:
        case Place():
            return Verdict(note=_joined(state, action))
        case Word(word):
            lines = lines_after(state, word)
            when = "" if lines else " when your turn ends"
            return Verdict(preview=lines, note=f"{word}: {count(len(word), 'point')}{when}")
        case GiveUp() if is_blocked(state):
            return Verdict(note="there is no place for a letter; the round ends and nobody pays")
        case GiveUp():
            line = penalty_line(state, state.active)
            cost = f"{count(-line.points, 'point')} lost" if line.points else "you have nothing to pay"
            return Verdict(preview=(line,), note=f"counts as a fall: {cost}")
        case Token(gap):
            return Verdict(note=f"beside the token: {names(beside(state.circle, gap))}")
        case Done() if state.words_said:
            lines = lines_due(state)
            points = count(sum(line.points for line in lines), "point")
            return Verdict(preview=lines, note=f"ends your turn: {points} for {count(len(lines), 'word')}")
        case Done():
            return Verdict(note="ends your turn without a word")
        case Begin(seat):
            return Verdict(note=f"P{seat + 1} begins")
        case Arrange():
            return Verdict(note="the round begins with the circle as it lies")
        case Mix():
            return Verdict(note="the letters are mixed, and the token lies somewhere")
        case Nudge():
            return Verdict(note="the tower is pushed; if it falls, that player pays")
        case _:
            return Verdict()


def _joined(state: State, action: Place) -> str:
    if not state.tower:
        return "the base"
    tower = tower_of(state.tower)
    made = joints(tower, action.spot)
    onto = names("".join(dict.fromkeys(joint.other for joint in made)))
    # Whether the place would bear the letter is not told: the player judges that, or has it shown as help (K-9).
    return f"{count(len(made), 'joint')} with {onto}"
