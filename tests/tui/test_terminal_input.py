"""What a terminal sends becomes keys only where a key was pressed, however it is cut, and never an error."""

from __future__ import annotations

from random import Random

import pytest
from textual import events
from textual.message import Message

from tests.combinations import sample
from tests.tui.input_generator import ESCAPE_WAIT, NO_KEYS, Part, noise, part, reads
from towergames.tui.input_stream import LONGEST, MOST_PASTED, PATIENCE, Piece
from towergames.tui.terminal_input import Answered, BrowserInput, TerminalInput, focus_question


class Strict(TerminalInput):
    """Lets every error out."""

    def _found(self, piece: Piece) -> list[Message]:
        return list(self._messages(piece))


def keys(found: list[Message]) -> list[str]:
    return [message.key for message in found if isinstance(message, events.Key)]


def read(*data: bytes, gap: float = 0.0, silence: float = 10.0) -> list[Message]:
    """The messages of several reads, with so many seconds between them and after them."""
    reader, now, found = Strict(ESCAPE_WAIT), 100.0, list[Message]()
    for number, some in enumerate(data, start=1):
        found += reader.feed(some, now)
        now += silence if number == len(data) else gap
        found += reader.expire(now)
    return found


def pressed(parts: list[Part], dice: Random) -> tuple[int, list[str]]:
    """How many bytes the parts have, and the keys that are found when they are read in pieces."""
    reader, now, length, found = Strict(ESCAPE_WAIT), 100.0, 0, list[Message]()
    for data, gap in reads(dice, parts):
        found += reader.feed(data, now)
        now, length = now + gap, length + len(data)
        found += reader.expire(now)
    return length, keys(found)


def feed_parts(seed: int, least: int) -> int:
    """Read parts of at least so many bytes; fails when other keys come out than were pressed. How many bytes."""
    total = 0
    while total < least:
        dice = Random(seed)
        parts = [part(dice) for _ in range(30)]
        length, found = pressed(parts, dice)
        assert found == [key for one in parts for key in one.keys], f"seed {seed}: {[one.data for one in parts]}"
        total, seed = total + length, seed + 1
    return total


def feed_noise(seed: int, least: int) -> int:
    """Read noise of at least so many bytes in pieces; fails with the first error."""
    dice, reader, now, total = Random(seed), Strict(ESCAPE_WAIT), 100.0, 0
    while total < least:
        data = noise(dice, dice.randint(1, 400))
        total += len(data)
        while data:
            at = dice.randint(1, len(data))
            for message in reader.feed(data[:at], now):
                assert not isinstance(message, events.Key) or "\ud800" not in message.key
            now, data = now + dice.choice((0.0, 0.0, 0.01, 0.1, 0.3, 2.5)), data[at:]
            list(reader.expire(now))
    return total


@pytest.mark.parametrize("seed", range(0, 4000, 1000))
def test_only_keys_are_keys_however_they_are_cut(seed: int) -> None:
    feed_parts(seed, sample(20_000, 200_000))


@pytest.mark.parametrize("seed", range(4))
def test_no_bytes_are_an_error(seed: int) -> None:
    feed_noise(seed, sample(20_000, 200_000))


@pytest.mark.long
def test_ten_million_bytes() -> None:
    known, any_bytes = feed_parts(1_000_000, 5_000_000), feed_noise(7, 5_000_000)
    print(f"{known:,} bytes of known parts, {any_bytes:,} bytes of noise: no error, no key that was not pressed")


def test_a_wrong_byte_costs_itself_alone() -> None:
    assert keys(read(b"\xe9a")) == ["a"]
    assert keys(read(b"\xe9", b"a", b"\x1b[A\xff\x1b[B")) == ["a", "up", "down"]
    assert keys(read(b"\x1b[\xff1;\x805A")) == ["ctrl+up"]
    assert keys(read(b"\xe2", b"\x82", b"\xac")) == ["euro_sign"]


