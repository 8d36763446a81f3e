"""What a command at a table decides, for every client: the answer is a value, and the client shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from towergames import registry
from towergames.core.contract import Decide, NotationError, Over, Seat, Verdict, reason_text
from towergames.core.text import count, did_you_mean, listed, quoted, sentence
from towergames.session.falls import last_fall
from towergames.session.text import read_only_reason, undone
from towergames.table.errors import TableError
from towergames.table.history import History, count_moves, moves_since
from towergames.table.match import Table
from towergames.table.notes import TAKE_BACK, TAKE_BACK_ASKED, UndoRequest
from towergames.table.opponents import Reasons
from towergames.table.records import Header
from towergames.table.shared import SharedTable, Slow

if TYPE_CHECKING:
    from towergames.table.store import Store

WATCHING = "You watch this table."
NO_REASON = "No move was refused, you lost nothing, had no hint, and no bot has moved since you opened this game."
CLOSED_QUESTION = "The question is closed: the table has changed."


@dataclass(frozen=True, slots=True)
class Done:
    """The command was done. ``changed``: moves were undone or redone, so the client shows the table again."""

    text: str = ""
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """The command cannot be done, and nothing has changed."""

    why: str


@dataclass(frozen=True, slots=True)
class Consent:
    """People who must agree first, one after the other, with nobody's hand shown; ``asker`` alone where it is help.

    ``what`` are the moves that would be undone, ``why`` the reason why agreement is needed.
    """

    asker: Seat
    seats: tuple[Seat, ...]
    what: str
    why: str

    @property
    def others(self) -> tuple[Seat, ...]:
        """The people besides the asker."""
        return tuple(seat for seat in self.seats if seat != self.asker)


def asker_of(table: Table) -> Seat | None:
    """The person at the keyboard: the one who decides, the only person, or the person who moved last."""
    here, turn = table.here, table.turn
    if isinstance(turn, Decide) and turn.seat in here:
        return turn.seat
    if len(here) == 1:
        return here[0]
    for play in reversed(table.history.plays):
        if play.by in here:
            return play.by
    return None


# --- undo -------------------------------------------------------------------------------------------------


def _why_not_change(table: Table) -> str:
    """Why the table cannot be changed at all."""
    if fixed := read_only_reason(table.saved):
        return fixed
    if table.here:
        return ""
    return WATCHING if isinstance(table, SharedTable) else "Only human players can undo."


def why_not_undo(table: Table) -> str:
    """Why there is nothing to undo."""
    if fixed := _why_not_change(table):
        return fixed
    offer = table.undo_offer(asker_of(table))
    return "" if offer.to is not None else sentence(f"nothing to undo: {offer.why}")


def undo(table: Table, agreed: Sequence[Seat] | None = None) -> Done | Refused | Consent:
    """Undo the last step. After :class:`Consent` it is called again with those who ``agreed``."""
    asker = asker_of(table)
    offer = table.undo_offer(asker)
    why_not = why_not_undo(table)
    if why_not or asker is None or offer.to is None:
        return Refused(why_not)
    here = tuple(seat for seat in offer.needs if seat in table.here)
    if agreed is None and offer.beyond and (here or not offer.needs):
        return Consent(asker, here or (asker,), moves_since(table.history, offer.to), offer.why)
    given = () if agreed is None else tuple(agreed)
    elsewhere = [table.names[seat] for seat in offer.needs if seat not in given]
    try:
        if elsewhere and isinstance(table, SharedTable):
            table.ask_undo(asker, given)
            return Done(f"{listed(elsewhere)} must agree to the undo. The other windows ask now.")
        return Done(undone(table.undo(asker, given), marked=offer.beyond), changed=True)
    except TableError as error:
        return Refused(sentence(str(error)))


def take_back_offer(store: Store, table: Table) -> Seat | None:
    """The person who may take back the fall that has just happened: once, in the first games of that person.

    The number of games comes from the saves: every other game that the person has begun counts, by name. Nobody may
    where no save keeps the game, where other windows look on, and after another decision.
    """
    history = table.history
    spec = registry.get(table.header.game).board.spec
    if not spec.kind_games or table.journal is None or table.read_only or table.header.open or not history.counts:
        return None
    release = _last_decision(history)
    seat = history.plays[release].by if release >= 0 else None
    if (
        seat is None
        or seat in history.take_back_asked
        or seat not in table.here
        or table.undo_offer(seat).to != release
    ):
        return None
    falls = (event for play in history.plays[release:] for event in play.step.events if event.kind in spec.held)
    if not any(event.seat == seat for event in falls) or not last_fall(history, len(history.plays)) > release:
        return None
    return seat if _other_games(store, table.header, seat, spec.kind_games) < spec.kind_games else None


def ask_take_back(store: Store, table: Table) -> Seat | None:
    """The person to ask whether a fall is taken back. The save notes the question, so it is asked once in a game."""
    seat = take_back_offer(store, table)
    if seat is not None:
        with suppress(TableError):
            table.note(seat, TAKE_BACK_ASKED)
    return seat


def _last_decision(history: History) -> int:
    """The index of the last play that a player decided; -1 for none."""
    at = len(history.plays) - 1
    while at >= 0 and history.plays[at].by is None:
        at -= 1
    return at


def _other_games(store: Store, header: Header, seat: Seat, enough: int) -> int:
    """The number of other games of this kind that the person of a seat has begun, at most ``enough``."""
    person = header.names[seat].casefold()
    found = set[str]()
    for other in store.headers():
        if len(found) >= enough:
            break
        people = (one.name.casefold() for one in other.seats if not one.bot)
        if other.game == header.game and other.identity != header.identity and person in people:
            found.add(other.identity)
    return len(found)


def take_back(table: Table, seat: Seat, agreed: Sequence[Seat] | None = None) -> Done | Refused | Consent:
    """Take back the fall that was offered to ``seat``; after :class:`Consent` with those who ``agreed``."""
    offer = table.undo_offer(seat)
    if offer.to is None:
        return Refused(sentence(f"nothing to undo: {offer.why}"))
    if agreed is None and offer.needs:
        return Consent(seat, offer.needs, moves_since(table.history, offer.to), "pieces have fallen")
    try:
        table.note(seat, TAKE_BACK)
        table.undo(seat, () if agreed is None else agreed)
    except TableError as error:
        return Refused(sentence(str(error)))
    return Done("The fall is taken back. This game now counts in no records and no match.", changed=True)


def why_not_redo(table: Table) -> str:
    """Why there is nothing to redo."""
    return _why_not_change(table) or ("" if table.can_redo else "There is nothing to redo.")


def redo(table: Table) -> Done | Refused:
    """Do again what the last undo took back."""
    if why_not := why_not_redo(table):
        return Refused(why_not)
    before = table.moves
    try:
        table.redo()
    except TableError as error:
        return Refused(sentence(str(error)))
    return Done(f"{count(max(1, count_moves(table.history, before)), 'move')} done again.", changed=True)


def why_not_reset(table: Table) -> str:
    """Why the turn cannot begin again."""
    if fixed := _why_not_change(table):
        return fixed
    return "" if table.undo_offer(asker_of(table)).free else "There is nothing to undo in this turn."


def reset(table: Table) -> Done | Refused:
    """Undo the turn back to the last new information."""
    asker = asker_of(table)
    why_not = why_not_reset(table)
    if why_not or asker is None:
        return Refused(why_not)
    try:
        return Done(undone(table.reset_turn(asker), again=True), changed=True)
    except TableError as error:
        return Refused(sentence(str(error)))


# --- moves, and why ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Misread:
    """The typed text is no move."""

    error: NotationError


def try_move(table: Table, text: str) -> Verdict | Misread | Refused:
    """Judge a typed move. Nothing is played."""
    if not text.strip():
        example = table.templates[0] if table.templates else "MOVE"
        return Refused(f"Type try, then a move: try {example}.")
    try:
        return table.judge(table.parse(text))
    except NotationError as error:
        return Misread(error)


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves that can be made now, as they are typed; where they cannot all be listed, their ``forms`` alone.

    All ``texts`` begin with the first ``begun`` words of the first one.
    """

    texts: tuple[str, ...]
    forms: tuple[str, ...] = ()
    begun: int = 0


