"""The hand: the letters on offer, the one in hand or the word being typed, and the balance of the tower. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.konexi import animation, picture
from towergames.boards.konexi.animation import Stood
from towergames.boards.konexi.letter_circle import draw_small_die
from towergames.boards.konexi.picture import Room, Window, own_role, roles
from towergames.boards.konexi.placement import neighbours
from towergames.boards.konexi.side_view import LARGE_CARD, SMALL_CARD, card
from towergames.boards.konexi.text import posed
from towergames.boards.konexi.ui_state import KonexiContext, offers, places, refusal
from towergames.boards.protocol import Picture, Spot
from towergames.core.text import cell_width, fit
from towergames.games.konexi.bodies import CELL, foot, put
from towergames.games.konexi.letters import HEIGHT, upright
from towergames.games.konexi.model import UNROLLED
from towergames.games.konexi.rules import beside, holds
from towergames.games.konexi.tower import Spot as Lain
from towergames.games.konexi.words import available, words_made
from towergames.physics.geometry import turned

COLUMN = 48
"""A hand narrower than this, or as high as wide, is laid out as a column."""
BALANCE_ROWS = 2
BALANCE_COLUMNS = 34
"""Columns of the balance where it stands at the right."""
TWO_CARDS = 44
"""Columns of a hand that has room for the pictures of both letters on offer."""
CARD = (13, 9)
"""Columns and rows of the picture of a letter in hand, and of a small one."""
LITTLE_CARD = (9, 5)
LETTER_COLUMNS, LETTER_ROWS = 6, 4
"""Of a letter of the word being typed."""
SAFE, RISKY = 6.0, 2.5
"""Millimetres of margin from which a tower stands safely, and below which it hardly stands."""
HEAVY, WORST = 600, 850
"""Load of a notch, in thousandths of what it bears, from which it is a lot, and hardly bearable."""

UPRIGHT = 0.97
"""A base leaning out of the tower's plane more than this (cosine) has no foot any more."""
CORNER = 6
"""Columns at both ends of the table where letters of the circle may lie."""

Line = tuple[str, Ink]


def draw_hand(c: KonexiContext, width: int, height: int) -> Picture:
    """The hand drawn to exactly that size."""
    canvas = Canvas(width, height)
    column = width < COLUMN or height >= 11
    return Picture(canvas, tuple((_column if column else _abreast)(canvas, c, Room(1, 0, width - 2, height))))


def _column(canvas: Canvas, c: KonexiContext, room: Room) -> list[Spot]:
    """The offers above, pictures of letters with words beside them, the balance below."""
    spots = _draw_offers(canvas, _rows(room, 0, 1), c)
    body = _rows(room, 1, room.height - 1 - BALANCE_ROWS)
    if c.phase == "word":
        rows = _word_rows(c, room.width)
        spots += _draw_word(canvas, _rows(body, 1, rows), c)
        body = _rows(body, rows + 2, body.height - rows - 2)
    else:
        body = _pictures(canvas, body, c)
    _draw_readout(canvas, body, _readout(c))
    _draw_balance(canvas, _rows(room, room.height - BALANCE_ROWS, BALANCE_ROWS), c)
    return spots


def _pictures(canvas: Canvas, room: Room, c: KonexiContext) -> Room:
    """Pictures of letters from the left; the room that is left for words, above two letters where it is narrow."""
    narrow = room.width < TWO_CARDS
    if narrow and c.phase != "place" and len(_letters_shown(c)) > 1:
        words = _rows(room, 0, len(wrapped(_readout(c), room.width)))
        _draw_cards(canvas, _rows(room, words.height, room.height), c, 2)
        return words
    return _right(room, _draw_cards(canvas, room, c, 1 if narrow else 2))


def _abreast(canvas: Canvas, c: KonexiContext, room: Room) -> list[Spot]:
    """Pictures of letters at the left, words in the middle, the balance at the right."""
    high = room.height
    roomy = room.width >= TWO_CARDS + BALANCE_COLUMNS
    right = BALANCE_COLUMNS if roomy else 26
    wide = _draw_cards(canvas, room, c, 2 if roomy else 1) if high >= 3 else 0
    middle = Room(room.x + wide, room.y, room.width - wide - right - 3, high)
    spots = _draw_offers(canvas, _rows(middle, 0, 1), c)
    body = _rows(middle, 1, high - 1)
    if c.phase == "word":
        rows = min(body.height, _word_rows(c, middle.width))
        spots += _draw_word(canvas, _rows(body, 0, rows), c)
        body = _rows(body, rows, body.height - rows)
    _draw_readout(canvas, body, _readout(c))
    for row in range(high):
        canvas.put(room.x + room.width - right - 2, room.y + row, "│", picture.LINE)
    _draw_balance(canvas, _right(room, room.width - right), c)
    return spots


