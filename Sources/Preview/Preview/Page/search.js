// A dialog with a field and a list of the items with the words that are typed there. One is chosen,
// by the arrow keys too, and taken by enter.

import { arrows, clamp, hasWords, make } from "./elements.js";
import { Part } from "./part.js";

export class SearchDialog extends Part {
  #field = this.find("input");
  #list = this.find("[role=listbox]");
  #index = 0;
  // The items with the words.
  shown = [];

  // `all` returns what there is, `wordsOf` the text that is searched of one, `row` the attributes
  // and children of its element; `take` gets the one that is taken.
  constructor(things) {
    super(things);
    this.#field.addEventListener("input", () => this.choose(0));
    this.#field.addEventListener("keydown", (event) => {
      const [, step] = arrows[event.key] ?? [0, 0];
      if (!step) return;
      event.preventDefault();
      this.choose(this.#index + step);
    });
    this.find("form").addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.chosen) this.take(this.chosen);
    });
  }

  get chosen() {
    return this.shown[this.#index];
  }

  open() {
    if (this.element.open) return;
    this.#field.value = "";
    this.choose(0);
    this.element.showModal();
    this.#field.focus();
  }

  // Lists the items with the words, and chooses one.
  choose(index = this.#index) {
    this.shown = this.all().filter((one) => hasWords(this.wordsOf(one), this.#field.value))
      .slice(0, 200);
    this.#index = clamp(index, 0, Math.max(this.shown.length - 1, 0));
    this.#list.replaceChildren(...this.shown.map((one, at) => {
      const [attributes, ...children] = this.row(one, at);
      const id = `${this.element.id}-${at}`;
      return make("div", {
        role: "option", id, "aria-selected": at === this.#index, ...attributes,
      }, ...children);
    }));
    this.#list.children[this.#index]?.scrollIntoView({ block: "nearest" });
    this.#field.setAttribute("aria-activedescendant", `${this.element.id}-${this.#index}`);
    this.emit("choose");
  }
}
