// The list of scenes with small pictures, to be searched by name.

import { hasWords, make, stepped } from "./elements.js";
import { Emitter } from "./emitter.js";

export class Scenes extends Emitter {
  #connection;
  #dialog;
  #input;
  #list;
  #paths = [];
  #chosen = 0;
  #pictures = new Map();
  // Pictures come one at a time, those on top first.
  #isAsking = false;

  constructor(connection, dialog) {
    super();
    [this.#connection, this.#dialog] = [connection, dialog];
    [this.#input, this.#list] = ["input", "[role=listbox]"].map((name) => dialog.querySelector(name));
    connection.on("thumbnail", ({ scene, file }) => this.#take(scene, file));
    this.#input.addEventListener("input", () => this.#show());
    dialog.addEventListener("keydown", (event) => {
      const next = stepped(event, this.#chosen, this.#list.childElementCount);
      if (next !== null) this.#choose(next);
    });
    dialog.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#list.children[this.#chosen]?.click();
    });
  }

  setPaths(paths) {
    this.#paths = paths;
  }

  open() {
    if (this.#dialog.open) return;
    this.#pictures.clear();
    this.#input.value = "";
    this.#dialog.showModal();
    this.#show();
  }

  #show() {
    const found = this.#paths.map((path, index) => ({ path, index }))
      .filter(({ path }) => hasWords(path, this.#input.value));
    this.#list.replaceChildren(...found.slice(0, 200).map((one) => this.#item(one)));
    this.#choose(0);
    this.#ask();
  }

  #item({ path, index }) {
    const picture = make("img", { alt: "", src: this.#pictures.get(index) || null });
    const item = make("div", { role: "option", "data-scene": index }, picture, path);
    item.addEventListener("click", () => {
      this.#dialog.close();
      this.emit("open", index);
    });
    return item;
  }

  #choose(chosen) {
    this.#chosen = chosen;
    [...this.#list.children].forEach((item, index) => {
      item.setAttribute("aria-selected", String(index === chosen));
    });
    this.#list.children[chosen]?.scrollIntoView({ block: "nearest" });
  }

  #ask() {
    if (this.#isAsking || !this.#dialog.open) return;
    const next = [...this.#list.children].map((item) => Number(item.dataset.scene))
      .find((index) => !this.#pictures.has(index));
    if (next === undefined) return;
    this.#isAsking = true;
    this.#connection.send({ type: "thumbnail", scene: next });
  }

  #take(index, file) {
    this.#isAsking = false;
    const address = file ? `data:image/png;base64,${file}` : "";
    this.#pictures.set(index, address);
    const picture = this.#list.querySelector(`[data-scene="${index}"] img`);
    if (picture && address) picture.src = address;
    this.#ask();
  }
}
