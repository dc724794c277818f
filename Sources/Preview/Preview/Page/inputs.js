// The scene's parameters and the rows of data: values for this preview alone, until they are kept.

import { make } from "./elements.js";
import { Part } from "./part.js";

export class Inputs extends Part {
  #shape = "";
  #controls = new Map();
  #rows = null;

  constructor({ state, ...things }) {
    super(things);
    state.on("scene", () => this.#show(state.scene));
  }

  #show({ path, parameters = [], rows = null }) {
    this.#rows = rows;
    const declared = parameters.map((one) => ({ ...one, text: "", chosen: null, hex: null }));
    const shape = JSON.stringify([path, Boolean(rows), declared]);
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#controls.clear();
      const parts = rows ? [this.#rowBox()] : [];
      if (parameters.length > 0) parts.push(make("h2", {}, "Parameters"));
      parts.push(...parameters.map((parameter) => this.#parameterBox(parameter)));
      this.element.replaceChildren(...parts);
    }
    for (const parameter of parameters) this.#controls.get(parameter.name)(parameter);
    if (rows) this.#showRow();
  }

  stepRow(step) {
    if (this.#rows) this.connection.send({ type: "row", row: this.#rows.index + step });
  }

  #rowBox() {
    const change = ({ target }) => {
      this.connection.send({ type: "row", row: Math.round(Number(target.value) - 1) || 0 });
    };
    const number = make("input", {
      type: "text", size: 5, inputmode: "numeric", "aria-label": "Row", id: "row", change,
    });
    const button = (text, label, step) => make("button", {
      "aria-label": label, title: label, click: () => this.stepRow(step),
    }, text);
    return make(
      "div", { class: "rows" }, make("h2", {}, "Row of data"),
      button("‹", "The row before ([)", -1), number, make("span", { id: "row-count" }),
      button("›", "The next row (])", 1), make("dl", { id: "row-texts" }),
    );
  }

  #showRow() {
    const { index, count, texts } = this.#rows;
    const number = this.find("#row");
    if (document.activeElement !== number) number.value = index + 1;
    this.find("#row-count").textContent = ` of ${count} `;
    const items = Object.entries(texts).flatMap(([name, text]) => [
      make("dt", {}, name), make("dd", {}, text ?? ""),
    ]);
    this.find("#row-texts").replaceChildren(...items);
  }

  // A control made from the parameter's declaration, with buttons to keep or discard its value.
  #parameterBox(parameter) {
    const { name, summary } = parameter;
    const send = (text) => this.connection.send({ type: "set", values: { [name]: text } });
    const control = controlFor(parameter, `parameter ${name}`);
    const number = make("output", { class: "number" });
    if (control.type === "range") control.addEventListener("input", () => send(control.value));
    else control.addEventListener("change", () => {
      send(control.type === "checkbox" ? String(control.checked) : control.value);
    });
    const click = () => {
      const steps = ["parameters", name, "default"];
      this.editor.change([{ steps, text: keep.dataset.text }], false);
      send(null);
    };
    const keep = make("button", { title: "Write it into the file as the default", click }, "Keep");
    const forget = make("button", {
      title: "Take the file's or the row's value", click: () => send(null),
    }, "Reset");
    this.#controls.set(name, ({ text, hex, chosen }) => {
      keep.hidden = chosen === null;
      forget.hidden = chosen === null;
      keep.dataset.text = chosen ?? "";
      if (control.type === "range") number.textContent = text;
      const isTyped = ["text", "number", "range"].includes(control.type);
      if (document.activeElement === control && isTyped) return;
      if (control.type === "checkbox") control.checked = text === "true";
      else if (control.type === "color") control.value = (hex ?? "#000000").slice(0, 7);
      else control.value = text;
    });
    return make(
      "div", { class: "field", title: summary }, make("span", { class: "name" }, name), control,
      number, keep, forget,
    );
  }
}

// A list of the allowed values, a slider for a number between limits, or a field of its kind.
function controlFor({ kind, allowed, minimum, maximum, step }, label) {
  if (allowed.length > 0) {
    const options = allowed.map((text) => make("option", {}, text));
    return make("select", { "aria-label": label }, ...options);
  }
  if (kind === "number" || kind === "integer") {
    const isBounded = minimum !== null && maximum !== null;
    return make("input", {
      type: isBounded ? "range" : "number", "aria-label": label, min: minimum, max: maximum,
      step: step ?? (kind === "integer" ? 1 : "any"),
    });
  }
  const types = { boolean: "checkbox", color: "color" };
  return make("input", { type: types[kind] ?? "text", "aria-label": label, size: 12 });
}
