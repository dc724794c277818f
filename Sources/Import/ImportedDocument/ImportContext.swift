import Algorithms
package import RostrumGeometry
package import RostrumSceneImport
package import RostrumSource

/// The text of one file and the reports about it, for reading and converting it.
open class ImportContext {
  package let source: SourceText
  private let ignored: Set<String>
  /// The parts that players of the format leave out too, so that they are warnings at once.
  private let leftOut: Set<UnsupportedFeature>
  private struct Report {
    let severity: Diagnostic.Severity
    let id: String
    let message: String
    let bytes: Range<Int>
    let hint: String?
  }

  private var reports: [Report] = []
  private var seen: Set<[Int]> = []
  package private(set) var hasErrors = false
  /// The tag whose attributes were asked for last, and their places.
  var placedTag: Range<Int>?
  var places: [String: Range<Int>] = [:]
  /// The counts of all that the file comes to so far.
  package let budget = ImportBudget()
  private var hasReportedExcess = false
  /// The most reports; the rest is dropped.
  private static let maximumReports = 1000

  package init(
    _ source: SourceText, ignoring ignored: Set<String>,
    leftOutByPlayers leftOut: Set<UnsupportedFeature> = []
  ) {
    (self.source, self.ignored, self.leftOut) = (source, ignored, leftOut)
  }

  package final func error(
    _ id: DiagnosticID, _ message: String, at place: some ImportPlace, hint: String? = nil
  ) {
    add(.error, id.rawValue, message, place.bytes, hint)
  }

  /// Reports a difference between the picture and the file, as a warning.
  package final func warning(
    _ id: DiagnosticID, _ message: String, at place: some ImportPlace, hint: String? = nil
  ) {
    add(.warning, id.rawValue, message, place.bytes, hint)
  }

  /// The same with the name of a feature.
  package final func warning(
    _ id: String, _ message: String, at place: some ImportPlace, hint: String? = nil
  ) {
    add(.warning, id, message, place.bytes, hint)
  }

  /// Reports an error in place of a result.
  package final func failure<Result: PossibleResult>(
    _ id: DiagnosticID, _ message: String, at place: some ImportPlace, hint: String? = nil
  ) -> Result {
    error(id, message, at: place, hint: hint)
    return .nothing
  }

  /// Reports a warning in place of a result.
  package final func warned<Result: PossibleResult>(
    _ id: DiagnosticID, _ message: String, at place: some ImportPlace
  ) -> Result {
    warning(id, message, at: place)
    return .nothing
  }

  /// Whether no limit is reached; else the first call reports which.
  package final func isWithinBudget(at bytes: Range<Int>) -> Bool {
    guard let message = budget.message else { return true }
    if !hasReportedExcess {
      error(budget.excess == .layers ? .tooManyLayers : .tooLarge, message, at: bytes)
    }
    hasReportedExcess = true
    return false
  }

  /// Adds `count` to the total of `kind`, and reports the first limit that is exceeded. Returns
  /// whether none is.
  @discardableResult
  package final func spend(_ count: Int, _ kind: ImportBudget.Kind, at bytes: Range<Int>) -> Bool {
    budget.add(count, kind)
    return isWithinBudget(at: bytes)
  }

  /// Whether layers lie no deeper in each other than a scene allows; else reports it.
  package final func allowsDepth(of drafts: [ImportedLayer]) -> Bool {
    guard let name = ImportedLayer.name(deeperThan: Self.maximumDepth, in: drafts) else {
      return true
    }
    return failure(
      .tooDeep,
      "layers lie more than \(Self.maximumDepth) deep in each other, such as \(name.quoted)",
      at: 0..<1)
  }

  /// As in a scene's file.
  package static let maximumDepth = 200

  /// Whether parts of that kind are left out, as was asked for.
  package final func ignores(_ feature: UnsupportedFeature) -> Bool {
    ignored.contains(feature.name)
  }

