import Foundation

/// One run of ffmpeg or ffprobe that is read from a plain thread, without waiting for any task:
/// decoding happens in the middle of drawing, where nothing can wait asynchronously. (`ToolRun` is
/// for everything else.)
final class ToolProcess {
  private let name: String
  private let doing: String
  private let path: String
  private let process = Process()
  private let output = Pipe()
  private let errors: URL

  init(name: String, tool: String, arguments: [String], doing: String, path: String) {
    (self.name, self.doing, self.path) = (name, doing, path)
    process.executableURL = URL(filePath: tool)
    process.arguments = arguments
    errors = FileManager.default.temporaryDirectory.appending(path: "rostrum-\(UUID().uuidString)")
  }

  deinit { stop() }

  /// What the program says goes into a file, so that it never waits for somebody to read it.
  func start() throws(MediaError) {
    UnfinishedFiles.add(errors.path)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = openFile(errors.path, flags)
    guard descriptor >= 0 else { throw MediaError.failed("write", errors.path) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = handle
    do {
      try process.run()
    } catch {
      throw failure("it could not be run: \(error.localizedDescription)")
    }
    try? handle.close()
    try? output.fileHandleForWriting.close()
  }

  /// Fills the buffer. Throws what the program said when its output ends before.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) {
    var rest = buffer[...]
    while !rest.isEmpty {
      let part = UnsafeMutableRawBufferPointer(rebasing: rest)
      let count = readBytes(part.baseAddress, part.count, from: descriptor)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(ending) }
      rest = rest.dropFirst(count)
    }
  }

  /// All that the program prints, of which there may be `limit` bytes.
  func output(limit: Int) throws(MediaError) -> [UInt8] {
    try start()
    defer { stop() }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = readBytes(&chunk, chunk.count, from: descriptor)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { throw failure("it says too much") }
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw failure(ending) }
    return bytes
  }

  /// Ends the program when it still runs.
  func stop() {
    try? output.fileHandleForReading.close()
    if process.isRunning { process.terminate() }
    try? FileManager.default.removeItem(at: errors)
    UnfinishedFiles.forget(errors.path)
  }

  private var descriptor: Int32 { output.fileHandleForReading.fileDescriptor }

  private var ending: String {
    process.waitUntilExit()
    return process.terminationStatus == 0
      ? "it has fewer frames than it says" : "exit code \(process.terminationStatus)"
  }

  private func failure(_ ending: String) -> MediaError {
    let said = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
    let lines = said.split(whereSeparator: \.isNewline).suffix(10).map(String.init)
    return .toolFailed(name: name, doing: doing, path: path, ending: ending, lastLines: lines)
  }
}
