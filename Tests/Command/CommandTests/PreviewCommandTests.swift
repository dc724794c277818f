import Browser
import Foundation
import TestSupport
import Testing

/// Shows previews of the built command in a real browser.
@Suite(
  "rostrum preview", .enabled(if: Browser.path != nil, "\(Browser.advice)"), .serialized)
struct PreviewCommandTests: PreviewSuite {
  let preview: PreviewPage

  init() throws { preview = try PreviewPage() }

  /// Half transparent layers on nothing, one of them moving.
  private static let transparent = Scenes.moving.replacing(
    "background: \"#00BDF2\"", with: "background: \"#ff804020\""
  ).replacing("backgroundColor: white", with: "backgroundColor: \"#0a84ff90\"\n    cornerRadius: 5")

  @Test("A preview shows the pixels that render writes, also where they are transparent")
  func pixelsOfFrames() async throws {
    try command.folder.write(Scenes.moving, to: "a.yaml")
    try command.folder.write(Self.transparent, to: "b.yaml")
    let rendered = try await command("render", "a.yaml", "b.yaml", "--format", "png", "-o", "out")
    #expect(rendered.status == 0, "\(rendered.errors)")
    let run = try await preview.open("a.yaml", "b.yaml")
    for (index, name) in ["a", "b"].enumerated() {
      try page.set("#scenes", to: "\(index)")
      try preview.wait("document.title.startsWith('\(name).yaml')")
      // Forward, back, and far: each time only the differences are sent.
      for frame in [0, 1, 5, 2, 3, 0] {
        try preview.go(to: frame)
        try expectPixels(ofFile: "out/\(name)/frame_0000\(frame).png")
      }
    }
    #expect(try preview.problems() == [])
    let origin = run.output.prefix { $0 != "?" }
    #expect(try page.requests().allSatisfy { $0.hasPrefix(origin) || $0.hasPrefix("ws://127.") })
    try await preview.close(run)
  }

