import Browser
import RostrumCCairo
import RostrumGeometry
import TestSupport
import Testing

@testable import RostrumCanvas

/// Fills and strokes of any form against the coverage of each pixel, which is estimated from 16 by
/// 16 points.
@Suite("Filling general outlines")
struct GeneralFillTests {
  private static let side = 64
  private static let places = 16

  private func levels(_ draw: (Drawing) throws -> Void) throws -> [Double] {
    try picture(width: Self.side, height: Self.side, draw).meanAlphas(ofSquares: 1)
  }

  /// Cairo's levels, each the mean of `places` x `places` of its pixels.
  private func cairos(
    places: Int, _ draw: (OpaquePointer, AffineTransform) -> Void
  ) throws -> [Double] {
    let bitmap = try Bitmap(width: Self.side * places, height: Self.side * places)
    let context = Drawing.makeContext(on: bitmap)
    cairo_set_source_rgba(context, 0, 0, 0, 1)
    draw(context, .scale(x: Double(places), y: Double(places)))
    cairo_surface_flush(cairo_get_target(context))
    Drawing.discard(context)
    return bitmap.meanAlphas(ofSquares: places)
  }

  /// The root of the mean square, and the largest difference.
  private func difference(_ a: [Double], _ b: [Double]) -> (mean: Double, largest: Double) {
    let all = zip(a, b).map { abs($0 - $1) }
    let squares = all.reduce(0) { $0 + $1 * $1 }
    return ((squares / Double(all.count)).squareRoot(), all.max() ?? 0)
  }

