// Keys of the whole page, and what has no key.
// @ts-check
import { openCommands, openHelp } from "./dialogs.js";
import { byId } from "./dom.js";
import { nextFinding } from "./findings.js";
import { stepDamage } from "./kinds.js";
import { wholeFile, zoomIn, zoomOut } from "./map.js";
import { follow, listUses } from "./meaning.js";
import { nextHit } from "./search.js";
import { select, state } from "./state.js";
import { server } from "./server.js";
import { closeDrawer, openTab } from "./tabs.js";
import { toggleTheme } from "./theme.js";

/** @typedef {import("./dialogs.js").Command} Command */

const COPIED = 1 << 20; // bytes that are copied as hex at most
const PANES = ["fields-list", "bytes-list", "meaning-body", "drawer"];

/** @type {Command[]} */
const COMMANDS = [
  ["Ctrl+F", "Search", () => focus("search")],
  ["Ctrl+G", "Go to offset or path", () => focus("goto")],
  ["Ctrl+K", "Commands", () => openCommands([...COMMANDS, ...MORE])],
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
  ["?", "Keys", help],
];
/** @type {Command[]} what has no key */
const MORE = [
  ["", "Light or dark", toggleTheme],
  ["", "Map: zoom in", zoomIn],
  ["", "Map: zoom out", zoomOut],
  ["", "Map: whole file", wholeFile],
  ...["findings", "search", "tensors", "symbols", "summary", "reference"].map(
    (name) => /** @type {Command} */ (["", `Show ${name}`, () => openTab(name)]),
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
  byId("help").addEventListener("click", help);
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const name = [
    event.ctrlKey && "Ctrl",
    event.shiftKey && (event.ctrlKey || event.key.length > 1) && "Shift",
    event.altKey && "Alt",
    event.key.length === 1 ? event.key.toUpperCase() : event.key,
  ]
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
  return (
    target instanceof HTMLElement && (target.id === "fields-list" || target.id === "bytes-list")
  );
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
  if (record && record.payload < record.end)
    void select({ offset: record.payload, until: record.payload + 1 });
}

async function copy() {
  const [start, end] = state.range;
  const inBytes = byId("bytes-list").contains(document.activeElement);
  if (!inBytes) return navigator.clipboard.writeText(state.record ? state.record.path : "");
  const to = Math.min(end, start + COPIED);
  const answer = await fetch(`/api/bytes?doc=${server.doc}&from=${start}&to=${to}`);
  const data = new Uint8Array(await answer.arrayBuffer());
  await navigator.clipboard.writeText(
    [...data].map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" "),
  );
}

function help() {
  const keys = COMMANDS.map(([key, words]) => /** @type {[string, string]} */ ([key, words]));
  openHelp([...keys, ...IN_PANES]);
}
