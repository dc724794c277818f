import Browser
import Foundation
import TestSupport
import Testing

/// Changes scenes through the page of a preview, in a real browser.
@Suite(
  "Changing scenes in a preview", .enabled(if: Browser.path != nil, "\(Browser.advice)"),
  .serialized)
struct PreviewEditingTests: PreviewSuite {
  let preview: PreviewPage
  /// The reading of the file that the page has shown last.
  private let readings = Readings()
  private final class Readings { var last = 1 }

  private static let text = """
    size: [160, 100] # small
    fps: 10
    duration: 2
    background: "#101820"
    layers:
      - name: square   # the one that moves
        bounds: [40, 40]
        position: [60, 50]
        backgroundColor: "#0a84ff"
        animations:
          - type: basic
            keyPath: opacity
            fromValue: 0.5
            beginTime: 0.5
            duration: 1
            timingFunction: easeIn  # slow at first
      - {name: "other", bounds: &b [20, 20], position: [140, 20]}
      - {name: third, bounds: *b, position: ["calc(60 + 60)", 80]}

    """

  init() throws { preview = try PreviewPage() }

  private func open() async throws -> Run { try await preview.open(text: Self.text) }

  /// Selects a layer, and shows its values in the file.
  private func select(_ layer: Int) throws {
    try page.click("#layers [data-layer='\(layer)'] > div")
    try page.press("2")
    try preview.wait("document.querySelector('#written').dataset.layer === '\(layer)'")
  }

