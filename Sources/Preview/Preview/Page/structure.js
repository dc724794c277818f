// Adds, removes, copies and reorders layers and animations.

import { animated, animation, layers, use } from "./additions.js";
import { hasWords, make, stepped } from "./elements.js";
import { round } from "./fields.js";

export class Structure {
  #state;
  #connection;
  #editor;
  #dialog;
  #search;
  #list;
  #parameters;
  #components = [];
  #shown = [];
  #chosen = 0;
  #copied = "";

  constructor(state, connection, editor, dialog) {
    [this.#state, this.#connection, this.#editor] = [state, connection, editor];
    const find = (name) => dialog.querySelector(name);
    [this.#dialog, this.#search, this.#list] = [dialog, find("input"), find("[role=listbox]")];
    this.#parameters = find(".parameters");
    connection.on("additions", ({ value }) => {
      this.#components = value.components;
      this.#choose(this.#chosen);
    });
    connection.on("copied", ({ value }) => {
      if (!value) return;
      this.#copied = value;
      navigator.clipboard?.writeText(value).catch(() => {});
    });
    this.#search.addEventListener("input", () => this.#choose(0));
    this.#search.addEventListener("keydown", (event) => {
      const next = stepped(event, this.#chosen, this.#shown.length);
      if (next !== null) this.#choose(next);
    });
    find("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#add();
    });
  }

  // MARK: Layers

  remove() {
    this.#change({ action: "remove" });
  }

  duplicate() {
    this.#change({ action: "duplicate" });
  }

  // Layers are listed from back to front.
  move(by) {
    this.#change({ action: "move", by });
  }

  #change(change) {
    const changes = this.#state.chosen.map((layer) => ({ layer, ...change }));
    if (changes.length > 0) this.#editor.restructure(changes);
  }

  // The chosen layers as a text, on the clipboard and for this page.
  copy() {
    this.#connection.send({ type: "copy", layers: this.#state.chosen });
  }

  // Adds layers of a text behind the selected one.
  paste(text = this.#copied) {
    if (!text.trim()) return;
    const layer = this.#state.selected ?? undefined;
    this.#editor.restructure([{ action: "add", layer, steps: layer ? [] : ["layers"], yaml: text }]);
  }

  open() {
    this.#search.value = "";
    this.#connection.send({ type: "additions" });
    this.#choose(0);
    this.#dialog.showModal();
    this.#search.focus();
  }

  // What can be added: layers, components, and animations of the selected layer.
  get #all() {
    const at = this.#middle;
    const basic = layers.map(([name, summary, make]) => ({
      name, summary, kind: "layer", parameters: [],
      item: () => ({ pairs: [["name", name], ...make(at)] }),
    }));
    const parts = this.#components.map(({ name, parameters }) => ({
      name, kind: name.startsWith("library#") ? "library" : "component", parameters,
      summary: parameters.map((one) => one.name).join(", "),
      item: (values) => use(name, values, at),
    }));
    const { layer, time } = this.#state;
    const moves = layer ? Object.entries(animated(layer.model)).flatMap(([path, value]) => (
      ["basic", "spring", "keyframe"].map((type) => ({
        name: `${type} ${path}`, summary: `animates ${layer.name}`, kind: "animation",
        parameters: [], item: () => animation(type, path, value, round(time)),
      }))
    )) : [];
    return [...basic, ...parts, ...moves];
  }

  get #middle() {
    const [width, height] = this.#state.scene?.size ?? [0, 0];
    return [String(Math.round(width / 2)), String(Math.round(height / 2))];
  }

  // Lists what has the words that are searched, and chooses one.
  #choose(chosen) {
    this.#shown = this.#all.filter(({ name, kind, summary }) => (
      hasWords(`${name} ${kind} ${summary}`, this.#search.value)
    ));
    this.#chosen = Math.min(chosen, Math.max(this.#shown.length - 1, 0));
    this.#list.replaceChildren(...this.#shown.map(({ name, kind, summary }, index) => {
      const isChosen = index === this.#chosen;
      const option = make(
        "div", { role: "option", id: `addition-${index}`, "aria-selected": String(isChosen) },
        make("span", {}, name), make("small", {}, `${kind}: ${summary}`),
      );
      option.addEventListener("click", () => this.#choose(index));
      option.addEventListener("dblclick", () => this.#add());
      return option;
    }));
    this.#list.children[this.#chosen]?.scrollIntoView({ block: "nearest" });
    this.#search.setAttribute("aria-activedescendant", `addition-${this.#chosen}`);
    this.#showParameters();
  }

  // Fields for the parameters of the chosen component. Those without a default have to be given.
  #showParameters() {
    const box = this.#parameters;
    const chosen = this.#shown[this.#chosen];
    if (box.dataset.of === (chosen?.name ?? "")) return;
    box.dataset.of = chosen?.name ?? "";
    box.replaceChildren(...(chosen?.parameters ?? []).map((parameter) => {
      const { name, standard, summary, type, allowed } = parameter;
      const input = make("input", {
        type: "text", size: 12, "aria-label": name, "data-name": name, spellcheck: "false",
        autocomplete: "off", placeholder: standard ?? (allowed.join(", ") || type),
      });
      return make(
        "label", { class: "field", title: summary }, make("span", { class: "name" }, name), input,
        standard === null ? make("small", {}, "needed") : null,
      );
    }));
  }

  #add() {
    const chosen = this.#shown[this.#chosen];
    if (!chosen) return;
    const fields = [...this.#parameters.querySelectorAll("input")];
    const missing = fields.find((input) => (
      input.value.trim() === ""
      && chosen.parameters.find(({ name }) => name === input.dataset.name)?.standard === null
    ));
    if (missing) return missing.focus();
    const values = fields.filter((input) => input.value.trim() !== "")
      .map((input) => [input.dataset.name, listOrText(input.value.trim())]);
    const { selected } = this.#state;
    const isInside = this.#dialog.querySelector("[name=inside]").checked;
    const change = { action: "add", item: chosen.item(values) };
    if (chosen.kind === "animation" || (isInside && selected !== null)) {
      const list = chosen.kind === "animation" ? "animations" : "sublayers";
      Object.assign(change, { owner: this.#editor.written?.owner, steps: [list] });
    } else if (selected !== null) {
      change.layer = selected;
    } else {
      change.steps = ["layers"];
    }
    this.#dialog.close();
    this.#editor.restructure([change]);
  }
}

function listOrText(text) {
  const list = text.match(/^\[(.*)\]$/)?.[1];
  return list === undefined ? text : list.split(",").map((one) => one.trim());
}
