// The fields pane: the records of the file as a tree of any size.
// @ts-check
import { Badges } from "./badges.js";
import { Branch } from "./branches.js";
import { byId, count, el, plural } from "./dom.js";
import { hover, on, select, state } from "./state.js";
import { Virtual } from "./virtual.js";

/**
 * @typedef {import("./server.js").Row} Row
 * @typedef {import("./branches.js").Spot} Spot
 */

const INDENT = 13;
const DEEPEST = 8; // levels that are indented; the crumbs tell the rest

const list = byId("fields-list");
/** What is shown: the rows in view, the opened part of the tree, and where the keys are in it. */
export const pane = {
  rows: new Virtual(list, 22, draw, make),
  tree: new Branch("", 0, null),
  /** @type {Spot | null} */
  cursor: null,
};
/** @type {Badges} */
let badges = new Badges([]);
let revealing = 0;
let fresh = true; // until something is selected in a document

export function mountFields() {
  list.addEventListener("click", clicked);
  list.addEventListener("dblclick", (/** @type {MouseEvent} */ event) => toggleAt(event.target));
  list.addEventListener("pointermove", pointed);
  list.addEventListener("pointerleave", () => hover(null));
  on("document", begin);
  on("select", (event) => {
    reveal(event.detail || {});
    if (fresh) void openMost();
    fresh = false;
  });
  on("hover", () => pane.rows.refresh());
  on("findings", () => {
    badges = new Badges(state.findings ? state.findings.findings : []);
    pane.rows.refresh();
  });
}

/** Show the root alone; what is selected opens the rest. */
function begin() {
  badges = new Badges([]);
  pane.cursor = null;
  fresh = true;
  pane.tree = new Branch("", state.doc ? 1 : 0, null);
  byId("fields-count").textContent = state.doc ? plural(state.doc.records, "record") : "";
  pane.rows.go(0);
  resize();
}

/** Open the root, the graph, and its inputs and outputs. */
async function openMost() {
  const mine = pane.tree;
  const top = await mine.expand(0);
  if (!top || mine !== pane.tree) return;
  await top.row(0);
  for (const [index, row] of [...top.rows]) {
    if (row.label === "graph" && row.kind === "record") await openGraph(top, index);
  }
  if (mine !== pane.tree) return;
  resize();
  if (pane.cursor) pane.rows.reveal(pane.cursor.branch.place(pane.cursor.index));
}

/**
 * @param {Branch} top
 * @param {number} index
 */
async function openGraph(top, index) {
  const graph = await top.expand(index);
  if (!graph || graph.total > 100) return;
  await graph.row(0);
  for (const [at, row] of [...graph.rows]) {
    if (row.kind === "group" && (row.label === "input" || row.label === "output")) {
      if (row.kids <= 50) await graph.expand(at);
    }
  }
}

export function resize() {
  pane.rows.resize(pane.tree.count);
  pane.rows.refresh();
  list.setAttribute("aria-rowcount", String(pane.tree.count));
}

// -- drawing --------------------------------------------------------------------------------

function make() {
  return el(
    "div",
    { class: "field", role: "row" },
    el("span", { class: "twisty", aria: { hidden: true } }),
    el("span", { class: "square", aria: { hidden: true } }),
    el("span", { class: "words", role: "gridcell" }, el("b"), el("span")),
    el("span", { class: "badge", role: "gridcell", hidden: true }),
    el("span", { class: "size", role: "gridcell" }),
  );
}

/**
 * @param {number} place
 * @param {HTMLElement} node
 */
function draw(place, node) {
  const spot = pane.tree.at(place);
  const row = spot.branch.rows.get(spot.index);
  const level = spot.branch.level;
  node.id = `field-${place}`;
  node.setAttribute("aria-level", String(level));
  node.setAttribute("aria-posinset", String(spot.index + 1));
  node.setAttribute("aria-setsize", String(spot.branch.total));
  node.setAttribute("aria-rowindex", String(place + 1));
  node.style.paddingLeft = `${2 + INDENT * (Math.min(level, DEEPEST) - 1)}px`;
  if (row) drawRow(node, row, Boolean(spot.branch.child(spot.index)));
  else drawWaiting(node, spot);
  const here = Boolean(
    pane.cursor && pane.cursor.branch === spot.branch && pane.cursor.index === spot.index,
  );
  node.classList.toggle("cursor", here);
  if (here) list.setAttribute("aria-activedescendant", node.id);
}

/**
 * @param {HTMLElement} node
 * @param {Row} row
 * @param {boolean} open
 */
