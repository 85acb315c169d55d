// How numbers of bytes are written: as the command line writes them.
// @ts-check
import { count } from "./dom.js";

const UNITS = ["KiB", "MiB", "GiB", "TiB"];

/**
 * Return a share with one decimal: never 0.0 of something, 100 only of everything.
 * @param {number} part
 * @param {number} whole
 */
export function percent(part, whole) {
  if (part <= 0 || whole <= 0) return "0 %";
  if (part >= whole) return "100 %";
  const share = (part / whole) * 100;
  return share < 0.1 ? "<0.1 %" : `${Math.min(99.9, share).toFixed(1)} %`;
}

/**
 * Return `767 B` or `144 KiB`, for places with no room for more.
 * @param {number} size
 */
export function brief(size) {
  if (size < 10 << 10) return `${count(size)} B`;
  let value = size / 1024;
  let unit = 0;
  for (; value >= 1024 && unit < UNITS.length - 1; unit++) value /= 1024;
  return `${value.toFixed(value < 10 ? 1 : 0)} ${UNITS[unit]}`;
}

/**
 * Return `147,456 bytes (144 KiB)`.
 * @param {number} size
 */
export function bytes(size) {
  const said = `${count(size)} byte${size === 1 ? "" : "s"}`;
  return size < 10 << 10 ? said : `${said} (${brief(size)})`;
}
