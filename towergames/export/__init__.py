"""A game as text, data, picture or film."""
