// The bytes pane: a hex view of any size, each byte with its part and its family.
// @ts-check
import { Blocks, PART } from "./blocks.js";
import { byId, el } from "./dom.js";
import { on, select, state, tell } from "./state.js";
import { Virtual } from "./virtual.js";

const HEX = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).toUpperCase().padStart(2, "0"),
);
export const PART_NAMES = [
  "payload",
  "tag",
  "length",
  "payload",
  "payload",
  "malformed",
  "not indexed",
];

const HELD = 120; // milliseconds

const list = byId("bytes-list");
const tip = byId("bytes-tip");
const narrow = matchMedia("(max-width: 700px)");

/**
 * @type {{blocks: Blocks, rows: Virtual, columns: number, cursor: number, anchor: number | null}}
 * `anchor` is where a dragged or extended selection began
 */
export const view = {
  blocks: new Blocks(() => {
    view.rows.paint();
    view.rows.refresh();
  }),
  rows: new Virtual(list, 21, draw, make),
  columns: 16,
  cursor: 0,
  anchor: null,
};
let tipTimer = 0;
let held = 0; // since when rows are kept from view; 0 while none are

export function mountBytes() {
  view.rows.holds = holds;
  list.addEventListener("scroll", scrolled, { passive: true });
  list.addEventListener("wheel", scrolled, { passive: true });
  narrow.addEventListener("change", () => {
    layOut();
    reveal({});
  });
  on("document", () => {
    view.blocks.clear();
    view.cursor = 0;
    layOut();
  });
  on("select", (event) => reveal(event.detail || {}));
  on("hover", () => view.rows.refresh());
}

/** Lay the rows out anew: another file, or another width. */
function layOut() {
  view.columns = narrow.matches ? 8 : 16;
  const size = state.doc ? state.doc.size : 0;
  view.rows.layer.replaceChildren();
  view.rows.shown.clear();
  view.rows.spare = [];
  byId("bytes-row").textContent = `${view.columns} per row`;
  list.setAttribute("aria-rowcount", String(Math.ceil(size / view.columns)));
  list.setAttribute("aria-colcount", String(view.columns + 2));
  view.rows.top = 0;
  view.rows.resize(Math.ceil(size / view.columns));
}

// -- drawing --------------------------------------------------------------------------------

/** @returns {HTMLElement} */
function make() {
  const cells = Array.from({ length: view.columns }, (_, at) =>
    el("span", { class: "cell", role: "gridcell", aria: { colindex: at + 2 } }),
  );
  const letters = Array.from({ length: view.columns }, () => el("span"));
  return el(
    "div",
    { class: "hex", role: "row" },
    el("span", { class: "offset", role: "rowheader", aria: { colindex: 1 } }),
    el("span", { class: "cells", role: "presentation" }, ...cells),
    el(
      "span",
      { class: "ascii", role: "gridcell", aria: { colindex: view.columns + 2 } },
      ...letters,
    ),
  );
}

/**
 * Keep the rows in view until the bytes of the new ones are there, unless that takes long: drawing
 * a row twice takes longer than asking for its bytes.
 * @param {number} first
 * @param {number} end
 */
function holds(first, end) {
  const [from, to] = [
    first * view.columns,
    Math.min(end * view.columns, state.doc ? state.doc.size : 0),
  ];
  if (!view.rows.shown.size || view.blocks.has(from, to)) {
    held = 0;
    return false;
  }
  view.blocks.want(from, to);
  const now = performance.now();
  if (!held) setTimeout(() => view.rows.paint(), HELD);
  held ||= now;
  return now - held < HELD;
}

/**
 * @param {number} row
 * @param {HTMLElement} node
 */
function draw(row, node) {
  const start = row * view.columns;
  const size = state.doc ? state.doc.size : 0;
  const [offset, cells, ascii] = node.children;
  node.setAttribute("aria-rowindex", String(row + 1));
  offset.textContent = String(start).padStart(Math.max(6, String(size).length));
  const block = view.blocks.at(start);
  node.classList.toggle("missing", !block);
  if (!block) return void (state.record && view.blocks.want(start, start + 1));
  for (let column = 0; column < view.columns; column++) {
    const at = start + column;
    const cell = /** @type {HTMLElement} */ (cells.children[column]);
    const letter = /** @type {HTMLElement} */ (ascii.children[column]);
    if (at >= size) {
      cell.textContent = letter.textContent = "";
      cell.className = column === 8 ? "cell gap" : "cell";
      letter.className = "";
      continue;
    }
    const byte = block.bytes[at - block.from];
    put(cell, HEX[byte]);
    put(letter, byte > 32 && byte < 127 ? String.fromCharCode(byte) : "·");
    drawCell(cell, letter, block, at, column);
  }
}

