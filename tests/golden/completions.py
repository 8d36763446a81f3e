"""Makes the completions in ``share`` anew: ``python -m tests.golden.completions`` from the checkout.

They are the scripts that ``towergames --show-completion`` prints, at the places where bash, zsh and fish look for those
of installed programs. A test compares them with the program.
"""

from __future__ import annotations

from pathlib import Path

from typer import completion

SHARE = Path(__file__).parents[2] / "docs" / "share"
FILES = {
    "bash": SHARE / "bash-completion" / "completions" / "towergames",
    "zsh": SHARE / "zsh" / "site-functions" / "_towergames",
    "fish": SHARE / "fish" / "vendor_completions.d" / "towergames.fish",
}


def script(shell: str) -> str:
    """The script for a shell.

    zsh runs the file itself at the first Tab, so the last line completes; Typer's own only registers a function.
    """
    text = completion.get_completion_script(prog_name="towergames", complete_var="_TOWERGAMES_COMPLETE", shell=shell)
    if shell == "zsh":
        registers = "compdef _towergames_completion towergames"
        assert text.endswith(registers)
        text = f'{text.removesuffix(registers)}_towergames_completion "$@"'
    return text + "\n"


if __name__ == "__main__":
    for name, file in FILES.items():
        file.write_text(script(name), encoding="ascii")
