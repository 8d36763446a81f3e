"""The sentences of Stacked Words: refusals, lines of the log, and what a play scores.

Sentences of the log name players by seat, ``{0}``. They hold only what every player may know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from towergames.core.contract import Refusal, Seat
from towergames.core.text import count, listed
from towergames.games.words.grid import Word, bracketed, centre, show_rack, show_tile, spot, square

# --- refusals: what is wrong, and what works ----------------------------------------------------------

OVER = Refusal("R-25", "The game is over.")
NO_TURN = "The game has not started. Wait for the tiles to be dealt."
NO_TILE = Refusal("R-5", "There is no such tile. Use a letter or Qu.")
OFF_BOARD = Refusal("R-5", "The word runs off the board. Start it elsewhere.")
NO_MOVE = Refusal("R-5", "That is not a move. Play a word, exchange a tile or pass.")
ANSWER_FIRST = Refusal("U-12", "The last play is open. Challenge it or let it stand.")
NOTHING_OPEN = Refusal("U-12", "No play waits for your answer. Take your turn.")
CHECKED = Refusal("U-12", "Nothing to challenge: words are checked when played.")
TOO_LATE = Refusal("U-12", "That play can no longer be challenged. Take your turn.")
TAKEN_BACK = Refusal("R-24", "After taking a play back you can play or pass, not exchange.")

NO_EXCHANGE = Refusal("U-25", "Today's task has no exchange. Play a word, or pass to end the task.")


def no_bag(left: int) -> Refusal:
    """U-13: the bag is empty, or what is left of it is for another player."""
    why = "The last tiles are for another player" if left else "The bag is empty"
    return Refusal("U-13", f"{why}, so you can only play or pass.")


def exchanges_used(rule: str, most: int) -> Refusal:
    """U-17, U-21: a player may exchange ``most`` times."""
    return Refusal(rule, f"All {most} exchanges are used. Play a word or pass.")


def not_on_rack(missing: Iterable[str], rack: str) -> Refusal:
    """R-6: ``missing`` are the tiles of which more are needed."""
    held = {tile: rack.count(tile) for tile in sorted(missing)}
    much = {0: "no", 1: "only one"}
    has = [f"{much.get(number, f'only {number}')} {show_tile(tile)}" for tile, number in held.items()]
    return Refusal("R-6", f"Your rack has {listed(has)}.", "rack")


def across_what(direction: str, cell: int, size: int) -> Refusal:
    """R-6: a direction without a word."""
    typed = f"play {square(cell, size)} {direction.lower()} MOOD"
    return Refusal("R-6", f"{direction.capitalize()} what? Type the word after it, such as: {typed}.", "rack")


def gap(cell: int, size: int) -> Refusal:
    """U-6: an empty square between the tiles."""
    return Refusal("U-6", f"There is a gap at {square(cell, size)}. Fill it or move the word.", spot(cell, size))


def full(cell: int, size: int, height: int) -> Refusal:
    """U-19: a stack of full height."""
    text = f"The stack at {square(cell, size)} is full at {height} tiles. Use another square."
    return Refusal("U-19", text, spot(cell, size))


def same_letter(cell: int, size: int, tile: str) -> Refusal:
    """R-14: a letter on itself."""
    return Refusal("R-14", f"{show_tile(tile)} is already on top there. Use another letter.", spot(cell, size))


def first_needs_two(cell: int, size: int) -> Refusal:
    """U-5: a first word of one tile."""
    return Refusal("U-5", "The first word needs 2 tiles or more.", spot(cell, size))


def first_off_centre(size: int) -> Refusal:
    """U-5: a first word beside the centre."""
    squares = listed((square(cell, size) for cell in sorted(centre(size))), "or")
    return Refusal("U-5", f"The first word must cover a centre square: {squares}.")


def touches_nothing(cell: int, size: int) -> Refusal:
    """U-6: tiles away from every word."""
    return Refusal("U-6", "Your tiles touch no word. Put one on or beside a tile.", spot(cell, size))


def no_word(cell: int, size: int) -> Refusal:
    """U-20: a single tile that forms nothing."""
    return Refusal("U-20", "That makes no word. Put the tile beside others.", spot(cell, size))


def covered(word: str, cell: int, size: int) -> Refusal:
    """U-2: every letter of an old word would be covered."""
    return Refusal("U-2", f"{word} would be covered completely. Leave one of its letters.", spot(cell, size))


def only_an_s(cell: int, size: int) -> Refusal:
    """U-3: an S behind a word and nothing else."""
    return Refusal("U-3", "You cannot only add an S. Make a second word with it.", spot(cell, size))


def not_listed(words: Sequence[str], cell: int, size: int) -> Refusal:
    """U-7: words that are not in the list."""
    are = "is" if len(words) == 1 else "are"
    return Refusal("U-7", f"{listed(words)} {are} not in the word list. Try another word.", spot(cell, size))


# --- the log --------------------------------------------------------------------------------------------


def played(seat: Seat, words: Sequence[Word], laid: Collection[int], points: int, size: int) -> str:
    """A play: its main word with square and direction, the other words, and the points; ``laid`` are new tiles."""
    main, *others = words
    where = f"{bracketed(main, laid)} {'down' if main.down else 'across'} from {square(main.cells[0], size)}"
    also = f", also {listed(word.text for word in others)}" if others else ""
    return f"{{{seat}}} plays {where}{also}: {points}"


def all_seven(seat: Seat, bonus: int) -> str:
    """All tiles of a rack in one turn."""
    return f"{{{seat}}} uses all 7 tiles" + (f": {bonus} points extra" if bonus else "")


def taken_back(seat: Seat, bad: Sequence[str], points: int) -> str:
    """A challenge that was right."""
    it = "it" if len(bad) == 1 else "them"
    are = "is" if len(bad) == 1 else "are"
    return f"{listed(bad)} {are} not in the word list. {{{seat}}} takes {it} back: {-points:+d}"


def stands(words: Sequence[str], *, missing: str = "") -> str:
    """A challenge that was wrong, or that no list could settle: ``missing`` is the list's name."""
    if missing:
        return f"{listed(words)} cannot be looked up without the word list {missing}. The play stands"
    return f"{listed(words)} {'is' if len(words) == 1 else 'are'} in the word list. The play stands"


