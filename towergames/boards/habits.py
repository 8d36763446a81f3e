"""What most desks do alike: the answers of a game that needs none of the rarer parts of the protocol."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from towergames.boards.desk import Abreast, Question, Reply, Scene, Tip
from towergames.boards.protocol import Confirmation, Failure, Legend, Limit
from towergames.core.bot import Clock
from towergames.core.contract import Event


class DeskHabits:
    """What most desks do alike, to be inherited by them."""

    typed_letters: bool = False
    alone: bool = False
    searches: bool = False
    typed_forms: tuple[str, ...] = ()
    fine: bool = False

    def prepare(self, scene: Scene[Any]) -> None:
        """Nothing needs loading."""

    def carry(self, scene: Scene[Any], old: Any) -> Any:  # noqa: ARG002 - the protocol
        """Every decision begins anew."""
        return self.start(scene)  # type: ignore[attr-defined]

    def limit(self, scene: Scene[Any], pointer: Any) -> Limit[Any] | None:  # noqa: ARG002 - the protocol
        """Take your time."""
        return None

    def confirmation(self, scene: Scene[Any], action: Any) -> Confirmation | None:  # noqa: ARG002 - the protocol
        """Every action is made at once."""
        return None

    def legend(self) -> Legend:
        """Nothing to explain."""
        return ()

    def search(
        self,
        scene: Scene[Any],  # noqa: ARG002 - the protocol
        clock: Clock,  # noqa: ARG002
        tell: Callable[[Tip[Any]], None],  # noqa: ARG002
        known: Sequence[Any] = (),  # noqa: ARG002
    ) -> Tip[Any]:
        """Nothing to search for."""
        return Tip("There is nothing to search for.")

    def budget(self, scene: Scene[Any], seconds: float) -> Clock:  # noqa: ARG002 - the protocol
        """As many seconds."""
        return Clock(seconds=seconds)

    def tip(self, scene: Scene[Any], told: int) -> Tip[Any] | None:  # noqa: ARG002 - the protocol
        """Only bots know what to do."""
        return None

    def abreast(self, seats: int, view: Any) -> Abreast | None:  # noqa: ARG002 - the protocol
        """The hand lies below the board."""
        return None

    def unfinished(self, scene: Scene[Any], pointer: Any) -> bool:  # noqa: ARG002 - the protocol
        """What is refused stays refused."""
        return False

    def suggest(self, scene: Scene[Any], pointer: Any, action: Any) -> Any:  # noqa: ARG002 - the protocol
        """Moves are done at once."""
        return None

    def news(self, scene: Scene[Any], events: tuple[Event, ...]) -> str:  # noqa: ARG002 - the protocol
        """The board shows what a move did."""
        return ""

    def honours(self, scene: Scene[Any]) -> tuple[str, ...]:  # noqa: ARG002 - the protocol
        """There are no medals."""
        return ()

    def beside(self, scene: Scene[Any], best: Any) -> tuple[str, ...]:  # noqa: ARG002 - the protocol
        """Nothing is compared."""
        return ()

    def share(self, scene: Scene[Any]) -> str:  # noqa: ARG002 - the protocol
        """Nobody else can play the same game."""
        return ""

    @property
    def questions(self) -> tuple[Question, ...]:
        """The board in words says it all."""
        return ()

    def answer(self, scene: Scene[Any], question: str, rest: str) -> tuple[str, ...]:  # noqa: ARG002 - the protocol
        """Nothing is asked."""
        return ()

    def how(self, scene: Scene[Any], pointer: Any) -> str:  # noqa: ARG002 - the protocol
        """Cursor and Enter explain themselves."""
        return ""

    def in_words(self, scene: Scene[Any], action: Any) -> str:  # noqa: ARG002 - the protocol
        """Moves read well as they are typed."""
        return ""

    def worked(self, scene: Scene[Any], pointer: Any, answer: Any) -> Reply[Any]:  # noqa: ARG002 - the protocol
        """Nothing takes long."""
        return Reply(pointer, say=answer.text if isinstance(answer, Failure) else "")

    def shown(self, scene: Scene[Any], pointer: Any, idea: Any) -> Any:  # noqa: ARG002 - the protocol
        """Thoughts are not drawn."""
        return None

    def drag(self, scene: Scene[Any], pointer: Any, dx: int, dy: int, spot: str) -> Any:  # noqa: ARG002
        """Nothing can be dragged."""
        return None

    def wheel(self, scene: Scene[Any], pointer: Any, steps: int) -> Any:  # noqa: ARG002 - the protocol
        """The wheel is for the log."""
        return None

    def rested(self, scene: Scene[Any], pointer: Any) -> Any:  # noqa: ARG002 - the protocol
        """The picture is as good as it gets."""
        return pointer

    def looking_on(self, scene: Scene[Any], pointer: Any, before: Any) -> Any:  # noqa: ARG002 - the protocol
        """There is one way to look."""
        return pointer

    def typed(self, scene: Scene[Any], pointer: Any, words: str) -> Reply[Any] | None:  # noqa: ARG002
        """Moves are typed whole."""
        return None

    def speak_pointer(self, scene: Scene[Any], pointer: Any) -> tuple[str, ...]:  # noqa: ARG002 - the protocol
        """Nothing is prepared."""
        return ()
