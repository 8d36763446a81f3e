"""The answers of plain mode to its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from signal import SIGINT
from typing import TYPE_CHECKING, Any, Protocol

from towergames.board.protocol import Hint
from towergames.core.bot import Level
from towergames.core.contract import NotationError, Over
from towergames.core.text import count, listed, sentence, unknown
from towergames.core.time_control import shown_time
from towergames.plain import headings, sentences
from towergames.plain.sentences import YES
from towergames.plain.vocabulary import GROUPS, PlainCommand, find
from towergames.session import commands, next_game
from towergames.session.help import (
    SEARCH_SECONDS,
    GivenHint,
    Search,
    TableHints,
    begin_search,
    count_lookup,
    lookup_counts,
    search_seconds,
)
from towergames.session.moment import moment_at
from towergames.session.privacy import has_secrets
from towergames.session.text import (
    LOOKUP_COUNTS,
    NOTHING_YET,
    bot_failed,
    clock_rule,
    hint,
    kept,
    not_allowed,
    not_understood,
    refusal,
)
from towergames.signals import Terminated
from towergames.table.best_moves import known_best_moves
from towergames.table.errors import TableError
from towergames.table.notes import UndoRequest
from towergames.table.opponents import think
from towergames.table.remarks import shareable
from towergames.table.shared import SharedTable
from towergames.table.turn_review import lines_of

if TYPE_CHECKING:
    from towergames.board.protocol import Analysis, AnyBoard, AnyContext, ReadOut
    from towergames.core.contract import Seat
    from towergames.plain.console import Console
    from towergames.plain.prepared_move import PreparedMove
    from towergames.registry import Entry
    from towergames.session.narration import Narration
    from towergames.signals import Watch
    from towergames.table.facts_cache import FactsCache
    from towergames.table.match import Table
    from towergames.table.opponents import Reasons
    from towergames.table.store import Store


OFFERED = ("undo", "redo", "reset", "why")
"""Words that help lists during the whole game, also where there is nothing that they could do."""

LOG_LINES = 20
"""Lines of the log that are printed unless another number is asked for."""


class CommandHost(Protocol):
    """The conversation, as far as its commands know it."""

    store: Store
    facts: FactsCache
    console: Console
    watch: Watch
    narration: Narration
    board: AnyBoard
    hand: PreparedMove
    reasons: Reasons
    leaving: str
    next_game: str

    @property
    def table(self) -> Table: ...

    @property
    def key(self) -> str:
        """The game's key."""

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def mover(self) -> Seat | None:
        """The person who must move now."""

    @property
    def asked(self) -> UndoRequest | None:
        """The last undo that the people of this window were asked about."""

    def context_of(self, seat: Seat | None) -> AnyContext:
        """The table as the seat sees it."""

    def read_out(self, seat: Seat | None) -> ReadOut:
        """The table and a hand in sentences."""

    def changed(self) -> None:
        """The table has changed by taking back."""

    def push_away(self) -> None:
        """Push what a player saw off the screen."""

    def agrees(self, question: str) -> bool:
        """Whether a person says yes. Raises Left when the person leaves instead."""


