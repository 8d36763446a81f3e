"""How a terminal calls: by bell, title and notification, as the setting says and as far as the terminal can."""

from __future__ import annotations

import pytest

from towergames.session.calls import Call
from towergames.tui.ringer import RESTORING, TerminalRinger, notification, notifier, safe

TURN = Call("turn", "Your turn")
KEPT, TITLE = "\x1b[22;0t", "\x1b]2;Your turn - Stacked Words\a"


def rung(way: str, environment: dict[str, str], call: Call = TURN) -> tuple[list[str], TerminalRinger]:
    """The codes of one call."""
    sent: list[str] = []
    ringer = TerminalRinger(sent.append, lambda: way, environment)
    ringer.show(call, "Stacked Words")
    ringer.ring(call, "Stacked Words")
    return sent, ringer


@pytest.mark.parametrize(
    ("way", "codes"),
    [
        ("off", []),
        ("bell", ["\a"]),
        ("title", [KEPT + TITLE]),
        ("both", [KEPT + TITLE, "\a"]),
    ],
)
def test_each_value_of_the_setting_rings_in_its_own_way(way: str, codes: list[str]) -> None:
    sent, ringer = rung(way, {"TERM": "xterm-256color"})
    assert sent == codes
    ringer.hush()
    assert sent[len(codes) :] == ([RESTORING] if KEPT + TITLE in codes else [])
    ringer.hush()
    assert len(sent) <= len(codes) + 1, "the title is restored once"


def test_the_title_is_kept_once_and_sent_only_when_it_changes() -> None:
    sent, ringer = rung("title", {"TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"})
    ringer.show(TURN, "Stacked Words")
    ringer.show(Call("message", "Message from Ann"), "Stacked Words")
    assert sent == [KEPT + TITLE, "\x1b]2;Message from Ann - Stacked Words\a"]
    ringer.show(None, "Stacked Words")
    assert sent[2:] == [RESTORING] and ringer.shown == ""
    assert RESTORING.endswith("\x1b[23;0t") and "Tower Games" in RESTORING


@pytest.mark.parametrize("term", ["linux", "dumb"])
def test_a_terminal_without_a_title_gets_none(term: str) -> None:
    assert rung("both", {"TERM": term})[0] == ["\a"]


@pytest.mark.parametrize(
    ("environment", "codes"),
    [
        ({"TERM": "xterm-256color"}, ""),
        ({"TERM": "xterm-256color", "ConEmuANSI": "ON"}, ""),
        ({"TERM_PROGRAM": "iTerm.app"}, "\x1b]9;Stacked Words: Your turn\x1b\\"),
        ({"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"}, "\x1b]9;Stacked Words: Your turn\x1b\\"),
        ({"TERM_PROGRAM": "WezTerm"}, "\x1b]777;notify;Stacked Words;Your turn\x1b\\"),
        ({"TERM": "foot"}, "\x1b]777;notify;Stacked Words;Your turn\x1b\\"),
        ({"TERM": "xterm-ghostty"}, "\x1b]777;notify;Stacked Words;Your turn\x1b\\"),
        ({"TERM": "foot", "TMUX": "/tmp/x,1,0"}, ""),
        ({"TERM": "screen", "STY": "1.pts", "LC_TERMINAL": "iTerm2"}, ""),
        (
            {"TERM": "xterm-kitty"},
            "\x1b]99;i=towergames:o=unfocused:d=0;Stacked Words\x1b\\"
            "\x1b]99;i=towergames:o=unfocused:d=1:p=body;Your turn\x1b\\",
        ),
    ],
)
def test_only_terminals_that_are_known_for_it_get_a_notification(environment: dict[str, str], codes: str) -> None:
    assert notification(notifier(environment), "Stacked Words", "Your turn") == codes
    assert (codes in rung("title", environment)[0]) == bool(codes)
    assert codes == "" or codes not in rung("bell", environment)[0]


def test_foreign_text_ends_no_sequence() -> None:
    name = "\x1b\\\a\x9c;Ann\n\x1b]0;x\u202e" + "n" * 500
    assert not set(safe(name)) & {"\x1b", "\a", "\x9c", ";", "\\", "\n", "\u202e"} and len(safe(name)) <= 80
    for environment in ({"TERM": "foot"}, {"TERM": "xterm-kitty"}, {"TERM_PROGRAM": "iTerm.app", "TERM": "xterm"}):
        plain, _ = rung("both", environment, Call("message", "Message from Ann"))
        foul, _ = rung("both", environment, Call("message", f"Message from {name}"))
        assert [code.count("\x1b") + code.count("\a") + code.count(";") for code in foul] == [
            code.count("\x1b") + code.count("\a") + code.count(";") for code in plain
        ]
