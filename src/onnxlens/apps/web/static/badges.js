// The worst finding at a row, or inside a closed one.
// @ts-check

const ORDER = ["info", "warning", "error"];

/** Findings in order of their bytes. */
export class Badges {
  /** @param {{row: number, start: number, severity: string}[]} findings */
  constructor(findings) {
    this.sorted = [...findings].sort((a, b) => a.start - b.start);
    /** @type {Map<number, string>} */
    this.byRow = new Map();
    for (const { row, severity } of findings)
      this.byRow.set(row, worse(this.byRow.get(row), severity));
  }

  /**
   * Return the worst severity of the findings of a row itself.
   * @param {number} row
   */
  at(row) {
    return this.byRow.get(row) || "";
  }

  /**
   * Return the worst severity of the findings that begin in a span.
   * @param {number} start
   * @param {number} end
   */
  inside(start, end) {
    let found = "";
    for (let at = this.first(start); at < this.sorted.length; at++) {
      const { start: here, severity } = this.sorted[at];
      if (here >= end || found === "error") break;
      found = worse(found, severity);
    }
    return found;
  }

  /**
   * Return the place of the first finding that begins at an offset or after it.
   * @param {number} offset
   */
  first(offset) {
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.sorted[middle].start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * @param {string | undefined} one
 * @param {string} other
 */
function worse(one, other) {
  return one && ORDER.indexOf(one) > ORDER.indexOf(other) ? one : other;
}
