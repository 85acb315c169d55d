// The text of our own notes set as paragraphs, lists and code.
// @ts-check
import { el } from "./dom.js";

/**
 * Return paragraphs, parted by empty lines; lines that begin with "- " become a list.
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function paragraphs(text) {
  return text
    .split(/\n\s*\n/)
    .filter((part) => part.trim())
    .map(paragraph);
}

/** @param {string} text */
function paragraph(text) {
  if (!/^\s*- /.test(text)) return el("p", {}, ...marked(text));
  const items = text.split(/(?:^|\n)\s*- /).filter((part) => part.trim());
  return el("ul", { class: "prose" }, ...items.map((each) => el("li", {}, ...marked(each))));
}

/**
 * Return text in which what stands between grave accents is code.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
export function marked(text) {
  const parts = text.trim().replace(/\s+/g, " ").split("`");
  return parts.map((part, at) => (at % 2 ? el("code", {}, part) : part));
}
