// Tabs, one of which shows its panel.

export class Tabs extends EventTarget {
  #tabs;
  #panels;

  // By the names in front of the tabs' ids, and the ids of their panels.
  constructor(names, panels) {
    super();
    this.#tabs = names.map((name) => document.getElementById(`${name}-tab`));
    this.#panels = panels.map((id) => document.getElementById(id));
    this.#tabs.forEach((tab, index) => {
      tab.addEventListener("click", () => this.show(index));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
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
    this.dispatchEvent(new CustomEvent("show", { detail: this.#panels[chosen].id }));
  }
}