def left_over(seat: Seat, rack: str, cost: int) -> str:
    """Tiles left on a rack at the end."""
    return f"{{{seat}}} has {count(len(rack), 'tile')} left, {show_rack(rack)}" + (f": {-cost}" if cost else "")


def ended(reason: str, winners: Sequence[Seat], points: int, *, alone: bool) -> str:
    """The end of the game and who has won."""
    names = listed(f"{{{seat}}}" for seat in winners)
    if alone:
        return f"The game ends: {reason}. {names} has {points} points"
    verb = "wins" if len(winners) == 1 else "share the win"
    return f"The game ends: {reason}. {names} {verb} with {points} points"


BAG_EMPTY = "The bag is empty. No tile is left to draw."


def went_ahead(winner: Seat, behind: int) -> str:
    """The winner was behind before the end."""
    return f"{{{winner}}} was {count(behind, 'point')} behind and wins at the end."


# --- what a play scores -----------------------------------------------------------------------------------


def sum_of(word: Word) -> str:
    """The sum that gives the points of a word.

    >>> sum_of(Word((4, 5), False, "ON", True, 4, 0)), sum_of(Word((4, 5), False, "NO", False, 3, 0))
    ('2 tiles x 2', '3 tiles x 1, stacked')
    """
    if not word.flat:
        return f"{word.points} tiles x 1, stacked"
    return f"{count(len(word.cells), 'tile')} x 2" + (f" + {word.qu} for Qu" if word.qu else "")


def worth(words: Sequence[Word], bonus: int) -> str:
    """Points of a play: the sum of its only word, or the points of each of its words."""
    total = sum(word.points for word in words) + bonus
    if len(words) == 1 and not bonus:
        return f"{count(total, 'point')}: {words[0].text}, {sum_of(words[0])}"
    parts = [f"{word.text} {word.points}" for word in words] + ([f"all 7 tiles {bonus}"] if bonus else [])
    return f"{count(total, 'point')}: {' + '.join(parts)}"


# --- the review of a turn -----------------------------------------------------------------------------------

ONLY_FOR_TWO = "Chances are measured for two players. A game for another number has no review of turns."
ONLY_USUAL_RULES = "Chances are measured for the usual rules. A game by other rules has no review of turns."


def you_played(play: str, points: int) -> str:
    """
    >>> you_played("d4 N(O)T", 6)
    'You played d4 N(O)T for 6 points.'
    """
    return f"You played {play} for {count(points, 'point')}."


def you_exchanged(tile: str) -> str:
    return f"You exchanged {show_tile(tile)}."


YOU_PASSED = "You passed."


def hard_plays(play: str, points: int) -> str:
    return f"Hard would play {play} for {count(points, 'point')}."


def hard_exchanges(tile: str) -> str:
    return f"Hard would exchange {show_tile(tile)}."


HARD_PASSES = "Hard would pass."


def praise_play(word: str, tempting: str, *, all_tiles: bool, same: bool) -> str:
    """``tempting`` is the play with the highest score and its points, '' where this one scores as much.

    >>> praise_play("D(O)UBLE", "", all_tiles=False, same=True)
    'Nothing scored more. Hard would play D(O)UBLE too.'
    >>> praise_play("MOD", "DOOM for 12", all_tiles=False, same=False)
    'DOOM for 12 was tempting, and you left it alone. Hard could hardly do better.'
    """
    said = f"{tempting} was tempting, and you left it alone" if tempting else "Nothing scored more"
    if all_tiles:
        said = "All 7 tiles at once"
    return f"{said}. {f'Hard would play {word} too' if same else HARDLY_BETTER}."


def praise_exchange(tile: str) -> str:
    return f"{show_tile(tile)} gave way to a new tile. {HARDLY_BETTER}."


HARDLY_BETTER = "Hard could hardly do better"
PRAISE_PASS = f"A pass at the right time. {HARDLY_BETTER}."


