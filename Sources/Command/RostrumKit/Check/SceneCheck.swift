import RostrumBase
import RostrumGeometry
import RostrumLayerTree
public import RostrumOutput
public import RostrumRendering
public import RostrumSceneFile
import RostrumSource
import RostrumTiming

/// Finds probable mistakes in a valid scene, by evaluating it and by drawing its frames.
public struct SceneCheck: Sendable {
  /// How closely a scene is looked at.
  public enum Depth: Sendable {
    /// Its layers and animations are worked out, which takes no longer than loading it.
    case evaluated
    /// Frames are drawn too.
    case rendered
  }

  private let result: LoadResult
  let scene: Scene
  let context: RenderContext

  /// `nil` for a file with mistakes. `assets` need the pictures only where frames are drawn.
  public init?(_ result: LoadResult, assets: SceneAssets) {
    guard let scene = result.scene else { return nil }
    (self.result, self.scene) = (result, scene)
    context = RenderContext(scene: scene, assets: assets)
  }

  /// The load result with the findings added. Throws `CancellationError`, and the errors of drawing
  /// a frame.
  public func result(_ depth: Depth) throws -> LoadResult {
    var found = try animationFindings() + sightFindings() + textFindings() + effectFindings()
    found += try groundFindings() + opacityFindings()
    if depth == .rendered { found += try contrastFindings() }
    found = try found.withoutRepetitions + demandFindings()
    if depth == .rendered { found += try flashFindings() }
    return result.adding(found)
  }

  var demands: SceneChecks { result.checks }

  // MARK: Layers

  /// A layer of the scene's own file, and its source location.
  struct Place {
    let layer: Layer
    /// Whether it is drawn for its alpha alone.
    let isMask: Bool
    /// Whether there may be several of it, each at a time of its own.
    let isCopied: Bool
    /// Whether its clock is one straight line, so that times are known without the events.
    let isSteady: Bool
  }

  /// The layers that the file itself declares; layers of embedded scenes are declared in other
  /// files.
  var places: [Place] {
    var found: [Place] = []
    for layer in scene.root.sublayers {
      collect(Place(layer: layer, isMask: false, isCopied: false, isSteady: true), into: &found)
    }
    return found
  }

  private func collect(_ place: Place, into found: inout [Place]) {
    let layer = place.layer
    let isSteady =
      place.isSteady && layer.epochs.count == 1
      && !layer.allAnimations.contains(where: \.targetsClock)
    if layer.place != nil {
      found.append(
        Place(layer: layer, isMask: place.isMask, isCopied: place.isCopied, isSteady: isSteady))
    }
    guard layer.sceneReference == nil else { return }
    let isCopied = place.isCopied || layer.layerClass == .replicator
    for inner in layer.inner {
      let isMask = place.isMask || inner === layer.mask
      collect(
        Place(layer: inner, isMask: isMask, isCopied: isCopied, isSteady: isSteady), into: &found)
    }
  }

  // MARK: Frames

  /// All frames, each once: the first, then those halfway between the ones before, so that many
  /// questions are answered by a few.
  func spreadFrames(_ limit: Int = .max) -> [Int] {
    let count = scene.clock.frameCount
    var step = 1
    while step < count { step *= 2 }
    var order = [0]
    while step > 1, order.count < limit {
      order += stride(from: step / 2, to: count, by: step)
      step /= 2
    }
    return Array(order.prefix(limit))
  }

  func time(ofFrame frame: Int) -> Double { scene.clock.time(ofFrame: frame) }

  var lastTime: Double { time(ofFrame: max(scene.clock.frameCount - 1, 0)) }

  // MARK: Reports

  func warning(
    _ id: DiagnosticID, _ message: String, at place: SourcePlace?, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      severity: .warning, id: id.rawValue, message: message,
      range: result.source.start(ofItemAtLine: place?.line ?? 1), hint: hint)
  }
}

extension [Diagnostic] {
  /// Keeps one diagnostic of each kind per line, since one line may declare many layers.
  fileprivate var withoutRepetitions: [Diagnostic] {
    var seen: Set<[String]> = []
    return filter { seen.insert([$0.id, "\($0.range.line)"]).inserted }
  }
}

/// A time as shown in messages, in milliseconds.
func readable(moment seconds: Double) -> String {
  readable(seconds: (seconds * 1000).rounded() / 1000)
}

extension SceneOpener {
  /// Checks the file at `path` as `check(_:)` does, with the findings of `SceneCheck`: probable
  /// mistakes in the scene as it moves. Also throws the errors of drawing a frame, where frames are
  /// drawn.
  public func check(_ path: String, _ depth: SceneCheck.Depth) throws -> LoadResult {
    try check(path, parsed: nil, depth)
  }

  fileprivate func check(
    _ path: String, parsed: ParsedScene?, _ depth: SceneCheck.Depth
  ) throws -> LoadResult {
    if let figure = checkFigure(parsed) {
      try checkInputs(figure.files.union([FilePath(path)]))
      return figure
    }
    guard depth == .rendered else {
      let result = try check(path, parsed: parsed)
      return try SceneCheck(result, assets: assets(nil))?.result(depth) ?? result
    }
    do {
      let opened = try open(path, parsed: parsed)
      return try opened.placingPictures {
        try SceneCheck(opened.result, assets: opened.assets)?.result(depth) ?? opened.result
      }
    } catch let invalid as InvalidScene {
      return invalid.result
    }
  }

  /// Checks a text that is, or will be, the content of the file at `path`, with the findings of
  /// `SceneCheck`.
  public func check(
    text: String, path: String, _ depth: SceneCheck.Depth
  ) throws -> LoadResult {
    let file = ParsedScene(
      SourceText(text, path: path), maximumNodes: options.maximumNodes)
    if let figure = checkFigure(file) { return figure }
    let result = check(text: text, path: path)
    return try SceneCheck(result, assets: assets(nil))?.result(depth) ?? result
  }
}

extension RenderJob {
  /// Checks every scene with every row, as closely as `depth` says. Throws as `run` does, but for
  /// the outputs, and what drawing a frame throws. Returns the columns of the data that no scene
  /// has a parameter for; none where the parameters of one are not known, or no row is right.
  public func check(
    _ depth: SceneCheck.Depth = .evaluated,
    _ report: (RenderItem, Result<LoadResult, SceneFileError>) -> Void
  ) throws -> [String] {
    try check(by: { try $0.check($1, parsed: $2, depth) }, report)
  }
}
