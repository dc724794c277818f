import RostrumBase

/// One thing in a scene file that is wrong, or doubtful, or to be known.
public struct Diagnostic: Hashable, Sendable, Codable {
  public enum Severity: String, Hashable, Sendable, Codable {
    /// The scene cannot be used.
    case error
    /// The scene works, but probably not as its author thinks.
    case warning
    /// No problem: information for the author.
    case note
  }

  /// Another place that explains the problem, such as the first of two equal names.
  public struct Related: Hashable, Sendable, Codable {
    public let message: String
    public let range: SourceRange

    public init(message: String, range: SourceRange) {
      self.message = message
      self.range = range
    }
  }

  public let severity: Severity
  /// The kind of problem, in words that do not change: `unknown-key`.
  public let id: String
  /// One line with the expected and the actual value, without a full stop.
  public let message: String
  public let range: SourceRange
  /// A suggestion to write something else.
  public let hint: String?
  public let related: [Related]

  public init(
    severity: Severity, id: String, message: String, range: SourceRange, hint: String? = nil,
    related: [Related] = []
  ) {
    self.severity = severity
    self.id = id
    self.message = message
    self.range = range
    self.hint = hint
    self.related = related
  }
}

/// A stretch of characters on one line of a file.
public struct SourceRange: Hashable, Sendable, Codable {
  private let path: FilePath
  /// Counted from 1.
  public let line: Int
  /// Counted from 1, in characters as people see them (grapheme clusters).
  public let column: Int
  /// In characters; 0 for a place between two.
  public let length: Int

  public init(file: String, line: Int, column: Int, length: Int) {
    path = FilePath(file)
    self.line = line
    self.column = column
    self.length = length
  }

  private enum CodingKeys: String, CodingKey {
    case path = "file"
    case line, column, length
  }

  /// As the user wrote the path.
  public var file: String { path.string }
}

extension SourceRange: Comparable {
  public static func < (a: SourceRange, b: SourceRange) -> Bool {
    (a.line, a.column, a.length) < (b.line, b.column, b.length)
  }
}

/// The kinds of problem. Scripts may rely on these words.
package enum DiagnosticID: String, CaseIterable {
  case badEncoding = "bad-encoding"
  case badYAML = "bad-yaml"
  case tooLarge = "too-large"
  case tooDeep = "too-deep"
  case badAlias = "bad-alias"
  case badMerge = "bad-merge"
  case badTag = "bad-tag"
  case duplicateKey = "duplicate-key"
  case emptyScene = "empty-scene"
  case unknownKey = "unknown-key"
  case missingKey = "missing-key"
  case wrongType = "wrong-type"
  case wrongCount = "wrong-count"
  case outOfRange = "out-of-range"
  case angleWithoutUnit = "angle-without-unit"
  case unknownWord = "unknown-word"
  case unknownClass = "unknown-class"
  case unknownType = "unknown-type"
  case unknownKeyPath = "unknown-key-path"
  case notAnimatable = "not-animatable"
  case notAvailable = "not-available"
  case conflict = "conflict"
  case noEffect = "no-effect"
  case duplicateName = "duplicate-name"
  case badName = "bad-name"
  case badColor = "bad-color"
  case badPath = "bad-path"
  case badTransform = "bad-transform"
  case badTimingFunction = "bad-timing-function"
  case badKeyTimes = "bad-key-times"
  case badSpring = "bad-spring"
  case endless = "endless"
  case canvasTooLarge = "canvas-too-large"
  case tooManyFrames = "too-many-frames"
  case tooManyLayers = "too-many-layers"
  case missingFile = "missing-file"
  case notAFile = "not-a-file"
  case outsideFolder = "outside-folder"
  case notDrawn = "not-drawn"
  case unknownLayer = "unknown-layer"
  case unknownAnimation = "unknown-animation"
  case tooManyAnimations = "too-many-animations"
  case unknownName = "unknown-name"
  case badClock = "bad-clock"
  case badFormat = "bad-format"
  case badInnerScene = "bad-inner-scene"
  case sceneCycle = "scene-cycle"
  case eventCycle = "event-cycle"
  case badData = "bad-data"
  case unknownParameter = "unknown-parameter"
  case missingParameter = "missing-parameter"
  case unusedParameter = "unused-parameter"
  case badPlaceholder = "bad-placeholder"
  case badCalculation = "bad-calculation"
  case layoutOverflow = "layout-overflow"
  case textOverflow = "text-overflow"
  case textTruncated = "text-truncated"
  case offCanvas = "off-canvas"
  case withoutSize = "without-size"
  case covered = "covered"
  case afterEnd = "after-end"
  case noChange = "no-change"
  case jumpBack = "jump-back"
  case captionOverlap = "caption-overlap"
  case captionSpeed = "caption-speed"
  case badCaptions = "bad-captions"
  case lowContrast = "low-contrast"
  case flash = "flash"
  case standsStill = "stands-still"
  case failedExpectation = "failed-expectation"
  case checkedInPart = "checked-in-part"
  case keptLayer = "kept-layer"
  case notVectors = "not-vectors"
  case programsDiffer = "programs-differ"
  case shortage = "shortage"
}

extension DiagnosticID {
  /// The kinds that are warnings, in the order of the documentation: a scene may allow each where
  /// it is meant.
  package static let checks: [DiagnosticID] = [
    .angleWithoutUnit, .noEffect, .notDrawn, .unusedParameter, .afterEnd, .noChange, .jumpBack,
    .offCanvas, .withoutSize, .covered, .layoutOverflow, .textOverflow, .textTruncated,
    .captionOverlap,
    .captionSpeed, .standsStill, .lowContrast,
    .flash,
  ]

  private static let checkNames = Set(checks.map(\.rawValue))

  /// Whether a word names one of the warnings.
  static func isCheck(_ id: String) -> Bool { checkNames.contains(id) }
}
