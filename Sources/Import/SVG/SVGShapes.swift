import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension SVGReader {
  /// The outline of a shape element; `nil` for other elements and for shapes that are not drawn.
  func outline(of element: XMLElement) -> Path? {
    switch element.name {
    case "path": path(element)
    case "rect": rectangle(element)
    case "circle": circle(element)
    case "ellipse": ellipse(element)
    case "line":
      Path([
        .move(Point(x: length(element, "x1", .x), y: length(element, "y1", .y))),
        .line(Point(x: length(element, "x2", .x), y: length(element, "y2", .y))),
      ])
    case "polyline", "polygon": polygon(element)
    default: nil
    }
  }

  /// The path data of an element; `nil` for none.
  func pathData(_ element: XMLElement) -> String? {
    guard let text = text(element, "d")?.trimmed, text != "none" else { return nil }
    return Self.pathData(text)
  }

  /// The data in `path("...")` of CSS, or that of an attribute.
  static func pathData(_ text: String) -> String {
    guard text.hasPrefix("path(") else { return text }
    return String(text.dropFirst(5).dropLast()).trimmed.filter { $0 != "\"" && $0 != "'" }
  }

  private func path(_ element: XMLElement) -> Path? {
    guard let text = pathData(element) else { return nil }
    var (path, mistake) = Path.upToMistake(svg: text)
    path.roundToMillionths()
    if let mistake {
      context.warning(
        .badPath,
        "\(mistake.message), \(mistake.offset) characters into 'd'; it is drawn up to there",
        at: context.place(of: "d", in: element))
    }
    return path
  }

  private func rectangle(_ element: XMLElement) -> Path? {
    let box = Rect(
      x: length(element, "x", .x), y: length(element, "y", .y),
      width: length(element, "width", .x), height: length(element, "height", .y))
    guard box.width > 0, box.height > 0 else { return nil }
    let (rx, ry) = (radius(element, "rx", .x), radius(element, "ry", .y))
    let a = min(rx ?? ry ?? 0, box.width / 2)
    let b = min(ry ?? rx ?? 0, box.height / 2)
    return Self.rounded(box, a, b)
  }

  /// A rectangle whose corners are quarters of ellipses.
  static func rounded(_ box: Rect, _ a: Double, _ b: Double) -> Path {
    guard a > 0, b > 0 else { return .rect(box) }
    func at(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    let (kx, ky) = (a * (1 - Path.circleControl), b * (1 - Path.circleControl))
    var path = Path([.move(at(box.minX + a, box.minY)), .line(at(box.maxX - a, box.minY))])
    path.cubic(
      to: at(box.maxX, box.minY + b), control1: at(box.maxX - kx, box.minY),
      control2: at(box.maxX, box.minY + ky))
    path.line(to: at(box.maxX, box.maxY - b))
    path.cubic(
      to: at(box.maxX - a, box.maxY), control1: at(box.maxX, box.maxY - ky),
      control2: at(box.maxX - kx, box.maxY))
    path.line(to: at(box.minX + a, box.maxY))
    path.cubic(
      to: at(box.minX, box.maxY - b), control1: at(box.minX + kx, box.maxY),
      control2: at(box.minX, box.maxY - ky))
    path.line(to: at(box.minX, box.minY + b))
    path.cubic(
      to: at(box.minX + a, box.minY), control1: at(box.minX, box.minY + ky),
      control2: at(box.minX + kx, box.minY))
    path.close()
    return path
  }

  /// `nil` where none is given, or one that is not valid.
  private func radius(_ element: XMLElement, _ name: String, _ axis: Axis) -> Double? {
    guard let text = text(element, name), text != "auto" else { return nil }
    let radius = length(element, name, axis)
    return radius < 0 ? nil : radius
  }

  private func circle(_ element: XMLElement) -> Path? {
    let radius = length(element, "r", .both)
    guard radius > 0 else { return nil }
    let center = Point(x: length(element, "cx", .x), y: length(element, "cy", .y))
    return .circle(center: center, radius: radius)
  }

  private func ellipse(_ element: XMLElement) -> Path? {
    let (rx, ry) = (radius(element, "rx", .x), radius(element, "ry", .y))
    guard let a = rx ?? ry, let b = ry ?? rx, a > 0, b > 0 else { return nil }
    let (x, y) = (length(element, "cx", .x), length(element, "cy", .y))
    return .ellipse(in: Rect(x: x - a, y: y - b, width: 2 * a, height: 2 * b))
  }

  private func polygon(_ element: XMLElement) -> Path? {
    let numbers = leadingNumbers(element, "points")
    guard numbers.count >= 4 else { return nil }
    if !numbers.count.isMultiple(of: 2) {
      _ = ignored(
        element["points"] ?? "", "points", element, "pairs of numbers; the last one has no other", 0
      )
    }
    let points = stride(from: 0, to: numbers.count - 1, by: 2).map {
      Point(x: numbers[$0], y: numbers[$0 + 1])
    }
    var path = Path([.move(points[0])] + points.dropFirst().map { .line($0) })
    if element.name == "polygon" { path.close() }
    return path
  }
}

extension Path {
  /// How far the control points of a quarter of a circle of radius 1 lie from its ends:
  /// 4 (√2 - 1) / 3, with which the curve's middle lies on the circle.
  static let circleControl = 4 * (2.0.squareRoot() - 1) / 3
}
