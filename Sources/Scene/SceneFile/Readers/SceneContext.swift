import RostrumLayerTree
package import RostrumSource
import RostrumTiming

/// The options, files and names of one scene file, for its readers, and the collector of their
/// reports. Immutable.
package final class SceneContext {
  let options: SceneOptions
  let collector: DiagnosticCollector
  let files: SceneFiles
  /// The names that the scene declares for its animations; empty until they were read.
  let symbols: SymbolTable
  /// The file's text; `nil` for a text that is not from a file.
  let source: SourceText?
  /// The names of an emitter's cells, for the key paths into them.
  let cellNames = EmitterCellNames()
  private lazy var locator = source.map(Locator.init)
  private lazy var aliasLines = source?.aliasLines ?? [:]
  /// Whether warnings are reported.
  private let warns: Bool
  /// Whether the file is read for a component in it, and not for its scene.
  let isOfComponentFile: Bool

  init(
    options: SceneOptions, collector: DiagnosticCollector, files: SceneFiles,
    symbols: SymbolTable = SymbolTable(), source: SourceText? = nil, warns: Bool = true,
    isOfComponentFile: Bool = false
  ) {
    self.isOfComponentFile = isOfComponentFile
    self.options = options
    self.collector = collector
    self.files = files
    self.symbols = symbols
    self.source = source
    self.warns = warns
  }

  /// The same for the rest of a scene that declares these.
  func declaring(_ symbols: SymbolTable) -> SceneContext {
    SceneContext(
      options: options, collector: collector, files: files, symbols: symbols, source: source,
      warns: warns)
  }

  /// The same for values that are read again where they are used, and warned of there.
  var withoutWarnings: SceneContext {
    SceneContext(
      options: options, collector: collector, files: files, symbols: symbols, source: source,
      warns: false)
  }

  func warning(
    _ id: DiagnosticID, _ message: String, at node: YAMLNode,
    hint: @autoclosure () -> String? = nil
  ) {
    if warns { collector.warning(id, message, at: node, hint: hint()) }
  }

  /// Whether an alias of the value's anchor is in the file: merging a style uses it too.
  func isAliased(_ node: YAMLNode) -> Bool {
    guard let name = source?.name(after: "&", at: node.mark) else { return false }
    return (aliasLines[name]?.last ?? 0) >= node.mark.line
  }

  /// The place of a node of this file; `nil` if the text is not from a file.
  func range(of node: YAMLNode) -> SourceRange? { locator?.range(of: node.place()) }
}

/// The clocks and styles of a scene by name, read before anything that names them. `nil` marks one
/// with mistakes.
struct SymbolTable {
  var clocks: [String: TickSchedule?] = [:]
  var styles = Styles()
  /// The font of texts that name none; `nil` for the standard one.
  var font: FontReference?
  /// The fire times of the clocks, shared by all animations that listen to one in the same way.
  let fireTimes = FireTimeCache()
  /// The clocks and styles that something names.
  let usedNames = UsedNames()
  /// The tracks that are heard, by their names.
  let audioNames = AudioNames()
}

// MARK: Reports

extension SceneContext {
  /// See `DiagnosticCollector.similar`.
  func similar(to word: String, among candidates: @autoclosure () -> [String]) -> String? {
    collector.similar(to: word, among: candidates())
  }

  /// The similar word as a hint.
  func suggestion(for word: String, among candidates: @autoclosure () -> [String]) -> String? {
    similar(to: word, among: candidates()).map { "did you mean '\($0)'?" }
  }

  package func error(
    _ id: DiagnosticID, _ message: String, at node: YAMLNode,
    hint: @autoclosure () -> String? = nil, related: [DiagnosticCollector.Related] = []
  ) {
    guard !node.isBroken else { return }
    collector.error(id, message, at: node, hint: hint(), related: related)
  }

  /// Reports an error in place of a result: `nil`, `false`, or a list without elements.
  package func failure<Result: PossibleResult>(
    _ id: DiagnosticID, _ message: String, at node: YAMLNode,
    hint: @autoclosure () -> String? = nil, related: [DiagnosticCollector.Related] = []
  ) -> Result {
    error(id, message, at: node, hint: hint(), related: related)
    return .nothing
  }

  /// "expected ..., found ...".
  package func mismatch(
    _ expectation: String, at node: YAMLNode, hint: @autoclosure () -> String? = nil
  ) {
    error(
      .wrongType, "expected \(expectation); found \(node.description)", at: node,
      hint: hint() ?? node.followingHint
        ?? node.scalar.flatMap { CalculationText.hint(for: $0.text, expecting: expectation) })
  }

  /// Reports a mismatch in place of a result.
  package func mismatched<Result: PossibleResult>(
    _ expectation: String, at node: YAMLNode, hint: @autoclosure () -> String? = nil
  ) -> Result {
    mismatch(expectation, at: node, hint: hint())
    return .nothing
  }

  /// Reports a file's problem, at the character of `text` that it is about.
  func report(_ problem: AssetProblem, at node: YAMLNode, in text: String?) {
    var extent = DiagnosticCollector.Extent.value
    if let offset = problem.offset, let text { extent = .offset(offset, in: text) }
    let place = node.place(extent)
    collector.add(.error, problem.id, problem.message, at: place, hint: problem.hint)
  }

  /// The absolute path of a file that the scene may read; `nil` after reporting an error.
  func assetPath(_ node: YAMLNode, _ expectation: String, _ kind: FileKind) -> String? {
    guard let path = read(node, .text(expectation)) else { return nil }
    let files = node.folder.map { self.files.starting(at: $0) } ?? self.files
    do throws(AssetPathProblem) {
      return try files.absolutePath(of: path, kind)
    } catch {
      return self.failure(error.id, error.message, at: node, hint: error.hint)
    }
  }
}

// MARK: Clocks

/// One way to listen to a clock.
struct ClockListener: Hashable {
  let schedule: TickSchedule
  let mode: RunLoopMode
  let missed: MissedTickPolicy
}

/// The names that something uses, of several kinds.
final class UsedNames {
  private var names: Set<[String]> = []

  func insert(_ kind: String, _ name: String) { names.insert([kind, name]) }

  func contains(_ kind: String, _ name: String) -> Bool { names.contains([kind, name]) }
}

/// The fire times of clocks, worked out once for each way to listen.
final class FireTimeCache {
  private var known: [ClockListener: FireTimes] = [:]

  func fireTimes(_ listener: ClockListener) -> FireTimes {
    if let found = known[listener] { return found }
    let made = FireTimes(listener.schedule, mode: listener.mode, missed: listener.missed)
    known[listener] = made
    return made
  }
}

/// The names of the emitter's cells that key paths named last, worked out once for all key paths of
/// a layer.
final class EmitterCellNames {
  private var known: (cells: [EmitterCell], paths: Set<[String]>)?

  func paths(of cells: [EmitterCell]) -> Set<[String]> {
    if let known, known.cells == cells { return known.paths }
    let paths = Set(cells.namePaths)
    known = (cells, paths)
    return paths
  }
}

// MARK: Sounds

/// The names of the tracks of one scene, and which ones duck under which, collected during reading.
final class AudioNames {
  var names: [String: YAMLNode] = [:]
  /// The scene's own tracks, by their names.
  var tracks: [String: AudioTrack] = [:]
  var duckings: [(track: String, node: YAMLNode, own: String?)] = []

  /// Enters the layer whose video is heard, by the layer's name.
  func insert(layer name: String, at node: YAMLNode) {
    if names[name] == nil { names[name] = node }
  }
}
