import Browser
import Foundation
import TestSupport
import Testing

/// Adds, removes and explains through the page of a preview, in a real browser.
@Suite(
  "Authoring in a preview", .enabled(if: Browser.path != nil, "\(Browser.advice)"), .serialized)
struct PreviewAuthoringTests: PreviewSuite {
  let preview: PreviewPage

  private static let text = """
    size: [160, 100] # small
    fps: 10
    duration: 2
    background: "#101820"
    layers:
      - name: square   # the one that moves
        bounds: [40, 40]
        position: [40, 50]
        backgroundColor: "#0a84ff"
        animations:
          - type: keyframe
            keyPath: opacity
            duration: 2
            values: [0.2, 1, 0.2]
      - forEach: row
        in: [{name: Ada, color: gold}, {name: Eve, color: tomato}]
        index: n
        do:
          name: box ${n}
          bounds: [20, 20]
          position: ["calc(90 + 30 * ${n})", 50]
          backgroundColor: ${row.color}

    """

  init() throws { preview = try PreviewPage() }

  private func open() async throws -> Run {
    try await preview.open(text: Self.text, layer: "data-name=square")
  }

  /// Chooses from the dialog, gives its parameters, and adds it.
  private func add(_ words: String, _ parameters: [String: String] = [:]) throws {
    try page.click("#layer-tools [data-action=add]")
    try preview.wait("document.querySelectorAll('#additions [role=option]').length > 10")
    try page.set("#additions input", to: "\(words)", by: "input")
    for (name, text) in parameters {
      try preview.wait("document.querySelector('#additions [data-name=\(name)]') !== null")
      try page.run("document.querySelector('#additions [data-name=\(name)]').value = '\(text)'")
    }
    try page.run("document.querySelector('#additions form').requestSubmit()")
  }

  private func undoAll() async throws {
    func file() -> String { String(decoding: command.folder.data("a.yaml"), as: UTF8.self) }
    for _ in 0..<20 where file() != Self.text {
      let before = file()
      // The button waits while a change is being read.
      try preview.wait("!document.querySelector('#undo').disabled")
      try page.click("#undo")
      for _ in 0..<1200 where file() == before { try await Task.sleep(for: .milliseconds(50)) }
      try await Task.sleep(for: .milliseconds(100))
    }
    try await preview.wait(forFile: "a.yaml", Self.text)
  }

  @Test(
    "A component, a copy, another order and a removal are made in a preview, and all of it undone")
  func structure() async throws {
    let run = try await open()
    try add("library#progress-ring", ["value": "0.4", "radius": "20"])
    let ring = "  - name: progress-ring\n    use: library#progress-ring\n"
    let added =
      Self.text + ring + "    parameters: {value: 0.4, radius: 20}\n    position: [80, 50]\n"
    try await preview.wait(forFile: "a.yaml", added)
    try preview.wait(
      "document.querySelector('[aria-selected=true][data-layer]')?.dataset.name === 'progress-ring'"
    )
    try await preview.expectRendered(3)
    try page.click("#layer-tools [data-action=lower]")
    try await preview.wait(
      forFile: "a.yaml",
      Self.text.replacing(
        "  - forEach", with: String(added.dropFirst(Self.text.count)) + "  - forEach"))
    // The layer that moved is selected again once the tree has its new place.
    try preview.wait(
      """
      [...document.querySelectorAll("#layers [data-layer]")].slice(0, 2).map((one) => (
        one.dataset.name + one.getAttribute("aria-selected")
      )).join() === "squarefalse,progress-ringtrue"
      """)
    try preview.select("square")
    try page.click("#layer-tools [data-action=duplicate]")
    try preview.wait("document.querySelector(\"[data-name='square 2']\") !== null")
    try preview.wait(
      "document.querySelector('[aria-selected=true][data-layer]')?.dataset.name === 'square 2'")
    try page.click("[data-place=right]")
    try preview.wait("document.querySelector('#written').innerText.includes('animations')")
    try await preview.expectRendered(3)
    try page.click("#layer-tools [data-action=remove]")
    try preview.wait("document.querySelector(\"[data-name='square 2']\") === null")
    try await undoAll()
    try await preview.end(run)
  }

