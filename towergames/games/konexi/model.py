"""The types of Konexi: options, the state and what a seat sees, moves, and what chance and physics answer.

There are no floats: lengths are micrometres, angles thousandths of a degree, quaternions millionths. A letter's place
in the tower is a :class:`tower.PlacedLetter`, in whole cells with the base's lower left corner at (0, 0). The pose of a
:class:`RestingLetter` says where the plastic really is after it has bent. The circle is a text of letters in clockwise
order. The token lies in gap ``g``, between letters ``g - 1`` and ``g``; the gap before the first letter is also the gap
after the last.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from towergames.core.contract import GameInfo, Seat, complete_terms
from towergames.core.daily import chance_name, deal_option
from towergames.core.options import BY_LOT, OptionError, Options, option, options_of, players
from towergames.games.konexi.tower import PlacedLetter
from towergames.lexicon.options import words_option
from towergames.physics.recording import RecordedPose

# --- options ----------------------------------------------------------------------------------------

BIRTHDAY = -1


@dataclass(frozen=True, slots=True)
class Terms:
    """The settled options of one game.

    Fields that are UNSET are left out of saves, so that older saves keep their digests. ``words`` is the reference of
    the word list. ``first`` is 0 for a starter at random, BIRTHDAY if the players say who starts, else the number of
    the player. Only physics reads ``hand``. ``every``: all words of a turn score (K-27). ``endless``: one tower, and no
    target (K-28). ``deal`` is the day of today's task (K-29). ``bump_cost`` is UNSET in games by rules 1. There
    a bump costs points only if the tower falls, and the active player may be said to have bumped the tower.
    """

    words: str = words_option("Which words count", "R-16")
    first: int = option(
        "First player",
        "Who starts the game.",
        "K-14",
        {"random": "drawn by lot", **players(6), "birthday": "the next birthday"},
        means={"random": 0, "birthday": BIRTHDAY},
        names=BY_LOT,
    )
    circle: str = option(
        "Circle",
        "Who sets out the circle.",
        "R-3",
        {"shuffled": "the letters are mixed", "arranged": "the player who starts"},
        names={"shuffled": "Mixed", "arranged": "Set out"},
    )
    direction: str = option(
        "Direction",
        "Which way the token moves.",
        "K-5",
        {"clockwise": "clockwise", "either": "the player chooses"},
        names={"either": "Either way"},
    )
    base: str = option(
        "First letter",
        "Which letter is the base.",
        "K-4",
        {
            "rolled": "one beside the token",
            "picked": "any letter",
            "random": "drawn by lot",
        },
        names={"rolled": "Beside the token", "picked": "Any letter", "random": "By lot"},
    )
    flip: bool = option(
        "Flip",
        "Whether you may flip letters.",
        "K-19",
        {True: "yes", False: "no"},
    )
    shortest: int = option(
        "Shortest word",
        "How many letters a word needs.",
        "K-8",
        {2: "2 letters", 3: "3 letters"},
        names={2: "2 letters", 3: "3 letters"},
    )
    finding: str = option(
        "Finding words",
        "Who finds the word your letter makes.",
        "K-9",
        {"own": "the player", "auto": "the program takes the longest"},
        names={"own": "The player", "auto": "The program"},
    )
    target: int = option(
        "Points to win",
        "The first player with this many points wins.",
        "K-13",
        {20: "20 points", 30: "30 points", 50: "50 points"},
        names={20: "20 points", 30: "30", 50: "50"},
    )
    penalty: int = option(
        "Penalty", "What a fall costs.", "R-21", {3: "3 points", 0: "nothing"}, names={3: "3 points", 0: "Nothing"}
    )
    bump: str = option(
        "Bumps",
        "Whether a waiting player may bump the tower.",
        "K-12",
        {"off": "never", "chance": "now and then", "nudge": "when a player reports it"},
        names={"off": "Never", "chance": "Now and then", "nudge": "When reported"},
    )
    bump_cost: str | UnsetType = option(
        "Cost of a bump",
        "Which bumps cost 3 points and end the round.",
        "R-23",
        {"always": "every bump", "fall": "a bump that makes the tower fall"},
        names={"always": "Every bump", "fall": "If it falls"},
    )
    hand: str = option(
        "Hand",
        "How much your hand shakes when it lets go.",
        "K-16",
        {"normal": "it shakes a little", "steady": "it shakes very little", "shaky": "it shakes a lot"},
    )
    every: bool | UnsetType = option(
        "Words that score",
        "How many words score in a turn.",
        "K-27",
        {"one": "one", "all": "all you say"},
        key="scoring",
        means={"one": UNSET, "all": True},
    )
    endless: bool | UnsetType = option(
        "Tower",
        "Whether a new tower starts after a fall. One player alone always has one tower.",
        "K-28",
        {
            "rounds": "a new one every round",
            "endless": "one tower, most points win",
        },
        names={"rounds": "New each round", "endless": "One tower"},
        key="tower",
        means={"rounds": UNSET, "endless": True},
    )
    deal: str | UnsetType = deal_option("K-29", UNSET)


OPTIONS = options_of(
    Terms,
    order=(
        "words hand target finding shortest scoring tower penalty circle base direction flip bump bump_cost first deal"
    ),
)


def terms_of(info: GameInfo, seats: int, given: Options) -> Terms:
    """The terms that the options set for ``seats`` players. Raises OptionError."""
    terms = complete_terms(Terms, info, seats, given)
    if info.rules_version == 1:
        terms = replace(terms, bump_cost=UNSET)
    if terms.deal is not UNSET and seats > 1:
        raise OptionError("The deal of a day is for one player", "deal")
    return replace(terms, endless=True) if seats == 1 else terms


TASK_VERSION = 1
"""Version of today's task. It changes when the same day would have other chance, or the rules change."""
TASK_LETTERS = 12
"""K-29: the letters of today's task."""


