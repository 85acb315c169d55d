// How pointer and keys act on the map: go to a place, look at a part of the file.
// @ts-check
import { el } from "./dom.js";
import { stepKind } from "./kinds.js";
import { hover, select, state } from "./state.js";
import { part, shown, size, wholeFile, zoomBy, zoomIn, zoomOut, zoomTo } from "./zoom.js";

/** @typedef {import("./strip.js").Strip} Strip */

const about = { label: "Place in the file", valuemin: 0, valuemax: 0, valuenow: 0 };
export const thumb = el("div", { role: "slider", class: "thumb", tabindex: 0, aria: about });
thumb.addEventListener("keydown", pressed);

/** @param {Strip} strip */
export function listen(strip) {
  const node = /** @type {HTMLElement} */ (strip.node);
  /** @type {number | null} */
  let start = null; // of a drag that zooms
  let down = 0; // where the pointer went down
  let waiting = 0;
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !shown.overview) return;
    node.setPointerCapture(event.pointerId);
    cancelAnimationFrame(waiting);
    down = event.clientX;
    hover(null);
    if (event.shiftKey) start = strip.offset(event.clientX);
    else press(strip, event);
  });
  node.addEventListener("pointermove", (event) => {
    cancelAnimationFrame(waiting);
    const held = node.hasPointerCapture(event.pointerId);
    if (held && Math.abs(event.clientX - down) < 2) return; // a click, not a drag
    waiting = requestAnimationFrame(() => {
      if (!held) return preview(strip, event.clientX);
      if (start === null) go(strip, event.clientX, false);
      else strip.mark(strip.pointed, ...sorted(start, strip.offset(event.clientX)), 2);
    });
  });
  node.addEventListener("pointerup", (event) => {
    if (start !== null) zoomTo(...sorted(start, strip.offset(event.clientX)));
    start = null;
  });
  node.addEventListener("pointerleave", () => {
    cancelAnimationFrame(waiting);
    hover(null);
  });
  node.addEventListener("wheel", (event) => wheeled(strip, event), { passive: false });
}

/**
 * @param {number} a
 * @param {number} b
 * @returns {[number, number]}
 */
function sorted(a, b) {
  return a < b ? [a, b] : [b, a];
}

/**
 * Go to what is under the pointer: to the bytes there, or to what a tick stands for.
 * @param {Strip} strip
 * @param {PointerEvent} event
 */
function press(strip, event) {
  const tick = strip.tick(event.clientX, event.clientY);
  if (tick) void stepKind(tick.kind, false, tick.start - 1);
  else go(strip, event.clientX, true);
}

/**
 * @param {Strip} strip
 * @param {number} clientX
 * @param {boolean} push
 */
function go(strip, clientX, push) {
  const offset = strip.offset(clientX);
  const { zoom } = state;
  if (strip !== part && zoom && (offset < zoom[0] || offset >= zoom[1]))
    zoomTo(...around(zoom, offset));
  void select({ offset }, { push, range: [offset, offset + 1], from: "map" });
}

/**
 * Return a range of the same size with an offset in its middle.
 * @param {[number, number]} range
 * @param {number} offset
 * @returns {[number, number]}
 */
function around([from, to], offset) {
  const start = offset - (to - from) / 2;
  return [start, start + to - from];
}

/**
 * @param {Strip} strip
 * @param {number} clientX
 */
function preview(strip, clientX) {
  const offset = strip.offset(clientX);
  const data = (strip === part && shown.detail) || shown.overview;
  const label = data && data.labels.find(({ start, end }) => start <= offset && offset < end);
  const words = [`at ${offset}: ${strip.kind(offset)}`, label && label.text]
    .filter(Boolean)
    .join(", ");
  const pixel = Math.ceil((strip.to - strip.from) / Math.max(1, strip.width));
  const end = Math.min(size(), offset + pixel);
  hover({ row: -1, element: null, start: offset, end, words });
}

/**
 * @param {Strip} strip
 * @param {WheelEvent} event
 */
function wheeled(strip, event) {
  if (!event.ctrlKey && !event.shiftKey && !event.deltaX) return;
  event.preventDefault();
  if (event.ctrlKey) return zoomBy(event.deltaY > 0 ? 1.5 : 1 / 1.5, strip.offset(event.clientX));
  const { zoom } = state;
  if (!zoom) return;
  const by = Math.sign(event.deltaX || event.deltaY) * (zoom[1] - zoom[0]) * 0.15;
  zoomTo(zoom[0] + by, zoom[1] + by);
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || !shown.overview) return;
  const [at, end] = state.view;
  const page = Math.max(16, end - at);
  const big = Math.max(page, Math.round(size() / 20));
  const last = size() - 1;
  const to = {
    ArrowRight: at + page,
    ArrowUp: at + page,
    ArrowLeft: at - page,
    ArrowDown: at - page,
    PageUp: at + big,
    PageDown: at - big,
    Home: 0,
    End: last,
  }[event.key];
  const act = { "+": zoomIn, "=": zoomIn, "-": zoomOut, 0: wholeFile }[event.key];
  if (act) act();
  else if (to === undefined) return;
  else {
    const offset = Math.max(0, Math.min(to, last));
    select({ offset }, { range: [offset, offset + 1], from: "map" });
  }
  event.preventDefault();
}
