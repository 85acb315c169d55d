// The page: mounts its parts and opens the first file.
// @ts-check
import { meant, mountAddress, read } from "./address.js";
import { mountByteKeys } from "./bytekeys.js";
import { mountBytes } from "./bytes.js";
import { byId } from "./dom.js";
import { mountDocuments, openDocument } from "./documents.js";
import { mountDrawer } from "./drawer.js";
import { mountDrop, showEmpty } from "./drop.js";
import { mountFields } from "./fields.js";
import { mountGoto } from "./goto.js";
import { mountInspector } from "./inspector.js";
import { mountKeys } from "./keys.js";
import { mountMap } from "./map.js";
import { mountMeaning } from "./meaning.js";
import { mountPanes } from "./panes.js";
import { ask, Gone, isAborted, Refused, server } from "./server.js";
import { on, selectFirst, state, tell } from "./state.js";
import { mountTheme } from "./theme.js";

mountTheme();
mountDocuments();
mountMap(byId("map"));
mountFields();
mountBytes();
mountByteKeys();
mountMeaning();
mountDrawer(byId("drawer"));
mountPanes();
mountInspector();
mountGoto();
mountDrop();
mountKeys();
mountAddress();
server.gone = () => tell("gone");
addEventListener("unhandledrejection", failed);
on("document", () => void first());
void start();

async function start() {
  const { documents } = await ask("documents");
  state.docs = documents;
  if (documents.length) openDocument(meant(documents));
  else nothing();
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

function nothing() {
  byId("panes").classList.add("empty");
  byId("empty").hidden = false;
  showEmpty();
  tell("ready");
}

/** Select what the address names, else what the server shows at first. */
async function first() {
  const doc = state.doc;
  if (!doc) return;
  if (!(await read())) await selectFirst();
  if (doc !== state.doc) return; // another was opened meanwhile
  tell("ready");
  document.documentElement.dataset.ready = String(doc.id);
}
