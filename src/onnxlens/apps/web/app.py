"""The app behind the guard: the page, its files, and the answers to its questions."""

from __future__ import annotations

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from .answers import answer, refusal
from .documents import Session
from .parameters import DOCUMENT, query_of, read
from .refused import Refused
from .routes import ROUTES, Route
from .static_files import StaticFiles
from .threads import in_thread
from .uploads import receive_file

_STATIC = "/static/"
_QUESTIONS = "/api/"
_OPEN = "open"  # the one question with a body


class App:
    """Answers requests that the guard let through; what works on a file works in a thread."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._files = StaticFiles()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            response = await self._answer(scope, receive)
        except Exception as error:  # whatever it is, the client gets an answer, and stderr a fault
            response = refusal(error)
        await response(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive) -> ASGIApp:
        path, query = scope["path"], query_of(scope["query_string"])
        if not path.startswith(_QUESTIONS):
            _needs(scope, post=False)
            return self._file(path, query)
        name = path.removeprefix(_QUESTIONS)
        if name == _OPEN:
            _needs(scope, post=True)
            read((), query)
            opened = await receive_file(self._session, scope, receive)
            return await in_thread(lambda: answer(opened.entry()))
        route = ROUTES.get(name)
        if route is None:
            raise Refused(404, "no such question")
        _needs(scope, route.post)
        return await in_thread(self._call, route, query)

    def _file(self, path: str, query: dict[str, str]) -> Response:
        found = None
        if path == "/" and not query:
            found = self._files.page()
        elif path.startswith(_STATIC) and not query:
            found = self._files.get(path.removeprefix(_STATIC))
        if found is None:
            raise Refused(404, "no such page")
        return found

    def _call(self, route: Route, query: dict[str, str]) -> ASGIApp:
        values = read(route.parameters, query)
        (number,) = DOCUMENT.read(query)
        found = route.call(self._session, number, *values)
        return found if callable(found) else answer(found)


def _needs(scope: Scope, post: bool) -> None:
    if (scope["method"] == "POST") != post:
        raise Refused(405, f"needed {'POST' if post else 'GET'}")
