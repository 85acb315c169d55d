// The file map above the panes: all bytes by kind, the zoomed part below, and where one is.
// @ts-check
import { button, el, fill } from "./dom.js";
import { percent } from "./amounts.js";
import { kindWords, legend, repaintKinds, setKinds, showMixed, tableBox } from "./kinds.js";
import { listen, thumb } from "./mapkeys.js";
import { forget } from "./paint.js";
import { on, state } from "./state.js";
import {
  draw,
  load,
  mark,
  part,
  point,
  restart,
  shown,
  size,
  whole,
  wholeFile,
  zoomIn,
  zoomOut,
  zoomTo,
} from "./zoom.js";

export { wholeFile, zoomIn, zoomOut } from "./zoom.js";

const THEMES = ["(prefers-color-scheme: dark)", "(forced-colors: active)"];

const trouble = el("span", { role: "status" });
const said = el("span", { class: "inview" });
const more = button(
  { title: "Show less of the file, larger (+)", aria: { label: "Zoom in" } },
  zoomIn,
  "+",
);
const less = button(
  { title: "Show more of the file (-)", aria: { label: "Zoom out" } },
  zoomOut,
  "−",
);
const all = button({ title: "Show the whole file (0)" }, wholeFile, "Whole file");

/**
 * Fill the map.
 * @param {HTMLElement} root
 */
export function mountMap(root) {
  const zooming = el("span", { class: "zooming" }, el("span", {}, "Zoom"), more, less, all);
  const line = el(
    "div",
    { class: "line" },
    trouble,
    legend,
    el("div", { class: "where" }, said, zooming),
  );
  root.append(el("div", { class: "strips" }, whole.node, part.node, thumb), line, tableBox);
  for (const strip of [whole, part]) listen(strip);
  Object.assign(shown, { arrived: setKinds, drawn, refused });
  on("document", restart);
  on("ready", () => void load());
  on("select", mark);
  on("view", () => {
    mark();
    viewed();
  });
  on("zoom", (event) => zoomTo(event.detail[0], event.detail[1]));
  on("hover", point);
  on("theme", repaint);
  for (const query of THEMES) matchMedia(query).addEventListener("change", repaint);
  drawn();
}

/** The colours are others now. */
function repaint() {
  forget();
  repaintKinds();
  draw();
}

function drawn() {
  const { zoom } = state;
  if (shown.overview) fill(trouble);
  showMixed(whole.mixed || Boolean(zoom && part.mixed));
  more.disabled = !shown.overview;
  less.disabled = all.disabled = !zoom;
  whole.canvas.setAttribute("aria-label", `Map of the file: ${kindWords()}`);
  if (zoom) part.canvas.setAttribute("aria-label", `Map of the bytes ${zoom[0]}:${zoom[1]}`);
  viewed();
}

/** @param {unknown} error */
function refused(error) {
  fill(trouble, error instanceof Error ? `no map: ${error.message}` : "no map");
}

function viewed() {
  const [from, to] = state.view;
  const words = `${from}:${to}, ${percent(to - from, size())} of the file`;
  fill(said, to > from ? `in view: ${words}` : size() ? "" : "no bytes");
  const about = {
    valuemax: Math.max(0, size() - 1),
    valuenow: from,
    valuetext: [words, whole.kind(from)].filter(Boolean).join(", "),
  };
  for (const [name, value] of Object.entries(about))
    thumb.setAttribute(`aria-${name}`, String(value));
  thumb.style.left = whole.view.style.left;
  thumb.style.width = whole.view.style.width;
}
