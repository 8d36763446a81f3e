"""The palettes measured: contrast, and distances as people with colour-blindness see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import pytest

from tests.example.distribution import NIM
from towergames import registry
from towergames.board import palette
from towergames.board.palette import (
    BUILT,
    GROUND,
    LINES,
    MOST,
    PLATES,
    PLAYERS,
    SKIES,
    STATES,
    SURFACES,
    THEMES,
    Palette,
    Role,
    add,
    part_of,
    resolve,
)

RGB_THEMES = ("dark", "light", "contrast")
APART = 10.0

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

# Machado, Oliveira, Fernandes (2009), severity 1.0, on linear RGB.
SIGHTS: dict[str, Matrix] = {
    "ordinary": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "greyscale": ((0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722)),
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Triple = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Triple:
    """``#rrggbb`` as linear RGB in 0..1."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return r, g, b


def times(matrix: Matrix, v: Triple) -> Triple:
    a, b, c = (sum(m * x for m, x in zip(row, v, strict=True)) for row in matrix)
    return a, b, c


def lab(v: Triple) -> Triple:
    """Linear RGB as CIE L*a*b* (D65)."""

    def f(t: float) -> float:
        return float(t ** (1 / 3)) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116

    x, y, z = (f(max(0.0, n) / w) for n, w in zip(times(TO_XYZ, v), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: str, sight: str) -> Triple:
    """The colour in L*a*b* as such eyes see it."""
    r, g, b = (min(1.0, max(0.0, c)) for c in times(SIGHTS[sight], linear(colour)))
    return lab((r, g, b))


def distance(one: str, other: str, sight: str) -> float:
    """CIE 1976 colour difference of what is seen."""
    return sum((a - b) ** 2 for a, b in zip(seen(one, sight), seen(other, sight), strict=True)) ** 0.5


def contrast(one: str, other: str) -> float:
    """WCAG contrast ratio."""
    low, high = sorted(times(TO_XYZ, linear(c))[1] + 0.05 for c in (one, other))
    return high / low


def too_faint(theme: str, roles: Iterable[str], grounds: Sequence[str], least: float) -> dict[tuple[str, str], float]:
    """The pairs of a role and a ground with less contrast than ``least``."""
    found = {(fg, bg): contrast(resolve(theme, fg), resolve(theme, bg)) for fg in roles for bg in grounds}
    return {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least}


def too_near(theme: str, sight: str, roles: Iterable[str]) -> dict[tuple[str, str], float]:
    """The pairs of roles that such eyes cannot tell apart."""
    apart = {(a, b): distance(resolve(theme, a), resolve(theme, b), sight) for a, b in combinations(roles, 2)}
    return {pair: round(d, 1) for pair, d in apart.items() if d < APART}


def test_white_on_black_measures_as_the_standards_say() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21, abs=0.01)
    assert distance("#ffffff", "#000000", "greyscale") == pytest.approx(100, abs=0.1)
    assert distance("#ff0000", "#00ff00", "ordinary") == pytest.approx(170.6, abs=0.5)
    assert distance("#bb3300", "#557700", "deuteranopia") < distance("#bb3300", "#557700", "ordinary") / 2


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_has_every_role_in_few_colours(theme: str) -> None:
    games = [entry.palette for entry in registry.ENTRIES]
    assert set(THEMES[theme]) == set(THEMES["dark"]) >= {role for palette in games for role in palette.roles}
    ours = set(THEMES[theme]) - set(NIM.palette.roles)  # which another test may have added
    assert len({THEMES[theme][role] for role in ours}) <= 64


def test_the_terminal_theme_uses_no_rgb() -> None:
    assert not any("#" in colour for colour in THEMES["terminal"].values())


