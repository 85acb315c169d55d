// The box "Go to offset or path": decimal, hex, a range, or a path.
// @ts-check
import { byId, plural } from "./dom.js";
import { on, select, state, tell } from "./state.js";

const box = byId("goto");

export function mountGoto() {
  box.addEventListener("keydown", async (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") {
      box.value = "";
      byId("bytes-list").focus();
    }
    if (event.key !== "Enter" || !state.doc || !box.value.trim()) return;
    event.preventDefault();
    let wanted, range;
    try {
      [wanted, range] = read(box.value.trim(), state.doc.size);
    } catch (error) {
      return tell("refused", error);
    }
    const at = "offset" in wanted ? wanted.offset : undefined;
    if (await select(wanted, { push: true, range, at })) byId("bytes-list").focus();
  });
  on("document", () => (box.value = ""));
}

/**
 * Return what a text asks for: `174`, `0xAE`, `174:190`, `174:+16`, else a path. Throws an Error
 * for what is outside the file, or ends before it begins.
 * @param {string} text
 * @param {number} size
 * @returns {[import("./state.js").Wanted, [number, number] | undefined]}
 */
function read(text, size) {
  const plain = text.replace(/[,_\s]/g, "");
  const found = /^(0x[0-9a-f]+|\d+)(?::(\+?)(0x[0-9a-f]+|\d+))?$/i.exec(plain);
  if (!found) return [{ path: text }, undefined];
  const start = Number(found[1]);
  if (start >= size)
    throw new Error(`${text} is past the end: the file has ${plural(size, "byte")}`);
  if (!found[3]) return [{ offset: start }, undefined];
  const end = Math.min(size, found[2] ? start + Number(found[3]) : Number(found[3]));
  if (end <= start)
    throw new Error(`${text} ends before it begins; needed A:B with A below B, or A:+LENGTH`);
  return [{ offset: start, until: end }, [start, end]];
}
