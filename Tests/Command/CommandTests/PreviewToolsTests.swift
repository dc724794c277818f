import Browser
import Foundation
import TestSupport
import Testing

/// Tools around the picture of a preview: scenes, data, baselines, renders and views.
@Suite(
  "The tools of a preview", .enabled(if: Browser.path != nil, "\(Browser.advice)"), .serialized)
struct PreviewToolsTests: PreviewSuite {
  let preview: PreviewPage

  private static let card = Scenes.moving.replacing(
    "background: \"#00BDF2\"",
    with: """
      parameters:
        sky: {type: color, default: "#00BDF2"} # blue
        size: {type: string, allowedValues: [small, large], default: small}
      background: ${sky}
      """
  )

  init() throws { preview = try PreviewPage() }

  private func waitForColor(_ color: UInt32) throws {
    try preview.wait(
      """
      (() => {
        const data = document.getElementById("canvas").getContext("2d")
          .getImageData(0, 0, 1, 1).data;
        return ((data[0] << 24 | data[1] << 16 | data[2] << 8 | data[3]) >>> 0) === \(color);
      })()
      """)
  }

  @Test("Parameters have a form, which is kept in the file when asked for; data has rows")
  func inputs() async throws {
    try command.folder.write(Self.card, to: "a.yaml")
    try command.folder.write("sky\nred\nlime\n", to: "rows.csv")
    let run = try await preview.open("a.yaml", "--data", "rows.csv")
    try waitForColor(0xFF00_00FF)
    try page.press("]")
    try waitForColor(0x00FF_00FF)
    try preview.wait("document.getElementById('row-texts').innerText.includes('lime')")
    #expect(try page.evaluate("document.getElementById('row').value") == "2")
    let choices: [String] = try page.evaluate(
      "[...document.querySelector('[aria-label=\"parameter size\"]').options].map((o) => o.value)")
    #expect(choices == ["small", "large"])
    try page.set("[aria-label='parameter sky']", to: "#123456")
    try waitForColor(0x1234_56FF)
    // A row of a file that changes is read again.
    try command.folder.write("sky\nred\nlime\nblue\n", to: "rows.csv")
    try preview.wait("document.getElementById('row-count').textContent.includes('3')")
    try page.run(
      """
      [...document.querySelectorAll("#inputs button")]
        .find((button) => button.textContent === "Keep" && !button.hidden).click()
      """)
    try waitForColor(0x00FF_00FF)
    let text = String(decoding: command.folder.data("a.yaml"), as: UTF8.self)
    #expect(text == Self.card.replacing("\"#00BDF2\"", with: "\"#123456\""))
    try await preview.end(run)
  }

  @Test("A scene is found by words of its path, and shown small")
  func finding() async throws {
    for name in ["one.yaml", "deep-two.yaml", "deep-three.yaml"] {
      try command.folder.write(Scenes.moving, to: name)
    }
    let run = try await preview.open(".")
    try preview.waitForFrame(0)
    try page.click("#find-button")
    try preview.wait("document.querySelectorAll('#find [role=option]').length === 3")
    try preview.wait(
      "[...document.querySelectorAll('#find img')].every((one) => one.naturalWidth === 160)")
    for letter in "two deep" { try page.press(String(letter)) }
    try preview.wait("document.querySelectorAll('#find [role=option]').length === 1")
    try page.press("Enter")
    try preview.wait("document.title.startsWith('deep-two.yaml')")
    #expect(try !page.evaluate("document.getElementById('find').open", as: Bool.self))
    try await preview.close(run)
  }

