// Adds, removes, copies and reorders layers and animations.

import { animated, animation, layers, use } from "./additions.js";
import { make } from "./elements.js";
import { contentOf, round } from "./fields.js";
import { SearchDialog } from "./search.js";

export class Structure extends SearchDialog {
  #parameters = this.find(".parameters");
  #components = [];
  #copied = "";

  constructor(things) {
    super(things);
    const { connection } = things;
    connection.on("additions", ({ value }) => {
      this.#components = value.components;
      this.choose();
    });
    this.on("choose", () => this.#showParameters());
    connection.on("copied", ({ value }) => {
      if (!value) return;
      this.#copied = value;
      navigator.clipboard?.writeText(value).catch(() => {});
    });
  }

  // MARK: Layers

  // Changes all chosen layers.
  change(change) {
    const changes = this.state.chosen.map((layer) => ({ layer, ...change }));
    if (changes.length > 0) this.editor.restructure(changes);
  }

  // The chosen layers as a text, on the clipboard and for this page.
  copy() {
    this.connection.send({ type: "copy", layers: this.state.chosen });
  }

  // Adds layers of a text behind the selected one.
  paste(text = this.#copied) {
    if (!text.trim()) return;
    const layer = this.state.selected ?? undefined;
    this.editor.restructure([{ action: "add", layer, steps: layer ? [] : ["layers"], yaml: text }]);
  }

  open() {
    this.connection.send({ type: "additions" });
    super.open();
  }

  // What can be added: layers, components, and animations of the selected layer.
  all() {
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
    const { layer, time } = this.state;
    const moves = layer ? Object.entries(animated(layer.model)).flatMap(([path, value]) => (
      ["basic", "spring", "keyframe"].map((type) => ({
        name: `${type} ${path}`, summary: `animates ${layer.name}`, kind: "animation",
        parameters: [], item: () => animation(type, path, value, round(time)),
      }))
    )) : [];
    return [...basic, ...parts, ...moves];
  }

  get #middle() {
    const [width, height] = this.state.scene?.size ?? [0, 0];
    return [String(Math.round(width / 2)), String(Math.round(height / 2))];
  }

  wordsOf({ name, kind, summary }) {
    return `${name} ${kind} ${summary}`;
  }

  row(one, index) {
    const { name, kind, summary } = one;
    return [
      { click: () => this.choose(index), dblclick: () => this.take(one) },
      make("span", {}, name), make("small", {}, `${kind}: ${summary}`),
    ];
  }

  // Fields for the parameters of the chosen component. Those without a default have to be given.
  #showParameters() {
    const box = this.#parameters;
    const { chosen } = this;
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

  take(chosen) {
    const fields = [...this.#parameters.querySelectorAll("input")];
    const missing = fields.find((input) => (
      input.value.trim() === ""
      && chosen.parameters.find(({ name }) => name === input.dataset.name)?.standard === null
    ));
    if (missing) return missing.focus();
    const values = fields.filter((input) => input.value.trim() !== "")
      .map((input) => [input.dataset.name, itemOf(input.value.trim())]);
    const { selected } = this.state;
    const isInside = this.find("[name=inside]").checked;
    const change = { action: "add", item: chosen.item(values) };
    if (chosen.kind === "animation" || (isInside && selected !== null)) {
      const list = chosen.kind === "animation" ? "animations" : "sublayers";
      Object.assign(change, { owner: this.state.written?.owner, steps: [list] });
    } else if (selected !== null) {
      change.layer = selected;
    } else {
      change.steps = ["layers"];
    }
    this.element.close();
    this.editor.restructure([change]);
  }
}

function itemOf(typed) {
  const { text, texts } = contentOf(typed);
  return texts ?? text;
}
