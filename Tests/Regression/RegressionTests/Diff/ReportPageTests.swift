import RostrumBase
import RostrumImageDiff
import RenderTestSupport
import Browser
import Foundation
@testable import RostrumRegression
@testable import RostrumOutput
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

  @Test("Every view switches by key and by click, without an error or a request")
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

  @Test("The walk goes through failures by key, arrow, click and list; F adds the rest")
  func walk() throws {
    // The second and third of the three fail.
    #expect(try current() == "1")
    #expect(try page.evaluate("document.querySelectorAll('#strip button').length") == 2)
    for (key, place) in [("n", "2"), ("ArrowRight", "1"), ("p", "2"), ("ArrowLeft", "1")] {
      try page.press(key)
      #expect(try current() == place, "after \(key)")
    }
    for (key, place) in [("n", "2"), ("n", "1"), ("p", "2")] {
      try page.click("[data-key=\(key)]")
      #expect(try current() == place, "after a click on \(key)")
    }
    try page.press("f")
    try page.press("n")
    #expect(try shownTitle() == title(0))
    try page.click("[data-key=f]")
    try page.press("p")
    #expect(try current() == "2")
    try page.click("#strip [data-index='1']")
    #expect(try current() == "1")
    try expectQuiet()
  }

  @Test("The address names the pair, and leads to it")
  func links() throws {
    try page.press("n")
    let hash: String = try page.evaluate("location.hash")
    #expect(hash.removingPercentEncoding == "#" + title(2))
    let other = try browser.page(width: 1200, height: 900)
    let address = URL(filePath: folder.path("index.html")).absoluteString + hash
    try other.open(try #require(URL(string: address)))
    #expect(try other.evaluate("document.getElementById('name').textContent") == title(2))
    _ = try page.evaluate("location.hash = '#no such pair'", as: String.self)
    #expect(try shownTitle() == title(2))
  }

  @Test("A search finds names and findings, and a key opens what it found")
  func search() throws {
    try page.press("/")
    #expect(try page.evaluate("document.activeElement.id") == "search")
    _ = try page.evaluate(
      """
      (() => { const box = document.getElementById("search"); box.value = "00006";
        box.dispatchEvent(new Event("input")); return ""; })()
      """, as: String.self)
    #expect(try page.evaluate("document.querySelectorAll('#list [data-index]').length") == 1)
    #expect(
      try page.evaluate("document.getElementById('found').textContent") == "1 of 3 pairs match")
    try page.press("Enter")
    #expect(try current() == "2")
    try page.press("Escape")
    #expect(try page.evaluate("document.querySelectorAll('#strip [data-index]').length") == 2)
  }

  @Test("Sound that differs shows the levels of both, plays, and notes are folded")
  func sound() async throws {
    var report = try await Self.report()
    report.entries.append(
      DiffReport.Entry(
        group: "tone.yaml", name: "film", verdict: .filmDiffers, expected: "film.json", actual: "a")
    )
    report.entries[3].levels = SoundLevels(expected: [-3, -20, -20], actual: [-3, -6])
    report.entries[3].files = ReportPictures(
      sound: ReportPicture(path: "actual/a b.m4a", digest: .zero))
    report.notes = ["a note"]
    let heard = try browser.page(width: 900, height: 900)
    try heard.open(folder.write(report.html, to: "sound.html"))
    try heard.click("#strip [data-index='3']")
    let paths: [String] = try heard.evaluate(
      "[...document.querySelectorAll('.wave path')].map((path) => path.getAttribute('d'))")
    // Each the levels that are the same, and the ones that are not.
    #expect(paths.map { $0.split(separator: "M").count } == [1, 2, 1, 2])
    #expect(
      try heard.evaluate("document.querySelector('audio').getAttribute('src')")
        == "actual/a%20b.m4a")
    #expect(try heard.evaluate("document.querySelectorAll('audio').length") == 1)
    #expect(
      try heard.evaluate(
        "document.getElementById('about').open + document.querySelector('summary').textContent")
        == "false1 note")
  }

  /// How many pairs fail, of how many.
  static let sizes = [(0, 12), (1, 12), (100, 160), (1000, 1000)]

  @Test(
    "0 to 1,000 failures open in a second, failures first, in a telephone's width too",
    arguments: sizes)
  func manyPairs(_ failures: Int, _ count: Int) async throws {
    let report = try await Self.crowd(failures, count)
    let path = try folder.write(report.html, to: "many.html")
    for width in [360, 1400] {
      let many = try browser.page(width: width, height: 800)
      // The best of several, since other tests run beside it.
      var time = Double.infinity
      for _ in 0..<5 where time >= 1000 {
        try many.open(path)
        time = min(
          time,
          try many.evaluate(
            "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"))
      }
      #expect(time < 1000, "\(time) ms")
      #expect(try many.evaluate("document.documentElement.scrollWidth", as: Int.self) <= width)
      #expect(
        try many.evaluate("document.querySelectorAll('#strip [data-index]').length") == failures)
      // Each failure has its name and its verdict in words.
      #expect(
        try many.evaluate(
          "[...document.querySelectorAll('#strip button')].every((row) => "
            + "row.querySelector('b').textContent && row.querySelector('small').textContent)",
          as: Bool.self))
      #expect(
        try many.evaluate("document.getElementById('passed').hidden", as: Bool.self)
          == (failures == count))
      // By keyboard alone: the next failure, its difference, back to the list.
      for key in ["n", "5", "l", "/"] { try many.press(key) }
      #expect(try many.evaluate("document.activeElement.id") == "search")
      #expect(try many.evaluate("document.documentElement.scrollWidth", as: Int.self) <= width)
      for dark in [false, true] {
        try many.prefer(dark: dark)
        Attachment.record(
          try many.screenshot(),
          named: "report-\(failures)-\(width)-\(dark ? "dark" : "light").png")
      }
      #expect(try many.problems() == [])
    }
  }

  @Test(
    "Pictures have one scale side by side, at every width", arguments: [360, 600, 700, 900, 1400])
  func oneScale(_ width: Int) throws {
    try page.resize(width: width, height: 900)
    try page.press("1")
    let widths: [String] = try page.evaluate(
      "[...document.querySelectorAll('.sheet')].map((sheet) => sheet.style.width)")
    #expect(widths.count == 3 && Set(widths).count == 1)
    #expect(try page.evaluate("document.querySelectorAll('#legend li').length", as: Int.self) > 0)
  }

  /// The report's failures many times, and pairs that are the same.
  private static func crowd(_ failures: Int, _ count: Int) async throws -> DiffReport {
    var report = try await report()
    let (same, different) = (report.entries[0], report.entries[1])
    report.entries = (0..<count).map { index in
      var entry = index < failures ? different : same
      entry.group = "scene \(index / 4)"
      entry.name = "\(index % 4 * 25)%"
      if index % 7 == 3, index < failures {
        entry.verdict = .orphaned
        (entry.pictures, entry.difference) = (nil, nil)
      }
      return entry
    }
    return report
  }

  @Test("Zoom goes by key and by click; the worst region is shown large, in its middle")
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

  @Test("Swipe follows the mouse, onion skin the slider, and blink alternates")
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

  @Test("The page follows light and dark, and is as wide as a telephone", arguments: [false, true])
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

  // MARK: - Contents of the page

  private func shown() throws -> String {
    try page.evaluate("document.querySelector('[data-view][aria-pressed=true]').dataset.view")
  }

  private func current() throws -> String {
    try page.evaluate("document.querySelector('#list [aria-current=true]').dataset.index")
  }

  private func shownTitle() throws -> String {
    try page.evaluate("document.getElementById('name').textContent")
  }

  /// The name of the page's pair at a place.
  private func title(_ index: Int) -> String { "b @ frame_0000\(index * 3).png" }

  private func width() throws -> Double {
    try page.evaluate("document.querySelector('.sheet').getBoundingClientRect().width")
  }

  /// For each picture whether the whole region lies in its visible part, and takes at least a
  /// quarter of its width or height.
  private func worstRegionIsShown() throws -> [Bool] {
    try page.evaluate(
      """
      (() => {
        const data = JSON.parse(document.getElementById("report").textContent);
        const place = document.querySelector("#list [aria-current=true]").dataset.index;
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
