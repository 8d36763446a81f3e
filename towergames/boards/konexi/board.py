"""The board: the tower on its table, the letters that are left all round it, and the score above."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.konexi import animation, banners, die, gauge, inks, situation
from towergames.boards.konexi.animation import Stood, standing
from towergames.boards.konexi.around import LARGE_DIE, draw_circle
from towergames.boards.konexi.blocks import hand_weight, wrapped
from towergames.boards.konexi.frames import BRIGHT, DULL, GHOST, NORMAL, Deep, Flat, Solid, Window
from towergames.boards.konexi.layout import RING_ROWS, Plan, plan
from towergames.boards.konexi.plastic import roles
from towergames.boards.konexi.pointer import CIRCLE, SIDE, SPACE, TOWER, Pointer, TableScene
from towergames.boards.konexi.scores import draw_scores
from towergames.boards.konexi.side import draw_side
from towergames.boards.konexi.sockets import Socket, draw_sockets, legal_sockets
from towergames.boards.konexi.solids import shot, why_not
from towergames.boards.konexi.tags import Tag, put_tags
from towergames.boards.konexi.window import Room, bounds, fit
from towergames.boards.protocol import Picture, Spot
from towergames.core.text import cell_width
from towergames.core.text import fit as cut
from towergames.games.konexi.lattice import Spot as Lain
from towergames.physics.scene import TABLE

VIEWS = {SIDE: "side", SPACE: "3d"}


def draw_board(scene: TableScene, pointer: Pointer, width: int, height: int) -> Picture:
    """The board drawn to exactly that size."""
    parted = plan(width, height)
    plain = scene.ascii_only or not scene.colours
    letters = standing(scene)
    hand = _hand(scene, pointer)
    solids = _solids(scene, pointer, letters, hand)
    canvas = Canvas(width, height)
    window = None
    if pointer.view == SPACE and not why_not():
        deep = _deep(scene, pointer, solids, width, height)
        seen = shot(deep, quick=scene.quick)
        canvas.blit(seen.canvas, 0, 0)
    else:
        window = _window(scene, pointer, parted.room, plain)
        seen = draw_side(Flat(solids, window, width, height, plain))
        canvas.blit(seen.canvas, 0, 0)
        _table(canvas, scene, pointer, letters, window, plain=plain)
    placed = put_tags(canvas, seen.places, _tags(scene, pointer, letters, hand))
    project = window.project if window is not None else deep.project
    names = {(place.x + i, place.y) for place in placed.values() for i in range(place.width)}
    spots = draw_sockets(canvas, _sockets(scene, pointer), letters, project, seen.pick, parted.room, names)
    around = draw_circle(canvas, scene, pointer, parted)
    around += _views(canvas, scene, pointer, width)
    _banner(canvas, scene, pointer, parted, lambda x, y: seen.pick(x, y) not in ("", TABLE) or _covered(around, x, y))
    spots += [Spot(_key(name), place.x, place.y, place.width, 1, _title(name)) for name, place in placed.items()]
    spots = [*around, *_clear_of(around, spots, width, height), Spot("table", 0, 0, width, height, "the table")]

    def at(x: int, y: int) -> str:
        """The letter under a cell, else the place in the tower's plane that it shows."""
        if _covered(spots[:-1], x, y) or y == 0:
            return ""
        name = seen.pick(x, y)
        if name and name != TABLE:
            return _key(name)
        if window is None or y >= parted.room.y + parted.room.height - 1:
            return ""
        across, up = window.cell(x + 0.5, y + 0.5)
        return f"cell:{int(across // 1)},{int(up // 1)}"

    return Picture(canvas, tuple(spots), _cursor(scene, spots, pointer), at)


def _covered(spots: Iterable[Spot], x: int, y: int) -> bool:
    return any(s.y <= y < s.y + s.height and s.x <= x < s.x + s.width for s in spots)


def _key(name: str) -> str:
    return "ghost" if name == GHOST else f"letter:{name}"


def _title(name: str) -> str:
    return "the letter in hand" if name == GHOST else name


