"""Users' files: read within limits, cleaned, told line by line; and the shelf that remembers them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from towergames import lexicon
from towergames.lexicon import LexiconError, cache, parser, word_lists


def write(folder: Path, data: bytes, name: str = "My List.txt") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_a_clean_file_is_taken_as_it_is(tmp_path: Path) -> None:
    found = lexicon.load(write(tmp_path, b"mood\nquit\n"))
    assert found.words == {"MOOD", "QUIT"} and found.id == "my-list"
    assert found.report is not None and found.report.lines == ()
    assert found.reference == f"my-list@{found.sha256[:16]}"


def test_line_ends_case_order_and_repeats_do_not_change_the_hash(tmp_path: Path) -> None:
    one = lexicon.load(write(tmp_path, b"mood\nquit\n", "a.txt"))
    two = lexicon.load(write(tmp_path, b"\xef\xbb\xbf# mine\r\nQUIT\r\n\r\nmood\r\nmood", "b.txt"))
    assert one.sha256 == two.sha256


def test_bad_lines_are_told_one_by_one(tmp_path: Path) -> None:
    data = b"mood\nLondon\ntwo words\nit's\na\nna\xc3\xafve\nx2\n" + b"z" * 300 + b"\n" + b"y" * 60 + b"\n"
    report = lexicon.load(write(tmp_path, data)).report
    assert report is not None and report.words == 1 and report.bad_lines == 8
    told = {problem.line: problem.why for problem in report.problems}
    assert "capital" in told[2] and "more than one word" in told[3]
    assert "other characters" in told[4] and "other characters" in told[6] and "other characters" in told[7]
    assert "one letter" in told[5] and "200 bytes" in told[8] and "45 letters" in told[9]
    assert all(line.isprintable() for line in report.lines)


def test_many_bad_lines_are_counted_not_listed(tmp_path: Path) -> None:
    report = lexicon.load(write(tmp_path, b"mood\n" + b"x y\n" * 500)).report
    assert report is not None and report.bad_lines == 500
    assert len(report.problems) == parser.MAX_PROBLEMS and report.lines[-1] == "and 480 more"


ONE_WORD = "Write one word of the letters a to z on each line"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (
            b"Cat\nDog\nTower\nHouse",
            "Line 1: 'Cat' has a capital letter, as names have; 3 other lines left out. Write words in small letters",
        ),
        (b"# names\nCat\n", "Line 2: 'Cat' has a capital letter, as names have. Write words in small letters"),
        (
            b"a\ntwo words\nand three words\nCat\n",
            f"Line 2: 'two words' is more than one word; 3 other lines left out. {ONE_WORD}",
        ),
        *((data, ONE_WORD) for data in (b"", b"\n", b"\n\n", b"# only this\n")),
        (b"1\n2\n", None),
        (b"\x00\xff\xfe", None),
    ],
)
def test_a_file_without_words_is_refused_with_what_is_wrong(tmp_path: Path, data: bytes, told: str | None) -> None:
    with pytest.raises(LexiconError) as error:
        lexicon.load(write(tmp_path, data, "names.txt"))
    assert str(error.value).startswith("names.txt has no word")
    assert told is None or str(error.value) == f"names.txt has no word. {told}"


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_list_may_be_utf_16_with_or_without_its_mark(tmp_path: Path, coding: str, mark: str) -> None:
    data = mark.encode(coding) if coding[-2:] in ("le", "be") else b""
    data += "mood\r\nQUIT\r\nna\u00efve\r\nParis\r\n".encode(coding)
    found = lexicon.load(write(tmp_path, data))
    assert found.words == {"MOOD", "QUIT"} and found.report is not None
    assert [(problem.line, problem.text) for problem in found.report.problems] == [(3, "na\u00efve"), (4, "Paris")]


def test_definitions_after_a_tab_are_passed_over(tmp_path: Path) -> None:
    data = b"AA\ta rough cindery lava [n AAS]\nmood \t a state of mind\nLondon\ta city\n\tquit\n"
    data += b"oven\t" + b"long " * 100 + b"\n"
    found = lexicon.load(write(tmp_path, data))
    assert found.words == {"AA", "MOOD", "QUIT", "OVEN"} and found.report is not None
    assert [str(problem) for problem in found.report.problems] == [
        "line 3: 'London' has a capital letter, as names have"
    ]


def test_what_is_no_file_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LexiconError, match="standard, common, wide"):
        lexicon.load("wibble")
    with pytest.raises(LexiconError, match="cannot be read"):
        lexicon.load(tmp_path / "none.txt")
    with pytest.raises(LexiconError, match="folder"):
        lexicon.load(tmp_path)
    monkeypatch.setattr(parser, "MAX_BYTES", 10)
    with pytest.raises(LexiconError, match="longer than"):
        lexicon.load(write(tmp_path, b"mood\n" * 10))
    monkeypatch.setattr(parser, "MAX_WORDS", 1)
    with pytest.raises(LexiconError, match="more than"):
        parser.read_bytes(b"mood\nmoon\n", "x")


@given(st.binary(max_size=300))
def test_any_bytes_are_a_list_or_refused(data: bytes) -> None:
    try:
        text, report = parser.read_bytes(data, "x")
    except LexiconError:
        return
    assert parser.canonical(text.decode().split()) == text and report.words == text.count(b"\n")


def test_a_list_is_found_by_its_hash_and_by_its_reference(tmp_path: Path) -> None:
    made = lexicon.load(write(tmp_path, b"mood\nzebra\n"))
    assert lexicon.find(made.sha256) is made and lexicon.resolve(made.reference) is made
    assert lexicon.load(made.reference) is made
    assert lexicon.resolve("standard") is lexicon.load("standard")
    assert lexicon.resolve("nothing@0123456789abcdef") is None
    assert lexicon.resolve("../../etc/passwd") is None and lexicon.find("0" * 64) is None
    assert lexicon.find("no hash") is None


def test_a_users_list_is_found_again_in_the_cache_without_its_file(tmp_path: Path) -> None:
    path = write(tmp_path, b"mood\nyacht\n")
    made = lexicon.load(path)
    path.unlink()
    word_lists.forget(made.sha256)
    again = lexicon.resolve(made.reference)
    assert again is not None and again is not made
    assert again.words == made.words and again.id == "my-list"


def test_a_damaged_list_in_the_cache_is_as_good_as_none(tmp_path: Path) -> None:
    made = lexicon.load(write(tmp_path, b"mood\nxylem\n"))
    kept = cache.folder() / f"{made.sha256}.words"
    data = bytearray(kept.read_bytes())
    for at in range(len(data)):
        damaged = bytes(data[:at]) + bytes([data[at] ^ 1]) + bytes(data[at + 1 :])
        kept.write_bytes(damaged)
        found = cache.load_text(made.sha256)
        assert found is None or found[1] == made.text
    kept.write_bytes(b"")
    word_lists.forget(made.sha256)
    assert lexicon.find(made.sha256) is None


def test_a_word_graph_is_cached_and_rebuilt_when_it_is_missing_old_or_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    made = lexicon.add("cached", ["mood", "moon", "quit"])
    graph = made.letters
    path = cache._graph_path(made.sha256, "letters")
    whole = path.read_bytes()
    found = cache.load_graph(made.sha256, "letters")
    assert found is not None and found.edges == graph.edges
    assert cache.load_graph("1" * 64, "letters") is None
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        assert cache.load_graph(made.sha256, "letters") is None
    path.write_bytes(whole[:-1])
    assert cache.load_graph(made.sha256, "letters") is None
    path.write_bytes(whole)
    monkeypatch.setattr(cache, "FORMAT", 99)
    assert cache.load_graph(made.sha256, "letters") is None
    monkeypatch.undo()
    path.unlink()
    word_lists.forget(made.sha256)
    again = lexicon.add("cached", ["mood", "moon", "quit"]).letters
    assert (again.edges, again.final) == (graph.edges, graph.final)


def test_a_cache_that_cannot_be_written_is_no_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setattr(cache, "folder", lambda: blocked / "cache")
    assert "OWL" in lexicon.add("nowhere", ["owl"]).letters


def test_threads_share_one_list() -> None:
    from concurrent.futures import ThreadPoolExecutor

    made = lexicon.add("shared", [a + b + c for a in "bcdf" for b in "aeiou" for c in "lmnr"])
    with ThreadPoolExecutor(8) as pool:
        graphs = list(pool.map(lambda _: made.graph("letters", sorted), range(16)))
        sets = list(pool.map(lambda _: made.words, range(16)))
    assert all(graph is graphs[0] for graph in graphs) and all(words is sets[0] for words in sets)
