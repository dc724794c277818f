import Browser
import RostrumCanvas
import Foundation
import TestSupport
import Testing

/// An owner of the page of a preview.
protocol PreviewSuite {
  var preview: PreviewPage { get }
}

extension PreviewSuite {
  var command: Command { preview.command }
  var page: Page { preview.page }
}

/// A page of a preview in a real browser.
struct PreviewPage {
  let command: Command
  let page: Page

  init() throws {
    command = try Command()
    page = try Browser().page(width: 1200, height: 800)
  }

  /// Starts a preview and opens its address. It ends with `run`'s signal.
  func open(_ arguments: String...) async throws -> Run {
    let run = try command.startShell(
      "exec $ROSTRUM preview " + arguments.map { "'\($0)'" }.joined(separator: " "))
    #expect(await run.wait { run.output.hasSuffix("\n") }, "\(run.errors)")
    let address = run.output.trimmingCharacters(in: .newlines)
    try page.open(try #require(URL(string: address)))
    return run
  }

  /// Opens a scene of its own, `a.yaml`; waits for its first frame, and for a layer in the list
  /// that has an attribute.
  func open(text: String, layer attribute: String = "data-layer") async throws -> Run {
    try command.folder.write(text, to: "a.yaml")
    let run = try await open("a.yaml")
    try waitForFrame(0)
    try wait("document.querySelector('#layers [\(attribute)]') !== null")
    return run
  }

  func close(_ run: Run) async throws {
    run.send(SIGINT)
    #expect(try await run.result().status == 130)
  }

  /// The same, once the page has reported nothing.
  func end(_ run: Run) async throws {
    #expect(try problems() == [])
    try await close(run)
  }

  /// Waits until an expression of the page is true, with the timeline of the scene that it shows:
  /// less long than a browser may be silent.
  func wait(_ condition: String, _ place: SourceLocation = #_sourceLocation) throws {
    let holds = try page.evaluate(
      """
      new Promise((done) => {
        const end = performance.now() + 50000;
        const look = () => {
          if ((\(condition)) && document.body.dataset.isTimed !== "false") done(true);
          else if (performance.now() > end) done(false);
          else setTimeout(look, 5);
        };
        look();
      })
      """, as: Bool.self)
    #expect(holds, "\(condition)", sourceLocation: place)
  }

  /// Selects a layer by its name, or none, and shows its values in the file.
  func select(_ name: String?) throws {
    if let name {
      try wait("document.querySelector(\"#layers [data-name='\(name)']\") !== null")
      try page.click("#layers [data-name='\(name)'] > div")
    } else {
      try page.run("document.activeElement.blur()")
      try page.press("Escape")
    }
    try page.press("2")
    let layer = name.map { "document.querySelector(\"#layers [data-name='\($0)']\").dataset.layer" }
    try wait(
      """
      document.querySelector('#written').dataset.layer === \(layer ?? "''")
        && document.querySelector('#written .field') !== null
      """)
  }

  /// Waits until the canvas shows a frame.
  func waitForFrame(_ frame: Int, _ place: SourceLocation = #_sourceLocation) throws {
    try wait("document.getElementById('canvas').dataset.frame === '\(frame)'", place)
  }

  /// Types the number of a frame, and waits until the canvas shows it.
  func go(to frame: Int) throws {
    try page.set("#frame", to: "\(frame)")
    try waitForFrame(frame)
  }

  /// The canvas's pixels, premultiplied, as 0xRRGGBBAA: a canvas keeps them so, and where a
  /// straight colour lies half between two numbers a browser may round the other way.
  func pixels() throws -> [UInt32] {
    let text: String = try page.evaluate(
      """
      (() => {
        const canvas = document.getElementById("canvas");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let text = "";
        for (let start = 0; start < data.length; start += 30000) {
          text += String.fromCharCode(...data.subarray(start, start + 30000));
        }
        return btoa(text);
      })()
      """)
    let bytes = try #require(Data(base64Encoded: text))
    return stride(from: 0, to: bytes.count, by: 4).map { Self.pixel(bytes[$0..<$0 + 4]) }
  }

  /// The same of a PNG file.
  func pixels(ofFile path: String) throws -> [UInt32] {
    let bitmap = try PNG.decode(Array(command.folder.data(path)))
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: bitmap.width * bitmap.height * 4, alignment: 16)
    defer { bytes.deallocate() }
    StraightPixels.rgba.write(bitmap, rows: 0..<bitmap.height, into: bytes)
    return stride(from: 0, to: bytes.count, by: 4).map { Self.pixel(bytes[$0..<$0 + 4]) }
  }

