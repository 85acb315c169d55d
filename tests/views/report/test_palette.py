"""The colours: the same names in both themes, and enough contrast wherever they meet."""

import re
from itertools import product
from pathlib import Path

import pytest

from onnxlens import views

SHEET = Path(views.__file__).with_name("palette.css").read_text(encoding="ascii")
FAMILIES = ("model", "graph", "node", "tensor", "type", "metadata", "unknown", "malformed")
TEXT = ("ink", "muted", "accent", "tag", "length", "error", "warning", "info", "ok")
TINTS = [f"{family}{strength}" for family in FAMILIES for strength in ("", "-2")]
SURFACES = ["bg", "panel", "selected", "hover", *TINTS]
SOLIDS = [*(f"{family}-solid" for family in FAMILIES), "text-solid"]
NAMES = {*TEXT, *SURFACES, *SOLIDS, "edge"}


def blocks() -> list[dict[str, str]]:
    """Return the properties of each rule: light, dark of the system, dark chosen, forced."""
    found = re.findall(r"\{([^{}]*)\}", SHEET)
    return [dict(re.findall(r"--([\w-]+): ([^;]+);", block)) for block in found]


LIGHT, DARK, CHOSEN, FORCED = blocks()


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_every_theme_has_every_colour():
    assert set(LIGHT) == NAMES | {"sans", "mono"}
    assert set(DARK) == set(FORCED) == NAMES


def test_dark_is_the_same_whether_the_system_or_the_person_asks_for_it():
    assert DARK == CHOSEN


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read_on_every_surface(theme):
    worst = {pair: contrast(theme[pair[0]], theme[pair[1]]) for pair in product(TEXT, SURFACES)}
    assert {pair for pair, value in worst.items() if value < 4.5} == set()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_graphics_can_be_seen_on_every_surface(theme):
    pairs = product([*SOLIDS, "edge"], SURFACES)
    assert {pair for pair in pairs if contrast(theme[pair[0]], theme[pair[1]]) < 3} == set()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("family", FAMILIES)
def test_the_second_strength_is_45_percent_of_the_tint(theme, family):
    tint, ground, mixed = theme[family], theme["bg"], theme[f"{family}-2"]
    for at in (1, 3, 5):
        first, second, found = (int(c[at : at + 2], 16) for c in (tint, ground, mixed))
        assert abs(0.45 * first + 0.55 * second - found) <= 0.51


def test_forced_colours_are_those_of_the_system():
    assert set(FORCED.values()) == {"Canvas", "CanvasText", "LinkText"}


def test_paper_is_light():
    assert "@media screen and (prefers-color-scheme: dark)" in SHEET
