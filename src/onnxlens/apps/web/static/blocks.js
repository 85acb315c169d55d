// Blocks of the file that were asked for: bytes, and what each of them belongs to.
// @ts-check
import { ask } from "./server.js";

const BLOCK = 4096;
const KEPT = 128;
const [PAYLOAD, TAG, LENGTH, WEIGHTS, UNKNOWN, MALFORMED, REST] = [0, 1, 2, 3, 4, 5, 6];
export const PART = { PAYLOAD, TAG, LENGTH, WEIGHTS, UNKNOWN, MALFORMED, REST };
/** By kind of a record, which part its payload is. */
const PARTS = [PAYLOAD, WEIGHTS, UNKNOWN, MALFORMED, REST, PAYLOAD];

/**
 * @typedef {{
 *   row: number, start: number, tagEnd: number, payload: number, end: number, look: number,
 *   parent: number, kind: number
 * }} Record_ a record as the window tells it
 */

/** One block: its bytes, and by byte the part, the look and the record. */
export class Block {
  /** @param {{from: number, to: number, bytes: string, records: number[][]}} answer */
  constructor(answer) {
    this.from = answer.from;
    this.bytes = Uint8Array.from(atob(answer.bytes), (c) => c.charCodeAt(0));
    const size = this.bytes.length;
    this.part = new Uint8Array(size);
    this.look = new Uint8Array(size);
    this.first = new Uint8Array(size);
    this.owner = new Uint16Array(size);
    this.records = answer.records.map(named);
    this.records.forEach((record, number) => this.lay(record, number));
  }

  /**
   * @param {Record_} record
   * @param {number} number
   */
  lay(record, number) {
    const size = this.bytes.length;
    const at = (/** @type {number} */ offset) => Math.max(0, Math.min(offset - this.from, size));
    const [start, tagEnd, payload, end] = [
      record.start,
      record.tagEnd,
      record.payload,
      record.end,
    ].map(at);
    this.part.fill(PARTS[record.kind], payload, end);
    this.part.fill(record.kind === 3 ? MALFORMED : TAG, start, tagEnd);
    this.part.fill(LENGTH, tagEnd, payload);
    this.look.fill(record.look, start, end);
    this.owner.fill(number, start, end);
    this.first.fill(0, start, end);
    if (record.start >= this.from && record.start < this.from + size && record.row)
      this.first[start] = 1;
  }

  /** @param {number} offset */
  record(offset) {
    return this.records[this.owner[offset - this.from]] || null;
  }
}

/**
 * @param {number[]} told
 * @returns {Record_}
 */
function named([row, start, tagEnd, payload, end, look, parent, kind]) {
  return { row, start, tagEnd, payload, end, look, parent, kind };
}

/** The blocks of one document, the ones used last kept. */
export class Blocks {
  /** @param {() => void} arrived is called when a block that was missing is there */
  constructor(arrived) {
    this.arrived = arrived;
    /** @type {Map<number, Block>} */
    this.kept = new Map();
    /** @type {Map<number, AbortController>} */
    this.asked = new Map();
  }

  clear() {
    for (const controller of this.asked.values()) controller.abort();
    this.asked.clear();
    this.kept.clear();
  }

  /**
   * Return the block of an offset if it is there.
   * @param {number} offset
   */
  at(offset) {
    return this.kept.get(Math.floor(offset / BLOCK)) || null;
  }

  /**
   * Tell whether all bytes of a span are there.
   * @param {number} from
   * @param {number} to
   */
  has(from, to) {
    for (let at = from - (from % BLOCK); at < to; at += BLOCK) if (!this.at(at)) return false;
    return true;
  }

  /**
   * Ask for the blocks of a span, and give up those asked for that are far from it.
   * @param {number} from
   * @param {number} to
   */
  want(from, to) {
    const first = Math.floor(from / BLOCK);
    const last = Math.floor(Math.max(from, to - 1) / BLOCK);
    for (const [number, controller] of this.asked) {
      if (number < first - 1 || number > last + 1) {
        controller.abort();
        this.asked.delete(number);
      }
    }
    for (let number = first; number <= last; number++) void this.load(number);
  }

  /** @param {number} number */
  async load(number) {
    if (this.kept.has(number) || this.asked.has(number)) return;
    const controller = new AbortController();
    this.asked.set(number, controller);
    try {
      const span = { from: number * BLOCK, to: (number + 1) * BLOCK };
      const answer = await ask("window", span, controller.signal);
      this.kept.set(number, new Block(answer));
      if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value ?? 0);
      this.arrived();
    } catch {
      // given up, or the server is gone, which is told elsewhere
    } finally {
      if (this.asked.get(number) === controller) this.asked.delete(number);
    }
  }
}
