extension Path {
  /// The path as SVG path data with absolute commands. Reading it again gives the same numbers,
  /// exactly. Parts without a current point get the move that they imply; a path that is not finite
  /// has no SVG form, and the text will not be read again.
  public var svg: String {
    var text = ""
    var hasCurrentPoint = false
    for element in elements {
      if !hasCurrentPoint { text += element.impliedMove }
      if !hasCurrentPoint, !element.drawsWithoutCurrentPoint { continue }
      hasCurrentPoint = true
      text += element.svg
    }
    return text
  }
}

extension Path.Element {
  fileprivate var svg: String {
    switch self {
    case .move(let p): "M\(p.svg)"
    case .line(let p): "L\(p.svg)"
    case .cubic(let a, let b, let p): "C\(a.svg) \(b.svg) \(p.svg)"
    case .close: "Z"
    }
  }

  fileprivate var impliedMove: String {
    switch self {
    case .line(let p): "M\(p.svg)"
    case .cubic(let a, _, _): "M\(a.svg)"
    case .move, .close: ""
    }
  }

  fileprivate var drawsWithoutCurrentPoint: Bool { self != .close }
}

extension Point {
  fileprivate var svg: String { "\(shortest(x)) \(shortest(y))" }

  /// The fewest digits that read back as the same number.
  private func shortest(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
