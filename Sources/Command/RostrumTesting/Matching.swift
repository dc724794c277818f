import Foundation
import RostrumCanvas
public import RostrumImageDiff
public import RostrumKit
public import RostrumRegression
public import Testing

/// The place of baselines, and whether they may be written.
public struct BaselineSettings: Sendable {
  /// The folder of baselines; `nil` for `Baselines` beside the test's file.
  public var folder: String?
  public var tolerance: Tolerance
  public var update: VerifyOptions.Update

  /// Without a word about it, what the environment's `ROSTRUM_UPDATE` says (none, missing, changed
  /// or all), and none where it says nothing. Where `CI` is set, nothing is ever written.
  public init(
    folder: String? = nil, tolerance: Tolerance = .standard, update: VerifyOptions.Update? = nil
  ) {
    let environment = ProcessInfo.processInfo.environment
    self.folder = folder
    self.tolerance = tolerance
    self.update =
      update ?? environment["ROSTRUM_UPDATE"].flatMap(VerifyOptions.Update.init(rawValue:)) ?? .none
  }
}

extension Picture {
  /// The comparison of the picture with the baseline `name`, which may have folders in it, and no
  /// `..`.
  public func compared(
    with name: String, _ settings: BaselineSettings = BaselineSettings(), file: String = #filePath
  ) throws -> DiffReport.Entry {
    let beside = URL(filePath: file).deletingLastPathComponent().appending(path: "Baselines").path
    return try moment.compared(
      withBaseline: name, in: settings.folder ?? beside, tolerance: settings.tolerance,
      update: settings.update)
  }

  /// For `#expect(picture.matches("name"))`. The reasons for a `false` come as the comment of an
  /// issue of their own only from `expect`.
  public func matches(
    _ name: String, _ settings: BaselineSettings = BaselineSettings(), file: String = #filePath
  ) throws -> Bool {
    try !compared(with: name, settings, file: file).verdict.isFailure
  }
}

/// Fails the test when a picture differs from its baseline, and says which layers changed. The
/// expected, the actual and the difference picture are attached to the test.
///
/// Swift Testing's `#expect` is a macro with fixed arguments, so this is a function:
/// `try expect(render("ball.yaml", at: 0.5), matches: "ball")`. Returns whether the picture
/// matched.
@discardableResult
public func expect(
  _ picture: Picture, matches name: String, _ settings: BaselineSettings = BaselineSettings(),
  file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Bool {
  let entry = try picture.compared(with: name, settings, file: file)
  guard entry.verdict.isFailure else { return true }
  let pictures = entry.pictures
  let parts = [
    ("expected", pictures?.expected), ("actual", pictures?.actual),
    ("difference", pictures?.difference),
  ]
  for case (let part, let bytes?) in parts {
    let label = name.replacing("/", with: "-")
    Attachment.record(bytes, named: "\(label).\(part).png", sourceLocation: sourceLocation)
  }
  let text = (["\(entry.verdict.words): \(name)"] + entry.sentences).joined(separator: "\n")
  Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
  return false
}

/// The same for a layer, a film, or whatever else a scene can be made of, at a time in seconds:
/// `try expect(layer, at: 0.5, matches: "half way")`.
@discardableResult
public func expect(
  _ source: some SceneSource, at time: Double = 0, scale: Double = 1, matches name: String,
  _ settings: BaselineSettings = BaselineSettings(), file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Bool {
  try expect(
    render(source, at: time, scale: scale), matches: name, settings, file: file,
    sourceLocation: sourceLocation)
}
