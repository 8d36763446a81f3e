"""The board: the table with all its pieces, the pieces in the hand, and the score above."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from towergames.board import scene_inks
from towergames.board.camera_controls import NAMES, put_views, views_width
from towergames.board.canvas import Canvas
from towergames.board.danger import SIGN
from towergames.board.labels import Tag, put_tags
from towergames.board.protocol import Picture, Spot
from towergames.board.solids import PictureSpec, RenderedPicture, Solid, VisibleSpan, picture
from towergames.core.contract import Decide, reason_text
from towergames.core.text import cell_width, fit, sentence
from towergames.games.leaning.beats import SLIP
from towergames.games.leaning.board import inks, position
from towergames.games.leaning.board.animation import (
    Displacement,
    PosedPiece,
    displaced,
    fallen,
    moved,
    points_now,
    standing,
)
from towergames.games.leaning.board.camera import LOOKS, ORBIT, SHOW_NAMES, camera_now, view_of
from towergames.games.leaning.board.ui_state import FOUND, FREE, LeaningContext
from towergames.games.leaning.layout import find, label, piece_of
from towergames.games.leaning.model import NEUTRAL
from towergames.games.leaning.model import SIZES as SIZE_NAMES
from towergames.games.leaning.pyramids import SIZES, corners, inner_corners
from towergames.physics.scene import TABLE

if TYPE_CHECKING:
    from towergames.renderer.meshes import Mesh

CHIP_GAP = 1
CHIP_EDGE_COLUMNS = 4
"""Columns of a chip beyond its words: a sign, the number, and a blank at both ends of the words."""
TWO_ROW_HEIGHT = 16
"""Rows of a picture that can spare two for the players."""
MAX_NAME_CELLS = 12
OFFERED_VISIBLE_CELLS = 99
"""Cells on which an offered place counts as seen: its number may stand on a piece."""
FORMS = 6
"""Lengths of the text about a player."""
TONES = (1.0, 0.8, 1.16)
"""Light of a player's colour by the pieces' numbers, so that neighbours of one colour differ."""


def draw_board(context: LeaningContext, width: int, height: int) -> Picture:
    """Draw the board to exactly this size."""
    hand = context.ui.grips and not context.playing
    lifted = _lifted(context) if hand else frozenset()
    shown = standing(context, lifted)
    fresh = moved(context) if not context.playing else frozenset()
    if context.beat is not None:
        fresh = frozenset((context.beat.data["piece"],))
    preview = context.ui.preview if hand and context.ui.shown is None else None
    felled = preview.felled if preview is not None and preview.felled else ()
    moving = displaced(context)
    if context.playing:
        felled = tuple(one.stood.piece for one in moving)
    solids = [_solid(one, "bad" if one.piece in felled else _rim(one.piece, context.ui.target, fresh)) for one in shown]
    solids += _old_places(context, moving)
    sign = _sign(context) if hand else ""
    solids += _ghosts(context, sign) if hand else []
    covered = score_rows(context, width, height)
    view = view_of(context)
    frame = _frame(context, solids, (width, height), covered)
    seen = picture(frame, _mesh, quick=not context.style.still)
    canvas = Canvas(width, height)
    canvas.blit(seen.canvas, 0, 0)
    # Without colours the names distinguish the owners, so they are shown until the player switches them off.
    named = view.labels != frame.letters and not context.playing
    tags = _tags(context, shown, fresh, sign, named=named)
    if fallen(context) or (moving and not context.playing):
        # The piece that causes a Break may move, and is lost.
        told = [one for one in moving if fallen(context) == "wreck" or find(context.view.layout, one.stood.piece)]
        tags = _distances(told, tags)

    def free(x: int, y: int) -> bool:
        return covered <= y < height - 1 and seen.pick(x, y) in ("", TABLE)

    where = {**_places(seen, frame, label(context.ui.target)), **(_offered(context, frame) if hand else {})}
    spots = [
        Spot(_key(name), place.x, place.y, place.width, 1, *_spot_texts(context, name))
        for name, place in put_tags(canvas, where, tags, free).items()
        if not name.startswith("+")
    ]
    draw_scores(canvas, context)
    if context.beat is not None:
        caption = sentence(reason_text(context.beat.sentence or context.playing[-1].text, context.names, context.seat))
        columns = min(width - 2, cell_width(caption))
        canvas.put((width - columns - 2) // 2, covered, f" {fit(caption, columns)} ", scene_inks.LAST)
    busy = "" if context.ui.control == FREE else context.ui.busy  # a free hand says in one place what it does
    names = f"{context.style.key_of(SHOW_NAMES)} {NAMES}".strip()
    kept = len(busy.partition(" ")[0]) + 2
    buttons = _views(canvas, view.look, names, named=view.labels != frame.letters, kept=kept)
    _busy(canvas, busy, min((one.x for one in buttons), default=canvas.width))
    spots += [*buttons, Spot("table", 0, 0, width, height, "the table")]

    def at(x: int, y: int) -> str:
        """The spot under a cell: a piece on the table or in the hand; '' where text is written over the picture."""
        name = seen.pick(x, y)
        before = y < covered or any(s.y == y and s.x <= x < s.x + s.width for s in buttons)
        if before:
            return ""
        if name.startswith("P"):
            return _key(name)
        return f"hand:{name[1:]}" if name.startswith("+") else ""

    return Picture(canvas, tuple(spots), _cursor(spots, context.ui.target), at, seen.pixels)


def _frame(context: LeaningContext, solids: Sequence[Solid], size: tuple[int, int], covered: int) -> PictureSpec:
    """The picture to render; its top ``covered`` rows are hidden."""
    width, height = size
    return PictureSpec(
        tuple(solids),
        camera=ORBIT.fitted(camera_now(context, view_of(context)), width, 2 * height, 2 * covered),
        width=width,
        height=height,
        ground=context.view.terms.surface,
        theme=context.style.theme,
        still=not context.playing,
        letters=context.style.plain,
    )


def _places(seen: RenderedPicture, frame: PictureSpec, name: str) -> Mapping[str, VisibleSpan]:
    """The places of labels: on visible pieces, and for a hidden target at its projection."""
    by_name = {one.name: one for one in frame.solids}
    if name not in by_name or name in seen.places:
        return seen.places
    hidden = by_name[name]
    middle = hidden.pose.point((0.0, 0.0, SIZES[hidden.kind].height / 3))
    at = frame.project(middle)
    if at is None or not (0 <= at[0] < frame.width and 0 <= at[1] < frame.height):
        return seen.places
    return {**seen.places, name: VisibleSpan(int(at[0]), int(at[1]), 1)}


def _mesh(size: str) -> Mesh:
    from towergames.renderer.meshes import pyramid

    return pyramid(corners(SIZES[size]), inner_corners(SIZES[size]))


def _offered(c: LeaningContext, frame: PictureSpec) -> dict[str, VisibleSpan]:
    """The places of the numbers of offered ideas, except the one in the hand."""
    found = {}
    for at, idea in enumerate(c.ui.ideas if c.ui.kind != FOUND else ()):
        seen = frame.project(idea.pose.point((0.0, 0.0, SIZES[idea.size].height / 3)))
        if at != c.ui.idea and seen and 0 <= seen[0] < frame.width and 0 <= seen[1] < frame.height:
            found[f"#{at}"] = VisibleSpan(int(seen[0]), int(seen[1]), 1, OFFERED_VISIBLE_CELLS)
    return found


def _key(name: str) -> str:
    return f"idea:{name[1:]}" if name.startswith("#") else f"piece:{name}"


def _spot_texts(c: LeaningContext, name: str) -> tuple[str, str]:
    """The title and the tooltip of a spot."""
    if name.startswith("#"):
        return f"place {int(name[1:]) + 1}", c.ui.ideas[int(name[1:])].words
    return name, f"{position.target_words(c, piece_of(name))}."


def _lifted(c: LeaningContext) -> frozenset[int]:
    """The pieces of the table that are in the hand, or must go before its release."""
    left = {one.id for one in position.table_of(c.view, c.ui.kind, c.ui.piece).pieces}
    return frozenset(one.id for one in c.view.layout.pieces if one.id not in left)


def _rim(piece: int, target: int, fresh: frozenset[int]) -> str:
    if piece == target:
        return "cursor"
    return "last" if piece in fresh else ""


def _solid(one: PosedPiece, rim: str) -> Solid:
    return Solid(label(one.piece), one.size, one.pose, inks.role(one.owner), rim, tone=TONES[one.piece % len(TONES)])


def _ghosts(c: LeaningContext, sign: str) -> list[Solid]:
    """The pieces in the hand; the outline of the moving piece says whether it may be let go of there."""
    role, danger = inks.role(_owner(c)), position.danger(c)
    rims = {"+": "good", "x": "bad", "?": "accent", SIGN: danger.role if danger is not None else ""}
    found = []
    for k, (size, pose) in enumerate(zip(c.ui.sizes, c.ui.ghost, strict=True)):
        rim = rims[sign] if k == c.ui.which else "line"
        found.append(Solid(f"+{k}", size, pose, role, rim, ghost=True))
    return found


def _old_places(c: LeaningContext, moved: Sequence[Displacement]) -> list[Solid]:
    """The places where pieces stood before a Break, and where any stood that has hardly moved; see-through."""
    slipped = c.beat is not None and c.beat.kind == SLIP
    if c.playing and not fallen(c) and not slipped:
        return []
    shown = [one for one in moved if one.is_small or fallen(c) != "wreck"]
    return [
        Solid(f"~{one.stood.piece}", one.stood.size, one.stood.pose, inks.role(one.stood.owner), "muted", ghost=True)
        for one in shown
    ]


def _distances(moved: Sequence[Displacement], tags: Sequence[Tag]) -> list[Tag]:
    """The tags with the distances of the pieces that moved."""
    texts = {label(one.stood.piece): one.short for one in moved}
    far = [Tag(name, (f"{name} {text}",), scene_inks.BLAMED, firm=True, beside=True) for name, text in texts.items()]
    return [*(tag for tag in tags if tag.name not in texts), *far]


def _owner(c: LeaningContext) -> int:
    if c.ui.kind == FOUND:
        return NEUTRAL
    known = {one.id: one.owner for one in c.view.layout.pieces}
    return known.get(c.ui.piece, c.view.active)


def _sign(c: LeaningContext) -> str:
    """The sign of the ghost: it may be let go of (+), breaks a rule (x), falls here (!), or is not judged yet (?)."""
    verdict = position.verdict(c)
    if verdict is None:
        return "?"
    if verdict.refusals:
        return "x"
    return "+" if position.danger(c) is None else SIGN


def _tags(
    context: LeaningContext, shown: tuple[PosedPiece, ...], fresh: frozenset[int], sign: str, *, named: bool
) -> list[Tag]:
    """The numbers of the offered places, then beside their pieces the target, the last move, and names.

    While places are offered, each piece that one of them touches has its name and its free contacts.
    """
    listed = {piece for idea in context.ui.ideas for piece in idea.aim.touches} if sign else set[int]()
    number = str(context.ui.idea + 1) if context.ui.shown is not None and context.ui.kind != FOUND else ""
    tags = [Tag(f"#{at}", (str(at + 1),), inks.OFFERED, firm=True) for at in range(len(context.ui.ideas)) if sign]
    if sign:
        text = f"{number}{sign}" if sign != "+" or not number else number
        tags.insert(0, Tag(f"+{context.ui.which}", (text,), scene_inks.HAND, firm=True, beyond=-1))
    for one in shown:
        short, free = label(one.piece), position.room(context, one.piece)
        full = free == 0
        owner = f" {context.name_of(one.owner)}" if one.owner >= 0 and not context.style.colours else ""
        room = " full" if full else ""
        if free and one.piece in listed:
            room = f" {free} free"
        text = f"{short}{fit(owner, min(MAX_NAME_CELLS, cell_width(owner)))}{room}"
        told = named or one.piece in listed
        if one.piece == context.ui.target:
            tags.append(Tag(short, (f">{text if told else short}<",), scene_inks.CURSOR, firm=True, beside=True))
        elif one.piece in fresh:
            tags.append(Tag(short, (f"*{text if told else short}",), scene_inks.LAST, firm=True, beside=True))
        else:
            ink = inks.plate(one.owner, full=full)
            tags.append(Tag(short, (text,) if told else (), ink, firm=one.piece in listed, beside=True))
    return tags


def _views(canvas: Canvas, look: str, names: str, *, named: bool, kept: int) -> list[Spot]:
    """Draw the named views to be clicked at the lower right.

    The button for the names of the pieces stands before them where it leaves the first ``kept`` columns free.
    """
    views, switch = {name: name for name in LOOKS}, {NAMES: names}
    x, y = canvas.width - views_width(views), canvas.height - 1
    if x < canvas.width // 3 or canvas.height < 14:
        return []
    spots = put_views(canvas, x, y, views, look, scene_inks.BUTTON, scene_inks.BUTTON_OFF)
    left = x - views_width(switch)
    if left < kept:
        return spots
    return [
        *put_views(canvas, left, y, switch, NAMES if named else "", scene_inks.BUTTON, scene_inks.BUTTON_OFF),
        *spots,
    ]


def _busy(canvas: Canvas, doing: str, room: int) -> None:
    """Draw the present work of the hand at the lower left, or its first word; the hand shows it in full."""
    for words in (doing, doing.partition(" ")[0]):
        if doing and len(words) + 2 <= room:
            canvas.put(0, canvas.height - 1, f" {words} ", scene_inks.HAND)
            break


def _cursor(spots: list[Spot], target: int) -> tuple[int, int] | None:
    """The place of the terminal's own cursor: on the target."""
    for spot in spots:
        if target and spot.key == _key(label(target)):
            return spot.x, spot.y
    return None


