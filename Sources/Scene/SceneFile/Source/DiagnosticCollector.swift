import RostrumBase
import RostrumSource

/// Collects the reports of the stages of loading, and converts them to diagnostics once the whole
/// file was read.
///
/// A report names a node or a mark; its range of characters is computed at the end, so that a file
/// with many mistakes on one long line stays fast.
package final class DiagnosticCollector {
  /// How much of the source a report is about, from its mark on.
  enum Extent: Hashable {
    /// The value that begins there.
    case value
    /// The place alone.
    case place
    /// The character at a UTF-8 offset inside a string that begins there.
    case offset(Int, in: String)

    /// The string is left out: it is as long as it likes, and thousands of reports may be about
    /// one.
    func hash(into hasher: inout Hasher) {
      if case .offset(let offset, _) = self { hasher.combine(offset) }
    }
  }

  struct Place: Hashable {
    let mark: YAMLMark
    let extent: Extent
    /// The origins of the parameter values at this place.
    var origins: [Diagnostic.Related] = []
  }

  /// The parts of a report that are compared to drop duplicates.
  fileprivate struct Subject: Hashable {
    let severity: Diagnostic.Severity
    let id: String
    let message: String
    let place: Place

    /// Mistakes that follow from others: the name of a layer with an unknown parameter is missing
    /// elsewhere.
    private static let causes: [DiagnosticID: [DiagnosticID]] = [
      .unknownLayer: [.unknownParameter, .badPlaceholder],
      .unknownName: [.unknownParameter, .badPlaceholder],
    ]

    /// Whether the report is left out beside a mistake that explains it.
    func isConsequence(of ids: Set<String>) -> Bool {
      DiagnosticID(rawValue: id).flatMap { Self.causes[$0] }?.contains {
        ids.contains($0.rawValue)
      } ?? false
    }
  }

  private struct Report {
    let subject: Subject
    let hint: String?
    let related: [Related]
  }

  package struct Related: Hashable {
    let message: String
    let place: Place
  }

  /// Further reports are dropped: memory is limited, and a user does not read more.
  static let maximumReports = 10_000
  /// An upper limit for the words compared for all spelling hints of a file.
  static let maximumComparisons = 300_000

  var hasErrors: Bool { errorCount > 0 }
  private(set) var errorCount = 0
  private var reports: [Report] = []
  private var seen: Set<Subject> = []
  private var comparisonCount = 0
  /// The warnings that parts of the file allow.
  private(set) var allowances: [Allowance] = []

  var isFull: Bool { reports.count >= Self.maximumReports }

  /// The word of `candidates` that `word` was probably meant to be: for lists as long as the file
  /// makes them. `nil` when none is close, and once too many words have been compared.
  func similar(to word: String, among candidates: @autoclosure () -> [String]) -> String? {
    guard comparisonCount < Self.maximumComparisons else { return nil }
    let candidates = candidates()
    comparisonCount += candidates.count
    return closest(to: word, among: candidates)
  }

  func error(
    _ id: DiagnosticID, _ message: String, at node: YAMLNode,
    hint: @autoclosure () -> String? = nil, related: [Related] = []
  ) {
    add(.error, id.rawValue, message, at: node.place(), hint: hint(), related: related)
  }

  func warning(
    _ id: DiagnosticID, _ message: String, at node: YAMLNode,
    hint: @autoclosure () -> String? = nil
  ) {
    add(.warning, id.rawValue, message, at: node.place(), hint: hint())
  }

  /// `hint` is only worked out when the report is kept: looking for similar words takes time.
  func add(
    _ severity: Diagnostic.Severity, _ id: String, _ message: String, at place: Place,
    hint: @autoclosure () -> String? = nil, related: [Related] = []
  ) {
    if severity == .error { errorCount += 1 }
    let subject = Subject(severity: severity, id: id, message: message, place: place)
    guard !isFull, seen.insert(subject).inserted else { return }
    reports.append(Report(subject: subject, hint: hint(), related: related))
  }

  /// Marks the scene as failed; the error was reported by another collector.
  func markUnusable() { errorCount += 1 }

  /// Whether nothing in this file makes the scene unusable.
  var failsOnlyInOtherFiles: Bool {
    hasErrors && !reports.contains { $0.subject.severity == .error }
  }

  /// All reports as diagnostics, in the order of the file.
  func diagnostics(in source: SourceText) -> [Diagnostic] {
    let allowed = Allowances(allowances)
    let causes = Set(reports.map(\.subject.id))
    // A name that nothing uses may be what a mistake means, and a size may be missing by one.
    let kept = reports.filter {
      !allowed.contains($0.subject) && !$0.subject.isConsequence(of: causes)
        && !(hasErrors
          && [DiagnosticID.unusedParameter, .withoutSize].map(\.rawValue).contains($0.subject.id))
    }
    let sorted = kept.enumerated().sorted {
      ($0.element.subject.place.mark, $0.offset) < ($1.element.subject.place.mark, $1.offset)
    }.map(\.element)
    let ranges = Locator(source).ranges(of: sorted.map(\.subject.place))
    let others = Locator(source).ranges(of: sorted.flatMap { $0.related.map(\.place) })
    var related = others[...]
    return zip(sorted, ranges).map { report, range in
      defer { related = related.dropFirst(report.related.count) }
      return diagnostic(report, range, related.prefix(report.related.count))
    }.sortedByPosition.withoutRounds
  }

  private func diagnostic(
    _ report: Report, _ range: SourceRange, _ related: ArraySlice<SourceRange>
  ) -> Diagnostic {
    let subject = report.subject
    return Diagnostic(
      severity: subject.severity, id: subject.id, message: subject.message, range: range,
      hint: report.hint,
      related: zip(report.related, related).map {
        Diagnostic.Related(message: $0.message, range: $1)
      } + subject.place.origins)
  }
}

