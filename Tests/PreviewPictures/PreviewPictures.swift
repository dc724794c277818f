import Browser
import Foundation

/// Takes the pictures of the page about the preview: `PreviewPictures ROSTRUM FOLDER`, from the
/// package's folder.
///
/// Each is a preview of a scene in a real browser, driven as its user would. The scenes are copies,
/// since previews write into them.
@main
struct PreviewPictures {
  static func main() {
    let words = CommandLine.arguments
    guard words.count == 3 else {
      print("usage: PreviewPictures ROSTRUM FOLDER")
      exit(64)
    }
    do {
      let studio = try Studio(rostrum: words[1], output: words[2])
      try studio.takeAll()
    } catch {
      print(error)
      exit(69)
    }
  }
}

/// A folder of scenes, a browser, and where pictures go.
private struct Studio {
  let rostrum: URL
  let output: URL
  let folder: URL
  private let page: Page

  init(rostrum: String, output: String) throws {
    (self.rostrum, self.output) = (URL(filePath: rostrum), URL(filePath: output))
    folder = FileManager.default.temporaryDirectory
      .appending(path: "rostrum-pictures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: self.output, withIntermediateDirectories: true)
    page = try Browser().page(width: 1200, height: 760)
  }

  func takeAll() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["Book", "Cookbook", "Batch"] {
      try FileManager.default.copyItem(
        at: URL(filePath: "Scenes/\(name)"), to: folder.appending(path: name))
    }
    try run(["init", "lower-third", "-o", "Titles"])
    try takeSprings()
    try takeTitle()
    try takeOthers()
  }

  /// Springs, with the curve of one of them.
  private func takeSprings() throws {
    try preview("Book/springs.yaml") {
      try go(to: "0.3s")
      try wait("document.querySelector('#timeline .row text') !== null")
      try page.click("#timeline .row text")
      try wait("document.querySelector('#details .value') !== null")
      try clickValue("position")
      try wait("document.querySelector('.graph path') !== null")
      try wait("document.querySelector('#details figure img')?.naturalWidth > 0")
      try take("preview")
    }
  }

  /// The steps of the walk from a template to a film.
  private func takeTitle() throws {
    try preview("Titles/lower-third.yaml") {
      try go(to: "1.2s")
      try page.click("#layers [data-layer='2'] > div")
      try page.press("2")
      try wait("document.querySelector('.curve') !== null")
      try wait("document.querySelector('.handles .body') !== null")
      _ = try page.evaluate(
        "(document.querySelector('.curve').scrollIntoView(), 0)", as: Int.self)
      try take("preview-file")
      try page.press("r")
      try wait("document.querySelector('#output code').textContent !== ''")
      try page.click("#output [data-kind=png]")
      try wait("document.querySelector('#output li a') !== null")
      try take("preview-render")
    }
    let path = folder.appending(path: "Titles/lower-third.yaml")
    let right = try String(contentsOf: path, encoding: .utf8)
    try preview("Titles/lower-third.yaml") {
      try go(to: "1.2s")
      try right.replacing("fontSize: 40", with: "fontsize: 40")
        .write(to: path, atomically: false, encoding: .utf8)
      try wait("document.body.classList.contains('wrong')")
      // The picture fades.
      Thread.sleep(forTimeInterval: 0.4)
      try take("preview-mistake")
    }
    try right.write(to: path, atomically: false, encoding: .utf8)
    try run(["verify", "Titles/lower-third.yaml", "--update", "missing"], mayFail: true)
    try right.replacing("frame: [80, 540,", with: "frame: [80, 500,")
      .write(to: path, atomically: false, encoding: .utf8)
    try preview("Titles/lower-third.yaml") {
      try page.press("c")
      try wait("document.querySelectorAll('#comparison img').length > 1")
      try wait("[...document.querySelectorAll('#comparison img')].every((one) => one.complete)")
      try take("preview-compare")
    }
    try right.write(to: path, atomically: false, encoding: .utf8)
  }

  private func takeOthers() throws {
    try preview("Batch/banner.yaml", "--data", "Batch/Data/guests.csv") {
      try page.press("]")
      try wait("document.getElementById('row').value === '2'")
      try go(to: "60%")
      try take("preview-rows")
    }
    try preview("Cookbook") {
      try page.click("#find-button")
      try wait(
        """
        [...document.querySelectorAll('#find img')].slice(0, 8)
          .every((one) => one.naturalWidth > 0)
        """)
      try take("preview-find")
    }
  }

  // MARK: Steps

  private func preview(_ arguments: String..., steps: () throws -> Void) throws {
    let process = Process()
    let output = Pipe()
    (process.executableURL, process.currentDirectoryURL) = (rostrum, folder)
    process.arguments = ["preview"] + arguments
    process.standardOutput = output
    try process.run()
    defer {
      process.interrupt()
      process.waitUntilExit()
    }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let address = URL(string: line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Browser.Failure(description: "no preview of \(arguments[0])")
    }
    try page.open(address)
    try wait("document.getElementById('canvas').dataset.frame === '0'")
    try wait("document.querySelector('#layers [data-layer]') !== null")
    try steps()
  }

  private func run(_ arguments: [String], mayFail: Bool = false) throws {
    let process = Process()
    (process.executableURL, process.currentDirectoryURL) = (rostrum, folder)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard mayFail || process.terminationStatus == 0 else {
      throw Browser.Failure(description: "rostrum \(arguments.joined(separator: " ")) failed")
    }
  }

  private func go(to place: String) throws {
    try page.press("g")
    for letter in place { try page.press(String(letter)) }
    try page.press("Enter")
    try wait("document.getElementById('canvas').dataset.frame !== '0'")
    try wait(
      """
      document.getElementById('canvas').dataset.frame === document.getElementById('frame').value
      """)
  }

  private func clickValue(_ name: String) throws {
    _ = try page.evaluate(
      """
      [...document.querySelectorAll("#details .value")]
        .find((button) => button.textContent === "\(name)").click()
      """, as: Int?.self)
  }

  private func wait(_ condition: String) throws {
    for _ in 0..<1500 {
      if try page.evaluate("Boolean(\(condition))") { return }
      Thread.sleep(forTimeInterval: 0.02)
    }
    throw Browser.Failure(description: "not within 30 s: \(condition)")
  }

  private func take(_ name: String) throws {
    Thread.sleep(forTimeInterval: 0.2)
    let path = output.appending(path: "\(name).png")
    try Data(page.screenshot()).write(to: path)
    print(path.relativePath)
  }
}
