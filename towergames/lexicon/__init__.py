"""Word lists: what is a word, which words can be made, and what they mean. Standard library, core and paths only."""

from towergames.lexicon.glosses import define, definitions_read
from towergames.lexicon.lookup import WordEntry, look_up
from towergames.lexicon.parser import LexiconError
from towergames.lexicon.word_lists import Lexicon, add, find, list_name, load, resolve, shipped

__all__ = ["Lexicon", "LexiconError", "WordEntry", "add", "define", "definitions_read", "find", "load", "look_up"]
__all__ += ["list_name", "resolve", "shipped"]
