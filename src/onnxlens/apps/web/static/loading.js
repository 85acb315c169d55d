// What a panel shows until its answer is there, where there is none, and where it is refused.
// @ts-check
import { button, el, fill } from "./dom.js";
import { ask, isAborted, Refused } from "./server.js";

const SOON = 150; // milliseconds; what comes sooner needs no placeholder

/** One question at a time; an answer to an older one is dropped. */
export class Loader {
  /**
   * @param {HTMLElement} box shows the placeholder, the refusal or that there is nothing
   * @param {HTMLElement} content is hidden meanwhile
   */
  constructor(box, content) {
    this.box = box;
    this.content = content;
    this.asked = new AbortController();
    box.classList.add("notice");
    this.clear();
  }

  /** Drop what was asked, and show nothing. */
  clear() {
    this.asked.abort();
    this.note();
    this.content.hidden = true;
  }

  /**
   * @param {string} name
   * @param {Record<string, string | number | null>} parameters
   * @param {(answer: any) => void} draw
   */
  async load(name, parameters, draw) {
    this.asked.abort();
    const { signal } = (this.asked = new AbortController());
    const timer = setTimeout(() => !signal.aborted && this.wait(), SOON);
    try {
      const answer = await ask(name, parameters, signal);
      if (!signal.aborted) this.show(() => draw(answer));
    } catch (error) {
      if (!signal.aborted && !isAborted(error)) {
        this.refuse(error, () => this.load(name, parameters, draw));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param {() => void} draw */
  show(draw) {
    this.note();
    this.content.hidden = false;
    draw();
  }

  wait() {
    const bars = Array.from({ length: 6 }, () => el("div", { class: "skeleton" }));
    const live = el("p", { class: "hidden", role: "status" }, "loading");
    this.say(live, ...bars);
  }

  /**
   * @param {unknown} error
   * @param {() => void} again
   */
  refuse(error, again) {
    this.say(...refusal(error), el("p", {}, button({ class: "action" }, again, "Ask again")));
    if (!(error instanceof Refused) && !(error instanceof TypeError)) throw error;
  }

  /**
   * Show words in place of the content.
   * @param {...(Node | string)} words
   */
  say(...words) {
    this.content.hidden = true;
    this.note(...words);
  }

  /**
   * Show words, or none, and leave the content as it is.
   * @param {...(Node | string)} words
   */
  note(...words) {
    fill(this.box, ...words);
    this.box.hidden = words.length === 0;
  }
}

/**
 * Return what is said of an error.
 * @param {unknown} error
 * @returns {HTMLElement[]}
 */
export function refusal(error) {
  if (error instanceof Refused) {
    const next = error.next ? [el("p", {}, `next: ${error.next}`)] : [];
    return [el("p", { role: "alert" }, `the server answered: ${error.message}`), ...next];
  }
  if (error instanceof TypeError) {
    return [el("p", { role: "alert" }, "the server gave no answer")];
  }
  return [el("p", { role: "alert" }, `this page stopped here: ${error}`)];
}
