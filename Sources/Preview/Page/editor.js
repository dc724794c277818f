// The values that the file gives the selected layer, or the scene. Each can be edited here and is
// written back in place. A drag is shown as a draft; releasing the pointer writes it.

import { CurveField } from "./curve.js";

const sliders = {
  mass: [0.1, 10], stiffness: [1, 500], damping: [0, 100], initialVelocity: [-20, 20],
  opacity: [0, 1], speed: [0, 4],
};

export class Editor extends EventTarget {
  #connection;
  #element;
  #scene = null;
  #selected = null;
  #written = null;
  // The rows of the form by the paths of their values.
  #fields = new Map();
  #shape = "";
  // A draft that is on its way to the server, and the last one behind it.
  #isWaiting = false;
  #next = null;
  // The revision of the file that is being edited, and the text typed since.
  #writing = null;
  #typed = null;

  constructor(connection, element) {
    super();
    [this.#connection, this.#element] = [connection, element];
    connection.on("written", ({ value }) => this.#take(value));
    connection.on("editing", ({ value }) => this.#settle(value));
  }

  setScene(scene) {
    this.#scene = scene;
    if (!scene.isDraft) this.#ask();
  }

  select(index) {
    this.#selected = index;
    this.#written = null;
    this.#ask();
  }

  get written() {
    return this.#written;
  }

  #ask() {
    this.#connection.send({ type: "written", index: this.#selected });
  }

  // MARK: Changes

  // Whether the file gives the layer such a value.
  has(...steps) {
    return this.#written?.values.some((value) => isPath(value.steps, steps)) ?? false;
  }

  // The numbers of a list that the file gives the layer; null without one.
  numbers(name) {
    const value = this.#written?.values.find(({ steps }) => isPath(steps, [name]));
    return value?.texts?.map(Number) ?? null;
  }

  get reading() {
    return this.#scene?.reading;
  }

  // The steps that a value of the selected layer's mapping has, with the place of that.
  edit(steps, content) {
    return { owner: this.#written?.owner ?? undefined, steps, ...content };
  }

  // Whether a value is on its way into the file.
  get isWriting() {
    return this.#writing !== null;
  }

  // Changes a value of the selected layer. Keys may come faster than the file is written: the last
  // counts.
  changeValue(steps, content, isDraft) {
    if (this.#writing !== null) {
      if (!isDraft) this.#typed = { layer: this.#selected, steps, content };
      return;
    }
    if (!isDraft) this.#writing = this.reading;
    this.change([this.edit(steps, content)], isDraft);
  }

  change(edits, isDraft, reading = this.#scene?.reading) {
    const message = { type: "change", edits, reading, isDraft };
    // Only the latest draft is sent; a final value is sent at once.
    if (isDraft && this.#isWaiting) {
      this.#next = message;
      return;
    }
    this.#next = null;
    this.#isWaiting = isDraft;
    this.#connection.send(message);
  }

  drop() {
    this.#next = null;
    this.#connection.send({ type: "drop" });
  }

  undo() {
    this.#connection.send({ type: "undo" });
  }

  redo() {
    this.#connection.send({ type: "redo" });
  }

  #settle(state) {
    this.#isWaiting = false;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
    if (state.problem) this.#writing = null;
    if (this.#next) {
      const message = this.#next;
      this.#next = null;
      this.#isWaiting = true;
      this.#connection.send(message);
    } else if (state.problem) {
      this.#ask();
    }
  }

  #goOnWriting() {
    if (this.#writing === null || this.#written?.reading === this.#writing) return;
    this.#writing = null;
    const typed = this.#typed;
    this.#typed = null;
    if (typed && typed.layer === this.#selected) {
      this.changeValue(typed.steps, typed.content, false);
    }
  }

  // MARK: The form

  #take(written) {
    // An answer may come when another layer is selected already.
    if (written && written.layer !== this.#selected) return;
    this.#written = written;
    this.#goOnWriting();
    this.#element.dataset.layer = this.#selected ?? "";
    this.dispatchEvent(new Event("written"));
    const values = (written?.values ?? []).filter(({ steps }) => steps[0] !== "parameters");
    const shape = JSON.stringify([
      this.#selected, written?.refusal,
      values.map((one) => [keyOf(one.steps), one.kind, one.refusal]).sort(),
    ]);
    if (shape === this.#shape) {
      for (const value of values) this.#fields.get(keyOf(value.steps)).show(value);
      return;
    }
    this.#shape = shape;
    this.#fields.clear();
    if (!written || written.refusal) {
      const text = written?.refusal ?? "The file has mistakes: mend them first.";
      this.#element.replaceChildren(make("p", { class: "hint" }, text));
      return;
    }
    this.#element.replaceChildren(...this.#groups(values));
  }

  // A box for the mapping itself, and one for each animation and the like in it.
  #groups(values) {
    const groups = new Map();
    for (const value of values) {
      const { steps } = value;
      const depth = Math.max(steps.findLastIndex((step) => typeof step === "number"), -1) + 1;
      const isList = value.kind !== "numbers" && depth === steps.length;
      const title = steps.slice(0, isList ? depth - 1 : depth).join(" ");
      if (!groups.has(title)) groups.set(title, []);
      groups.get(title).push(this.#row(value, steps.slice(isList ? depth - 1 : depth).join(" ")));
    }
    return [...groups].map(([title, rows]) => {
      const box = make("fieldset");
      if (title) box.append(make("legend", {}, title));
      box.append(...rows);
      return box;
    });
  }

  #row(value, label) {
    const row = make("div", { class: "field" });
    const name = make("span", { class: "name" }, label);
    const field = this.#field(value, label);
    const show = (shown) => {
      field.show(shown);
      row.classList.toggle("default", shown.isDefault);
      name.title = shown.isDefault ? "the default" : `line ${shown.line}`;
    };
    show(value);
    this.#fields.set(keyOf(value.steps), { show });
    row.append(name, ...field.elements);
    if (value.refusal) row.append(make("small", {}, value.refusal));
    return row;
  }

  #field(value, label) {
    const send = (content, isDraft) => this.changeValue(value.steps, content, isDraft);
    if (value.refusal) return new TextField(value, label, null);
    if (value.kind === "timing") return new CurveField(value, label, send);
    if (value.kind === "numbers") return new NumbersField(value, label, send);
    if (value.kind === "color") return new ColorField(value, label, send);
    return new TextField(value, label, send, sliders[value.steps.at(-1)]);
  }
}

