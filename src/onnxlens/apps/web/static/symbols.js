// The Symbols tab: each named size with the axes that have it.
// @ts-check
import { button, count, el, fill, plural } from "./dom.js";
import { Loader } from "./loading.js";
import { hover, on, select, state } from "./state.js";
import { addTab, currentTab, setCount } from "./tabs.js";

/**
 * @typedef {import("./server.js").Place & {words: string, axis: number}} Use
 * @typedef {{name: string, count: number, kind: string | null, uses: Use[], more: number}} Symbol
 * @typedef {{symbols: Symbol[], more: number, notes: string[]}} Symbols
 */

const FIRST = 8; // uses that are shown at once

let loaded = false;
const box = el("div");
const content = el("div", { class: "page symbols" });
const loader = new Loader(box, content);

export function mountSymbols() {
  addTab("symbols", "Symbols", el("div", { class: "fill" }, box, content), { shown: opened });
  on("document", () => {
    loaded = false;
    setCount("symbols", "");
    loader.clear();
    if (currentTab() === "symbols") opened();
  });
}

function opened() {
  if (!state.doc || loaded) return;
  loaded = true;
  loader.load("symbols", {}, arrived);
}

/** @param {Symbols} answer */
function arrived(answer) {
  const total = answer.symbols.length + answer.more;
  setCount("symbols", count(total));
  const notes = answer.notes.map((each) => el("p", {}, each));
  if (!total)
    return loader.say(el("p", {}, "no symbols: every axis has a size, or none at all"), ...notes);
  const more = answer.more
    ? el("p", { class: "muted" }, `and ${plural(answer.more, "more symbol")}: onnxlens type FILE`)
    : null;
  fill(content, el("dl", {}, ...answer.symbols.map(drawSymbol)), more, ...notes);
}

/** @param {Symbol} symbol */
function drawSymbol(symbol) {
  const list = el("ul");
  const axes = `${count(symbol.count)} ${symbol.count === 1 ? "axis" : "axes"}`;
  const about = el("span", { class: "muted" }, `${axes}${symbol.kind ? `; ${symbol.kind}` : ""}`);
  drawUses(list, symbol, FIRST);
  return el(
    "div",
    { class: "symbol" },
    el("dt", {}, el("b", {}, symbol.name), " ", about),
    el("dd", {}, list),
  );
}

/**
 * @param {HTMLElement} list
 * @param {Symbol} symbol
 * @param {number} shown
 */
function drawUses(list, symbol, shown) {
  const items = symbol.uses.slice(0, shown).map((use) => el("li", {}, useLink(use)));
  const hidden = symbol.uses.length - items.length;
  const all = () => drawUses(list, symbol, Infinity);
  if (hidden > 0)
    items.push(el("li", {}, button({ class: "link more" }, all, `show ${count(hidden)} more`)));
  else if (symbol.more) items.push(el("li", { class: "muted" }, `and ${count(symbol.more)} more`));
  fill(list, ...items);
}

/** @param {Use} use */
function useLink(use) {
  const go = () => {
    select({ row: use.row, element: use.element }, { push: true, from: "symbols" });
  };
  const link = button(
    { class: "link", title: `at ${use.start}` },
    go,
    `${use.words} axis ${use.axis}`,
  );
  link.addEventListener("pointerenter", () => hover(use));
  link.addEventListener("pointerleave", () => hover(null));
  return link;
}
