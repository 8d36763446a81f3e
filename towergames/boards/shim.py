# ruff: noqa: D102 - every method answers for the desk method of the same name
"""A :class:`BoardAdapter` behind the older :class:`Desk`, for clients that still speak to desks. Goes with the last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import Any

from towergames.boards import desk as old
from towergames.boards.habits import DeskHabits
from towergames.boards.kit.canvas import Canvas, Ink
from towergames.boards.protocol import (
    Advice,
    AnyBoard,
    AnyContext,
    Context,
    Control,
    Key,
    Legend,
    Line,
    Picture,
    Pointing,
    Report,
    Result,
    Spec,
    Spot,
    Style,
    Viewpoint,
    Work,
)
from towergames.core.bot import Clock
from towergames.core.contract import Event
from towergames.core.text import cell_width

CONTROL = "control:"
SIGNS = {"asterisk": "*", "plus": "+", "minus": "-", "equals_sign": "=", "at": "@", "tilde": "~", "dollar_sign": "$"}
SIGNS |= {"ampersand": "&", "exclamation_mark": "!", "comma": ",", "backslash": "\\", "circumflex_accent": "^"}
SIGNS |= {"less_than_sign": "<", "greater_than_sign": ">", "underscore": "_", "vertical_line": "|", "escape": "Esc"}
SIGNS |= {"backspace": "Bksp", "delete": "Del", "space": "Space", "tab": "Tab", "enter": "Enter", "semicolon": ";"}
"""Keys that people read under another name than Textual's."""
STEPS = {"zone.next": "next", "zone.previous": "previous", "back": "back"}


@dataclass(frozen=True, slots=True)
class Held:
    """What an old client carries as its pointer."""

    ui: Any
    viewpoint: Viewpoint | None = None
    work: Work[Any, Any] | None = field(default=None, compare=False)


