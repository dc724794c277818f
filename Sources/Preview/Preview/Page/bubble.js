// The note that says why nothing was changed, at the place of a drag. It goes when something else
// is done.

import { clamp, make } from "./elements.js";
import { Part } from "./part.js";

export class Bubble extends Part {
  // Where a drag ended whose change is not answered yet.
  #dropped = null;

  constructor(things) {
    super(things);
    this.state.on("selected", () => { this.element.hidden = true; });
    this.stage.addEventListener("pointerdown", ({ target }) => {
      if (!this.element.contains(target)) this.hide();
    });
  }

  // Says something, with a link to the line that has it.
  show({ clientX, clientY, line }, text) {
    const { left, top, width, height } = this.stage.getBoundingClientRect();
    this.element.textContent = text;
    const { link } = this.state;
    if (line && link) {
      const href = link.replace("{line}", line).replace("{column}", 1);
      this.element.append(" ", make("a", { href }, `Open line ${line}`));
    }
    this.element.hidden = false;
    this.element.style.left = `${clamp(clientX - left, 8, Math.max(width - 330, 8))}px`;
    this.element.style.top = `${clamp(clientY - top + 14, 8, Math.max(height - 60, 8))}px`;
  }

  hide() {
    this.element.hidden = true;
    this.#dropped = null;
  }

  // Remembers where a drag ended.
  drop(place) {
    this.#dropped = place;
  }

  // Shows why a change was refused, or a note about it, where it was made by a drag.
  settle(text) {
    if (text && this.#dropped) this.show(this.#dropped, text);
    else if (!text) this.hide();
  }
}
