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

  /// Reports the keys that were hidden from the YAML library because they occur twice, and leaves them out.
  func withoutDuplicates(_ entries: [YAMLNode.Entry]) -> [YAMLNode.Entry] {
    guard entries.contains(where: { $0.name.unicodeScalars.first == markers.duplicate }) else {
      return entries
    }
    return entries.filter { entry in
      guard entry.name.unicodeScalars.first == markers.duplicate else { return true }
      reportDuplicate(of: entry, in: entries)
      return false
    }
  }

  private func reportDuplicate(of first: YAMLNode.Entry, in entries: [YAMLNode.Entry]) {
    let tail = first.name.unicodeScalars.dropFirst()
    let again = entries.last {
      $0.name.unicodeScalars.dropFirst().elementsEqual(tail) && $0.key.mark > first.key.mark
        && $0.name.unicodeScalars.first != markers.duplicate
    }
    guard let again else { return }
    let place = DiagnosticCollector.Place(mark: first.key.mark, extent: .value)
    collector.error(
      .duplicateKey, "duplicate key \(again.name.quoted)", at: again.key,
      related: [.init(message: "first given here", place: place)])
  }
}
