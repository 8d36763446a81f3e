"""The parts of the hand zone: each is drawn into a room and tells its spots. Pure."""

from __future__ import annotations

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.konexi import acting, animation, cards, die, gauge, inks, placing, situation, spelling
from towergames.boards.konexi.plastic import own_role, roles
from towergames.boards.konexi.pointer import ACTS, Pointer, TableScene
from towergames.boards.konexi.window import Room
from towergames.boards.protocol import Spot
from towergames.core.text import cell_width, fit
from towergames.games.konexi.lattice import Spot as Lain
from towergames.games.konexi.letters import HEIGHT
from towergames.games.konexi.model import UNROLLED
from towergames.games.konexi.turns import beside

Line = tuple[str, Ink]
CARD = (13, 9)
"""Columns and rows of the picture of a letter in hand, and of a small one."""
SMALL_CARD = (9, 5)


def put(canvas: Canvas, room: Room, row: int, text: str, ink: Ink = inks.TEXT, x: int = 0) -> int:
    """Write one row of a room, cut to its width; the column after it, counted from the room's left."""
    if not 0 <= row < room.height or x >= room.width:
        return x
    shown = text if cell_width(text) <= room.width - x else fit(text, room.width - x)
    return canvas.put(room.x + x, room.y + row, shown, ink) - room.x


def is_plain(scene: TableScene) -> bool:
    """Whether only characters are seen."""
    return scene.ascii_only or not scene.colours


# --- the letters on offer -----------------------------------------------------------------------------


def draw_offers(canvas: Canvas, room: Room, scene: TableScene, pointer: Pointer) -> list[Spot]:
    """The die, and the letters that may be taken: the one in hand between > and <."""
    face, _ = animation.face(scene)
    x = 0
    if face != UNROLLED:
        x = die.draw_small(canvas, room.x, room.y, face) - room.x + 1
    spots = []
    for letter in situation.offers(scene):
        on = letter == pointer.letter
        text = f">{letter}<" if on else f"[{letter}]"
        if x + 3 <= room.width:
            spots.append(Spot(f"offer:{letter}", room.x + x, room.y, 3, 1, f"take {letter}"))
            x = put(canvas, room, 0, text, inks.CURSOR if on else inks.plastic(own_role(letter)), x) + 1
    return spots


def letters_shown(scene: TableScene, pointer: Pointer) -> tuple[Lain, ...]:
    """The letters that are worth a picture: in the pose of the hand, as they stand, else upright; the chosen first."""
    view = scene.view
    if situation.phase(scene) == "token":
        return tuple(Lain(letter, 0, False, 0, 0) for letter in beside(view.circle, pointer.gap))
    if view.phase == "place":
        letters = dict.fromkeys((pointer.letter or situation.offers(scene)[:1], *situation.offers(scene)))
        hand = {pointer.at.letter: pointer.at} if pointer.at is not None else {}
        return tuple(hand.get(letter) or Lain(letter, 0, False, 0, 0) for letter in letters)
    return tuple(spot for spot in view.tower if spot.letter == view.new)


def draw_cards(canvas: Canvas, room: Room, scene: TableScene, pointer: Pointer, most: int) -> int:
    """Pictures of letters side by side from the left, at most so many; the columns that they take."""
    large = room.height >= HEIGHT
    wide, high = CARD if large else SMALL_CARD
    plain = is_plain(scene)
    scale = cards.LARGE if large else (1.0, 1.0) if plain else cards.SMALL
    x = 0
    for spot in letters_shown(scene, pointer)[:most]:
        taken = spot in scene.view.tower or spot == pointer.at
        role = roles((*scene.view.tower, spot) if spot == pointer.at else scene.view.tower).get(spot.letter, "")
        drawn = cards.card(
            spot.letter,
            role if taken and role else own_role(spot.letter),
            wide,
            min(high, room.height),
            scale,
            spot.turn,
            spot.flip,
            plain,
        )
        canvas.blit(drawn, room.x + x, room.y)
        x += wide + 1
    return x


# --- words --------------------------------------------------------------------------------------------


def draw_word(canvas: Canvas, room: Room, scene: TableScene, pointer: Pointer) -> list[Spot]:
    """The word being typed: as block letters where they have room, else as plates."""
    known = roles(scene.view.tower)
    wide = 6
    if not pointer.word:
        put(canvas, room, 0, f"a word with {scene.view.new}?", inks.MUTED)
        return []
    large = room.height >= 4 and len(pointer.word) * wide <= room.width and not is_plain(scene)
    spots = []
    for k, letter in enumerate(pointer.word):
        role = known.get(letter, own_role(letter))
        if large:
            canvas.blit(cards.card(letter, role, wide, 4, cards.SMALL), room.x + k * wide, room.y)
            spots.append(Spot(f"word:{k}", room.x + k * wide, room.y, wide - 1, 4, f"take {letter} out"))
        elif 4 * k + 3 <= room.width:
            canvas.put(room.x + 4 * k, room.y, f" {letter} ", inks.plastic(role))
            spots.append(Spot(f"word:{k}", room.x + 4 * k, room.y, 3, 1, f"take {letter} out"))
    return spots


def word_rows(scene: TableScene, pointer: Pointer, width: int) -> int:
    """How many rows :func:`draw_word` makes good use of."""
    return 4 if pointer.word and len(pointer.word) * 6 <= width and not is_plain(scene) else 1


