import RostrumBase
import RostrumCSceneTexts
import RostrumSource

/// The scene files that a scene shows as layers, and the files nested in them: one object for all
/// files of one loading.
package final class InnerScenes {
  /// The mistakes in one of the files.
  struct FileReport {
    let diagnostics: [Diagnostic]
    let source: SourceText
  }

  /// How deep scenes may lie in scenes.
  static let maximumDepth = 16
  /// How many scene layers one loading may resolve, each scene counted as often as it is shown.
  static let maximumCount = 1000

  /// The files from the outermost to the one being read: where they are, and as the user would
  /// write them.
  private var chain: [(real: FilePath, shown: String)] = []
  private var known: [FilePath: (source: SourceText, root: YAMLNode?)] = [:]
  /// The bytes of the files of another format.
  private(set) var imported: [FilePath: [UInt8]] = [:]
  /// The texts of the data tables given as parameters, by the paths of their files.
  var tables: [FilePath: SourceText] = [:]
  private var reported: Set<FilePath> = []
  private var count = 0
  private(set) var reports: [FileReport] = []
  /// The reports about values given for parameters.
  private var ofValues: Set<Diagnostic> = []
  /// Whether the file being read is not the outermost.
  var isInside: Bool { chain.count > 1 }

  /// The outermost file.
  init(_ source: SourceText, _ files: SceneFiles) {
    let real = FilePath(files.paths.realPath(source.path) ?? source.path)
    chain = [(real, source.path)]
    files.record.paths = [real]
  }

  enum Refusal {
    case cycle(String)
    case tooDeep(String)
    case tooMany
  }

  /// Why the file may not be read now; `nil` when it may.
  func refusal(of real: String, shown: String) -> Refusal? {
    let names = (chain.map(\.shown) + [shown]).joined(separator: " -> ")
    if chain.contains(where: { $0.real == FilePath(real) }) { return .cycle(names) }
    if chain.count > Self.maximumDepth { return .tooDeep(names) }
    count += 1
    return count > Self.maximumCount ? .tooMany : nil
  }

  /// Records an error in a value that was given for a parameter.
  func report(_ diagnostic: Diagnostic, in source: SourceText) {
    guard ofValues.count < DiagnosticCollector.maximumReports,
      ofValues.insert(diagnostic).inserted
    else { return }
    reports.append(FileReport(diagnostics: [diagnostic], source: source))
  }

  func inside<Value>(_ real: String, _ shown: String, _ body: () -> Value) -> Value {
    chain.append((FilePath(real), shown))
    defer { chain.removeLast() }
    return body()
  }

  /// The file's text and tree, read once; no tree for a file of another format.
  func tree(
    _ real: String, _ shown: String, _ context: SceneContext, _ collector: DiagnosticCollector
  ) throws(SceneFileError) -> (source: SourceText, root: YAMLNode?) {
    let file = FilePath(real)
    if let found = known[file] { return found }
    let made = try compose(real, shown, context, collector)
    known[file] = made
    return made
  }

  /// The file of components that is built into the program, as `use` names it.
  package static let library = "library"

  package static var libraryText: String { embeddedText("Library.yaml", cscenetexts_text) }

  private func compose(
    _ real: String, _ shown: String, _ context: SceneContext, _ collector: DiagnosticCollector
  ) throws(SceneFileError) -> (SourceText, YAMLNode?) {
    if real == Self.library {
      return compose(SourceText(Self.libraryText, path: shown), context, collector)
    }
    let bytes = try SceneFileError.contents(ofFile: real)
    if context.files.inspector.recognizesImport(bytes) {
      imported[FilePath(real)] = bytes
      return (ImportedScene.fingerprint(of: bytes, path: shown), nil)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .unreadable(path: shown, reason: "the file is not UTF-8")
    }
    return compose(SourceText(text, path: shown), context, collector)
  }

  private func compose(
    _ source: SourceText, _ context: SceneContext, _ collector: DiagnosticCollector
  ) -> (SourceText, YAMLNode?) {
    let composer = YAMLComposer(
      source: source, collector: collector, maximumNodes: context.options.maximumNodes)
    return (source, composer.compose())
  }

  /// The texts of all files that were read, without the outermost.
  var texts: [SourceText] { known.values.map(\.source) + tables.values }

  /// Keeps a file's diagnostics, the first time that it has some.
  func report(_ diagnostics: [Diagnostic], of source: SourceText, at real: String) {
    guard !diagnostics.isEmpty, reported.insert(FilePath(real)).inserted else { return }
    reports.append(FileReport(diagnostics: diagnostics, source: source))
  }
}