/**
 * Set a text, unless it is there; what does not change is not laid out anew.
 * @param {HTMLElement} node
 * @param {string} text
 */
function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * @param {HTMLElement} cell
 * @param {HTMLElement} letter
 * @param {import("./blocks.js").Block} block
 * @param {number} at
 * @param {number} column
 */
function drawCell(cell, letter, block, at, column) {
  const index = at - block.from;
  const look = block.look[index];
  const part = block.part[index];
  let name = `cell f${look >> 1}`;
  if (look & 1) name += " odd";
  if (column === 8) name += " gap";
  if (block.first[index] && part !== PART.WEIGHTS) name += " first";
  if (part === PART.TAG) name += " tag";
  else if (part === PART.LENGTH) name += " length";
  const chosen = at >= state.range[0] && at < state.range[1];
  const place = state.hover;
  const pointed = place !== null && at >= place.start && at < place.end;
  if (chosen) name += " chosen";
  else if (pointed) name += " pointed";
  if (chosen && at === state.range[0]) name += " open";
  if (chosen && at === state.range[1] - 1) name += " close";
  if (!chosen && isAround(at)) name += " around";
  if (at === view.cursor) name += " cursor";
  if (cell.className !== name) cell.className = name;
  letter.className = chosen ? "chosen" : pointed ? "pointed" : "";
  if (at === view.cursor) describe(cell, block, at);
  else for (const name of ["id", "aria-label"]) cell.removeAttribute(name);
}

/**
 * Give the byte under the cursor an address and a name for those who listen.
 * @param {HTMLElement} cell
 * @param {import("./blocks.js").Block} block
 * @param {number} at
 */
function describe(cell, block, at) {
  const part = PART_NAMES[block.part[at - block.from]];
  const of =
    state.record && at >= state.record.start && at < state.record.end
      ? ` of ${state.record.title}`
      : "";
  cell.id = `byte-${at}`;
  cell.setAttribute("aria-label", `${at}, ${cell.textContent}, ${part}${of}`);
  list.setAttribute("aria-activedescendant", cell.id);
}

/** @param {number} at */
function isAround(at) {
  const crumbs = state.record ? state.record.crumbs : [];
  const parent = crumbs[crumbs.length - 1];
  return Boolean(
    parent && parent.end - parent.start < 65_536 && at >= parent.start && at < parent.end,
  );
}

// -- moving ---------------------------------------------------------------------------------

/** @param {import("./state.js").How} how */
function reveal(how) {
  if (!state.record) return;
  if (how.from !== "bytes") {
    view.cursor = state.at;
    view.anchor = null;
    view.rows.reveal(Math.floor(state.at / view.columns));
    shown();
  }
  view.rows.refresh();
}

/** Tell the map what is in view, and ask for it. */
export function shown() {
  const size = state.doc ? state.doc.size : 0;
  const from = Math.floor(view.rows.top) * view.columns;
  const to = Math.min(size, Math.ceil(view.rows.top + view.rows.room) * view.columns);
  if (size) view.blocks.want(from, to);
  state.view = [from, to];
  tell("view");
}

function scrolled() {
  requestAnimationFrame(() => {
    shown();
    if (!view.rows.scaled) return;
    tip.hidden = false;
    tip.textContent = String(Math.floor(view.rows.top) * view.columns);
    tip.style.top = `${28 + (view.rows.top / Math.max(1, view.rows.last)) * (list.clientHeight - 24)}px`;
    clearTimeout(tipTimer);
    tipTimer = window.setTimeout(() => (tip.hidden = true), 800);
  });
}

/**
 * Return the bytes from where the selection began to an offset.
 * @param {number} at
 * @returns {[number, number]}
 */
export function rangeTo(at) {
  const from = view.anchor === null ? at : view.anchor;
  return [Math.min(from, at), Math.max(from, at) + 1];
}

/** @param {[number, number]} range */
export function chooseRange(range) {
  void select({ offset: range[0], until: range[1] }, { range, from: "bytes" });
}
