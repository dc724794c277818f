// The stops of a layer's gradient on a bar: a drag moves one, a click between them adds one.

import { clamp, consume, make, onDrag } from "./elements.js";
import { ColorField, hexOf, plain } from "./fields.js";
import { Part } from "./part.js";

export class GradientBar extends Part {
  #bar = make("div", { class: "bar", title: "Click: adds a colour" });
  #field = make("div", { class: "field" });
  #note = make("small", { role: "status" });
  #chosen = 0;
  // The places of all stops, from a drag until the file has them.
  #places = null;
  #drag = null;
  // The field of the chosen stop's colour, and the stop that it was made for.
  #color = null;
  #shape = "";
  #refusal = null;

  constructor(things) {
    super(things);
    this.element = make(
      "fieldset", { class: "gradient" }, make("legend", {}, "gradient"), this.#bar, this.#field,
      this.#note,
    );
    this.#bar.addEventListener("pointerdown", (event) => this.#addAt(event));
    this.editor.on("state", ({ problem }) => {
      if (!problem || this.#places === null) return;
      this.#places = null;
      this.#refuse(problem);
    });
  }

  // The file's values were read again.
  settle() {
    if (!this.#drag) [this.#places, this.#refusal] = [null, null];
    this.show();
  }

  // The stops as the model has them.
  get #stops() {
    const { colors = [], locations = [] } = this.state.layer?.model ?? {};
    const count = colors.length / 4;
    const own = locations.length === count ? locations : even(count);
    const places = this.#places?.length === count ? this.#places : own;
    return places.map((place, index) => ({
      place, color: colors.slice(index * 4, index * 4 + 4),
    }));
  }

  show() {
    const stops = this.state.layer?.class === "gradient" ? this.#stops : [];
    this.element.hidden = stops.length === 0;
    if (stops.length === 0) return;
    this.#chosen = Math.min(this.#chosen, stops.length - 1);
    const list = stops.map(({ place, color }) => `${hexOf(color)} ${place * 100}%`);
    this.#bar.style.setProperty("--stops", `linear-gradient(to right, ${list.join(", ")})`);
    while (this.#bar.childElementCount > stops.length) this.#bar.lastChild.remove();
    while (this.#bar.childElementCount < stops.length) {
      this.#bar.append(this.#stop(this.#bar.childElementCount));
    }
    stops.forEach(({ place, color }, index) => {
      const stop = this.#bar.children[index];
      stop.style.left = `${place * 100}%`;
      stop.style.setProperty("--color", hexOf(color));
      stop.setAttribute("aria-valuenow", plain(place, 3));
      stop.setAttribute("aria-valuetext", `${hexOf(color)} at ${plain(place, 3)}`);
      stop.classList.toggle("chosen", index === this.#chosen);
    });
    this.#showColor();
    this.#note.textContent = this.#refusal ?? this.#remark ?? "";
  }

  get #remark() {
    const animated = this.editor.animation("colors") ?? this.editor.animation("locations");
    return animated ? `${animated}: these are the layer's own` : this.#wholeRefusal;
  }

  // The chosen stop's colour, and a button that removes it.
  #showColor() {
    const steps = ["colors", this.#chosen];
    const value = this.editor.value(steps);
    const send = value?.kind === "color" ? this.editor.sender(value) : null;
    const shape = JSON.stringify([steps, value?.kind, Boolean(send), this.state.written?.layer]);
    if (shape === this.#shape) {
      if (send) this.#color.show(value);
      return;
    }
    [this.#shape, this.#color] = [shape, null];
    const label = `stop ${this.#chosen + 1}`;
    this.#field.replaceChildren(make("span", { class: "name" }, label));
    if (send) {
      this.#color = new ColorField(value, label, (content, isDraft) => {
        const current = this.editor.value(steps);
        if (current) this.editor.sender(current)?.(content, isDraft);
      });
      this.#field.append(...this.#color.elements);
    } else {
      this.#field.append(make("small", {}, this.editor.access(steps).refusal ?? ""));
    }
    this.#field.append(make("button", {
      class: "small", "aria-label": `Remove ${label}`, click: () => this.#remove(this.#chosen),
    }, "\u00d7"));
  }

  #stop(index) {
    const stop = make("button", {
      class: "stop", role: "slider", "aria-label": `stop ${index + 1}`, "aria-valuemin": 0,
      "aria-valuemax": 1, title: "Drag: location; Delete removes it",
      keydown: (event) => this.#press(event, index),
    });
    onDrag(stop, {
      begin: ({ clientX }) => {
        stop.focus();
        [this.#chosen, this.#refusal] = [index, null];
        this.#drag = { x: clientX, hasMoved: false };
        this.show();
        return this.#drag;
      },
      move: (drag, event) => {
        if (!drag.hasMoved && Math.abs(event.clientX - drag.x) < 3) return;
        drag.hasMoved = this.#move(index, this.#placeOf(event), true);
      },
      end: ({ hasMoved }, event) => {
        this.#drag = null;
        if (hasMoved) this.#move(index, this.#placeOf(event), false);
      },
      cancel: ({ hasMoved }) => {
        if (hasMoved) this.editor.drop();
        [this.#drag, this.#places] = [null, null];
      },
    });
    return stop;
  }

  #press(event, index) {
    const step = { ArrowLeft: -0.01, ArrowRight: 0.01 }[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    this.#chosen = index;
    if (step) this.#move(index, this.#stops[index].place + step * (event.shiftKey ? 10 : 1), false);
    else if (event.key === "Delete" || event.key === "Backspace") this.#remove(index);
    else return;
    consume(event);
  }

  #placeOf({ clientX }) {
    const left = this.#bar.getBoundingClientRect().left + this.#bar.clientLeft;
    return round(clamp((clientX - left) / this.#bar.clientWidth, 0, 1));
  }

  #refuse(text) {
    this.#refusal = text;
    this.show();
  }

  // Moves a stop between its neighbours. False where the file has no location to change.
  #move(index, place, isDraft) {
    const stops = this.#stops;
    const [least, most] = [stops[index - 1]?.place ?? 0, stops[index + 1]?.place ?? 1];
    const places = stops.map((stop) => stop.place);
    places[index] = round(clamp(place, least, most));
    const single = ["locations", index];
    const isSingle = Boolean(this.editor.value(single));
    const { edit, refusal } = this.editor.access(isSingle ? single : ["locations"]);
    if (refusal) {
      this.#refuse(refusal);
      return false;
    }
    const written = this.editor.value(["locations"])?.texts;
    const texts = places.map((one, at) => (
      at !== index && written?.length === places.length ? written[at] : plain(one, 3)
    ));
    this.#places = places;
    this.editor.change([edit(isSingle ? { text: texts[index] } : { texts })], isDraft);
    this.show();
    return true;
  }

  // MARK: Adding and removing

  // Why no stop is added or removed; null where that can be.
  get #wholeRefusal() {
    if (this.editor.refusal) return this.editor.refusal;
    const isWhole = (name) => this.editor.value([name])?.refusal;
    const name = ["colors", "locations"].find(isWhole);
    return name ? this.editor.access([name]).refusal ?? null : null;
  }

  #addAt(event) {
    if (event.target !== this.#bar || event.button !== 0) return;
    event.preventDefault();
    if (this.#wholeRefusal) return this.#refuse(this.#wholeRefusal);
    const place = this.#placeOf(event);
    const stops = this.#stops;
    const after = stops.findIndex((stop) => stop.place > place);
    const index = after < 0 ? stops.length : after;
    const color = hexOf(mixed(stops[index - 1] ?? stops[0], stops[index] ?? stops.at(-1), place));
    const places = stops.map((stop) => stop.place).toSpliced(index, 0, place);
    this.#chosen = index;
    this.#restructure({ action: "add", at: index }, index, color, places);
  }

  #remove(index) {
    const stops = this.#stops;
    if (this.#wholeRefusal) return this.#refuse(this.#wholeRefusal);
    if (stops.length < 3) return this.#refuse("a gradient has two colours at least");
    const places = stops.map((stop) => stop.place).toSpliced(index, 1);
    this.#restructure({ action: "remove" }, index, null, places);
  }

  // Changes both lists as one step of undo. Where the file has no locations, they are written if
  // the stops are not at equal distances any more.
  #restructure(change, index, color, places) {
    const { owner, values } = this.state.written;
    const isAdded = change.action === "add";
    const list = (name, item) => ({
      ...change, owner, ...(isAdded ? { steps: [name], item } : { steps: [name, index] }),
    });
    const changes = [list("colors", color)];
    const edits = [];
    const isEven = even(places.length).every((place, at) => Math.abs(place - places[at]) < 5e-4);
    if (values.some(({ steps }) => steps[0] === "locations")) {
      changes.push(list("locations", plain(places[index] ?? 0, 3)));
    } else if (!isEven) {
      edits.push(this.editor.edit(["locations"], { texts: places.map((one) => plain(one, 3)) }));
    }
    this.#places = [];
    this.#refusal = null;
    this.editor.restructure(changes, edits);
  }
}

// A hundredth is less than the width of a stop.
function round(place) {
  return Number(plain(place, 2));
}

function even(count) {
  return Array.from({ length: count }, (_, index) => index / Math.max(count - 1, 1));
}

// The colour between two stops: straight channels, as the renderer has them.
function mixed(a, b, place) {
  const length = b.place - a.place;
  const part = length > 0 ? clamp((place - a.place) / length, 0, 1) : 0;
  return a.color.map((channel, index) => channel + (b.color[index] - channel) * part);
}
