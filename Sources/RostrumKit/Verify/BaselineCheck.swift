import Base
public import Canvas
import Foundation
import Geometry
public import ImageDiff
import LayerTree
import Media
import Rendering

/// The parts of a picture that are not compared.
struct IgnoredParts: Sendable, Equatable {
  /// The layers' names.
  var layers: [String] = []
  var rects: [PixelRect] = []

  var isEmpty: Bool { layers.isEmpty && rects.isEmpty }
}

/// Compares a rendered picture with a baseline, and says what changed in the scene's own words.
struct BaselineCheck {
  let baseline: Baseline
  let picture: Bitmap
  let record: BaselineRecord
  let options: VerifyOptions
  /// The parts of the pictures that are not compared.
  var ignored = IgnoredParts()
  let selection: PictureSelection
  /// The picture's place among all.
  var index = 0

  /// The result for one picture, whose baseline is written when the options want that. Throws
  /// `MediaError` when it cannot be written.
  func entry(group: String, name: String) throws -> DiffReport.Entry {
    var entry = DiffReport.Entry(
      group: group, name: name, verdict: .missing, expected: baseline.picturePath,
      actual: record.scene, source: record.scene)
    if baseline.exists {
      try judge(&entry)
    } else {
      entry.sentences = ["there is no baseline '\(baseline.picturePath)'"]
      try entry.keepActual(picture, selection, at: index)
    }
    try update(&entry)
    return entry
  }

  private func update(_ entry: inout DiffReport.Entry) throws {
    let isMissing = entry.verdict == .missing
    let isWanted =
      switch options.update {
      case .none: false
      case .missing: isMissing
      case .changed: entry.verdict.isFailure
      case .all: true
      }
    guard isWanted else { return }
    try baseline.write(picture, record)
    entry.verdict = isMissing ? .recorded : .updated
    entry.sentences.append("'\(baseline.picturePath)' was \(entry.verdict.words): look at it")
  }

  /// Fills in the entry's verdict, numbers and sentences. Without its record a baseline is as
  /// damaged as without its picture: what the layers were, and what does not count, is not known.
  private func judge(_ entry: inout DiffReport.Entry) throws {
    let expected: Bitmap
    do throws(MediaError) {
      expected = try baseline.picture(besides: picture)
    } catch {
      guard !error.isShortage else { throw error }
      entry.verdict = .unreadable
      entry.sentences = ["\(error)"]
      return try entry.keepActual(picture, selection, at: index)
    }
    let record = Result { () throws(Baseline.RecordProblem) in try baseline.record() }
    try compare(expected, try? record.get(), &entry)
    if case .failure(let problem) = record {
      entry.verdict = .unreadable
      entry.sentences.insert(problem.description, at: 0)
    }
  }

  private func compare(
    _ expected: Bitmap, _ old: BaselineRecord?, _ entry: inout DiffReport.Entry
  ) throws {
    let comparison = PictureComparison(tolerance: options.tolerance, ignoring: ignoredPixels(old))
    let difference = try comparison.compare(expected, picture)
    entry.difference = difference
    entry.verdict = .init(difference.verdict)
    entry.sentences = difference.sentences
    try entry.keepPictures(expected, picture, selection, at: index)
    entry.difference?.map = nil
    if let old { explain(&entry, difference, old) }
  }

  /// The rectangles, and the layers' pixels then and now.
  private func ignoredPixels(_ old: BaselineRecord?) -> [PixelRect] {
    let layers = (old?.layers ?? []) + record.layers
    return ignored.rects + layers.filter { ignored.layers.contains($0.name) }.map(\.pixels)
  }

  private func explain(
    _ entry: inout DiffReport.Entry, _ difference: PictureDifference, _ old: BaselineRecord
  ) {
    let changes = LayerChanges(from: old.layers, to: record.layers)
    if entry.verdict.isFailure {
      entry.sentences += changes.sentences(for: difference)
    }
    if old.scale != record.scale {
      entry.sentences.append("the scale was \(exact(old.scale)) and is \(exact(record.scale))")
    }
    let environment = record.stamp.differences(from: old.stamp)
    entry.sentences += environment
    if entry.verdict == .different, !environment.isEmpty {
      entry.verdict = .environmentDiffers
    }
  }
}

/// A scene at one time, drawn, with the values that the layers have: for tests of other packages.
public struct RenderedMoment: Sendable {
  public let picture: Bitmap
  let record: BaselineRecord

