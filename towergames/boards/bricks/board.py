"""The board: buttons above, the tower at the left, the ledger beside it or in its place, and all towers at the end."""

from __future__ import annotations

from towergames.boards.bricks import acting, bench, inks
from towergames.boards.bricks.bench import TableScene
from towergames.boards.bricks.examples import is_example
from towergames.boards.bricks.layout import Plan, plan
from towergames.boards.bricks.ledger import Sheet, draw_closed, draw_compact, draw_full, sheet
from towergames.boards.bricks.pending import Drawn, drawn, thought, tower_after
from towergames.boards.bricks.pointer import ACTS, LEDGER, Pointer, active_name
from towergames.boards.bricks.sides import draw_compare, draw_example, draw_picks, draw_reveal
from towergames.boards.bricks.tower import draw_tower
from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import Picture, Spot
from towergames.core.text import count, fit
from towergames.games.bricks.facts import Breach
from towergames.games.bricks.pieces import Tower

LABELS = {"new": "+New", "copy": "Copy", "drop": "Drop", "compare": "Compare", "clear": "Clear", "submit": "Hand in"}


def draw_board(scene: TableScene, pointer: Pointer, width: int, height: int) -> Picture:
    """The board drawn to exactly that size."""
    canvas = Canvas(width, height)
    if is_example(scene.view):
        return draw_example(canvas, scene)
    if bench.over(scene):
        return draw_reveal(canvas, scene, pointer)
    if scene.view.phase == "pick":
        return draw_picks(canvas, scene)
    if bench.bench(scene) is None:
        return _hidden(canvas, scene)
    still = bool(scene.playing)
    spots = _buttons(canvas, scene, pointer, still)
    if pointer.compare and pointer.zone != LEDGER:
        spots += draw_compare(canvas, scene, pointer)
        return Picture(canvas, tuple(spots))
    seen = drawn(scene, pointer, still)
    tower = bench.tower_of(scene)
    then = tower_after(scene, None if still else thought(scene, pointer))
    shown = then if then is not None else tower
    found = sheet(scene, shown, tower) if bench.open_ledger(scene) else None
    measures = plan(width, height, len(seen.tower), _longest(seen))
    if pointer.zone == LEDGER and not measures.wide:
        return _written(canvas, pointer, found, spots)
    breaches = _marks(scene, seen, shown) if found is not None else ()
    own, cursor = draw_tower(canvas, measures, seen, breaches, found.columns if found else ())
    spots += own
    spots += _beside(canvas, measures, pointer, found)
    return Picture(canvas, _apart(spots), cursor)


def _longest(seen: Drawn) -> int:
    return max((len(level) + (seen.here == (row, len(level))) for row, level in enumerate(seen.tower)), default=0)


def _marks(scene: TableScene, seen: Drawn, shown: Tower) -> tuple[Breach, ...]:
    """The breaches that may be marked: of known rules, and only while the drawn tower is the one judged."""
    if shown != seen.tower:
        return ()
    known = bench.known(scene)
    return tuple(breach for breach in bench.ledger(scene, shown).breaches if breach.rule in known)


def _beside(canvas: Canvas, measures: Plan, pointer: Pointer, found: Sheet | None) -> list[Spot]:
    """The ledger at the right of the tower, in short or written out."""
    x, height = measures.side + 2, canvas.height - 1
    for row in range(1, canvas.height):
        canvas.put(measures.side, row, "│", inks.LINE)
    width = canvas.width - x
    if found is None:
        draw_closed(canvas, x, 1, width)
        return []
    rule = pointer.rule if pointer.zone == LEDGER else 0
    if measures.wide:
        return draw_full(canvas, x, 1, width, height, found, rule)
    return draw_compact(canvas, x, 1, width, height, found, rule)


def _written(canvas: Canvas, pointer: Pointer, found: Sheet | None, spots: list[Spot]) -> Picture:
    """The ledger in the tower's place."""
    if found is None:
        draw_closed(canvas, 2, 2, canvas.width - 4)
        return Picture(canvas, tuple(spots))
    spots += draw_full(canvas, 0, 1, canvas.width, canvas.height - 1, found, pointer.rule)
    line = next(spot for spot in spots if spot.key == f"rule:{pointer.rule}")
    return Picture(canvas, tuple(spots), (line.x, line.y))


def _hidden(canvas: Canvas, scene: TableScene) -> Picture:
    """A builder whose tower may not be seen."""
    seat = bench.shown_seat(scene)
    name = scene.name_of(seat)
    state = "has handed a tower in" if scene.view.has_submitted(seat) else "builds unseen"
    middle = canvas.height // 2
    canvas.put(2, middle - 1, fit(f"{name} {state}.", canvas.width - 4).rstrip(), inks.BOLD)
    steps = scene.view.steps[seat] if seat < len(scene.view.steps) else 0
    canvas.put(
        2,
        middle,
        f"{count(steps, 'building step')} so far. All towers are shown together at the end.",
        inks.MUTED,
    )
    return Picture(canvas)


def _buttons(canvas: Canvas, scene: TableScene, pointer: Pointer, still: bool) -> list[Spot]:
    """The drafts with what they score, and what can be done with them."""
    own = bench.bench(scene)
    assert own is not None
    x = 1
    if own.tower is not None:
        canvas.put(x, 0, f"{scene.name_of(bench.shown_seat(scene))} has handed this tower in", inks.TITLE)
        return []
    acts = acting.acts(scene)
    spots: list[Spot] = []
    x = canvas.put(x, 0, "draft ", inks.MUTED)
    for draft_ in own.drafts:
        name = f"draft:{draft_.name}"
        told = _told(scene, draft_.tower)
        text = f"{draft_.name}{told}"
        x = _button(canvas, x, name, text, pointer, spots, on=draft_.name == active_name(scene), still=still)
    for act in acts[len(own.drafts) :]:
        if acting.why_not(scene, act):
            continue
        label = LABELS[act]
        if act == "submit":
            x = max(x + 1, canvas.width - len(label) - 3)
        x = _button(canvas, x, act, label, pointer, spots, on=False, still=still)
    return spots


def _told(scene: TableScene, tower: Tower) -> str:
    if not bench.open_ledger(scene) or not tower:
        return ""
    found = bench.seen(scene, tower)
    return f" {found.total}" if found.legal else " x"


def _button(
    canvas: Canvas, x: int, act: str, text: str, pointer: Pointer, spots: list[Spot], *, on: bool, still: bool
) -> int:
    here = pointer.zone == ACTS and pointer.act == act and not still
    shown = f">{text}<" if here else f"[{text}]" if on else f" {text} "
    style = inks.CURSOR if here else inks.BUTTON if on or act == "submit" else inks.BOLD
    if x + len(shown) > canvas.width:
        return x
    spots.append(Spot(f"act:{act}", x, 0, len(shown), 1, text.strip()))
    return canvas.put(x, 0, shown, style)


def _apart(spots: list[Spot]) -> tuple[Spot, ...]:
    """Each key once; the first drawn is the one that is meant."""
    return tuple({spot.key: spot for spot in reversed(spots)}.values())[::-1]