# --- the players above the table --------------------------------------------------------------------------


def score_rows(c: LeaningContext, width: int, height: int) -> int:
    """Number of rows of the picture that the players take."""
    return _rows(_texts(c, width, height), width)


def draw_scores(canvas: Canvas, c: LeaningContext) -> None:
    """Draw chips from the upper left, as wordy as fits in one row (two if the picture is high)."""
    x = y = 0
    for seat, text in enumerate(_texts(c, canvas.width, canvas.height)):
        width = cell_width(text) + CHIP_EDGE_COLUMNS
        if x and x + width > canvas.width:
            x, y = 0, y + 1
        x = _chip(canvas, x, y, c, seat, text) + CHIP_GAP


def _texts(c: LeaningContext, width: int, height: int) -> list[str]:
    most = 2 if height >= TWO_ROW_HEIGHT else 1
    texts: list[str] = []
    for form in range(FORMS):
        texts = [_words(c, seat, form) for seat in range(c.view.seats)]
        if _rows(texts, width) <= most:
            break
    return texts


def _rows(texts: list[str], width: int) -> int:
    """Number of rows that the chips take."""
    rows, x = 1, 0
    for text in texts:
        wide = cell_width(text) + CHIP_EDGE_COLUMNS
        if x and x + wide > width:
            rows, x = rows + 1, 0
        x += wide + CHIP_GAP
    return rows


