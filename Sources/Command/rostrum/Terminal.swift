import RostrumBase
import RostrumKit
import RostrumMedia
import Synchronization

/// The two standard outputs. Results go to the standard output; progress and diagnostics go to the
/// standard error output.
enum Terminal {
  /// Whether the terminal shows a line without a line break.
  private static let hasOpenLine = Mutex(false)

  static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

  /// Colours only for people, and only where they are wanted (no-color.org).
  static func showsColors(on descriptor: Int32 = STDERR_FILENO) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    return isatty(descriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
      && environment["TERM"] != "dumb"
  }

  /// In columns; 80 when it cannot be known.
  static var width: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
      ? Int(size.ws_col) : 80
  }

  /// Writes a message to the standard error output at once, in place of an open line. If the reader
  /// is gone, the work goes on.
  static func note(_ text: String) { record(Escaping.log(text)) }

  /// The same as it is: lines for programs, and texts whose names are escaped already.
  static func record(_ text: String, terminator: String = "\n") {
    hasOpenLine.withLock { isOpen in
      _ = send((isOpen ? clearedLine : "") + text + terminator, to: STDERR_FILENO)
      isOpen = false
    }
  }

  /// Draws a line that the next one replaces.
  static func draw(_ line: String) {
    hasOpenLine.withLock { isOpen in
      _ = send(clearedLine + Escaping.logName(line), to: STDERR_FILENO)
      isOpen = true
    }
  }

  /// Removes an open line.
  static func clear() {
    if hasOpenLine.withLock(\.self) { record("", terminator: "") }
  }

  /// Writes a result to the standard output: the only way there. A reader that has seen enough, as
  /// `head` has, is no error.
  static func output(_ text: String) throws {
    guard let number = send(text, to: STDOUT_FILENO), number != EPIPE else { return }
    throw lost(number)
  }

  /// The same for a message to people.
  static func output(message: String) throws { try output(Escaping.log(message)) }

  /// The same for lines in the middle of work: a lost line does not stop it, but `checkOutput`
  /// reports the loss at the end.
  static func say(_ line: String) {
    guard let number = send(Escaping.logName(line) + "\n", to: STDOUT_FILENO), number != EPIPE
    else { return }
    firstLoss.withLock { $0 = $0 ?? number }
  }

  /// Throws when something that was said could not be written.
  static func checkOutput() throws {
    if let number = firstLoss.withLock(\.self) { throw lost(number) }
  }

  /// The system's error number.
  private static let firstLoss = Mutex<Int32?>(nil)

  private static func lost(_ number: Int32) -> MediaError {
    .file(doing: "write", path: "standard output", errno: number)
  }

  private static let clearedLine = "\r\u{1B}[K"

  /// Returns the system's error number; `nil` when everything was written.
  private static func send(_ text: String, to descriptor: Int32) -> Int32? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { return errno }
      rest = rest.dropFirst(max(count, 0))
    }
    return nil
  }
}
