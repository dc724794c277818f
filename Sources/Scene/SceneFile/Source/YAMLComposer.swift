package import RostrumSource

/// From the text of a scene file to one tree of nodes.
///
/// libyaml finds the events; aliases, merge keys, duplicate keys and tags are dealt with here.
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
    guard let root = parse() else { return nil }
    if root.weight > maximumNodes {
      collector.error(
        .tooLarge,
        "the file has more than \(maximumNodes) values, those of aliases counted each time",
        at: root,
        hint: "an alias of a list of aliases multiplies; write fewer levels")
      return nil
    }
    return root
  }

  private func parse() -> YAMLNode? {
    do throws(YAMLConversion.Failure) {
      var conversion = try YAMLConversion(
        text: source.text, collector: collector, maximumHeight: Self.maximumHeight,
        maximumNodes: maximumNodes)
      return try conversion.document()
    } catch {
      switch error {
      case .syntax(let error): YAMLProblem(error, in: source).report(to: collector)
      case .isReported: break
      }
      return nil
    }
  }
}

/// From libyaml's events to nodes, in the order of the text: anchors first, then the aliases that
/// refer to them.
struct YAMLConversion {
  enum Failure: Error {
    case syntax(YAMLSyntaxError)
    /// Reading cannot continue; the diagnostic was reported.
    case isReported
  }

  let collector: DiagnosticCollector
  let maximumHeight: Int
  /// How many entries merge keys may add.
  let maximumNodes: Int
  var mergedEntryCount = 0

  private let placeholders: PlaceholderBraces
  private let reader: YAMLEventReader
  private var anchors: [String: YAMLNode] = [:]
  /// Names of anchors whose value is being read: an alias to one would contain itself.
  private var open: [String: Int] = [:]
  private var depth = 0
  /// The characters of a text that has comments behind values; none without.
  private let characters: [Unicode.Scalar]
  /// Texts whose end is a comment that may be meant as text.
  private var cutTexts: [YAMLMark] = []

  init(
    text: String, collector: DiagnosticCollector, maximumHeight: Int, maximumNodes: Int
  ) throws(Failure) {
    placeholders = PlaceholderBraces(replacedIn: text)
    self.collector = collector
    self.maximumHeight = maximumHeight
    self.maximumNodes = maximumNodes
    characters = text.contains(" #") ? Array(placeholders.text.unicodeScalars) : []
    do { reader = try YAMLEventReader(placeholders.text) } catch {
      throw .syntax(error)
    }
  }

  /// The one document of the text; an empty scalar for a text without any.
  mutating func document() throws(Failure) -> YAMLNode {
    _ = try next()  // The stream's start.
    guard case .documentStart = try next().kind else {
      return YAMLNode(.scalar(YAMLNode.Scalar(text: "", isPlain: true)), mark: .start)
    }
    let root = try node(try next())
    _ = try next()  // The document's end.
    let end = try next()
    if case .streamEnd = end.kind {
      for mark in cutTexts {
        collector.add(
          .warning, DiagnosticID.noEffect.rawValue,
          "the text ends before ' #': in YAML the rest of the line is a comment",
          at: .init(mark: mark, extent: .value),
          hint: "put quotes around the whole text, or a blank after the '#' of a comment")
      }
      return root
    }
    let place = DiagnosticCollector.Place(mark: end.mark, extent: .place)
    collector.add(
      .error, DiagnosticID.badYAML.rawValue, "expected one YAML document, found another",
      at: place, hint: "one file holds one scene")
    throw .isReported
  }

  private func next() throws(Failure) -> YAMLEvent {
    do { return try reader.next() } catch { throw .syntax(error) }
  }

  private mutating func node(_ event: YAMLEvent) throws(Failure) -> YAMLNode {
    if let anchor = event.anchor { open[anchor, default: 0] += 1 }
    let result = try converted(event)
    if let anchor = event.anchor {
      open[anchor, default: 1] -= 1
      anchors[anchor] = result
    }
    return result
  }

