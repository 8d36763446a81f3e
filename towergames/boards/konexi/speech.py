"""The table in plain words: what the hand is about, and everything on it for readers and for plain mode.

Beside a board of 80 columns a line under the hand has 34 of them, and often only one row: what Enter does comes first.
"""

from __future__ import annotations

from towergames.boards.konexi import acting, circling, situation, spelling, tower_words
from towergames.boards.konexi.listing import place_line
from towergames.boards.konexi.pointer import ACTS, CIRCLE, Pointer, TableScene
from towergames.core.contract import Event, Over
from towergames.core.text import count
from towergames.games.konexi.model import ANY, UNROLLED
from towergames.games.konexi.turns import beside, names

MOST_WORDS = 3
"""Words that a line of help names."""


# --- under the hand -----------------------------------------------------------------------------------


def hover(scene: TableScene, pointer: Pointer) -> str:
    """One line on what the hand is about."""
    now = situation.phase(scene)
    if not now:
        return _on_line(scene, pointer) or _waiting_line(scene)
    if pointer.zone == ACTS and pointer.act:
        why, rule = acting.why_not(scene, pointer, pointer.act)
        return f"{why} ({rule})" if rule else why or _act_line(scene, pointer)
    match now:
        case "place":
            return _place_line(scene, pointer)
        case "word":
            return _word_line(scene, pointer)
        case "token":
            there = circling.where(scene.view.circle, pointer.gap)
            return f"Enter: the token {there}. Arrows, or a letter: another gap."
        case _:
            return _arrange_line(pointer)


def _waiting_line(scene: TableScene) -> str:
    last = scene.view.ended
    told = f" The last tower had {count(last.letters, 'letter')}." if last and not scene.view.tower else ""
    return f"{scene.waiting()}{told}"


def _on_line(scene: TableScene, pointer: Pointer) -> str:
    number = next((n for n, spot in enumerate(scene.view.tower) if spot.letter == pointer.on), -1)
    return tower_words.letter_line(scene.view, number) if number >= 0 else ""


_ACT_MEANS = {
    "let-go": "Let go of the letter where it is.",
    "before": "The legal place before this one.",
    "next": "The next legal place, from left to right.",
    "turn": "Turn the letter by a quarter.",
    "flip": "Turn the letter over.",
    "other": "The other letter beside the token.",
    "hint": "The words that the letter would make here, and its balance; counted as help.",
    "give-up": "Esc leads back to the letter.",
    "bump": "Report that the tower was bumped; you choose who did it.",
    "say": "Say the word.",
    "erase": "Take the last letter back.",
    "clear": "Take all letters back.",
    "done": "Esc leads back to the word.",
    "lay": "Begin the round with the circle as it lies.",
    "token": "The token begins before the letter under the cursor.",
    "mix": "Have the letters mixed, and the token put somewhere.",
    "go": "The token goes there.",
}


def _act_line(scene: TableScene, pointer: Pointer) -> str:
    if pointer.act.startswith("begin-"):
        return f"{acting.act_label(scene, pointer, pointer.act)} has the next birthday and begins."
    if pointer.act.startswith("nudge-"):
        return f"{acting.act_label(scene, pointer, pointer.act)[6:]} has bumped the tower, and pays if it falls."
    return _ACT_MEANS[pointer.act]


def _place_line(scene: TableScene, pointer: Pointer) -> str:
    spots = situation.places(scene, pointer)
    if pointer.at is None or pointer.at not in spots:
        return f"There is no place for {pointer.letter}; another letter, or give up (K-22)."
    if pointer.zone == CIRCLE:
        other = "".join(letter for letter in situation.offers(scene) if letter != pointer.letter)
        return f"Enter takes {pointer.letter} ({count(len(spots), 'place')}); arrows: {' '.join(other)}."
    if pointer.hint:
        return f"{pointer.letter} {help_words(scene, pointer)}."
    return f"Enter lets go, Tab: next place. {pointer.letter}, place {spots.index(pointer.at) + 1} of {len(spots)}."


def help_words(scene: TableScene, pointer: Pointer) -> str:
    """What the place would make, and its balance on paper: help, counted before it is shown."""
    if pointer.at is None:
        return ""
    words = situation.words_here(scene, pointer.at)
    told = ", ".join(words[:MOST_WORDS]) or "no word"
    more = f" and {len(words) - MOST_WORDS} more" if len(words) > MOST_WORDS else ""
    return f"makes {told}{more}; {weight_words(situation.balance_here(scene, pointer.at))}"


def weight_words(margin: int) -> str:
    """Where the weight lies, of micrometres.

    >>> weight_words(3210), weight_words(-800)
    ('weight 3.2 mm inside the foot', 'weight 0.8 mm beside the foot')
    """
    return f"weight {abs(margin) / 1000:.1f} mm {'inside' if margin > 0 else 'beside'} the foot"


def _word_line(scene: TableScene, pointer: Pointer) -> str:
    new = scene.view.new
    if pointer.word:
        return f"Enter says {pointer.word}; Bksp erases."
    if pointer.on and pointer.on != new:
        near = names(spelling.neighbours(scene, pointer.on))
        return f"Space adds {pointer.on}, which is notched to {near}."
    if scene.view.words_said:
        return f"Another word with {new}; = ends the turn."
    return f"Type a word with {new}; = if none."


def _arrange_line(pointer: Pointer) -> str:
    letter = pointer.circle[pointer.slot : pointer.slot + 1]
    if pointer.held >= 0:
        return f"{letter} in hand: the arrows move it along, Enter lays it down."
    return f"Enter picks {letter} up; , puts the token before it; $ lays the circle so, @ mixes it."


