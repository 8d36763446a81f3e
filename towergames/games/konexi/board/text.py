"""The table in plain words: the task, and a complete description for screen readers and plain mode.

Beside a board of 80 columns a line under the hand has 34 columns, and often only one row. So the effect of Enter comes
first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from towergames.board.protocol import Description, ReadOut, Steps, steps_at
from towergames.core.contract import Over
from towergames.core.text import count, listed, ordinal
from towergames.games.konexi.beats import near_miss
from towergames.games.konexi.board.ui_state import (
    KonexiContext,
    Trials,
    balance_here,
    carrier,
    is_unfinished,
    neighbours,
    offers,
    other_letter,
    places,
)
from towergames.games.konexi.board.weight import hand_weight, trials_here
from towergames.games.konexi.bodies import CELL, straight
from towergames.games.konexi.letters import ALPHABET, HEIGHT, PLASTIC, WIDTH
from towergames.games.konexi.model import ANY, UNROLLED, Public
from towergames.games.konexi.moves import fall_cost, give_up_cost
from towergames.games.konexi.rules import between, is_blocked, onto, places_of
from towergames.games.konexi.tower import PlacedLetter, Tower, balance, joints, tower_of
from towergames.games.konexi.words import words_made
from towergames.physics.geometry import Pose, sub

_MOST_WORDS = 3
"""Words that a line of help names."""
_MOST_PLACES = 24
"""Places that are listed one by one. Of more places only the letters are named."""
_WHERE = ("left of", "under", "right of", "on top of")
"""Side of a letter's connector -> its place relative to the other letter."""
_LEANING_CM = 0.05
"""Offset of the top from which the tower is called leaning."""
_BENT_MILLIDEGREES = 500
"""Angle from which a joint is called bent."""


# --- under the hand -----------------------------------------------------------------------------------


def describe(c: KonexiContext) -> Description:
    """The task, for the lines under the hand."""
    return Description(_task(c), _steps(c), _hint(c), _how(c), is_unfinished(c), _news(c))


def _task(context: KonexiContext) -> str:
    new = context.view.new
    match context.phase:
        case "place" | "word" if context.ui.who >= 0:
            return "Say who bumped the tower"
        case "birthday":
            return "Say who has the next birthday"
        case "arrange":
            return "Set out the circle"
        case "token":
            return "Put the token in a gap"
        case "place" if context.ui.choosing:
            return f"Take {listed(offers(context.view), 'or')}"
        case "place" if context.ui.at is None:
            return (
                "No letter fits: end the round"
                if is_blocked(context.view)
                else f"Take {other_letter(context)} or give up"
            )
        case "place":
            return "Choose a place, then let go"
        case "word" if context.view.words_said:
            return f"Say another word with {new}"
        case "word":
            return f"Say a word with {new}"
    return ""


def _steps(c: KonexiContext) -> Steps:
    """The parts of a turn: Token, Letter, Word; () before a turn begins."""
    names = ["Token", "Letter", "Word"]
    now = {"token": 0, "place": 1, "word": 2}.get(c.phase, -1)
    if now < 0 or c.ui.who >= 0:
        return ()
    if c.view.letters_score or c.view.terms.finding == "auto" or not (c.view.tower or c.view.new):
        names.pop()  # no player is asked for a word
    return steps_at(names, now)


def _hint(context: KonexiContext) -> str:
    match context.phase:
        case "":
            return _letter_of(context.view, context.ui.on) or _waiting_line(context)
        case "place" | "word" if context.ui.who >= 0:
            when = "and the round ends" if context.view.terms.bump_cost == "always" else "if the tower falls"
            return f"{context.name_of(context.ui.who)} loses points {when}. Esc: no player."
        case "birthday":
            return f"{context.name_of(context.ui.who)} starts. The arrows choose another player."
        case "place":
            return _place_line(context)
        case "word":
            return _word_line(context)
        case "token":
            return f"The token goes {between(context.view.circle, context.ui.gap)}."
        case _:
            return _arrange_line(context)


def _waiting_line(c: KonexiContext) -> str:
    last = c.view.ended
    last_tower = f" The last tower had {count(last.letters, 'letter')}." if last and not c.view.tower else ""
    return f"{c.waiting()}{last_tower}"


