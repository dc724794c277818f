import LayerTree
import Timing

/// What one loading of a scene knows and gathers: everything that a reader of values or a resolver of layers needs.
final class Resolution {
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
  var readActions: [ActionReading: Event.Addition?] = [:]
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
  /// `nil` as long as nothing is known about them.
  var declaredParameters: [String]?
  /// What the layer that shows this scene gives them, so that it can be written again.
  var givenByLayer: [(name: String, value: GivenValue)] = []
  /// Keys that were asked for, for the test that compares the resolver with the vocabulary.
  var askedKeys: Set<Key> = []

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
