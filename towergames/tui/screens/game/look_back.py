"""The game's past: the recap of the latest moves, an earlier position, older lines of the log."""

from __future__ import annotations

from towergames.core.contract import visible
from towergames.session.animation import recap
from towergames.session.session import Message, Session
from towergames.table.history import Play
from towergames.tui.screens.game.animation_player import AnimationPlayer
from towergames.tui.screens.game.table_screen import TableScreen


class LookBack:
    """The look back of one game screen."""

    def __init__(self, session: Session, screen: TableScreen, stage: AnimationPlayer) -> None:
        self._session = session
        self._screen = screen
        self._stage = stage
        self.scroll = 0
        """Lines of the log below those that are shown."""
        self._recapped = -1
        """The table's version for which the recap has opened automatically; it opens only once."""

    @property
    def recap_open(self) -> bool:
        """Whether the list of the last moves is open."""
        return self._session.activity.recap

    @recap_open.setter
    def recap_open(self, opened: bool) -> None:
        self._session.does(recap=opened)

    def others(self) -> list[Play]:
        """The plays of other players since the viewer's last decision."""
        session = self._session
        plays = session.table.history.plays[session.since(session.viewer) :]
        return [play for play in plays if play.by not in (None, session.viewer)]

    def offer_recap(self) -> None:
        """Open the recap, once, when others have moved more than once since the viewer's last decision.

        Several bots, or anybody where a hand is hidden: people round an open table have just seen it all.
        """
        session, table = self._session, self._session.table
        shown = [play for play in self.others() if any(visible(event, session.viewer) for event in play.step.events)]
        bots = {play.by for play in shown if play.by not in table.humans}
        worth = len(shown) >= 2 and (table.game.info.hidden or len(bots) >= 2)
        if worth and session.past is None and self._recapped != table.version:
            self._recapped = table.version
            self.recap_open = True

    def toggle_recap(self) -> None:
        """Open or close the list of moves since the last decision."""
        self.recap_open = not self.recap_open
        self.scroll = 0

    def close_recap(self) -> None:
        """Go back to the log."""
        self.recap_open = False

    def replay_recap(self) -> None:
        """Show the moves since the last decision again, one by one."""
        session, screen = self._session, self._screen
        self.recap_open = False
        frames = recap(session, session.since(session.viewer), session.viewer, screen.services.motion)
        self._stage.play(frames, screen.flow.go_on)

    def look(self, plays: int) -> None:
        """Show the table after ``plays`` plays."""
        self.recap_open = False
        if not self._session.look(plays):
            self._screen.tell(Message("There are no more moves that way."))

    def earlier(self) -> None:
        """Go one move back."""
        past = self._session.past
        self.look((self._session.table.moves if past is None else past) - 1)

    def later(self) -> None:
        """Go one move forward."""
        self.look((self._session.past or 0) + 1)

    def log_up(self) -> None:
        """Show older lines."""
        self.scroll = min(self.scroll + self._page(), max(0, len(self._session.log()) - self._page()))

    def log_down(self) -> None:
        """Show newer lines."""
        self.scroll = max(0, self.scroll - self._page())

    def _page(self) -> int:
        return max(1, self._screen.zone("log").size.height - 2)
