extension HTMLReportParts {
  /// Plain JavaScript. Every action has a key and a button, and both go through `press`.
  static let script = #"""
    "use strict";
    const report = JSON.parse(document.getElementById("report").textContent);
    const byId = (id) => document.getElementById(id);
    const state = { index: 0, view: "side", zoom: 0, position: 50, blink: false, failures: false };
    let timer = 0;

    const element = (name, parent, properties) =>
      parent.appendChild(Object.assign(document.createElement(name), properties || {}));

    function start() {
      byId("title").textContent = report.title;
      byId("summary").textContent = report.summary;
      for (const note of report.notes) element("li", byId("notes"), { textContent: note });
      const first = report.entries.findIndex((entry) => entry.isFailure);
      state.index = Math.max(0, first);
      drawStrip();
      show();
    }

    // One mark for each pair; among many, its height is the share of differing pixels (square root).
    function drawStrip() {
      const strip = byId("strip");
      strip.className = report.entries.length <= 12 ? "few" : "";
      let group = null;
      report.entries.forEach((entry, index) => {
        if (entry.group !== group && report.entries.some((other) => other.group !== entry.group)) {
          element("span", strip, { textContent: entry.group });
        }
        group = entry.group;
        const share = entry.difference ? entry.difference.differentShare : 1;
        const mark = element("button", strip, {
          className: entry.verdict, title: entry.title + ": " + entry.words,
          textContent: strip.className ? entry.name || entry.group : "",
          onclick: () => select(index),
        });
        mark.setAttribute("aria-label", mark.title);
        mark.style.setProperty("--share", Math.max(12, Math.sqrt(share) * 100) + "%");
        mark.dataset.index = index;
      });
    }

    function select(index) {
      state.index = index;
      state.zoom = 0;
      show();
    }

    function step(direction) {
      const count = report.entries.length;
      for (let tries = 1; tries <= count; tries += 1) {
        const index = (state.index + direction * tries + count * tries) % count;
        if (!state.failures || report.entries[index].isFailure) return select(index);
      }
    }

    function show() {
      const entry = report.entries[state.index];
      clearInterval(timer);
      document.querySelectorAll("#strip button").forEach((mark) =>
        mark.setAttribute("aria-current", String(Number(mark.dataset.index) === state.index)));
      document.querySelectorAll("#toolbar [data-view]").forEach((button) =>
        button.setAttribute("aria-pressed", String(button.dataset.view === state.view)));
      document.querySelector("[data-key=f]").setAttribute("aria-pressed", String(state.failures));
      document.querySelector("[data-key=z]")
        .setAttribute("aria-pressed", String(state.zoom === "worst"));
      byId("stage").replaceChildren();
      if (!entry) return;
      byId("verdict").textContent = entry.words;
      byId("verdict").className = entry.verdict;
      byId("name").textContent = entry.title;
      byId("sentences").replaceChildren();
      for (const text of entry.sentences) element("li", byId("sentences"), { textContent: text });
      byId("places").textContent = "expected: " + entry.expected + " · actual: " + entry.actual;
      byId("slider").style.display =
        state.view === "swipe" || state.view === "onion" ? "flex" : "none";
      document.body.dataset.view = state.view;
      drawStage(entry);
    }

    function drawStage(entry) {
      const [expected, actual, difference] = entry.pictures;
      if (!expected && !actual) {
        element("p", byId("stage"), { className: "empty", textContent: whyEmpty(entry) });
        return;
      }
      const draw = {
        side: () => [["expected", [expected]], ["actual", [actual]], ["difference", [difference]]],
        swipe: () => [["expected | actual", [expected, actual]]],
        blink: () => [["expected / actual", [expected, actual]]],
        onion: () => [["expected over actual", [expected, actual]]],
        difference: () => [["difference", [difference]]],
      }[state.view]();
      // All are there before any is arranged, so that they share the width and get the same scale.
      const figures = draw.map(([caption, sources]) => figure(caption, sources)).filter(Boolean);
      for (const [frame, sheet, pictures] of figures) arrange(frame, sheet, pictures, entry);
      for (const [frame] of figures) {
        frame.onscroll = () => figures.forEach(([other]) => {
          other.scrollLeft = frame.scrollLeft;
          other.scrollTop = frame.scrollTop;
        });
      }
    }

    function whyEmpty(entry) {
      const found = entry.difference;
      if (!found) return "There is no picture to show.";
      const isIdentical = entry.verdict === "same" &&
        found.differentPixels + found.forgivenPixels + found.toleratedPixels === 0;
      return isIdentical ? "All pixels are equal: the report shows pairs that differ."
        : "The report keeps pictures of the most different pairs only.";
    }

