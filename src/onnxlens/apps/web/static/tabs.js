// The tabs of the drawer: which there are, which is open, and whether the drawer is.
// @ts-check
import { byId, el, fill } from "./dom.js";
import { showPane } from "./panes.js";
import { tell } from "./state.js";

/**
 * @typedef {{name: string, title: string, panel: HTMLElement, bar: HTMLElement, tab: HTMLElement,
 *   count: HTMLElement, shown: (detail: any) => void}} Tab
 * @typedef {{first?: boolean, bar?: HTMLElement | null, shown?: (detail: any) => void}} More `bar`
 *   stands beside the tabs while its own is open; `shown` is called each time it is opened
 */

const OPEN = "onnxlens.drawer.open";

/** @type {Tab[]} */
const tabs = [];
/** @type {Tab | null} */
let current = null;
let isOpen = localStorage.getItem(OPEN) !== "no";

export const list = el("div", { role: "tablist", class: "tabs", aria: { label: "Drawer" } });
export const bars = el("div", { class: "bars" });
export const panels = el("div", { class: "panels" });
const live = el("p", { class: "hidden", role: "status", aria: { live: "polite" } });
panels.append(live);
list.addEventListener("keydown", walk);

/**
 * Add a tab; a node that was given under the same name before is replaced.
 * @param {string} name
 * @param {string} title
 * @param {HTMLElement} node
 * @param {More} [more]
 */
export function addTab(name, title, node, { first, bar, shown } = {}) {
  removeTab(name);
  const made = make(name, title, node, bar || el("div"), shown || (() => {}));
  const before = first ? tabs[0] : undefined;
  list.insertBefore(made.tab, before ? before.tab : null);
  bars.append(made.bar);
  panels.append(made.panel);
  if (first) tabs.unshift(made);
  else tabs.push(made);
  if (!current) current = made;
  draw();
}

/**
 * Take a tab away; its node can then stand elsewhere.
 * @param {string} name
 */
export function removeTab(name) {
  const at = tabs.findIndex((tab) => tab.name === name);
  if (at < 0) return;
  const [tab] = tabs.splice(at, 1);
  for (const node of [tab.tab, tab.bar, tab.panel]) node.remove();
  if (current === tab) current = tabs[0] || null;
  draw();
}

/**
 * @param {string} name
 * @param {string} title
 * @param {HTMLElement} node
 * @param {HTMLElement} bar
 * @param {(detail: any) => void} shown
 * @returns {Tab}
 */
function make(name, title, node, bar, shown) {
  const count = el("span", { class: "count" });
  const tab = el(
    "button",
    { type: "button", role: "tab", id: `tab-${name}`, aria: { controls: `panel-${name}` } },
    title,
    " ",
    count,
  );
  tab.addEventListener("click", () => press(name));
  const about = { role: "tabpanel", id: `panel-${name}`, aria: { labelledby: `tab-${name}` } };
  const panel = el("div", { ...about, class: "tabpanel" }, node);
  bar.classList.add("extra");
  return { name, title, panel, bar, tab, count, shown };
}

/**
 * Open the drawer at a tab.
 * @param {string} name
 * @param {any} [detail] what the tab is to show
 */
export function openTab(name, detail) {
  const tab = tabs.find((each) => each.name === name);
  if (!tab) return;
  const changed = tab !== current || !isOpen;
  current = tab;
  isOpen = true;
  if (narrow()) showPane("more");
  draw();
  tab.shown(detail);
  if (changed) tell("tab");
}

/** A click on the open tab closes the drawer, as in an editor's panel. @param {string} name */
function press(name) {
  if (!closeIf(name)) openTab(name);
}

/** @param {string} name */
function closeIf(name) {
  return currentTab() === name && !narrow() && closeDrawer();
}

/** In one column the drawer is the page: it cannot close. */
function narrow() {
  return matchMedia("(max-width: 700px)").matches;
}

/** Close the drawer; returns whether it was open. */
export function closeDrawer() {
  if (!isOpen || narrow()) return false;
  const focused = panels.contains(document.activeElement);
  isOpen = false;
  draw();
  if (focused && current) current.tab.focus();
  tell("tab");
  return true;
}

/** Open a closed drawer where it was, or close it. */
export function toggleDrawer() {
  if (!closeDrawer() && current) openTab(current.name);
}

/** Return the name of the open tab; null where none is seen. */
export function currentTab() {
  const seen = narrow() ? byId("panes").dataset.shown === "more" : isOpen;
  return seen && current ? current.name : null;
}

/**
 * Show how many there are, on the tab itself.
 * @param {string} name
 * @param {string} words
 */
export function setCount(name, words) {
  const tab = tabs.find((each) => each.name === name);
  if (tab) fill(tab.count, words);
}

/** Tell those who listen rather than look. @param {string} words */
export function say(words) {
  fill(live, words);
}

function draw() {
  for (const tab of tabs) {
    const shown = isOpen && tab === current;
    tab.tab.setAttribute("aria-selected", String(shown));
    tab.tab.tabIndex = tab === current ? 0 : -1;
    tab.panel.hidden = !shown;
    tab.bar.hidden = !shown;
  }
  localStorage.setItem(OPEN, isOpen ? "yes" : "no");
  byId("panes").classList.toggle("closed", !isOpen);
}

/** @param {KeyboardEvent} event */
function walk(event) {
  const at = tabs.findIndex((tab) => tab.tab === event.target);
  const last = tabs.length - 1;
  const to = {
    ArrowLeft: at ? at - 1 : last,
    ArrowRight: at < last ? at + 1 : 0,
    Home: 0,
    End: last,
  };
  const next = to[/** @type {keyof typeof to} */ (event.key)];
  if (at < 0 || next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  tabs[next].tab.focus();
  openTab(tabs[next].name);
}
