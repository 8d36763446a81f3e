"""The controls of cameras: one description, and every board with a camera offers what it says."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from towergames.board.camera_controls import (
    CONTROLS,
    LOOK,
    NAMES,
    VIEW,
    WHOLE,
    camera_specs,
    clicked_view,
    control_of,
    next_look,
    put_views,
    views_width,
)
from towergames.board.canvas import Canvas, Ink
from towergames.board.orbit import Orbit, OrbitView
from towergames.board.protocol import KeyInput, PointerInput
from towergames.physics.camera import Camera
from towergames.registry import Entry, entries

CAMERAS = [entry for entry in entries() if entry.board.camera is not None]
ORBIT = Orbit(shape=1.5, edge=20.0, closest=10.0, drag=(0.05, 0.05))
LOOKED = OrbitView(Camera(target=(0.0, 0.0, 2.0), distance=20.0, yaw=0.3, pitch=0.4), look="all")


@pytest.mark.parametrize("entry", CAMERAS, ids=[entry.key for entry in CAMERAS])
def test_every_camera_has_the_words_and_the_first_keys_of_the_one_table(entry: Entry) -> None:
    specs = {spec.id.rpartition(".")[2]: spec for spec in entry.board.spec.specs if spec.camera}
    walking = {"orbit-left", "orbit-right", "orbit-up", "orbit-down"}
    assert {LOOK, WHOLE, "nearer", "farther", NAMES} | walking <= set(specs) <= set(CONTROLS)
    for name, spec in specs.items():
        control = CONTROLS[name]
        assert spec.title.startswith(control.title.partition("{")[0]) and spec.typed == (control.typed or name,)
        assert "{" not in spec.title + spec.help and spec.help.startswith(control.help.partition("{")[0])
        assert spec.group == "camera" and spec.keys[0] == control.keys


def test_a_board_gets_the_controls_that_it_names_in_the_order_of_help() -> None:
    keys = {"names": "t", "nearer": "n m", "pan-up": "", "orbit-left": "l", "whole": "", "view": ""}
    words = {"around": "tree", "names": "heights of the leaves", "views": "Flat, or in three dimensions"}
    specs = camera_specs("toy", keys, **words, turning=", or shake it")
    assert [(spec.id, spec.title, spec.keys, spec.help) for spec in specs] == [
        ("toy.view", "View", ("semicolon",), "Flat, or in three dimensions"),
        ("toy.whole", "Whole tree", ("0",), "Show the whole tree"),
        ("toy.orbit-left", "Walk left", ("shift+left", "l"), "Walk round the tree to the left, or shake it"),
        ("toy.nearer", "Nearer", ("ampersand", "n", "m"), "Come nearer to the tree"),
        ("toy.pan-up", "Pan up", ("alt+up",), "Look at what is higher up"),
        ("toy.names", "Show heights", ("quotation_mark", "t"), "Show or hide the heights of the leaves"),
    ]
    assert all(spec.camera for spec in specs)


@pytest.mark.parametrize(("one", "back"), [("left", "right"), ("up", "down")])
@pytest.mark.parametrize("kind", ["orbit", "pan"])
def test_a_step_and_the_step_back_lead_to_the_same_camera(kind: str, one: str, back: str) -> None:
    moved = ORBIT.move(LOOKED, f"toy.{kind}-{one}")
    assert moved is not None and moved.camera != LOOKED.camera and moved.look == "", (
        "a camera moved by hand has no name"
    )
    again = ORBIT.move(moved, f"toy.{kind}-{back}")
    assert again is not None and again.camera.target == pytest.approx(LOOKED.camera.target)
    assert math.isclose(again.camera.yaw, LOOKED.camera.yaw) and math.isclose(again.camera.pitch, LOOKED.camera.pitch)


def test_nearer_and_farther_change_the_distance_and_names_only_the_names() -> None:
    nearer, farther = ORBIT.move(LOOKED, "toy.nearer"), ORBIT.move(LOOKED, "toy.farther")
    assert nearer is not None and farther is not None
    assert nearer.camera.distance < LOOKED.camera.distance < farther.camera.distance
    assert ORBIT.move(LOOKED, "toy.names") == replace(LOOKED, labels=not LOOKED.labels)


def test_a_named_look_is_left_to_the_board_and_other_specs_move_nothing() -> None:
    assert control_of("toy.look") is CONTROLS[LOOK] and ORBIT.move(LOOKED, "toy.look") is None
    assert control_of("toy.claim") is None and ORBIT.move(LOOKED, "toy.claim") is None
    assert control_of(KeyInput("left")) is None and control_of(PointerInput("", dx=1)) is None
    assert [next_look(("all", "top"), look) for look in ("all", "top", "")] == ["top", "all", "all"]


def test_the_names_of_the_views_are_written_with_the_chosen_one_in_brackets_and_can_be_clicked() -> None:
    views = {"flat": "Side", "3d": "3D"}
    canvas = Canvas(20, 1)
    spots = put_views(canvas, 20 - views_width(views), 0, views, "3d", Ink("on"), Ink("off"))
    assert canvas.text().rstrip("\n").endswith(" Side [3D]")
    assert [clicked_view(PointerInput(spot.key)) for spot in spots] == ["flat", "3d"]
    assert sum(spot.width for spot in spots) == views_width(views) and spots[-1].x + spots[-1].width == 20
    assert (
        clicked_view(PointerInput("letter:A"))
        == clicked_view(PointerInput(f"{VIEW}3d", dx=1))
        == clicked_view("toy.look")
        == ""
    )