  /// Expects the picture of a file, and reports the number of differing pixels.
  private func expectPixels(ofFile name: String) throws {
    let (shown, expected) = (try preview.pixels(), try preview.pixels(ofFile: name))
    let unlike = zip(shown, expected).filter { $0 != $1 }
      .map { String($0, radix: 16) + " for " + String($1, radix: 16) }
    #expect(
      unlike.isEmpty && shown.count == expected.count,
      "\(name): \(unlike.count) pixels, such as \(unlike.first ?? "none")")
  }

  @Test(
    "A preview takes a saved file at once, shows mistakes over the last good picture, and goes on")
  func saving() async throws {
    let run = try await preview.open(text: Scenes.moving)
    try page.press("ArrowRight")
    try preview.waitForFrame(1)
    let before = try preview.pixels()

    try command.folder.write(Scenes.moving.replacing("#00BDF2", with: "#112233"), to: "a.yaml")
    try preview.wait("document.getElementById('canvas').dataset.revision === '2'")
    let after = try preview.pixels()
    #expect(before[0] == 0x00BD_F2FF)
    #expect(after[0] == 0x1122_33FF)
    #expect(try page.evaluate("document.getElementById('frame').value") == "1")

    let wrong = Scenes.moving.replacing("position: [40, 16]", with: "position: [40, <b>16]")
    try command.folder.write(wrong, to: "a.yaml")
    try preview.wait("document.body.classList.contains('wrong')")
    #expect(try preview.pixels() == after)
    let shown = try preview.text("problems")
    #expect(shown.contains("1 error"))
    #expect(shown.contains("a.yaml:9:20"))
    #expect(shown.contains("position: [40, <b>16]"))
    #expect(shown.contains("^~~~~"))
    let link: String = try page.evaluate("document.querySelector('#problems a').href")
    #expect(link == "vscode://file\(command.folder.path("a.yaml")):9:20")

    try command.folder.write(Scenes.moving, to: "a.yaml")
    try preview.wait("!document.body.classList.contains('wrong')")
    try preview.wait("document.getElementById('canvas').dataset.revision === '3'")
    #expect(try preview.pixels() == before)
    #expect(try page.evaluate("document.getElementById('problems').hidden"))
    try await preview.end(run)
  }

  @Test("A preview goes through the frames by keyboard")
  func keys() async throws {
    let run = try await preview.open(
      text: Scenes.moving.replacing("duration: 0.5\n", with: "duration: 5\n"))
    let presses: [(key: String, shift: Bool, frame: Int)] = [
      ("ArrowRight", false, 1), ("ArrowRight", true, 13), ("ArrowLeft", false, 12),
      ("End", false, 59), ("ArrowRight", false, 59), ("Home", false, 0), ("ArrowLeft", true, 0),
      ("ArrowRight", true, 12), ("i", false, 12), ("ArrowRight", true, 24), ("o", false, 24),
      ("Home", false, 12), ("End", false, 24), ("I", true, 24), ("End", false, 59),
    ]
    for press in presses {
      try page.press(press.key, shift: press.shift)
      try preview.waitForFrame(press.frame)
    }
    // Goes to a frame, a time and a part.
    for (text, frame) in [("7", 7), ("2.5s", 30), ("50%", 30), ("-3", 0), ("1000", 59)] {
      try page.press("g")
      for letter in text { try page.press(String(letter)) }
      try page.press("Enter")
      try preview.waitForFrame(frame)
    }
    try page.press("?", shift: true)
    #expect(try page.evaluate("document.getElementById('help').open"))
    try await preview.end(run)
  }

  @Test(
    "A preview plays on and back to the end of the range, and counts each frame that it leaves out")
  func playing() async throws {
    let run = try await preview.open(
      text: Scenes.moving.replacing("duration: 0.5", with: "duration: 3"))
    try page.run(
      """
      window.seen = [];
      const canvas = document.getElementById("canvas");
      new MutationObserver(() => seen.push(Number(canvas.dataset.frame)))
        .observe(canvas, { attributeFilter: ["data-frame"] });
      """)
    try page.click("#loop")
    for (key, first, last) in [(" ", 0, 35), ("j", 35, 0)] {
      try page.run("seen.length = 0")
      try page.press(key)
      try preview.waitForFrame(last)
      try preview.wait("document.getElementById('play').getAttribute('aria-label') === 'Play'")
      let frames = Set(try page.evaluate("seen", as: [Int].self)).union([first])
      let seen: [Int] = try page.evaluate("seen")
      let isOrdered = zip(seen, seen.dropFirst()).allSatisfy {
        ($1 - $0).signum() != (first - last).signum()
      }
      #expect(isOrdered, "\(seen)")
      let dropped = try preview.text("dropped").prefix { $0.isNumber }
      #expect(36 - frames.count == Int(dropped) ?? 0, "\(seen)")
    }
    try await preview.end(run)
  }

  @Test(
    "A preview names the layer at a pixel, shows where it is, and its model beside its presentation"
  )
  func inspecting() async throws {
    let name = "<img src=x onerror=alert(1)>"
    let run = try await preview.open(
      text: Scenes.moving.replacing("name: square", with: "name: \"\(name)\""))
    try page.press("End")
    try preview.waitForFrame(5)
    // The square is at 8 + 32 * 5/6 there; its middle is clicked.
    let canvas = try preview.canvas(width: 48)
    let x = 8 + 32 * 5 / 6.0
    try page.click(atX: canvas.x + x * canvas.scale, y: canvas.y + 16 * canvas.scale)
    try preview.wait("document.querySelector('#outline polygon') !== null")
    let corners: String = try page.evaluate(
      "document.querySelector('#outline polygon').getAttribute('points')")
    let numbers = corners.split(whereSeparator: { $0 == "," || $0 == " " }).compactMap {
      Double($0)
    }
    let expected = [x - 5, 11, x + 5, 11, x + 5, 21, x - 5, 21]
    #expect(numbers.count == 8 && zip(numbers, expected).allSatisfy { abs($0 - $1) < 1e-9 })
    try preview.wait("document.querySelector('#details .changed') !== null")
    let details = try preview.text("details")
    #expect(details.contains(name))
    #expect(details.contains("[40, 16]"))
    #expect(details.contains("[34.6667, 16]"))
    #expect(details.contains("active, active time 0.416667, iteration 0"))
    #expect(try page.evaluate("document.querySelectorAll('main img').length") == 0)
    try page.click("#details button.value")
    try preview.wait("document.querySelector('#details pre') !== null")
    #expect(try preview.text("details").contains("presentation value"))
    // The curve of a value that moves is drawn, and the steps to it follow the playhead.
    try page.run(
      """
      const buttons = [...document.querySelectorAll("#details .value")];
      buttons.find((button) => button.textContent === "position").click();
      """)
    try preview.wait("document.querySelector('#details figure img')?.naturalWidth > 0")
    let link: String = try page.evaluate("document.querySelector('#details figure a').download")
    #expect(link == "position.svg")
    try preview.wait("document.getElementById('details').innerText.includes('> at 0.416667 s')")
    try page.press("ArrowLeft")
    try preview.wait("document.getElementById('details').innerText.includes(' at 0.333333 s')")
    // The explanation is in the row below the value, and goes with the same button.
    let opened = "#details tr:has([aria-expanded=true])"
    #expect(try page.evaluate("document.querySelectorAll('\(opened) + tr pre').length") == 1)
    try page.click("\(opened) button")
    try preview.wait("document.querySelector('#details pre, #details img') === null")

    try page.press("Escape")
    try preview.wait("document.querySelector('#outline polygon') === null")
    try page.click("#timeline .row text")
    try preview.wait("document.querySelector('#outline polygon') !== null")
    try await preview.end(run)
  }

  @Test("A preview writes a page that plays by itself, with the same pixels at any frame")
  func exporting() async throws {
    // Two whole frames, and jumps over both.
    try command.folder.write(
      Self.transparent.replacing("duration: 0.5", with: "duration: 6")
        + "events: [{name: turn, at: 0.25, set: {square: {zPosition: 1}}}]\n", to: "a.yaml")
    let result = try await command("preview", "a.yaml", "--export", "site/a")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.isEmpty)
    let rendered = try await command("render", "a.yaml", "--format", "png", "-o", "out")
    #expect(rendered.status == 0)
    try page.open(command.folder.path("site/a/index.html"))
    try preview.waitForFrame(0)
    for frame in [0, 1, 2, 70, 71, 40, 59, 60, 3, 0] {
      try preview.go(to: frame)
      let name = "out/frame_000\(frame < 10 ? "0" : "")\(frame).png"
      try expectPixels(ofFile: name)
    }
    try page.click("#loop")
    try page.press("Home")
    try page.press(" ")
    try preview.waitForFrame(71)
    #expect(try page.evaluate("document.querySelectorAll('#timeline .row').length") == 3)
    #expect(
      try page.evaluate("document.querySelector('#timeline .event title').textContent")
        == "event turn at 0.25 s (line 13)")
    #expect(try preview.problems() == [])
    #expect(try page.requests().count == 1)
  }

  @Test("A preview fits a narrow window", arguments: [700, 1600])
  func widths(_ width: Int) async throws {
    try page.resize(width: width, height: 700)
    let run = try await preview.open(text: Scenes.moving)
    #expect(try page.evaluate("document.documentElement.scrollWidth") == width)
    #expect(try page.evaluate("document.documentElement.scrollHeight") == 700)
    try await preview.close(run)
  }

  @Test(
    "A preview refuses what cannot be",
    arguments: [
      (["none.yaml"], 66), ([], 64), (["a.yaml", "--scale", "0"], 64),
      (["a.yaml", "--editor", "javascript:{path}"], 64), (["a.yaml", "--host", "0.0.0.0"], 64),
      (["a.yaml", "a.yaml", "--export", "x"], 64), (["wrong.yaml", "--export", "x"], 65),
      (["a.yaml", "--export", "a.yaml/x"], 73), (["a.yaml", "--token-file", "none"], 66),
      (["a.yaml", "--token-file", "short"], 66),
      (["a.yaml", "--host", "nowhere", "--token-file", "token"], 66),
    ] as [([String], Int32)])
  func refusals(_ arguments: [String], _ status: Int32) async throws {
    try command.folder.write(Scenes.moving, to: "a.yaml")
    try command.folder.write(Scenes.wrong, to: "wrong.yaml")
    try command.folder.write("abc\n", to: "short")
    try command.folder.write("0123456789abcdef\n", to: "token")
    let line = (["timeout 30 $ROSTRUM preview"] + arguments.map { "'\($0)'" }).joined(
      separator: " ")
    let result = try await command.shell(line)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.lowercased().contains("error"))
    #expect(result.output.isEmpty)
  }

  @Test("A preview gives way where another program has the port")
  func takenPort() async throws {
    try command.folder.write(Scenes.moving, to: "a.yaml")
    try command.folder.write("0123456789abcdef\n", to: "token")
    let run = try await preview.open("a.yaml", "--token-file", "token")
    let address = try #require(URLComponents(string: run.output.trimmingCharacters(in: .newlines)))
    #expect(address.queryItems?.first?.value == "0123456789abcdef")
    let port = try #require(address.port)
    let other = try await command("preview", "a.yaml", "--port", String(port))
    #expect(other.status == 66)
    #expect(other.errors.contains("cannot listen at 127.0.0.1, port \(port)"))
    try await preview.close(run)
  }
}
