// The list of scenes with small pictures, to be searched by name.

import { make } from "./elements.js";
import { SearchDialog } from "./search.js";

export class Scenes extends SearchDialog {
  #pictures = new Map();
  // Pictures come one at a time, those on top first.
  #isAsking = false;

  constructor(things) {
    super(things);
    this.connection.on("thumbnail", ({ scene, file }) => this.#take(scene, file));
    this.on("choose", () => this.#ask());
  }

  open() {
    if (!this.element.open) this.#pictures.clear();
    super.open();
    this.#ask();
  }

  all() {
    return this.state.paths.map((path, index) => ({ path, index }));
  }

  wordsOf({ path }) {
    return path;
  }

  row({ path, index }) {
    const picture = make("img", { alt: "", src: this.#pictures.get(index) || null });
    return [{ "data-scene": index, click: () => this.take({ index }) }, picture, path];
  }

  take({ index }) {
    this.element.close();
    this.emit("open", index);
  }

  #ask() {
    if (this.#isAsking || !this.element.open) return;
    const next = this.shown.find(({ index }) => !this.#pictures.has(index));
    if (next === undefined) return;
    this.#isAsking = true;
    this.connection.send({ type: "thumbnail", scene: next.index });
  }

  #take(index, file) {
    this.#isAsking = false;
    const address = file ? `data:image/png;base64,${file}` : "";
    this.#pictures.set(index, address);
    const picture = this.find(`[data-scene="${index}"] img`);
    if (picture && address) picture.src = address;
    this.#ask();
  }
}
