// The meaning pane: value, explanation, note, bytes and links of the selected field.
// @ts-check
import { button, byId, count, el, fill } from "./dom.js";
import { marked, paragraphs } from "./prose.js";
import { ask, isAborted } from "./server.js";
import { hover, on, select, state, tell } from "./state.js";
import { openTab } from "./tabs.js";

/**
 * @typedef {import("./server.js").Told} Told
 * @typedef {import("./server.js").Place} Place
 * @typedef {{
 *   sentences: string[], links: {title: string, items: import("./server.js").Link[], more: number}[],
 *   follow: Place | null, standard: {value: string, short: string, present: boolean}[]
 * }} About
 */

const body = byId("meaning-body");
let asked = new AbortController();
/** @type {About | null} what was told of the selected field last */
let about = null;

export function mountMeaning() {
  on("select", () => void show());
  on("findings", () => state.record && draw(state.record));
  on("document", () => {
    about = null;
    fill(body);
  });
}

/** Show the selected record at once, and what needs the whole model when it comes. */
async function show() {
  const record = state.record;
  if (!record) return;
  about = null;
  asked.abort();
  asked = new AbortController();
  body.scrollTop = 0;
  draw(record);
  try {
    about = await ask("about", { row: record.row, element: record.element }, asked.signal);
    if (state.record === record) draw(record);
    say(record);
  } catch (error) {
    if (!isAborted(error)) throw error;
  }
}

/** @param {Told} record */
function say(record) {
  const sentence = about && about.sentences[0] ? `, ${about.sentences[0]}` : "";
  const bytes = `${count(record.end - record.start)} bytes at ${record.start}`;
  byId("live").textContent = `${record.title}, ${bytes}, ${record.value}${sentence}`;
}

/** @param {Told} record */
function draw(record) {
  if (body.querySelector(".link:hover")) hover(null); // it goes, and no pointer leaves it
  fill(
    body,
    crumbs(record),
    el("div", { class: "title" }, record.title),
    el("div", { class: "muted" }, record.what),
    el("div", { class: "value", tabindex: -1 }, record.value),
    record.damage &&
      record.damage !== record.value &&
      el("p", { class: "damage" }, `! ${record.damage}`),
    ...(about ? about.sentences : []).map((text) => el("p", {}, `${text}.`)),
    record.tensor &&
      button({ class: "action" }, () => openTab("tensors", record.row), "Values and histogram"),
    findings(record),
    ...(about ? about.links : []).map(links),
    notes(record),
    standards(),
    pairs("Bytes", record.bytes),
    schema(record),
    el("section", {}, el("h3", {}, "Path"), path(record)),
  );
}

/** @param {Told} record */
function crumbs(record) {
  const parts = record.crumbs.flatMap((crumb, at) => [at ? " › " : null, jump(crumb, crumb.label)]);
  const file = record.row ? jump({ row: 0, element: null, start: 0, end: 0 }, "file") : null;
  return el(
    "nav",
    { class: "crumbs", aria: { label: "Around it" } },
    file,
    parts.length ? " › " : null,
    ...parts,
  );
}

/**
 * Return what leads to a record.
 * @param {Place} place
 * @param {string} words
 */
function jump(place, words) {
  const made = button({ class: "link" }, () => go(place), words);
  if (place.end) {
    made.addEventListener("pointerenter", () => hover({ ...place, words }));
    made.addEventListener("pointerleave", () => hover(null));
  }
  return made;
}

/** @param {Place} place */
function go(place) {
  void select({ row: place.row, element: place.element }, { push: true });
}

/** @param {{title: string, items: import("./server.js").Link[], more: number}} group */
function links(group) {
  const items = group.items.map((item) =>
    el("li", {}, el("span", { class: "place" }, String(item.start)), jump(item, item.words)),
  );
  const more = group.more ? el("p", { class: "muted" }, `and ${count(group.more)} more`) : null;
  const title = group.title[0].toUpperCase() + group.title.slice(1);
  return el("section", {}, el("h3", {}, title), el("ul", {}, ...items), more);
}

/** @param {Told} record */
function findings(record) {
  if (!state.findings) return null;
  const here = state.findings.findings.filter((/** @type {any} */ one) => one.row === record.row);
  const others =
    state.findings.totals.error +
    state.findings.totals.warning +
    state.findings.totals.info -
    here.length;
  const items = here.map((/** @type {any} */ one) =>
    el(
      "li",
      {},
      el("b", { class: `badge ${one.severity}` }, one.severity),
      ` ${one.code} ${one.message}`,
    ),
  );
  const elsewhere = button(
    { class: "link" },
    () => tell("open", "findings"),
    `${count(others)} elsewhere in this file`,
  );
  return el(
    "section",
    {},
    el("h3", {}, "Findings here"),
    items.length
      ? el("ul", {}, ...items)
      : el("p", {}, others ? "None. " : "None.", others ? elsewhere : null),
  );
}

/** @param {Told} record */
function notes(record) {
  if (!record.note) return null;
  const title = el("h3", {}, record.row ? "What this field is" : "What this message is");
  return el("section", {}, title, ...paragraphs(record.note.long)); // ours, not the file's
}

function standards() {
  if (!about || !about.standard.length) return null;
  const items = about.standard.map(({ value, short, present }) =>
    el(
      "li",
      { class: present ? "present" : "" },
      el("code", {}, value),
      present ? " (here): " : ": ",
      ...marked(short),
    ),
  );
  return el(
    "section",
    { class: "standards" },
    el("h3", {}, "Standard values"),
    el("ul", {}, ...items),
  );
}

/**
 * @param {string} title
 * @param {[string, string][]} entries
 * @param {...any} more
 */
function pairs(title, entries, ...more) {
  const parts = entries.flatMap(([key, words]) => [el("dt", {}, key), el("dd", {}, words)]);
  return el("section", {}, el("h3", {}, title), el("dl", {}, ...parts, ...more));
}

/** @param {Told} record */
function schema(record) {
  const name = record.reference;
  if (!name) return null;
  const link = el(
    "dd",
    {},
    button({ class: "link" }, () => openTab("reference", name), name),
  );
  return pairs("Schema", record.schema, el("dt", {}, "reference"), link);
}

/** @param {Told} record */
function path(record) {
  return el("code", {}, record.path || "(the file)");
}

/** Go where the name of the selected field leads. */
export function follow() {
  if (about && about.follow) go(about.follow);
}

/** Put the focus on the uses of the selected field. */
export function listUses() {
  const first = body.querySelector("section ul .link");
  if (first instanceof HTMLElement) first.focus();
}
