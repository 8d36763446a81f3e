"""The table in plain words: what there is to do, and everything on it for readers and for plain mode.

Beside a board of 80 columns a line under the hand has 34 of them, and often only one row: what Enter does comes first.
"""

from __future__ import annotations

from collections import Counter

from towergames.boards.konexi.letter_circle import where
from towergames.boards.konexi.placement import is_unfinished, neighbours, other_letter
from towergames.boards.konexi.ui_state import KonexiContext, balance_here, offers, places
from towergames.boards.protocol import Description, ReadOut
from towergames.core.contract import Over
from towergames.core.text import count
from towergames.games.konexi.bodies import CELL, straight
from towergames.games.konexi.letters import ALPHABET, HEIGHT, PLASTIC, WIDTH, names
from towergames.games.konexi.model import ANY, UNROLLED, Public
from towergames.games.konexi.rules import places_of
from towergames.games.konexi.tower import Spot, Tower, balance, joints, tower_of
from towergames.games.konexi.words import words_made
from towergames.physics.geometry import Pose, sub

_MOST_WORDS = 3
"""Words that a line of help names."""
_MOST_PLACES = 24
"""Places that are listed one by one; of more than that the letters are named on which they are."""
_WHERE = ("left of", "under", "right of", "on top of")
"""Side of a letter's connector -> where it then is of the other."""
_LEANS = 0.05
"""Centimetres from which a top that is off its place is called leaning."""
_BENT = 500
"""Thousandths of a degree from which a joint is called bent."""


# --- under the hand -----------------------------------------------------------------------------------


def describe(c: KonexiContext) -> Description:
    """What there is to do, in the lines under the hand."""
    task, how = _TASKS.get(c.phase, ""), _KEYS.get(c.phase, "")
    how = _CHOOSING if c.phase == "place" and c.ui.choosing else how
    return Description(task, hint=_hint(c), how=how, pending=is_unfinished(c), news=_news(c))


_TASKS = {
    "birthday": "Say whose birthday comes next",
    "arrange": "Lay the circle",
    "token": "Move the token",
    "place": "Add a letter to the tower",
    "word": "Say a word, or end the turn",
}
_KEYS = {
    "place": "Tab and arrows: other places; r turns, f turns over. Enter lets go.",
    "token": "Arrows or a letter choose a gap, Enter puts the token there. Or click.",
    "word": "Type the word or click its letters, Bksp erases. Enter says it.",
}
"""What the keys do, in phases where a player must learn that."""
_CHOOSING = "An arrow or a letter chooses, Enter takes the letter. Or click."


def _hint(c: KonexiContext) -> str:
    match c.phase:
        case "":
            last = c.view.ended
            told = f" The last tower had {count(last.letters, 'letter')}." if last and not c.view.tower else ""
            return _letter_of(c.view, c.ui.on) or f"{c.waiting()}{told}"
        case "place" | "word" if c.ui.who >= 0:
            return f"Enter: {c.name_of(c.ui.who)} bumped the tower, and pays if it falls. Esc: nobody."
        case "birthday":
            return f"Enter: {c.name_of(c.ui.who)} has the next birthday and begins."
        case "place":
            return _place_line(c)
        case "word":
            return _word_line(c)
        case "token":
            return f"Enter: the token {where(c.view.circle, c.ui.gap)}. Arrows, or a letter: another gap."
        case _:
            return _arrange_line(c)


def _letter_of(view: Public, letter: str) -> str:
    """The line of one letter, empty where it is not in the tower."""
    number = next((n for n, spot in enumerate(view.tower) if spot.letter == letter), -1)
    return letter_line(view, number) if number >= 0 else ""


def _place_line(c: KonexiContext) -> str:
    spots = places(c)
    if c.ui.at is None or c.ui.at not in spots:
        return f"There is no place for {c.ui.letter}; another letter, or give up (K-22)."
    if c.ui.tried is not None:
        return f"{c.ui.letter} may not go there. Esc leads back to where it may."
    if c.ui.choosing:
        return f"Enter takes {c.ui.letter} ({count(len(spots), 'place')}); arrows: {other_letter(c)}."
    if c.ui.hint:
        return f"{c.ui.letter} {_help_words(c)}."
    return f"Enter lets go, Tab: next place. {c.ui.letter}, place {spots.index(c.ui.at) + 1} of {len(spots)}."


