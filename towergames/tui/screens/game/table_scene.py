"""The scene of a table that is played: made from the session and from the parts of the game screen."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from towergames.core.contract import Decide, Nature, Over, Seat
from towergames.core.text import sentence
from towergames.session.animation import Frame
from towergames.session.replay import SETTLES
from towergames.session.session import Session
from towergames.session.text import read_only_reason, warning
from towergames.table.log import LogLine
from towergames.table.pad import Pad, build_pad
from towergames.table.task_end import task_head
from towergames.table.today import task_kind
from towergames.table.turn_try import TurnTry
from towergames.tui.paint import identity
from towergames.tui.screens.game import side_panes
from towergames.tui.screens.game.animation_player import AnimationPlayer
from towergames.tui.screens.game.board_input import BoardInput
from towergames.tui.screens.game.bots import Bots
from towergames.tui.screens.game.clock import GameClock
from towergames.tui.screens.game.commands import AGAIN
from towergames.tui.screens.game.guide import Guide
from towergames.tui.screens.game.look_back import LookBack
from towergames.tui.screens.game.panes import Scene
from towergames.tui.screens.game.side_panes import LogLook, PadLook, Status
from towergames.tui.screens.game.slow_moves import SlowMoves
from towergames.tui.screens.game.table_screen import TableScreen
from towergames.tui.screens.game.windows import ScreenWindows
from towergames.tui.widgets import action_bar
from towergames.tui.widgets.action_bar import ActionBarTask, Chip


class TableScene:
    """Makes the scenes of one game screen."""

    def __init__(
        self,
        session: Session,
        screen: TableScreen,
        stage: AnimationPlayer,
        board_input: BoardInput,
        look_back: LookBack,
        clock: GameClock,
        settling: SlowMoves,
        bots: Bots,
        windows: ScreenWindows,
        guide: Guide | None = None,
    ) -> None:
        self._session = session
        self._screen = screen
        self._stage = stage
        self._board_input = board_input
        self._look_back = look_back
        self._clock = clock
        self._settling = settling
        self._bots = bots
        self._windows = windows
        self._guide = guide
        self._ties = side_panes.tie_words(session.game.rule_sheet)

    def make(self) -> Scene:
        session, beat = self._session, self._stage.beat
        session.table.talks = self._screen.services.settings.flag("talk")
        written = session.pad()
        pad = written if beat is None else build_pad(session.table.history, beat.plays)
        log, log_look = self._log(beat, written, pad)
        words = self._board_input.words()
        return Scene(
            context=self._board_input.shown(),
            status=self._status(beat),
            words=words if self._guide is None else self._guide.words(words),
            log=log,
            log_look=log_look,
            pad=replace(pad, names=tuple(self._windows.named(seat) for seat in range(len(pad.names)))),
            pad_look=self._pad_look(beat),
            whole_pad=written if session.past is None else build_pad(session.table.history),
            task=self._task(beat),
            chips=self._chips(),
            banner=self._banner(),
            bracketed="" if self._guide is None else self._guide.spot(),
            animated=beat is not None,
            recap=self._look_back.recap_open,
            counting=beat is not None and any(beat.counted),
        )

    def _status(self, beat: Frame | None) -> Status:
        session, table = self._session, self._session.table
        context = beat.context if beat is not None else session.bare()
        save = "view only" if table.read_only else ""
        if table.saved.in_trouble:
            save = "waits" if table.header.open else "not saved"  # an open table takes no move that it cannot save
        return Status(
            title=session.game.info.title,
            where=f"Round {session.round if beat is None else session.round_at(beat.plays)}",
            facts=(*self._head, *self._windows.facts, *session.game.status(context.view)),
            save=save,
            times=self._clock.shown,
            paused=self._clock.paused,
            sign="/\\" if session.style.ascii_only else "▟▙",
        )

    @property
    def _head(self) -> tuple[str, ...]:
        """The number of a try, or the day of a task with its attempt and the help used; () for other games."""
        table = self._session.table
        if isinstance(table, TurnTry):
            return (table.title,)
        told = task_head(table.history) if self._is_task else ""
        return (told,) if told else ()

    @cached_property
    def _is_task(self) -> bool:
        return bool(task_kind(self._session.table.header))

    def _banner(self) -> str:
        """A warning about the save; empty if there is none."""
        table = self._session.table
        if told := warning(table.saved):
            return told if table.header.open else f"NOT SAVED: {told}"
        return read_only_reason(table.saved)

    def _task(self, beat: Frame | None) -> ActionBarTask:
        """The player who acts now, and the task."""
        session, table = self._session, self._session.table
        turn = beat.context.turn if beat is not None else session.bare().turn
        seat = turn.seat if isinstance(turn, Decide) else None
        role = identity(seat).role if seat is not None else "line"
        name = table.names[seat] if seat is not None else ""
        if self._stage.beat is not None and self._stage.heap_lies:
            again = self._screen.services.keymap.label(AGAIN)  # a letter counts where letters are typed too
            told = f"Any key goes on, {again} repeats it." if again else "Any key goes on."
            return ActionBarTask("Everything lies still", told, role=role)
        if beat is not None:
            return ActionBarTask(SETTLES.capitalize() if isinstance(turn, Nature) else f"{name} plays", role=role)
        if session.past is not None:
            return ActionBarTask("Looking back", f"Move {session.past} of {table.moves}.", role="line")
        if self._guide is not None and not self._settling.active and (task := self._guide.task()) is not None:
            return task
        if isinstance(turn, Over):
            return ActionBarTask("The game is over", role="line")
        if self._settling.active:
            return ActionBarTask(name, sentence(self._settling.doing), role=role)
        if self._bots.active:
            doing, time = self._bots.doing()
            return ActionBarTask(f"{name} {doing}", time, role=role)
        if isinstance(turn, Nature):
            return ActionBarTask(SETTLES.capitalize() if session.game.info.slow else "One moment", role="line")
        if self._windows.only_watches and not table.read_only:
            watched = f"{name} is next. {self._windows.missing}".rstrip() if name else ""
            return ActionBarTask("Watching", watched, role="line")
        if seat is not None and seat not in table.here and not table.read_only:
            return ActionBarTask(f"Waiting for {name}", self._windows.waits(seat), role=role)
        if table.read_only:
            return ActionBarTask("Watching", f"{name} is next." if name else "", role="line")
        if session.curtain_for is not None or session.viewer is None:
            return ActionBarTask(f"{name} is next" if name else "", role=role)
        description = session.board.describe(session.context())
        return ActionBarTask(
            f"Your turn, {name}", sentence(description.task) if description.task else "", description.steps
        )

    def _chips(self) -> tuple[Chip, ...]:
        """The commands of the moment and the controls of the board, the main one first."""
        controller = self._board_input.controller
        chips = action_bar.command_chips(self._screen.contextual(), self._screen.keymap)
        quiet = self._stage.beat is not None or self._settling.active or controller.asking
        if not quiet and self._bots.thinking is None:
            taken = any(chip.main for chip in chips)
            if self._guide is not None:
                own = self._guide.chips()
            else:
                own = action_bar.chips_of(controller.controls(), self._screen.keymap)
            chips = [*(chip for chip in own if not (taken and chip.main)), *chips]
        chips = sorted(chips, key=lambda chip: not chip.main)
        return tuple(action_bar.without_keys(chips) if self._screen.services.touched else chips)

    def _log(self, beat: Frame | None, written: Pad, pad: Pad) -> tuple[tuple[LogLine, ...], LogLook]:
        """The lines of the log, and how they are shown."""
        session, back = self._session, self._look_back
        points: dict[tuple[int, Seat], int] = {}
        for line in written.lines:
            key = (line.play, line.score.seat)
            points[key] = points.get(key, 0) + line.score.points
        since, moves = session.since(session.viewer), session.table.moves
        look = LogLook(since, moves, back.scroll, totals=pad.totals, names=session.table.names, points=points)
        if beat is not None:
            lines = session.log_during(beat.plays, beat.context.seat, beat.context.playing)
            return lines, replace(look, since=beat.plays, until=beat.plays + 1, scroll=0)
        lines = session.log()
        if session.past is not None:
            return lines, replace(look, since=session.past - 1, until=session.past)
        if back.recap_open:
            lines = tuple(line for line in lines if line.play > since)
            return lines, replace(look, since=moves, title=side_panes.SINCE if since else side_panes.SO_FAR)
        return lines, look

    def _pad_look(self, beat: Frame | None) -> PadLook:
        """Marks of the pad: the seat on turn, the points of the prepared move, and points that an animation counts."""
        session = self._session
        turn = beat.context.turn if beat is not None else session.bare().turn
        active = turn.seat if isinstance(turn, Decide) else None
        extra = [0] * len(session.table.names)
        verdict = session.context().verdict if beat is None else None
        for score in verdict.preview if verdict is not None else ():
            extra[score.seat] += score.points
        counted = beat.counted if beat is not None else ()
        flash = frozenset(seat for seat, _ in beat.fresh) if beat is not None else frozenset()
        times = {one.seat: one.time for one in self._clock.shown}
        return PadLook(active, extra, counted, ties=self._ties, flash=flash, times=times)
