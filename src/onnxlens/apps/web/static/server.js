// Questions to the server that sent this page; it answers no other page.
// @ts-check

/**
 * @typedef {{row: number, element: number | null, start: number, end: number}} Place
 * @typedef {Place & {
 *   key: string, kind: string, label: string, text: string, size: number, family: string,
 *   kids: number, damage: string | null
 * }} Row
 * @typedef {{of: string, index: number}} Step where a row stands in the list of another
 * @typedef {{words: string} & Place} Link
 * @typedef {Place & {
 *   key: string, path: string, named: string, kind: string, family: string, tagEnd: number,
 *   payload: number, trail: Step[], crumbs: (Place & {label: string})[], title: string,
 *   what: string, value: string, sentences: string[],
 *   links: {title: string, items: Link[], more: number}[],
 *   note: {short: string, long: string} | null,
 *   standard: {value: string, short: string, present: boolean}[],
 *   bytes: [string, string][], schema: [string, string][], reference: string | null,
 *   follow: Place | null, tensor: boolean, content: string | null, damage: string | null,
 *   remark: string
 * }} Told what the server tells of one record
 * @typedef {{
 *   id: number, name: string, size: number, sizeText: string, root: string | null, title: string,
 *   records: number, complete: boolean, dropped: boolean, changed: boolean, hash: string,
 *   because: string | null, foreign: {title: string, entries: [string, string][]} | null,
 *   damage: {words: string, start: number, end: number} | null, rest: string | null
 * }} Doc
 */

/** What the server refused, in its words. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{error?: string, next?: string, nearest?: string}} said
   */
  constructor(status, said) {
    super(said.error || `the server answered ${status}`);
    this.status = status;
    this.next = said.next || null;
    this.nearest = said.nearest ?? null;
  }
}

/** There is no server any more; the page has said so. */
export class Gone extends TypeError {}

/** Which document is asked about, and what is told when the server is gone. */
export const server = {
  doc: 0,
  /** @type {() => void} */
  gone: () => {},
};

/** @type {Set<Promise<any>>} */
const questions = new Set(); // that are not answered yet

/** Wait until no question is on its way, and nothing more is asked because of an answer. */
export async function answered() {
  while (questions.size) {
    await Promise.allSettled(questions);
    await new Promise(requestAnimationFrame);
  }
}

/**
 * Return the answer to a question about the open document.
 * @param {string} name
 * @param {Record<string, string | number | null | undefined>} [parameters]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(name, parameters = {}, signal) {
  const answer = send(address(name, parameters), { signal }).then((response) => response.json());
  questions.add(answer);
  try {
    return await answer;
  } finally {
    questions.delete(answer);
  }
}

/**
 * Yield the objects of an answer that comes line by line.
 * @param {string} name
 * @param {Record<string, string | number | null | undefined>} parameters
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<any>}
 */
export async function* lines(name, parameters, signal) {
  const response = await send(address(name, parameters), { signal });
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const parts = (rest + (value || "")).split("\n");
    rest = parts.pop() || "";
    for (const part of parts) if (part) yield JSON.parse(part);
    if (done) return;
  }
}

/**
 * Send octets and return the answer.
 * @param {string} name
 * @param {BodyInit | null} body
 * @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
export async function post(name, body, headers = {}) {
  const response = await send(`/api/${name}`, { method: "POST", body, headers });
  return response.json();
}

/**
 * @param {string} name
 * @param {Record<string, string | number | null | undefined>} parameters
 */
function address(name, parameters) {
  const query = new URLSearchParams(server.doc ? { doc: String(server.doc) } : {});
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) query.set(key, String(value));
  }
  return `/api/${name}?${query}`;
}

/**
 * @param {string} url
 * @param {RequestInit} init
 */
async function send(url, init) {
  let response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (isAborted(error)) throw error;
    server.gone();
    throw new Gone(String(error));
  }
  if (response.ok) return response;
  throw new Refused(response.status, await response.json().catch(() => ({})));
}

/**
 * Tell whether an error only says that an answer is no longer wanted.
 * @param {unknown} error
 */
export function isAborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}
