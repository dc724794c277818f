import Yams

/// From the text of a scene file to one tree of nodes.
///
/// The YAML library (Yams over libyaml) parses; aliases and duplicate keys are dealt with here: the library forgets where an alias stands,
/// copies its content wherever it is used, compares such copies key by key, and stops at the first duplicate key. So it
/// gets to see neither (see `YAMLMarkers`).
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

  /// Parses until no duplicate key stops the library any more.
  private func parse(_ unused: YAMLMarkers) -> YAMLNode? {
    var markers = unused
    var text = markers.hiding(in: source.text)
    while true {
      do {
        return try tree(of: text, markers)
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        let mark = Mark(context.mark)
        guard let next = markers.hidingKey(at: mark, in: text, source: source) else {
          report(.duplicateKey, "duplicate key \(shown(names, markers))", at: mark)
          return nil
        }
        text = next
      } catch {
        YAMLProblem(error, in: source).report(to: collector)
        return nil
      }
    }
  }

  private func shown(_ names: [String], _ markers: YAMLMarkers) -> String {
    markers.restored(names.first ?? "").quoted
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
        markers: markers, collector: collector, maximumHeight: Self.maximumHeight)
      return conversion.node(root)
    }
  }

  private func report(_ id: DiagnosticID, _ message: String, at mark: Mark, hint: String? = nil) {
    let place = DiagnosticCollector.Place(mark: mark, extent: .value)
    collector.add(.error, id.rawValue, message, at: place, hint: hint)
  }
}
