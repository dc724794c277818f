// Something that others listen to.

export class Emitter {
  #listeners = new Map();

  // Calls a function with what is said of an event, or of each of several.
  on(types, listener) {
    for (const type of [types].flat()) {
      this.#listeners.set(type, [...this.#listeners.get(type) ?? [], listener]);
    }
  }

  emit(type, detail) {
    for (const listener of this.#listeners.get(type) ?? []) listener(detail);
  }
}
