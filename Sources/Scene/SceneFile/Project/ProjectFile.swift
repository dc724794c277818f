import RostrumBase
import RostrumLayerTree
import RostrumSource

/// A project's own settings: the files that its scenes may read, the output folder, and defaults
/// for options of commands.
public struct ProjectFile: Sendable {
  /// The name of every project file.
  public static let name = "rostrum.yaml"

  /// As it was found.
  public let path: String
  /// Folders and files that scenes may read besides those in their own folder.
  public var allowedPaths: [String] = []
  /// Fonts, or folders of them, whose families scenes may name.
  public var fontPaths: [String] = []
  /// The folder for output files given without a folder.
  public var output: String?
  /// The folder of baselines.
  public var baselines: String?
  /// The scenes that `rostrum verify` compares when the command line names none; `nil` if the file
  /// has none.
  public var scenes: [SceneGroup]?
  /// The options of commands, by the commands' names.
  public var options: [String: [Setting]] = [:]

  /// The value of one option.
  public struct Setting: Sendable, Equatable {
    public let name: String
    /// Several for an option that may be repeated, none for a flag.
    public let values: [String]
    /// Whether a flag is set; `nil` for other options.
    public let isSet: Bool?
    /// The line of each value.
    public internal(set) var lines: [Int] = []
  }

  init(path: String) { self.path = path }
}

/// A command whose options a project file may set.
public struct ProjectCommand: Sendable {
  public struct Option: Sendable, Equatable {
    /// The words that belong to the name on the command line.
    public enum Form: Sendable {
      /// Nothing.
      case flag
      /// Nothing; with `no-` in front, the name says the opposite.
      case negatableFlag
      case value
      /// A value, each time that the option is given.
      case values
    }

    /// The ways in which a project file may deal with an option.
    public enum Permission: Sendable, Equatable {
      case set
      /// Set it to a number up to this one: the option is a limit that protects the machine.
      case lower(below: Int)
      /// Nothing: it names a file or a folder.
      case nothingForFiles
      /// Nothing for another reason, such as that it opens the machine to others.
      case nothing
    }

    public let name: String
    /// Another name, of one letter.
    public let letter: Character?
    public let form: Form
    public let permission: Permission

    public init(
      _ name: String, letter: Character? = nil, _ form: Form, _ permission: Permission = .set
    ) {
      (self.name, self.letter, self.form, self.permission) = (name, letter, form, permission)
    }

    public var takesValue: Bool { form == .value || form == .values }
  }

  public let name: String
  public let options: [Option]

  public init(_ name: String, _ options: [Option]) { (self.name, self.options) = (name, options) }
}

enum ProjectKey {
  private static func paths(_ expectation: String) -> Reader<[YAMLNode]> {
    .items(expectation, of: Reader<String>.text().schema)
  }

  static let paths = Field(
    "paths", paths("a list of folders and files of the project"),
    "What scenes may read besides the files of their own folder.")
  static let fonts = Field(
    "fonts", paths("a list of fonts, or folders of fonts, of the project"),
    "Fonts whose families scenes may name as they do the system's.")
  static let output = Field(
    "output", Reader<String>.text("a folder of the project", example: "Output"),
    shownDefault: "Output", "Where results go that the command line gives no place.")
  static let baselines = Field(
    "baselines", Reader<String>.text("a folder of the project", example: "Baselines"),
    "The baselines of `rostrum verify`.")
  static let scenes = Field(
    "scenes",
    Reader<YAMLNode>.anything(
      "a list of patterns of scene files, or of mappings with files and options",
      example: "[Shots/*.yaml]",
      schema: [
        "anyOf": [
          Reader<String>.text().schema,
          SchemaPart.list([
            "anyOf": [Reader<String>.text().schema, SceneSchema.mapping(.sceneGroup)]
          ]),
        ]
      ]),
    "The scenes that `rostrum verify` compares: all of them, and a scene without baselines fails.")
  static let commands = Field(
    "commands",
    Reader<[YAMLNode.Entry]>.entries(
      "a mapping from commands to their options: {render: {fps: 30}}",
      of: SchemaPart.named(SchemaPart.anyValue)),
    "Options of commands, by their long names without hyphens in front: what holds unless the command line says otherwise."
  )
}

