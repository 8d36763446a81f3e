"""Records: the book of each game with rivals, rating and achievements, and one rival on a screen of its own."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.worker import get_current_worker

from towergames import registry
from towergames.board.protocol import Picture
from towergames.core.text import cell_width, count, not_written
from towergames.table.achievements import MedalOf, no_medal
from towergames.table.errors import SaveError
from towergames.table.facts_cache import CountedGame
from towergames.table.kept_tasks import KeptTasks
from towergames.table.pad import build_pad
from towergames.table.record_book import OwnGame, games_of, people_of
from towergames.table.record_games import RecordGames
from towergames.table.record_page import GamePage, person_records
from towergames.table.results_table import games_csv, results_csv
from towergames.table.rivals import Meeting, Rival
from towergames.table.save_file import load_file
from towergames.table.setup import timestamp
from towergames.table.turning_point import TurningPoint, turning_point
from towergames.tui.command_screen import Handler, TowerScreen
from towergames.tui.commands import PAGES, Command, group, pick
from towergames.tui.dialogs import ConfirmDialog
from towergames.tui.exports import Exportable
from towergames.tui.list_mixins import CursorKeys
from towergames.tui.screens.game.side_panes import TAB
from towergames.tui.screens.records.parts import ROW, Tab
from towergames.tui.screens.records.rival_view import RivalView, draw_rival, meeting_note, rival_title
from towergames.tui.screens.records.since import read_since, write_since
from towergames.tui.screens.records.view import (
    ACHIEVEMENTS,
    PARTS,
    RECORDS,
    RIVALS,
    TALL,
    RecordsView,
    draw_records,
    fitted,
    group_starts,
    record_told,
    standing_told,
)
from towergames.tui.screens.saves_view import read_progress
from towergames.tui.widgets.action_bar import COMMAND, ActionBarTask, command_chips
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar

OPEN = (
    "records.open",
    "Show it",
    "Show the game of the marked line, or open the marked rival",
    "enter",
    "open",
    "show it",
)
PLAY = ("records.play", "Play", "Play the marked rival, or the next level", "n", "play", "play")
ON_RECORDS = group(
    "records",
    OPEN,
    PLAY,
    ("records.all", "Achievements", "Show the achievements of all games", "g 0", "achievements", "achievements"),
    ("records.person", "Other person", "Show the records of another person", "o", "person", "other person"),
    ("records.reset", "From today", "Count from today on; no game is deleted", "r", "reset", ""),
    ("records.count-all", "Count all games", "Count the games before that day too", "a", "countall", ""),
    ("back", "Back", "Close the records", "escape q", "back", "back"),
)
CURSOR = pick("move.left", "move.right", "move.up", "move.down", "zone.next", "zone.previous")
DIGITS = pick(*(f"digit.{number}" for number in range(1, 10)))
COMMANDS = (*ON_RECORDS, *CURSOR, *PAGES, *DIGITS)
ON_RIVAL = group(
    "records",
    ("records.open", "Watch", "Watch the marked game", "enter", "open", "watch"),
    PLAY,
    ("back", "Back", "Back to the records", "escape q", "back", "back"),
)
RIVAL_COMMANDS = (*ON_RIVAL, *pick("move.up", "move.down"), *PAGES)
BATCH = 100
"""Saves that are read between two looks at the pages."""
GAMES_READ = 30
"""The newest games with a rival that are read for their turning points."""
NOTHING = "No finished game yet. Your first one fills this page."
NOTHING_SINCE = "No finished game since that day. All games can be counted again."
KEPT = "Records come from your saved games. Delete a game and its record goes too."


class _Pages(CursorKeys, TowerScreen[None]):
    """The base of both screens: one picture, a cursor on rows, chips in the bar, replays and games that begin."""

    MINIMUM: ClassVar[tuple[int, int]] = (76, 20)

    def compose(self) -> ComposeResult:
        yield CanvasView(self._paint, id="records")
        yield KeyBar()

    def _paint(self, width: int, height: int) -> Picture:
        raise NotImplementedError

    def own_commands(self) -> tuple[Command, ...]:
        """The commands; those with a chip above the footer are not named in it."""
        pages = len(registry.keys())
        unused = {f"digit.{number}" for number in range(pages + 1, 10)}
        kept = [command for command in self.OWN if command.id not in unused]
        return tuple(command if command.id == "back" else replace(command, footer="") for command in kept)

    def _chips(self) -> tuple[Command, ...]:
        """The commands that have a chip and can be used now, with what they would do."""
        usable = [command for command in self.OWN if command.footer and command.id != "back"]
        labels = self._labels()
        return tuple(
            replace(command, footer=labels.get(command.id, command.footer))
            for command in usable
            if not self.why_not(command.id)
        )

    def _labels(self) -> dict[str, str]:
        """The labels of chips that say what the command would do now."""
        return {}

    def _show(self) -> None:
        for view in self.query(CanvasView):
            view.repaint()

    def _watch(self, game: OwnGame, play: int = 0) -> None:
        self.services.tables.open_replay(self.services.store.path(game.save), play)

    def _begin(self, person: str, game: str, rival: Rival) -> None:
        """Begin a game of two by the usual rules."""
        from towergames.table.records import SeatSetup
        from towergames.tui.setup_form import SetupForm

        entry = registry.get(game)
        lacking = entry.unavailable_reason
        if lacking:
            self.services.say(f"{entry.game.info.title} cannot be played here. {lacking}")
            return
        form = SetupForm.begin(entry, None)
        seats = [SeatSetup(person), SeatSetup(rival.name, rival.level)]
        header = SetupForm(entry, seats, form.options, form.seed).header()
        if header is not None:
            self.services.tables.begin_game(header)


class RecordsScreen(_Pages):
    """The records of one person. Facts that are not known yet are found in a thread."""

    NAME = "Records"
    OWN = COMMANDS

    def __init__(self, game: str = "") -> None:
        super().__init__()
        self.all_games: list[CountedGame] = []
        self.medal_of: MedalOf = no_medal
        self.kept: KeptTasks | None = None
        self.people: list[str] = []
        self.person = ""
        self.left = -1
        self.game = game
        self.part = RECORDS
        self.at = 0
        self.records = person_records("", ())
        self.handlers = {f"digit.{n}": Handler(partial(self._show_number, n)) for n in range(1, 10)}

    def on_mount(self) -> None:
        """Show what is known, and find the rest."""
        super().on_mount()
        self._take(RecordGames(self.services.facts), -1)
        self._find()

    @work(thread=True, exclusive=True, group="records")
    def _find(self) -> None:
        worker, facts = get_current_worker(), self.services.facts
        for left in facts.update(lambda: not worker.is_cancelled):
            if left % BATCH == 0:
                self.call_later(self._take, RecordGames(facts), left)

    def _take(self, found: RecordGames, left: int) -> None:
        """Show the games found so far; ``left`` saves are still to be read, -1 before their number is known."""
        fresh, self.left = found.games != self.all_games or not self.people, left
        if not fresh:
            self._show()
            return
        self.all_games, self.medal_of, self.kept = found.games, found.medal_of, found.kept
        self.people = people_of(found.games)
        if self.person not in self.people:
            self._choose_person()
        self.renew()

    def _choose_person(self) -> None:
        """Begin with the person of this installation, who may have no finished game, else with who played last."""
        you = self.services.memory.person(self.services.store)
        as_written = {name.casefold(): name for name in self.people}
        if you and you.casefold() not in as_written:
            self.people.append(you)
        if self.people:
            self.person = as_written.get(you.casefold(), you or self.people[0])

    def renew(self) -> None:
        """Work the pages out again."""
        since = read_since(self.services.settings.path.parent)
        own = games_of(self.all_games, self.person)
        self.records = person_records(self.person, own, self.medal_of, since, self.kept)
        if not self.game and not self.all_games and self.left >= 0:
            self.part = ACHIEVEMENTS
        self._stay()
        self.refresh_keys()
        self._show()

    def _stay(self) -> None:
        """Keep the cursor on a row that is there."""
        if self.game not in {page.game for page in self.records.pages}:
            self.game = ""
        if not self.game:
            self.part = ACHIEVEMENTS
        view = self._view()
        if not view.rows(self.part):
            filled = [part for part in PARTS if view.rows(part)]
            self.part = filled[0] if filled else RECORDS
        self.at = max(0, min(self.at, view.rows(self.part) - 1))

    # --- the picture ------------------------------------------------------------------------------------

    @property
    def page(self) -> GamePage | None:
        """The page that is shown; None for all games."""
        return self.records.page(self.game) if self.game else None

    def _tabs(self) -> tuple[Tab, ...]:
        tabs = [Tab("", "0", "All games", "All")]
        for number, page in enumerate(self.records.pages[:9], start=1):
            words = page.title.split()
            short = " ".join(words[:-1]) if len(words) > 1 and words[-1].startswith("Tower") else page.title
            tabs.append(Tab(page.game, str(number), page.title, short))
        return tuple(tabs)

    def _view(self) -> RecordsView:
        return RecordsView(self.records, self._tabs(), self.game, self.part, self.at, read_progress(self.left))

    def _paint(self, width: int, height: int) -> Picture:
        view = self._view()
        title, told = self._marked_text()
        chips = tuple(command_chips(self._chips(), self.services.keymap))
        hint = fitted(self._hints(low=height < TALL), width - 3)
        if not self.records.games and not self.left:
            hint = NOTHING_SINCE if self.records.since else NOTHING
        task = fitted(told, width - cell_width(title) - 6)
        if cell_width(title) + cell_width(task) + 6 > width:
            task, hint = "", fitted(told, width - 3)
        view = replace(view, task=ActionBarTask(title, task), chips=chips, hint=hint)
        return draw_records(view, self.services.style, width, height)

    def _hints(self, *, low: bool) -> list[str]:
        """What could be played next, else where records come from. A low screen has no row for today's task."""
        page, hints = self.page, list[str]()
        if page is not None and page.tonight:
            hints.append(page.tonight)
        if low and page is not None and page.game in self.records.tasks:
            hints.append(self.records.tasks[page.game].today_text)
        return hints or [KEPT]

    def _marked_text(self) -> tuple[str, list[str]]:
        """The title of what is marked, and sentences about it."""
        page = self.page
        if page is None:
            standing = self.records.achievements[self.at]
            return standing.achievement.title, standing_told(standing)
        if self.part == RECORDS and page.records:
            record = page.records[self.at]
            return record.line.title, record_told(record)
        if self.part == RIVALS and page.rivals:
            rival = page.rivals[self.at]
            return rival_title(rival), rival.habits(page.game) if rival.counted else [rival.not_met]
        if self.part == ACHIEVEMENTS and page.achievements:
            standing = page.achievements[self.at]
            return standing.achievement.title, standing_told(standing)
        return page.title, ["This game keeps no records yet."]

    # --- the cursor -------------------------------------------------------------------------------------

    def walk(self, lines: int = 0, *, pages: int = 0, ends: int = 0) -> None:
        """Move the cursor in its part; at the ends of the book and the rivals it goes on to the next part."""
        rows = self._view().rows(self.part)
        self.at = max(0, min(rows - 1, self.at + lines + 8 * pages + ends * sys.maxsize))
        self._moved()

    def _moved(self) -> None:
        self._stay()
        self.refresh_keys()
        self._show()

    def _do_move_left(self, argument: str = "") -> None:
        self._across(-1)

    def _do_move_right(self, argument: str = "") -> None:
        self._across(1)

    def _across(self, step: int) -> None:
        """Go to the next group of achievements, or to the next tab."""
        if self.game:
            tabs = [tab.game for tab in self._tabs()]
            self._show_game(tabs[(tabs.index(self.game) + step) % len(tabs)])
            return
        starts = [*group_starts(self.records), len(self.records.achievements)]
        group_at = max(at for at, start in enumerate(starts[:-1]) if start <= self.at)
        row, after = self.at - starts[group_at], group_at + step
        if not 0 <= after < len(starts) - 1:
            return
        self.at = min(starts[after] + row, starts[after + 1] - 1)
        self._moved()

    def _do_zone_next(self, argument: str = "") -> None:
        self._other_part(1)

    def _do_zone_previous(self, argument: str = "") -> None:
        self._other_part(-1)

    def _other_part(self, step: int) -> None:
        if not self.game:
            self._across(step)
            return
        view = self._view()
        parts = [part for part in PARTS if view.rows(part)]
        if parts:
            self.part, self.at = parts[(parts.index(self.part) + step) % len(parts)], 0
        self._moved()

    def _show_game(self, game: str) -> None:
        self.game, self.at = game, 0
        self.part = RECORDS if game else ACHIEVEMENTS
        self._moved()

    def typed_other(self, text: str) -> None:
        """The name of a game shows its page."""
        wanted = text.strip().lower()
        if wanted in [page.game for page in self.records.pages]:
            self._show_game(wanted)
        else:
            super().typed_other(text)

    def _show_number(self, number: int) -> None:
        pages = self.records.pages
        if number <= len(pages):
            self._show_game(pages[number - 1].game)

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A tab, a row or a chip was clicked; the marked row is opened."""
        event.stop()
        spot = event.spot
        if spot.startswith(TAB):
            self._show_game(spot.removeprefix(TAB))
        elif spot.startswith(COMMAND):
            self.run_command(spot.removeprefix(COMMAND))
        elif spot.startswith(ROW):
            part, _, number = spot.removeprefix(ROW).partition(":")
            if (part, int(number)) == (self.part, self.at):
                self.run_command("records.open")
                return
            self.part, self.at = part, int(number)
            self._moved()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.walk(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.walk(-1)

    # --- what can be done -------------------------------------------------------------------------------

    def _marked_game(self) -> tuple[OwnGame, int] | None:
        """The game of the marked line and its play; None where there is none."""
        page = self.page
        standings = page.achievements if page is not None else self.records.achievements
        if page is not None and self.part == RECORDS and page.records:
            best = page.records[self.at].best or page.records[self.at].helped
            return (best.game, best.mark.play) if best is not None else None
        if self.part == ACHIEVEMENTS and standings:
            standing = standings[self.at]
            if standing.met is None:
                return None
            mark = standing.met.own.marks.get(standing.achievement.measure or standing.achievement.key)
            return standing.met, mark.play if mark is not None else 0
        return None

    def _marked_rival(self) -> Rival | None:
        page = self.page
        if page is not None and self.part == RIVALS and page.rivals:
            return page.rivals[self.at]
        return None

    def _why_not_records_open(self) -> str:
        if self._marked_rival() is not None or self._marked_game() is not None:
            return ""
        return "No game of yours has this yet."

    def _do_records_open(self, argument: str = "") -> None:
        rival, marked = self._marked_rival(), self._marked_game()
        if rival is not None and self.page is not None:
            self.app.push_screen(RivalScreen(self.person, self.page, rival))
        elif marked is not None:
            self._watch(*marked)

    def _labels(self) -> dict[str, str]:
        to_play = self._to_play()
        labels = {"records.play": f"Play {to_play[1].name}"} if to_play is not None else {}
        if self.page is None:
            labels["records.play"] = f"Play {registry.title_of(self.records.achievements[self.at].game)}"
        if self._marked_rival() is not None:
            labels["records.open"] = "Open the rival"
        return labels

    def _to_play(self) -> tuple[str, Rival] | None:
        """The game and the rival that the key for playing begins with; None where there is nobody."""
        page = self.page
        if page is None or not self.person:
            return None
        rival = self._marked_rival()
        if rival is None and page.next_rung is not None:
            rival = page.rival(page.next_rung.name)
        if rival is None and page.rivals:
            rival = page.rivals[-1]
        return (page.game, rival) if rival is not None else None

    def _why_not_records_all(self) -> str:
        return "" if self.game else "These are the achievements of all games."

    def _why_not_records_play(self) -> str:
        if self.page is None:
            standing = self.records.achievements[self.at]
            return "" if standing.game else "This achievement is for all games. Choose a game first."
        return "" if self._to_play() is not None else "Nobody to play against is known here."

    def _do_records_play(self, argument: str = "") -> None:
        found = self._to_play()
        if found is not None:
            self._begin(self.person, *found)
        elif self.page is None:
            self.services.open("new-game", self.records.achievements[self.at].game)

    def _do_records_all(self, argument: str = "") -> None:
        self._show_game("")

    def _why_not_records_person(self) -> str:
        return "" if len(self.people) > 1 else "Only one person has finished a game here."

    def _do_records_person(self, argument: str = "") -> None:
        wanted = argument.strip().casefold()
        named = [name for name in self.people if name.casefold() == wanted]
        after = self.people[(self.people.index(self.person) + 1) % len(self.people)]
        self.person = named[0] if named else after
        self.renew()

    def _why_not_records_reset(self) -> str:
        return "" if self.records.games else "No game is counted yet."

    def _do_records_reset(self, argument: str = "") -> None:

        def answered(yes: bool | None) -> None:
            if yes:
                self._set_since(timestamp())

        question = "Count only games from today on? No game is deleted, and you can count all again later."
        self.app.push_screen(ConfirmDialog(question, "From today on", "Keep counting all"), answered)

    def _why_not_records_count_all(self) -> str:
        return "" if self.records.since else "All games are counted."

    def _do_records_count_all(self, argument: str = "") -> None:
        self._set_since("")

    def _set_since(self, stamp: str) -> None:
        folder = self.services.settings.path.parent
        try:
            write_since(folder, stamp)
        except OSError as error:
            self.services.say(not_written(folder, error, "All games are counted as before."), severity="error")
        self.renew()

    def exportable(self) -> Exportable:
        """The games as tables, those of everyone."""
        tables = (
            ("Every finished game as CSV", "-games.csv", games_csv(self.all_games)),
            ("Results by opponents as CSV", "-results.csv", results_csv(self.all_games)),
        )
        return Exportable("records", tables=tables)


class RivalScreen(_Pages):
    """One rival: the score, habits and all meetings."""

    NAME = "Rival"
    OWN = RIVAL_COMMANDS

    def __init__(self, person: str, page: GamePage, rival: Rival) -> None:
        super().__init__()
        self.view = RivalView(person, page, rival)

    def on_mount(self) -> None:
        """Show what the facts say, and read the games for their turning points."""
        super().on_mount()
        self._read_games()

    @work(thread=True, exclusive=True, group="rival")
    def _read_games(self) -> None:
        worker, store = get_current_worker(), self.services.store
        for meeting in self.view.meetings[:GAMES_READ]:
            if worker.is_cancelled:
                return
            try:
                history = load_file(store.path(meeting.game.save), store.storage).history
            except SaveError:  # a damaged save has no turning point
                continue
            pad = build_pad(history)
            curves = [pad.curve(seat, len(history.plays)) for seat in range(len(pad.names))]
            self.call_later(self._took, meeting.game.save, turning_point(history, curves))

    def _note(self, meeting: Meeting) -> str:
        turning = self.view.turning.get(meeting.game.save, TurningPoint())
        return turning.sentence if turning.sentence and meeting.game.counts else meeting_note(self.view, meeting)

    def _took(self, save: str, found: TurningPoint) -> None:
        self.view = replace(self.view, turning={**self.view.turning, save: found})
        self._show()

    def _paint(self, width: int, height: int) -> Picture:
        chips = tuple(command_chips(self._chips(), self.services.keymap))
        rival, page = self.view.rival, self.view.page
        meetings = self.view.meetings
        hint = self._note(meetings[self.view.at]) if meetings else page.tonight
        hint = hint[:1].upper() + hint[1:] + "." if hint and not hint.endswith(".") else hint
        behind = -rival.lead
        level = f"You need {count(behind, 'more win')} to be level." if behind > 0 else ""
        task = ActionBarTask(f"{rival.name} waits at the table", level)
        view = replace(self.view, task=task, chips=chips, hint=hint or count(len(meetings), "game"))
        return draw_rival(view, self.services.style, width, height)

    def _labels(self) -> dict[str, str]:
        return {"records.play": f"Play {self.view.rival.name}"}

    def walk(self, lines: int = 0, *, pages: int = 0, ends: int = 0) -> None:
        """Move the mark through the games."""
        most = max(0, len(self.view.rival.meetings) - 1)
        at = max(0, min(most, self.view.at + lines + 8 * pages + ends * sys.maxsize))
        self.view = replace(self.view, at=at)
        self.refresh_keys()
        self._show()

    def _why_not_records_open(self) -> str:
        return "" if self.view.rival.meetings else "You have not met."

    def _do_records_open(self, argument: str = "") -> None:
        self._watch(self.view.meetings[self.view.at].game)

    def _do_records_play(self, argument: str = "") -> None:
        self._begin(self.view.person, self.view.page.game, self.view.rival)

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A game or a chip was clicked; the marked game is opened."""
        event.stop()
        spot = event.spot
        if spot.startswith(COMMAND):
            self.run_command(spot.removeprefix(COMMAND))
            return
        number = int(spot.rpartition(":")[2])
        if number == self.view.at:
            self.run_command("records.open")
        else:
            self.walk(number - self.view.at)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.walk(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.walk(-1)
