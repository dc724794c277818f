import RostrumBase
import RostrumLayerTree
import RostrumSource

extension Key {
  package static let components = Field(
    "components",
    Reader<[YAMLNode.Entry]>.entries(
      "a mapping from names to components", of: Vocabulary.component.reference),
    "Layers that others `use`, by name."
  )
  package static let use = Field(
    "use", .text("the name of a component, or FILE#NAME for one of another file", example: "badge"),
    isRequired: true,
    "The component that the layer becomes: a name under `components`, FILE#NAME, or library#NAME. Further keys of the layer win over the component's; animations come after its own."
  )
  package static let componentParameters = Field(
    "parameters", parameters.reader,
    "What may differ from use to use, by name: ${name} is replaced by its value.")
  package static let componentLayer = Field(
    "layer",
    Reader.anything(
      "a layer: a mapping with keys", example: "{}", schema: SchemaPart.reference("layer")),
    isRequired: true, "The layer, with all that is in it.")
  static let componentArguments = Field(
    "parameters",
    Reader<[YAMLNode.Entry]>.entries("a mapping from names to values", of: SchemaPart.anyValue),
    "Values for the component's parameters, by name.")
}

extension Vocabulary {
  /// The keys of a component.
  public static let component = Vocabulary(
    owner: "a component", definition: "component",
    [Key.componentLayer, Key.componentParameters, Key.letValues], listsKeys: true)
  /// The keys of a layer that uses a component, besides the usual keys of a layer.
  public static let use = Vocabulary(
    owner: "a layer that is a component", [Key.use, Key.componentArguments])
}

extension YAMLNode {
  /// Whether the mapping uses a component.
  var isUse: Bool { entries?.contains { $0.name == Key.use.name } ?? false }
}

/// A layer tree under `components`, ready to be used several times.
struct Component {
  let name: String
  let layer: YAMLNode
  let parameters: [ParameterDeclaration]
  /// The names for values in it.
  let names: YAMLNode?
  /// The file that declares the component; `nil` for the file that uses it.
  var file: ComponentFile?
}

/// Another scene file of whose components some are used.
final class ComponentFile {
  let path: String
  /// As the user would write it.
  let shown: String
  let context: SceneContext
  let components: Components

  init(path: String, shown: String, context: SceneContext, components: Components) {
    (self.path, self.shown) = (path, shown)
    (self.context, self.components) = (context, components)
  }
}

/// A mapping with `use`, after its parameters were put in.
struct ComponentUse {
  let node: YAMLNode
  let name: String
  /// The node of the component's name.
  let nameNode: YAMLNode
  let arguments: [YAMLNode.Entry]

  /// The keys that the component does not get to see.
  var ownEntries: [YAMLNode.Entry] {
    node.entries?.filter {
      $0.name != Key.use.name && $0.name != Key.componentArguments.name
    } ?? []
  }
}

/// The components that a file may use, each read once.
final class Components {
  /// How deep components may lie in components.
  static let maximumDepth = 16

  private let definitions: [String: YAMLNode]
  private let context: SceneContext
  private let innerScenes: InnerScenes
  private var known: [String: Component?] = [:]
  private var files: [FilePath: ComponentFile?] = [:]
  /// The reports at the uses of the library's components.
  private var reportedOfLibrary: Set<Diagnostic> = []
  /// The components that are being put in, the outermost first.
  private var chain: [String] = []

