"""A table as a line-by-line conversation, for pipes, dumb terminals and screen readers."""
