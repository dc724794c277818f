import RostrumCPlatform

/// One end of the connection between a process that works with foreign libraries and its client.
package struct WorkerConnection {
  package enum Failure: Error, Equatable {
    /// The other process has ended.
    case closed
    case late
    /// The other program's message is not from such a process.
    case otherVersion
    case system(errno: Int32)
    case outOfMemory
  }

  package let socket: Int32
  /// On the monotonic clock, in nanoseconds.
  package var deadline = UInt64.max

  package init(socket: Int32, deadline: UInt64 = .max) {
    (self.socket, self.deadline) = (socket, deadline)
  }

  /// "RostrumP", and the version of the messages.
  package static let mark: UInt64 = 0x526f_7374_7275_6d50
  private static let version: UInt64 = 1

  // MARK: Words and bytes

  package func send(_ bytes: UnsafeRawPointer?, _ count: Int) throws(Failure) {
    try Self.check(cplatform_send(socket, bytes, count, deadline))
  }

  package func receive(_ bytes: UnsafeMutableRawPointer?, _ count: Int) throws(Failure) {
    try Self.check(cplatform_receive(socket, bytes, count, deadline))
  }

  private static func check(_ error: Int32) throws(Failure) {
    switch error {
    case 0: break
    case EPIPE: throw .closed
    case ETIMEDOUT: throw .late
    default: throw .system(errno: error)
    }
  }

  package func send(_ words: [UInt64]) throws(Failure) { try send(words, 8 * words.count) }

  package func words(_ count: Int) throws(Failure) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: count)
    try receive(&words, 8 * count)
    guard words.first == Self.mark else { throw .otherVersion }
    return words
  }

  package func bytes(_ count: UInt64, atMost most: Int) throws(Failure) -> [UInt8] {
    guard let count = Int(exactly: count), count <= most else { throw .otherVersion }
    var bytes = [UInt8](repeating: 0, count: count)
    try receive(&bytes, count)
    return bytes
  }

  // MARK: Greetings

  /// The first message of the process, once it is ready.
  package func sendGreeting() throws(Failure) { try send([Self.mark, Self.version]) }

  package func receiveGreeting() throws(Failure) {
    guard try words(2)[1] == Self.version else { throw .otherVersion }
  }
}
