import RostrumBase
import RostrumGeometry
public import RostrumImageDiff
import RostrumOutput

/// The result of a comparison of pictures, sequences, videos or scenes: the one model that every
/// report is made of.
public struct DiffReport: Sendable {
  /// The result for one pair of pictures.
  public enum Verdict: String, Sendable, CaseIterable, Decodable {
    case same
    case different
    /// The pictures are the same, values of layers are not, and that counts.
    case valuesDiffer = "values-differ"
    /// There is no expected picture, or no actual one.
    case missing
    /// The actual film goes on without a frame of the expected one.
    case dropped
    /// The actual film shows a frame twice.
    case doubled
    case sizesDiffer = "sizes-differ"
    /// The film differs in what no single picture shows, such as its rate or its sound.
    case filmDiffers = "film-differs"
    /// A scene that has no baseline at all.
    case unrecorded = "not-recorded"
    /// Different, and the baseline was made by other versions of the renderer, its libraries or
    /// fonts.
    case environmentDiffers = "environment-differs"
    /// A baseline without a scene.
    case orphaned
    /// Nothing was compared: a baseline that was recorded in another way than `verify` does, or a
    /// picture of which every pixel is ignored.
    case unchecked
    /// Drawn again, it came out otherwise.
    case unstable
    /// There is a picture or a scene that cannot be read or drawn.
    case unreadable
    /// The scene has mistakes.
    case wrong
    /// There was no baseline; there is one now.
    case recorded
    /// The baseline was replaced.
    case updated

    public var isFailure: Bool { self != .same }
  }

  /// Three pictures as PNG files.
  public struct Pictures: Sendable {
    public var expected: [UInt8]?
    public var actual: [UInt8]?
    public var difference: [UInt8]?
  }

  /// One pair of pictures.
  public struct Entry: Sendable {
    /// The scene, the folder or the video that the pair belongs to.
    public var group: String
    /// The picture's name: a time, a file's name or a frame.
    public var name: String
    public var verdict: Verdict
    /// `nil` when there was nothing to compare.
    public var difference: PictureDifference?
    /// The findings; one sentence each.
    public var sentences: [String] = []
    /// The place of the expected picture: a path, or a path and a frame.
    public var expected: String
    public var actual: String
    /// The file that an annotation points to.
    public var source: String?
    /// The line of `source` that says what changed, where it is known.
    public var line: Int? {
      get { lines.first }
      set { lines = newValue.map { [$0] } ?? [] }
    }
    /// The lines of `source` of which at least one is the cause.
    var lines: [Int] = []
    /// The reasons for the difference that are known.
    var causes: [DifferenceCause] = []
    /// The values of layers that are not as they were recorded.
    var changes: [LayerChange] = []
    /// The levels of a film's sound that differs.
    var levels: SoundLevels?
    /// The digest of the actual picture's pixels, where the run asks for it.
    var digest: Digest?
    /// How long drawing or reading and comparing took; `nil` where that was not measured.
    var seconds: Double?
    /// Films that show the pair among others, for the report's page.
    var films: [ReportFilm] = []
    /// The pictures beside the report, where the run left any.
    var files: ReportPictures?
    /// Left out when no report needs them, and for the less different pairs of many.
    public var pictures: Pictures?

    public var title: String { name.isEmpty ? group : "\(group) @ \(name)" }
  }

  /// The command, in words.
  public var title: String
  public var tolerance: Tolerance
  /// In the order of scenes and frames.
  public var entries: [Entry]
  /// Notes that belong to no entry.
  public var notes: [String]
  /// The frames of two films that belong together; empty for everything else.
  var filmSteps: [FilmStep] = []
  /// The films that the run left in the report's folder.
  var films: [ReportPicture] = []
  /// The shard of the scenes that the report covers; `nil` for all scenes.
  var shard: Shard?
  /// The run that the report belongs to; `nil` for comparisons of files.
  var run: RunIdentity?
  /// Whether the report covers one of several shards.
  public var isPart: Bool { shard != nil }

  /// The version of the form of `report.json`.
  static let version = 1

  public init(title: String, tolerance: Tolerance, entries: [Entry], notes: [String] = []) {
    self.title = title
    self.tolerance = tolerance
    self.entries = entries
    self.notes = notes
  }

  /// All files that the run left beside the report.
  var files: [ReportPicture] { entries.flatMap { $0.files?.all ?? [] } + films }

  public var failures: [Entry] { entries.filter(\.verdict.isFailure) }

  public func count(_ verdict: Verdict) -> Int { entries.count { $0.verdict == verdict } }

  /// The exit status. The verdict that puts the others in doubt comes first: 70 drawn otherwise
  /// when drawn again, 65 wrong scene, 66 unreadable, or nothing was compared, 5 other environment,
  /// 6 a scene without any baseline, 3 missing (also a frame that was dropped or doubled),
  /// orphaned, unchecked or just recorded, 4 sizes differ, 1 different (in pixels, in the film or
  /// in values that count) or just updated, 0 same.
  public var exitStatus: Int32 {
    // A part of a run may be empty.
    guard !entries.isEmpty || isPart else { return ExitStatus.inputMissing.rawValue }
    let verdicts = Set(entries.map(\.verdict))
    let ranks: [(Set<Verdict>, Int32)] = [
      ([.unstable], 70), ([.wrong], 65), ([.unreadable], 66), ([.environmentDiffers], 5),
      ([.unrecorded], 6),
      ([.missing, .orphaned, .unchecked, .recorded, .dropped, .doubled], 3), ([.sizesDiffer], 4),
      ([.different, .filmDiffers, .valuesDiffer, .updated], 1),
    ]
    return ranks.first { !$0.0.isDisjoint(with: verdicts) }?.1 ?? 0
  }