  @Test("Everything in a preview's list that asks for nothing can be added, and taken back")
  func all() async throws {
    let run = try await open()
    try preview.select("square")
    try page.click("#layer-tools [data-action=add]")
    try preview.wait("document.querySelectorAll('#additions [role=option]').length > 10")
    let names: [String] = try page.evaluate(
      """
      [...document.querySelectorAll("#additions [role=option]")].filter((option) => {
        option.click();
        return !document.querySelector("#additions .parameters small");
      }).map((option) => option.firstChild.textContent)
      """)
    try page.press("Escape")
    #expect(names.count > 20 && names.contains("ellipse"))
    for name in names {
      try preview.select("square")
      let reading: Int = try page.evaluate("Number(document.body.dataset.reading)")
      try add(name)
      try preview.wait(
        """
        document.getElementById("refusal").innerText !== ""
          || Number(document.body.dataset.reading) > \(reading)
        """)
      let problem: String = try page.evaluate(
        "document.body.classList.contains('wrong') ? 'wrong' : ''")
      #expect(try preview.text("refusal") + problem == "", "\(name)")
      try await undoAll()
    }
    try await preview.end(run)
  }

  @Test("A needed parameter is asked for, and an animation begins at the playhead")
  func dialog() async throws {
    let run = try await open()
    try add("library#progress-ring")
    try preview.wait("document.activeElement.dataset.name === 'value'")
    #expect(try page.evaluate("document.querySelector('#additions').open", as: Bool.self))
    try page.press("Escape")
    try preview.select("square")
    try preview.go(to: 5)
    try add("basic position.x")
    try await preview.wait(
      forFile: "a.yaml",
      Self.text.replacing(
        "values: [0.2, 1, 0.2]\n",
        with: """
          values: [0.2, 1, 0.2]
                - type: basic
                  keyPath: position.x
                  fromValue: -60
                  toValue: 40
                  beginTime: 0.5
                  duration: 1

          """))
    try await undoAll()
    try await preview.close(run)
  }

