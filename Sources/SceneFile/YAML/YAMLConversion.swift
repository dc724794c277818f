import Yams

/// From the YAML library's nodes to ours, in the order of the text: anchors first, then the aliases that refer to them.
struct YAMLConversion {
  let markers: YAMLMarkers
  let collector: DiagnosticCollector
  let maximumHeight: Int

  private var anchors: [String: YAMLNode] = [:]
  /// Names of anchors whose value is being read: an alias to one would contain itself.
  private var open: [String: Int] = [:]
  private var depth = 0

  init(markers: YAMLMarkers, collector: DiagnosticCollector, maximumHeight: Int) {
    self.markers = markers
    self.collector = collector
    self.maximumHeight = maximumHeight
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
    let mark = node.mark.map { Mark($0) } ?? .start
    switch node {
    case .scalar(let scalar): return converted(scalar, mark)
    case .sequence(let sequence):
      checkTag(sequence.tag, Tag.Name.seq, mark)
      return nested(mark) { me in .sequence(sequence.map { me.node($0) }) }
    case .mapping(let mapping):
      checkTag(mapping.tag, Tag.Name.map, mark)
      return nested(mark) { me in .mapping(me.entries(of: mapping)) }
    case .alias: return broken(mark)
    }
  }

  private mutating func nested(
    _ mark: Mark, _ content: (inout Self) -> YAMLNode.Content
  ) -> YAMLNode {
    guard depth < maximumHeight else {
      report(.tooDeep, "more than \(maximumHeight) levels of lists and mappings", mark)
      return broken(mark)
    }
    depth += 1
    defer { depth -= 1 }
    return YAMLNode(content(&self), mark: mark)
  }

  private mutating func converted(_ scalar: Node.Scalar, _ mark: Mark) -> YAMLNode {
    let isPlain = scalar.style == .plain || scalar.style == .any
    if isPlain, scalar.string.unicodeScalars.first == markers.alias {
      return aliased(String(scalar.string.unicodeScalars.dropFirst()), mark)
    }
    checkTag(scalar.tag, Tag.Name.str, mark)
    let text = markers.restored(scalar.string)
    return YAMLNode(.scalar(.init(text: text, isPlain: isPlain)), mark: mark)
  }

  private func aliased(_ name: String, _ mark: Mark) -> YAMLNode {
    if open[name, default: 0] > 0 {
      report(.badAlias, "the alias '*\(name)' stands inside what it refers to", mark)
    } else if let target = anchors[name] {
      if target.height + depth <= maximumHeight { return YAMLNode(aliasOf: target, mark: mark) }
      report(.tooDeep, "more than \(maximumHeight) levels of lists and mappings", mark)
    } else {
      let shown = markers.restored(name)
      report(
        .badAlias, "no anchor \("&\(shown)".quoted) stands before this alias", mark,
        hint: hint(for: shown))
    }
    return broken(mark)
  }

  private func hint(for name: String) -> String? {
    if anchors.count < 1000, let found = closest(to: name, among: anchors.keys.sorted()) {
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
    return merged(withoutDuplicates(entries))
  }

  private func checkTag(_ tag: Tag, _ core: Tag.Name, _ mark: Mark) {
    let name = tag.rawValue
    guard !name.isEmpty, name != "!", name != core.rawValue else { return }
    guard !name.hasPrefix("tag:yaml.org,2002:") || name.hasSuffix(":binary") else { return }
    report(.badTag, "the tag \(name.quoted) means nothing in a scene", mark)
  }

  private func broken(_ mark: Mark) -> YAMLNode {
    YAMLNode(.scalar(.init(text: "", isPlain: true, isBroken: true)), mark: mark)
  }

  func report(_ id: DiagnosticID, _ message: String, _ mark: Mark, hint: String? = nil) {
    let place = DiagnosticCollector.Place(mark: mark, extent: .value)
    collector.add(.error, id.rawValue, message, at: place, hint: hint)
  }
}
