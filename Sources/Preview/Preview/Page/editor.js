// The values that the file gives the selected layer, or the scene. Each can be edited here and is
// written back in place. A drag is shown as a draft; releasing the pointer writes it.

import { CurveField, timingNames } from "./curve.js";
import { make } from "./elements.js";
import { ColorField, NumbersField, TextField, contentOf, sliders } from "./fields.js";
import { GradientBar } from "./gradient.js";
import { Part } from "./part.js";
import { flat } from "./state.js";

const lost = "There is no connection to the preview: nothing is written.";
const mistakes = "The file has mistakes: mend them first.";

export class Editor extends Part {
  // The rows of the form by the paths of their values.
  #fields = new Map();
  #shape = "";
  // The reading of the file that it shows.
  #shown = 0;
  // The changes that the server has not answered, in their order; the first one is on its way.
  // `row` is the one of the form that a change was made in.
  #queue = [];
  // How many changes were made.
  count = 0;
  // The reading of the file with the last answered change.
  #answered = 0;
  #gradient;
  #waiting = [];
  // The keys that the mapping of the form that has the focus may have.
  #keys = make("datalist", { id: "new-keys" });

  constructor(things) {
    super(things);
    const { state, connection } = things;
    this.#gradient = new GradientBar({ state, editor: this });
    state.on("scene", () => { if (!state.scene.isDraft) this.#ask(); });
    state.on("selected", () => this.#ask());
    state.on("inspected", () => this.#gradient.show());
    connection.on("written", ({ value }) => this.#take(value));
    connection.on("editing", ({ value }) => this.#settle(value));
    connection.on("state", (isOpen) => { if (!isOpen) this.#lose(); });
    connection.on("keys", ({ value }) => {
      this.#keys.replaceChildren(...value.map(([name, summary]) => (
        make("option", { value: name, label: summary })
      )));
    });
  }

  #ask() {
    this.connection.send({ type: "written", index: this.state.selected });
  }

  // MARK: Changes

  // A value that the file gives the layer; undefined without one.
  value(steps) {
    return this.state.written?.values.find((value) => isPath(value.steps, steps));
  }

  has(...steps) {
    return this.value(steps) !== undefined;
  }

  // The numbers of a list that the file gives the layer; null without one.
  numbers(name) {
    return this.value([name])?.texts?.map(Number) ?? null;
  }

  // Why nothing of the selected layer can be changed; null where it may be.
  get refusal() {
    return this.state.written?.owner ? null : this.state.written?.refusal ?? mistakes;
  }

  // How a value of the layer is changed: `edit` makes a change of a content; `refusal` is the
  // reason where there is none.
  access(steps) {
    const { values, refusal } = this.state.written ?? { refusal: mistakes };
    if (refusal) return { refusal };
    const { source } = this.value(steps) ?? {};
    if (source?.steps) {
      return { edit: (content) => edit(source.steps, content) };
    }
    const wrong = values.find((one) => (
      one.refusal && (isInside(one.steps, steps) || isInside(steps, one.steps))
    ));
    if (wrong) return { refusal: `${wrong.steps.join(" ")}: ${wordsOn(wrong)}` };
    return { edit: (content) => this.edit(steps, content) };
  }

  // The animation that gives a property its value now, in words; null without one.
  animation(name) {
    const { animations = [], model = {}, presentation = {} } = this.state.layer ?? {};
    const own = flat(animations, "animations").filter(({ keyPaths }) => (
      keyPaths.some((path) => path === name || path.startsWith(`${name}.`))
    ));
    const isOther = JSON.stringify(model[name]) !== JSON.stringify(presentation[name]);
    const giver = own.find(({ phase }) => phase === "active") ?? (isOther ? own[0] : undefined);
    if (!giver) return null;
    return `an animation gives '${name}' here${giver.line ? ` (line ${giver.line})` : ""}`;
  }

  // The reading of the file that the form is of.
  get reading() {
    return this.state.written?.reading ?? this.state.scene?.reading;
  }

  // A change of a value of the selected layer's mapping.
  edit(steps, content) {
    const { written, selected } = this.state;
    return { owner: written?.owner, layer: selected ?? undefined, ...edit(steps, content) };
  }

  // Whether a reading has all changes that were made.
  isSettled(reading = this.reading) {
    return this.#queue.length === 0 && reading >= this.#answered;
  }

  // The function that changes a value where it is written: here, in another place of the file, or
  // in a cell of its data. Null where it cannot be changed.
  sender({ steps, source, refusal }, row = null) {
    if (source?.cell) {
      return ({ text }, isDraft) => {
        const message = { type: "cell", index: this.state.selected, steps, text };
        if (!isDraft) this.put({ ...message, reading: this.reading }, row);
      };
    }
    if (refusal && !source?.steps) return null;
    return (content, isDraft) => {
      const change = source?.steps ? edit(source.steps, content) : this.edit(steps, content);
      this.change([change], isDraft, this.reading, row);
    };
  }

  // Does something once the form has all changes that were made.
  whenSettled(work) {
    this.#waiting.push(work);
  }

  // Adds, removes, copies or moves things, as one step of undo. `edits` are values that change too.
  restructure(changes, edits = []) {
    this.put({ type: "restructure", changes, edits, reading: this.reading });
  }

  // Changes values. Keys and drags may come faster than the file is written: the last one counts.
  change(edits, isDraft, reading = this.reading, row = null) {
    this.put({ type: "change", edits, reading, isDraft }, row);
  }

  // Shows what the file says, and no draft.
  drop() {
    this.put({ type: "drop" });
  }

  // Sends a change once all before it are answered. One that waits gives way to the next, where it
  // is a draft or changes the same values.
  put(message, row = null) {
    if (!this.connection.isOpen) {
      if (!message.isDraft) this.#refuse(lost, row);
      return;
    }
    this.count += 1;
    const last = this.#queue.at(-1)?.message;
    const isSame = last?.type === "change" && !message.isDraft && targets(last) === targets(message);
    if (this.#queue.length > 1 && (last.isDraft || isSame)) this.#queue.pop();
    this.#queue.push({ message, row, selected: this.state.selected });
    if (this.#queue.length === 1) this.connection.send(message);
  }

  #settle(state) {
    const { message, row, selected } = this.#queue.shift() ?? {};
    if (this.#queue.length > 0) this.connection.send(this.#queue[0].message);
    if (state.problem) return this.#refuse(state.problem, row, state);
    this.#answered = state.reading;
    // Changes inside a layer leave it selected, and so does the choice of another one meanwhile.
    const isOfLayers = message?.changes?.some(({ owner, steps = [] }) => (
      !owner || ["layers", "sublayers"].includes(steps[0])
    ));
    if (isOfLayers && selected === this.state.selected) this.emit("restructured", state.select);
    this.emit("state", state);
  }

  // Says why a change was not made, also in the row of the form that it was made in, which shows
  // the file's value again.
  #refuse(problem, row, state = {}) {
    this.emit("state", { ...state, problem });
    if (row) {
      row.querySelector(".refused")?.remove();
      row.append(make("small", { class: "refused", role: "alert" }, problem));
      for (const input of row.querySelectorAll("input[data-shown]")) {
        input.value = input.dataset.shown;
      }
    }
    if (this.#queue.length === 0) this.#ask();
  }

  // The connection is gone, with the answers that were on their way.
  #lose() {
    const [first, ...others] = this.#queue.splice(0).filter(({ message }) => !message.isDraft);
    [this.#answered, this.#shown] = [0, null];
    for (const { row } of others) this.#refuse(lost, row);
    if (first) this.#refuse("The connection was lost: see whether the file has the change.", first.row);
  }

  // MARK: The form

  #take(written) {
    // An answer may come when another layer is selected already.
    const { selected } = this.state;
    if (written && written.layer !== selected) return;
    this.state.set({ written });
    this.element.dataset.layer = selected ?? "";
    this.#gradient.settle();
    if (this.isSettled()) for (const work of this.#waiting.splice(0)) work();
    // The scene's parameters have a form of their own.
    const values = (written?.values ?? []).filter(({ steps }) => (
      selected !== null || steps[0] !== "parameters"
    ));
    const shape = JSON.stringify([
      selected, written?.refusal, written?.remark, written?.link,
      values.map((one) => [
        keyOf(one.steps), one.kind, one.refusal, one.note, one.source?.where, one.formula,
        one.isDefault, one.texts?.length,
      ]).sort(),
    ]);
    if (shape === this.#shape) {
      for (const note of this.element.querySelectorAll(".refused")) {
        if (written?.reading !== this.#shown) note.remove();
      }
      this.#shown = written?.reading;
      for (const value of values) this.#fields.get(keyOf(value.steps)).show(value);
      return;
    }
    [this.#shape, this.#shown] = [shape, written?.reading];
    this.#fields.clear();
    if (!written || written.refusal) {
      const text = written?.refusal ?? mistakes;
      this.element.replaceChildren(make("p", { class: "hint" }, text));
      return;
    }
    const held = this.#gradient.element.querySelector(":focus");
    this.element.replaceChildren(
      ...this.#head(written), this.#gradient.element, ...this.#groups(values), this.#keyForm([]),
      this.#keys, timingNames(),
    );
    held?.focus();
  }

  // A remark about all values, and the place in the editor.
  #head({ remark, link }) {
    const lines = [remark, link && make("a", { href: link }, "Open in the editor")];
    return lines.filter(Boolean).map((line) => make("p", { class: "hint" }, line));
  }

  // A line in which a key that is not there is added, with a list of the possible keys.
  #keyForm(steps) {
    const where = steps.join(" ");
    const [name, value] = ["key", "value"].map((word) => make("input", {
      type: "text", "aria-label": `New ${word} ${where}`.trim(), placeholder: word, size: 12,
      list: word === "key" ? this.#keys.id : null, spellcheck: "false", autocomplete: "off",
    }));
    const add = make("button", { title: "Write it into the file" }, "Add");
    name.addEventListener("focus", () => {
      this.connection.send({ type: "keys", owner: this.state.written?.owner, steps });
    });
    const submit = (event) => {
      event.preventDefault();
      const [key, text] = [name.value.trim(), value.value.trim()];
      if (!key || !text) return (key ? value : name).focus();
      const edits = [this.edit([...steps, key], contentOf(text))];
      this.change(edits, false, this.reading, event.target);
      document.activeElement.blur();
      event.target.reset();
    };
    return make("form", { class: "field add", submit }, name, value, add);
  }

  #removal(steps, label) {
    return make("button", {
      class: "small", title: "Remove", "aria-label": `Remove ${label}`,
      click: () => this.restructure([{ action: "remove", owner: this.state.written?.owner, steps }]),
    }, "\u00d7");
  }

  // A box for the mapping itself, and one for each animation and the like in it.
  #groups(values) {
    const groups = new Map();
    for (const value of values) {
      const { steps } = value;
      const depth = Math.max(steps.findLastIndex((step) => typeof step === "number"), -1) + 1;
      const isList = value.kind !== "numbers" && depth === steps.length;
      const end = isList ? depth - 1 : depth;
      const owner = steps.slice(0, end);
      const key = keyOf(owner);
      if (!groups.has(key)) groups.set(key, { owner, rows: [] });
      groups.get(key).rows.push(this.#row(value, steps.slice(end).join(" ")));
    }
    return [...groups.values()].map(({ owner, rows }) => {
      if (owner.length === 0) return make("fieldset", {}, ...rows);
      const title = owner.join(" ");
      const isItem = typeof owner.at(-1) === "number";
      const legend = make("legend", {}, title, " ", isItem ? this.#removal(owner, title) : null);
      const isAnimation = owner.length === 2 && owner[0] === "animations";
      return make("fieldset", {}, legend, ...rows, isAnimation ? this.#keyForm(owner) : null);
    });
  }

  #row(value, label) {
    const row = make("div", { class: "field" });
    const name = make("span", { class: "name" }, label);
    const field = this.#field(value, label, row);
    const show = (shown) => {
      field.show(shown.source || !shown.formula ? shown : { ...shown, text: shown.formula });
      row.classList.toggle("default", shown.isDefault);
      name.title = shown.isDefault ? "the default" : `line ${shown.line}`;
    };
    show(value);
    this.#fields.set(keyOf(value.steps), { show });
    row.append(name, ...field.elements);
    const isOwn = !value.isDefault && this.#isRemovable(value);
    if (isOwn) row.append(this.#removal(value.steps, value.steps.join(" ")));
    const words = wordsOn(value, this.state.written?.remark);
    if (words) row.append(make("small", {}, words));
    return row;
  }

  #isRemovable({ steps }) {
    return this.state.written?.layer !== null && steps.length > 0 || steps.length > 1;
  }

  #field(value, label, row) {
    const send = this.sender(value, row);
    if (!send && value.formula) {
      // Another formula may take its place.
      const write = this.sender({ steps: value.steps }, row);
      return new TextField({ ...value, text: value.formula, kind: "text" }, label, write);
    }
    if (!send) return new TextField(value, label, null);
    if (value.kind === "timing") return new CurveField(value, label, send);
    if (value.kind === "numbers") return new NumbersField(value, label, send);
    if (value.kind === "color") return new ColorField(value, label, send);
    return new TextField(value, label, send, sliders[value.steps.at(-1)]);
  }
}

// Where a value comes from, what it is, and who else has it.
function wordsOn({ refusal, note, formula, shown, source }, remark) {
  const parts = [];
  if (source?.steps || source?.cell) parts.push(`${formula ?? "an alias"}: ${source.where}`);
  else if (refusal) {
    parts.push(refusal);
    if (shown !== null && shown !== undefined) parts.push(`here it is ${shown}`);
    if (source?.where) parts.push(source.where);
  }
  // The remark about all values says it already.
  if (note && !(remark && note.includes("forEach"))) parts.push(note);
  return parts.join("; ");
}

// A change of a value, or of the item of it at an index.
function edit(steps, { index, ...content }) {
  return { steps: index === undefined ? steps : [...steps, index], isShared: true, ...content };
}

// The places that a change is for.
function targets({ edits = [] }) {
  return keyOf(edits.map(({ owner, layer, steps }) => [owner, layer, steps]));
}

function keyOf(steps) {
  return JSON.stringify(steps);
}

function isPath(a, b) {
  return a.length === b.length && isInside(a, b);
}

// Whether the steps `a` begin with the steps `b`.
function isInside(a, b) {
  return b.every((step, index) => step === a[index]);
}
