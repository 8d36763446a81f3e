"""The scripts of the pages that a served table shows."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[2] / "towergames" / "web" / "page"
NAMED = re.compile(r"^(?:async )?(?:function|class|const|let)\s+([^=({;]+)", re.MULTILINE)
"""What stands before the value of a name at the top of a script, or before the body of a function."""


@pytest.mark.parametrize("page", sorted(page.name for page in PAGES.glob("*.html")))
def test_the_scripts_of_a_page_share_no_name(page: str) -> None:
    """They have one scope: of two functions with one name the later one would answer for both."""
    names = Counter[str]()
    for script in re.findall(r'src="/static/([a-z_]+\.js)"', (PAGES / page).read_text(encoding="utf-8")):
        if (PAGES / script).exists():
            text = (PAGES / script).read_text(encoding="utf-8")
            names.update(name.strip() for found in NAMED.findall(text) for name in found.split(","))
    assert [name for name, times in names.items() if times > 1] == []
