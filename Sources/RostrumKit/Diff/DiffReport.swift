public import ImageDiff

/// The result of a comparison of pictures, sequences, videos or scenes: the one model that every
/// report is made of.
public struct DiffReport: Sendable {
  /// The result for one pair of pictures.
  public enum Verdict: String, Sendable, CaseIterable {
    case same
    case different
    /// There is no expected picture, or no actual one.
    case missing
    case sizesDiffer = "sizes-differ"
    /// Different, and the baseline was made by other versions of the renderer, its libraries or
    /// fonts.
    case environmentDiffers = "environment-differs"
    /// A baseline that no scene stands for.
    case orphaned
    /// A baseline that was recorded in another way than `verify` does, and that nothing checks.
    case unchecked
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

  public init(title: String, tolerance: Tolerance, entries: [Entry], notes: [String] = []) {
    self.title = title
    self.tolerance = tolerance
    self.entries = entries
    self.notes = notes
  }

  public var failures: [Entry] { entries.filter(\.verdict.isFailure) }

  public func count(_ verdict: Verdict) -> Int { entries.count { $0.verdict == verdict } }

  /// The exit status. The verdict that puts the others in doubt comes first: 65 wrong scene, 66
  /// unreadable, 5 other environment, 3 missing, orphaned, unchecked or just recorded, 4 sizes
  /// differ, 1 different or just updated, 0 same.
  public var exitStatus: Int32 {
    let verdicts = Set(entries.map(\.verdict))
    let ranks: [(Set<Verdict>, Int32)] = [
      ([.wrong], 65), ([.unreadable], 66), ([.environmentDiffers], 5),
      ([.missing, .orphaned, .unchecked, .recorded], 3), ([.sizesDiffer], 4),
      ([.different, .updated], 1),
    ]
    return ranks.first { !$0.0.isDisjoint(with: verdicts) }?.1 ?? 0
  }

  /// One line for people: how many of each.
  public var summary: String {
    let counts = Verdict.allCases.compactMap { verdict -> String? in
      let count = count(verdict)
      return count > 0 ? "\(count) \(verdict.words)" : nil
    }
    return counts.isEmpty ? "nothing was compared" : counts.joined(separator: ", ")
  }
}

extension DiffReport.Verdict {
  /// For people.
  public var words: String {
    switch self {
    case .sizesDiffer: "of another size"
    case .environmentDiffers: "different in another environment"
    case .unchecked: "not checked"
    default: rawValue
    }
  }

  init(_ verdict: PictureDifference.Verdict) {
    switch verdict {
    case .same: self = .same
    case .different: self = .different
    case .sizesDiffer: self = .sizesDiffer
    }
  }
}
