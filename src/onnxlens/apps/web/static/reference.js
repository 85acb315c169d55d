// The Reference tab: the messages and enums of the format, each with a page of its own.
// @ts-check
import { button, el, fill } from "./dom.js";
import { Grid } from "./grid.js";
import { Loader } from "./loading.js";
import { drawReference } from "./refpage.js";
import { ask, server } from "./server.js";
import { on, state, tell } from "./state.js";
import { addTab, currentTab, openTab } from "./tabs.js";

/**
 * @typedef {{name: string, short: string, kind: string}} Entry
 * @typedef {{name: string, short: string}} Named
 * @typedef {{messages: Named[], enums: Named[]}} Entries
 */

const START = "ModelProto";

/** @type {Entry[]} */
let entries = [];
/** @type {string[]} */
const trail = []; // pages before it

const filter = el("input", {
  type: "search",
  placeholder: "Filter messages and enums",
  spellcheck: "false",
  autocomplete: "off",
  aria: { label: "Filter messages and enums" },
});
/** @type {Grid<Entry>} */
const grid = new Grid({
  name: "entry",
  label: "Messages and enums",
  columns: ["label", "kind"],
  draw: ({ name, short, kind }, [label, word], row) => {
    fill(label, name);
    fill(word, kind === "enum" ? "enum" : "");
    row.title = short;
    row.classList.toggle("open", isOpen(name));
  },
  enter: ({ name }) => openReference(name),
});
const bar = el("div");
const box = el("div");
const body = el("div", { class: "page reference" });
const loader = new Loader(box, body);
const none = el(
  "p",
  { class: "rest", hidden: true },
  "no message or enum has these letters; Enter looks for an operator",
);
const left = el("div", { class: "list names" }, filter, grid.node, none);
const right = el("div", { class: "fill" }, box, body);

export function mountReference() {
  addTab("reference", "Reference", el("div", { class: "beside" }, left, right), {
    bar,
    shown: opened,
  });
  filter.addEventListener("input", listed);
  filter.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && grid.items.length) grid.enter(0);
    else if (event.key === "Enter") openReference(filter.value.trim());
    else if (event.key === "ArrowDown") grid.node.focus();
    else return;
    event.preventDefault();
  });
  on("document", () => {
    if (currentTab() === "reference" && state.reference) show(state.reference); // counts are those of the file
  });
}

/** @param {string} [name] */
function opened(name) {
  if (!entries.length) fetchEntries();
  const wanted = name || state.reference || START;
  if (wanted === state.reference && !body.hidden) return;
  if (state.reference && wanted !== state.reference) trail.push(state.reference);
  show(wanted);
}

async function fetchEntries() {
  const answer = /** @type {Entries | null} */ (await ask("reference").catch(() => null));
  if (!answer) return; // the page on the right says why, and asks again
  const messages = answer.messages.map((each) => ({ ...each, kind: "message" }));
  entries = [...messages, ...answer.enums.map((each) => ({ ...each, kind: "enum" }))];
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  listed();
}

function listed() {
  const letters = filter.value.trim().toLowerCase();
  const shown = entries.filter(({ name }) => name.toLowerCase().includes(letters));
  grid.show(shown);
  reveal();
  none.hidden = shown.length > 0 || !entries.length;
}

/** Bring the open entry into view. */
function reveal() {
  const at = grid.items.findIndex(({ name }) => isOpen(name));
  if (at >= 0) grid.virtual.reveal(at);
  grid.virtual.refresh();
}

/** Whether the open page is of an entry, or of a part of it. @param {string} name */
function isOpen(name) {
  return (
    name === state.reference || name === state.reference.slice(0, state.reference.lastIndexOf("."))
  );
}

/** @param {string} name */
function show(name) {
  const changed = name !== state.reference;
  state.reference = name;
  loader.load("reference", { name, doc: server.doc || null }, (page) => {
    if (!entries.length) fetchEntries();
    fill(body, ...drawReference(page, openReference));
    if (changed) body.scrollTop = 0;
  });
  const before = trail[trail.length - 1];
  fill(bar, before && button({ class: "link" }, goBack, `‹ ${before}`));
  reveal();
  if (changed) tell("tab");
}

function goBack() {
  const name = trail.pop();
  if (name) show(name);
}

/**
 * Open the page of a message, an enum, a field (`Message.field`) or a value (`Enum.VALUE`).
 * @param {string} name
 */
function openReference(name) {
  openTab("reference", name);
}
