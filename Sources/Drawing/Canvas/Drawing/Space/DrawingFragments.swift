import RostrumCCairo
import RostrumGeometry

extension Drawing {
  /// Draws fragments over each other, from back to front, so that fragments which share an edge
  /// leave no gap between them.
  ///
  /// A pixel on an edge is partly covered. Two neighbours that cover half each, one over the other,
  /// would let a quarter of the background through. So pixels on the edges of several fragments are
  /// multisampled, with 64 samples each.
  ///
  /// - Parameters:
  ///   - picture: Draws the whole picture of the fragment with that index; for one that reads its
  ///     backdrop, over that backdrop.
  ///   - outline: Fills the outline of that fragment with opaque white, exactly as its picture
  ///     would.
  public func draw(
    _ fragments: [PlaneFragment], picture: (Int) throws -> Void, outline: (Int) throws -> Void
  ) throws {
    let box = fragments.reduce(PixelRect.empty) { $0.union($1.bounds) }
    let area = visiblePart(of: box)
    guard !area.isEmpty else { return }
    let meeting = PlaneFragment.meeting(fragments)
    guard !meeting.isEmpty else {
      for index in fragments.indices { try picture(index) }
      return
    }
    let meetings = try DrawingError.mappingOutOfMemory { () throws(OutOfMemory) in
      try SharedEdgePixels(of: fragments, in: area)
    }
    // A picture that reads around itself has to find all rows as they are behind it.
    let isWhole = fragments.contains { $0.backdrop == .surroundings }
    let rows = area.y..<area.maxY
    for band in isWhole ? [rows] : meetings.bands {
      try compose(fragments, meeting, meetings, rows: band, picture: picture, outline: outline)
    }
  }

  private func compose(
    _ fragments: [PlaneFragment], _ meeting: Set<Int>, _ meetings: SharedEdgePixels,
    rows: Range<Int>,
    picture: (Int) throws -> Void, outline: (Int) throws -> Void
  ) throws {
    let samples = try DrawingError.mappingOutOfMemory { () throws(OutOfMemory) in
      try MultisampledPixels(meetings, rows: rows)
    }
    withPixelsOfGroup { samples.load(from: $0) }
    for (index, fragment) in fragments.enumerated() {
      let bounds = fragment.bounds.intersection(frame)
      guard !bounds.isEmpty, bounds.maxY > rows.lowerBound, bounds.y < rows.upperBound,
        isVisible(bounds.rect)
      else { continue }
      let coverage =
        meeting.contains(index) ? try surface(within: bounds) { try outline(index) } : nil
      let edge = FragmentEdge(fragment, coverage: coverage?.pixels)
      let content =
        fragment.backdrop == .unread
        ? try surface(within: bounds) { try picture(index) }
        : try readingSurface(for: fragment, edge, within: bounds, samples) { try picture(index) }
      guard let content else { continue }
      let layer = FragmentLayer(edge, content: content.pixels, within: bounds)
      withPixelsOfGroup { target in
        layer.lay(on: target, area: meetings.area, rows: rows, samples)
      }
    }
    withPixelsOfGroup { samples.store(to: $0) }
  }

  /// A surface with the drawing of `body` over the fragment's backdrop: in multisampled pixels,
  /// over the mean backdrop of the fragment's samples.
  private func readingSurface(
    for fragment: PlaneFragment, _ edge: FragmentEdge, within bounds: PixelRect,
    _ samples: MultisampledPixels,
    _ body: () throws -> Void
  ) throws -> OwnSurface? {
    withPixelsOfGroup { samples.store(to: $0) }
    let behind = cairo_get_group_target(context)
    return try surface(within: fragment.backdrop == .surroundings ? limits : bounds) {
      copy(behind)
      withPixelsOfGroup { edge.resolve(samples, on: $0) }
      try body()
    }
  }