def task_chance(terms: Terms) -> str:
    """The name of all chance in today's task (K-29); '' in other games."""
    return "" if terms.deal is UNSET else chance_name("konexi", TASK_VERSION, terms.deal)


# --- the die, and what the rules measure --------------------------------------------------------------

FACES = (2, 4, 5, 8, 10, 0)
"""The faces of the die; ``ANY`` stands for Any Letter."""
ANY = 0
UNROLLED = -1
FALLS = ("collapse", "drop", "touch", "sideways", "notch")
"""The kinds of fall.

The tower tips over in its plane, a letter drops off, or a second letter touches the table. Or the tower tips over
sideways, or a joint breaks.
"""
STANDS = "stands"
GAVE_UP = "given-up"
BUMPED = "bumped"
BLOCKED = "blocked"
FULL = "all-letters"

NOBODY = -1
"""K-12: the bumper when no player bumps the tower."""
MOST_ROUNDS = 24
"""K-25: rounds of one game."""
MOST_WORDS = 12
"""K-27: words of one turn."""


class RestingLetter(NamedTuple):
    """A letter after everything has come to rest.

    ``pose`` is the pose of the letter's frame. Its origin is the lower left corner of the upright letter's 5 x 7 cells,
    halfway through the plastic. x points to its right, z up, y away from its front. The table is z = 0 and the plane of
    the tower y = 0. The base was put down with the corner of its lower left cell at x = 0.

    ``bend`` (in the plane of the tower) and ``twist`` (out of it) are angles in thousandths of a degree. They say how
    far the joint has given on which the letter hangs; both are 0 for the base. The next release begins with them.
    :attr:`tower.Tower.hangs` names the joint.
    """

    letter: str
    pose: RecordedPose
    bend: int
    twist: int


# --- what a player can do ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begin:
    """K-14: say whose birthday comes next."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Arrange:
    """R-3: set out the 26 letters in a circle, clockwise, with the token in a gap."""

    letters: str
    gap: int


@dataclass(frozen=True, slots=True)
class Mix:
    """R-3: have the circle mixed instead of setting it out."""


@dataclass(frozen=True, slots=True)
class Token:
    """K-5, K-6: move the token into a gap."""

    gap: int


@dataclass(frozen=True, slots=True)
class Place:
    """R-9: add a letter beside the token to the tower and let go of it."""

    letter: str
    turn: int
    flip: bool
    x: int
    y: int

    @property
    def spot(self) -> PlacedLetter:
        return PlacedLetter(self.letter, self.turn, self.flip, self.x, self.y)


@dataclass(frozen=True, slots=True)
class GiveUp:
    """K-11: add no letter, which counts as a fall."""


@dataclass(frozen=True, slots=True)
class SayWord:
    """R-14: say a word."""

    word: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    """R-20: end the turn without a word."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """K-12: a player bumped the tower."""

    by: Seat


Action = Begin | Arrange | Mix | Token | Place | GiveUp | SayWord | EndTurn | Nudge


# --- what chance, the word list and physics answer ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class WordList:
    """The word list of the game: its short name, the hash of its content, its number of words."""

    id: str
    sha256: str
    words: int


@dataclass(frozen=True, slots=True)
class First:
    """The player who starts the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Circle:
    """The letters in clockwise order, and the gap of the token."""

    letters: str
    gap: int