def _letter_of(view: Public, letter: str) -> str:
    """The line of one letter; '' if it is not in the tower."""
    letters = [spot.letter for spot in view.tower]
    return letter_line(view, letters.index(letter)) if letter in letters else ""


def _place_line(context: KonexiContext) -> str:
    spots, letter, other = places(context), context.ui.letter, other_letter(context)
    if context.ui.at is None or context.ui.at not in spots:
        why = (
            "Nobody loses points."
            if is_blocked(context.view)
            else f"Giving up counts as a fall: {give_up_cost(context.view)}."
        )
        return f"No place for {letter}. {why}"
    if context.ui.tried is not None:
        return f"{letter} cannot go there. Esc goes back."
    if context.ui.choosing:
        fits = f"{letter} fits in {count(len(spots), 'place')}"
        return f"{fits}, {other} in {len(places_of(context.view, other))}." if other else f"{fits}."
    if context.ui.hint:
        return f"{letter} {_help_words(context)}."
    if not context.view.tower:
        return f"{letter} carries the tower, so stand it well."
    after = "" if context.view.letters_score else f" If the tower falls, {fall_cost(context.view)}."
    return f"n goes to the next place on {carrier(context, context.ui.at)}, l to the next letter.{after}"


def _help_words(c: KonexiContext) -> str:
    """The words and the balance of the place. This is help, and is counted before it is shown."""
    if c.ui.at is None:
        return ""
    words = words_made(c.view, (*c.view.tower, c.ui.at))
    named = ", ".join(words[:_MOST_WORDS]) or "no word"
    more = f" and {len(words) - _MOST_WORDS} more" if len(words) > _MOST_WORDS else ""
    weight = hand_weight(c)
    margin = weight.margin if weight is not None else balance_here(c.view, c.ui.at) / 1000
    trials = trials_here(c)
    told = f"; {trial_words(trials)}" if trials is not None else ""
    return f"makes {named}{more}; {_weight_words(margin)}{told}"


def trial_words(trials: Trials) -> str:
    """The results of the releases that were tried out, in words."""
    if not trials.fell:
        return f"all {trials.releases} trials stood"
    letter = trials.spot.letter
    falls = f"{trials.fell} of {trials.releases} trials fell"
    if not trials.alone:
        return f"{falls}, others with {letter}"
    return f"{falls}, {letter} alone" + (f" in {trials.alone}" if trials.alone < trials.fell else "")


def _weight_words(margin: float) -> str:
    """The place of the weight over the foot in words; ``margin`` in millimetres.

    >>> _weight_words(3.21), _weight_words(-0.8)
    ('weight 3.2 mm inside the foot', 'weight 0.8 mm beside the foot')
    """
    return f"weight {abs(margin):.1f} mm {'inside' if margin > 0 else 'beside'} the foot"


def _word_line(c: KonexiContext) -> str:
    new, near = c.view.new, c.ui.on or c.view.new
    if c.ui.word:
        return "Bksp takes a letter out."
    joined = f"{near} is joined to {listed(neighbours(c, near))}."
    return f"Space adds {near}. {joined}" if near != new else f"Type a word. {joined}"


def _arrange_line(c: KonexiContext) -> str:
    letter = c.ui.circle[c.ui.slot : c.ui.slot + 1]
    if c.ui.held >= 0:
        return f"The arrows move {letter} along the circle. Enter puts it down."
    return f"The cursor is on {letter}. The arrows go to another letter."


def _how(context: KonexiContext) -> str:
    """The effects of the keys now, in phases where a player must learn them."""
    match context.phase:
        case "place" if context.ui.choosing:
            return "1 and 2 take a letter, Enter takes the marked one. Or click."
        case "place":
            return "n or an arrow goes to another place. r turns, f flips, Enter lets go."
        case "token":
            return "An arrow or a letter chooses a gap, Enter puts the token there. Or click."
        case "word":
            return "Type the word or click its letters, Bksp takes one out. Enter says it."
    return ""


def _news(c: KonexiContext) -> str:
    """The reason and cost of the last fall, or that the viewer's own letter stands."""
    events = [event for event in c.marks if event.kind in ("fall", "place", "blocked")]
    if not events:
        return ""
    return f"{events[-1].text.format(*c.names)}. {near_miss(events[-1])}".strip()


