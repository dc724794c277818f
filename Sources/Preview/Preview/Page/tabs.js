// Tabs, one of which shows its panel.

import { arrows, consume, set } from "./elements.js";
import { Part } from "./part.js";

export class Tabs extends Part {
  #tabs = [...this.element.querySelectorAll("[role=tab]")];

  constructor(things) {
    super(things);
    this.state.on("panel", () => this.#show());
    this.#tabs.forEach((tab, index) => set(tab, {
      click: () => this.#choose(tab),
      keydown: (event) => {
        const [step] = arrows[event.key] ?? [0];
        if (!step) return;
        consume(event);
        const next = this.#tabs.at((index + step) % this.#tabs.length);
        this.#choose(next);
        next.focus();
      },
    }));
  }

  #choose(tab) {
    this.state.set({ panel: tab.getAttribute("aria-controls") });
  }

  #show() {
    for (const tab of this.#tabs) {
      const panel = tab.getAttribute("aria-controls");
      const isShown = panel === this.state.panel;
      set(tab, { "aria-selected": isShown, tabindex: isShown ? 0 : -1 });
      this.find(`#${panel}`).hidden = !isShown;
    }
  }
}
