// The scene beside its baselines: what differs, side by side or one after the other.

import { make } from "./elements.js";

export class Comparison {
  #connection;
  #dialog;
  #find;
  #entries = [];
  #chosen = 0;
  #timer = 0;

  constructor(connection, dialog) {
    [this.#connection, this.#dialog] = [connection, dialog];
    connection.on("comparison", ({ value }) => this.#take(value));
    const find = (name) => dialog.querySelector(name);
    this.#find = find;
    find("select").addEventListener("change", (event) => {
      this.#chosen = Number(event.target.value);
      this.#show();
    });
    for (const mode of dialog.querySelectorAll("[name=mode]")) {
      mode.addEventListener("change", () => this.#show());
    }
    find("[type=range]").addEventListener("input", () => this.#swipe());
    find(".approve").addEventListener("click", () => {
      find("output").textContent = "recording";
      connection.send({ type: "approve" });
    });
    dialog.addEventListener("close", () => clearInterval(this.#timer));
  }

  open() {
    this.#entries = [];
    this.#find("output").textContent = "comparing";
    this.#find(".pictures").replaceChildren();
    this.#dialog.showModal();
    this.#connection.send({ type: "compare" });
  }

  #take({ problem, entries, command }) {
    const isFailure = ({ verdict }) => verdict !== "same";
    this.#entries = entries;
    this.#chosen = Math.max(entries.findIndex(isFailure), 0);
    const failures = entries.filter(isFailure).length;
    const summary = entries.length === 0
      ? "There is no baseline of this scene."
      : `${failures} of ${entries.length} differ.`;
    this.#find("output").textContent = problem ?? summary;
    this.#find("code").textContent = command;
    const approve = this.#find(".approve");
    if (document.activeElement === approve) this.#find("form button").focus();
    approve.disabled = Boolean(problem) || failures === 0;
    const list = this.#find("select");
    list.replaceChildren(...entries.map(({ name, verdict }, value) => (
      make("option", { value }, `${name}: ${verdict}`)
    )));
    list.value = this.#chosen;
    this.#show();
  }

  #show() {
    clearInterval(this.#timer);
    const box = this.#find(".pictures");
    const entry = this.#entries[this.#chosen];
    const sentences = entry?.sentences ?? [];
    this.#find("ul").replaceChildren(...sentences.map((text) => make("li", {}, text)));
    const titles = { expected: "baseline", actual: "now", difference: "difference" };
    const figures = Object.keys(titles).filter((kind) => entry?.[kind]).map((kind) => {
      const src = `data:image/png;base64,${entry[kind]}`;
      const picture = make("img", { src, alt: `${titles[kind]} at ${entry.name}` });
      return make("figure", {}, picture, make("figcaption", {}, titles[kind]));
    });
    box.replaceChildren(...figures);
    const mode = this.#find("[name=mode]:checked").value;
    box.classList.toggle("blink", mode === "blink");
    box.classList.toggle("swipe", mode === "swipe");
    this.#find("[type=range]").hidden = mode !== "swipe" || figures.length < 2;
    if (mode === "blink" && figures.length > 1) this.#blink(figures);
    if (mode === "swipe") this.#swipe();
  }

  // Shows the baseline left of the slider, and the scene as it is now right of it.
  #swipe() {
    const place = this.#find("[type=range]").value;
    const now = this.#dialog.querySelectorAll(".pictures figure")[1];
    if (now) now.style.clipPath = `inset(0 0 0 ${place}%)`;
  }

  // Half a second each; with reduced motion the pictures are switched by hand.
  #blink(figures) {
    let shown = 0;
    const next = () => {
      figures.forEach((figure, index) => { figure.hidden = index !== shown; });
      shown = (shown + 1) % 2;
    };
    next();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.#find(".pictures").onclick = next;
    } else {
      this.#timer = setInterval(next, 500);
    }
  }
}
