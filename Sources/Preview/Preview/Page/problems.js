// The mistakes and warnings of the scene, over its picture, and what keeps its sound or a frame from
// being made.

import { make } from "./elements.js";
import { Part } from "./part.js";

export class Problems extends Part {
  #wasWrong = false;

  constructor({ state, sound, connection, ...things }) {
    super(things);
    const show = (more = []) => {
      const own = [sound.problem, ...more].filter(Boolean)
        .map((message) => ({ severity: "error", message, path: "" }));
      this.#show([...state.problems, ...own], state.isWrong || own.length > 0);
    };
    state.on(["problems", "isWrong"], () => show());
    sound.on("change", () => show());
    connection.on("failure", ({ frame, value }) => show([`frame ${frame}: ${value}`]));
  }

  // Mistakes lie over the picture; warnings alone are a line to open.
  #show(problems, isWrong) {
    const box = this.element;
    const counts = ["error", "warning", "note"].map((word) => [
      problems.filter((one) => one.severity === word).length, word,
    ]);
    document.body.classList.toggle("wrong", isWrong);
    if (box.hidden || isWrong || this.#wasWrong) box.open = isWrong;
    this.#wasWrong = isWrong;
    box.hidden = problems.length === 0;
    box.querySelector("summary").textContent = counts.filter(([number]) => number > 0)
      .map(([number, word]) => `${number} ${word}${number > 1 ? "s" : ""}`).join(", ");
    box.querySelector("div").replaceChildren(...problems.map(article));
  }
}

function article({ severity, message, path, line, column, link, text, caret, hint }) {
  const place = [path, line, column].filter(Boolean).join(":");
  return make(
    "article", {}, make("div", { class: severity }, `${severity}: ${message}`),
    make(link ? "a" : "span", { href: link }, place),
    text ? make("pre", {}, `${text}\n${caret}`) : null,
    hint ? make("div", {}, `hint: ${hint}`) : null,
  );
}
