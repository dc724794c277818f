public import RostrumBase
import RostrumCanvas
public import RostrumGeometry
public import RostrumImageDiff
public import RostrumMedia
import RostrumOutput

/// How two pictures, folders or videos are compared.
public struct DiffOptions: Sendable {
  public var tolerance = Tolerance.standard
  /// Pixels that do not count.
  public var ignored: [PixelRect] = []
  /// The least signal-to-noise ratio of a frame of a video, in decibels; encoders change every
  /// pixel a little. `nil` for no bound.
  public var minimumSignalToNoise: Double? = 35
  /// The changes that an encoder may have made to a video's frames and its sound, instead of
  /// `tolerance` and `minimumSignalToNoise`; `nil` for nothing.
  public var codecNoise: CodecNoise?
  /// The most pixels that a picture or a frame of a video may have. A pair takes nine bytes for
  /// each.
  public var maximumSize = Self.usualSize
  /// The number of pixels in a picture of 8192 x 8192.
  public static let usualSize = 1 << 26
  /// For how many pairs, the most different ones, the report keeps pictures. 0 for a run without a
  /// report.
  public var keptPictures = 0
  /// The folder that gets the pictures of pairs that fail, in `expected/`, `actual/` and `diff/`;
  /// `nil` for none.
  public var pictureFolder: String?
  /// The folder of the report, which is not inside a compared folder; `nil` for none.
  public var reportFolder: String?
  /// How many pairs are compared side by side, at least 1.
  public var jobs = ProcessorCount.available
  public var tools = MediaTools()

  public init() {}

  /// Leaves out a rectangle of pixels.
  public mutating func ignore(x: Int, y: Int, width: Int, height: Int) {
    ignored.append(PixelRect(x: x, y: y, width: width, height: height))
  }
}

/// Compares two pictures, two folders of frames, or two videos.
public struct DiffJob: Sendable {
  /// Inputs that cannot be compared.
  public enum Problem: ExitStatusError, Sendable, Equatable, CustomStringConvertible {
    case missing(path: String)
    /// One is a folder and the other a file.
    case kindsDiffer(expected: String, actual: String)
    case noPictures(path: String)
    case reportAmong(report: String, path: String)
    /// ffmpeg cannot read it; the reason is its own.
    case unreadableVideo(reason: String)

    public var description: String {
      switch self {
      case .missing(let path): "there is no '\(path)'"
      case .kindsDiffer(let expected, let actual):
        "'\(expected)' and '\(actual)' are not both pictures, both folders, or both videos"
      case .reportAmong(let report, let path):
        "the report '\(report)' would write among what is compared, '\(path)': name another folder"
      case .noPictures(let path): "there are neither pictures nor films in '\(path)'"
      case .unreadableVideo(let reason): reason
      }
    }

    public var exitStatus: ExitStatus {
      switch self {
      case .kindsDiffer, .reportAmong: .wrongUsage
      case .missing, .noPictures, .unreadableVideo: .inputMissing
      }
    }
  }

  private let expected: String
  private let actual: String
  private let options: DiffOptions

  public init(expected: String, actual: String, options: DiffOptions = DiffOptions()) {
    self.expected = expected
    self.actual = actual
    self.options = options
  }

  /// Throws `Problem`, `MediaError` for what cannot be read.
  public func run() async throws -> DiffReport {
    let kinds = try (Kind(expected), Kind(actual))
    guard kinds.0 == kinds.1 else {
      throw Problem.kindsDiffer(expected: expected, actual: actual)
    }
    if let report = options.reportFolder,
      let path = [expected, actual].first(where: PictureFolder(path: report).isAmong)
    {
      throw Problem.reportAmong(report: report, path: path)
    }
    switch kinds.0 {
    case .picture: return report([try await onePair()])
    case .folder: return try await FolderComparison(expected, actual, options).run(titled: title)
    case .video:
      do {
        return try await FilmComparison(expected, actual, options).run(titled: title)
      } catch let error as MediaError where error.isToolFailure {
        throw Problem.unreadableVideo(reason: "\(error)")
      }
    }
  }

  /// Writes a film of the differences into `film/` of a folder and records its path; skips single
  /// pictures and equal pairs. Throws `MediaError`.
  public func addFilms(_ report: inout DiffReport, to folder: String) async throws {
    guard try Kind(expected) == .video else { return try await report.addFilms(to: folder) }
    guard report.filmSteps.count > 1, !report.failures.isEmpty else { return }
    let name = "film/\(mirroredName(of: actual)).mp4"
    try await FilmComparison(expected, actual, options)
      .film(to: "\(folder)/\(name)", steps: report.filmSteps)
    try report.addFilm(
      "\(folder)/\(name)", named: name, of: URL(filePath: actual).lastPathComponent)
  }

  /// Takes the pairs for the same, and measures the bounds under which they are. Throws also
  /// `Calibration.Unlike`.
  public func calibration() async throws -> Calibration {
    let isVideo = try Kind(expected) == .video
    return try Calibration(
      try await run(), usualRatio: isVideo ? options.minimumSignalToNoise : nil)
  }

  private var title: String { "\(expected) and \(actual)" }

  private func report(_ entries: [DiffReport.Entry]) -> DiffReport {
    DiffReport(title: title, tolerance: options.tolerance, entries: entries)
  }

  private func onePair() async throws -> DiffReport.Entry {
    let pair = PicturePair(
      group: actual.lastPathComponent, name: "", expected: expected,
      actual: actual)
    return try await pair.compared(options, PictureSelection(limit: options.keptPictures))
  }

  private enum Kind {
    case picture, folder, video

    init(_ path: String) throws {
      guard FileManager.default.fileExists(atPath: path) else {
        throw Problem.missing(path: path)
      }
      if isFolder(path) {
        self = .folder
      } else {
        // Opening a named pipe may wait for ever.
        _ = try sizeOfFile(path)
        // For a file that is neither, ffmpeg reports the error.
        self = FileContent(path) == .picture ? .picture : .video
      }
    }
  }
}
