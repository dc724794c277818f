// The selected layer: model and presentation side by side, its animations with phase, active time
// and progress, and the steps to a value.

import { clamp, make } from "./elements.js";
import { hexOf } from "./fields.js";
import { Part } from "./part.js";

export class Details extends Part {
  // The key path that is explained, with its steps and its curve as the address of a picture.
  #keyPath = null;
  #explained = null;
  #curve = null;

  constructor(things) {
    super(things);
    const { state, connection } = things;
    state.on("selected", () => this.#explain(null));
    state.on(["inspected", "hits"], () => this.#show());
    connection.on("explanation", ({ value }) => {
      if (this.#keyPath === null) return;
      this.#explained = value ?? "There is no single value of that name.";
      this.#show();
    });
    connection.on("curve", ({ value }) => {
      // An answer may come when something else is explained already.
      if (value?.layer !== state.layer?.name || value?.keyPath !== this.#keyPath) return;
      this.#curve = `data:image/svg+xml,${encodeURIComponent(value.svg)}`;
      this.#show();
      state.set({ graph: value.graph });
    });
  }

  #show() {
    const { layer, hits } = this.state;
    if (!layer) {
      this.element.replaceChildren(make("p", { class: "hint" }, "Click a layer, or a pixel."));
      return;
    }
    const line = layer.line ? `, line ${layer.line}` : "";
    const title = make(
      "p", {}, make("strong", {}, layer.title), make("small", {}, ` ${layer.class}${line}`),
      make("br"), make("small", {}, `local time ${short(layer.localTime)} s`),
    );
    const parts = [title, this.#values(layer), ...layer.animations.map(animation)];
    if (hits.length > 1) parts.unshift(this.#under(hits));
    const isHeld = this.element.contains(document.activeElement);
    const { name } = isHeld ? document.activeElement.dataset : {};
    this.element.replaceChildren(...parts);
    if (name) this.element.querySelector(`[data-name="${CSS.escape(name)}"]`)?.focus();
  }

  // The layers under the pixel as buttons.
  #under(hits) {
    const buttons = hits.map(({ index, title }) => make("button", {
      "aria-pressed": index === this.state.selected, click: () => this.state.select(index),
    }, title));
    const words = make("small", {}, "Under the pixel, front first: ");
    return make("p", { class: "under" }, words, ...buttons);
  }

  #values(layer) {
    const head = ["property", "model", "presentation"].map((text) => make("th", {}, text));
    const rows = Object.entries(layer.presentation).flatMap(([name, shown]) => {
      const isExplained = name === this.#keyPath;
      const button = make("button", {
        class: "value", title: "Explain this value", "aria-expanded": isExplained, "data-name": name,
        click: () => this.#explain(isExplained ? null : name),
      }, name);
      const cells = [layer.model[name], shown].map((value) => valueCell(name, value));
      if (cells[0].textContent !== cells[1].textContent) cells[1].className = "changed";
      const row = make("tr", {}, make("th", { scope: "row" }, button), ...cells);
      return isExplained ? [row, make("tr", {}, this.#explanation(layer))] : [row];
    });
    return make(
      "table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows),
    );
  }

  // The steps to the value above, at the time that is shown, and its curve.
  #explanation(layer) {
    const cell = make("td", { class: "explanation", colspan: 3 });
    if (this.#explained) cell.append(make("pre", { tabindex: 0 }, this.#explained));
    if (this.#curve) {
      const picture = { src: this.#curve, alt: `${this.#keyPath} of ${layer.name} over time` };
      const link = { href: this.#curve, download: `${this.#keyPath}.svg` };
      cell.append(make("figure", {}, make("img", picture), make("a", link, "Save as SVG")));
    }
    return cell;
  }

  #explain(keyPath) {
    [this.#keyPath, this.#explained, this.#curve] = [keyPath, null, null];
    this.#show();
    this.state.set({ graph: null });
    this.askAgain(true);
  }

  // Asks for the steps to the value that is explained, as they are now, and for its curve.
  askAgain(withCurve) {
    const { layer, frame } = this.state;
    if (!this.#keyPath || !layer) return;
    const request = { frame, layer: layer.name, keyPath: this.#keyPath };
    this.connection.send({ type: "explain", ...request });
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    if (withCurve) this.emit("curve", { type: "curve", isDark, ...request });
  }

}

function animation(one) {
  const title = make(
    "div", {}, make("strong", {}, [one.type, one.key, ...one.keyPaths].filter(Boolean).join(" ")),
    make("small", {}, one.line ? ` line ${one.line}` : ""),
  );
  const facts = [
    one.phase, `active time ${short(one.activeTime ?? null)}`, `iteration ${one.iteration ?? 0}`,
  ];
  const { progress } = one;
  const parts = [title, make("div", {}, facts.join(", "))];
  if (typeof progress === "number") {
    parts.push(
      make("progress", { max: 1, value: clamp(progress, 0, 1) }),
      make("div", {}, `progress ${short(progress)} → ${short(one.value)}`),
    );
  }
  const inner = (one.animations ?? []).map(animation);
  return make("div", { class: `animation ${one.phase ?? ""}` }, ...parts, ...inner);
}

// Colours as CSS writes them, beside a swatch.
function valueCell(name, value) {
  const isColor = /color$/i.test(name) && Array.isArray(value) && value.length === 4
    && value.every((channel) => channel >= 0 && channel <= 1);
  if (!isColor) return make("td", {}, short(value));
  const swatch = make("span", { class: "swatch" });
  swatch.style.background = hexOf(value);
  return make("td", {}, swatch, hexOf(value));
}

function short(value) {
  if (typeof value === "number") return String(Number(value.toPrecision(6)));
  if (Array.isArray(value)) return `[${value.map(short).join(", ")}]`;
  if (value === null || value === undefined) return "none";
  if (typeof value === "object") {
    return Object.entries(value).map(([key, one]) => `${key} ${short(one)}`).join(", ");
  }
  return String(value);
}