def looked_like_words(words: Sequence[str]) -> str:
    """A play that was taken back.

    >>> looked_like_words(["ZORP"])
    'ZORP looked like a word. It is not in the word list, so the turn scored nothing.'
    """
    one = len(words) == 1
    looked, fact = ("a word", "It is") if one else ("words", "They are")
    return f"{listed(words)} looked like {looked}. {fact} not in the word list, so the turn scored nothing."


def new_tiles_tempted(other: str, points: int) -> str:
    """An exchange where a play was better."""
    return f"New tiles are tempting, but an exchange costs the turn. {other} scores {count(points, 'point')} now."


def waiting_tempted(other: str, points: int) -> str:
    """A pass where a play was better."""
    return f"Waiting is tempting when nothing fits. {other} scores {count(points, 'point')} now."


def another_tile(given: str, tile: str) -> str:
    """A turn without a play, where the exchange of another tile, ``tile``, was better; '' for a pass.

    >>> another_tile("V", "Q"), another_tile("", "Q")
    ('V was tempting to give away. Without Qu the rack is better.', 'Waiting is tempting. A new tile for Qu is better.')
    """
    if not given:
        return f"Waiting is tempting. A new tile for {show_tile(tile)} is better."
    return f"{show_tile(given)} was tempting to give away. Without {show_tile(tile)} the rack is better."


def waiting_was_better(given: str) -> str:
    """An exchange where a pass was better."""
    return f"A new tile for {show_tile(given)} was tempting. The rack was better as it was."


def all_seven_fit(word: str, bonus: int) -> str:
    """A turn in which all seven tiles could be played."""
    return f"A shorter word is easier to see. All 7 tiles fit here, as {word}: {bonus} points extra."


def kept_good_tiles(kept: str, word: str, more: int) -> str:
    """Good tiles that were kept for later.

    >>> kept_good_tiles("ES", "GOBLETS", 12)
    'E S are tempting to keep. GOBLETS scores 12 points more now, which is more than they are worth later.'
    """
    are = "are" if len(kept) > 1 else "is"
    they = "they are" if len(kept) > 1 else "it is"
    now = f"{word} scores {count(more, 'point')} more now, which is more than {they} worth later"
    return f"{show_rack(kept)} {are} tempting to keep. {now}."


def quick_to_see(word: str, other: str, more: int) -> str:
    """A play that another one beats by points."""
    return f"{word} was the quick word to see. {other} scores {count(more, 'point')} more."


def longer_word(word: str, other: str, more: int) -> str:
    """A long play that a shorter one beats by points."""
    return f"A longer word such as {word} is tempting. {other} is shorter and scores {count(more, 'point')} more."


def free_squares(word: str, other: str, more: int) -> str:
    """A play on free squares that one on top of tiles beats by points."""
    return f"Free squares drew the eye to {word}. {other} lies on top of tiles and scores {count(more, 'point')} more."


def opened_the_way(word: str, points: int, other: Seat, answer: str, theirs: int) -> str:
    """A play on which the next player built.

    >>> opened_the_way("TOM", 12, 1, "(TOM)B", 20)
    '12 points for TOM were tempting. The tiles opened a place, and {1} answered there with (TOM)B for 20 points.'
    """
    place = f"The tiles opened a place, and {{{other}}} answered there with {answer} for {count(theirs, 'point')}"
    return f"{_tempting(word, points)} {place}."


def keeps_better(word: str, points: int, kept: str, other: str, better: str) -> str:
    """A play that leaves a poor rack.

    >>> keeps_better("TOM", 12, "VV", "HAVE", "ERT")
    '12 points for TOM were tempting. It keeps V V, and HAVE keeps E R T, from which words are easier to make.'
    """
    tiles = f"It keeps {show_rack(kept)}, and {other} keeps {show_rack(better)}, from which words are easier to make"
    return f"{_tempting(word, points)} {tiles}."


def tiles_left_cost(word: str, points: int, other: str, fewer: int, cost: int) -> str:
    """A play with an empty bag that leaves more tiles on the rack than another."""
    less = f"{other} leaves {count(fewer, 'tile')} fewer, at {count(cost, 'point')} each"
    return f"{_tempting(word, points)} The bag was empty: {less}."


def answers_counted(word: str, points: int, other: str) -> str:
    """A play that is worse only with all that comes after it counted."""
    return f"{_tempting(word, points)} With the answer and the tiles kept counted, {other} is worth more."


def worth_a_turn(word: str, points: int, tile: str) -> str:
    """A play where an exchange was better, or a pass: then ``tile`` is ''."""
    if not tile:
        return f"{_tempting(word, points)} With the answers counted, waiting is worth more."
    return f"{_tempting(word, points)} With the tiles kept counted, a new tile for {show_tile(tile)} is worth more."


def _tempting(word: str, points: int) -> str:
    return f"{count(points, 'point')} for {word} {'was' if points == 1 else 'were'} tempting."


TAKEN_BACK_NOTE = "taken back"


def keeps(tiles: str) -> str:
    """The tiles that a move keeps."""
    return f"keeps {show_rack(tiles)}" if tiles else ""
