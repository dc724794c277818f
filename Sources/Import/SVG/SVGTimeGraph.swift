import RostrumBase
import RostrumImportedDocument
import RostrumSceneImport
import RostrumSource

/// When the animations of a document run: lists of begins and ends, and what begins with another
/// (W3C SMIL 3, Timing and Synchronization).
final class SVGTimeGraph {
  /// One run of an animation, in seconds of the document.
  struct Interval {
    let begin: Double
    /// When it is over, for animations that begin with its end.
    var end: Double
    /// When the next run replaces it.
    var next = Double.infinity
    /// After how long it comes again, for ever; `nil` for one that comes once.
    var period: Double?
  }

  fileprivate enum Condition {
    case offset(Double)
    case sync(ObjectIdentifier, isEnd: Bool, repeats: Int, offset: Double)
  }

  fileprivate struct Node {
    let element: XMLElement
    var begins: [Condition] = []
    var ends: [Condition] = []
    /// Whether an end is given that may come at any time.
    var endsOpenly = true
    var intervals: [Interval] = []

    /// The animations with which it begins or ends.
    var others: [ObjectIdentifier] {
      (begins + ends).compactMap { if case .sync(let key, _, _, _) = $0 { key } else { nil } }
    }

    var isSynced: Bool { !others.isEmpty }
  }

  private static let mostIntervals = 64
  private static let mostLooks = 20_000_000
  private let context: ImportContext
  private let byID: [String: XMLElement]
  private var nodes: [ObjectIdentifier: Node] = [:]
  /// How many runs conditions have looked at.
  private var looks = 0

  init(_ elements: [XMLElement], _ context: ImportContext, _ byID: [String: XMLElement]) {
    (self.context, self.byID) = (context, byID)
    let keys = elements.map { ObjectIdentifier($0) }
    for (key, element) in zip(keys, elements) {
      var node = Node(element: element)
      node.begins = conditions(element["begin"] ?? "0", element, "begin")
      if let text = element["end"] {
        node.ends = conditions(text, element, "end")
        node.endsOpenly = node.ends.count < text.split(separator: ";").count
      }
      nodes[key] = node
    }
    let synced = keys.filter { nodes[$0]?.isSynced == true }
    for key in keys where nodes[key]?.isSynced == false {
      startAll(key)
    }
    resolve(synced)
  }

  /// Each run of an animation, in the order of their beginnings.
  func intervals(of element: XMLElement) -> [Interval] {
    nodes[ObjectIdentifier(element)]?.intervals ?? []
  }

  // MARK: Conditions

  private func conditions(_ text: String, _ element: XMLElement, _ name: String) -> [Condition] {
    text.split(separator: ";").map(\.trimmed).filter { !$0.isEmpty && $0 != "indefinite" }
      .compactMap { part in
        if let seconds = SVGTime.seconds(part) { return .offset(seconds) }
        if let sync = sync(part) { return sync }
        context.warning(
          UnsupportedFeature.animations.name,
          "nothing fires \(String(part.prefix(40)).quoted) here, so this \(name) never comes",
          at: element.bytes)
        return nil
      }
  }

  private func sync(_ text: String) -> Condition? {
    let text = text.filter { $0 != "\\" }
    for word in [".begin", ".end", ".repeat("] {
      guard let range = text.range(of: word), let other = byID[text[..<range.lowerBound].trimmed],
        SVGConversion.animationNames.contains(other.name)
      else { continue }
      var rest = text[range.upperBound...].filter { !$0.isWhitespace }
      var repeats = 0
      if word == ".repeat(" {
        guard let close = rest.firstIndex(of: ")"), let count = Int(rest[..<close]) else {
          return nil
        }
        (repeats, rest) = (count, String(rest[rest.index(after: close)...]))
      }
      guard let offset = rest.isEmpty ? 0 : SVGTime.seconds(rest) else { continue }
      return .sync(
        ObjectIdentifier(other), isEnd: word == ".end", repeats: repeats, offset: offset)
    }
    return nil
  }

  /// The times after `bound` that conditions come to so far, in order.
  private func times(_ conditions: [Condition], after bound: Double) -> [Double] {
    var result: [Double] = []
    for condition in conditions {
      switch condition {
      case .offset(let seconds):
        if seconds > bound { result.append(seconds) }
      case .sync(let key, let isEnd, let repeats, let offset):
        guard let other = nodes[key] else { continue }
        let once = repeats == 0 ? 0 : SVGTime.seconds(other.element["dur"] ?? "") ?? .infinity
        for interval in other.intervals.reversed() {
          looks += 1
          let time = isEnd ? interval.end : interval.begin + Double(repeats) * once
          guard time + offset > bound else { break }
          guard time.isFinite, repeats == 0 || time < interval.end else { continue }
          result.append(time + offset)
        }
      }
    }
    return result.sorted()
  }

  // MARK: Intervals

  /// When a run that begins then is over; `nil` for one that never is a run.
  private func end(_ node: Node, _ begin: Double) -> Double? {
    let length = SVGActiveTime(node.element)
    let next = times(node.ends, after: begin).first
    if !node.ends.isEmpty, next == nil, !node.endsOpenly, !node.isSynced { return nil }
    let active = min(length.seconds, (next ?? .infinity) - begin)
    let end = begin + min(max(active, length.least), length.most)
    return end > max(begin, 0) ? end : nil
  }

