import Foundation

/// Installed programs that some tests use, such as the tools of poppler-utils.
public enum InstalledTool {
  /// The tool cannot be run, or failed.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// The path of a program on the search path; `nil` where it is not installed.
  public static func path(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The text that a program writes to its standard output, run in a folder.
  public static func run(
    _ name: String, _ arguments: [String], in folder: String? = nil
  ) throws -> String {
    guard let path = path(name) else { throw Failure(description: "\(name) is not installed") }
    let process = Process()
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(name) \(arguments) ended with \(process.terminationStatus)")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
