// The bar at the top: the list of scenes, facts, the state of the connection, undo and redo, why
// nothing was changed, and how the frame is shown.

import { make, set } from "./elements.js";
import { round } from "./fields.js";
import { Part } from "./part.js";

export class Header extends Part {
  constructor({ state, connection, ...things }) {
    super(things);
    connection.on("state", (isOpen) => {
      this.find("#connection").textContent = isOpen ? "" : "connection lost";
      this.find("#connection").classList.toggle("lost", !isOpen);
    });
    state.on(["paths", "opened"], () => {
      const options = state.paths.map((path, value) => make("option", { value }, path));
      this.find("#scenes").replaceChildren(...options);
      this.find("#scenes").value = state.opened;
    });
    state.on("scene", () => this.#showFacts(state.scene));
    state.on("refusal", () => { this.find("#refusal").textContent = state.refusal; });
    state.on("canUndo", () => { this.find("#undo").disabled = !state.canUndo; });
    state.on("canRedo", () => { this.find("#redo").disabled = !state.canRedo; });
    state.on(["path", "onion"], () => {
      set(this.find("#path-button"), { "aria-pressed": state.path });
      set(this.find("#onion-button"), { "aria-pressed": state.onion });
    });
    this.listen("change", {
      "#scenes": ({ value }) => this.emit("open", Number(value)),
      "#view": ({ value }) => this.emit("view", value || null),
    });
  }

  #showFacts({ path, width, height, fps, duration }) {
    const name = path.split("/").at(-1);
    document.title = `${name} – Rostrum`;
    if (document.body.classList.contains("exported")) this.find("#title").textContent = name;
    this.find("#facts").textContent = `${width} × ${height}, ${fps} fps, ${round(duration)} s`;
  }
}
