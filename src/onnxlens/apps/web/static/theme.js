// Light or dark: as the system says, until a person chooses.
// @ts-check
import { byId } from "./dom.js";
import { tell } from "./state.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

export function mountTheme() {
  const kept = localStorage.getItem("onnxlens.theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  byId("theme").addEventListener("click", toggleTheme);
  dark.addEventListener("change", label);
  label();
}

function current() {
  return document.documentElement.dataset.theme || (dark.matches ? "dark" : "light");
}

export function toggleTheme() {
  const next = current() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  localStorage.setItem("onnxlens.theme", next);
  label();
}

function label() {
  byId("theme").textContent = current() === "dark" ? "☀ Light" : "☾ Dark";
  tell("theme");
}
