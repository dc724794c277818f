import Yams

/// From the text of a scene file to one tree of nodes.
///
/// The YAML library (Yams over libyaml) parses; aliases and duplicate keys are dealt with here: the
/// library forgets where an alias stands, copies its content wherever it is used, compares such
/// copies key by key, and stops at the first duplicate key. So it gets to see neither (see
/// `YAMLMarkers`).
struct YAMLComposer {
  /// How deep lists and mappings may lie in each other.
  static let maximumHeight = 400

  let source: SourceText
  let collector: DiagnosticCollector
  /// How many nodes aliases may expand to.
  let maximumNodes: Int

  /// `nil` after reporting why.
  func compose() -> YAMLNode? {
    if let root = JSONComposer.compose(source), root.weight <= maximumNodes { return root }
    return composeYAML()
  }

  /// The same through the YAML library in any case.
  func composeYAML() -> YAMLNode? {
    guard let markers = YAMLMarkers(for: source.text) else {
      report(.badYAML, "the text uses all of Unicode's private characters", at: .start)
      return nil
    }
    guard let root = parse(markers) else { return nil }
    if root.weight > maximumNodes {
      collector.error(
        .tooLarge, "the aliases of this file expand to more than \(maximumNodes) values", at: root,
        hint: "an alias of a list of aliases multiplies; write fewer levels")
      return nil
    }
    return root
  }

  /// Where keys are equal, once more with all keys made different.
  private func parse(_ unused: YAMLMarkers) -> YAMLNode? {
    var markers = unused
    let text = markers.hiding(in: source.text)
    do {
      return try tree(of: text, markers)
    } catch YamlError.duplicatedKeysInMapping(let names, let context) {
      if let different = markers.hidingKeys(in: text),
        let root = try? tree(of: different, markers)
      {
        return root
      }
      let name = unused.restored(names.first ?? "")
      report(.duplicateKey, "duplicate key \(name.quoted)", at: YAMLMark(context.mark))
    } catch {
      YAMLProblem(error, in: source).report(to: collector)
    }
    return nil
  }

  private func tree(of text: String, _ markers: YAMLMarkers) throws -> YAMLNode? {
    let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
    guard let root = try parser.singleRoot() else {
      report(
        .emptyScene, "the file is empty", at: .start, hint: "a scene starts with size and layers")
      return nil
    }
    // The library's nodes refer weakly to anchors that the parser owns.
    return withExtendedLifetime(parser) {
      var conversion = YAMLConversion(
        markers: markers, collector: collector, maximumHeight: Self.maximumHeight,
        maximumNodes: maximumNodes)
      return conversion.node(root)
    }
  }

  private func report(_ id: DiagnosticID, _ message: String, at mark: YAMLMark, hint: String? = nil)
  {
    let place = DiagnosticCollector.Place(mark: mark, extent: .value)
    collector.add(.error, id.rawValue, message, at: place, hint: hint)
  }
}

/// From the YAML library's nodes to ours, in the order of the text: anchors first, then the aliases
/// that refer to them.
struct YAMLConversion {
  let markers: YAMLMarkers
  let collector: DiagnosticCollector
  let maximumHeight: Int
  /// How many entries merge keys may pour out.
  let maximumNodes: Int
  var pouredCount = 0

  private var anchors: [String: YAMLNode] = [:]
  /// Names of anchors whose value is being read: an alias to one would contain itself.
  private var open: [String: Int] = [:]
  private var depth = 0

  init(markers: YAMLMarkers, collector: DiagnosticCollector, maximumHeight: Int, maximumNodes: Int)
  {
    self.markers = markers
    self.collector = collector
    self.maximumHeight = maximumHeight
    self.maximumNodes = maximumNodes
  }

  mutating func node(_ node: Node) -> YAMLNode {
    let anchor = node.anchor?.rawValue
    if let anchor { open[anchor, default: 0] += 1 }
    let result = converted(node)
    if let anchor {
      open[anchor, default: 1] -= 1
      anchors[anchor] = result
    }
    return result
  }

  private mutating func converted(_ node: Node) -> YAMLNode {
    let mark = node.mark.map { YAMLMark($0) } ?? .start
    switch node {
    case .scalar(let scalar): return converted(scalar, mark)
    case .sequence(let sequence):
      checkTag(sequence.tag, Tag.Name.seq, mark)
      return nested(mark) { me in
        let items = sequence.map { me.node($0) }
        return .sequence(me.joiningCalls(in: items))
      }
    case .mapping(let mapping):
      checkTag(mapping.tag, Tag.Name.map, mark)
      return nested(mark) { me in .mapping(me.entries(of: mapping)) }
    case .alias: return broken(mark)
    }
  }

  private mutating func nested(
    _ mark: YAMLMark, _ content: (inout Self) -> YAMLNode.Content
  ) -> YAMLNode {
    guard depth < maximumHeight else {
      report(.tooDeep, "more than \(maximumHeight) levels of lists and mappings", mark)
      return broken(mark)
    }
    depth += 1
    defer { depth -= 1 }
    return YAMLNode(content(&self), mark: mark)
  }

