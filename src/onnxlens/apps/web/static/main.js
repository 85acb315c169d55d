// The page: mounts what is seen first and opens the first file; the rest is loaded after that.
// @ts-check
import { follow, meant, mountAddress, read } from "./address.js";
import { mountBytes } from "./bytes.js";
import { byId } from "./dom.js";
import { mountDocuments, openDocument } from "./documents.js";
import { mountFields } from "./fields.js";
import { mountMeaning } from "./meaning.js";
import { mountPanes } from "./panes.js";
import { answered, ask, Gone, isAborted, Refused, server } from "./server.js";
import { on, selectFirst, state, tell } from "./state.js";
import { mountTheme } from "./theme.js";

mountTheme();
mountDocuments();
mountFields();
mountBytes();
mountMeaning();
mountPanes();
mountAddress();
server.gone = () => tell("gone");
addEventListener("unhandledrejection", failed);
on("document", () => void first());
void start();

async function start() {
  const { documents } = await ask("documents");
  state.docs = documents;
  if (documents.length) openDocument(meant(documents));
  else await nothing();
}

/** @type {Promise<void> | null} */
let late = null;

/** Load what is not seen at once; it does not keep the first view waiting. */
function loadLate() {
  late ||= answered()
    .then(() => import("./late.js"))
    .then(({ mountLate }) => mountLate());
  return late;
}

/**
 * What nobody waits for any more may fail; what the server refused is said wherever it was asked.
 * @param {PromiseRejectionEvent} event
 */
function failed(event) {
  const { reason } = event;
  if (reason instanceof Refused) tell("refused", reason);
  else if (!(reason instanceof Gone) && !isAborted(reason)) return;
  event.preventDefault();
}

async function nothing() {
  byId("panes").classList.add("empty");
  byId("empty").hidden = false;
  await loadLate();
  tell("ready");
}

/** Select what the address names, else what the server shows at first. */
async function first() {
  const doc = state.doc;
  if (!doc) return;
  if (!(await read())) await selectFirst();
  await loadLate();
  if (doc !== state.doc) return; // another was opened meanwhile
  tell("ready");
  follow();
  document.documentElement.dataset.ready = String(doc.id);
}
