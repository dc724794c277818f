// The layer tree: layers are chosen, renamed, folded, hidden, and dragged to other places.

import { consume, draw, hasWords, make } from "./elements.js";
import { cut } from "./fields.js";
import { Part } from "./part.js";

const eye = "M8 3C4.5 3 2 6 1 8c1 2 3.5 5 7 5s6-3 7-5c-1-2-3.5-5-7-5zm0 8a3 3 0 1 1 0-6 3 3 0 0 1 0 6z";
const sides = ["before", "into", "behind"];

export class LayerTree extends Part {
  #tree = this.find("ul");
  #filter = this.find("#layer-filter");
  #shape = "";
  // The item that is dragged, and where it would go: beside an item, or into it.
  #dragged = null;
  #place = null;

  constructor(things) {
    super(things);
    const { state } = things;
    this.#tree.addEventListener("keydown", (event) => this.#move(event));
    this.#filter.addEventListener("input", () => this.#arrange());
    state.on("layers", () => this.#take());
    state.on(["folded", "locked", "hidden", "solo"], () => this.#arrange());
    state.on(["selected", "others"], () => this.#mark());
    state.on("selected", () => {
      for (const button of this.element.querySelectorAll("[data-needs]")) {
        button.disabled = state.selected === null;
      }
    });
    this.#listenToDrags();
  }

  #take() {
    const shape = JSON.stringify(this.state.all.map((one) => [
      one.index, one.name, one.title, one.class, one.sublayers.length,
    ]));
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#tree.replaceChildren(...this.state.layers.map((layer) => this.#item(layer)));
      this.#mark();
    }
    this.#arrange();
  }

  get #items() {
    return [...this.#tree.querySelectorAll("[role=treeitem]")];
  }

  // Shows or hides items by the filter, folds, and marks what the picture does not show.
  #arrange() {
    const { folded, hidden, solo, locked, all } = this.state;
    const shown = new Map(all.map((one) => [one.index, one.presentation]));
    const search = this.#filter.value.trim();
    const arrange = (item) => {
      const index = indexOf(item);
      const list = item.querySelector(":scope > ul");
      const inner = [...list?.children ?? []].map(arrange);
      const isSeen = hasWords(item.dataset.words, search) || inner.some(Boolean);
      item.hidden = !isSeen;
      const isFolded = folded.has(index) && !search;
      if (list) {
        item.setAttribute("aria-expanded", String(!isFolded));
        list.hidden = isFolded;
      }
      const { hidden: isHidden, opacity } = shown.get(index) ?? {};
      item.classList.toggle("unseen", isHidden === true || opacity === 0);
      item.classList.toggle("left-out", hidden.has(index));
      item.classList.toggle("solo", solo === index);
      item.classList.toggle("locked", locked.has(index));
      item.querySelector(":scope > div > .eye")
        .setAttribute("aria-pressed", String(hidden.has(index)));
      return isSeen;
    };
    for (const item of this.#tree.children) arrange(item);
  }

  #item(layer) {
    const { index, title, line, sublayers } = layer;
    const arrow = make("span", { class: "fold", "aria-hidden": "true" });
    const hide = make("button", {
      class: "eye", title: "Hide in this preview (H); with alt: show alone", tabindex: -1,
      "aria-label": `Hide ${title}`,
    }, draw("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, draw("path", { d: eye })));
    const click = ({ target, altKey, shiftKey, ctrlKey, metaKey }) => {
      if (hide.contains(target)) this.state.look(altKey, index);
      else if (target === arrow && sublayers.length > 0) this.#fold(item);
      else if (shiftKey || ctrlKey || metaKey) this.state.choose(index);
      else this.state.select(index);
    };
    const contextmenu = (event) => {
      event.preventDefault();
      if (!this.state.chosen.includes(index)) this.state.select(index);
      this.emit("menu", event);
    };
    const words = `${title}${line ? `, line ${line}` : ""}; double click: rename`;
    const row = make(
      "div", { title: words, click, contextmenu, dblclick: () => this.rename() }, arrow,
      make("span", { class: "title" }, cut(title, 20)), " ",
      make("small", {}, layer.class), hide,
    );
    const item = make("li", {
      role: "treeitem", "data-layer": index, "data-name": layer.name,
      "data-words": `${layer.name} ${title} ${layer.class}`,
    }, row);
    if (sublayers.length > 0) {
      item.append(make("ul", { role: "group" }, ...sublayers.map((inner) => this.#item(inner))));
    }
    return item;
  }

  #fold(item, isFolded = item.getAttribute("aria-expanded") === "true") {
    if (!item.hasAttribute("aria-expanded")) return false;
    this.state.fold(indexOf(item), isFolded);
    return true;
  }

  // A field in the place of the selected layer's name.
  rename() {
    const { layer } = this.state;
    if (!layer) return;
    const { index, title } = layer;
    const label = this.#tree.querySelector(`[data-layer="${index}"] > div > .title`);
    if (!label) return;
    const blur = () => {
      if (!field.isConnected) return;
      field.replaceWith(label);
      const text = field.value.trim();
      const edit = { layer: index, steps: ["name"], text };
      if (text && text !== title) this.editor.change([edit], false);
    };
    const keydown = (event) => {
      event.stopPropagation();
      if (event.key === "Escape") field.value = title;
      if (event.key === "Escape" || event.key === "Enter") field.blur();
    };
    const field = make("input", {
      type: "text", "aria-label": "Name", size: 14, value: title, blur, keydown,
    });
    label.replaceWith(field);
    field.select();
  }

  #mark() {
    const { chosen, selected } = this.state;
    const items = this.#items;
    const own = items.find((item) => indexOf(item) === selected);
    for (const item of items) {
      item.setAttribute("aria-selected", String(chosen.includes(indexOf(item))));
      item.tabIndex = item === (own ?? items[0]) ? 0 : -1;
    }
    own?.firstChild.scrollIntoView({ block: "nearest" });
  }

  #move(event) {
    const items = this.#items.filter((item) => item.checkVisibility());
    const index = items.indexOf(document.activeElement);
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const folds = { ArrowLeft: true, ArrowRight: false };
    if (index < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const hasFolded = event.key in folds && this.#fold(items[index], folds[event.key]);
    if (!hasFolded && !step) return;
    consume(event);
    const next = step && items[index + step];
    if (!next) return;
    this.state.select(indexOf(next));
    next.focus();
  }

  // MARK: Drags

  // A row that is dragged goes before or behind another one, or into it.
  #listenToDrags() {
    const tree = this.#tree;
    tree.addEventListener("pointerdown", (event) => {
      const row = event.target.closest("[role=treeitem] > div");
      const isName = row && event.button === 0 && !event.target.closest("input, button");
      this.#dragged = isName ? { item: row.parentElement, y: event.clientY, hasMoved: false } : null;
    });
    tree.addEventListener("pointermove", (event) => {
      const drag = this.#dragged;
      if (!drag || (!drag.hasMoved && Math.abs(event.clientY - drag.y) < 4)) return;
      if (!drag.hasMoved) tree.setPointerCapture(event.pointerId);
      drag.hasMoved = true;
      this.#show(this.#placeAt(event));
    });
    tree.addEventListener("pointerup", (event) => {
      const [drag, place] = [this.#dragged, this.#place];
      this.#stop();
      if (!drag?.hasMoved || !place) return;
      this.bubble.drop(event);
      const [layer, target] = [indexOf(drag.item), indexOf(place.item)];
      this.editor.restructure([{ action: "put", layer, target, side: place.side }]);
    });
    tree.addEventListener("pointercancel", () => this.#stop());
  }

  #stop() {
    this.#dragged = null;
    this.#show(null);
  }

  // The item under the pointer, and whether its upper, middle or lower part is.
  #placeAt({ clientX, clientY }) {
    const row = document.elementFromPoint(clientX, clientY)?.closest("[role=treeitem] > div");
    const item = row?.parentElement;
    if (!item || !this.#tree.contains(item) || this.#dragged.item.contains(item)) return null;
    const { top, height } = row.getBoundingClientRect();
    return { item, side: sides[Math.min(Math.floor(((clientY - top) / height) * 3), 2)] };
  }

  #show(place) {
    this.#place?.item.firstChild.classList.remove(...sides);
    this.#place = place;
    place?.item.firstChild.classList.add(place.side);
  }
}

function indexOf(item) {
  return Number(item.dataset.layer);
}
