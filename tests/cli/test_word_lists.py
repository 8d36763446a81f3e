"""Word lists on the command line: chosen, looked up in, missing, and the tools of Stacked Words fed with nonsense."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.conftest import Run
from tests.plain.helpers import header_of
from towergames.arena.games import Series
from towergames.cli import complete
from towergames.cli.main import main
from towergames.core.options import OptionError
from towergames.core.tool import ToolError
from towergames.games.words.calculator import analyse, score
from towergames.lexicon import cache, word_lists
from towergames.table.save_file import load_file
from towergames.table.setup import SetupError
from towergames.table.store import Store

BOARD = [" ".join([".."] * 10)] * 4 + [".. .. 1M 2O 1O 1D .. .. .. .."] + [" ".join([".."] * 10)] * 5
RACK = {"board": BOARD, "rack": "AEINRST", "cover_rule": True, "plural_rule": True}
WORD = {"board": BOARD, "placements": [[4, 2, "W"]]}
OWN = "mood\nWOOD\nfood\n"


@pytest.fixture
def own_list(tmp_path: Path) -> Iterator[Path]:
    """A list of three words; the process forgets it afterwards."""
    path = tmp_path / "my list.txt"
    path.write_text(OWN, encoding="utf-8")
    yield path
    forget(path)


def forget(path: Path) -> None:
    """As on a machine where the list has never been."""
    sha256 = word_lists.load(path).sha256
    word_lists.forget(sha256)
    (cache.folder() / f"{sha256}.words").unlink(missing_ok=True)


def written(path: Path, document: object) -> str:
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def test_a_list_of_ones_own_is_played_with_and_named_in_the_save(run: Run, own_list: Path, own_home: Path) -> None:
    own_list.write_text(OWN + "Paris\n\xe9t\xe9\n", encoding="utf-8")
    code, out, err = run("play", "words", "--seat", "Ann", "--words", str(own_list), "--name", "mine", "--plain")
    assert code == 0 and "Word list my-list." in out
    assert "3 words used, 2 lines left out" in out and "line 4: 'Paris' has a capital letter" in out and not err
    header = load_file(own_home / "saves" / "mine.jsonl").history.header
    assert header.wordlist == {"id": "my-list", "sha256": word_lists.load(own_list).sha256}
    assert header.options["words"] == word_lists.load(own_list).reference
    code, out, _ = run("play", "words", "--seat", "Ann", "--option", f"words={own_list}", "--plain")
    assert code == 0 and "Word list my-list." in out


def test_a_header_is_not_made_with_a_list_that_is_not_here() -> None:
    assert header_of("Ann", game="words").wordlist == {"id": "standard", "sha256": word_lists.load("standard").sha256}
    assert header_of("Ann", "Bob").wordlist is None
    with pytest.raises(SetupError, match="is not on this machine"):
        header_of("Ann", game="words", words="gone@0123456789abcdef")


def test_a_simulation_uses_the_list(run: Run, own_list: Path) -> None:
    seats = ("--seat", "bot:random", "--seat", "bot:random")
    code, out, _ = run("simulate", "words", "--games", "1", *seats, "--seed", "1", "--words", str(own_list), "--json")
    assert code == 0 and json.loads(out.splitlines()[-1])["options"]["words"] == word_lists.load(own_list).reference


def test_a_save_whose_list_is_missing_opens_and_is_given_it_again(run: Run, own_list: Path, own_home: Path) -> None:
    run("play", "words", "--seat", "Ann", "--words", str(own_list), "--name", "mine", "--plain")
    words = Path(own_list).read_text(encoding="utf-8")
    forget(own_list)
    code, out, _ = run("load", "mine", "--plain")
    assert code == 0 and "The word list my-list of this game is not on this machine" in out
    assert "towergames load mine --words FILE" in " ".join(out.split())
    assert run("verify", "mine")[0] == 0 and run("export", "mine")[0] == 0
    code, out, err = run("load", "mine", "--plain", "--words", "wide")
    assert (code, out) == (2, "") and "is not the word list of this game, my-list" in err
    brought = own_list.with_name("brought.txt")
    brought.write_text(words, encoding="utf-8")
    code, out, _ = run("continue", "--plain", "--words", str(brought))
    assert code == 0 and "not on this machine" not in out


def test_a_game_that_has_not_begun_is_not_given_another_list(own_list: Path, own_home: Path) -> None:
    store = Store(own_home / "saves")
    table = store.begin(header_of("Ann", game="words", words=word_lists.load(own_list).reference), "mine")
    table.close()
    path = store.path("mine")
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    forget(own_list)
    assert main(["load", "mine", "--plain"]) == 2
    assert path.read_bytes().count(b"\n") == 1


def test_the_shell_completes_lists_and_flags() -> None:
    assert [word for word, _ in complete.word_lists(None, "")] == list(word_lists.SHIPPED)
    assert complete.word_lists(None, "co")[0][1].endswith("words")


def test_a_word_is_looked_up_in_all_lists_that_ship(run: Run) -> None:
    code, out, _ = run("lookup", "mood", "zzzz")
    assert code == 0
    assert "MOOD: in standard, common and wide." in out and "mood: noun, " in out
    assert "letters after it: S Y" in out
    assert "ZZZZ: in none of the lists standard, common, wide." in out
    _, out, _ = run("lookup", "QI", "--json", "--anagrams")
    (word,) = json.loads(out)["words"]
    assert word["word"] == "QI" and word["in"]["wide"] is True and word["in"]["common"] is False
    assert word["anagrams"] == []


def test_anagrams_patterns_and_a_list_of_ones_own(run: Run, own_list: Path) -> None:
    assert "anagrams: ANTSIER NASTIER" in run("lookup", "aeinrst", "--anagrams")[1]
    _, out, _ = run("lookup", "--pattern", "?ood", "--words", str(own_list))
    assert out == "?OOD: 3 words fit: FOOD MOOD WOOD\n"
    assert "MOOD: in the list my-list." in run("lookup", "mood", "--words", str(own_list))[1]
    assert "CAT: not in the list my-list." in run("lookup", "cat", "--words", str(own_list))[1]


def test_analyse_and_score_for_people_and_programs(run: Run, tmp_path: Path, own_list: Path) -> None:
    file = written(tmp_path / "rack.json", RACK)
    short = json.loads(run("analyse", "words", file, "--json")[1])
    every = json.loads(run("analyse", "words", file, "--json", "--all")[1])
    assert len(short["top"]) == 10 < short["plays"] == every["plays"] == len(every["top"])
    people = run("analyse", "words", file)[1].splitlines()
    assert people[0] == f"{short['plays']:,} plays, the best 10 of them (--all lists every one):"
    assert len(people) == 11 and "b4 across NASTIER" in people[1]
    file = written(tmp_path / "word.json", WORD)
    assert json.loads(run("score", "words", file, "--json")[1]) == {"legal": True, "score": 6, "words": ["WOOD"]}
    assert run("score", "words", file)[1] == "WOOD: 6 points\n"
    own_list.write_text("mood\n", encoding="utf-8")
    assert (
        "Not legal: WOOD is not in the word list. Try another word. U-7"
        in run("score", "words", file, "--words", str(own_list))[1]
    )


def test_lines_of_documents_and_the_bad_one_is_named(run: Run) -> None:
    lines = f"{json.dumps(WORD)}\nnonsense\n\n{json.dumps(WORD | {'board': 3})}\n{json.dumps(WORD)}\n".encode()
    code, out, _ = run("score", "words", "-", given=lines)
    first, second, third, last = map(json.loads, out.splitlines())
    assert code == 2 and first == last == {"legal": True, "score": 6, "words": ["WOOD"]}
    assert (second["line"], third["line"]) == (2, 4) and third["error"].startswith("board: ")


CELLS = [["9A"] * 10, ["\ud800\ud800"] * 10]
CHANGES: tuple[dict[str, object], ...] = (
    {"board": BOARD[:9]},
    {"board": [*BOARD[:9], ".. " * 11]},
    *({"board": [*BOARD[:9], " ".join(row)]} for row in CELLS),
    *({"placements": [[4, 2, letter]]} for letter in ("\udfff", "WW")),
    *({"placements": [[row, 2, "W"]]} for row in (4.0, True, 10**80, -1)),
    {"placements": [[4, 2, "W"]] * 500},
    *({"cover_rule": 1}, {"plural_rule": "yes"}, {"rack": 7}, {"\x1b[2J": 7}),
)
HOSTILE = (
    *(b"[]", b"7", b"{}", b'{"board": NaN}', b"[" * 100_000, b'{"board": [], "placements": []}'),
    *(json.dumps(WORD | change).encode() for change in CHANGES),
)


@pytest.mark.parametrize("data", HOSTILE, ids=lambda data: repr(data[-24:]))
@pytest.mark.parametrize("tool", ["score", "analyse"])
def test_hostile_documents_are_exit_2_and_one_message(run: Run, tmp_path: Path, data: bytes, tool: str) -> None:
    path = tmp_path / "document.json"
    path.write_bytes(data)
    code, out, err = run(tool, "words", str(path), "--json")
    assert (code, out) == (2, "")
    assert err.startswith("towergames: ") and err.count("\n") == 1 and "\x1b" not in err and len(err) < 400


def _mangled() -> st.SearchStrategy[object]:
    scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
    anything = st.recursive(scalars, lambda c: st.lists(c, max_size=4) | st.dictionaries(st.text(max_size=4), c))
    cells = st.sampled_from(["..", "1A", "5Q", "2z", "0A", "6A", "1", "\ud8001"])
    row = st.lists(cells, min_size=10, max_size=10).map(" ".join)
    board = st.lists(row, min_size=10, max_size=10) | st.just(BOARD) | anything
    places = (
        st.lists(st.tuples(st.integers(-1, 10), st.integers(-1, 10), st.sampled_from("AQZa1")).map(list)) | anything
    )
    rack = st.text("AEQZ", max_size=8) | anything
    keys = {"board": board, "placements": places, "rack": rack, "cover_rule": st.booleans() | anything}
    return st.fixed_dictionaries({}, optional=keys) | anything


@given(_mangled())
def test_any_document_is_answered_or_refused_in_words(document: object) -> None:
    try:
        result = score(document, {"words": "common"})
        assert result["legal"] in (True, False)
    except ToolError as error:
        assert str(error).isprintable() and len(str(error)) < 300


@given(_mangled())
def test_any_rack_is_analysed_or_refused_in_words(document: object) -> None:
    if isinstance(document, dict):
        document.pop("placements", None)
    try:
        result = analyse(document, {"words": "common"})
        assert result["plays"] >= len(result["top"])
    except ToolError as error:
        assert str(error).isprintable() and len(str(error)) < 300


def test_bots_are_not_given_another_list_in_silence() -> None:
    with pytest.raises(OptionError, match="is not on this machine"):
        Series.begin("words", ["random", "random"], 1, {"words": "gone@0123456789abcdef"})
