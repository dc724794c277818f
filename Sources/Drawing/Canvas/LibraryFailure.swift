import RostrumCPango
import Synchronization

/// Handles GLib's fatal errors: where it gets no thread or no memory, it writes a message and
/// aborts the program. Pango, librsvg and gdk-pixbuf use GLib.
package enum LibraryFailure {
  private static let handler = Mutex<(@Sendable (String) -> Never)?>(nil)

  /// From now on such a message goes to `body`, which ends the program. For a program, not for a
  /// library, since the whole process has one such place.
  package static func report(to body: @escaping @Sendable (String) -> Never) {
    handler.withLock { $0 = body }
    _ = g_log_set_default_handler(
      { domain, level, message, context in
        let isLast = level.rawValue & (G_LOG_FLAG_FATAL.rawValue | G_LOG_LEVEL_ERROR.rawValue) != 0
        let text = message.map { String(cString: $0) } ?? "unknown"
        guard isLast, let body = LibraryFailure.handler.withLock(\.self) else {
          return g_log_default_handler(domain, level, message, context)
        }
        body(text)
      }, nil)
  }
}
