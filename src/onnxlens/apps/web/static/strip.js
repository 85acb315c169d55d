// One strip of the map: a range of the file on a canvas, with marks for what is in view.
// @ts-check
import { el } from "./dom.js";
import { MARKED, marks, MIXED, runs, winners } from "./buckets.js";
import { colour, paintKind } from "./paint.js";

/** @typedef {import("./buckets.js").Buckets} Buckets */

const TICKS = 4; // pixels above the bar for what must be seen
const LEAST = 3; // pixels that a run or a tick needs to be told from others
const REACH = 4; // pixels around a tick that are the tick's
const PAD = 6; // around a label

export class Strip {
  /**
   * @param {string} name
   * @param {(strip: Strip) => void} resized
   */
  constructor(name, resized) {
    this.from = 0;
    this.to = 0;
    /** @type {string[]} */
    this.kinds = [];
    this.mixed = false;
    /** @type {{kind: string, x: number, width: number, start: number}[]} */
    this.marked = [];
    /** @type {HTMLCanvasElement} */
    this.canvas = el("canvas", { role: "img" });
    this.view = el("div", { class: "view" });
    this.selected = el("div", { class: "chosen" });
    this.pointed = el("div", { class: "pointed" });
    this.zoomed = el("div", { class: "zoomed", hidden: true });
    const inside = [this.canvas, this.zoomed, this.pointed, this.selected, this.view];
    this.node = el("div", { class: `strip ${name}` }, ...inside);
    new ResizeObserver(() => resized(this)).observe(this.node);
  }

  get width() {
    return this.node.clientWidth;
  }

  /**
   * Return the offset under a place on the screen.
   * @param {number} clientX
   */
  offset(clientX) {
    const { left, width } = this.canvas.getBoundingClientRect();
    const part = Math.max(0, Math.min(1, (clientX - left) / Math.max(1, width)));
    const at = Math.floor(this.from + part * (this.to - this.from));
    return Math.max(this.from, Math.min(at, this.to - 1));
  }

  /**
   * Return the tick under a place on the screen; null for none.
   * @param {number} clientX
   * @param {number} clientY
   */
  tick(clientX, clientY) {
    const { left, top } = this.canvas.getBoundingClientRect();
    if (clientY - top > TICKS + REACH) return null;
    const x = clientX - left;
    const near = this.marked.filter(
      (each) => x > each.x - REACH && x < each.x + each.width + REACH,
    );
    return near.pop() || null; // what is drawn last is on top
  }

  /** @param {number} offset */
  x(offset) {
    return ((offset - this.from) / Math.max(1, this.to - this.from)) * this.width;
  }

  /**
   * Return the kind that is painted at an offset.
   * @param {number} offset
   */
  kind(offset) {
    const at = Math.floor((this.x(offset) / Math.max(1, this.width)) * this.kinds.length);
    return this.kinds[Math.min(at, this.kinds.length - 1)] || "";
  }

  /**
   * Paint a range of the file from what is known of it, be that coarse.
   * @param {Buckets} data
   * @param {number} from
   * @param {number} to
   */
  draw(data, from, to) {
    [this.from, this.to] = [from, to];
    const context = this.sized();
    if (!context || to <= from) return;
    const { width, height } = this.canvas;
    const scale = width / Math.max(1, this.width);
    this.kinds = winners(data, from, to, width);
    const parts = runs(this.kinds, LEAST * scale);
    this.mixed = parts.some((run) => run.kind === MIXED);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const high = height / scale - TICKS;
    for (const run of parts) {
      if (run.kind)
        paintKind(context, run.kind, run.from / scale, TICKS, (run.to - run.from) / scale, high);
    }
    this.ticks(context, data, scale);
    if (high >= 16) this.labels(context, data, high);
  }

  /** Show nothing. */
  clear() {
    [this.from, this.to, this.kinds, this.mixed] = [0, 0, [], false];
    this.sized()?.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }

  /** Return the context of a canvas that has the pixels of the screen. */
  sized() {
    const scale = window.devicePixelRatio || 1;
    const width = Math.round(this.width * scale);
    const height = Math.round(this.node.clientHeight * scale);
    if (!width || !height) return null;
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    return this.canvas.getContext("2d");
  }

  /**
   * Mark above the bar what must be seen however short it is: malformed by a wedge, unknown by a
   * bar.
   * @param {CanvasRenderingContext2D} context
   * @param {Buckets} data
   * @param {number} scale
   */
  ticks(context, data, scale) {
    this.marked = [];
    for (const kind of MARKED) {
      context.fillStyle = colour(`${kind}-solid`);
      for (const run of marks(data, kind, this.from, this.to, this.canvas.width)) {
        const width = Math.max(LEAST, (run.to - run.from) / scale);
        const x = Math.min(run.from / scale, this.width - width);
        if (kind === "unknown") context.fillRect(x, TICKS - 2, width, 2);
        else wedge(context, x, width);
        const start = this.from + (run.from / this.canvas.width) * (this.to - this.from);
        this.marked.push({ kind, x, width, start: Math.floor(start) });
      }
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Buckets} data
   * @param {number} high
   */
  labels(context, data, high) {
    context.font = `11px ${colour("sans")}`;
    context.textBaseline = "middle";
    for (const { text, start, end } of data.labels) {
      const left = Math.max(0, this.x(start));
      const right = Math.min(this.width, this.x(end));
      if (right - left < LEAST) continue;
      context.fillStyle = colour("bg");
      if (left > 0) context.fillRect(left - 0.5, TICKS, 1, high);
      if (right < this.width) context.fillRect(right - 0.5, TICKS, 1, high);
      const wide = context.measureText(text).width;
      if (wide + 2 * PAD > right - left) continue;
      if (this.kind((start + end) / 2) !== "weights")
        context.fillRect(left + 2, TICKS + 2, wide + 2 * PAD - 4, high - 4);
      context.fillStyle = colour("ink");
      context.fillText(text, left + PAD, TICKS + (high - 3) / 2 + 0.5);
    }
  }

  /**
   * Put a mark at a range; it is hidden where the range is not in the strip.
   * @param {HTMLElement} mark
   * @param {number} start
   * @param {number} end
   * @param {number} least pixels
   */
  mark(mark, start, end, least) {
    const seen = this.to > this.from && end >= this.from && start < this.to && end > start;
    mark.hidden = !seen;
    if (!seen) return;
    const left = Math.max(0, this.x(start));
    const width = Math.max(least, Math.min(this.width, this.x(end)) - left);
    mark.style.width = `${width}px`;
    mark.style.left = `${Math.max(0, Math.min(left, this.width - width))}px`;
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} width
 */
function wedge(context, x, width) {
  const middle = x + width / 2;
  context.fillRect(x, 0, width, TICKS - 1);
  context.beginPath();
  context.moveTo(middle - 3.5, 0);
  context.lineTo(middle + 3.5, 0);
  context.lineTo(middle, TICKS + 1);
  context.fill();
}