extension Vocabulary {
  /// The keys of a project file.
  public static let project = Vocabulary(
    owner: "a project file",
    [
      ProjectKey.paths, ProjectKey.fonts, ProjectKey.output, ProjectKey.baselines,
      ProjectKey.scenes, ProjectKey.commands,
    ], listsKeys: true)
}

// MARK: Reading

extension ProjectFile {
  /// Loads the file at `path`. `commands` are the commands whose options it may give. Throws when
  /// it cannot be read; for errors in its content it returns diagnostics and no file.
  public static func load(
    path: String, commands: [ProjectCommand]
  ) throws(SceneFileError) -> (file: ProjectFile?, result: LoadResult) {
    let bytes = try SceneFileError.contents(ofFile: path)
    let source = SourceText(String(decoding: bytes, as: UTF8.self), path: path)
    let reader = DocumentReader(options: SceneOptions(), assets: NoFiles())
    let (file, diagnostics) = reader.read(source, maximumNodes: 10_000) { node, context in
      ProjectReader(path: path, commands: commands, context: context).file(node)
    }
    return (file, LoadResult(diagnostics: diagnostics, source: source))
  }
}

/// For files that show nothing.
private struct NoFiles: AssetInspector {
  func imageSize(atPath path: String) throws(AssetProblem) -> (width: Int, height: Int) {
    throw AssetProblem(id: "missing-file", message: "there are no pictures here")
  }

  func inspectText(_ values: LayerValues) throws(AssetProblem) {}
}

/// Reads one project file.
struct ProjectReader {
  let path: String
  let commands: [ProjectCommand]
  let context: SceneContext

  var folder: String { path.folderOfPath }

  func file(_ node: YAMLNode) -> ProjectFile? {
    var file = ProjectFile(path: path)
    if node.isNull { return file }
    guard let fields = MappingReader(node, .project, context) else { return nil }
    fields.reportUnknownKeys()
    file.allowedPaths = (fields[ProjectKey.paths] ?? []).compactMap { existing($0) }
    file.fontPaths = (fields[ProjectKey.fonts] ?? []).compactMap { existingFonts($0) }
    file.output = fields.node(ProjectKey.output).flatMap(place)
    file.baselines = fields.node(ProjectKey.baselines).flatMap(place)
    file.scenes = fields.node(ProjectKey.scenes).map(groups)
    for entry in fields[ProjectKey.commands] ?? [] { read(entry, into: &file) }
    return file
  }

  // MARK: Paths

