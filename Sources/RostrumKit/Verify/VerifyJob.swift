import Canvas
import Foundation
import Geometry
import ImageDiff
import LayerTree
import Rendering

/// Renders scenes at some moments and compares each picture with its baseline.
public struct VerifyJob: Sendable {
  /// What the options do not go together with.
  public enum Problem: Error, Sendable, Equatable, CustomStringConvertible {
    case recordingForbidden
    case unknownLayer(name: String, scenes: [String])
    case givenTwice(scene: String)

    public var description: String {
      switch self {
      case .recordingForbidden:
        "baselines are not recorded where CI is set: record them on your machine and commit them"
      case .unknownLayer(let name, let scenes):
        "none of \(scenes.joined(separator: ", ")) has a layer '\(name)' to ignore"
      case .givenTwice(let scene): "'\(scene)' is given twice"
      }
    }
  }

  private let scenes: [String]
  private let options: VerifyOptions

  public init(scenes: [String], options: VerifyOptions) {
    self.scenes = scenes
    self.options = options
  }

  /// Loads every scene first, so that a mistake in one is found before anything is written.
  ///
  /// Throws `Problem`, `InvalidScenes`, `SceneFileError`, and `MediaError` for baselines that cannot be read or written.
  public func run() async throws -> DiffReport {
    guard !options.isContinuousIntegration || options.update == .none else {
      throw Problem.recordingForbidden
    }
    try checkRepeated()
    let opener = SceneOpener(options: options.scene)
    let opened = try InvalidScenes.collecting(scenes) { try opener.open($0) }
    try checkIgnoredLayers(opened)
    var report = DiffReport(
      title: "rostrum verify against \(options.baselines)", tolerance: options.tolerance,
      entries: try await entries(opened))
    report.entries += try orphans()
    return report
  }

  private func checkRepeated() throws {
    var seen = Set<String>()
    for scene in scenes where !seen.insert(BaselineFolder.mirrored(scene)).inserted {
      throw Problem.givenTwice(scene: scene)
    }
  }

  private func checkIgnoredLayers(_ opened: [OpenedScene]) throws {
    let names = Set(opened.flatMap { $0.scene.layers.map(\.name) })
    for name in options.ignoredLayers where !names.contains(name) {
      throw Problem.unknownLayer(name: name, scenes: scenes)
    }
  }

  private var folder: BaselineFolder {
    BaselineFolder(path: options.baselines, variant: options.variant)
  }

  /// Several scenes side by side; the moments of one in turn, as they share a renderer.
  private func entries(_ opened: [OpenedScene]) async throws -> [DiffReport.Entry] {
    var collection = EntryCollection(keptPictures: options.keptPictures)
    var next = 0
    try await withThrowingTaskGroup(of: (Int, [DiffReport.Entry]).self) { group in
      func start() {
        guard next < opened.count else { return }
        let (index, scene) = (next, opened[next])
        group.addTask {
          (index, try SceneVerification(scene, folder: folder, options: options).run())
        }
        next += 1
      }
      for _ in 0..<max(1, options.jobs) { start() }
      while let (index, entries) = try await group.next() {
        for (offset, entry) in entries.enumerated() {
          collection.add(entry, at: index * options.moments.count + offset)
        }
        start()
      }
    }
    return collection.inOrder
  }

  private func orphans() throws -> [DiffReport.Entry] {
    try folder.orphans().map { path, reason in
      var sentences = [reason]
      if options.update == .all {
        guard unlink(path) == 0 else { throw MediaError.lastFailure("remove", path) }
        if path.hasSuffix(".png") {
          try? FileManager.default.removeItem(atPath: String(path.dropLast(4)) + ".json")
        }
        sentences.append("it was removed")
      }
      return DiffReport.Entry(
        group: path, name: "", verdict: .orphaned, sentences: sentences, expected: path,
        actual: "")
    }
  }
}

/// One scene against its baselines.
private struct SceneVerification {
  private let opened: OpenedScene
  private let folder: BaselineFolder
  private let options: VerifyOptions
  private let renderer: FrameRenderer
  private let stamp: RenderingStamp

  init(_ opened: OpenedScene, folder: BaselineFolder, options: VerifyOptions) {
    self.opened = opened
    self.folder = folder
    self.options = options
    renderer = FrameRenderer(
      scene: opened.scene, scale: options.scene.scale, assets: opened.assets)
    stamp = RenderingStamp(opened.scene)
  }

  func run() throws -> [DiffReport.Entry] {
    try options.moments.map { moment in
      try Task.checkCancellation()
      return try entry(at: moment)
    }
  }

  private func entry(at moment: SceneMoment) throws -> DiffReport.Entry {
    let record = try render(at: moment.time(in: opened.scene.clock.duration))
    return try BaselineCheck(
      baseline: folder.baseline(of: opened.path, at: moment), picture: renderer.bitmap,
      record: record, options: options
    ).entry(group: opened.path, name: moment.text)
  }

  private func render(at time: Double) throws -> BaselineRecord {
    try renderer.render(at: time)
    return BaselineRecord(
      scene: opened.path, time: time, scale: options.scene.scale, stamp: stamp,
      layers: RecordedLayer.layers(of: opened.scene, at: time, tree: renderer.tree))
  }
}
