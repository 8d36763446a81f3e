"""The new-game dialog: seats, options, seed; Enter begins."""

from __future__ import annotations

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from towergames import registry
from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import Picture, Spot
from towergames.core.options import Option
from towergames.core.text import cell_width, clean, count, not_written, sentence
from towergames.session.session import Message
from towergames.table.errors import SetupError, TableError
from towergames.table.setup import random_seed
from towergames.table.wordlists import OPTION, load_list
from towergames.tui.command_screen import TowerDialog, TowerScreen
from towergames.tui.commands import LIST, group
from towergames.tui.dialogs import AskScreen, Field
from towergames.tui.lists import Listing
from towergames.tui.message_lines import Words, draw_lines
from towergames.tui.paint import wrap
from towergames.tui.setup_form import SetupForm, list_name, own_list
from towergames.tui.widgets.action_bar import COMMAND, Chip, Task, draw_bar
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.gallery import EMBLEM_HEIGHT, EMBLEM_WIDTH, Card, draw_emblem, make_cards
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
    ("newgame.earlier", "Player up", "Move the player one place up", "left_square_bracket", "earlier"),
    ("newgame.later", "Player down", "Move the player one place down", "right_square_bracket", "later"),
    ("newgame.shuffle", "Mix the seats", "Put the players in random order", "z", "shuffle"),
    ("newgame.seed", "Another seed", "Draw another seed", "r", "reseed"),
    ("newgame.defaults", "Rule book", "Set all house rules as in the rule book", "u", "usual"),
    ("newgame.rule", "Read the rule", "Read the rule that the house rule changes", "w", "rule", "rule"),
)


FIRST = 4
"""House rules that are listed at once; the others are folded."""
WITH_GAMES, WITH_ASIDE, TALL = 120, 160, 34
"""Columns with which the games stand beside the form, and the words about a line too; rows of a high screen."""
DETAIL = 9
"""Rows of the words about a line below the form on a high screen."""
BESIDE = 6
"""Cells that a line of the form cannot use: its margins, its indent, the scroll bar."""
REMEMBERED = "The players and the house rules are remembered for the next game."
"""What the last row says where the words about a line stand elsewhere."""


