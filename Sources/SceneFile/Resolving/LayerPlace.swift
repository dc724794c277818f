import LayerTree
import Timing

/// Where a list of layers stands: for the names of unnamed layers, and for what clocks around it can do.
struct LayerPlace {
  /// `layers`, or `layers[2].sublayers`.
  let path: String
  /// No layer here ever sees a time beyond this, either way.
  let latestTime: Double
  /// How many layers it lies in, those of scenes around it counted.
  var depth = 0

  /// Drawing goes down the tree one call for each layer, and threads have small stacks.
  static let maximumDepth = 200

  static let scene = LayerPlace(path: "layers", latestTime: SceneContext.maximumSeconds)

  /// Beyond this, clocks in clocks would lose all digits of a frame's time, and overflow in the end.
  static let maximumLatestTime = 1e12

  func name(ofLayer index: Int) -> String { "\(path)[\(index)]" }

  /// The place inside a layer of this place, which stands at `name`.
  func inside(_ name: String, _ clock: LayerClock) -> LayerPlace {
    LayerPlace(
      path: name + ".sublayers", latestTime: latestTime(inside: clock), depth: depth + 1)
  }

  /// The same place when animations move its clock.
  func moved(by animations: [AttachedAnimation]) -> LayerPlace {
    guard animations.contains(where: \.animation.isOfClock) else { return self }
    return LayerPlace(
      path: path, latestTime: latestTime + SceneContext.maximumNumber, depth: depth)
  }

  func latestTime(inside clock: LayerClock) -> Double {
    (latestTime + abs(clock.beginTime)) * abs(clock.speed) + abs(clock.timeOffset)
  }
}