  @Test("A double click on a bar adds a key frame")
  func keyFrame() async throws {
    let run = try await open()
    try preview.select("square")
    let bar = try preview.middle("#timeline .pass")
    let width: Double = try page.evaluate(
      "document.querySelector('#timeline .pass').getBoundingClientRect().width")
    try page.run(
      """
      document.querySelector("#timeline").dispatchEvent(new MouseEvent(
        "dblclick", { clientX: \(bar.x - width / 4), clientY: \(bar.y) }))
      """)
    for _ in 0..<1200
    where !String(decoding: command.folder.data("a.yaml"), as: UTF8.self).contains("keyTimes") {
      try await Task.sleep(for: .milliseconds(50))
    }
    let text = String(decoding: command.folder.data("a.yaml"), as: UTF8.self)
    let times = try #require(text.firstMatch(of: /keyTimes: \[0, (0\.\d+), 0\.5, 1\]/)?.output.1)
    let values = try #require(text.firstMatch(of: /values: \[0\.2, (0\.\d+), 1, 0\.2\]/)?.output.1)
    let (time, value) = (try #require(Double(times)), try #require(Double(values)))
    #expect(abs(time - 0.25) < 0.01)
    // Between the values before and behind it.
    #expect(abs(value - (0.2 + 0.8 * time * 2)) < 0.001)
    try await undoAll()
    try await preview.close(run)
  }

  @Test("A key frame is copied to where the playhead is")
  func copiedKeyFrame() async throws {
    let run = try await open()
    try preview.go(to: 5)
    let key = try preview.middle("#timeline .key", 1)
    try page.click(atX: key.x, y: key.y)
    try preview.wait("document.querySelectorAll('#timeline .key.chosen').length === 1")
    try page.press("c", control: true)
    try page.run("document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true }))")
    let timed = Self.text.replacing(
      "- type: keyframe\n", with: "- type: keyframe\n        keyTimes: [0, 0.25, 0.5, 1]\n")
    try await preview.wait(
      forFile: "a.yaml", timed.replacing("[0.2, 1, 0.2]", with: "[0.2, 1, 1, 0.2]"))
    try await undoAll()
    try await preview.end(run)
  }

  @Test("A repetition's values say where they are, and change there; a refused drag says why")
  func repetition() async throws {
    let run = try await open()
    try preview.select("box 1")
    try preview.wait("document.querySelector('#written').innerText.includes('2 layers are made')")
    try preview.wait("document.querySelector('#written').innerText.includes('here it is 120')")
    try page.click("#written [aria-label='backgroundColor']")
    try page.run("document.activeElement.select()")
    for letter in "lime" { try page.press(String(letter)) }
    try page.press("Enter")
    try await preview.wait(
      forFile: "a.yaml", Self.text.replacing("color: tomato", with: "color: lime"))
    try await preview.expectRendered(2)
    try preview.select("box 1")
    let body = try preview.middle(".handles .body")
    try page.drag(from: (body.x + 2, body.y + 2), to: (body.x + 40, body.y + 30))
    try preview.wait("!document.querySelector('#bubble').hidden")
    #expect(try preview.text("bubble").contains("calc(90 + 30 * ${n})"))
    try page.click("#layers [data-name='square'] > div")
    try preview.wait("document.querySelector('#bubble').hidden")
    try await undoAll()
    try await preview.end(run)
  }

  @Test("Layers are filtered, folded and hidden, and the file stays")
  func tree() async throws {
    let run = try await open()
    try page.set("#layer-filter", to: "BOX", by: "input")
    #expect(
      try page.evaluate(
        """
        [...document.querySelectorAll("#layers [data-layer]")].filter((one) =>
          one.checkVisibility()).map((one) => one.dataset.name).join()
        """, as: String.self) == "box 0,box 1")
    let before = try preview.pixels()
    try page.click("#layers [data-name='box 0'] > div")
    try page.press("h")
    try preview.wait("document.querySelector('.left-out')?.dataset.name === 'box 0'")
    try await preview.expect("other pixels") { try preview.pixels() != before }
    try page.press("h")
    try await preview.expect(pixels: before)
    #expect(String(decoding: command.folder.data("a.yaml"), as: UTF8.self) == Self.text)
    try await preview.close(run)
  }

  @Test("The way of a layer and the layer before and after are drawn over the frame")
  func trails() async throws {
    let run = try await open()
    try preview.select("square")
    try page.press("p")
    try preview.wait("document.querySelectorAll('.way circle').length === 20")
    try page.press("x")
    try preview.wait("document.querySelectorAll('#ghosts img').length === 3")
    try page.press("x")
    try page.press("p")
    #expect(try page.evaluate("document.querySelectorAll('.way *, #ghosts *').length") == 0)
    try await preview.end(run)
  }

  @Test("Every word of the page has a Chinese one, and goes back to English")
  func languages() async throws {
    let run = try await open()
    let untranslated = """
      (() => {
        const places = "header, #layer-tools, #transport, dialog, [role=tablist]";
        return [...document.querySelectorAll(places)].flatMap((root) => (
          [...root.querySelectorAll("button, dt, dd, h2, [title], [aria-label]")]
        )).flatMap((one) => [
          one.title, one.getAttribute("aria-label"), one.children.length ? "" : one.textContent,
        ]).filter((text) => (
          /[a-z]{3} [a-z]{2}/.test((text ?? "").replace("ctrl shift", ""))
        )).join("|");
      })()
      """
    try page.set("#language", to: "zh")
    #expect(try page.evaluate(untranslated, as: String.self) == "")
    #expect(try page.evaluate("document.documentElement.lang", as: String.self) == "zh")
    #expect(try preview.text("layers-title") == "图层")
    try page.set("#language", to: "en")
    #expect(try preview.text("layers-title") == "Layers")
    try await preview.close(run)
  }
}