def _help_words(c: KonexiContext) -> str:
    """What the place would make, and its balance on paper: help, counted before it is shown."""
    if c.ui.at is None:
        return ""
    words = words_made(c.view, (*c.view.tower, c.ui.at))
    told = ", ".join(words[:_MOST_WORDS]) or "no word"
    more = f" and {len(words) - _MOST_WORDS} more" if len(words) > _MOST_WORDS else ""
    return f"makes {told}{more}; {_weight_words(balance_here(c.view, c.ui.at))}"


def _weight_words(margin: int) -> str:
    """Where the weight lies, of micrometres.

    >>> _weight_words(3210), _weight_words(-800)
    ('weight 3.2 mm inside the foot', 'weight 0.8 mm beside the foot')
    """
    return f"weight {abs(margin) / 1000:.1f} mm {'inside' if margin > 0 else 'beside'} the foot"


def _word_line(c: KonexiContext) -> str:
    new = c.view.new
    if c.ui.word:
        return f"Enter says {c.ui.word}; Bksp erases."
    if c.ui.on and c.ui.on != new:
        near = names(neighbours(c, c.ui.on))
        return f"Space adds {c.ui.on}, which is notched to {near}."
    if c.view.words_said:
        return f"Another word with {new}; = ends the turn."
    return f"Type a word with {new}; = if none."


def _arrange_line(c: KonexiContext) -> str:
    letter = c.ui.circle[c.ui.slot : c.ui.slot + 1]
    if c.ui.held >= 0:
        return f"{letter} in hand: the arrows move it along, Enter lays it down."
    return f"Enter picks {letter} up; , puts the token before it; $ lays the circle so, @ mixes it."


def _news(c: KonexiContext) -> str:
    """Why the tower fell, or that the looker's own letter stands; how firmly is told by the gauge."""
    told = [event for event in c.marks if event.kind in ("fall", "place", "blocked")]
    return f"{told[-1].text.format(*c.names)}." if told else ""


# --- the whole table ----------------------------------------------------------------------------------


def read_out(c: KonexiContext) -> ReadOut:
    """The table in words, most important first."""
    return ReadOut(_board_lines(c), _hand_lines(c), _prepared_lines(c))


def _board_lines(c: KonexiContext) -> tuple[str, ...]:
    view = c.view
    lines = [_who(c)]
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
        lines.append(f"The token lies {where(view.circle, view.gap)}. In the circle, clockwise from it: {circle}.")
    points = ", ".join(f"{c.name_of(seat)} {view.points[seat]}" for seat in range(view.seats))
    endless = view.terms.endless is True
    lines.append(f"Points: {points}; {'one tower' if endless else f'first to {view.terms.target} wins'}.")
    return tuple(lines)


def _who(c: KonexiContext) -> str:
    view, turn = c.view, c.turn
    if isinstance(turn, Over):
        return f"The game is over: {turn.reason}."
    seat = getattr(turn, "seat", None)
    die = ""
    if view.face != UNROLLED:
        die = " The die shows Any Letter." if view.face == ANY else f" The die shows {view.face}."
    what = {
        "birthday": "says whose birthday comes next",
        "arrange": "lays the circle",
        "token": "moves the token",
        "place": f"adds {' or '.join(offers(c.view))}",
        "word": f"looks for a word with {view.new}, which is notched to {names(neighbours(c, view.new))}",
    }.get(view.phase, "decides")
    doing = f"{c.name_of(seat)} {what}." if seat is not None else "Letters are moving."
    return f"Round {view.round}. {doing}{die}"


def _hand_lines(c: KonexiContext) -> tuple[str, ...]:
    """What the looker can do now, and how it is typed."""
    match c.phase:
        case "":
            return (c.waiting(),)
        case "place":
            return (*_offer_lines(c), *_bumping(c))
        case "word":
            new = c.view.new
            near = names(neighbours(c, new))
            least = count(c.view.terms.shortest, "letter")
            told = f"{new} stands, notched to {near}. A word needs {new} and {least} or more, all notched together."
            said = c.view.words_said
            end = f"or done: {', '.join(said)} will score" if said else "or done to end the turn without one"
            return (told, f"Type: word WORD, {end}.", *_bumping(c))
        case "token":
            return (f"Type: token after {c.view.circle[0]}, for the gap behind that letter.",)
        case "arrange":
            return ("Type: mix, or all 26 letters clockwise: circle ABCDEF... token 3.",)
        case _:
            seats = range(c.view.seats)
            told = ", ".join(f"{seat + 1} {c.name_of(seat)}" for seat in seats)
            return (f"Whose birthday comes next begins. Type: begin 1. Players: {told}.",)