class AsDesk(DeskHabits):
    """The adapter as a desk. ``bar`` rows under the hand show the main control and those beside it.

    Of the board's forms those whose first word is in ``asks`` are answered in lines, and words that name a control
    press it. None: all forms are answered, and words are left to the moves.
    """

    def __init__(self, adapter: AnyBoard, game: str, bar: int = 1, asks: tuple[str, ...] | None = None) -> None:
        self.adapter, self.bar, self._asking = adapter, bar, asks
        self._game = game
        spec = adapter.spec
        self.typed_letters, self.alone, self.fine = spec.letters, spec.board_alone, spec.still_pictures
        self.searches = adapter.analysis is not None
        self.typed_forms = tuple(f"{form}: {help}" for form, help in spec.forms.items())
        letters = tuple(_letter(game, x, spec.specs) for x in ascii_lowercase) if spec.letters else ()
        self._commands = (*(_command(one) for one in spec.specs), *letters)
        self._cameras = frozenset(one.id for one in spec.specs if one.camera)

    @property
    def commands(self) -> tuple[old.Command, ...]:
        return self._commands

    @property
    def animated(self) -> frozenset[str]:
        return self.adapter.spec.animated

    def size(self, seats: int, view: Any = None) -> tuple[int, int, int]:
        sizes = self.adapter.sizes(seats, view)
        return *sizes.board, sizes.hand + self.bar

    def abreast(self, seats: int, view: Any) -> old.Abreast | None:
        found = self.adapter.sizes(seats, view).beside
        if found is None:
            return None
        return old.Abreast(found.columns, found.rows, found.hand, found.tall + self.bar, found.low + self.bar)

    # --- pointer ----------------------------------------------------------------------------------------

    def _context(self, scene: old.Scene[Any], pointer: Held | None) -> AnyContext:
        c: AnyContext = Context(
            game=scene.game,
            view=scene.view,
            turn=scene.turn,
            seat=scene.seat,
            names=scene.names,
            ui=pointer.ui if pointer else None,
            may_act=scene.may_act,
            verdict=scene.verdict,
            marks=scene.marks,
            playing=scene.playing,
            frame=scene.frame,
            viewpoint=pointer.viewpoint if pointer else None,
            style=Style(scene.ascii_only, scene.colours, still=not scene.quick),
            room=scene.room,
            day=scene.day,
            measure=scene.measure,
            counts=scene.counts,
        )
        if pointer is None or pointer.ui is None:
            return c
        c = replace(c, ui=self.adapter.adapt(c, new=False))
        return replace(c, draft=self.adapter.draft(c)) if c.may_act else c

    def _held(self, c: AnyContext, ui: Any, before: Viewpoint | None, work: Any = None) -> Held:
        camera = self.adapter.camera
        return Held(ui, camera.follow(replace(c, ui=ui), before) if camera else None, work)

    def start(self, scene: old.Scene[Any]) -> Held:
        c = self._context(scene, None)
        return self._held(c, self.adapter.adapt(c, new=True), None)

    def carry(self, scene: old.Scene[Any], old: Held) -> Held:
        c = replace(self._context(scene, None), ui=old.ui, viewpoint=old.viewpoint)
        return self._held(c, self.adapter.adapt(c, new=True), old.viewpoint)

    def keep(self, scene: old.Scene[Any], pointer: Held) -> Held:
        c = self._context(scene, pointer)
        return self._held(c, c.ui, pointer.viewpoint, pointer.work)

    def looking_on(self, scene: old.Scene[Any], pointer: Held, before: Held) -> Held:
        return self._held(self._context(scene, pointer), pointer.ui, before.viewpoint)

    # --- input ------------------------------------------------------------------------------------------

    def _control(self, c: AnyContext, command: str) -> Control[Any, Any] | None:
        controls = self.adapter.controls(c)
        if command == "choose":
            return next((one for one in controls if one.place == "main"), None)
        return next((one for one in controls if one.spec.id == command), None)

    def enabled(self, scene: old.Scene[Any], pointer: Held, command: str) -> str:
        c = self._context(scene, pointer)
        if command in self._cameras and self.adapter.camera:
            return self.adapter.camera.why_not(c, command)
        found = self._control(c, command)
        if found is not None:
            return found.blocked.text if found.blocked else ""
        if command.startswith(f"{self._game}.letter."):
            meant = self.adapter.input(c, Key(_key_of(command, self._game))) is not None
            return "" if meant else "Letters mean nothing here now."
        if command in STEPS or command.startswith(("move.", "digit.")):
            return ""
        spec = next((one for one in self.adapter.spec.specs if one.id == command), None)
        return (c.waiting() if not c.may_act else "") or (spec.when if spec else "") or "That is not possible now."

    def do(self, scene: old.Scene[Any], pointer: Held, command: str) -> old.Reply[Any]:
        c = self._context(scene, pointer)
        camera = self.adapter.camera
        if command in self._cameras and camera:
            moved = camera.move(c, command)
            if moved is None:
                return old.Reply(pointer, say=camera.why_not(c, command))
            return old.Reply(Held(c.ui, moved, pointer.work))
        found = self._control(c, command)
        if found is not None:
            if found.blocked:
                return old.Reply(pointer, say=found.blocked.text, rule=found.blocked.rule)
            if found.effect is not None:
                return self._reply(c, pointer, found.effect())
        key = _key_of(command, self._game)
        result = self.adapter.input(c, Key(key)) if key else None
        moved = camera.move(c, Key(key)) if key and camera and result is None else None
        if moved is not None:
            return old.Reply(Held(c.ui, moved, pointer.work))
        why = self.enabled(scene, pointer, command) if result is None else ""
        return self._reply(c, pointer, result) if result is not None else old.Reply(pointer, say=why)

    def click(self, scene: old.Scene[Any], pointer: Held, spot: str) -> old.Reply[Any]:
        if spot.startswith(CONTROL):
            return self.do(scene, pointer, spot.removeprefix(CONTROL))
        c = self._context(scene, pointer)
        result = self.adapter.input(c, Pointing(spot))
        if result is not None:
            return self._reply(c, pointer, result)
        moved = self.adapter.camera.move(c, Pointing(spot)) if self.adapter.camera else None
        return old.Reply(pointer if moved is None else replace(pointer, viewpoint=moved))

    def drag(self, scene: old.Scene[Any], pointer: Held, dx: int, dy: int, spot: str) -> Any:
        return self._point(self._context(scene, pointer), pointer, Pointing(spot, dx, dy))

    def wheel(self, scene: old.Scene[Any], pointer: Held, steps: int) -> Any:
        return self._point(self._context(scene, pointer), pointer, Pointing("", wheel=steps))

    def _point(self, c: AnyContext, pointer: Held, event: Pointing) -> Any:
        result = self.adapter.input(c, event)
        if result is not None:
            reply = self._reply(c, pointer, result)
            return reply if reply.work is not None else reply.pointer
        moved = self.adapter.camera.move(c, event) if self.adapter.camera else None
        return None if moved is None else replace(pointer, viewpoint=moved)

    def typed(self, scene: old.Scene[Any], pointer: Held, words: str) -> old.Reply[Any] | None:
        c = self._context(scene, pointer)
        result = self.adapter.input(c, Line(words))
        if result is not None:
            tells = result.lines and result == Result(c.ui, lines=result.lines)  # see ``answer``
            return None if tells or self._asks(words) else self._reply(c, pointer, result)
        if self._asking is None:
            return None  # its moves are typed whole, and may begin with a control's word
        named = next((one for one in self.adapter.spec.specs if words.lower() in one.typed), None)
        shown = {control.spec.id for control in self.adapter.controls(c)} | self._cameras
        return self.do(scene, pointer, named.id) if named is not None and named.id in shown else None

    def _reply(self, c: AnyContext, pointer: Held, result: Result[Any, Any]) -> old.Reply[Any]:
        if result.submit is None:
            held = self._held(c, result.ui, pointer.viewpoint, result.work or pointer.work)
        else:
            held = Held(result.ui, pointer.viewpoint, result.work)
        said = "\n".join(part for part in (result.say, *result.lines) if part)
        work, idle = (result.work.run, result.work.idle) if result.work else (None, False)
        return old.Reply(held, result.submit, said, result.rule, work, idle, result.help)

    def worked(self, scene: old.Scene[Any], pointer: Held, answer: Any) -> old.Reply[Any]:
        c = self._context(scene, pointer)
        if pointer.work is None:
            return old.Reply(pointer)
        return self._reply(c, replace(pointer, work=None), pointer.work.done(c, answer))

    def shown(self, scene: old.Scene[Any], pointer: Held, idea: Any) -> Held | None:
        c = self._context(scene, pointer)
        ui = pointer.work.progress(c, idea) if pointer.work else None
        if ui is None and self.adapter.background and not pointer.work:
            ui = self.adapter.background.show_idea(c, idea)
        return self._held(c, ui, pointer.viewpoint, pointer.work) if ui is not None else None

    # --- what is said and drawn -------------------------------------------------------------------------

    def draft(self, scene: old.Scene[Any], pointer: Held) -> Any:
        return self.adapter.draft(self._context(scene, pointer))

    def confirmation(self, scene: old.Scene[Any], action: Any) -> Any:
        asks = self.adapter.confirmation
        return asks(self._context(scene, self.start(scene)), action) if asks else None

    def hover(self, scene: old.Scene[Any], pointer: Held) -> str:
        return self.adapter.describe(self._context(scene, pointer)).hint

    def how(self, scene: old.Scene[Any], pointer: Held) -> str:
        return self.adapter.describe(self._context(scene, pointer)).how

    def unfinished(self, scene: old.Scene[Any], pointer: Held) -> bool:
        return self.adapter.describe(self._context(scene, pointer)).pending

    def news(self, scene: old.Scene[Any], events: tuple[Event, ...]) -> str:
        return self.adapter.describe(self._context(replace(scene, marks=events), self.start(scene))).news

    def board(self, scene: old.Scene[Any], pointer: Held, width: int, height: int) -> Picture:
        return self.adapter.draw(self._context(scene, pointer), "board", (width, height))

    def hand(self, scene: old.Scene[Any], pointer: Held, width: int, height: int) -> Picture:
        c = self._context(scene, pointer)
        picture = self.adapter.draw(c, "hand", (width, height - self.bar))
        if not self.bar:
            return picture
        canvas = Canvas(width, height)
        canvas.blit(picture.canvas, 0, 0)
        spots = _draw_bar(canvas, self.adapter.controls(c), height - self.bar)
        return replace(picture, canvas=canvas, spots=(*picture.spots, *spots))

    def beats(self, scene: old.Scene[Any], event: Event) -> tuple[float, ...]:
        return tuple(self.adapter.frames(self._context(scene, None), event))

    def speak(self, scene: old.Scene[Any]) -> tuple[str, ...]:
        return self.adapter.read_out(self._context(scene, self.start(scene))).board

    def speak_hand(self, scene: old.Scene[Any]) -> tuple[str, ...]:
        return self.adapter.read_out(self._context(scene, self.start(scene))).hand

    def speak_pointer(self, scene: old.Scene[Any], pointer: Held) -> tuple[str, ...]:
        return self.adapter.read_out(self._context(scene, pointer)).prepared

    def example(self, rule_id: str) -> old.Scene[Any] | None:
        c = self.adapter.example(rule_id)
        if c is None:
            return None
        style = c.style
        return old.Scene(
            c.game,
            c.view,
            c.turn,
            c.seat,
            c.names,
            c.may_act,
            c.marks,
            c.playing,
            c.frame,
            style.ascii_only,
            c.verdict,
            style.colours,
            not style.still,
            c.room,
            c.day,
            c.measure,
            c.counts,
        )

    def legend(self) -> Legend:
        return self.adapter.spec.legend

    def prepare(self, scene: old.Scene[Any]) -> None:
        if self.adapter.background:
            self.adapter.background.prepare(self._context(scene, None))

    def limit(self, scene: old.Scene[Any], pointer: Held) -> Any:
        return self.adapter.turn_limit(self._context(scene, pointer)) if self.adapter.turn_limit else None

    # --- help -------------------------------------------------------------------------------------------

    def search(
        self,
        scene: old.Scene[Any],
        clock: Clock,
        tell: Callable[[old.Tip[Any]], None],
        known: Sequence[Any] = (),
    ) -> old.Tip[Any]:
        assert self.adapter.analysis is not None
        c = self._context(scene, self.start(scene))
        return _tip(self.adapter.analysis.search(c, clock, lambda found: tell(_tip(found)), known))

    def budget(self, scene: old.Scene[Any], seconds: float) -> Clock:
        assert self.adapter.analysis is not None
        return self.adapter.analysis.budget(self._context(scene, self.start(scene)), seconds)

    def tip(self, scene: old.Scene[Any], told: int) -> old.Tip[Any] | None:
        found = self.adapter.tip(self._context(scene, self.start(scene)), told)
        return _tip(found) if found else None

    def suggest(self, scene: old.Scene[Any], pointer: Held, action: Any) -> Held | None:
        c = self._context(scene, pointer)
        ui = self.adapter.advise(c, action).ui
        return self._held(c, ui, pointer.viewpoint) if ui is not None else None

    def in_words(self, scene: old.Scene[Any], action: Any) -> str:
        return self.adapter.advise(self._context(scene, self.start(scene)), action).text

    def honours(self, scene: old.Scene[Any]) -> tuple[str, ...]:
        return self._report(scene).honours

    def beside(self, scene: old.Scene[Any], best: Any) -> tuple[str, ...]:
        return self._report(replace(scene, measure=best)).comparison

    def share(self, scene: old.Scene[Any]) -> str:
        return self._report(scene).share

    def _report(self, scene: old.Scene[Any]) -> Report:
        analysis = self.adapter.analysis
        return analysis.report(self._context(scene, self.start(scene))) if analysis else Report()

    @property
    def questions(self) -> tuple[old.Question, ...]:
        forms = ((*form.partition(" ")[::2], text) for form, text in self.adapter.spec.forms.items())
        return tuple(old.Question(*form) for form in forms if self._asking is None or form[0] in self._asking)

    def _asks(self, words: str) -> bool:
        return self._asking is not None and words.lower().partition(" ")[0] in self._asking

    def answer(self, scene: old.Scene[Any], question: str, rest: str) -> tuple[str, ...]:
        result = self.adapter.input(self._context(scene, self.start(scene)), Line(f"{question} {rest}".strip()))
        return (*((result.say,) if result.say else ()), *result.lines) if result else ()


