// The opened part of the tree: which rows are shown, in which order, and which are loaded.
// @ts-check
import { ask } from "./server.js";

/**
 * @typedef {import("./server.js").Row} Row
 * @typedef {import("./server.js").Step} Step
 * @typedef {{branch: Branch, index: number}} Spot one row of one list
 */

const PAGE = 100; // rows that are asked for at once
const ALL = 1000; // rows of the longest list

/** One list of the tree that is open, with the lists in it that are. */
export class Branch {
  /** How deep it stands, the root's list at 1. */
  level = 1;

  /**
   * @param {string} key how the server calls the list
   * @param {number} total rows of its own
   * @param {Spot | null} parent the row that it stands below
   */
  constructor(key, total, parent) {
    this.key = key;
    this.total = total;
    this.parent = parent;
    if (parent) this.level = parent.branch.level + 1;
    this.count = total; // with the rows of all that is open in it
    /** @type {Map<number, Row>} */
    this.rows = new Map();
    /** @type {[number, Branch][]} by index */
    this.open = [];
    /** @type {Map<number, Promise<void>>} */
    this.asked = new Map();
  }

  /**
   * Return the row that stands at a place below this branch's parent, counting what is open.
   * @param {number} place
   * @returns {Spot}
   */
  at(place) {
    /** @type {Branch} */
    let branch = this;
    for (;;) {
      const inner = branch.inside(place);
      if (!inner.branch) return { branch, index: inner.place };
      branch = inner.branch;
      place = inner.place;
    }
  }

  /**
   * @param {number} place
   * @returns {{branch: Branch | null, place: number}}
   */
  inside(place) {
    let before = 0;
    for (const [index, child] of this.open) {
      if (place <= index + before) break;
      if (place <= index + before + child.count) {
        return { branch: child, place: place - index - before - 1 };
      }
      before += child.count;
    }
    return { branch: null, place: place - before };
  }

  /**
   * Return the place of one of its own rows, counted from the top of the whole tree.
   * @param {number} index
   */
  place(index) {
    let sum = 0;
    /** @type {Spot | null} */
    let spot = { branch: this, index };
    while (spot) {
      sum += spot.index;
      for (const [at, child] of spot.branch.open) if (at < spot.index) sum += child.count;
      spot = spot.branch.parent;
      if (spot) sum += 1;
    }
    return sum;
  }

  /** @param {number} index */
  child(index) {
    const found = this.open.find(([at]) => at === index);
    return found ? found[1] : null;
  }

  /**
   * Open the list below a row that is loaded.
   * @param {number} index
   * @returns {Promise<Branch | null>}
   */
  async expand(index) {
    const known = this.child(index);
    if (known) return known;
    const row = await this.row(index);
    if (!row || row.kids === 0) return null;
    let total = row.kids;
    if (total < 0) total = (await ask("children", { of: row.key, from: 0, count: 1 })).total;
    return this.child(index) || this.graft(index, row.key, total);
  }

  /**
   * @param {number} index
   * @param {string} key
   * @param {number} total
   */
  graft(index, key, total) {
    const made = new Branch(key, total, { branch: this, index });
    this.open.push([index, made]);
    this.open.sort((a, b) => a[0] - b[0]);
    this.grow(total);
    return made;
  }

  /** @param {number} index */
  collapse(index) {
    const child = this.child(index);
    if (!child) return;
    this.open = this.open.filter(([at]) => at !== index);
    this.grow(-child.count);
  }

  /** @param {number} by */
  grow(by) {
    /** @type {Branch | null} */
    let branch = this;
    while (branch) {
      branch.count += by;
      branch = branch.parent ? branch.parent.branch : null;
    }
  }

  /**
   * Return a row of its own, loaded if need be.
   * @param {number} index
   * @returns {Promise<Row | null>}
   */
  async row(index) {
    if (!this.rows.has(index)) await this.load(index);
    return this.rows.get(index) || null;
  }

  /**
   * Load the page of rows around one.
   * @param {number} index
   * @returns {Promise<void>}
   */
  load(index) {
    const page = Math.floor(index / PAGE);
    let asked = this.asked.get(page);
    if (!asked) {
      asked = this.fetch(page * PAGE, PAGE).catch((error) => {
        this.asked.delete(page);
        throw error;
      });
      this.asked.set(page, asked);
    }
    return asked;
  }

  /** Load every row of the list; no list has more than 1,000. */
  async loadAll() {
    if (this.rows.size < this.total) await this.fetch(0, ALL);
  }

  /**
   * @param {number} from
   * @param {number} count
   */
  async fetch(from, count) {
    const answer = await ask("children", { of: this.key, from, count });
    answer.rows.forEach((/** @type {Row} */ row, /** @type {number} */ at) => {
      this.rows.set(from + at, row);
    });
  }

  /**
   * Open what leads to a row, and return where it is.
   * @param {Step[]} trail
   * @returns {Promise<Spot | null>}
   */
  async follow(trail) {
    /** @type {Spot} */
    let spot = { branch: this, index: 0 };
    for (const step of trail) {
      const next = await spot.branch.expand(spot.index);
      if (!next || next.key !== step.of) return null;
      spot = { branch: next, index: step.index };
      await next.row(step.index);
    }
    return spot;
  }
}