def moves(table: Table, asked: str = "") -> Moves | Refused:
    """The moves that are asked for, all where nothing is."""
    texts = tuple(table.game.notate(action) for action in table.legal())
    return matching(texts, asked) if texts else Moves((), table.templates)


def matching(texts: Sequence[str], asked: str) -> Moves | Refused:
    """The moves that begin with the words asked for; where none does, those that contain the text."""
    words = asked.lower().split()
    begin = tuple(text for text in texts if text.lower().split()[: len(words)] == words)
    if begin:
        return Moves(begin, begun=len(words))
    wanted = asked.strip().lower()
    contain = tuple(text for text in texts if wanted in text.lower())
    if contain:
        return Moves(contain)
    near = did_you_mean(asked, dict.fromkeys(text.split(" ")[0] for text in texts))
    return Refused(sentence(f"no move with {quoted(asked)} is possible now{near}"))


def why(table: Table, reasons: Reasons, viewer: Seat | None, plays: int | None = None) -> tuple[str, ...]:
    """The reasons why the viewer's last move was refused, why the viewer lost something, why the bots moved, and the
    reason of the viewer's hint.

    All since the viewer's last turn, at the position after ``plays`` plays; None is now. Another person's refusal is
    left out: it may name a card of that person's hand.
    """
    history = table.history
    until = len(history.plays) if plays is None else plays
    persons = table.here if viewer is None else (viewer,)
    lines = [*_losses(history, persons, until), *reasons.lines(history, persons, until)]
    refused = reasons.refusal_of(persons[0]) if len(persons) == 1 and plays is None else ""
    advice = reasons.advice(history, persons[0], until) if len(persons) == 1 else ""
    return tuple(line for line in (refused, *lines, advice) if line)


