"""Games that began with an earlier edition of a word list that ships: the golden ones, cut before their end.

The present edition takes the place of theirs in a record. What was played stands, undo does not bring the old list
back, and a program of before refuses the save instead of writing into it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.seating import play_on
from tests.golden.make import SAVES
from tests.table.helpers import lines_of, null_header, reseal
from towergames import lexicon, registry
from towergames.core.bot import Clock
from towergames.core.contract import Decide, IllegalAction, Over
from towergames.core.dice import Dice
from towergames.games.words.bots import LEVELS
from towergames.games.words.model import Play
from towergames.lexicon import cache, word_lists
from towergames.paths import wordlists_folder
from towergames.session.text import read_only_reason
from towergames.table import game_review
from towergames.table import store as store_module
from towergames.table.editions import Edition, edition_due
from towergames.table.errors import SaveError, SetupError, TableError
from towergames.table.facts import facts
from towergames.table.history import History, ReplayError
from towergames.table.match import Table
from towergames.table.records import EDITION_FORMATS, FORMAT, OPEN_FORMAT, Record, SeatSetup, digest
from towergames.table.save_file import begin_history, load_file, verify
from towergames.table.setup import new_header, rematch
from towergames.table.store import Store
from towergames.table.wordlists import bring_list, list_of, missing_list

GAMES = ("words-r2-2", "bricks-r1-2", "konexi-r1-2")
RECORDS = {"words-r2-2": 21, "bricks-r1-2": 9, "konexi-r1-2": 24}
"""Golden game -> after so many records it goes on here."""


def begun(folder: Path, name: str = "words-r2-2", **header: Any) -> Store:
    """A folder with the save ``game``: a golden game that was left with an earlier edition of its list."""
    lines = lines_of(SAVES / f"{name}.jsonl")[: RECORDS[name] + 1]
    lines[0] |= header
    (folder / "game.jsonl").write_bytes(reseal(lines))
    return Store(folder)


def present(name: str = "standard") -> Edition:
    found = lexicon.load(name)
    return Edition(found.id, found.sha256, found.count)


def about(history: History) -> tuple[Any, Any, Any]:
    """What the functions about word lists want to know of a game."""
    return history.game.info, history.header, history.state


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Table]:
    table = begun(tmp_path).open("game")
    yield table
    table.close()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_on_to_its_end_with_the_present_edition(tmp_path: Path, name: str) -> None:
    store = begun(tmp_path, name)
    old = load_file(store.path("game"))
    assert lexicon.find(old.history.state.list_sha256) is None, "the golden games began with an earlier edition"
    table = store.open("game")
    assert table.history.state.list_sha256 == present().sha256
    assert [play.notation for play in table.history.plays] == [play.notation for play in old.history.plays]
    assert table.totals == old.history.game.totals(old.history.state)
    assert not table.read_only and missing_list(*about(table.history)) == ""
    play_on(table, 12)
    states = [digest(play.step.state) for play in table.history.plays]
    assert table.close() and verify(store.path("game")).ok
    again = load_file(store.path("game")).history
    assert [digest(play.step.state) for play in again.plays] == states
    assert [edition for _, edition in again.editions] == [present()]


def test_the_players_are_told_once_and_the_log_says_where(tmp_path: Path, told: Table) -> None:
    (news,) = told.news()
    assert news.startswith("The standard word list has changed since this game began. The game goes on with the new")
    assert f"{present().words:,} words. Words on the board stay." in news
    assert told.news() == ()
    lines = [line for line in told.log(None) if line.kind == "edition"]
    assert [(line.play, line.seat) for line in lines] == [(told.moves, None)]
    assert lines[0].text.startswith("From here the standard word list is another edition")
    assert "edition" not in told.history.assists and "" not in told.history.assists
    told.close()
    again = Store(tmp_path).open("game")
    assert again.news() == () and len(again.history.editions) == 1
    again.close()


def test_new_words_are_checked_and_hints_are_given(told: Table) -> None:
    def judged(word: str) -> bool:
        """Whether the words of a play on a board with this one word are in the list."""
        state = replace(told.history.state, board=("",) * 100, racks=(word, word))
        return told.game.judge(state, told.game.parse(f"play e5 across {word}", state)).legal

    assert judged("AGE") and not judged("OUI") and not judged("MOI")
    seat = told.turn.seat
    bot = LEVELS[-1].make(told.game)
    hint = bot.choose(told.view(seat), Dice(1, 1, "hint"), Clock(20)).action
    assert isinstance(hint, Play)
    told.submit(seat, hint)


def test_what_was_played_stands_also_where_the_new_edition_does_not_have_it(tmp_path: Path) -> None:
    """A word of the old edition alone lies on the board, undo goes behind the new edition, and the word is refused."""
    store = begun(tmp_path)
    lines = lines_of(store.path("game"))[:4]
    lines[3]["body"]["outcome"]["racks"][0] = "ADEIOUY"
    lines[3]["body"]["outcome"]["racks"][1] = "EFGRRTY"
    game = load_file(SAVES / "words-r2-2.jsonl").history.game
    history = History(game, load_file(SAVES / "words-r2-2.jsonl").history.header)
    moves = [
        {"n": 4, "by": 0, "kind": "action", "body": {"move": "play d5 across OUI"}},
        {"n": 5, "by": "nature", "kind": "outcome", "body": {"kind": "draw", "outcome": {"tiles": "HNR"}}},
    ]
    sealed = []
    for line in (*lines[1:], *moves):
        history.take(Record(line["n"], line["by"], line["kind"], line["body"]), check=False)
        sealed.append({**line, "state": digest(history.state)})
    store.path("game").write_bytes(reseal([lines[0], *sealed]))
    table = store.open("game")
    assert any("OUI" in line.text for line in table.log(None)) and table.totals[0] == 6
    table.undo(0, (1,))
    assert table.history.state.list_sha256 == present().sha256 and table.history.editions == [(3, present())]
    with pytest.raises(IllegalAction, match="OUI is not in the word list"):
        table.submit(0, table.parse("play d5 across OUI"))
    with pytest.raises(TableError, match="this cannot be done again"):
        table.redo()
    table.submit(0, table.parse("play d5 across AIDE"))
    table.close()
    assert verify(store.path("game")).ok


def test_it_is_reviewed_replayed_and_branched_when_it_is_over(tmp_path: Path) -> None:
    store = begun(tmp_path)
    table = store.open("game")
    play_on(table, 100_000)
    assert isinstance(table.turn, Over)
    judged = [found for _, found in game_review.sweep(table.history) if found is not None]
    assert {found.play for found in judged} >= {4, table.history.editions[0][0] + 1}
    last = table.history.plays[-1].step.state
    place = table.history.editions[0][0]
    counted = facts(table.history)
    table.close()
    with pytest.raises(TableError, match="over"):
        store.open("game").submit(0, table.parse("pass"))
    loaded = load_file(store.path("game"))
    assert loaded.history.state == last and loaded.finished
    assert loaded.history.header.identity == load_file(SAVES / "words-r2-2.jsonl").history.header.identity
    assert counted == facts(loaded.history)
    assert rematch(loaded.history, 7).format == FORMAT
    for plays, editions in ((place + 2, [(place, present())]), (place - 2, [(place - 2, present())])):
        branch = store.branch(loaded.history, plays, "game")
        assert branch.moves == plays and branch.history.editions == editions
        assert branch.history.state.list_sha256 == present().sha256
        play_on(branch, 4)
        branch.close()
        assert verify(store.path(branch.name)).ok
    assert loaded.history.copy(place - 1).editions == []


def test_the_file_as_it_was_stays_beside_and_older_programs_refuse_the_new_one(tmp_path: Path) -> None:
    store = begun(tmp_path)
    before = store.path("game").read_bytes()
    store.open("game").close()
    assert (tmp_path / "game.jsonl.format-1").read_bytes() == before
    assert lines_of(store.path("game"))[0]["format"] == EDITION_FORMATS[FORMAT] > OPEN_FORMAT
    after = store.path("game").read_bytes()
    table = store.open("game")
    table.close()
    assert store.path("game").read_bytes() == after, "the edition is recorded once"
    assert store.names() == ["game"]


def test_a_list_that_is_here_stays_and_so_does_a_finished_game(tmp_path: Path) -> None:
    header = new_header(registry.get("words").game, [SeatSetup("Ann"), SeatSetup("Bob")], {}, 7)
    Store(tmp_path).begin(header, "fresh").close()
    before = (tmp_path / "fresh.jsonl").read_bytes()
    Store(tmp_path).open("fresh").close()
    assert (tmp_path / "fresh.jsonl").read_bytes() == before
    (tmp_path / "over.jsonl").write_bytes((SAVES / "words-r2-2.jsonl").read_bytes())
    table = Store(tmp_path).open("over")
    assert table.history.editions == [] and table.news() == ()
    assert list_of(*about(table.history)[1:]) is lexicon.load("standard"), "a look-up asks the present edition"
    table.close()
    assert (tmp_path / "over.jsonl").read_bytes() == (SAVES / "words-r2-2.jsonl").read_bytes()


def test_a_game_that_was_cut_before_its_list_was_laid_out_takes_the_present_one(tmp_path: Path) -> None:
    store = begun(tmp_path)
    store.path("game").write_bytes(reseal(lines_of(store.path("game"))[:1]))
    table = store.open("game")
    assert table.history.state.list_sha256 == present().sha256 and table.history.editions == []
    table.close()


def test_the_file_of_the_old_edition_can_be_brought_instead(tmp_path: Path) -> None:
    store = begun(tmp_path)
    dropped = (wordlists_folder() / "dropped.txt").read_text(encoding="utf-8").partition("# Then the words")[2]
    since = {line.split()[0] for line in dropped.splitlines()[2:]} - {"boongs", "lubras", "mongs"}
    file, history = tmp_path / "old.txt", load_file(store.path("game")).history
    file.write_text("\n".join([*since, *lexicon.load("standard").words]), encoding="utf-8")
    with pytest.raises(SetupError, match="is not the word list of this game, standard"):
        bring_list(*about(history), "standard")
    try:
        assert bring_list(*about(history), str(file)) == ()
        table = store.open("game")
        assert table.history.editions == [] and "OUI" in (list_of(*about(table.history)[1:]) or ())
        table.close()
    finally:
        (cache.folder() / f"{history.state.list_sha256}.words").unlink()
        word_lists.forget(history.state.list_sha256)


def test_where_the_disk_refuses_the_game_can_be_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = begun(tmp_path)
    before = store.path("game").read_bytes()

    def refuse(*_: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store_module, "write_new", refuse)
    table = store.open("game")
    assert table.read_only and "cannot go on with the present edition of its word list" in read_only_reason(table.saved)
    assert store.path("game").read_bytes() == before
    table.close()
    monkeypatch.undo()
    loaded = load_file(store.path("game"))
    monkeypatch.setattr("towergames.table.records.MAX_LINE", 300)
    with pytest.raises(SaveError, match="present edition of its word list: the line is longer than 300 bytes"):
        store._ready_for_edition(store.path("game"), loaded)
    assert store.path("game").read_bytes() == before


def test_at_an_open_table_everybody_is_told_and_the_windows_go_on(tmp_path: Path) -> None:
    store = begun(tmp_path, format=OPEN_FORMAT)
    with store.path("game").open("ab") as file:
        file.write(b'{"n":')  # what a killed program left of its last line
    watcher = store.join("game")
    assert watcher.history.editions == []
    watcher.close()
    ann = store.join("game", (0,))
    assert ann.header.format == EDITION_FORMATS[OPEN_FORMAT] and ann.header.open
    bob = store.join("game", (1,))
    ann.follow(), bob.follow()
    assert len(ann.news()) == len(bob.news()) == 1 and ann.news() == bob.news() == ()
    assert ann.history.state == bob.history.state and ann.history.state.list_sha256 == present().sha256
    for _ in range(4):
        table = (ann, bob)[ann.turn.seat]
        table.submit(table.turn.seat, table.sample(Dice(1, table.moves, "moves")))
        ann.follow(), bob.follow(), ann.follow(), bob.follow()
    assert digest(ann.history.state) == digest(bob.history.state)
    bob.close()
    bob = store.join("game", (1,))
    assert bob.news() == (), "Bob has moved since"
    ann.close(), bob.close()
    assert verify(store.path("game")).ok


def test_a_table_that_another_window_keeps_is_joined_as_it_is(tmp_path: Path) -> None:
    store = begun(tmp_path, format=OPEN_FORMAT)
    old = store.join("game")
    old.journal.keep()  # as a window of an earlier program would
    bob = store.join("game", (1,))
    assert bob.header.format == OPEN_FORMAT and bob.history.editions == []
    old.close(), bob.close()


@pytest.mark.parametrize(
    ("by", "body", "format"),
    [
        ("table", {}, 3),
        ("table", {"id": "mine", "sha256": "0" * 64, "words": 9}, 3),
        ("table", {"id": "standard", "sha256": "0" * 63, "words": 9}, 3),
        ("table", {"id": "standard", "sha256": 7, "words": 9}, 3),
        ("table", {"id": "standard", "sha256": "0" * 64, "words": True}, 3),
        ("table", {"id": "standard", "sha256": "0" * 64, "words": 0}, 3),
        (0, {"id": "standard", "sha256": "0" * 64, "words": 9}, 3),
        ("table", {"id": "standard", "sha256": "0" * 64, "words": 9}, 1),
    ],
)
def test_a_record_that_says_no_edition_is_refused(tmp_path: Path, by: Any, body: dict[str, Any], format: int) -> None:
    history = load_file(begun(tmp_path, format=format).path("game")).history
    with pytest.raises(ReplayError, match="it says nothing of a word list"):
        history.take(Record(history.records + 1, by, "edition", body))


def test_no_edition_comes_where_no_list_lies_or_the_game_is_over(tmp_path: Path) -> None:
    record = Record(1, "table", "edition", present().body)
    null = begin_history(replace(null_header(), format=EDITION_FORMATS[FORMAT]))
    over = load_file(SAVES / "words-r2-2.jsonl").history
    over.header = replace(over.header, format=EDITION_FORMATS[FORMAT])
    for history in (null, over):
        with pytest.raises(ReplayError, match="no word list lies on the table"):
            history.take(record)


def test_before_the_list_is_laid_out_no_edition_holds(told: Table) -> None:
    body = {"to": 0, "beyond": True, "agreed": [0, 1]}
    told.history.take(Record(told.history.records + 1, 0, "retract", body), check=False)
    assert told.history.state == told.history.first and told.history.editions == [(0, present())]


def test_a_list_of_ones_own_has_no_other_edition(tmp_path: Path) -> None:
    made = lexicon.add("lost", ["stove", "oven"])
    header = new_header(registry.get("words").game, [SeatSetup("Ann")], {"words": made.reference}, 7)
    Store(tmp_path).begin(header, "own").close()
    word_lists.forget(made.sha256)
    table = Store(tmp_path).open("own")
    assert isinstance(table.turn, Decide) and edition_due(*about(table.history)[1:]) is None
    assert "The word list lost of this game is not on this machine." in missing_list(*about(table.history), "own")
    table.close()
