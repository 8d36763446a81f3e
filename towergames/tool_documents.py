"""Documents that people write for the tools of a game, read into msgspec structs.

A struct says what is allowed by its types and constraints. The texts of ``Meta`` become the errors: ``description``
says what is expected, ``title`` names an item of a list, where ``{}`` becomes its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import RLock
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin

import msgspec
from msgspec import Struct

from towergames.core.text import listed
from towergames.core.tool import ToolError, shown

T = TypeVar("T", bound=Struct)

_converting = RLock()  # msgspec crashes where two threads meet a type for the first time at once


class DocumentPart(Struct, forbid_unknown_fields=True):
    """Base of documents and of the objects in them: no key is ignored."""


def read_document(document: Any, kind: type[T], expected: str, name: str = "") -> T:
    """Check a document, or the part of one called ``name``, and convert it.

    ``expected`` describes it in the error for something that is no object. Raises ToolError, which says where the
    document is wrong, what is expected there, and what it has instead.
    """
    with _converting:
        try:
            return msgspec.convert(document, kind)
        except msgspec.ValidationError:
            described = cast(Any, Annotated)[kind, msgspec.Meta(description=expected)]
            raise ToolError(_error(_Part(name, document, described))) from None


class _Part(NamedTuple):
    """A named value of a document with its type; ``item`` is whether the value is a named item of a list."""

    name: str
    value: Any
    kind: Any
    item: bool = False


def _error(document: _Part) -> str:
    """Follow the wrong parts of a document to the innermost one and describe it."""
    names: list[str] = []
    inner: _Part | None = document
    in_list = False
    while inner is not None:
        part = inner
        if part.item and in_list:
            names[-1] += f", {part.name}"
        elif part.item:
            names[-1] = part.name  # the name of an item says more than that of its list
        elif part.name:
            names.append(part.name)
        in_list = part.item
        inner = _wrong_part(part.value, part.kind)
    return ": ".join([*names, _problem(part.value, part.kind)])


def _wrong_part(value: Any, kind: Any) -> _Part | None:
    """The first part that does not fit its type; None if there is none, or if a key is unknown."""
    container = _container(value, kind)
    if _unknown_keys(value, container):
        return None
    for part in _parts(value, container) if container is not None else _tag_part(value, kind):
        try:
            msgspec.convert(part.value, part.kind)
        except msgspec.ValidationError:
            return part
    return None


def _container(value: Any, kind: Any) -> Any:
    """The type of struct, object, list or tuple that a value is meant for; None if the value is none of them.

    A struct in a union is chosen by its tag.
    """
    for member in _members(kind):
        origin = get_origin(member)
        if isinstance(value, list) and origin in (list, tuple):
            return member
        if isinstance(value, dict) and (origin is dict or _has_tag(value, member)):
            return member
    return None


def _has_tag(value: dict[Any, Any], kind: Any) -> bool:
    """Whether a type is a struct and an object has its tag, if it has one."""
    if not _is_struct(kind):
        return False
    config = kind.__struct_config__
    return config.tag is None or config.tag == value.get(config.tag_field)


def _parts(value: Any, container: Any) -> Iterator[_Part]:
    """The parts of a value that its type judges one by one."""
    arguments = get_args(container)
    if _is_struct(container):
        for field in msgspec.structs.fields(container):
            if field.required or field.encode_name in value:
                yield _Part(field.encode_name, value.get(field.encode_name), field.type)
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield _Part("", key, arguments[0])
            yield _Part(key, entry, arguments[1])
    elif get_origin(container) is list or arguments[-1] is Ellipsis:
        for number, item in enumerate(value, start=1):
            name = _text(arguments[0], "title").format(number)
            yield _Part(name, item, arguments[0], item=bool(name))
    elif len(value) == len(arguments):
        for item, kind in zip(value, arguments, strict=True):
            yield _Part(_text(kind, "title"), item, kind)


def _tag_part(value: Any, kind: Any) -> Iterator[_Part]:
    """The tag of an object that is none of the tagged structs of a union."""
    configs = [member.__struct_config__ for member in _members(kind) if _is_struct(member)]
    if isinstance(value, dict) and configs:
        field = configs[0].tag_field
        yield _Part(field, value.get(field), cast(Any, Literal)[tuple(config.tag for config in configs)])


def _problem(value: Any, kind: Any) -> str:
    """Describe the error in a value of which no part is wrong."""
    container = _container(value, kind)
    for key in _unknown_keys(value, container):
        return f"unknown key {shown(key)}; known are {', '.join(_known_keys(container))}"
    found = shown(value)
    if container is not None:
        found += f" of {len(value)}"
    return f"expected {_expected(kind)}, not {found}"


def _expected(kind: Any) -> str:
    """The words for a type: its description, or its choices and limits."""
    described: str = _text(kind, "description")
    if described:
        return described
    bare = _bare(kind)
    if bare is bool:
        return "true or false"
    if bare is int:
        return f"a whole number from {_text(kind, 'ge')} to {_text(kind, 'le')}"
    members = get_args(bare)
    if get_origin(bare) is Literal:
        return listed((one if isinstance(one, str) else shown(one) for one in members), "or")
    return _expected(members[0])  # what may be None is described without it


def _unknown_keys(value: Any, container: Any) -> list[Any]:
    if not _is_struct(container):
        return []
    known = _known_keys(container)
    return [key for key in value if key not in known]


def _known_keys(struct: Any) -> list[str]:
    config = struct.__struct_config__
    tag = [config.tag_field] if config.tag_field is not None else []
    return tag + [field.encode_name for field in msgspec.structs.fields(struct)]


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _members(kind: Any) -> list[Any]:
    """The types of a union and of unions in it, or the one type, without their annotations."""
    bare = _bare(kind)
    if get_origin(bare) not in (Union, UnionType):
        return [bare]
    return [member for one in get_args(bare) for member in _members(one)]


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _text(kind: Any, name: str) -> Any:
    """A text or a limit of the annotations of a type, of several the last one; '' if there is none."""
    for meta in reversed(get_args(kind)[1:] if get_origin(kind) is Annotated else ()):
        if getattr(meta, name) is not None:
            return getattr(meta, name)
    return ""
