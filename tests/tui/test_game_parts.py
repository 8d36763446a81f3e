"""What the game screen is made of, without a screen: zones, painters, and the session that decides who looks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.tui.game_kit import header
from towergames import registry
from towergames.board.protocol import Picture, Style
from towergames.core.contract import Score, Verdict
from towergames.registry import Entry
from towergames.session.session import SILENCE, Message, Session
from towergames.table.asides import TOLD
from towergames.table.history import History
from towergames.table.log import LogLine
from towergames.table.match import Table
from towergames.table.pad import Pad, PadLine
from towergames.tui.ending import crash_report
from towergames.tui.message_lines import MessageLines, draw_lines, foretold, overflow
from towergames.tui.paint import wrap
from towergames.tui.screens.game.side_panes import (
    SO_FAR,
    LogLook,
    PadLook,
    Status,
    draw_answered_log,
    draw_log,
    draw_pad,
    draw_status,
)
from towergames.tui.widgets.action_bar import ActionBarTask, Chip, draw_bar
from towergames.tui.zone_layout import LayoutPreferences, Needs, minimum, minimums, needs_of, plan

NEEDS = Needs(67, 10, 4, 4)
LONG = "Wwwwwwwwwwwwwwww"
SIZES = [(67, 18), (67, 21), (80, 23), (99, 30), (100, 23), (119, 40), (120, 39), (200, 60), (300, 90)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "wish", [LayoutPreferences(), LayoutPreferences(tab="pad", banner=True), LayoutPreferences(alone=True)]
)
def test_zones_never_overlap_and_stay_inside(size: tuple[int, int], wish: LayoutPreferences) -> None:
    boxes = plan(*size, NEEDS, wish)
    cells = set()
    for x, y, width, height in boxes.values():
        assert x >= 0 and y >= 0 and width > 0 and height > 0 and x + width <= size[0] and y + height <= size[1]
        own = {(i, j) for i in range(x, x + width) for j in range(y, y + height)}
        assert not cells & own
        cells |= own
    lacks_one = wish.banner and size[1] < minimum(NEEDS, size[0])[1]  # the screen asks for a row more then
    assert boxes["board"][2] >= NEEDS.columns and boxes["board"][3] >= NEEDS.board - lacks_one
    assert boxes["hand"][3] >= NEEDS.hand


def test_what_is_shown_beside_the_board_depends_on_the_width() -> None:
    assert ("log" in plan(80, 23, NEEDS, LayoutPreferences())) and (
        "pad" not in plan(80, 23, NEEDS, LayoutPreferences())
    )
    medium, wide = plan(100, 30, NEEDS, LayoutPreferences()), plan(120, 39, NEEDS, LayoutPreferences())
    assert medium["pad"][0] > 0 and medium["log"][0] == 0
    assert wide["pad"][0] == wide["log"][0] > 0
    low, high = plan(120, 39, NEEDS, LayoutPreferences(pad=10)), plan(120, 39, NEEDS, LayoutPreferences(pad=99))
    assert low["pad"][3] == 11 and high["pad"][3] == 15, "the score takes what it needs, the log has most"
    assert all(boxes["pad"][3] + boxes["log"][3] == 38 for boxes in (low, high))


@pytest.mark.parametrize("entry", registry.ENTRIES, ids=lambda entry: entry.key)
def test_every_size_that_a_page_is_told_is_enough_and_no_smaller_one_is(entry: Entry) -> None:
    needs = needs_of(entry.board.sizes(2, None), 2, 4)
    told = minimums(needs)
    for width in range(60, 200):
        least = min((rows for columns, rows in told if columns <= width), default=999)
        enough = minimum(needs, width)
        assert least == (enough[1] if enough[0] <= width else 999)


def _text(picture: Picture) -> list[str]:
    return picture.canvas.text().split("\n")


def _pad(seats: int) -> Pad:
    names = tuple(f"{LONG[:14]}{seat:02}" for seat in range(seats))
    lines = tuple(
        PadLine(r, r, Score(s, r + s, r + s, "R-1", "[b]why[/b]")) for r in range(1, 30) for s in range(seats)
    )
    return Pad(names, lines, (0,) * seats)


@pytest.mark.parametrize("seats", [1, 2, 4, 10])
@pytest.mark.parametrize("size", [(80, 5), (80, 12), (33, 8), (33, 40), (44, 12), (60, 20)])
def test_a_pad_of_many_long_names_shows_every_total_and_never_overflows(seats: int, size: tuple[int, int]) -> None:
    pad = _pad(seats)
    rows = _text(draw_pad(pad, PadLook(active=0, extra=[5] * seats, ties="rule R-1"), *size))
    assert len(rows) == size[1] and all(len(row) <= size[0] for row in rows)
    shown = "\n".join(rows)
    fitting = pad.totals if seats < 10 or size[0] > 50 or size[1] > 10 else pad.totals[: size[0] // 18 * (size[1] - 1)]
    for total in fitting:
        assert str(total) in shown
    singles = _text(draw_pad(pad, PadLook(singles=True), *size))
    assert all(len(row) <= size[0] for row in singles)


def test_rounds_that_have_no_room_are_said_to_be_left_out() -> None:
    pad = _pad(2)
    narrow = _text(draw_pad(pad, PadLook(), 33, 12))
    assert narrow[4].split() == ["round", "█1", "▚2"] and narrow[5].strip() == "Rounds 1-24 left out"
    assert [row.split()[0] for row in narrow[6:12]] == ["25", "26", "27", "28", "29", "sum"]
    whole = _text(draw_pad(pad, PadLook(), 33, 40))
    assert not any("left out" in row for row in whole) and any(row.split()[:1] == ["1"] for row in whole)
    wide = _text(draw_pad(pad, PadLook(ties="rule R-1"), 80, 5))
    shown = [int(word) for word in wide[1].split() if word.isdecimal()]
    assert f"Rounds 1-{shown[0] - 1} left out" in wide[0] and shown[-1] == 29
    singles = _text(draw_pad(pad, PadLook(singles=True), 33, 12))
    assert "earlier lines left out" in "\n".join(singles)


def test_a_pad_without_lines_says_so() -> None:
    pad, look = Pad(("Ada", "Ben"), (), (0, 0)), PadLook(singles=True)
    rows = _text(draw_pad(pad, look, 43, 8))
    assert rows[rows.index(" lines") + 1] == " Nobody has points yet."


def test_the_moves_since_the_last_turn_say_how_many_have_no_room() -> None:
    lines = [LogLine(i, 1, "move", f"Bob takes {i}") for i in range(1, 9)]
    recap = LogLook(0, 0, title="Since your last turn", names=("Ann", "Bob"))
    assert "Since your last turn, 6 earlier lines left out" in _text(draw_log(lines, recap, 60, 4))[0]
    assert "left out" not in _text(draw_log(lines, recap, 60, 12))[0]
    assert "left out" not in _text(draw_log(lines, LogLook(0, 0, names=("Ann", "Bob")), 60, 4))[0]
    first = replace(recap, title=SO_FAR)
    assert "left out" not in _text(draw_log(lines, first, 60, 4))[0], "nobody has read any line on the first turn"


def test_the_sentence_of_a_highlight_is_bold_in_the_log() -> None:
    lines = [LogLine(1, 0, "move", "Ann takes 1"), LogLine(1, None, TOLD, "Take that!")]
    canvas = draw_log(lines, LogLook(0, 1, names=("Ann", "Bob")), 60, 4).canvas
    rows = _text(Picture(canvas))
    (y,) = (y for y, row in enumerate(rows) if "Take that!" in row)
    assert canvas.ink(4, y).bold and not canvas.ink(4, y - 1).bold


def test_a_move_without_points_is_told_in_a_sentence() -> None:
    assert foretold(Verdict(), ("Ann",)) == ("+", "good", "This move is allowed and scores no points now.")
    assert foretold(Verdict(note="P1 +4"), ("Ann",)) == ("+ legal:", "good", "Ann +4")
    drawn = draw_lines(MessageLines("", SILENCE, ("Ann",), verdict=Verdict()), 80, 2).canvas.text()
    assert "+ This move is allowed and scores no points now." in drawn and "legal" not in drawn


def test_a_log_of_300_moves_shows_the_newest_and_scrolls() -> None:
    lines = [LogLine(i, i % 10, "move", f"[red]{LONG}[/] moves {i} " + "and so on " * 8) for i in range(1, 301)]
    rows = _text(draw_log(lines, LogLook(298, 300, tabs=("Log", "Score"), names=[LONG] * 10), 40, 20))
    assert len(rows) == 20 and all(len(row) <= 40 for row in rows)
    assert "moves 300" in " ".join(rows) and "[red]" in "".join(rows)
    assert sum(row.startswith(">") for row in rows) == 2
    back = _text(draw_log(lines, LogLook(0, 0, scroll=100), 40, 20))
    assert "moves 200" in " ".join(back) and "100 newer" in back[-1]


def test_an_answer_stands_below_the_log_in_whole_sentences_and_alone_where_there_is_no_room() -> None:
    lines = [LogLine(1, 0, "m", "Ann builds OFFICE"), LogLine(2, 0, "m", "Ann draws 3")]
    answer = ("Ann builds OFFICE.", "The Hard bot's choice: LOBBY.", "It scores 4 points more in that move.")
    both = _text(draw_answered_log(lines, LogLook(0, 0, names=("Ann",)), answer, 40, 12))
    assert both[0].startswith("─ Log") and "Draws 3" in both[3]
    assert both[8].startswith("─ What was best?") and both[9].strip() == answer[0] and both[11].strip() == answer[2]
    low = _text(draw_answered_log(lines, LogLook(0, 0, names=("Ann",)), answer, 40, 3))
    assert low[0].startswith("─ What was best?") and [row.strip() for row in low[1:]] == list(answer[:2])
    assert "What" not in low[2] and not _text(draw_answered_log(lines, LogLook(0, 0), answer, 40, 1))[0].count("best")


def test_a_word_wider_than_the_log_is_cut_into_lines() -> None:
    assert wrap("x" * 25, 10, hang=2) == ["x" * 10, "  " + "x" * 8, "  " + "x" * 7]


def test_the_log_has_a_heading_for_each_turn_with_its_points() -> None:
    lines = [LogLine(1, 0, "m", "Ann builds OFFICE"), LogLine(2, 0, "m", "Ann draws 3"), LogLine(3, 1, "m", "Bob sits")]
    look = LogLook(0, 0, names=("Ann", "Bob"), points={(2, 0): 4, (3, 1): -2})
    rows = _text(draw_log(lines, look, 30, 9))
    assert [row.split() for row in rows[1:6]] == [
        ["█1", "Ann", "+4"],
        ["│", "Builds", "OFFICE"],
        ["│", "Draws", "3"],
        ["▚2", "Bob", "-2"],
        ["│", "Sits"],
    ]


def test_a_log_never_begins_in_the_middle_of_a_line() -> None:
    told = ("plays", "plays a long word with a long meaning", "draws 3 tiles")
    lines = [LogLine(i, 1, "m", f"Bob {text}") for i, text in enumerate(told)]
    look = LogLook(0, 0, names=("Ann", "Bob"), points={(0, 1): 4})
    low = [row.split() for row in _text(draw_log(lines, look, 24, 3))[1:]]
    assert low == [["▚2", "Draws", "3", "tiles"], []], "every line names its player"
    rows = _text(draw_log(lines, look, 24, 5))[1:]
    assert [row.split() for row in rows] == [["▚2", "Bob", "+4"], ["│", "Draws", "3", "tiles"], [], []]


def test_in_a_low_log_no_heading_stands_without_a_line() -> None:
    bob = [["▚2", "Bob"], ["│", "Builds", "OFFICE"], ["│", "Ends"]]
    for last, above in (("ends", [["█1", "Ends"]]), ("plays a long word with a long meaning", [])):
        told = (0, "Ann draws"), (0, f"Ann {last}"), (1, "Bob builds OFFICE"), (1, "Bob ends")
        lines = [LogLine(i, seat, "m", text) for i, (seat, text) in enumerate(told)]
        rows = [row.split() for row in _text(draw_log(lines, LogLook(0, 0, names=("Ann", "Bob")), 24, 5))[1:]]
        assert [row for row in rows if row] == above + bob


def test_the_header_drops_facts_that_do_not_fit_and_keeps_trouble() -> None:
    status = Status("Take That Towers", "Round 12", ("deck 41", "discard 6", "towers 2/3"), "not saved")
    wide, narrow = _text(draw_status(status, 140))[0], _text(draw_status(status, 50))[0]
    assert "Take That Towers  Round 12" in wide and "Deck 41 · discard 6 · towers 2/3" in wide
    assert narrow.rstrip().endswith("[not saved]") and "Take That Towers  Round 12" in narrow and "towers" not in narrow


def test_words_about_the_cursor_take_both_rows_when_nothing_else_is_said() -> None:
    hover = "c10: T on M, K, L, M, full. TEAT may be challenged until you play, exchange or pass."
    rows = [row.lstrip("▌") for row in _text(draw_lines(MessageLines(hover, Message(), ("Ann",)), 80, 2))]
    assert " ".join(" ".join(rows).split()) == hover
    shared = _text(draw_lines(MessageLines(hover, Message("Done again."), ("Ann",)), 80, 2))
    assert [row.lstrip("▌").strip() for row in shared] == ["Done again.", ""], "nothing is cut"


def test_a_message_that_repeats_the_words_about_the_cursor_stands_alone() -> None:
    words = MessageLines("Rule 1: kept.", Message("Rule 1: kept.", "warn", "R-1"), ("Ann",), rule_key="/")
    rows = _text(draw_lines(words, 80, 2))
    assert [row.lstrip("▌").strip() for row in rows] == ["Rule 1: kept. R-1: / opens the rule", ""]


def test_a_refusal_keeps_its_rule() -> None:
    said = "P6 is full: it has 1 contact. Choose another target."
    rows = _text(draw_lines(MessageLines("x", Message(said, "bad", "L-4"), ("Ann",), rule_key="/"), 79, 2))
    assert f"{said} L-4: / opens the rule" in rows[1]


def test_the_bar_says_who_and_what_and_the_main_chip_comes_first() -> None:
    chips = [Chip("control:put", "Enter", "Build it", True), Chip("control:n", "n", "Next", why="None left.")]
    task = ActionBarTask("Your turn, Ann", "Build 2 floors.", (("Build 1 of 2", "now"), ("Draw", "next")))
    picture = draw_bar(task, chips, Style(), 80, 2)
    rows = _text(picture)
    assert rows[0].startswith("▌ Your turn, Ann  Build 2 floors.") and rows[0].rstrip().endswith("Build 1 of 2 ─ Draw")
    assert rows[1].split() == ["▌", "Enter", "Build", "it", "n", "Next"]
    assert [(spot.key, spot.tooltip) for spot in picture.spots] == [("control:put", ""), ("control:n", "None left.")]
    plain = _text(draw_bar(task, chips, Style(ascii_only=True), 40, 2))
    assert "[Enter] Build it <" in plain[1] and "[n] Next" in plain[1]


# --- the session ------------------------------------------------------------------------------------


def session(entry: Entry, seats: str, **options: object) -> Session:
    first = header(seats, **options)  # type: ignore[arg-type]
    table = Table(History(entry.game, first))
    table.advance()
    return Session(table, entry.board)


def test_one_person_always_looks_as_himself(null_game: Entry) -> None:
    game = session(null_game, "Hal:random,Ann", first=1)
    assert game.viewer == 1 and game.curtain_for is None and not game.context().may_act


def test_bots_alone_are_watched_by_a_spectator(null_game: Entry) -> None:
    game = session(null_game, "Hal:random,Gus:easy")
    assert game.viewer is None and game.curtain_for is None and not game.decider_is_human


def test_people_look_only_behind_their_own_curtain(null_game: Entry) -> None:
    game = session(null_game, "Ann,Bob", first=1)
    assert game.viewer is None and game.curtain_for == 0
    game.opened = 0
    assert game.viewer == 0 and game.curtain_for is None and game.context().may_act
    assert game.submit(game.read("take 1"))
    assert game.viewer is None and game.curtain_for == 1


@pytest.mark.parametrize(("seats", "opens"), [("Ann,Bob", 0), ("Hal:random,Ann", 1), ("Hal:random,Gus:easy", None)])
def test_a_hand_that_was_put_away_is_opened_by_who_moves_or_by_the_first_person(
    null_game: Entry, seats: str, opens: int | None
) -> None:
    game = session(null_game, seats, first=1)
    game.opened, game.shut = 0, True
    assert game.viewer is None and game.curtain_for == opens


def test_marks_are_of_the_viewers_last_decision_and_since(null_game: Entry) -> None:
    game = session(null_game, "Ann,Bob", first=1)
    for seat, move in ((0, "take 1"), (1, "take 3"), (0, "take 2")):
        game.opened = seat
        assert game.submit(game.read(move))
    game.opened = 1
    assert [e.text for e in game.context().marks if e.kind == "take"] == ["{1} takes 3", "{0} takes 2"]
    assert game.look(2) and [e.text for e in game.context().marks] == ["{0} takes 1"] and not game.context().may_act


def test_a_refused_move_leaves_everything_and_cites_the_rule(null_game: Entry) -> None:
    game = session(null_game, "Ann", first=1)
    before, pointer = game.table.version, game.memory.ui
    assert not game.submit(game.read("take 9"))
    assert (game.table.version, game.memory.ui) == (before, pointer)
    assert game.message.rule == "N-3" and game.message is not SILENCE


def test_a_crash_report_has_places_but_no_values_and_no_folders(tmp_path: Path) -> None:
    def fault(secret: str) -> None:
        raise ValueError(secret)

    try:
        fault("ELEVATOR")
    except ValueError as error:
        text = crash_report(error)
    assert "ELEVATOR" not in text and "ValueError" in text and "in fault" in text
    assert str(Path.home()) not in text and "/test_game_parts" not in text


@pytest.mark.parametrize("spare", [1, 2])
def test_a_command_to_copy_is_shown_whole_where_the_rows_of_the_task_are_free(spare: int) -> None:
    folder = "/srv/games/of/the/whole/house"
    command = f"Ben joins with: uv run --no-dev towergames join leaning-ann-ben --seat Ben --saves {folder}"
    words = MessageLines("", Message(command, "accent"), ("Ann", "Ben"))
    above = overflow(words, 36, 2, spare)
    shown = [row.lstrip("▌").strip() for row in _text(draw_lines(words, 36, 2, spare))]
    assert len(above) == spare and (" ".join((*above, *shown)) == command) is (spare == 2)


@pytest.mark.parametrize("spare", [1, 2])
def test_a_message_that_does_not_fit_stands_below_the_chips_in_one_piece(spare: int) -> None:
    words = MessageLines("", Message("One two three four five six seven eight nine ten", "accent"), ("Ann", "Ben"))
    rows = overflow(words, 20, 2, spare)
    bar = draw_bar(
        ActionBarTask("Ann", "Build."), [Chip("a", "Enter", "Build", main=True)], Style(), 20, 1 + spare, rows
    )
    shown = [row.lstrip("▌").strip() for row in (*_text(bar), *_text(draw_lines(words, 20, 2, spare)))]
    assert shown[0].startswith("Enter") and [spot.y for spot in bar.spots] == [0]
    assert " ".join(shown[1:]).startswith("One two three four five six seven")
