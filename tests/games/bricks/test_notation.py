"""How steps are written and read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.bricks.tables import GOOD, run, table
from towergames.core.contract import NotationError
from towergames.games.bricks import model
from towergames.games.bricks.notation import notate, parse

S = run(table(), "build D5TB L5HB / A4HR")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("place A5RY 2.3", model.Place("A5RY", 2, 3)),
        ("Place a5ry 2.3", model.Place("A5RY", 2, 3)),
        ("pla #b 0+", model.Place("#B", 0, 0)),
        ("place Q4HR-1 12.10", model.Place("Q4HR-1", 12, 10)),
        ("place * 2.1", model.Place("*=#R", 2, 1)),
        ("place * 1.1", model.Place("*=#B", 1, 1)),
        ("place * 9.1", model.Place("*=#R", 9, 1)),
        ("place * 1+", model.Place("*=#R", 1, 0)),
        ("place *=e1tb 1+", model.Place("*=E1TB", 1, 0)),
        ("place (a5ry+#r)=#y 1.1", model.Place("(A5RY+#R)=#Y", 1, 1)),
        ("stack a5ry #r #y 1.1", model.Place("(A5RY+#R)=#Y", 1, 1)),
        ("take 2.1", model.Take(2, 1)),
        ("move 1.2 2.1", model.Move(1, 2, 2, 1)),
        ("move 1.2 2+", model.Move(1, 2, 2, 0)),
        ("SWAP 1.2, 2.1", model.Swap(1, 2, 2, 1)),
        ("raise 3", model.Shift(3, True)),
        ("lower 3", model.Shift(3, False)),
        ("declare 1.1 e1tb", model.Declare(1, 1, "E1TB")),
        ("declare 1.1 #y", model.Declare(1, 1, "#Y")),
        ("adjust 1.1 +1", model.Adjust(1, 1, 1)),
        ("adjust 1.1 1", model.Adjust(1, 1, 1)),
        ("adjust 1.1 -1", model.Adjust(1, 1, -1)),
        ("adjust 1.1 0", model.Adjust(1, 1, 0)),
        ("clear", model.Clear()),
        ("draft My-Plan", model.UseDraft("my-plan")),
        ("copy b", model.CopyDraft("b")),
        ("drop b", model.DropDraft("b")),
        (f"build {GOOD}", model.Build(GOOD)),
        ("build d5tb l5hb/a4hr", model.Build("D5TB L5HB / A4HR")),
        ("build", model.Build("")),
        ("ask 17", model.Ask(17)),
        ("submit", model.Submit()),
        ("submit word", model.Submit("WORD")),
        ("sub", model.Submit()),
        ("pick a5ry", model.Pick("A5RY")),
        ("pick *", model.Pick("*")),
    ],
)
def test_what_people_type_is_understood(text: str, action: object) -> None:
    assert parse(text, S) == action and parse(notate(parse(text, S)), S) == action
    assert parse(f"  {notate(parse(text, S)).upper()} ", S) == action


NO_STEPS = (
    *("", "   ", "jump", "d b", "dr b", "s", "X", "+", "1.2"),
    *("place", "place A5RY", "place A5RY 2.0", "place A5RY 2.3 4", "place A5RY 2.³", "place A5RY 100.1"),
    *("place A6 1.1", "place (A5RY+#R+#B)=#Y 1.1", "place Z 1.1", "place X 1.1", "place X4RB 1.1 2"),
    *("stack A5RY #Y 1.1", "take", "take 2+", "take brick", "take Z", "move 1.1", "move 1+ 1.1", "swap 1.1 2+"),
    *("raise x", "raise", "declare 1.1", "declare 1.1 E", "adjust 1.1 +2", "adjust 1.1", "clear it"),
    *("draft", "draft a_b", "draft abcdefghijklm", "draft é", "build A5RY / what", "build " + "A5RY " * 300),
    *("ask", "ask me", "submit two words", "submit A1", "submit x", "pick", "pick me"),
)


@pytest.mark.parametrize("text", NO_STEPS)
def test_what_is_no_step_is_answered_with_what_would_be(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text, S)
    assert str(caught.value).isprintable() and len(str(caught.value)) < 300


VERBS = ("place", "take", "move", "swap", "raise", "declare", "stack", "adjust", "draft", "build", "ask", "submit")
PARTS = ("A5RY", "#B", "*", "*=#R", "(A5RY+#B)=Q1TR-1", "1.1", "2+", "3.2", "+1", "-1", "0", "17", "b", "/", "E1TB")


@given(st.sampled_from(VERBS), st.lists(st.sampled_from(PARTS), max_size=5))
def test_steps_that_are_nearly_right_are_read_or_refused_and_read_back_alike(verb: str, rest: list[str]) -> None:
    try:
        action = parse(" ".join([verb, *rest]), S)
    except NotationError:
        return
    assert parse(notate(action), S) == action


@pytest.mark.parametrize(
    ("typed", "step"),
    [
        ("place blue X 1.3", "place X4RB 1.3"),
        ("place XB 1.3", "place X4RB 1.3"),
        ("place the blue X on 1.3", "place X4RB 1.3"),
        ("1.3 blue x", "place X4RB 1.3"),
        ("blue x 1 3", "place X4RB 1.3"),
        ("on 1.3 place blue X", "place X4RB 1.3"),
        ("place X4RB at level 1 place 3", "place X4RB 1.3"),
        ("place TY 2", "place T4TY 2.2"),
        ("ty 3", "place T4TY 2+"),
        ("place yellow window +", "place #Y 2+"),
        ("place yellow triangle 0+", "place T4TY 0+"),
        ("place wildcard 1+", "place *=#R 1+"),
        ("place A 1.1", "place A4HR 1.1"),
        ("x4rb 1.1", "place X4RB 1.1"),
        ("* 1.1", "place *=#B 1.1"),
        ("take D", "take 1.1"),
        ("take the red A", "take 2.1"),
        ("move D to 2", "move 1.1 2.2"),
        ("move blue L 2+", "move 1.2 2+"),
        ("swap D with L", "swap 1.1 1.2"),
        ("adjust 1.1 by +1 ton", "adjust 1.1 +1"),
        ("raise level 1", "raise 1"),
        ("place yellow T as a new level 3", "place T4TY 2+"),
        ("place a yellow window on level 2", "place #Y 2.2"),
        ("place wildcard as yellow window on 1", "place *=#Y 1.3"),
        ("place wildcard as blue hexagon E3 on level 1", "place *=E3HB 1.3"),
        ("place wildcard as E3HB on 1", "place *=E3HB 1.3"),
        ("declare 1.1 yellow window", "declare 1.1 #Y"),
        ("declare 1.1 as a yellow hexagon E3", "declare 1.1 E3HY"),
        ("stack blue X red window blue window 1", "stack X4RB #R #B 1.3"),
        ("stack XB and TY as E1TB on 1.2", "stack X4RB T4TY E1TB 1.2"),
        ("build blue X a blue window / TY", "build X4RB #B / T4TY"),
        ("build blue D, blue L / red A", "build D5TB L5HB / A4HR"),
    ],
)
def test_cards_are_called_as_people_call_them_where_only_one_is_meant(typed: str, step: str) -> None:
    assert notate(parse(typed, S)) == step and notate(parse(typed.upper(), S)) == step


def test_a_card_that_could_be_several_is_asked_about() -> None:
    with pytest.raises(NotationError, match=r'"X" could be X2TR or X4RB. Say more of it, such as its colour'):
        parse("place X 1.1", S)
    with pytest.raises(NotationError, match=r'"brick" could be one of 9 cards'):
        parse("place brick 1.1", S)


@pytest.mark.parametrize("text", ["declare 1.1 yellow E", "declare 1.1 window", "place wildcard as blue E 1"])
def test_a_wildcard_needs_a_whole_face(text: str) -> None:
    with pytest.raises(NotationError, match=r"is no whole brick or window\. Say blue window, or yellow hexagon E3"):
        parse(text, S)


@pytest.mark.parametrize("text", ["yellow e", "AY", "blue window"])
def test_a_card_alone_is_asked_where_it_goes(text: str) -> None:
    with pytest.raises(NotationError, match=r"is no step\. Say where it goes"):
        parse(text, S)


def test_a_wildcard_that_is_no_window_is_a_brick_that_may_stand_there() -> None:
    bare = run(table(wild_window=False), "place T4TY 0+")
    assert notate(parse("place * 1.2", bare)) == "place *=N1TY 1.2"


def test_a_card_is_picked_by_what_it_is_called() -> None:
    drafting = replace(S, phase="pick", pool=S.materials)
    assert notate(parse("pick blue X", drafting)) == notate(parse("blue x", drafting)) == "pick X4RB"
    assert notate(parse("wildcard", drafting)) == "pick *"
    with pytest.raises(NotationError, match="could be"):
        parse("pick x", drafting)


def test_a_piece_that_stands_twice_is_told_apart_by_its_place() -> None:
    twice = run(table(), "build D5TB L5HB / *=D5TB")
    assert notate(parse("take L", twice)) == "take 1.2"
    with pytest.raises(NotationError, match=r"D5TB stands 2 times in the tower\. Type a place, such as 2\.3"):
        parse("take D", twice)
