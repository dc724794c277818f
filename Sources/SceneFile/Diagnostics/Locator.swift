/// Finds the characters that a report is about: from the YAML library's scalars to what an editor counts.
final class Locator {
  private let source: SourceText
  /// The line asked for last: reports come in the order of the file.
  private var lineNumber = 0
  private var scalars: [Unicode.Scalar] = []
  /// Where each character begins in `scalars`; empty when all are one scalar long.
  private var starts: [Int] = []

  init(_ source: SourceText) { self.source = source }

  func range(of place: DiagnosticCollector.Place) -> SourceRange {
    let line = min(max(place.mark.line, 1), source.lineCount)
    read(line)
    let start = min(place.mark.line > line ? scalars.count : place.mark.column - 1, scalars.count)
    let (first, count) = extent(place.extent, from: max(start, 0))
    let column = characterIndex(ofScalar: first)
    let end = characterIndex(ofScalar: first + max(count, 1) - 1) + 1
    let length = count == 0 ? 0 : end - column
    return SourceRange(file: source.path, line: line, column: column + 1, length: length)
  }

  private func read(_ line: Int) {
    guard line != lineNumber else { return }
    lineNumber = line
    let text = source.line(line)
    scalars = Array(text.unicodeScalars)
    starts = scalars.allSatisfy(\.isASCII) ? [] : Self.starts(of: text)
  }

  private static func starts(of text: String) -> [Int] {
    var position = 0
    return text.map { character in
      defer { position += character.unicodeScalars.count }
      return position
    }
  }

  /// The number of the character that holds a scalar, from 0.
  private func characterIndex(ofScalar scalar: Int) -> Int {
    guard !starts.isEmpty else { return scalar }
    guard scalar < scalars.count else { return starts.count + scalar - scalars.count }
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return low
  }

  private func extent(
    _ extent: DiagnosticCollector.Extent, from start: Int
  ) -> (first: Int, count: Int) {
    let token = SourceToken(in: scalars, from: start)
    switch extent {
    case .place: return (start, 0)
    case .value: return (token.start, token.count)
    case .offset(let offset, let string):
      guard let inside = token.position(ofUTF8Offset: offset, in: string) else {
        return (token.start, token.count)
      }
      return (inside, inside < scalars.count ? 1 : 0)
    }
  }
}
