"""The facts on which the commands of a table depend, as frozen values, and why a command cannot be used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from towergames.board.protocol import AnyBoard, AnyContext
from towergames.core.contract import Decide, Over, Seat
from towergames.session import commands, next_game
from towergames.session.commands import NO_REASON
from towergames.session.help import why_not_hint
from towergames.session.text import NO_SEARCH, NO_WORDS, NOTHING_YET
from towergames.table.match import Table
from towergames.table.opponents import Reasons
from towergames.table.turn_review import why_no_review
from towergames.table.wordlists import uses_words


@dataclass(frozen=True, slots=True)
class Activity:
    """A record of all that runs at one screen besides the game. Whatever begins or ends calls :meth:`Session.does`."""

    animation: bool = False
    """Whether an animation is shown."""
    fall: bool = False
    """Whether a fall is part of it that has not been seen to its end."""
    heap: bool = False
    """Whether the fallen pieces lie still and stay until a key."""
    beat: bool = False
    """Whether the picture of a highlight is shown."""
    recap: bool = False
    """Whether the list of the last moves is open."""
    thinking: bool = False
    """Whether a bot thinks about its move."""
    paused: bool = False
    """Whether the bots are paused."""
    resting: bool = False
    """Whether the game pauses after a bot's move. Any key ends the pause."""
    stepping: bool = False
    """Whether only a key ends that pause."""
    settling: str = ""
    """The reason why nothing can be changed while the outcome of a move is computed; empty while none is."""
    can_stop: bool = False
    """Whether a person may end that computation."""
    work: bool = False
    """Whether a person waits for work of the board."""
    lasting: bool = False
    """Whether that work takes so long that a key ends it."""
    searching: bool = False
    """Whether the board searches for the best move."""
    asked: Any = None
    """The view in which a person is asked to confirm a move; None while no question is open."""


IDLE = Activity()


@dataclass(frozen=True, slots=True)
class Moment:
    """The facts on which the commands of a table depend. Equal moments allow the same commands.

    Where :mod:`towergames.session.commands` decides about a command, its reason is the fact.
    """

    over: bool
    """Whether the game is over."""
    over_shown: bool
    """Whether the position shown is the end."""
    past: bool
    """Whether an earlier position is shown."""
    may_act: bool
    """Whether the viewer may move now."""
    hand: bool
    """Whether a person's hand is shown."""
    secret: bool
    """Whether that hand holds anything that others may not see."""
    bots: bool
    """Whether bots play."""
    bot_moves: bool
    """Whether a bot has to move now, at this window."""
    reasons: bool
    """Whether there are reasons of refusals or of bots to read."""
    news: bool
    """Whether anybody has moved since the viewer's last decision."""
    search: bool
    """Whether the game has a search for the best move."""
    words: bool
    """Whether the game uses a word list."""
    why_not_undo: str
    why_not_redo: str
    why_not_reset: str
    why_not_hint: str
    why_not_say: str
    why_not_pause: str
    why_not_rename: str
    why_not_review: str
    why_not_rematch: str
    why_not_another: str
    activity: Activity = IDLE
    asking: bool = False
    """Whether a person is asked to confirm a move."""
    refused: Mapping[str, str] = field(init=False, compare=False)
    """The reasons against the commands that cannot be used now, by their ids."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "refused", refusals(self))


def refusals(moment: Moment) -> dict[str, str]:
    """The reasons against the commands that cannot be used now, one sentence each, by their ids."""
    activity = moment.activity
    not_asking = "" if moment.asking else "There is no question to answer."
    not_past = "" if moment.past else "This is the current position."
    not_mover = "" if moment.may_act else "The player to move can see the moves."
    found = {
        "confirm": not_asking,
        "confirm.not": not_asking,
        "fall.again": "" if activity.fall or activity.beat else "No fall is shown.",
        "work.stop": "" if activity.work or activity.can_stop else "No computation is running.",
        "undo": moment.why_not_undo,
        "redo": moment.why_not_redo,
        "turn.reset": moment.why_not_reset,
        "hint": moment.why_not_hint,
        "game.why": "" if moment.reasons else NO_REASON,
        "bots.hurry": "" if activity.thinking else "No bot is thinking.",
        "bots.pause": "" if moment.bots else "No bot plays in this game.",
        "recap": "" if moment.news else NOTHING_YET,
        "history.forward": not_past,
        "history.now": not_past,
        "tell.hand": "" if moment.hand else "No hand is shown now.",
        "tell.moves": not_mover,
        "tell.try": not_mover,
        "tell.best": "" if moment.search else NO_SEARCH,
        "lookup": "" if moment.words else NO_WORDS,
        "hand.hide": "" if moment.secret else "No hidden hand is shown.",
        "say": moment.why_not_say,
        "clock.pause": moment.why_not_pause,
        "result": "" if moment.over else "The game is not over yet.",
        "rematch": moment.why_not_rematch,
        "another": moment.why_not_another,
        "review": moment.why_not_review,
        "save.as": moment.why_not_rename,
    }
    return {command: reason for command, reason in found.items() if reason}


def moment_at(
    table: Table,
    board: AnyBoard,
    context: AnyContext,
    reasons: Reasons,
    viewer: Seat | None,
    *,
    secret: bool,
    past: int | None = None,
    news: bool = False,
    activity: Activity = IDLE,
) -> Moment:
    """The moment of a table as it is shown in a context; ``viewer`` is the person whose hand is shown.

    ``past`` is the number of plays at an earlier position.
    """
    turn = table.turn
    return Moment(
        over=isinstance(turn, Over),
        over_shown=isinstance(context.turn, Over),
        past=past is not None,
        may_act=context.may_act,
        hand=viewer is not None,
        secret=secret,
        bots=any(seat.bot for seat in table.header.seats),
        bot_moves=isinstance(turn, Decide) and turn.seat not in table.humans and table.keeps,
        reasons=bool(commands.why(table, reasons, viewer, past)),
        news=news,
        search=board.analysis is not None,
        words=uses_words(table.game.info),
        why_not_undo=commands.why_not_undo(table),
        why_not_redo=commands.why_not_redo(table),
        why_not_reset=commands.why_not_reset(table),
        why_not_hint=why_not_hint(board, context),
        why_not_say=commands.why_not_say(table),
        why_not_pause=commands.why_not_pause(table),
        why_not_rename=commands.why_not_rename(table),
        why_not_review=why_no_review(table.history),
        why_not_rematch=next_game.why_not_rematch(table),
        why_not_another=next_game.why_not_another(table),
        activity=activity,
        asking=activity.asked is not None and activity.asked == context.view,
    )
