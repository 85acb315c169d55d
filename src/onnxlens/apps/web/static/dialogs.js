// What stands over the page for a while: the list of keys, and the list of commands.
// @ts-check
import { button, el, fill } from "./dom.js";

/** @typedef {[string, string, () => void]} Command its key, what it does, how */

/** @param {...any} content */
function dialog(...content) {
  const made = el("dialog", { aria: { label: "onnxlens" } }, ...content);
  made.addEventListener("close", () => made.remove());
  made.addEventListener(
    "click",
    (/** @type {MouseEvent} */ event) => event.target === made && made.close(),
  );
  document.body.append(made);
  made.showModal();
  return made;
}

/**
 * Show what the keys do.
 * @param {[string, string][]} keys key, and what it does
 */
export function openHelp(keys) {
  const row = (/** @type {string} */ key, /** @type {string} */ words) =>
    el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key)), el("td", {}, words));
  const made = dialog(
    el("h2", {}, "Keys"),
    el("table", {}, el("tbody", {}, ...keys.map(([key, words]) => row(key, words)))),
    button({ class: "action" }, () => made.close(), "Close"),
  );
}

/**
 * Show commands, of which letters choose one.
 * @param {Command[]} commands
 */
export function openCommands(commands) {
  const all = commands.map(([key, words, act]) => ({ key, words, act }));
  const input = el("input", {
    type: "text",
    role: "combobox",
    aria: { label: "Command", expanded: "true", controls: "commands" },
  });
  const items = el("ul", { id: "commands", role: "listbox", aria: { label: "Commands" } });
  let shown = all;
  let at = 0;
  const run = (/** @type {number} */ number) => {
    made.close();
    if (shown[number]) shown[number].act();
  };
  const draw = () => {
    shown = all.filter(({ words }) => words.toLowerCase().includes(input.value.toLowerCase()));
    at = Math.max(0, Math.min(at, shown.length - 1));
    fill(
      items,
      ...shown.map(({ key, words }, number) =>
        el(
          "li",
          {
            role: "option",
            id: `command-${number}`,
            aria: { selected: String(number === at) },
            on: { click: () => run(number) },
          },
          words,
          key ? el("kbd", {}, key) : null,
        ),
      ),
    );
    input.setAttribute("aria-activedescendant", `command-${at}`);
  };
  input.addEventListener("input", draw);
  input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "ArrowDown") at++;
    else if (event.key === "ArrowUp") at--;
    else if (event.key === "Enter") return run(at);
    else return;
    event.preventDefault();
    draw();
  });
  const made = dialog(el("div", { class: "commands" }, input, items));
  draw();
  input.focus();
}
