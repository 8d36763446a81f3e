"""The game screen's own commands. Most important first within each group."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from towergames.boards.desk import Command
from towergames.core.contract import Decide, Over, Seat
from towergames.core.text import sentence
from towergames.session.animation import recap
from towergames.session.session import Message
from towergames.table.errors import TableError
from towergames.tui.commands import CONFIRMING
from towergames.tui.dialogs import ConsentScreen, TextDialog, unless_lost
from towergames.tui.screens.game.save_as import save_as
from towergames.tui.screens.game.turn_flow import Felt

CONTEXT: tuple[Command, ...] = (
    *CONFIRMING,
    Command(
        "skip",
        "Skip",
        "To the end of what is being shown",
        ("space", "enter", "escape"),
        "skip",
        "now",
        "any key skips",
    ),
    Command("rule.open", "Read the rule", "Read the rule that is cited", ("enter",), "", "now", "read the rule"),
    Command("recap.replay", "Show them again", "Replay the moves of the recap", ("enter",), "", "now", "replay"),
    Command("recap.close", "Close the recap", "Back to the log", ("escape",), "", "now", "close"),
    Command("search.stop", "End the search", "Keep the best found so far", ("escape",), "", "now", "end the search"),
    Command("work.stop", "End it", "Be content with what has been worked out", ("escape",), "", "now", "end it"),
    Command("bots.wait", "Pause or go on", "Stop or resume the bots", ("escape",), "", "now", "pause"),
    Command("result.again", "Result", "Who won, and what next", ("enter", "escape"), "", "now", "result"),
    Command("history.now", "Back to now", "Leave the earlier position", ("escape",), "now", "now", "back to now"),
)
"""Commands on keys that otherwise mean something else; each is listed only while it applies."""

COMMANDS: tuple[Command, ...] = (
    *CONTEXT,
    Command("undo", "Undo", "Take back the last step", ("u", "ctrl+z"), "undo", "game", "undo"),
    Command("redo", "Redo", "Do again what was taken back", ("r", "ctrl+y"), "redo", "game"),
    Command("turn.reset", "Reset turn", "Take back everything done this turn", ("t",), "reset", "game"),
    Command("hint", "Hint", "Ask the strongest bot; counted as help", ("i",), "hint", "game", "hint"),
    Command("game.why", "Why", "Why the bots moved as they did since your last turn", ("w",), "why", "bots", "why"),
    Command("bots.hurry", "Play now", "Let the bot play the best it has found", ("g",), "go", "bots", "play now"),
    Command("bots.pause", "Pause bots", "Stop or resume the bots", ("z",), "pause", "bots"),
    Command("pace", "Bot pace", "Normal, instant, short, step by step", ("y",), "pace", "bots"),
    Command("recap", "Recap", "The moves since the last decision", ("a",), "recap", "looking"),
    Command("history.back", "Earlier", "Look back by one move", ("left_square_bracket",), "earlier", "looking"),
    Command("history.forward", "Later", "One move later again", ("right_square_bracket",), "later", "looking"),
    Command("log.up", "Log up", "Older lines of the log", ("pageup",), "up-log", "looking"),
    Command("log.down", "Log down", "Newer lines of the log", ("pagedown",), "down-log", "looking"),
    Command("pad", "Score pad", "Log or pad; side by side: rounds or lines", ("p",), "pad", "looking", "pad"),
    Command(
        "pad.sheet",
        "Whole pad",
        "Every line of the score pad, and its export",
        ("P",),
        "sheet",
        "looking",
        also=("score",),
    ),
    Command("view.turn", "Turn view", "Board alone, or with pad and log", ("f",), "view", "looking"),
    Command("tell.board", "Table in words", "The table in words, most important first", (), "board", "in words"),
    Command("tell.hand", "Hand in words", "What you have in hand", (), "hand", "in words", also=("rack",)),
    Command("tell.moves", "Moves", "What can be played now; moves WORD: those with the word", (), "moves", "in words"),
    Command("tell.try", "Try a move", "try MOVE: what it would score", (), "try", "in words"),
    Command("tell.log", "Whole log", "All that has happened so far", (), "log", "in words"),
    Command("tell.best", "Search", "Search for the best there is; counted as help", (), "best", "in words"),
    Command("rule", "Rule", "Read the rules, or one of them: rule R-1", ("slash",), "rule", "looking", also=("rules",)),
    Command("lookup", "Look a word up", "Is it a word, what does it mean", ("number_sign",), "lookup", "looking"),
    Command("hand.hide", "Hide hand", "Lay the cards face down until a key is pressed", ("v",), "hide", "game"),
    Command("result", "Result", "Who won, and what next", ("o",), "result", "game"),
    Command(
        "review", "Review", "What was best at each move, after the end", ("percent_sign",), "review", "game", "review"
    ),
    Command("rematch", "Rematch", "Another game with the same seats", ("R",), "rematch", "game"),
    Command(
        "save.as",
        "Save as",
        "Keep a copy under a name, or rename the game",
        ("ctrl+s", "f5"),
        "save",
        "game",
        also=("name",),
    ),
    Command("menu", "Menu", "Leave the game for the menu", ("m",), "menu", "game", "menu"),
)


if TYPE_CHECKING:
    from towergames.tui.screens.game.port import GamePort

PACES = ("normal", "short", "instant", "step")


class Doing(Felt):
    """The game screen's own commands."""

    # --- taking back ------------------------------------------------------------------------------------

    @property
    def asker(self) -> Seat | None:
        """The person who would take something back."""
        session = self.session
        humans = session.table.humans
        if session.decider in humans:
            return session.decider
        if len(humans) == 1:
            return humans[0]
        plays = session.table.history.plays
        return next((p.by for p in reversed(plays) if p.by in humans), None)

    def _fixed(self) -> str:
        table = self.session.table
        if table.read_only:
            return sentence(f"this save can only be looked at here: {table.journal.obstacle if table.journal else ''}")
        return "" if table.humans else "Only people take moves back."

    def can_undo(self) -> str:
        """Why nothing can be taken back."""
        fixed = self._fixed()
        if fixed:
            return fixed
        offer = self.session.table.undo_offer(self.asker)
        return "" if offer.to is not None else sentence(f"nothing can be taken back: {offer.why}")

    def do_undo(self, argument: str = "") -> None:
        """Take back the last step; behind new information every other person, or the only one, is asked first."""
        offer = self.session.table.undo_offer(self.asker)
        if offer.needs:
            # The others come to the screen to answer, so the hand is laid face down meanwhile.
            self.session.shut = self.session.looker is not None and self.session.hides(self.session.looker)
            self.clock.update()
            self.repaint()
            self._ask(list(offer.needs), [], offer.why)
        elif offer.beyond and self.asker is not None:
            self._ask([self.asker], [], offer.why)
        else:
            self._take_back(())

    def _ask(self, waiting: list[Seat], agreed: list[Seat], why: str) -> None:
        names = self.session.table.names
        asker = self.asker
        if not waiting or asker is None:
            self._take_back(tuple(agreed))
            return
        seat = waiting[0]

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self._ask(waiting[1:], [*agreed, seat], why)
                return
            self.session.shut = False
            refused = "Nothing" if seat == asker else f"{names[seat]} does not agree; nothing"
            self.tell(Message(f"{refused} was taken back.", "warn"))
            self.go_on()

        self.services.push_screen(ConsentScreen(names[asker], names[seat] if seat != asker else "", why), answered)

    def _take_back(self, agreed: tuple[Seat, ...]) -> None:
        session, asker = self.session, self.asker
        session.shut = False
        if asker is None:
            return
        beyond = session.table.undo_offer(asker).beyond
        try:
            count = session.table.undo(asker, agreed)
        except TableError as error:
            self.tell(Message(sentence(str(error)), "warn"))
            return
        marked = " The game is marked: with undo." if beyond else ""
        self._changed(f"{count} move{'' if count == 1 else 's'} taken back.{marked}")

    def _changed(self, text: str) -> None:
        """After undo and its kin: drop thoughts and animations, and go on from there."""
        self.stage.stop()
        self.bots.drop()
        self.session.to_now()
        self.recap_open = False
        self.undone = True
        self.handover.forget()
        self.session.message = Message(text, "accent")
        self.go_on()

    def can_redo(self) -> str:
        """Why nothing can be done again."""
        return self._fixed() or ("" if self.session.table.can_redo else "Nothing was taken back.")

    def do_redo(self, argument: str = "") -> None:
        """Do again what was taken back last."""
        try:
            self.session.table.redo()
        except TableError as error:
            self.tell(Message(sentence(str(error)), "warn"))
            return
        self._changed("Done again.")

    def can_turn_reset(self) -> str:
        """Why the turn cannot be begun anew."""
        offer = self.session.table.undo_offer(self.asker) if not self._fixed() else None
        if offer is None:
            return self._fixed()
        return "" if offer.free else "Nothing has been done this turn that could be taken back freely."

    def do_turn_reset(self, argument: str = "") -> None:
        """Take back all of this turn, up to the last new information."""
        try:
            count = self.session.table.reset_turn(self.asker if self.asker is not None else -1)
        except TableError as error:
            self.tell(Message(sentence(str(error)), "warn"))
            return
        self._changed(f"The turn begins anew: {count} move{'' if count == 1 else 's'} taken back.")

    # --- bots -------------------------------------------------------------------------------------------

    def can_hint(self) -> str:
        """Why no hint can be had."""
        if isinstance(self.session.turn, Over) and self.session.desk.searches:
            return ""
        if not self.session.scene().may_act:
            return "A hint is for the player who decides now."
        return "" if self.bots.strongest() else "This game has no bot that could advise."

    def do_hint(self, argument: str = "") -> None:
        """Ask the strongest bot."""
        self.bots.ask()

    def do_search_stop(self, argument: str = "") -> None:
        """Be content with what the search has found."""
        self.search.stop()

    def can_game_why(self) -> str:
        """Why there is no reason to tell."""
        return "" if self._reasons() else "No bot has moved since this game was opened."

    def do_game_why(self, argument: str = "") -> None:
        """The reasons of all bots' moves since the looker's last turn."""
        self.services.push_screen(TextDialog("Why the bots moved as they did", self._reasons(), at_end=True))

    def _reasons(self) -> list[str]:
        table, looker = self.session.table, self.session.looker
        return self.bots.reasons.lines(table.history, table.humans if looker is None else (looker,))

    def can_bots_pause(self) -> str:
        """Why there is nobody to pause."""
        return "" if any(seat.bot for seat in self.session.table.header.seats) else "No bot sits at this table."

    def do_bots_pause(self, argument: str = "") -> None:
        """Stop or resume the bots."""
        self.bots.toggle()

    do_bots_wait = do_bots_pause

    def can_bots_hurry(self) -> str:
        """Why nobody can be hurried."""
        return "" if self.bots.thinking is not None else "No bot is thinking."

    def do_bots_hurry(self, argument: str = "") -> None:
        """Play the best found so far."""
        self.bots.hurry()

    def do_pace(self, argument: str = "") -> None:
        """The named pace, or the next one."""
        word = argument.strip().lower()
        now = self.pace
        after = PACES[(PACES.index(now) + 1) % len(PACES)] if now in PACES else PACES[0]
        wish = word if word in PACES else after
        self.services.change_settings({"pace": wish})
        self.tell(Message(f"Bot pace: {wish}.", "accent"))

    # --- looking ----------------------------------------------------------------------------------------

    def can_recap(self) -> str:
        """Why there is nothing to recap."""
        session = self.session
        return "" if session.since(session.looker) < session.table.moves else "Nothing has happened yet."

    def do_recap(self, argument: str = "") -> None:
        """Open or close the list of moves since the last decision."""
        self.recap_open = not self.recap_open
        self.scroll = 0

    def do_recap_close(self, argument: str = "") -> None:
        """Back to the log."""
        self.recap_open = False

    def do_recap_replay(self, argument: str = "") -> None:
        """Show the moves since the last decision again, one by one."""
        session = self.session
        self.recap_open = False
        beats = recap(session, session.since(session.looker), session.looker, self.services.motion)
        self.stage.play(beats, self.go_on)

    def _look(self, plays: int) -> None:
        self.recap_open = False
        if not self.session.look(plays):
            self.tell(Message("There is nothing further that way."))

    def do_history_back(self, argument: str = "") -> None:
        """One move earlier."""
        past = self.session.past
        self._look((self.session.table.moves if past is None else past) - 1)

    def can_history_forward(self) -> str:
        """Why there is nothing later."""
        return "" if self.session.past is not None else "This is now."

    def do_history_forward(self, argument: str = "") -> None:
        """One move later."""
        self._look((self.session.past or 0) + 1)

    can_history_now = can_history_forward

    def do_history_now(self, argument: str = "") -> None:
        """Back to the table as it is."""
        self.session.to_now()

    def do_log_up(self, argument: str = "") -> None:
        """Older lines."""
        page = max(1, self.zone("log").size.height - 2)
        self.scroll = min(self.scroll + page, max(0, len(self.session.log()) - page))

    def do_log_down(self, argument: str = "") -> None:
        """Newer lines."""
        self.scroll = max(0, self.scroll - max(1, self.zone("log").size.height - 2))

    def do_pad(self, argument: str = "") -> None:
        """The other tab; where both are shown, rounds or single lines of the pad."""
        if "log" in self._boxes_shown and "pad" in self._boxes_shown:
            self.singles = not self.singles
        else:
            self.alone = False
            self.tab = "pad" if self.tab == "log" or self.recap_open else "log"
            self.recap_open = False

    def do_pad_sheet(self, argument: str = "") -> None:
        """The whole pad on a screen of its own."""
        session = self.session
        draft = session.draft()
        preview = draft[1].preview if draft else ()
        path = session.table.journal.path if session.table.journal else None
        self.services.open("score-pad", session.table.history, plays=session.past, preview=preview, path=path)

    def do_view_turn(self, argument: str = "") -> None:
        """The board alone, or with everything beside it."""
        self.alone = not self.alone

    def do_rule(self, argument: str = "") -> None:
        """The rules browser at the rule named, or at the one the last refusal cites."""
        wanted, sheet = argument.strip(), self.session.game.rule_sheet
        if wanted and sheet.find(wanted) is None:
            self.tell(Message(sentence(sheet.missing(wanted)), "warn"))
            return
        self.services.open_rules(self.session.table.header.game, wanted or self.session.message.rule)

    do_rule_open = do_rule

    def can_hand_hide(self) -> str:
        """Why there is nothing to hide."""
        looker = self.session.looker
        return "" if looker is not None and self.session.hides(looker) else "No hidden card is shown."

    def do_hand_hide(self, argument: str = "") -> None:
        """Lay the hand face down until its owner opens it again."""
        self.handover.hide()

    # --- the game ---------------------------------------------------------------------------------------

    def can_result(self) -> str:
        """Why there is no result."""
        return "" if isinstance(self.session.table.turn, Over) else "The game is not over yet."

    def do_result(self, argument: str = "") -> None:
        """The card with the result."""
        self.finish()

    def do_result_again(self, argument: str = "") -> None:
        """The card once more: where nothing can be played any more, Enter and Esc lead there."""
        self.finish()

    def do_menu(self, argument: str = "") -> None:
        """Leave the game; asked only where the disk refused the last moves, since only then something is lost."""
        unless_lost(self.services, self._leave)

    def _leave(self) -> None:
        self.services.to_menu()
        self.services.say(self.session.table.kept)

    def can_save_as(self) -> str:
        """Why no copy can be made."""
        return "" if self.session.table.journal is not None else "This table is not kept in a save."

    def do_save_as(self, argument: str = "") -> None:
        """Keep a copy under a name, or give the game another name."""
        save_as(cast("GamePort", self), argument.strip())

    def idle_keys(self) -> tuple[str, ...]:
        """Those of Enter and Esc that do nothing on the board just now."""
        session = self.session
        idle = []
        for key, meant in (("enter", "choose"), ("escape", "back")):
            reply = session.desk.do(session.scene(), session.pointer, meant)
            if not reply.rule and reply.pointer == session.pointer:
                idle.append(key)
        return tuple(idle)

    def playing(self) -> tuple[Command, ...]:
        """The contextual commands that apply now, each on a key that otherwise means something else."""

        known = {command.id: command for command in CONTEXT}
        session = self.session
        wait = replace(known["bots.wait"], footer="go on" if self.bots.paused else "pause")
        if self.stage.beat is not None:
            return (known["skip"],)
        if self.bots.resting:
            return (known["skip"], replace(wait, keys=("escape",)))
        if session.asked.pending(session.scene()):
            return CONFIRMING
        now: list[Command] = [known["search.stop"]] if self.search.active else []
        if self.works.lasting or self.settling.can_stop:
            now.append(known["work.stop"])
        if session.message.rule:
            now.append(known["rule.open"])
        if self.recap_open:
            now += [known["recap.replay"]] if not session.message.rule else []
            now.append(known["recap.close"])
        elif session.past is not None:
            now.append(known["history.now"])
        elif self.bots.active and isinstance(session.table.turn, Decide):
            now.append(wait)
        elif isinstance(session.table.turn, Over) and not session.message.rule and (idle := self.idle_keys()):
            now.append(replace(known["result.again"], keys=idle))
        return tuple(now)