  /// Lines and curves that cross each other, in one to three parts.
  private func tangle(_ random: inout RandomSource) -> Path {
    func point() -> Point {
      Point(
        x: .random(in: -8...Double(Self.side) + 8, using: &random),
        y: .random(in: -8...Double(Self.side) + 8, using: &random))
    }
    var path = Path()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      path.move(to: point())
      for _ in 0..<Int.random(in: 2...7, using: &random) {
        if Bool.random(using: &random) {
          path.line(to: point())
        } else {
          path.cubic(to: point(), control1: point(), control2: point())
        }
      }
      if Bool.random(using: &random) { path.close() }
    }
    return path
  }

  /// The sums of the mean errors of 60 drawings, ours and Cairo's; no pixel is further off than
  /// `bound`. `draw` gives both ways to draw the path of a seed.
  private func errors(
    within bound: Double,
    _ draw: (UInt64, Path, inout RandomSource) -> (
      ours: (Drawing) throws -> Void, cairo: (OpaquePointer, AffineTransform) -> Void
    )
  ) throws -> (ours: Double, cairo: Double) {
    var sums = (ours: 0.0, cairo: 0.0)
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomSource(seed: seed)
      let path = tangle(&random)
      let ways = draw(seed, path, &random)
      let reference = try cairos(places: Self.places, ways.cairo)
      let (mean, largest) = difference(try levels(ways.ours), reference)
      #expect(largest <= bound, "seed \(seed)")
      sums.ours += mean
      sums.cairo += difference(try cairos(places: 1, ways.cairo), reference).mean
    }
    return sums
  }

  @Test(
    "What crosses itself covers what is inside, by either rule", arguments: FillRule.allCases)
  func tangles(_ rule: FillRule) throws {
    let sums = try errors(within: 40) { _, path, _ in
      func fill(_ context: OpaquePointer, _ map: AffineTransform) {
        Drawing.emit(path.transformed(by: map), to: context)
        cairo_set_fill_rule(
          context, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
        cairo_fill(context)
      }
      return ({ try $0.fill(path, with: .black, rule: rule) }, fill)
    }
    #expect(sums.ours * 0.99 < sums.cairo)
  }

  @Test(
    "A stroke covers what its pen passes over", arguments: StrokeStyle.LineJoin.allCases)
  func strokes(_ join: StrokeStyle.LineJoin) throws {
    // Dashes are measured along chords: after hundreds of pixels they begin a little late.
    let sums = try errors(within: 110) { seed, path, random in
      // Subpaths that lie across each other add up, and dashes of closed ones are not joined.
      let path = Path(path.connectedParts[0].withOpenSubpaths.elements)
      let caps = StrokeStyle.LineCap.allCases
      let style = StrokeStyle(
        lineWidth: .random(in: 0.5...9, using: &random), cap: caps[Int(seed) % caps.count],
        join: join, dashPattern: seed % 4 == 0 ? [11, 7] : [])
      func stroke(_ context: OpaquePointer, _ map: AffineTransform) {
        Drawing.emit(path.transformed(by: map), to: context)
        cairo_set_tolerance(context, 0.01)
        cairo_set_line_width(context, style.lineWidth * map.a)
        cairo_set_line_cap(context, cairo_line_cap_t(style.cap))
        cairo_set_line_join(context, cairo_line_join_t(style.join))
        cairo_set_miter_limit(context, style.miterLimit)
        let dashes = style.dashPattern.map { $0 * map.a }
        cairo_set_dash(context, dashes, Int32(dashes.count), 0)
        cairo_stroke(context)
      }
      return ({ try $0.stroke(path, with: .black, style: style) }, stroke)
    }
    // Cairo's curves are chords there of at most a hundredth of a pixel from them.
    #expect(sums.ours * 0.4 < sums.cairo)
  }

  @Test(
    "A part is what it is in the whole, whatever its rows begin with")
  func parts() throws {
    for seed in 0..<40 as Range<UInt64> {
      var random = RandomSource(seed: seed)
      let path = tangle(&random)
      let alpha = seed % 2 == 0 ? 1 : Double.random(in: 0...1, using: &random)
      let color = Color(red: 0.8, green: 0.3, blue: 0.1, alpha: alpha)
      let whole = try Bitmap(width: Self.side, height: Self.side)
      let drawing = Drawing(on: whole)
      try drawing.fill(path, with: color)
      try drawing.finish()
      let parts = try Bitmap(width: Self.side, height: Self.side)
      let other = Drawing(on: parts)
      for region in [
        DamageRegion(PixelRect(x: 7, y: 20, width: 30, height: 9)),
        DamageRegion(PixelRect(x: 0, y: 0, width: 64, height: 31)),
        DamageRegion(PixelRect(x: 0, y: 31, width: 50, height: 33)),
        DamageRegion(PixelRect(x: 50, y: 31, width: 14, height: 33)),
      ] {
        try other.redraw(region) { try other.fill(path, with: color) }
      }
      try other.finish()
      #expect(parts.hasSamePixels(as: whole), "seed \(seed)")
    }
  }

  /// A circle of arcs, whose joints lie anywhere. The arms of an arc's cubic are 4/3 tan(angle/4)
  /// of the radius.
  @Test(
    "A ring has no seams where its arcs join",
    arguments: [
      (3, 0.769800358920), (4, 0.552284749831), (5, 0.433226261644),
      (7, 0.304324632520), (12, 0.175536663450),
    ])
  func rings(_ arc: (count: Int, arm: Double)) throws {
    let (arcs, arm) = arc
    for seed in 0..<24 as Range<UInt64> {
      var random = RandomSource(seed: seed)
      let radius = Double.random(in: 12...26, using: &random)
      let start = Double.random(in: 0...2 * .pi, using: &random)
      let way = seed % 2 == 0 ? 1.0 : -1
      func place(_ arc: Int, _ side: Double) -> Point {
        let turn = AffineTransform.rotation(start + way * 2 * .pi * Double(arc) / Double(arcs))
        return turn.apply(to: Point(x: radius, y: radius * way * side)) + Point(x: 32, y: 32)
      }
      var path = Path()
      path.move(to: place(0, 0))
      for arc in 0..<arcs {
        path.cubic(
          to: place(arc + 1, 0), control1: place(arc, arm), control2: place(arc + 1, -arm))
      }
      if seed % 3 == 0 { path.close() }
      let style = StrokeStyle(
        lineWidth: 8, cap: .round, join: seed % 4 < 2 ? .miter : .round)
      let drawn = try levels { try $0.stroke(path, with: .black, style: style) }
      for (index, level) in drawn.enumerated() {
        let x = Double(index % Self.side) - 31.5
        let y = Double(index / Self.side) - 31.5
        let away = abs((x * x + y * y).squareRoot() - radius)
        // A pixel reaches 0.71 beyond its centre.
        if away < 3 { #expect(level == 255, "seed \(seed), \(x), \(y)") }
        if away > 5 { #expect(level == 0, "seed \(seed), \(x), \(y)") }
      }
    }
  }
}