# --- the whole table ----------------------------------------------------------------------------------


def read_out(c: KonexiContext) -> ReadOut:
    """The table in words, most important first."""
    return ReadOut(_board_lines(c), _hand_lines(c), _prepared_lines(c))


def _board_lines(context: KonexiContext) -> tuple[str, ...]:
    view = context.view
    lines = [_who(context)]
    if view.tower:
        shape = (_summary(view), _leaning(view), _steadiness(view))
        lines.append(" ".join(part for part in shape if part))
        lines += [letter_line(view, number) for number in range(len(view.tower))]
    elif view.ended is not None:
        lines.append(f"No letter stands. The last tower had {count(view.ended.letters, 'letter')}.")
    else:
        lines.append("No letter stands yet.")
    if view.circle:
        circle = " ".join(view.circle[view.gap :] + view.circle[: view.gap])
        lines.append(f"The token lies {between(view.circle, view.gap)}. In the circle, clockwise from it: {circle}.")
    points = ", ".join(f"{context.name_of(seat)} {view.points[seat]}" for seat in range(view.seats))
    endless = view.terms.endless is True
    lines.append(f"Points: {points}; {'one tower' if endless else f'first to {view.terms.target} wins'}.")
    return tuple(lines)


def _who(context: KonexiContext) -> str:
    view, turn = context.view, context.turn
    if isinstance(turn, Over):
        return f"The game is over: {turn.reason}."
    seat = getattr(turn, "seat", None)
    die = ""
    if view.face != UNROLLED:
        die = " The die shows Any Letter." if view.face == ANY else f" The die shows {view.face}."
    what = {
        "birthday": "says who has the next birthday",
        "arrange": "sets out the circle",
        "token": "puts the token in a gap",
        "place": f"takes {listed(offers(context.view), 'or')}",
        "word": f"looks for a word with {view.new}, which is joined to {listed(neighbours(context, view.new))}",
    }.get(view.phase, "decides")
    doing = f"{context.name_of(seat)} {what}." if seat is not None else "Letters are moving."
    return f"Round {view.round}. {doing}{die}"


def _hand_lines(context: KonexiContext) -> tuple[str, ...]:
    """The viewer's possible actions, and how to type them."""
    match context.phase:
        case "":
            return (context.waiting(),)
        case "place":
            return (*_offer_lines(context), *_bumping(context))
        case "word":
            new = context.view.new
            near = listed(neighbours(context, new))
            least = count(context.view.terms.shortest, "letter")
            needs = f"{new} stands, joined to {near}. A word needs {new} and at least {least}, all joined."
            said = context.view.words_said
            end = f"or done: {', '.join(said)} will score" if said else "or done to end the turn without one"
            return (needs, f"Type: word WORD, {end}.", *_bumping(context))
        case "token":
            return (f"Type: token after {context.view.circle[0]}, for the gap behind that letter.",)
        case "arrange":
            return ("Type: mix, or all 26 letters clockwise: circle ABCDEF... token 3.",)
        case _:
            seats = range(context.view.seats)
            players = ", ".join(f"{seat + 1} {context.name_of(seat)}" for seat in seats)
            return (f"The player with the next birthday starts. Type: begin 1. Players: {players}.",)


def _offer_lines(c: KonexiContext) -> tuple[str, ...]:
    good = offers(c.view)
    counts = [(letter, len(places_of(c.view, letter))) for letter in good]
    listed_letters = ", ".join(f"{letter} ({count(number, 'place')})" for letter, number in counts)
    if not any(number for _, number in counts):
        return (f"Beside the token: {listed_letters}. Type: give up.",)
    one = good[0]
    ways = f"places {one}, then put {one} NUMBER; or hold, turn, next, let go"
    return (f"Beside the token: {listed_letters}. Type: {ways}.",)


def _bumping(c: KonexiContext) -> tuple[str, ...]:
    return ("To report a player who bumped the tower, type: nudge PLAYER.",) if c.view.terms.bump == "nudge" else ()


