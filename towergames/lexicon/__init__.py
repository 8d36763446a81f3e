"""Word lists: what is a word, which words can be made, and what they mean. Standard library, core and paths only."""

from __future__ import annotations

from towergames.lexicon.glosses import Definition, define, definitions_read
from towergames.lexicon.lists import Lexicon
from towergames.lexicon.lookup import Found, look_up, read_word
from towergames.lexicon.parser import LexiconError, Problem, Report
from towergames.lexicon.shelf import add, find, load, resolve, shipped

__all__ = [
    "Definition",
    "Found",
    "Lexicon",
    "LexiconError",
    "Problem",
    "Report",
    "add",
    "define",
    "definitions_read",
    "find",
    "load",
    "look_up",
    "read_word",
    "resolve",
    "shipped",
]
