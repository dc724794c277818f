// Renders of a frame or a range, one after the other, to be saved by the browser.

export class Output {
  #connection;
  #dialog;
  #player;
  #rows = new Map();

  constructor(connection, dialog, player) {
    [this.#connection, this.#dialog, this.#player] = [connection, dialog, player];
    connection.on("render", ({ value }) => this.#take(value));
    connection.on("command", ({ value }) => {
      dialog.querySelector("code").textContent = value;
    });
    for (const button of dialog.querySelectorAll("[data-kind]")) {
      button.addEventListener("click", () => this.#send("render", button.dataset.kind));
      button.addEventListener("focus", () => this.#send("command", button.dataset.kind));
      button.addEventListener("pointerenter", () => this.#send("command", button.dataset.kind));
    }
    dialog.querySelector(".copy").addEventListener("click", () => {
      navigator.clipboard?.writeText(dialog.querySelector("code").textContent);
    });
  }

  open() {
    const [first, last] = this.#player.range;
    this.#dialog.querySelector(".facts").textContent =
      `Frame ${this.#player.frame}, or the range ${first} to ${last}.`;
    this.#dialog.showModal();
    this.#send("command", "mp4");
  }

  #send(type, kind) {
    const { frame, range } = this.#player;
    this.#connection.send({ type, kind, range: kind === "png" ? [frame, frame] : range });
  }

  #take({ id, event }) {
    if (!this.#rows.has(id)) this.#rows.set(id, this.#row(id));
    const { progress, text, cancel, row } = this.#rows.get(id);
    switch (event.event) {
      case "frame":
        progress.max = event.frames;
        progress.value = event.finished;
        text.textContent = `${event.finished} of ${event.frames} frames`;
        break;
      case "file":
        this.#save(id, event.name);
        break;
      case "error":
      case "cancelled":
        text.textContent = event.event === "error" ? event.message : "cancelled";
        progress.remove();
        cancel.remove();
        break;
      case "warning":
        row.title = event.message;
        break;
      default:
    }
  }

  // The browser's list of downloads does not learn the address with the token.
  async #save(id, name) {
    const { text, cancel, row } = this.#rows.get(id);
    cancel.remove();
    try {
      const response = await fetch(this.#connection.address(`render/${id}`));
      if (!response.ok) throw new Error(await response.text());
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await response.blob());
      link.download = name;
      link.textContent = name;
      row.replaceChildren(link);
      link.click();
    } catch (problem) {
      text.textContent = problem.message;
    }
  }

  #row(id) {
    const row = document.createElement("li");
    const [progress, text, cancel] = ["progress", "span", "button"]
      .map((name) => document.createElement(name));
    text.textContent = "waiting";
    cancel.textContent = "Cancel";
    cancel.addEventListener("click", () => this.#connection.send({ type: "cancel", id }));
    row.append(progress, text, cancel);
    this.#dialog.querySelector("ul").prepend(row);
    return { row, progress, text, cancel };
  }
}
