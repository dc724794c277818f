import RostrumGeometry
import RostrumLayerTree
import RostrumTiming

/// The place of a list of layers: for the names of unnamed layers, and for the limits of the clocks
/// around it.
struct LayerPlace {
  /// `layers`, or `layers[2].sublayers`.
  let path: String
  /// The latest time that a layer here can reach, before or after 0.
  private(set) var latestTime: Double
  /// The number of layers around it, including the layers of enclosing scenes.
  var depth = 0
  /// Whether the only layer here is the one of the scene's camera; the names of the layers in it do
  /// not contain its own.
  var isOfCamera = false
  /// The bounds of the layer around; `nil` where they are not known yet, or empty.
  var bounds: Rect?
  /// The words of passes about it to the layers here.
  var attachments = Attachments()

  /// Drawing recurses once for each level of the tree, and threads have small stacks.
  static let maximumDepth = 200

  static var scene: LayerPlace { LayerPlace(path: "layers", latestTime: Limit.seconds) }

  /// Beyond this, clocks in clocks would lose all digits of a frame's time, and overflow in the
  /// end.
  static let maximumLatestTime = 1e12

  func name(ofLayer index: Int) -> String {
    isOfCamera ? "camera of the scene" : "\(path)[\(index)]"
  }

  /// The place inside the layer called `name` of this place.
  func inside(_ name: String, _ clock: LayerClock) -> LayerPlace {
    LayerPlace(
      path: isOfCamera ? path : name + ".sublayers", latestTime: latestTime(inside: clock),
      depth: depth + 1)
  }

  /// The same place when animations move its clock.
  func moved(by animations: [AttachedAnimation]) -> LayerPlace {
    guard animations.contains(where: \.animation.targetsClock) else { return self }
    var result = self
    result.latestTime += Limit.number
    return result
  }

  func latestTime(inside clock: LayerClock) -> Double {
    (latestTime + abs(clock.beginTime)) * abs(clock.speed) + abs(clock.timeOffset)
  }
}