extension YAMLNode {
  /// The node's place, for reports.
  func place(_ extent: DiagnosticCollector.Extent = .value) -> DiagnosticCollector.Place {
    DiagnosticCollector.Place(mark: mark, extent: extent, origins: origins)
  }
}

/// A range of the file with the identifier of a diagnostic there.
private struct PlaceOfKind: Hashable {
  let id: String
  let range: SourceRange
}

/// A message at a place, whatever numbers are in it.
private struct ShapeAtPlace: Hashable {
  let place: PlaceOfKind
  let message: String
}

extension Diagnostic {
  fileprivate var messageWithoutDigits: String { message.filter { !$0.isNumber } }
}

extension [Diagnostic] {
  /// How many reports about one place there are when the values there differ.
  private static var maximumAtPlace: Int { 3 }

  /// The diagnostics without repetitions of a mistake, which each round of a `forEach` makes again:
  /// once where nothing but the round's number differs; at most three where the values come from
  /// different places, and how many more there are.
  fileprivate var withoutRounds: [Diagnostic] {
    var kept: [PlaceOfKind: [Int]] = [:]
    var shapes: Set<ShapeAtPlace> = []
    var others: [Int: Int] = [:]
    var result: [Diagnostic] = []
    for diagnostic in self {
      let place = PlaceOfKind(id: diagnostic.id, range: diagnostic.range)
      let origins = diagnostic.related.map(\.range)
      guard !origins.isEmpty else {
        let isNew = shapes.insert(.init(place: place, message: diagnostic.messageWithoutDigits))
        if isNew.inserted { result.append(diagnostic) }
        continue
      }
      guard let before = kept[place] else {
        kept[place] = [result.count]
        result.append(diagnostic)
        continue
      }
      if before.contains(where: { result[$0].related.map(\.range) == origins }) { continue }
      if before.count < Self.maximumAtPlace {
        kept[place, default: []].append(result.count)
        result.append(diagnostic)
      } else {
        others[before[before.count - 1], default: 0] += 1
      }
    }
    for (index, count) in others {
      let last = result[index]
      result[index] = Diagnostic(
        severity: last.severity, id: last.id, message: last.message, range: last.range,
        hint: last.hint,
        related: last.related + [.init(message: "and \(count) more here", range: last.range)])
    }
    return result
  }