def _clear_of(above: list[Spot], spots: Iterable[Spot], width: int, height: int) -> list[Spot]:
    """The spots that are not covered by those above them, and inside."""
    taken = {(s.x + i, s.y + j) for s in above for i in range(s.width) for j in range(s.height)}
    keys: set[str] = set()
    found = []
    for s in spots:
        inside = s.x >= 0 and s.x + s.width <= width and s.y >= 1 and s.y + s.height <= height
        if inside and s.key not in keys and not any((s.x + i, s.y) in taken for i in range(s.width)):
            keys.add(s.key)
            found.append(s)
    return found


# --- what is drawn --------------------------------------------------------------------------------------


def _hand(scene: TableScene, pointer: Pointer) -> tuple[Lain, str] | None:
    """The letter in hand and the role that says whether it may be let go there; None while there is none."""
    if scene.playing or scene.view.phase != "place":
        return None
    if pointer.tried is not None:
        return pointer.tried, "bad"
    return (pointer.at, "good") if pointer.at is not None else None


def _solids(
    scene: TableScene, pointer: Pointer, letters: tuple[Stood, ...], hand: tuple[Lain, str] | None
) -> tuple[Solid, ...]:
    spots = tuple(one.spot for one in letters)
    known = roles(spots)
    bright = _bright(scene, pointer)
    blamed = animation.fallen(scene)[1]
    last = animation.newest(scene)
    found = []
    for one in letters:
        letter = one.spot.letter
        tone = (BRIGHT if letter in bright else DULL) if bright else NORMAL
        rim = ""
        if letter in blamed:
            rim = "bad"
        elif letter == pointer.on and not scene.playing:
            rim = "cursor"
        elif letter == last and len(letters) > 1:
            rim = "last"
        found.append(Solid(letter, one.pose, known[letter], rim, tone))
    if hand is not None:
        spot, verdict = hand
        role = roles((*spots, spot))[spot.letter] if verdict == "good" else "bad"
        found.append(Solid(spot.letter, animation.pose_of(scene.view, spot), role, verdict, ghost=True))
    return tuple(found)


def _bright(scene: TableScene, pointer: Pointer) -> str:
    """The letters of the word that is being typed, or was said."""
    if scene.playing:
        return animation.said(scene)
    return pointer.word if scene.view.phase == "word" else ""


def _window(scene: TableScene, pointer: Pointer, room: Room, plain: bool) -> Window:
    """Where the side view looks: it stands still while letters move, or goes with the newest where not all has room."""
    view = scene.view
    tower = bounds(one.pose for one in standing_still(scene))
    hand = pointer.tried or pointer.at
    held = bounds((animation.pose_of(view, hand),)) if hand is not None and view.phase == "place" else None
    about = pointer.on or animation.newest(scene)
    focus = bounds(one.pose for one in animation.standing(scene) if one.spot.letter == about)
    return fit(tower, held, focus, room, letters=plain, zoom=pointer.zoom, pan=pointer.pan)


def standing_still(scene: TableScene) -> tuple[Stood, ...]:
    """The letters before anything has moved."""
    return animation.before(scene.view)


def _deep(scene: TableScene, pointer: Pointer, solids: tuple[Solid, ...], width: int, height: int) -> Deep:
    return Deep(
        tuple(replace(one, rim="") if one.rim == "last" else one for one in solids),
        animation.camera_now(scene, pointer.camera),
        width,
        height,
        2 if height >= RING_ROWS else 1,
        not pointer.moving and not scene.playing,
        scene.ascii_only or not scene.colours,
    )


