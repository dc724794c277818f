import Browser
import Foundation

/// Pictures of a page in use, with a pointer and a caption that the page itself does not have,
/// joined to a film.
final class Camera {
  /// A point of the window, in CSS pixels.
  typealias Point = (x: Double, y: Double)

  private let page: Page
  private let folder: URL
  /// The lines of ffmpeg's list of pictures and durations.
  private var lines = ["ffconcat version 1.0"]
  private var count = 0
  private(set) var duration = 0.0
  private var pointer: Point = (500, 330)

  /// Seconds between two pictures of a movement.
  private static let step = 0.1

  init(_ page: Page, folder: URL) throws {
    (self.page, self.folder) = (page, folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = try page.evaluate(Self.overlay, as: Int.self)
  }

  /// Both are popovers, so that they can be above a dialog.
  private static let overlay = """
    (() => {
      const add = (name, style) => {
        const element = document.createElement("div");
        [element.id, element.popover] = [name, "manual"];
        Object.assign(element.style, {
          position: "fixed", inset: "auto", margin: 0, border: 0, pointerEvents: "none", ...style });
        document.body.append(element);
        element.showPopover();
        return element;
      };
      const pointer = add("film-pointer", {
        padding: 0, background: "none", overflow: "visible", width: "24px", height: "24px" });
      const image = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const arrow = document.createElementNS("http://www.w3.org/2000/svg", "path");
      for (const [name, value] of Object.entries({
        d: "M2 1v17l4.2-4 2.7 6.3 2.8-1.2-2.7-6.1H15z", fill: "#111", stroke: "#fff",
        "stroke-width": 1.4 })) arrow.setAttribute(name, value);
      image.append(arrow);
      pointer.append(image);
      add("film-caption", {
        left: "50%", bottom: "14px", transform: "translateX(-50%)", padding: "8px 18px",
        borderRadius: "18px", background: "#111d", color: "#fff", font: "500 16px sans-serif",
        whiteSpace: "nowrap" });
      return 0;
    })()
    """

  // MARK: Pictures

  /// Takes one picture that is shown for a number of seconds.
  func still(_ seconds: Double) throws {
    _ = try page.evaluate(
      """
      (() => {
        const pointer = document.getElementById("film-pointer");
        [pointer.style.left, pointer.style.top] = ["\(pointer.x)px", "\(pointer.y)px"];
        if (document.querySelector("dialog[open]")) {
          for (const one of [document.getElementById("film-caption"), pointer]) {
            one.hidePopover();
            one.showPopover();
          }
        }
        return new Promise((done) =>
          requestAnimationFrame(() => requestAnimationFrame(() => done(0))));
      })()
      """, as: Int.self)
    try add(page.screenshot(), seconds)
  }

  private func add(_ picture: [UInt8], _ seconds: Double) throws {
    count += 1
    try Data(picture).write(to: folder.appending(path: "\(count).png"))
    lines += ["file '\(count).png'", "duration \(seconds)"]
    duration += seconds
  }

  /// Takes pictures for a number of seconds of the page's own movement, each shown until the next.
  func live(_ seconds: Double) throws {
    let clock = ContinuousClock()
    let start = clock.now
    var last = start
    while last - start < .seconds(seconds) {
      let picture = try page.screenshot()
      let now = clock.now
      try add(picture, (now - last) / .seconds(1))
      last = now
    }
  }

  /// Shows a text at the bottom from now on.
  func caption(_ text: String) throws {
    _ = try page.evaluate(
      "(document.getElementById('film-caption').textContent = \"\(text)\", 0)", as: Int.self)
  }

  // MARK: Pointer

  /// The points on the way to `end`, slower at both ends.
  private func way(to end: Point, pace: Double) -> [Point] {
    let start = pointer
    let distance = hypot(end.x - start.x, end.y - start.y)
    let count = max(Int((distance / pace).squareRoot()), 3)
    return (1...count).map { index in
      let time = Double(index) / Double(count)
      let part = time * time * (3 - 2 * time)
      return (start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
    }
  }

  /// Moves the pointer.
  func move(to end: Point) throws {
    for point in way(to: end, pace: 9) {
      pointer = point
      try page.hover(atX: point.x, y: point.y)
      try still(Self.step)
    }
  }

  /// Moves the pointer and clicks.
  func click(at point: Point) throws {
    try move(to: point)
    try page.click(atX: point.x, y: point.y)
    try still(2 * Self.step)
  }

  /// Moves the pointer to the first point, and drags from there to the second.
  func drag(from start: Point, to end: Point) throws {
    try move(to: start)
    try still(2 * Self.step)
    try page.drag(along: [start] + way(to: end, pace: 1.5)) { point in
      pointer = point
      // The picture of the draft is on its way.
      Thread.sleep(forTimeInterval: 0.05)
      try still(Self.step)
    }
    try still(3 * Self.step)
  }

  // MARK: Film

  /// Writes the film as an animated PNG of at most 256 colours that begins anew at its end.
  func write(to path: URL) throws {
    let list = folder.appending(path: "list.txt")
    // The list's last duration holds only with another file after it.
    try (lines + ["file '\(count).png'"]).joined(separator: "\n")
      .write(to: list, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "ffmpeg", "-v", "error", "-y", "-f", "concat", "-i", list.path, "-vf",
      "fps=10,split[a][b];[a]palettegen=stats_mode=full[p];[b][p]paletteuse=dither=none",
      "-plays", "0", "-pred", "none", "-f", "apng", path.path,
    ]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Browser.Failure(description: "ffmpeg could not write \(path.path)")
    }
  }
}
