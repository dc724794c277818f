import TestSupport
import Testing

/// Provides a file system of one megabyte. Only root can mount one; elsewhere the test is reported
/// as a known issue rather than as passed.
func withSmallDisk(_ body: (String) async throws -> Void) async throws {
  guard let disk = try SmallDisk(kibibytes: 1024) else {
    return withKnownIssue("a small file system cannot be mounted here: a full disk is not tested") {
      Issue.record("no full disk")
    }
  }
  try await body(disk.path)
  withExtendedLifetime(disk) {}
}