  /// By place; at the same place in the order given.
  var sortedByPosition: [Diagnostic] {
    enumerated().sorted {
      $0.element.range == $1.element.range
        ? $0.offset < $1.offset : $0.element.range < $1.element.range
    }.map(\.element)
  }
}

/// Finds the characters that a report is about: converts the YAML library's scalar offsets to the
/// columns of editors.
final class Locator {
  private let source: SourceText
  /// The last line looked up: reports come in the order of the file.
  private var lineNumber = 0
  private var scalars: [Unicode.Scalar] = []
  /// The index in `scalars` at which each character begins; empty when all have one scalar.
  private var starts: [Int] = []
  /// The last value looked up, with its place in the line: many reports may be about one text.
  private var token: (place: Int, token: SourceToken)?
  private var shown: (text: String, scalars: ShownText?)?

  init(_ source: SourceText) { self.source = source }

  /// The ranges of places in any order: each line is read once.
  func ranges(of places: [DiagnosticCollector.Place]) -> [SourceRange] {
    var ranges = [SourceRange?](repeating: nil, count: places.count)
    for index in places.indices.sorted(by: { places[$0].mark < places[$1].mark }) {
      ranges[index] = range(of: places[index])
    }
    return ranges.compactMap(\.self)
  }

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
    (token, shown) = (nil, nil)
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
    switch extent {
    case .place: return (start, 0)
    case .value:
      let token = self.token(from: start)
      return (token.start, token.count)
    case .offset(let offset, let string):
      let token = self.token(from: start)
      guard let inside = shownText(string, at: token)?.position(ofUTF8Offset: offset) else {
        return (token.start, token.count)
      }
      return (inside, inside < scalars.count ? 1 : 0)
    }
  }

  private func token(from place: Int) -> SourceToken {
    if let token, token.place == place { return token.token }
    let found = SourceToken(in: scalars, from: place)
    (token, shown) = ((place, found), nil)
    return found
  }

  private func shownText(_ text: String, at token: SourceToken) -> ShownText? {
    if let shown, shown.text == text { return shown.scalars }
    let found = ShownText(text, as: token)
    shown = (text, found)
    return found
  }
}

// MARK: Allowed warnings

/// Warnings that a mapping of the file allows in its contents.
struct Allowance {
  /// `no-effect` and the like.
  let ids: Set<String>
  let node: YAMLNode
  /// Whether that is the whole file.
  let isWhole: Bool
  /// Where the mapping and everything in it begins.
  var marks: Set<YAMLMark> {
    var result: Set<YAMLMark> = []
    var open = [node]
    while let next = open.popLast() {
      result.insert(next.mark)
      open += next.items ?? []
      open += (next.entries ?? []).flatMap { [$0.key, $0.value] }
    }
    return result
  }
}

extension DiagnosticCollector {
  /// Drops warnings of these kinds about the mapping or its contents.
  func allow(_ ids: [String], in node: YAMLNode, isWhole: Bool) {
    allowances.append(Allowance(ids: Set(ids), node: node, isWhole: isWhole))
  }

  /// The places of a file's allowances, worked out once for all its reports.
  fileprivate struct Allowances {
    private let places: [(ids: Set<String>, marks: Set<YAMLMark>?)]

    init(_ all: [Allowance]) { places = all.map { ($0.ids, $0.isWhole ? nil : $0.marks) } }

    func contains(_ report: Subject) -> Bool {
      report.severity == .warning
        && places.contains { place in
          place.ids.contains(report.id) && place.marks?.contains(report.place.mark) ?? true
        }
    }
  }
}
