"""What a legal action does, and the preview of that. Physics answers after a release (see ``chance``)."""

from __future__ import annotations

from dataclasses import replace

from towergames.core.contract import Event, Score, Step, Verdict
from towergames.core.text import count
from towergames.games.konexi.lattice import joints, tower_of
from towergames.games.konexi.model import (
    BLOCKED,
    GAVE_UP,
    MOST_WORDS,
    Action,
    Arrange,
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
from towergames.games.konexi.turns import (
    begin_round,
    begin_turn,
    beside,
    end_round,
    end_turn,
    fall,
    has_won,
    is_blocked,
    names,
    penalty_line,
    ready,
    scored,
    standing,
    taken,
)


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
