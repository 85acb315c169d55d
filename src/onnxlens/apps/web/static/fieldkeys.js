// What keys do in the fields, as in file trees.
// @ts-check
import { byId } from "./dom.js";
import { move, pane, resize, toggle } from "./fields.js";

/** @typedef {import("./branches.js").Spot} Spot */

const TYPED = 700; // milliseconds after which letters begin a new word

let typed = { text: "", at: 0 };

/** @type {Record<string, (place: number, spot: Spot) => void>} */
const KEYS = {
  ArrowDown: (place) => goTo(place + 1),
  ArrowUp: (place) => goTo(place - 1),
  PageDown: (place) => goTo(place + Math.floor(pane.rows.room) - 1),
  PageUp: (place) => goTo(place - Math.floor(pane.rows.room) + 1),
  Home: () => goTo(0),
  End: () => goTo(pane.tree.count - 1),
  ArrowRight: (place, spot) => void inward(place, spot),
  ArrowLeft: (_, spot) => outward(spot),
  "*": (_, spot) => void expandLevel(spot),
};

export function mountFieldKeys() {
  byId("fields-list").addEventListener("keydown", pressed);
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const spot = pane.cursor || pane.tree.at(0);
  const act = KEYS[event.key];
  if (act) act(spot.branch.place(spot.index), spot);
  else if (event.key.length !== 1 || event.key === "?" || event.key === "[" || event.key === "]")
    return;
  else if (event.key !== " ") typeAhead(event.key, spot);
  else void toggle(spot);
  event.preventDefault();
}

/** @param {number} place */
function goTo(place) {
  const bounded = Math.max(0, Math.min(place, pane.tree.count - 1));
  const spot = pane.tree.at(bounded);
  void spot.branch.row(spot.index).then(() => move(spot));
}

/**
 * @param {number} place
 * @param {Spot} spot
 */
async function inward(place, spot) {
  const row = spot.branch.rows.get(spot.index);
  if (!row || row.kids === 0) return;
  if (spot.branch.child(spot.index)) goTo(place + 1);
  else await toggle(spot);
}

/** @param {Spot} spot */
function outward(spot) {
  if (spot.branch.child(spot.index)) void toggle(spot);
  else if (spot.branch.parent) move(spot.branch.parent);
}

/**
 * Open all rows of the list that a row stands in.
 * @param {Spot} spot
 */
async function expandLevel(spot) {
  const branch = spot.branch;
  await branch.loadAll();
  for (let index = 0; index < branch.total; index++) {
    const row = branch.rows.get(index);
    if (row && row.kids !== 0) await branch.expand(index);
  }
  resize();
  pane.rows.nudge(branch.place(spot.index));
}

/**
 * Go to the next loaded row whose word begins with what was typed.
 * @param {string} letter
 * @param {Spot} spot
 */
function typeAhead(letter, spot) {
  const now = Date.now();
  typed = { text: now - typed.at < TYPED ? typed.text + letter : letter, at: now };
  const wanted = typed.text.toLowerCase();
  const from = spot.branch.place(spot.index) + (typed.text.length === 1 ? 1 : 0);
  for (let step = 0; step < Math.min(pane.tree.count, 5000); step++) {
    const next = pane.tree.at((from + step) % pane.tree.count);
    const row = next.branch.rows.get(next.index);
    if (row && row.label.toLowerCase().startsWith(wanted)) return move(next);
  }
}
