"""Cases of layer X: locations that step up where one does not look."""

from case import Bad, Good

from cases.data import FIRST, KIND, PLACE, ext

CASES: list[Bad | Good] = [
    Bad("X010", KIND, ext(("location", "sub/../w.bin")), f"{FIRST}[0].value",
        '"sub/../w.bin" has the step ".."'),
    Bad("X010", KIND, ext(("location", "sub/../w..bin")), f"{FIRST}[0].value", "needed a path"),
    Good("X010", KIND, ext(PLACE)),
    Good("X010", KIND, ext(("location", "a..b/w..bin"))),
    Good("X010", KIND, ext(("location", "../w.bin"))),  # X001
    Bad("X011", KIND, ext(("location", "../outside.bin"), PLACE), f"{FIRST}[0].value",
        '"../outside.bin" leaves the folder'),
    Good("X011", KIND, ext(PLACE, PLACE)),
    Good("X011", KIND, ext(PLACE, ("location", "../outside.bin"))),  # X001
]  # fmt: skip
