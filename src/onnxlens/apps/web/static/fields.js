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
const TYPED = 700; // milliseconds after which letters begin a new word

const list = byId("fields-list");
const rows = new Virtual(list, 22, draw, make);
let tree = new Branch("", 0, null);
/** @type {Spot | null} */
let cursor = null;
/** @type {Badges} */
let badges = new Badges([]);
let typed = { text: "", at: 0 };
let revealing = 0;
let fresh = true; // until something is selected in a document

export function mountFields() {
  list.addEventListener("click", clicked);
  list.addEventListener("dblclick", (/** @type {MouseEvent} */ event) => toggleAt(event.target));
  list.addEventListener("keydown", pressed);
  list.addEventListener("pointermove", pointed);
  list.addEventListener("pointerleave", () => hover(null));
  on("document", begin);
  on("select", (event) => {
    reveal(event.detail || {});
    if (fresh) void openMost();
    fresh = false;
  });
  on("hover", () => rows.refresh());
  on("findings", () => {
    badges = new Badges(state.findings ? state.findings.findings : []);
    rows.refresh();
  });
}

/** Show the root alone; what is selected opens the rest. */
function begin() {
  badges = new Badges([]);
  cursor = null;
  fresh = true;
  tree = new Branch("", state.doc ? 1 : 0, null);
  byId("fields-count").textContent = state.doc ? plural(state.doc.records, "record") : "";
  rows.go(0);
  resize();
}

/** Open the root, the graph, and its inputs and outputs. */
async function openMost() {
  const mine = tree;
  const top = await mine.expand(0);
  if (!top || mine !== tree) return;
  await top.row(0);
  for (const [index, row] of [...top.rows]) {
    if (row.label === "graph" && row.kind === "record") await openGraph(top, index);
  }
  if (mine !== tree) return;
  resize();
  if (cursor) rows.reveal(cursor.branch.place(cursor.index));
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

function resize() {
  rows.resize(tree.count);
  rows.refresh();
  list.setAttribute("aria-rowcount", String(tree.count));
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
  const spot = tree.at(place);
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
  const here = Boolean(cursor && cursor.branch === spot.branch && cursor.index === spot.index);
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
  const mine = tree;
  spot.branch.load(spot.index).then(
    () => mine === tree && rows.refresh(),
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
  rows.refresh();
  if (how.from === "fields") return;
  const turn = ++revealing;
  const spot = await tree.follow(record.trail).catch(() => null);
  if (turn !== revealing || !spot) return;
  cursor = spot;
  resize();
  rows.reveal(spot.branch.place(spot.index));
  rows.refresh();
}

/** @param {MouseEvent} event */
function clicked(event) {
  const place = rows.indexOf(event.target);
  if (place < 0) return;
  const spot = tree.at(place);
  const row = spot.branch.rows.get(spot.index);
  if (!row) return;
  const twisty = event.target instanceof Element && event.target.classList.contains("twisty");
  if (twisty || row.kind === "group" || row.kind === "chunk") {
    cursor = spot;
    void toggle(spot);
  } else {
    move(spot);
  }
}

/** @param {EventTarget | null} target */
function toggleAt(target) {
  const place = rows.indexOf(target);
  if (place < 0 || (target instanceof Element && target.classList.contains("twisty"))) return;
  const spot = tree.at(place);
  const row = spot.branch.rows.get(spot.index);
  if (row && row.kind !== "group" && row.kind !== "chunk") void toggle(spot);
}

/** @param {Spot} spot */
async function toggle(spot) {
  if (spot.branch.child(spot.index)) spot.branch.collapse(spot.index);
  else await spot.branch.expand(spot.index);
  resize();
}

/**
 * Put the cursor on a row, and select its record.
 * @param {Spot} spot
 */
function move(spot) {
  cursor = spot;
  const row = spot.branch.rows.get(spot.index);
  if (row && row.kind !== "group" && row.kind !== "chunk") {
    void select({ row: row.row, element: row.element }, { from: "fields" });
  } else if (row) {
    hover({ ...row, words: `${row.label} ${row.text}` });
  }
  rows.nudge(spot.branch.place(spot.index));
  rows.refresh();
}

/** @param {PointerEvent} event */
function pointed(event) {
  const place = rows.indexOf(event.target);
  const spot = place < 0 ? null : tree.at(place);
  const row = spot && spot.branch.rows.get(spot.index);
  hover(row ? { ...row, words: `${row.label} ${row.text}` } : null);
}

// -- keys -----------------------------------------------------------------------------------

/** @type {Record<string, (place: number, spot: Spot) => void>} */
const KEYS = {
  ArrowDown: (place) => goTo(place + 1),
  ArrowUp: (place) => goTo(place - 1),
  PageDown: (place) => goTo(place + Math.floor(rows.room) - 1),
  PageUp: (place) => goTo(place - Math.floor(rows.room) + 1),
  Home: () => goTo(0),
  End: () => goTo(tree.count - 1),
  ArrowRight: (place, spot) => void inward(place, spot),
  ArrowLeft: (_, spot) => outward(spot),
  "*": (_, spot) => void expandLevel(spot),
};

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const spot = cursor || tree.at(0);
  const act = KEYS[event.key];
  if (act) act(spot.branch.place(spot.index), spot);
  else if (event.key.length !== 1 || event.key === "?" || event.key === "[" || event.key === "]") return;
  else if (event.key !== " ") typeAhead(event.key, spot);
  else void toggle(spot);
  event.preventDefault();
}

/** @param {number} place */
function goTo(place) {
  const bounded = Math.max(0, Math.min(place, tree.count - 1));
  const spot = tree.at(bounded);
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
  rows.nudge(branch.place(spot.index));
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
  for (let step = 0; step < Math.min(tree.count, 5000); step++) {
    const next = tree.at((from + step) % tree.count);
    const row = next.branch.rows.get(next.index);
    if (row && row.label.toLowerCase().startsWith(wanted)) return move(next);
  }
}
