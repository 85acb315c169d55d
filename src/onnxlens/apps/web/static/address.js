// The address: every state of the page as `#path=…&offset=…`, to be sent to others.
// @ts-check
import { byId, count, later } from "./dom.js";
import { notice } from "./documents.js";
import { on, select, state, tell } from "./state.js";
import { currentTab, openTab } from "./tabs.js";

/** @typedef {import("./server.js").Doc} Doc */

let quiet = false; // while the address is being followed, which begins with its record

export function mountAddress() {
  on("select", (event) => write(Boolean(event.detail && event.detail.push)));
  on(
    "tab",
    later(() => write(false), 50),
  );
  on(
    "map",
    later(() => write(false), 100),
  );
  byId("search").addEventListener(
    "input",
    later(() => write(false), 300),
  );
  window.addEventListener("popstate", () => void read().then(follow));
}

/** @param {boolean} push */
function write(push) {
  const { doc, record, range } = state;
  if (quiet || !doc || !record) return;
  const parts = new URLSearchParams({ path: record.path, offset: String(state.at) });
  if (range[0] !== record.start || range[1] !== record.end)
    parts.set("sel", `${range[0]}:${range[1]}`);
  const tab = currentTab();
  const ref = tab === "reference" ? state.reference : "";
  const extra = { tab, ref, map: state.zoom && state.zoom.join(":"), q: byId("search").value };
  for (const [key, value] of Object.entries(extra)) if (value) parts.set(key, value);
  parts.set("file", mark(doc));
  const hash = `#${parts}`;
  if (hash === location.hash) return;
  if (push) history.pushState(null, "", hash);
  else history.replaceState(null, "", hash);
}

/**
 * Return the document that the address was made for, else the first.
 * @param {Doc[]} documents
 */
export function meant(documents) {
  const file = new URLSearchParams(location.hash.slice(1)).get("file");
  return documents.find((doc) => file === mark(doc)) || documents[0];
}

/**
 * Return what tells a file from others in an address.
 * @param {Doc} doc
 */
function mark(doc) {
  return `${doc.size}-${doc.hash}`;
}

/** Follow the address to a record. Returns whether it led to one. */
export async function read() {
  const parts = ours();
  if (!parts) return false;
  warn(parts.get("file"));
  quiet = true;
  return followRecord(parts);
}

/** Follow the rest of the address: which tab is open at what, and what is searched for. */
export function follow() {
  const parts = quiet ? ours() : null;
  quiet = false;
  if (parts) followRest(parts);
  write(false);
}

/** @param {URLSearchParams} parts */
function followRest(parts) {
  const [tab, ref] = [parts.get("tab"), parts.get("ref")];
  const [from, to] = (parts.get("map") || "").split(":").map(Number);
  if (to > from) tell("zoom", [from, to]);
  if (ref) openTab("reference", ref);
  else if (tab) openTab(tab);
  const text = parts.get("q");
  if (text && byId("search").value !== text) {
    byId("search").value = text;
    byId("search").dispatchEvent(new Event("input"));
  }
}

/** Return the parts of the address; null where there are none, or it is that of another file. */
function ours() {
  const parts = new URLSearchParams(location.hash.slice(1));
  return state.doc && parts.size && !isOther(parts.get("file"), state.doc) ? parts : null;
}

/**
 * Tell whether an address is that of another file that is open as well.
 * @param {string | null} file
 * @param {Doc} doc
 */
function isOther(file, doc) {
  return file !== mark(doc) && state.docs.some((other) => other !== doc && mark(other) === file);
}

/** @param {URLSearchParams} parts */
async function followRecord(parts) {
  const path = parts.get("path");
  const offset = Number(parts.get("offset") ?? NaN);
  const [start, end] = (parts.get("sel") || "").split(":").map(Number);
  /** @type {import("./state.js").How} */
  const how = { at: offset, ...(end > start && { range: [start, end] }) };
  if (path !== null && (await select({ path }, how))) return true;
  return Number.isInteger(offset) && (await select({ offset }, how));
}

/** @param {string | null} file */
function warn(file) {
  if (!file || !state.doc || file === mark(state.doc)) return;
  notice(
    "address",
    `this address was made for another file (${count(Number(file.split("-")[0]) || 0)} bytes)`,
  );
}
