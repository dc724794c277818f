import Browser
import Foundation
import TestSupport
import Testing

/// Works on a file that other programs change at the same time, in a real browser.
@Suite(
  "A preview beside a text editor", .enabled(if: Browser.path != nil, "\(Browser.advice)"),
  .serialized)
struct PreviewFollowingTests: PreviewSuite {
  let preview: PreviewPage

  private static let text = """
    size: [160, 100]
    fps: 10
    duration: 2
    layers:
      - name: square
        bounds: [40, 40]
        position: [60, 50]
        backgroundColor: "#0a84ff"
      - name: other
        bounds: [20, 20]
        position: [140, 20]
        opacity: 0.5
        sublayers: [{name: inner, bounds: [4, 4]}]

    """
  private static let added = "layers:\n  - {name: new, bounds: [9, 9]}\n"

  init() throws { preview = try PreviewPage() }

  private func open() async throws -> Run { try await preview.open(text: Self.text) }

  private func save(_ text: String, _ layers: String) throws {
    try command.folder.write(text, to: "a.yaml")
    try preview.wait(
      "[...document.querySelectorAll('#layers [data-layer]')].map((one) => one.dataset.name).join()"
        + " === '\(layers)'")
  }

  private var chosen: String {
    get throws {
      try page.evaluate(
        "document.querySelector('[aria-selected=true][data-layer]')?.dataset.name ?? ''")
    }
  }

  @Test("The chosen, hidden and folded layer stays the same when another program adds and renames")
  func following() async throws {
    let run = try await open()
    try preview.select("other")
    try page.press("h")
    try preview.wait("document.querySelector(\"[data-name=other].left-out\") !== null")
    try page.click("[data-name=other] > div > .fold")
    let added = Self.text.replacing("layers:\n", with: Self.added)
    try save(added, "new,square,other,inner")
    #expect(try chosen == "other")
    let renamed = added.replacing("name: other", with: "name: second")
    try save(renamed, "new,square,second,inner")
    #expect(try chosen == "second")
    try preview.wait("document.querySelector('[data-name=second].left-out') !== null")
    try preview.wait(
      "document.querySelector('[data-name=second]').getAttribute('aria-expanded') === 'false'")
    try page.press("Delete")
    let end = try #require(renamed.range(of: "  - name: second")).lowerBound
    try await preview.wait(forFile: "a.yaml", String(renamed[..<end]))
    try await preview.end(run)
  }

  @Test("Where another program removes the chosen layer none is chosen, and the page says so")
  func removal() async throws {
    let run = try await open()
    try preview.select("square")
    let start = try #require(Self.text.range(of: "  - name: square")).lowerBound
    let end = try #require(Self.text.range(of: "  - name: other")).lowerBound
    let rest = Self.text.replacingCharacters(in: start..<end, with: "")
    try save(rest, "other,inner")
    try preview.wait(
      "document.querySelector('#refusal').textContent.includes(\"'square' is gone\")")
    #expect(try chosen == "")
    try page.press("Delete")
    try page.click("#layers [data-name=other] > div")
    try preview.wait("document.querySelector('#refusal').textContent === ''")
    #expect(String(decoding: command.folder.data("a.yaml"), as: UTF8.self) == rest)
    try await preview.end(run)
  }

  /// Types into fields without waiting for anything in between.
  private func commit(_ texts: KeyValuePairs<String, String>) throws {
    let steps = texts.map { label, text in
      """
      field = document.querySelector("#written [aria-label='\(label)']");
      field.value = "\(text)";
      field.dispatchEvent(new Event("change"));
      """
    }
    try page.run("let field; \(steps.joined())")
  }

  @Test("Fields that are committed at once are all written, and a removal right after them")
  func queue() async throws {
    let run = try await open()
    try preview.select("square")
    try commit(["position 1": "1", "position 2": "2", "bounds 1": "3", "bounds 2": "4"])
    let changed = Self.text.replacing("[60, 50]", with: "[1, 2]").replacing(
      "[40, 40]", with: "[3, 4]")
    try await preview.wait(forFile: "a.yaml", changed)
    try commit(["position 1": "5"])
    try page.press("Delete")
    let start = try #require(Self.text.range(of: "  - name: square")).lowerBound
    let end = try #require(Self.text.range(of: "  - name: other")).lowerBound
    try await preview.wait(
      forFile: "a.yaml", Self.text.replacingCharacters(in: start..<end, with: ""))
    for _ in 0..<6 { try page.press("z", control: true) }
    try await preview.wait(forFile: "a.yaml", Self.text)
    try preview.wait("document.querySelector('#undo').disabled")
    #expect(try preview.text("refusal") == "")
    try await preview.end(run)
  }

  @Test(
    "A page takes a server up again that was started anew, and refuses what was typed meanwhile")
  func restart() async throws {
    try command.folder.write(Self.text, to: "a.yaml")
    try command.folder.write("0123456789abcdef\n", to: "token.txt")
    let run = try await preview.open("a.yaml", "--token-file", "token.txt")
    let port = try #require(URL(string: run.output.trimmingCharacters(in: .newlines))?.port)
    try preview.waitForFrame(0)
    try preview.select("square")
    try commit(["position 1": "1"])
    let first = Self.text.replacing("[60, 50]", with: "[1, 50]")
    try await preview.wait(forFile: "a.yaml", first)
    try await preview.close(run)
    try preview.wait("document.querySelector('#connection').textContent !== ''")
    try commit(["position 2": "2"])
    let row = "document.querySelector(\"[aria-label='position 2']\")"
    try preview.wait(
      "\(row).value === '50' && \(row).closest('.field').innerText.includes('no connection')")
    let again = try command.startShell(
      "exec $ROSTRUM preview a.yaml --port \(port) --token-file token.txt")
    try preview.wait(
      """
      document.querySelector('#connection').textContent === ''
        && document.querySelector('#written').dataset.layer === '1'
        && document.querySelector('#written .refused') === null
      """)
    try commit(["position 2": "3"])
    try await preview.wait(forFile: "a.yaml", first.replacing("[1, 50]", with: "[1, 3]"))
    #expect(try preview.problems().filter { !$0.contains("WebSocket") } == [])
    try await preview.close(again)
  }
}
