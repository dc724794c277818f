// The scene beside its baselines: what differs, side by side or one after the other.

import { make } from "./elements.js";
import { Part } from "./part.js";

const titles = { expected: "baseline", actual: "now", difference: "difference" };

export class Comparison extends Part {
  #entries = [];

  constructor(things) {
    super(things);
    this.connection.on("comparison", ({ value }) => this.#take(value));
    this.listen("change", { select: () => this.#show() });
    // The baseline is seen left of the slider, and the scene as it is now right of it.
    this.listen("input", {
      "[type=range]": ({ value }) => (
        this.find(".pictures").style.setProperty("--place", `${value}%`)
      ),
    });
    this.listen("click", {
      ".approve": () => {
        this.find("output").textContent = "recording";
        this.connection.send({ type: "approve" });
      },
    });
  }

  open() {
    this.#entries = [];
    this.find("output").textContent = "comparing";
    this.find(".pictures").replaceChildren();
    this.element.showModal();
    this.connection.send({ type: "compare" });
  }

  #take({ problem, entries, command }) {
    const isFailure = ({ verdict }) => verdict !== "same";
    this.#entries = entries;
    const failures = entries.filter(isFailure).length;
    const summary = entries.length === 0
      ? "There is no baseline of this scene."
      : `${failures} of ${entries.length} differ.`;
    this.find("output").textContent = problem ?? summary;
    this.find("code").textContent = command;
    const approve = this.find(".approve");
    if (document.activeElement === approve) this.find("form button").focus();
    approve.disabled = Boolean(problem) || failures === 0;
    const list = this.find("select");
    list.replaceChildren(...entries.map(({ name, verdict }, value) => (
      make("option", { value }, `${name}: ${verdict}`)
    )));
    list.value = Math.max(entries.findIndex(isFailure), 0);
    this.#show();
  }

  #show() {
    const entry = this.#entries[this.find("select").value];
    const sentences = entry?.sentences ?? [];
    this.find("ul").replaceChildren(...sentences.map((text) => make("li", {}, text)));
    const figures = Object.keys(titles).filter((kind) => entry?.[kind]).map((kind) => {
      const src = `data:image/png;base64,${entry[kind]}`;
      const picture = make("img", { src, alt: `${titles[kind]} at ${entry.name}` });
      return make("figure", {}, picture, make("figcaption", {}, titles[kind]));
    });
    this.find(".pictures").replaceChildren(...figures);
  }
}
