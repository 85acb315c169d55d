// The Search tab: the hits row by row, how the query was read, and how far the search is.
// @ts-check
import { button, byId, count, el, fill, plural } from "./dom.js";
import { percent } from "./amounts.js";
import { Grid, tail } from "./grid.js";
import { Loader } from "./loading.js";
import { select, state } from "./state.js";
import { say, setCount } from "./tabs.js";

/**
 * @typedef {import("./server.js").Place & {offset: number, label: string, path: string,
 *   text: string, match: [number, number] | null}} Hit `match` counts units of the string
 * @typedef {{read: string, words: string}} Told how the query was read
 */

const LEAD = 24; // characters before a match that are shown
const FORMS = [
  "a name or value",
  "op:Conv",
  "field:dim_param",
  "bytes as 0A 01",
  "an offset as 174 or 0xAE",
  "a path as graph.node[0]",
];

/** What the buttons do; the search box says it. */
export const ways = {
  /** @type {(how: string) => void} */
  read: () => {},
  /** @type {(active: number) => void} */
  more: () => {},
  stop: () => {},
};

const box = el("div");
const foot = el("p", { class: "rest", hidden: true });
/** @type {Grid<Hit>} */
const grid = new Grid({
  name: "hit",
  label: "Search results",
  columns: ["offset", "label", "text", "path"],
  folded: 40,
  width: 700,
  draw: drawHit,
  enter: (hit) => {
    const range = /** @type {[number, number]} */ ([hit.start, hit.end]);
    select({ row: hit.row, element: hit.element }, { push: true, range, from: "search" });
  },
  place: (hit) => ({ ...hit, words: `${hit.path}: ${hit.text}` }),
  copy: (hit) => hit.path,
  key: (event, _, index) => up(event, index),
});
const content = el("div", { class: "list" }, grid.node, foot);
const loader = new Loader(box, content);
export const hitPanel = { node: el("div", { class: "fill" }, box, content), bar: el("div") };

/**
 * Up from the first hit goes back to the box.
 * @param {KeyboardEvent} event
 * @param {number} index
 */
function up(event, index) {
  if (event.key !== "ArrowUp" || index > 0) return false;
  byId("search").focus();
  return true;
}

/** Return the hits that are listed. */
export function hits() {
  return grid.items;
}

export function focusHits() {
  grid.node.focus();
}

/** Select the marked hit, else the first. */
export function enterHit() {
  grid.enter(Math.max(0, grid.active));
}

/** Show what can be searched for. @param {number} least characters */
export function clearHits(least) {
  fill(hitPanel.bar);
  foot.hidden = true;
  grid.show([]);
  setCount("search", "");
  loader.say(el("p", {}, `Type ${least} characters or more in the search box:`), list(FORMS));
}

/** @param {string[]} words */
function list(words) {
  return el("ul", { class: "forms" }, ...words.map((each) => el("li", {}, each)));
}

/**
 * @param {Hit[]} found
 * @param {Told} told
 * @param {boolean} chosen how it was read was chosen by a person
 * @param {number} active
 */
export function drawHits(found, told, chosen, active) {
  const other = chosen
    ? turn("", "read it by its form")
    : told.read !== "text" && turn("text", "text instead");
  const weights = told.read === "hex" && turn("hex+weights", "weights too");
  fill(hitPanel.bar, el("span", { class: "hostile" }, told.words), weights, other);
  if (!found.length) return;
  loader.show(() => grid.show(found, grid.items === found ? grid.active : active));
  setCount("search", count(found.length));
}

/**
 * Return a button that reads the query in another way.
 * @param {string} how
 * @param {string} words
 */
function turn(how, words) {
  return button({ class: "link" }, () => ways.read(how), words);
}

/**
 * Say how far the search is.
 * @param {number} at offset
 * @param {number} total hits so far
 * @param {number} listed
 */
export function waitHits(at, total, listed) {
  const words = `searched ${percent(at, state.doc ? state.doc.size : 0)}, ${plural(total, "hit")} so far`;
  if (!listed) loader.say(el("p", {}, words, " ", button({ class: "link" }, halt, "stop")));
  fill(foot, words, " ", button({ class: "link" }, halt, "stop"));
  foot.hidden = false;
}

function halt() {
  ways.stop();
  const words = `stopped after ${plural(grid.items.length, "hit")}`;
  fill(foot, words);
  if (content.hidden) loader.say(el("p", {}, words));
}

/**
 * Say how many there are, and how to see more of them.
 * @param {string} query
 * @param {Told} told
 * @param {{total: number, more: boolean}} end
 * @param {boolean} longer the list can be longer
 */
export function endHits(query, told, { total, more }, longer) {
  const words = `${count(total)}${more ? " or more" : ""}`;
  setCount("search", `${count(total)}${more ? "+" : ""}`);
  const listed = grid.items.length;
  if (!total) {
    grid.show([]);
    loader.say(el("p", { class: "hostile" }, `no hit for ${query}`), el("p", {}, told.words));
  }
  const act = () => ways.more(grid.active);
  const link = longer && button({ class: "link" }, act, "show more");
  fill(foot, `${count(listed)} of ${words}; keep typing`, link && " or ", link);
  foot.hidden = !total || total <= listed;
  say(total === 1 ? "1 hit" : `${words} hits`);
}

/**
 * @param {unknown} error
 * @param {() => void} again
 */
export function refuseHits(error, again) {
  loader.refuse(error, again);
}

/**
 * @param {Hit} hit
 * @param {HTMLElement[]} cells
 */
function drawHit(hit, [offset, label, text, path]) {
  fill(offset, String(hit.offset));
  fill(label, hit.label);
  label.title = hit.label;
  fill(text, ...marked(hit));
  text.title = hit.text;
  tail(path, hit.path);
}

/**
 * Return the text with its match marked, and so much before it that the match is in view.
 * @param {Hit} hit
 */
function marked({ text, match }) {
  if (!match) return [text];
  const [start, end] = match;
  const before = text.slice(0, start);
  return [
    before.length > LEAD ? `…${Array.from(before).slice(-LEAD).join("")}` : before,
    el("mark", {}, text.slice(start, end)),
    text.slice(end),
  ];
}

/**
 * Select the next hit, after the last the first; or the one before.
 * @param {boolean} [back]
 */
export function nextHit(back = false) {
  const total = grid.items.length;
  if (!total) return say("no hits to go to");
  const now = grid.active;
  grid.enter(now < 0 ? (back ? total - 1 : 0) : (now + (back ? -1 : 1) + total) % total);
  say(`hit ${grid.active + 1} of ${total}`);
}
