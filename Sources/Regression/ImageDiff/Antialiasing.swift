/// Whether two pixels differ only in how an edge was antialiased.
///
/// An antialiased pixel is a mixture of the colours on both sides of an edge. So the colours around
/// must explain both pixels in both pictures:
///
/// 1. Each of the two lies among the mixtures (the convex hull) of the colours in the other
///    picture's 3 x 3 pixels, within the tolerance's threshold, and one of them is clearly between
///    its neighbours: hard edges are no antialiasing.
/// 2. A stroke thinner than a pixel may have no pixel of its own full colour. There each of the two
///    may lie an eighth of the contrast beyond its 3 x 3 pixels, if both are clearly mixtures of
///    the darkest and the brightest colour within `strokeReach` pixels, in both pictures: the full
///    colour is somewhere near. A line in its full colour is no mixture, so a line that changes
///    its colour is different.
/// 3. The colour that came or went in the 3 x 3 pixels is at most that of an edge which moves by
///    `largestMove` of a pixel.
///
/// At the border of the picture, the pixels that exist are the surroundings.
///
/// pixelmatch asks instead whether the pixel has few equal neighbours and extremes with many
/// (Vyšniauskas 2009); that also forgives rings and lines of one pixel that are gone.
struct Antialiasing {
  let expected: PixelGrid
  let actual: PixelGrid
  /// The pixels that both pictures have.
  let width: Int
  let height: Int
  /// The squared distance (`ColorDistance`) up to which two colours count as the same.
  let limit: Float

  /// In twelfths of a pixel.
  private static let largestMove: Int16 = 7
  /// An eighth of the contrast.
  private static let strokeDivisor: Int16 = 8
  /// In pixels: two letters of running text.
  private static let strokeReach = 20
  /// Rounding alone moves a mixture by about two steps of 255.
  private static let leastLimit: Float = 2

  private typealias Channels = SIMD4<Int16>

  /// A pixel and the pixels around it, four channels each.
  private struct Surroundings {
    var least = Channels(repeating: 255)
    var most = Channels(repeating: 0)
    var sum = Channels(repeating: 0)
    var center = Channels(repeating: 0)

    func contains(_ value: Channels, within leeway: Channels) -> Bool {
      all(value .>= least &- leeway) && all(value .<= most &+ leeway)
    }

    /// True when some channel lies clearly between its neighbours'.
    var isMixture: Bool {
      any((center .> least &+ 1) .& (center .< most &- 1))
    }
  }

  /// True when the two pixels at (`x`, `y`) differ only in how an edge was antialiased.
  func isCause(x: Int, y: Int) -> Bool {
    let near = neighbourhood(x, y, 1)
    let old = surroundings(expected, x, y, near)
    let new = surroundings(actual, x, y, near)
    let contrast = pointwiseMax(old.most, new.most) &- pointwiseMin(old.least, new.least)
    let moved = pointwiseMax(old.sum, new.sum) &- pointwiseMin(old.sum, new.sum)
    let edge = contrast &* Int16(min(near.columns.count, near.rows.count))
    guard all(moved .<= edge / 12 &* Self.largestMove &+ edge % 12 &* Self.largestMove / 12) else {
      return false
    }
    if old.isMixture || new.isMixture,
      hull(of: expected, near, contains: actual.row(y)[x]),
      hull(of: actual, near, contains: expected.row(y)[x])
    {
      return true
    }
    let leeway = contrast / Self.strokeDivisor
    guard new.contains(old.center, within: leeway), old.contains(new.center, within: leeway) else {
      return false
    }
    let wide = neighbourhood(x, y, Self.strokeReach)
    let pixels = [ColorDistance.vector(expected.row(y)[x]), ColorDistance.vector(actual.row(y)[x])]
    return [expected, actual].allSatisfy { picture in
      let ends = extremes(of: picture, wide)
      return pixels.allSatisfy { isMixture($0, of: ends.darkest, ends.brightest) }
    }
  }

  private typealias Neighbourhood = (columns: ClosedRange<Int>, rows: ClosedRange<Int>)

