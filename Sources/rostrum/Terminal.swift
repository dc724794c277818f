import Foundation

/// What the standard error output is connected to. Progress and diagnostics go there; results go to the standard output.
enum Terminal {
  static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

  /// Colours only for people, and only where they are wanted (no-color.org).
  static var showsColors: Bool { isInteractive && wantsColors }

  /// The same for results, which go to the standard output.
  static var showsColorsInResults: Bool { isatty(STDOUT_FILENO) == 1 && wantsColors }

  private static var wantsColors: Bool {
    let environment = ProcessInfo.processInfo.environment
    return (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// In columns; 80 when it cannot be known.
  static var width: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
      ? Int(size.ws_col) : 80
  }

  /// Writes to the standard error output at once.
  static func note(_ text: String, terminator: String = "\n") {
    FileHandle.standardError.write(Data((text + terminator).utf8))
  }
}
