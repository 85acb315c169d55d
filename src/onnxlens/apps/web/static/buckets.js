// What the map shows at each pixel, from the shares of each kind in each bucket of the file.
// @ts-check

/**
 * @typedef {{from: number, to: number, buckets: number,
 *   kinds: {kind: string, size: number, share: string, shares: string}[],
 *   labels: {text: string, start: number, end: number}[]}} Answer
 * @typedef {{from: number, to: number, buckets: number, names: string[], shares: Uint8Array[],
 *   labels: {text: string, start: number, end: number}[]}} Buckets
 * @typedef {{kind: string, from: number, to: number}} Run pixels of one kind
 */

export const MIXED = "mixed"; // several kinds within pixels too few to tell apart
export const MARKED = ["unknown", "malformed"]; // always seen, however short

/**
 * @param {Answer} answer
 * @returns {Buckets}
 */
export function decode({ from, to, buckets, kinds, labels }) {
  const names = kinds.map((each) => each.kind);
  const shares = kinds.map((each) => Uint8Array.from(atob(each.shares), (c) => c.charCodeAt(0)));
  return { from, to, buckets, names, shares, labels };
}

/**
 * Return the first and the last bucket that pixel `x` of a range meets; null outside of the data.
 * @param {Buckets} data
 * @param {number} from
 * @param {number} step bytes of a pixel
 * @param {number} x
 * @returns {[number, number] | null}
 */
function met(data, from, step, x) {
  const scale = data.buckets / (data.to - data.from);
  const first = Math.floor((from + x * step - data.from) * scale + 1e-9);
  const end = Math.ceil((from + (x + 1) * step - data.from) * scale - 1e-9);
  if (end <= 0 || first >= data.buckets) return null;
  return [Math.max(0, first), Math.min(data.buckets - 1, Math.max(first, end - 1))];
}

/**
 * Return the sum of the shares of a kind in some buckets.
 * @param {Uint8Array} shares
 * @param {[number, number]} range
 */
function sum(shares, [first, last]) {
  let total = 0;
  for (let at = first; at <= last; at++) total += shares[at];
  return total;
}

/**
 * Return the kind that has most of each pixel, "" where there is nothing.
 * @param {Buckets} data
 * @param {number} from
 * @param {number} to
 * @param {number} width
 * @returns {string[]}
 */
export function winners(data, from, to, width) {
  const step = (to - from) / width;
  return Array.from({ length: width }, (_, x) => {
    const range = met(data, from, step, x);
    let best = "";
    let most = 0;
    if (!range) return best;
    data.shares.forEach((shares, at) => {
      const total = sum(shares, range);
      if (total > most) [most, best] = [total, data.names[at]];
    });
    return best;
  });
}

/**
 * Return the pixels in runs; runs of fewer than `least` pixels melt into mixed ones.
 * @param {string[]} kinds
 * @param {number} least
 * @returns {Run[]}
 */
export function runs(kinds, least) {
  const long = joined(kinds.map((kind, at) => ({ kind, from: at, to: at + 1 })));
  const melted = long.map((run) =>
    run.kind && run.to - run.from < least ? { ...run, kind: MIXED } : run,
  );
  return joined(melted);
}

/**
 * @param {Run[]} parts
 * @returns {Run[]}
 */
function joined(parts) {
  /** @type {Run[]} */
  const out = [];
  for (const part of parts) {
    const last = out[out.length - 1];
    if (last && last.kind === part.kind) last.to = part.to;
    else out.push({ ...part });
  }
  return out;
}

/**
 * Return the pixels at which there is any of a kind, as runs.
 * @param {Buckets} data
 * @param {string} kind
 * @param {number} from
 * @param {number} to
 * @param {number} width
 */
export function marks(data, kind, from, to, width) {
  const shares = data.shares[data.names.indexOf(kind)];
  if (!shares || !shares.some((share) => share)) return [];
  const step = (to - from) / width;
  const seen = Array.from({ length: width }, (_, x) => {
    const range = met(data, from, step, x);
    return range && sum(shares, range) ? kind : "";
  });
  return runs(seen, 0).filter((run) => run.kind);
}
