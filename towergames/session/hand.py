"""What is prepared between two moves, where a game's desk understands words for it: a hand that is led line by line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from towergames.boards.desk import AnyDesk, Reply, Scene
from towergames.boards.protocol import Failure
from towergames.core.bot import Clock
from towergames.core.text import fault
from towergames.session.ui_memory import UiMemory


@dataclass(frozen=True, slots=True)
class Led:
    """What came of a line: what to say, the move that is complete now, if one is, and help that was given."""

    lines: tuple[str, ...]
    action: Any = None
    help: str = ""


class Hand:
    """The pointer of one conversation. It lives from line to line, and the way of looking from move to move."""

    def __init__(self, desk: AnyDesk) -> None:
        self._desk = desk
        self._memory = UiMemory(desk)

    def lead(self, scene: Scene[Any], line: str) -> Led | None:
        """Do what the line says, however long it takes; None when it says nothing to the desk."""
        before = self._memory.pointer
        reply = self._desk.typed(scene, self._at(scene), line)
        if reply is None:
            self._memory.pointer = before
            return None
        said = [_said(reply)]
        while reply.work is not None and not reply.idle:
            reply = self._desk.worked(scene, reply.pointer, _answer(reply))
            said.append(_said(reply))
        self._memory.pointer = reply.pointer
        told = () if reply.submit is not None else self._desk.speak_pointer(scene, reply.pointer)
        return Led((*(part for text in said for part in text.splitlines()), *told), reply.submit, reply.help)

    def advised(self, scene: Scene[Any], action: Any) -> str:
        """An advised move in words, and laid out; empty where its notation says it well and can be typed as it is."""
        words = self._desk.in_words(scene, action)
        laid = self._desk.suggest(scene, self._at(scene), action) if words else None
        if laid is not None:
            self._memory.pointer = laid
        return words

    def words(self, scene: Scene[Any]) -> tuple[str, ...]:
        """What is prepared, in words; nothing before a line was led."""
        pointer = self.pointer(scene)
        return self._desk.speak_pointer(scene, pointer) if pointer is not None else ()

    def pointer(self, scene: Scene[Any]) -> Any:
        """The pointer for a picture; None before a line was led."""
        return None if self._memory.pointer is None else self._at(scene)

    def _at(self, scene: Scene[Any]) -> Any:
        return self._memory.at(scene, (scene.seat, scene.view))


def _said(reply: Reply[Any]) -> str:
    """What the desk says, with the rule."""
    return f"{reply.say} ({reply.rule})" if reply.rule and reply.say else reply.say


def _answer(reply: Reply[Any]) -> Any:
    assert reply.work is not None
    try:
        return reply.work(Clock())
    except Exception as error:  # said openly; the game goes on
        return Failure(fault(error))
