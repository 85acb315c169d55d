// The status line: which bytes are selected, and what they are as numbers and text.
// @ts-check
import { byId, count, el, fill, later } from "./dom.js";
import { server } from "./server.js";
import { on, state } from "./state.js";

const MOST = 64; // bytes that are read as a value
const line = byId("status");
let turn = 0;

export function mountInspector() {
  const draw = later(() => void show(), 20);
  on("select", draw);
  on("hover", draw);
  on("document", draw);
  draw();
}

async function show() {
  const mine = ++turn;
  const place = state.hover;
  if (!state.doc) return fill(line);
  if (place) return fill(line, el("span", {}, place.words));
  const [start, end] = state.range;
  const data = await read(start, Math.min(end, start + MOST));
  if (mine !== turn) return;
  const parts = [
    `${start}:${end}`,
    `0x${start.toString(16).toUpperCase()}`,
    `${count(end - start)} byte${end - start === 1 ? "" : "s"} selected`,
  ];
  const text = JSON.stringify(new TextDecoder().decode(data)).replace(/\p{C}/gu, "·");
  fill(
    line,
    ...[...parts, ...numbers(data, end - start)].map((words) => el("span", {}, words)),
    el("span", { class: "text" }, `UTF-8 ${text}${end - start > MOST ? " …" : ""}`),
  );
}

/**
 * @param {number} start
 * @param {number} end
 */
async function read(start, end) {
  if (end <= start) return new Uint8Array(0);
  const answer = await fetch(`/api/bytes?doc=${server.doc}&from=${start}&to=${end}`).catch(
    () => null,
  );
  return answer && answer.ok ? new Uint8Array(await answer.arrayBuffer()) : new Uint8Array(0);
}

/**
 * Yield what the first bytes are as numbers, in both byte orders where it matters.
 * @param {Uint8Array} data
 * @param {number} size
 */
function* numbers(data, size) {
  if (!data.length) return;
  const at = new DataView(data.buffer, data.byteOffset, data.byteLength);
  yield `u8 ${at.getUint8(0)}`;
  if (size === 2 || size > 8)
    yield* both("i16", (little) => at.getInt16(0, little), data.length >= 2);
  if (size === 4 || size > 8) {
    yield* both("i32", (little) => at.getInt32(0, little), data.length >= 4);
    yield* both("f32", (little) => +at.getFloat32(0, little).toPrecision(7), data.length >= 4);
  }
  if (size === 8) {
    yield* both("i64", (little) => at.getBigInt64(0, little), true);
    yield* both("f64", (little) => at.getFloat64(0, little), true);
  }
  const number = varint(data);
  if (number !== null) yield `varint ${number}`;
}

/**
 * @param {string} name
 * @param {(little: boolean) => number | bigint} get
 * @param {boolean} fits
 */
function* both(name, get, fits) {
  if (fits) yield `${name} le ${get(true)} be ${get(false)}`;
}

/**
 * Return the varint at the start of some bytes; null where none ends there.
 * @param {Uint8Array} data
 */
function varint(data) {
  let value = 0n;
  for (let at = 0; at < Math.min(10, data.length); at++) {
    value |= BigInt(data[at] & 127) << BigInt(7 * at);
    if (data[at] < 128) return value;
  }
  return null;
}