def _offer_lines(c: KonexiContext) -> tuple[str, ...]:
    good = offers(c.view)
    counts = [(letter, len(places_of(c.view, letter))) for letter in good]
    told = ", ".join(f"{letter} ({count(number, 'place')})" for letter, number in counts)
    if not any(number for _, number in counts):
        return (f"On offer: {told}. Type: give up.",)
    return (f"On offer: {told}. Type: places {good[0]}, then put {good[0]} NUMBER; or hold, turn, next, let go.",)


def _bumping(c: KonexiContext) -> tuple[str, ...]:
    return ("To report a player who bumped the tower, type: nudge PLAYER.",) if c.view.terms.bump == "nudge" else ()


def _prepared_lines(c: KonexiContext) -> tuple[str, ...]:
    """The letter in hand, where it is, what holds it there."""
    spots, at = places(c), c.ui.at
    if c.phase != "place" or at not in spots:
        return ()
    line = place_line(c.view, spots.index(at) + 1, at)
    lines = [f"In hand: {c.ui.letter} at place {line[:-1]}, {len(spots)} in all. To put it there: let go."]
    return (*lines, f"Here it {_help_words(c)}.") if c.ui.hint else tuple(lines)


# --- one letter ---------------------------------------------------------------------------------------


def posed(spot: Spot) -> str:
    """How a letter is turned.

    >>> posed(Spot("R", 0, False, 0, 0)), posed(Spot("R", 1, True, 0, 0))
    ('upright', 'turned over and to the left')
    """
    turned = ("upright", "to the left", "upside down", "to the right")[spot.turn]
    if spot.flip:
        return f"turned over{f' and {turned}' if spot.turn else ''}"
    return f"turned {turned}" if spot.turn in (1, 3) else turned


def _cm(cells: int) -> str:
    """So many cells in centimetres.

    >>> _cm(7), _cm(10)
    ('5.6', '8')
    """
    return f"{cells * PLASTIC.cell_um / 10_000:g}"


def _onto(tower: Tower, spot: Spot) -> str:
    """Where a letter is of those it is notched to: ``on top of M and right of D``."""
    told: dict[int, str] = {}
    for joint in joints(tower, spot):
        if joint.other not in told.get(joint.side, ""):
            told[joint.side] = told.get(joint.side, "") + joint.other
    return " and ".join(f"{_WHERE[side]} {names(others)}" for side, others in told.items())


def _aside(tower: Tower, spot: Spot) -> str:
    """How far the middle of a letter is beside that of the base: ``, 0.8 cm left``; empty right above it."""
    base = tower.spots[0]
    off = 2 * (spot.x - base.x) + spot.shape.width - base.shape.width
    return f", {abs(off) * PLASTIC.cell_um / 20_000:g} cm {'right' if off > 0 else 'left'}" if off else ""


def _summary(view: Public) -> str:
    """Letters, height, width and base of a tower that is not empty."""
    cells = tower_of(view.tower).cells
    high = max(y for _, y in cells) + 1
    wide = max(x for x, _ in cells) - min(x for x, _ in cells) + 1
    base = view.tower[0]
    letters = count(len(view.tower), "letter")
    return f"{letters} in the tower, {_cm(high)} cm high, {_cm(wide)} cm wide. The base is {base.letter}."


def _leaning(view: Public) -> str:
    """In which direction the highest letter is off its place, if that is visible."""
    if not view.rests:
        return ""
    top = max(range(len(view.tower)), key=lambda n: view.tower[n].y + view.tower[n].shape.height)
    middle = (WIDTH * CELL / 2, 0.0, HEIGHT * CELL / 2)
    off = sub(Pose.read(view.rests[top].pose).point(middle), Pose.read(straight(view.tower[top])).point(middle))
    ways = ((off[0], "right", "left"), (off[1], "away", "towards you"))
    told = [f"{abs(by) * 10:.0f} mm {plus if by > 0 else minus}" for by, plus, minus in ways if abs(by) >= _LEANS]
    return f"It leans: its top, {view.tower[top].letter}, is {' and '.join(told)}." if told else "It stands straight."


