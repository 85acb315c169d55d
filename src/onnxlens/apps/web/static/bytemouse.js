// What the mouse does in the bytes: it points, selects, and drags a range.
// @ts-check
import { chooseRange, PART_NAMES, rangeTo, view } from "./bytes.js";
import { byId } from "./dom.js";
import { hover, select, state } from "./state.js";

let pressedAt = -1;

export function mountByteMouse() {
  const list = byId("bytes-list");
  list.addEventListener("pointerdown", pressed);
  list.addEventListener("pointermove", moved);
  list.addEventListener("pointerup", released);
  list.addEventListener("pointerleave", () => hover(null));
}

/**
 * Return the offset of the byte at a node; -1 for none.
 * @param {EventTarget | null} target
 */
function offsetAt(target) {
  const row = view.rows.indexOf(target);
  const group = target instanceof Element ? target.parentElement : null;
  if (
    row < 0 ||
    !group ||
    !(group.classList.contains("cells") || group.classList.contains("ascii"))
  )
    return -1;
  const at = row * view.columns + [...group.children].indexOf(/** @type {Element} */ (target));
  return at < (state.doc ? state.doc.size : 0) ? at : -1;
}

/** @param {PointerEvent} event */
function pressed(event) {
  const at = offsetAt(event.target);
  if (at < 0 || event.button !== 0) return;
  pressedAt = at;
  if (!event.shiftKey) view.anchor = at;
}

/** @param {PointerEvent} event */
function moved(event) {
  const target = document.elementFromPoint(event.clientX, event.clientY);
  const at = offsetAt(target);
  const block = at < 0 ? null : view.blocks.at(at);
  const record = block && block.record(at);
  if (pressedAt >= 0 && at >= 0 && at !== pressedAt) return drag(at);
  if (!record) return hover(null);
  const words = `${record.start}:${record.end}, ${PART_NAMES[block.part[at - block.from]]}, byte ${at}`;
  hover({ row: record.row, element: null, start: record.start, end: record.end, words });
}

/** @param {number} at */
function drag(at) {
  view.cursor = at;
  state.range = rangeTo(at);
  view.rows.refresh();
}

/** @param {PointerEvent} event */
function released(event) {
  const at = offsetAt(event.target);
  const dragged = at >= 0 && pressedAt >= 0 && (at !== pressedAt || event.shiftKey);
  const clicked = at >= 0 && at === pressedAt;
  pressedAt = -1;
  if (dragged) {
    view.cursor = at;
    chooseRange(rangeTo(at));
  } else if (clicked) {
    clickAt(at);
  }
}

/**
 * Select the innermost record at a byte; a second time the one around it.
 * @param {number} at
 */
function clickAt(at) {
  const record = state.record;
  const again = record !== null && view.cursor === at && at >= record.start && at < record.end;
  view.cursor = at;
  const crumbs = record ? record.crumbs : [];
  const parent = crumbs[crumbs.length - 1];
  if (again && parent) void select({ row: parent.row, element: parent.element }, { from: "bytes" });
  else void select({ offset: at }, { at, from: "bytes" });
}
