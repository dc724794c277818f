import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree

extension SVGReader {
  /// The outline of a basic shape of CSS (W3C CSS Shapes 1, section 3) in a `clip-path`; `nil` for
  /// another value. `box` is the element's own. Without a word for the reference box it is the
  /// element's box, as a border box is for SVG (W3C CSS Masking 1, section 5.1).
  func basicShape(_ text: String, _ box: Rect) -> (path: Path, rule: FillRule)? {
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close
    else { return nil }
    let rest = text[text.index(after: close)...].trimmed.lowercased()
    let frame: Rect
    switch rest {
    case "", "fill-box", "border-box", "content-box", "padding-box": frame = box
    case "view-box": frame = Rect(origin: .zero, size: viewport)
    default: return nil
    }
    let inside = text[text.index(after: open)..<close].trimmed
    var reader = self
    reader.viewport = frame.size
    switch text[..<open].trimmed.lowercased() {
    case "circle": return reader.circle(inside, frame, isEllipse: false).map { ($0, .nonZero) }
    case "ellipse": return reader.circle(inside, frame, isEllipse: true).map { ($0, .nonZero) }
    case "inset": return reader.inset(inside, frame).map { ($0, .nonZero) }
    case "polygon": return reader.polygon(inside, frame)
    case "path": return reader.path(inside, frame)
    default: return nil
    }
  }

  private func path(_ text: String, _ frame: Rect) -> (path: Path, rule: FillRule)? {
    let parts = text.split(maxSplits: 2, omittingEmptySubsequences: false) { "\"'".contains($0) }
    guard parts.count == 3 else { return nil }
    let path = Path.upToMistake(svg: String(parts[1])).path
    let isEvenOdd = parts[0].lowercased().contains("evenodd")
    return (
      path.transformed(by: .translation(x: frame.minX, y: frame.minY)),
      isEvenOdd ? .evenOdd : .nonZero
    )
  }

  private func circle(_ text: String, _ frame: Rect, isEllipse: Bool) -> Path? {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    var center = frame.center
    if let at = words.firstIndex(of: "at") {
      guard let point = place(Array(words[(at + 1)...]), frame) else { return nil }
      center = point
      words.removeSubrange(at...)
    }
    let reach = (
      x: (
        near: min(center.x - frame.minX, frame.maxX - center.x),
        far: max(center.x - frame.minX, frame.maxX - center.x)
      ),
      y: (
        near: min(center.y - frame.minY, frame.maxY - center.y),
        far: max(center.y - frame.minY, frame.maxY - center.y)
      )
    )
    func radius(_ word: String, _ axis: Axis) -> Double? {
      let isFar = word == "farthest-side"
      if isFar || word == "closest-side" {
        let (x, y) = isFar ? (reach.x.far, reach.y.far) : (reach.x.near, reach.y.near)
        return axis == .x ? x : axis == .y ? y : isFar ? max(x, y) : min(x, y)
      }
      return length(word, axis).flatMap { $0 < 0 ? nil : $0 }
    }
    if words.isEmpty { words = isEllipse ? ["closest-side", "closest-side"] : ["closest-side"] }
    guard words.count == (isEllipse ? 2 : 1),
      let a = radius(words[0], isEllipse ? .x : .both),
      let b = radius(words[words.count - 1], isEllipse ? .y : .both)
    else { return nil }
    return .ellipse(in: Rect(x: center.x - a, y: center.y - b, width: 2 * a, height: 2 * b))
  }

  private func place(_ words: [String], _ frame: Rect) -> Point? {
    let shares = ["left": 0.0, "top": 0, "center": 0.5, "right": 1, "bottom": 1]
    guard (1...2).contains(words.count) else { return nil }
    let second = words.count == 2 ? words[1] : "center"
    guard let x = shares[words[0]].map({ $0 * frame.width }) ?? length(words[0], .x),
      let y = shares[second].map({ $0 * frame.height }) ?? length(second, .y)
    else { return nil }
    return Point(x: frame.minX + x, y: frame.minY + y)
  }

  private func inset(_ text: String, _ frame: Rect) -> Path? {
    let parts = text.split(separator: " ").map(String.init)
    let words = Array(parts.prefix { $0 != "round" })
    guard (1...4).contains(words.count),
      words.count == parts.count || parts.count == words.count + 2
    else { return nil }
    let sides = [
      0, words.count > 1 ? 1 : 0, words.count > 2 ? 2 : 0,
      words.count > 3 ? 3 : words.count > 1 ? 1 : 0,
    ]
    let axes: [Axis] = [.y, .x, .y, .x]
    let lengths = zip(sides, axes).compactMap { length(words[$0], $1) }
    guard lengths.count == 4 else { return nil }
    let rect = Rect(
      x: frame.minX + lengths[3], y: frame.minY + lengths[0],
      width: max(frame.width - lengths[1] - lengths[3], 0),
      height: max(frame.height - lengths[0] - lengths[2], 0))
    guard parts.count > words.count else { return .rect(rect) }
    guard let radius = length(parts[parts.count - 1], .both), radius >= 0 else { return nil }
    return Self.rounded(rect, min(radius, rect.width / 2), min(radius, rect.height / 2))
  }

  private func polygon(_ text: String, _ frame: Rect) -> (path: Path, rule: FillRule)? {
    var pairs = text.split(separator: ",").map(\.trimmed)
    let rules = ["nonzero": FillRule.nonZero, "evenodd": .evenOdd]
    let rule = pairs.first.flatMap { rules[$0.lowercased()] }
    if rule != nil { pairs.removeFirst() }
    let points = pairs.compactMap { pair -> Point? in
      let words = pair.split(whereSeparator: \.isWhitespace).map(String.init)
      guard words.count == 2, let x = length(words[0], .x), let y = length(words[1], .y) else {
        return nil
      }
      return Point(x: frame.minX + x, y: frame.minY + y)
    }
    guard points.count == pairs.count, let first = points.first else { return nil }
    return (
      Path([.move(first)] + points.dropFirst().map { .line($0) } + [.close]), rule ?? .nonZero
    )
  }
}
