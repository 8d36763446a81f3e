"""Files of the contents of a screen: no existing file is overwritten unasked, and nothing hidden is written."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.color import Color, ColorType
from rich.style import Style as RichStyle

from towergames.board.canvas import Canvas, Ink
from towergames.core.text import clean, slug
from towergames.export.cast import cast
from towergames.export.film import Film, film
from towergames.export.render import png
from towergames.export.svg import ANSI, canvas_svg
from towergames.paths import expanded
from towergames.table.errors import SaveError
from towergames.table.pad import Pad
from towergames.table.records import MAX_FILE
from towergames.table.save_file import load_file
from towergames.table.storage import OsStorage
from towergames.tui.textual_parts import rows_shown

if TYPE_CHECKING:
    from towergames.tui.services import Services


@dataclass(frozen=True, slots=True)
class Exportable:
    """Contents that a screen offers beside its picture: a name for files, board as text, journal, and score pad.

    A screen's method ``exportable`` makes the value. A screen that hides something (a curtain) has no such method, so
    that hidden contents cannot be written.
    """

    name: str = ""
    board: Canvas | str = ""
    journal: Path | None = None
    pad: Pad | None = None
    tables: tuple[tuple[str, str, str], ...] = ()
    """Tables for other programs: the title, the ending of the file and the text of each."""
    in_space: bool = False
    """Whether the board has a view for pictures in pixels."""


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of file: ``key`` as typed, a title, the ending, and how its contents are made.

    ``note`` warns. A ``slow`` form takes seconds, and is made beside the screen.
    """

    key: str
    title: str
    ending: str
    make: Callable[[], bytes | Film]
    note: str = ""
    slow: bool = False


def screen_text(app: Services) -> str:
    """The screen as it is shown, as text with trailing blanks cut; '' where Textual does not tell it."""
    strips = rows_shown(app.screen)
    if strips is None:
        return ""
    rows = ["".join(segment.text for segment in strip).rstrip() for strip in strips]
    return "\n".join(rows).rstrip("\n") + "\n"


def screen_svg(app: Services, title: str = "Tower Games") -> str:
    """A picture of the screen; '' where Textual does not tell it."""
    strips = rows_shown(app.screen)
    if strips is None:
        return ""
    canvas = Canvas(max(strip.cell_length for strip in strips), len(strips))
    for y, strip in enumerate(strips):
        x = 0
        for text, style, _ in strip:
            x = canvas.put(x, y, text, _ink(style))
    return canvas_svg(canvas, theme=app.palette_theme, title=title)


def _ink(style: RichStyle | None) -> Ink:
    if style is None:
        return Ink()
    front, back = _rgb(style.color), _rgb(style.bgcolor)
    return Ink(front, back, bool(style.bold), bool(style.reverse), bool(style.underline), bool(style.dim))


def _rgb(colour: Color | None) -> str:
    """A colour of the terminal as #rrggbb, '' for its default."""
    if colour is None or colour.is_default:
        return ""
    if colour.type is ColorType.STANDARD and colour.number is not None:
        return list(ANSI.values())[colour.number]
    return colour.get_truecolor().hex