def _words(context: LeaningContext, seat: int, form: int) -> str:
    """The text behind a player's number, from everything (form 0) to the points alone (the last form)."""
    view = context.view
    points = f"{points_now(context)[seat]}"
    left = sum(view.hands[seat])
    sizes = " ".join(size[0].upper() for at, size in enumerate(SIZE_NAMES) for _ in range(view.held[seat][at]))
    held = f"{sizes} held" if sizes else ""
    if view.out[seat]:
        held = "out"
    name = context.name_of(seat)
    cells = (MAX_NAME_CELLS, 8, 6, 6, 0, 0)[form]
    facts = [held]
    if form < 2:
        facts = [f"{left} left", held]
    elif form in (3, 5) and sizes and not view.out[seat]:
        facts = [f"{sum(view.held[seat])} held"]
    shown = fit(name, min(cells, cell_width(name)))
    return f"{shown} {points}  {', '.join(filter(None, facts))}".strip()


def _chip(canvas: Canvas, x: int, y: int, c: LeaningContext, seat: int, text: str) -> int:
    turn = c.turn
    on = isinstance(turn, Decide) and turn.seat == seat
    x = canvas.put(x, y, ">" if on else " ", scene_inks.CHOSEN if on else scene_inks.PLATE_MUTED)
    x = canvas.put(x, y, inks.number(seat), inks.plate(seat))
    quiet = scene_inks.PLATE_MUTED if c.view.out[seat] else scene_inks.PLATE
    return canvas.put(x, y, f" {text} ", scene_inks.CHOSEN if on else quiet)
