// The text of the scene file: a line leads to its layer, a layer to its line.

import { make } from "./elements.js";
import { Part } from "./part.js";

export class Source extends Part {
  // The line that is marked.
  #shown;

  constructor(things) {
    super(things);
    this.connection.on("source", ({ value }) => this.#show(value ?? ""));
    this.state.on(["scene", "panel"], () => this.#ask());
    this.state.on(["selected", "inspected"], () => this.#mark());
    this.element.addEventListener("click", ({ target }) => {
      const line = Number(target.closest("[data-line]")?.dataset.line);
      if (line) this.state.selectLine(line);
    });
  }

  // The text is asked for while it is seen.
  #ask() {
    const { panel, scene } = this.state;
    if (panel === "source" && !scene?.isDraft) this.connection.send({ type: "source" });
  }

  #show(text) {
    this.element.replaceChildren(...text.split(/\r\n|\n|\r/).map((line, index) => (
      make("div", { "data-line": index + 1 }, line || " ")
    )));
    this.#shown = null;
    this.#mark();
  }

  // Marks the line of the selected layer.
  #mark() {
    const shown = this.element.children[(this.state.layer?.line ?? 0) - 1];
    if (shown === this.#shown) return;
    this.#shown?.classList.remove("selected");
    this.#shown = shown;
    shown?.classList.add("selected");
    shown?.scrollIntoView({ block: "nearest" });
  }
}
