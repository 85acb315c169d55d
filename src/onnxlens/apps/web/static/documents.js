// Which files the server has open, which one the page shows, and what is to be said of it first.
// @ts-check
import { byId, button, el, fill } from "./dom.js";
import { ask, post } from "./server.js";
import { on, open, select, state, tell } from "./state.js";

/** @typedef {import("./server.js").Doc} Doc */

export function mountDocuments() {
  on("document", () => {
    drawHead();
    drawNotices();
  });
  on("refused", (event) => refuse(event.detail));
  on("select", ({ detail }) => detail && (detail.push || detail.from) && silence("refused"));
  on("gone", () => {
    document.body.classList.add("gone");
    notice("gone", "onnxlens serve has ended; what was read stays on the page");
  });
  document.addEventListener("visibilitychange", () => !document.hidden && void look());
}

/** @param {Doc} doc */
export function openDocument(doc) {
  const at = state.docs.findIndex((each) => each.id === doc.id);
  if (at < 0) state.docs.push(doc);
  else state.docs[at] = doc;
  byId("panes").classList.remove("empty");
  byId("empty").hidden = true;
  open(doc);
}

function drawHead() {
  const doc = state.doc;
  document.title = doc ? `${doc.name} · onnxlens` : "onnxlens";
  if (!doc) return fill(byId("file"));
  const names = state.docs.map((each) =>
    el("option", { value: each.id, selected: each.id === doc.id }, each.name),
  );
  const choice = el("select", { class: "name", aria: { label: "File" } }, ...names);
  choice.addEventListener("change", () => {
    const chosen = state.docs.find((each) => String(each.id) === choice.value);
    if (chosen) openDocument(chosen);
  });
  fill(
    byId("file"),
    state.docs.length > 1 ? choice : el("span", { class: "name", title: doc.name }, doc.name),
    el("span", { class: "muted" }, doc.title),
  );
}

function drawNotices() {
  fill(byId("notices"));
  const doc = state.doc;
  if (!doc) return;
  const { damage } = doc;
  if (damage)
    notice(
      "damage",
      `! ${damage.words}`,
      () => void select({ offset: damage.start }, { push: true }),
    );
  if (doc.foreign)
    notice(
      "foreign",
      [doc.foreign.title, ...doc.foreign.entries.map(([key, words]) => `${key}: ${words}`)].join(
        " · ",
      ),
    );
  if (doc.rest) notice("plain", doc.rest);
  if (doc.because) notice("plain", doc.because);
  if (doc.changed) changed();
}

function changed() {
  const words =
    "the file changed on disk since it was opened; what is shown may no longer be there";
  notice("changed", words, () => void reload(), "Open it again");
}

async function reload() {
  if (!state.doc) return;
  try {
    openDocument(await post(`reload?doc=${state.doc.id}`, null));
  } catch (error) {
    tell("refused", error);
  }
}

/** Ask whether the file changed on disk. */
async function look() {
  if (!state.doc) return;
  const { documents } = await ask("documents").catch(() => ({ documents: [] }));
  const now = documents.find((/** @type {Doc} */ each) => state.doc && each.id === state.doc.id);
  if (now && now.changed && !state.doc.changed) {
    state.doc.changed = true;
    changed();
  }
}

/** @param {any} error */
function refuse(error) {
  const nearest = error.nearest;
  const words =
    error.next && !error.message.includes(error.next)
      ? `${error.message} · ${error.next}`
      : error.message;
  notice(
    "refused",
    words,
    nearest === null || nearest === undefined
      ? undefined
      : () => void select({ path: nearest }, { push: true }),
  );
}

/**
 * Show a line under the header; one of each kind.
 * @param {string} kind
 * @param {string} words
 * @param {() => void} [show]
 * @param {string} [label] of the button that does so
 */
export function notice(kind, words, show, label = "Show") {
  if (kind !== "plain") silence(kind);
  const line = el(
    "div",
    { class: kind === "plain" ? "plain" : "", data: { kind } },
    el("span", { class: "grow" }, words),
    show ? button({ class: "action" }, show, label) : null,
    button({ aria: { label: "Close this line" } }, () => line.remove(), "✕"),
  );
  byId("notices").append(line);
}

/**
 * Take the line of a kind away.
 * @param {string} kind
 */
function silence(kind) {
  for (const each of [...byId("notices").children])
    if (each instanceof HTMLElement && each.dataset.kind === kind) each.remove();
}
