"""Undo and redo, with the consent of the other players if new information came up."""

from __future__ import annotations

from collections.abc import Callable

from towergames.core.contract import Seat
from towergames.core.text import count, sentence
from towergames.session.session import Message, Session
from towergames.table.errors import TableError
from towergames.tui.dialogs import ConsentScreen
from towergames.tui.screens.game.clock import GameClock
from towergames.tui.screens.game.host import Host


def asker_of(session: Session) -> Seat | None:
    """The person at the keyboard: the one who decides, the only person, or the person who moved last."""
    humans = session.table.humans
    if session.decider in humans:
        return session.decider
    if len(humans) == 1:
        return humans[0]
    return next((play.by for play in reversed(session.table.history.plays) if play.by in humans), None)


class Undo:
    """Undo, redo and the reset of a turn on one game screen."""

    def __init__(self, session: Session, host: Host, clock: GameClock) -> None:
        self._session = session
        self._host = host
        self._clock = clock

    def _fixed(self) -> str:
        """Why the table cannot be changed at all."""
        table = self._session.table
        if table.read_only:
            return sentence(f"this save can only be looked at here: {table.journal.obstacle if table.journal else ''}")
        return "" if table.humans else "Only people take moves back."

    def why_not_undo(self) -> str:
        """Why there is nothing to undo."""
        if fixed := self._fixed():
            return fixed
        offer = self._session.table.undo_offer(asker_of(self._session))
        return "" if offer.to is not None else sentence(f"nothing can be taken back: {offer.why}")

    def undo(self) -> None:
        """Undo the last step; if it brought new information, ask every other person, or the only one, first."""
        session, asker = self._session, asker_of(self._session)
        offer = session.table.undo_offer(asker)
        if offer.needs:
            # The other players come to the screen to answer, so the hand is hidden meanwhile.
            session.shut = session.looker is not None and session.hides(session.looker)
            self._clock.update()
            self._host.repaint()
            self._ask(list(offer.needs), [], offer.why)
        elif offer.beyond and asker is not None:
            self._ask([asker], [], offer.why)
        else:
            self._take_back(())

    def _ask(self, waiting: list[Seat], agreed: list[Seat], why: str) -> None:
        names, asker = self._session.table.names, asker_of(self._session)
        if not waiting or asker is None:
            self._take_back(tuple(agreed))
            return
        seat = waiting[0]

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self._ask(waiting[1:], [*agreed, seat], why)
                return
            self._session.shut = False
            refused = "Nothing" if seat == asker else f"{names[seat]} does not agree; nothing"
            self._host.tell(Message(f"{refused} was taken back.", "warn"))
            self._host.flow.go_on()

        dialog = ConsentScreen(names[asker], names[seat] if seat != asker else "", why)
        self._host.services.push_screen(dialog, answered)

    def _take_back(self, agreed: tuple[Seat, ...]) -> None:
        table, asker = self._session.table, asker_of(self._session)
        self._session.shut = False
        if asker is None:
            return
        marked = " The game is marked: with undo." if table.undo_offer(asker).beyond else ""
        self._change(lambda: f"{count(table.undo(asker, agreed), 'move')} taken back.{marked}")

    def _change(self, change: Callable[[], str]) -> None:
        """Change the table and say what was done, or why it cannot be done."""
        try:
            told = change()
        except TableError as error:
            self._host.tell(Message(sentence(str(error)), "warn"))
        else:
            self._host.flow.begin_anew(told)

    def why_not_redo(self) -> str:
        """Why there is nothing to redo."""
        return self._fixed() or ("" if self._session.table.can_redo else "Nothing was taken back.")

    def redo(self) -> None:
        """Redo the last undone step."""

        def change() -> str:
            self._session.table.redo()
            return "Done again."

        self._change(change)

    def why_not_reset(self) -> str:
        """Why the turn cannot be reset."""
        if fixed := self._fixed():
            return fixed
        free = self._session.table.undo_offer(asker_of(self._session)).free
        return "" if free else "Nothing has been done this turn that could be taken back freely."

    def reset(self) -> None:
        """Undo this turn back to the last new information."""
        table, asker = self._session.table, asker_of(self._session)
        seat = asker if asker is not None else -1
        self._change(lambda: f"The turn begins anew: {count(table.reset_turn(seat), 'move')} taken back.")
