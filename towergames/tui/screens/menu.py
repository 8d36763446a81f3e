"""The title screen: the waiting game, the games with their pictures, and the way to everything else."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from textual import events, work
from textual.app import ComposeResult
from textual.worker import Worker, get_current_worker

from towergames import registry
from towergames.board.picture import Picture
from towergames.core.text import count, reason_of, sentence, unknown
from towergames.session.app_state import name_error
from towergames.table.errors import TableError
from towergames.tui.command_screen import Handler, TowerScreen
from towergames.tui.commands import LIST, Command, group, pick
from towergames.tui.dialogs import AskScreen
from towergames.tui.list_mixins import CursorKeys
from towergames.tui.widgets.action_bar import Chip
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.gallery import (
    CHOOSE,
    CONTINUE,
    THUMBS,
    CardTask,
    Front,
    Gallery,
    GameCard,
    first_cards,
    make_card,
    make_cards,
)
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.thumbnail import PixelRows, draw_board, shrink
from towergames.tui.widgets.title import double_width, draw_title

if TYPE_CHECKING:
    from towergames.table.agenda import Agenda, AgendaItem
    from towergames.table.history import History
    from towergames.table.save_file import SaveInfo
    from towergames.table.title_lines import TitleLines
    from towergames.table.waiting_table import WaitingTable

COMMANDS = group(
    "menu",
    ("menu.continue", "Continue", "Continue the last unfinished game", "c", "continue"),
    ("menu.new", "New game", "Choose who plays, then start", "n", "new"),
    ("menu.turn", "Your move", "Open the table that has waited longest for your move", "m", "move"),
    ("menu.join", "Join a table", "Sit down at an open table", "b", "join"),
    ("menu.load", "Saved games", "Open a saved game", "l", "load"),
    ("menu.learn", "Learn", "Play a first game with a guide", "t", "learn"),
    ("menu.puzzle", "Today's task", "Play today's task, the same for everyone", "d", "today"),
    ("menu.share", "Share today", "Copy a line about today's tasks to the clipboard", "y", "share"),
    ("menu.replays", "Replays", "Watch a game again", "r", "replays"),
    ("menu.rules", "Rules", "Read the rules of a game", "u", "rules"),
    ("menu.records", "Records", "Record book, rivals and achievements of each game", "a", "records statistics"),
    ("menu.player", "Player", "Choose whose tasks, records and skyline are shown", "p", "player"),
    ("menu.lookup", "Look up a word", "Look up a word and its meaning", "w", "lookup"),
    ("menu.settings", "Settings", "Change colours, keys, pace and more", "s", "settings"),
    ("menu.quit", "Quit", "Leave the program", "q", "q"),
)


RECENT_SAVES = 12
"""The newest saves that are read for other unfinished games."""


class Today(NamedTuple):
    """What the title tells about a person: today's tasks, and a record and a rival of each game."""

    agenda: Agenda
    lines: Mapping[str, TitleLines]