def _losses(history: History, persons: Sequence[Seat], until: int) -> list[str]:
    """The reasons why people have lost something, from their last move on."""
    plays = history.plays
    first = until - 1
    while first > 0 and plays[first].by not in persons:
        first -= 1
    return [
        sentence(reason_text(told, history.header.names))
        for number in range(max(0, first), until)
        for seat in persons
        for told in history.game.losses(history.state_after(number), plays[number].move, plays[number].step, seat)
    ]


# --- the save ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Renamed:
    """The game was closed and opened again; ``text`` names it, or says why it keeps its name."""

    table: Table
    text: str


@dataclass(frozen=True, slots=True)
class Gone:
    """The game was closed and cannot be opened again."""

    why: str


def why_not_rename(table: Table) -> str:
    """Why the game can get no other name."""
    if table.header.open:
        return "An open table keeps its name while it is played."
    return "" if table.journal is not None else "This game is not saved."


def unsaved_reason(table: Table) -> str:
    """The reason why moves are not saved, so that the game keeps its name. Tries to save them first."""
    if table.flush():
        return ""
    return sentence(f"the last moves are not saved, so the name stays: {table.saved.unsaved_reason}")


def rename(
    store: Store, table: Table, wanted: str, close: Callable[[], object] | None = None
) -> Renamed | Refused | Gone:
    """Give the save a free name like the wanted one. ``close`` closes the table in the client's own way.

    The save is closed meanwhile, since an open file must not be moved.
    """
    if refusal := why_not_rename(table) or unsaved_reason(table):
        return Refused(refusal)
    (close or table.close)()
    name = table.name  # asked after closing, which may write the game under another name
    try:
        name = store.rename(name, wanted)
        text = f"The game is now called {name}."
    except TableError as error:
        text = sentence(str(error))
    try:
        return Renamed(store.open(name), text)
    except TableError as error:
        return Gone(sentence(str(error)))


# --- the other windows ------------------------------------------------------------------------------------


NO_CLOCK = "This game has no clock."


def answer_undo(table: Table, request: UndoRequest | None, *, yes: bool) -> Done | Refused:
    """Agree to the undo that another window has asked for, or refuse it, for the next person here who must answer.

    ``request`` is the one that the person was asked about, if any was: the answer never goes to another one.
    """
    now = table.history.request
    waiting = [seat for seat in now.waits_for if seat in table.here] if now is not None else []
    if not waiting or not isinstance(table, SharedTable):
        return Refused(CLOSED_QUESTION if request is not None else "Nobody asks you for an undo.")
    try:
        table.answer_undo(waiting[0], yes, request)
    except Slow as slow:  # the answer is on its way
        return Refused(sentence(str(slow)))
    except TableError:
        return Refused(CLOSED_QUESTION)
    return Done("You agreed." if yes else "You refused. No move is undone.")


def why_not_pause(table: Table) -> str:
    """Why the clock cannot be paused, or go on, here: the first person's window and the keeper may do that."""
    if table.clock.control is None:
        return NO_CLOCK
    if isinstance(table.turn, Over):
        return "The game is over."
    if table.read_only or not table.here:
        return WATCHING
    host = table.humans[0]
    return "" if table.keeps or host in table.here else f"Only {table.names[host]} can pause the clock."


def pause_clock(table: Table) -> Done | Refused:
    """Pause the clock for everybody, or let it go on."""
    if why_not := why_not_pause(table):
        return Refused(why_not)
    try:
        table.clock.pause(table.actor(asker_of(table)))
    except TableError as error:
        return Refused(sentence(str(error)))
    return Done("The clock is paused." if table.clock.paused else "The clock goes on.")


def why_not_say(table: Table) -> str:
    """Why no message can be sent to the other windows."""
    if not isinstance(table, SharedTable):
        return "Only one window is open at this table."
    return "" if table.here else WATCHING


def say(table: Table, text: str) -> Done | Refused:
    """Send a message to the other windows, in the name of the person at the keyboard."""
    if (why_not := why_not_say(table)) or not isinstance(table, SharedTable):
        return Refused(why_not)
    try:
        table.say(table.actor(asker_of(table)), text)
    except TableError as error:
        return Refused(sentence(str(error)))
    return Done("Sent.")