  /// A separate surface with the drawing of `body`. Its size does not depend on the redrawn region.
  private func surface(
    within bounds: PixelRect, _ body: () throws -> Void
  ) throws -> OwnSurface? {
    let (outer, outerShape) = (limits, clipShape)
    // A outline's edge counts, even when it is the clip's.
    (limits, clipShape) = (outer.intersection(bounds), nil)
    defer { (limits, clipShape) = (outer, outerShape) }
    guard !limits.isEmpty else { return nil }
    cairo_save(context)
    Self.clip(context, to: [limits])
    cairo_push_group(context)
    forgetClearness()
    let result = Result(catching: body)
    let finished = cairo_pop_group(context).flatMap(OwnSurface.init)
    cairo_restore(context)
    try result.get()
    return finished
  }
}

/// A finished group.
private final class OwnSurface {
  private let pattern: OpaquePointer
  let pixels: SurfacePixels

  init?(_ pattern: OpaquePointer) {
    self.pattern = pattern
    var surface: OpaquePointer?
    guard cairo_pattern_get_surface(pattern, &surface) == CAIRO_STATUS_SUCCESS, let surface,
      let pixels = SurfacePixels(surface)
    else {
      cairo_pattern_destroy(pattern)
      return nil
    }
    self.pixels = pixels
  }

  deinit { cairo_pattern_destroy(pattern) }
}

/// Where a fragment ends, and which places of a pixel there are its own.
private struct FragmentEdge {
  let fragment: PlaneFragment
  private let coverage: SurfacePixels?
  private let sides: [HalfPlane]?

  init(_ fragment: PlaneFragment, coverage: SurfacePixels?) {
    self.fragment = fragment
    self.coverage = coverage
    sides = fragment.outlineSides
  }

  func contains(_ x: Int, _ y: Int) -> Bool {
    if fragment.cuts.isEmpty { return true }
    let center = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
    return fragment.cuts.allSatisfy { $0.contains(center) }
  }

  /// The places of a pixel that no cut takes away.
  func uncutPlaces(_ x: Int, _ y: Int) -> UInt64 {
    guard !fragment.cuts.isEmpty else { return .max }
    return PixelSamples.mask(fragment.cuts, x: Double(x), y: Double(y), margin: 0)
  }

  /// The places of a pixel that lie in the outline; `nil` when it has no area.
  func placesInOutline(_ x: Int, _ y: Int) -> UInt64? {
    sides.map { PixelSamples.mask($0, x: Double(x), y: Double(y), margin: 1e-6) }
  }

  /// How much of a pixel the outline covers, of 255.
  func covered(_ x: Int, _ y: Int) -> UInt32 {
    coverage.map { $0[x - $0.originX, y - $0.originY] >> 24 } ?? 255
  }

  /// The samples of a pixel that are changed by a picture drawn over its backdrop, and its coverage
  /// there, of 255.
  func changedPlaces(_ x: Int, _ y: Int) -> (mask: UInt64, covered: UInt32) {
    let (mask, covered) = (uncutPlaces(x, y), covered(x, y))
    guard covered < 255, fragment.endsWithOutline, let inside = placesInOutline(x, y) else {
      return (mask, 255)
    }
    return (mask & inside, covered)
  }

  /// Resolves the multisampled pixels of the fragment into its backdrop.
  func resolve(_ samples: MultisampledPixels, on surface: SurfacePixels) {
    for (slot, x, y) in samples.places where surface.contains(x, y) && reaches(x, y) {
      let mask = changedPlaces(x, y).mask
      guard mask != 0 else { continue }
      surface[x - surface.originX, y - surface.originY] = samples.average(slot, of: mask)
    }
  }

  private func reaches(_ x: Int, _ y: Int) -> Bool {
    if let coverage { return coverage.contains(x, y) }
    return fragment.bounds.contains(x: x, y: y)
  }
}

/// One fragment's picture, ready to be composited.
private struct FragmentLayer {
  private let edge: FragmentEdge
  private let content: SurfacePixels
  private let bounds: PixelRect

  /// `content` includes the backdrop if the fragment reads it.
  init(_ edge: FragmentEdge, content: SurfacePixels, within bounds: PixelRect) {
    (self.edge, self.content, self.bounds) = (edge, content, bounds)
  }

