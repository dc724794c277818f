// The fields in which values of the file are changed.

import { clamp, make } from "./elements.js";

export const sliders = {
  mass: [0.1, 10], stiffness: [1, 500], damping: [0, 100], initialVelocity: [-20, 20],
  opacity: [0, 1], speed: [0, 4],
};

// A text or a number; known numbers have a slider.
export class TextField {
  constructor(value, label, send, limits) {
    this.input = textInput(label, value.text ?? (value.texts ?? []).join(", "));
    this.input.disabled = !send;
    this.elements = [this.input];
    if (!send) return;
    onText(this.input, value.kind === "number", (text, isDraft) => send({ text }, isDraft));
    if (limits && value.kind === "number") {
      const [min, max] = limits;
      this.slider = drafting((isDraft) => send({ text: plain(this.slider.value, 3) }, isDraft), {
        type: "range", min, max, step: (max - min) / 200, "aria-label": `${label}, slider`,
      });
      this.slider.value = value.text;
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
export class NumbersField {
  constructor(value, label, send) {
    this.elements = value.texts.map((text, index) => {
      const input = textInput(`${label} ${index + 1}`, text, 6);
      onText(input, true, (text, isDraft) => send({ index, text }, isDraft));
      return input;
    });
  }

  show(value) {
    value.texts.forEach((text, index) => showText(this.elements[index], text));
  }
}

export class ColorField {
  constructor(value, label, send) {
    this.input = textInput(label, value.text);
    // The picker knows no alpha: that stays.
    this.picker = drafting((isDraft) => send({ text: this.picker.value + this.alpha }, isDraft), {
      type: "color", "aria-label": `${label}, picker`,
    });
    this.elements = [this.picker, this.input];
    this.show(value);
    onText(this.input, false, (text, isDraft) => send({ text }, isDraft));
  }

  show(value) {
    showText(this.input, value.text);
    if (!value.hex) return;
    this.alpha = value.hex.slice(7);
    if (document.activeElement !== this.picker) this.picker.value = value.hex.slice(0, 7);
  }
}

// A field that says whether it is still being dragged.
function drafting(take, attributes) {
  return make("input", { ...attributes, input: () => take(true), change: () => take(false) });
}

function textInput(label, text, size = 12) {
  return make("input", {
    type: "text", "aria-label": label, size, spellcheck: "false", value: text,
  });
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

// What a typed text says: the texts of a list in brackets, or one text.
export function contentOf(text) {
  const list = text.match(/^\[(.*)\]$/)?.[1];
  return list === undefined ? { text } : { texts: list.split(",").map((one) => one.trim()) };
}

// A number as a person would write it.
export function plain(value, digits = 2) {
  return String(Number(Number(value).toFixed(digits)));
}

export function round(number) {
  return Number(number.toFixed(4));
}

// As few digits as keep a number within a tolerance.
export function shortest(value, tolerance) {
  const digits = [0, 1, 2, 3, 4].find((count) => Math.abs(plain(value, count) - value) <= tolerance);
  return plain(value, digits ?? 5);
}

// A text without its middle, where it is long: names differ at their ends.
export function cut(text, most) {
  if (text.length <= most) return text;
  const end = Math.floor(most * 0.6);
  return `${text.slice(0, most - end - 1)}\u2026${text.slice(-end)}`;
}

// A colour as CSS writes it: red, green, blue and alpha from 0 to 1.
export function hexOf(color) {
  const bytes = color.map((channel) => Math.round(clamp(channel, 0, 1) * 255));
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `#${bytes[3] === 255 ? hex.slice(0, 6) : hex}`;
}
