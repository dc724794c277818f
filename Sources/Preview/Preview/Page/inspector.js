// The layer tree, and the selected layer: model and presentation side by side, its animations with
// phase, active time and progress, and the steps to a value.

import { cut, hexOf } from "./fields.js";
import { eyeIcon } from "./svg.js";

export class Inspector extends EventTarget {
  #tree;
  #details;
  #connection;
  #selected = null;
  #inspection = null;
  #shape = "";
  // The key path that is explained, with its steps and its curve as the address of a picture.
  #keyPath = null;
  #explained = null;
  #curve = null;
  // The layers under the pixel that was clicked, front first.
  #hits = [];
  // The numbers of folded layers, and of layers that are left out of the picture.
  #folded = new Set();
  #hidden = new Set();
  #solo = null;
  // The layers that are chosen besides the selected one, and those that the pointer does not take.
  #others = new Set();
  #locked = new Set();
  #words = [];
  // The selected layer as it was last, and as it was before the connection was lost: it is found
  // again by its name.
  #last = null;
  #lost = null;
  // The layer to be selected once the tree has it.
  #expected = null;

  constructor(connection, tree, details) {
    super();
    [this.#connection, this.#tree, this.#details] = [connection, tree, details];
    tree.addEventListener("keydown", (event) => this.#move(event));
    connection.on("inspection", ({ value }) => this.#take(value));
    connection.on("explanation", ({ value }) => {
      if (this.#keyPath === null) return;
      this.#explained = value ?? "There is no single value of that name.";
      this.#show();
    });
    connection.on("curve", ({ value }) => {
      // An answer may come when something else is explained already.
      if (value?.layer !== this.layer?.name || value?.keyPath !== this.#keyPath) return;
      this.#draw(value.svg);
      this.dispatchEvent(new CustomEvent("graph", { detail: value.graph }));
    });
  }

  get selected() {
    return this.#selected;
  }

  // All chosen layers, the selected one first.
  get chosen() {
    return this.#selected === null ? [] : [this.#selected, ...this.#others];
  }

  // Chooses a layer besides the selected one, or no longer.
  choose(index) {
    if (this.#selected === null || index === this.#selected) return this.select(index);
    if (!this.#others.delete(index)) this.#others.add(index);
    this.#mark();
  }

  isLocked(index = this.#selected) {
    return this.#locked.has(index);
  }

  lock(index = this.#selected) {
    if (index === null) return;
    if (!this.#locked.delete(index)) this.#locked.add(index);
    this.#arrange();
  }

  // Layers are known by numbers that stay theirs while the file changes.
  select(index) {
    this.#expected = null;
    if (this.#others.size > 0) {
      this.#others.clear();
      this.#mark();
    }
    if (index === this.#selected) return;
    this.#selected = index;
    this.#last = this.layer ?? null;
    if (!this.#hits.some((hit) => hit.index === index)) this.#hits = [];
    this.#explain(null);
    this.#mark();
    this.#show();
    this.dispatchEvent(new Event("select"));
  }

  // Selects a layer of the scene as it is after a change.
  expect(index) {
    this.select(null);
    this.#expected = index === null ? null : { index };
  }

  // Another file has other layers.
  unfold() {
    this.#folded.clear();
  }

  // The numbers are another server's after the connection was lost: the selected layer is found
  // again by its name.
  forget() {
    this.#lost = this.layer ?? this.#lost;
    this.#folded.clear();
    this.select(null);
  }

  // Shows the layers whose names or classes have all of some words, with those around them.
  filter(text) {
    this.#words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.#arrange();
  }

  setHidden({ hidden, solo }) {
    [this.#hidden, this.#solo] = [new Set(hidden), solo];
    this.#arrange();
  }

  // Leaves a layer out of the picture, or shows it alone; again: as before.
  look(isSolo, index = this.#selected) {
    if (index === null) return;
    if (isSolo) this.#solo = this.#solo === index ? null : index;
    else if (!this.#hidden.delete(index)) this.#hidden.add(index);
    const message = { type: "look", hidden: [...this.#hidden], solo: this.#solo };
    this.#connection.send(message);
  }

  // Folds a layer, or unfolds it.
  fold(item, isFolded = item.getAttribute("aria-expanded") === "true") {
    if (!item.hasAttribute("aria-expanded")) return false;
    if (isFolded) this.#folded.add(Number(item.dataset.layer));
    else this.#folded.delete(Number(item.dataset.layer));
    this.#arrange();
    return true;
  }

  // Shows or hides items by the filter, folds, and marks what the picture does not show.
  #arrange() {
    const shown = new Map(flat(this.#inspection?.layers ?? []).map((one) => [one.index, one]));
    const arrange = (item) => {
      const { words } = item.dataset;
      const index = Number(item.dataset.layer);
      const list = item.querySelector(":scope > ul");
      const inner = [...(list?.children ?? [])].map(arrange);
      const matches = this.#words.every((word) => words.includes(word));
      const isSeen = matches || inner.some(Boolean);
      item.hidden = !isSeen;
      const isFolded = this.#folded.has(index) && this.#words.length === 0;
      if (list) {
        item.setAttribute("aria-expanded", String(!isFolded));
        list.hidden = isFolded;
      }
      const values = shown.get(index)?.presentation ?? {};
      item.classList.toggle("unseen", values.hidden === true || values.opacity === 0);
      item.classList.toggle("left-out", this.#hidden.has(index));
      item.classList.toggle("solo", this.#solo === index);
      item.classList.toggle("locked", this.isLocked(index));
      const eye = item.querySelector(":scope > div > .eye");
      eye.setAttribute("aria-pressed", String(this.#hidden.has(index)));
      return isSeen;
    };
    for (const item of this.#tree.children) arrange(item);
  }

  // Takes the layers under a pixel, and selects the one in front.
  takeHits(value) {
    const hits = value?.value.layers ?? [];
    for (const hit of hits) know(hit, value);
    this.#hits = hits.filter(({ index }) => !this.isLocked(index));
    this.select(this.#hits[0]?.index ?? null);
    this.#show();
  }

  // Selects the layer whose text holds a line: the last one that begins there or before.
  selectLine(line) {
    const before = flat(this.#inspection?.layers ?? []).filter((one) => one.line <= line);
    const last = before.reduce((a, b) => (a && a.line > b.line ? a : b), null);
    this.select(last?.index ?? null);
  }

  get layer() {
    return flat(this.#inspection?.layers ?? []).find(({ index }) => index === this.#selected);
  }

  #take(answer) {
    const layers = answer?.value.layers ?? [];
    for (const layer of flat(layers)) know(layer, answer);
    this.#inspection = answer?.value;
    const shape = JSON.stringify(flat(layers).map((one) => [
      one.index, one.name, one.title, one.class,
    ]));
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#tree.replaceChildren(...layers.map((layer) => this.#item(layer)));
      this.#mark();
    }
    this.#arrange();
    this.#follow();
    this.#show();
    this.dispatchEvent(new Event("inspection"));
  }

  // Selects the layer that is expected; where the selected one is gone, none is selected.
  #follow() {
    const layers = flat(this.#inspection?.layers ?? []);
    const expected = this.#expected ?? layers.find(({ name }) => name === this.#lost?.name);
    if (layers.some(({ index }) => index === expected?.index)) {
      this.#lost = null;
      this.select(expected.index);
    }
    const isGone = this.#selected === null ? this.#lost !== null : !this.layer;
    const last = this.#lost ?? this.#last;
    [this.#last, this.#lost] = [this.layer ?? null, null];
    if (!isGone) return;
    this.select(null);
    this.dispatchEvent(new CustomEvent("gone", { detail: last?.title }));
  }

  #item(layer) {
    const item = make("li", { role: "treeitem" });
    item.dataset.layer = layer.index;
    item.dataset.name = layer.name;
    item.dataset.words = `${layer.name} ${layer.title} ${layer.class}`.toLowerCase();
    const row = make("div", {
      title: `${layer.title}${layer.line ? `, line ${layer.line}` : ""}; double click: rename`,
    });
    const arrow = make("span", { class: "fold", "aria-hidden": "true" });
    if (layer.sublayers.length > 0) {
      arrow.addEventListener("click", (event) => {
        event.stopPropagation();
        this.fold(item);
      });
    }
    const eye = make("button", {
      class: "eye", title: "Hide in this preview (H); with alt: show alone", tabindex: -1,
      "aria-label": `Hide ${layer.title}`,
    });
    eye.append(eyeIcon());
    eye.addEventListener("click", (event) => {
      event.stopPropagation();
      this.look(event.altKey, layer.index);
    });
    row.append(arrow, make("span", { class: "title" }, cut(layer.title, 20)), " ", make("small", {}, layer.class), eye);
    row.addEventListener("click", ({ shiftKey, ctrlKey, metaKey }) => {
      if (shiftKey || ctrlKey || metaKey) this.choose(layer.index);
      else this.select(layer.index);
    });
    row.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      if (!this.chosen.includes(layer.index)) this.select(layer.index);
      this.dispatchEvent(new CustomEvent("menu", { detail: event }));
    });
    row.addEventListener("dblclick", () => this.rename());
    item.append(row);
    if (layer.sublayers.length > 0) {
      item.setAttribute("aria-expanded", "true");
      const list = make("ul", { role: "group" });
      list.append(...layer.sublayers.map((inner) => this.#item(inner)));
      item.append(list);
    }
    return item;
  }

  // A field in the place of the selected layer's name.
  rename() {
    if (!this.layer) return;
    const { index, title } = this.layer;
    const row = this.#tree.querySelector(`[data-layer="${index}"] > div`);
    const field = make("input", { type: "text", "aria-label": "Name", size: 14 });
    field.value = title;
    const label = row.querySelector(".title");
    const end = () => {
      if (!field.isConnected) return;
      field.replaceWith(label);
      const text = field.value.trim();
      if (!text || text === title) return;
      this.dispatchEvent(new CustomEvent("rename", { detail: { layer: index, text } }));
    };
    field.addEventListener("blur", end);
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") field.value = title;
      if (event.key === "Escape" || event.key === "Enter") field.blur();
    });
    label.replaceWith(field);
    field.select();
  }

  #mark() {
    const items = [...this.#tree.querySelectorAll("[role=treeitem]")];
    const chosen = items.find((item) => Number(item.dataset.layer) === this.#selected);
    for (const item of items) {
      const isOther = this.#others.has(Number(item.dataset.layer));
      item.setAttribute("aria-selected", String(item === chosen || isOther));
      item.tabIndex = item === (chosen ?? items[0]) ? 0 : -1;
    }
    chosen?.firstChild.scrollIntoView({ block: "nearest" });
  }

  #move(event) {
    const items = [...this.#tree.querySelectorAll("[role=treeitem]")]
      .filter((item) => item.checkVisibility());
    const index = items.indexOf(document.activeElement);
    const steps = { ArrowUp: -1, ArrowDown: 1 };
    const folds = { ArrowLeft: true, ArrowRight: false };
    if (index < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in folds && this.fold(items[index], folds[event.key])) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = items[index + steps[event.key]];
    if (!next) return;
    this.select(Number(next.dataset.layer));
    next.focus();
  }

  #show() {
    const layer = this.layer;
    if (!layer) {
      this.#details.replaceChildren(make("p", { class: "hint" }, "Click a layer, or a pixel."));
      return;
    }
    const title = make("p");
    title.append(
      make("strong", {}, layer.title),
      make("small", {}, ` ${layer.class}${layer.line ? `, line ${layer.line}` : ""}`),
      make("br"),
      make("small", {}, `local time ${short(layer.localTime)} s`),
    );
    const parts = [title, this.#values(layer), ...layer.animations.map(animation)];
    if (this.#hits.length > 1) parts.unshift(this.#under());
    const isHeld = this.#details.contains(document.activeElement);
    const { name } = isHeld ? document.activeElement.dataset : {};
    this.#details.replaceChildren(...parts);
    if (name) this.#details.querySelector(`[data-name="${CSS.escape(name)}"]`)?.focus();
  }

  // The layers under the pixel as buttons.
  #under() {
    const line = make("p", { class: "under" });
    line.append(make("small", {}, "Under the pixel, front first: "));
    for (const { index, title } of this.#hits) {
      const button = make("button", { "aria-pressed": index === this.#selected }, title);
      button.addEventListener("click", () => this.select(index));
      line.append(button);
    }
    return line;
  }

  #values(layer) {
    const table = make("table");
    const head = make("tr");
    head.append(...["property", "model", "presentation"].map((text) => make("th", {}, text)));
    table.createTHead().append(head);
    const body = table.createTBody();
    for (const [name, shown] of Object.entries(layer.presentation)) {
      const row = body.insertRow();
      const isExplained = name === this.#keyPath;
      const button = make("button", {
        class: "value", title: "Explain this value", "aria-expanded": isExplained,
      }, name);
      button.dataset.name = name;
      button.addEventListener("click", () => this.#explain(isExplained ? null : name));
      const heading = make("th", { scope: "row" });
      heading.append(button);
      const cells = [layer.model[name], shown].map((value) => valueCell(name, value));
      if (cells[0].textContent !== cells[1].textContent) cells[1].className = "changed";
      row.append(heading, ...cells);
      if (isExplained) body.insertRow().append(this.#explanation(layer));
    }
    return table;
  }

  // The steps to the value above, at the time that is shown, and its curve.
  #explanation(layer) {
    const cell = make("td", { class: "explanation", colspan: 3 });
    if (this.#explained) cell.append(make("pre", { tabindex: 0 }, this.#explained));
    if (this.#curve) cell.append(this.#figure(layer));
    return cell;
  }

  #explain(keyPath) {
    [this.#keyPath, this.#explained] = [keyPath, null];
    this.#draw(null);
    this.dispatchEvent(new CustomEvent("graph", { detail: null }));
    this.askAgain(true);
  }

  // Asks for the steps to the value that is explained, as they are now, and for its curve.
  askAgain(withCurve) {
    const layer = this.layer?.name;
    if (!this.#keyPath || !layer) return;
    const detail = { layer, keyPath: this.#keyPath, withCurve };
    this.dispatchEvent(new CustomEvent("explain", { detail }));
  }

  #draw(svg) {
    if (this.#curve) URL.revokeObjectURL(this.#curve);
    this.#curve = svg && URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    this.#show();
  }

  #figure(layer) {
    const title = `${this.#keyPath} of ${layer.name} over time`;
    const figure = make("figure");
    const link = make("a", { href: this.#curve, download: `${this.#keyPath}.svg` }, "Save as SVG");
    figure.append(make("img", { src: this.#curve, alt: title }), link);
    return figure;
  }
}

// Gives a layer of the scene's order its number, and what it is called.
function know(layer, { layers, names }) {
  layer.title = names[layer.index] ?? layer.name;
  layer.index = layers[layer.index];
}

function animation(one) {
  const box = make("div", { class: `animation ${one.phase}` });
  const title = make("div");
  title.append(
    make("strong", {}, [one.type, one.key, ...one.keyPaths].filter(Boolean).join(" ")),
    make("small", {}, one.line ? ` line ${one.line}` : ""),
  );
  const facts = [
    one.phase, `active time ${short(one.activeTime ?? null)}`, `iteration ${one.iteration ?? 0}`,
  ];
  box.append(title, make("div", {}, facts.join(", ")));
  const progress = one.progress;
  if (typeof progress === "number") {
    box.append(
      make("progress", { max: 1, value: Math.min(Math.max(progress, 0), 1) }),
      make("div", {}, `progress ${short(progress)} → ${short(one.value)}`),
    );
  }
  box.append(...(one.animations ?? []).map(animation));
  return box;
}

// Colours as CSS writes them, beside a swatch.
function valueCell(name, value) {
  const isColor = /color$/i.test(name) && Array.isArray(value) && value.length === 4
    && value.every((channel) => channel >= 0 && channel <= 1);
  if (!isColor) return make("td", {}, short(value));
  const text = hexOf(value);
  const swatch = make("span", { class: "swatch" });
  swatch.style.background = text;
  const cell = make("td");
  cell.append(swatch, text);
  return cell;
}

function flat(layers) {
  return layers.flatMap((layer) => [layer, ...flat(layer.sublayers)]);
}

export function short(value) {
  if (typeof value === "number") return String(Number(value.toPrecision(6)));
  if (Array.isArray(value)) return `[${value.map(short).join(", ")}]`;
  if (value === null || value === undefined) return "none";
  if (typeof value === "object") {
    return Object.entries(value).map(([key, one]) => `${key} ${short(one)}`).join(", ");
  }
  return String(value);
}

function make(name, attributes = {}, text) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== "") element.setAttribute(key, value);
  }
  if (text !== undefined) element.textContent = text;
  return element;
}
