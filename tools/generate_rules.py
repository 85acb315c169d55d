"""Writes docs/rules.md, the page about all rules, from the rules themselves.

    python tools/generate_rules.py            write the page
    python tools/generate_rules.py --check    exit 1 if the page is not what would be written

A test of the rules holds that each one has a text under each heading.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from onnxlens.checks.catalog import LAYERS, rules
from onnxlens.checks.rule import HEADINGS, Rule

PAGE = Path(__file__).resolve().parent.parent / "docs" / "rules.md"
WIDTH = 100

HEAD = """\
# Rules

What `onnxlens check` looks for. `onnxlens rule T003` shows one of these in a terminal. An error is
what the standard forbids, a warning what it advises against or what does harm in practice, an info
what is worth knowing. Written by `tools/generate_rules.py` from the rules: do not edit it.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *lines()])


def lines() -> Iterator[str]:
    """Layer by layer in their order, rule by rule by code."""
    by_layer: dict[str, list[Rule]] = {letter: [] for letter in LAYERS}
    for rule in rules():
        by_layer[rule.code[0]].append(rule)
    yield from (f"- [{letter}](#{letter.lower()}): {LAYERS[letter][1]}" for letter in LAYERS)
    for letter, found in by_layer.items():
        yield from ("", f"## {letter}", "", text(f"Codes with {letter}: {LAYERS[letter][1]}."))
        for rule in found:
            yield from section(rule)


def section(rule: Rule) -> Iterator[str]:
    """One rule: code, name, severity, and the text under each heading."""
    deep = "; only with `--deep`" if rule.deep else ""
    yield from ("", f"### {rule.code} {rule.name}", "", f"{rule.severity}{deep}")
    for heading in HEADINGS:
        yield from ("", text(f"**{heading}.** {plain(rule.texts[heading])}"))


def plain(words: str) -> str:
    """Words in which no character is one of Markdown's."""
    return re.sub(r"([\\`*_<>\[\]])", r"\\\1", words)


def text(words: str) -> str:
    """A paragraph in lines."""
    return fill(words, WIDTH, break_long_words=False, break_on_hyphens=False)


def main() -> int:
    """Exit status: 0 written or the same, 1 drift, which is printed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 on drift")
    if not parser.parse_args().check:
        PAGE.write_text(page(), encoding="utf-8")
    elif not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != page():
        print("docs/rules.md differs from the rules: run tools/generate_rules.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
