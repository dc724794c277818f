public import RostrumBase
public import RostrumCanvas
import RostrumGeometry
public import RostrumMedia
import RostrumTiming

/// The format of a figure's file: a picture, or a video of an animated figure.
public enum FigureFormat: String, CaseIterable, Hashable, Sendable {
  case svg, pdf, png
  case mp4, mov, webm, gif, apng

  /// `nil` for a video.
  public var picture: ArtworkFormat? { ArtworkFormat(rawValue: rawValue) }

  /// `nil` for a picture.
  public var video: MediaFormat? { picture == nil ? MediaFormat(rawValue: rawValue) : nil }

  /// By the ending of a file's name; `nil` for another ending.
  public init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    self.init(rawValue: path[path.index(after: dot)...].lowercased())
  }

  /// The format that a figure's path ends in. The standard output, and a device or a named pipe
  /// that is there, take the `given` format, or else SVG. Throws `UnknownFigureFormat`.
  public static func ofOutput(
    _ path: String, _ given: FigureFormat?
  ) throws(UnknownFigureFormat) -> FigureFormat {
    if let format = FigureFormat(path: path) { return format }
    guard isStream(path) else { throw UnknownFigureFormat(path: path) }
    return given ?? .svg
  }
}

/// A figure's path that ends in no format.
public struct UnknownFigureFormat: ExitStatusError, Sendable, CustomStringConvertible {
  public let path: String

  public init(path: String) { self.path = path }

  public var description: String {
    let endings = FigureFormat.allCases.map { ".\($0.rawValue)" }
    let all = endings.dropLast().joined(separator: ", ") + " or " + (endings.last ?? "")
    return "'\(path)' does not end in \(all)"
  }

  public var exitStatus: ExitStatus { .wrongUsage }
}

/// A figure in which nothing moves, that should be animated.
public struct UnmovedFigure: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
  public init() {}

  public var description: String {
    "nothing moves in this figure: plots and timelines can be animated, strobes and sheets cannot"
  }

  public var exitStatus: ExitStatus { .wrongUsage }
}

extension FigureJob {
  /// Draws the figure and writes it whole: a picture, or for a video's format the figure animated,
  /// at 60 frames a second, or 50 in a GIF.
  public func write(to path: String, format: FigureFormat? = nil) async throws {
    let format = try FigureFormat.ofOutput(path, format)
    guard let video = format.video else { return try run(output: path, format: format.picture) }
    try await film(path, video)
  }

  private func film(_ path: String, _ format: MediaFormat) async throws {
    var job = self
    job.options.isAnimated = true
    let artwork = try job.artwork()
    guard let rate = FrameRate(numerator: min(60, format.highestRate ?? 60)) else { return }
    let count = max(2, Int((artwork.motionDuration * rate.framesPerSecond).rounded()))
    let scale = options.artwork.scale
    let first = try artwork.still(at: 0).bitmap(scale: scale)
    let frames = FrameFormat(
      width: first.width, height: first.height, rate: rate, frameCount: count,
      isOpaque: (artwork.background?.alpha ?? 0) >= 1)
    var settings = VideoSettings()
    // A figure without a background is laid over white where the format has no alpha.
    settings.background = .white
    let writer = try VideoWriter(path: path, format: format, frames: frames, settings: settings)
    _ = try await withFrameSink(writer) { writer in
      for index in 0..<count {
        try Task.checkCancellation()
        let time = Double(index) / rate.framesPerSecond
        try await writer.write(try artwork.still(at: time).bitmap(scale: scale), index: index)
        options.progress(index + 1, count)
      }
    }
  }
}