@pytest.mark.parametrize("data", NO_KEYS)
def test_what_is_no_key_is_none_in_one_piece_or_in_many(data: bytes) -> None:
    assert keys(read(data)) == []
    one_by_one = [data[at : at + 1] for at in range(len(data))]
    assert keys(read(*one_by_one, b"k", gap=0.08)) == ["k"]


@pytest.mark.parametrize(
    "begun", [b"\x1b]", b"\x1b]11;rgb", b"\x1bP1", b"\x1b_Gi", b"\x1b[", b"\x1b[1;5", b"\x1b[M ", b"\x1bO"]
)
def test_a_sequence_without_an_end_does_not_keep_the_keyboard_for_ever(begun: bytes) -> None:
    assert keys(read(begun, b"k", gap=PATIENCE)) == ["k"]


@pytest.mark.parametrize("begun", [b"\x1b]11;rgb", b"\x1bP1", b"\x1b_Gi", b"\x1b[200~abc"])
def test_somebody_who_types_into_a_string_without_an_end_is_heard_after_a_while(begun: bytes) -> None:
    found = keys(read(begun, *[b"k"] * 40, gap=0.2))
    assert found == ["k"] * len(found) and 40 - len(found) == round(LONGEST / 0.2) - 1


@pytest.mark.parametrize(
    "begun", [b"\x1b", b"\x1b]11;rgb", b"\x1bPw", b"\x1b_Gi", b"\x1b[1;", b"\x1b[M ", b"\x1bO", b"\x1b[200~abc"]
)
def test_ctrl_q_and_ctrl_c_are_heard_whatever_has_begun(begun: bytes) -> None:
    before = ["escape"] if begun == b"\x1b" else []
    assert keys(read(begun, b"\x11", gap=0.01)) == [*before, "ctrl+q"]
    assert keys(read(begun, b"w\x03", gap=0.01))[-1] == "ctrl+c"


def test_a_long_paste_over_a_slow_line_is_one_paste() -> None:
    found = read(b"\x1b[200~", *[b"play a1 " * 4] * 40, b"end\x1b[2", b"01~", gap=0.4)
    assert [message.text for message in found if isinstance(message, events.Paste)] == ["play a1 " * 160 + "end"]
    assert keys(found) == []


def test_the_rest_of_a_string_or_a_paste_that_comes_late_is_no_key() -> None:
    assert keys(read(b"\x1b]11;rgb:1e1e", b"/1e\x07k", gap=4.0)) == ["k"]
    assert keys(read(b"\x1bP1+r544e=78\x1b", b"\\k", gap=4.0)) == ["k"]
    found = read(b"\x1b[200~play a1\x1b[2", b"01~k", gap=4.0)
    assert [message.text for message in found if isinstance(message, events.Paste)] == ["play a1", ""]
    assert keys(found) == ["k"]
    assert keys(read(b"\x1b[200~play a1", b"play b2 across WORD" * 3, b"\x1b[201~k", gap=4.0)) == ["k"]


def test_a_sequence_whose_escape_came_long_before_is_esc_and_that_sequence() -> None:
    assert keys(read(b"\x1b", b"]11;rgb:1e1e/1e1e/2e2e\x07k", gap=1.0)) == ["escape", "k"]
    assert keys(read(b"\x1b", b"P1$r1;2 q\x1b\\k", gap=1.0)) == ["escape", "k"]
    assert keys(read(b"\x1b", b"[?62;4c", gap=1.0)) == ["escape"]
    assert keys(read(b"\x1b", b"[A", gap=1.0)) == ["escape", "up"]
    assert keys(read(b"\x1b", b"[", b"k", gap=1.0)) == ["escape", "left_square_bracket", "k"]
    assert keys(read(b"\x1b", b"PLAY", gap=1.0)) == ["escape", "P", "L", "A", "Y"]
    assert keys(read(b"\x1b", b"k]1", gap=1.0)) == ["escape", "k", "right_square_bracket", "1"]


