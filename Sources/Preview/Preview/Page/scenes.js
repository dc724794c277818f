// The list of scenes with small pictures, to be searched by name.

export class Scenes extends EventTarget {
  #connection;
  #dialog;
  #paths = [];
  #pictures = new Map();
  // Pictures come one at a time, those on top first.
  #isAsking = false;

  constructor(connection, dialog) {
    super();
    [this.#connection, this.#dialog] = [connection, dialog];
    connection.on("thumbnail", ({ scene, file }) => this.#take(scene, file));
    const input = dialog.querySelector("input");
    input.addEventListener("input", () => this.#show());
    dialog.addEventListener("keydown", (event) => this.#move(event));
    dialog.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#list.querySelector("[aria-selected=true]")?.click();
    });
  }

  setPaths(paths) {
    this.#paths = paths;
  }

  open() {
    this.#pictures.clear();
    this.#dialog.querySelector("input").value = "";
    this.#dialog.showModal();
    this.#show();
  }

  get #list() {
    return this.#dialog.querySelector("[role=listbox]");
  }

  // Paths that have all the words, in any order.
  #show() {
    const words = this.#dialog.querySelector("input").value.toLowerCase().split(/\s+/);
    const found = this.#paths.map((path, index) => ({ path, index }))
      .filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
    this.#list.replaceChildren(...found.slice(0, 200).map((one) => this.#item(one)));
    this.#select(this.#list.firstElementChild);
    this.#ask();
  }

  #item({ path, index }) {
    const item = document.createElement("div");
    item.setAttribute("role", "option");
    item.dataset.scene = index;
    const picture = document.createElement("img");
    picture.alt = "";
    if (this.#pictures.get(index)) picture.src = this.#pictures.get(index);
    item.append(picture, path);
    item.addEventListener("click", () => {
      this.#dialog.close();
      this.dispatchEvent(new CustomEvent("open", { detail: index }));
    });
    return item;
  }

  #select(item) {
    for (const one of this.#list.children) one.setAttribute("aria-selected", String(one === item));
    item?.scrollIntoView({ block: "nearest" });
  }

  #move(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const items = [...this.#list.children];
    const index = items.findIndex((one) => one.getAttribute("aria-selected") === "true");
    this.#select(items[Math.min(Math.max(index + step, 0), items.length - 1)]);
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
