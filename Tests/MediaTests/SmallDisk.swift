import Foundation
import Testing

/// Lends a file system of one megabyte. Only root can mount one; elsewhere the test is reported as a
/// known issue rather than passing in silence.
func withSmallDisk(_ body: (String) async throws -> Void) async throws {
  let folder = try TestFolder()
  guard run("/usr/bin/env", "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.path) else {
    withKnownIssue("a small file system cannot be mounted here: a full disk is not tested") {
      Issue.record("no full disk")
    }
    return
  }
  let result = await resultOf { try await body(folder.path) }
  #expect(run("/usr/bin/env", "umount", folder.path))
  try result.get()
}

private func resultOf(_ body: () async throws -> Void) async -> Result<Void, any Error> {
  do {
    return .success(try await body())
  } catch {
    return .failure(error)
  }
}

private func run(_ program: String, _ arguments: String...) -> Bool {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return false }
  process.waitUntilExit()
  return process.terminationStatus == 0
}
