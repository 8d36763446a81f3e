"""The effects of actions and outcomes: turns, rounds, the end and previews; dice, word list and physics.

An outcome is resolved once, live. Afterwards it is checked and applied from the record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from msgspec import UNSET

from towergames.core.contract import Event, Nature, Over, Score, Seat, Step, Verdict
from towergames.core.dice import Dice
from towergames.core.text import count, listed
from towergames.games.konexi import model
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.model import ANY, NOBODY, STANDS, UNROLLED, RoundEnd, State
from towergames.games.konexi.requirements import KonexiPhysicsPort
from towergames.games.konexi.rules import beside, between, gaps, holds, is_blocked, onto, taken
from towergames.games.konexi.tower import tower_of
from towergames.games.konexi.words import connected, lexicon_of, sayable_words
from towergames.lexicon import word_lists
from towergames.physics.recording import check_record, fitted

BUMP_ONE_IN = 20
"""K-12: number of turns for each bump at random, on average."""
_MAX_UM = 10**7
"""Ten metres, in micrometres: nothing falls further."""
_HALF_TURN = 180_000

Events = tuple[Event, ...]
Lines = tuple[Score, ...]


def add_points(points: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    """The points of all players after ``more`` points for one seat."""
    return (*points[:seat], points[seat] + more, *points[seat + 1 :])


def _scored(state: State, lines: Lines) -> State:
    for line in lines:
        state = replace(state, points=add_points(state.points, line.seat, line.points))
    return state


# --- turns --------------------------------------------------------------------------------------------


def _begin_round(state: State) -> State:
    """R-3: the letters go into a circle, and the active player begins."""
    phase = "arrange" if state.terms.circle == "arranged" else "circle"
    return replace(state, phase=phase, circle="", gap=0)


def _between_turns(state: State) -> State:
    """Reset everything that belongs to one turn: roll, new letter, bump, words that have not scored."""
    return replace(state, face=UNROLLED, only="", new="", bumper=NOBODY, nudged=False, said=UNSET)


def _begin_turn(state: State) -> State:
    """R-6, K-4: the active player rolls, unless the base is picked or drawn."""
    state = _between_turns(state)
    if not state.tower and state.terms.base == "picked":
        return _after_roll(replace(state, face=ANY))
    phase = "base" if not state.tower and state.terms.base == "random" else "roll"
    return replace(state, phase=phase)


def _after_roll(state: State) -> State:
    """R-6, R-7: move the token, or let the player choose between several gaps."""
    possible = gaps(state)
    return replace(state, phase="token") if len(possible) > 1 else _ready(replace(state, gap=possible[0]))


def _ready(state: State) -> State:
    """Prepare for adding a letter; another player may bump the tower first (K-12)."""
    phase = "fate" if state.tower and state.terms.bump == "chance" and state.seats > 1 else "place"
    return replace(state, phase=phase)


def _end_turn(state: State, events: Events, lines: Lines = ()) -> Step[State]:
    """R-5, R-24, R-25: count the lines. The game is won, the round ends, or the next player is on turn."""
    state = _scored(state, lines)
    if _has_won(state, state.points[state.active]):
        return _finish(state, f"{{{state.active}}} has {count(state.points[state.active], 'point')}", events, lines)
    if model.task_chance(state.terms) and len(state.tower) == model.TASK_LETTERS:
        ended = RoundEnd(model.FULL, "", state.active, len(state.tower))
        return _finish(replace(state, ended=ended), f"all {model.TASK_LETTERS} letters stand", events, lines)
    if not state.circle:
        ended = RoundEnd(model.FULL, "", state.active, len(state.tower))
        if state.terms.endless is True:  # the complete tower stays on the table
            return _finish(replace(state, ended=ended), "all 26 letters stand", events, lines)
        return _end_round(state, ended, events, lines)
    return Step(_begin_turn(replace(state, active=_next(state))), events, lines)


def _has_won(state: State, points: int) -> bool:
    """R-25, K-28: whether ``points`` win at once."""
    return state.terms.endless is not True and points >= state.terms.target


def _next(state: State) -> Seat:
    return (state.active + 1) % state.seats


# --- rounds -------------------------------------------------------------------------------------------


def _fall(state: State, kind: str, cause: str, seat: Seat, events: Events) -> Step[State]:
    """R-21, R-23: the tower falls at a player's hand, or counts as fallen. The player pays, and the round ends."""
    line = _penalty(state, seat, kind)
    ended = RoundEnd(kind, cause, seat, len(state.tower) + (state.in_hand is not None))
    cost = f"loses {count(-line.points, 'point')}" if line.points else "has no points to lose"
    text = f"{why_fell(kind, cause)}. {{{seat}}} {cost}"
    event = Event("fall", text, seat=seat, data={"kind": kind, "cause": cause, "points": line.points})
    return _end_round(_scored(state, (line,)), ended, (*events, event), (line,))