@pytest.fixture
def themes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Roles that a test adds are gone after it."""
    for theme, colours in THEMES.items():
        monkeypatch.setitem(THEMES, theme, dict(colours))
    monkeypatch.setattr(palette, "_PARTS", dict(palette._PARTS))


RED = Role("#c03a2b", "#a02010", "#ff5040", "bright_red", part=BUILT)


@pytest.mark.usefixtures("themes")
def test_a_game_adds_roles_to_every_theme() -> None:
    assert resolve("light", "match-head") == resolve("light", "text")
    add(Palette({"match-head": RED, "bed-2": Role("#101010", "#f0f0f0", "#000000", "default", part=GROUND)}))
    assert [resolve(theme, "match-head") for theme in THEMES] == ["#c03a2b", "#a02010", "#ff5040", "bright_red"]
    assert [part_of(role) for role in ("match-head", "match-head~7/sky", "bed-2", "text")] == [BUILT, BUILT, GROUND, ""]
    add(Palette({"match-head": RED}))  # again, as when a module is loaded a second time


@pytest.mark.usefixtures("themes")
@pytest.mark.parametrize(
    ("name", "role", "error"),
    [
        ("text", RED, "the role 'text' has other colours already"),
        ("Match", RED, "the role 'Match' is named wrongly"),
        ("match~2", RED, "is named wrongly"),
        ("match", Role("red", "#a02010", "#ff5040", "red"), "'red' under dark: use six hexadecimal digits"),
        ("match", Role("#c03a2b", "#a02010", "#ff5040", "#ff5040"), "'#ff5040' under terminal: use default"),
    ],
)
def test_a_role_that_cannot_be_added_says_why_and_adds_nothing(name: str, role: Role, error: str) -> None:
    before = {theme: dict(colours) for theme, colours in THEMES.items()}
    with pytest.raises(ValueError, match=error):
        add(Palette({"other": RED, name: role}))
    assert before == THEMES


COLOURED = [sight for sight in SIGHTS if sight != "greyscale"]
GROUPS = [(sight, roles) for sight in COLOURED for roles in ((*PLAYERS[:4], *STATES), PLAYERS)]


# Ten levels of grey with 10 between them do not fit above the contrast asked of text; more than four players are told
# apart by shape and number there.
@pytest.mark.parametrize("theme", RGB_THEMES)
@pytest.mark.parametrize(("sight", "roles"), [*GROUPS, ("greyscale", PLAYERS[:4])])
def test_colours_of_different_meanings_stay_apart_for_everybody(theme: str, sight: str, roles: tuple[str, ...]) -> None:
    assert too_near(theme, sight, roles) == {}


@pytest.mark.parametrize("theme", RGB_THEMES)
@pytest.mark.parametrize(
    ("roles", "grounds", "least"),
    [
        (("text", "muted"), SURFACES, 4.5),
        (("accent", "good", "bad", "warn", *PLAYERS), ("surface",), 4.5),
        (("good", "bad", "warn"), ("select", "preview", "raised", "card"), 4.5),
        (("accent", "cursor"), ("card", "raised"), 4.5),
        (("accent", "text"), ("chip-key", "chip"), 4.5),
        (("plate-ink",), PLATES, 4.5),
        (PLAYERS, ("select", "preview", "raised", "card"), 3.0),
        (("ink",), (*PLAYERS, *STATES, "accent"), 4.5),
        (LINES, ("surface", *SKIES), 3.0),
        (("last", "cursor"), ("surface", *SKIES), 3.0),
    ],
)
def test_contrast(theme: str, roles: tuple[str, ...], grounds: tuple[str, ...], least: float) -> None:
    assert too_faint(theme, roles, grounds, least) == {}


def test_unknown_names_are_no_error() -> None:
    assert resolve("nonsense", "text") == resolve("dark", "text")
    assert resolve("dark", "nonsense") == resolve("dark", "text")


def test_mixtures_are_between_their_colours() -> None:
    for theme in ("dark", "light", "contrast"):
        ends = [bytes.fromhex(resolve(theme, name)[1:]) for name in ("p1~20", "p2~20")]
        shares = [bytes.fromhex(resolve(theme, f"p1~20/p2~20:{share}")[1:]) for share in (0, 25, 50, 75, 100)]
        assert shares[0] == ends[0] and shares[-1] == ends[1]
        for k in range(3):
            way = [colour[k] for colour in shares]
            assert way == sorted(way, reverse=way[0] > way[-1])
    assert resolve("terminal", "p1/p2:75") == resolve("terminal", "p1")


def test_light_makes_a_colour_lighter_at_every_level() -> None:
    for theme in ("dark", "light", "contrast"):
        sums = [sum(bytes.fromhex(resolve(theme, f"p1~{level}")[1:])) for level in range(MOST + 1)]
        assert sums == sorted(sums) and len(set(sums)) > 28
    assert resolve("dark", "p1~20") == resolve("dark", "p1")
    assert resolve("terminal", "p1~10") == "blue"
    assert resolve("dark", "p1~nonsense") == resolve("dark", "p1")


def test_the_colours_of_a_picture_are_themselves_in_every_theme() -> None:
    assert {resolve(theme, "#12ab9f") for theme in THEMES} == {"#12ab9f"}
