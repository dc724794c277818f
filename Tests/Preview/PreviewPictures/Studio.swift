import Browser
import Foundation

/// A folder of scenes, a browser, and where pictures go.
struct Studio {
  let rostrum: URL
  let output: URL
  let folder: URL
  let page: Page

  init(rostrum: String, output: String) throws {
    (self.rostrum, self.output) = (URL(filePath: rostrum), URL(filePath: output))
    folder = FileManager.default.temporaryDirectory
      .appending(path: "rostrum-pictures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: self.output, withIntermediateDirectories: true)
    for name in ["Book", "Cookbook", "Batch"] {
      try FileManager.default.copyItem(
        at: URL(filePath: "Scenes/\(name)"), to: folder.appending(path: name))
    }
    page = try Browser().page(width: 1200, height: 760)
  }

  /// Removes the folder.
  func close() { try? FileManager.default.removeItem(at: folder) }

  /// Opens the preview of a scene, does the steps, and ends it.
  func preview(_ arguments: String..., steps: () throws -> Void) throws {
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

  /// Runs a command in the folder.
  func run(_ arguments: [String], mayFail: Bool = false) throws {
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

  /// Goes to a frame or a time.
  func go(to place: String) throws {
    try page.press("g")
    for letter in place { try page.press(String(letter)) }
    try page.press("Enter")
    try wait("document.getElementById('canvas').dataset.frame !== '0'")
    try wait(
      """
      document.getElementById('canvas').dataset.frame === document.getElementById('frame').value
      """)
  }

  /// Waits until an expression of the page is true.
  func wait(_ condition: String) throws {
    for _ in 0..<1500 {
      if try page.evaluate("Boolean(\(condition))") { return }
      Thread.sleep(forTimeInterval: 0.02)
    }
    throw Browser.Failure(description: "not within 30 s: \(condition)")
  }
}
