// The text of the scene file: a line leads to its layer, a layer to its line.

export class Source extends EventTarget {
  #connection;
  #element;
  #selected = null;
  #isOpen = false;

  constructor(connection, element) {
    super();
    [this.#connection, this.#element] = [connection, element];
    connection.on("source", ({ value }) => this.#show(value ?? ""));
    element.addEventListener("click", ({ target }) => {
      const line = Number(target.closest("[data-line]")?.dataset.line);
      if (line) this.dispatchEvent(new CustomEvent("line", { detail: line }));
    });
  }

  // The text is asked for while it is seen.
  open(isOpen) {
    this.#isOpen = isOpen;
    this.refresh();
  }

  refresh() {
    if (this.#isOpen) this.#connection.send({ type: "source" });
  }

  select(line) {
    this.#selected = line;
    this.#mark();
  }

  #show(text) {
    const lines = text.split(/\r\n|\n|\r/).map((line, index) => {
      const element = document.createElement("div");
      element.dataset.line = index + 1;
      element.textContent = line || " ";
      return element;
    });
    this.#element.replaceChildren(...lines);
    this.#mark();
  }

  #mark() {
    for (const line of this.#element.children) {
      const isSelected = Number(line.dataset.line) === this.#selected;
      line.classList.toggle("selected", isSelected);
      if (isSelected) line.scrollIntoView({ block: "nearest" });
    }
  }
}