  /// `time` is in seconds of the scene, `scale` in pixels for a point. Nothing else draws into the
  /// picture later.
  public init(_ opened: OpenedScene, at time: Double, scale: Double = 1) throws {
    let renderer = try FrameRenderer(opened.context(scale: scale))
    try renderer.render(at: time)
    picture = renderer.bitmap
    record = BaselineRecord(
      scene: URL(filePath: opened.path).lastPathComponent, time: time, scale: scale,
      stamp: RenderingStamp(opened.scene),
      layers: RecordedLayer.layers(of: opened.scene, at: time, tree: renderer.tree))
  }

  /// A name that would lead out of the folder of baselines.
  public struct InvalidName: Error, Sendable, CustomStringConvertible {
    public let name: String
    public var description: String { "'\(name)' is no name for a baseline" }
  }

  /// Compares with the baseline `name` of a folder, and writes it when `update` says so and the
  /// environment's `CI` does not forbid it.
  public func compared(
    withBaseline name: String, in folder: String, tolerance: Tolerance = .standard,
    update: VerifyOptions.Update = .none
  ) throws -> DiffReport.Entry {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
      throw InvalidName(name: name)
    }
    var options = VerifyOptions(baselines: folder)
    options.tolerance = tolerance
    options.update = options.isContinuousIntegration ? .none : update
    let baseline = Baseline(path: "\(folder)/\(name)")
    return try BaselineCheck(
      baseline: baseline, picture: picture, record: record, options: options,
      selection: PictureSelection(limit: 1)
    ).entry(group: name, name: "")
  }
}

/// Says in words which layers a difference belongs to, and what changed about them.
struct LayerChanges {
  private let old: [RecordedLayer]
  private let new: [RecordedLayer]
  private let oldByName: [String: RecordedLayer]
  private let newByName: [String: RecordedLayer]

  init(from old: [RecordedLayer], to new: [RecordedLayer]) {
    (self.old, self.new) = (old, new)
    oldByName = Dictionary(old.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    newByName = Dictionary(new.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// At most this many sentences: more are a new picture.
  private static let limit = 12

  /// For each layer whose bounds hold a part of the difference: what changed. When nothing did, the
  /// layers where the difference is.
  func sentences(for difference: PictureDifference) -> [String] {
    let touched = names.filter { touches($0, difference) }
    let changes = touched.flatMap { changesOfValues(of: $0) }
    if !changes.isEmpty { return shortened(changes) }
    let places = touched.filter { drawsIn($0, difference) }
    guard !places.isEmpty else { return [] }
    let list = places.suffix(4).joined(separator: ", ")
    return ["\(list): the recorded values are the same, so the drawing itself changed"]
  }

  /// Every change of value, whether or not it can be seen.
  func allChanges() -> [String] { shortened(names.flatMap { changesOfValues(of: $0) }) }

  private func shortened(_ sentences: [String]) -> [String] {
    guard sentences.count > Self.limit else { return sentences }
    return sentences.prefix(Self.limit) + ["and \(sentences.count - Self.limit) more changes"]
  }

  /// In the order of the scene; layers that are gone come last.
  private var names: [String] {
    new.map(\.name) + old.map(\.name).filter { newByName[$0] == nil }
  }

  private func touches(_ name: String, _ difference: PictureDifference) -> Bool {
    let boxes = [oldByName[name]?.pixels, newByName[name]?.pixels].compactMap(\.self)
    return difference.regions.contains { region in boxes.contains { $0.intersects(region.bounds) } }
  }

  private func drawsIn(_ name: String, _ difference: PictureDifference) -> Bool {
    let box = newByName[name]?.ownPixels ?? .empty
    return difference.regions.contains { box.intersects($0.bounds) }
  }

  private func changesOfValues(of name: String) -> [String] {
    guard let before = oldByName[name] else { return ["\(name): it is new"] }
    guard let after = newByName[name] else { return ["\(name): it is gone"] }
    return changedKeyPaths(before.values, after.values).map { keyPath in
      let (old, new) = (before.values[keyPath], after.values[keyPath])
      return "\(name): \(keyPath) \(old ?? "default") -> \(new ?? "default")"
    }
  }

  /// The most detailed ones: `position.x` says all that `position` would.
  private func changedKeyPaths(_ old: [String: String], _ new: [String: String]) -> [String] {
    let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    return changed.filter { keyPath in
      !changed.contains { $0.hasPrefix(keyPath + ".") }
        && !(keyPath.hasSuffix(".rotation") && changed.contains(keyPath + ".z"))
    }.sorted()
  }
}
