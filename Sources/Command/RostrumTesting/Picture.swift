import Foundation
import RostrumCanvas
import RostrumImporters
public import RostrumKit
public import RostrumOutput
import RostrumRegression
import RostrumRendering
import RostrumSceneFile

/// One frame of a scene for a test, and its source.
public struct Picture: Sendable {
  let moment: RenderedMoment

  /// In pixels.
  public var width: Int { moment.picture.width }
  /// In pixels.
  public var height: Int { moment.picture.height }
}

/// Renders a scene file at a time in seconds. Throws `InvalidScene` or `SceneFileError`.
public func render(_ scene: String, at time: Double = 0, scale: Double = 1) throws -> Picture {
  let options = SceneOptions(scale: scale, importers: .all)
  let opened = try SceneOpener(options: options).open(scene)
  return try render(opened, at: time, scale: scale)
}

/// Renders a film of code, a layer, or whatever else a scene can be made of, at a time in seconds.
public func render(
  _ source: some SceneSource, at time: Double = 0, scale: Double = 1
) throws -> Picture {
  try render(source.openedScene(), at: time, scale: scale)
}

/// Renders an opened scene at a time in seconds.
public func render(_ scene: OpenedScene, at time: Double = 0, scale: Double = 1) throws -> Picture {
  Picture(moment: try RenderedMoment(scene, at: time, scale: scale))
}