  /// One line for people: how many of each.
  public var summary: String {
    let counts = Verdict.allCases.compactMap { verdict -> String? in
      let count = count(verdict)
      return count > 0 ? "\(count) \(verdict.words)" : nil
    }
    guard counts.isEmpty else { return counts.joined(separator: ", ") }
    return isPart ? "no scene is in this part: nothing was compared" : "nothing was compared"
  }
}

/// A layer that is new, is gone, or has another value than the recorded one.
struct LayerChange: Sendable, Equatable, Codable {
  let layer: String
  /// `nil` for a layer that is new or gone.
  var keyPath: String?
  /// In words, such as `position.x 220 -> 220.4`.
  let text: String

  var sentence: String { layer.isEmpty ? text : "\(layer): \(text)" }
}

extension [LayerChange] {
  /// A sentence for each change, in the order of the first layer that has it: copies of a layer
  /// share one.
  var sentences: [String] {
    var layers: [String: [String]] = [:]
    var seen = Set<String>()
    // Copies may have one name.
    for change in self where seen.insert(change.sentence).inserted {
      layers[change.text, default: []].append(change.layer)
    }
    seen = []
    return compactMap { change in
      guard seen.insert(change.text).inserted, let own = layers[change.text] else { return nil }
      guard own.count > 1, !change.layer.isEmpty else { return change.sentence }
      let count = own.count > Self.mostNames ? " (\(own.count) layers)" : ""
      return "\(list(own, most: Self.mostNames))\(count): \(change.text)"
    }
  }

  private static var mostNames: Int { 4 }
}

extension DiffReport.Verdict {
  /// For people.
  public var words: String {
    switch self {
    case .valuesDiffer: "of other values"
    case .filmDiffers: "another film"
    case .sizesDiffer: "of another size"
    case .environmentDiffers: "different in another environment"
    case .unchecked: "not checked"
    case .unrecorded: "not recorded"
    case .unstable: "not the same each time"
    default: rawValue
    }
  }

  /// Pictures of which no pixel counts were not compared.
  init(_ difference: PictureDifference) {
    guard difference.comparedPixels > 0 || difference.verdict == .sizesDiffer else {
      self = .unchecked
      return
    }
    switch difference.verdict {
    case .same: self = .same
    case .different: self = .different
    case .sizesDiffer: self = .sizesDiffer
    }
  }
}

extension PictureDifference {
  /// The numbers in sentences: the same ones on success and on failure.
  var sentences: [String] {
    if comparedPixels == 0, verdict != .sizesDiffer {
      return ["no pixel was compared: all \(ignoredPixels) are ignored"]
    }
    if isIdentical { return ["all \(comparedPixels) pixels are equal" + ignoredText] }
    var lines: [String] = []
    if expectedSize != actualSize {
      lines.append("expected \(Self.size(expectedSize)), got \(Self.size(actualSize))")
      if differentPixels + forgivenPixels + toleratedPixels == 0 {
        return lines + ["the \(comparedPixels) pixels that both have are equal" + ignoredText]
      }
    }
    lines.append(countText)
    if let region = largestRegion { lines.append(regionText(region)) }
    lines.append(distanceText)
    return lines
  }

  private static func size(_ rect: PixelRect) -> String { "\(rect.width)x\(rect.height)" }

  private var countText: String {
    "\(differentPixels) of \(comparedPixels) pixels differ (\(percent(differentShare)); "
      + "\(allowedPixels) allowed), \(forgivenPixels) forgiven as antialiasing, "
      + "\(toleratedPixels) below the threshold of \(readable(tolerance.threshold))" + ignoredText
  }

  private var ignoredText: String { ignoredPixels > 0 ? ", \(ignoredPixels) ignored" : "" }

  private func regionText(_ region: Region) -> String {
    let box = region.bounds
    let bound = tolerance.maximumRegion.map { " (\($0) allowed)" } ?? ""
    return "the largest of \(regionCount) \(regionCount == 1 ? "region" : "regions") has "
      + "\(region.pixels) \(region.pixels == 1 ? "pixel" : "pixels")\(bound), in \(Self.size(box)) at (\(box.x), \(box.y))"
  }

  private var distanceText: String {
    let place = largestDistanceAt.map { " at (\($0.x), \($0.y))" } ?? ""
    return "the largest distance is \(rounded(largestDistance, 3))\(place); "
      + "\(decibels(peakSignalToNoise))"
  }
}

/// The first `most` of some names; how many more there are.
func list(_ names: [String], most: Int) -> String {
  let more = names.count > most ? " and \(names.count - most) more" : ""
  return names.prefix(most).joined(separator: ", ") + more
}

func percent(_ share: Double) -> String {
  share > 0 && share < 0.0001 ? "<0.01 %" : "\(rounded(share * 100, 2)) %"
}

func decibels(_ ratio: Double) -> String {
  ratio.isFinite ? "PSNR \(rounded(ratio, 1)) dB" : "PSNR infinite"
}

extension [DiffReport.Entry] {
  /// The entries of each scene or folder, in the order of their first ones. Names differ where
  /// their bytes do.
  var groups: [(name: String, entries: Self)] {
    let all = Dictionary(grouping: self) { FilePath($0.group) }
    var seen = Set<FilePath>()
    return compactMap { entry in
      let path = FilePath(entry.group)
      return seen.insert(path).inserted ? (entry.group, all[path] ?? []) : nil
    }
  }
}
