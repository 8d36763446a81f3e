"""The sentences for a page, beside what plain mode prints at the same seat of the same game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.plain.helpers import flat
from tests.plain.test_windows import begun, sitting
from towergames import registry
from towergames.board.protocol import Style
from towergames.core.contract import Decide, Over
from towergames.core.dice import Dice
from towergames.session import introduction
from towergames.session.narration import Narration, turns_of
from towergames.table.shared import SharedTable
from towergames.table.store import Store

ASCII = Style(ascii_only=True, colours=False)


def played(ann: SharedTable, stop: int, move: Callable[[str], None], seen: Callable[[], None]) -> None:
    """Random moves: the test makes those of Ann, ``move`` those of Bob; ``seen`` waits until Bob knows the last one."""
    while ann.moves < stop and isinstance(turn := ann.turn, Decide):
        seen()
        before = ann.moves
        action = ann.game.choices(ann.history.state).sample(Dice(7, before, "script"))
        if turn.seat == 0:
            ann.submit(0, action)
        else:
            move(ann.game.notate(action))
            while ann.moves == before:
                ann.follow()
    seen()


def printed(saves: Path, stop: int) -> str:
    """Bob's plain mode, without the lines that ask him."""
    ann = begun(saves, "Ann", "Bob")
    with sitting(saves, 1) as bob:

        def asked() -> None:
            turn = ann.turn
            if isinstance(turn, Over):
                bob.sees("Game over. rematch")
            else:
                assert isinstance(turn, Decide)
                # After Bob's last line, since that one was printed before his prompt.
                end = "Bob>" if turn.seat == 1 else "Waiting for Ann>"
                begun = any(play.by is not None for play in ann.history.plays)
                bob.until(lambda: not begun or ann.log(1)[-1].text in flat(bob.out.getvalue()))
                bob.until(lambda: bob.out.getvalue().rstrip().endswith(end))

        played(ann, stop, bob.type, asked)
        text = bob.out.getvalue()
    ann.close()
    return flat(text.replace("Waiting for Ann>", "").replace("Bob>", "").partition("Game over. rematch")[0])


def followed(saves: Path, stop: int) -> list[str]:
    """The sentences for the page of Bob."""
    ann = begun(saves, "Ann", "Bob")
    joined = Store(saves).join("game", seats=(1,))
    assert isinstance(joined, SharedTable)
    narration = Narration(joined, registry.get("takethat").board, ASCII)
    sentences: list[str] = []

    def seen() -> None:
        joined.follow()
        sentences.extend(narration.follow(1, "How."))

    played(ann, stop, lambda line: joined.submit(1, joined.parse(line)) and None, seen)
    assert not narration.follow(1)
    for table in (ann, joined):
        table.close()
    return sentences


@pytest.mark.usefixtures("null_game")
@pytest.mark.parametrize("stop", [14, 10_000])
def test_a_page_has_the_sentences_of_plain_mode_in_order_and_once_each(tmp_path: Path, stop: int) -> None:
    plain, page = printed(tmp_path / "plain", stop), followed(tmp_path / "page", stop)
    page.remove("How.")
    assert flat(" ".join(page)) == plain


def at_table(saves: Path, *seats: int) -> tuple[SharedTable, SharedTable, Narration]:
    """Ann, who moves; the table of another window; and the sentences for that window."""
    ann = begun(saves, "Ann", "Bob")
    other = Store(saves).join("game", seats=seats)
    assert isinstance(other, SharedTable)
    return ann, other, Narration(other, registry.get("takethat").board, ASCII)


def move(ann: SharedTable, *others: SharedTable) -> None:
    """Whoever is on turn moves."""
    assert isinstance(ann.turn, Decide)
    table = next(table for table in (ann, *others) if ann.turn.seat in table.here)
    table.submit(ann.turn.seat, table.legal()[0])
    for one in (ann, *others):
        one.follow()


def close(*tables: SharedTable) -> None:
    for table in tables:
        table.close()


def test_an_onlooker_hears_the_moves_and_no_hand(tmp_path: Path) -> None:
    ann, watching, narration = at_table(tmp_path)
    first = narration.follow(None, "How.")
    assert first[: first.index("Type rules for all rules.") + 1] == list(introduction.told(watching))
    assert sum(line.startswith("Take That Towers: Ann; Bob.") for line in first) == 1
    assert "How." not in first and not any(line.startswith(("Type a move", "Hand of")) for line in first)
    move(ann, watching)
    assert narration.follow(None) == [ann.log(None)[-1].text]
    close(ann, watching)


def test_after_an_undo_the_turn_is_told_again(tmp_path: Path) -> None:
    ann, bob, narration = at_table(tmp_path, 1)
    while not isinstance(ann.turn, Decide) or ann.turn.seat != 1:
        move(ann, bob)
    narration.follow(1)
    move(ann, bob)
    told = narration.follow(1)
    assert told[0] == bob.log(1)[-1].text
    assert told[-1] == narration.standing(1)
    bob.undo(1)
    again = narration.follow(1)
    assert again[0] == narration.standing(1)
    assert not any(line in again for line in told)
    close(ann, bob)


def test_a_mark_of_help_is_told_once(tmp_path: Path) -> None:
    ann, bob, narration = at_table(tmp_path, 1)
    narration.follow(1)
    while not isinstance(ann.turn, Decide) or ann.turn.seat != 1:
        move(ann, bob)
    narration.follow(1)
    bob.note_once(1, "hint")
    told = narration.follow(1)
    assert told == [bob.log(1)[-1].text]
    assert narration.follow(1) == []
    close(ann, bob)


def test_nature_belongs_to_the_decision_before_it() -> None:
    plays: Sequence[int | None] = (None, 0, None, None, 1, 0)
    history = type("H", (), {"plays": [type("P", (), {"by": by})() for by in plays]})()
    assert list(turns_of(history, 0)) == [(0, 1), (1, 4), (4, 5), (5, 6)]
    assert list(turns_of(history, 4)) == [(4, 5), (5, 6)]
    assert list(turns_of(history, 6)) == []
