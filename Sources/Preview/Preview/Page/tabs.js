// Tabs, one of which shows its panel.

import { arrows } from "./elements.js";
import { Emitter } from "./emitter.js";

export class Tabs extends Emitter {
  #tabs;
  #panels;

  constructor(element) {
    super();
    this.#tabs = [...element.querySelectorAll("[role=tab]")];
    this.#panels = [...element.querySelectorAll("[role=tabpanel]")];
    this.#tabs.forEach((tab, index) => {
      tab.addEventListener("click", () => this.show(index));
      tab.addEventListener("keydown", (event) => {
        const [step] = arrows[event.key] ?? [0];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const count = this.#tabs.length;
        const next = (index + step + count) % count;
        this.show(next);
        this.#tabs[next].focus();
      });
    });
  }

  show(chosen) {
    this.#tabs.forEach((tab, index) => {
      tab.setAttribute("aria-selected", String(index === chosen));
      tab.tabIndex = index === chosen ? 0 : -1;
      this.#panels[index].hidden = index !== chosen;
    });
    this.emit("show", this.#panels[chosen].id);
  }
}
