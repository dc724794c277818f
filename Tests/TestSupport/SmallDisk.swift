import Foundation

/// A file system of its own that is soon full. Only root can mount one, and only on Linux.
public final class SmallDisk: Sendable {
  private let folder: TemporaryFolder

  /// `nil` where none can be mounted.
  public init?(kibibytes: Int) throws {
    folder = try TemporaryFolder()
    guard run("mount", "-t", "tmpfs", "-o", "size=\(kibibytes)k", "tmpfs", folder.path) else {
      return nil
    }
  }

  deinit { _ = run("umount", folder.path) }

  public var path: String { folder.path }

  /// Mounts the disk again with other options, such as `ro` or `size=1m`.
  public func remount(_ options: String) {
    precondition(run("mount", "-o", "remount," + options, folder.path), "root may always do so")
  }

  /// The paths of all files on the disk, sorted.
  public var files: [String] { folder.files }
}

private func run(_ arguments: String...) -> Bool {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = arguments
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return false }
  process.waitUntilExit()
  return process.terminationStatus == 0
}
