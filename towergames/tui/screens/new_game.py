"""The new-game screen: players, house rules, seed; Enter begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from towergames import registry
from towergames.board.canvas import Canvas
from towergames.board.protocol import Picture
from towergames.core.text import cell_width, count, not_written, sentence
from towergames.session.session import Message
from towergames.table.errors import TableError
from towergames.table.level_record import LevelRecord, read_level_records
from towergames.table.records import Header, SeatSetup
from towergames.table.setup import random_seed
from towergames.table.wordlists import OPTION as WORD_LIST
from towergames.tui.command_screen import Handler, TowerDialog, TowerScreen
from towergames.tui.commands import LIST, group
from towergames.tui.dialogs import AskScreen
from towergames.tui.list_mixins import RowListMixin
from towergames.tui.message_lines import MessageLines, draw_lines
from towergames.tui.paint import wrap
from towergames.tui.screens.new_game_view import (
    GAME,
    GAME_SPOT,
    MARGIN_CELLS,
    MORE,
    TALL_HEIGHT,
    VISIBLE_RULES,
    WIDTH_WITH_ASIDE,
    WIDTH_WITH_GAMES,
    FormPage,
    draw_games,
)
from towergames.tui.screens.word_list import WordListScreen
from towergames.tui.setup_form import (
    CLOCK,
    OPEN_TABLE,
    OPTION_LINE,
    SEAT,
    SEED,
    START,
    SetupForm,
    option_of,
    seat_of,
)
from towergames.tui.widgets.action_bar import COMMAND, ActionBarTask, Chip, draw_bar
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.gallery import GameCard, make_cards
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.rows import Row, RowsView

COMMANDS = group(
    "new game",
    ("choose", "Start", "Start the game; on a player, change the name", "enter", "choose"),
    ("newgame.start", "Start", "Start the game", "s", "start"),
    ("move.left", "Value before", "Choose the value before", "left", "left"),
    ("move.right", "Next value", "Choose the next value", "right space", "right", "change"),
    ("newgame.edit", "Rename", "Type a name, a number or a file name", "n e", "edit"),
    ("newgame.game", "Other game", "Choose the next game", "g", "game"),
    ("newgame.more", "All rules", "Show all house rules, or only the first ones", "o", "more"),
    ("newgame.add", "Add a player", "Add one more player", "a plus", "add"),
    ("newgame.remove", "Remove the player", "Remove the marked player", "d delete", "remove"),
    ("newgame.earlier", "Player up", "Move the player one place up", "ctrl+up left_square_bracket", "earlier"),
    ("newgame.later", "Player down", "Move the player one place down", "ctrl+down right_square_bracket", "later"),
    ("newgame.shuffle", "Mix the seats", "Put the players in random order", "z", "shuffle"),
    ("newgame.seed", "Another seed", "Draw another seed", "r", "reseed"),
    ("newgame.defaults", "Rule book", "Set all house rules as in the rule book", "u", "usual"),
    ("newgame.rule", "Read the rule", "Read the rule that the house rule changes", "w", "rule", "rule"),
)
_BY_ID = {command.id: command for command in (*LIST, *COMMANDS)}


class NewGameScreen(RowListMixin, TowerScreen[None]):
    """Chooses players and house rules and begins. At first they are those of the last table of the game."""

    OWN = (*COMMANDS, *(command for command in LIST if command.id != "choose"))
    NAME = "new game"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDTH_WITH_GAMES, "-games"), (WIDTH_WITH_ASIDE, "-aside")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (TALL_HEIGHT, "-tall")]

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game
        self._cards: list[GameCard] = []
        self.form: SetupForm | None = None
        self._forms: dict[str, SetupForm] = {}
        """The forms of the games that were chosen, so that changes survive the choice of another game."""
        self._unfolded = False
        """Whether all house rules are listed, not only the first ones."""
        self._starts_when_read = False
        """Whether the game is to start as soon as the level that fits is known."""
        self._seats = SeatCommands(self)
        self.handlers = self._seats.handlers

    def compose(self) -> ComposeResult:
        """Yield head, games, form, the words about a line, the action bar, the hint, and the keys."""
        yield Static(id="form-head", markup=False)
        with Horizontal():
            yield CanvasView(self._draw_games, id="form-games")
            with Vertical(id="form"):
                yield RowsView((), (0, 23, 18, 9), id="form-rows")
                yield Static(id="form-detail", markup=False)
        yield CanvasView(self._draw_bar, id="form-bar")
        yield CanvasView(self._draw_hint, id="form-hint")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the form; a thread finds the games that cannot be played here."""
        self._cards = make_cards(ask=False)
        self._choose_game(self._game)
        self._ask()

    @work(thread=True, group="games")
    def _ask(self) -> None:
        self.call_later(self._asked, make_cards())

    def _asked(self, cards: list[GameCard]) -> None:
        self._cards = cards
        self.show()

    @work(thread=True, group="records")
    def _read_records(self, form: SetupForm) -> None:
        """Read the games against the levels, which may take a while; nothing waits for them but the level that fits."""
        self.call_later(self._records_read, form, read_level_records(self.services.facts, form.entry.key))

    def _records_read(self, form: SetupForm, records: Mapping[str, LevelRecord]) -> None:
        form.take_records(records)
        if form is not self.form:
            return
        self.show()
        if self._starts_when_read:
            self._do_newgame_start()

    def on_resize(self, _: events.Resize) -> None:
        """Give the lines the space that there is now."""
        if self.form is not None:
            self.show()

    def help_first(self) -> tuple[str, ...]:
        """The form's own keys."""
        return ("new game",)

    # --- the form ---------------------------------------------------------------------------------------

    @property
    def shown_form(self) -> SetupForm:
        """The form, which there is once the screen is mounted."""
        assert self.form is not None
        return self.form

    @property
    def line(self) -> str:
        """The line under the cursor, such as ``seat.1`` or ``option.deck``."""
        return self.listing().key

    @property
    def _games(self) -> list[GameCard]:
        """The games that can be played here."""
        return [card for card in self._cards if not card.why]

    @property
    def _page(self) -> FormPage:
        size = self.app.size
        chips = tuple(self._seats.chips())
        return FormPage(self.shown_form, self._games, size.width, size.height, self._unfolded, chips)

    def _choose_game(self, key: str) -> None:
        if key not in self._forms:
            entry = registry.get(key)
            self._forms[key] = SetupForm.begin(entry, self.services.memory.table(entry))
        self.form = self._forms[key]
        if self.form.records is None:
            self._read_records(self.form)
        info = self.form.info
        players = info.players.replace(" to ", "-")
        self.query_one("#form-head", Static).update(f"New game: {info.title}, {players}, {info.minutes}")
        self.show(self._page.first_line)

    def _choose_next_game(self, steps: int) -> None:
        keys = [card.key for card in self._games]
        self._choose_game(keys[(keys.index(self.shown_form.entry.key) + steps) % len(keys)])

    # --- drawing ----------------------------------------------------------------------------------------

    def show(self, line: str | None = None) -> None:
        """Show the form as it is now, with the cursor on a line if one is given."""
        if line is not None:
            self.listing().show(self._page.rows(), line)  # which chips there are depends on the line of the cursor
        page = self._page
        self.listing().show(page.rows())
        hint = self.query_one("#form-hint", CanvasView)
        hint.styles.height = max(1, len(wrap(page.start_error, self.app.size.width - MARGIN_CELLS)))
        for view in self.query(CanvasView):
            view.repaint()
        self.query_one("#form-detail", Static).update(page.detail(self.line))
        self.refresh_keys()

    def _draw_games(self, width: int, height: int) -> Picture:
        chosen = self.form.entry.key if self.form is not None else ""
        return draw_games(self._cards, chosen, width, height)

    def _draw_bar(self, width: int, height: int) -> Picture:
        """Draw a question to the person who starts, the game in the longest sentence that fits, and the chips."""
        if self.form is None:
            return Picture(Canvas(width, height))
        who, sentences = self.form.ready()
        room = width - cell_width(who) - 4
        fitting = [text for text in sentences if cell_width(text) < room]
        task = fitting[0] if fitting else sentences[-1]
        return draw_bar(ActionBarTask(who, task), self._chips(), self.services.style, width, height)

    def _draw_hint(self, width: int, height: int) -> Picture:
        """Draw why the game cannot start, else the words below the form."""
        if self.form is None:
            return Picture(Canvas(width, height))
        page = self._page
        hint = "" if page.start_error else page.hint(self.line)
        return draw_lines(MessageLines(hint, Message(page.start_error, "bad"), ()), width, height)

    def chip(self, command_id: str, label: str) -> Chip:
        command = _BY_ID[command_id]
        key = self.keymap.label(command)
        return Chip(f"{COMMAND}{command_id}", key, label, command_id == "choose", title=command.title)

    def _chips(self) -> list[Chip]:
        """The chips of the action bar: first the effect of Enter on this line."""
        form, line, at = self.shown_form, self.line, seat_of(self.line)
        if at is not None:
            chips = [self.chip("choose", f"Rename {form.seats[at].name}"), self.chip("newgame.start", "Start")]
        elif line == MORE:
            chips = [self.chip("choose", "Show all rules"), self.chip("newgame.start", "Start")]
        else:
            chips = [self.chip("choose", "Start")]
            if not self.why_not("newgame.edit"):
                labels = {SEED: "Type a seed", CLOCK: "Own clock", f"{OPTION_LINE}{WORD_LIST}": "Your own list"}
                chips.append(self.chip("newgame.edit", labels.get(line, "Type it")))
        if len(self._games) > 1:
            chips.append(self.chip("newgame.game", "Other game"))
        if len(form.info.house_rules) > VISIBLE_RULES and line != MORE:
            chips.append(self.chip("newgame.more", "Fewer rules" if self._unfolded else "All rules"))
        return [*chips, self.chip("back", "Back")]

    # --- choosing ---------------------------------------------------------------------------------------

    def moved(self) -> None:
        """Show the words and the chips of the line under the cursor."""
        self.show()

    def chosen(self, row: Row) -> None:
        """Start, change a name, or show all rules."""
        if row.key == MORE:
            self._do_newgame_more()
        elif row.key.startswith(SEAT):
            self._do_newgame_edit()
        else:
            self._do_newgame_start()

    def on_rows_view_chosen(self, event: RowsView.Chosen) -> None:
        """Put the cursor on the line that was clicked; a click starts nothing."""
        event.stop()
        if event.key == MORE:
            self._do_newgame_more()
        else:
            self.show(event.key)

    def on_rows_view_picked(self, event: RowsView.Picked) -> None:
        """Choose the value that was clicked."""
        event.stop()
        form, at = self.shown_form, seat_of(event.key)
        if event.at < 0 and at is not None:
            form.next_level(at)
        elif event.at < 0:
            self._turn(1)
        elif event.key == GAME:
            self._choose_game(self._games[event.at].key)
        elif event.key == OPEN_TABLE:
            form.open = event.at == 1
        elif event.key == CLOCK:
            form.pick_clock(event.at)
        elif at is not None:
            form.pick_level(at, event.at)
        else:
            form.pick_option(option_of(event.key), event.at)
        self.show()

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """Run the command of a chip, or choose the game that was clicked."""
        event.stop()
        if event.spot.startswith(COMMAND):
            self.run_command(event.spot.removeprefix(COMMAND))
            return
        (card,) = (card for card in self._cards if f"{GAME_SPOT}{card.key}" == event.spot)
        if card.why:
            self.services.say(f"{card.cover.title} {card.why}")
        else:
            self._choose_game(card.key)

    def _turn(self, steps: int) -> None:
        """Choose a value of the line that comes ``steps`` after the present one."""
        form, line, at = self.shown_form, self.line, seat_of(self.line)
        if at is not None:
            form.turn_level(at, steps)
        elif option_of(line):
            form.turn_option(option_of(line), steps)
        elif line == SEED:
            form.seed = random_seed()
        elif line == OPEN_TABLE:
            form.open = not form.open
        elif line == CLOCK:
            form.turn_clock(steps)
        elif line == GAME:
            self._choose_next_game(steps)
        self.show()

    def _do_move_left(self, argument: str = "") -> None:
        self._turn(-1)

    def _do_move_right(self, argument: str = "") -> None:
        self._turn(1)

    def _do_newgame_game(self, argument: str = "") -> None:
        self._choose_next_game(1)

    def _do_newgame_more(self, argument: str = "") -> None:
        unfolds = self.line == MORE
        self._unfolded = not self._unfolded
        self.show(f"{OPTION_LINE}{self.shown_form.info.house_rules[VISIBLE_RULES].key}" if unfolds else None)

    def _do_newgame_seed(self, argument: str = "") -> None:
        form = self.shown_form
        form.seed = int(argument) if argument and not form.seed_error(argument) else random_seed()
        self.show()

    def _do_newgame_defaults(self, argument: str = "") -> None:
        self.shown_form.defaults()
        self.show()

    def _why_not_newgame_rule(self) -> str:
        key = option_of(self.line)
        return "" if key and self.shown_form.info.option(key).rule else "Go to a house rule first."

    def _do_newgame_rule(self, argument: str = "") -> None:
        form = self.shown_form
        self.services.open_rules(form.entry.key, form.info.option(option_of(self.line)).rule)

    # --- typing -----------------------------------------------------------------------------------------

    def _why_not_newgame_edit(self) -> str:
        line, key = self.line, option_of(self.line)
        if line.startswith(SEAT) or line in (SEED, CLOCK) or (key and self.shown_form.info.option(key).free):
            return ""
        return "Nothing to type here. Left and Right change this line."

    def _do_newgame_edit(self, argument: str = "") -> None:
        form, at, key = self.shown_form, seat_of(self.line), option_of(self.line)
        if at is not None:
            ask = AskScreen(f"Name of player {at + 1}", form.seats[at].name, lambda text: form.name_error(at, text))
            self._type(ask, lambda name: form.rename(at, name))
        elif key == WORD_LIST:
            self._type(
                WordListScreen(form.info.option(key), str(form.options[key])), lambda text: form.take_option(key, text)
            )
        elif key:
            title, now = form.info.option(key).title, str(form.options[key])
            ask = AskScreen(title, now, lambda text: form.option_error(key, text))
            self._type(ask, lambda text: form.take_option(key, text))
        elif self.line == CLOCK:
            self._type(AskScreen("Clock, such as 10+5 or 45s", form.clock, form.clock_error), form.take_clock)
        else:
            self._type(AskScreen("Seed", str(form.seed), form.seed_error), form.take_seed)

    def _type(self, ask: TowerDialog[str], take: Callable[[str], None]) -> None:
        """Ask for the text of the line, and show the line again."""
        line = self.line

        def answered(text: str | None) -> None:
            if text is not None:
                take(text)
                self.show(line)

        self.app.push_screen(ask, answered)

    # --- starting ---------------------------------------------------------------------------------------

    def _do_newgame_start(self, argument: str = "") -> None:
        form = self.shown_form
        self._starts_when_read = form.waits_for_records
        if self._starts_when_read:
            self.services.say("Your games are being read. Then the game starts.")
            return
        header = form.header()
        if header is None:
            self.show(next(iter(form.errors)))
            return
        try:
            table = self.services.store.begin(header)
        except TableError as error:
            form.errors[START] = sentence(str(error))
            self.show()
            return
        self._remember(header)
        self.dismiss(None)
        self.services.tables.open_table(table)

    def _remember(self, header: Header) -> None:
        """Keep players and house rules for the next game, as they were chosen: "today" is another day tomorrow."""
        form, memory = self.shown_form, self.services.memory
        seats = tuple(
            SeatSetup(seat.name, chosen_seat.bot) for seat, chosen_seat in zip(header.seats, form.seats, strict=True)
        )
        chosen = {key: form.options.get(key, value) for key, value in header.options.items()}
        try:
            memory.remember_table(form.entry.key, seats, chosen)
        except OSError as error:
            self.services.say(not_written(memory.path, error, "These players are not remembered."))


