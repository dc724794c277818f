import RostrumGeometry
import RostrumLayerTree
import RostrumTiming

/// Writes the animations of a layer into an archive.
struct ArchiveAnimationWriter {
  let layers: ArchiveWriter
  /// The name of the layer.
  let layer: String

  private func unwritable(_ what: String) -> UnwritableArchive {
    ArchiveWriter.unwritable("\(what) in layer '\(layer)'")
  }

  func element(_ attached: AttachedAnimation) throws -> ArchiveElement {
    var element = ArchiveElement("animation")
    let animation = attached.animation
    switch animation {
    case let animation as AnimationGroup:
      element.set("type", "CAAnimationGroup")
      try setTiming(of: animation, &element)
      var list = ArchiveElement("animations")
      list.children = try animation.animations.map(self.element)
      element.children.append(list)
      return element
    case let animation as BasicAnimation:
      element.set("type", "CABasicAnimation")
      try setProperty(of: animation, &element)
      try setEnds(of: animation, animation.ends, &element)
    case let animation as SpringAnimation:
      element.set("type", "CASpringAnimation")
      try setProperty(of: animation, &element)
      try setEnds(of: animation, animation.ends, &element)
      let spring = animation.spring
      guard !spring.allowsOverdamping else { throw unwritable("a spring that is overdamped") }
      let numbers = [
        ("mass", spring.mass), ("stiffness", spring.stiffness), ("damping", spring.damping),
        ("initialVelocity", spring.initialVelocity),
      ]
      for (name, number) in numbers { element.set(name, ArchiveWriter.number(number)) }
    case let animation as KeyframeAnimation:
      element.set("type", "CAKeyframeAnimation")
      try setProperty(of: animation, &element)
      try setFrames(of: animation, &element)
    default: throw unwritable("an animation of the type \(type(of: animation))")
    }
    if let key = attached.key { element.set("key", key) }
    return element
  }

  private func setProperty(
    of animation: any PropertyAnimation, _ element: inout ArchiveElement
  ) throws {
    let path = animation.keyPath
    switch path.component {
    case .emitterCell, .filter: throw unwritable("an animation of \(path.name)")
    default: break
    }
    guard !path.targetsClock else { throw unwritable("an animation of \(path.name)") }
    guard animation.valueFunction == nil else { throw unwritable("a value function") }
    element.set("keyPath", path.name)
    if animation.isAdditive { element.set("additive", "1") }
    if animation.isCumulative { element.set("cumulative", "1") }
    try setTiming(of: animation, &element)
  }

  private func setTiming(of animation: any Animation, _ element: inout ArchiveElement) throws {
    let timing = animation.timing
    element.set("duration", ArchiveWriter.number(timing.duration))
    let numbers = [
      ("beginTime", timing.beginTime, 0.0), ("speed", timing.speed, 1),
      ("timeOffset", timing.timeOffset, 0), ("repeatCount", timing.repeatCount, 0),
      ("repeatDuration", timing.repeatDuration, 0),
    ]
    for (name, value, usual) in numbers where value != usual {
      element.set(name, value == .infinity ? "inf" : ArchiveWriter.number(value))
    }
    if timing.autoreverses { element.set("autoreverses", "1") }
    if timing.fillMode != .removed { element.set("fillMode", timing.fillMode.rawValue) }
    if !timing.isRemovedOnCompletion { element.set("removedOnCompletion", "0") }
    if let function = animation.timingFunction { element.set("timingFunction", try text(function)) }
  }

  private func text(_ function: TimingFunction) throws -> String {
    if let named = TimingFunction.named.first(where: { $0.function == function }) {
      return named.name
    }
    guard case .bezier(let curve) = function else {
      throw unwritable("a timing function other than a cubic curve")
    }
    return [curve.x1, curve.y1, curve.x2, curve.y2].map(ArchiveWriter.number)
      .joined(separator: " ")
  }

  private func setEnds(
    of animation: any PropertyAnimation, _ ends: AnimationEnds, _ element: inout ArchiveElement
  ) throws {
    guard animation.keyPath.type != .boolean || ends.flagSwitch == .visible else {
      throw unwritable("a flag that switches half way")
    }
    let all = [
      ("fromValue", ends.fromValue), ("toValue", ends.toValue), ("byValue", ends.byValue),
    ]
    for (name, value) in all {
      guard let value else { continue }
      var holder = ArchiveElement(name)
      holder.children = [try layers.leaf(value, layer)]
      element.children.append(holder)
    }
  }

  private func setFrames(
    of animation: KeyframeAnimation, _ element: inout ArchiveElement
  ) throws {
    guard animation.shape == SplineShape(), animation.pathMorph == .handles else {
      throw unwritable("key frames whose curves have tensions, or outlines that turn")
    }
    let mode = animation.calculationMode
    if mode != .linear { element.set("calculationMode", mode.rawValue) }
    if let path = animation.path {
      element.children.append(.leaf("path", path.svg))
      if let turn = animation.rotationMode { element.set("rotationMode", turn.rawValue) }
    } else {
      var list = ArchiveElement("values")
      list.children = try animation.values.map { try layers.leaf($0, layer) }
      element.children.append(list)
    }
    if !mode.isPaced {
      var times = ArchiveElement("keyTimes")
      times.children = animation.keyTimes.map { .leaf("real", ArchiveWriter.number($0)) }
      guard animation.path != nil || Self.isWhole(animation.keyTimes) else {
        throw unwritable("key times that do not go from 0 to 1")
      }
      element.children.append(times)
    }
    guard !animation.timingFunctions.isEmpty else { return }
    var list = ArchiveElement("timingFunctions")
    list.children = try animation.timingFunctions.map { function in
      var child = ArchiveElement("CAMediaTimingFunction")
      child.set("name", try text(function))
      return child
    }
    element.children.append(list)
  }

  private static func isWhole(_ times: [Double]) -> Bool { times.first == 0 && times.last == 1 }
}
