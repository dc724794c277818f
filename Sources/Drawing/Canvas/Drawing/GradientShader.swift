import RostrumCPixels
public import RostrumGeometry

extension Drawing {
  /// Fills the inside of `path` with a gradient, each pixel with the exact colour at its centre.
  ///
  /// - Parameters:
  ///   - gradient: In user space.
  ///   - opacity: 0...1, multiplies every alpha.
  ///   - rule: The fill rule for overlapping parts.
  public func fill(
    _ path: Path, with gradient: Gradient, opacity: Double = 1, rule: FillRule = .nonZero
  ) throws(DrawingError) {
    guard opacity > 0, let toUser = transform.inverted, toUser.isFinite,
      let shader = GradientShader(gradient, toUser: toUser, opacity: min(opacity, 1)),
      let outline = fillable(path, rule), let hull = outline.hull
    else { return }
    let area = visiblePart(of: hull)
    guard !area.isEmpty else { return }
    let picture = try DrawingError.mappingOutOfMemory { () throws(OutOfMemory) in
      let key = GradientCache.Key(gradient: gradient, toUser: toUser, opacity: shader.opacity)
      let kept = try gradients?.picture(
        key, holding: PixelRect(enclosing: hull).intersection(frame), of: frame
      ) { area throws(OutOfMemory) in try shader.picture(of: area) }
      if let kept { return kept }
      return try shader.picture(of: area)
    }
    try fill(outline, with: picture.bitmap, at: picture.frame.rect.origin, rule)
  }
}

/// The premultiplied pixels of a gradient, row by row. Values common to all pixels are computed
/// once.
private struct GradientShader {
  let opacity: Double
  private let gradient: Gradient
  private let toUser: Homography
  private let stretches: [cpixels_stretch]
  private let first: UInt32
  private let last: UInt32

  /// `nil` without stops.
  init?(_ gradient: Gradient, toUser: Homography, opacity: Double) {
    guard let first = gradient.stops.first, let last = gradient.stops.last else { return nil }
    (self.gradient, self.toUser, self.opacity) = (gradient, toUser, opacity)
    stretches = zip(gradient.stops, gradient.stops.dropFirst()).map { a, b in
      let (from, to) = (a.color.components, b.color.components)
      let change = to - from
      return cpixels_stretch(
        start: a.location, end: b.location, color: (from.x, from.y, from.z, from.w),
        change: (change.x, change.y, change.z, change.w))
    }
    self.first = Self.pixel(first.color.components, opacity)
    self.last = Self.pixel(last.color.components, opacity)
  }

  /// The gradient in an area, which is not empty.
  func picture(of area: PixelRect) throws(OutOfMemory) -> Picture {
    let picture = try Picture(frame: area)
    let places = try Buffer<Double>(count: area.width)
    let bytesPerRow = picture.bitmap.bytesPerRow
    for y in area.y..<area.maxY {
      let row = picture.pixels.address(area.x, y)
      if y > area.y, rowsAreAlike {
        UnsafeMutableRawPointer(row)
          .copyMemory(from: UnsafeRawPointer(row) - bytesPerRow, byteCount: 4 * area.width)
      } else {
        write(row: y, area.x..<area.maxX, to: row, places)
      }
    }
    return picture
  }

  /// Writes some columns of a row; the buffers must have room for them.
  private func write(
    row y: Int, _ columns: Range<Int>, to row: UnsafeMutablePointer<UInt32>,
    _ places: Buffer<Double>
  ) {
    stretches.withUnsafeBufferPointer { stretches in
      var ramp = cpixels_ramp(
        stretches: stretches.baseAddress, count: stretches.count, first: first, last: last,
        opacity: opacity)
      let count = columnsAreAlike ? 1 : columns.count
      find(Double(columns.lowerBound), Double(y), count, places.start)
      cpixels_shade(&ramp, places.start, count, row)
      if columnsAreAlike { row.update(repeating: row[0], count: columns.count) }
    }
  }

  /// Whether all pixels of a row have one colour: along a line of which no part leads sideways.
  private var columnsAreAlike: Bool { isStill { ($0.a, $0.b) } }

  private var rowsAreAlike: Bool { isStill { ($0.c, $0.d) } }

  /// Whether a step from pixel to pixel leads nowhere along the line of an axial gradient.
  private func isStill(_ step: (AffineTransform) -> (x: Double, y: Double)) -> Bool {
    guard case .axial(let start, let end) = gradient.shape, let map = toUser.affine else {
      return false
    }
    let (step, way) = (step(map), end - start)
    return (way.x == 0 || step.x == 0) && (way.y == 0 || step.y == 0)
  }

  /// Finds how far along the gradient the centres of the pixels of a row are, of which the first
  /// begins at a place.
  private func find(
    _ x: Double, _ y: Double, _ count: Int, _ places: UnsafeMutablePointer<Double>
  ) {
    guard let affine = toUser.affine else {
      for index in 0..<count {
        let point = toUser.apply(to: Point(x: x + Double(index) + 0.5, y: y + 0.5))
        places[index] = point.map(gradient.progress) ?? .nan
      }
      return
    }
    let map = [affine.a, affine.b, affine.c, affine.d, affine.tx, affine.ty]
    switch gradient.shape {
    case .axial(let start, let end):
      cpixels_go_along(
        map, x, y, [start.x, start.y], [end.x - start.x, end.y - start.y], count, places)
    case .radial(let center, let radii, let offset) where offset != .zero:
      let focal = FocalProgress(offset)
      for index in 0..<count {
        let point = affine.apply(to: Point(x: x + Double(index) + 0.5, y: y + 0.5))
        places[index] = focal.progress(
          (point.x - center.x) / radii.width, (point.y - center.y) / radii.height)
      }
    case .radial(let center, let radii, _):
      cpixels_go_out(
        map, x, y, [center.x, center.y], [radii.width, radii.height], count, places)
    case .conic(let center, let angle, let unit):
      // As wide as high: only the ratio of the sides matters, and a square changes no bit.
      let stretch = unit.width / unit.height
      let stretched = map.enumerated().map {
        $0.offset % 2 == 0 ? $0.element : $0.element * stretch
      }
      cpixels_go_around(
        stretched, x, y, [center.x, center.y * stretch], angle, count, places)
    }
  }

  /// 0xAARRGGBB; components limited to 0...1.
  private static func pixel(_ color: SIMD4<Double>, _ opacity: Double) -> UInt32 {
    let limited = color.clamped(lowerBound: .zero, upperBound: .one)
    let alpha = limited.w * opacity
    let bytes = SIMD4(limited.x * alpha, limited.y * alpha, limited.z * alpha, alpha) * 255 + 0.5
    return UInt32(bytes.w) << 24 | UInt32(bytes.x) << 16 | UInt32(bytes.y) << 8 | UInt32(bytes.z)
  }
}

extension Color {
  fileprivate var components: SIMD4<Double> { SIMD4(red, green, blue, alpha) }
}