def test_a_paste_without_an_end_is_pasted_and_one_that_is_too_long_is_cut() -> None:
    found = read(b"\x1b[200~lost", b"k", gap=PATIENCE)
    assert [message.text for message in found if isinstance(message, events.Paste)] == ["lost"]
    assert keys(found) == ["k"]
    found = read(b"\x1b[200~", *[b"x" * 65536] * 40, b"\x1b[201~k")
    (paste,) = (message for message in found if isinstance(message, events.Paste))
    assert MOST_PASTED - 20 < len(paste.text) < MOST_PASTED + 20 and keys(found) == ["k"]


def test_escape_alone_is_the_key_once_nothing_follows_in_time() -> None:
    assert keys(read(b"\x1b", b"[", b"A", gap=0.08)) == ["up"]
    assert keys(read(b"\x1b", b"O", b"A", gap=ESCAPE_WAIT - 0.01)) == ["up"]
    assert keys(read(b"\x1b", b"k", gap=ESCAPE_WAIT)) == ["escape", "k"]
    assert keys(read(b"\x1b\x1b[A")) == ["escape", "up"]
    assert keys(read(b"\x1b", silence=ESCAPE_WAIT - 0.01)) == []
    assert keys(read(b"\x1b", silence=ESCAPE_WAIT)) == ["escape"]


@pytest.mark.parametrize(
    ("data", "place", "kind"),
    [
        (b"\x1b[M !!", (0, 0), events.MouseDown),
        (b"\x1b[M \xc1\x22", (160, 1), events.MouseDown),
        (b"\x1b[M \xff\xff", (222, 222), events.MouseDown),
        (b"\x1b[M \xc4\x82!", (225, 0), events.MouseDown),
        (b"\x1b[M \x21\xc4", (0, 163), events.MouseDown),
        (b"\x1b[MC!!", (0, 0), events.MouseMove),
        (b"\x1b[M`!!", (0, 0), events.MouseScrollUp),
        (b"\x1b[32;300;2M", (299, 1), events.MouseDown),
        (b"\x1b[<0;300;2M", (299, 1), events.MouseDown),
        (b"\x1b[<0;300;2m", (299, 1), events.MouseUp),
    ],
)
def test_reports_of_the_mouse_of_every_age(data: bytes, place: tuple[int, int], kind: type[events.MouseEvent]) -> None:
    (found,) = read(data)
    assert type(found) is kind and isinstance(found, events.MouseEvent)
    assert (found.x, found.y) == place
    assert keys(read(data, b"k")) == ["k"]


def test_an_old_report_says_that_the_button_came_up_which_went_down() -> None:
    down, up = read(b'\x1b[M"!!', b"\x1b[M#!!")
    assert isinstance(down, events.MouseDown) and isinstance(up, events.MouseUp)
    assert down.button == up.button == 3


@pytest.mark.parametrize("data", [b"\x1b[M \x00\x00", b"\x1b[M\x1b[M\x1b[A", b"\x1b[<128;1;1M", b"\x1b[160;1;1M"])
def test_a_report_that_cannot_be_is_dropped(data: bytes) -> None:
    assert keys(read(data, b"k")) in (["k"], ["up", "k"])
    assert not [message for message in read(data) if isinstance(message, events.MouseEvent)]


def test_answers_that_the_program_waits_for_arrive() -> None:
    found = read(
        b"\x1b[?2026;2$y\x1b[?2048;2$y\x1b[48;24;80;384;480t\x1b[I\x1b[O\x1b[6;13;6t\x1b[?62;4c\x1b_Gi=31;OK\x1b\\"
    )
    names = [type(message).__name__ for message in found]
    assert names[:4] == ["TerminalSupportsSynchronizedOutput", "InBandWindowResize", "Resize", "AppFocus"]
    assert names[4:] == ["AppBlur", "Answered", "Answered", "Answered"]
    (size,) = (message for message in found if isinstance(message, events.Resize))
    assert size.size == (80, 24) and size.pixel_size == (480, 384)
    assert [message.found.group() for message in found if isinstance(message, Answered)][1] == "\x1b[?62;4c"


