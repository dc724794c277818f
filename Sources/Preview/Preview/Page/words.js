// The words of the page in other languages. What comes from the scene and the server stays.

const attributes = ["title", "aria-label", "placeholder"];

export class Words {
  // Texts and attributes of the page, each with its English.
  #places = [];
  #chinese;

  // `table` is an element with the Chinese words by the English ones, in JSON.
  constructor(root, table, list) {
    this.#chinese = JSON.parse(table.textContent);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      this.#add(node.data, (text) => { node.data = text; });
    }
    for (const element of root.querySelectorAll("*")) {
      for (const name of attributes) {
        const text = element.getAttribute(name);
        if (text) this.#add(text, (one) => element.setAttribute(name, one));
      }
    }
    list.addEventListener("change", () => this.show(list.value));
    const isChinese = navigator.language.toLowerCase().startsWith("zh");
    list.value = isChinese ? "zh" : "en";
    if (isChinese) this.show("zh");
  }

  #add(text, write) {
    const english = text.trim();
    if (english in this.#chinese) this.#places.push({ text, english, write });
  }

  show(language) {
    document.documentElement.lang = language;
    for (const { text, english, write } of this.#places) {
      write(language === "zh" ? text.replace(english, this.#chinese[english]) : text);
    }
  }
}