def fall_cost(state: model.Public) -> str:
    """R-21: the present cost of a fall for the active player, in words."""
    line = _penalty(state, state.active, model.GAVE_UP)
    if line.points:
        return f"it costs {count(-line.points, 'point')}"
    return "it costs nothing at 0 points" if line.nominal else "it costs nothing"


def give_up_cost(state: model.Public) -> str:
    """K-11: the present cost of giving up for the active player, in words."""
    what = "game" if state.terms.endless is True else "round"
    return f"{fall_cost(state)} and ends the {what}"


def _penalty(state: model.Public, seat: Seat, kind: str) -> Score:
    """R-21, R-23: the cost of a fall, never more than the player has; 0 where letters score (K-28)."""
    nominal = 0 if state.letters_score else state.terms.penalty
    rule = "R-21" if seat == state.active else "R-23"
    why = {model.GAVE_UP: "gave up", model.BUMPED: "bumped the tower"}.get(kind, "the tower fell")
    return Score(seat, -min(nominal, state.points[seat]), -nominal, rule, why)


def why_fell(kind: str, cause: str) -> str:
    """K-23: the reason for a fall in a few words."""
    some = listed(cause)
    match kind:
        case "drop":
            return f"{some} {'drops' if len(cause) == 1 else 'drop'} off the tower"
        case "touch":
            return f"{some} {'touches' if len(cause) == 1 else 'touch'} the table"
        case "sideways":
            return "The tower tips over sideways"
        case "notch":
            return f"The joint of {some} breaks" if len(cause) == 1 else f"The joints of {some} break"
        case model.GAVE_UP:
            return "Giving up counts as a fall"
        case model.BUMPED:
            return "A bump ends the round"
        case _:
            return "The tower tips over"


def _end_round(state: State, ended: RoundEnd, events: Events, lines: Lines = ()) -> Step[State]:
    """R-24: all letters go back. The next player begins the next round, unless this was the last."""
    how = {
        model.FULL: ": all 26 letters stand",
        model.BLOCKED: ": no letter beside the token fits",
        model.GAVE_UP: "",
    }.get(ended.kind, f" with {count(ended.letters, 'letter')} in the tower")
    data = {"round": state.round, "kind": ended.kind, "letters": ended.letters}
    events = (*events, Event("round", f"Round {state.round} ends{how}", data=data))
    bare = replace(_between_turns(state), circle="", gap=0, tower=(), rests=(), balance=model.Balance(), in_hand=None)
    cleared = replace(bare, ended=ended)
    if state.terms.endless is True:
        most = model.TASK_LETTERS if model.task_chance(state.terms) else len(ALPHABET)
        return _finish(cleared, f"{len(state.tower)} of the {most} letters stood", events, lines)
    if state.round >= model.MOST_ROUNDS:
        return _finish(cleared, f"{model.MOST_ROUNDS} rounds have been played", events, lines)
    return Step(_begin_round(replace(cleared, active=_next(state), round=state.round + 1)), events, lines)


def _finish(state: State, reason: str, events: Events, lines: Lines) -> Step[State]:
    """R-25, K-25, K-28: end the game."""
    state = replace(_between_turns(state), phase="over", ending=reason)
    best = ranking(state).ranking[0]
    won = ""
    if state.seats > 1:
        winners = " and ".join(f"{{{seat}}}" for seat in best)
        won = f"; {winners} {'wins' if len(best) == 1 else 'win'}"
    event = Event("over", f"The game is over: {reason}{won}", seat=best[0], data={"winners": list(best)})
    return Step(state, (*events, event), lines)


def ranking(state: State) -> Over:
    """R-25: most points first; equal points share a place."""
    groups = sorted(set(state.points), reverse=True)
    places = tuple(tuple(s for s in range(state.seats) if state.points[s] == points) for points in groups)
    reason = f"{groups[0]} of the 26 letters stood" if state.letters_score else f"most points, {groups[0]}"
    if model.task_chance(state.terms):
        reason = count(groups[0], "point")
    if _has_won(state, groups[0]):
        reason = f"first to {state.terms.target} points"
    elif len(places[0]) > 1:
        reason = f"{len(places[0])} players share the win with {count(groups[0], 'point')} each"
    return Over(places, reason)


