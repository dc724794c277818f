// A part of the page, to which others listen.

export class Part {
  #listeners = new Map();

  // Takes its element and the things that it shows or changes, by their names.
  constructor(things) {
    Object.assign(this, things);
  }

  // Calls a function with the details of an event, or of each of several.
  on(types, listener) {
    for (const type of [types].flat()) {
      this.#listeners.set(type, [...this.#listeners.get(type) ?? [], listener]);
    }
  }

  emit(type, detail) {
    for (const listener of this.#listeners.get(type) ?? []) listener(detail);
  }

  // The first of its elements that matches a selector.
  find(selector) {
    return this.element.querySelector(selector);
  }

  // Calls functions, by the selectors of elements, when an event of a type happens to those.
  listen(type, functions) {
    for (const [selector, take] of Object.entries(functions)) {
      this.find(selector).addEventListener(type, ({ target }) => take(target));
    }
  }
}
