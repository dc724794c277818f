import Foundation
import TestSupport
import Testing

/// The module for Python, tried by pytest, Sphinx, MkDocs and nbconvert themselves: `Tests/Python`.
@Suite(
  "The module for Python", .enabled(if: Documents.isThere, Comment(rawValue: Documents.advice)))
struct PythonModuleTests {
  @Test(
    "The module for Python does what its tests say", .timeLimit(.minutes(60)),
    arguments: ["module", "pytest", "sphinx", "mkdocs", "notebook", "files"])
  func part(_ name: String) async throws {
    let command = try Command()
    let result = try await command.shell(
      "'\(Documents.python)' -m pytest -q -p no:cacheprovider --basetemp=temporary"
        + " '\(Documents.root)/Tests/Python/test_\(name).py'")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains(/\d+ passed/), "\(result.output)")
    #expect(!result.output.contains("skipped"), "\(result.output)")
  }
}

/// The tools, where `make test` installs them: `.ci/deps`.
private enum Documents {
  static let root = repository.path
  private static let folder = root + "/.build-test/documents"
  static let python = folder + "/bin/python"

  static var isThere: Bool { FileManager.default.fileExists(atPath: folder + "/installed") }

  /// Why the tests are left out.
  static var advice: String {
    let reason = try? String(contentsOfFile: folder + "/missing", encoding: .utf8)
    return reason?.trimmingCharacters(in: .newlines)
      ?? "pytest, Sphinx, MkDocs and nbconvert are not there: `make test` installs them from PyPI"
  }
}
