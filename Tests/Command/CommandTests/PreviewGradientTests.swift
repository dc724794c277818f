import Browser
import Foundation
import TestSupport
import Testing

/// Changes gradients through the page of a preview, in a real browser.
@Suite(
  "Gradients in a preview", .enabled(if: Browser.path != nil, "\(Browser.advice)"), .serialized)
struct PreviewGradientTests: PreviewSuite {
  let preview: PreviewPage

  private static let text = """
    size: [160, 100]
    fps: 10
    duration: 2
    parameters: {dusk: {type: color, default: gold}}
    layers:
      - name: sky   # at dusk
        class: gradient
        frame: [30, 10, 100, 80]
        colors: ["#102030", "#405060", "#f0f0ff"] # from the top
      - name: glow
        class: gradient
        bounds: [40, 40]
        position: [80, 50]
        colors: [white, "${dusk}"]
        locations: [0.20, 0.8]
        startPoint: ["calc(1 / 4)", 0.5]
        animations:
          - {type: basic, keyPath: endPoint, fromValue: [0.2, 1], duration: 2}
      - forEach: pair
        in: [[red, blue], [black, white]]
        index: n
        do: {name: "stripe ${n}", class: gradient, frame: [0, 0, 9, 9], colors: "${pair}"}

    """

  init() throws { preview = try PreviewPage() }

  private func open() async throws -> Run { try await preview.open(text: Self.text) }

  private func select(_ layer: Int, stops: Int) throws {
    try page.click("#layers [data-layer='\(layer)'] > div")
    try page.press("2")
    try preview.wait("document.querySelector('#written').dataset.layer === '\(layer)'")
    try preview.wait("document.querySelectorAll('.gradient .stop').length === \(stops)")
  }

  private func waitForFile(_ text: String, _ place: SourceLocation = #_sourceLocation)
    async throws
  {
    try await preview.wait(forFile: "a.yaml", text, place)
    try preview.wait("document.querySelector('#undo').disabled === \(text == Self.text)", place)
  }

  /// The width of the bar with the stops, in the window.
  private func width() throws -> Double {
    try page.evaluate("document.querySelector('.gradient .bar').clientWidth")
  }

  @Test("Stops are dragged, added, coloured and removed; each is one step of undo")
  func stops() async throws {
    let run = try await open()
    try select(1, stops: 3)
    let width = try width()
    let middle = try preview.middle(".gradient .stop", 1)
    try page.drag(from: middle, to: (middle.x - width / 4, middle.y))
    func sky(_ colors: String, _ locations: String) -> String {
      Self.text.replacing(
        "sky   # at dusk\n", with: "sky   # at dusk\n    locations: [\(locations)]\n"
      ).replacing("[\"#102030\", \"#405060\", \"#f0f0ff\"]", with: "[\(colors)]")
    }
    let dragged = sky("\"#102030\", \"#405060\", \"#f0f0ff\"", "0, 0.25, 1")
    try await waitForFile(dragged)
    // The form has another row by now, and keys are still for the stop.
    try preview.wait("document.querySelector(\"#written [aria-label='locations 2']\") !== null")
    try preview.wait("document.activeElement.ariaLabel === 'stop 2'")
    let bar = try preview.middle(".gradient .bar")
    try page.click(atX: bar.x + 0.12 * width, y: bar.y - 6)
    let added = sky(
      "\"#102030\", \"#405060\", \"#979fae\", \"#f0f0ff\"", "0, 0.25, 0.62, 1")
    try await waitForFile(added)
    try preview.wait("document.querySelector('.gradient .chosen').ariaLabel === 'stop 3'")
    try preview.wait(
      "document.querySelector(\".gradient input[aria-label='stop 3']\")?.value === '#979fae'")
    try page.set(".gradient [aria-label='stop 3, picker']", to: "#ff0000")
    let red = added.replacing("#979fae", with: "#ff0000")
    try await waitForFile(red)
    try await preview.expectRendered(0)
    try preview.wait("document.querySelector('.gradient .chosen').ariaValueText.includes('ff0000')")
    try page.run("document.querySelector('.gradient .chosen').focus()")
    try page.press("ArrowRight")
    try await waitForFile(red.replacing("0.62", with: "0.63"))
    // The page refuses to remove anything before it has read the file that it changed.
    try preview.wait(
      "[...document.querySelectorAll('input')].some((one) => one.value.includes('0.63'))")
    try page.press("Delete")
    try await waitForFile(dragged)
    for text in [red.replacing("0.62", with: "0.63"), red, added, dragged, Self.text] {
      try page.click("#undo")
      try await waitForFile(text)
    }
    try await preview.end(run)
  }

  @Test("The ends are dragged on the picture, and say why where something else gives them")
  func ends() async throws {
    let run = try await open()
    try select(1, stops: 3)
    let scale = try preview.canvas(width: 160).scale
    let start = try preview.middle(".handles .gradient-end", 0)
    try page.drag(from: start, to: (start.x - 30 * scale, start.y + 20 * scale))
    let moved = Self.text.replacing(
      "sky   # at dusk\n", with: "sky   # at dusk\n    startPoint: [0.2, 0.25]\n")
    try await waitForFile(moved)
    try await preview.expectRendered(0)
    try page.click("#undo")
    try await waitForFile(Self.text)
    try select(2, stops: 2)
    let reasons = ["calc(1 / 4)", "an animation gives 'endPoint' here (line 18)"]
    for (index, reason) in reasons.enumerated() {
      let end = try preview.middle(".handles .gradient-end", index)
      try page.drag(from: end, to: (end.x + 12, end.y + 12))
      try preview.wait("!document.querySelector('#bubble').hidden")
      #expect(try preview.text("bubble").contains(reason))
    }
    #expect(String(decoding: command.folder.data("a.yaml"), as: UTF8.self) == Self.text)
    try await preview.close(run)
  }

  @Test("A location keeps the others' text; colours of parameters and rows say where they are")
  func sources() async throws {
    let run = try await open()
    try select(2, stops: 2)
    let last = try preview.middle(".gradient .stop", 1)
    try page.drag(from: last, to: (last.x - (try width()) / 10, last.y))
    let moved = Self.text.replacing("[0.20, 0.8]", with: "[0.20, 0.7]")
    try await waitForFile(moved)
    try preview.wait(
      "document.querySelector(\".gradient input[aria-label='stop 2']\")?.value === 'gold'")
    try page.set(".gradient input[aria-label='stop 2']", to: "plum")
    try await waitForFile(moved.replacing("default: gold", with: "default: plum"))
    try preview.wait(
      "document.querySelector(\".gradient input[aria-label='stop 2']\").dataset.shown === 'plum'")
    // Two colours stay.
    try page.click(".gradient [aria-label='Remove stop 2']")
    try preview.wait("document.querySelector('.gradient').innerText.includes('two colours')")
    try select(3, stops: 2)
    let bar = try preview.middle(".gradient .bar")
    try page.click(atX: bar.x, y: bar.y - 6)
    try preview.wait("document.querySelector('.gradient').innerText.includes(\"'pair'\")")
    try await preview.end(run)
  }
}
