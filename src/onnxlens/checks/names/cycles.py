"""Cycles in a directed graph whose points are numbered from 0."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence


def groups(after: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the sets of points each of which leads to all others of its set, or to itself.

    ``after[p]`` are the points that p leads to. Points of no cycle are in no set. The points of a
    set ascend, and sets stand by their first points. Linear (Tarjan, "Depth-first search and linear
    graph algorithms", 1972), without recursion.
    """
    order: dict[int, int] = {}  # point -> when it was met
    lowest: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    found = []
    for start in range(len(after)):
        ahead = [(start, iter(after[start]))] if start not in order else []
        while ahead:
            point, rest = ahead[-1]
            if point not in order:
                order[point] = lowest[point] = len(order)
                path.append(point)
                on_path.add(point)
            for other in rest:
                if other not in order:
                    ahead.append((other, iter(after[other])))
                    break
                if other in on_path:
                    lowest[point] = min(lowest[point], order[other])
            else:
                ahead.pop()
                if ahead:
                    above = ahead[-1][0]
                    lowest[above] = min(lowest[above], lowest[point])
                if lowest[point] == order[point]:
                    group = _cut(path, point)
                    on_path.difference_update(group)
                    if len(group) > 1 or point in after[point]:
                        found.append(sorted(group))
    return sorted(found)


def _cut(path: list[int], point: int) -> list[int]:
    """Take a point and what follows it off the end of a path."""
    group: list[int] = []
    while not group or group[-1] != point:
        group.append(path.pop())
    return group


def shortest(
    after: Sequence[Sequence[int]], start: int, goal: int, within: Sequence[int]
) -> list[int]:
    """Return a shortest way from one point to another of the same set of ``groups``, both in it."""
    allowed = set(within)
    came_from = {start: start}
    ahead = deque([start])
    while ahead and goal not in came_from:
        point = ahead.popleft()
        for other in after[point]:
            if other in allowed and other not in came_from:
                came_from[other] = point
                ahead.append(other)
    way = [goal]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way[::-1]
