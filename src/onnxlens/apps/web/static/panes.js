// Sizes of the panes, moved by mouse or arrows and remembered; which pane the small layout shows.
// @ts-check
import { button, byId, fill } from "./dom.js";
import { on } from "./state.js";
import { addTab, openTab, removeTab } from "./tabs.js";

/** @type {[string, string, "x" | "y", 1 | -1][]} separator, property, direction, sign */
const SPLITS = [
  ["split-fields", "--fields-width", "x", 1],
  ["split-meaning", "--meaning-width", "x", -1],
  ["split-drawer", "--drawer-height", "y", -1],
];
const panes = byId("panes");
const wide = matchMedia("(min-width: 1201px)");
const small = matchMedia("(max-width: 700px)");
const SEGMENTS = ["fields", "bytes", "meaning", "more"];

export function mountPanes() {
  for (const [id, property, axis, sign] of SPLITS) mountSplit(byId(id), property, axis, sign);
  fill(
    byId("segments"),
    ...SEGMENTS.map((name) =>
      button(
        { data: { pane: name }, aria: { pressed: "false" } },
        () => showPane(name),
        name[0].toUpperCase() + name.slice(1),
      ),
    ),
  );
  showPane("fields");
  wide.addEventListener("change", placeMeaning);
  small.addEventListener("change", placeMeaning);
  placeMeaning();
  on("select", (event) => {
    if (small.matches && event.detail && event.detail.from === "fields") showPane("meaning");
  });
}

/** Put the meaning pane beside the others where there is room, else into the drawer or alone. */
function placeMeaning() {
  const meaning = byId("meaning");
  if (wide.matches || small.matches) {
    removeTab("meaning");
    panes.append(meaning);
  } else if (meaning.parentElement === panes) {
    addTab("meaning", "Meaning", meaning, { first: true });
    openTab("meaning");
  }
}

/** @param {string} name */
export function showPane(name) {
  panes.dataset.shown = name;
  for (const each of byId("segments").children) {
    each.setAttribute("aria-pressed", String(each.dataset.pane === name));
  }
}

/**
 * @param {HTMLElement} split
 * @param {string} property
 * @param {"x" | "y"} axis
 * @param {1 | -1} sign
 */
function mountSplit(split, property, axis, sign) {
  const root = document.documentElement;
  const least = Number(split.getAttribute("aria-valuemin"));
  const most = Number(split.getAttribute("aria-valuemax"));
  const set = (/** @type {number} */ size) => {
    const bounded = Math.round(Math.max(least, Math.min(size, most)));
    root.style.setProperty(property, `${bounded}px`);
    split.setAttribute("aria-valuenow", String(bounded));
    localStorage.setItem(`onnxlens${property}`, String(bounded));
  };
  const kept = Number(localStorage.getItem(`onnxlens${property}`));
  if (kept) set(kept);
  const now = () => Number(split.getAttribute("aria-valuenow"));
  split.addEventListener("keydown", (event) => {
    const steps = axis === "x" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const step = steps.indexOf(event.key);
    if (step < 0) return;
    set(now() + sign * (step ? 16 : -16));
    event.preventDefault();
  });
  split.addEventListener("pointerdown", (event) => {
    const from = axis === "x" ? event.clientX : event.clientY;
    const size = now();
    split.setPointerCapture(event.pointerId);
    split.onpointermove = (move) =>
      set(size + sign * ((axis === "x" ? move.clientX : move.clientY) - from));
    split.onpointerup = () => (split.onpointermove = null);
  });
}