  /// The premultiplied pixel of a red, a green, a blue and an opacity.
  private static func pixel(_ bytes: some Collection<UInt8>) -> UInt32 {
    let numbers = bytes.map { UInt32($0) }
    let colors = numbers.prefix(3).reduce(0) { $0 << 8 | (2 * $1 * numbers[3] + 255) / 510 }
    return colors << 8 | numbers[3]
  }

  /// Errors and warnings of the page, but the advice against the reading back that this test does.
  func problems() throws -> [String] {
    try page.problems().filter { !$0.contains("willReadFrequently") }
  }

  /// The middle of an element, in the window, once it has not moved for a tenth of a second: the
  /// page updates step by step after an edit.
  func middle(_ selector: String, _ index: Int = 0) throws -> (x: Double, y: Double) {
    try wait("document.querySelectorAll('\(selector)').length > \(index)")
    let point: [Double] = try page.evaluate(
      """
      new Promise((done) => {
        const end = performance.now() + 5000;
        const look = (last) => {
          const element = document.querySelectorAll('\(selector)')[\(index)];
          element?.scrollIntoView({ block: "nearest" });
          const box = element?.getBoundingClientRect();
          const point = box && [box.left + box.width / 2, box.top + box.height / 2];
          const stays = point && last && point[0] === last[0] && point[1] === last[1];
          if (stays || performance.now() > end) done(point ?? []);
          else setTimeout(look, 100, point);
        };
        look();
      })
      """)
    try #require(point.count == 2, "'\(selector)' is gone")
    return (point[0], point[1])
  }

  /// Where the canvas begins in the window, and the window's pixels for each point of a picture of
  /// that width.
  func canvas(width: Double) throws -> (x: Double, y: Double, scale: Double) {
    let box = "document.getElementById('canvas').getBoundingClientRect()"
    let numbers: [Double] = try page.evaluate("[\(box).left, \(box).top, \(box).width]")
    return (numbers[0], numbers[1], numbers[2] / width)
  }

  /// Expects that the page shows what `rostrum render` makes of a frame of `a.yaml`, of which there
  /// are ten a second.
  func expectRendered(_ frame: Int, _ comment: Comment? = nil) async throws {
    try go(to: frame)
    let rendered = try await command(
      "render", "a.yaml", "--at", "\(Double(frame) / 10)", "-o", "frame.png")
    #expect(rendered.status == 0, "\(rendered.errors)")
    let expected = try pixels(ofFile: "frame.png")
    try await expect(pixels: expected, comment)
  }

  /// Expects that the canvas shows these pixels within a minute.
  func expect(
    pixels expected: [UInt32], _ comment: Comment? = nil,
    _ place: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect(comment, place) { try pixels() == expected }
  }

  /// Expects that a condition holds within a minute, and asks no more once it does.
  func expect(
    _ comment: Comment?, _ place: SourceLocation = #_sourceLocation, _ holds: () throws -> Bool
  ) async throws {
    for _ in 0..<1200 {
      if try holds() { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try holds(), comment, sourceLocation: place)
  }

  /// Waits until a file has this text.
  func wait(
    forFile name: String, _ expected: String, _ place: SourceLocation = #_sourceLocation
  ) async throws {
    for _ in 0..<600 where String(decoding: command.folder.data(name), as: UTF8.self) != expected {
      try await Task.sleep(for: .milliseconds(50))
    }
    let text = String(decoding: command.folder.data(name), as: UTF8.self)
    #expect(text == expected, sourceLocation: place)
  }

  func text(_ id: String) throws -> String {
    try page.evaluate("document.getElementById('\(id)').innerText")
  }
}
