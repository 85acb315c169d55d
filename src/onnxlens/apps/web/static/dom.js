// Elements made from parts: text only ever becomes text, so nothing that a model says can act.
// @ts-check

/**
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {{
 *   class?: string, id?: string, title?: string, hidden?: boolean, disabled?: boolean,
 *   role?: string, tabindex?: number, aria?: Record<string, string | number | boolean | null>,
 *   data?: Record<string, string | number>, on?: Record<string, (event: any) => void>,
 *   [attribute: string]: any
 * }} Parts
 */

/**
 * Return a new element. `aria` and `data` become attributes of those prefixes, `on` listeners;
 * strings among the children become text.
 * @param {string} tag
 * @param {Parts} [parts]
 * @param {...Child} children
 * @returns {any}
 */
export function el(tag, parts = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    } else if (name === "aria" || name === "data") {
      for (const [key, each] of Object.entries(value)) {
        if (each !== null && each !== undefined) node.setAttribute(`${name}-${key}`, String(each));
      }
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  node.append(...children.filter(isShown));
  return node;
}

/**
 * @param {Child} child
 * @returns {child is Node | string}
 */
function isShown(child) {
  return child !== null && child !== undefined && child !== false;
}

/**
 * Return a button that does something and submits nothing.
 * @param {Parts} parts
 * @param {() => void} act
 * @param {...Child} children
 * @returns {HTMLButtonElement}
 */
export function button(parts, act, ...children) {
  const made = el("button", { type: "button", ...parts }, ...children);
  made.addEventListener("click", act);
  return made;
}

/**
 * Return the element of the page with an id, which index.html has.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no element ${id}`);
  return found;
}

/**
 * Replace what is in a node.
 * @param {Node} node
 * @param {...Child} children
 */
export function fill(node, ...children) {
  /** @type {Element} */ (node).replaceChildren(...children.filter(isShown));
}

/**
 * Return a number with `,` between thousands.
 * @param {number} number
 */
export function count(number) {
  return number.toLocaleString("en-US");
}

/**
 * Return `1 node` or `2 nodes`.
 * @param {number} number
 * @param {string} word
 */
export function plural(number, word) {
  return `${count(number)} ${word}${number === 1 ? "" : "s"}`;
}

/**
 * Return what puts off a call until nothing has asked for it for `wait` milliseconds.
 * @param {() => void} act
 * @param {number} wait
 */
export function later(act, wait) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(act, wait);
  };
}
