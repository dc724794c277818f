import Browser
import Foundation
import TestSupport
import Testing

/// Changes animations on the timeline of a preview, and layers by keyboard.
@Suite(
  "The timeline of a preview", .enabled(if: Browser.path != nil, "\(Browser.advice)"), .serialized)
struct PreviewTimelineTests: PreviewSuite {
  let preview: PreviewPage

  private static let text = """
    size: [160, 100]
    fps: 10
    duration: 2
    background: "#101820"
    layers:
      - name: ball
        bounds: [40, 40]
        position: [60, 50]
        backgroundColor: "#0a84ff"
        animations:
          - type: keyframe # goes and comes
            keyPath: position.x
            values: [60, 100, 80]
            keyTimes: [0, 0.5, 1]
            duration: 2
      - name: drop
        bounds: [20, 20]
        position: [60, 50]
        animations:
          - {type: spring, keyPath: backgroundColor, toValue: red, duration: 1}

    """

  init() throws { preview = try PreviewPage() }

  private func open() async throws -> Run { try await preview.open(text: Self.text) }

  private func focus(_ selector: String) throws {
    try page.run("document.querySelector('\(selector)').focus()")
  }

  @Test("Key frames are dragged within their neighbours; rows move their animations by keyboard")
  func keyTimes() async throws {
    let run = try await open()
    let key = try preview.middle("#timeline .key.movable")
    let frame: Double = try page.evaluate(
      "(document.querySelector('#timeline').clientWidth - 202) / 20")
    try page.drag(from: key, to: (key.x + 3 * frame, key.y))
    let moved = Self.text.replacing("[0, 0.5, 1]", with: "[0, 0.65, 1]")
    try await preview.wait(forFile: "a.yaml", moved)
    try preview.wait(
      "document.querySelectorAll('#timeline .key.movable title')[0].textContent.endsWith('0.65')")
    let again = try preview.middle("#timeline .key.movable")
    try page.drag(from: again, to: (again.x + 15 * frame, again.y))
    let last = Self.text.replacing("[0, 0.5, 1]", with: "[0, 1, 1]")
    try await preview.wait(forFile: "a.yaml", last)
    try page.click("#undo")
    try await preview.wait(forFile: "a.yaml", moved)

    try preview.wait("document.querySelectorAll('#timeline .key.movable').length === 1")
    try focus("#timeline .row[tabindex=\"0\"]")
    try page.press("ArrowDown")
    try page.press("Enter")
    try preview.wait("document.querySelector('[aria-selected=true][data-layer=\"2\"]') !== null")
    try page.press("ArrowRight", shift: true, alt: true)
    let longer = moved.replacing("toValue: red, duration: 1}", with: "toValue: red, duration: 1.1}")
    try await preview.wait(forFile: "a.yaml", longer)
    try preview.wait("document.querySelector('#timeline .row:focus') !== null")
    #expect(try page.evaluate("document.activeElement.dataset.layer") == "2")
    try await preview.end(run)
  }

  @Test("The selected layer moves by keyboard, and a spring's defaults have sliders")
  func keyboard() async throws {
    let run = try await open()
    try page.click("#layers [data-layer='2'] > div")
    try page.press("2")
    try preview.wait("document.querySelector('#written').dataset.layer === '2'")
    try preview.wait("document.querySelector('.handles .body') !== null")
    for _ in 0..<5 { try page.press("ArrowRight", alt: true) }
    try page.press("ArrowDown", shift: true, alt: true)
    let position = "[60, 50]\n    animations:\n      - {type"
    let moved = Self.text.replacing(position, with: position.replacing("60, 50", with: "65, 60"))
    try await preview.wait(forFile: "a.yaml", moved)
    try preview.wait("document.querySelector('.default [aria-label=\"damping, slider\"]') !== null")
    try focus("[aria-label=\"damping, slider\"]")
    for _ in 0..<4 { try page.press("ArrowRight") }
    try await preview.wait(
      forFile: "a.yaml", moved.replacing("{type: spring,", with: "{type: spring, damping: 12,"))
    #expect(try preview.text("refusal") == "")
    try await preview.end(run)
  }

  @Test("Clocks have rows with their ticks, on time and never come")
  func ticks() async throws {
    try command.folder.write(
      """
      size: [40, 40]
      duration: 1
      clocks:
        link: {rate: 10, dropped: [3, 4]}
      layers:
        - name: ball
          bounds: [4, 4]
          animations:
            - {type: displayLink, clock: link, keyPath: position.x, duration: 1, fromValue: 0, toValue: 30}

      """, to: "a.yaml")
    let run = try await preview.open("a.yaml")
    try preview.waitForFrame(0)
    func count(_ state: String) throws -> Int {
      try page.evaluate(
        "document.querySelector('.clock.\(state)').getAttribute('d').split('M').length - 1")
    }
    #expect(try count("dropped") == 2)
    #expect(try count("onTime") == 8)
    #expect(
      try page.evaluate(
        "document.querySelectorAll('#timeline .row title')[1].textContent", as: String.self
      )
      .contains("2 dropped"))
    try await preview.end(run)
  }

  @Test("All layers under a pixel are named, and a value's curve follows the timeline's part")
  func graph() async throws {
    let run = try await open()
    let canvas = try preview.canvas(width: 160)
    try page.click(atX: canvas.x + 60 * canvas.scale, y: canvas.y + 50 * canvas.scale)
    try preview.wait("document.querySelectorAll('.under button').length === 2")
    #expect(
      try page.evaluate("document.querySelector('.under').innerText", as: String.self).contains(
        "drop"))
    try page.run("document.querySelectorAll('.under button')[1].click()")
    try preview.wait("document.querySelector('[aria-selected=true][data-layer=\"1\"]') !== null")
    let names = "[...document.querySelectorAll('#details .value')]"
    try page.run("\(names).find((one) => one.textContent === 'position').click()")
    try preview.wait("document.querySelectorAll('.graph path').length === 2")
    let texts: [String] = try page.evaluate(
      "[...document.querySelectorAll('.graph text')].map((one) => one.textContent)")
    #expect(texts.sorted() == ["100", "50", "position.x", "position.y"])
    // The greatest number at the top of the graph, in the middle of the film.
    let path: String = try page.evaluate("document.querySelector('.graph path').getAttribute('d')")
    #expect(path.contains(" 8.0"))
    try page.press("Escape")
    try preview.wait("document.querySelector('.graph') === null")
    try await preview.end(run)
  }
}
