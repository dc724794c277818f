// Adds, removes, copies and reorders layers and animations.

import { animated, animation, layers, use } from "./additions.js";
import { make } from "./fields.js";

export class Structure {
  #connection;
  #editor;
  #inspector;
  #dialog;
  #scene = null;
  #time = 0;
  #components = [];
  #shown = [];
  #chosen = 0;
  #copied = "";

  constructor(connection, editor, inspector, dialog) {
    [this.#connection, this.#editor, this.#inspector] = [connection, editor, inspector];
    this.#dialog = dialog;
    connection.on("additions", ({ value }) => {
      this.#components = value.components;
      this.#list();
    });
    connection.on("copied", ({ value }) => {
      if (!value) return;
      this.#copied = value;
      navigator.clipboard?.writeText(value).catch(() => {});
    });
    connection.on("keys", ({ value }) => {
      const list = document.getElementById("new-keys");
      list.replaceChildren(...value.map(([name, summary]) => {
        const option = new Option(summary, name);
        option.label = summary;
        return option;
      }));
    });
    const words = dialog.querySelector("input");
    words.addEventListener("input", () => { this.#chosen = 0; this.#list(); });
    words.addEventListener("keydown", (event) => this.#press(event));
    dialog.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#add();
    });
  }

  setScene(scene) {
    this.#scene = scene;
  }

  setTime(time) {
    this.#time = Number(time.toFixed(4));
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
    const changes = this.#inspector.chosen.map((layer) => ({ layer, ...change }));
    if (changes.length > 0) this.#editor.restructure(changes);
  }

  // The chosen layers as a text, on the clipboard and for this page.
  copy() {
    this.#connection.send({ type: "copy", layers: this.#inspector.chosen });
  }

  // Adds layers of a text behind the selected one.
  paste(text = this.#copied) {
    if (!text.trim()) return;
    const layer = this.#inspector.selected ?? undefined;
    this.#editor.restructure([{ action: "add", layer, steps: layer ? [] : ["layers"], yaml: text }]);
  }

  open() {
    const words = this.#dialog.querySelector("input");
    words.value = "";
    this.#chosen = 0;
    this.#connection.send({ type: "additions" });
    this.#list();
    this.#dialog.showModal();
    words.focus();
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
    const { layer } = this.#inspector;
    const moves = layer ? Object.entries(animated(layer.model)).flatMap(([path, value]) => (
      ["basic", "spring", "keyframe"].map((type) => ({
        name: `${type} ${path}`, summary: `animates ${layer.name}`, kind: "animation",
        parameters: [], item: () => animation(type, path, value, this.#time),
      }))
    )) : [];
    return [...basic, ...parts, ...moves];
  }

  get #middle() {
    const [width, height] = this.#scene?.size ?? [0, 0];
    return [String(Math.round(width / 2)), String(Math.round(height / 2))];
  }

  #list() {
    const words = this.#dialog.querySelector("input").value.toLowerCase().split(/\s+/)
      .filter(Boolean);
    this.#shown = this.#all.filter(({ name, kind, summary }) => {
      const text = `${name} ${kind} ${summary}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    this.#chosen = Math.min(this.#chosen, Math.max(this.#shown.length - 1, 0));
    const box = this.#dialog.querySelector("[role=listbox]");
    box.replaceChildren(...this.#shown.map((one, index) => {
      const option = make("div", {
        role: "option", id: `addition-${index}`, "aria-selected": String(index === this.#chosen),
      });
      option.append(
        make("span", {}, one.name), make("small", {}, `${one.kind}: ${one.summary}`),
      );
      option.addEventListener("click", () => { this.#chosen = index; this.#list(); });
      option.addEventListener("dblclick", () => this.#add());
      return option;
    }));
    box.children[this.#chosen]?.scrollIntoView({ block: "nearest" });
    this.#dialog.querySelector("input").setAttribute(
      "aria-activedescendant", `addition-${this.#chosen}`,
    );
    this.#showParameters();
  }

  #press(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const last = this.#shown.length - 1;
    this.#chosen = Math.min(Math.max(this.#chosen + step, 0), Math.max(last, 0));
    this.#list();
  }

  // Fields for the parameters of the chosen component. Those without a default have to be given.
  #showParameters() {
    const box = this.#dialog.querySelector(".parameters");
    const chosen = this.#shown[this.#chosen];
    if (box.dataset.of === (chosen?.name ?? "")) return;
    box.dataset.of = chosen?.name ?? "";
    box.replaceChildren(...(chosen?.parameters ?? []).map((parameter) => {
      const { name, standard, summary, type, allowed } = parameter;
      const row = make("label", { class: "field", title: summary });
      const input = make("input", {
        type: "text", size: 12, "aria-label": name, "data-name": name, spellcheck: "false",
        autocomplete: "off", placeholder: standard ?? (allowed.join(", ") || type),
      });
      row.append(make("span", { class: "name" }, name), input);
      if (standard === null) row.append(make("small", {}, "needed"));
      return row;
    }));
  }

  #add() {
    const chosen = this.#shown[this.#chosen];
    if (!chosen) return;
    const fields = [...this.#dialog.querySelectorAll(".parameters input")];
    const missing = fields.find((input) => (
      input.value.trim() === ""
      && chosen.parameters.find(({ name }) => name === input.dataset.name)?.standard === null
    ));
    if (missing) return missing.focus();
    const values = fields.filter((input) => input.value.trim() !== "")
      .map((input) => [input.dataset.name, listOrText(input.value.trim())]);
    const { selected } = this.#inspector;
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