def _right(room: Room, columns: int) -> Room:
    return Room(room.x + columns, room.y, room.width - columns, room.height)


def _rows(room: Room, first: int, count: int) -> Room:
    return Room(room.x, room.y + first, room.width, max(0, min(count, room.height - first)))


def _put(canvas: Canvas, room: Room, row: int, text: str, ink: Ink = picture.TEXT, x: int = 0) -> int:
    """Write one row of a room, cut to its width; the column after it, counted from the room's left."""
    if not 0 <= row < room.height or x >= room.width:
        return x
    shown = text if cell_width(text) <= room.width - x else fit(text, room.width - x)
    return canvas.put(room.x + x, room.y + row, shown, ink) - room.x


def _is_plain(c: KonexiContext) -> bool:
    return c.style.ascii_only or not c.style.colours


def _draw_offers(canvas: Canvas, room: Room, c: KonexiContext) -> list[Spot]:
    """The die, and the letters that may be taken: the one in hand between > and <. Else the players asked about."""
    if c.ui.who >= 0:
        return _draw_players(canvas, room, c)
    face, _ = animation.face(c)
    x = 0
    if face != UNROLLED:
        x = draw_small_die(canvas, room.x, room.y, face) - room.x + 1
    spots = []
    for letter in offers(c.view):
        on = letter == c.ui.letter
        text = f">{letter}<" if on else f"[{letter}]"
        if x + 3 <= room.width:
            spots.append(Spot(f"offer:{letter}", room.x + x, room.y, 3, 1, f"take {letter}"))
            x = _put(canvas, room, 0, text, picture.CURSOR if on else picture.plate(own_role(letter)), x) + 1
    return spots


