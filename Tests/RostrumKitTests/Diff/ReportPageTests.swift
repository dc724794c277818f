import Browser
import Foundation
@testable import RostrumKit
import TestSupport
import Testing

/// Opens a report in a real browser, presses every key and clicks every button with the mouse.
@Suite(
  "The report in a browser", .enabled(if: Browser.path != nil, "\(Browser.advice)"), .serialized)
struct ReportPageTests {
  private let folder: TemporaryFolder
  private let browser: Browser
  private let page: Page

  /// Three frames: the same, different, different.
  init() async throws {
    folder = try TemporaryFolder()
    let report = try await Self.report()
    browser = try Browser()
    page = try browser.page(width: 1200, height: 900)
    try page.open(folder.write(report.html, to: "index.html"))
  }

  @Test("every view switches by key and by click, without an error or a request")
  func views() throws {
    let views = ["side", "swipe", "blink", "onion", "difference"]
    let figures = [3, 1, 1, 1, 1]
    for (index, view) in views.enumerated() {
      try page.press("\(index + 1)")
      #expect(try shown() == view)
      #expect(try page.evaluate("document.querySelectorAll('figure').length") == figures[index])
    }
    for (index, view) in views.enumerated() {
      try page.click("[data-key='\(index + 1)']")
      #expect(try shown() == view)
      #expect(try page.evaluate("document.querySelectorAll('figure').length") == figures[index])
    }
    try expectQuiet()
  }

  @Test(
    "the walk goes by key, by arrow, by click, and by the strip; failures only skips what is the same"
  )
  func walk() throws {
    // The second of the three is the first failure.
    #expect(try current() == "1")
    #expect(try page.evaluate("document.querySelectorAll('#strip button').length") == 3)
    for (key, place) in [("n", "2"), ("ArrowRight", "0"), ("p", "2"), ("ArrowLeft", "1")] {
      try page.press(key)
      #expect(try current() == place, "after \(key)")
    }
    for (key, place) in [("n", "2"), ("n", "0"), ("p", "2")] {
      try page.click("[data-key=\(key)]")
      #expect(try current() == place, "after a click on \(key)")
    }
    try page.press("f")
    try page.press("n")
    #expect(try current() == "1")
    try page.click("[data-key=f]")
    try page.press("p")
    #expect(try current() == "0")
    try page.click("#strip [data-index='2']")
    #expect(try current() == "2")
    try expectQuiet()
  }

  @Test("what differs is the loudest: a card with its worst region, where all else is a small mark")
  func contactStrip() async throws {
    let many = try browser.page(width: 1200, height: 900)
    try many.open(folder.write(try await Self.crowd().html, to: "crowd.html"))
    let areas: [String: Double] = try many.evaluate(
      """
      Object.fromEntries([...document.querySelectorAll("#strip button")].map((button) => {
        const box = button.getBoundingClientRect();
        return [button.className, box.width * box.height];
      }))
      """)
    let card = try #require(areas["different loud"])
    for quiet in ["same", "orphaned", "missing"] {
      #expect(card > 20 * (try #require(areas[quiet])), "\(quiet)")
    }
    let redness: [String: Double] = try many.evaluate(
      """
      Object.fromEntries(["different", "orphaned"].map((name) => {
        const style = getComputedStyle(document.querySelector("#strip ." + name));
        const [red, green] = style.backgroundColor.match(/[0-9.]+/g).map(Number);
        return [name, red - green];
      }))
      """)
    #expect(redness["different"] ?? 0 > 100 && redness["orphaned"] == 0)
    // The worst region is seen in the card, at least a quarter as wide or as high as it.
    let share: Double = try many.evaluate(
      """
      (() => {
        const data = JSON.parse(document.getElementById("report").textContent);
        const mark = document.querySelector("#strip .loud"), entry = data.entries[mark.dataset.index];
        const thumb = mark.querySelector(".thumb").getBoundingClientRect();
        const image = mark.querySelector("img").getBoundingClientRect();
        const scale = image.width / entry.pictures[2].width, region = entry.difference.regions[0];
        const left = image.left + region.x * scale, top = image.top + region.y * scale;
        const inside = left >= thumb.left - 1 && top >= thumb.top - 1
          && left + region.width * scale <= thumb.right + 1
          && top + region.height * scale <= thumb.bottom + 1;
        return inside
          ? Math.max(region.width * scale / thumb.width, region.height * scale / thumb.height) : 0;
      })()
      """)
    #expect(share >= 0.25 && share <= 1)
    Attachment.record(try many.screenshot(), named: "report-strip.png")
  }

  /// The report with many other pairs around its own.
  private static func crowd() async throws -> DiffReport {
    var report = try await report()
    let quiet = (0..<60).map { index in
      DiffReport.Entry(
        group: "scene \(index / 4)", name: "\(index)",
        verdict: index.isMultiple(of: 7) ? .orphaned : index.isMultiple(of: 5) ? .missing : .same,
        expected: "", actual: "")
    }
    report.entries = quiet.prefix(30) + report.entries + quiet.suffix(30)
    return report
  }