def _prepared_lines(c: KonexiContext) -> tuple[str, ...]:
    """The letter in hand or the marked one, with its place and its joints."""
    spots, at = places(c), c.ui.at
    if c.phase != "place" or at not in spots:
        return ()
    line = place_line(c.view, spots.index(at) + 1, at)
    state, then = ("Marked", "To take it: take.") if c.ui.choosing else ("In hand", "To put it there: let go.")
    lines = [f"{state}: {c.ui.letter} at place {line[:-1]}, {len(spots)} in all. {then}"]
    return (*lines, f"Here it {_help_words(c)}.") if c.ui.hint else tuple(lines)


# --- one letter ---------------------------------------------------------------------------------------


def posed(spot: PlacedLetter) -> str:
    """The turn of a letter in words.

    >>> posed(PlacedLetter("R", 0, False, 0, 0)), posed(PlacedLetter("R", 1, True, 0, 0))
    ('upright', 'turned left, flipped')
    """
    turned = ("upright", "turned left", "upside down", "turned right")[spot.turn]
    return f"{turned}, flipped" if spot.flip else turned


def rests_on(view: Public, spot: PlacedLetter) -> str:
    """The letters under a place: ``on M and D``, or ``as the base``."""
    others = onto(view, spot)
    return f"on {listed(others)}" if others else "as the base"


def place_number(spots: Sequence[PlacedLetter], spot: PlacedLetter) -> str:
    """The number of a place: ``3rd of 12 places`` or ``only place``; '' if it is no place of the list."""
    if spot not in spots:
        return ""
    return f"{ordinal(spots.index(spot) + 1)} of {len(spots)} places" if len(spots) > 1 else "only place"


def _cm(cells: int) -> str:
    """``cells`` cells in centimetres.

    >>> _cm(7), _cm(10)
    ('5.6', '8')
    """
    return f"{cells * PLASTIC.cell_um / 10_000:g}"


def _onto(tower: Tower, spot: PlacedLetter) -> str:
    """The place of a letter relative to the letters it is joined to: ``on top of M and right of D``."""
    by_side: dict[int, str] = {}
    for joint in joints(tower, spot):
        if joint.other not in by_side.get(joint.side, ""):
            by_side[joint.side] = by_side.get(joint.side, "") + joint.other
    return " and ".join(f"{_WHERE[side]} {listed(others)}" for side, others in by_side.items())


def _aside(tower: Tower, spot: PlacedLetter) -> str:
    """The offset of a letter's middle from the base's: ``, 0.8 cm left``; '' right above it."""
    base = tower.spots[0]
    off = 2 * (spot.x - base.x) + spot.shape.width - base.shape.width
    if not off:
        return ""
    return f", {abs(off) * PLASTIC.cell_um / 20_000:g} cm {'right' if off > 0 else 'left'}"


def _summary(view: Public) -> str:
    """Letters, height, width and base of a tower that is not empty."""
    cells = tower_of(view.tower).cells
    high = max(y for _, y in cells) + 1
    wide = max(x for x, _ in cells) - min(x for x, _ in cells) + 1
    base = view.tower[0]
    letters = count(len(view.tower), "letter")
    return f"{letters} in the tower, {_cm(high)} cm high, {_cm(wide)} cm wide. The base is {base.letter}."


def _leaning(view: Public) -> str:
    """The direction in which the highest letter leans, if that is visible."""
    if not view.rests:
        return ""
    top = max(range(len(view.tower)), key=lambda n: view.tower[n].y + view.tower[n].shape.height)
    middle = (WIDTH * CELL / 2, 0.0, HEIGHT * CELL / 2)
    off = sub(Pose.read(view.rests[top].pose).point(middle), Pose.read(straight(view.tower[top])).point(middle))
    offsets = []
    for by, plus, minus in ((off[0], "right", "left"), (off[1], "away", "towards you")):
        if abs(by) >= _LEANING_CM:
            offsets.append(f"{abs(by) * 10:.0f} mm {plus if by > 0 else minus}")
    if not offsets:
        return "It stands straight."
    return f"It leans: its top, {view.tower[top].letter}, is {' and '.join(offsets)}."


def _steadiness(view: Public) -> str:
    """The place of the weight, and the joint with the greatest load."""
    balance_now = view.balance
    footing = balance(tower_of(view.tower))
    nearer = "left" if footing.weight - footing.left < footing.right - footing.weight else "right"
    lines = [f"Its weight lies {balance_now.margin / 1000:.1f} mm inside its foot, nearer to the {nearer} end."]
    if balance_now.loaded:
        lines.append(f"The joint of {balance_now.loaded} bears most: {balance_now.load / 10:.0f}% of what it can.")
    return " ".join(lines)


