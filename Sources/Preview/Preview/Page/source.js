// The text of the scene file: a line leads to its layer, a layer to its line.

import { make } from "./elements.js";

export class Source {
  #state;
  #connection;
  #element;
  #isOpen = false;
  // The line that is marked.
  #shown;

  constructor(state, connection, element) {
    [this.#state, this.#connection, this.#element] = [state, connection, element];
    connection.on("source", ({ value }) => this.#show(value ?? ""));
    state.on("scene", () => { if (!state.scene.isDraft) this.#refresh(); });
    state.on(["selected", "inspected"], () => this.#mark());
    element.addEventListener("click", ({ target }) => {
      const line = Number(target.closest("[data-line]")?.dataset.line);
      if (line) state.selectLine(line);
    });
  }

  // The text is asked for while it is seen.
  open(isOpen) {
    this.#isOpen = isOpen;
    this.#refresh();
  }

  #refresh() {
    if (this.#isOpen) this.#connection.send({ type: "source" });
  }

  #show(text) {
    this.#element.replaceChildren(...text.split(/\r\n|\n|\r/).map((line, index) => (
      make("div", { "data-line": index + 1 }, line || " ")
    )));
    this.#shown = null;
    this.#mark();
  }

  // Marks the line of the selected layer.
  #mark() {
    const shown = this.#element.children[(this.#state.layer?.line ?? 0) - 1];
    if (shown === this.#shown) return;
    this.#shown?.classList.remove("selected");
    this.#shown = shown;
    shown?.classList.add("selected");
    shown?.scrollIntoView({ block: "nearest" });
  }
}