def _command(spec: Spec) -> old.Command:
    before: tuple[str, ...] = ("choose",) if {"enter", "space"} & set(spec.keys) else ()
    before += ("replay.faster", "replay.slower") if spec.camera else ("lesson.before", "lesson.next")
    first, *more = spec.typed or (spec.id.rpartition(".")[2],)
    return old.Command(
        spec.id, spec.title, spec.help, spec.keys, first, spec.group, "", before, spec.camera, tuple(more)
    )


def _letter(game: str, letter: str, specs: Sequence[Spec]) -> old.Command:
    return old.Command(
        f"{game}.letter.{letter}",
        f"Letter {letter.upper()}",
        "Type this letter",
        (letter, letter.upper()),
        f"letter-{letter}",
        "letters",
        before=tuple(spec.id for spec in specs if letter in spec.keys),
    )


def _key_of(command: str, game: str) -> str:
    """The key that an old command means."""
    for start in ("move.", "digit.", f"{game}.letter."):
        if command.startswith(start):
            return command.removeprefix(start)
    return STEPS.get(command, "")


def _tip(advice: Advice[Any, Any]) -> old.Tip[Any]:
    return old.Tip(advice.text, advice.action, advice.points)


def _draw_bar(canvas: Canvas, controls: Sequence[Control[Any, Any]], row: int) -> list[Spot]:
    """The main control and those beside it in one row, as far as they fit."""
    spots, x = [], 1
    shown = [one for one in controls if one.place in ("main", "bar")]
    for control in shown:
        key = "Enter" if control.place == "main" else (control.keys_shown or (control.spec.keys or ("",))[0])
        text = f"[{SIGNS.get(key, key)}] {control.label}" if key else control.label
        width = cell_width(text)
        if x + width > canvas.width:
            break
        ink = Ink("muted") if control.blocked else Ink("accent" if control.place == "main" else "ink", bold=True)
        canvas.put(x, row, text, ink)
        spots.append(Spot(f"{CONTROL}{control.spec.id}", x, row, width, 1, control.spec.title))
        x += width + 2
    return spots
