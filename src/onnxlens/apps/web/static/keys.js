// Keys of the whole page, the list of them, and the list of commands.
// @ts-check
import { closeDrawer, openTab } from "./drawer.js";
import { button, byId, el, fill } from "./dom.js";
import { nextFinding } from "./findings.js";
import { stepDamage } from "./kinds.js";
import { wholeFile, zoomIn, zoomOut } from "./map.js";
import { follow, listUses } from "./meaning.js";
import { nextHit } from "./search.js";
import { select, state } from "./state.js";
import { server } from "./server.js";
import { toggleTheme } from "./theme.js";

const COPIED = 1 << 20; // bytes that are copied as hex at most
const PANES = ["fields-list", "bytes-list", "meaning-body", "drawer"];

/** @type {[string, string, () => void][]} key, what it does, how */
const COMMANDS = [
  ["Ctrl+F", "Search", () => focus("search")],
  ["Ctrl+G", "Go to offset or path", () => focus("goto")],
  ["Ctrl+K", "Commands", openCommands],
  ["F3", "Next hit", () => nextHit(false)],
  ["Shift+F3", "Previous hit", () => nextHit(true)],
  ["F6", "Next pane", () => void nextPane()],
  ["F8", "Next finding", () => nextFinding(false)],
  ["Shift+F8", "Previous finding", () => nextFinding(true)],
  ["[", "Previous damage or unknown bytes", () => void stepDamage(true)],
  ["]", "Next damage or unknown bytes", () => void stepDamage(false)],
  ["Enter", "Follow the name of the selected field", follow],
  ["Shift+Enter", "Uses of the selected field", listUses],
  ["Shift+Alt+ArrowRight", "The record around the selected one", enclosing],
  ["Shift+Alt+ArrowLeft", "The first record inside the selected one", inner],
  ["Ctrl+C", "Copy hex, path or text of the pane", () => void copy()],
  ["Escape", "Close what is on top, then the drawer", closeDrawer],
  ["?", "Keys", openHelp],
];
/** @type {[string, () => void][]} what has no key */
const MORE = [
  ["Light or dark", toggleTheme],
  ["Map: zoom in", zoomIn],
  ["Map: zoom out", zoomOut],
  ["Map: whole file", wholeFile],
  ...["findings", "search", "tensors", "symbols", "summary", "reference"].map(
    (name) => /** @type {[string, () => void]} */ ([`Show ${name}`, () => openTab(name)]),
  ),
];
/** @type {[string, string][]} keys of the panes themselves */
const IN_PANES = [
  ["↑ ↓ ← →", "fields: rows, open and close, parent; bytes: by byte"],
  ["Shift+arrows", "bytes: extend the selection"],
  ["Ctrl+← Ctrl+→", "bytes: previous and next field"],
  ["Ctrl+Home Ctrl+End", "bytes: ends of the file"],
  ["*", "fields: open all rows of this level"],
  ["letters", "fields: next row that begins so"],
];

export function mountKeys() {
  document.addEventListener("keydown", pressed);
  byId("help").addEventListener("click", openHelp);
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const name = [event.ctrlKey && "Ctrl", event.shiftKey && (event.ctrlKey || event.key.length > 1) && "Shift", event.altKey && "Alt", event.key.length === 1 ? event.key.toUpperCase() : event.key]
    .filter(Boolean)
    .join("+");
  const command = COMMANDS.find(([key]) => key === name);
  if (!command || document.querySelector("dialog[open]")) return;
  const target = event.target;
  const typing = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  if (typing && !event.ctrlKey && !/^(Shift\+)?F\d/.test(name)) return;
  if ((name === "Enter" || name === "Shift+Enter") && !isPane(target)) return;
  if (name === "Ctrl+C" && (!isPane(target) || String(getSelection()))) return;
  if (name === "F6" && !nextPane(true)) return;
  event.preventDefault();
  if (name !== "F6") command[2]();
}

