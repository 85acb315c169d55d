// A list of any length of which only the rows in view exist.
// @ts-check
import { el } from "./dom.js";

// Chromium cuts elements off at 33,554,428 pixels; above this height the scrollbar is scaled
const TALLEST = 30_000_000;

/**
 * Rows of one height. `draw(index, node)` fills the node of a row; a node is used again for another
 * row once its own is out of view.
 */
export class Virtual {
  /**
   * @param {HTMLElement} scroller is the element that scrolls; it is filled here
   * @param {number} height of a row in pixels
   * @param {(index: number, node: HTMLElement) => void} draw
   * @param {() => HTMLElement} make
   */
  constructor(scroller, height, draw, make) {
    this.scroller = scroller;
    this.height = height;
    this.draw = draw;
    this.make = make;
    this.total = 0;
    this.top = 0; // the first row in view, with a fraction
    this.tall = 0; // pixels of the view; asking the page for it would lay the page out
    /** @type {Map<number, HTMLElement>} */
    this.shown = new Map();
    /** @type {HTMLElement[]} */
    this.spare = [];
    this.layer = el("div", { class: "layer", role: "presentation" });
    this.spacer = el("div", { class: "spacer", role: "presentation" });
    scroller.append(this.layer, this.spacer);
    /** @type {(first: number, end: number) => boolean} tells whether the old rows stay for now */
    this.holds = () => false;
    this.set = -1; // the scrollTop that was set here, so that its event is known
    scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    scroller.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    new ResizeObserver(() => this.resized()).observe(scroller);
  }

  /** How many rows fit in view. */
  get room() {
    return Math.max(1, this.tall / this.height);
  }

  /** The last position of the first row in view. */
  get last() {
    return Math.max(0, this.total - this.room);
  }

  get scaled() {
    return this.total * this.height > TALLEST;
  }

  /** @param {number} total */
  resize(total) {
    this.total = total;
    this.tall ||= this.scroller.clientHeight;
    this.spacer.style.height = `${Math.min(TALLEST, total * this.height)}px`;
    this.go(Math.min(this.top, this.last));
  }

  resized() {
    this.tall = this.scroller.clientHeight;
    this.go(Math.min(this.top, this.last));
  }

  /**
   * Put a row at the top of the view.
   * @param {number} top
   */
  go(top) {
    this.top = Math.max(0, Math.min(top, this.last));
    const pixels = this.scaled
      ? (this.top / Math.max(1, this.last)) * (TALLEST - this.tall)
      : this.top * this.height;
    this.scroller.scrollTop = pixels;
    this.set = pixels;
    this.paint();
  }

  scrolled() {
    const now = this.scroller.scrollTop;
    if (this.set >= 0 && Math.abs(now - this.set) < 1) return;
    this.set = -1;
    this.top = this.scaled ? (now / (TALLEST - this.tall)) * this.last : now / this.height;
    this.top = Math.max(0, Math.min(this.top, this.last));
    this.paint();
  }

  /** @param {WheelEvent} event */
  wheeled(event) {
    if (!this.scaled || event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const rows = event.deltaMode === 0 ? event.deltaY / this.height : event.deltaY;
    this.go(this.top + rows);
  }

  /**
   * Bring a row into view: not at all if it is there, else into the upper third.
   * @param {number} index
   */
  reveal(index) {
    if (index >= this.top && index + 1 <= this.top + this.room) return;
    this.go(index - Math.floor(this.room / 3));
  }

  /**
   * Bring a row into view by the shortest way, as arrow keys do.
   * @param {number} index
   */
  nudge(index) {
    if (index < this.top) this.go(index);
    else if (index + 1 > this.top + this.room) this.go(index + 1 - this.room);
  }

  /** Draw every row in view anew. */
  refresh() {
    for (const [index, node] of this.shown) this.draw(index, node);
  }

  paint() {
    const first = Math.floor(this.top);
    const end = Math.min(this.total, Math.ceil(this.top + this.room) + 1);
    if (this.holds(first, end)) return;
    for (const [index, node] of this.shown) {
      if (index < first || index >= end) {
        this.shown.delete(index);
        this.retire(node);
      }
    }
    for (let index = first; index < end; index++) {
      let node = this.shown.get(index);
      if (!node) {
        node = this.spare.pop() || this.make();
        if (!node.parentNode) this.layer.append(node);
        this.shown.set(index, node);
        node.hidden = false;
        this.draw(index, node);
      }
      node.style.transform = `translateY(${(index - this.top) * this.height}px)`;
    }
    for (const node of this.spare) node.hidden = true;
  }

  /**
   * Keep a node for another row; nothing in it is found by the name that it had.
   * @param {HTMLElement} node
   */
  retire(node) {
    for (const each of [node, ...node.querySelectorAll("[id]")]) each.removeAttribute("id");
    this.spare.push(node);
  }

  /**
   * Return the node of a row, if it is in view.
   * @param {number} index
   */
  node(index) {
    return this.shown.get(index) || null;
  }

  /**
   * Return which row a node in the list belongs to; -1 for none.
   * @param {EventTarget | null} target
   */
  indexOf(target) {
    for (const [index, node] of this.shown) {
      if (target instanceof Node && node.contains(target)) return index;
    }
    return -1;
  }
}
