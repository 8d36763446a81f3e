"""The commands that plain mode and the screens once decided apart: one script for both, and one answer.

The script is typed as in plain mode; the screen is given the same words and, where plain mode asks, the same answers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.plain.helpers import converse, flat, header_of, script_of
from tests.plain.test_same_decisions import SECRET, Broken, Quick, as_kept, saved
from tests.plain.test_windows import begun, sitting
from tests.tui.game_kit import Play, opened
from tests.tui.test_windows import joined, quick_answers
from towergames import registry
from towergames.board.protocol import Hint
from towergames.core.bot import Level
from towergames.core.text import sentence
from towergames.games.bricks.model import Build
from towergames.plain.vocabulary import WORDS
from towergames.run_request import RunRequest
from towergames.session import commands
from towergames.session.text import kept
from towergames.table.history import History
from towergames.table.records import Header
from towergames.table.store import Store
from towergames.tui.dialogs import ChoiceDialog, ConsentScreen, TextDialog
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.screens.game.screen import GameScreen

__all__ = ["quick_answers"]


class Typist:
    """Types the lines of plain mode on a screen, and notes what the screen answers."""

    def __init__(self, shown: Play) -> None:
        self.shown = shown
        self.said = ""

    async def type(self, *lines: str) -> None:
        for line in lines:
            await self._type(line)
            await self.shown.until(self._is_quiet)
            await self.shown.pilot.pause()
            self._note()
            if isinstance(self.shown.app.screen, TextDialog):
                await self.shown.press("escape")

    async def _type(self, line: str) -> None:
        shown = self.shown
        if line in ("yes", "no"):
            await shown.press(line[0])
        elif line == "":
            await self._open_curtain()
        elif line == "undo yes":
            shown.game.typed("undo")
            await shown.pilot.pause()
            card = shown.app.screen
            if isinstance(card, ConsentScreen) and card.title_text == "Undo":  # the asker alone is asked
                await shown.press("y")
        elif line.startswith("name "):
            shown.game.typed(line)
            await shown.pilot.pause()
            if isinstance(shown.app.screen, ChoiceDialog):
                await shown.press("r")
        else:
            shown.game.typed(line)

    async def _open_curtain(self) -> None:
        curtain = self.shown.app.screen
        assert isinstance(curtain, CurtainScreen)
        await self.shown.press(str(curtain.seat + 1))

    def _is_quiet(self) -> bool:
        if not any(isinstance(screen, GameScreen) for screen in self.shown.app.screen_stack):
            return False
        game = self.shown.game
        return game.is_mounted and not game.search.active and game.hints._looking is None

    def _note(self) -> None:
        screen = self.shown.app.screen
        lines = screen.lines if isinstance(screen, TextDialog) else ()
        message = self.shown.game.session.message.text
        self.said += " ".join(("", message, self.shown.notices, *lines))


class Both:
    """Two equal saves; one is played in plain mode, one on a screen."""

    def __init__(self, home: Path, header: Header, moves: int | None = 0) -> None:
        self.header = header
        self.homes = {client: home / client for client in ("plain", "screen")}
        for folder in self.homes.values():
            saved(folder / "saves", header, moves)

    async def type(self, *lines: str) -> tuple[str, str]:
        """What plain mode and the screen say to the lines."""
        plain = self.homes["plain"] / "saves"
        _, text = converse((*lines, "quit"), RunRequest("open", plain, save="test"))
        async with self.screen() as typist:
            await typist.type(*lines)
        return flat(text), flat(typist.said)

    @asynccontextmanager
    async def screen(self) -> AsyncIterator[Typist]:
        async with opened(self.homes["screen"], "test", size=(120, 40)) as shown:
            yield Typist(shown)

    def kept(self, name: str = "test") -> tuple[History, History]:
        """What both have saved."""
        plain, screen = (as_kept(folder / "saves", name) for folder in self.homes.values())
        assert [play.notation for play in plain.plays] == [play.notation for play in screen.plays]
        assert plain.assists == screen.assists and plain.ended == screen.ended
        assert plain.finds == screen.finds
        return plain, screen


def both_say(told: tuple[str, str], *sentences: str) -> None:
    for text in told:
        for wanted in sentences:
            assert wanted in text


def take_that(**more: Any) -> Header:
    return header_of("Ann", "Bob", first=1, **more)


# --- each command; an undo for which other windows are asked is in test_windows, here and on the screen ----


async def test_a_hint_of_a_bot_that_fails(tmp_path: Path, levels: list[Level]) -> None:
    levels.append(Level("broken", "broken", Broken))
    both = Both(tmp_path, take_that())
    told = await both.type("", "hint")
    both_say(told, "No hint found, so none is counted. The bot failed with ZeroDivisionError.")
    assert all(SECRET not in text for text in told)
    assert both.kept()[0].assists == {}


async def test_a_hint_that_is_asked_for_again(tmp_path: Path, levels: list[Level]) -> None:
    levels.append(Level("quick", "quick", Quick))
    both = Both(tmp_path, take_that())
    both_say(await both.type("", "hint", "board", "hint", "log", "hint"), "Hint: ")
    assert both.kept()[0].assists == {"hint": 1}


async def test_an_undo_hides_the_hand_of_the_asker_while_others_are_asked(tmp_path: Path) -> None:
    _, made = script_of(take_that())
    moves = [play.by for play in made.history.plays].index(1)
    both = Both(tmp_path, take_that(), moves)
    plain = both.homes["plain"] / "saves"
    _, text = converse(["", "hand", "undo yes", "no", "", "quit"], RunRequest("open", plain, save="test"))
    before, after = text.split("Ann, do you agree", 1)
    assert "\n" * 24 in before[before.rindex("Hand of Bob") :], "Bob's hand is pushed away before Ann is asked"
    assert "Hand over to Bob" in after
    async with both.screen() as typist:
        await typist.type("")
        session = typist.shown.game.session
        assert session.viewer == 1
        await typist.type("undo yes")
        assert isinstance(typist.shown.app.screen, ConsentScreen)
        assert session.shut and session.viewer is None, "Bob's hand is hidden before Ann is asked"
        await typist.type("no")
        assert session.curtain_for == 1 or session.viewer == 1
    both_say((flat(text), flat(typist.said)), "Ann does not agree", "No move was undone")
    assert len(both.kept()[0].plays) == moves


async def test_a_redo_tells_how_many_moves_it_did(tmp_path: Path) -> None:
    """A play of Stacked Words and the tiles that were drawn for it are one."""
    header = header_of("Ann", game="words")
    _, made = script_of(header, 3)
    both = Both(tmp_path, header, moves=made.moves)
    both_say(await both.type("undo yes", "redo"), "1 move undone.", "1 move done again.")
    assert len(both.kept()[0].plays) == made.moves


async def test_two_people_undo_the_end_of_their_game(tmp_path: Path) -> None:
    _, made = script_of(take_that())
    both = Both(tmp_path, take_that(), moves=None)
    plain = both.homes["plain"] / "saves"
    _, text = converse(["undo yes", "yes", "quit"], RunRequest("open", plain, save="test"))
    async with both.screen() as typist:
        await typist.shown.press("b")  # from the end card to the table
        assert "Undo" not in typist.shown.text.splitlines()[-1], "it works, but nobody is invited to undo a result"
        await typist.type("undo yes", "yes")
        assert typist.shown.table.moves == len(made.history.plays) - 1
    assert "do you agree to undo the last" in text
    assert "1 move undone. The log shows it." in flat(text)  # on the screen the curtain comes before it is read
    kept = both.kept()[0]
    assert len(kept.plays) == len(made.history.plays) - 1 and not kept.ended


async def test_a_game_gets_a_free_name_and_an_open_table_keeps_its_own(tmp_path: Path) -> None:
    both = Both(tmp_path, take_that())
    for folder in both.homes.values():
        Store(folder / "saves").begin(take_that(), "other").close()
    both_say(await both.type("", "name Other"), "The game is now called other-2.")
    assert both.kept("other-2")[0].header == both.header
    keeps = "An open table keeps its name while it is played."
    begun(tmp_path / "saves", "Ann", "Bob").close()
    with sitting(tmp_path / "saves", 0, 1) as people:
        people.sees("Hand over to")
        people.type("")
        people.type("name other")
        people.sees(keeps)
    async with joined(tmp_path, 0, 1) as shown:
        await Typist(shown).type("")
        shown.game.typed("name other")
        await shown.until(lambda: keeps in shown.said)
    assert Store(tmp_path / "saves").names() == ["game"]


FIRST = "O4HY T4TY W3TY #Y / F4TB H5RB #B / Q1RR+1 S2HR / O2RR"
BEST = "I5RY #Y O4HY T4TY / G2HB #B H5RB / N4HR Q1RR+1 / #R (F4TB+W3TY)=#R O2RR S2HR *=X1HR-1 / O2RB"


async def test_a_search_keeps_every_better_move_and_decides_the_medals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    budgets = []

    def search(_: Any, context: Any, clock: Any, tell: Callable[[Any], None], known: Any = ()) -> Hint[Any, Any]:
        tell(Hint("47 points after 0.1 s.", Build(FIRST)))
        tell(Hint("75 points after 0.2 s.", Build(BEST)))
        return Hint("The best tower found has 75 points.", Build(BEST))

    analysis = registry.get("bricks").board.analysis
    assert analysis is not None
    budget = type(analysis).budget

    def noted(self: Any, context: Any, seconds: float) -> Any:
        budgets.append(seconds)
        return budget(self, context, seconds)

    monkeypatch.setattr(type(analysis), "search", search)
    monkeypatch.setattr(type(analysis), "budget", noted)
    both = Both(tmp_path / "during", header_of("Ann", game="bricks", puzzle="M-G2XEW"))
    both_say(await both.type("best", "best 7"), "The best tower found has 75 points.")
    assert budgets == [20.0, 7.0] * 2
    kept = both.kept()[0]
    assert [find.move for find in kept.finds] == [Build(FIRST), Build(BEST)] and kept.assists == {"hint": 1}
    both = Both(tmp_path / "after", header_of("Ann", game="bricks", puzzle="M-G2XEW"))
    after = [f"build {FIRST}", "submit", "yes"]
    plain = both.homes["plain"] / "saves"
    converse([*after, "hint", "hint", "quit"], RunRequest("open", plain, save="test"))
    async with both.screen() as typist:  # its end card begins the first search by itself
        shown = typist.shown
        for move in (f"build {FIRST}", "submit"):
            shown.game.flow.act(shown.table.parse(move))
        await shown.until(lambda: shown.table.history.measure is not None)
        await shown.press("b")
        await typist.type("hint")
    kept = both.kept()[0]
    assert kept.measure is not None and kept.measure.move == Build(BEST) and kept.assists == {}


async def test_a_watcher_sends_no_message(tmp_path: Path) -> None:
    ann = begun(tmp_path / "saves", "Ann", "Bob")
    told = "You watch this table."
    with sitting(tmp_path / "saves") as person:
        person.sees("Watching")
        person.type("say hello")
        person.sees(told)
    async with joined(tmp_path) as shown:
        shown.game.typed("say hello")
        await shown.until(lambda: told in shown.said)
    ann.follow()
    assert ann.history.said == []
    ann.close()


async def test_why_try_moves_and_the_log(tmp_path: Path) -> None:
    both = Both(tmp_path, take_that())
    before, made = both.kept()[0], script_of(take_that())[1]
    game = made.game
    refused = next(
        play.notation for play in made.history.plays if play.by == 0 and not game.judge(before.state, play.move).legal
    )
    why_not = game.judge(before.state, game.parse(refused, before.state)).refusals[0]
    told = await both.type("", "why", "try", f"try {refused}", "why", "try fly away", "why", "moves fly", "log")
    both_say(
        told,
        commands.NO_REASON,
        "Type try, then a move: try ",
        f"Not allowed: {sentence(why_not.text)} {why_not.rule}",
        'Not understood: "fly" is not a move.',
        'No move with "fly" is possible now.',
        "4 cards each. Ann starts.",
    )
    assert len(both.kept()[0].plays) == len(before.plays), "nothing was played"


async def test_a_rematch(tmp_path: Path) -> None:
    both = Both(tmp_path, take_that(), moves=None)
    both_say(await rematched(both), "Saved as")
    second = [Store(folder / "saves").headers() for folder in both.homes.values()]
    names = [sorted(header.names for header in headers) for headers in second]
    assert names[0] == names[1] and len(names[0]) == 2


async def rematched(both: Both) -> tuple[str, str]:
    plain = both.homes["plain"] / "saves"
    _, text = converse(["rematch", "", "name", "quit"], RunRequest("open", plain, save="test"))
    async with both.screen() as typist:
        shown = typist.shown
        await shown.press("b")
        first = shown.table
        shown.game.typed("rematch")
        await shown.until(lambda: shown.app.table is not None and shown.app.table is not first)
        assert shown.app.table is not None
        told = kept(shown.app.table.saved)
    return flat(text), told


async def test_another_game_with_the_same_players(tmp_path: Path) -> None:
    both = Both(tmp_path, take_that(), moves=None)
    plain = both.homes["plain"] / "saves"
    _, text = converse(["another", "another kon", "quit"], RunRequest("open", plain, save="test"))
    assert "konexi: Konexi, 30 minutes" in flat(text) and "Konexi: Ann; Bob." in flat(text)
    async with both.screen() as typist:
        shown = typist.shown
        await shown.press("b")
        shown.game.typed("another kon")
        await shown.until(lambda: shown.table.header.game == "konexi")
    seconds = []
    for folder in both.homes.values():
        headers = Store(folder / "saves").headers()
        seconds.append([header for header in headers if header.game == "konexi"])
    (one,), (other,) = seconds
    assert (one.seats, one.options, one.series) == (other.seats, other.options, other.series)
    assert one.series is not None and one.series.number == 1 and sum(one.series.wins) == 1


@pytest.mark.parametrize("moves", [0, None], ids=["at the first move", "at the end"])
async def test_a_command_that_cannot_be_used_is_refused_in_the_same_words(tmp_path: Path, moves: int | None) -> None:
    both = Both(tmp_path, take_that(), moves)
    refused = [word for word in WORDS if word.command and word.typed not in ("agree", "refuse")]
    async with both.screen() as typist:
        shown = typist.shown
        if moves is None:
            await shown.press("b")
        else:
            await typist.type("")
        reasons = {word.typed: shown.game.why_not(word.command) for word in refused}
    plain = both.homes["plain"] / "saves"
    for word in refused:
        if reason := reasons[word.typed]:
            begin = [] if moves is None else [""]
            _, text = converse([*begin, word.typed, "quit"], RunRequest("open", plain, save="test"))
            assert reason in flat(text)
    assert len([reason for reason in reasons.values() if reason]) > 5
