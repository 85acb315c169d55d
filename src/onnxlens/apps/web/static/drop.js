// Files that are dropped on the page, and the page without a file.
// @ts-check
import { button, byId, el, fill } from "./dom.js";
import { openDocument } from "./documents.js";
import { post } from "./server.js";
import { state, tell } from "./state.js";

const LARGEST = 512 * 1024 * 1024; // what the server takes, all dropped files together

export function mountDrop() {
  const body = document.body;
  for (const type of ["dragenter", "dragover"]) {
    body.addEventListener(type, (event) => {
      event.preventDefault();
      body.classList.add("dragging");
    });
  }
  body.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) body.classList.remove("dragging");
  });
  body.addEventListener("drop", (event) => {
    event.preventDefault();
    body.classList.remove("dragging");
    const file = event.dataTransfer && event.dataTransfer.files[0];
    if (file) void send(file);
  });
  if (!state.doc) showEmpty();
}

/** Show what there is to do while no file is open. */
function showEmpty() {
  const input = el("input", {
    type: "file",
    hidden: true,
    on: { change: () => input.files[0] && send(input.files[0]) },
  });
  fill(
    byId("empty"),
    el(
      "div",
      { class: "drop" },
      el("h2", {}, "What every byte of an ONNX file says, and what it means"),
      el(
        "p",
        {},
        "Drop a file here: a model, test data, any part of them, whole or broken. It goes to onnxlens on this machine and nowhere else.",
      ),
      button({ class: "action" }, () => input.click(), "Choose a file"),
      " ",
      button({ class: "action" }, () => void example(), "Open example"),
      input,
    ),
  );
}

async function example() {
  const answer = await fetch("/static/example.onnx");
  await send(new File([await answer.blob()], "example.onnx"));
}

/** @param {File} file */
async function send(file) {
  if (file.size > LARGEST) {
    const size = `${file.name}: ${file.size.toLocaleString("en-US")} bytes`;
    return tell(
      "refused",
      new Error(`${size}; a dropped file has at most 512 MiB. Next: onnxlens serve ${file.name}`),
    );
  }
  try {
    const doc = await post("open", file, { "X-Name": encodeURIComponent(file.name) });
    openDocument(doc);
  } catch (error) {
    tell("refused", error);
  }
}
