import RostrumBase
package import Foundation
import RostrumMedia
import Synchronization

/// A file that leads to an address and that this user alone may read. Everybody on this machine may
/// read the arguments of programs, so the browser gets the path of the file instead of the address
/// with its token.
package final class BrowserOpening: Sendable {
  private let folder = Mutex<ScratchFolder?>(nil)

  package init() {}

  /// Opens an address with the program that the desktop has for it. Where there is none, the
  /// printed address remains. Throws `MediaError`.
  package func open(_ address: URL) throws {
    let made = try ScratchFolder()
    folder.withLock { $0 = made }
    let path = made.path("preview.html")
    let page = """
      <!doctype html>
      <meta charset="utf-8">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="refresh" content="0;url=\(address.absoluteString)">
      <title>Rostrum preview</title>

      """
    close(
      try openWholeFile(Array(page.utf8), at: path, run: RunToken(), isDurable: false) {
        fchmod($0, 0o600)
      })
    let process = Process()
    #if os(macOS)
      let arguments = ["/usr/bin/open"]
    #else
      let arguments = ["/usr/bin/env", "xdg-open"]
    #endif
    process.executableURL = URL(filePath: arguments[0])
    process.arguments = arguments.dropFirst() + [path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }

  /// Removes the file.
  package func remove() { folder.withLock { $0?.remove() } }
}
