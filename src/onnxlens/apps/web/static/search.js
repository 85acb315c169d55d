// The search box: what is typed is asked while it is typed, and how keys move on to the hits.
// @ts-check
import { byId, later } from "./dom.js";
import {
  clearHits,
  drawHits,
  endHits,
  enterHit,
  focusHits,
  hitPanel,
  hits,
  refuseHits,
  waitHits,
  ways,
} from "./hits.js";
import { isAborted, lines, Refused } from "./server.js";
import { on, state } from "./state.js";
import { addTab, closeDrawer, currentTab, openTab } from "./tabs.js";

export { nextHit } from "./hits.js";

/** @typedef {import("./hits.js").Hit} Hit */

const WAIT = 120; // milliseconds without a key
const LEAST = 2; // characters
const FIRST = 200; // hits; "show more" asks for five times as many,
const MOST = 10_000; // up to what the server sends

let query = "";
let as = ""; // how the query is to be read, where a person chose that
let limit = FIRST;
let before = /** @type {string | null} */ (null); // the tab that was open, null for none
let first = false; // Enter was pressed before a hit was there
let control = new AbortController();
control.abort(); // nothing runs

export function mountSearch() {
  addTab("search", "Search", hitPanel.node, { bar: hitPanel.bar, shown: opened });
  const input = byId("search");
  const run = later(() => {
    if (input.value.trim() !== query) search(input.value); // else Enter was quicker
  }, WAIT);
  input.addEventListener("input", () => {
    as = "";
    run();
  });
  input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => pressed(event, input));
  Object.assign(ways, { read, more, stop });
  on("document", () => {
    end();
    if (state.doc && currentTab() === "search") search(input.value);
  });
  end();
}

/** @param {string | undefined} detail is a query from the address or from another panel */
function opened(detail) {
  if (detail === undefined) return;
  byId("search").value = detail;
  as = "";
  search(detail);
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} input
 */
function pressed(event, input) {
  if (event.key === "Enter") enter(input);
  else if (event.key === "ArrowDown" && hits().length) focusHits();
  else if (event.key === "Escape" && (input.value || currentTab() === "search")) leave(input);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Select the hit that is marked, else the first, be it still to come.
 * @param {HTMLInputElement} input
 */
function enter(input) {
  const same = input.value.trim() === query;
  if (same && hits().length) return enterHit();
  if (!same || control.signal.aborted) search(input.value, true);
  first = query !== "";
}

/** Cancel, and open what was open before. @param {HTMLInputElement} input */
function leave(input) {
  input.value = "";
  end();
  if (currentTab() !== "search") return;
  if (before) openTab(before);
  else closeDrawer();
}

/** Nothing is searched for. */
function end() {
  control.abort();
  query = "";
  first = false;
  clearHits(LEAST);
}

/**
 * @param {string} wanted
 * @param {boolean} [short] a single character is searched too
 */
function search(wanted, short) {
  const text = wanted.trim();
  if (!state.doc) return;
  if (text.length < (short ? 1 : LEAST)) return end();
  query = text;
  limit = FIRST;
  const now = currentTab();
  if (now !== "search") {
    before = now;
    openTab("search");
  }
  ask(-1);
}

/** Read the query in another way; "" leaves that to the server. @param {string} how */
function read(how) {
  as = how;
  limit = FIRST;
  ask(-1);
}

/** @param {number} active the row that stays marked */
function more(active) {
  limit = Math.min(MOST, limit * 5);
  ask(active);
}

/** Stop at the hits that are there. */
function stop() {
  control.abort();
  first = false;
}

/**
 * Ask the server and show hits as they come; those before stay until the first is there.
 * @param {number} active
 */
async function ask(active) {
  control.abort();
  const { signal } = (control = new AbortController());
  const timer = setTimeout(() => waitHits(0, 0, 0), 150);
  try {
    await listen(signal, active, () => clearTimeout(timer));
  } catch (error) {
    if (!signal.aborted && !isAborted(error)) refuseHits(error, () => ask(active));
  } finally {
    clearTimeout(timer);
    if (control.signal === signal) control.abort();
  }
}

/**
 * @param {AbortSignal} signal
 * @param {number} active
 * @param {() => void} begun
 */
async function listen(signal, active, begun) {
  let told = { read: "", words: "" };
  let last = null;
  let painted = 0;
  /** @type {Hit[]} */
  const found = [];
  for await (const line of lines("search", { q: query, as: as || null, limit }, signal)) {
    if (signal.aborted) return;
    if ("read" in line) told = line;
    else if ("error" in line) throw new Refused(200, line);
    else if ("done" in line) last = line;
    else if ("at" in line) waitHits(line.at, line.total, found.length);
    else found.push(line);
    if (!found.length || performance.now() - painted < 50) continue;
    painted = performance.now();
    begun();
    show(found, told, active);
  }
  if (signal.aborted) return;
  show(found, told, active);
  endHits(query, told, last || { total: found.length, more: false }, limit < MOST);
}

/**
 * @param {Hit[]} found
 * @param {{read: string, words: string}} told
 * @param {number} active
 */
function show(found, told, active) {
  drawHits(found, told, as !== "", active);
  if (!first || !found.length) return;
  first = false;
  enterHit();
}
