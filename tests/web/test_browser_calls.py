"""A page that is not looked at calls its player: by title and icon, and by a sound and a notification if wanted."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from towergames.core.contract import Decide
from towergames.table.shared import SharedTable

pytestmark = pytest.mark.browser
if not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
    pytest.skip("needs Chromium", allow_module_level=True)
pytest.importorskip("playwright.sync_api", reason="needs playwright")

from tests.web.conftest import opened  # noqa: E402
from tests.web.test_browser import DESKTOP, PHONE, Window, chromium, server_of  # noqa: E402

AWAY = """() => {
  document.hasFocus = () => false;
  dispatchEvent(new Event("blur"));
}"""
BACK = """() => {
  delete document.hasFocus;
  dispatchEvent(new Event("focus"));
}"""
SPIES = """
  window.told = [];
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = "granted"); }
    constructor(title, options) { told.push(options.body); }
    close() {}
  };
  window.sounds = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...given) { sounds++; return start.apply(this, given); };
"""
"""Counts tones and notifications of a page. Chromium without a window shows no notification."""


@contextmanager
def bobs_page(home: Path, **screen: Any) -> Iterator[tuple[SharedTable, Window]]:
    """An open table where it is Ann's turn, and Bob's page, past its first screen."""
    ann = opened(home / "saves", "Ann", "Bob")
    with server_of(home) as ((link,), _), chromium(link, **screen) as (page,):
        page.page.add_init_script(SPIES)
        page.page.reload()
        page.wait_for(lambda: page.page.locator("body.-shown").count() == 1)
        page.page.keyboard.press("Enter")
        page.wait_for(lambda: "Waiting for Ann" in page.text)
        yield ann, page
        assert page.errors == []
    ann.close()


def moves_on(ann: SharedTable, seat: int = 1) -> None:
    """Ann moves until it is the turn of a seat."""
    ann.follow()
    while isinstance(ann.turn, Decide) and ann.turn.seat != seat:
        ann.submit(0, ann.legal()[0])


def title(page: Window) -> str:
    return str(page.page.title())


def dotted(page: Window) -> bool:
    return "circle" in page.page.evaluate("document.querySelector('link[rel=icon]').href")


def test_the_title_and_the_icon_call_until_the_page_is_looked_at(own_home: Path) -> None:
    with bobs_page(own_home, **DESKTOP) as (ann, page):
        assert title(page) == "Tower Games" and not dotted(page)
        moves_on(ann)
        page.wait_for(lambda: "Your turn, Bob" in page.text)
        ann.say(0, "hello")
        page.wait_for(lambda: "hello" in page.text)
        page.page.wait_for_timeout(500)
        assert title(page) == "Tower Games" and not dotted(page), "who looks is not called"
        page.page.evaluate(AWAY)
        page.page.wait_for_timeout(500)
        ann.say(0, "hello again")
        page.wait_for(lambda: title(page) == "Message from Ann - Take That Towers" and dotted(page))
        assert page.page.evaluate("[sounds, told]") == [0, []], "nobody has asked for these"
        page.page.evaluate(BACK)
        page.wait_for(lambda: title(page) == "Tower Games" and not dotted(page))


@pytest.mark.parametrize("screen", [DESKTOP, PHONE])
def test_sound_and_notification_are_chosen_on_the_page(own_home: Path, screen: dict[str, Any]) -> None:
    with bobs_page(own_home, **screen) as (ann, page):
        opener, panel = page.page.locator("#calls"), page.page.locator("#call-settings")
        assert not panel.is_visible()
        page.picture(f"calls-closed-{screen['viewport']['width']}")
        opener.click()
        assert panel.locator("#call-why").inner_text() == ""
        page.picture(f"calls-{screen['viewport']['width']}")
        panel.locator("[name=sound]").check()
        panel.locator("[name=notification]").check()
        page.wait_for(lambda: page.page.evaluate("[sounds, told.length]") == [2, 1])
        panel.get_by_role("button").click()
        assert not panel.is_visible()
        assert page.page.evaluate("document.activeElement === field"), "keys go to the table again"
        page.page.evaluate(AWAY)
        page.page.wait_for_timeout(500)
        moves_on(ann)
        page.wait_for(lambda: title(page) == "Your turn - Take That Towers")
        page.wait_for(lambda: page.page.evaluate("told[1]") == "Your turn - Take That Towers")
        page.page.wait_for_timeout(1000)
        assert page.page.evaluate("[sounds, told.length]") == [4, 2], "each call comes once"
        page.page.evaluate(BACK)
        page.wait_for(lambda: title(page) == "Tower Games")
        opener.click()
        assert panel.locator("[name=sound]").is_checked() and panel.locator("[name=notification]").is_checked()


def test_a_page_without_encryption_says_why_there_are_no_notifications(own_home: Path) -> None:
    with bobs_page(own_home, **DESKTOP) as (_, page):
        page.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
        page.page.reload()
        page.wait_for(lambda: page.page.locator("body.-shown").count() == 1)
        page.page.locator("#calls").click()
        panel = page.page.locator("#call-settings")
        assert "they need https" in panel.locator("#call-why").inner_text()
        assert panel.locator("[name=notification]").is_disabled() and panel.locator("[name=sound]").is_enabled()
        page.picture("calls-http")


def test_what_a_game_draws_calls_nobody(own_home: Path) -> None:
    with bobs_page(own_home, **DESKTOP) as (ann, page):
        page.page.evaluate(AWAY)
        page.page.wait_for_timeout(300)
        ann.say(0, '["call", {"title": "forged", "ring": true}]')
        page.wait_for(lambda: title(page) == "Message from Ann - Take That Towers")
        assert "forged" not in page.page.evaluate("document.documentElement.innerHTML.split('<body')[0]")
