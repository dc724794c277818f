import LayerTree
import Rendering
import SceneFile

/// A scene that is to be verified, or why it cannot be.
enum Candidate: Sendable {
  case opened(OpenedScene)
  case failed(DiffReport.Entry)

  /// Throws `CancellationError` only.
  init(path: String, _ opener: SceneOpener, _ report: (LoadResult) -> Void) throws {
    try Task.checkCancellation()
    do {
      self = .opened(try opener.open(path))
    } catch let error as InvalidScene {
      report(error.result)
      let lines = DiagnosticFormatter(style: .short).text(for: [error.result])
      self = .failed(Self.entry(path, .wrong, lines.split(separator: "\n").map(String.init)))
    } catch {
      self = .failed(Self.entry(path, .unreadable, ["\(error)"]))
    }
  }

  var opened: OpenedScene? { if case .opened(let opened) = self { opened } else { nil } }

  private static func entry(
    _ path: String, _ verdict: DiffReport.Verdict, _ sentences: [String]
  ) -> DiffReport.Entry {
    DiffReport.Entry(
      group: path, name: "", verdict: verdict, sentences: sentences, expected: "", actual: path,
      source: path)
  }
}

/// One scene against its baselines.
struct SceneVerification {
  private let opened: OpenedScene
  private let folder: BaselineFolder
  private let options: VerifyOptions
  private let selection: PictureSelection
  private let renderer: FrameRenderer
  private let stamp: RenderingStamp

  init(
    _ opened: OpenedScene, folder: BaselineFolder, options: VerifyOptions,
    selection: PictureSelection
  ) {
    self.opened = opened
    self.folder = folder
    self.options = options
    self.selection = selection
    renderer = FrameRenderer(
      scene: opened.scene, scale: options.scene.scale, assets: opened.assets)
    stamp = RenderingStamp(opened.scene)
  }

  /// One for each moment; `first` is the first one's place among those of all scenes.
  func entries(from first: Int) throws -> [DiffReport.Entry] {
    try options.moments.enumerated().map { offset, moment in
      try Task.checkCancellation()
      return try entry(at: moment, first + offset)
    }
  }

  private func entry(at moment: SceneMoment, _ index: Int) throws -> DiffReport.Entry {
    let baseline = folder.baseline(of: opened.path, at: moment)
    let record: BaselineRecord
    do {
      record = try render(at: moment.time(in: opened.scene.clock.duration))
    } catch {
      return DiffReport.Entry(
        group: opened.path, name: moment.text, verdict: .unreadable, sentences: ["\(error)"],
        expected: baseline.picturePath, actual: opened.path, source: opened.path)
    }
    return try BaselineCheck(
      baseline: baseline, picture: renderer.bitmap, record: record, options: options,
      selection: selection, index: index
    ).entry(group: opened.path, name: moment.text)
  }

  private func render(at time: Double) throws -> BaselineRecord {
    try renderer.render(at: time)
    return BaselineRecord(
      scene: opened.path, time: time, scale: options.scene.scale, stamp: stamp,
      layers: RecordedLayer.layers(of: opened.scene, at: time, tree: renderer.tree))
  }
}
