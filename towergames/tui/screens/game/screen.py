"""The game screen: one table being played. It connects its parts, and gives them keys, typed words and clicks."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from textual import events
from textual.app import ComposeResult

from towergames import registry
from towergames.board.protocol import AnyBoard
from towergames.core.contract import NotationError, Over, Seat
from towergames.session.lesson import LessonTable, why_no_lesson
from towergames.session.session import SILENCE, Message, Session
from towergames.session.text import kept
from towergames.table.match import Table
from towergames.tui.command_screen import Handler
from towergames.tui.commands import CONFIRMING, Command, board_commands, cursor_commands
from towergames.tui.dialogs import unless_lost
from towergames.tui.exports import Exportable
from towergames.tui.screens.game.after_game import AfterGame
from towergames.tui.screens.game.animation_player import AnimationPlayer, Flyers
from towergames.tui.screens.game.board_input import BoardInput
from towergames.tui.screens.game.bots import Bots
from towergames.tui.screens.game.calls import ScreenCalls
from towergames.tui.screens.game.clock import GameClock
from towergames.tui.screens.game.commands import (
    AGAIN,
    ALWAYS,
    ANSWERS,
    CONTEXT,
    LASTING,
    THROUGH,
    WHILE_SETTLING,
)
from towergames.tui.screens.game.commands import COMMANDS as COMMANDS  # imported here for the catalogue
from towergames.tui.screens.game.guide import LESSON as LESSON  # imported here for the catalogue
from towergames.tui.screens.game.guide import Guide
from towergames.tui.screens.game.handover import Handover
from towergames.tui.screens.game.hints import BestMoveSearch, Hints
from towergames.tui.screens.game.look_back import LookBack
from towergames.tui.screens.game.panes import Panes
from towergames.tui.screens.game.phone_menu import AT_TABLE, IN_LESSON, PhoneMenu, with_menu
from towergames.tui.screens.game.side_panes import PLAY, TAB
from towergames.tui.screens.game.slow_moves import SlowMoves
from towergames.tui.screens.game.table_commands import QueryCommands, SaveAs, Undo
from towergames.tui.screens.game.table_scene import TableScene
from towergames.tui.screens.game.table_screen import TableScreen
from towergames.tui.screens.game.turn_flow import TurnFlow
from towergames.tui.screens.game.turn_tries import TurnTries
from towergames.tui.screens.game.windows import ScreenWindows
from towergames.tui.widgets.action_bar import COMMAND
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.live_board import prepare

HEAP_SECONDS, SHARED_HEAP_SECONDS = 20.0, 6.0
"""Time for which fallen pieces stay if no key comes, at a table of one screen, and where a clock or others wait."""
UNDER_CURSOR = ("board", "hand", "actions", "lines", "pad")
"""Zones that can change without a move."""


class GameScreen(TableScreen):
    """A table being played. The screen holds no rules, and its parts are given views only."""

    NAME = "Game"
    flow: TurnFlow

    def __init__(self, table: Table, pins: dict[Seat, str] | None = None) -> None:
        super().__init__()
        session = self.session = Session(table, registry.get(table.header.game).board)
        self.stage = AnimationPlayer(self, Flyers(self, lambda: self.panes), self._note_animation, self._patience)
        self.look_back = LookBack(session, self, self.stage)
        self.clock = GameClock(session, self)
        self.settling = SlowMoves(session, self, self.clock)
        self.board_input = BoardInput(session, self, self.stage, self.settling)
        self.handover = Handover(session, self, self.clock, self.look_back, pins)
        self.bots = Bots(session, self, self.board_input, self.settling)
        self.search = BestMoveSearch(session, self)
        self.board_input.controller.asked.advised = lambda: self.search.suggestion.action
        self.hints = Hints(session, self, self.search)
        self.after = AfterGame(session, self, self.search, self.handover)
        self.tries = TurnTries(session, self, self.search.suggestion)
        self.guide: Guide | None = None
        if isinstance(table, LessonTable):
            self.guide = Guide(session, table, self, self.stage, self.settling, self.board_input)
            self.beside_words = ("guide",)
        self.calls = ScreenCalls(session, self)
        self.windows = ScreenWindows(
            session, self, self.stage, self.settling, self.handover, self.clock, self.search, self.calls
        )
        self.after.missing = lambda: self.windows.missing
        scene = TableScene(
            session,
            self,
            self.stage,
            self.board_input,
            self.look_back,
            self.clock,
            self.settling,
            self.bots,
            self.windows,
            self.guide,
        )
        extra = {"guide": self.guide.draw} if self.guide is not None else None
        board = self.board_input
        self.panes = Panes(board.memory, board.pictures, board.needs, scene.make, dragged=board.dragged, extra=extra)
        self.flow = TurnFlow(
            session,
            self,
            self.stage,
            self.clock,
            self.settling,
            self.look_back,
            self.handover,
            self.bots,
            self.hints,
            self.after,
            self.tries,
            self.calls,
            self.guide,
        )
        self.answers = QueryCommands(session, self)
        self.handlers = self._handlers()

    def _handlers(self) -> Mapping[str, Handler]:
        """The handlers of :data:`COMMANDS`; :meth:`why_not` says why a command cannot be used."""
        look_back, panes, bots, after, answers = self.look_back, self.panes, self.bots, self.after, self.answers
        undo = Undo(self.session, self, self.clock)
        self.flow.offer_take_back = undo.offer_take_back
        save_as = SaveAs(self.session, self, bots, self.handover)
        board, game = self.board_input, self.session.table.header.game
        handlers: dict[str, Handler] = {
            "confirm": Handler(board.controller.confirm),
            "confirm.not": Handler(board.controller.decline),
            "moves.confirm": Handler(board.switch_confirming),
            "skip": Handler(self.flow.skip),
            "fall.again": Handler(self.stage.again),
            "work.stop": Handler(board.stop),
            "search.stop": Handler(self.search.stop),
            "undo": Handler(undo.undo),
            "redo": Handler(undo.redo),
            "turn.reset": Handler(undo.reset),
            "hint": Handler(self.hints.ask),
            "game.why": Handler(bots.show_reasons),
            "bots.hurry": Handler(bots.hurry),
            "bots.pause": Handler(bots.toggle),
            "bots.wait": Handler(bots.toggle),
            "pace": Handler(bots.change_pace, argument=True),
            "recap": Handler(look_back.toggle_recap),
            "recap.close": Handler(look_back.close_recap),
            "recap.replay": Handler(look_back.replay_recap),
            "history.back": Handler(look_back.earlier),
            "history.forward": Handler(look_back.later),
            "history.now": Handler(self.session.to_now),
            "log.up": Handler(look_back.log_up),
            "log.down": Handler(look_back.log_down),
            "pad": Handler(self._switch_pane),
            "pad.sheet": Handler(self._open_sheet),
            "view.turn": Handler(panes.toggle_alone),
            "tell.board": Handler(answers.board),
            "tell.hand": Handler(answers.hand),
            "tell.moves": Handler(answers.moves, argument=True),
            "tell.try": Handler(answers.try_move, argument=True),
            "tell.log": Handler(answers.log),
            "tell.best": Handler(self.search.begin, argument=True),
            "rule": Handler(answers.rule, argument=True),
            "guide": Handler(lambda: self.services.open_tutorial(game), lambda: why_no_lesson(game)),
            "lookup": Handler(answers.lookup, argument=True),
            "hand.hide": Handler(self.handover.hide),
            "say": Handler(self.windows.say, argument=True),
            "clock.pause": Handler(self.clock.pause),
            "result": Handler(after.show),
            "result.again": Handler(after.show),
            "review": Handler(after.review),
            "rematch": Handler(after.rematch),
            "another": Handler(after.another, argument=True),
            "save.as": Handler(save_as.ask, argument=True),
            "settings": Handler(lambda: self.services.open("settings")),
            "phone.menu": Handler(self._open_phone_menu),
            "menu": Handler(lambda: unless_lost(self.services, self._leave)),
        }
        if self.guide is not None:
            handlers.update(self.guide.handlers())
        return handlers

    # --- the registry -----------------------------------------------------------------------------------

    def board_shown(self) -> AnyBoard:
        """The board of the table's game."""
        return self.session.board

    def help_first(self) -> tuple[str, ...]:
        """The groups that help shows first."""
        return ("now", "lesson", "cursor", "game") if self.guide is not None else ("now", "cursor", "game")

    def own_commands(self) -> tuple[Command, ...]:
        """The contextual commands first, then those of the game, the cursor and the screen; for a finger the menu."""
        return with_menu(self._table_commands(), self.services.touched)

    def _table_commands(self) -> tuple[Command, ...]:
        controller = self.board_input.controller
        controls = self.guide.controls() if self.guide is not None else controller.controls()
        played = (*board_commands(controller), *cursor_commands(controls))
        # What has a chip in the action bar is not in the footer.
        now = tuple(replace(command, footer="") for command in self.contextual())
        rest = tuple(command for command in ALWAYS if all(command.id != other.id for other in now))
        if now and now[0].id == "skip":
            # Esc pauses bots here instead of skipping; the footer has nothing else during an animation.
            quiet = (c if c.id in THROUGH or c.camera else replace(c, footer="") for c in (*played, *rest))
            return (*now[::-1], *quiet)
        if self.guide is not None:
            return (*now, *self.guide.commands(played, rest))
        if self.session.moment().over:
            # After the end the footer has no keys for playing; the arrows only move the cursor.
            about = () if len(self.board_input.idle_keys()) == 2 else ("choose", "back")
            played = tuple(c if c.camera else replace(c, footer=c.id if c.id in about else "") for c in played)
            # Undo still works, by its key and by its word, but nobody is invited to undo a result.
            rest = tuple(replace(c, footer="") if c.id == "undo" else c for c in rest)
        return (*now, *played, *rest)

    def footer_facts(self) -> tuple[Any, ...]:
        """The moment, after the end the keys that do nothing on the board, the step of a lesson, and the controls."""
        moment, board = self.session.moment(), self.board_input
        facts: list[Any] = [moment, board.idle_keys() if moment.over else ()]
        controls = board.controller.controls()
        if self.guide is not None:
            facts.append((self.guide.play.step, self.guide.play.reading))
            controls = (*controls, *self.guide.controls())  # the step allows some of the board's
        for control in controls:
            label = control.label if control.place == "footer" else ""  # other labels stand on chips alone
            facts.append((control.spec.id, control.place, label, control.blocked is None))
        return tuple(facts)

    def contextual(self) -> tuple[Command, ...]:
        """The contextual commands that apply now, each on a key that otherwise means something else."""
        known = {command.id: command for command in (*CONTEXT, *ALWAYS)}
        moment = self.session.moment()
        activity = moment.activity
        wait = replace(known["bots.wait"], footer="go on" if activity.paused else "pause")
        if activity.heap or activity.beat:
            return (replace(known["skip"], footer="go on"), known["fall.again"])
        if activity.fall:
            return (known["skip"], replace(known["fall.again"], keys=known["fall.again"].keys[1:], footer=""))
        if activity.animation:
            return (known["skip"],)
        if activity.resting:
            return (known["skip"], replace(wait, keys=("escape",)))
        if moment.asking:
            return CONFIRMING
        now: list[Command] = [known["search.stop"]] if activity.searching else []
        if activity.thinking:
            now.append(known["bots.hurry"])
        if activity.lasting or activity.can_stop:
            now.append(known["work.stop"])
        if activity.recap:
            now += [known["recap.replay"], known["recap.close"]]
        elif moment.past:
            now.append(known["history.now"])
        elif self.guide is not None:
            now += self.guide.contextual()
        elif moment.bot_moves:
            now.append(wait)
        elif moment.over and (idle := self.board_input.idle_keys()):
            now.append(replace(known["result.again"], keys=idle))
        return tuple(now)

    def why_not(self, command_id: str) -> str:
        """Why a command cannot be used now, '' if it can; the board answers for its own commands."""
        board, session = self.board_input, self.session
        if self.guide is not None and (why := self.guide.why_not_play(command_id)):
            return why
        if command_id in board.controller.verbs and command_id not in self.handlers:
            return board.hindrance(command_id) or board.controller.why_not(command_id)
        if session.activity.settling and command_id not in WHILE_SETTLING:
            return session.activity.settling
        if command_id in session.moment().refused:
            return session.moment().refused[command_id]
        return super().why_not(command_id)

    def run_command(self, command_id: str, argument: str = "") -> bool:
        """Run a command, or say under the hand why it cannot be run."""
        session, controller = self.session, self.board_input.controller
        session.touched = time.monotonic()
        self.panes.pointed = ""
        played = command_id in controller.verbs and command_id not in self.handlers
        lesson = self.guide.why_not_play(command_id) if self.guide is not None else ""
        # The controller says why a control is blocked, and by which rule.
        if why := lesson or (self.board_input.hindrance(command_id) if played else self.why_not(command_id)):
            self.tell(Message(why, "warn"))
            return False
        if command_id in controller.cameras:
            return controller.press(command_id)
        if command_id == "rule" and not argument:
            argument = session.message.rule
        if command_id not in LASTING:
            session.message = SILENCE
            if not played and command_id not in ANSWERS:
                controller.asked.drop()
        if not played:
            if not super().run_command(command_id, argument):
                return False
        else:
            version, recap = session.table.version, session.activity.recap
            if recap:
                self.look_back.close_recap()
            if not controller.press(command_id) and command_id == "back" and not self.tries.ask():
                session.message = Message(self._ways_out())
            if self.is_current and session.table.version == version and not recap:
                self.repaint(*UNDER_CURSOR)
                return True
        if self.is_current:
            self.repaint()
        return True

    def _ways_out(self) -> str:
        """The message when Esc has nothing to go back from; Esc never leaves the game."""
        if self.services.in_browser:
            return "Close this page to leave. The same link opens it again."
        keys = self.key_of("menu"), self.key_of("quit")
        return f"{keys[0]} opens the menu, {keys[1]} quits. {kept(self.session.table.saved)}"

    def _switch_pane(self) -> None:
        """Show the other tab in place of log, recap or pad."""
        if self.panes.switch():
            self.look_back.close_recap()

    def _open_sheet(self) -> None:
        """Open the whole pad on a screen of its own."""
        session = self.session
        verdict = session.context().verdict
        preview = verdict.preview if verdict is not None else ()
        path = session.table.journal.path if session.table.journal else None
        self.services.open("score-pad", session.table.history, plays=session.past, preview=preview, path=path)

    def _open_phone_menu(self) -> None:
        def chosen(command: str | None) -> None:
            if command:
                self.run_command(command)

        self.services.push_screen(PhoneMenu(self, AT_TABLE if self.guide is None else IN_LESSON), chosen)

    def _leave(self) -> None:
        self.services.to_menu()
        self.services.say(kept(self.session.table.saved))

    # --- keys, mouse, typed words -----------------------------------------------------------------------

    def takes_key(self, event: events.Key) -> bool:
        """Any key ends an animation. While only one's own piece drops, the key also has its effect."""
        session = self.session
        session.touched = time.monotonic()
        found = self.commands_on(event.key)
        if self.guide is not None and self.guide.comes_early(found):
            return True
        if not session.activity.animation and not session.activity.resting:
            # A letter that does nothing, or only changes the pace of bots, may be meant as the capital of a chip.
            if len(event.key) == 1 and event.key.islower() and all(command.id == "pace" for command in found):
                self._explain_capital(event.key.upper())
            return False
        if any(command.id in THROUGH or command.camera for command in found):
            return False
        if (session.activity.heap or session.activity.beat) and self._repeats(event.key):
            self.run_command("fall.again")  # also where letters are typed: none is typed now
            return True
        if self.stage.passing:
            self.stage.skip()
            return False
        self.flow.skip()
        return True

    def _repeats(self, key: str) -> bool:
        """Whether a key shows a fall again; a letter does so where letters are typed too, since none is typed now."""
        return not {key, key.lower()}.isdisjoint(self.services.keymap.keys_of(AGAIN))

    def _explain_capital(self, capital: str) -> None:
        """Say what the capital letter of a chip would do, since its small letter does nothing on the board."""
        for command in self.commands_on(capital):
            control = self.board_input.controller.control(command.id)
            if control is not None and control.place in ("main", "bar"):
                self.call_later(self._add, f"{capital}, with Shift: {control.label}.")
                return

    def _add(self, text: str) -> None:
        self.tell(Message(f"{self.session.message.text} {text}".strip(), "accent"))

    def _note_animation(self, stage: AnimationPlayer) -> None:
        shown = stage.beat is not None
        falls = {"fall": shown and stage.falling, "heap": shown and stage.heap_lies}
        self.session.does(animation=shown, beat=stage.shows_beat, **falls)

    def _patience(self) -> float:
        """Seconds for which fallen pieces wait for a key: none where only bots play, few where others wait."""
        table = self.session.table
        if not table.humans:
            return 0.0
        waiting = table.header.open or table.clock.control is not None
        return SHARED_HEAP_SECONDS if waiting else HEAP_SECONDS

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A click on board, hand or action bar goes to the board; elsewhere it opens what it hits."""
        event.stop()
        self.session.touched = time.monotonic()
        zone, spot = event.view.id, event.spot
        if self.session.activity.animation:
            command = spot.removeprefix(COMMAND) if spot.startswith(COMMAND) else ""
            self.run_command(command if command in THROUGH else "skip")
            return
        if spot.startswith(COMMAND):
            self.run_command(spot.removeprefix(COMMAND))
        elif zone in ("board", "hand", "actions"):
            if self._settled():
                self.look_back.close_recap()
                self.board_input.click(spot)
                self.repaint()
        elif spot.startswith(PLAY):
            self.look_back.look(int(spot.removeprefix(PLAY)))
            self.repaint()
        elif spot.startswith(TAB):
            self.panes.choose_tab("log" if spot == f"{TAB}log" else "pad")
            self.look_back.close_recap()
            self.repaint()
        elif spot == "message":
            self.run_command("rule", self.session.message.rule)

    def _settled(self) -> bool:
        """Whether the table can be changed; if a move is still being computed, say so."""
        if self.settling.active:
            self.tell(Message(self.settling.wait, "warn"))
        return not self.settling.active

    def on_canvas_view_pointed_at(self, event: CanvasView.PointedAt) -> None:
        """Describe the spot under the mouse in the line under the hand."""
        self.panes.pointed = event.tooltip
        self.repaint("lines")

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Show older lines over the log; over the board, the board gets the event."""
        self._wheel(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Show newer lines over the log; over the board, the board gets the event."""
        self._wheel(event, 1)

    def _wheel(self, event: events.MouseEvent, steps: int) -> None:
        if self.zone("log").region.contains(event.screen_x, event.screen_y):
            self.run_command("log.up" if steps < 0 else "log.down")
        elif self.board.region.contains(event.screen_x, event.screen_y) and self.board_input.wheeled(steps):
            event.stop()

    def prefers_own_words(self, text: str) -> bool:
        """Whether typed text is for the board: moves and words of the board come before commands."""
        first = text.split()[0].lower()
        moves = {form.split()[0] for form in self.session.table.templates}
        return first in moves or self.board_input.understands(text)

    def reading(self, text: str) -> str:
        """The move that typed text means, while the viewer may move, else what a command does."""
        told = super().reading(text)
        if told or not text:
            return told
        session, controller = self.session, self.board_input.controller
        action = session.read(text) if session.bare().may_act else None
        if action is not None:
            return f"Enter: {session.game.notate(action)}"
        return f"Enter: {text}" if controller.named(text) or controller.understands(text) else ""

    def typed_other(self, text: str) -> None:
        """Handle typed text that is no command: a move, or words for the board."""
        session = self.session
        session.touched = time.monotonic()
        self.look_back.close_recap()
        if not self._settled():
            return
        if (spec := self.board_input.controller.named(text)) is not None:
            self.run_command(spec.id)
            return
        if self.board_input.type_words(text):
            self.repaint()
            return
        if session.table.header.open and not session.bare().may_act:
            self._not_now()  # what a move means may depend on a hand that is shown at another window
            return
        try:
            action = session.table.parse(text)
        except NotationError as error:
            self.board_input.controller.asked.drop()
            self.answers.misunderstood(error, text)
            return
        if not session.bare().may_act:
            self._not_now()
            return
        self.board_input.controller.offer(action, session.memory.ui)
        self.repaint()

    def _not_now(self) -> None:
        over = isinstance(self.session.table.turn, Over)
        why = "The game is over." if over else "You cannot move now: it is another player's turn."
        self.tell(Message(why, "warn"))

    def completions(self) -> Iterable[str]:
        """Legal moves in their notation, then the words of the commands."""
        return [*self.board_input.moves(), *super().completions()]

    def forms(self) -> tuple[str, ...]:
        """Forms of typed moves, while the viewer may move."""
        session = self.session
        own = (f"{form}: {text}" for form, text in session.board.spec.forms.items())
        return (*session.table.templates, *own) if session.bare().may_act else ()

    # --- zones ------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """The zones, and the keys below."""
        yield from self.panes.compose()
        yield KeyBar()

    def minimum(self) -> tuple[int, int]:
        """Computed from the zones."""
        return self.panes.minimum(self.app.size.width)

    def minimums(self) -> tuple[tuple[int, int], ...]:
        """Computed from the zones."""
        return self.panes.minimums()

    @property
    def board(self) -> CanvasView:
        """The board's canvas."""
        return self.zone("board")

    def exportable(self) -> Exportable:
        """The board as shown, the pad, and the journal once it holds no secret any more."""
        session = self.session
        journal = session.table.journal.path if session.table.journal else None
        over = isinstance(session.table.turn, Over)
        return Exportable(
            name=journal.stem if journal else session.table.header.game,
            board=self.board_input.text(),
            journal=journal if over else None,
            pad=session.pad(),
            in_space=session.board.spec.showcase is not None,
        )

    def repaint_board(self) -> None:
        if self.is_open:
            self.panes.move_board(self.board_input.shown())

    # --- its life ---------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Begin where the table stands."""
        self.session.style = self.services.style
        prepare(self, self.session.board, self.session.context())
        self.windows.start()
        self.calls.start()
        memory, view = self.session.memory, self.services.memory.view(self.session.table.header.game)
        if view:
            memory.show_view(self.session.context(), view)
        self.call_after_refresh(self.flow.go_on)
        self.call_after_refresh(self._tell_of_view)

    def _tell_of_view(self) -> None:
        """Say once that the board has another view, where the window has room for it."""
        showcase = self.session.board.spec.showcase
        if showcase is None or self.guide is not None:
            return
        if self.size.width < showcase.columns or self.size.height < showcase.rows or self.why_not(showcase.spec):
            return
        with suppress(OSError):
            if self.services.memory.learn_view(self.session.table.header.game, showcase.view):
                self.tell(Message(f"{showcase.text} {self.key_of(showcase.spec)} shows it."))

    def on_screen_resume(self) -> None:
        """Draw again: settings may have changed while another screen covered the table."""
        self.session.style = self.services.style
        self.repaint()
        if isinstance(self.session.table.turn, Over) and not self.after.card_shown and self.stage.beat is None:
            self.call_after_refresh(self.flow.go_on)

    def on_screen_suspend(self) -> None:
        """Note that another screen covers the table."""
        self.after.covered()

    def on_unmount(self) -> None:
        """Stop the threads of this screen."""
        self.windows.drop()
        self.calls.drop()
        self.stage.stop()
        self.bots.drop()
        self.hints.drop()
        self.search.drop()
        self.board_input.works.drop()
        self.settling.drop()
        self.clock.stop()
