/// One CSS property of one element over the frames of a film.
struct StyleTrack {
  let property: String
  /// Frames with their values: the first and the last of each run of equal ones, ascending.
  private var keys: [(frame: Int, value: String)] = []
  /// The last frame that had the last key's value.
  private var lastFrame = 0

  init(_ property: String) { self.property = property }

  mutating func set(_ value: String, at frame: Int) {
    if let last = keys.last, last.value != value, lastFrame > last.frame {
      keys.append((lastFrame, last.value))
    }
    if keys.last?.value != value { keys.append((frame, value)) }
    lastFrame = frame
  }

  var isConstant: Bool { keys.allSatisfy { $0.value == keys[0].value } }

  /// The first value; `nil` for a property that was never set.
  var first: String? { keys.first?.value }

  /// Rules for a film of `frameCount` frames. Values change linearly between frames; at a cut the
  /// old value holds until just before the new one.
  func keyframes(named name: String, frameCount: Int, keepsCuts: Bool) -> String {
    var rules: [(time: Double, value: String)] = []
    for (index, key) in keys.enumerated() {
      if index > 0, keepsCuts, let a = Double(keys[index - 1].value), let b = Double(key.value),
        abs(a - b) > 0.2
      {
        rules.append((Double(key.frame) - 0.02, keys[index - 1].value))
      }
      rules.append((Double(key.frame), key.value))
    }
    if let first = rules.first, first.time > 0 { rules.insert((0, first.value), at: 0) }
    if let last = rules.last { rules.append((Double(frameCount), last.value)) }
    let text = rules.map { rule in
      "\(Self.percent(rule.time / Double(frameCount)))%{\(property):\(rule.value)}"
    }
    return "@keyframes \(name){\(text.joined())}\n"
  }

  /// Six digits: a millionth of a per cent of an hour is less than a thousandth of a frame.
  private static func percent(_ part: Double) -> String {
    var text = String((part * 1e8).rounded() / 1e6)
    if text.hasSuffix(".0") { text.removeLast(2) }
    return text.contains("e") ? "0" : text
  }
}
