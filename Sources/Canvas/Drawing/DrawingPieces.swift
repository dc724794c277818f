import CCairo
import Geometry

extension Drawing {
  /// Draws pieces over each other, from back to front, so that pieces which meet at an edge hide
  /// together what is behind them.
  ///
  /// Where an edge goes through a pixel it covers part of it. Two neighbours that cover half each,
  /// one over the other, would let a quarter of the background through. In pixels through which
  /// edges of several pieces go, 64 places are therefore followed on their own.
  ///
  /// - Parameters:
  ///   - picture: Draws the whole picture of the piece of that number; of one that reads its
  ///     backdrop, over what lies behind it.
  ///   - sheet: Fills the sheet of that piece with opaque white, exactly as its picture would.
  public func draw(_ pieces: [Piece], picture: (Int) -> Void, sheet: (Int) -> Void) {
    let box = pieces.reduce(Rect.zero) { $0.union($1.bounds) }.intersection(bitmapBounds)
    let area = visiblePart(of: box)
    guard !area.isEmpty else { return }
    noting { () throws(OutOfMemory) in
      try draw(pieces, in: area, picture: picture, sheet: sheet)
    }
  }

  private func draw(
    _ pieces: [Piece], in area: Rect, picture: (Int) -> Void, sheet: (Int) -> Void
  ) throws(OutOfMemory) {
    let meeting = Piece.meeting(pieces)
    guard !meeting.isEmpty else {
      for index in pieces.indices { picture(index) }
      return
    }
    let meetings = try EdgeMeetings(of: pieces, in: area)
    // A picture that reads around itself has to find all rows as they are behind it.
    let isWhole = pieces.contains { $0.backdrop == .surroundings }
    let rows = Int(area.minY)..<Int(area.maxY)
    for band in isWhole ? [rows] : meetings.bands {
      try compose(pieces, meeting, meetings, rows: band, picture: picture, sheet: sheet)
    }
  }

  private func compose(
    _ pieces: [Piece], _ meeting: Set<Int>, _ meetings: EdgeMeetings, rows: Range<Int>,
    picture: (Int) -> Void, sheet: (Int) -> Void
  ) throws(OutOfMemory) {
    let samples = try SampledPixels(meetings, rows: rows)
    withPixelsOfGroup { samples.load(from: $0) }
    for (index, piece) in pieces.enumerated() {
      let bounds = piece.bounds.pixelsTouched.intersection(bitmapBounds)
      guard !bounds.isEmpty, bounds.maxY > Double(rows.lowerBound),
        bounds.minY < Double(rows.upperBound),
        isVisible(bounds)
      else { continue }
      let coverage = meeting.contains(index) ? surface(within: bounds) { sheet(index) } : nil
      let edge = PieceEdge(piece, coverage: coverage?.pixels)
      let content =
        piece.backdrop == .unread
        ? surface(within: bounds) { picture(index) }
        : readingSurface(for: piece, edge, within: bounds, samples) { picture(index) }
      guard let content else { continue }
      let layer = PieceLayer(edge, content: content.pixels, within: bounds)
      withPixelsOfGroup { target in
        layer.lay(on: target, area: meetings.area, rows: rows, samples)
      }
    }
    withPixelsOfGroup { samples.store(to: $0) }
  }

  /// A surface with all that `body` draws over the background of a piece: where edges meet, over
  /// what lies behind the places that are the piece's.
  private func readingSurface(
    for piece: Piece, _ edge: PieceEdge, within bounds: Rect, _ samples: SampledPixels,
    _ body: () -> Void
  ) -> OwnSurface? {
    withPixelsOfGroup { samples.store(to: $0) }
    let behind = cairo_get_group_target(context)
    return surface(within: piece.backdrop == .surroundings ? limits : bounds) {
      copy(behind)
      withPixelsOfGroup { edge.resolve(samples, on: $0) }
      body()
    }
  }