/** @param {EventTarget | null} target */
function isPane(target) {
  return target instanceof HTMLElement && (target.id === "fields-list" || target.id === "bytes-list");
}

/** @param {string} id */
function focus(id) {
  byId(id).focus();
  byId(id).select();
}

/**
 * Put the focus into the next pane. Returns false after the last one where the browser goes on.
 * @param {boolean} [strict]
 */
function nextPane(strict) {
  const seen = PANES.map(byId).filter((pane) => pane.checkVisibility());
  const now = seen.findIndex((pane) => pane.contains(document.activeElement));
  if (!seen.length || (strict && now === seen.length - 1)) return false;
  const pane = seen[(now + 1) % seen.length];
  const inside = pane.tabIndex >= 0 ? pane : pane.querySelector('[role="tab"][tabindex="0"]');
  if (inside instanceof HTMLElement) inside.focus();
  return true;
}

function enclosing() {
  const record = state.record;
  if (!record || !record.row) return;
  const parent = record.crumbs[record.crumbs.length - 1] || { row: 0, element: null };
  void select({ row: parent.row, element: parent.element });
}

function inner() {
  const record = state.record;
  if (record && record.payload < record.end) void select({ offset: record.payload, until: record.payload + 1 });
}

async function copy() {
  const [start, end] = state.range;
  const inBytes = byId("bytes-list").contains(document.activeElement);
  if (!inBytes) return navigator.clipboard.writeText(state.record ? state.record.path : "");
  const to = Math.min(end, start + COPIED);
  const answer = await fetch(`/api/bytes?doc=${server.doc}&from=${start}&to=${to}`);
  const data = new Uint8Array(await answer.arrayBuffer());
  await navigator.clipboard.writeText([...data].map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" "));
}

// -- dialogs --------------------------------------------------------------------------------

/** @param {...any} content */
function dialog(...content) {
  const made = el("dialog", { aria: { label: "onnxlens" } }, ...content);
  made.addEventListener("close", () => made.remove());
  made.addEventListener("click", (/** @type {MouseEvent} */ event) => event.target === made && made.close());
  document.body.append(made);
  made.showModal();
  return made;
}

export function openHelp() {
  const row = (/** @type {string} */ key, /** @type {string} */ words) => el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key)), el("td", {}, words));
  const made = dialog(
    el("h2", {}, "Keys"),
    el("table", {}, el("tbody", {}, ...COMMANDS.map(([key, words]) => row(key, words)), ...IN_PANES.map(([key, words]) => row(key, words)))),
    button({ class: "action" }, () => made.close(), "Close"),
  );
}

function openCommands() {
  const all = [...COMMANDS.map(([key, words, act]) => ({ key, words, act })), ...MORE.map(([words, act]) => ({ key: "", words, act }))];
  const input = el("input", { type: "text", role: "combobox", aria: { label: "Command", expanded: "true", controls: "commands" } });
  const items = el("ul", { id: "commands", role: "listbox", aria: { label: "Commands" } });
  let shown = all;
  let at = 0;
  const run = (/** @type {number} */ number) => {
    made.close();
    if (shown[number]) shown[number].act();
  };
  const draw = () => {
    shown = all.filter(({ words }) => words.toLowerCase().includes(input.value.toLowerCase()));
    at = Math.max(0, Math.min(at, shown.length - 1));
    fill(items, ...shown.map(({ key, words }, number) => el("li", { role: "option", id: `command-${number}`, aria: { selected: String(number === at) }, on: { click: () => run(number) } }, words, key ? el("kbd", {}, key) : null)));
    input.setAttribute("aria-activedescendant", `command-${at}`);
  };
  input.addEventListener("input", draw);
  input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "ArrowDown") at++;
    else if (event.key === "ArrowUp") at--;
    else if (event.key === "Enter") return run(at);
    else return;
    event.preventDefault();
    draw();
  });
  const made = dialog(el("div", { class: "commands" }, input, items));
  draw();
  input.focus();
}
