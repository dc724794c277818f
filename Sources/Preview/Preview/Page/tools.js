// The buttons above the layer tree, and the note that says why nothing was changed.

import { make } from "./elements.js";

export class LayerTools {
  // `actions` by the names of the buttons; `align` gets a place of the canvas.
  constructor(state, element, actions, align) {
    for (const button of element.querySelectorAll("button")) {
      const { tool, align: place } = button.dataset;
      button.addEventListener("click", () => (tool ? actions[tool]() : align(place)));
    }
    state.on("selected", () => {
      for (const button of element.querySelectorAll("[data-needs]")) {
        button.disabled = state.selected === null;
      }
    });
  }
}

// A note at the place of a drag. It goes when something else is done.
export class Bubble {
  #state;
  #element;
  #stage;
  // Where a drag ended whose change is not answered yet.
  #dropped = null;

  constructor(state, element, stage) {
    [this.#state, this.#element, this.#stage] = [state, element, stage];
    state.on("selected", () => this.hide());
    stage.addEventListener("pointerdown", ({ target }) => {
      if (!element.contains(target)) this.hide();
    });
  }

  // Says something, with a link to the line that has it.
  show({ clientX, clientY, line }, text) {
    const box = this.#stage.getBoundingClientRect();
    this.#element.textContent = text;
    const { link } = this.#state;
    if (line && link) {
      const href = link.replace("{line}", line).replace("{column}", 1);
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
