import RostrumBase
public import RostrumCanvas
public import RostrumImageDiff
import RostrumRendering
public import RostrumOutput

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
      scene: opened.path.lastPathComponent, time: time, scale: scale,
      stamp: RenderingStamp(opened.scene, fonts: opened.assets.fonts),
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
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !parts.contains(where: { ["", ".", ".."].contains(String(Substring($0))) }) else {
      throw InvalidName(name: name)
    }
    let isContinuousIntegration = VerifyOptions(baselines: folder).isContinuousIntegration
    return try BaselineCheck(
      baseline: Baseline(path: "\(folder)/\(name)", root: folder), picture: picture, record: record,
      update: isContinuousIntegration ? .none : update,
      rules: ComparisonRules(tolerance: tolerance), selection: PictureSelection(limit: 1)
    ).entry(group: name, name: "")
  }
}
