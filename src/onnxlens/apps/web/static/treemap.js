// Rectangles in proportion to sizes, tensors within the prefix of their names.
// @ts-check
import { el, fill, plural } from "./dom.js";
import { brief } from "./amounts.js";

/**
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 * @typedef {{row: number, start: number, end: number, path: string, name: string, type: string,
 *   size: number, share: string, external: boolean}} Tensor
 * @typedef {{prefix: string, count: number, size: number}} Group
 * @typedef {{group: Group, tensors: Tensor[], rest: number, box: Box}} Area
 */

const HEAD = 15; // pixels of a group's name
const LEAST = 4; // pixels; what is narrower is drawn as one with its neighbours

/**
 * Return rectangles that fill a box, as near to squares as can be, for sizes from large to small.
 * @param {number[]} sizes
 * @param {Box} box
 * @returns {Box[]}
 */
function squarify(sizes, box) {
  /** @type {Box[]} */
  const out = [];
  let left = sizes.reduce((sum, size) => sum + size, 0);
  let room = { ...box };
  for (let at = 0; at < sizes.length && left > 0 && room.w > 0 && room.h > 0;) {
    const scale = (room.w * room.h) / left;
    const end = fitting(sizes, at, scale, Math.min(room.w, room.h));
    const part = sizes.slice(at, end);
    const sum = part.reduce((total, size) => total + size, 0);
    room = lay(part, sum, room, sum / left, out);
    left -= sum;
    at = end;
  }
  return out;
}

/**
 * Return where a strip of rectangles along the shorter side ends: where one more makes it worse.
 * @param {number[]} sizes
 * @param {number} at
 * @param {number} scale
 * @param {number} side
 */
function fitting(sizes, at, scale, side) {
  let sum = 0;
  let best = Infinity;
  let end = at;
  for (; end < sizes.length; end++) {
    const with1 = sum + sizes[end] * scale;
    const worst = Math.max(
      (side * side * sizes[at] * scale) / (with1 * with1),
      (with1 * with1) / (side * side * sizes[end] * scale),
    );
    if (worst > best) break;
    best = worst;
    sum = with1;
  }
  return Math.max(end, at + 1);
}

/**
 * Lay one strip and return the room that is left.
 * @param {number[]} part
 * @param {number} sum
 * @param {Box} room
 * @param {number} share
 * @param {Box[]} out
 */
function lay(part, sum, room, share, out) {
  const tall = room.w >= room.h;
  const thick = (tall ? room.w : room.h) * share;
  let at = tall ? room.y : room.x;
  for (const size of part) {
    const long = ((tall ? room.h : room.w) * size) / sum;
    out.push(
      tall ? { x: room.x, y: at, w: thick, h: long } : { x: at, y: room.y, w: long, h: thick },
    );
    at += long;
  }
  return tall
    ? { ...room, x: room.x + thick, w: room.w - thick }
    : { ...room, y: room.y + thick, h: room.h - thick };
}

/**
 * Return the areas of the groups with the tensors in them.
 * @param {Tensor[]} tensors largest first
 * @param {Group[]} groups largest first
 * @param {Box} box
 * @returns {Area[]}
 */
export function areas(tensors, groups, box) {
  const boxes = squarify(
    groups.map((group) => group.size),
    box,
  );
  const others = groups.findIndex(({ prefix }) => !prefix); // what is in no other group
  /** @type {Tensor[][]} */
  const inside = groups.map(() => []);
  for (const tensor of tensors) {
    const at = groups.findIndex(({ prefix }) => within(tensor.name, prefix));
    const to = at < 0 ? others : at;
    if (to >= 0 && tensor.size > 0) inside[to].push(tensor);
  }
  return boxes.map((each, at) => {
    const told = inside[at].reduce((sum, tensor) => sum + tensor.size, 0);
    const rest = Math.max(0, groups[at].size - told);
    return { group: groups[at], tensors: inside[at], rest, box: each };
  });
}

/**
 * @param {string} name
 * @param {string} prefix whole steps of a name, without what parts them
 */
function within(name, prefix) {
  return prefix !== "" && name.startsWith(prefix) && /[./]/.test(name[prefix.length] || "");
}

/**
 * Draw the picture into a node; the list beside it says the same in words.
 * @param {HTMLElement} node
 * @param {Area[]} drawn
 */
export function drawTreemap(node, drawn) {
  fill(node, ...drawn.filter(({ box }) => box.w >= 2 && box.h >= 2).map(area));
}

/** @param {Area} told */
function area({ group, tensors, rest, box }) {
  const named = box.h > 2 * HEAD && box.w > 40 && tensors.length > 1;
  const size = brief(group.size);
  const title = `${group.prefix || "other names"}: ${plural(group.count, "tensor")}, ${size}`;
  const head = named && el("span", { class: "head" }, `${last(group.prefix) || "others"} ${size}`);
  const made = el("div", { class: "area", title }, head);
  put(made, box);
  const top = named ? HEAD : 0;
  const room = { x: 1, y: top + 1, w: box.w - 3, h: box.h - top - 3 };
  const boxes = squarify([...tensors.map((tensor) => tensor.size), ...(rest ? [rest] : [])], room);
  const seen = boxes.filter((each) => each.w >= LEAST && each.h >= LEAST);
  boxes.forEach((each, at) => seen.includes(each) && made.append(block(tensors[at], each, rest)));
  return made;
}

/**
 * @param {Tensor | undefined} tensor
 * @param {Box} box
 * @param {number} rest
 */
function block(tensor, box, rest) {
  const words = tensor
    ? `${tensor.name} ${tensor.type} ${brief(tensor.size)}`
    : `more ${brief(rest)}`;
  const label = box.w > 46 && box.h > 15 && el("span", {}, tensor ? last(tensor.name) : words);
  const data = /** @type {Record<string, number>} */ (tensor ? { row: tensor.row } : {});
  const kind = tensor ? "block" : "block more";
  const made = el("div", { class: kind, title: words, data }, label);
  put(made, box);
  return made;
}

/** Return the last parts of a dotted name, since its group says the first. @param {string} name */
function last(name) {
  return name.split(/[./]/).slice(-2).join(".");
}

/**
 * @param {HTMLElement} node
 * @param {Box} box
 */
function put(node, box) {
  node.style.left = `${box.x}px`;
  node.style.top = `${box.y}px`;
  node.style.width = `${Math.max(0, box.w - 1)}px`;
  node.style.height = `${Math.max(0, box.h - 1)}px`;
}