def _tags(scene: TableScene, pointer: Pointer, letters: tuple[Stood, ...], hand: tuple[Lain, str] | None) -> list[Tag]:
    known = roles(tuple(one.spot for one in letters))
    blamed = animation.fallen(scene)[1]
    last = animation.newest(scene)
    bright = _bright(scene, pointer)
    tags = []
    for one in letters:
        name = one.spot.letter
        if name in blamed:
            tags.append(Tag(name, (f"!{name}!", name), inks.BLAMED, firm=True))
        elif name == pointer.on and not scene.playing:
            tags.append(Tag(name, (f">{name}<", name), inks.CURSOR, firm=True))
        elif name in bright:
            tags.append(Tag(name, (f"({name})", name), inks.plastic(known[name]), firm=True))
        elif name == last and len(letters) > 1:
            tags.append(Tag(name, (f"*{name}", name), inks.LAST, firm=True))
        else:
            tags.append(Tag(name, (name,) if pointer.labels else (), inks.plastic(known[name])))
    if hand is not None:
        sign = "+" if hand[1] == "good" else "x"
        tags.append(Tag(GHOST, (f"{sign}{hand[0].letter}", sign), Ink("ink", hand[1], bold=True), firm=True))
    return tags


# --- the table, the circle, buttons ---------------------------------------------------------------------


def _table(
    canvas: Canvas, scene: TableScene, pointer: Pointer, letters: tuple[Stood, ...], window: Window, *, plain: bool
) -> None:
    """The table's edge with the balance of the tower; nothing where it is out of sight."""
    row = round(window.row(0))
    if row >= canvas.height:
        return
    balance = scene.view.balance
    load = f"notch {balance.loaded} {balance.load / 10:.0f} %" if balance.loaded and not scene.playing else ""
    weight = gauge.weigh(letters) if not animation.fallen(scene)[0] else None
    gauge.draw_table(canvas, row, window, weight, hand_weight(scene, pointer), load, plain=plain)


def _sockets(scene: TableScene, pointer: Pointer) -> tuple[Socket, ...]:
    if scene.playing or scene.view.phase != "place" or not pointer.letter:
        return ()
    return legal_sockets(scene.view, pointer.letter, pointer.at)


def _views(canvas: Canvas, scene: TableScene, pointer: Pointer, width: int) -> list[Spot]:
    """The players, and at the right, where there is room, the two views to be clicked."""
    texts = [f"[{name}]" if view == pointer.view else f" {name} " for view, name in VIEWS.items()]
    wide = sum(map(len, texts))
    after = draw_scores(canvas, scene, width - wide)
    x = width - wide
    if after > x:
        return []
    spots = []
    for view, text in zip(VIEWS, texts, strict=True):
        spots.append(Spot(f"view:{view}", x, 0, len(text), 1, f"view: {VIEWS[view]}"))
        x = canvas.put(x, 0, text, inks.BUTTON if view == pointer.view else inks.BUTTON_OFF)
    return spots


def _banner(
    canvas: Canvas, scene: TableScene, pointer: Pointer, parted: Plan, hidden: Callable[[int, int], bool]
) -> None:
    """What has just happened, in a few words beside the tower; over it where there is no room."""
    text, ink = banners.told(scene)
    if not text and pointer.view == SPACE:
        text, ink = why_not(), inks.PLATE_MUTED
    if text:
        lines = [line for line, _ in wrapped([(text, ink)], max(1, canvas.width - 14))]
        wide = max(map(cell_width, lines))
        row = parted.room.y + (1 + (die.HIGH if canvas.width >= LARGE_DIE else 1) if parted.round else 0)
        x = banners.clear_column(hidden, range(row, row + len(lines)), wide + 4, canvas.width)
        for number, line in enumerate(lines):
            canvas.put(x, row + number, f"  {cut(line.strip(), wide)}  ", ink)


def _cursor(scene: TableScene, spots: list[Spot], pointer: Pointer) -> tuple[int, int] | None:
    """The terminal's own cursor stands on what the cursor is on."""
    now = situation.phase(scene)
    key = ""
    if pointer.zone == CIRCLE and now == "token":
        key = f"gap:{pointer.gap}"
    elif pointer.zone == CIRCLE and now == "arrange":
        key = f"circle:{pointer.slot}"
    elif pointer.zone == CIRCLE and now == "place":
        key = f"circle:{scene.view.circle.find(pointer.letter)}"
    elif pointer.zone == TOWER and now == "place" and pointer.at is not None:
        key = "ghost"
    elif pointer.zone == TOWER and pointer.on:
        key = f"letter:{pointer.on}"
    return next(((spot.x, spot.y) for spot in spots if spot.key == key), None)