  /// Reports a part of the format that is not drawn. Of `detail` the first 100 characters count.
  package final func unsupported(
    _ feature: UnsupportedFeature, _ detail: String? = nil, at place: some ImportPlace
  ) {
    let what = feature.subject + (detail.map { " (\($0.prefix(100)))" } ?? "")
    if ignored.contains(feature.name) {
      add(
        .warning, feature.name, "\(what) are ignored: \(feature.whenIgnored)",
        place.bytes, nil)
    } else if leftOut.contains(feature) {
      add(
        .warning, feature.name, "\(what) are not supported: \(feature.whenIgnored)",
        place.bytes, nil)
    } else {
      add(
        .error, feature.name, "\(what) are not supported", place.bytes,
        "with --ignore \(feature.name), \(feature.whenIgnored)")
    }
  }

  /// Reports a part of the format that is not drawn in place of a result.
  package final func leavingOut<Result: PossibleResult>(
    _ feature: UnsupportedFeature, _ detail: String? = nil, at place: some ImportPlace
  ) -> Result {
    unsupported(feature, detail, at: place)
    return .nothing
  }

  /// The reports up to one time.
  package struct Mark {
    fileprivate let count: Int
    fileprivate let seen: Set<[Int]>
    fileprivate let hasErrors: Bool
  }

  package final var mark: Mark { Mark(count: reports.count, seen: seen, hasErrors: hasErrors) }

  /// The errors that were reported since.
  package final func errors(
    since mark: Mark
  ) -> [(id: String, message: String, bytes: Range<Int>, hint: String?)] {
    guard hasErrors else { return [] }
    return reports[mark.count...].filter { $0.severity == .error }
      .map { ($0.id, $0.message, $0.bytes, $0.hint) }
  }

  /// Takes back the reports since.
  package final func forget(since mark: Mark) {
    reports.removeSubrange(mark.count...)
    (seen, hasErrors) = (mark.seen, mark.hasErrors)
  }

  private func add(
    _ severity: Diagnostic.Severity, _ id: String, _ message: String, _ bytes: Range<Int>,
    _ hint: String?
  ) {
    if severity == .error { hasErrors = true }
    guard reports.count < Self.maximumReports,
      seen.insert([bytes.lowerBound, id.hashValue]).inserted
    else { return }
    reports.append(
      Report(severity: severity, id: id, message: message, bytes: bytes, hint: hint))
  }

  /// Everything that was reported, in the order of the file.
  package final var diagnostics: [Diagnostic] {
    reports.sorted { ($0.bytes.lowerBound, $0.id) < ($1.bytes.lowerBound, $1.id) }.map { report in
      Diagnostic(
        severity: report.severity, id: report.id, message: report.message,
        range: source.range(ofBytes: report.bytes), hint: report.hint)
    }
  }

  /// The line that has a byte, counted from 1.
  package final func line(ofByte byte: Int) -> Int { lines.line(ofByte: byte) }

  private lazy var lines = LineTable(source)
}

/// Finds the line of a byte.
private struct LineTable {
  private let starts: [Int]

  init(_ source: SourceText) {
    var starts = [0]
    for (index, byte) in source.bytes.enumerated() where byte == 0x0A { starts.append(index + 1) }
    self.starts = starts
  }

  /// Counted from 1.
  func line(ofByte byte: Int) -> Int {
    max(starts.partitioningIndex { $0 > byte }, 1)
  }
}

extension ImportOptions {
  /// Whether a canvas of this size may be drawn; reports one that may not.
  package func allows(_ size: Size, _ context: ImportContext, at place: Range<Int>) -> Bool {
    let (width, height) = (size.width * scale, size.height * scale)
    if width * height <= Double(maximumPixels), max(width, height) <= 32_767 { return true }
    return context.failure(
      .canvasTooLarge,
      "the canvas has \(Int(width)) x \(Int(height)) pixels, more than the limit of \(maximumPixels) or than 32767 a side",
      at: place, hint: "raise the limit with --max-pixels")
  }
}
