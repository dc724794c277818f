import Geometry
import LayerTree

/// How a scene file writes key frames.
struct KeyframeWriting {
  private let animation: KeyframeAnimation
  private let values: ValueWriting

  init(_ animation: KeyframeAnimation, _ values: ValueWriting) {
    (self.animation, self.values) = (animation, values)
  }

  func entries() throws -> AnimationWriting.Entries {
    var entries: AnimationWriting.Entries = []
    if animation.calculationMode != .linear {
      entries.append((Key.calculationMode.name, .line(animation.calculationMode.rawValue)))
    }
    if !animation.calculationMode.isPaced, animation.keyTimes != even.keyTimes {
      entries.append((Key.keyTimes.name, .values(animation.keyTimes.map(\.exactText))))
    }
    entries += try frames()
    if !animation.timingFunctions.isEmpty {
      entries.append((Key.timingFunctions.name, .values(timingFunctions())))
    }
    return entries + shape()
  }

  /// The same without key times of its own.
  private var even: KeyframeAnimation {
    if let path = animation.path {
      return KeyframeAnimation(
        keyPath: animation.keyPath, path: path, calculationMode: animation.calculationMode)
    }
    return KeyframeAnimation(
      keyPath: animation.keyPath, values: animation.values,
      calculationMode: animation.calculationMode)
  }

  private func frames() throws -> AnimationWriting.Entries {
    guard let path = animation.path else {
      return [(Key.values.name, .values(try animation.values.map(frame)))]
    }
    let mode = animation.rotationMode.map { (Key.rotationMode.name, YAMLText.line($0.rawValue)) }
    return [(Key.path.name, .line(try values.text(.path(path))))] + (mode.map { [$0] } ?? [])
  }

  private func frame(_ value: Value) throws -> String {
    try values.text(value, of: animation.valueType)
  }

  /// The language asks for one for each step: those that are missing are linear.
  private func timingFunctions() -> [String] {
    let given = animation.timingFunctions.map(TimingFunctionWriting.text)
    let steps = animation.path?.segments.count ?? animation.values.count - 1
    guard animation.calculationMode.usesTimingFunctions, given.count != steps else { return given }
    return Array(
      (given + Array(repeating: "linear", count: max(0, steps - given.count))).prefix(steps))
  }

  private func shape() -> AnimationWriting.Entries {
    guard animation.path == nil, animation.calculationMode.isCubic else { return [] }
    let lists: [(any DeclaredField, [Double])] = [
      (Key.tensionValues, animation.shape.tensionValues),
      (Key.continuityValues, animation.shape.continuityValues),
      (Key.biasValues, animation.shape.biasValues),
    ]
    return lists.filter { !$0.1.isEmpty }.map { key, list in
      let count = animation.values.count
      let full = Array(
        (list + Array(repeating: 0, count: max(0, count - list.count))).prefix(count))
      return (key.name, .values(full.map(\.exactText)))
    }
  }
}
