// Renders of a frame or a range, one after the other, to be saved by the browser.

import { make, set } from "./elements.js";
import { Part } from "./part.js";

export class Output extends Part {
  #kind = "mp4";
  #rows = new Map();

  constructor(things) {
    super(things);
    this.connection.on("render", ({ value }) => this.#take(value));
    this.connection.on("command", ({ value }) => { this.find("code").textContent = value; });
    for (const button of this.element.querySelectorAll("[data-kind]")) {
      const { kind } = button.dataset;
      const show = () => this.#send("command", kind);
      set(button, { click: () => this.#send("render", kind), focus: show, pointerenter: show });
    }
    this.element.addEventListener("change", () => this.#showOptions());
    this.find(".copy").addEventListener("click", () => {
      navigator.clipboard?.writeText(this.find("code").textContent);
    });
  }

  open() {
    this.element.showModal();
    this.#showOptions();
  }

  // The size of the pictures, and which kinds may be transparent.
  #showOptions() {
    const { frame, range: [first, last], scene } = this.state;
    const { scale, isTransparent } = this.#options;
    const [width, height] = [scene?.width, scene?.height].map((one) => Math.round(one * scale));
    this.find(".facts").textContent =
      `Frame ${frame}, or the range ${first} to ${last}: ${width} × ${height} pixels.`;
    this.find("[data-kind=mp4]").disabled = isTransparent;
    if (isTransparent && this.#kind === "mp4") this.#kind = "mov";
    this.#send("command", this.#kind);
  }

  get #options() {
    return {
      scale: Number(this.find("select").value),
      isTransparent: this.find("[type=checkbox]").checked,
    };
  }

  #send(type, kind) {
    const { frame, range } = this.state;
    this.#kind = kind;
    const frames = kind === "png" ? [frame, frame] : range;
    this.connection.send({ type, kind, range: frames, ...this.#options });
  }

  #take({ id, event }) {
    if (!this.#rows.has(id)) this.#rows.set(id, this.#row(id));
    const { progress, text, cancel, row } = this.#rows.get(id);
    const end = (words) => {
      text.textContent = words;
      progress.remove();
      cancel.remove();
    };
    const takes = {
      frame: ({ frames, finished }) => {
        set(progress, { max: frames, value: finished });
        text.textContent = `${finished} of ${frames} frames`;
      },
      file: ({ name }) => this.#save(id, name),
      error: ({ message }) => end(message),
      cancelled: () => end("cancelled"),
      warning: ({ message }) => { row.title = message; },
    };
    takes[event.event]?.(event);
  }

  // The browser's list of downloads does not learn the address with the token.
  async #save(id, name) {
    const { text, cancel, row } = this.#rows.get(id);
    cancel.remove();
    try {
      const response = await fetch(this.connection.address(`render/${id}`));
      if (!response.ok) throw new Error(await response.text());
      const href = URL.createObjectURL(await response.blob());
      const link = make("a", { href, download: name }, name);
      row.replaceChildren(link);
      link.click();
    } catch (problem) {
      text.textContent = problem.message;
    }
  }

  #row(id) {
    const [progress, text] = [make("progress"), make("span", {}, "waiting")];
    const cancel = make("button", {
      click: () => this.connection.send({ type: "cancel", id }),
    }, "Cancel");
    const row = make("li", {}, progress, text, cancel);
    this.find("ul").prepend(row);
    return { row, progress, text, cancel };
  }
}
