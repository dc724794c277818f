// The buttons above the layer tree, and the note that says why nothing was changed.

import { align } from "./alignment.js";
import { make } from "./fields.js";

export class LayerTools {
  #element;

  constructor(element, structure, handles, canvas) {
    this.#element = element;
    const tools = {
      add: () => structure.open(), duplicate: () => structure.duplicate(),
      remove: () => structure.remove(), raise: () => structure.move(1),
      lower: () => structure.move(-1),
    };
    for (const button of element.querySelectorAll("button")) {
      const { tool, align: place } = button.dataset;
      button.addEventListener("click", () => {
        if (tool) tools[tool]();
        else align(handles, canvas, place);
      });
    }
  }

  // Whether a layer is selected.
  setEnabled(isEnabled) {
    for (const button of this.#element.querySelectorAll("[data-needs]")) {
      button.disabled = !isEnabled;
    }
  }
}

// A note at the place of a drag. It goes when something else is done.
export class Bubble {
  #element;
  #stage;
  // Where a drag ended whose change is not answered yet.
  #dropped = null;
  // The address of a line of the file, with {line} and {column} in it.
  link = "";

  constructor(element, stage) {
    [this.#element, this.#stage] = [element, stage];
    stage.addEventListener("pointerdown", ({ target }) => {
      if (!element.contains(target)) this.hide();
    });
  }

  // Says something, with a link to the line that has it.
  show({ clientX, clientY, line }, text) {
    const box = this.#stage.getBoundingClientRect();
    this.#element.textContent = text;
    if (line && this.link) {
      const href = this.link.replace("{line}", line).replace("{column}", 1);
      this.#element.append(" ", make("a", { href }, `Open line ${line}`));
    }
    this.#element.hidden = false;
    const [left, top] = [clientX - box.left, clientY - box.top + 14];
    this.#element.style.left = `${Math.min(Math.max(left, 8), Math.max(box.width - 330, 8))}px`;
    this.#element.style.top = `${Math.min(Math.max(top, 8), Math.max(box.height - 60, 8))}px`;
  }

  hide() {
    this.#element.hidden = true;
    this.#dropped = null;
  }

  // Remembers where a drag ended.
  drop(place) {
    this.#dropped = place;
  }

  // Shows why a change was refused, where it was made by a drag.
  settle(problem) {
    if (problem && this.#dropped) this.show(this.#dropped, problem);
    else if (!problem) this.hide();
  }
}