    function figure(caption, sources) {
      const box = element("figure", byId("stage"));
      element("figcaption", box, { textContent: caption });
      const frame = element("div", box, { className: "frame" });
      const sheet = element("div", frame, { className: "sheet" });
      const pictures = sources.filter(Boolean).map((source, index) =>
        Object.assign(element("img", sheet, { src: source.source, alt: index ? "actual" : caption }),
          { wide: source.width, high: source.height }));
      if (!pictures.length) {
        sheet.textContent = caption === "difference" ? "identical" : "none";
        sheet.className = "empty";
        return null;
      }
      return [frame, sheet, pictures];
    }

    function arrange(frame, sheet, pictures, entry) {
      const width = Math.max(...pictures.map((picture) => picture.wide));
      const height = Math.max(...pictures.map((picture) => picture.high));
      const region = entry.difference && entry.difference.regions[0];
      const room = frame.parentElement.clientWidth - 2;
      const high = window.innerHeight * 0.78;
      const fit = Math.min(room / width, Math.max(1, Math.floor(room / width)));
      // The region takes a third of the width or of the height.
      const worst = region
        ? Math.min(24, Math.max(fit, Math.min(room / region.width, high / region.height) / 3)) : fit;
      const scale = state.zoom === "worst" ? worst : fit * Math.pow(1.5, state.zoom);
      sheet.style.width = width * scale + "px";
      sheet.style.height = height * scale + "px";
      sheet.classList.toggle("pixels", scale >= 1);
      for (const picture of pictures) {
        picture.style.width = picture.wide * scale + "px";
        picture.style.height = picture.high * scale + "px";
      }
      if (state.zoom === "worst" && region) {
        frame.scrollLeft = (region.x + region.width / 2) * scale - room / 2;
        frame.scrollTop = (region.y + region.height / 2) * scale - frame.clientHeight / 2;
        if (state.view === "swipe") {
          state.position = ((region.x + region.width / 2) / width) * 100;
          byId("position").value = state.position;
        }
      }
      compose(sheet, pictures, width * scale);
    }

    function compose(sheet, pictures, width) {
      const top = pictures[1];
      if (!top) return;
      if (state.view === "blink") {
        const blink = () => { top.style.visibility = top.style.visibility ? "" : "hidden"; };
        clearInterval(timer);
        timer = setInterval(blink, 500);
      }
      if (state.view === "onion") top.style.opacity = state.position / 100;
      if (state.view === "swipe") {
        const x = width * state.position / 100;
        top.style.clipPath = "inset(0 0 0 " + (x / parseFloat(top.style.width)) * 100 + "%)";
        const rule = sheet.querySelector(".rule") || element("div", sheet, { className: "rule" });
        rule.style.left = x + "px";
        sheet.onpointerdown = sheet.onpointermove = (event) => {
          if (event.type === "pointermove" && !event.buttons) return;
          const box = sheet.getBoundingClientRect();
          move(((event.clientX - box.left) / box.width) * 100);
        };
      }
    }

    function move(position) {
      state.position = Math.min(100, Math.max(0, position));
      byId("position").value = state.position;
      const sheet = document.querySelector(".sheet");
      if (sheet) compose(sheet, [...sheet.querySelectorAll("img")], sheet.clientWidth);
    }

    const views = { 1: "side", 2: "swipe", 3: "blink", 4: "onion", 5: "difference" };

    function press(key) {
      if (views[key]) state.view = views[key];
      else if (key === "n" || key === "ArrowRight") return step(1), true;
      else if (key === "p" || key === "ArrowLeft") return step(-1), true;
      else if (key === "f") state.failures = !state.failures;
      else if (key === "z") state.zoom = state.zoom === "worst" ? 0 : "worst";
      else if (key === "0") state.zoom = 0;
      else if (key === "+" || key === "=") state.zoom = (Number(state.zoom) || 0) + 1;
      else if (key === "-") state.zoom = (Number(state.zoom) || 0) - 1;
      else return false;
      show();
      return true;
    }

    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isSlider = event.target.id === "position" && event.key.startsWith("Arrow");
      if (!isSlider && press(event.key)) event.preventDefault();
    });
    document.querySelectorAll("#toolbar [data-key]").forEach((button) =>
      button.addEventListener("click", () => press(button.dataset.key)));
    byId("position").addEventListener("input", (event) => move(Number(event.target.value)));
    window.addEventListener("resize", show);
    start();
    """#
}
