"""Questions with one answer: whatever is asked, ``help`` explains it, and ``menu`` and ``quit`` leave it."""

from __future__ import annotations

from towergames.plain.console import Console
from towergames.plain.sentences import answered

LEAVING = {"menu": "menu", "quit": "quit", "exit": "quit", "q": "quit"}
"""The words that leave a question, and what each leaves it for."""
HELP = ("help", "?")
QUITS = "quit quits the program."
ALWAYS = f"menu leaves the question for the menu. {QUITS}"


class Left(Exception):  # noqa: N818 - a way out, not a mistake
    """The person left instead of answering, for the ``menu``, or to ``quit``."""

    def __init__(self, where: str) -> None:
        self.where = where
        super().__init__(where)


def ask(console: Console, question: str, about: str, leaving: str = ALWAYS) -> str:
    """The answer to a question; ``about`` says what can be typed, ``leaving`` how to leave it.

    Raises Left, and EndOfInput.
    """
    while True:
        line = console.ask(question)
        word = line.lstrip(":").strip().lower()
        if word in LEAVING:
            raise Left(LEAVING[word])
        if word not in HELP:
            return line
        console.say(about, leaving)


def ask_yes(console: Console, question: str) -> bool:
    """Whether the answer is yes. Raises Left, and EndOfInput."""
    while True:
        said = answered(ask(console, question, "Type yes or no."))
        if said is not None:
            return said
        console.say("Type yes or no.")