# --- actions ------------------------------------------------------------------------------------------


def apply_action(state: State, action: model.Action) -> Step[State]:
    """The step of a legal action."""
    seat = state.active
    match action:
        case model.Begin(first):
            return _first_player(state, first, "has the next birthday and starts")
        case model.Arrange(letters, gap):
            return _circle_set(state, letters, gap, seat)
        case model.Mix():
            return Step(replace(state, phase="circle"))
        case model.Token(gap):
            after = _ready(replace(state, gap=gap))
            return Step(after, (_moved(after, f"{{{seat}}} puts the token {between(after.circle, gap)}"),))
        case model.Place():
            return _place(state, action)
        case model.GiveUp() if is_blocked(state):  # K-22: giving up is no fall if no letter fits
            event = Event("blocked", f"{{{seat}}} cannot add a letter, and loses no points", seat=seat)
            return _end_round(state, RoundEnd(model.BLOCKED, "", seat, len(state.tower)), (event,))
        case model.GiveUp():
            return _fall(state, model.GAVE_UP, "", seat, ())
        case model.SayWord(word):
            return _say(state, word)
        case model.EndTurn() if state.words_said:
            return _count(state, ())
        case model.EndTurn():
            return _end_turn(state, (Event("done", f"{{{seat}}} makes no word", seat=seat),))
        case model.Nudge(by):
            return Step(replace(state, phase="bump", bumper=by, nudged=True))


def _first_player(state: State, seat: int, how: str = "starts") -> Step[State]:
    """R-4: set the first player, then set out the circle."""
    event = Event("order", f"{{{seat}}} {how}", seat=seat, data={"first": seat})
    return Step(_begin_round(replace(state, first=seat, active=seat)), (event,))


def _circle_set(state: State, letters: str, gap: int, seat: Seat | None = None) -> Step[State]:
    """R-3: the circle is complete, set out by a player or mixed; the first turn of the round begins."""
    text = "" if seat is None else f"{{{seat}}} sets out the circle"
    event = Event("circle", text, seat=seat, data={"letters": letters, "gap": gap})
    return Step(_begin_turn(replace(state, circle=letters, gap=gap)), (event,))


def _moved(state: State, text: str = "") -> Event:
    """The event that shows the token in its gap."""
    data = {"gap": state.gap, "face": state.face, "letters": beside(state.circle, state.gap)}
    return Event("token", text, seat=state.active, data=data)


def _place(state: State, action: model.Place) -> Step[State]:
    seat, spot = state.active, action.spot
    circle, gap = taken(state.circle, state.gap, action.letter)
    others = listed(onto(state, spot))
    how = f"joins {spot.letter} to {others}" if others else f"stands {spot.letter} on the table"
    data = {**spot._asdict(), "onto": others}
    event = Event("let-go", f"{{{seat}}} {how}", seat=seat, data=data)
    return Step(replace(state, phase="release", circle=circle, gap=gap, in_hand=spot), (event,))


def _say(state: State, word: str) -> Step[State]:
    """R-14: score a point a letter and end the turn. K-27: other words may follow, and all score at the end."""
    seat, every = state.active, state.terms.every is True
    points = count(len(word), "point")
    text = f"{{{seat}}} says {word}: {points}{' when the turn ends' if every else ''}"
    data = {"word": word} if every else {"word": word, "points": len(word)}
    event = Event("word", text, seat=seat, data=data)
    lines = _lines_after(state, word)
    if not every:
        return _end_turn(state, (event,), lines)
    after = replace(state, said=(*state.words_said, word))
    return _count(after, (event,)) if lines else Step(after, (event,))


def _lines_after(state: State, word: str) -> Lines:
    """The lines that score at once when a word is said. K-27: none while the turn may go on."""
    if state.terms.every is not True:
        return _word_lines(state, (word,))
    said = (*state.words_said, word)
    enough = _has_won(state, state.points[state.active] + sum(map(len, said)))
    return _word_lines(state, said) if enough or len(said) >= model.MOST_WORDS else ()


def _word_lines(state: State, words: tuple[str, ...]) -> Lines:
    return tuple(Score(state.active, len(word), len(word), "R-14", word) for word in words)


