"""The hand: the place of the letter in hand or the word being typed, and the balance of the tower. Pure.

Beside a narrow board it also shows the circle.
"""

from __future__ import annotations

from towergames.board import scene_inks
from towergames.board.canvas import Canvas, Ink, Rect, StyledText
from towergames.board.danger import SIGN
from towergames.board.protocol import Picture, Spot
from towergames.core.text import cell_width, fit, listed
from towergames.games.konexi.board import animation, picture
from towergames.games.konexi.board.letter_circle import draw_track
from towergames.games.konexi.board.picture import TRACK_BESIDE, Window, own_role, roles
from towergames.games.konexi.board.side_view import SMALL_CARD, card
from towergames.games.konexi.board.text import place_number, posed, rests_on, trial_words
from towergames.games.konexi.board.ui_state import KonexiContext, carrier, neighbours, places, places_on, refusal
from towergames.games.konexi.board.weight import Weight, danger, hand_weight, trials_here, weigh
from towergames.games.konexi.bodies import CELL
from towergames.games.konexi.tower import PlacedLetter
from towergames.games.konexi.words import sayable_words, words_made

SIDE_HAND_COLUMNS = 48
"""A narrower hand is drawn beside the board."""
DETAIL_ROWS = 5
"""Rows below the circle in a hand beside the board."""
MIN_TRACK_ROWS = 6
"""Rows of the lowest circle that has room for all letters."""
LABEL_COLUMNS = 9
"""Columns of the word before a bar."""
MIN_BAR_COLUMNS = 5
"""Columns of the shortest bar, beside ``! would fall 0.4 mm`` in the narrowest hand."""
LETTER_COLUMNS, LETTER_ROWS = 6, 4
"""Size of a letter of the word being typed."""
WHOLE_MM = 0.95
"""A margin from which whole millimetres are exact enough; a smaller one is shown with tenths."""
SAFE_MM = 6.0
"""Margin from which a tower stands safely."""
HEAVY_LOAD, CRITICAL_LOAD = 600, 850
"""Loads of a joint, in thousandths of its strength: a heavy one, and one that it hardly bears."""


def draw_hand(context: KonexiContext, width: int, height: int) -> Picture:
    """Draw the hand to exactly this size."""
    canvas = Canvas(width, height)
    spots: list[Spot] = []
    top = 0
    if width < SIDE_HAND_COLUMNS and context.room[0] < TRACK_BESIDE and height - DETAIL_ROWS >= MIN_TRACK_ROWS:
        top = height - DETAIL_ROWS
        spots += draw_track(canvas, context, Rect(0, 0, width, top))
    room = Rect(1, top, width - 2, height - top)
    spots += _draw_players(canvas, room, context) if context.ui.who >= 0 else []
    rows = 2 if animation.standing(context) else 0
    body = room.rows(int(context.ui.who >= 0), room.height - rows - int(context.ui.who >= 0))
    if context.phase == "word" and context.ui.word:
        wide = _word_rows(context, body)
        spots += _draw_word(canvas, body.rows(0, wide), context)
        body = body.rows(wide, body.height)
    for row, (text, ink) in enumerate(wrapped(_readout(context), body.width)[: body.height]):
        canvas.put_in(body, row, text, ink)
    _draw_balance(canvas, room.rows(room.height - rows, rows), context)
    return Picture(canvas, tuple(spots))


# --- players ------------------------------------------------------------------------------------------


