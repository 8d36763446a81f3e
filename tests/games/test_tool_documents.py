"""Documents of tools: the message names the innermost wrong part, what it should be, and what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest
from msgspec import Meta, Struct, field
from msgspec.structs import fields

from towergames import registry
from towergames.core.tool import ToolError
from towergames.tool_documents import DocumentPart, read_document

Count = Annotated[int, Meta(ge=1, le=9)]


class Cube(DocumentPart, tag="cube", tag_field="kind"):
    side: Count


class Ball(DocumentPart, tag="ball", tag_field="kind"):
    inside: Annotated[Cube | str, Meta(description="a cube")] | None = field(name="in", default=None)


class Box(DocumentPart):
    """A document with everything that a struct can ask for."""

    rows: Annotated[
        list[
            Annotated[
                list[Annotated[Cube | Ball, Meta(title="body {}", description="a body")]],
                Meta(max_length=2, title="row {}", description="a list of at most 2 bodies"),
            ]
        ],
        Meta(description="a list of rows"),
    ]
    pair: Annotated[
        tuple[Annotated[Count, Meta(title="width")], Annotated[Count, Meta(title="height")]],
        Meta(description="width and height"),
    ] = (1, 1)
    names: Annotated[
        tuple[Annotated[str, Meta(min_length=1, description="a name")], ...], Meta(description="names")
    ] = ()
    counts: Annotated[
        dict[Annotated[str, Meta(max_length=3, description="a short key")], Count],
        Meta(max_length=2, description="an object of at most 2 counts"),
    ] = field(default_factory=dict)
    lid: bool = False
    colour: Literal["red", "blue", 7] = "red"
    weight: Count | None = None


def test_a_document_becomes_its_struct() -> None:
    body = {"kind": "ball", "in": {"kind": "cube", "side": 2}}
    box = read_document({"rows": [[body]], "names": ["a"], "weight": None}, Box, "a box")
    assert box == Box([[Ball(Cube(2))]], names=("a",))


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (5, "expected a box, not 5"),
        ({}, "rows: expected a list of rows, not nothing"),
        ({"rows": [], "lit": 1}, "unknown key 'lit'; known are rows, pair, names, counts, lid, colour, weight"),
        ({"rows": [5]}, "row 1: expected a list of at most 2 bodies, not 5"),
        ({"rows": [[], [{"kind": "ball"}] * 3]}, "row 2: expected a list of at most 2 bodies, not a list of 3"),
        ({"rows": [[{"kind": "ball"}, "x"]]}, "row 1, body 2: expected a body, not 'x'"),
        ({"rows": [[{}]]}, "row 1, body 1: kind: expected cube or ball, not nothing"),
        ({"rows": [[{"kind": []}]]}, "row 1, body 1: kind: expected cube or ball, not a list"),
        ({"rows": [[{"kind": "cube"}]]}, "row 1, body 1: side: expected a whole number from 1 to 9, not nothing"),
        ({"rows": [[{"kind": "cube", "sid": 2}]]}, "row 1, body 1: unknown key 'sid'; known are kind, side"),
        ({"rows": [[{"kind": "ball", "in": 5}]]}, "row 1, body 1: in: expected a cube, not 5"),
        ({"rows": [[{"kind": "ball", "in": {"kind": "ball"}}]]}, "row 1, body 1: in: kind: expected cube, not 'ball'"),
        ({"rows": [], "pair": [1]}, "pair: expected width and height, not a list of 1"),
        ({"rows": [], "pair": [1, 0]}, "pair: height: expected a whole number from 1 to 9, not 0"),
        ({"rows": [], "names": ["a", ""]}, "names: expected a name, not ''"),
        ({"rows": [], "counts": {"long": 1}}, "counts: expected a short key, not 'long'"),
        ({"rows": [], "counts": {"abc": "\x1b"}}, r"counts: abc: expected a whole number from 1 to 9, not '\x1b'"),
        (
            {"rows": [], "counts": dict.fromkeys("abc", 1)},
            "counts: expected an object of at most 2 counts, not an object of 3",
        ),
        ({"rows": [], "counts": []}, "counts: expected an object of at most 2 counts, not a list"),
        ({"rows": [], "lid": 0}, "lid: expected true or false, not 0"),
        ({"rows": [], "colour": True}, "colour: expected red, blue or 7, not true"),
        ({"rows": [], "weight": 10}, "weight: expected a whole number from 1 to 9, not 10"),
    ],
)
def test_a_wrong_document_is_refused_with_where_and_what_is_wrong(document: Any, message: str) -> None:
    with pytest.raises(ToolError) as caught:
        read_document(document, Box, "a box")
    assert str(caught.value) == message


def test_a_part_that_is_read_by_itself_keeps_its_name() -> None:
    with pytest.raises(ToolError, match=re.escape("body: side: expected a whole number from 1 to 9, not 'x'")):
        read_document({"side": "x", "kind": "cube"}, Cube, "a cube", "body")


def undescribed(kind: Any, described: bool = False) -> Iterator[Any]:
    """The types in a type that have neither a description nor words of their own."""
    metas = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    bare = get_args(kind)[0] if metas else kind
    described |= any(meta.description or (meta.ge is not None and meta.le is not None) for meta in metas)
    members = [part for part in get_args(bare) if part not in (Ellipsis, NoneType)]
    if get_origin(bare) in (Union, UnionType):
        for member in members:
            yield from undescribed(member, described)
    elif (
        bare is not bool
        and get_origin(bare) is not Literal
        and not (isinstance(bare, type) and issubclass(bare, Struct))
    ):
        if not described:
            yield kind
        for part in members:
            yield from undescribed(part)


def documents(kind: type[Struct]) -> Iterator[type[Struct]]:
    for child in kind.__subclasses__():
        yield child
        yield from documents(child)


def test_every_part_of_the_documents_of_games_has_words_for_its_error() -> None:
    for entry in registry.ENTRIES:
        import_module(f"towergames.games.{entry.key}.calculator")
    games = [kind for kind in documents(DocumentPart) if kind.__module__.startswith("towergames.games")]
    assert len(games) >= 10
    for kind in games:
        for row in fields(kind):
            assert row.type is Any or list(undescribed(row.type)) == [], f"{kind.__name__}: {row.name}"