@dataclass(frozen=True, slots=True)
class BaseDrawn:
    """K-4: the base that was drawn."""

    letter: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """The face of the die."""

    face: int


@dataclass(frozen=True, slots=True)
class Fate:
    """K-12: the player who bumps the tower now, -1 for no bump."""

    by: int


@dataclass(frozen=True, slots=True)
class Released:
    """The outcome of a release or a bump.

    ``kind`` is ``stands`` or one of FALLS. ``cause`` names the letters that dropped, touched the table or broke their
    joint first. ``on_table`` are all letters that touch the table at the end, sorted. ``rests`` has every letter of the
    tower in the order of building, the new one last.

    ``margin`` is the distance of the weight from the nearer end of the foot, in micrometres, negative outside the foot.
    ``load`` is the greatest load of a joint in thousandths of its strength, and ``loaded`` the letter on that joint.
    ``tremor``, ``engine`` and ``trace`` (the movement, base64) are for information. Rules read ``kind`` and ``cause``,
    the screen reads all of it.
    """

    kind: str
    cause: str
    on_table: str
    rests: tuple[RestingLetter, ...]
    margin: int = 0
    load: int = 0
    loaded: str = ""
    tremor: tuple[int, ...] = ()
    engine: str = ""
    trace: str = ""


@dataclass(frozen=True, slots=True)
class WordFound:
    """K-9: the longest word that the new letter makes, ``""`` for none.

    Applying the outcome checks that the word can be made, but not that the list has it: a replay needs no list.
    ``unlisted`` is True if the list was not on this machine (K-26), else it is left out of the record.
    """

    word: str
    unlisted: bool | UnsetType = UNSET


Outcome = WordList | First | Circle | BaseDrawn | Rolled | Fate | Released | WordFound


# --- the table --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Balance:
    """The balance of the standing tower as physics measured it; see :class:`Released`."""

    margin: int = 0
    load: int = 0
    loaded: str = ""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The end of a round: its kind (one of FALLS, given-up, blocked, all-letters), the cause, the player and the number
    of letters.
    """

    kind: str
    cause: str
    seat: Seat
    letters: int


@dataclass(frozen=True, slots=True)
class Public:
    """Everything that everybody knows, which is the whole game.

    ``phase``: words, first, birthday, arrange, circle, base, roll, token, fate, bump, place, release, word, find, over.
    ``first`` is the player who began the game, ``active`` the player on turn. ``face`` is the die (UNROLLED before the
    roll, ANY for Any Letter). ``only`` is the letter that must be taken after a draw. ``tower`` are the standing
    letters in the order of building, ``rests`` their real poses. ``in_hand`` is the letter just let go of; ``new`` the
    one placed in this turn. ``bumper`` is the player who bumps now, -1 for no bump; ``nudged`` is true once a bump was
    reported in this turn. ``ended`` describes the last round. ``said`` are words that score when the turn ends (K-27).
    """

    terms: Terms
    seats: int
    phase: str = "words"
    list_id: str = ""
    list_sha256: str = ""
    first: Seat = 0
    active: Seat = 0
    round: int = 1
    points: tuple[int, ...] = ()
    circle: str = ""
    gap: int = 0
    face: int = UNROLLED
    only: str = ""
    tower: tuple[PlacedLetter, ...] = ()
    rests: tuple[RestingLetter, ...] = ()
    balance: Balance = Balance()
    in_hand: PlacedLetter | None = None
    new: str = ""
    bumper: int = NOBODY
    nudged: bool = False
    ended: RoundEnd | None = None
    ending: str = ""
    said: tuple[str, ...] | UnsetType = UNSET

    @property
    def letters_score(self) -> bool:
        """K-28: whether letters that stand score in place of words, and a fall costs nothing."""
        return self.seats == 1 and self.terms.deal is UNSET

    @property
    def words_said(self) -> tuple[str, ...]:
        """K-27: the words of this turn that have not scored yet."""
        return () if self.said is UNSET else self.said


@dataclass(frozen=True, slots=True)
class State(Public):
    """The whole game."""


@dataclass(frozen=True, slots=True)
class View(Public):
    """The knowledge of ``seat`` (None: a spectator), which is everything."""

    seat: Seat | None = None


_SHARED = tuple(field.name for field in fields(Public))


def observation(state: State, seat: Seat | None) -> View:
    return View(seat=seat, **{name: getattr(state, name) for name in _SHARED})


def state_of(seen: View) -> State:
    """The state behind a view: nothing is hidden."""
    return State(**{name: getattr(seen, name) for name in _SHARED})
