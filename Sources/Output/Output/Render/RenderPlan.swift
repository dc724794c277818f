import RostrumBase
import RostrumCanvas
import RostrumLayerTree
import RostrumRendering
import RostrumSceneFile
import RostrumSource
import Synchronization

/// The items of a job with their outputs, worked out before anything is rendered.
struct RenderPlan: Sendable {
  /// One item with its values and its outputs.
  struct Entry: Sendable {
    let item: RenderItem
    let values: ParameterValues
    /// The outputs, or why there are none: mistakes in the values.
    var output: Result<OutputPlan, InvalidScene>
  }

  private(set) var entries: [Entry] = []
  /// Doubts about the data, with its file.
  private(set) var warnings: [(path: String, message: String)] = []

  private let cache: SceneCache
  private let options: RenderOptions
  private let table: DataTable?
  private let template: OutputTemplate?
  /// The columns that a scene or the outputs' names use.
  private var usedColumns: Set<String> = []
  /// The scenes whose parameters are known from some row.
  private var knownScenes: Set<FilePath> = []

  /// Throws `OutputPlanner.PlanError`, and `InvalidScene` for data with mistakes.
  init(
    scenes: [String], table: DataTable?, options: RenderOptions, cache: SceneCache
  ) throws {
    (self.cache, self.options, self.table) = (cache, options, table)
    let hasFields =
      options.outputHasFields && options.output?.contains { "{}".contains($0) } == true
    template = try hasFields ? OutputTemplate(options.output ?? "") : nil
    usedColumns = Set(template?.fields ?? [])
    let rows = table?.rows.map(Optional.some) ?? [nil]
    for scene in scenes {
      for row in rows {
        try Task.checkCancellation()
        let item = RenderItem(path: scene, row: row?.number, index: entries.count)
        try add(item, row, count: scenes.count * rows.count)
      }
    }
    try OutputCollisions().check(entries)
    noteUnusedColumns()
  }

  private mutating func add(_ item: RenderItem, _ row: DataRow?, count: Int) throws {
    let values = (row?.values ?? .none).merging(options.scene.parameters)
    let needsFacts =
      row != nil
      || template.map { !$0.fields.allSatisfy(OutputTemplate.ownFields.contains) } ?? false
    let result = needsFacts ? cache.parameters(item, values) : nil
    if let declared = result?.declaredParameters {
      knownScenes.insert(FilePath(item.path))
      usedColumns.formUnion(declared)
    }
    if let result, result.diagnostics.contains(where: { $0.severity == .error }) {
      entries.append(
        Entry(item: item, values: values, output: .failure(InvalidScene(result: result))))
      return
    }
    let plan = try plan(item, row, result?.parameters ?? [], count: count)
    entries.append(Entry(item: item, values: values, output: .success(plan)))
  }

  // MARK: Outputs

  private mutating func plan(
    _ item: RenderItem, _ row: DataRow?, _ facts: [ParameterFact], count: Int
  ) throws(OutputPlanner.PlanError) -> OutputPlan {
    let name = OutputPlanner.name(of: item.path)
    let digits = String(count - 1).count
    guard let template else {
      let rowDigits = String(table?.rows.count ?? 0).count
      let numbered = item.row.map { name + "-" + $0.digits(rowDigits) }
      return try planner(options.output).plan(for: item.path, named: numbered, among: count)
    }
    var fields = [
      "scene": OutputTemplate.safe(name, keepingDots: true),
      "index": item.index.digits(digits),
    ]
    if let number = item.row { fields["row"] = String(number) }
    for (column, text) in row?.texts ?? [:] { fields[column] = OutputTemplate.safe(text) }
    for fact in facts { fields[fact.name] = OutputTemplate.safe(fact.text) }
    for field in template.fields where fields[field] == nil {
      throw unknown(field, among: fields.keys.sorted(), hasRows: row != nil)
    }
    let plan = try planner(template.path { fields[$0] ?? "" }).plan(for: item.path, among: 1)
    try plan.check(isInside: template.fixedFolder)
    return plan
  }

  private func planner(_ output: String?) -> OutputPlanner {
    OutputPlanner(
      output: output, folder: options.outputFolder, root: options.outputRoot,
      formats: options.formats, isSingleImage: options.moments.isSingleImage,
      hasOneFrame: options.moments.hasOneFrame)
  }

