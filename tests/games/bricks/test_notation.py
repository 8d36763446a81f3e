"""How steps are written and read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.bricks.tables import GOOD, run, table
from towergames.core.contract import NotationError
from towergames.games.bricks.model import (
    Adjust,
    Ask,
    Build,
    Clear,
    CopyDraft,
    Declare,
    DropDraft,
    Move,
    Pick,
    Place,
    Shift,
    Submit,
    Swap,
    Take,
    UseDraft,
)
from towergames.games.bricks.notation import notate, parse

S = run(table(), "build D5TB L5HB / A4HR")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("place A5RY 2.3", Place("A5RY", 2, 3)),
        ("Place a5ry 2.3", Place("A5RY", 2, 3)),
        ("pla #b 0+", Place("#B", 0, 0)),
        ("place Q4HR-1 12.10", Place("Q4HR-1", 12, 10)),
        ("place * 2.1", Place("*=#R", 2, 1)),
        ("place * 1.1", Place("*=#B", 1, 1)),
        ("place * 9.1", Place("*=#R", 9, 1)),
        ("place * 1+", Place("*=#R", 1, 0)),
        ("place *=e1tb 1+", Place("*=E1TB", 1, 0)),
        ("place (a5ry+#r)=#y 1.1", Place("(A5RY+#R)=#Y", 1, 1)),
        ("stack a5ry #r #y 1.1", Place("(A5RY+#R)=#Y", 1, 1)),
        ("take 2.1", Take(2, 1)),
        ("move 1.2 2.1", Move(1, 2, 2, 1)),
        ("move 1.2 2+", Move(1, 2, 2, 0)),
        ("SWAP 1.2, 2.1", Swap(1, 2, 2, 1)),
        ("raise 3", Shift(3, True)),
        ("lower 3", Shift(3, False)),
        ("declare 1.1 e1tb", Declare(1, 1, "E1TB")),
        ("declare 1.1 #y", Declare(1, 1, "#Y")),
        ("adjust 1.1 +1", Adjust(1, 1, 1)),
        ("adjust 1.1 1", Adjust(1, 1, 1)),
        ("adjust 1.1 -1", Adjust(1, 1, -1)),
        ("adjust 1.1 0", Adjust(1, 1, 0)),
        ("clear", Clear()),
        ("draft My-Plan", UseDraft("my-plan")),
        ("copy b", CopyDraft("b")),
        ("drop b", DropDraft("b")),
        (f"build {GOOD}", Build(GOOD)),
        ("build d5tb l5hb/a4hr", Build("D5TB L5HB / A4HR")),
        ("build", Build("")),
        ("ask 17", Ask(17)),
        ("submit", Submit()),
        ("submit word", Submit("WORD")),
        ("sub", Submit()),
        ("pick a5ry", Pick("A5RY")),
        ("pick *", Pick("*")),
    ],
)
def test_what_people_type_is_understood(text: str, action: object) -> None:
    assert parse(text, S) == action
    assert parse(notate(parse(text, S)), S) == action
    assert parse(f"  {notate(parse(text, S)).upper()} ", S) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "jump",
        "d b",
        "dr b",
        "s",
        "place",
        "place A5RY",
        "place A5RY 2",
        "place A5RY 2.0",
        "place A5RY 2.3 4",
        "place A5RY 2.³",
        "place A5RY 100.1",
        "place A6 1.1",
        "place (A5RY+#R+#B)=#Y 1.1",
        "place (A5RY+*)=#Y 1.1",
        "stack A5RY #Y 1.1",
        "stack A5RY * #Y 1.1",
        "take",
        "take 2+",
        "move 1.1",
        "move 1+ 1.1",
        "swap 1.1 2+",
        "raise x",
        "raise",
        "declare 1.1",
        "declare 1.1 E",
        "adjust 1.1 +2",
        "adjust 1.1",
        "clear it",
        "draft",
        "draft a_b",
        "draft abcdefghijklm",
        "draft é",
        "build A5RY / what",
        "build " + "A5RY " * 300,
        "ask",
        "ask me",
        "submit two words",
        "submit A1",
        "submit x",
        "pick",
        "pick me",
    ],
)
def test_what_is_no_step_is_answered_with_what_would_be(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text, S)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


VERBS = ("place", "take", "move", "swap", "raise", "declare", "stack", "adjust", "draft", "build", "ask", "submit")
PARTS = ("A5RY", "#B", "*", "*=#R", "(A5RY+#B)=Q1TR-1", "1.1", "2+", "3.2", "+1", "-1", "0", "17", "b", "/", "E1TB")


@given(st.sampled_from(VERBS), st.lists(st.sampled_from(PARTS), max_size=5))
def test_steps_that_are_nearly_right_are_read_or_refused_and_read_back_alike(verb: str, rest: list[str]) -> None:
    try:
        action = parse(" ".join([verb, *rest]), S)
    except NotationError:
        return
    assert parse(notate(action), S) == action
