"""Cycles of directed graphs, against what a walk from every point finds."""

from itertools import pairwise
from random import Random

import pytest

from onnxlens.checks.names.cycles import groups, shortest


def reached(after: list[list[int]], start: int) -> set[int]:
    """Return the points that a point leads to, itself only by a way around."""
    seen: set[int] = set()
    ahead = [start]
    while ahead:
        new = [each for each in after[ahead.pop()] if each not in seen]
        seen.update(new)
        ahead += new
    return seen


def made(seed: int) -> list[list[int]]:
    random = Random(seed)
    size = random.randrange(9)
    return [[random.randrange(size) for _ in range(random.randrange(3))] for _ in range(size)]


@pytest.mark.parametrize("seed", range(200))
def test_the_points_of_a_group_lead_to_each_other_and_others_do_not(seed: int):
    after = made(seed)
    ways = [reached(after, point) for point in range(len(after))]
    around = [point for point, way in enumerate(ways) if point in way]
    sets = {tuple(p for p in around if p in ways[q] and q in ways[p]) for q in around}
    assert groups(after) == sorted(map(list, sets))


@pytest.mark.parametrize("seed", range(200))
def test_a_shortest_way_goes_along_the_arrows_within_the_group(seed: int):
    after = made(seed)
    for group in groups(after):
        for goal in group:
            way = shortest(after, group[0], goal, group)
            assert way[0] == group[0] and way[-1] == goal
            assert len(set(way)) == len(way) and set(way) <= set(group)
            assert all(b in after[a] for a, b in pairwise(way))


def test_a_long_cycle_needs_no_recursion():
    size = 100_000
    after = [[(point + 1) % size] for point in range(size)]
    (group,) = groups(after)
    assert len(group) == size
    assert shortest(after, 1, 0, group) == [*range(1, size), 0]
