import RostrumBase
import RostrumImportedDocument

/// How long an animation of SMIL runs.
struct SVGActiveTime {
  /// Once through its values; infinite for one that stays at the first.
  let once: Double
  /// By its repeats, infinite for one that never ends.
  let seconds: Double
  let least: Double
  let most: Double

  init(_ element: XMLElement) {
    func time(_ name: String) -> Double? {
      guard let text = element[name]?.trimmed else { return nil }
      return text == "indefinite" ? .infinity : SVGTime.seconds(text).flatMap { $0 > 0 ? $0 : nil }
    }
    let once = time("dur") ?? .infinity
    self.once = once
    let count = element["repeatCount"].flatMap { text in
      text.trimmed == "indefinite" ? .infinity : Double(text.trimmed).flatMap { $0 > 0 ? $0 : nil }
    }
    let whole = time("repeatDur")
    let counted = count.map { once == .infinity ? .infinity : once * $0 }
    seconds = whole.map { min($0, counted ?? .infinity) } ?? counted ?? once
    let (low, high) = (time("min") ?? 0, time("max") ?? .infinity)
    // Limits that contradict each other do not count.
    (least, most) = low <= high ? (low, high) : (0, .infinity)
  }
}
