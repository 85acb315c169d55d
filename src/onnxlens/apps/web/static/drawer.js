// The drawer below the panes: its tabs, and how it closes.
// @ts-check
import { button, el } from "./dom.js";
import { mountFindings } from "./findings.js";
import { mountReference } from "./reference.js";
import { mountSearch } from "./search.js";
import { mountSummary } from "./summary.js";
import { mountSymbols } from "./symbols.js";
import { bars, closeDrawer, list, panels, toggleDrawer } from "./tabs.js";
import { mountTensors } from "./tensors.js";

/**
 * Fill the drawer.
 * @param {HTMLElement} root
 */
export function mountDrawer(root) {
  const close = button({ class: "close", title: "Close the drawer (Esc)" }, closeDrawer, "Close");
  const toggle = button({ class: "reopen", title: "Open the drawer" }, toggleDrawer, "Open");
  const title = el("h2", { class: "hidden" }, "About the file");
  root.append(title, el("div", { class: "head" }, list, bars, close, toggle), panels);
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !closeDrawer()) return;
    event.preventDefault();
    event.stopPropagation();
  });
  for (const mount of [mountFindings, mountSearch, mountTensors, mountSymbols, mountSummary])
    mount();
  mountReference();
}