# --- what it is about -----------------------------------------------------------------------------------


def readout(scene: TableScene, pointer: Pointer) -> list[Line]:
    """What the hand is about, the most important first."""
    view = scene.view
    lines: list[Line] = []
    match situation.phase(scene):
        case "place":
            lines += _of_place(scene, pointer)
        case "word":
            near = spelling.neighbours(scene, view.new)
            lines.append((f"{view.new} is notched to {' '.join(near)}", inks.TEXT))
            if pointer.hint:
                lines += _words(situation.words_now(scene))
        case "token":
            lines.append(("Where does the token go?", inks.TITLE))
        case "arrange":
            lines.append(("Lay the letters in a circle.", inks.TITLE))
        case "birthday":
            lines.append(("Whose birthday comes next?", inks.TITLE))
        case _:
            lines.append((scene.waiting(), inks.MUTED))
    if view.tower:
        lines.append((f"{len(view.tower)} in the tower, {len(view.circle)} left", inks.MUTED))
    return lines


def _of_place(scene: TableScene, pointer: Pointer) -> list[Line]:
    spot = pointer.tried or pointer.at
    if spot is None:
        return [(f"{pointer.letter} fits nowhere.", inks.BAD)]
    if pointer.tried is not None:
        why, rule = situation.refusal(scene, spot)
        return [(f"x {why} ({rule})", inks.BAD)]
    spots = situation.places(scene, pointer)
    number = f"place {spots.index(spot) + 1} of {len(spots)}" if spot in spots else ""
    lines: list[Line] = [(number, inks.BOLD), (placing.posed(spot), inks.TEXT)]
    lines.append((placing.holds(scene, spot) or "the base", inks.TEXT))
    if pointer.hint:
        lines += _words(situation.words_here(scene, spot))
    return lines


def _words(found: tuple[str, ...]) -> list[Line]:
    told = ", ".join(found[:8]) + (f" and {len(found) - 8} more" if len(found) > 8 else "")
    return [(f"help: {told or 'no word'}", inks.HINT)]


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


def draw_readout(canvas: Canvas, room: Room, lines: list[Line]) -> None:
    """The lines that have room."""
    for row, (text, ink) in enumerate(wrapped(lines, room.width)[: room.height]):
        put(canvas, room, row, text, ink)


# --- balance --------------------------------------------------------------------------------------------


def draw_balance(canvas: Canvas, room: Room, scene: TableScene, pointer: Pointer) -> None:
    """Two rows: where the weight lies over the foot, and what the worst notch bears."""
    weight = gauge.weigh(animation.before(scene.view))
    if weight is None or room.height < 1:
        return
    margin = f"{weight.margin:.1f} mm"
    bar = max(6, min(20, room.width - 8 - len(margin) - 1))
    put(canvas, room, 0, "weight ", inks.MUTED)
    gauge.draw_bar(canvas, room.x + 7, room.y, bar, weight, hand_weight(scene, pointer))
    put(canvas, room, 0, margin, gauge.ink_of(weight.margin), 8 + bar)
    if room.height < 2:
        return
    balance = scene.view.balance
    put(canvas, room, 1, "notch  ", inks.MUTED)
    gauge.draw_load(canvas, room.x + 7, room.y + 1, bar, balance.load)
    told = f"{balance.loaded} {balance.load / 10:.0f} %" if balance.loaded else "none"
    put(canvas, room, 1, told, gauge.load_ink(balance.load), 8 + bar)


def hand_weight(scene: TableScene, pointer: Pointer) -> gauge.Weight | None:
    """The weight with the letter in hand where it is: only as help."""
    if not pointer.hint or pointer.at is None or scene.view.phase != "place" or scene.playing:
        return None
    return gauge.with_hand(scene.view, pointer.at)


# --- buttons --------------------------------------------------------------------------------------------


def button_rows(scene: TableScene, pointer: Pointer, width: int) -> int:
    """How many rows the buttons take."""
    return len(_button_rows(scene, pointer, width))


def _button_rows(scene: TableScene, pointer: Pointer, width: int) -> list[list[tuple[str, str]]]:
    rows: list[list[tuple[str, str]]] = []
    used = width
    for act in acting.acts(scene, pointer):
        label = f"[{acting.act_label(scene, pointer, act)}]"
        wide = cell_width(label)
        if not rows or used + wide + 1 > width:
            rows.append([])
            used = -1
        rows[-1].append((act, fit(label, min(wide, width))))
        used += wide + 1
    return rows


def draw_buttons(canvas: Canvas, room: Room, scene: TableScene, pointer: Pointer) -> list[Spot]:
    """The buttons; the one under the cursor stands out, those that cannot be pressed are dull."""
    spots = []
    for row, buttons in enumerate(_button_rows(scene, pointer, room.width)[: room.height]):
        x = 0
        for act, label in buttons:
            on = pointer.zone == ACTS and pointer.act == act
            off = bool(acting.why_not(scene, pointer, act)[0])
            ink = inks.CURSOR if on else inks.BUTTON_OFF if off else inks.BUTTON
            spots.append(Spot(f"act:{act}", room.x + x, room.y + row, cell_width(label), 1, label[1:-1]))
            x = put(canvas, room, row, label, ink, x) + 1
    return spots
