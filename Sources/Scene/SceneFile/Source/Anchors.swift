package import RostrumSource

extension SourceText {
  /// The name after a sign, `&` or `*`, at a mark.
  package func name(after sign: Unicode.Scalar, at mark: YAMLMark) -> String? {
    let rest = line(mark.line).unicodeScalars.dropFirst(mark.column - 1)
    guard rest.first == sign else { return nil }
    let name = rest.dropFirst().prefix { !" \t,]}".unicodeScalars.contains($0) }
    return name.isEmpty ? nil : String(String.UnicodeScalarView(name))
  }

  /// The lines of the aliases of the anchor at a mark, ascending; none where no anchor is.
  package func aliases(ofAnchorAt mark: YAMLMark) -> [Int] {
    guard let name = name(after: "&", at: mark) else { return [] }
    return (mark.line...max(mark.line, lineCount)).filter { number in
      let text = line(number)
      return text.ranges(of: "*" + name).contains { range in
        let before = text[..<range.lowerBound].last
        let after = text[range.upperBound...].first
        return before.map { " [,{".contains($0) } ?? true
          && after.map { " ,]}#".contains($0) } ?? true
      }
    }
  }
}
