public import Foundation
public import RostrumBase
import RostrumFilePaths
import RostrumGeometry
public import RostrumKit
public import RostrumLayerTree
import RostrumMedia
public import RostrumOutput
import RostrumRendering
import RostrumSceneFile
import RostrumTiming

/// A film that code of Core Animation's describes.
///
/// The code runs once, in the film's own time, when the film is made. Its changes become a scene,
/// as if it were in a scene file: from then on every frame is independent.
public struct Film: SceneSource, Sendable {
  /// Code that a film could not be made of.
  public struct Problem: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public var exitStatus: ExitStatus { .wrongScene }
  }

  private let result: Result<Scene, Problem>
  private let images: [CGImage]
  /// The calls of the code without an effect, such as an animation of an unknown key path;
  /// each mistake once. They were printed too, to the standard error.
  public let warnings: [FilmWarning]
  /// The film's name in messages, and that of its outputs where they are given none.
  public var name = "film"

  /// Runs `code` at the film's start, and then its callbacks, up to the film's end.
  ///
  /// `size` is in points, `duration` in seconds. `background` lies behind all layers; `nil` is
  /// transparent. A film's mistake is thrown where it is used. Many films may be made at
  /// once, each by one thread.
  public init(
    size: CGSize, fps: Double = 60, duration: Double, background: CGColor? = .white,
    _ code: (Stage) -> Void
  ) {
    var told: [FilmWarning] = []
    do throws(Problem) {
      let frames = try Self.frames(size, fps, duration)
      let root = CALayer()
      root.values = CALayer.stageValues(Size(size))
      let clock = FilmClock(root: root, rate: frames.rate)
      clock.whileCurrent {
        clock.note(root)
        clock.run(until: duration) { code(Stage(clock, size: size, duration: duration)) }
      }
      told = clock.warnings
      if let problem = clock.problem { throw Problem(problem) }
      var recording = SceneRecording(
        size: Size(size), background: background?.model, frames: frames)
      result = .success(recording.scene(root))
      images = recording.images.values.map(\.self)
      root.leaveFilm()
    } catch {
      (result, images) = (.failure(error), [])
    }
    warnings = told
    for warning in told { FilmWarnings.print(warning) }
  }

  /// A film of one layer, with the animations that it has, in the rectangle of its frame; a layer
  /// without a size is shown from the origin on, in `size`. It is taken out of its superlayer for
  /// that, and stays out.
  public init(of layer: CALayer, size: CGSize? = nil, fps: Double = 60, duration: Double = 1) {
    let frame = layer.frame
    let attachments = layer.attachments
    let size = size ?? (frame.isEmpty ? CGSize(width: 1, height: 1) : frame.size)
    self.init(size: size, fps: fps, duration: duration, background: nil) { stage in
      stage.layer.anchorPoint = .zero
      stage.layer.position = .zero
      stage.layer.bounds = CGRect(origin: frame.isEmpty ? .zero : frame.origin, size: size)
      stage.layer.addSublayer(layer)
    }
    layer.removeFromSuperlayer()
    // Animations that ended in this film are to run in the next one too.
    for (layer, running) in attachments {
      for animation in running { animation.leaveFilm() }
      layer.running = running
    }
  }

  private static func frames(
    _ size: CGSize, _ fps: Double, _ duration: Double
  ) throws(Problem) -> FrameClock {
    guard size.width >= 1, size.height >= 1, Size(size).isFinite else {
      throw Problem(description: "a film is at least 1 point wide and 1 point high")
    }
    guard duration >= 0, duration <= 1e6 else {
      throw Problem(description: "a film lasts from 0 to 1000000 seconds; found \(duration)")
    }
    guard fps > 0, let rate = FrameRate("\(fps)") ?? FrameRate(String(format: "%.6f", fps)) else {
      throw Problem(description: "a film has more than 0 frames a second; found \(fps)")
    }
    return FrameClock(rate: rate, duration: duration)
  }

  /// The film as a scene of the model. Throws `Problem`.
  public var scene: Scene { get throws { try result.get() } }

  /// The film as an opened scene, for everything that takes one. Throws `Problem`, and
  /// `InvalidScene` for a picture or a font that is not there.
  public func openedScene() throws -> OpenedScene {
    let assets = SceneAssets(videos: VideoReader())
    for image in images { if let bytes = image.bytes { _ = try assets.image(in: bytes) } }
    return try OpenedScene(scene, named: name, assets: assets)
  }

  /// Renders the film: to a video by the ending of its name, to a folder of PNGs, or to a pattern,
  /// as the command `rostrum render` does. Throws as `RenderJob.run` does, and `Problem`.
  @discardableResult
  public func render(
    to output: String, options: RenderOptions = RenderOptions(),
    report: @escaping @Sendable (RenderEvent) -> Void = { _ in }
  ) async throws -> RenderSummary {
    var options = options
    options.output = output
    options.outputHasFields = false
    return try await RenderJob(opened: openedScene(), options: options).run(report: report)
  }

  // MARK: The scene as a text

  /// A scene file that says the same, with absolute paths of pictures. Throws `Problem`, and
  /// `SceneWriter.Unwritable` for what the scene language has no words for: a picture of the
  /// program's own, or a clock that jumps.
  public func yaml() throws -> String {
    try SceneWriter(namingAssets: { path in
      guard path.utf8.first != 0 else { throw Self.pictureWithoutFile }
      return path
    }).text(scene)
  }

  private static let pictureWithoutFile = Problem(
    description: "a picture of the program's own has no file; use write(to:)")

  /// Writes the scene file, and beside it the pictures that are no files.
  public func write(to path: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent()
    let stem = URL(filePath: path).deletingPathExtension().lastPathComponent
    var files: [FilePath: String] = [:]
    for (number, image) in images.sorted(by: { $0.reference.path < $1.reference.path }).enumerated()
    {
      files[FilePath(image.reference.path)] = "\(stem)-\(number + 1).png"
    }
    let names = files
    let text = try SceneWriter(namingAssets: { names[FilePath($0)] ?? $0 }).text(scene)
    for image in images {
      guard let bytes = image.bytes, let file = files[FilePath(image.reference.path)] else {
        continue
      }
      try writeWholeFile(bytes, to: folder.appending(path: file).path)
    }
    try writeWholeFile(Array(text.utf8), to: path)
  }
}

extension Film.Problem {
  init(_ problem: FilmProblem) {
    switch problem {
    case .neverEnds(let time, isAtOnce: true):
      self.init(
        description:
          "the film's code never ends: \(FilmClock.maximumCallbacksAtOneTime) pieces of it run at \(time) seconds"
      )
    case .neverEnds(let time, isAtOnce: false):
      self.init(
        description:
          "the film's code never ends: \(FilmClock.maximumCallbacks) pieces of it have run at \(time) seconds"
      )
    case .raised(let warning): self.init(description: warning.place + warning.message)
    case .tooManyAnimations(let time):
      self.init(
        description:
          "more than \(FilmClock.maximumAttachments) animations hang on the film's layers at \(time) seconds"
      )
    }
  }
}

extension CALayer: SceneSource {
  /// The layer as a scene: `Film(of:)`. Throws as that does.
  public func openedScene() throws -> OpenedScene { try Film(of: self).openedScene() }
}
