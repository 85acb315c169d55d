// How each kind of bytes is painted: a colour of the palette and a pattern, never a colour alone.
// @ts-check
import { MIXED } from "./buckets.js";

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {{solid: string, tint: string, pattern: string}} Look */

/** @type {Record<string, {family: string, pattern: string}>} */
const LOOKS = {
  weights: { family: "tensor", pattern: "base" },
  structure: { family: "model", pattern: "full" },
  text: { family: "text", pattern: "dots" },
  metadata: { family: "metadata", pattern: "lines" },
  unknown: { family: "unknown", pattern: "hatch" },
  malformed: { family: "malformed", pattern: "cross" },
  "not indexed": { family: "unknown", pattern: "sparse" },
  [MIXED]: { family: "mixed", pattern: "back" },
};

const FILLED = ["full", "dots", "lines"]; // patterns on the solid colour, others on the tint

/** @type {Record<string, string>} */
const colours = {};

/** Return a colour of the palette as it is now. @param {string} name */
export function colour(name) {
  if (!(name in colours)) {
    const style = getComputedStyle(document.documentElement);
    colours[name] = style.getPropertyValue(`--${name}`).trim() || "gray";
  }
  return colours[name];
}

/** Read the palette anew: the theme is another. */
export function forget() {
  for (const name of Object.keys(colours)) delete colours[name];
}

/**
 * @param {string} kind
 * @returns {Look}
 */
function look(kind) {
  const { family, pattern } = LOOKS[kind] || LOOKS.unknown;
  if (family === "mixed") return { solid: colour("muted"), tint: colour("panel"), pattern };
  const tint = family === "text" ? colour("bg") : colour(family);
  return { solid: colour(`${family}-solid`), tint, pattern };
}

/**
 * Paint a stretch of one kind.
 * @param {Context} context
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
export function paintKind(context, kind, x, y, width, height) {
  const { solid, tint, pattern } = look(kind);
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  const filled = FILLED.includes(pattern);
  context.fillStyle = filled ? solid : tint;
  context.fillRect(x, y, width, height);
  context.fillStyle = context.strokeStyle = solid;
  context.lineWidth = 1;
  if (filled) context.fillStyle = colour("bg");
  else context.fillRect(x, y + height - 3, width, 3);
  PATTERNS[pattern]?.(context, x, y, width, height);
  context.restore();
}

/** @typedef {(context: Context, x: number, y: number, w: number, h: number) => void} Painter */
/** @type {Record<string, Painter>} */
const PATTERNS = {
  dots(context, x, y, w, h) {
    for (let row = 3; row < h - 2; row += 5) {
      for (let at = x - (x % 5) + (row % 2 ? 0 : 2); at < x + w; at += 5)
        context.fillRect(at, y + row, 1.5, 1.5);
    }
  },
  lines(context, x, y, w, h) {
    for (let row = 3; row < h - 2; row += 4) context.fillRect(x, y + row, w, 1);
  },
  hatch: (context, x, y, w, h) => slant(context, x, y, w, h, 4, 1),
  sparse: (context, x, y, w, h) => slant(context, x, y, w, h, 10, 1),
  back: (context, x, y, w, h) => slant(context, x, y, w, h, 4, -1),
  cross(context, x, y, w, h) {
    slant(context, x, y, w, h, 5, 1);
    slant(context, x, y, w, h, 5, -1);
  },
};

/**
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} h
 * @param {number} step
 * @param {number} way 1 up to the right, -1 down to the right
 */
function slant(context, x, y, w, h, step, way) {
  const start = x - (x % step) - h - step;
  context.beginPath();
  for (let at = start; at < x + w + h; at += step) {
    context.moveTo(at, way > 0 ? y + h : y);
    context.lineTo(at + h, way > 0 ? y : y + h);
  }
  context.stroke();
}

/**
 * Return a small picture of a kind, for the legend.
 * @param {string} kind
 */
export function swatch(kind) {
  const canvas = document.createElement("canvas");
  const scale = Math.max(1, window.devicePixelRatio || 1);
  canvas.width = canvas.height = Math.round(12 * scale);
  canvas.className = "swatch";
  canvas.setAttribute("aria-hidden", "true");
  const context = canvas.getContext("2d");
  if (context) {
    context.scale(scale, scale);
    paintKind(context, kind, 0, 0, 12, 12);
  }
  return canvas;
}
