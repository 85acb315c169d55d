// One page of the reference: what a message, an enum, a field, a value or an operator is.
// @ts-check
import { button, count, el, plural } from "./dom.js";
import { marked, paragraphs } from "./prose.js";

/**
 * @typedef {{name: string, short: string, long: string}} Note
 * @typedef {Note & {number: number | string, since: number | null, key?: string | null}} Value
 * @typedef {Note & {number: number | string, type: string, ref: string | null, wire: string,
 *   since: number | null, label: string, packed: boolean, oneof: string | null,
 *   count: number | null, values: Value[] | null}} Field
 * @typedef {Note & {kind: string, fields: Field[], values: Value[], of: Note | null,
 *   uses: string[], example: {hex: string, rows: [string, string, string][]} | null}} Page
 * @typedef {(name: string) => void} Open
 * @typedef {string | HTMLElement | null} Cell
 * @typedef {[string, Cell[]]} Column a heading and what is below it
 */

/**
 * @param {Page} page
 * @param {Open} open
 * @returns {HTMLElement[]}
 */
export function drawReference(page, open) {
  const { fields, values, of, uses, example: shown } = page;
  return [
    el("h3", {}, page.name, " ", el("span", { class: "muted" }, page.kind)),
    ...paragraphs(page.long || page.short),
    fields.length > 0 && table("fields", fieldColumns(page, open)),
    values.length > 0 && table("enumvalues", valueColumns(page, open)),
    shown && example(shown),
    uses.length > 0 && el("p", {}, "Held by: ", ...spaced(uses, open)),
    of && el("p", {}, "A part of ", link(of.name, of.name, open), `: ${of.short}`),
  ].filter((each) => each !== false && each !== null);
}

/**
 * @param {string[]} names
 * @param {Open} open
 */
function spaced(names, open) {
  return names.flatMap((name, at) => [at ? ", " : "", link(name, name, open)]);
}

/**
 * @param {Page} page
 * @param {Open} open
 * @returns {Column[]}
 */
function fieldColumns(page, open) {
  const { fields } = page;
  return [
    ["no", fields.map(({ number }) => String(number))],
    ["name", fields.map(({ name }) => named(page, name, open))],
    ["type", fields.map((field) => type(field, open))],
    ["since", fields.map(({ since }) => (since === null ? "" : `IR ${since}`))],
    ["in this file", fields.map(counted)],
    ["meaning", fields.map(meaning)],
  ];
}

/** @param {Field} field */
function counted({ count: times }) {
  return times === null ? "" : times ? plural(times, "time") : "none";
}

/** @param {Field} field */
function meaning({ short, oneof }) {
  const one = oneof && el("span", { class: "muted" }, ` One of ${oneof}.`);
  return el("span", {}, ...marked(short), one);
}

/**
 * @param {Field} field
 * @param {Open} open
 */
function type({ label, type: name, ref, wire, packed }, open) {
  const shown = ref ? link(name, ref, open) : name;
  return el("span", {}, `${label} `, shown, ` ${wire}`, packed ? " packed" : "");
}

/**
 * Return the name of a part with a link to its page, which this may be.
 * @param {Page} page
 * @param {string} name
 * @param {Open} open
 */
function named({ name: owner }, name, open) {
  return owner.endsWith(`.${name}`) ? el("b", {}, name) : link(name, `${owner}.${name}`, open);
}

/**
 * @param {Page} page
 * @param {Open} open
 * @returns {Column[]}
 */
function valueColumns(page, open) {
  const { values } = page;
  return [
    ["no", values.map(({ number }) => String(number))],
    ["value", values.map(({ name }) => named(page, name, open))],
    ["for", values.map(({ key }) => key || "")],
    ["since", values.map(({ since }) => (since === null ? "" : `IR ${since}`))],
    ["meaning", values.map(({ short }) => el("span", {}, ...marked(short)))],
  ];
}

/** @param {{hex: string, rows: [string, string, string][]}} told */
function example({ hex, rows }) {
  const columns = ["bytes", "field", "meaning"].map((head, at) => {
    const cells = rows.map((row) => (at < 2 ? el("code", {}, row[at]) : row[at]));
    return /** @type {Column} */ ([head, cells]);
  });
  const size = hex.split(/\s+/).filter(Boolean).length;
  return el(
    "section",
    {},
    el("h4", {}, `Example, ${count(size)} bytes`),
    table("example", columns),
  );
}

/**
 * Return a table; columns in which nothing stands are left out.
 * @param {string} kind
 * @param {Column[]} columns
 */
function table(kind, columns) {
  const shown = columns.filter(([, cells]) => cells.some((cell) => cell));
  const head = el("tr", {}, ...shown.map(([name]) => el("th", { scope: "col" }, name)));
  const rows = shown[0][1].map((_, at) => {
    const cells = shown.map(([name, column]) =>
      el("td", { class: name.replaceAll(" ", "-") }, column[at]),
    );
    return el("tr", {}, ...cells);
  });
  return el("table", { class: kind }, el("thead", {}, head), el("tbody", {}, ...rows));
}

/**
 * @param {string} words
 * @param {string} name
 * @param {Open} open
 */
function link(words, name, open) {
  return button({ class: "link" }, () => open(name), words);
}