class SeatCommands:
    """The commands of the new-game screen that change the players."""

    def __init__(self, screen: NewGameScreen) -> None:
        self._screen = screen
        self.handlers: Mapping[str, Handler] = {
            "newgame.add": Handler(self._add, self._why_not_add),
            "newgame.remove": Handler(self._remove, self._why_not_remove),
            "newgame.earlier": Handler(lambda: self._swap(-1), self._why_no_player),
            "newgame.later": Handler(lambda: self._swap(1), self._why_no_player),
            "newgame.shuffle": Handler(self._shuffle),
        }

    def chips(self) -> list[Chip]:
        """The chips below the players."""
        form, at, chip = self._screen.shown_form, seat_of(self._screen.line), self._screen.chip
        chips = []
        if not form.full:
            chips.append(chip("newgame.add", "Add a player"))
        if len(form.seats) > 1:
            chips.append(chip("newgame.shuffle", "Mix the seats"))
        if at is not None and at < len(form.seats) and not form.least:
            chips.append(chip("newgame.remove", f"Remove {form.seats[at].name}"))
        return chips

    def _why_not_add(self) -> str:
        form = self._screen.shown_form
        return f"{form.info.title} is for {form.info.seats[1]} players at most." if form.full else ""

    def _add(self) -> None:
        form = self._screen.shown_form
        form.add(form.usual_level)
        self._screen.show(f"{SEAT}{len(form.seats) - 1}")

    def _why_no_player(self) -> str:
        return "" if seat_of(self._screen.line) is not None else "Go to a player first."

    def _why_not_remove(self) -> str:
        form = self._screen.shown_form
        if form.least and not self._why_no_player():
            return f"{form.info.title} needs {count(form.info.seats[0], 'player')}."
        return self._why_no_player()

    def _remove(self) -> None:
        form, at = self._screen.shown_form, seat_of(self._screen.line)
        if at is not None:
            form.remove(at)
            self._screen.show(f"{SEAT}{min(at, len(form.seats) - 1)}")

    def _swap(self, by: int) -> None:
        at = seat_of(self._screen.line)
        if at is not None:
            self._screen.show(f"{SEAT}{self._screen.shown_form.swap(at, by)}")

    def _shuffle(self) -> None:
        self._screen.shown_form.shuffle()
        self._screen.show()
