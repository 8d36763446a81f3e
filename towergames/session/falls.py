"""Falls in a game that was played: where they are, and from where a game is played on before one."""

from __future__ import annotations

from dataclasses import replace

from towergames import registry
from towergames.core.contract import Over
from towergames.session.context import context_at
from towergames.table.history import History


def has_fall(history: History, play: int) -> bool:
    """Whether pieces fall in a play, and a film of the fall was recorded."""
    board = registry.get(history.header.game).board
    events = history.plays[play - 1].step.events if play else ()
    if not any(event.kind in board.spec.held for event in events):
        return False
    before, moved = context_at(history, None, play - 1), False
    for number, event in enumerate(events, start=1):
        if moved and event.kind in board.spec.held:
            return True
        shown = replace(before, playing=events[:number], coming=events[number:], marks=())
        moved = moved or len(board.frames(shown, event)) > 1
    return False


def last_fall(history: History, until: int) -> int:
    """The last play up to number ``until`` in which pieces fall; 0 for none."""
    for play in range(until, 0, -1):
        if has_fall(history, play):
            return play
    return 0


def branch_point(history: History, at: int) -> int:
    """The number of plays that a game keeps when it is played on from play ``at``.

    After the end of the game, and right after a fall, the game goes on before the last decision of a person. Where
    only bots play, it goes on before the last decision of a bot.
    """
    if not isinstance(history.game.turn(history.state_after(at)), Over) and not has_fall(history, at):
        return at
    players = history.humans or range(len(history.header.seats))
    decided = [number for number, play in enumerate(history.plays[:at]) if play.by in players]
    return decided[-1] if decided else at
