// The menu under the pointer.

export class Menu {
  #element;

  // `actions` by the names of the buttons.
  constructor(element, actions) {
    this.#element = element;
    element.addEventListener("click", ({ target }) => {
      element.hidePopover();
      actions[target.dataset.action]?.();
    });
  }

  open({ clientX, clientY }) {
    const element = this.#element;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.min(clientX, innerWidth - width - 4)}px`;
    element.style.top = `${Math.min(clientY, innerHeight - height - 4)}px`;
    element.querySelector("button").focus();
  }
}
