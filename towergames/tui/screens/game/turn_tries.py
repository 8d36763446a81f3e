"""The tries of one turn on the game screen: the card at the end of each, and the way of the strongest level.

Esc asks whether the try goes on, since no key of the table leads back to the review.
"""

from __future__ import annotations

from collections.abc import Callable

from towergames.board.canvas import StyledText
from towergames.session.analysis import strongest
from towergames.session.session import Message, Session
from towergames.table.turn_try import MOST_TRIES, TurnTry
from towergames.tui.dialogs import ChoiceDialog, DialogButton
from towergames.tui.paint import MUTED, TEXT, wrap
from towergames.tui.screens.game.hints import Suggestion
from towergames.tui.screens.game.table_screen import TableScreen
from towergames.tui.services import Services, open_review

AGAIN = DialogButton("again", "Try again", "t", "The turn again from its start")
REVIEW = DialogButton("review", "Review", "r", "Back to the review")
ON = DialogButton("on", "Play on", "p", "Play this try to the end of the game")
BUSY = "Your turn is being compared."
NOT_COUNTED = "A try is not saved and counts nowhere."


class TryCard(ChoiceDialog):
    """The end of a try: the turn beside that of the game, and ways on."""

    def __init__(self, table: TurnTry) -> None:
        self._table = table
        answers = [REVIEW, ON]
        if table.number < MOST_TRIES:
            answers.insert(0, AGAIN)
        elif table.reviewed.moves and not table.shows_way:
            answers.insert(0, _way_of(table))
        super().__init__(table.title, try_lines((BUSY,)), answers)

    def on_mount(self) -> None:
        """Compare the turn."""
        super().on_mount()
        self.run_worker(self._compare, thread=True)

    def _compare(self) -> None:
        try:
            told = self._table.compared(self._table.judged())
        except Exception as error:  # a reviewer's fault must not take the card down; it says so
            told = (f"Stopped: {error or type(error).__name__}",)
        self.call_later(self._tell, told)

    def _tell(self, told: tuple[str, ...]) -> None:
        self.lines = try_lines(told)
        self._fit()
        self.refresh(layout=True)


def try_lines(told: tuple[str, ...]) -> tuple[StyledText, ...]:
    """The lines of a dialog about a try."""
    lines = [(text, TEXT) for part in told for text in wrap(part, ChoiceDialog.WIDTH - 6)]
    return (*lines, ("", TEXT), (NOT_COUNTED, MUTED))


def _way_of(table: TurnTry) -> DialogButton:
    """The answer that shows the turn of the strongest level."""
    level = strongest(table.header.game)
    name = f"{level.name.capitalize()}'s way" if level is not None else "The better way"
    return DialogButton("way", name, "w", "Show the better turn on the board")


def begin_try(services: Services, table: TurnTry) -> None:
    """Put a try on the screen."""
    services.to_menu()
    services.tables.open_table(table)
    if not table.shows_way:
        services.say(f"{table.title}, {table.reviewed.name}. {NOT_COUNTED} In the game: {table.reviewed.made}")


class TurnTries:
    """The part of a game screen whose table is a try; it does nothing at other tables."""

    def __init__(self, session: Session, screen: TableScreen, suggestion: Suggestion) -> None:
        self._session, self._screen, self._suggestion = session, screen, suggestion

    def tell_end(self, then: Callable[[], None]) -> bool:
        """Show the card of a try that has ended, once, and do what is chosen there; whether it is shown."""
        table = self._session.table
        if not isinstance(table, TurnTry) or table.card_shown or not table.ended:
            return False
        table.card_shown = True

        def chosen(answer: str | None) -> None:
            if answer in ("again", "way"):
                begin_try(self._screen.services, table.again())
            elif answer == "review":
                self._review(table)
            else:
                then()

        self._screen.services.push_screen(TryCard(table), chosen)
        return True

    def ask(self) -> bool:
        """Ask whether the try goes on; whether the table is a try."""
        table = self._session.table
        if not isinstance(table, TurnTry):
            return False

        def chosen(answer: str | None) -> None:
            if answer == REVIEW.id:
                self._review(table)

        lines = try_lines((f"In the game: {table.reviewed.made}",))
        self._screen.services.push_screen(ChoiceDialog(table.title, lines, (ON, REVIEW)), chosen)
        return True

    def _review(self, table: TurnTry) -> None:
        """Leave the try for the review that it began from, over the finished table if one was left for the try."""
        services, history = self._screen.services, table.source
        services.to_menu()
        if table.save and services.tables.open_save(table.save) and services.table is not None:
            history = services.table.history

        def show(play: int) -> None:
            services.open("replay", history, judged=play)

        open_review(services, history, at=table.reviewed.first, show=show)

    def show_way(self) -> None:
        """Prepare the next action of the strongest level's way, as a hint does."""
        table = self._session.table
        action = table.advised if isinstance(table, TurnTry) else None
        if action is None or not isinstance(table, TurnTry):
            return
        self._suggestion.action = action
        self._suggestion.lay_out()
        self._screen.tell(Message(f"{table.reviewed.advised} Enter plays it.", "accent"))
