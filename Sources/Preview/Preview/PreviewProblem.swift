import RostrumBase
import RostrumFilePaths
import RostrumKit
import RostrumSceneFile
import RostrumSource

/// A mistake or a warning, as the page shows it.
struct PreviewProblem: Sendable {
  let severity: Diagnostic.Severity
  let id: String
  let message: String
  let hint: String?
  let path: String
  /// The first line is 1; `nil` for a problem of the whole file.
  var line: Int?
  var column: Int?
  /// The line of the file, with marks below the characters that the problem is about.
  var excerpt: SourceExcerpt?
  /// Opens an editor at the place.
  var link: String?

  /// A file that cannot be read.
  init(message: String, path: String) {
    (severity, id, hint) = (.error, "unreadable-file", nil)
    (self.message, self.path) = (message, path)
  }

  /// `editor` is an address with `{path}`, `{line}` and `{column}`.
  init(_ diagnostic: Diagnostic, in result: LoadResult, editor: EditorLink) {
    let range = diagnostic.range
    (severity, id) = (diagnostic.severity, diagnostic.id)
    (message, hint) = (diagnostic.message, diagnostic.hint)
    (path, line, column) = (range.file, range.line, range.column)
    let sources = [result.source] + result.innerSources
    let source = sources.first { FilePath($0.path) == FilePath(range.file) }
    excerpt = source.map { SourceExcerpt(of: range, in: $0) }
    link = editor.address(path: range.file, line: range.line, column: range.column)
  }

  var json: JSONValue {
    .object([
      ("severity", .string(severity.rawValue)), ("id", .string(id)),
      ("message", .string(message)), ("hint", .string(hint)), ("path", .string(path)),
      ("line", .integer(line)), ("column", .integer(column)), ("text", .string(excerpt?.line)),
      ("caret", .string(excerpt?.caret)), ("link", .string(link)),
    ])
  }
}

/// The address that opens an editor at a place of a file.
package struct EditorLink: Sendable {
  /// `vscode://file{path}:{line}:{column}`.
  package static let visualStudioCode = EditorLink(
    template: "vscode://file{path}:{line}:{column}")

  private let template: String

  private init(template: String) { self.template = template }

  /// An address with `{path}`, and perhaps `{line}` and `{column}`; `nil` for a text without
  /// `{path}` and for an address that would run a script.
  package init?(_ template: String) {
    let name = template.utf8.prefix { $0 != UInt8(ascii: ":") }
    let scheme = String(decoding: name, as: UTF8.self).lowercased()
    let isAddress =
      name.endIndex < template.utf8.endIndex
      && scheme.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
      }
    guard isAddress, template.contains("{path}"),
      !["javascript", "data", "vbscript"].contains(scheme)
    else { return nil }
    self.init(template: template)
  }

  /// Lines and columns are counted from 1.
  func address(path: String, line: Int, column: Int) -> String {
    address(path: path)
      .replacing("{line}", with: String(line)).replacing("{column}", with: String(column))
  }

  /// The address with `{line}` and `{column}` still in it.
  func address(path: String) -> String {
    template.replacing("{path}", with: Escaping.urlPath(URL(filePath: path).path))
  }
}
