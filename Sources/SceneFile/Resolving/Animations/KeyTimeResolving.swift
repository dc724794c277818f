import LayerTree
import Timing

/// The rules of key times and of the segments' timing functions, mode by mode. `count` is the number of key values.
extension KeyframeReader {
  /// `.some(nil)` without any, `nil` after reporting wrong ones.
  func keyTimes(_ count: Int?) -> [Double]?? {
    guard let list = fields.node(.keyTimes) else { return .some(nil) }
    guard let nodes = fields.list(.keyTimes) else { return nil }
    let times = nodes.compactMap {
      context.number($0, .unit, expectation: "a key time from 0 to 1")
    }
    guard times.count == nodes.count else { return nil }
    if let mode, mode.isPaced, let key = fields.keyNode(.keyTimes) {
      context.warning(.noEffect, "keyTimes do nothing in \(mode.rawValue) mode", at: key)
      return .some(nil)
    }
    let areCounted = areCounted(times, of: count, at: list)
    let areOrdered = areOrdered(times, nodes)
    let areComplete = areComplete(times, nodes)
    return areCounted && areOrdered && areComplete ? .some(times) : nil
  }

  private func areCounted(_ times: [Double], of count: Int?, at node: YAMLNode) -> Bool {
    guard let count, let mode, count >= 2 else { return true }
    // A path's last point never holds.
    let frames = isAlongPath ? count - 1 : count
    let allowed = mode == .discrete ? [frames, frames + 1] : [count]
    if allowed.contains(times.count), times.count >= 2 { return true }
    let expected = allowed.filter { $0 >= 2 }.map(String.init).joined(separator: " or ")
    let owner = isAlongPath ? "a path with \(count - 1) segments" : "\(count) values"
    context.error(
      .wrongCount, "expected \(expected) key times for \(owner); found \(times.count)", at: node)
    return false
  }

  private func areOrdered(_ times: [Double], _ nodes: [YAMLNode]) -> Bool {
    guard times.count > 1 else { return true }
    for index in 1..<times.count where times[index] < times[index - 1] {
      let (time, before) = (times[index].sceneText, times[index - 1].sceneText)
      context.error(
        .badKeyTimes, "key times must not fall; found \(time) after \(before)", at: nodes[index])
      return false
    }
    return true
  }

  private func areComplete(_ times: [Double], _ nodes: [YAMLNode]) -> Bool {
    guard mode != .discrete, mode != nil, let first = nodes.first, let last = nodes.last else {
      return true
    }
    if times.first != 0 {
      context.error(.badKeyTimes, "the first key time must be 0", at: first)
    }
    if times.last != 1 { context.error(.badKeyTimes, "the last key time must be 1", at: last) }
    return times.first == 0 && times.last == 1
  }

  /// `nil` after reporting wrong ones.
  func timingFunctions(_ count: Int?) -> [TimingFunction]? {
    guard let list = fields.node(.timingFunctions) else { return [] }
    guard let nodes = fields.list(.timingFunctions) else { return nil }
    let functions = nodes.compactMap { context.timingFunction($0) }
    if let mode, !mode.usesTimingFunctions, let key = fields.keyNode(.timingFunctions) {
      context.warning(
        .noEffect, "timingFunctions do nothing in \(mode.rawValue) mode", at: key)
    } else if let count, count >= 2, nodes.count != count - 1 {
      let steps =
        isAlongPath ? "of the path" : "between \(count) values"
      context.error(
        .wrongCount,
        "expected \(count - 1) timing functions, one for each step \(steps); found \(nodes.count)",
        at: list)
      return nil
    }
    return functions.count == nodes.count ? functions : nil
  }
}