def _count(state: State, events: Events) -> Step[State]:
    """K-27: end the turn and score all its words."""
    lines = _word_lines(state, state.words_said)
    total = count(sum(line.points for line in lines), "point")
    text = f"{{{state.active}}} scores {total} for {count(len(lines), 'word')}"
    return _end_turn(state, (*events, Event("done", text, seat=state.active)), lines)


def verdict_of(state: State, action: model.Action) -> Verdict:
    """The verdict on a legal action: the score lines that it would bring, and a note in a few words."""
    match action:
        case model.Place():
            # The balance is not shown: the player judges it, or asks for help (K-9).
            return Verdict(note=holds(state, action.spot) or f"{action.letter} carries the tower")
        case model.SayWord(word):
            lines = _lines_after(state, word)
            when = "" if lines else " when the turn ends"
            return Verdict(preview=lines, note=f"{word}: {count(len(word), 'point')}{when}")
        case model.GiveUp() if is_blocked(state):
            return Verdict(note="no letter fits: the round ends and nobody loses points")
        case model.GiveUp():
            line = _penalty(state, state.active, model.GAVE_UP)
            return Verdict(preview=(line,), note=f"counts as a fall: {give_up_cost(state)}")
        case model.Token(gap):
            return Verdict(note=f"{listed(beside(state.circle, gap), 'or')} can then be taken")
        case model.EndTurn() if state.words_said:
            lines = _word_lines(state, state.words_said)
            points = count(sum(line.points for line in lines), "point")
            return Verdict(preview=lines, note=f"ends the turn: {points} for {count(len(lines), 'word')}")
        case model.EndTurn():
            return Verdict(note="ends the turn without a word")
        case model.Begin(seat):
            return Verdict(note=f"P{seat + 1} starts")
        case model.Arrange():
            return Verdict(note="the round starts with this circle")
        case model.Mix():
            return Verdict(note="the letters and the place of the token are mixed")
        case model.Nudge(by) if state.terms.bump_cost == "always":
            lost = -_penalty(state, by, model.BUMPED).points
            cost = f"loses {count(lost, 'point')}" if lost else "has no points to lose"
            return Verdict(note=f"that player {cost}, and the round ends")
        case model.Nudge():
            return Verdict(note="the tower is pushed; if it falls, that player loses points")


# --- outcomes -----------------------------------------------------------------------------------------


def resolve(state: State, nature: Nature, dice: Dice, physics: Callable[[], KonexiPhysicsPort]) -> model.Outcome:
    """Resolve a roll, a shuffle or a search of the word list. Only outcomes of physics call ``physics``."""
    match nature.kind:
        case "words":
            chosen = word_lists.resolve(state.terms.words) or word_lists.load("standard")
            return model.WordList(chosen.id, chosen.sha256, chosen.count)
        case "first":
            return model.First(dice.below(state.seats))
        case "circle":
            return model.Circle("".join(dice.shuffled(ALPHABET)), dice.below(len(ALPHABET)))
        case "base":
            return model.BaseDrawn(dice.choice(state.circle))
        case "roll":
            return model.Rolled(dice.choice(model.FACES))
        case "fate":
            waiting = [seat for seat in range(state.seats) if seat != state.active]
            return model.Fate(NOBODY if dice.below(BUMP_ONE_IN) else dice.choice(waiting))
        case "find" if lexicon_of(state) is None:
            return model.WordFound("", unlisted=True)
        case "find":
            return model.WordFound(next(iter(sayable_words(state)), ""))
        case "bump":
            return fitted(physics().bump(state, dice))
        case _:
            return fitted(physics().let_go(state, dice))


def apply_outcome(state: State, outcome: model.Outcome) -> Step[State]:
    """Apply the recorded outcome. Raises ValueError when it cannot follow from the state."""
    if type(outcome) is not OUTCOMES.get(state.phase):
        raise ValueError("no such outcome can come here")
    # The word list, and a turn without a bump, reveal nothing.
    news = state.phase != "words" and outcome != model.Fate(NOBODY)
    return replace(_SETTLERS[state.phase][1](state, outcome), reveals=news)