  @Test("Keys in a dialog change nothing behind it, wherever in it was pressed last")
  func dialogs() async throws {
    let run = try await preview.open(text: Scenes.moving)
    try preview.select("square")
    try page.press("?")
    try page.click("#help h2")
    try page.press("Delete")
    try page.press("Escape")
    try preview.wait("!document.querySelector('#help').open")
    try await Task.sleep(for: .milliseconds(500))
    #expect(String(decoding: command.folder.data("a.yaml"), as: UTF8.self) == Scenes.moving)
    #expect(
      try page.evaluate("document.querySelector('[aria-selected=true][data-layer]').dataset.name")
        == "square")
    try await preview.close(run)
  }

  @Test("What is refused is said without moving the picture under the pointer")
  func refusing() async throws {
    let run = try await preview.open(text: Scenes.moving)
    try preview.select("square")
    let top = "document.getElementById('canvas').getBoundingClientRect().top"
    let before: Double = try page.evaluate(top)
    try page.press("ArrowDown", control: true)
    try preview.wait("document.querySelector('#refusal').textContent.includes('first already')")
    #expect(try page.evaluate(top) == before)
    try await preview.close(run)
  }

  @Test("What differs from the baselines is shown, and approved")
  func comparing() async throws {
    try command.folder.write(Scenes.moving, to: "a.yaml")
    let recorded = try await command(
      "verify", "a.yaml", "--baselines", "Kept", "--update", "missing")
    #expect(recorded.status == 3)
    try command.folder.write(
      Scenes.moving.replacing("bounds: [10, 10]", with: "bounds: [12, 10]"), to: "a.yaml")
    let run = try await preview.open("a.yaml", "--baselines", "Kept")
    try preview.waitForFrame(0)
    try page.press("c")
    try preview.wait("document.querySelector('#comparison output').textContent.includes('differ.')")
    #expect(try preview.text("comparison").contains("square: bounds.size.width 10 -> 12"))
    try preview.wait(
      "[...document.querySelectorAll('#comparison img')].filter((i) => i.naturalWidth === 48).length > 2"
    )
    try page.click("#comparison [value=swipe]")
    try page.set("#comparison [type=range]", to: "25", by: "input")
    try preview.wait(
      "getComputedStyle(document.querySelectorAll('#comparison figure')[1]).clipPath.includes('25%')"
    )
    try page.click("#comparison .approve")
    try preview.wait("document.querySelector('#comparison output').textContent.startsWith('0 of')")
    #expect(try await command("verify", "a.yaml", "--baselines", "Kept").status == 0)
    try await preview.end(run)
  }

  @Test("A frame and a range are rendered as the command line that is shown does")
  func rendering() async throws {
    try command.folder.write(Scenes.moving, to: "a b.yaml")
    let run = try await preview.open("a b.yaml")
    try preview.waitForFrame(0)
    for key in ["ArrowRight", "ArrowRight", "i", "End", "ArrowLeft", "o", "r"] {
      try page.press(key)
    }
    try preview.wait("document.querySelector('#output code').textContent.includes('2-4')")
    for (id, kind) in [(1, "png"), (2, "mp4"), (3, "gif"), (4, "mov")] {
      if kind == "mov" {
        try page.set("#output select", to: "0.5")
        try page.click("#output [type=checkbox]")
        try preview.wait("document.querySelector('#output [data-kind=mp4]').disabled")
      }
      try page.click("#output [data-kind=\(kind)]")
      try preview.wait("document.querySelectorAll('#output li a').length === \(id)")
      let text: String = try page.evaluate(
        """
        fetch("render/\(id)?token=" + sessionStorage.getItem("rostrum-token")).then((answer) => answer.arrayBuffer()).then((buffer) =>
          btoa(String.fromCharCode(...new Uint8Array(buffer))))
        """)
      let line = try page.evaluate(
        "document.querySelector('#output code').textContent", as: String.self)
      #expect(line.hasPrefix("rostrum render 'a b.yaml' --"), "\(line)")
      let same = try await command.shell(
        line.replacing("rostrum ", with: "$ROSTRUM ", maxReplacements: 1))
      #expect(same.status == 0, "\(same.errors)")
      let name = kind == "png" ? "a-b-4.png" : "a-b.\(kind)"
      #expect(Data(base64Encoded: text) == command.folder.data(name), "\(kind)")
      #expect(line.contains("--scale 0.5 --background none") == (kind == "mov"))
    }
    try await preview.close(run)
    let rest = try FileManager.default.contentsOfDirectory(
      atPath: FileManager.default.temporaryDirectory.path)
    for name in rest where name.hasPrefix(".rostrum.partial-") {
      let folder = FileManager.default.temporaryDirectory.appending(path: name).path
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      #expect(!files.contains("2-a-b.mp4"))
    }
  }

  @Test("A view shows what frames cost, as --show does", arguments: ["overdraw", "damage"])
  func views(_ view: String) async throws {
    try command.folder.write(Scenes.moving, to: "a.yaml")
    let rendered = try await command(
      "render", "a.yaml", "--at", "0.25", "--show", view, "-o", "cost.png")
    #expect(rendered.status == 0, "\(rendered.errors)")
    let run = try await preview.open("a.yaml")
    try preview.waitForFrame(0)
    let plain = try preview.pixels()
    try preview.go(to: 3)
    try page.set("#view", to: view)
    let expected = try preview.pixels(ofFile: "cost.png")
    try await preview.expect(pixels: expected)
    try page.set("#view", to: "")
    try preview.go(to: 0)
    #expect(try preview.pixels() == plain)
    try await preview.close(run)
  }

  @Test("Marks are set and found again; guides are pulled out of rulers")
  func marks() async throws {
    let run = try await preview.open(text: Scenes.moving)
    for frame in [1, 4] {
      try preview.go(to: frame)
      try page.press("m")
    }
    for frame in [1, 4, 1] {
      try page.press("n")
      try preview.waitForFrame(frame)
    }
    #expect(try page.evaluate("document.querySelectorAll('#timeline .mark').length") == 2)
    try page.press("u")
    try preview.wait("document.querySelector('#rulers rect') !== null")
    let canvas = try preview.canvas(width: 48)
    try page.drag(
      from: (canvas.x + 10 * canvas.scale, canvas.y - 5),
      to: (canvas.x + 10 * canvas.scale, canvas.y + 16 * canvas.scale))
    try preview.wait("document.querySelectorAll('#rulers .guide').length === 1")
    let place: Double = try page.evaluate(
      "Number(document.querySelector('#rulers .guide').getAttribute('y1'))")
    #expect(abs(place - 16 * canvas.scale) < 1)
    try await preview.end(run)
  }
}