  private func unknown(
    _ field: String, among known: [String], hasRows: Bool
  ) -> OutputPlanner.PlanError {
    if field == "row" || !hasRows && table == nil && closest(to: field, among: known) == nil {
      return .init(
        description:
          "nothing is called '{\(field)}' in '\(options.output ?? "")': there is no --data, and no parameter of that name"
      )
    }
    let hint =
      closest(to: field, among: known).map { "did you mean '{\($0)}'?" }
      ?? "there are " + known.map { "{\($0)}" }.joined(separator: ", ")
    return .init(
      description: "nothing is called '{\(field)}' in '\(options.output ?? "")'; \(hint)")
  }

  /// Says nothing where a scene's parameters are not known.
  private mutating func noteUnusedColumns() {
    guard let table else { return }
    if table.rows.isEmpty { warnings.append((table.source.path, "there are no rows")) }
    guard entries.allSatisfy({ knownScenes.contains(FilePath($0.item.path)) }),
      entries.contains(where: { (try? $0.output.get()) != nil })
    else { return }
    for column in table.columns where !usedColumns.contains(column) {
      warnings.append(
        (table.source.path, "no scene has a parameter '\(column)', and no output is named by it"))
    }
  }
}

/// Finds outputs that are one file, here or on a file system that takes capital letters for small
/// ones, or a letter with its accent for one of both together.
struct OutputCollisions {
  /// How many bytes the systems' file names have at most.
  private static let longestName = 255

  func check(_ entries: [RenderPlan.Entry]) throws(OutputPlanner.PlanError) {
    // As texts, whichever way their letters are composed: other file systems have one file there.
    var owners: [String: (item: RenderItem, path: String)] = [:]
    for entry in entries {
      guard case .success(let plan) = entry.output else { continue }
      for path in plan.paths {
        try checkLength(path)
        let key = FilePath.resolved(path).string.lowercased()
        if let other = owners.updateValue((entry.item, path), forKey: key) {
          throw collision(other.item, other.path, entry.item, path)
        }
      }
    }
  }

  private func checkLength(_ path: String) throws(OutputPlanner.PlanError) {
    guard let name = path.pathComponents.first(where: { $0.utf8.count > Self.longestName })
    else { return }
    throw .init(description: "the name '\(name.prefix(40))...' has more than 255 bytes")
  }

  private func collision(
    _ a: RenderItem, _ aPath: String, _ b: RenderItem, _ bPath: String
  ) -> OutputPlanner.PlanError {
    if FilePath(a.path) == FilePath(b.path), a.row == b.row {
      return .init(description: "'\(a)' is given twice")
    }
    if FilePath(aPath) == FilePath(bPath) {
      return .init(
        description:
          "'\(a)' and '\(b)' would both write \(aPath); a name with {index} in it tells them apart")
    }
    return .init(
      description:
        "'\(a)' and '\(b)' would write \(aPath) and \(bPath), which may be one file; a name with {index} in it tells them apart"
    )
  }
}

/// An output with fields in braces, such as `Output/{title}-{index}.mp4`. `{{` and `}}` write
/// braces.
struct OutputTemplate: Sendable {
  private enum Piece {
    case text(String)
    case field(String)
  }

  private let pieces: [Piece]

  /// The fields that every output knows.
  static let ownFields = ["scene", "index", "row"]

  init(_ text: String) throws(OutputPlanner.PlanError) {
    var pieces: [Piece] = []
    var plain = ""
    var rest = text[...]
    while let character = rest.first {
      rest.removeFirst()
      if "{}".contains(character), rest.first == character {
        rest.removeFirst()
        plain.append(character)
      } else if character == "}" {
        throw .init(description: "'\(text)' has a } without a {; write }} for the brace itself")
      } else if character == "{" {
        guard let end = rest.firstIndex(of: "}"), end > rest.startIndex else {
          throw .init(
            description: "'\(text)' has a { without a field and a }; write {{ for the brace itself")
        }
        pieces += [.text(plain), .field(String(rest[..<end]))]
        plain = ""
        rest = rest[end...].dropFirst()
      } else {
        plain.append(character)
      }
    }
    self.pieces = pieces + [.text(plain)]
  }

  /// The folder before the first field.
  var fixedFolder: String {
    let fixed = pieces.prefix { if case .text = $0 { true } else { false } }.map {
      if case .text(let text) = $0 { text } else { "" }
    }.joined()
    return fixed.endsWithSlash ? fixed : fixed.folderOfPath
  }

  var fields: [String] {
    pieces.compactMap { if case .field(let name) = $0 { name } else { nil } }
  }

