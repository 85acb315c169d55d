// The Tensors tab: the largest first, a picture of their sizes, and what is in one of them.
// @ts-check
import { button, count, el, fill, plural } from "./dom.js";
import { brief, bytes } from "./amounts.js";
import { Grid, tail } from "./grid.js";
import { tensorPage } from "./histogram.js";
import { Loader } from "./loading.js";
import { hover, on, select, state } from "./state.js";
import { addTab, currentTab, setCount } from "./tabs.js";
import { areas, drawTreemap } from "./treemap.js";

/**
 * @typedef {import("./treemap.js").Tensor} Tensor
 * @typedef {{total: number, stored: number, shown: number, tensors: Tensor[],
 *   groups: import("./treemap.js").Group[]}} Tensors
 */

/** @type {Tensors | null} */
let all = null;
let largest = 1;

const bar = el("div");
const box = el("div");
const rest = el("p", { class: "rest", hidden: true });
/** @type {Grid<Tensor>} */
const grid = new Grid({
  name: "tensor",
  label: "Tensors by size",
  columns: ["label tensorname", "text", "size", "share", "bar"],
  folded: 40,
  width: 560,
  draw: drawTensor,
  enter: (tensor) => entered(tensor),
  place: pointed,
  copy: (tensor) => tensor.path,
});
const map = el("div", { class: "treemap", aria: { hidden: true } });
const side = el("div", { class: "picture" }, map);
const page = el("div", { class: "picture page", hidden: true });
const list = el("div", { class: "list" }, grid.node, rest);
const content = el("div", { class: "beside halves" }, list, side, page);
const loader = new Loader(box, content);

export function mountTensors() {
  addTab("tensors", "Tensors", el("div", { class: "fill" }, box, content), { bar, shown: opened });
  new ResizeObserver(drawMap).observe(side);
  map.addEventListener("click", (/** @type {Event} */ event) => {
    const tensor = of(event);
    if (tensor) grid.enter(grid.items.indexOf(tensor));
  });
  map.addEventListener("pointerover", (/** @type {Event} */ event) => {
    const tensor = of(event);
    hover(tensor ? pointed(tensor) : null);
  });
  map.addEventListener("pointerleave", () => hover(null));
  on("document", () => {
    all = null;
    grid.show([]);
    fill(bar);
    setCount("tensors", "");
    loader.clear();
    closePage();
    if (currentTab() === "tensors") opened();
  });
}

/** @param {number} [row] of a tensor to show */
function opened(row) {
  if (!state.doc) return loader.clear();
  if (!all) loader.load("tensors", { limit: 1000 }, (answer) => arrived(answer, row));
  else if (row !== undefined) openRow(row);
}

/**
 * @param {Tensors} answer
 * @param {number} [row]
 */
function arrived(answer, row) {
  all = answer;
  largest = Math.max(1, ...answer.tensors.map((tensor) => tensor.size));
  setCount("tensors", count(answer.total));
  if (!answer.total) return loader.say(el("p", {}, "no tensors: the model stores no weights"));
  grid.show(answer.tensors);
  const more = answer.total - answer.tensors.length;
  fill(rest, more > 0 ? `and ${plural(more, "smaller tensor")}` : "");
  rest.hidden = more <= 0;
  drawBar(answer);
  drawMap();
  if (row !== undefined) openRow(row);
}

/** @param {Tensors} answer */
function drawBar(answer) {
  const back = !page.hidden && button({ class: "link" }, closePage, "picture of all");
  fill(bar, el("span", {}, `${bytes(answer.stored)} in the file`), back && " ", back);
}

function drawMap() {
  const room = { x: 0, y: 0, w: side.clientWidth, h: side.clientHeight };
  if (!all || room.w < 40 || room.h < 30) return fill(map);
  const groups = all.groups.length ? all.groups : [everything(all)];
  drawTreemap(map, areas(all.tensors, groups, room));
}

/** The names have no beginnings in common: all are in one group. @param {Tensors} told */
function everything({ total, tensors }) {
  return { prefix: "", count: total, size: tensors.reduce((sum, { size }) => sum + size, 0) };
}

/**
 * @param {Tensor} tensor
 * @param {HTMLElement[]} cells
 */
function drawTensor(tensor, [name, type, size, share, bar]) {
  tail(name, tensor.name || "(no name)");
  name.title = `${tensor.name} ${tensor.path}`;
  fill(type, tensor.type, tensor.external ? " external" : "");
  type.title = tensor.type;
  fill(size, brief(tensor.size));
  size.title = `${count(tensor.size)} bytes`;
  fill(share, tensor.share);
  if (!bar.firstChild) bar.append(el("span", { class: "filled" }));
  const filled = /** @type {HTMLElement} */ (bar.firstChild);
  filled.style.width = `${(tensor.size / largest) * 100}%`;
}

/** @param {Tensor} tensor */
function pointed({ row, start, end, path, type }) {
  return { row, element: null, start, end, words: `${path}: ${type}` };
}

/** @param {Event} event */
function of({ target }) {
  const block = target instanceof Element && target.closest("[data-row]");
  if (!block || !all) return null;
  const row = Number(block.getAttribute("data-row"));
  return all.tensors.find((tensor) => tensor.row === row) || null;
}

/** @param {Tensor} tensor */
function entered(tensor) {
  select({ row: tensor.row }, { push: true, from: "tensors" });
  showPage(tensor);
}

/** @param {{row: number, name: string, type: string, size: number | null, path: string}} tensor */
function showPage(tensor) {
  const show = () => select({ row: tensor.row }, { push: true });
  const close = button(
    { class: "action close", title: "Back to the picture of all" },
    closePage,
    "Close",
  );
  fill(page, close, tensorPage(tensor, show));
  page.hidden = false;
  side.hidden = true;
  if (all) drawBar(all);
}

function closePage() {
  const focused = page.contains(document.activeElement);
  page.hidden = true;
  side.hidden = false;
  fill(page);
  if (all) drawBar(all);
  if (focused) grid.node.focus();
}

/** @param {number} row */
function openRow(row) {
  const at = grid.items.findIndex((tensor) => tensor.row === row);
  if (at >= 0) grid.move(at);
  const record = state.record;
  const named =
    record && record.row === row ? record.named || record.title : `tensor at row ${row}`;
  const words = record && record.row === row ? record.value : "";
  showPage(at >= 0 ? grid.items[at] : { row, name: named, type: words, size: null, path: "" });
}