  private func nextBegin(_ key: ObjectIdentifier) -> Double? {
    guard let node = nodes[key], node.intervals.count < Self.mostIntervals else { return nil }
    return times(node.begins, after: node.intervals.last?.begin ?? -.infinity).first {
      mayStart(node, at: $0)
    }
  }

  private func mayStart(_ node: Node, at time: Double) -> Bool {
    guard end(node, time) != nil else { return false }
    guard let last = node.intervals.last else { return true }
    switch node.element["restart"]?.trimmed {
    case "never": return false
    case "whenNotActive": return time >= last.end && time > last.begin
    default: return time > last.begin
    }
  }

  /// The runs of an animation that depends on no other.
  private func startAll(_ key: ObjectIdentifier) {
    for time in times(nodes[key]?.begins ?? [], after: -.infinity) {
      if let node = nodes[key], mayStart(node, at: time) { start(key, at: time) }
    }
  }

  private func start(_ key: ObjectIdentifier, at begin: Double) {
    guard var node = nodes[key], let end = end(node, begin) else { return }
    if let last = node.intervals.indices.last {
      node.intervals[last].next = begin
      node.intervals[last].end = min(node.intervals[last].end, begin)
    }
    node.intervals.append(Interval(begin: begin, end: end))
    nodes[key] = node
  }

  /// Starts what begins or ends with another, in the order of time.
  private func resolve(_ synced: [ObjectIdentifier]) {
    let numbers = Dictionary(uniqueKeysWithValues: zip(synced, synced.indices))
    var dependents: [ObjectIdentifier: [ObjectIdentifier]] = [:]
    for key in synced {
      for other in Set(nodes[key]?.others ?? []) { dependents[other, default: []].append(key) }
    }
    var begins = synced.map { nextBegin($0) ?? .infinity }
    while let next = begins.indices.min(by: { begins[$0] < begins[$1] }),
      begins[next] < .infinity
    {
      let key = synced[next]
      guard looks < Self.mostLooks else { return reportUnsupported("too many begins", key) }
      start(key, at: begins[next])
      for other in follow(key, dependents) {
        if let number = numbers[other] { begins[number] = nextBegin(other) ?? .infinity }
      }
      if nodes[key]?.intervals.count == Self.mostIntervals { return findPeriod(synced, key) }
    }
  }

  /// Ends what ends with a run that has begun. Returns the animations whose next run may be another
  /// one then.
  private func follow(
    _ key: ObjectIdentifier, _ dependents: [ObjectIdentifier: [ObjectIdentifier]]
  ) -> Set<ObjectIdentifier> {
    var (changed, result): ([ObjectIdentifier], Set<ObjectIdentifier>) = ([key], [key])
    while let next = changed.popLast() {
      for other in dependents[next] ?? [] {
        let isNew = result.insert(other).inserted
        guard let node = nodes[other], !node.ends.isEmpty, let last = node.intervals.last,
          let end = end(node, last.begin), end != last.end
        else { continue }
        nodes[other]?.intervals[node.intervals.count - 1].end = end
        if isNew { changed.append(other) }
      }
    }
    return result
  }

  private func reportUnsupported(_ words: String, _ key: ObjectIdentifier) {
    guard let element = nodes[key]?.element else { return }
    context.unsupported(.animations, words, at: element.bytes)
  }

  /// Marks what comes again and again, of runs that start each other for ever.
  private func findPeriod(_ synced: [ObjectIdentifier], _ key: ObjectIdentifier) {
    let begins = nodes[key]?.intervals.map(\.begin) ?? []
    let last = begins[begins.count - 1]
    for step in 1...(begins.count / 3) {
      let period = last - begins[begins.count - 1 - step]
      guard period > 0, comes(synced, again: period, from: last - 2 * period) else { continue }
      var start = last - 2 * period
      while start - period >= -1e-9, comes(synced, again: period, from: start - period) {
        start -= period
      }
      for key in synced { nodes[key]?.repeatIntervals(from: start, every: period) }
      return
    }
    reportUnsupported("begins without a common period", key)
  }

  /// Whether all that begins in one period begins in the next one too.
  private func comes(
    _ synced: [ObjectIdentifier], again period: Double, from start: Double
  ) -> Bool {
    synced.allSatisfy { key in
      let all = nodes[key]?.intervals ?? []
      let (one, two) = (
        all.within(start, period), all.within(start + period, period)
      )
      return one.count == two.count
        && zip(one, two).allSatisfy { abs($0.begin + period - $1.begin) < 1e-6 }
    }
  }
}

fileprivate extension SVGTimeGraph.Node {
  mutating func repeatIntervals(from start: Double, every period: Double) {
    let again = intervals.within(start, period).map { interval in
      var interval = interval
      interval.period = period
      return interval
    }
    intervals = intervals.filter { $0.begin < start - 1e-6 } + again
  }
}

extension [SVGTimeGraph.Interval] {
  fileprivate func within(_ start: Double, _ length: Double) -> [Element] {
    filter { $0.begin >= start - 1e-6 && $0.begin < start + length - 1e-6 }
  }
}
