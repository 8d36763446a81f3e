"""What is prepared between two moves, where a game's desk understands words for it: a hand that is led line by line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from towergames.boards.desk import AnyDesk, Failure, Reply, Scene
from towergames.core.bot import Clock
from towergames.core.contract import Seat
from towergames.core.text import fault


@dataclass(frozen=True, slots=True)
class Led:
    """What came of a line: what to say, the move that is complete now, if one is, and help that was given."""

    lines: tuple[str, ...]
    action: Any = None
    help: str = ""


class Hand:
    """The pointer of one conversation. It lives from line to line, and the way of looking from move to move."""

    def __init__(self, desk: AnyDesk | None) -> None:
        self._desk = desk
        self._pointer: Any = None
        self._key: tuple[Seat | None, Any] = (None, None)
        self._hands: dict[Seat | None, Any] = {}

    def lead(self, scene: Scene[Any], line: str) -> Led | None:
        """Do what the line says, however long it takes; None when it says nothing to the desk."""
        if self._desk is None:
            return None
        pointer = self._at(scene)
        reply = self._desk.typed(scene, pointer, line)
        if reply is None:
            return None
        said = [_said(reply)]
        while reply.work is not None and not reply.idle:
            reply = self._desk.worked(scene, reply.pointer, _answer(reply))
            said.append(_said(reply))
        self._pointer = self._hands[scene.seat] = reply.pointer
        self._key = (scene.seat, scene.view)
        told = () if reply.submit is not None else self._desk.speak_pointer(scene, reply.pointer)
        return Led((*(part for text in said for part in text.splitlines()), *told), reply.submit, reply.help)

    def advised(self, scene: Scene[Any], action: Any) -> str:
        """An advised move in words, and laid out; empty where its notation says it well and can be typed as it is."""
        if self._desk is None or not (words := self._desk.in_words(scene, action)):
            return ""
        laid = self._desk.suggest(scene, self._at(scene), action)
        if laid is not None:
            self._pointer = self._hands[scene.seat] = laid
            self._key = (scene.seat, scene.view)
        return words

    def words(self, scene: Scene[Any]) -> tuple[str, ...]:
        """What is prepared, in words; nothing before a line was led."""
        pointer = self.pointer(scene)
        return self._desk.speak_pointer(scene, pointer) if self._desk is not None and pointer is not None else ()

    def pointer(self, scene: Scene[Any]) -> Any:
        """The pointer for a picture; None before a line was led."""
        return None if self._pointer is None else self._at(scene)

    def _at(self, scene: Scene[Any]) -> Any:
        desk, before = self._desk, self._pointer
        assert desk is not None
        if before is not None and (scene.seat, scene.view) == self._key:
            return before
        mine = self._hands.get(scene.seat)
        new = desk.carry(scene, mine) if mine is not None else desk.start(scene)
        return new if before is None else desk.looking_on(scene, new, before)


def _said(reply: Reply[Any]) -> str:
    """What the desk says, with the rule."""
    return f"{reply.say} ({reply.rule})" if reply.rule and reply.say else reply.say


def _answer(reply: Reply[Any]) -> Any:
    assert reply.work is not None
    try:
        return reply.work(Clock())
    except Exception as error:  # said openly; the game goes on
        return Failure(fault(error))