class PlainCommands:
    """The commands of a conversation: one method for each word, found by its name. The word's help explains it."""

    def __init__(self, talk: CommandHost) -> None:
        self.talk = talk
        self._hints = TableHints(talk.board, talk.table, talk.reasons)
        talk.hand.controller.asked.advised = lambda: self._hints.advised(self._context())

    def answer(self, line: str) -> bool:
        """Answer a line if it is a command. Return whether it was one."""
        found = find(line)
        if found is None:
            return False
        word, rest = found
        why_not = self._refused().get(word.command, "")
        if not why_not and word.argument_help == "WORD" and not rest:
            why_not = f"Type a word after {word.typed}: {word.usage}."
        if why_not:
            self.talk.console.say(why_not)
            return True
        try:
            getattr(self, f"_on_{word.typed}")(rest)
        except TableError as error:
            self.talk.console.say(sentence(str(error)))
        return True

    def misunderstood(self, error: NotationError, line: str) -> list[str]:
        """The answer to a line that is neither a word nor a move."""
        words = [name for usable in self._offered().values() for word in usable for name in word.names]
        words += sentences.words_of(self.talk.board)
        self.talk.reasons.refuse(self.talk.mover, not_understood(error))
        return sentences.misunderstood(error, line, self.talk.table.templates, words)

    def _refused(self) -> Mapping[str, str]:
        """The reasons why commands cannot be used now, by their ids, as the screens have them."""
        talk, viewer = self.talk, self._viewer
        secret = viewer is not None and has_secrets(talk.table.history, viewer)
        return moment_at(talk.table, talk.board, self._context(), talk.reasons, viewer, secret=secret).refused

    def _offered(self) -> dict[str, list[PlainCommand]]:
        """The words that help lists now, by what they are for."""
        table, refused = self.talk.table, self._refused()
        plays = bool(table.here) and not table.read_only and not isinstance(table.turn, Over)
        offered: dict[str, list[PlainCommand]] = {}
        for group, words in GROUPS.items():
            offered[group] = [
                word for word in words if word.command not in refused or (plays and word.typed in OFFERED)
            ]
        return offered

    # --- looking ------------------------------------------------------------------------------------------

    def _on_board(self, _: str) -> None:
        self.talk.console.say(*self.talk.read_out(self._viewer).board)

    @property
    def _viewer(self) -> Seat | None:
        """The person whose view is printed: who must move, else the only person at one of several windows."""
        here = self.talk.table.here
        alone = isinstance(self.talk.table, SharedTable) and len(here) == 1
        return here[0] if alone and self.talk.mover is None else self.talk.mover

    def _on_picture(self, _: str) -> None:
        self.talk.console.show(self.talk.hand.picture())

    def _on_hand(self, _: str) -> None:
        talk = self.talk
        talk.console.say(*talk.read_out(self._viewer).hand, *talk.hand.prepared())

    def _on_moves(self, asked: str) -> None:
        self.talk.console.say(*moves_told(commands.moves(self.talk.table, asked)))

    def _on_try(self, text: str) -> None:
        answer = commands.try_move(self.talk.table, text)
        if isinstance(answer, commands.Refused):
            raise TableError(answer.why)
        if isinstance(answer, commands.Misread):
            lines = self.misunderstood(answer.error, text)
        elif answer.legal:
            lines = sentences.preview(answer, self.talk.names)
        else:
            lines = refusal(answer)
            self.talk.reasons.refuse(self.talk.mover, " ".join(not_allowed(answer)))
        self.talk.console.say(*lines)

    def _on_score(self, _: str) -> None:
        self.talk.console.show(self.talk.table.pad().as_text())

    def _on_log(self, rest: str) -> None:
        lines = self.talk.table.log(self._viewer)
        wanted = LOG_LINES
        if rest.lower() == "all":
            wanted = len(lines)
        elif rest.isascii() and rest.isdigit():
            wanted = min(int(rest[:7]), len(lines))
        shown = lines[max(0, len(lines) - wanted) :]
        if len(shown) < len(lines):
            self.talk.console.say(f"The last {len(shown)} of {count(len(lines), 'line')}:")
        self.talk.console.say(*(line.text for line in shown) if shown else (NOTHING_YET,))

    def _on_why(self, _: str) -> None:
        talk = self.talk
        talk.console.say(*commands.why(talk.table, talk.reasons, self._viewer))

    def _on_clock(self, asked: str) -> None:
        table = self.talk.table
        clock = table.clock
        if clock.control is None:
            self.talk.console.say(commands.NO_CLOCK)
        elif asked:
            with self.talk.watch.hold():
                answer = commands.pause_clock(table)
            self._show(answer)
        else:
            left = [f"{table.names[seat]} {shown_time(clock.left(seat))}" for seat in table.humans]
            paused = " The clock is paused." if clock.paused else ""
            self.talk.console.say(clock_rule(table.history), f"Time left: {', '.join(left)}.{paused}")

    def _on_rules(self, asked: str) -> None:
        self.talk.console.say(*headings.rules(self.talk.table.game.rule_sheet, asked))
        if not asked:
            self.talk.console.say("Type rules SECTION, rules ID or rules all.")

    def _on_help(self, asked: str) -> None:
        console = self.talk.console
        groups, own = self._offered(), sentences.words_of(self.talk.board)
        usages = {}
        for words in groups.values():
            for word in words:
                usages.update(dict.fromkeys(word.names, word.explanation))
        wanted = asked.lower()
        if wanted and wanted != "all":
            move = self._move_form(wanted)
            refusal = sentence(unknown("command", asked, [*usages, *own]))
            console.say(usages.get(wanted) or own.get(wanted) or move or refusal)
            return
        if self.talk.mover is not None:
            console.say(f"Moves now: {'; '.join(self.talk.table.templates)}.")
        if wanted == "all":
            console.say(*dict.fromkeys((*usages.values(), *own.values())))
            return
        for group, words in groups.items():
            if words:
                console.say(f"{group}: {', '.join(word.typed for word in words)}.")
        if own:
            forms = dict.fromkeys(usage.partition(":")[0] for usage in own.values())
            console.say(f"Only in this game: {'; '.join(forms)}.")
        console.say("help WORD explains one command, help all explains all of them.")

    def _move_form(self, word: str) -> str:
        """The forms of the moves that begin with a word, in a sentence; '' if no move does."""
        forms = [form for form in self.talk.table.templates if form.split()[0] == word]
        return f"A move: {listed(forms, 'or')}." if forms else ""

    # --- changing -----------------------------------------------------------------------------------------

    def _on_undo(self, rest: str) -> None:
        talk, names = self.talk, self.talk.names
        with talk.watch.hold():
            answer = commands.undo(talk.table)
        if isinstance(answer, commands.Consent):
            others = answer.others
            if rest.lower() not in YES:
                consent = f" and {listed([names[seat] for seat in others])} must agree" if others else ""
                raise TableError(f"{answer.why}, so undo counts as help{consent}. To do it, type: undo yes")
            if others:  # they come to the screen to answer, so the asker's hand goes away first
                talk.push_away()
            for seat in others:
                if not talk.agrees(f"{names[seat]}, do you agree to undo {answer.what}? yes or no:"):
                    raise TableError(f"{names[seat]} does not agree. No move was undone")
            with talk.watch.hold():
                answer = commands.undo(talk.table, others)
        self._show(answer)

    def _show(self, answer: commands.Done | commands.Refused | commands.Consent) -> None:
        """Say what was done, or why it was not."""
        if isinstance(answer, commands.Refused):
            raise TableError(answer.why)
        if isinstance(answer, commands.Done):
            self.talk.console.say(answer.text)
            if answer.changed:
                self.talk.changed()

    def _on_redo(self, _: str) -> None:
        with self.talk.watch.hold():
            answer = commands.redo(self.talk.table)
        self._show(answer)

    def _on_reset(self, _: str) -> None:
        with self.talk.watch.hold():
            answer = commands.reset(self.talk.table)
        self._show(answer)

    def _on_hint(self, _: str) -> None:
        talk, table = self.talk, self.talk.table
        context = self._context()
        with talk.watch.hold():
            answer = self._hints.ask(context)
        if isinstance(answer, Level):
            thought, error = None, None
            try:
                thought = think(table, answer)
            except Exception as failure:  # its text may name a hidden card: only its kind is said
                error = failure
            with talk.watch.hold():
                answer = self._hints.found(context, thought, error)
        if isinstance(answer, commands.Refused):
            raise TableError(answer.why)
        if isinstance(answer, Search):
            self._on_best("")
        else:
            self._tell(answer)

    def _tell(self, found: GivenHint) -> None:
        """Print a hint. Where its words are no notation, the move is prepared; a tip's move stands as it is typed."""
        talk = self.talk
        move = talk.table.game.notate(found.action) if found.action is not None else ""
        if found.why:
            told = talk.hand.prepared() if talk.hand.advised(found.action) else ()
            how = "" if told or move in found.text else f"Type: {move}"
            talk.console.say(hint(found.text, found.why, how))
            talk.console.say(*told)
        else:
            talk.console.say(hint(found.text, how="" if move in found.text else f"Type: {move}"))

    def _context(self) -> AnyContext:
        """The table as the person sees it who must move, else as the first person here does."""
        talk = self.talk
        seat = talk.mover
        if seat is None and talk.table.here:
            seat = talk.table.here[0]
        return talk.context_of(seat)

    def _on_best(self, rest: str) -> None:
        talk, table = self.talk, self.talk.table
        best, analysis = self.find_best(search_seconds(rest)), talk.board.analysis
        if best is None:
            return
        if not isinstance(table.turn, Over):
            talk.console.say(f"Hint: {table.game.notate(best)}")
        elif table.history.measure is not None and analysis is not None:
            self._compare(analysis, best)

    def find_best(self, seconds: float = SEARCH_SECONDS) -> Any:
        """Let the board search, and tell each better move that is found. Return the best one, None for none."""
        talk, table, context = self.talk, self.talk.table, self._context()
        board, analysis = talk.board, talk.board.analysis
        with talk.watch.hold():
            search = begin_search(board, table, context, seconds)
        if isinstance(search, commands.Refused):
            raise TableError(search.why)
        assert analysis is not None  # a game without a search is refused
        if board.background is not None:
            board.background.prepare(context)
        if search.clock.iterations is None:
            talk.console.say(f"Searching for {seconds:g} seconds. Ctrl+C stops the search.")
        else:
            talk.console.say(f"Searching {search.clock.iterations:,} steps, as in every game of this puzzle.")

        def tell(tip: Hint[Any, Any]) -> None:
            talk.console.say(f"  {tip.text}")
            with talk.watch.hold():
                search.keep(tip)

        stopped, last = False, None
        try:
            last = analysis.search(context, search.clock, tell, known_best_moves(talk.store, table, search.clock))
        except Terminated as stop:
            if stop.number != SIGINT:
                raise
            stopped, last = True, search.best or Hint("You stopped the search.")
        except Exception as error:  # as with a bot that fails, only its kind is said
            raise TableError(bot_failed(error, "search")) from None
        with talk.watch.hold():
            told = search.end(last, stopped=stopped)
        talk.console.say(told)
        return search.best.action if search.best is not None else None

    def _compare(self, analysis: Analysis[Any, Any, Any], best: Any) -> None:
        """Tell how the result compares with the best move that was found, the medals, and the line to share."""
        context = self._context()
        report = analysis.report(context)
        line = shareable(self.talk.table.history, report.share)
        self.talk.console.say(*analysis.report(replace(context, measure=best)).comparison, *report.honours)
        if line:
            self.talk.console.say(line)

    def _on_lookup(self, rest: str) -> None:
        talk, table = self.talk, self.talk.table
        word, _, yes = rest.partition(" ")
        agreed = yes.strip().lower() == "yes"
        lines = sentences.lookup(table.history, word if agreed else rest)
        if lookup_counts(table):
            if not agreed:
                talk.console.say(f"{LOOKUP_COUNTS} To look the word up, type: lookup {word} yes")
                return
            with talk.watch.hold():
                failed = count_lookup(table)
            if failed:
                raise TableError(failed)
        talk.console.say(*lines)

    def _on_name(self, wish: str) -> None:
        talk = self.talk
        if wish:
            with talk.watch.hold():
                answer = commands.rename(talk.store, talk.table, wish)
                if isinstance(answer, commands.Renamed):
                    talk.narration.table = answer.table
                    self._hints = TableHints(talk.board, talk.table, talk.reasons)
            if isinstance(answer, commands.Refused):
                raise TableError(answer.why)
            if isinstance(answer, commands.Gone):
                talk.leaving = "menu"
                raise TableError(answer.why)
            talk.console.say(answer.text)
        elif not talk.table.saved.in_trouble:  # moves that are not saved are reported after every answer
            talk.console.say(kept(talk.table.saved))

    # --- the other windows --------------------------------------------------------------------------------

    def _on_say(self, text: str) -> None:
        with self.talk.watch.hold():
            answer = commands.say(self.talk.table, text)
        self._show(answer)

    def _on_agree(self, _: str, *, yes: bool = True) -> None:
        with self.talk.watch.hold():
            answer = commands.answer_undo(self.talk.table, self.talk.asked, yes=yes)
        self._show(answer)

    def _on_refuse(self, _: str) -> None:
        self._on_agree("", yes=False)

    # --- leaving ------------------------------------------------------------------------------------------

    def _on_rematch(self, _: str) -> None:
        self.talk.leaving = "rematch"

    def _on_another(self, word: str) -> None:
        """Leave for another game, or list those that the players can play."""
        table = self.talk.table
        if not word:
            games = next_game.other_games(table)
            lines = [games.why] if isinstance(games, commands.Refused) else games_told(table, games)
            self.talk.console.say(*lines)
            return
        found = next_game.other_game(table, word)
        if isinstance(found, commands.Refused):
            raise TableError(found.why)
        self.talk.next_game = found.key
        self.talk.leaving = "rematch"

    def _on_replay(self, _: str) -> None:
        self.talk.leaving = "replay"

    def _on_review(self, rest: str) -> None:
        talk = self.talk
        talk.console.say(*lines_of(talk.table.history, talk.facts, every=rest.lower() == "all"))

    def _on_menu(self, _: str) -> None:
        self.talk.leaving = "menu"

    def _on_quit(self, _: str) -> None:
        self.talk.leaving = "quit"


def moves_told(answer: commands.Moves | commands.Refused) -> list[str]:
    """The moves that can be made now, in groups; how they are typed where they cannot all be listed."""
    if isinstance(answer, commands.Refused):
        return [answer.why]
    if answer.texts:
        return headings.moves(answer.texts, answer.begun)
    return [f"Type a move like this: {'; '.join(answer.forms)}."]


def games_told(table: Table, games: Sequence[Entry]) -> list[str]:
    """The other games that the players of a table can play, and the word that begins one."""
    lines = []
    for entry in games:
        info, bots = entry.game.info, next_game.seats_told(table, entry)
        told = f"  {entry.key}: {info.title}, {info.minutes}"
        lines.append(f"{told}, with {bots}" if bots else told)
    return ["Type another and the name of a game:", *lines]
