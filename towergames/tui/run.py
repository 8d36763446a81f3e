"""Start the Textual program."""

from __future__ import annotations

from towergames.request import RunRequest
from towergames.tui.app import TowerApp


def run_tui(request: RunRequest) -> int:
    """Run until the person leaves; the exit code."""
    app = TowerApp(request)
    app.run(mouse=app.settings.flag("mouse"))
    return app.return_code or 0
