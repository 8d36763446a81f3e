"""One tool: the sum of pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towergames.core.options import Scalar
from towergames.core.tool import Tool, ToolError


def _score(document: Any, flags: Mapping[str, Scalar]) -> dict[str, Any]:
    if not isinstance(document, dict) or not isinstance(document.get("pieces"), int):
        raise ToolError('expected {"pieces": N}')
    return {"points": document["pieces"]}


def _render(result: Mapping[str, Any]) -> str:
    return f"{result['points']} points"


TOOLS = (Tool("score", "Count pieces.", _score, _render),)
