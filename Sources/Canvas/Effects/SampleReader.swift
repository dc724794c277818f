import Geometry

/// The pixels beyond the edge of a picture that is blurred.
enum PictureEdge {
  case transparent
  /// The pixels at the edge of this rectangle go on for ever; inside it, what the picture does not
  /// have is transparent.
  case extended(PixelRect)
}

extension SampleField {
  /// The samples that kernels weigh: pixels, or what pixels are shared out among.
  convenience init(
    of pixels: SurfacePixels, columns: Range<Int>, rows: Range<Int>, channels: Int,
    _ blur: GaussianBlur, edge: PictureEdge
  ) throws(OutOfMemory) {
    try self.init(columns: columns, rows: rows, channels: channels)
    let (limits, isExtended): (PixelRect, Bool)
    switch edge {
    case .transparent: (limits, isExtended) = (pixels.frame, false)
    case .extended(let rect): (limits, isExtended) = (rect, true)
    }
    guard !limits.isEmpty, !columns.isEmpty else { return }
    let reader = RowReader(
      pixels: pixels, limits: limits, isExtended: isExtended, channels: channels,
      kernel: blur.horizontal, columns: columns)
    let vertical = AxisShares(
      blur.vertical, samples: rows, limits: limits.y..<limits.maxY, isExtended: isExtended)
    let line = try Buffer<Float>(count: numbersPerRow)
    let isDirect = blur.vertical.shift == 0 && !isExtended
    for y in vertical.pixels where pixels.frame.y <= y && y < pixels.frame.maxY {
      if isDirect {
        reader.read(y, into: row(y))
        continue
      }
      reader.read(y, into: line.start)
      for (row, share) in vertical.shares(of: y) {
        add(line.start, times: share, to: self.row(row))
      }
    }
  }

  private func add(
    _ line: UnsafePointer<Float>, times share: Float, to row: UnsafeMutablePointer<Float>
  ) {
    var i = 0
    while i < numbersPerRow {
      row[i] += share * line[i]
      i &+= 1
    }
  }
}

/// How the pixels along one axis are shared out among samples; all that a sample gets adds up to 1.
private struct AxisShares {
  let kernel: GaussianKernel
  let samples: Range<Int>
  /// The pixels inside the limits that matter to the samples.
  let pixels: Range<Int>
  /// The shares that samples get from beyond the limits: from the first pixel within, and from the
  /// last.
  private(set) var fromFirst: [Float] = []
  private(set) var fromLast: [Float] = []
  private let limits: Range<Int>

  init(
    _ kernel: GaussianKernel, samples: Range<Int>, limits: Range<Int>, isExtended: Bool
  ) {
    self.kernel = kernel
    self.samples = samples
    self.limits = limits
    let all = kernel.pixels(in: samples)
    guard isExtended else {
      pixels = all.clamped(to: limits)
      return
    }
    fromFirst = samples.map { Self.share(of: $0, in: .min..<limits.lowerBound, kernel) }
    fromLast = samples.map { Self.share(of: $0, in: limits.upperBound..<(.max), kernel) }
    // The edge counts also when nothing else inside does.
    let first = min(max(all.lowerBound, limits.lowerBound), limits.upperBound - 1)
    let last = min(max(all.upperBound - 1, limits.lowerBound), limits.upperBound - 1)
    pixels = first..<last + 1
  }

  /// The share that a sample gets from a side of the axis beyond the limits.
  private static func share(of sample: Int, in side: Range<Int>, _ kernel: GaussianKernel) -> Float
  {
    let all = kernel.pixels(in: sample..<sample + 1)
    let beyond = all.clamped(to: side)
    if beyond.isEmpty { return 0 }
    if beyond == all { return 1 }
    return beyond.reduce(0) { $0 + inner(of: $1, for: sample, kernel) }
  }

  private static func inner(of pixel: Int, for sample: Int, _ kernel: GaussianKernel) -> Float {
    guard kernel.shift > 0 else { return pixel == sample ? 1 : 0 }
    let place = sample - kernel.sample(before: pixel) + 1
    return 0 <= place && place < 4
      ? kernel.weights(around: pixel)[place] / Float(kernel.step) : 0
  }

  /// The samples that a pixel gives something to; the edge's pixels also for those beyond.
  func shares(of pixel: Int) -> [(sample: Int, share: Float)] {
    var result: [(sample: Int, share: Float)] = []
    func give(_ share: Float, to sample: Int) {
      if share != 0, samples.contains(sample) { result.append((sample, share)) }
    }
    let first = kernel.shift == 0 ? pixel : kernel.sample(before: pixel) - 1
    for sample in first..<first + (kernel.shift == 0 ? 1 : 4) {
      give(Self.inner(of: pixel, for: sample, kernel), to: sample)
    }
    for (index, sample) in samples.enumerated() where !fromFirst.isEmpty {
      if pixel == limits.lowerBound { give(fromFirst[index], to: sample) }
      if pixel == limits.upperBound - 1 { give(fromLast[index], to: sample) }
    }
    return result
  }
}

