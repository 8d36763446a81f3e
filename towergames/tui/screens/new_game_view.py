"""The page of the new-game screen: the lines of the form, the words about a line, and the games beside it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.board.canvas import Canvas, Ink
from towergames.board.protocol import Picture, Spot
from towergames.core.bot import EVEN, opponents
from towergames.core.options import Option
from towergames.core.text import count, sentence
from towergames.core.time_control import NONE
from towergames.table.level_record import called
from towergames.table.wordlists import OPTION as WORD_LIST
from towergames.tui.paint import wrap
from towergames.tui.setup_form import CLOCK, OPEN_TABLE, OPTION_LINE, SEAT, SEED, START, SetupForm, option_of, seat_of
from towergames.tui.widgets.action_bar import Chip
from towergames.tui.widgets.gallery import EMBLEM_HEIGHT, EMBLEM_WIDTH, GameCard, draw_emblem
from towergames.tui.widgets.rows import Row

GAME, MORE = "game", "more"
"""The lines that choose the game and show all house rules."""
GAME_SPOT = "game:"
VISIBLE_RULES = 4
"""House rules that are listed at once; the others are folded."""
WIDTH_WITH_GAMES, WIDTH_WITH_ASIDE, TALL_HEIGHT = 120, 160, 34
"""Columns with which the games are beside the form, and the words about a line too; rows of a high screen."""
DETAIL_ROWS = 9
"""Rows of the words about a line below the form on a high screen."""
ROWS_AROUND = 6
"""Rows of the screen for its head, the action bar, the hint and the keys."""
MARGIN_CELLS = 6
"""Cells that a line of the form cannot use: its margins, its indent, the scroll bar."""
REMEMBERED = "The players and the house rules are remembered for the next game."
EVEN_BLURB = "the level that is the nearest match for you"
SPACE = Row("", "", kind="note")
_TOLD = {
    MORE: "They are as in the rule book.",
    SEED: "The same seed and the same moves give the same game. Right draws another.",
    OPEN_TABLE: "With one for each, the others choose Join a table in their own window.",
}


@dataclass(frozen=True, slots=True)
class FormPage:
    """The form on a screen of ``width`` x ``height`` cells; ``games`` can be played here.

    ``unfolded`` is whether all house rules are listed. ``seat_chips`` change the players.
    """

    form: SetupForm
    games: Sequence[GameCard]
    width: int
    height: int
    unfolded: bool
    seat_chips: tuple[Chip, ...] = ()

    @property
    def has_game_line(self) -> bool:
        """Whether the games are a line of the form, since there is no room for their pictures."""
        return self.width < WIDTH_WITH_GAMES and len(self.games) > 1

    @property
    def has_aside(self) -> bool:
        """Whether the words about a line are beside the form."""
        return self.width >= WIDTH_WITH_ASIDE

    @property
    def is_tall(self) -> bool:
        """Whether the words about a line have rows of their own."""
        return self.height >= TALL_HEIGHT

    @property
    def first_line(self) -> str:
        """The line on which the cursor begins."""
        options = self.form.info.house_rules
        if self.has_game_line:
            return GAME
        return f"{OPTION_LINE}{options[0].key}" if options else SEED

    # --- the lines --------------------------------------------------------------------------------------

    def rows(self) -> list[Row]:
        """The lines, with as much space between them as the screen has room for."""
        room = self.height - ROWS_AROUND
        if self.is_tall and not self.has_aside:
            room -= DETAIL_ROWS + 1
        for air in (3, 2, 1):
            rows = self._lines(air)
            if len(rows) <= room:
                return rows
        return self._lines(0)

    def _lines(self, air: int) -> list[Row]:
        """The lines; with ``air`` 1 there is space between groups, with 2 a player has two lines, with 3 a rule too."""
        groups = [
            self._players(air),
            self._rules(air),
            [
                Row(CLOCK, "Clock", note=self.form.clock_effect(), choices=self.form.clock_values()),
                Row(SEED, "Seed", str(self.form.seed), note="same seed, same luck"),
                *self._error_rows(SEED),
            ],
        ]
        if self.has_game_line:
            values = tuple((card.cover.title, card.key == self.form.entry.key) for card in self.games)
            groups.insert(0, [Row(GAME, "", choices=values)])
        rows = groups[0]
        for group in groups[1:]:
            if air:
                rows.append(SPACE)
            rows += group
        return rows

    def _players(self, air: int) -> list[Row]:
        form = self.form
        rows = [Row("", "Players", kind="heading", note=form.info.players.removesuffix(" players"))]
        for at, seat in enumerate(form.seats):
            line, note = f"{SEAT}{at}", form.note_on(at)
            about = self.seat_blurb(at)
            values = form.seat_values(at)
            if air > 1:
                rows.append(Row(line, seat.name, seat=at, choices=values))
                rows.append(Row("", note or about, seat=at, kind="below"))
            else:
                rows.append(Row(line, seat.name, seat=at, note=about, choices=values))
                rows += self._note_rows(note)
            if air > 2:
                rows.append(SPACE)
            rows += self._error_rows(line)
        if form.several:
            if air == 2:
                rows.append(SPACE)
            note = "the others join from their own windows" if form.open else "everyone plays at this screen"
            rows.append(
                Row(OPEN_TABLE, "Windows", note=note, choices=(("One", not form.open), ("One for each", form.open)))
            )
            if air > 2:
                rows.append(SPACE)
        if air == 2:
            rows.append(SPACE)
        rows.append(Row("", "", kind="chips", chips=self.seat_chips))
        return rows

    def _rules(self, air: int) -> list[Row]:
        form, options = self.form, self.form.info.house_rules
        changed = sum(map(form.changed, options))
        note = f"{changed} changed" if changed else "as in the rule book"
        rows = [Row("", "House rules", kind="heading", note=note)]
        listed = [
            option
            for number, option in enumerate(options)
            if self.unfolded or number < VISIBLE_RULES or form.changed(option)
        ]
        for option in listed:
            rows.append(self._rule_row(option))
            rows += self._error_rows(f"{OPTION_LINE}{option.key}")
            if air > 2:
                rows.append(SPACE)
        folded = len(options) - len(listed)
        if folded:
            rows.append(Row(MORE, f"+ {count(folded, 'more house rule')}", value="as in the rule book"))
        return rows

    def _rule_row(self, option: Option) -> Row:
        values = self.form.option_values(option)
        chosen = [name for name, now in values if now]
        note = effect_after_name(chosen[0], self.form.effect(option))
        return Row(
            f"{OPTION_LINE}{option.key}",
            option.title,
            badge="changed" if self.form.changed(option) else "",
            note=note or option.help.removesuffix("."),
            choices=values,
        )

    def _error_rows(self, line: str) -> list[Row]:
        error = self.form.errors.get(line)
        lines = wrap(f"! {error}", self.width - MARGIN_CELLS, hang=2) if error else []
        return [Row("", text, kind="error") for text in lines]

    def _note_rows(self, note: str) -> list[Row]:
        return [Row("", text, kind="note") for text in wrap(note, self.width - MARGIN_CELLS)] if note else []

    @property
    def start_error(self) -> str:
        """Why the game cannot start; '' before that is known."""
        error = self.form.errors.get(START, "")
        return f"! {error}" if error else ""

    # --- the words about a line -------------------------------------------------------------------------

    def seat_blurb(self, at: int) -> str:
        """A sentence about the person or the bot of a seat."""
        bot = self.form.seats[at].bot
        if bot == EVEN:
            return sentence(EVEN_BLURB)
        for level in self.form.levels:
            if level.name == bot:
                return sentence(level.blurb)
        return "A person." if self.form.several else "You, at this screen."

    def hint(self, line: str) -> str:
        """The words below the form: about a line, where they have no place of their own."""
        return REMEMBERED if self.has_aside or self.is_tall else self.about(line)

    def about(self, line: str) -> str:
        """One or two sentences about a line."""
        form, at, key = self.form, seat_of(line), option_of(line)
        if at is not None:
            return f"{form.seats[at].name}: {self.seat_blurb(at)} Left and Right change this."
        if line == GAME:
            return form.info.pitch
        if line == CLOCK:
            told = form.clock_effect() if form.clock != NONE else "minutes + seconds more a turn, or seconds a turn"
            return f"{sentence(told)} At zero {form.info.at_zero}."
        if not key:
            return _TOLD.get(line, "")
        option = form.info.option(key)
        text = option.help
        if key == WORD_LIST:  # its help names a flag
            own = form.options[key] not in option.values
            text = f"{form.effect(option)}." if own else f"{text.split('. ')[0]}."
        return f"{text} {option.rule}." if option.rule else text

    def detail(self, line: str) -> str:
        """The words about a line, and on a high screen what can be chosen there."""
        lines = [self.about(line)]
        choices = self._choices(line) if self.is_tall else []
        if choices:
            lines += ["", *choices]
        if not self.has_aside and len(lines) > DETAIL_ROWS - 1:
            more = len(lines) - DETAIL_ROWS + 2
            lines = [*lines[: DETAIL_ROWS - 2], f"  and {more} more"]
        return "\n".join(lines)

    def _choices(self, line: str) -> list[str]:
        """The values of a line with their effects, the present one marked."""
        form, at, key = self.form, seat_of(line), option_of(line)
        if line == GAME:
            return [f"{form.info.players}, {form.info.minutes}."]
        if at is not None:
            seated = form.seats[at].bot
            return [_marked(f"{title}: {blurb}", kind == seated) for kind, title, blurb in self._kinds()]
        if line == CLOCK:
            return [_marked(f"{name}: {form.clock_effect(name)}", now) for name, now in form.clock_values()]
        if not key:
            return []
        option = form.info.option(key)
        lines = []
        for (name, now), value in zip(form.option_values(option), form.values_of(option), strict=True):
            effect = effect_after_name(name, form.effect(option, value))
            lines.append(_marked(f"{name}: {effect}" if effect else name, now))
        rule = form.entry.game.rule_sheet.find(option.rule) if self.has_aside else None
        if rule is not None:
            lines += ["", f"{rule.id} {rule.title}", rule.text]
        return lines

    def _kinds(self) -> list[tuple[str, str, str]]:
        """Who may sit at a seat: the value, its title, and what it does."""
        kinds = [("", "Person", "a person at this screen")]
        ladder = opponents(self.form.levels)
        kinds += [(level.name, called(level), level.blurb) for level in ladder]
        if self.form.levels:
            kinds.append((EVEN, "Even", EVEN_BLURB))
        kinds += [(level.name, called(level), level.blurb) for level in self.form.levels if level not in ladder]
        return kinds


def _marked(text: str, now: bool) -> str:
    return f"{'>' if now else ' '} {text}"


def effect_after_name(name: str, effect: str) -> str:
    """The effect of a value, without the name of the value at its start.

    >>> effect_after_name("34 cards", "34 cards, 10 stones a colour"), effect_after_name("Yes", "yes")
    ('10 stones a colour', '')
    >>> effect_after_name("Off", "no timer")
    'no timer'
    """
    return effect[len(name) :].lstrip(",: ") if effect.casefold().startswith(name.casefold()) else effect


def draw_games(cards: Sequence[GameCard], chosen: str, width: int, height: int) -> Picture:
    """Draw the games with their pictures, the chosen one marked."""
    canvas, spots = Canvas(width, height), []
    rows_each = min(EMBLEM_HEIGHT + 3, height // max(1, len(cards)))
    if rows_each < EMBLEM_HEIGHT:
        return Picture(canvas)
    for y, card in zip(range(0, rows_each * len(cards), rows_each), cards, strict=True):
        here = card.key == chosen
        ground = "raised" if here else ""
        canvas.fill(0, y, width, EMBLEM_HEIGHT, " ", Ink("text", ground))
        draw_emblem(canvas, 2, y, EMBLEM_WIDTH + 2, card)
        x = EMBLEM_WIDTH + 5
        title = wrap(card.cover.title, width - EMBLEM_WIDTH - 6)
        for row, line in enumerate([*title, *card.cover.facts.split(", ")], start=y):
            named = row < y + len(title)
            canvas.put(x, row, line, Ink("text" if named else "muted", ground, bold=named))
        if here:
            canvas.fill(0, y, 1, EMBLEM_HEIGHT, "▌", Ink("accent", ground, bold=True))
        spots.append(Spot(f"{GAME_SPOT}{card.key}", 0, y, width, EMBLEM_HEIGHT, card.cover.title))
    return Picture(canvas, tuple(spots))
