import RostrumBase
import RostrumSource

/// Scenes that `rostrum verify` compares in one way: an item of a project file's `scenes`.
public struct SceneGroup: Sendable {
  /// A further set of baselines of each scene, and the options that it has of its own.
  public struct Variant: Sendable, Equatable {
    public let name: String
    public let settings: [ProjectFile.Setting]
  }

  /// Paths and patterns of scene files, as seen from the current folder.
  public var patterns: [String] = []
  /// Patterns of scene files that the group leaves out.
  public var exceptions: [String] = []
  public var baselines: String?
  /// Options of `rostrum verify`, `data` among them.
  public var settings: [ProjectFile.Setting] = []
  public var variants: [Variant] = []
  /// The line of the project file that the group begins in.
  public var line = 1

  /// The options of `rostrum verify` that can be set for each scene.
  public static let options: Set<String> = [
    "at", "every", "frames", "set", "scale", "threshold", "max-pixels", "max-region",
    "strict-antialiasing", "strict-values", "value-tolerance", "ignore", "ignore-rect",
  ]
}

enum SceneGroupKey {
  private static func texts(_ expectation: String) -> Reader<[YAMLNode]> {
    Reader(
      expectation, example: "Shots/*.yaml",
      schema: [
        "anyOf": [Reader<String>.text().schema, SchemaPart.list(Reader<String>.text().schema)]
      ]
    ) { node, _ in node.items ?? [node] }
  }

  private static func option(_ name: String, _ expectation: String, _ summary: String) -> AnyField {
    Field(
      name,
      .anything(expectation, example: "0", schema: SchemaPart.anyValue), summary
    ).row
  }

  static let files = Field(
    "files", texts("a pattern of scene files, or a list of them"), isRequired: true,
    "The scenes. A pattern that matches nothing fails.")
  static let except = Field(
    "except", texts("a pattern of scene files, or a list of them"), "Scenes that are left out.")
  static let baselines = Field(
    "baselines", Reader<String>.text("a folder of the project", example: "Baselines"),
    "Their folder of baselines, instead of the project's.")
  static let data = Field(
    "data", Reader<String>.text("a file of rows of the project", example: "rows.csv"),
    "Compares each scene once for each row of this file.")
  static let variants = Field(
    "variants",
    Reader<[YAMLNode.Entry]>.entries(
      "a mapping from names to options: {large: {scale: 2}}",
      of: SchemaPart.named(SchemaPart.anyValue)),
    "Further sets of baselines, each with options of its own.")
  static let options = [
    option("at", "times, with commas or as a list", "The moments: seconds, shares, or `last`."),
    option("every", "a number of seconds", "Moments at this distance in seconds, instead of `at`."),
    option("frames", "frames such as 0-59:10", "Frames by their numbers, instead of `at`."),
    option("set", "a mapping from parameters to values", "Values of the scenes' parameters."),
    option("scale", "a number above 0", "Pixels for each point."),
    option("threshold", "a number from 0 to 1", "The colour distance from which on pixels differ."),
    option("max-pixels", "a number, or a share such as 0.1%", "How many pixels may differ."),
    option("max-region", "a number", "How many pixels of one region may differ."),
    option("strict-antialiasing", "true or false", "Whether antialiased pixels count too."),
    option("strict-values", "true or false", "Whether values that changed fail by themselves."),
    option(
      "value-tolerance", "key paths with numbers, such as position=0.5",
      "By how much values may change."),
    option("ignore", "names of layers", "Layers whose pixels do not count."),
    option("ignore-rect", "x,y,w,h", "Pixels that do not count."),
  ]
}

extension ProjectFile {
  /// The folder of baselines: one that has scenes to verify need not name it.
  public var baselineFolder: String? {
    let own = path.deletingLastPathComponent.appendingPathComponent("Baselines")
    return baselines ?? (scenes == nil ? nil : own)
  }
}

extension Vocabulary {
  /// The keys of an item of `scenes` in a project file.
  public static let sceneGroup = Vocabulary(
    owner: "a group of scenes", definition: "scenes",
    [SceneGroupKey.files, SceneGroupKey.except, SceneGroupKey.baselines, SceneGroupKey.data]
      + SceneGroupKey.options + [SceneGroupKey.variants], listsKeys: true)
}

extension ProjectReader {
  /// The groups of `scenes`: a pattern, a list of patterns, or mappings with patterns and options.
  func groups(_ node: YAMLNode) -> [SceneGroup] {
    (node.items ?? [node]).compactMap(group)
  }

  private func group(_ node: YAMLNode) -> SceneGroup? {
    var group = SceneGroup()
    group.line = node.mark.line
    if node.entries == nil {
      guard let pattern = pattern(node) else { return nil }
      group.patterns = [pattern]
      return group
    }
    guard let fields = MappingReader(node, .sceneGroup, context) else { return nil }
    fields.reportUnknownKeys()
    group.patterns = (fields[SceneGroupKey.files] ?? []).compactMap(pattern)
    group.exceptions = (fields[SceneGroupKey.except] ?? []).compactMap(pattern)
    group.baselines = fields.node(SceneGroupKey.baselines).flatMap(place)
    if let data = fields.node(SceneGroupKey.data).flatMap(existing) {
      group.settings.append(ProjectFile.Setting(name: "data", values: [data], isSet: nil))
    }
    group.settings += fields.entries.filter { SceneGroup.options.contains($0.name) }
      .compactMap(verifySetting)
    group.variants = (fields[SceneGroupKey.variants] ?? []).compactMap(variant)
    return group
  }

  private func variant(_ entry: YAMLNode.Entry) -> SceneGroup.Variant? {
    guard let entries = entry.value.entries else {
      return context.mismatched("a mapping from options to values: {scale: 2}", at: entry.value)
    }
    for option in entries where !SceneGroup.options.contains(option.name) {
      context.error(
        .unknownKey, "unknown key \(option.name.quoted) for a variant", at: option.key,
        hint: suggestion(for: option.name, among: SceneGroup.options.sorted()))
    }
    return SceneGroup.Variant(
      name: entry.name,
      settings: entries.filter { SceneGroup.options.contains($0.name) }.compactMap(verifySetting))
  }

  private func verifySetting(_ entry: YAMLNode.Entry) -> ProjectFile.Setting? {
    commands.first { $0.name == "verify" }.flatMap { setting(entry, of: $0) }
  }

  /// A pattern inside of the project, as seen from the current folder.
  private func pattern(_ node: YAMLNode) -> String? {
    guard let text = context.read(node, .text("a pattern of scene files")) else { return nil }
    guard !text.isEmpty, !text.isAbsolutePath, !text.pathComponents.contains(".."),
      !text.utf8.contains(0)
    else {
      return context.failure(
        .outsideFolder, "\(text.quoted) is outside the project's folder", at: node,
        hint: "patterns start at the folder of the project file")
    }
    return joined(text.hasBeginning("./") ? String(Substring(text.utf8.dropFirst(2))) : text)
  }
}
