"""What a check writes, file by file and at the end, in each of its formats."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator

from ... import __version__
from ...api.check import Checked
from ...checks.rule import Rule
from ...errors import SourceError
from ...finding import Finding
from ...source import Source, open_source
from ...views import check as view
from ...views import json
from ...views.page import Page
from ...views.text import safe
from .pipe import flush


class Report:
    """Lines about each file, and lines at the end; ``source`` is that of the file, if it is open.

    What could not be judged is said on standard error.
    """

    def __init__(self, page: Page, asked: list[Rule], whole: bool) -> None:
        self.page, self.asked, self.whole = page, asked, whole

    def file(self, checked: Checked, source: Source | None) -> Iterable[str]:
        """Return the lines about a file."""
        if checked.error is not None:
            _say(checked)
        return ()

    def end(self) -> Iterable[str]:
        """Return the lines after the last file."""
        return ()


def _say(checked: Checked) -> None:
    advice = f"next         {safe(checked.next, 2000)}\n" if checked.next else ""
    flush()
    sys.stderr.write(f"{safe(checked.path, 2000)}: {safe(checked.error or '', 2000)}\n{advice}")


class Text(Report):
    """For people: findings under the name of their file, and a total."""

    def __init__(self, page: Page, asked: list[Rule], whole: bool) -> None:
        super().__init__(page, asked, whole)
        self.total = view.Total()

    def file(self, checked: Checked, source: Source | None) -> Iterable[str]:
        super().file(checked, source)
        self.total.add(checked.root is not None, checked.records, checked.findings)
        if not checked.findings:
            return ()
        source = source or _source(checked.path)
        title, findings = f"{safe(checked.path)}: {checked.title}", checked.findings
        return view.file_lines(self.page, title, checked.size, source, findings, self.whole)

    def end(self) -> Iterable[str]:
        return view.total_lines(self.page, self.total, self.asked)


def _source(path: str) -> Source | None:
    """Return the bytes that were checked; None where they cannot be had a second time."""
    try:
        return open_source(path) if os.path.isfile(path) else None
    except SourceError:
        return None


class Concise(Report):
    """One line for each finding."""

    def file(self, checked: Checked, source: Source | None) -> Iterable[str]:
        super().file(checked, source)
        return (view.concise(checked.path, finding) for finding in checked.findings)


class GitHub(Report):
    """Workflow commands of GitHub Actions."""

    def file(self, checked: Checked, source: Source | None) -> Iterable[str]:
        if checked.error is not None:
            yield view.github_error(checked.path, checked.error)
        yield from (view.github(checked.path, finding) for finding in checked.findings)


class Json(Report):
    """One JSON document, with a line for each file."""

    _before = ""

    def file(self, checked: Checked, source: Source | None) -> Iterator[str]:
        from ...views.json_check import finding_json

        yield self._before or f'{{"format": {json.FORMAT}, "files": ['
        self._before = ","
        found = {
            "path": json.text(checked.path),
            "root": checked.root,
            "error": json.text(checked.error) if checked.error else None,
            "findings": [finding_json(finding) for finding in checked.findings],
        }
        yield json.dump(found)

    def end(self) -> Iterator[str]:
        yield "]}" if self._before else json.dump({"format": json.FORMAT, "files": []})


class Sarif(Report):
    """One SARIF log."""

    def __init__(self, page: Page, asked: list[Rule], whole: bool) -> None:
        super().__init__(page, asked, whole)
        self._found: list[tuple[str, list[Finding]]] = []
        self._errors: list[tuple[str, str]] = []

    def file(self, checked: Checked, source: Source | None) -> Iterable[str]:
        self._found.append((checked.path, checked.findings))
        if checked.error is not None:
            self._errors.append((checked.path, checked.error))
        return ()

    def end(self) -> Iterator[str]:
        from ...views.sarif import sarif

        yield json.dump(sarif(__version__, self.asked, self._found, self._errors), 2)


REPORTS: dict[str, type[Report]] = {
    "text": Text,
    "concise": Concise,
    "json": Json,
    "github": GitHub,
    "sarif": Sarif,
}