def _settle_words(state: State, outcome: model.WordList) -> Step[State]:
    if len(outcome.sha256) != 64 or set(outcome.sha256) - set("0123456789abcdef") or not 1 <= len(outcome.id) <= 63:
        raise ValueError("a word list is named by its hash")
    if not all(ch.isascii() and (ch.isalnum() or ch == "-") for ch in outcome.id) or outcome.words < 1:
        raise ValueError("a word list has a short name and words")
    text = f"{outcome.id.capitalize()} word list, {count(outcome.words, 'word')}"
    event = Event("words", text, data={"id": outcome.id, "sha256": outcome.sha256})
    state = replace(state, list_id=outcome.id, list_sha256=outcome.sha256)
    first = state.terms.first
    if first > 0:
        return Step(_first_player(state, first - 1).state, (event,))
    return Step(replace(state, phase="birthday" if first == model.BIRTHDAY else "first"), (event,))


def _settle_first(state: State, outcome: model.First) -> Step[State]:
    if not 0 <= outcome.seat < state.seats:
        raise ValueError("there is no such player")
    return _first_player(state, outcome.seat)


def _settle_circle(state: State, outcome: model.Circle) -> Step[State]:
    """R-3, K-14: all letters are in a circle, and the token is in one of its gaps."""
    if sorted(outcome.letters) != list(ALPHABET) or not 0 <= outcome.gap < len(ALPHABET):
        raise ValueError("a circle has all 26 letters and the token between two of them")
    return _circle_set(state, outcome.letters, outcome.gap)


def _settle_base(state: State, outcome: model.BaseDrawn) -> Step[State]:
    """K-4: the first letter is drawn, wherever it is in the circle."""
    if len(outcome.letter) != 1 or outcome.letter not in state.circle:
        raise ValueError("only a letter of the circle can be drawn")
    text = f"{outcome.letter} is drawn as the base"
    event = Event("base", text, seat=state.active, data={"letter": outcome.letter})
    return Step(_ready(replace(state, only=outcome.letter)), (event,))


def _settle_roll(state: State, outcome: model.Rolled) -> Step[State]:
    """R-6, R-7: move the token, or ask the player for a gap."""
    if outcome.face not in model.FACES:
        raise ValueError("the die has no such face")
    seat = state.active
    shown = "Any Letter" if outcome.face == ANY else str(outcome.face)
    after = _after_roll(replace(state, face=outcome.face))
    free = after.phase == "token"
    here = "" if free else f": {listed(beside(after.circle, after.gap), 'or')}"
    data = {"face": outcome.face, "from": state.gap}
    rolled = Event("roll", f"{{{seat}}} rolls {shown}{here}", seat=seat, data=data)
    return Step(after, (rolled,) if free else (rolled, _moved(after)))


def _settle_fate(state: State, outcome: model.Fate) -> Step[State]:
    """K-12: a waiting player bumps the tower, or no player does."""
    if outcome.by == NOBODY:
        return Step(replace(state, phase="place"))
    if not 0 <= outcome.by < state.seats or outcome.by == state.active:
        raise ValueError("nobody like that can bump the tower now")
    return Step(replace(state, phase="bump", bumper=outcome.by))


def _settle_release(state: State, outcome: model.Released) -> Step[State]:
    """K-10, K-24, K-28: the letter stands and may make a word, or the tower falls and its player pays."""
    seat, spot = state.active, state.in_hand
    assert spot is not None
    check_outcome(outcome, (*(one.letter for one in state.tower), spot.letter))
    movement = _movement(outcome, "release")
    if outcome.kind != STANDS:
        return _fall(state, outcome.kind, outcome.cause, seat, (movement,))
    data = {"letter": spot.letter, "margin": outcome.margin, "load": outcome.load, "loaded": outcome.loaded}
    stands = Event("place", f"{spot.letter} stands", seat=seat, data=data)
    after = replace(_at_rest(state, outcome), tower=(*state.tower, spot), in_hand=None, new=spot.letter)
    if state.letters_score:
        return _end_turn(after, (movement, stands), (Score(seat, 1, 1, "K-28", f"{spot.letter} stands"),))
    if len(after.tower) == 1:
        return _end_turn(after, (movement, stands))
    phase = "find" if state.terms.finding == "auto" else "word"
    return Step(replace(after, phase=phase), (movement, stands))


