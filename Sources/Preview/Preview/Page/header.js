// The bar at the top: the list of scenes, facts, the state of the connection, undo and redo, why
// nothing was changed, and how the frame is shown.

import { make } from "./elements.js";
import { round } from "./fields.js";

export class Header {
  #find;

  // `actions` by the ids of buttons; `open` gets the number of a scene, `show` what frames are shown.
  constructor(state, connection, element, { actions, open, show }) {
    this.#find = (id) => element.querySelector(`#${id}`);
    connection.on("state", (isOpen) => {
      this.#find("connection").textContent = isOpen ? "" : "connection lost";
      this.#find("connection").classList.toggle("lost", !isOpen);
    });
    state.on("scene", () => this.#showFacts(state.scene));
    state.on("refusal", () => { this.#find("refusal").textContent = state.refusal; });
    state.on("canUndo", () => { this.#find("undo").disabled = !state.canUndo; });
    state.on("canRedo", () => { this.#find("redo").disabled = !state.canRedo; });
    for (const [id, action] of Object.entries(actions)) {
      this.#find(id).addEventListener("click", ({ currentTarget }) => {
        const isPressed = action();
        if (typeof isPressed === "boolean") currentTarget.setAttribute("aria-pressed", isPressed);
      });
    }
    for (const [id, take] of [["scenes", (value) => open(Number(value))], ["view", show]]) {
      this.#find(id).addEventListener("change", ({ target }) => {
        take(target.value);
        target.blur();
      });
    }
  }

  setScenes(paths, opened) {
    const list = this.#find("scenes");
    list.replaceChildren(...paths.map((path, value) => make("option", { value }, path)));
    list.value = opened;
  }

  showScene(index) {
    this.#find("scenes").value = index;
  }

  // Presses a button as if by hand.
  press(id) {
    this.#find(id).click();
  }

  #showFacts({ path, width, height, fps, duration }) {
    const name = path.split("/").at(-1);
    document.title = `${name} – Rostrum`;
    if (document.body.classList.contains("exported")) this.#find("title").textContent = name;
    this.#find("facts").textContent = `${width} × ${height}, ${fps} fps, ${round(duration)} s`;
  }
}
