// The scene beside its baselines: what differs, side by side or one after the other.

export class Comparison {
  #connection;
  #dialog;
  #entries = [];
  #chosen = 0;
  #timer = 0;

  constructor(connection, dialog) {
    [this.#connection, this.#dialog] = [connection, dialog];
    connection.on("comparison", ({ value }) => this.#take(value));
    const find = (name) => dialog.querySelector(name);
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
    this.#dialog.querySelector("output").textContent = "comparing";
    this.#dialog.querySelector(".pictures").replaceChildren();
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
    this.#dialog.querySelector("output").textContent = problem ?? summary;
    this.#dialog.querySelector("code").textContent = command;
    const approve = this.#dialog.querySelector(".approve");
    if (document.activeElement === approve) this.#dialog.querySelector("form button").focus();
    approve.disabled = Boolean(problem) || failures === 0;
    const list = this.#dialog.querySelector("select");
    list.replaceChildren(...entries.map(({ name, verdict }, index) => (
      new Option(`${name}: ${verdict}`, index)
    )));
    list.value = this.#chosen;
    this.#show();
  }

  #show() {
    clearInterval(this.#timer);
    const box = this.#dialog.querySelector(".pictures");
    const entry = this.#entries[this.#chosen];
    const sentences = entry?.sentences ?? [];
    this.#dialog.querySelector("ul").replaceChildren(...sentences.map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }));
    const titles = { expected: "baseline", actual: "now", difference: "difference" };
    const figures = Object.keys(titles).filter((kind) => entry?.[kind]).map((kind) => {
      const figure = document.createElement("figure");
      const picture = document.createElement("img");
      picture.src = `data:image/png;base64,${entry[kind]}`;
      picture.alt = `${titles[kind]} at ${entry.name}`;
      const caption = document.createElement("figcaption");
      caption.textContent = titles[kind];
      figure.append(picture, caption);
      return figure;
    });
    box.replaceChildren(...figures);
    const mode = this.#dialog.querySelector("[name=mode]:checked").value;
    box.classList.toggle("blink", mode === "blink");
    box.classList.toggle("swipe", mode === "swipe");
    this.#dialog.querySelector("[type=range]").hidden = mode !== "swipe" || figures.length < 2;
    if (mode === "blink" && figures.length > 1) this.#blink(figures);
    if (mode === "swipe") this.#swipe();
  }

  // Shows the baseline left of the slider, and the scene as it is now right of it.
  #swipe() {
    const place = this.#dialog.querySelector("[type=range]").value;
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
      this.#dialog.querySelector(".pictures").onclick = next;
    } else {
      this.#timer = setInterval(next, 500);
    }
  }
}
