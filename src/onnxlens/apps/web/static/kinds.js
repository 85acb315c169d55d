// The kinds of bytes with how many there are; a number steps through the spans of its kind.
// @ts-check
import { button, count, el, fill, plural } from "./dom.js";
import { brief } from "./amounts.js";
import { MIXED } from "./buckets.js";
import { swatch } from "./paint.js";
import { ask, isAborted, Refused } from "./server.js";
import { select, state, tell } from "./state.js";
import { say } from "./tabs.js";

/** @typedef {{kind: string, size: number, share: string}} Kind */
/** @typedef {{start: number, end: number, row: number} | null} Span */

const ORDER = ["weights", "structure", "text", "metadata", "unknown", "malformed", "not indexed"];
const GAPS = ["malformed", "unknown", "not indexed"];
const WHOLE = 1; // percent; from here on the share says more than the number of bytes

/** @type {Kind[]} */
let kinds = [];

const items = el("span", { class: "kinds" });
const mixed = el("span", {
  class: "kind mixed",
  hidden: true,
  title: "Several kinds in pixels too few to tell apart",
});
const opener = button(
  { class: "link", aria: { expanded: false, controls: "kinds-table" } },
  toggleTable,
  "Table",
);
export const legend = el("div", { class: "legend" }, items, mixed, opener);
export const tableBox = el("div", { class: "kindtable", id: "kinds-table", hidden: true });
for (const node of [tableBox, opener]) {
  node.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !closeTable()) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/**
 * Show how many bytes there are of each kind; null shows none.
 * @param {{kinds: Kind[]} | null} answer
 */
export function setKinds(answer) {
  const given = answer ? answer.kinds : [];
  kinds = ORDER.flatMap((name) => given.filter(({ kind }) => kind === name));
  kinds = kinds.filter(({ kind, size }) => size || kind !== "not indexed");
  fill(items, ...kinds.map(drawKind));
  fill(mixed, swatch(MIXED), MIXED);
  mixed.hidden = true;
  opener.hidden = !kinds.length;
  drawTable();
}

/** Paint the small pictures in the colours of another theme. */
export function repaintKinds() {
  for (const box of [items, tableBox, mixed]) {
    for (const old of box.querySelectorAll("canvas")) {
      old.replaceWith(swatch(old.parentElement?.dataset.kind || MIXED));
    }
  }
}

/** @param {boolean} shown */
export function showMixed(shown) {
  mixed.hidden = !shown;
}

/** @param {Kind} told */
function drawKind(told) {
  const { kind, size, share } = told;
  const number = size === 0 ? "0" : parseFloat(share) >= WHOLE ? share : brief(size);
  const words = `${kind}: ${plural(size, "byte")}, ${share}`;
  const parts = {
    class: "kind",
    data: { kind },
    title: `${words}; go to the next (Shift: before)`,
  };
  const name = el("span", { class: "name" }, kind);
  if (!size)
    return el("span", { ...parts, class: "kind none", title: words }, swatch(kind), name, " 0");
  const made = el("button", { type: "button", ...parts }, swatch(kind), name, ` ${number}`);
  made.addEventListener("click", (/** @type {MouseEvent} */ event) =>
    stepKind(kind, event.shiftKey),
  );
  return made;
}

// -- the same as a table -------------------------------------------------------------------

/** Open the table of kinds, or close it. */
function toggleTable() {
  if (closeTable()) return;
  tableBox.hidden = false;
  opener.setAttribute("aria-expanded", "true");
  /** @type {HTMLElement | null} */ (tableBox.querySelector("button"))?.focus();
}

/** Close the table; returns whether it was open. */
function closeTable() {
  if (tableBox.hidden) return false;
  const focused = tableBox.contains(document.activeElement);
  tableBox.hidden = true;
  opener.setAttribute("aria-expanded", "false");
  if (focused) opener.focus();
  return true;
}

function drawTable() {
  closeTable();
  const heads = ["kind", "bytes", "share", "go to"].map((each) => el("th", { scope: "col" }, each));
  const head = el("tr", {}, ...heads);
  const rows = kinds.map(({ kind, size, share }) => {
    const step = [true, false].map((back) => {
      const label = `${back ? "previous" : "next"} ${kind}`;
      const parts = { class: "action", disabled: !size, title: label, aria: { label } };
      return button(parts, () => stepKind(kind, back), back ? "‹" : "›");
    });
    const name = el("th", { scope: "row", data: { kind } }, swatch(kind), kind);
    return el(
      "tr",
      {},
      name,
      el("td", {}, count(size)),
      el("td", {}, share),
      el("td", {}, ...step),
    );
  });
  const caption = el("caption", {}, `All bytes of the file by kind`);
  fill(tableBox, el("table", {}, caption, el("thead", {}, head), el("tbody", {}, ...rows)));
}

/** Return the picture in words, for those who do not see it. */
export function kindWords() {
  const there = kinds.filter(({ size }) => size);
  return there
    .map(({ kind, size, share }) => `${kind} ${plural(size, "byte")}, ${share}`)
    .join("; ");
}

// -- steps ---------------------------------------------------------------------------------

/**
 * Select the next span of a kind, after the last the first; or the one before.
 * @param {string} kind
 * @param {boolean} [back]
 * @param {number} [from] where to look from, else from the selection
 */
export async function stepKind(kind, back = false, from) {
  await settle([kind], back, from);
}

/**
 * Select the next bytes that could not be read: malformed, unknown, or left out of the index.
 * @param {boolean} [back]
 */
export async function stepDamage(back = false) {
  const told = kinds.length > 0; // what is there may not be counted yet
  const there = GAPS.filter((gap) => !told || kinds.some(({ kind, size }) => kind === gap && size));
  if (!there.length) return say("no bytes are malformed or unknown");
  await settle(there, back);
}

/**
 * @param {string[]} wanted
 * @param {boolean} back
 * @param {number} [from]
 */
async function settle(wanted, back, from) {
  const start = from ?? state.range[0];
  const end = back ? (state.doc ? state.doc.size : 0) : -1;
  try {
    const found = (await nearest(wanted, start, back)) || (await nearest(wanted, end, back));
    if (!found) return say(`no ${wanted.join(" or ")} bytes`);
    const { start: a, end: b, row, kind } = found;
    await select({ row }, { push: true, range: [a, b], from: "map" });
    say(`${kind} ${a}:${b}`);
  } catch (error) {
    if (error instanceof Refused) tell("refused", error);
    else if (!isAborted(error)) throw error;
  }
}

/**
 * @param {string[]} wanted
 * @param {number} from
 * @param {boolean} back
 */
async function nearest(wanted, from, back) {
  const asked = wanted.map((kind) => ask("step", { kind, from, back: back ? 1 : 0 }));
  const spans = /** @type {Span[]} */ (await Promise.all(asked));
  const found = spans.flatMap((span, at) => (span ? [{ ...span, kind: wanted[at] }] : []));
  found.sort((a, b) => (back ? b.start - a.start : a.start - b.start));
  return found[0] || null;
}
