package import RostrumSource

extension SourceText {
  /// The name after a sign, `&` or `*`, at a mark.
  package func name(after sign: Unicode.Scalar, at mark: YAMLMark) -> String? {
    let rest = line(mark.line).unicodeScalars.dropFirst(mark.column - 1)
    guard rest.first == sign else { return nil }
    let name = rest.dropFirst().prefix { !" \t,]}".unicodeScalars.contains($0) }
    return name.isEmpty ? nil : String(String.UnicodeScalarView(name))
  }

  /// The lines of the aliases of each name, ascending.
  package var aliasLines: [String: [Int]] {
    var found: [String: [Int]] = [:]
    for number in 1...max(1, lineCount) {
      let text = line(number)
      for star in text.indices where text[star] == "*" {
        let isFirst = star == text.startIndex
        guard isFirst || " [,{".contains(text[text.index(before: star)]) else { continue }
        let name = String(text[text.index(after: star)...].prefix { !" ,]}#\t".contains($0) })
        if !name.isEmpty, found[name]?.last != number { found[name, default: []].append(number) }
      }
    }
    return found
  }

  /// The lines of the aliases of the anchor at a mark, ascending; none where no anchor is.
  package func aliases(ofAnchorAt mark: YAMLMark) -> [Int] {
    guard let name = name(after: "&", at: mark) else { return [] }
    return aliasLines[name, default: []].filter { $0 >= mark.line }
  }
}
