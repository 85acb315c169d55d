// Keys of the bytes pane: by byte, by row, by field, to the ends.
// @ts-check
import { chooseRange, rangeTo, shown, view } from "./bytes.js";
import { byId, later } from "./dom.js";
import { select, state } from "./state.js";

const choose = later(
  () => void select({ offset: view.cursor }, { at: view.cursor, from: "bytes" }),
  40,
);

/** @type {Record<string, () => number>} by key the bytes that it moves by */
const STEPS = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: () => -view.columns,
  ArrowDown: () => view.columns,
  PageUp: () => -view.columns * Math.max(1, Math.floor(view.rows.room) - 1),
  PageDown: () => view.columns * Math.max(1, Math.floor(view.rows.room) - 1),
  Home: () => -(view.cursor % view.columns),
  End: () => view.columns - 1 - (view.cursor % view.columns),
};

export function mountByteKeys() {
  const list = byId("bytes-list");
  list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.metaKey || !state.doc) return;
    if (event.ctrlKey ? jumped(event) : stepped(event)) event.preventDefault();
  });
}

/** @param {KeyboardEvent} event */
function stepped(event) {
  const step = STEPS[event.key];
  if (!step) return false;
  if (event.shiftKey && view.anchor === null) view.anchor = view.cursor;
  go(view.cursor + step());
  if (event.shiftKey) {
    chooseRange(rangeTo(view.cursor));
  } else {
    view.anchor = null;
    choose();
  }
  return true;
}

/** @param {KeyboardEvent} event */
function jumped(event) {
  const size = state.doc ? state.doc.size : 0;
  const record = state.record;
  /** @type {Record<string, number>} */
  const targets = {
    Home: 0,
    End: size - 1,
    ArrowRight: record ? nextField(record) : 0,
    ArrowLeft: record ? record.start - 1 : 0,
  };
  if (!(event.key in targets)) return false;
  go(targets[event.key]);
  void select({ offset: view.cursor }, { at: view.cursor, from: "bytes" });
  return true;
}

/**
 * Return where the field after a record begins: inside it, or behind it.
 * @param {import("./server.js").Told} record
 */
function nextField(record) {
  const inside = record.content !== null && record.payload < record.end;
  return inside ? record.payload : record.end;
}

/** @param {number} offset */
function go(offset) {
  const size = state.doc ? state.doc.size : 0;
  view.cursor = Math.max(0, Math.min(offset, size - 1));
  view.rows.nudge(Math.floor(view.cursor / view.columns));
  view.rows.refresh();
  shown();
}