// A text or a number; known numbers have a slider.
class TextField {
  constructor(value, label, send, limits) {
    this.input = textInput(label, value.text ?? (value.texts ?? []).join(", "));
    this.input.disabled = !send;
    this.elements = [this.input];
    if (!send) return;
    onText(this.input, value.kind === "number", (text, isDraft) => send({ text }, isDraft));
    if (limits && value.kind === "number") {
      const [min, max] = limits;
      this.slider = make("input", {
        type: "range", min, max, step: (max - min) / 200, "aria-label": `${label}, slider`,
      });
      this.slider.value = value.text;
      const take = (isDraft) => send({ text: plain(this.slider.value, 3) }, isDraft);
      this.slider.addEventListener("input", () => take(true));
      this.slider.addEventListener("change", () => take(false));
      this.elements.push(this.slider);
    }
  }

  show(value) {
    showText(this.input, value.text ?? (value.texts ?? []).join(", "));
    const isHeld = document.activeElement === this.slider && this.slider.value !== value.text;
    if (this.slider && !isHeld) this.slider.value = value.text;
  }
}

// The numbers of a list.
class NumbersField {
  constructor(value, label, send) {
    this.texts = value.texts;
    this.elements = value.texts.map((text, index) => {
      const input = textInput(`${label} ${index + 1}`, text, 6);
      onText(input, true, (changed, isDraft) => {
        send({ texts: this.texts.map((one, at) => (at === index ? changed : one)) }, isDraft);
      });
      return input;
    });
  }

  show(value) {
    this.texts = value.texts;
    value.texts.forEach((text, index) => showText(this.elements[index], text));
  }
}

class ColorField {
  constructor(value, label, send) {
    this.input = textInput(label, value.text);
    this.picker = make("input", { type: "color", "aria-label": `${label}, picker` });
    this.elements = [this.picker, this.input];
    this.show(value);
    onText(this.input, false, (text, isDraft) => send({ text }, isDraft));
    // The picker knows no alpha: that stays.
    const take = (isDraft) => send({ text: this.picker.value + this.alpha }, isDraft);
    this.picker.addEventListener("input", () => take(true));
    this.picker.addEventListener("change", () => take(false));
  }

  show(value) {
    showText(this.input, value.text);
    if (!value.hex) return;
    this.alpha = value.hex.slice(7);
    if (document.activeElement !== this.picker) this.picker.value = value.hex.slice(0, 7);
  }
}

function textInput(label, text, size = 12) {
  const input = make("input", { type: "text", "aria-label": label, size, spellcheck: "false" });
  input.value = text;
  return input;
}

// Calls `take` with the typed text; the up and down keys change numbers.
function onText(input, isNumber, take) {
  input.addEventListener("change", () => take(input.value.trim(), false));
  input.addEventListener("keydown", (event) => {
    const sign = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!isNumber || !sign || Number.isNaN(Number(input.value))) return;
    event.preventDefault();
    const digits = (input.value.split(".")[1] ?? "").length;
    const step = (digits > 0 ? 10 ** -digits : 1) * (event.shiftKey ? 10 : 1);
    input.value = plain(Number(input.value) + sign * step, digits);
    take(input.value, false);
  });
}

function showText(input, text) {
  if (document.activeElement !== input || input.dataset.shown === input.value) input.value = text;
  input.dataset.shown = text;
}

function keyOf(steps) {
  return JSON.stringify(steps);
}

function isPath(a, b) {
  return a.length === b.length && a.every((step, index) => step === b[index]);
}

// A number as a person would write it.
export function plain(value, digits = 2) {
  return String(Number(Number(value).toFixed(digits)));
}

function make(name, attributes = {}, text) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}
