import RostrumCPixels
import RostrumGeometry

/// The pixels beyond the edge of a picture that is blurred.
enum PictureEdge {
  case transparent
  /// The pixels at the edge of this rectangle extend beyond it; inside it, pixels outside of the
  /// picture are transparent.
  case extended(PixelRect)
}

extension SampleField {
  /// The samples that kernels weigh: pixels, or the samples that pixels are distributed to.
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
    let reader = try RowReader(
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
        cpixels_add(line.start, share, numbersPerRow, self.row(row))
      }
    }
  }
}

/// The distribution of pixels along one axis to samples; the shares of a sample add up to 1.
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

  /// The samples that a pixel contributes to; for a pixel of the edge, also for the pixels beyond.
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
  /// The columns of the picture that matter.
  private let inside: Range<Int>
  /// The samples that these have to do with, and the columns: there they are added up.
  private let touched: Range<Int>
  private let sums: Buffer<Float>
  /// See `cpixels_share`; none where each pixel is a sample.
  private let weights: [Float]

  init(
    pixels: SurfacePixels, limits: PixelRect, isExtended: Bool, channels: Int,
    kernel: GaussianKernel, columns: Range<Int>
  ) throws(OutOfMemory) {
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
    weights = kernel.shift == 0 ? [] : kernel.weightsOfPhases(channels: channels, sharing: true)
    let first = inside.isEmpty ? columns.lowerBound : kernel.sample(before: inside.lowerBound) - 1
    let last = inside.isEmpty ? first : kernel.sample(before: inside.upperBound - 1) + 2
    touched = min(first, columns.lowerBound)..<max(last + 1, columns.upperBound)
    sums = try Buffer(count: kernel.shift == 0 ? 0 : touched.count * channels)
  }

  /// The samples of a row, which the picture has.
  func read(_ y: Int, into line: UnsafeMutablePointer<Float>) {
    if kernel.shift > 0 {
      shareOut(y, into: line)
    } else {
      line.update(repeating: 0, count: columns.count * channels)
      if !inside.isEmpty {
        copy(y, to: line + (inside.lowerBound - columns.lowerBound) * channels)
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

  private func copy(_ y: Int, to line: UnsafeMutablePointer<Float>) {
    let row = pixels.address(inside.lowerBound, y)
    if channels == 4 { return cpixels_spread(row, inside.count, line) }
    for x in 0..<inside.count { line[x] = Float(row[x] >> 24) }
  }

  private func shareOut(_ y: Int, into line: UnsafeMutablePointer<Float>) {
    sums.start.update(repeating: 0, count: touched.count * channels)
    if !inside.isEmpty {
      let (x, row) = (inside.lowerBound, pixels.address(inside.lowerBound, y))
      let first = sums.start + (kernel.sample(before: x) - 1 - touched.lowerBound) * channels
      let share = channels == 4 ? cpixels_share : cpixels_share_alpha
      share(row, inside.count, kernel.phase(of: x), kernel.step, weights, first)
    }
    let start = sums.start + (columns.lowerBound - touched.lowerBound) * channels
    line.update(from: start, count: columns.count * channels)
  }

  /// Adds a pixel of the edge, for all pixels beyond it.
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

extension GaussianKernel {
  /// The index of a pixel among the pixels interpolated from the same four samples, from 0.
  func phase(of pixel: Int) -> Int { (pixel - step / 2) & (step - 1) }

  /// The weights of the four samples for each such place, in the format of `cpixels_share` and
  /// `cpixels_read`. The weights of a sample over all pixels add up to 1, and so do the weights of
  /// a pixel over its samples.
  func weightsOfPhases(channels: Int, sharing: Bool) -> [Float] {
    (0..<step).flatMap { phase in
      let weights = weights(around: step / 2 + phase) / (sharing ? Float(step) : 1)
      return (0..<4).flatMap { Array(repeating: weights[$0], count: channels) }
    }
  }
}