function drawRow(node, row, open) {
  const [twisty, square, words, badge, size] = /** @type {HTMLElement[]} */ ([...node.children]);
  twisty.textContent = row.kids === 0 ? "" : open ? "▼" : "▶";
  square.className = `square ${row.family}`;
  words.children[0].textContent = row.label;
  words.children[1].textContent = row.damage || row.text;
  words.title = `${row.label}  ${row.damage || row.text}`;
  size.textContent = count(row.size);
  const severity = open ? badges.at(row.row) : badges.inside(row.start, row.end);
  badge.hidden = !severity;
  badge.textContent = severity || "";
  badge.className = `badge ${severity || ""}`;
  if (row.kids === 0) node.removeAttribute("aria-expanded");
  else node.setAttribute("aria-expanded", String(open));
  const chosen = isSelected(row);
  node.setAttribute("aria-selected", String(chosen));
  node.className = "field";
  node.classList.toggle("group", row.kind === "group" || row.kind === "chunk");
  node.classList.toggle("malformed", row.kind === "malformed");
  node.classList.toggle("broken", row.kind !== "malformed" && Boolean(row.damage));
  node.classList.toggle("selected", chosen);
  node.classList.toggle("pointed", isPointed(row));
}

/**
 * @param {HTMLElement} node
 * @param {Spot} spot
 */
function drawWaiting(node, spot) {
  const [twisty, square, words, badge, size] = /** @type {HTMLElement[]} */ ([...node.children]);
  for (const part of [twisty, size, words.children[0], words.children[1]]) part.textContent = "";
  square.className = "square";
  badge.hidden = true;
  node.className = "field waiting";
  const mine = pane.tree;
  spot.branch.load(spot.index).then(
    () => mine === pane.tree && pane.rows.refresh(),
    () => {},
  );
}

/** @param {Row} row */
function isSelected(row) {
  const record = state.record;
  if (!record || row.kind === "group" || row.kind === "chunk") return false;
  return row.row === record.row && row.element === record.element;
}

/** @param {Row} row */
function isPointed(row) {
  const place = state.hover;
  return Boolean(place && place.start === row.start && place.end === row.end);
}

// -- selecting ------------------------------------------------------------------------------

/** @param {import("./state.js").How} how */
async function reveal(how) {
  const record = state.record;
  if (!record) return;
  pane.rows.refresh();
  if (how.from === "fields") return;
  const turn = ++revealing;
  const spot = await pane.tree.follow(record.trail).catch(() => null);
  if (turn !== revealing || !spot) return;
  pane.cursor = spot;
  resize();
  pane.rows.reveal(spot.branch.place(spot.index));
  pane.rows.refresh();
}

/** @param {MouseEvent} event */
function clicked(event) {
  const place = pane.rows.indexOf(event.target);
  if (place < 0) return;
  const spot = pane.tree.at(place);
  const row = spot.branch.rows.get(spot.index);
  if (!row) return;
  const twisty = event.target instanceof Element && event.target.classList.contains("twisty");
  if (twisty || row.kind === "group" || row.kind === "chunk") {
    pane.cursor = spot;
    void toggle(spot);
  } else {
    move(spot);
  }
}

/** @param {EventTarget | null} target */
function toggleAt(target) {
  const place = pane.rows.indexOf(target);
  if (place < 0 || (target instanceof Element && target.classList.contains("twisty"))) return;
  const spot = pane.tree.at(place);
  const row = spot.branch.rows.get(spot.index);
  if (row && row.kind !== "group" && row.kind !== "chunk") void toggle(spot);
}

/** @param {Spot} spot */
export async function toggle(spot) {
  if (spot.branch.child(spot.index)) spot.branch.collapse(spot.index);
  else await spot.branch.expand(spot.index);
  resize();
}

/**
 * Put the cursor on a row, and select its record.
 * @param {Spot} spot
 */
export function move(spot) {
  pane.cursor = spot;
  const row = spot.branch.rows.get(spot.index);
  if (row && row.kind !== "group" && row.kind !== "chunk") {
    void select({ row: row.row, element: row.element }, { from: "fields" });
  } else if (row) {
    hover({ ...row, words: `${row.label} ${row.text}` });
  }
  pane.rows.nudge(spot.branch.place(spot.index));
  pane.rows.refresh();
}

/** @param {PointerEvent} event */
function pointed(event) {
  const place = pane.rows.indexOf(event.target);
  const spot = place < 0 ? null : pane.tree.at(place);
  const row = spot && spot.branch.rows.get(spot.index);
  hover(row ? { ...row, words: `${row.label} ${row.text}` } : null);
}