  func lay(
    on target: SurfacePixels, area: PixelRect, rows: Range<Int>, _ samples: MultisampledPixels
  ) {
    let reach = area.intersection(bounds).intersection(content.frame).intersection(target.frame)
    let (top, bottom) = (max(reach.y, rows.lowerBound), min(reach.maxY, rows.upperBound))
    guard !reach.isEmpty, top < bottom else { return }
    let isWhole = edge.fragment.backdrop != .unread
    for y in top..<bottom {
      for x in reach.x..<reach.maxX {
        let color = content[x - content.originX, y - content.originY]
        guard isWhole || color != 0 else { continue }
        if let slot = samples.slot(x, y) {
          if isWhole {
            replacePlaces(color, x, y, slot, samples)
          } else {
            layInPlaces(color, x, y, slot, samples)
          }
        } else if edge.contains(x, y) {
          let (i, j) = (x - target.originX, y - target.originY)
          target[i, j] = isWhole ? color : color.over(target[i, j])
        }
      }
    }
  }

  /// A pixel on the outline's edge has the outline's colour, multiplied by its coverage. The
  /// samples inside the outline get the colour without that factor. If the picture reaches beyond
  /// the outline, which shows as a greater coverage, all samples get it.
  private func layInPlaces(
    _ color: UInt32, _ x: Int, _ y: Int, _ slot: Int, _ samples: MultisampledPixels
  ) {
    var mask = edge.uncutPlaces(x, y)
    var color = color
    let covered = edge.covered(x, y)
    if covered < 255, edge.fragment.endsWithOutline || color >> 24 <= covered + 1,
      let inside = edge.placesInOutline(x, y)
    {
      mask &= inside
      color = color.unfaded(by: max(covered, color >> 24))
    }
    samples.lay(color, on: slot, mask)
  }

  /// The same for a picture that includes its backdrop: the samples inside the outline are replaced
  /// entirely by its colour.
  private func replacePlaces(
    _ color: UInt32, _ x: Int, _ y: Int, _ slot: Int, _ samples: MultisampledPixels
  ) {
    let (mask, covered) = edge.changedPlaces(x, y)
    guard mask != 0, covered > 0 else { return }
    let behind = samples.average(slot, of: mask)
    guard color != behind else { return }
    samples.set(color.unmixed(from: behind, share: covered), on: slot, mask)
  }
}

extension UInt32 {
  /// This premultiplied pixel over another.
  func over(_ below: UInt32) -> UInt32 {
    let kept = 255 - (self >> 24)
    if kept == 0 { return self }
    func product(_ parts: UInt32) -> UInt32 {
      let scaled = parts * kept + 0x800080
      return (scaled + (scaled >> 8 & 0xFF00FF)) >> 8 & 0xFF00FF
    }
    // Both are premultiplied and rounded apart, so a sum can be 256.
    let even = (self & 0xFF00FF) + product(below & 0xFF00FF)
    let odd = (self >> 8 & 0xFF00FF) + product(below >> 8 & 0xFF00FF)
    func limited(_ parts: UInt32) -> UInt32 {
      (parts | (0x1000100 - (parts >> 8 & 0x10001))) & 0xFF00FF
    }
    return limited(even) | limited(odd) << 8
  }

  /// The premultiplied pixel of which this is `coverage`/255.
  fileprivate func unfaded(by coverage: UInt32) -> UInt32 {
    guard coverage > 0 else { return 0 }
    var result: UInt32 = 0
    for shift in stride(from: UInt32(0), through: 24, by: 8) {
      result |= Swift.min(((self >> shift & 0xFF) * 255 + coverage / 2) / coverage, 255) << shift
    }
    return result
  }

  /// The premultiplied pixel of which `share`/255, with the rest from `other`, make this.
  fileprivate func unmixed(from other: UInt32, share: UInt32) -> UInt32 {
    guard share < 255 else { return self }
    func whole(_ shift: UInt32) -> UInt32 {
      let (mixed, rest) = (Int(self >> shift & 0xFF), Int(other >> shift & 0xFF))
      let value = Double(rest) + Double(mixed - rest) * 255 / Double(share)
      return UInt32(Swift.min(Swift.max(value.rounded(), 0), 255))
    }
    let alpha = whole(24)
    return [0, 8, 16].reduce(alpha << 24) { $0 | Swift.min(whole($1), alpha) << $1 }
  }
}
