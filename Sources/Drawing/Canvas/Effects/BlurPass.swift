import RostrumCPixels
public import RostrumGeometry

extension Picture {
  /// Makes the pixels of `rect` a shadow: one colour, as opaque as another picture is after
  /// blurring.
  public func shade(
    _ source: Picture, by blur: PictureBlur, with color: Color, in rect: PixelRect,
    pool: PicturePool
  ) throws(OutOfMemory) {
    try blur.apply(
      to: source, edge: .transparent, shade: color, into: self, in: rect.intersection(frame),
      pool: pool)
  }
}

/// A blur of one picture's pixels, written to another's.
struct BlurPass {
  let source: SurfacePixels
  let blur: GaussianBlur
  let edge: PictureEdge
  /// The colour that takes the place of all colours; `nil` to keep them.
  let shade: Color?

  init(source: SurfacePixels, blur: GaussianBlur, edge: PictureEdge, shade: Color? = nil) {
    self.source = source
    self.blur = blur
    self.edge = edge
    self.shade = shade
  }

  private var channels: Int { shade == nil ? 4 : 1 }

  /// In bands, so that the intermediate results of the passes stay small.
  func write(to target: SurfacePixels, in rect: PixelRect) throws(OutOfMemory) {
    let height = 128 << blur.vertical.shift
    var y = rect.y
    while y < rect.maxY {
      let band = PixelRect(x: rect.x, y: y, width: rect.width, height: min(height, rect.maxY - y))
      try writeBand(band, to: target)
      y += height
    }
  }

  private func writeBand(
    _ band: PixelRect, to target: SurfacePixels
  ) throws(OutOfMemory) {
    let (horizontal, vertical) = (blur.horizontal, blur.vertical)
    let columns = horizontal.samples(for: band.x..<band.maxX)
    let rows = vertical.samples(for: band.y..<band.maxY)
    let sourceRows = vertical.sources(of: rows)
    let samples = try SampleField(
      of: source, columns: horizontal.sources(of: columns), rows: sourceRows, channels: channels,
      blur, edge: edge)
    let across = try SampleField(columns: columns, rows: sourceRows, channels: channels)
    across.convolve(
      samples, weights: horizontal.weights, firstColumn: horizontal.first, isVertical: false)
    let both = try SampleField(columns: columns, rows: rows, channels: channels)
    both.convolve(across, weights: vertical.weights, firstRow: vertical.first, isVertical: true)
    try BlurWriter(field: both, blur: blur, shade: shade).write(to: target, in: band)
  }
}

/// Reads pixels from weighed samples.
private struct BlurWriter {
  let field: SampleField
  let blur: GaussianBlur
  let shade: Color?

  func write(to target: SurfacePixels, in band: PixelRect) throws(OutOfMemory) {
    let line = try Buffer<Float>(count: band.width * field.channels)
    let column = try Buffer<Float>(count: field.numbersPerRow)
    let kernel = blur.horizontal
    let weights =
      kernel.shift == 0 ? [] : kernel.weightsOfPhases(channels: field.channels, sharing: false)
    let first = (kernel.sample(before: band.x) - 1 - field.columns.lowerBound) * field.channels
    let (phase, step) = (kernel.phase(of: band.x), kernel.step)
    let shade = shade.map(Shade.init)
    for y in band.y..<band.maxY {
      let row = readRow(y, into: column.start)
      let pixels = target.address(band.x, y)
      if let shade {
        if kernel.shift > 0 {
          cpixels_read_alpha(row + first, band.width, phase, step, weights, line.start)
        }
        let numbers = kernel.shift > 0 ? UnsafePointer(line.start) : row
        for x in 0..<band.width { pixels[x] = shade.pixel(cover: cover(numbers[x])) }
      } else if kernel.shift > 0 {
        cpixels_read(row + first, band.width, phase, step, weights, pixels)
      } else {
        cpixels_round(row, band.width, pixels)
      }
    }
  }

  /// A row of pixels' height, still in samples' width.
  private func readRow(
    _ y: Int, into result: UnsafeMutablePointer<Float>
  ) -> UnsafePointer<Float> {
    let kernel = blur.vertical
    guard kernel.shift > 0 else { return UnsafePointer(field.row(y)) }
    let first = kernel.sample(before: y) - 1
    let weights = kernel.weights(around: y)
    let (a, b, c, d) = (weights.x, weights.y, weights.z, weights.w)
    let (p, q) = (field.row(first), field.row(first + 1))
    let (r, s) = (field.row(first + 2), field.row(first + 3))
    var i = 0
    while i < field.numbersPerRow {
      result[i] = (a * p[i] + b * q[i]) + (c * r[i] + d * s[i])
      i &+= 1
    }
    return UnsafePointer(result)
  }

  /// In 2^-8 levels.
  private func cover(_ number: Float) -> UInt32 {
    (min(number, 255) * 256 + roundingToWhole).bitPattern & 0xFFFF
  }
}

/// Added to a number from 0 to 2^22, it leaves the nearest whole number in the lowest bits: without
/// a branch, so that it can be vectorized.
let roundingToWhole: Float = 0x1.8p23
