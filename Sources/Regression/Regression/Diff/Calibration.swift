public import RostrumBase
public import RostrumImageDiff

/// Bounds for a comparison, measured on pairs of pictures that are known to be the same: two
/// machines' renders of one scene, or two encodings of one film.
public struct Calibration: Sendable {
  /// A reason why pairs say nothing about tolerances.
  public struct Unlike: ExitStatusError, Sendable, CustomStringConvertible {
    let title: String
    let reason: String

    public var description: String { "'\(title)' cannot be the same: \(reason)" }
    public var exitStatus: ExitStatus { .wrongUsage }
  }

  /// Where nothing larger than this differs, the threshold alone is raised: what differs more can
  /// be seen anywhere, and then only few pixels may.
  static let largestThreshold = 0.1
  /// The next pair differs a little more than the worst so far.
  static let margin = 1.25
  /// In decibels.
  private static let ratioMargin = 1.0

  public let pairCount: Int
  /// The proposed bounds.
  public let tolerance: Tolerance
  /// In decibels; `nil` where the usual one holds.
  public let minimumSignalToNoise: Double?
  private let facts: [(name: String, value: Double, title: String)]

  /// Measures the pairs of a comparison, which used `Tolerance.standard`. `usualRatio` is the bound
  /// of the signal-to-noise ratio, in decibels; `nil` for pictures, which have none. Throws
  /// `Unlike`.
  init(_ report: DiffReport, usualRatio: Double?) throws(Unlike) {
    let pairs = report.entries
    for entry in pairs {
      let isComparable = [.same, .different].contains(entry.verdict) && entry.difference != nil
      guard isComparable else {
        throw Unlike(title: entry.title, reason: entry.sentences.first ?? entry.verdict.words)
      }
    }
    func most(_ value: (PictureDifference) -> Double) -> (value: Double, title: String) {
      let values = pairs.compactMap { pair in pair.difference.map { (value($0), pair.title) } }
      return values.max { $0.0 < $1.0 } ?? (0, "")
    }
    let distance = most(\.largestDistance)
    let pixels = most { Double($0.differentPixels) }
    let region = most { Double($0.largestRegion?.pixels ?? 0) }
    let noise = most { -$0.peakSignalToNoise }
    facts = [
      ("different pixels", pixels.value, pixels.title),
      ("pixels in one region", region.value, region.title),
      ("distance of two colours", distance.value, distance.title),
      ("signal-to-noise ratio", -noise.value, noise.title),
    ]
    pairCount = pairs.count
    tolerance = Self.tolerance(distance.value, Int(pixels.value), Int(region.value))
    let bound = (-noise.value - Self.ratioMargin).rounded(.down)
    minimumSignalToNoise = usualRatio.flatMap { bound < $0 ? max(0, bound) : nil }
  }

  private static func tolerance(_ distance: Double, _ pixels: Int, _ region: Int) -> Tolerance {
    if distance == 0 { return .exact }
    guard pixels > 0 else { return .standard }
    let threshold = (distance * margin * 1000).rounded(.up) / 1000
    if threshold <= largestThreshold { return Tolerance(threshold: threshold) }
    func raised(_ count: Int) -> Int { Int((Double(count) * margin).rounded(.up)) }
    return Tolerance(maximumPixels: raised(pixels), maximumRegion: raised(region))
  }

  /// The options of `diff` and `verify` that say the same; none for the usual bounds.
  public var arguments: [String] {
    let usual = Tolerance.standard
    var words: [String] = []
    if tolerance.threshold != usual.threshold {
      words += ["--threshold", exact(tolerance.threshold)]
    }
    if tolerance.maximumPixels > 0 { words += ["--max-pixels", "\(tolerance.maximumPixels)"] }
    if let region = tolerance.maximumRegion { words += ["--max-region", "\(region)"] }
    if !tolerance.forgivesAntialiasing { words.append("--strict-antialiasing") }
    if let minimumSignalToNoise { words += ["--min-psnr", exact(minimumSignalToNoise)] }
    return words
  }

  /// For people.
  public var text: String {
    let lines = facts.map { fact in
      let value = fact.value.isFinite ? rounded(fact.value, 3) : "infinite"
      let bound = fact.name.hasPrefix("signal") ? "the lowest" : "the most"
      return "  \(bound) \(fact.name): \(value)"
        + (fact.value > 0 && fact.value.isFinite ? " (\(fact.title))" : "") + "\n"
    }
    let proposal = arguments.isEmpty ? "the usual bounds will do" : arguments.joined(separator: " ")
    let count = "\(pairCount) \(pairCount == 1 ? "pair" : "pairs") that should be the same"
    return "\(count):\n" + lines.joined() + "proposed: \(proposal)\n"
  }

  public var json: String {
    JSONValue.object([
      ("pairs", .integer(pairCount)),
      (
        "measured",
        .array(
          facts.map {
            .object([
              ("name", .string($0.name)), ("value", .number($0.value)), ("pair", .string($0.title)),
            ])
          })
      ),
      ("tolerance", tolerance.json), ("minimumSignalToNoise", .number(minimumSignalToNoise)),
      ("arguments", .array(arguments.map { .string($0) })),
    ]).text() + "\n"
  }
}