  private func neighbourhood(_ x: Int, _ y: Int, _ reach: Int) -> Neighbourhood {
    (max(0, x - reach)...min(width - 1, x + reach), max(0, y - reach)...min(height - 1, y + reach))
  }

  private func surroundings(
    _ grid: PixelGrid, _ x: Int, _ y: Int, _ place: Neighbourhood
  ) -> Surroundings {
    var result = Surroundings()
    for row in place.rows {
      let pixels = grid.row(row)
      for column in place.columns {
        let pixel = channels(pixels[column])
        result.least = pointwiseMin(result.least, pixel)
        result.most = pointwiseMax(result.most, pixel)
        result.sum &+= pixel
      }
    }
    result.center = channels(grid.row(y)[x])
    return result
  }

  @inline(__always)
  private func channels(_ pixel: UInt32) -> Channels {
    Channels(truncatingIfNeeded: unsafeBitCast(pixel, to: SIMD4<UInt8>.self))
  }

  private func extremes(
    of grid: PixelGrid, _ place: Neighbourhood
  ) -> (darkest: SIMD4<Float>, brightest: SIMD4<Float>) {
    var darkest = ColorDistance.vector(grid.row(place.rows.lowerBound)[place.columns.lowerBound])
    var brightest = darkest
    for row in place.rows {
      let pixels = grid.row(row)
      for column in place.columns {
        let color = ColorDistance.vector(pixels[column])
        if color.x < darkest.x { darkest = color }
        if color.x > brightest.x { brightest = color }
      }
    }
    return (darkest, brightest)
  }

  /// Whether a colour lies between two others, near the line that joins them and at neither end.
  private func isMixture(
    _ color: SIMD4<Float>, of one: SIMD4<Float>, _ other: SIMD4<Float>
  ) -> Bool {
    let (line, part) = (other - one, color - one)
    let length = (line * line).sum()
    guard length > 0 else { return false }
    let share = (part * line).sum() / length
    let aside = part - line * share
    let fromEnd = min(share, 1 - share)
    return fromEnd > 0 && fromEnd * fromEnd * length > Self.leastLimit
      && (aside * aside).sum() <= max(limit, Self.leastLimit)
  }

  /// Whether a colour is a mixture of the colours of a neighbourhood, within the limit.
  ///
  /// Gilbert's algorithm (1966) for the point of a convex hull that is nearest to a given one: from
  /// a point of the hull straight towards the colour that lies furthest in the target's direction,
  /// until the target is near enough, or a plane is known that parts it from the hull.
  private func hull(
    of grid: PixelGrid, _ place: Neighbourhood, contains pixel: UInt32
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 9) { colors in
      var count = 0
      for row in place.rows {
        let pixels = grid.row(row)
        for column in place.columns {
          colors.initializeElement(at: count, to: ColorDistance.vector(pixels[column]))
          count += 1
        }
      }
      let hull = UnsafeBufferPointer(rebasing: colors[..<count])
      return contains(ColorDistance.vector(pixel), in: hull)
    }
  }

  private func contains(_ target: SIMD4<Float>, in hull: UnsafeBufferPointer<SIMD4<Float>>) -> Bool
  {
    let limit = max(limit, Self.leastLimit)
    var nearest = hull[0]
    for _ in 0..<Self.mostSteps {
      let direction = target - nearest
      let distance = (direction * direction).sum()
      if distance <= limit { return true }
      var furthest = nearest
      var reach = -Float.infinity
      for color in hull {
        let along = (color * direction).sum()
        if along > reach { (furthest, reach) = (color, along) }
      }
      let gap = (target * direction).sum() - reach
      if gap > 0, gap * gap > limit * distance { return false }
      let step = furthest - nearest
      let length = (step * step).sum()
      guard length > 0 else { return false }
      nearest += step * min(1, max(0, (direction * step).sum() / length))
    }
    return false
  }

  /// Colours that are near the hull's surface take most steps; three or four are usual.
  private static let mostSteps = 24
}
