// The Summary tab: what the file is, in the order in which people ask.
// @ts-check
import { button, el, fill } from "./dom.js";
import { Loader } from "./loading.js";
import { hover, on, select, state } from "./state.js";
import { addTab, currentTab } from "./tabs.js";

/**
 * @typedef {import("./server.js").Place} Place
 * @typedef {{text: string, place: Place | null}} Line
 * @typedef {{title: string, entries: {key: string, lines: Line[]}[]}} Block
 */

let loaded = false;
const box = el("div");
const content = el("div", { class: "page summary" });
const loader = new Loader(box, content);

export function mountSummary() {
  addTab("summary", "Summary", el("div", { class: "fill" }, box, content), { shown: opened });
  on("document", () => {
    loaded = false;
    loader.clear();
    if (currentTab() === "summary") opened();
  });
}

function opened() {
  if (!state.doc || loaded) return;
  loaded = true;
  loader.load("summary", {}, arrived);
}

/** @param {{blocks: Block[]}} answer */
function arrived({ blocks }) {
  fill(content, ...blocks.map(drawBlock));
  if (!blocks.length) loader.say(el("p", {}, "no summary: this file is no model"));
}

/** @param {Block} block */
function drawBlock({ title, entries }) {
  const rows = entries.map(({ key, lines }) =>
    el(
      "div",
      {},
      el("dt", {}, key),
      el("dd", {}, ...lines.map((line) => el("div", {}, drawLine(line)))),
    ),
  );
  return el("section", {}, title && el("h3", {}, title), el("dl", {}, ...rows));
}

/** @param {Line} line */
function drawLine({ text, place }) {
  if (!place) return el("span", {}, text);
  const go = () => {
    select({ row: place.row, element: place.element }, { push: true, from: "summary" });
  };
  const link = button({ class: "link", title: `at ${place.start}` }, go, text);
  link.addEventListener("pointerenter", () => hover({ ...place, words: text }));
  link.addEventListener("pointerleave", () => hover(null));
  return link;
}