  private mutating func converted(_ scalar: Node.Scalar, _ mark: YAMLMark) -> YAMLNode {
    let isPlain = scalar.style == .plain || scalar.style == .any
    if isPlain, scalar.string.unicodeScalars.first == markers.alias {
      return aliased(markers.restored(String(scalar.string.unicodeScalars.dropFirst())), mark)
    }
    checkTag(scalar.tag, Tag.Name.str, mark)
    let text = markers.restored(scalar.string)
    return YAMLNode(.scalar(.init(text: text, isPlain: isPlain)), mark: mark)
  }

  private func aliased(_ name: String, _ mark: YAMLMark) -> YAMLNode {
    if open[name, default: 0] > 0 {
      report(.badAlias, "the alias '*\(name)' stands inside what it refers to", mark)
    } else if let target = anchors[name] {
      if target.height + depth <= maximumHeight { return YAMLNode(aliasOf: target, mark: mark) }
      report(.tooDeep, "more than \(maximumHeight) levels of lists and mappings", mark)
    } else {
      report(
        .badAlias, "no anchor \("&\(name)".quoted) stands before this alias", mark,
        hint: hint(for: name))
    }
    return broken(mark)
  }

  private func hint(for name: String) -> String? {
    if let found = collector.similar(to: name, among: anchors.keys.sorted()) {
      return "did you mean '*\(found)'?"
    }
    return "in quotes it would be a text that starts with an asterisk"
  }

  private mutating func entries(of mapping: Node.Mapping) -> [YAMLNode.Entry] {
    var entries: [YAMLNode.Entry] = []
    for (key, value) in mapping {
      let (keyNode, valueNode) = (node(key), node(value))
      guard let name = keyNode.scalar?.text else {
        collector.error(
          .wrongType, "expected a name as key, found \(keyNode.description)", at: keyNode)
        continue
      }
      entries.append(YAMLNode.Entry(name: name, key: keyNode, value: valueNode))
    }
    return merged(withoutDuplicates(joiningCalls(in: entries)))
  }

  private func checkTag(_ tag: Tag, _ core: Tag.Name, _ mark: YAMLMark) {
    let name = tag.rawValue
    guard !name.isEmpty, name != "!", name != core.rawValue else { return }
    guard !name.hasPrefix("tag:yaml.org,2002:") || name.hasSuffix(":binary") else { return }
    report(.badTag, "the tag \(name.quoted) means nothing in a scene", mark)
  }

  private func broken(_ mark: YAMLMark) -> YAMLNode {
    YAMLNode(.scalar(.init(text: "", isPlain: true, isBroken: true)), mark: mark)
  }

  func report(
    _ id: DiagnosticID, _ message: String, _ mark: YAMLMark, hint: @autoclosure () -> String? = nil
  ) {
    let place = DiagnosticCollector.Place(mark: mark, extent: .value)
    collector.add(.error, id.rawValue, message, at: place, hint: hint())
  }
}

/// Merge keys and duplicate keys: what a mapping holds in the end.
extension YAMLConversion {
  /// With the mappings after `<<` poured in. What the mapping says itself wins, then the earlier of
  /// several.
  mutating func merged(_ entries: [YAMLNode.Entry]) -> [YAMLNode.Entry] {
    let merges = entries.filter(\.isMerge)
    guard !merges.isEmpty else { return entries }
    var result = entries.filter { !$0.isMerge }
    var names = Set(result.map(\.name))
    for source in merges.flatMap({ sources(of: $0.value) }) {
      let poured = source.entries ?? []
      guard mayPour(poured.count, at: source) else { break }
      result += poured.filter { names.insert($0.name).inserted }
    }
    return result
  }

  /// False, after reporting it once, when merge keys pour out more than a file may hold.
  private mutating func mayPour(_ count: Int, at source: YAMLNode) -> Bool {
    let isWithin = pouredCount <= maximumNodes
    pouredCount += count
    if isWithin, pouredCount > maximumNodes {
      collector.error(
        .tooLarge, "the merge keys of this file expand to more than \(maximumNodes) values",
        at: source)
    }
    return pouredCount <= maximumNodes
  }

  private func sources(of value: YAMLNode) -> [YAMLNode] {
    let sources = value.items ?? [value]
    for source in sources where source.entries == nil {
      collector.error(
        .badMerge,
        "expected a mapping or a list of mappings after '<<', found \(source.description)",
        at: source)
    }
    return sources.filter { $0.entries != nil }
  }

  /// Reports keys that occur twice, and leaves out all but the first.
  func withoutDuplicates(_ entries: [YAMLNode.Entry]) -> [YAMLNode.Entry] {
    guard markers.hidesKeys else { return entries }
    var first: [String: YAMLNode] = [:]
    return entries.filter { entry in
      guard let earlier = first[entry.name] else {
        first[entry.name] = entry.key
        return true
      }
      let place = DiagnosticCollector.Place(mark: earlier.mark, extent: .value)
      collector.error(
        .duplicateKey, "duplicate key \(entry.name.quoted)", at: entry.key,
        related: [.init(message: "first given here", place: place)])
      return false
    }
  }
}

extension YAMLNode.Entry {
  /// Whether it pours other mappings into its own.
  fileprivate var isMerge: Bool { name == "<<" && key.scalar?.isPlain == true }
}

extension YAMLMark {
  init(_ mark: Yams.Mark) { self.init(line: mark.line, column: mark.column) }
}
