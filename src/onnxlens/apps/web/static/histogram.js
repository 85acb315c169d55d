// One tensor: its first values, and the histogram of all of them on a button.
// @ts-check
import { button, count, el, fill, plural } from "./dom.js";
import { bytes } from "./amounts.js";
import { Loader } from "./loading.js";

/**
 * @typedef {import("./treemap.js").Tensor} Tensor
 * @typedef {{count: number, nan: number, positiveInf: number, negativeInf: number, zeros: number,
 *   min: string | null, max: string | null, mean: string | null, low: number | null,
 *   high: number | null, bins: number[]}} Histogram
 * @typedef {{type: string, shape: (number | string)[], count: number, values: string[],
 *   more: number, problem: string | null}} Values
 */

const SVG = "http://www.w3.org/2000/svg";
const BINS = 64;
const HIGH = 100;

/**
 * Return the page of a tensor.
 * @param {{row: number, name: string, type: string, size: number | null, path: string}} tensor
 * @param {() => void} show selects its bytes
 */
export function tensorPage(tensor, show) {
  const values = part();
  const picture = part();
  const ask = () =>
    picture.loader.load("histogram", { row: tensor.row, bins: BINS }, (answer) => {
      fill(picture.content, ...drawn(answer));
      asking.hidden = true;
    });
  const asking = button({ class: "action" }, ask, "Histogram of all values");
  values.loader.load("values", { row: tensor.row, limit: 64 }, (answer) =>
    fill(values.content, ...first(answer)),
  );
  const size = tensor.size === null ? "" : bytes(tensor.size);
  return el(
    "div",
    { class: "tensorpage" },
    el("h3", { class: "hostile" }, tensor.name || "(no name)"),
    el(
      "p",
      { class: "facts" },
      `${tensor.type} ${size} `,
      button({ class: "link" }, show, "show bytes"),
    ),
    el("p", {}, asking),
    picture.node,
    el("h4", {}, "First values"),
    values.node,
  );
}

function part() {
  const box = el("div");
  const content = el("div");
  return { node: el("div", {}, box, content), content, loader: new Loader(box, content) };
}

/**
 * @param {Values} answer
 * @returns {HTMLElement[]}
 */
function first({ values, more, problem, count: total }) {
  const width = Math.min(18, Math.max(1, ...values.map((each) => each.length)));
  const list = el(
    "div",
    { class: "values" },
    ...values.map((each) => el("span", { title: each }, each)),
  );
  list.style.setProperty("--width", `${width}ch`);
  const note = more ? `and ${count(more)} more of ${count(total)}` : plural(total, "value");
  return [
    ...(problem ? [el("p", { class: "problem" }, problem)] : []),
    ...(values.length ? [list] : []),
    el("p", { class: "muted" }, note),
  ];
}

/** @param {Histogram} answer */
function drawn(answer) {
  const made = [facts(answer)];
  if (answer.bins.length && answer.low !== null && answer.high !== null) {
    made.unshift(figure(answer, answer.low, answer.high));
    made.push(table(answer, answer.low, answer.high));
  }
  return made;
}

/** @param {Histogram} answer */
function facts(answer) {
  const rows = [
    ["values", count(answer.count)],
    ["min", answer.min],
    ["max", answer.max],
    ["mean", answer.mean],
    ["zeros", count(answer.zeros)],
    ["NaN", count(answer.nan)],
    ["inf", count(answer.positiveInf)],
    ["-inf", count(answer.negativeInf)],
  ];
  const always = ["zeros", "NaN", "min", "max", "mean"];
  const shown = rows.filter(
    ([key, value]) => value && (value !== "0" || always.includes(key || "")),
  );
  const items = shown.map(([key, value]) => el("div", {}, el("dt", {}, key), el("dd", {}, value)));
  return el("dl", { class: "facts" }, ...items);
}

/**
 * @param {Histogram} answer
 * @param {number} low
 * @param {number} high
 */
function figure({ bins }, low, high) {
  const most = Math.max(...bins, 1);
  const ends = `from ${near(low)} to ${near(high)}`;
  const picture = shape("svg", {
    viewBox: `0 0 ${bins.length} ${HIGH}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": `histogram of ${bins.length} bins ${ends}, at most ${count(most)} values in one`,
  });
  bins.forEach((bin, at) => {
    // what is there is seen: a bin of one value among a million still has a line
    const tall = bin ? Math.max(1.5, (bin / most) * HIGH) : 0;
    const bar = shape("rect", { x: at + 0.06, y: HIGH - tall, width: 0.88, height: tall });
    bar.append(titled(`${range(low, high, bins.length, at)}: ${count(bin)}`));
    picture.append(bar);
  });
  if (low < 0 && high > 0) {
    const zero = (-low / (high - low)) * bins.length;
    picture.append(shape("line", { x1: zero, x2: zero, y1: 0, y2: HIGH, class: "zero" }));
  }
  const marks = [near(low), `most in one bin: ${count(most)}`, near(high)];
  const scale = el("div", { class: "scale" }, ...marks.map((each) => el("span", {}, each)));
  return el("figure", { class: "histogram" }, picture, scale);
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function shape(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** @param {string} words */
function titled(words) {
  const title = shape("title", {});
  title.textContent = words;
  return title;
}

/**
 * @param {Histogram} answer
 * @param {number} low
 * @param {number} high
 */
function table({ bins }, low, high) {
  const heads = ["values", "count"].map((each) => el("th", { scope: "col" }, each));
  const rows = bins.map((bin, at) => {
    return el("tr", {}, el("td", {}, range(low, high, bins.length, at)), el("td", {}, count(bin)));
  });
  const body = [el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows)];
  return el("details", {}, el("summary", {}, "The same as a table"), el("table", {}, ...body));
}

/**
 * @param {number} low
 * @param {number} high
 * @param {number} bins
 * @param {number} at
 */
function range(low, high, bins, at) {
  const step = (high - low) / bins;
  return `${near(low + at * step)} to ${near(low + (at + 1) * step)}`;
}

/** Return a number short enough for a scale. @param {number} number */
function near(number) {
  return String(Number(number.toPrecision(4)));
}