  init(_ root: YAMLNode, context: SceneContext, innerScenes: InnerScenes) {
    (self.context, self.innerScenes) = (context, innerScenes)
    let node = root.entries?.first { $0.name == Key.components.name }?.value
    definitions = Dictionary(
      (node?.entries ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// `nil` after reporting an error.
  func use(_ node: YAMLNode) -> ComponentUse? {
    let entries = node.entries ?? []
    guard let nameNode = entries.first(where: { $0.name == Key.use.name })?.value,
      let name = context.read(nameNode, Key.use.reader)
    else { return nil }
    let given = entries.first { $0.name == Key.componentArguments.name }?.value
    guard let arguments = given.map({ context.read($0, Key.componentArguments.reader) }) ?? []
    else { return nil }
    return ComponentUse(node: node, name: name, nameNode: nameNode, arguments: arguments)
  }

  /// `nil` after reporting an unknown component, or for one with mistakes.
  func find(_ use: ComponentUse) -> Component? {
    guard let hash = use.name.lastIndex(of: "#") else { return component(use.name, use) }
    let (path, name) = (String(use.name[..<hash]), String(use.name[hash...].dropFirst()))
    guard let file = file(path, use) else { return nil }
    guard var found = file.components.component(name, use, from: file, context) else {
      let collector = file.context.collector
      if collector.hasErrors, let source = file.context.source {
        innerScenes.report(collector.diagnostics(in: source), of: source, at: file.path)
        context.error(
          .badInnerScene, "the component \(use.name.quoted) has mistakes", at: use.nameNode)
      }
      return nil
    }
    found.file = file
    return found
  }

  /// Warns of components of the scene that no layer is. A file without layers is a library of them.
  func warnOfUnused(in root: YAMLNode) {
    let entries = root.entries ?? []
    guard entries.contains(where: { $0.name == Key.layers.name }) else { return }
    let all = entries.first { $0.name == Key.components.name }?.value.entries ?? []
    for entry in all
    where known[entry.name] == nil && !context.isAliased(entry.value)
      && read(entry.value, entry.name) != nil
    {
      context.warning(
        .unusedParameter, "the component \(entry.name.quoted) is not used", at: entry.key,
        hint: "write use: \(entry.name) for a layer, or remove it")
    }
  }

  private func component(
    _ name: String, _ use: ComponentUse, from file: ComponentFile? = nil,
    _ user: SceneContext? = nil
  ) -> Component? {
    if let found = known[name] { return found }
    guard let node = definitions[name] else {
      let reporter = user ?? context
      let place = file.map { "the file \($0.shown.quoted) has" } ?? "there is"
      reporter.error(
        .unknownName, "\(place) no component \(name.quoted)", at: use.nameNode,
        hint: reporter.suggestion(for: name, among: definitions.keys.sorted())
          ?? (name == "library" ? "write use: \"library#axis\", in quotes" : nil)
          ?? file.map { _ in "it has " + definitions.keys.sorted().joined(separator: ", ") }
          ?? (Self.namesInLibrary.contains(name) ? "write use: \"library#\(name)\"" : nil)
          ?? "write it under components: {\(name): {layer: ...}}")
      return nil
    }
    let made = read(node, name)
    known[name] = .some(made)
    return made
  }

  private func read(_ node: YAMLNode, _ name: String) -> Component? {
    guard let fields = MappingReader(node, .component, context) else { return nil }
    fields.reportUnknownKeys()
    let declared = fields.node(Key.componentParameters).map { context.declarations($0) }
    guard let layer = fields.required(Key.componentLayer) else { return nil }
    guard layer.entries != nil else {
      return context.mismatched(Key.componentLayer.expectation, at: layer)
    }
    return Component(
      name: name, layer: layer, parameters: declared ?? [], names: fields.node(Key.letValues))
  }

  // MARK: Values

  /// The values of the component's parameters; `nil` after reporting an error.
  func bindings(of component: Component, _ use: ComponentUse) -> [String: BoundParameter]? {
    var binder = ParameterBinder(
      context: component.file?.context ?? context, innerScenes: innerScenes,
      given: .layer(use.nameNode, use.arguments, in: context, owner: "component"))
    let bindings = binder.bindings(component.parameters)
    return bindings.values.contains { $0.node.isBroken } ? nil : bindings
  }

  /// The work for a component, unless the component is in use already.
  func inside(
    _ component: Component, _ use: ComponentUse, _ work: () -> YAMLNode?
  ) -> YAMLNode? {
    let name = (component.file.map { $0.path + "#" } ?? "") + component.name
    let names = (chain + [name]).joined(separator: " -> ")
    guard !chain.contains(name) else {
      return context.failure(
        .sceneCycle, "the component would use itself: \(names)", at: use.nameNode)
    }
    guard chain.count < Self.maximumDepth else {
      return context.failure(
        .tooDeep, "components lie more than \(Self.maximumDepth) deep in components: \(names)",
        at: use.nameNode)
    }
    chain.append(name)
    defer { chain.removeLast() }
    return work()
  }

  // MARK: Other files

  /// The names of the library's components.
  private static let namesInLibrary = Set(
    InnerScenes.libraryText.split(separator: "\n")
      .compactMap { $0.wholeMatch(of: /\s\s([a-z-]+):/).map { String($0.output.1) } })

  private func file(_ path: String, _ use: ComponentUse) -> ComponentFile? {
    let scalar = YAMLNode.Scalar(text: path, isPlain: false)
    let node = YAMLNode(
      .scalar(scalar), mark: use.nameNode.mark, origins: use.nameNode.origins,
      folder: use.nameNode.folder)
    let isLibrary = path == InnerScenes.library
    guard let real = isLibrary ? path : context.assetPath(node, Key.use.expectation, .scene) else {
      return nil
    }
    if let found = files[FilePath(real)] { return found }
    let made = read(real, isLibrary ? path : context.files.paths.shownPath(path), use)
    files[FilePath(real)] = .some(made)
    return made
  }

  private func read(_ real: String, _ shown: String, _ use: ComponentUse) -> ComponentFile? {
    let collector = DiagnosticCollector()
    do throws(SceneFileError) {
      let (source, root) = try innerScenes.tree(real, shown, context, collector)
      let inner = SceneContext(
        options: context.options, collector: collector,
        files: context.files.starting(at: shown.folderOfPath), source: source,
        isOfComponentFile: true)
      guard let root, !collector.hasErrors else {
        innerScenes.report(collector.diagnostics(in: source), of: source, at: real)
        return context.failure(
          .badInnerScene, "the file \(shown.quoted) has no components", at: use.nameNode)
      }
      return ComponentFile(
        path: real, shown: shown, context: inner,
        components: Components(root, context: inner, innerScenes: innerScenes))
    } catch {
      return context.failure(.badInnerScene, error.description, at: use.nameNode)
    }
  }

  /// The layer of a component of another file, as if it were written where it is used. Its errors
  /// are reported at the use, with a note about their place in the component's file.
  func layer(
    ofOtherFile component: Component, _ bindings: [String: BoundParameter], _ use: ComponentUse
  ) -> YAMLNode? {
    guard let file = component.file else { return nil }
    let earlier = file.context.collector.errorCount
    var substitution = Substitution(
      bindings: bindings, context: file.context, components: file.components)
    let layer = substitution.layer(component)
    let isLibrary = file.path == InnerScenes.library
    let before = context.collector.errorCount
    if let source = file.context.source {
      let found = file.context.collector.diagnostics(in: source)
      if isLibrary {
        report(found, at: use)
      } else {
        innerScenes.report(found, of: source, at: file.path)
      }
    }
    guard file.context.collector.errorCount == earlier else {
      if context.collector.errorCount == before {
        context.error(
          .badInnerScene, "the component \(use.name.quoted) has mistakes", at: use.nameNode)
      }
      return nil
    }
    return layer.relocated(to: use.nameNode.mark, file)
  }

  /// Reports what a component of the library could not do with its parameters where these are
  /// given: each value that it found once, whatever asked for it.
  private func report(_ found: [Diagnostic], at use: ComponentUse) {
    var values: Set<String> = []
    for diagnostic in found where reportedOfLibrary.insert(diagnostic).inserted {
      let value = diagnostic.message.split(separator: "; ").last.map { String($0) } ?? ""
      guard values.insert(value).inserted else { continue }
      context.collector.add(
        diagnostic.severity, diagnostic.id, "\(use.name.quoted): \(diagnostic.message)",
        at: .init(
          mark: use.nameNode.mark, extent: .value,
          origins: use.nameNode.origins + diagnostic.related),
        hint: diagnostic.hint)
    }
  }
}

extension YAMLNode {
  /// The same tree at the place where a component is used; nodes inside it keep their own places.
  fileprivate func relocated(to mark: YAMLMark, _ file: ComponentFile) -> YAMLNode {
    let place = origins.isEmpty ? file.context.range(of: self) : nil
    let notes = place.map { [Diagnostic.Related(message: "in the component", range: $0)] }
    let moved: Content =
      switch content {
      case .scalar: content
      case .sequence(let items): .sequence(items.map { $0.relocated(to: mark, file) })
      case .mapping(let entries):
        .mapping(
          entries.map {
            Entry(
              name: $0.name, key: $0.key.relocated(to: mark, file),
              value: $0.value.relocated(to: mark, file))
          })
      }
    let folder = origins.isEmpty ? file.shown.folderOfPath : folder
    return YAMLNode(moved, mark: mark, origins: notes ?? origins, folder: folder)
  }

  /// A component's layer merged with the keys at its use: other keys win, animations come after its
  /// own, and sublayers are named after the user's name.
  func completed(by use: ComponentUse) -> YAMLNode {
    let own = Dictionary(
      use.ownEntries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let name = own[Key.layerName.name]?.value.scalar?.text
    var entries = (entries ?? []).filter { $0.name != Key.layerName.name }.map { entry -> Entry in
      let inner = entry.renamedInside(name, layerNames)
      guard let given = own[entry.name] else { return inner }
      guard entry.name == Key.layerAnimations.name, let first = inner.value.animationItems,
        let rest = given.value.animationItems
      else { return given }
      return Entry(
        name: given.name, key: given.key,
        value: YAMLNode(.sequence(first + rest), mark: given.value.mark))
    }
    let names = Set(entries.map(\.name))
    entries += use.ownEntries.filter { !names.contains($0.name) }
    return YAMLNode(.mapping(entries), mark: use.node.mark, origins: use.node.origins)
  }

  /// The layer and its sublayers with names prefixed by another name; without names for `nil`.
  fileprivate func renamedInside(_ name: String?, _ layers: Set<String>) -> YAMLNode {
    guard let entries else { return self }
    let renamed = entries.compactMap { entry -> Entry? in
      guard entry.name == Key.layerName.name else { return entry.renamedInside(name, layers) }
      guard let name, let scalar = entry.value.scalar else { return nil }
      let text = YAMLNode(
        .scalar(Scalar(text: name + "/" + scalar.text, isPlain: false)), mark: entry.value.mark,
        origins: entry.value.origins)
      return Entry(name: entry.name, key: entry.key, value: text)
    }
    return YAMLNode(.mapping(renamed), mark: mark, origins: origins, folder: folder)
  }
}

extension YAMLNode {
  /// The names of the layer and its sublayers.
  fileprivate var layerNames: Set<String> {
    guard let entries else { return [] }
    return entries.reduce(into: []) { names, entry in
      switch entry.name {
      case Key.layerName.name: if let name = entry.value.scalar?.text { names.insert(name) }
      case Key.sublayers.name:
        for item in entry.value.items ?? [] { names.formUnion(item.layerNames) }
      case Key.mask.name: names.formUnion(entry.value.layerNames)
      default: break
      }
    }
  }

  /// A connection of a component that is used under a name, to layers of its own and to others.
  fileprivate func connectingInside(_ layer: String?, _ layers: Set<String>) -> YAMLNode {
    guard let entries, let layer else { return self }
    let ends = [Key.connectFrom.name, Key.connectTo.name]
    return YAMLNode(
      .mapping(
        entries.map { entry in
          guard ends.contains(entry.name), let scalar = entry.value.scalar,
            layers.contains(scalar.text)
          else { return entry }
          return Entry(
            name: entry.name, key: entry.key,
            value: YAMLNode(
              .scalar(Scalar(text: layer + "/" + scalar.text, isPlain: false)),
              mark: entry.value.mark, origins: entry.value.origins))
        }), mark: mark, origins: origins, folder: folder)
  }
}

extension YAMLNode.Entry {
  /// The same entry of a layer with other names for the layers in it.
  fileprivate func renamedInside(_ layer: String?, _ layers: Set<String>) -> YAMLNode.Entry {
    let value: YAMLNode
    switch name {
    case Key.sublayers.name:
      guard let items = self.value.items else { return self }
      value = YAMLNode(
        .sequence(items.map { $0.renamedInside(layer, layers) }), mark: self.value.mark,
        origins: self.value.origins)
    case Key.mask.name: value = self.value.renamedInside(layer, layers)
    case Key.connect.name: value = self.value.connectingInside(layer, layers)
    default: return self
    }
    return YAMLNode.Entry(name: name, key: key, value: value)
  }
}
