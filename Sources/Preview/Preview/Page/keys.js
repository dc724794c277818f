// The keys of the page: which action each one has, and where a field takes it instead.

const arrows = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

export class Keys {
  #keys;
  #commands;
  #nudge;

  // `keys` and `commands`, those with ctrl, are actions by the names of keys; `nudge` takes the step
  // of an arrow with alt.
  constructor({ keys, commands, nudge }) {
    [this.#keys, this.#commands, this.#nudge] = [keys, commands, nudge];
    document.addEventListener("keydown", (event) => {
      const action = this.#action(event);
      if (!action) return;
      event.preventDefault();
      action(event);
    });
  }

  #action(event) {
    const isTyping = event.target.matches("input[type=text], select, dialog *");
    const [key, lower] = [event.key, event.key.toLowerCase()];
    if (event.ctrlKey || event.metaKey) {
      // Fields have an undo of their own.
      return isTyping && lower !== "k" ? null : this.#commands[key] ?? this.#commands[lower];
    }
    if (isTyping) return null;
    if (event.altKey) {
      const step = arrows[key]?.map((one) => one * (event.shiftKey ? 10 : 1));
      return step && (() => this.#nudge(step));
    }
    const isPressing = event.target.matches("button") && [" ", "Enter"].includes(key)
      || event.target.matches("[type=range]:not(#scrubber)") && /^(Arrow|Home|End)/.test(key);
    return isPressing ? null : this.#keys[key] ?? this.#keys[lower];
  }
}
