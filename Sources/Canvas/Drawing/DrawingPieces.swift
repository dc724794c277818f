import CCairo
import Geometry

extension Drawing {
  /// Draws pieces over each other, from back to front, so that pieces which meet at an edge hide together what is behind them.
  ///
  /// Where an edge goes through a pixel it covers part of it. Two neighbours that cover half each, one over the other, would let a quarter of
  /// the background through. In pixels through which edges of several pieces go, 64 places are therefore followed on their own.
  ///
  /// - Parameters:
  ///   - picture: Draws the whole picture of the piece of that number.
  ///   - sheet: Fills the sheet of that piece with opaque white, exactly as its picture would.
  public func draw(_ pieces: [Piece], picture: (Int) -> Void, sheet: (Int) -> Void) {
    let box = pieces.reduce(Rect.zero) { $0.union($1.bounds) }.intersection(bitmapBounds)
    let area = visiblePart(of: box)
    guard !area.isEmpty else { return }
    let meetings = edgeMeetings(of: pieces, in: area, of: box.pixelsTouched.intersection(limits))
    guard !meetings.isEmpty || pieces.contains(where: { !$0.cuts.isEmpty }) else {
      for index in pieces.indices { picture(index) }
      return
    }
    for band in meetings.bands {
      compose(pieces, meetings, rows: band, picture: picture, sheet: sheet)
    }
  }

  /// Those of an area that is redrawn. Which pieces meet is asked of all that is seen of them: drawing a piece on a surface of its own rounds
  /// differently, so it must not depend on what is redrawn.
  private func edgeMeetings(of pieces: [Piece], in area: Rect, of whole: Rect) -> EdgeMeetings {
    var meetings = EdgeMeetings(of: pieces, in: area)
    if area != whole { meetings.involve(EdgeMeetings(of: pieces, in: whole)) }
    return meetings
  }

  private func compose(
    _ pieces: [Piece], _ meetings: EdgeMeetings, rows: Range<Int>, picture: (Int) -> Void,
    sheet: (Int) -> Void
  ) {
    var samples = SampledPixels(meetings, rows: rows)
    withPixelsOfGroup { samples.load(from: $0) }
    for (index, piece) in pieces.enumerated() {
      let bounds = piece.bounds.pixelsTouched.intersection(bitmapBounds)
      guard bounds.maxY > Double(rows.lowerBound), bounds.minY < Double(rows.upperBound),
        isVisible(bounds)
      else { continue }
      let content = surface(within: bounds) { picture(index) }
      let isMeeting = meetings.involves(index)
      let coverage = isMeeting ? surface(within: bounds) { sheet(index) } : nil
      guard let content else { continue }
      let layer = PieceLayer(piece, content: content.pixels, coverage: coverage?.pixels)
      withPixelsOfGroup { target in
        layer.lay(on: target, area: meetings.area, rows: rows, &samples)
      }
    }
    withPixelsOfGroup { samples.store(to: $0) }
  }

  /// What `body` draws on a surface of its own, whose size does not depend on what is redrawn.
  private func surface(within bounds: Rect, _ body: () -> Void) -> OwnSurface? {
    let outer = limits
    limits = outer.intersection(bounds)
    defer { limits = outer }
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

/// One piece's picture, ready to be laid over what is behind it.
private struct PieceLayer {
  private let piece: Piece
  private let content: SurfacePixels
  private let coverage: SurfacePixels?
  private let sides: [HalfPlane]?

  init(_ piece: Piece, content: SurfacePixels, coverage: SurfacePixels?) {
    self.piece = piece
    self.content = content
    self.coverage = coverage
    sides = piece.sheetSides
  }

  func lay(
    on target: SurfacePixels, area: Rect, rows: Range<Int>, _ samples: inout SampledPixels
  ) {
    let reach = area.intersection(content.bounds).intersection(target.bounds)
    let (left, right) = (Int(reach.minX), Int(reach.maxX))
    let (top, bottom) = (
      max(Int(reach.minY), rows.lowerBound), min(Int(reach.maxY), rows.upperBound)
    )
    guard left < right, top < bottom else { return }
    for y in top..<bottom {
      for x in left..<right {
        let color = content[x - content.originX, y - content.originY]
        guard color != 0 else { continue }
        if let slot = samples.slot(x, y) {
          layInPlaces(color, x, y, slot, &samples)
        } else if contains(x, y) {
          let (i, j) = (x - target.originX, y - target.originY)
          target[i, j] = color.over(target[i, j])
        }
      }
    }
  }

  private func contains(_ x: Int, _ y: Int) -> Bool {
    if piece.cuts.isEmpty { return true }
    let center = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
    return piece.cuts.allSatisfy { $0.contains(center) }
  }

  /// A pixel that the edge of the sheet goes through shows the sheet's colour, faded by how much of it the sheet covers. The places inside
  /// the sheet get that colour itself. When there is more than that, the picture goes on beyond the sheet, and so all places get it.
  private func layInPlaces(
    _ color: UInt32, _ x: Int, _ y: Int, _ slot: Int, _ samples: inout SampledPixels
  ) {
    let (left, top) = (Double(x), Double(y))
    var mask =
      piece.cuts.isEmpty
      ? UInt64.max : PixelSamples.mask(piece.cuts, x: left, y: top, margin: 0)
    var color = color
    let covered = coverage.map { $0[x - $0.originX, y - $0.originY] >> 24 } ?? 255
    if covered < 255, color >> 24 <= covered + 1, let sides {
      mask &= PixelSamples.mask(sides, x: left, y: top, margin: 1e-6)
      color = color.unfaded(by: max(covered, color >> 24))
    }
    samples.lay(color, on: slot, mask)
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
}
