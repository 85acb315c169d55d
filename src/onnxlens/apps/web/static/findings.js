// The Findings tab: what the checks found, by severity and code; a row selects its bytes.
// @ts-check
import { button, count, el, fill, plural } from "./dom.js";
import { drawLine, lines, mark, pointed, words } from "./findlines.js";
import { Grid } from "./grid.js";
import { Loader } from "./loading.js";
import { closeRule, ruleBox, showRule } from "./rule.js";
import { on, select, state, tell } from "./state.js";
import { addTab, currentTab, openTab, say, setCount } from "./tabs.js";

/** @typedef {import("./findlines.js").Finding} Finding */
/** @typedef {import("./findlines.js").Findings} Findings */
/** @typedef {import("./findlines.js").Line} Line */

const SEVERITIES = /** @type {("error" | "warning" | "info")[]} */ (["error", "warning", "info"]);

/** @type {Findings | null} */
let all = null;
/** @type {Set<string>} */
const hidden = new Set();
/** @type {Set<string>} */
const opened = new Set();
let chosen = ""; // the code that alone is shown

const bar = el("div");
const rest = el("p", { class: "rest", hidden: true });
const box = el("div");
/** @type {Grid<Line>} */
const grid = new Grid({
  name: "finding",
  label: "Findings",
  role: "treegrid",
  columns: ["severity", "code", "offset", "path", "text"],
  folded: 40,
  width: 700,
  draw: drawLine,
  enter: (line) => ("group" in line ? turn(line) : showFinding(line.finding)),
  key: (event, line) => turned(event, line),
  place: pointed,
  copy: (line) => ("group" in line ? line.group.code.title : words(line.finding)),
});
const left = el("div", { class: "list" }, grid.node, rest);
const content = el("div", { class: "beside" }, left, ruleBox);
const loader = new Loader(box, content);

export function mountFindings() {
  addTab("findings", "Findings", el("div", { class: "fill" }, box, content), { bar, shown: opens });
  on("document", () => {
    all = null;
    opened.clear();
    hidden.clear();
    chosen = "";
    closeRule();
    loader.clear();
    fill(bar);
    setCount("findings", "");
  });
  on("ready", () => load());
}

/** @param {{code?: string} | undefined} detail */
function opens(detail) {
  if (!detail || !detail.code) return;
  chosen = detail.code;
  if (all) listed();
  showRule(chosen);
}

/** What is selected is shown before the checks begin. */
function load() {
  if (state.doc) loader.load("findings", {}, arrived);
}

/** @param {Findings} answer */
function arrived(answer) {
  all = answer;
  state.findings = answer;
  tell("findings");
  const total = SEVERITIES.reduce((sum, each) => sum + (answer.totals[each] || 0), 0);
  setCount("findings", count(total));
  drawBar(answer);
  listed();
  if (!total) {
    const none = `no findings: ${plural(answer.records, "record")}, ${plural(answer.rules, "rule")}`;
    loader.say(el("p", {}, none));
  }
  const command = `onnxlens check ${state.doc ? state.doc.name : "FILE"}`;
  const note = `${plural(answer.more, "more finding")} not shown here: ${command}`;
  fill(rest, answer.more ? note : "");
  rest.hidden = !answer.more;
  say(plural(total, "finding"));
}

/** @param {Findings} answer */
function drawBar(answer) {
  const buttons = SEVERITIES.map((each) => {
    const pressed = { pressed: !hidden.has(each) };
    const about = { class: `filter ${each}`, aria: pressed, title: `Show or hide: ${each}` };
    const made = button(about, () => toggle(each, made), mark(each), ` ${each} `);
    made.append(count(answer.totals[each] || 0));
    return made;
  });
  const options = answer.codes.map((code) => {
    const label = `${code.code} ${code.title} (${count(code.count)})`;
    return el("option", { value: code.code, selected: code.code === chosen }, label);
  });
  const every = el("option", { value: "" }, "all rules");
  const pick = el("select", { aria: { label: "Rule" }, class: "codes" }, every, ...options);
  pick.addEventListener("change", () => {
    chosen = pick.value;
    listed();
  });
  fill(bar, ...buttons, answer.codes.length > 1 && pick);
}

/**
 * @param {string} severity
 * @param {HTMLElement} pressed
 */
function toggle(severity, pressed) {
  if (!hidden.delete(severity)) hidden.add(severity);
  pressed.setAttribute("aria-pressed", String(!hidden.has(severity)));
  listed();
}

/** Show what the filters let through. */
function listed() {
  if (!all) return;
  const shown = passing(all);
  grid.show(rows(shown));
  if (shown.length || !all.findings.length) loader.show(() => {});
  else loader.say(el("p", {}, `${plural(all.findings.length, "finding")} hidden by the filters`));
  say(`${plural(shown.length, "finding")} shown`);
}

/** @param {Findings} answer */
function passing(answer) {
  return answer.findings.filter(
    ({ severity, code }) => !hidden.has(severity) && (!chosen || code === chosen),
  );
}

/**
 * Return the rows for findings; where one rule is chosen they are not grouped.
 * @param {Finding[]} shown
 */
function rows(shown) {
  return all ? lines(chosen ? [] : all.codes, shown, opened) : [];
}

/** @param {Line} line */
function turn(line) {
  if (!("group" in line)) return;
  const { code } = line.group.code;
  if (!opened.delete(code)) opened.add(code);
  if (all) grid.show(rows(passing(all)), grid.active);
}

/**
 * @param {KeyboardEvent} event
 * @param {Line} line
 */
function turned(event, line) {
  if (event.key === "ArrowRight" && "group" in line && !line.open) turn(line);
  else if (event.key === "ArrowLeft" && "group" in line && line.open) turn(line);
  else if (event.key === "ArrowLeft" && "inside" in line && line.inside) {
    grid.move(
      grid.items.findIndex((each) => "group" in each && each.group.code.code === line.finding.code),
    );
  } else return false;
  return true;
}

/** @param {Finding} finding */
function showFinding(finding) {
  select(
    { row: finding.row },
    { push: true, range: [finding.start, finding.end], from: "findings" },
  );
  showRule(finding.code, finding);
}

/**
 * Select the next finding, after the last the first; or the one before.
 * @param {boolean} [back]
 */
export function nextFinding(back = false) {
  const shown = all ? passing(all) : [];
  if (!all || !shown.length) return say(all ? "no findings to go to" : "the checks are not done");
  const line = grid.items[grid.active];
  const now = line && "finding" in line ? shown.indexOf(line.finding) : -1;
  const to =
    now < 0 && back ? shown.length - 1 : (now + (back ? -1 : 1) + shown.length) % shown.length;
  const next = shown[to];
  if (rows([next]).some((each) => "group" in each)) opened.add(next.code);
  grid.show(rows(shown));
  grid.move(grid.items.findIndex((each) => "finding" in each && each.finding === next));
  if (currentTab() && currentTab() !== "findings") openTab("findings");
  showFinding(next);
  say(`finding ${to + 1} of ${shown.length}: ${words(next)}`);
}
