// A list of rows with columns in a panel: any length, one tab stop, the same keys everywhere.
// @ts-check
import { el } from "./dom.js";
import { hover } from "./state.js";
import { Virtual } from "./virtual.js";

/**
 * @typedef {import("./server.js").Place & {words: string}} Pointed
 */

/**
 * @template T
 * @typedef {{
 *   name: string, label: string, role?: string, columns: string[], height?: number,
 *   folded?: number, width?: number,
 *   draw: (item: T, cells: HTMLElement[], row: HTMLElement) => void,
 *   enter: (item: T, index: number) => void, place?: (item: T) => Pointed | null,
 *   key?: (event: KeyboardEvent, item: T, index: number) => boolean, copy?: (item: T) => string
 * }} How `columns` are classes of cells; below `width` pixels a row is two lines, `folded` high;
 *   `key` returns whether it knew the key
 */

/**
 * The scroller keeps the focus and names the active row, so that a row that is used again for
 * another place never takes the focus away.
 * @template T
 */
export class Grid {
  /** @param {How<T>} how */
  constructor(how) {
    this.how = how;
    /** @type {T[]} */
    this.items = [];
    this.active = -1;
    const about = { label: how.label, colcount: how.columns.length, rowcount: 0 };
    const parts = {
      role: how.role || "grid",
      tabindex: 0,
      class: `scroller grid ${how.name}`,
      aria: about,
    };
    /** @type {HTMLElement} */
    this.node = el("div", parts);
    const high = how.height || 22;
    this.virtual = new Virtual(
      this.node,
      high,
      (at, row) => this.draw(at, row),
      () => this.make(),
    );
    new ResizeObserver(() => this.fold()).observe(this.node);
    this.listen();
  }

  listen() {
    const node = this.node;
    node.addEventListener("keydown", (event) => this.pressed(event));
    node.addEventListener("click", (event) => this.clicked(event));
    node.addEventListener("focus", () => this.active < 0 && this.items.length && this.move(0));
    node.addEventListener("pointerover", (event) => this.point(this.virtual.indexOf(event.target)));
    node.addEventListener("pointerleave", () => hover(null));
    node.addEventListener("blur", () => hover(null));
    node.addEventListener("copy", (event) => this.copied(event));
  }

  /**
   * Show other items; the active row stays where `active` says.
   * @param {T[]} items
   * @param {number} [active]
   */
  show(items, active = -1) {
    this.items = items;
    this.active = active;
    this.node.setAttribute("aria-rowcount", String(items.length));
    this.virtual.resize(items.length);
    this.virtual.refresh();
    this.name();
  }

  /** Show items that were added to the end of the same list. */
  grown() {
    this.show(this.items, this.active);
  }

  make() {
    const cells = this.how.columns.map((kind) => el("span", { role: "gridcell", class: kind }));
    return el("div", { role: "row", class: "row" }, ...cells);
  }

  /**
   * @param {number} index
   * @param {HTMLElement} row
   */
  draw(index, row) {
    row.id = `${this.how.name}-${index}`;
    row.setAttribute("aria-rowindex", String(index + 1));
    row.setAttribute("aria-selected", String(index === this.active));
    const cells = /** @type {HTMLElement[]} */ ([...row.children]);
    this.how.draw(this.items[index], cells, row);
  }

  /** Tell who listens which row is active. */
  name() {
    const there = this.virtual.node(this.active);
    if (there) this.node.setAttribute("aria-activedescendant", there.id);
    else this.node.removeAttribute("aria-activedescendant");
  }

  /** Rows are two lines where columns do not fit beside each other. */
  fold() {
    const { width, folded, height } = this.how;
    const narrow = Boolean(width && folded && this.node.clientWidth < width);
    if (this.node.classList.contains("folded") === narrow || !this.node.clientWidth) return;
    this.node.classList.toggle("folded", narrow);
    this.virtual.height = (narrow && folded) || height || 22;
    this.virtual.resize(this.items.length);
    if (this.active >= 0) this.virtual.nudge(this.active);
  }

  /**
   * Make a row the active one and bring it into view.
   * @param {number} index
   */
  move(index) {
    this.active = Math.max(0, Math.min(index, this.items.length - 1));
    this.virtual.nudge(this.active);
    this.virtual.refresh();
    this.name();
    if (document.activeElement === this.node) this.point(this.active);
  }

  /** @param {number} index */
  point(index) {
    const item = this.items[index];
    if (this.how.place) hover(item === undefined ? null : this.how.place(item));
  }

  /** @param {number} index */
  enter(index) {
    if (index < 0 || index >= this.items.length) return;
    this.move(index);
    this.how.enter(this.items[index], index);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (event.target instanceof Element && event.target.closest("button, a")) return;
    this.enter(this.virtual.indexOf(event.target));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.target !== this.node || event.ctrlKey || event.altKey || event.metaKey) return;
    const item = this.items[this.active];
    const known = item !== undefined && this.how.key && this.how.key(event, item, this.active);
    if (known || this.walk(event.key)) event.preventDefault();
  }

  /** @param {string} key */
  walk(key) {
    const page = Math.max(1, Math.floor(this.virtual.room) - 1);
    const by = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -Infinity,
      End: Infinity,
    }[key];
    if (by !== undefined && this.items.length) this.move(this.active + by);
    else if (key === "Enter" || key === " ") this.enter(this.active);
    else return false;
    return true;
  }

  /** @param {ClipboardEvent} event */
  copied(event) {
    const item = this.items[this.active];
    const chosen = document.getSelection();
    if (!this.how.copy || item === undefined || (chosen && !chosen.isCollapsed)) return;
    event.clipboardData?.setData("text/plain", this.how.copy(item));
    event.preventDefault();
  }
}

/**
 * Fill a cell with a path that keeps its end where it is cut.
 * @param {HTMLElement} cell
 * @param {string} path
 */
export function tail(cell, path) {
  cell.replaceChildren(el("bdi", {}, path));
  cell.title = path;
}
