"""``python -m towergames``: the same as the command ``towergames``."""

from towergames.cli.main import entry

if __name__ == "__main__":
    entry()