  /// A surface of its own with all that `body` draws. Its size does not depend on what is redrawn.
  private func surface(within bounds: Rect, _ body: () -> Void) -> OwnSurface? {
    let (outer, outerShape) = (limits, clipShape)
    // A sheet's edge counts, even when it is the clip's.
    (limits, clipShape) = (outer.intersection(bounds), nil)
    defer { (limits, clipShape) = (outer, outerShape) }
    guard !limits.isEmpty else { return nil }
    cairo_save(context)
    cairo_new_path(context)
    clipCairo(to: [limits])
    cairo_push_group(context)
    forgetClearness()
    body()
    let pattern = cairo_pop_group(context)
    cairo_restore(context)
    return pattern.flatMap(OwnSurface.init)
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

/// Where a piece ends, and which places of a pixel there are its own.
private struct PieceEdge {
  let piece: Piece
  private let coverage: SurfacePixels?
  private let sides: [HalfPlane]?

  init(_ piece: Piece, coverage: SurfacePixels?) {
    self.piece = piece
    self.coverage = coverage
    sides = piece.sheetSides
  }

  func contains(_ x: Int, _ y: Int) -> Bool {
    if piece.cuts.isEmpty { return true }
    let center = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
    return piece.cuts.allSatisfy { $0.contains(center) }
  }

  /// The places of a pixel that no cut takes away.
  func uncutPlaces(_ x: Int, _ y: Int) -> UInt64 {
    guard !piece.cuts.isEmpty else { return .max }
    return PixelSamples.mask(piece.cuts, x: Double(x), y: Double(y), margin: 0)
  }

  /// The places of a pixel that lie in the sheet; `nil` when it has no area.
  func placesInSheet(_ x: Int, _ y: Int) -> UInt64? {
    sides.map { PixelSamples.mask($0, x: Double(x), y: Double(y), margin: 1e-6) }
  }

  /// How much of a pixel the sheet covers, of 255.
  func covered(_ x: Int, _ y: Int) -> UInt32 {
    coverage.map { $0[x - $0.originX, y - $0.originY] >> 24 } ?? 255
  }

  /// The places of a pixel that a picture drawn over what lies behind changes, and how much of it
  /// was drawn there, of 255.
  func changedPlaces(_ x: Int, _ y: Int) -> (mask: UInt64, covered: UInt32) {
    let (mask, covered) = (uncutPlaces(x, y), covered(x, y))
    guard covered < 255, piece.endsWithSheet, let inside = placesInSheet(x, y) else {
      return (mask, 255)
    }
    return (mask & inside, covered)
  }

  /// Puts what lies behind the piece into the pixels of which it has some places.
  func resolve(_ samples: SampledPixels, on surface: SurfacePixels) {
    for (slot, x, y) in samples.places where surface.contains(x, y) && reaches(x, y) {
      let mask = changedPlaces(x, y).mask
      guard mask != 0 else { continue }
      surface[x - surface.originX, y - surface.originY] = samples.average(slot, of: mask)
    }
  }

  private func reaches(_ x: Int, _ y: Int) -> Bool {
    if let coverage { return coverage.contains(x, y) }
    return piece.bounds.pixelsTouched.holds(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
  }
}

/// One piece's picture, ready to be laid over what is behind it.
private struct PieceLayer {
  private let edge: PieceEdge
  private let content: SurfacePixels
  private let bounds: Rect

  /// `content` is what lies behind too, when the piece reads that.
  init(_ edge: PieceEdge, content: SurfacePixels, within bounds: Rect) {
    (self.edge, self.content, self.bounds) = (edge, content, bounds)
  }

  func lay(
    on target: SurfacePixels, area: Rect, rows: Range<Int>, _ samples: SampledPixels
  ) {
    let reach = area.intersection(bounds).intersection(content.bounds).intersection(target.bounds)
    let (left, right) = (Int(reach.minX), Int(reach.maxX))
    let (top, bottom) = (
      max(Int(reach.minY), rows.lowerBound), min(Int(reach.maxY), rows.upperBound)
    )
    guard left < right, top < bottom else { return }
    let isWhole = edge.piece.backdrop != .unread
    for y in top..<bottom {
      for x in left..<right {
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

  /// A pixel that the edge of the sheet goes through shows the sheet's colour, faded by how much of
  /// it the sheet covers. The places inside the sheet get that colour itself. Where the picture
  /// goes on beyond the sheet, which shows when there is more than that, all places get it.
  private func layInPlaces(
    _ color: UInt32, _ x: Int, _ y: Int, _ slot: Int, _ samples: SampledPixels
  ) {
    var mask = edge.uncutPlaces(x, y)
    var color = color
    let covered = edge.covered(x, y)
    if covered < 255, edge.piece.endsWithSheet || color >> 24 <= covered + 1,
      let inside = edge.placesInSheet(x, y)
    {
      mask &= inside
      color = color.unfaded(by: max(covered, color >> 24))
    }
    samples.lay(color, on: slot, mask)
  }

  /// The same for a picture with what lies behind it: what it changed there in part, the places
  /// inside the sheet change altogether.
  private func replacePlaces(
    _ color: UInt32, _ x: Int, _ y: Int, _ slot: Int, _ samples: SampledPixels
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