def _steadiness(view: Public) -> str:
    """Where the weight lies, and the notch that bears most, as they were when everything came to rest."""
    told = view.balance
    footing = balance(tower_of(view.tower))
    nearer = "left" if footing.weight - footing.left < footing.right - footing.weight else "right"
    lines = [f"Its weight lies {told.margin / 1000:.1f} mm inside its foot, nearer to the {nearer} end."]
    if told.loaded:
        lines.append(f"The notch of {told.loaded} bears most: {told.load / 10:.0f} % of what it can.")
    return " ".join(lines)


def letter_line(view: Public, number: int) -> str:
    """One letter: how it is turned, where it hangs, its heights, all it is notched to, how far its joint has given."""
    spot = view.tower[number]
    tower = tower_of(view.tower)
    low, high = _cm(spot.y), _cm(spot.y + spot.shape.height)
    hangs = "the base" if not number else _onto(tower_of(view.tower[:number]), spot)
    near = "".join(other for other in tower.letters if other in tower.notched[spot.letter])
    parts = [f"{spot.letter}: {posed(spot)}, {hangs}", f"from {low} to {high} cm{_aside(tower, spot)}"]
    if near:
        parts.append(f"notched to {names(near)}")
    if number < len(view.rests):
        rest = view.rests[number]
        ways = (("bent", abs(rest.bend)), ("twisted", abs(rest.twist)))
        given = " and ".join(f"{how} by {by / 1000:.1f}" for how, by in ways if by >= _BENT)
        parts += [f"{given} degrees"] if given else []
    return f"{', '.join(parts)}."


def answer(c: KonexiContext, words: list[str]) -> tuple[str, ...]:
    """The answer to ``places``, ``places R on M``, ``letter R``, in small letters and without further blanks."""
    question, *rest = (word.upper() for word in words)
    return _letter(c, rest) if question == "LETTER" else _places(c, rest)


def _letter(c: KonexiContext, words: list[str]) -> tuple[str, ...]:
    if len(words) != 1 or words[0] not in ALPHABET:
        return ("Which letter? Type for example: letter R.",)
    return (_letter_of(c.view, words[0]) or f"{words[0]} is not in the tower.",)


def _places(c: KonexiContext, words: list[str]) -> tuple[str, ...]:
    good = offers(c.view)
    if not good:
        return ("No letter is placed now.",)
    wished = words[0] if words and words[0] != "ON" else ""
    rest = words[1:] if wished else words
    if wished and wished not in good:
        return (f"{wished} is not on offer; take {' or '.join(good)}.",)
    if rest and (len(rest) != 2 or rest[0] != "ON" or rest[1] not in ALPHABET):
        return ("Type: places, places R, or places R on M.",)
    lines: list[str] = []
    for letter in wished or good:
        lines += _of(c, letter, rest[1] if rest else "")
    return tuple(lines)


def _of(c: KonexiContext, letter: str, on: str) -> list[str]:
    tower = tower_of(c.view.tower)
    spots = places_of(c.view, letter)
    good = {number: spot for number, spot in enumerate(spots, start=1) if not on or on in _others(c, spot)}
    head = f"{letter} has {count(len(good), 'place') if good else 'no place'}{f' on {on}' if on else ''}"
    if not good:
        return [f"{head}."]
    if len(good) <= _MOST_PLACES or on:
        return [f"{head}. Type: put {letter} NUMBER.", *(place_line(c.view, n, spot) for n, spot in good.items())]
    counts = Counter(other for spot in spots for other in _others(c, spot))
    told = ", ".join(f"{counts[other]} on {other}" for other in tower.letters if counts[other])
    return [f"{head}: {told}. Type: places {letter} on {next(iter(counts))}."]


def _others(c: KonexiContext, spot: Spot) -> set[str]:
    return {joint.other for joint in joints(tower_of(c.view.tower), spot)}


def place_line(view: Public, number: int, spot: Spot) -> str:
    """One place: its number in the list, the pose, what holds the letter, the height of its lower end."""
    tower = tower_of(view.tower)
    if not view.tower:
        return f"{number}: {posed(spot)}, {_cm(spot.shape.width)} cm wide."
    made = len(joints(tower, spot))
    more = f" by {made} joints" if made > 1 else ""
    up = f"{_cm(spot.y)} cm up{_aside(tower, spot)}"
    return f"{number}: {posed(spot)}, {_onto(tower, spot)}{more}, {up}."