  private func waitForFile(_ expected: String, _ place: SourceLocation = #_sourceLocation)
    async throws
  {
    try await preview.wait(forFile: "a.yaml", expected, place)
    // Wait until the page has the written text.
    let reading = readings.last
    try preview.wait("Number(document.body.dataset.reading) > \(reading)")
    readings.last = try page.evaluate("Number(document.body.dataset.reading)")
    try preview.wait("document.querySelector('#undo').disabled === \(expected == Self.text)")
  }

  private func type(_ text: String, into label: String) throws {
    try page.click("#written [aria-label='\(label)']")
    try page.run("document.activeElement.select()")
    for letter in text { try page.press(String(letter)) }
    try page.press("Enter")
  }

  @Test("A typed value is written where it stands; undo and redo give the bytes back")
  func typing() async throws {
    let run = try await open()
    try select(1)
    try type("75", into: "position 1")
    let moved = Self.text.replacing("[60, 50]", with: "[75, 50]")
    try await waitForFile(moved)
    try type("0.25", into: "fromValue")
    let both = moved.replacing("fromValue: 0.5", with: "fromValue: 0.25")
    try await waitForFile(both)
    try page.click("#undo")
    try await waitForFile(moved)
    try page.click("#undo")
    try await waitForFile(Self.text)
    try page.click("#redo")
    try await waitForFile(moved)
    try await preview.end(run)
  }

  @Test("Keys that come fast are all taken")
  func fastKeys() async throws {
    let run = try await open()
    try select(1)
    try page.click("#written [aria-label='position 1']")
    for _ in 0..<25 { try page.press("ArrowUp") }
    let expected = Self.text.replacing("[60, 50]", with: "[85, 50]")
    try await preview.wait(forFile: "a.yaml", expected)
    #expect(try preview.text("refusal") == "")
    try await preview.close(run)
  }

  @Test("What is no value or calculated is not written, and says why")
  func refusals() async throws {
    let run = try await open()
    try select(1)
    try type("much", into: "position 1")
    try preview.wait("document.querySelector('#refusal').textContent.includes('much')")
    try select(3)
    try preview.wait("document.querySelector('#written').innerText.includes('calc(60 + 60)')")
    try type("7", into: "0")
    try preview.wait("document.querySelector('#refusal').textContent.includes('it is calculated')")
    #expect(String(decoding: command.folder.data("a.yaml"), as: UTF8.self) == Self.text)
    try await preview.close(run)
  }

  @Test("What an anchor shares changes together, from both its places, and says so")
  func shared() async throws {
    let run = try await open()
    try select(2)
    try preview.wait("document.querySelector('#written').innerText.includes('line 18 too')")
    try type("25", into: "bounds 1")
    let first = Self.text.replacing("&b [20, 20]", with: "&b [25, 20]")
    try await waitForFile(first)
    try select(3)
    try preview.wait("document.querySelector('#written').innerText.includes('line 17')")
    try type("30", into: "bounds 2")
    try await waitForFile(first.replacing("&b [25, 20]", with: "&b [25, 30]"))
    try page.click("#undo")
    try await waitForFile(first)
    try page.click("#undo")
    try await waitForFile(Self.text)
    try await preview.close(run)
  }

  @Test("A layer is dragged, made larger and turned on the canvas")
  func handles() async throws {
    let run = try await open()
    try select(1)
    try preview.wait("document.querySelector('.handles .body') !== null")
    let scale = try preview.canvas(width: 160).scale
    let body = try preview.middle(".handles .body")
    try page.drag(
      from: (body.x - 8 * scale, body.y - 8 * scale), to: (body.x + 2 * scale, body.y - 3 * scale))
    let moved = Self.text.replacing("[60, 50]", with: "[70, 55]")
    try await waitForFile(moved)
    try preview.wait(
      "document.querySelector('.handles .body').getAttribute('points').startsWith('50,35')")
    let corner = try preview.middle(".handles rect", 2)
    try page.drag(from: corner, to: (corner.x + 5 * scale, corner.y - 4 * scale))
    let larger = moved.replacing("bounds: [40, 40]", with: "bounds: [50, 32]")
    try await waitForFile(larger)
    try preview.wait(
      "document.querySelector('.handles .body').getAttribute('points').startsWith('45,39')")
    let (anchor, turn) = (
      try preview.middle(".handles .anchor"), try preview.middle(".handles circle")
    )
    try page.drag(from: turn, to: (anchor.x + (anchor.y - turn.y), anchor.y))
    let turned = larger.replacing(
      "  - name: square   # the one that moves\n",
      with: "  - name: square   # the one that moves\n    transform: {rotation: 90deg}\n")
    try await waitForFile(turned)
    try await preview.end(run)
  }

  @Test("A drag that is not over is shown, and not written; the anchor point moves alone")
  func drafts() async throws {
    let run = try await open()
    try select(1)
    let anchor = try preview.middle(".handles .anchor")
    let scale = try preview.canvas(width: 160).scale
    let before = try preview.pixels()
    try page.click(atX: anchor.x, y: anchor.y)
    try preview.wait("document.querySelector('.anchor.chosen') !== null")
    try page.drag(from: anchor, to: (anchor.x - 20 * scale, anchor.y + 10 * scale))
    try await waitForFile(
      Self.text.replacing(
        "moves\n    bounds: [40, 40]\n    position: [60, 50]",
        with: "moves\n    anchorPoint: [0, 0.75]\n    bounds: [40, 40]\n    position: [40, 60]"))
    try preview.wait("document.getElementById('canvas').dataset.revision > '2'")
    #expect(try preview.pixels() == before)
    try await preview.close(run)
  }

  @Test("Bars and timing functions are dragged")
  func timing() async throws {
    let run = try await open()
    try select(1)
    let bar = try preview.middle("#timeline .movable")
    let second: Double = try page.evaluate(
      "document.querySelector('#timeline .movable').getBBox().width")
    try page.drag(from: bar, to: (bar.x + second * 0.21, bar.y))
    let later = Self.text.replacing("beginTime: 0.5", with: "beginTime: 0.7")
    try await waitForFile(later)
    let grip = try preview.middle("#timeline .grip")
    try page.drag(from: grip, to: (grip.x - second * 0.5, grip.y))
    let shorter = later.replacing("duration: 1\n", with: "duration: 0.5\n")
    try await waitForFile(shorter)
    // The first control point of easeIn is at 0.42, 0; the curve's unit is 100 wide.
    let point = try preview.middle(".curve circle")
    let unit: Double = try page.evaluate(
      "document.querySelector('.curve .unit').getBoundingClientRect().width")
    try page.drag(from: point, to: (point.x - 0.2 * unit, point.y - 0.5 * unit))
    let eased = shorter.replacing(
      "timingFunction: easeIn  #", with: "timingFunction: [0.22, 0.5, 1, 1]  #")
    try await waitForFile(eased)
    // By keyboard.
    try page.run("document.querySelector('.curve circle').focus()")
    try page.press("ArrowUp", shift: true)
    try await waitForFile(eased.replacing("[0.22, 0.5,", with: "[0.22, 0.6,"))
    try await preview.end(run)
  }

  @Test("A line of the source leads to its layer, and back")
  func source() async throws {
    let run = try await open()
    try page.press("3")
    try preview.wait("document.querySelectorAll('#source div').length > 10")
    try page.click("#source [data-line='12']")
    try preview.wait("document.querySelector('.place') !== null")
    #expect(try page.evaluate("document.querySelector('#source .selected').dataset.line") == "6")
    try page.click("#layers [data-layer='3'] > div")
    try preview.wait("document.querySelector('#source .selected').dataset.line === '18'")
    try await preview.close(run)
  }
}
