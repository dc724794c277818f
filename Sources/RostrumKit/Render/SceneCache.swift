import Canvas
import Foundation
import LayerTree
import Rendering
import SceneFile
import Synchronization

/// Opens the scenes of a job. Each file is parsed once for all its rows, and the fonts are loaded
/// once for all scenes.
final class SceneCache: Sendable {
  private let options: SceneOptions
  private let fonts = FontBook()
  private let parsed = Mutex<[(path: String, scene: ParsedScene?)]>([])
  private let openedCount = Atomic(0)

  /// How many files are kept parsed: rows of one scene follow each other.
  private static let keptScenes = 16
  /// After how many rows texts are forgotten that none of them showed: more rows than are drawn
  /// side by side.
  private static let textTurn = 64

  /// Is told which files an item is made of, and when reading them began.
  private let watch: @Sendable (RenderItem, Set<String>, Date) -> Void

  init(
    options: SceneOptions,
    watch: @escaping @Sendable (RenderItem, Set<String>, Date) -> Void = { _, _, _ in }
  ) {
    (self.options, self.watch) = (options, watch)
  }

  /// Throws `InvalidScene` or `SceneFileError`.
  func open(_ item: RenderItem, _ values: ParameterValues) throws -> OpenedScene {
    let start = Date()
    let count = openedCount.wrappingAdd(1, ordering: .relaxed).newValue
    if count.isMultiple(of: Self.textTurn) { fonts.forgetUnused() }
    do {
      let opened = try opener(values).open(item.path, parsed: scene(item.path))
      watch(item, opened.result.files, start)
      return opened
    } catch {
      watch(item, (error as? InvalidScene)?.result.files ?? [absolute(item.path)], start)
      throw error
    }
  }

  /// Loads a scene, and checks everything in it.
  func check(_ item: RenderItem, _ values: ParameterValues) throws(SceneFileError) -> LoadResult {
    try opener(values).check(item.path, parsed: scene(item.path))
  }

  /// The scene's parameters with their mistakes; `nil` for a scene that cannot be read, as opening
  /// it will say.
  func parameters(_ item: RenderItem, _ values: ParameterValues) -> LoadResult? {
    let start = Date()
    guard let scene = try? scene(item.path) else { return nil }
    let result = opener(values).parameters(of: scene)
    watch(item, result.files, start)
    return result
  }

  private func absolute(_ path: String) -> String { OutputPlanner.resolved(path) }

  private func opener(_ values: ParameterValues) -> SceneOpener {
    var options = options
    options.parameters = values
    return SceneOpener(options: options, fonts: fonts)
  }

  private func scene(_ path: String) throws(SceneFileError) -> ParsedScene? {
    if let known = parsed.withLock({ $0.first { $0.path == path } }) { return known.scene }
    let scene = try SceneOpener(options: options).parse(path)
    parsed.withLock { parsed in
      if parsed.count >= Self.keptScenes { parsed.removeFirst() }
      parsed.append((path, scene))
    }
    return scene
  }
}