@pytest.mark.parametrize(("answer", "focused"), [("1", ["AppFocus"]), ("0", []), ("2", []), ("4", [])])
def test_a_terminal_that_reports_its_focus_has_it_at_first(answer: str, focused: list[str]) -> None:
    found = read(f"\x1b[?1004;{answer}$y".encode())
    assert [type(message).__name__ for message in found] == focused


def test_a_terminal_that_stands_between_is_not_asked_for_its_focus() -> None:
    assert focus_question({"TERM": "xterm-256color"}) == "\x1b[?1004$p"
    for name, value in (("TMUX", "/tmp/x,1,0"), ("STY", "1.pts"), ("TERM_PROGRAM", "Apple_Terminal")):
        assert focus_question({"TERM": "xterm", name: value}) == ""


def test_the_mouse_in_pixels_is_told_in_cells() -> None:
    *_, found = read(b"\x1b[48;24;80;384;480t", b"\x1b[<0;13;33M")
    assert isinstance(found, events.MouseDown) and (int(found.x), int(found.y)) == (2, 2)


def test_keys_have_the_names_and_characters_that_textual_gives() -> None:
    parser = pytest.importorskip("textual._xterm_parser")
    table = pytest.importorskip("textual._ansi_sequences").ANSI_SEQUENCES_KEYS
    named = pytest.importorskip("textual._keyboard_protocol").FUNCTIONAL_KEYS
    # Left out: what Textual takes for control characters, F21 to F24 of rxvt, digits with Ctrl of mintty, Alt and a
    # digit (WezTerm on a Mac), tmux on Windows, and four keys of rxvt and Windows whose names it mixes up.
    odd = ("\x9b", "\x1b\x1b", "\x1b[~", "\x1b[7^", "\x1b[8^", "\x1bOb", "\x1bOM", "\x1b[62~", "\x1b[63~", "\x1b")
    odd += tuple(f"\x1b[{number}~" for number in (25, 26, 28, 29, 31, 32, 33, 34))
    odd += tuple(f"\x1b[{number}{last}" for number in (23, 24) for last in "$@")
    odd += tuple(f"\x1b[5{last}" for last in "ABCD") + tuple(f"\x1b{sign}" for sign in "1234567890-=§")
    odd += tuple(f"\x1b[1;{held}{last}" for held in range(5, 9) for last in "pqrstuvwxy")
    pairs = [*table, *(f"\x1b[{key[:-1]};{held}{key[-1]}" for key in named for held in (2, 3, 5, 6, 8))]
    for sequence in (sequence for sequence in pairs if sequence not in odd):
        theirs = parser.XTermParser()
        wanted = [(key.key, key.character) for key in theirs.feed(sequence) if isinstance(key, events.Key)]
        found = [(key.key, key.character) for key in read(sequence.encode()) if isinstance(key, events.Key)]
        assert found == wanted or (sequence.startswith("\x1b") and not wanted and len(sequence) == 2), repr(sequence)


def test_a_browser_sends_whole_keys_and_text_that_is_none() -> None:
    reader = BrowserInput()
    assert keys([*reader.feed("\x1b"), *reader.tick()]) == ["escape"]
    assert keys([*reader.feed("a\ud800\x1b[105;1:3u\x1b]11;rgb:1/1/1\x07b"), *reader.tick()]) == ["a", "b"]


def test_a_fault_of_ours_costs_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("towergames.tui.terminal_input._ss3", lambda _: 1 / 0)
    assert keys(list(TerminalInput(ESCAPE_WAIT).feed(b"a\x1bOAb"))) == ["a", "b"]