  /// The path of something that is there, in the project's folder.
  func existing(_ node: YAMLNode) -> String? {
    guard let found = place(node) else { return nil }
    if FileManager.default.fileExists(atPath: found) { return found }
    let name = node.scalar?.text ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: found.folderOfPath)) ?? []
    let near = closest(to: name.lastPathComponent, among: names.sortedByBytes())
    return context.failure(
      .missingFile, "there is no file or folder \(name.quoted) in the project", at: node,
      hint: near.map { "did you mean \(name.replacingLastComponent(with: $0).quoted)?" })
  }

  /// The same for a font or a folder of fonts, in which no link may lead out of the project: all
  /// fonts of a folder are loaded, whichever scenes use them.
  private func existingFonts(_ node: YAMLNode) -> String? {
    guard let found = existing(node) else { return nil }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: found)) ?? []
    let outside = names.sortedByBytes().first {
      !FilePath.isInside(found.appendingPathComponent($0), folder: folder)
    }
    guard let outside else { return found }
    return context.failure(
      .outsideFolder, "\(outside.quoted) in it is a link that leads out of the project", at: node)
  }

  /// A path that starts at the project's folder, as seen from the current one.
  func joined(_ text: String) -> String {
    text.isAbsolutePath || folder == "." ? text : folder.appendingPathComponent(text)
  }

  /// A path in the project's folder; `nil` after reporting one that leads out of it, so that an
  /// unread project from somewhere else cannot write elsewhere.
  func place(_ node: YAMLNode) -> String? {
    guard let text = context.read(node, .text("a path")) else { return nil }
    let full = joined(text)
    guard !text.isEmpty, FilePath.isInside(full, folder: folder) else {
      return context.failure(
        .outsideFolder, "\(text.quoted) is outside the project's folder", at: node,
        hint: "only the command line may name it, as with --allow-path")
    }
    return full
  }

  // MARK: Options

  private func read(_ entry: YAMLNode.Entry, into file: inout ProjectFile) {
    guard let command = commands.first(where: { $0.name == entry.name }) else {
      let names = commands.map(\.name)
      context.error(
        .unknownName, "there is no command \(entry.name.quoted) that has options here",
        at: entry.key,
        hint: suggestion(for: entry.name, among: names)
          ?? "the commands: \(names.joined(separator: ", "))")
      return
    }
    guard let entries = entry.value.entries else {
      context.mismatch("a mapping from options to values: {fps: 30}", at: entry.value)
      return
    }
    file.options[command.name] = entries.compactMap { setting($0, of: command) }
  }

  func setting(
    _ entry: YAMLNode.Entry, of command: ProjectCommand
  ) -> ProjectFile.Setting? {
    let name = entry.name
    let base = name.hasPrefix("no-") ? String(name.dropFirst(3)) : name
    guard let option = command.options.first(where: { $0.name == base || $0.name == name }) else {
      let names = command.options.filter { $0.permission != .nothingForFiles }
        .map(\.name)
      let bare = name.drop { $0 == "-" }
      return context.failure(
        .unknownKey, "'rostrum \(command.name)' has no option \(name.quoted)", at: entry.key,
        hint: suggestion(for: String(bare), among: names))
    }
    guard !reportsForbidden(option, name, at: entry.key) else { return nil }
    guard option.takesValue else {
      return context.read(entry.value, .boolean).map {
        ProjectFile.Setting(name: base, values: [], isSet: $0 == (name == base))
      }
    }
    guard let values = values(entry.value, of: option),
      isAllowed(values, option.permission, entry.value)
    else { return nil }
    let nodes = entry.value.items ?? entry.value.entries?.map(\.value) ?? [entry.value]
    return ProjectFile.Setting(
      name: name, values: values, isSet: nil, lines: nodes.map(\.mark.line))
  }

  /// Whether only the command line may give an option; reports it if so.
  private func reportsForbidden(
    _ option: ProjectCommand.Option, _ name: String, at key: YAMLNode
  ) -> Bool {
    switch option.permission {
    case .set, .lower: return false
    case .nothing:
      context.error(.notAvailable, "only the command line gives '--\(name)'", at: key)
    case .nothingForFiles:
      let own = ["output", "baselines", "allow-path", "font-path"].contains(name)
      context.error(
        .notAvailable, "only the command line names files for '--\(name)'", at: key,
        hint: own ? "a project file has the keys paths, fonts, output and baselines" : nil)
    }
    return true
  }

  /// Whether a limit is at most the one without the project; reports it if not.
  private func isAllowed(
    _ values: [String], _ permission: ProjectCommand.Option.Permission, _ node: YAMLNode
  ) -> Bool {
    guard case .lower(let limit) = permission,
      let value = values.lazy.compactMap({ Int($0) }).first(where: { $0 > limit })
    else { return true }
    return context.failure(
      .outOfRange, "a project may lower this limit, and \(value) is more than \(limit)", at: node,
      hint: "only the command line may raise it")
  }

  /// One text, or several for an option that may be repeated; a list is joined with commas for
  /// other options.
  private func values(_ node: YAMLNode, of option: ProjectCommand.Option) -> [String]? {
    guard let items = node.items else {
      if let entries = node.entries, option.name == "set" {
        let texts = entries.map { entry in
          context.read(entry.value, .text()).map { "\(entry.name)=\($0)" }
        }
        return texts.contains(nil) ? nil : texts.compactMap(\.self)
      }
      return context.read(node, .text("a value of --\(option.name)")).map { [$0] }
    }
    let texts = items.map { context.read($0, .text("a value of --\(option.name)")) }
    guard !texts.contains(nil) else { return nil }
    let found = texts.compactMap(\.self)
    return option.form == .values ? found : [found.joined(separator: ",")]
  }
}

extension SceneOptions {
  /// The files that every scene is read with.
  package var sharedInputs: [String] {
    let project = projectFolder.map { $0.appendingPathComponent(ProjectFile.name) }
    return fontFiles.paths + [project].compactMap(\.self)
  }
}
