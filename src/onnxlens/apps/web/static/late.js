// What the page loads once the first view is there: the map, the drawer, keys and boxes.
// @ts-check
import { mountByteKeys } from "./bytekeys.js";
import { mountByteMouse } from "./bytemouse.js";
import { byId, el } from "./dom.js";
import { mountDrawer } from "./drawer.js";
import { mountDrop } from "./drop.js";
import { mountFieldKeys } from "./fieldkeys.js";
import { mountGoto } from "./goto.js";
import { mountInspector } from "./inspector.js";
import { mountKeys } from "./keys.js";
import { mountMap } from "./map.js";

const STYLES = ["map.css", "drawer.css", "panels.css"];

export async function mountLate() {
  await Promise.all(STYLES.map(styled));
  mountMap(byId("map"));
  mountDrawer(byId("drawer"));
  mountFieldKeys();
  mountByteMouse();
  mountByteKeys();
  mountInspector();
  mountGoto();
  mountDrop();
  mountKeys();
}

/**
 * Wait until a style sheet holds.
 * @param {string} name
 */
function styled(name) {
  return new Promise((done) => {
    const href = `static/${name}`;
    document.head.append(el("link", { rel: "stylesheet", href, on: { load: done, error: done } }));
  });
}