def forms_of(app: Services, offer: Exportable) -> tuple[Form, ...]:
    """Forms in which the present screen can be written. The picture is taken at once, before a dialog covers it."""
    svg = screen_svg(app).encode()
    text = screen_text(app).encode()
    forms = []
    if svg:
        forms.append(Form("svg", "Picture of the screen", ".svg", lambda: svg, "opens in every browser"))
    if text:
        forms.append(Form("screen", "Text of the screen", ".txt", lambda: text))
    forms.extend(_board_forms(app, offer))
    pad = offer.pad
    if pad is not None:
        forms.append(Form("pad", "Score sheet as text", "-pad.txt", lambda: (pad.as_text() + "\n").encode()))
        forms.append(Form("csv", "Score sheet as CSV", "-pad.csv", lambda: pad.as_csv().encode()))
    for number, (title, ending, table) in enumerate(offer.tables, start=1):
        forms.append(Form(f"table-{number}", title, ending, table.encode))
    if offer.journal is not None:
        journal = offer.journal
        forms.append(
            Form("journal", "Copy of the saved game", ".jsonl", lambda: read_journal_bytes(journal), "shows every hand")
        )
        look = (journal, app.palette_theme, app.ascii_only)
        whole, moment, recording = partial(_film, *look), partial(_film, *look, moments=1), partial(_recording, *look)
        forms.append(Form("film", "Film of the game so far", "-film.svg", whole, "a picture that moves", slow=True))
        forms.append(
            Form("moment", "Film of the best moment", "-moment.svg", moment, "a picture that moves", slow=True)
        )
        forms.append(Form("cast", "Recording of the game so far", ".cast", recording, "plays in asciinema", slow=True))
        if offer.in_space:
            picture = partial(_png, journal, app.palette_theme)
            forms.append(Form("png", "Picture of the board in pixels", ".png", picture))
    return tuple(forms)


def _board_forms(app: Services, offer: Exportable) -> list[Form]:
    board, theme, title = offer.board, app.palette_theme, offer.name or "Tower Games"
    if not board:
        return []
    if isinstance(board, str):
        return [Form("board", "Text of the board", "-board.txt", (board.rstrip("\n") + "\n").encode)]
    words = board.text(ascii_only=app.ascii_only).rstrip("\n") + "\n"
    picture = partial(canvas_svg, board, theme=theme, title=title, ascii_only=app.ascii_only)
    return [
        Form("board-svg", "Picture of the board", "-board.svg", lambda: picture().encode()),
        Form("board", "Text of the board", "-board.txt", words.encode),
    ]


def _png(journal: Path, theme: str) -> bytes:
    picture = png(load_file(journal).history, theme=theme)
    if picture is None:
        raise SaveError("The board has no picture in pixels in these colours.")
    return picture


def _film(journal: Path, theme: str, ascii_only: bool, moments: int = 0) -> Film:
    # A spectator's film, so that it can be shown while the game still runs.
    return film(load_file(journal).history, theme=theme, ascii_only=ascii_only, moments=moments)


def _recording(journal: Path, theme: str, ascii_only: bool) -> bytes:
    history = load_file(journal).history
    return (cast(history, name=journal.stem, theme=theme, ascii_only=ascii_only) + "\n").encode()


def read_journal_bytes(path: Path) -> bytes:
    """A journal's bytes. Raises SaveError."""
    try:
        return OsStorage().read(path, MAX_FILE + 1)
    except OSError as error:
        raise SaveError(f"{path.name} cannot be read: {error.strerror or error}") from None


def free_path(folder: Path, name: str, ending: str) -> Path:
    """A path in the folder that no file has yet, made from the name."""
    base = slug(name or "tower-games")
    number = 1
    while True:
        path = folder / (f"{base}{ending}" if number == 1 else f"{base}-{number}{ending}")
        if not os.path.lexists(path):
            return path
        number += 1


def named_path(text: str, folder: Path, form: Form) -> Path:
    """The path that a person typed: relative to the folder, ``~`` for home; a folder gets a file name of its own."""
    path = folder / expanded(text.strip())
    try:
        is_folder = path.is_dir()
    except OSError:  # writing will say what is wrong with the name
        is_folder = False
    return free_path(path, "tower-games", form.ending) if is_folder else path


def current_folder() -> Path:
    """The folder in which the program runs; a relative path where it was removed: writing then says so."""
    try:
        return Path.cwd()
    except OSError:
        return Path()


def write_new(path: Path, data: bytes, *, overwrite: bool = False) -> None:
    """Write a file. Raises FileExistsError unless ``overwrite``, and SaveError when it cannot be written."""
    try:
        with path.open("wb" if overwrite else "xb") as out:
            out.write(data)
    except FileExistsError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise SaveError(f"{clean(str(path), 120)} cannot be written: {reason}") from None
