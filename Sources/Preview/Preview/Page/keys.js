// The keys and the buttons of the page: which action each one has, and where a field takes a key
// instead.

import { arrows } from "./elements.js";

// Fields that take all keys.
const typed = "input:not([type=range], [type=checkbox], [type=color])";

export class Keys {
  #keys;
  #commands;
  #nudge;

  // `actions` are the actions of buttons by name, `keys` and `commands`, those with ctrl, by the
  // names of keys; `nudge` takes the step of an arrow with alt; `places` take the keys from a field
  // when they are pressed.
  constructor({ actions, keys, commands, nudge, places }) {
    [this.#keys, this.#commands, this.#nudge] = [keys, commands, nudge];
    // Keys are for what the hand has touched last.
    document.addEventListener("pointerdown", ({ target }) => {
      const field = document.activeElement;
      if (places.some((place) => place.contains(target)) && field.matches(typed)) field.blur();
    }, true);
    document.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-action]");
      if (button) actions[button.dataset.action](button);
    });
    document.addEventListener("change", ({ target }) => {
      if (target.matches("select:not(dialog *)")) target.blur();
    });
    document.addEventListener("keydown", (event) => {
      const isDone = event.key === "Enter" && event.target.matches(`:is(${typed}):not(form *)`);
      if (isDone) event.target.blur();
      const action = this.#action(event);
      if (!action) return;
      event.preventDefault();
      action(event);
    });
  }

  #action(event) {
    const isTyping = event.target.matches(`${typed}, select, dialog, dialog *, menu *`);
    const [key, lower] = [event.key, event.key.toLowerCase()];
    if (event.ctrlKey || event.metaKey) {
      // Fields have an undo of their own, once something was typed.
      const { value, dataset } = event.target;
      const isOurs = lower === "k" || (lower === "z" && value === dataset.shown);
      return isTyping && !isOurs ? null : this.#commands[key] ?? this.#commands[lower];
    }
    if (isTyping) return null;
    if (event.altKey) {
      const step = arrows[key]?.map((one) => one * (event.shiftKey ? 10 : 1));
      return step && (() => this.#nudge(step));
    }
    const isPressing = event.target.matches("button") && [" ", "Enter"].includes(key)
      || event.target.matches("[type=range]:not(.scrubber)") && /^(Arrow|Home|End)/.test(key);
    return isPressing ? null : this.#keys[key] ?? this.#keys[lower];
  }
}