  /// The path with every field's value; the values may have been anything.
  func path(_ value: (String) -> String) -> String {
    pieces.map {
      switch $0 {
      case .text(let text): text
      case .field(let name): value(name)
      }
    }.joined()
  }

  /// A text as a part of a file's name: no separators, no dots, nothing that a shell, a file system
  /// or a frame's pattern would take for something else, no blanks at its ends, 80 bytes of UTF-8
  /// at most, and never empty.
  static func safe(_ text: String, keepingDots: Bool = false) -> String {
    let replaced = precomposed(text).map { character -> Character in
      isSafe(character) || keepingDots && character == "." ? character : "-"
    }
    var name = String(replaced).trimmed
    while name.utf8.count > 80 { name.removeLast() }
    name = name.trimmed
    return name.isEmpty ? "_" : name
  }

  private static func isSafe(_ character: Character) -> Bool {
    // A letter such as U+0D4E and the slash behind it are one character.
    character.unicodeScalars.allSatisfy {
      guard !"/\\:*?\"<>|.%#~".unicodeScalars.contains($0) else { return false }
      return switch $0.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
        .unassigned:
        false
      default: true
      }
    }
  }
}

/// Opens the scenes of a job. Each file is parsed once for all its rows, the fonts are loaded once
/// for all scenes, and pictures that scenes share are decoded once.
final class SceneCache: Sendable {
  private let options: SceneOptions
  private let fonts: FontBook
  private let pictures = DecodedPictures()
  private let parsed = Mutex<[(path: FilePath, scene: ParsedScene?)]>([])
  private let openedCount = Atomic(0)

  /// How many files are kept parsed: rows of one scene follow each other.
  private static let keptScenes = 16
  /// After how many rows texts are forgotten that none of them showed: more rows than are drawn
  /// side by side.
  private static let textTurn = 64

  /// Takes the files that an item is made of, and the time at which reading them began.
  private let watch: @Sendable (RenderItem, Set<FilePath>, Date) -> Void
  /// The scenes that need no opening.
  private let opened: [OpenedScene]

  init(
    options: SceneOptions, opened: [OpenedScene] = [],
    watch: @escaping @Sendable (RenderItem, Set<FilePath>, Date) -> Void = { _, _, _ in }
  ) {
    (self.options, self.watch, self.opened) = (options, watch, opened)
    fonts = FontBook(fontFiles: options.fontFiles)
  }

  /// Throws `InvalidScene` or `SceneFileError`.
  func open(_ item: RenderItem, _ values: ParameterValues) throws -> OpenedScene {
    if let known = known(item) { return known }
    let start = Date()
    let count = openedCount.wrappingAdd(1, ordering: .relaxed).newValue
    if count.isMultiple(of: Self.textTurn) { fonts.forgetUnused() }
    do {
      let opened = try opener(values).open(item.path, parsed: scene(item.path))
      watch(item, opened.result.files, start)
      return opened
    } catch {
      watch(item, (error as? InvalidScene)?.result.files ?? [absolute(item.path)], start)
      throw error
    }
  }

  /// Loads a scene, and checks everything in it.
  func check(
    _ item: RenderItem, _ values: ParameterValues, by check: RenderJob.Check
  ) throws -> LoadResult {
    if let known = known(item) { return known.result }
    return try check(opener(values), item.path, scene(item.path))
  }

  /// The scene's parameters with their mistakes; `nil` for a scene that cannot be read, as opening
  /// it will say.
  func parameters(_ item: RenderItem, _ values: ParameterValues) -> LoadResult? {
    let start = Date()
    if let known = known(item) { return known.result }
    guard let scene = try? scene(item.path) else { return nil }
    let result = opener(values).parameters(of: scene)
    watch(item, result.files, start)
    return result
  }

  private func absolute(_ path: String) -> FilePath { .resolved(path) }

  private func known(_ item: RenderItem) -> OpenedScene? {
    opened.first { FilePath($0.path) == FilePath(item.path) }
  }

  private func opener(_ values: ParameterValues) -> SceneOpener {
    var options = options
    options.parameters = values
    return SceneOpener(options: options, fonts: fonts, pictures: pictures)
  }

  private func scene(_ path: String) throws(SceneFileError) -> ParsedScene? {
    let file = FilePath(path)
    if let known = parsed.withLock({ $0.first { $0.path == file } }) { return known.scene }
    let scene = try SceneOpener(options: options).parse(path)
    parsed.withLock { parsed in
      if parsed.count >= Self.keptScenes { parsed.removeFirst() }
      parsed.append((file, scene))
    }
    return scene
  }
}
