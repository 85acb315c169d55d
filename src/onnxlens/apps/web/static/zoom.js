// What the two strips of the map show: the whole file, and a part of it once one has zoomed.
// @ts-check
import { later } from "./dom.js";
import { decode } from "./buckets.js";
import { ask, isAborted } from "./server.js";
import { state, tell } from "./state.js";
import { Strip } from "./strip.js";

/** @typedef {import("./buckets.js").Buckets} Buckets */
/** @typedef {[number, number]} Range */

const MOST = 2048; // buckets that the server counts
const CLOSEST = 64; // bytes that a strip shows at least
const STEP = 4; // a button zooms by this

/** What is drawn now, and who is told of it. */
export const shown = {
  /** @type {Buckets | null} */
  overview: null,
  /** @type {Buckets | null} */
  detail: null,
  /** @type {(answer: import("./buckets.js").Answer | null) => void} */
  arrived: () => {},
  drawn: () => {},
  /** @type {(error: unknown) => void} */
  refused: () => {},
};

export const whole = new Strip("whole", draw);
export const part = new Strip("part", draw);
part.node.hidden = true;

const asked = { whole: new AbortController(), part: new AbortController() };

export function size() {
  return state.doc ? state.doc.size : 0;
}

/** Forget the document that was open before. */
export function restart() {
  for (const each of [asked.whole, asked.part]) each.abort();
  Object.assign(shown, { overview: null, detail: null });
  state.zoom = null;
  part.node.hidden = true;
  for (const strip of [whole, part]) strip.clear();
  shown.arrived(null);
  draw();
}

/** Show the document that is open now; what is selected in it came first. */
export async function load() {
  const answer = size() ? await question("whole", 0, size()) : null;
  if (!answer) return;
  shown.overview = decode(answer);
  shown.arrived(answer);
  draw();
}

/** Until the buckets of the zoomed part are there it is drawn from those of the whole. */
const fetchPart = later(async () => {
  const { zoom } = state;
  const answer = zoom && (await question("part", ...zoom));
  if (!answer || state.zoom !== zoom) return;
  shown.detail = decode(answer);
  draw();
}, 60);

/**
 * Ask for the buckets of a range, one for each pixel of the screen.
 * @param {"whole" | "part"} which
 * @param {number} from
 * @param {number} to
 */
async function question(which, from, to) {
  asked[which].abort();
  const { signal } = (asked[which] = new AbortController());
  const pixels = Math.ceil((whole.width || 1024) * (window.devicePixelRatio || 1));
  const buckets = Math.max(1, Math.min(MOST, pixels, to - from));
  try {
    const answer = await ask("map", { from, to, buckets }, signal);
    return signal.aborted ? null : answer;
  } catch (error) {
    if (!signal.aborted && !isAborted(error)) shown.refused(error);
    return null;
  }
}

/** Draw what is known, and put the marks where they belong. */
export function draw() {
  const { overview, detail } = shown;
  const { zoom } = state;
  if (overview) {
    whole.draw(overview, 0, size());
    if (zoom) part.draw(detail && inside(detail, zoom) ? detail : overview, ...zoom);
  }
  mark();
  point();
  shown.drawn();
}

/**
 * @param {Buckets} data
 * @param {Range} range
 */
function inside(data, [from, to]) {
  return data.from <= from && to <= data.to;
}

/** Mark what is selected, what is zoomed and what is in view. */
export function mark() {
  for (const strip of [whole, part]) {
    strip.mark(strip.selected, ...state.range, 3);
    strip.mark(strip.view, ...state.view, 6);
  }
  whole.mark(whole.zoomed, ...(state.zoom || [0, 0]), 3);
}

/** Mark what is pointed at. */
export function point() {
  const { start, end } = state.hover || { start: 0, end: 0 };
  for (const strip of [whole, part]) strip.mark(strip.pointed, start, end, 2);
}

/**
 * Show a part of the file, as near to it as a strip can.
 * @param {number} from
 * @param {number} to
 */
export function zoomTo(from, to) {
  const all = size();
  const span = Math.min(all, Math.max(CLOSEST, Math.round(to - from)));
  const start = Math.max(0, Math.min(Math.round((from + to - span) / 2), all - span));
  state.zoom = span < all ? [start, start + span] : null;
  part.node.hidden = !state.zoom;
  draw();
  fetchPart();
  tell("map");
}

/** Show no part but the whole file. */
export function wholeFile() {
  zoomTo(0, size());
}

export function zoomIn() {
  zoomBy(1 / STEP, middle());
}

export function zoomOut() {
  zoomBy(STEP, middle());
}

/** Return the offset that a button zooms at: the selection or the view, if it is in the part. */
function middle() {
  const [from, to] = state.zoom || [0, size()];
  for (const [start, end] of [state.range, state.view]) {
    const at = (start + end) / 2;
    if (end > start && at >= from && at < to) return at;
  }
  return (from + to) / 2;
}

/**
 * @param {number} factor
 * @param {number} at the offset that keeps its place
 */
export function zoomBy(factor, at) {
  const [from, to] = state.zoom || [0, size()];
  const start = at - (at - from) * factor;
  zoomTo(start, start + (to - from) * factor);
}