def _draw_players(canvas: Canvas, room: Rect, context: KonexiContext) -> list[Spot]:
    """Draw number and name of every player, the one under the cursor between > and <."""
    most = max(0, room.width // context.view.seats - 4)
    spots, x = [], 0
    for seat in range(context.view.seats):
        on = seat == context.ui.who
        name = context.name_of(seat)
        label = f"{seat + 1} {fit(name, min(most, cell_width(name)))}".rstrip()
        after = canvas.put_in(
            room, 0, f">{label}<" if on else f" {label} ", scene_inks.CURSOR if on else scene_inks.BUTTON, x
        )
        if after > x:
            spots.append(Spot(f"player:{seat + 1}", room.x + x, room.y, after - x, 1, name))
        x = after
    return spots


# --- words --------------------------------------------------------------------------------------------


def _draw_word(canvas: Canvas, room: Rect, context: KonexiContext) -> list[Spot]:
    """Draw the word being typed: as block letters if they fit, else as plates."""
    known = roles(context.view.tower)
    wide, high = LETTER_COLUMNS, LETTER_ROWS
    large = room.height >= high and len(context.ui.word) * wide <= room.width and not context.style.plain
    spots = []
    for k, letter in enumerate(context.ui.word):
        role = known.get(letter, own_role(letter))
        if large:
            canvas.blit(card(letter, role, wide, high, SMALL_CARD), room.x + k * wide, room.y)
            spots.append(Spot(f"word:{k}", room.x + k * wide, room.y, wide - 1, high, f"take {letter} out"))
        elif 4 * k + 3 <= room.width:
            canvas.put(room.x + 4 * k, room.y, f" {letter} ", picture.plate(role))
            spots.append(Spot(f"word:{k}", room.x + 4 * k, room.y, 3, 1, f"take {letter} out"))
    return spots


def _word_rows(c: KonexiContext, room: Rect) -> int:
    large = len(c.ui.word) * LETTER_COLUMNS <= room.width and room.height >= LETTER_ROWS and not c.style.plain
    return LETTER_ROWS if large else 1


# --- what it is about -----------------------------------------------------------------------------------


def _readout(context: KonexiContext) -> list[StyledText]:
    """The lines about the present decision, most important first."""
    view = context.view
    match context.phase:
        case "place" | "word" if context.ui.who >= 0:
            return []
        case "place":
            return _of_place(context)
        case "word":
            joined = (f"{view.new} is joined to {listed(neighbours(context, view.new))}", scene_inks.TEXT)
            return [joined, *(_words(sayable_words(view)) if context.ui.hint else [])]
    last = animation.newest(context)
    if last not in {one.letter for one in view.tower}:
        return []
    near = neighbours(context, last)
    return [(f"{last} {f'is joined to {listed(near)}' if near else 'carries the tower'}", scene_inks.TEXT)]


def _of_place(context: KonexiContext) -> list[StyledText]:
    if context.ui.tried is not None:
        why = refusal(context.view, context.ui.tried)
        return [(f"{why.text} {why.rule}", scene_inks.BAD)] if why else []
    spot = context.ui.at
    if spot is None:
        return [(f"{context.ui.letter} fits nowhere.", scene_inks.BAD)]
    where = rests_on(context.view, spot)
    lines: list[StyledText] = [
        (f"{spot.letter} {where}, {posed(spot)}", scene_inks.BOLD),
        (_numbers(context, spot), scene_inks.TEXT),
    ]
    if context.ui.hint:
        trials = trials_here(context)
        lines += _words(words_made(context.view, (*context.view.tower, spot)))
        lines += [(f"Help: {trial_words(trials)}", picture.HINT)] if trials is not None else []
    return lines


def _numbers(context: KonexiContext, spot: PlacedLetter) -> str:
    """The number of a place on its letter of the tower and among all: ``2nd of 7 places on L, 20th of 39``."""
    spots, letter = places(context), carrier(context, spot)
    number = place_number(spots, spot)
    if not letter or spot not in spots:
        return number
    on_letter = places_on(context, letter)
    here = f"{place_number(on_letter, spot)} on {letter}"
    return here if len(on_letter) == len(spots) else f"{here}, {number.removesuffix(' places')}"


def _words(words: tuple[str, ...]) -> list[StyledText]:
    listed_words = ", ".join(words[:8]) + (f" and {len(words) - 8} more" if len(words) > 8 else "")
    return [(f"Help: {listed_words or 'no word'}", picture.HINT)]


def wrapped(lines: list[StyledText], width: int) -> list[StyledText]:
    """The lines broken at blanks. A room that is too narrow for a moment gets lines of one character."""
    width = max(1, width)
    broken: list[StyledText] = []
    for text, ink in lines:
        rest = text
        while cell_width(rest) > width:
            cut = rest.rfind(" ", 0, width + 1)
            cut = cut if cut > 0 else width
            broken.append((rest[:cut], ink))
            rest = rest[cut:].lstrip()
        broken.append((rest, ink))
    return broken


# --- balance --------------------------------------------------------------------------------------------


def _ink_of(margin: float) -> Ink:
    """The ink of a margin: green, yellow or red."""
    if margin >= SAFE_MM:
        return scene_inks.GOOD_BOLD
    return scene_inks.WARN if margin > 0 else scene_inks.BAD


def firmness(margin: float) -> str:
    """A margin (mm) in a word.

    >>> firmness(8.0), firmness(2.0), firmness(-1.0)
    ('steady', 'close', 'will fall')
    """
    if margin >= SAFE_MM:
        return "steady"
    return "close" if margin > 0 else "will fall"


def _draw_balance(canvas: Canvas, room: Rect, context: KonexiContext) -> None:
    """Draw two rows: the weight over the foot, and the load of the most loaded joint.

    While letters move, the weight moves with them. A mark shows the weight before the newest letter.
    """
    letters = animation.standing(context)
    weight = weigh(letters)
    if weight is None or room.height < 2 or _has_fallen(context):
        return
    shown = hand_weight(context) or weight
    before = weigh(letters[:-1]) if context.view.new and len(letters) > 1 else None
    balance = context.view.balance
    far = abs(shown.margin)
    spare = f"{far:.{int(far < WHOLE_MM)}f} mm", "to spare" if shown.margin > 0 else "too far"
    foretold = danger(context)
    firm = firmness(shown.margin)
    if foretold is not None:
        firm = f"{SIGN} {'may' if foretold.possible else 'would'} fall"
    rows = (("Balance", firm, *spare), ("Joint", *_bears(balance.loaded, balance.load)))
    wide = room.width >= SIDE_HAND_COLUMNS
    texts = [" ".join((word, number, more) if wide else (word, number)) for _, word, number, more in rows]
    bar = max(MIN_BAR_COLUMNS, min(30, room.width - LABEL_COLUMNS - 1 - max(map(cell_width, texts))))
    balance_ink = _ink_of(shown.margin) if foretold is None else Ink(foretold.role, bold=True)
    inks = (balance_ink, _load_ink(balance.load))
    for row, ((label, word, *_), text, ink) in enumerate(zip(rows, texts, inks, strict=True)):
        canvas.put_in(room, row, label, scene_inks.MUTED)
        at = canvas.put_in(room, row, word, ink, LABEL_COLUMNS + bar + 1)
        canvas.put_in(room, row, text[len(word) :], scene_inks.MUTED, at)
    _draw_bar(canvas, room.x + LABEL_COLUMNS, room.y, bar, weight, hand_weight(context), before)
    _draw_load(canvas, room.x + LABEL_COLUMNS, room.y + 1, bar, balance.load)


def _has_fallen(context: KonexiContext) -> bool:
    """Whether a fall that is shown has begun, so that there is no balance to show."""
    shown = animation.shown_fall(context)
    return shown is not None and shown.frame >= shown.fall.moment


def _bears(loaded: str, load: int) -> tuple[str, str, str]:
    """The load of a joint as a word, as a share of its strength, and the letter that it carries."""
    if not loaded:
        return "none", "yet", ""
    return ("steady" if load < HEAVY_LOAD else "close"), f"{load / 10:.0f}%", f"of what {loaded} can bear"


def _load_ink(load: int) -> Ink:
    """The ink of a joint's load: green, yellow or red."""
    if load < HEAVY_LOAD:
        return scene_inks.GOOD_BOLD
    return scene_inks.WARN if load < CRITICAL_LOAD else scene_inks.BAD


def _draw_bar(
    canvas: Canvas, x: int, y: int, width: int, weight: Weight, hand: Weight | None, before: Weight | None
) -> None:
    """Draw the foot as a line, red at its ends, and the weight on it.

    ``hand`` is the weight with the letter in hand, ``before`` the weight without the newest letter.
    """
    span = max(0.5, weight.right - weight.left)

    def column(place: float) -> int:
        return x + min(width - 1, max(0, int((place - weight.left) / span * width)))

    for k in range(width):
        middle = weight.left + (k + 0.5) / width * span
        edge = 10 * CELL * min(middle - weight.left, weight.right - middle)
        canvas.put(x + k, y, "━" if edge >= SAFE_MM else "─", _ink_of(edge))
    for one, sign in ((before, "┼"), (hand, "o"), (weight, "█")):
        if one is not None:
            canvas.put(column(one.at), y, sign, scene_inks.BOLD if sign != "o" else _ink_of(one.margin))


def _draw_load(canvas: Canvas, x: int, y: int, width: int, load: int) -> None:
    """Draw a bar that is full when the most loaded joint is at its limit."""
    full = min(width, max(0, round(load * width / 1000)))
    canvas.put(x, y, "█" * full, _load_ink(load))
    canvas.put(x + full, y, "░" * (width - full), scene_inks.MUTED)


def draw_table(
    canvas: Canvas, y: int, window: Window, weight: Weight | None, hand: Weight | None, *, plain: bool
) -> None:
    """Draw the table in row ``y``: its edge, the foot of the base, and the place under the weight.

    ``hand`` is the weight with the letter in hand.
    """
    canvas.fill(0, y, canvas.width, canvas.height - y, "=" if plain else " ", picture.TABLE)
    if weight is None:
        return
    first, last = round(window.column(weight.left)), round(window.column(weight.right))
    mark = Ink("ink", _ink_of(weight.margin).fg, bold=True)
    for x in range(max(0, first), min(canvas.width, last)):
        canvas.put(x, y, "_" if plain else " ", mark)
    canvas.put(first, y, "[", mark)
    canvas.put(last - 1, y, "]", mark)
    for one, sign in ((hand, "o"), (weight, "^")):
        if one is not None:
            at = min(canvas.width - 1, max(0, _mark_column(window, one, first, last)))
            canvas.put(at, y, sign, mark if one.margin >= 0 else scene_inks.BLAMED)


def _mark_column(window: Window, weight: Weight, first: int, last: int) -> int:
    """The column of a weight's mark: between the brackets of the foot, or outside them, as the weight lies."""
    at = round(window.column(weight.at) - 0.5)
    if weight.at <= weight.left:
        return min(at, first - 1)
    if weight.at >= weight.right:
        return max(at, last)
    return max(first + 1, min(at, last - 2))
