public import Geometry
public import Timing

/// Moves and turns a layer through the states of a simulation that was run when the scene was resolved.
///
/// Between two steps the state of the earlier one holds, as on a screen that shows what the last step of a simulation left.
public struct SimulatedAnimation: Animation {
  /// Where the layer's position is at the start and after each step.
  public let positions: [Point]
  /// How far the layer is turned, in radians; one for each position.
  public let angles: [Double]
  /// Seconds for each step.
  public let step: Double

  public init(positions: [Point], angles: [Double], step: Double) {
    precondition(!positions.isEmpty && positions.count == angles.count, "states come in pairs")
    self.positions = positions
    self.angles = angles
    self.step = step
    timing = MediaTiming(
      duration: max(Double(positions.count - 1) * step, step), fillMode: .both,
      isRemovedOnCompletion: false)
  }

  /// From the first state to the last; both are held.
  public var timing: MediaTiming

  public var timingFunction: TimingFunction? { nil }

  public var keyPaths: [AnimationKeyPath] {
    [
      AnimationKeyPath(.position),
      AnimationKeyPath(.transform, .transform(.rotation)),
    ]
  }

  public var images: [ImageReference] { [] }

  public func apply(to values: inout LayerValues, at parentTime: Double) {
    // A millionth of a step keeps rounding from showing a step too early or too late.
    let steps = ((parentTime - timing.beginTime) / step + 1e-6).rounded(.down)
    let index = steps > 0 ? Int(min(steps, Double(positions.count - 1))) : 0
    values[.position] = .point(positions[index])
    keyPaths[1].set(.number(angles[index]), in: &values)
  }
}
