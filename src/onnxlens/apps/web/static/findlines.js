// The rows of the findings: one a finding, or one for many of the same rule.
// @ts-check
import { count, el, fill } from "./dom.js";
import { tail } from "./grid.js";

/**
 * @typedef {import("./server.js").Place} Place
 * @typedef {{severity: string, code: string, path: string, message: string, start: number,
 *   end: number, row: number, related: (Place & {path: string, message: string})[]}} Finding
 * @typedef {{code: string, severity: string, count: number, title: string}} Code
 * @typedef {{records: number, rules: number, totals: Record<string, number>, codes: Code[],
 *   findings: Finding[], more: number}} Findings
 * @typedef {{code: Code, all: Finding[]}} Group findings that are alike
 * @typedef {{finding: Finding, inside: boolean} | {group: Group, open: boolean}} Line
 */

const SHAPES = { error: "▲", warning: "■", info: "●" };
const ALIKE = 20; // more findings of a rule than this are one row until it is opened

/**
 * Return the rows: findings in their order, those of a rule with many alike under one row.
 * @param {Code[]} codes may be grouped
 * @param {Finding[]} shown
 * @param {Set<string>} opened codes whose findings are listed
 * @returns {Line[]}
 */
export function lines(codes, shown, opened) {
  const groups = grouped(codes, shown);
  /** @type {Line[]} */
  const out = [];
  for (const finding of shown) {
    const group = groups.get(finding.code);
    if (!group) out.push({ finding, inside: false });
    else if (group.all[0] === finding) {
      const open = opened.has(finding.code);
      out.push({ group, open });
      if (open) for (const each of group.all) out.push({ finding: each, inside: true });
    }
  }
  return out;
}

/**
 * @param {Code[]} codes
 * @param {Finding[]} shown
 */
function grouped(codes, shown) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const code of codes) if (code.count > ALIKE) groups.set(code.code, { code, all: [] });
  for (const finding of shown) groups.get(finding.code)?.all.push(finding);
  return groups;
}

/**
 * @param {Line} line
 * @param {HTMLElement[]} cells
 * @param {HTMLElement} row
 */
export function drawLine(line, [severity, code, offset, path, text], row) {
  const group = "group" in line ? line.group : null;
  const finding = "group" in line ? line.group.all[0] : line.finding;
  const twisty = "open" in line && el("span", { aria: { hidden: true } }, line.open ? "▾ " : "▸ ");
  fill(severity, twisty, mark(finding.severity), ` ${finding.severity}`);
  severity.className = `severity ${finding.severity}`;
  fill(code, finding.code);
  fill(offset, group ? "" : String(finding.start));
  if (group) fill(path, times(group));
  else tail(path, finding.path);
  fill(text, group ? group.code.title : finding.message);
  text.title = group ? group.code.title : finding.message;
  row.classList.toggle("inside", "inside" in line && line.inside);
  row.classList.toggle("group", Boolean(group));
  row.setAttribute("aria-level", "inside" in line && line.inside ? "2" : "1");
  if ("open" in line) row.setAttribute("aria-expanded", String(line.open));
  else row.removeAttribute("aria-expanded");
}

/** Say how often a rule was broken; not all of that may be listed. @param {Group} group */
function times({ code, all }) {
  const listed = count(all.length);
  return all.length < code.count ? `${listed} of ${count(code.count)}` : `${listed} times`;
}

/** @param {string} severity */
export function mark(severity) {
  const shape = SHAPES[/** @type {keyof typeof SHAPES} */ (severity)] || "●";
  return el("span", { class: "shape", aria: { hidden: true } }, shape);
}

/** @param {Line} line */
export function pointed(line) {
  if ("group" in line) return null;
  const { row, start, end } = line.finding;
  return { row, element: null, start, end, words: words(line.finding) };
}

/** @param {Finding} finding */
export function words({ severity, code, path, start, end, message }) {
  return `${severity} ${code} at ${start}:${end} ${path}: ${message}`;
}