def _settle_bump(state: State, outcome: model.Released) -> Step[State]:
    """K-12: the player who bumped the tower pays. If bumps are free and the tower stands, the turn goes on."""
    by = state.bumper
    check_outcome(outcome, tuple(one.letter for one in state.tower))
    bumped = Event("bump", f"{{{by}}} bumps the tower", seat=by, data={"by": by, "kind": outcome.kind})
    events = (bumped, _movement(outcome, "bump"))
    if outcome.kind != STANDS:
        return _fall(state, outcome.kind, outcome.cause, by, events)
    if state.terms.bump_cost == "always":
        return _fall(state, model.BUMPED, "", by, events)
    return Step(replace(_at_rest(state, outcome), phase="word" if state.new else "place", bumper=NOBODY), events)


def _movement(outcome: model.Released, by: str) -> Event:
    """The event that animates a release or bump."""
    data = {"trace": outcome.trace, "letters": "".join(rest.letter for rest in outcome.rests), "by": by}
    return Event("settle", "", data=data)


def _at_rest(state: State, outcome: model.Released) -> State:
    return replace(state, rests=outcome.rests, balance=model.Balance(outcome.margin, outcome.load, outcome.loaded))


def _settle_find(state: State, outcome: model.WordFound) -> Step[State]:
    """K-9, K-26: the program says the longest word, if the players chose that; or it finds no further word."""
    word, unlisted = outcome.word, outcome.unlisted is True
    if outcome.unlisted not in (UNSET, True) or (word and unlisted):
        raise ValueError("a word is found in the word list, or there is no list")
    if not word and state.words_said:
        return _count(state, ())
    if not word:
        text = f"This computer does not have the {state.list_id} word list, so no word counts"
        sentence = text if unlisted else f"{state.new} makes no word"
        return _end_turn(state, (Event("done", sentence, seat=state.active),))
    notched = tower_of(state.tower).notched
    sound = set(word) <= set(notched) and len(set(word)) == len(word) >= state.terms.shortest
    if not sound or state.new not in word or not connected(word, notched) or word in state.words_said:
        raise ValueError("the word found cannot be made with the new letter")
    return _say(state, word)


_SETTLERS: dict[str, tuple[type[Any], Callable[[State, Any], Step[State]]]] = {
    "words": (model.WordList, _settle_words),
    "first": (model.First, _settle_first),
    "circle": (model.Circle, _settle_circle),
    "base": (model.BaseDrawn, _settle_base),
    "roll": (model.Rolled, _settle_roll),
    "fate": (model.Fate, _settle_fate),
    "bump": (model.Released, _settle_bump),
    "release": (model.Released, _settle_release),
    "find": (model.WordFound, _settle_find),
}
OUTCOMES = {phase: kind for phase, (kind, _) in _SETTLERS.items()}
"""Nature kind -> its outcome; the kinds are the phases."""


def check_outcome(outcome: model.Released, letters: Sequence[str]) -> None:
    """Check a recorded outcome of physics. Raises ValueError for letters that are not there and impossible numbers.

    ``letters`` are those of the tower in the order of building, with the one just let go of. K-23: a standing tower
    touches the table with its base alone; a fall names the letters that caused it.
    """
    base, hanging = letters[0], set(letters[1:])
    cause, down = set(outcome.cause), set(outcome.on_table)
    if outcome.kind not in (STANDS, *model.FALLS):
        raise ValueError("the outcome is neither a stand nor a fall")
    if [rest.letter for rest in outcome.rests] != list(letters):
        raise ValueError("the outcome has the wrong letters")
    if not all(map(_can_be, outcome.rests)) or (outcome.rests[0].bend, outcome.rests[0].twist) != (0, 0):
        raise ValueError("the outcome has a pose that cannot be")
    if len(cause) != len(outcome.cause) or list(outcome.on_table) != sorted(down):
        raise ValueError("the outcome names letters twice, or out of order")
    if not cause | down <= set(letters) or outcome.loaded not in ("", *hanging):
        raise ValueError("the outcome names letters that are not there")
    named = outcome.kind in ("drop", "touch", "notch")
    good = cause <= hanging if named else outcome.kind != STANDS or outcome.on_table == base
    if bool(cause) != named or not good or (outcome.kind == "touch" and not cause <= down):
        raise ValueError("the outcome's reason does not fit what it says happened")
    if abs(outcome.margin) > _MAX_UM or not 0 <= outcome.load <= _MAX_UM:
        raise ValueError("the outcome has a balance that cannot be")
    check_record(outcome, 16)


def _can_be(rest: model.RestingLetter) -> bool:
    return rest.pose.is_near and rest.pose.is_turn and max(abs(rest.bend), abs(rest.twist)) <= _HALF_TURN
