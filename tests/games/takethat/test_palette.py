"""The colours of the storeys, measured."""

from __future__ import annotations

import pytest

from tests.board.test_palette import RGB_THEMES, too_faint
from towergames.board.palette import PLAYERS, SKIES
from towergames.games.takethat.palette import FLOORS


@pytest.mark.parametrize("theme", RGB_THEMES)
def test_what_stands_on_a_storey_can_be_read(theme: str) -> None:
    floors = tuple(FLOORS)
    assert too_faint(theme, ("text", "muted", "good", "bad", "warn"), floors, 4.5) == {}
    assert too_faint(theme, (*PLAYERS, "wall"), floors, 3.0) == {}
    assert too_faint(theme, ("crane", "scaffold"), ("surface", *SKIES), 3.0) == {}