class NewGameScreen(Listing, TowerScreen[None]):
    """Chooses a table and begins. The last table of the game is there already."""

    OWN = (*COMMANDS, *(command for command in LIST if command.id != "choose"))
    NAME = "new game"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WITH_GAMES, "-games"), (WITH_ASIDE, "-aside")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (TALL, "-tall")]

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game
        self._cards: list[Card] = []
        self.form: SetupForm | None = None
        self._forms: dict[str, SetupForm] = {}
        """The forms of the games that were looked at, so that changes survive a look at another game."""
        self._unfolded = False
        """Whether all house rules are listed, not only the first ones."""

    def compose(self) -> ComposeResult:
        """Head, the games, the form, what the line of the cursor means, the action bar, keys."""
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
        """Take the last table; which games cannot be played here is found out in a thread."""
        self._cards = make_cards(ask=False)
        self._take_game(self._game)
        self._ask()

    @work(thread=True, group="games")
    def _ask(self) -> None:
        self.call_later(self._know, make_cards())

    def _know(self, cards: list[Card]) -> None:
        self._cards = cards
        self._show()

    def on_resize(self, _: events.Resize) -> None:
        """As many lines for a player as there is room for."""
        if self.form is not None:
            self._show()

    def _take_game(self, key: str) -> None:
        if key not in self._forms:
            entry = registry.get(key)
            self._forms[key] = SetupForm.begin(entry, self.services.memory.table(entry))
        self.form = self._forms[key]
        info = self.form.info
        players = info.players.replace(" to ", "-")
        self.query_one("#form-head", Static).update(f"New game: {info.title}, {players}, {info.minutes}")
        self._show("game" if self._choose_game() else self._first_rule())

    def _first_rule(self) -> str:
        options = self._form.info.options
        return f"option.{options[0].key}" if options else "seed"

    def _choose_game(self) -> bool:
        """Whether the games stand in a line of the form: without room for their pictures."""
        return self.app.size.width < WITH_GAMES and len(self._games()) > 1

    def _games(self) -> list[Card]:
        """The games that can be played here."""
        return [card for card in self._cards if not card.why]

    @property
    def _form(self) -> SetupForm:
        assert self.form is not None
        return self.form

    # --- drawing ----------------------------------------------------------------------------------------

    def _draw_games(self, width: int, height: int) -> Picture:
        """The games with their pictures, the chosen one marked."""
        canvas, spots = Canvas(width, height), []
        each = min(EMBLEM_HEIGHT + 3, height // max(1, len(self._cards)))
        for i, card in enumerate(self._cards if each >= EMBLEM_HEIGHT else ()):
            y, here = i * each, self.form is not None and card.key == self._form.entry.key
            ground = "raised" if here else ""
            canvas.fill(0, y, width, EMBLEM_HEIGHT, " ", Ink("text", ground))
            draw_emblem(canvas, 2, y, EMBLEM_WIDTH + 2, card)
            x, title = EMBLEM_WIDTH + 5, wrap(card.cover.title, width - EMBLEM_WIDTH - 6)
            for row, line in enumerate([*title, *card.cover.facts.split(", ")]):
                named = row < len(title)
                canvas.put(x, y + row, line, Ink("text" if named else "muted", ground, bold=named))
            if here:
                canvas.fill(0, y, 1, EMBLEM_HEIGHT, "▌", Ink("cursor", ground, bold=True))
            spots.append(Spot(f"game:{card.key}", 0, y, width, EMBLEM_HEIGHT, card.cover.title))
        return Picture(canvas, tuple(spots))

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A chip or a game was clicked."""
        event.stop()
        if event.spot.startswith(COMMAND):
            self.run_command(event.spot.removeprefix(COMMAND))
            return
        card = next(card for card in self._cards if f"game:{card.key}" == event.spot)
        if card.why:
            self.services.say(f"{card.cover.title} {card.why}")
        else:
            self._take_game(card.key)

    @property
    def _aside(self) -> bool:
        """Whether the words about a line stand beside the form."""
        return self.app.size.width >= WITH_ASIDE

    @property
    def _tall(self) -> bool:
        return self.app.size.height >= TALL

    def _show(self, key: str | None = None) -> None:
        if key is not None:
            self.listing().show(self._rows(), key)  # which chips there are depends on the line of the cursor
        self.listing().show(self._rows())
        hint = self.query_one("#form-hint", CanvasView)
        hint.styles.height = max(1, len(wrap(self._wrong_start, self.app.size.width - BESIDE)))
        for view in self.query(CanvasView):
            view.repaint()
        self._detail()
        self.refresh_keys()

    def _rows(self) -> list[Row]:
        """The lines, with as much space between them as the screen has room for."""
        below = 0 if self._aside or not self._tall else DETAIL + 1
        room = self.app.size.height - 6 - below
        return next((rows for air in (3, 2, 1) if len(rows := self._lines(air)) <= room), self._lines(0))

    def _lines(self, air: int) -> list[Row]:
        """The lines; with ``air`` 1 there is space between groups, with 2 a player has two lines, with 3 a rule too."""
        form = self._form
        space, gap = Row("", "", kind="note"), [Row("", "", kind="note")] * (air > 0)
        rows = []
        if self._choose_game():
            games = tuple((card.cover.title, card.key == form.entry.key) for card in self._games())
            rows += [Row("game", "", choices=games), *gap]
        rows.append(Row("", "Players", kind="heading", note=form.info.players.removesuffix(" players")))
        for i, seat in enumerate(form.seats):
            about = self._blurb(i)
            note = "" if air > 1 else about
            rows.append(Row(f"seat.{i}", seat.name, seat=i, note=note, choices=form.seat_choices(i)))
            rows += [Row("", about, seat=i, kind="below")] * (air > 1) + [space] * (air > 2)
            rows += self._wrong(f"seat.{i}")
        if form.several:
            note = "the others join from their own windows" if form.open else "everyone plays at this screen"
            rows += [space] * (air == 2)
            windows = (("One", not form.open), ("One for each", form.open))
            rows.append(Row("windows", "Windows", note=note, choices=windows))
            rows += [space] * (air > 2)
        rows += [*[space] * (air == 2), Row("", "", kind="chips", chips=tuple(self._seat_chips())), *gap]
        options = form.info.options
        first = options if self._unfolded else (*options[:FIRST], *filter(form.changed, options[FIRST:]))
        changed = sum(map(form.changed, options))
        told = f"{changed} changed" if changed else "as in the rule book"
        rows.append(Row("", "House rules", kind="heading", note=told))
        for option in first:
            choices = form.option_choices(option)
            name = next(name for name, on in choices if on)
            rows.append(
                Row(
                    f"option.{option.key}",
                    option.title,
                    badge="changed" if form.changed(option) else "",
                    note=_besides(name, form.effect(option)) or option.help.removesuffix("."),
                    choices=choices,
                )
            )
            rows += self._wrong(f"option.{option.key}") + [space] * (air > 2)
        if more := len(options) - len(first):
            rows.append(Row("more", f"+ {count(more, 'more house rule')}", value="as in the rule book"))
        rows += [*gap, Row("seed", "Seed", str(form.seed), note="same seed, same luck")]
        return rows + self._wrong("seed")

    def _blurb(self, at: int) -> str:
        """What a player is."""
        seat, levels = self._form.seats[at], self._form.levels
        here = "A person." if self._form.several else "You, at this screen."
        return next((sentence(level.blurb) for level in levels if level.name == seat.bot), here)

    def _chip(self, command_id: str, label: str, why: str = "") -> Chip:
        command = next(command for command in COMMANDS + LIST if command.id == command_id)
        return Chip(
            f"{COMMAND}{command_id}", self.keymap.label(command), label, command_id == "choose", why, command.title
        )

    def _seat_chips(self) -> list[Chip]:
        """What can be done with the players."""
        form, at = self._form, self._seat()
        chips = [] if form.full else [self._chip("newgame.add", "Add a player")]
        chips += [self._chip("newgame.shuffle", "Mix the seats")] * (len(form.seats) > 1)
        if at is not None and at < len(form.seats) and not form.least:
            chips.append(self._chip("newgame.remove", f"Remove {form.seats[at].name}"))
        return chips

    def _bar_chips(self) -> list[Chip]:
        """What Enter does on this line, then what else can be done."""
        form, at, key = self._form, self._seat(), self.listing().key
        chips = [self._chip("choose", "Start")]
        if at is not None:
            chips = [self._chip("choose", f"Rename {form.seats[at].name}"), self._chip("newgame.start", "Start")]
        elif key == "more":
            chips = [self._chip("choose", "Show all rules"), self._chip("newgame.start", "Start")]
        elif not self._can_newgame_edit():
            what = {"seed": "Type a seed", f"option.{OPTION}": "Your own list"}
            chips.append(self._chip("newgame.edit", what.get(key, "Type it")))
        chips += [self._chip("newgame.game", "Other game")] * (len(self._games()) > 1)
        if len(form.info.options) > FIRST and key != "more":
            chips.append(self._chip("newgame.more", "Fewer rules" if self._unfolded else "All rules"))
        return [*chips, self._chip("back", "Back")]

    def _draw_bar(self, width: int, height: int) -> Picture:
        """Who begins, and what can be done."""
        if self.form is None:
            return Picture(Canvas(width, height))
        who, told = self._form.ready()
        task = next((text for text in told if cell_width(who) + cell_width(text) + 4 < width), told[-1])
        return draw_bar(Task(who, task), self._bar_chips(), self.services.style, width, height)

    def _draw_hint(self, width: int, height: int) -> Picture:
        """Why the game cannot start, else what the line of the cursor is about."""
        if self.form is None:
            return Picture(Canvas(width, height))
        wrong = self._wrong_start
        hint = REMEMBERED if self._aside or self._tall else self._about(self.listing().key)
        return draw_lines(Words("" if wrong else hint, Message(wrong, "bad"), ()), width, height)

    @property
    def _wrong_start(self) -> str:
        """Why the game cannot start; empty before that is known."""
        wrong = self._form.errors.get("start", "")
        return f"! {wrong}" if wrong else ""

    def _wrong(self, key: str) -> list[Row]:
        wrong = self._form.errors.get(key)
        lines = wrap(f"! {wrong}", self.app.size.width - BESIDE, hang=2) if wrong else []
        return [Row("", line, kind="error") for line in lines]

    def moved(self) -> None:
        """Tell what the line under the cursor is about, and what can be done there."""
        self._show()

    def _detail(self) -> None:
        key = self.listing().key
        more = self._choices(key) if self._tall else []
        lines = [self._about(key), *([""] if more else []), *more]
        if not self._aside and len(lines) > DETAIL - 1:
            lines = [*lines[: DETAIL - 2], f"  and {len(lines) - DETAIL + 2} more"]
        self.query_one("#form-detail", Static).update("\n".join(lines))

    def _choices(self, key: str) -> list[str]:
        """What can be chosen on a line, with what it means, the present choice marked."""
        form = self._form
        if key == "game":
            return [f"{form.info.players}, {form.info.minutes}."]
        if key.startswith("seat."):
            now, names = form.seats[int(key[5:])].bot, [("", "a person at this screen")]
            names += [(level.name, level.blurb) for level in form.levels]
            return [
                f"{'>' if name == now else ' '} {(name or 'person').capitalize()}: {blurb}" for name, blurb in names
            ]
        if not key.startswith("option."):
            return []
        option = form.info.option(key[7:])
        told = [
            f"{'>' if on else ' '} {name}: {_besides(name, form.effect(option, value))}".removesuffix(": ")
            for (name, on), value in zip(form.option_choices(option), form.values_of(option), strict=True)
        ]
        rule = form.entry.game.rule_sheet.find(option.rule) if self._aside else None
        return [*told, "", f"{rule.id} {rule.title}", rule.text] if rule is not None else told

    def _about(self, key: str) -> str:
        form = self._form
        if key.startswith("option."):
            option = form.info.option(key[7:])
            what = option.help
            if option.key == OPTION:  # its help names a flag
                own = form.options[OPTION] not in option.values
                what = f"{form.effect(option)}." if own else f"{what.split('. ')[0]}."
            return f"{what} {option.rule}." if option.rule else what
        if key.startswith("seat."):
            return f"{form.seats[int(key[5:])].name}: {self._blurb(int(key[5:]))} Left and Right choose person or bot."
        told = {
            "more": "They are as in the rule book.",
            "seed": "The same seed and the same moves give the same game. Right draws another.",
            "game": form.info.pitch,
            "windows": "With one for each, the others choose Join a table in their own window.",
        }
        return told.get(key, "")

    # --- doing ------------------------------------------------------------------------------------------

    def help_first(self) -> tuple[str, ...]:
        """The form's own keys."""
        return ("new game",)

    def chosen(self, row: Row) -> None:
        """Enter: begin, change a name, or show all rules."""
        if row.key == "more":
            self._do_newgame_more()
        elif row.key.startswith("seat."):
            self._do_newgame_edit()
        else:
            self._do_newgame_start()

    def on_rows_view_chosen(self, event: RowsView.Chosen) -> None:
        """A line was clicked: the cursor goes there, and nothing starts."""
        event.stop()
        if event.key == "more":
            self._do_newgame_more()
        else:
            self._show(event.key)

    def on_rows_view_picked(self, event: RowsView.Picked) -> None:
        """A value was clicked."""
        event.stop()
        if event.at < 0:
            self._turn(1)
        elif event.key == "game":
            self._take_game(self._games()[event.at].key)
        elif event.key == "windows":
            self._form.open = event.at == 1
        elif event.key.startswith("seat."):
            self._form.pick_level(int(event.key[5:]), event.at)
        else:
            self._form.pick_option(event.key[7:], event.at)
        self._show()

    def _free_option(self, key: str) -> bool:
        return key.startswith("option.") and self._form.info.option(key[7:]).free

    def _seat(self) -> int | None:
        key = self.listing().key
        return int(key[5:]) if key.startswith("seat.") else None

    def _turn(self, steps: int) -> None:
        key = self.listing().key
        if key.startswith("seat."):
            self._form.turn_level(int(key[5:]), steps)
        elif key.startswith("option."):
            self._form.turn_option(key[7:], steps)
        elif key == "seed":
            self._form.seed = random_seed()
        elif key == "windows":
            self._form.open = not self._form.open
        elif key == "game":
            self._next_game(steps)
        self._show()

    def _do_move_left(self, argument: str = "") -> None:
        self._turn(-1)

    def _do_move_right(self, argument: str = "") -> None:
        self._turn(1)

    def _next_game(self, steps: int) -> None:
        keys = [card.key for card in self._games()]
        self._take_game(keys[(keys.index(self._form.entry.key) + steps) % len(keys)])

    def _do_newgame_game(self, argument: str = "") -> None:
        self._next_game(1)

    def _do_newgame_more(self, argument: str = "") -> None:
        options, key = self._form.info.options, self.listing().key
        self._unfolded = not self._unfolded
        self._show(f"option.{options[FIRST].key}" if key == "more" else None)

    def _can_newgame_edit(self) -> str:
        key = self.listing().key
        typed = key.startswith("seat.") or key == "seed" or self._free_option(key)
        return "" if typed else "Nothing to type here. Left and Right change this line."

    def _do_newgame_edit(self, argument: str = "") -> None:
        form, key, at = self._form, self.listing().key, self._seat()
        ask: TowerDialog[str]
        if at is not None:
            ask = AskScreen(f"Name of player {at + 1}", form.seats[at].name, lambda text: form.wrong_name(at, text))
        elif key == "seed":
            ask = AskScreen("Seed", str(form.seed), form.wrong_seed)
        elif key == f"option.{OPTION}":
            ask = WordListScreen(form.info.option(OPTION), str(form.options[OPTION]))
        else:
            name = key[7:]
            ask = AskScreen(
                form.info.option(name).title, str(form.options[name]), lambda text: form.wrong_option(name, text)
            )

        def take(text: str | None) -> None:
            if text is None:
                return
            if at is not None:
                form.rename(at, text)
            elif key == "seed":
                form.seed = int(text)
            else:
                form.options[key[7:]] = text
                form.errors.clear()
            self._show(key)

        self.app.push_screen(ask, take)

    def _can_newgame_add(self) -> str:
        most = self._form.info.seats[1]
        return f"{self._form.info.title} is for {most} players at most." if self._form.full else ""

    def _do_newgame_add(self, argument: str = "") -> None:
        self._form.add(self._form.usual_level)
        self._show(f"seat.{len(self._form.seats) - 1}")

    def _can_newgame_remove(self) -> str:
        if self._seat() is None:
            return "Go to a player first."
        return f"{self._form.info.title} needs {count(self._form.info.seats[0], 'player')}." if self._form.least else ""

    def _do_newgame_remove(self, argument: str = "") -> None:
        at = self._seat()
        if at is not None:
            self._form.remove(at)
            self._show(f"seat.{min(at, len(self._form.seats) - 1)}")

    def _swap(self, by: int) -> None:
        at = self._seat()
        if at is not None:
            self._show(f"seat.{self._form.swap(at, by)}")

    def _can_newgame_earlier(self) -> str:
        return "" if self._seat() is not None else "Go to a player first."

    _can_newgame_later = _can_newgame_earlier

    def _do_newgame_earlier(self, argument: str = "") -> None:
        self._swap(-1)

    def _do_newgame_later(self, argument: str = "") -> None:
        self._swap(1)

    def _do_newgame_shuffle(self, argument: str = "") -> None:
        self._form.shuffle()
        self._show()

    def _do_newgame_seed(self, argument: str = "") -> None:
        if argument and not self._form.wrong_seed(argument):
            self._form.seed = int(argument)
        else:
            self._form.seed = random_seed()
        self._show()

    def _do_newgame_defaults(self, argument: str = "") -> None:
        self._form.defaults()
        self._show()

    def _can_newgame_rule(self) -> str:
        key = self.listing().key
        known = key.startswith("option.") and bool(self._form.info.option(key[7:]).rule)
        return "" if known else "Go to a house rule first."

    def _do_newgame_rule(self, argument: str = "") -> None:
        self.services.open_rules(self._form.entry.key, self._form.info.option(self.listing().key[7:]).rule)

    def _do_newgame_start(self, argument: str = "") -> None:
        form, app = self._form, self.services
        header = form.header()
        if header is None:
            self._show(next(iter(form.errors)))
            return
        try:
            table = app.store.begin(header)
        except TableError as error:
            form.errors["start"] = sentence(str(error))
            self._show()
            return
        try:
            # As chosen: "today" is another day tomorrow.
            chosen = {key: form.options.get(key, value) for key, value in header.options.items()}
            app.memory.remember_table(form.entry.key, header.seats, chosen)
        except OSError as error:
            app.say(not_written(app.memory.path, error, "These players are not remembered."))
        self.dismiss(None)
        app.tables.open_table(table)


def _besides(name: str, effect: str) -> str:
    """What a value does, without its name.

    >>> _besides("34 cards", "34 cards, 10 stones a colour"), _besides("Yes", "yes"), _besides("Off", "no timer")
    ('10 stones a colour', '', 'no timer')
    """
    return effect[len(name) :].lstrip(",: ") if effect.casefold().startswith(name.casefold()) else effect


WIDTH = 74
FILE, TAKE = "file", "take"
HINT = "Enter takes the marked line, Esc goes back. You can also type a file name."


class WordListScreen(Listing, TowerDialog[str]):
    """Closes with the option's value: the name of a list that ships, or the reference of one that was read."""

    AUTO_FOCUS = "Field"
    OWN = LIST

    def __init__(self, option: Option, now: str) -> None:
        super().__init__()
        self._option, self._now = option, now
        self._read: tuple[str, ...] = ()
        self._taken = ""
        self._busy = False

    def compose(self) -> ComposeResult:
        """The lists, the field for a file, and room for what is wrong."""
        with Vertical(id="wordlist", classes="box"):
            yield Static(self._option.title, markup=False, classes="strong")
            yield RowsView((), (0, 20, 0, 0))
            yield Field("", "file with one word a line, such as ~/words.txt", limit=1000)
            yield Static(HINT, id="wordlist-note", markup=False, classes="muted")

    def on_mount(self) -> None:
        """The cursor stands on the list in use."""
        super().on_mount()
        self._show(self._now)

    def _show(self, key: str) -> None:
        labels = self._option.labels or ("",) * len(self._option.values)
        rows = [
            Row(str(value), self._option.name_of(value), note=label)
            for value, label in zip(self._option.values, labels, strict=True)
        ]
        if self._now not in self._option.values:
            rows.append(Row(self._now, list_name(self._now), note=own_list(self._now)))
        rows.append(Row(FILE, "Your own file", note="typed below, one word a line"))
        if self._taken:
            rows += [Row("", line, kind="note") for text in self._read for line in wrap(text, WIDTH - 8)]
            rows.append(Row(TAKE, f"Play with {list_name(self._taken)}", note="without the lines above"))
        listing = self.listing()
        listing.styles.height = max(3, min(len(rows), self.app.size.height - 8))
        listing.show(rows, key)

    def _tell(self, text: str, *, wrong: bool = False) -> None:
        note = self.query_one("#wordlist-note", Static)
        note.update(f"! {text}" if wrong else text)
        note.set_class(wrong, "wrong")

    def on_input_changed(self, event: Input.Changed) -> None:
        """What is typed is the name of a file."""
        event.stop()
        if event.value:
            self._taken = ""
            self._show(FILE)
            self._tell(HINT)

    def chosen(self, row: Row) -> None:
        """Close with a list, or read the file first."""
        if row.key == TAKE:
            self.dismiss(self._taken)
        elif row.key != FILE:
            self.dismiss(row.key)
        elif not self.query_one(Field).value.strip():
            self._tell("Type the file name into the field.", wrong=True)
        elif not self._busy:
            self._busy = True
            self._tell("reading ...")
            self._load(self.query_one(Field).value.strip())

    @work(thread=True, exclusive=True, group="wordlist")
    def _load(self, file: str) -> None:
        """A list may be long: the screen does not wait for it."""
        problem = reference = ""
        lines: tuple[str, ...] = ()
        try:
            lexicon, lines = load_list(file)
            reference = lexicon.reference
        except (SetupError, OSError, RuntimeError) as error:  # a home that is not there, a folder that may not be read
            told = clean(str(error).removeprefix("words: "), 300)
            problem = told[:1] + sentence(told)[1:]  # a file name keeps its small letter
        self.app.call_from_thread(self._loaded, problem, reference, lines)

    def _loaded(self, problem: str, reference: str, lines: tuple[str, ...]) -> None:
        self._busy = False
        if not self.is_attached:
            return
        if problem:
            self._tell(problem, wrong=True)
        elif not lines:
            self.dismiss(reference)
        else:
            self._taken, self._read = reference, lines
            self._show(TAKE)
            self._tell("Some lines cannot be used. Enter plays with the others, Esc goes back.")