class MenuScreen(CursorKeys, TowerScreen[None]):
    """The title screen. Until somebody has played here a game is begun with a guide."""

    OWN = (
        *COMMANDS,
        *LIST,
        *pick("move.left", "move.right", "zone.next", "zone.previous"),
        *group("games", *((f"digit.{n}", f"Game {n}", "Choose this game", str(n), str(n)) for n in range(1, 10))),
    )
    NAME = "menu"

    def __init__(self) -> None:
        super().__init__()
        self._unfinished: SaveInfo | None = None
        self._seen_save = ""
        self._cards: list[GameCard] = self._known(first_cards())
        self._touched = False
        self._agenda: Agenda | None = None
        self._lines: Mapping[str, TitleLines] = {}
        self._thumbs: dict[int, PixelRows] = {}
        self._others: tuple[tuple[str, str], ...] = ()
        self._yours: Sequence[WaitingTable] = ()
        """The open tables where it is this person's move, the longest wait first."""
        services = self.services
        self.handlers = {
            "zone.next": Handler(lambda: self._across(1)),
            "zone.previous": Handler(lambda: self._across(-1)),
            "move.right": Handler(lambda: self._along(1)),
            "move.left": Handler(lambda: self._along(-1)),
            "back": Handler(lambda: self.gallery.go(self._first_choice())),
            "choose": Handler(self._choose),
            "menu.learn": Handler(self._learn, argument=True),
            "menu.puzzle": Handler(self._play_puzzle, argument=True),
            "menu.share": Handler(self._share, self._why_not_share),
            "menu.player": Handler(self._choose_player, argument=True),
            "menu.turn": Handler(self._make_move, self._why_not_make_move),
            "menu.join": Handler(services.tables.open_table_list),
            "menu.load": Handler(lambda: services.open("saves")),
            "menu.replays": Handler(lambda: services.open("saves", True)),
            "menu.rules": Handler(lambda game: services.open_rules(game or self._game()), argument=True),
            "menu.records": Handler(lambda game: services.open("records", game), argument=True),
            "menu.lookup": Handler(lambda word: services.open("lookup", word), argument=True),
            "menu.settings": Handler(lambda: services.open("settings")),
            **{f"digit.{n}": Handler(partial(self._open_number, n)) for n in range(1, 10)},
            "menu.quit": Handler(lambda: services.leave(0)),
        }

    def compose(self) -> ComposeResult:
        """Yield title, games and keys, but nothing below a game that is opened at once."""
        if self._on_top:
            yield CanvasView(self._draw_title, id="title")
            yield Gallery(id="gallery")
            yield KeyBar()

    def on_mount(self) -> None:
        """Show the games. A thread finds after the first paint what can be played, and the saves."""
        self._show_title(self.app.size.height)
        self._show(self._first_choice())

    def on_screen_resume(self) -> None:
        """Read the saves again, after the first paint, which need not share the processor then."""
        if self._on_top:
            if not self._composed:
                self.call_next(self._compose_late)
            self.call_after_refresh(self._look)

    async def _compose_late(self) -> None:
        if not self.is_left:
            await self.mount_all(self.compose())  # the card of a small window may be here, and stays
            self.on_mount()

    def on_resize(self, event: events.Resize) -> None:
        """Give the picture of the title the rows that there are."""
        self._show_title(event.size.height)

    @property
    def _on_top(self) -> bool:
        return self.app.screen is self and not self.services.opening

    @property
    def _composed(self) -> bool:
        return any(isinstance(child, Gallery) for child in self.children)

    def _show_title(self, height: int) -> None:
        if not self._composed:
            return
        if height >= 46 and self.app.size.width >= double_width():
            rows = 14
        elif height >= 38:
            rows = 10
        elif height >= 24:
            rows = 6 if self._unfinished is not None else 7
        else:
            rows = 3
        self.query_one("#title").styles.height = rows

    @property
    def gallery(self) -> Gallery:
        return self.query_one(Gallery)

    @property
    def fresh(self) -> bool:
        """Whether nobody has played here yet."""
        return not self.services.memory.played

    @work(thread=True, exclusive=True, group="menu-look")
    def _look(self) -> None:
        """Read the saves and import the games without keeping the screen waiting."""
        worker, cards = get_current_worker(), make_cards()
        unfinished = self.services.store.latest_unfinished(tables=True)
        known = self._read_today()
        if unfinished is not None and not self.services.memory.played:
            self._remember_moves(unfinished)
        if worker.is_cancelled:  # a later look shows what it finds
            return
        self.app.call_from_thread(self._seen, cards, unfinished, known)
        if unfinished is not None:
            self.app.call_from_thread(self._waiting, self._thumbs_of(unfinished), self._also(unfinished))
        self._find_yours(worker, known.agenda.person)
        for _ in self.services.facts.update(lambda: not worker.is_cancelled):
            pass
        self._tell(worker, self._read_today())
        self._find_missing(worker)

    def _find_yours(self, worker: Worker[Any], person: str) -> None:
        """Find the open tables that wait for this person, and show how many there are."""
        from towergames.table.waiting_table import waiting_tables  # the first paint does not wait for the import

        yours = [table for table in waiting_tables(self.services.store, person) if table.is_yours]
        if not worker.is_cancelled:
            self.app.call_from_thread(self._show_yours, yours)

    def _show_yours(self, yours: Sequence[WaitingTable]) -> None:
        if self.is_attached and yours != self._yours:
            self._yours = yours
            self._show()
            self.refresh_keys()

    def _find_missing(self, worker: Worker[Any]) -> None:
        """Find houses and signs that nothing keeps yet, and show each."""
        from towergames.table.agenda import find_missing  # the first paint does not wait for the import

        services = self.services
        agenda = self._read_today().agenda
        for _ in find_missing(agenda, services.store, services.facts):
            if worker.is_cancelled:
                return
            self._tell(worker, self._read_today())

    def _tell(self, worker: Worker[Any], known: Today) -> None:
        if not worker.is_cancelled:
            self.app.call_from_thread(self._show_today, known)

    def _read_today(self) -> Today:
        """Today's tasks, and a record and a rival of each game, of the games whose facts are known."""
        from towergames.table.agenda import read_agenda  # the first paint does not wait for the imports
        from towergames.table.record_games import RecordGames
        from towergames.table.title_lines import title_lines

        services = self.services
        agenda = read_agenda(services.store, services.facts, services.memory.person(services.store))
        return Today(agenda, title_lines(RecordGames(services.facts).games, agenda.person))

    def _show_today(self, known: Today) -> None:
        if self.is_attached and (known.agenda, known.lines) != (self._agenda, self._lines):
            self._agenda, self._lines = known.agenda, known.lines
            self._repaint_title()
            self._show()
            self.refresh_keys()

    def _is_todays(self, unfinished: SaveInfo) -> bool:
        """Whether the waiting game is an attempt at today's task, as far as the agenda is read."""
        items = self._agenda.items if self._agenda is not None else ()
        return any(item.begun == unfinished.name for item in items)

    def _draw_title(self, width: int, height: int) -> Picture:
        agenda = self._agenda
        return draw_title(width, height, agenda.book.skyline(agenda.day) if agenda is not None else ())

    def _repaint_title(self) -> None:
        if self._composed:
            self.query_one("#title", CanvasView).repaint()

    def _load(self, unfinished: SaveInfo) -> History:
        from towergames.table.save_file import load_file

        return load_file(unfinished.path, self.services.store.storage).history

    def _remember_moves(self, unfinished: SaveInfo) -> None:
        """End the welcome for a game that was played but never left, as after a kill."""
        with suppress(TableError, OSError):  # opening the save shows its error
            self.services.memory.remember_moves(self._load(unfinished))

    def _thumbs_of(self, unfinished: SaveInfo) -> dict[int, PixelRows]:
        """The public board of the waiting game; empty if it cannot be drawn."""
        from towergames.session.context import context_at

        try:
            context = context_at(self._load(unfinished), None, marks=())
            board = draw_board(replace(context, style=self.services.style))
        except Exception:  # opening the game shows the fault of a board or a save
            return {}
        return {rows: shrink(board, columns, rows) for rows, columns in THUMBS.items()}

    def _also(self, unfinished: SaveInfo) -> tuple[tuple[str, str], ...]:
        """Title and players of other unfinished games among the newest saves."""
        store = self.services.store
        others = (store.peek(name) for name in store.newest_first()[:RECENT_SAVES] if name != unfinished.name)
        some = islice((info for info in others if info.game and not info.finished), 3)
        return tuple((registry.title_of(info.game), ", ".join(info.seats)) for info in some)

    def _waiting(self, thumbs: dict[int, PixelRows], others: tuple[tuple[str, str], ...]) -> None:
        if self.is_attached:
            self._thumbs, self._others = thumbs, others
            self._show()

    def _seen(self, cards: list[GameCard], unfinished: SaveInfo | None, known: Today) -> None:
        if not self.is_attached:
            return
        self._agenda, self._lines = known.agenda, known.lines
        self._repaint_title()
        self._unfinished = unfinished
        if unfinished is None or unfinished.name != self._seen_save:
            self._thumbs, self._others = {}, ()
        self._show_title(self.size.height)
        self._cards = self._known(cards)
        news = unfinished.name if unfinished else ""
        # The cursor goes to a game that has just come to wait, unless the person has moved it meanwhile.
        moved = self._touched and news == self._seen_save
        self._touched, self._seen_save = moved, news
        self._show("" if moved else self._first_choice())
        self.refresh_keys()

    def _known(self, cards: list[GameCard]) -> list[GameCard]:
        """The cards with what is remembered: whether the guide of each game is done."""
        steps = self.services.memory.lesson
        return [replace(card, learned=0 < card.cover.lessons <= steps(card.key)[0]) for card in cards]

    # --- what is shown ----------------------------------------------------------------------------------

    def _show(self, at: str = "") -> None:
        if not self._composed:
            return
        unfinished = self._unfinished
        task = self._task_to_play(at)
        titles = {"menu.puzzle": f"Today: {task.task.title}" if task is not None else "Today's tasks"}
        ids = {command.id for command in COMMANDS} - {CONTINUE}
        if self._why_not_share():
            ids.discard("menu.share")
        if self._yours:
            tables = len(self._yours)
            titles["menu.turn"] = f"{count(tables, 'table')} {'waits' if tables == 1 else 'wait'} for you"
        else:
            ids.discard("menu.turn")
        if self.fresh:
            ids = {"menu.new", "menu.join", "menu.settings", "menu.quit"}
            titles["menu.new"] = "Play without a guide"
            if self._yours:
                ids.add("menu.turn")
            if unfinished is not None:
                ids.add(CONTINUE)
                titles[CONTINUE] = f"Continue {registry.title_of(unfinished.game)}"
        label = self.services.keymap.label
        more = [
            Chip(command.id, label(command), titles.get(command.id, command.title))
            for command in COMMANDS
            if command.id in ids
        ]
        if self.fresh:
            more.insert(0, Chip(CHOOSE, "Enter", "Play with a guide"))
        waiting = None if self.fresh else unfinished
        about = _about(waiting, today=self._is_todays(waiting)) if waiting else ()
        cards = [self._with_task(card) for card in self._cards]
        front = Front(cards, waiting.game if waiting else "", about, more, self.fresh)
        heading = self._agenda.head() if self._agenda is not None and self._agenda.items else ()
        front = replace(front, thumbs=self._thumbs, others=self._others, today=heading)
        self.gallery.show(front, at)

    def refresh_keys(self) -> None:
        """Show the present keys on the chips too."""
        super().refresh_keys()
        self._show()

    def help_first(self) -> tuple[str, ...]:
        """The menu's own keys."""
        return ("menu",)

    # --- the cursor -------------------------------------------------------------------------------------

    def _first_choice(self) -> str:
        if self._unfinished is not None and not self.fresh:
            return CONTINUE
        games = registry.keys()
        return registry.FOR_NEWCOMERS if self.fresh and registry.FOR_NEWCOMERS in games else self._favourite()

    def _along(self, steps: int) -> None:
        self._touched = True
        self.gallery.along(steps)

    def _across(self, steps: int) -> None:
        self._touched = True
        self.gallery.across(steps)

    def walk(self, lines: int = 0, *, pages: int = 0, ends: int = 0) -> None:
        """Go up and down from group to group."""
        self._across(lines or pages or ends)

    def _choose(self) -> None:
        if self.gallery.card is not None:
            self._open_card(self.gallery.card)
        else:
            self.run_command(self.gallery.at)

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """Choose the card or the chip that was clicked."""
        event.stop()
        if event.spot != CHOOSE:
            self.gallery.go(event.spot)
        self._choose()

    def _open_number(self, number: int) -> None:
        card = self._cards[number - 1]
        self.gallery.go(card.key)
        self._open_card(card)

    def _open_card(self, card: GameCard) -> None:
        if card.why:
            self.services.say(f"{card.cover.title} {card.why}")
        elif self.fresh and card.cover.lessons:
            self.services.open_tutorial(card.key)
        else:
            self._do_menu_new(card.key)

    # --- entries ----------------------------------------------------------------------------------------

    def _why_not_menu_continue(self) -> str:
        return "" if self._unfinished is not None else "You have no unfinished game."

    def _do_menu_continue(self, argument: str = "") -> None:
        if self._unfinished is not None:
            self.services.tables.open_save(self._unfinished.name)

    def _why_not_make_move(self) -> str:
        return "" if self._yours else "No open table waits for your move."

    def _make_move(self) -> None:
        if self._yours and self._yours[0].seat is not None:
            self.services.tables.join_table(self._yours[0].info.name, (self._yours[0].seat,))

    # --- today ------------------------------------------------------------------------------------------

    def _with_task(self, card: GameCard) -> GameCard:
        """A card with today's task of its game, a record and a rival."""
        item = self._agenda.item(card.key) if self._agenda is not None else None
        lines = self._lines.get(card.key)
        if lines is not None:
            card = replace(card, record=lines.record, rival=lines.rival)
        if item is None:
            return card
        from towergames.core.daily import plain_signs  # the first paint does not wait for the import

        signs = plain_signs(item.signs) if self.services.ascii_only else item.signs
        if item.result is not None:
            score = item.daily.score_text(item.result.score, item.result.house)
            task = CardTask(item.task.title, score, item.result.mark, signs, item.goals)
        elif item.begun:
            task = CardTask(item.task.title, "begun", f"{self._key_of_task()} goes on", goals=item.goals)
        else:
            task = CardTask(item.task.title, "task open", f"{item.task.minutes} minutes", goals=item.goals)
        return replace(card, task=task)

    def _key_of_task(self) -> str:
        return self.services.keymap.label(next(command for command in COMMANDS if command.id == "menu.puzzle"))

    def _task_to_play(self, at: str = "") -> AgendaItem | None:
        """The task that the key plays: that of the card under the cursor if it is open, else the next open one."""
        if self._agenda is None:
            return None
        under = at or (self.gallery.at if self._composed else "")
        item = self._agenda.item(under)
        return item if item is not None and item.open else self._agenda.next

    def _play_puzzle(self, game: str) -> None:
        """Play today's task of a game, of the next one that is open for ''; an attempt that has begun goes on."""
        from towergames.table.agenda import read_agenda, tasks  # the first paint does not wait for the imports

        services = self.services
        games = [entry.key for entry, _ in tasks()]
        if game and game not in games:
            services.say(sentence(unknown("task of the day", game, games, "Tasks")))
            return
        self._agenda = agenda = read_agenda(services.store, services.facts, services.memory.person(services.store))
        item = agenda.item(game) if game else self._task_to_play()
        if item is None:
            services.say(f"All of today's tasks are played. {agenda.head()[-1].capitalize()}.")
            return
        services.tables.play_task(item, agenda.person)

    def _why_not_share(self) -> str:
        played = self._agenda is not None and self._agenda.played > 0
        return "" if played else "Play one of today's tasks first."

    def _share(self) -> None:
        if self._agenda is not None:
            line = self._agenda.share(plain=self.services.ascii_only)
            self.app.copy_to_clipboard(line)
            self.services.say(f"Copied, if your terminal allows it: {line}")

    def _choose_player(self, name: str) -> None:
        """Take the typed name, or ask for one."""
        if name:
            self._chosen_player(name)
            return
        now = self._agenda.person if self._agenda is not None else ""
        dialog = AskScreen("Whose tasks, records and skyline?", now, name_error)
        self.services.push_screen(dialog, self._chosen_player)

    def _chosen_player(self, name: str | None) -> None:
        if name is None:
            return
        if wrong := name_error(name):
            self.services.say(wrong)
            return
        try:
            self.services.memory.remember_person(name)
        except OSError as error:
            self.services.say(f"The name could not be kept: {sentence(reason_of(error))}", severity="error")
        self._look()

    def _learn(self, game: str) -> None:
        if game:
            self.services.open_tutorial(game)
        else:
            self.services.open("learn")

    def _do_menu_new(self, argument: str = "") -> None:
        key = argument or self._game()
        games = registry.keys()
        if key not in games:
            playable = [card.key for card in self._cards if not card.why]
            self.services.say(sentence(unknown("game", key, playable, "Games")))
            return
        card = make_card(registry.get(key))
        if card.why:
            self.services.say(f"{card.cover.title} {card.why}")
        else:
            self.services.open("new-game", key)

    def _game(self) -> str:
        """The game under the cursor: that of a card or the one that waits. Else the game that was played last."""
        card = self.gallery.card if self.is_mounted else None
        if card is not None:
            return card.key
        if self._unfinished is not None and self.gallery.at == CONTINUE:
            return self._unfinished.game
        return self._favourite()

    def _favourite(self) -> str:
        last = self.services.memory.last_game()
        games = registry.keys()
        return last if last in games else games[0]

    def own_commands(self) -> tuple[Command, ...]:
        """The commands, with a digit for each game; none while a game is about to be shown."""
        games = len(self._cards)
        if not self._composed:
            return ()
        unused = {f"digit.{number}" for number in range(games + 1, 10)}
        return tuple(command for command in self.OWN if command.id not in unused)


def _about(info: SaveInfo, *, today: bool = False) -> tuple[str, ...]:
    """The waiting game in three lines: game and round, players, and time since it was saved.

    An attempt at ``today``'s task says so in place of the round.
    """
    title = registry.title_of(info.game)
    if today:
        title += ", today's task"
    elif info.round:
        title += f", round {info.round}"
    seats = list(info.seats)
    if len(info.totals) == len(info.seats):
        seats = [f"{name} {points}" for name, points in zip(info.seats, info.totals, strict=True)]
    return title, ", ".join(seats), f"Saved {_ago(time.time() - info.modified)}"


def _ago(seconds: float) -> str:
    """A time in the past in words.

    >>> _ago(30), _ago(60), _ago(7200), _ago(200000)
    ('a moment ago', '1 minute ago', '2 hours ago', '2 days ago')
    """
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            return f"{count(int(seconds // size), name)} ago"
    return "a moment ago"