def letter_line(view: Public, number: int) -> str:
    """One letter: turn, support, heights, joints, and the bend of the joint that carries it."""
    spot = view.tower[number]
    tower = tower_of(view.tower)
    low, high = _cm(spot.y), _cm(spot.y + spot.shape.height)
    hangs = "the base" if not number else _onto(tower_of(view.tower[:number]), spot)
    near = "".join(other for other in tower.letters if other in tower.notched[spot.letter])
    parts = [f"{spot.letter}: {posed(spot)}, {hangs}", f"from {low} to {high} cm{_aside(tower, spot)}"]
    if near:
        parts.append(f"joined to {listed(near)}")
    if number < len(view.rests):
        rest = view.rests[number]
        ways = (("bent", abs(rest.bend)), ("twisted", abs(rest.twist)))
        given = " and ".join(f"{how} by {by / 1000:.1f}" for how, by in ways if by >= _BENT_MILLIDEGREES)
        parts += [f"{given} degrees"] if given else []
    return f"{', '.join(parts)}."


def answer(c: KonexiContext, words: list[str]) -> tuple[str, ...]:
    """The answer to ``places``, ``places R on M``, ``letter R``, in small letters and single blanks."""
    question, *rest = (word.upper() for word in words)
    return _letter(c, rest) if question == "LETTER" else _places(c, rest)


def _letter(c: KonexiContext, words: list[str]) -> tuple[str, ...]:
    if len(words) != 1 or words[0] not in ALPHABET:
        return ("Which letter? Type, for example: letter R.",)
    return (_letter_of(c.view, words[0]) or f"{words[0]} is not in the tower.",)


def _places(context: KonexiContext, words: list[str]) -> tuple[str, ...]:
    good = offers(context.view)
    if not good:
        return ("No letter is added now.",)
    letter_asked = words[0] if words and words[0] != "ON" else ""
    rest = words[1:] if letter_asked else words
    if letter_asked and letter_asked not in good:
        return (f"{letter_asked} is not beside the token. Take {listed(good, 'or')}.",)
    if rest and (len(rest) != 2 or rest[0] != "ON" or rest[1] not in ALPHABET):
        return ("Type: places, places R, or places R on M.",)
    lines: list[str] = []
    for letter in letter_asked or good:
        lines += _of(context, letter, rest[1] if rest else "")
    return tuple(lines)


def _of(context: KonexiContext, letter: str, on: str) -> list[str]:
    tower = tower_of(context.view.tower)
    spots = places_of(context.view, letter)
    good = {number: spot for number, spot in enumerate(spots, start=1) if not on or on in _others(context, spot)}
    head = f"{letter} has {count(len(good), 'place') if good else 'no place'}{f' on {on}' if on else ''}"
    if not good:
        return [f"{head}."]
    if len(good) <= _MOST_PLACES or on:
        return [f"{head}. Type: put {letter} NUMBER.", *(place_line(context.view, n, spot) for n, spot in good.items())]
    counts = Counter(other for spot in spots for other in _others(context, spot))
    numbers = ", ".join(f"{counts[other]} on {other}" for other in tower.letters if counts[other])
    return [f"{head}: {numbers}. Type: places {letter} on {next(iter(counts))}."]


def _others(c: KonexiContext, spot: PlacedLetter) -> set[str]:
    return {joint.other for joint in joints(tower_of(c.view.tower), spot)}


def place_line(view: Public, number: int, spot: PlacedLetter) -> str:
    """One place: its number in the list, the pose, the letters that hold it, the height of its lower end."""
    tower = tower_of(view.tower)
    if not view.tower:
        return f"{number}: {posed(spot)}, {_cm(spot.shape.width)} cm wide."
    made = len(joints(tower, spot))
    more = f" by {made} joints" if made > 1 else ""
    up = f"{_cm(spot.y)} cm up{_aside(tower, spot)}"
    return f"{number}: {posed(spot)}, {_onto(tower, spot)}{more}, {up}."
