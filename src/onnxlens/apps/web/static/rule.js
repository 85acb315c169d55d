// The box beside the findings: what a rule finds, why that matters and how to mend it.
// @ts-check
import { button, el, fill } from "./dom.js";
import { refusal } from "./loading.js";
import { paragraphs } from "./prose.js";
import { ask, isAborted } from "./server.js";
import { select } from "./state.js";

/**
 * @typedef {import("./findings.js").Finding} Finding
 * @typedef {{code: string, severity: string, title: string, finds: string[], why: string[],
 *   fix: string[]}} Rule
 */

const body = el("div", { class: "said" });
export const ruleBox = el("aside", { class: "rule", hidden: true, aria: { label: "Rule" } });
/** @type {HTMLElement | null} */
let before = null; // what had the keyboard before the box opened
let asked = new AbortController();

const close = button({ class: "action close", title: "Close the rule (Esc)" }, leave, "Close");
ruleBox.append(close, body);
ruleBox.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation(); // the drawer stays
  leave();
});

/** Close the box and give the keyboard back. */
function leave() {
  closeRule();
  if (before && before.isConnected) before.focus();
}

export function closeRule() {
  asked.abort();
  ruleBox.hidden = true;
}

/**
 * Open the box at a rule, with what one finding says.
 * @param {string} code
 * @param {Finding} [finding]
 */
export async function showRule(code, finding) {
  asked.abort();
  const { signal } = (asked = new AbortController());
  const focused = document.activeElement;
  before = focused instanceof HTMLElement && !ruleBox.contains(focused) ? focused : before;
  try {
    const rule = await ask("rule", { code }, signal);
    if (!signal.aborted) open(...about(rule, finding));
  } catch (error) {
    if (!isAborted(error)) open(...refusal(error));
  }
}

/** @param {...HTMLElement} nodes */
function open(...nodes) {
  fill(body, ...nodes);
  ruleBox.hidden = false;
  body.scrollTop = 0;
}

/**
 * @param {Rule} rule
 * @param {Finding} [finding]
 */
function about(rule, finding) {
  return [
    el("h3", {}, `${rule.code} ${rule.title}`),
    ...(finding ? [el("p", { class: "message" }, finding.message), ...related(finding)] : []),
    ...part("How to mend it", rule.fix),
    ...part("Why it matters", rule.why),
    ...part("What the rule finds", rule.finds),
  ];
}

/**
 * @param {string} title
 * @param {string[]} texts
 */
function part(title, texts) {
  if (!texts || !texts.length) return [];
  return [el("h4", {}, title), ...texts.flatMap(paragraphs)];
}

/** @param {Finding} finding */
function related({ related: places }) {
  if (!places || !places.length) return [];
  const items = places.map((place) => {
    const go = () => {
      select({ row: place.row }, { push: true, range: [place.start, place.end], from: "findings" });
    };
    const link = button({ class: "link" }, go, `${place.start}`);
    return el("li", {}, link, ` ${place.path} ${place.message}`);
  });
  return [el("h4", {}, "See also"), el("ul", {}, ...items)];
}