def _draw_players(canvas: Canvas, room: Room, c: KonexiContext) -> list[Spot]:
    """Number and name of every player, the one under the cursor between > and <."""
    most = max(0, room.width // c.view.seats - 4)
    spots, x = [], 0
    for seat in range(c.view.seats):
        on = seat == c.ui.who
        name = c.name_of(seat)
        told = f"{seat + 1} {fit(name, min(most, cell_width(name)))}".rstrip()
        after = _put(canvas, room, 0, f">{told}<" if on else f" {told} ", picture.CURSOR if on else picture.BUTTON, x)
        if after > x:
            spots.append(Spot(f"player:{seat + 1}", room.x + x, room.y, after - x, 1, name))
        x = after
    return spots


def _letters_shown(c: KonexiContext) -> tuple[Lain, ...]:
    """The letters that are worth a picture: in the pose of the hand, as they stand, else upright; the chosen first."""
    view = c.view
    if c.phase == "token":
        return tuple(Lain(letter, 0, False, 0, 0) for letter in beside(view.circle, c.ui.gap))
    if view.phase == "place":
        letters = dict.fromkeys((c.ui.letter or offers(c.view)[:1], *offers(c.view)))
        hand = {c.ui.at.letter: c.ui.at} if c.ui.at is not None else {}
        return tuple(hand.get(letter) or Lain(letter, 0, False, 0, 0) for letter in letters)
    return tuple(spot for spot in view.tower if spot.letter == view.new)


def _draw_cards(canvas: Canvas, room: Room, c: KonexiContext, most: int) -> int:
    """Pictures of letters side by side from the left, at most so many; the columns that they take."""
    large = room.height >= HEIGHT
    wide, high = CARD if large else LITTLE_CARD
    plain = _is_plain(c)
    scale = LARGE_CARD if large else (1.0, 1.0) if plain else SMALL_CARD
    x = 0
    for spot in _letters_shown(c)[:most]:
        taken = spot in c.view.tower or spot == c.ui.at
        role = roles((*c.view.tower, spot) if spot == c.ui.at else c.view.tower).get(spot.letter, "")
        shown = role if taken and role else own_role(spot.letter)
        drawn = card(spot.letter, shown, wide, min(high, room.height), scale, spot.turn, spot.flip, plain)
        canvas.blit(drawn, room.x + x, room.y)
        x += wide + 1
    return x


def _draw_word(canvas: Canvas, room: Room, c: KonexiContext) -> list[Spot]:
    """The word being typed: as block letters where they have room, else as plates."""
    known = roles(c.view.tower)
    wide, high = LETTER_COLUMNS, LETTER_ROWS
    if not c.ui.word:
        _put(canvas, room, 0, f"a word with {c.view.new}?", picture.MUTED)
        return []
    large = room.height >= high and len(c.ui.word) * wide <= room.width and not _is_plain(c)
    spots = []
    for k, letter in enumerate(c.ui.word):
        role = known.get(letter, own_role(letter))
        if large:
            canvas.blit(card(letter, role, wide, high, SMALL_CARD), room.x + k * wide, room.y)
            spots.append(Spot(f"word:{k}", room.x + k * wide, room.y, wide - 1, high, f"take {letter} out"))
        elif 4 * k + 3 <= room.width:
            canvas.put(room.x + 4 * k, room.y, f" {letter} ", picture.plate(role))
            spots.append(Spot(f"word:{k}", room.x + 4 * k, room.y, 3, 1, f"take {letter} out"))
    return spots


def _word_rows(c: KonexiContext, width: int) -> int:
    large = c.ui.word and len(c.ui.word) * LETTER_COLUMNS <= width and not _is_plain(c)
    return LETTER_ROWS if large else 1


_QUESTIONS = {
    "token": "Where does the token go?",
    "arrange": "Lay the letters in a circle.",
    "birthday": "Whose birthday comes next?",
}


def _readout(c: KonexiContext) -> list[Line]:
    """What the hand is about, the most important first."""
    view = c.view
    lines: list[Line] = []
    if c.phase in ("place", "word") and c.ui.who >= 0:
        lines.append(("Who bumped the tower? Esc: nobody.", picture.TITLE))
    elif c.phase == "place":
        lines += _of_place(c)
    elif c.phase == "word":
        lines.append((f"{view.new} is notched to {' '.join(neighbours(c, view.new))}", picture.TEXT))
        if c.ui.hint:
            lines += _words(available(view))
    else:
        lines.append((_QUESTIONS[c.phase], picture.TITLE) if c.phase else (c.waiting(), picture.MUTED))
    if view.tower:
        lines.append((f"{len(view.tower)} in the tower, {len(view.circle)} left", picture.MUTED))
    return lines


def _of_place(c: KonexiContext) -> list[Line]:
    if c.ui.tried is not None:
        why = refusal(c.view, c.ui.tried)
        return [(f"x {why.text} ({why.rule})", picture.BAD)] if why else []
    spot, spots = c.ui.at, places(c)
    if spot is None:
        return [(f"{c.ui.letter} fits nowhere.", picture.BAD)]
    number = f"place {spots.index(spot) + 1} of {len(spots)}" if spot in spots else ""
    lines: list[Line] = [(number, picture.BOLD), (posed(spot), picture.TEXT)]
    lines.append((holds(c.view, spot) or "the base", picture.TEXT))
    if c.ui.hint:
        lines += _words(words_made(c.view, (*c.view.tower, spot)))
    return lines


def _words(found: tuple[str, ...]) -> list[Line]:
    told = ", ".join(found[:8]) + (f" and {len(found) - 8} more" if len(found) > 8 else "")
    return [(f"help: {told or 'no word'}", picture.HINT)]


def wrapped(lines: list[Line], width: int) -> list[Line]:
    """The lines broken at blanks."""
    found: list[Line] = []
    for text, ink in lines:
        rest = text
        while cell_width(rest) > width:
            cut = rest.rfind(" ", 0, width + 1)
            cut = cut if cut > 0 else width
            found.append((rest[:cut], ink))
            rest = rest[cut:].lstrip()
        found.append((rest, ink))
    return found


def _draw_readout(canvas: Canvas, room: Room, lines: list[Line]) -> None:
    for row, (text, ink) in enumerate(wrapped(lines, room.width)[: room.height]):
        _put(canvas, room, row, text, ink)


# --- balance --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Weight:
    """The foot's ends and the weight over them, in cells along the table."""

    left: float
    right: float
    at: float

    @property
    def margin(self) -> float:
        """How far (mm) the weight is inside the foot, below 0 outside."""
        return 10 * CELL * min(self.at - self.left, self.right - self.at)


def weigh(letters: Sequence[Stood]) -> Weight | None:
    """Where the weight of letters lies that stand on the first of them; None for none, or once that lies flat."""
    if not letters or abs(turned(letters[0].pose.turn, (0.0, 1.0, 0.0))[1]) < UPRIGHT:
        return None
    base = letters[0]
    ends = sorted(base.pose.point(end)[0] / CELL for end in foot(base.spot))
    total, moment = 0, 0.0
    for one in letters:
        cells = upright(one.spot.letter).cells
        middle = [sum(part) / len(cells) + 0.5 for part in zip(*cells, strict=True)]
        total += len(cells)
        moment += len(cells) * one.pose.point((middle[0] * CELL, 0.0, middle[1] * CELL))[0] / CELL
    return Weight(ends[0], ends[1], moment / total)


def hand_weight(c: KonexiContext) -> Weight | None:
    """The weight with the letter in hand where it is, before anything bends: only as help; None for the base."""
    view, hand = c.view, c.ui.at
    if not c.ui.hint or hand is None or view.phase != "place" or c.playing or not view.tower:
        return None
    return weigh((*animation.before(view), Stood(hand, put(hand, view.tower, view.rests))))


def _ink_of(margin: float) -> Ink:
    return picture.GOOD if margin >= SAFE else picture.WARN if margin >= RISKY else picture.BAD


def _load_ink(load: int) -> Ink:
    return picture.GOOD if load < HEAVY else picture.WARN if load < WORST else picture.BAD


def _draw_balance(canvas: Canvas, room: Room, c: KonexiContext) -> None:
    """Two rows: where the weight lies over the foot, and what the worst notch bears."""
    weight = weigh(animation.before(c.view))
    if weight is None or room.height < 1:
        return
    margin = f"{weight.margin:.1f} mm"
    bar = max(6, min(20, room.width - 8 - len(margin) - 1))
    _put(canvas, room, 0, "weight ", picture.MUTED)
    _draw_bar(canvas, room.x + 7, room.y, bar, weight, hand_weight(c))
    _put(canvas, room, 0, margin, _ink_of(weight.margin), 8 + bar)
    if room.height < 2:
        return
    balance = c.view.balance
    _put(canvas, room, 1, "notch  ", picture.MUTED)
    full = min(bar, max(0, round(balance.load * bar / 1000)))
    canvas.put(room.x + 7, room.y + 1, "█" * full, _load_ink(balance.load))
    canvas.put(room.x + 7 + full, room.y + 1, "░" * (bar - full), picture.MUTED)
    told = f"{balance.loaded} {balance.load / 10:.0f} %" if balance.loaded else "none"
    _put(canvas, room, 1, told, _load_ink(balance.load), 8 + bar)


def _draw_bar(canvas: Canvas, x: int, y: int, width: int, weight: Weight, ghost: Weight | None = None) -> None:
    """The foot as a line with a cross where the weight is; ``ghost`` where it would be with the letter in hand."""
    room = width - 2
    span = max(0.5, weight.right - weight.left)

    def column(place: float) -> int:
        return x + 1 + min(room - 1, max(0, int((place - weight.left) / span * room)))

    canvas.put(x, y, "├" + "─" * room + "┤", picture.LINE)
    canvas.put(x + width // 2, y, "┼", picture.LINE)
    if ghost is not None:
        canvas.put(column(ghost.at), y, "o", _ink_of(ghost.margin))
    canvas.put(column(weight.at), y, "█", _ink_of(weight.margin))


def draw_table(
    canvas: Canvas, y: int, window: Window, weight: Weight | None, hand: Weight | None, load: str, *, plain: bool
) -> None:
    """The table in row ``y``: its edge, the foot of the base on it, where the weight comes down, and both in figures.

    ``hand`` is the weight with the letter in hand, ``load`` tells what the worst notch bears.
    """
    canvas.fill(0, y, canvas.width, canvas.height - y, "=" if plain else " ", picture.TABLE)
    if weight is None:
        return
    first, last = round(window.column(weight.left)), round(window.column(weight.right))
    shade = _ink_of(weight.margin).fg
    mark = Ink("ink", shade, bold=True)
    for x in range(max(0, first), min(canvas.width, last)):
        canvas.put(x, y, "_" if plain else " ", mark)
    canvas.put(first, y, "[", mark)
    canvas.put(last - 1, y, "]", mark)
    for one, sign in ((hand, "o"), (weight, "^")):
        if one is not None:
            at = min(canvas.width - 1, max(0, round(window.column(one.at) - 0.5)))
            canvas.put(at, y, sign, mark if one.margin >= 0 else picture.BLAMED)
    told = f" {weight.margin:.1f} mm "
    if y >= canvas.height - 1:
        return  # letters of the circle lie there
    if first >= CORNER and last + len(told) <= canvas.width - CORNER:
        canvas.put(last, y, told, picture.TABLE)
    if load and first - len(load) - 2 >= CORNER:
        canvas.put(first - len(load) - 2, y, f" {load} ", picture.TABLE)