/// Shares the pixels of rows out among samples.
private struct RowReader {
  private let pixels: SurfacePixels
  private let limits: PixelRect
  private let channels: Int
  private let kernel: GaussianKernel
  private let columns: Range<Int>
  private let shares: AxisShares
  private let isExtended: Bool
  /// The columns of the picture that matter, and the weights that each has in the four samples
  /// around it; no weights where each pixel is a sample.
  private let inside: Range<Int>
  private let weights: [SIMD4<Float>]

  init(
    pixels: SurfacePixels, limits: PixelRect, isExtended: Bool, channels: Int,
    kernel: GaussianKernel, columns: Range<Int>
  ) {
    self.pixels = pixels
    self.limits = limits
    self.channels = channels
    self.kernel = kernel
    self.columns = columns
    self.isExtended = isExtended
    shares = AxisShares(
      kernel, samples: columns, limits: limits.x..<limits.maxX, isExtended: isExtended)
    let frame = pixels.frame
    let inside = shares.pixels.clamped(to: frame.x..<frame.maxX)
    self.inside = inside
    weights =
      kernel.shift == 0
      ? [] : inside.map { kernel.weights(around: $0) / Float(kernel.step) }
  }

  /// The samples of a row, which the picture has.
  func read(_ y: Int, into line: UnsafeMutablePointer<Float>) {
    line.update(repeating: 0, count: columns.count * channels)
    if !inside.isEmpty {
      let bytes = bytes(inside.lowerBound, y)
      if kernel.shift > 0 {
        shareOut(bytes, into: line)
      } else {
        copy(bytes, to: line + (inside.lowerBound - columns.lowerBound) * channels)
      }
    }
    guard isExtended else { return }
    addEdge(limits.x, y, shares.fromFirst, to: line)
    addEdge(limits.maxX - 1, y, shares.fromLast, to: line)
  }

  private func bytes(_ x: Int, _ y: Int) -> UnsafePointer<UInt8> {
    UnsafePointer(
      UnsafeMutableRawPointer(pixels.address(x, y)).assumingMemoryBound(to: UInt8.self))
  }

  private func copy(_ bytes: UnsafePointer<UInt8>, to line: UnsafeMutablePointer<Float>) {
    let count = inside.count
    var i = 0
    if channels == 1 {
      while i < count {
        line[i] = Float(bytes[4 &* i &+ 3])
        i &+= 1
      }
    } else {
      while i < 4 &* count {
        line[i] = Float(bytes[i])
        i &+= 1
      }
    }
  }

  private func shareOut(_ bytes: UnsafePointer<UInt8>, into line: UnsafeMutablePointer<Float>) {
    weights.withUnsafeBufferPointer { weights in
      for i in 0..<weights.count {
        let first = kernel.sample(before: inside.lowerBound &+ i) &- 1 &- columns.lowerBound
        let (start, end) = (max(0, -first), min(4, columns.count - first))
        let pixel = bytes + 4 &* i
        if channels == 1 {
          share(Float(pixel[3]), weights[i], start, end, line + first)
        } else {
          share(pixel, weights[i], start, end, line + 4 &* first)
        }
      }
    }
  }

  private func share(
    _ alpha: Float, _ weights: SIMD4<Float>, _ start: Int, _ end: Int,
    _ sums: UnsafeMutablePointer<Float>
  ) {
    var i = start
    while i < end {
      sums[i] += weights[i] * alpha
      i &+= 1
    }
  }

  private func share(
    _ pixel: UnsafePointer<UInt8>, _ weights: SIMD4<Float>, _ start: Int, _ end: Int,
    _ sums: UnsafeMutablePointer<Float>
  ) {
    let (blue, green) = (Float(pixel[0]), Float(pixel[1]))
    let (red, alpha) = (Float(pixel[2]), Float(pixel[3]))
    var i = start
    while i < end {
      let (weight, sum) = (weights[i], sums + 4 &* i)
      sum[0] += weight * blue
      sum[1] += weight * green
      sum[2] += weight * red
      sum[3] += weight * alpha
      i &+= 1
    }
  }

  /// A pixel of the edge, for all those beyond it.
  private func addEdge(_ x: Int, _ y: Int, _ shares: [Float], to line: UnsafeMutablePointer<Float>)
  {
    guard pixels.originX <= x, x < pixels.originX + pixels.width else { return }
    let pixel = bytes(x, y)
    for (index, share) in shares.enumerated() where share != 0 {
      let sum = line + index * channels
      for channel in 0..<channels {
        sum[channel] += share * Float(pixel[channels == 1 ? 3 : channel])
      }
    }
  }
}
