"""The colours of the letters, measured."""

from __future__ import annotations

import pytest

from tests.board.test_palette import COLOURED, RGB_THEMES, too_faint, too_near
from towergames.games.konexi.palette import PLASTICS


@pytest.mark.parametrize("theme", RGB_THEMES)
def test_letters_can_be_read_and_told_apart(theme: str) -> None:
    assert too_faint(theme, ["plate-ink"], PLASTICS, 4.5) == {}
    assert too_faint(theme, PLASTICS, ("sky", "sky-low", "card"), 2.8) == {}
    for sight in COLOURED:
        assert too_near(theme, sight, PLASTICS) == {}