  @Test("zoom goes by key and by click; the worst region is shown large, in its middle")
  func zoom() throws {
    try page.press("5")
    let fitted = try width()
    try page.press("+")
    try page.click("[data-key='+']")
    #expect(try abs(width() / fitted - 2.25) < 0.01)
    try page.press("-")
    try page.click("[data-key='-']")
    #expect(try abs(width() / fitted - 1) < 0.01)
    for isClicked in [false, true] {
      try isClicked ? page.click("[data-key=z]") : page.press("z")
      #expect(try worstRegionIsShown() == [true])
      try isClicked ? page.click("[data-key='0']") : page.press("0")
      #expect(try abs(width() / fitted - 1) < 0.01)
    }
    try page.press("1")
    try page.press("z")
    #expect(try worstRegionIsShown() == [true, true, true])
    #expect(
      try page.evaluate(
        "new Set([...document.querySelectorAll('.sheet')].map((s) => s.clientWidth)).size") == 1)
    try expectQuiet()
  }

  @Test("swipe follows the mouse, onion skin the slider, and blink alternates")
  func movement() throws {
    try page.press("2")
    let box: [Double] = try page.evaluate(
      "(() => { const b = document.querySelector('.sheet').getBoundingClientRect();"
        + " return [b.left, b.top, b.width, b.height]; })()")
    let y = box[1] + box[3] / 2
    try page.drag(from: (box[0] + box[2] / 2, y), to: (box[0] + box[2] / 4, y))
    #expect(
      try abs(
        Double(page.evaluate("document.querySelector('.rule').offsetLeft", as: Int.self)) - box[2]
          / 4) < 2)
    try page.press("4")
    #expect(try page.evaluate("document.querySelectorAll('.sheet img')[1].style.opacity") == "0.25")
    try page.click("#position")
    #expect(try page.evaluate("document.querySelectorAll('.sheet img')[1].style.opacity") == "0.5")
    try page.press("3")
    let seen: [Bool] = try page.evaluate(
      """
      (async () => {
        const seen = [];
        for (let tries = 0; tries < 60 && new Set(seen).size < 2; tries += 1) {
          seen.push(document.querySelectorAll(".sheet img")[1].style.visibility === "hidden");
          await new Promise((done) => setTimeout(done, 50));
        }
        return [...new Set(seen)];
      })()
      """)
    #expect(Set(seen) == [false, true])
    try expectQuiet()
  }

  @Test("the page follows light and dark, and is as wide as a telephone", arguments: [false, true])
  func appearance(isDark: Bool) throws {
    try page.prefer(dark: isDark)
    let brightness: Double = try page.evaluate(
      "Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])")
    #expect(isDark ? brightness < 60 : brightness > 200)
    try page.press("z")
    Attachment.record(try page.screenshot(), named: isDark ? "report-dark.png" : "report-light.png")
    try page.resize(width: 390, height: 800)
    #expect(try page.evaluate("document.documentElement.scrollWidth", as: Int.self) <= 390)
    Attachment.record(
      try page.screenshot(), named: isDark ? "report-narrow-dark.png" : "report-narrow.png")
    try expectQuiet()
  }

  // MARK: - What the page shows

  private func shown() throws -> String {
    try page.evaluate("document.querySelector('[data-view][aria-pressed=true]').dataset.view")
  }

  private func current() throws -> String {
    try page.evaluate("document.querySelector('#strip [aria-current=true]').dataset.index")
  }

  private func width() throws -> Double {
    try page.evaluate("document.querySelector('.sheet').getBoundingClientRect().width")
  }

  /// For each picture whether the whole region lies in what is seen of it, and takes at least a
  /// quarter of its width or height.
  private func worstRegionIsShown() throws -> [Bool] {
    try page.evaluate(
      """
      (() => {
        const data = JSON.parse(document.getElementById("report").textContent);
        const place = document.querySelector("#strip [aria-current=true]").dataset.index;
        const entry = data.entries[place], region = entry.difference.regions[0];
        return [...document.querySelectorAll(".frame")].map((frame) => {
          const scale = frame.querySelector(".sheet").clientWidth / entry.pictures[2].width;
          const left = region.x * scale - frame.scrollLeft;
          const top = region.y * scale - frame.scrollTop;
          const right = left + region.width * scale, bottom = top + region.height * scale;
          return left >= 0 && top >= 0 && right <= frame.clientWidth && bottom <= frame.clientHeight
            && (right - left > frame.clientWidth / 4 || bottom - top > frame.clientHeight / 4);
        });
      })()
      """)
  }

  private func expectQuiet() throws {
    #expect(try page.problems() == [])
    #expect(try page.requests().map { URL(string: $0)?.lastPathComponent } == ["index.html"])
  }

  private static func report() async throws -> DiffReport {
    let scenes = try TestScenes()
    for (name, x) in [("a", 40), ("b", 24)] {
      try await scenes.render(
        TestScenes.moving.replacing("toValue: 40", with: "toValue: \(x)"), to: "\(name)/"
      ) { $0.moments = .frames((try? FrameSelection("0,3,6")) ?? .all) }
    }
    var options = DiffOptions()
    options.keptPictures = 10
    return try await DiffJob(
      expected: scenes.folder.path("a"), actual: scenes.folder.path("b"), options: options
    ).run()
  }
}
