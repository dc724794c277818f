/// Merge keys and duplicate keys: what a mapping holds in the end.
extension YAMLConversion {
  /// With the mappings after `<<` poured in. What the mapping says itself wins, then the earlier of several.
  func merged(_ entries: [YAMLNode.Entry]) -> [YAMLNode.Entry] {
    let merges = entries.filter { $0.name == "<<" && $0.key.scalar?.isPlain == true }
    guard !merges.isEmpty else { return entries }
    var result = entries.filter { entry in !merges.contains { $0.key === entry.key } }
    var names = Set(result.map(\.name))
    for source in merges.flatMap({ sources(of: $0.value) }) {
      result += (source.entries ?? []).filter { names.insert($0.name).inserted }
    }
    return result
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

  /// Reports keys that occur twice, some of which were hidden from the YAML library, and leaves out all but the first.
  func withoutDuplicates(_ entries: [YAMLNode.Entry]) -> [YAMLNode.Entry] {
    guard markers.hidesKeys else { return entries }
    var first: [String: YAMLNode] = [:]
    return entries.compactMap { entry in
      let name = markers.hiddenName(entry.name) ?? entry.name
      guard let earlier = first[name] else {
        first[name] = entry.key
        return YAMLNode.Entry(name: name, key: entry.key, value: entry.value)
      }
      let place = DiagnosticCollector.Place(mark: earlier.mark, extent: .value)
      collector.error(
        .duplicateKey, "duplicate key \(name.quoted)", at: entry.key,
        related: [.init(message: "first given here", place: place)])
      return nil
    }
  }
}
