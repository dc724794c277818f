import LayerTree
import Timing

/// What one loading of a scene knows and gathers: everything that a reader of values or a resolver of layers needs.
final class SceneContext {
  let options: SceneOptions
  let collector: DiagnosticCollector
  let assets: AssetPaths
  let inspector: any AssetInspector
  private var images: [String: Result<ImageReference, AssetProblem>] = [:]

  /// Layers counted so far; the root is layer 0.
  var layerCount = 0
  /// Where each name was given first.
  var names: [String: YAMLNode] = [:]
  /// Whether a layer could not be read, so that its name is not known.
  var missesLayers = false
  /// The latest time that each layer's clock shows, by the layer's index, when no event changes it.
  var latestTimes: [Int: Double] = [:]
  /// What runs when events set key paths, by the layer's index and the key path's name; `nil` for nothing.
  var actions: [Int: [String: YAMLNode?]] = [:]
  /// Those that have been read, each once for every place; `nil` for what has mistakes.
  var readActions: [ActionPlace: Event.Addition?] = [:]
  /// What the scene declares for animations to name; `nil` for what has mistakes.
  var clocks: [String: TickSchedule?] = [:]
  var followedValues: [String: FollowedValue?] = [:]
  /// The firings of clocks, shared by all animations that listen to one in the same way.
  var firings: [Listening: Firings] = [:]
  /// The other scene files that this one shows, shared with them.
  let innerScenes: InnerScenes
  /// Where the file's layers stand: inside a layer when the file is a scene inside another.
  let place: LayerPlace
  /// The file's text; `nil` for what is no file.
  let source: SourceText?
  /// What its parameters are given, and what they are.
  var given = GivenParameters.values(.none)
  var parameters: [ParameterFact] = []
  /// What the layer that shows this scene gives them, so that it can be written again.
  var givenByLayer: [(name: String, value: GivenValue)] = []

  init(
    options: SceneOptions, collector: DiagnosticCollector, assets: AssetPaths,
    inspector: any AssetInspector, innerScenes: InnerScenes = InnerScenes(),
    place: LayerPlace = .scene, source: SourceText? = nil
  ) {
    self.source = source
    self.innerScenes = innerScenes
    self.place = place
    self.options = options
    self.collector = collector
    self.assets = assets
    self.inspector = inspector
  }

  /// The picture at an absolute path, measured once.
  func image(atPath path: String) throws(AssetProblem) -> ImageReference {
    if let known = images[path] { return try known.get() }
    do throws(AssetProblem) {
      let size = try inspector.imageSize(atPath: path)
      let image = ImageReference(path: path, width: size.width, height: size.height)
      images[path] = .success(image)
      return image
    } catch {
      images[path] = .failure(error)
      throw error
    }
  }

  func inspectText(_ values: LayerValues) throws(AssetProblem) {
    try inspector.inspectText(values)
  }

  /// `hint` is only worked out when the report is kept: looking for similar words takes time.
  func error(
    _ id: DiagnosticID, _ message: String, at node: YAMLNode,
    hint: @autoclosure () -> String? = nil, related: [DiagnosticCollector.Related] = []
  ) {
    guard !node.isBroken else { return }
    let hint = collector.isFull ? nil : hint()
    collector.error(id, message, at: node, hint: hint, related: related)
  }

  func warning(_ id: DiagnosticID, _ message: String, at node: YAMLNode, hint: String? = nil) {
    collector.warning(id, message, at: node, hint: hint)
  }

  /// "expected ..., found ...".
  func mismatch(_ expectation: String, at node: YAMLNode, hint: String? = nil) {
    error(.wrongType, "expected \(expectation); found \(node.description)", at: node, hint: hint)
  }
}

// MARK: Files

extension SceneContext {
  /// The absolute path of a file that the scene may read; `nil` after reporting why there is none.
  func assetPath(_ node: YAMLNode, _ expectation: String) -> String? {
    guard let path = read(node, .text(expectation)) else { return nil }
    do throws(AssetPathProblem) {
      let real = try assets.absolutePath(of: path)
      innerScenes.files.insert(real)
      return real
    } catch {
      if let missing = assets.expectedPath(of: path) { innerScenes.files.insert(missing) }
      self.error(error.id, error.message, at: node, hint: error.hint)
      return nil
    }
  }

  /// What the inspector says, at the character of `text` that it means.
  func report(_ problem: AssetProblem, at node: YAMLNode, in text: String?) {
    var extent = DiagnosticCollector.Extent.value
    if let offset = problem.offset, let text { extent = .offset(offset, in: text) }
    let place = node.place(extent)
    collector.add(.error, problem.id, problem.message, at: place, hint: problem.hint)
  }
}
