import Foundation
import RostrumKit
import TestSupport
import Testing

/// Opens a report in a real browser, presses every key and clicks every button. Chromium is large, so `make deps` does not install it:
/// without one on the search path the test is left out.
@Suite("The report in a browser", .enabled(if: Browser.path != nil, "needs Chromium"))
struct ReportPageTests {
  @Test("every view switches by key and by click, without an error or a request")
  func views() async throws {
    let folder = try TemporaryFolder()
    let report = try await Self.report(in: folder)
    let page = report.html.replacing("</body>", with: "<script>\(Self.visitor)</script></body>")
      .replacing("<head>", with: "<head><script>\(Self.listener)</script>")
    let dom = try Browser.dom(of: folder.write(page, to: "index.html"), in: folder)
    let found = try #require(dom.firstMatch(of: /<pre id="found">([^<]*)<\/pre>/)).output.1
    let answer = try JSONDecoder().decode(Answer.self, from: Data(found.utf8))
    #expect(answer.errors.isEmpty, "\(answer.errors)")
    #expect(answer.requests.isEmpty, "\(answer.requests)")
    let views = ["side", "swipe", "blink", "onion", "difference"]
    #expect(answer.keys == views && answer.clicks == views)
    #expect(answer.figures == [3, 1, 1, 1, 1])
    // Three pairs, of which the second is the first failure.
    #expect(answer.walk == ["1", "2", "0", "1", "0", "2"])
    #expect(answer.zoomed > answer.fitted * 1.5)
    #expect(answer.marks == 3)
    #expect(answer.opacity == "0.25")
  }

  private struct Answer: Decodable {
    let errors, requests, keys, clicks: [String]
    let figures: [Int]
    let walk: [String]
    let zoomed, fitted: Double
    let marks: Int
    let opacity: String
  }

  /// Three frames: same, different, different.
  private static func report(in folder: TemporaryFolder) async throws -> DiffReport {
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

  private static let listener = """
    window.seen = [];
    window.addEventListener("error", (event) => seen.push(String(event.message)));
    window.addEventListener("unhandledrejection", (event) => seen.push(String(event.reason)));
    document.addEventListener("securitypolicyviolation", (event) => seen.push(event.blockedURI));
    console.error = (...words) => seen.push(words.join(" "));
    """

  private static let visitor = """
    (async () => {
      const wait = (time) => new Promise((done) => setTimeout(done, time));
      const press = async (key) => {
        document.dispatchEvent(new KeyboardEvent("keydown", { key: key, bubbles: true }));
        await wait(60);
      };
      const click = async (key) => {
        document.querySelector(`[data-key="${key}"]`).click();
        await wait(60);
      };
      const current = () => document.querySelector("#strip [aria-current=true]").dataset.index;
      const width = async () => {
        let found = 0;
        for (let tries = 0; tries < 50 && !found; tries += 1) {
          await wait(20);
          found = document.querySelector(".sheet").getBoundingClientRect().width;
        }
        return found;
      };
      const answer = { keys: [], clicks: [], figures: [], walk: [current()] };
      for (const key of ["1", "2", "3", "4", "5"]) {
        await press(key);
        answer.keys.push(document.querySelector("[data-view][aria-pressed=true]").dataset.view);
        answer.figures.push(document.querySelectorAll("#stage figure").length);
      }
      for (const key of ["1", "2", "3", "4", "5"]) {
        await click(key);
        answer.clicks.push(document.querySelector("[data-view][aria-pressed=true]").dataset.view);
      }
      await press("n"); answer.walk.push(current());
      await press("ArrowRight"); answer.walk.push(current());
      await click("n"); answer.walk.push(current());
      await press("p"); answer.walk.push(current());
      document.querySelectorAll("#strip button")[2].click(); answer.walk.push(current());
      await press("5");
      await press("0"); answer.fitted = await width();
      await press("+"); await press("+"); answer.zoomed = await width();
      await press("z"); await press("0"); await press("f"); await press("f");
      await press("4");
      await width();
      const slider = document.getElementById("position");
      slider.value = 25;
      slider.dispatchEvent(new Event("input"));
      answer.opacity = document.querySelectorAll(".sheet img")[1].style.opacity;
      answer.marks = document.querySelectorAll("#strip button").length;
      answer.requests = performance.getEntriesByType("resource").map((entry) => entry.name)
        .filter((name) => !name.startsWith("data:"));
      answer.errors = window.seen;
      const found = document.createElement("pre");
      found.id = "found";
      found.textContent = JSON.stringify(answer);
      document.body.append(found);
    })();
    """
}

/// Chromium, run without a window.
enum Browser {
  static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let names = ["chromium", "chromium-browser", "google-chrome"]
    return names.flatMap { name in folders.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The page as it is after its scripts have run for a while of their own time.
  static func dom(of page: String, in folder: TemporaryFolder) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: path ?? "/usr/bin/false")
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--user-data-dir=\(folder.path("profile"))", "--window-size=1200,900",
      "--virtual-time-budget=8000", "--dump-dom", "file://" + page,
    ]
    try folder.write("", to: "dom.html")
    process.standardOutput = FileHandle(forWritingAtPath: folder.path("dom.html"))
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return String(decoding: folder.data("dom.html"), as: UTF8.self)
  }
}
