"""The main menu: what to do on the left, the games on the right."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal

from towergames import registry
from towergames.tui.command_screen import Handler, TowerScreen
from towergames.tui.commands import LIST, Command, group, pick
from towergames.tui.lists import Listing
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar
from towergames.tui.widgets.menu_pictures import Card, GameCards, draw_title, make_cards
from towergames.tui.widgets.rows import Row, RowsView

if TYPE_CHECKING:
    from towergames.table.store import SaveInfo

COMMANDS = group(
    "menu",
    ("menu.continue", "Continue", "Go on with the game that was played last", "c", "continue"),
    ("menu.learn", "Learn in 2 minutes", "A short game that is explained move by move", "t", "learn"),
    ("menu.new", "New game", "Choose who plays, then begin", "n", "new", "new"),
    ("menu.load", "Load", "Choose among the games that are saved", "l", "load", "load"),
    ("menu.replays", "Replays", "Watch games again", "r", "replays"),
    ("menu.rules", "Rules & tutorial", "Read the rules, or play the lessons", "u", "rules"),
    ("menu.statistics", "Statistics", "Who won how often, and by how much", "a", "statistics"),
    ("menu.lookup", "Look a word up", "Is it a word, and what does it mean", "w", "lookup"),
    ("menu.settings", "Settings", "Colours, keys, pace and the rest", "s", "settings", "settings"),
    ("menu.quit", "Quit", "Leave the program", "q", "q", "quit"),
)


class MenuScreen(Listing, TowerScreen[None]):
    """The way in."""

    OWN = (
        *COMMANDS,
        *LIST,
        *pick("move.left", "move.right", "zone.next", "zone.previous"),
        *group("games", *((f"digit.{n}", f"Game {n}", "Open this game's table", str(n), str(n)) for n in range(1, 10))),
    )
    NAME = "menu"

    def __init__(self) -> None:
        super().__init__()
        self._unfinished: SaveInfo | None = None
        self._touched = False
        self._offered = ""
        self._wanted = ""
        services, to_list, to_cards = self.services, lambda: self._zone(False), lambda: self._zone(True)
        turn = Handler(lambda: self._zone(not self.cards.active))
        self.handlers = {
            "zone.next": turn,
            "zone.previous": turn,
            "move.right": Handler(to_cards),
            "move.left": Handler(to_list),
            "back": Handler(to_list),
            "menu.learn": Handler(lambda game: services.open_tutorial(game or self._favourite()), argument=True),
            "menu.load": Handler(lambda: services.open("saves")),
            "menu.replays": Handler(lambda: services.open("saves", True)),
            "menu.rules": Handler(lambda: services.open("learn")),
            "menu.statistics": Handler(lambda: services.open("statistics")),
            "menu.lookup": Handler(lambda word: services.open("lookup", word), argument=True),
            "menu.settings": Handler(lambda: services.open("settings")),
            **{f"digit.{n}": Handler(partial(self._open_number, n)) for n in range(1, 10)},
            "menu.quit": Handler(lambda: services.leave(0)),
        }

    def compose(self) -> ComposeResult:
        """Picture, list, cards, keys."""
        yield CanvasView(draw_title, id="title")
        with Horizontal(id="menu-body"):
            yield RowsView(self._rows(), (4, 40, 0, 0), id="menu-list")
            yield GameCards(id="menu-cards")
        yield KeyBar()

    def on_mount(self) -> None:
        """Put the cursor where most people want it; the saves are looked through after the first paint."""
        self.listing().go("menu.learn" if self._fresh else "menu.new")

    def on_screen_resume(self) -> None:
        """Saves may have changed; look after the frame is out, so that the first paint need not share the processor."""
        self.call_after_refresh(self._look)

    def on_resize(self, event: events.Resize) -> None:
        """Less picture where there is less room."""
        # More games, less picture. The built-in ones alone decide: the others are looked for after the first paint.
        need = 28 if len(registry.ENTRIES) > 3 else 22
        tall = 12 if event.size.height >= 36 else 7 if event.size.height >= need else 3
        self.query_one("#title").styles.height = tall

    @property
    def _fresh(self) -> bool:
        return self.services.settings.first_run and self.services.memory.empty

    def _learning(self) -> bool:
        """Whether the lesson was begun and not ended."""
        key = self._favourite()
        done, tutorial = self.services.memory.lesson(key)[0], registry.get(key).tutorial
        return tutorial is not None and 0 < done < len(tutorial.lessons)

    @work(thread=True, exclusive=True, group="menu-look")
    def _look(self) -> None:
        """Read the saves and import the games without keeping the screen waiting."""
        cards = make_cards()
        found = self.services.store.latest_unfinished()
        self.app.call_from_thread(self._seen, cards, found)

    def _seen(self, cards: list[Card], found: SaveInfo | None) -> None:
        if not self.is_attached:
            return
        news = found.name if found else ""
        changed = news != self._offered
        self._unfinished, self._offered = found, news
        self.cards.show(cards)
        # The cursor goes to what has just become possible, unless the person has moved it meanwhile.
        place = "menu.continue" if found else "menu.learn" if self._fresh or self._learning() else "menu.new"
        changed = changed or place != self._wanted
        self._wanted = place
        self.listing().show(self._rows(), place if changed and not self._touched else None)
        self._touched = False
        self.refresh_keys()

    # --- the list ---------------------------------------------------------------------------------------

    def _rows(self) -> list[Row]:
        rows = []
        for command in COMMANDS:
            why = self.why_not(command.id)
            text = command.title
            if command.id == "menu.continue" and self._unfinished is not None:
                text = f"Continue {registry.title_of(self._unfinished.game)}"
            elif why:
                text = f"{text} - {why}"
            keys = self.services.keymap.label(command) if self.is_attached else command.keys[0]
            rows.append(Row(command.id, text, letter=keys, why=why))
            if command.id == "menu.continue" and self._unfinished is not None:
                info = self._unfinished
                rows.append(Row("", f"move {info.moves}, {', '.join(info.seats)}", kind="note"))
        return rows

    def refresh_keys(self) -> None:
        """The letters in the list are keys as well."""
        super().refresh_keys()
        self.listing().show(self._rows())

    def chosen(self, row: Row) -> None:
        """Do what the entry says."""
        self.run_command(row.key)

    def refused(self, row: Row) -> None:
        """Say why not."""
        self.services.say(row.why)

    def moved(self) -> None:
        """From now on the cursor is the person's."""
        self._touched = True

    # --- zones ------------------------------------------------------------------------------------------

    @property
    def cards(self) -> GameCards:
        """The games."""
        return self.query_one(GameCards)

    def help_first(self) -> tuple[str, ...]:
        """The menu's own keys."""
        return ("menu",)

    def _zone(self, cards: bool) -> None:
        self.cards.active, self.listing().active = cards, not cards
        self.cards.repaint()
        self.listing().repaint()

    def walk(self, lines: int = 0, *, pages: int = 0, ends: int = 0) -> None:
        """Up and down in the list or among the cards."""
        if self.cards.active and lines:
            self.cards.move(lines)
        else:
            super().walk(lines, pages=pages, ends=ends)

    def _do_choose(self, argument: str = "") -> None:
        if not self.cards.active:
            super()._do_choose()
        elif self.cards.current is not None:
            self._open_card(self.cards.current)

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A card was clicked."""
        event.stop()
        card = next((c for c in self.cards.cards if c.key == event.spot), None)
        if card is not None:
            self._open_card(card)

    def _open_number(self, number: int) -> None:
        self._open_card(self.cards.cards[number - 1])

    def _open_card(self, card: Card) -> None:
        if card.why:
            self.services.say(f"{card.title} {card.why}")
        else:
            self._do_menu_new(card.key)

    # --- entries ----------------------------------------------------------------------------------------

    def _can_menu_continue(self) -> str:
        return "" if self._unfinished is not None else "no game is waiting"

    def _do_menu_continue(self, argument: str = "") -> None:
        if self._unfinished is not None:
            self.services.open_save(self._unfinished.name)

    def _do_menu_new(self, argument: str = "") -> None:
        key = argument or self._favourite()
        cards = {card.key: card for card in make_cards()}
        if key in cards and cards[key].why:
            self.services.say(f"{cards[key].title} {cards[key].why}")
            return
        if key not in cards:
            self.services.say(f"{key} cannot be played. There are: {', '.join(k for k in cards if not cards[k].why)}")
            return
        self.services.open("new-game", key)

    def _favourite(self) -> str:
        last = self.services.memory.last_game()
        games = registry.keys()
        return last if last in games else games[0]

    def commands(self) -> tuple[Command, ...]:
        """As many digits as there are games."""
        games = len(self.cards.cards) if self.is_mounted else 0
        return tuple(c for c in super().commands() if not c.id.startswith("digit.") or int(c.id[6:]) <= games)
