import RostrumCanvas
import RostrumGeometry
import TestSupport

/// A picture of random paths, lines, images, groups and clips; the same every time it is drawn.
struct RandomScene {
  let seed: UInt64
  let size: Size

  private static let image: Bitmap = {
    var random = RandomSource(seed: 77)
    guard let image = try? Bitmap(width: 37, height: 23) else { preconditionFailure("memory") }
    for y in 0..<image.height {
      for x in 0..<image.width {
        let alpha = UInt32.random(in: 0...255, using: &random)
        let color = UInt32.random(in: 0...alpha, using: &random)
        image[x, y] = alpha << 24 | color << 16 | (alpha - color) << 8 | color / 2
      }
    }
    return image
  }()

  func draw(on drawing: Drawing) throws {
    var random = RandomSource(seed: seed)
    for _ in 0..<6 { try verb(drawing, &random, depth: 0) }
  }

  /// Takes exactly one number from `outer`, since a drawing may skip the contents of a group.
  private func verb(_ drawing: Drawing, _ outer: inout RandomSource, depth: Int) throws {
    var random = RandomSource(seed: outer.next())
    try drawing.withTransform(transform(&random)) {
      switch Int.random(in: depth > 1 ? 2...9 : 0...9, using: &random) {
      case 0:
        let opacity = Double.random(in: 0...1, using: &random)
        let bounds = Bool.random(using: &random) ? rect(&random) : nil
        try drawing.group(opacity: opacity, bounds: bounds) {
          for _ in 0..<3 { try verb(drawing, &random, depth: depth + 1) }
        }
      case 1:
        try drawing.clip(to: path(&random), rule: Bool.random(using: &random) ? .evenOdd : .nonZero)
        {
          for _ in 0..<3 { try verb(drawing, &random, depth: depth + 1) }
        }
      case 2:
        drawing.transform = .identity
        let whole = rect(&random)
        try drawing.fill(
          Path(rect: Rect(x: whole.minX.rounded(), y: whole.minY.rounded(), width: 40, height: 30)),
          with: color(&random))
      case 3: try drawing.fill(Path(rect: rect(&random)), with: color(&random))
      case 4, 5:
        let rule = Bool.random(using: &random) ? FillRule.evenOdd : .nonZero
        try drawing.fill(path(&random), with: color(&random), rule: rule)
      case 6: try drawing.stroke(path(&random), with: color(&random), style: style(&random))
      case 7:
        drawing.transform = .identity
        try drawing.draw(
          Self.image,
          in: Rect(
            x: Double.random(in: -9...99, using: &random).rounded(), y: 20, width: 74, height: 46))
      default:
        try drawing.draw(
          Self.image,
          from: Bool.random(using: &random) ? Rect(x: 3, y: 4, width: 9.5, height: 6) : nil,
          in: rect(&random), filter: Bool.random(using: &random) ? .linear : .nearest)
      }
    }
  }

  private func color(_ random: inout RandomSource) -> Color {
    func part() -> Double { .random(in: 0...1, using: &random) }
    return Color(
      red: part(), green: part(), blue: part(), alpha: Bool.random(using: &random) ? 1 : part())
  }

  private func point(_ random: inout RandomSource) -> Point {
    Point(
      x: .random(in: -0.3 * size.width...1.3 * size.width, using: &random),
      y: .random(in: -0.3 * size.height...1.3 * size.height, using: &random))
  }

  private func rect(_ random: inout RandomSource) -> Rect {
    Rect(
      origin: point(&random),
      size: Size(
        width: .random(in: 1...size.width, using: &random),
        height: .random(in: 1...size.height, using: &random)))
  }

  private func path(_ random: inout RandomSource) -> Path {
    var path = Path()
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      path.move(to: point(&random))
      for _ in 0..<4 {
        if Bool.random(using: &random) {
          path.line(to: point(&random))
        } else {
          path.cubic(to: point(&random), control1: point(&random), control2: point(&random))
        }
      }
      if Bool.random(using: &random) { path.close() }
    }
    return path
  }

  private func style(_ random: inout RandomSource) -> StrokeStyle {
    StrokeStyle(
      lineWidth: .random(in: 0.2...12, using: &random),
      cap: StrokeStyle.LineCap.allCases.randomElement(using: &random) ?? .butt,
      join: StrokeStyle.LineJoin.allCases.randomElement(using: &random) ?? .miter,
      dashPattern: Bool.random(using: &random) ? [7, 3, 1] : [],
      dashPhase: .random(in: -20...20, using: &random))
  }

  private func transform(_ random: inout RandomSource) -> AffineTransform {
    switch Int.random(in: 0...3, using: &random) {
    case 0: .identity
    case 1: .translation(x: .random(in: -9...9, using: &random), y: 3.7)
    case 2: .scale(x: .random(in: -1.5...1.5, using: &random), y: 1.2)
    default: AffineTransform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 20, ty: -30)
    }
  }
}

extension Path {
  /// The outline of a rectangle.
  init(rect: Rect) {
    self.init(rect.corners.enumerated().map { $0 == 0 ? .move($1) : .line($1) } + [.close])
  }

  /// Straight lines from point to point.
  init(points: [(x: Double, y: Double)], isClosed: Bool = true) {
    let moves = points.enumerated().map { index, point -> Element in
      let point = Point(x: point.x, y: point.y)
      return index == 0 ? .move(point) : .line(point)
    }
    self.init(moves + (isClosed ? [.close] : []))
  }
}
