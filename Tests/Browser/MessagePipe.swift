import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Messages over two pipes, each ended by a zero byte.
final class MessagePipe {
  private let requests: FileHandle
  private let answers: FileHandle
  private var buffer: [UInt8] = []
  /// How much of the buffer has no zero byte.
  private var searched = 0

  /// How long a single answer may take, in milliseconds: much more than on an idle machine, where
  /// all take less than a second.
  private static let patience: Int32 = 60_000

  init(requests: Pipe, answers: Pipe) {
    self.requests = requests.fileHandleForWriting
    self.answers = answers.fileHandleForReading
    // A browser that is gone is an error of `write`, not the end of this process.
    signal(SIGPIPE, SIG_IGN)
  }

  func write(_ message: Data) throws { try requests.write(contentsOf: message + [0]) }

  /// The next message. Throws when the browser is silent for too long, or gone.
  func read() throws -> Data {
    while true {
      if let end = buffer[searched...].firstIndex(of: 0) {
        defer {
          buffer.removeSubrange(...end)
          searched = 0
        }
        return Data(buffer[..<end])
      }
      searched = buffer.count
      try fill()
    }
  }

  private func fill() throws {
    var poll = pollfd(fd: answers.fileDescriptor, events: Int16(POLLIN), revents: 0)
    guard Self.wait(&poll) else { throw Browser.Failure(description: "the browser is silent") }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    let count = block.withUnsafeMutableBytes {
      #if canImport(Darwin)
        Darwin.read(answers.fileDescriptor, $0.baseAddress, $0.count)
      #else
        Glibc.read(answers.fileDescriptor, $0.baseAddress, $0.count)
      #endif
    }
    guard count > 0 else { throw Browser.Failure(description: "the browser has ended") }
    buffer += block.prefix(count)
  }

  private static func wait(_ descriptor: inout pollfd) -> Bool {
    poll(&descriptor, 1, patience) > 0
  }

  func close() {
    try? requests.close()
    try? answers.close()
  }
}