  private mutating func converted(_ event: YAMLEvent) throws(Failure) -> YAMLNode {
    switch event.kind {
    case .scalar(let read):
      checkTag(event.tag, "tag:yaml.org,2002:str", event.mark)
      let scalar = YAMLNode.Scalar(
        text: placeholders.restored(read), isPlain: read.style == .plain)
      if isCut(read) { cutTexts.append(event.mark) }
      return YAMLNode(.scalar(scalar), mark: event.mark)
    case .sequenceStart:
      checkTag(event.tag, "tag:yaml.org,2002:seq", event.mark)
      try enter(event.mark)
      let items = try items()
      depth -= 1
      return YAMLNode(.sequence(joiningCalls(in: items)), mark: event.mark)
    case .mappingStart:
      checkTag(event.tag, "tag:yaml.org,2002:map", event.mark)
      try enter(event.mark)
      let entries = try entries()
      depth -= 1
      return YAMLNode(
        .mapping(merged(withoutDuplicates(joiningCalls(in: entries)))), mark: event.mark)
    case .alias(let name): return aliased(name, event.mark)
    default: return broken(event.mark)
    }
  }

  /// Whether a text without quotes, and no number, has `#` and a letter or digit behind it.
  private func isCut(_ scalar: YAMLEvent.Scalar) -> Bool {
    guard scalar.style == .plain, !scalar.text.isEmpty, scalar.place.upperBound < characters.count,
      Double(scalar.text) == nil
    else { return false }
    let rest = characters[scalar.place.upperBound...].prefix(100).drop { $0 == " " }.prefix(2)
    guard rest.first == "#", let next = rest.dropFirst().first else { return false }
    return next.properties.isAlphabetic || next.properties.numericType != nil
  }

  private mutating func enter(_ mark: YAMLMark) throws(Failure) {
    guard depth < maximumHeight else {
      report(.tooDeep, "more than \(maximumHeight) levels of lists and mappings", mark)
      throw .isReported
    }
    depth += 1
  }

  private mutating func items() throws(Failure) -> [YAMLNode] {
    var items: [YAMLNode] = []
    while true {
      let event = try next()
      if case .sequenceEnd = event.kind { return items }
      items.append(try node(event))
    }
  }

  private mutating func entries() throws(Failure) -> [YAMLNode.Entry] {
    var entries: [YAMLNode.Entry] = []
    while true {
      let event = try next()
      if case .mappingEnd = event.kind { return entries }
      let (key, value) = (try node(event), try node(try next()))
      guard let name = key.scalar?.text else {
        collector.error(.wrongType, "expected a name as key, found \(key.description)", at: key)
        continue
      }
      entries.append(YAMLNode.Entry(name: name, key: key, value: value))
    }
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

  private func checkTag(_ tag: String?, _ core: String, _ mark: YAMLMark) {
    guard let tag, tag != "!", tag != core else { return }
    guard !tag.hasPrefix("tag:yaml.org,2002:") || tag.hasSuffix(":binary") else { return }
    report(.badTag, "the tag \(tag.quoted) means nothing in a scene", mark)
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

/// Merge keys and duplicate keys.
extension YAMLConversion {
  /// The entries with the mappings after `<<` merged in. The mapping's own keys win, then the
  /// earlier of several mappings.
  mutating func merged(_ entries: [YAMLNode.Entry]) -> [YAMLNode.Entry] {
    let merges = entries.filter(\.isMerge)
    guard !merges.isEmpty else { return entries }
    var result = entries.filter { !$0.isMerge }
    var names = Set(result.map(\.name))
    for source in merges.flatMap({ sources(of: $0.value) }) {
      let entries = source.entries ?? []
      guard canMerge(entries.count, at: source) else { break }
      result += entries.filter { names.insert($0.name).inserted }
    }
    return result
  }

  /// False, after reporting it once, when merge keys add more than a file may hold.
  private mutating func canMerge(_ count: Int, at source: YAMLNode) -> Bool {
    let isWithin = mergedEntryCount <= maximumNodes
    mergedEntryCount += count
    if isWithin, mergedEntryCount > maximumNodes {
      collector.error(
        .tooLarge, "the merge keys of this file expand to more than \(maximumNodes) values",
        at: source)
    }
    return mergedEntryCount <= maximumNodes
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
    guard Set(entries.lazy.map(\.name)).count < entries.count else { return entries }
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

extension YAMLNode {
  /// The tree of a text, and whether the text has mistakes.
  package static func parsed(
    _ source: SourceText, maximumNodes: Int
  ) -> (root: YAMLNode?, hasErrors: Bool) {
    let collector = DiagnosticCollector()
    let root = YAMLComposer(source: source, collector: collector, maximumNodes: maximumNodes)
      .compose()
    return (root, collector.hasErrors)
  }
}