def how(scene: TableScene, pointer: Pointer) -> str:
    """What the keys do now, for a lesson."""
    match situation.phase(scene):
        case "place" if pointer.zone == CIRCLE:
            return "An arrow or a letter chooses, Enter takes the letter. Or click."
        case "place":
            return "Tab and arrows: other places; r turns, f turns over. Enter lets go."
        case "token":
            return "Arrows or a letter choose a gap, Enter puts the token there. Or click."
        case "word":
            return "Type the word or click its letters, Bksp erases. Enter says it."
    return ""


# --- the whole table ------------------------------------------------------------------------------------


def speak(scene: TableScene) -> tuple[str, ...]:
    """The table in words, most important first."""
    view = scene.view
    lines = [_who(scene)]
    if view.tower:
        shape = (tower_words.summary(view), tower_words.leaning(view), tower_words.steadiness(view))
        lines.append(" ".join(part for part in shape if part))
        lines += [tower_words.letter_line(view, number) for number in range(len(view.tower))]
    elif view.ended is not None:
        lines.append(f"No letter stands. The last tower had {count(view.ended.letters, 'letter')}.")
    else:
        lines.append("No letter stands yet.")
    if view.circle:
        lines.append(_circle_line(scene))
    points = ", ".join(f"{scene.name_of(seat)} {view.points[seat]}" for seat in range(view.seats))
    endless = view.terms.endless is True
    lines.append(f"Points: {points}; {'one tower' if endless else f'first to {view.terms.target} wins'}.")
    return tuple(lines)


def _who(scene: TableScene) -> str:
    view, turn = scene.view, scene.turn
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
        "place": f"adds {' or '.join(situation.offers(scene))}",
        "word": f"looks for a word with {view.new}, which is notched to {names(spelling.neighbours(scene, view.new))}",
    }.get(view.phase, "decides")
    doing = f"{scene.name_of(seat)} {what}." if seat is not None else "Letters are moving."
    return f"Round {view.round}. {doing}{die}"


def _circle_line(scene: TableScene) -> str:
    """The circle read clockwise from the token."""
    circle, gap = scene.view.circle, scene.view.gap
    turned = circle[gap:] + circle[:gap]
    here = beside(circle, gap)
    where = f"between {here[0]} and {here[1]}" if len(here) > 1 else f"beside {here}"
    return f"The token lies {where}. In the circle, clockwise from it: {' '.join(turned)}."


def speak_hand(scene: TableScene) -> tuple[str, ...]:
    """What the looker can do now, and how it is typed."""
    now = situation.phase(scene)
    match now:
        case "":
            return (scene.waiting(),)
        case "place":
            return (*_offer_lines(scene), *_bumping(scene))
        case "word":
            new = scene.view.new
            near = names(spelling.neighbours(scene, new))
            least = count(scene.view.terms.shortest, "letter")
            told = f"{new} stands, notched to {near}. A word needs {new} and {least} or more, all notched together."
            said = scene.view.words_said
            end = f"or done: {', '.join(said)} will score" if said else "or done to end the turn without one"
            return (told, f"Type: word WORD, {end}.", *_bumping(scene))
        case "token":
            return (f"Type: token after {scene.view.circle[0]}, for the gap behind that letter.",)
        case "arrange":
            return ("Type: mix, or all 26 letters clockwise: circle ABCDEF... token 3.",)
        case _:
            seats = range(scene.view.seats)
            told = ", ".join(f"{seat + 1} {scene.name_of(seat)}" for seat in seats)
            return (f"Whose birthday comes next begins. Type: begin 1. Players: {told}.",)


def _offer_lines(scene: TableScene) -> tuple[str, ...]:
    good = situation.offers(scene)
    counts = [(letter, len(situation.places(scene, Pointer(letter=letter)))) for letter in good]
    told = ", ".join(f"{letter} ({count(places, 'place')})" for letter, places in counts)
    if not any(places for _, places in counts):
        return (f"On offer: {told}. Type: give up.",)
    return (f"On offer: {told}. Type: places {good[0]}, then put {good[0]} NUMBER; or hold, turn, next, let go.",)


def _bumping(scene: TableScene) -> tuple[str, ...]:
    return ("To report a player who bumped the tower, type: nudge PLAYER.",) if scene.view.terms.bump == "nudge" else ()


def speak_pointer(scene: TableScene, pointer: Pointer) -> tuple[str, ...]:
    """What is being prepared, in words: the letter in hand, where it is, what holds it there."""
    if situation.phase(scene) != "place" or pointer.at is None:
        return ()
    spots = situation.places(scene, pointer)
    if pointer.at not in spots:
        return ()
    line = place_line(scene, spots.index(pointer.at) + 1, pointer.at)
    lines = [f"In hand: {pointer.letter} at place {line[:-1]}, {len(spots)} in all. To put it there: let go."]
    if pointer.hint:
        lines.append(f"Here it {help_words(scene, pointer)}.")
    return tuple(lines)


# --- news -----------------------------------------------------------------------------------------------


def news(scene: TableScene, events: tuple[Event, ...]) -> str:
    """Why the tower fell, or that the looker's own letter stands; how firmly is told by the gauge."""
    told = [event for event in events if event.kind in ("fall", "place", "blocked")]
    if not told:
        return ""
    return f"{told[-1].text.format(*scene.names)}."
