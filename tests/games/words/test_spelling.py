"""Words in tiles."""

from __future__ import annotations

from towergames import lexicon, registry
from towergames.games.words.spelling import tiles_of, why_not


def test_words_that_no_tiles_spell_say_why() -> None:
    assert why_not("QUIT") == ""
    assert "Q" in why_not("QI")
    assert why_not("ABCDEFGHIJK") == "it is longer than the board"
    assert why_not("QUABCDEFGHI") == "", "Qu is one tile"
    assert registry.why_no_tiles("QI") == why_not("QI")


def test_the_graph_of_tiles_has_what_tiles_can_spell_and_is_made_once() -> None:
    made = lexicon.add("in-tiles", ["quit", "qi", "mood", "a", "abcdefghijk"])
    graph = tiles_of(made)
    assert [word in graph for word in ("QIT", "QI", "MOOD", "A", "ABCDEFGHIJK")] == [True, False, True, False, False]
    assert tiles_of(made) is graph
