// What is open, selected and pointed at; panes listen here and never call each other.
// @ts-check
import { ask, isAborted, Refused, server } from "./server.js";

/**
 * @typedef {import("./server.js").Place} Place
 * @typedef {import("./server.js").Told} Told
 * @typedef {import("./server.js").Doc} Doc
 * @typedef {{row: number, element?: number | null} | {offset: number, until?: number}
 *   | {path: string}} Wanted
 * @typedef {{push?: boolean, range?: [number, number], at?: number, from?: string}} How `push` makes
 *   a step that Back undoes; `range` are the selected bytes where they are not the record's; `at`
 *   is the byte that is gone to where it is not the first of them; `from` is the pane where it was
 *   done, which then does not scroll
 */

/**
 * Events: "document"; "ready", something is selected and all parts are there; "select" (detail: the
 * pane it came from); "hover"; "view"; "findings"; "tab"; "map"; "zoom" (detail: the range that the
 * map is to show); "theme"; "gone"; "refused" (detail: a Refused).
 */
export const state = Object.assign(new EventTarget(), {
  /** @type {Doc | null} */
  doc: null,
  /** @type {Doc[]} */
  docs: [],
  /** @type {Told | null} */
  record: null,
  /** @type {[number, number]} the selected bytes */
  range: [0, 0],
  at: 0, // the byte that was gone to, in the range
  /** @type {(Place & {words: string}) | null} */
  hover: null,
  /** @type {any} the answer about findings, once it is there */
  findings: null,
  /** @type {[number, number]} the bytes that the bytes pane shows */
  view: [0, 0],
  /** @type {[number, number] | null} the part of the file that the map shows larger */
  zoom: null,
  reference: "", // the page of the reference that is open
});

/**
 * @param {string} type
 * @param {any} [detail]
 */
export function tell(type, detail) {
  state.dispatchEvent(new CustomEvent(type, { detail }));
}

/**
 * @param {string} type
 * @param {(event: CustomEvent) => void} act
 */
export function on(type, act) {
  state.addEventListener(type, /** @type {EventListener} */ (act));
}

let asked = new AbortController();

/**
 * Select a record; the answer to an older wish is dropped. Returns whether it was found.
 * @param {Wanted} wanted
 * @param {How} [how]
 */
export function select(wanted, how = {}) {
  return choose("record", wanted, how);
}

/** Select what is shown of a file at first. */
export function selectFirst() {
  return choose("first", {}, {});
}

/**
 * @param {string} question
 * @param {any} wanted
 * @param {How} how
 */
async function choose(question, wanted, how) {
  asked.abort();
  asked = new AbortController();
  const signal = asked.signal;
  try {
    const told = await ask(question, wanted, signal);
    if (!signal.aborted) show(told, how);
    return true;
  } catch (error) {
    if (isAborted(error)) return false;
    if (!(error instanceof Refused)) throw error;
    tell("refused", error);
    return false;
  }
}

/**
 * Make a record that the server told of the selected one.
 * @param {Told} told
 * @param {How} how
 */
function show(told, how) {
  state.record = told;
  state.range = how.range || [told.start, told.end];
  const [start, end] = state.range;
  state.at = how.at !== undefined && how.at >= start && how.at < end ? how.at : start;
  hover(null); // what was pointed at is selected now, or is no longer where it was
  tell("select", how);
}

/**
 * Point at a record; null points at nothing.
 * @param {(Place & {words: string}) | null} place
 */
export function hover(place) {
  const before = state.hover;
  if (place === before) return;
  if (
    place &&
    before &&
    place.start === before.start &&
    place.end === before.end &&
    place.words === before.words
  )
    return;
  state.hover = place;
  tell("hover");
}

/**
 * Open a document of the server's.
 * @param {Doc} doc
 */
export function open(doc) {
  server.doc = doc.id;
  state.doc = doc;
  state.record = null;
  state.range = [0, 0];
  state.hover = null;
  state.findings = null;
  tell("document");
}
