import RealModule

/// A Gaussian blur along one axis of pixels, and a shift.
///
/// Narrow ones weigh pixels. Wide ones weigh samples that lie 2, 4, 8 ... pixels apart, at fixed
/// places: pixels are shared out among the four samples around them, and read from the four samples
/// around them, both with the weights of a cubic B-spline. These are smooth bells themselves, so
/// the Gaussian in the middle is narrower by their variances, and the whole differs from the exact
/// Gaussian by less than a thousandth of its height. Nothing depends on where a picture begins:
/// positions are absolute.
public struct GaussianKernel: Hashable, Sendable {
  /// In pixels, 0 or more.
  public let sigma: Double
  /// How far the result is moved, in pixels. Fractions count.
  public let offset: Double
  /// The logarithm of the number of pixels from one sample to the next.
  public let shift: Int
  /// The sample that the first weight is for, from that of the result.
  public let first: Int
  /// They add up to 1.
  public let weights: [Float]

  /// The widest blur, in pixels: more is limited to this.
  public static let maximumSigma = 1e5
  /// The number of standard deviations beyond which lies less than a two-thousandth of a Gaussian.
  private static let reach = 3.5
  /// From here on samples are weighed, so that there are at most 29 weights.
  private static let widestOfPixels = 4.0

  /// Numbers that are not finite count as 0.
  public init(sigma: Double, offset: Double = 0) {
    let sigma = sigma > 0 && sigma.isFinite ? min(sigma, Self.maximumSigma) : 0
    let offset = offset.isFinite ? min(max(offset, -1e9), 1e9) : 0
    self.sigma = sigma
    self.offset = offset
    var shift = 0
    while sigma >= Self.widestOfPixels * Double(1 << shift) { shift += 1 }
    self.shift = shift
    let step = Double(1 << shift)
    let center = -offset / step
    if sigma < 0.6 {
      (first, weights) = Self.narrow(sigma, center)
    } else {
      // The variance of a cubic B-spline is a third of a step's square.
      let added = shift == 0 ? 0 : 2.0 / 3
      (first, weights) = Self.bell((sigma * sigma / (step * step) - added).squareRoot(), center)
    }
  }

  public var isIdentity: Bool { sigma == 0 && offset == 0 }

  /// The pixels from one sample to the next.
  public var step: Int { 1 << shift }

  private static func bell(_ sigma: Double, _ center: Double) -> (Int, [Float]) {
    let first = Int((center - reach * sigma).rounded(.up))
    let last = max(Int((center + reach * sigma).rounded(.down)), first)
    let heights = (first...last).map { sample in
      let distance = (Double(sample) - center) / sigma
      return Double.exp(-distance * distance / 2)
    }
    let sum = heights.reduce(0, +)
    return (first, heights.map { Float($0 / sum) })
  }

  /// A bell too narrow to be placed between pixels: the place is that of two
  /// neighbours, mixed.
  private static func narrow(_ sigma: Double, _ center: Double) -> (Int, [Float]) {
    let whole = center.rounded(.down)
    let fraction = Float(center - whole)
    let (first, bell) = sigma > 0.05 ? Self.bell(sigma, 0) : (0, [1])
    let left = bell.map { $0 * (1 - fraction) } + [0]
    let right = [0] + bell.map { $0 * fraction }
    let weights = zip(left, right).map(+)
    return (first + Int(whole), fraction == 0 ? Array(weights.dropLast()) : weights)
  }
}

extension GaussianKernel {
  /// The samples, after weighing, that pixels of the result are read from.
  public func samples(for pixels: Range<Int>) -> Range<Int> {
    guard shift > 0 else { return pixels }
    let (low, high) = (sample(before: pixels.lowerBound), sample(before: pixels.upperBound - 1))
    return low - 1..<high + 3
  }

  /// The samples, before weighing, that those are made of.
  public func sources(of samples: Range<Int>) -> Range<Int> {
    samples.lowerBound + first..<samples.upperBound + first + weights.count - 1
  }

  /// The sample whose middle lies at or before that of a pixel.
  public func sample(before pixel: Int) -> Int { (2 * pixel + 1 - step) >> (shift + 1) }

  /// The pixels that share in some samples.
  public func pixels(in samples: Range<Int>) -> Range<Int> {
    guard shift > 0 else { return samples }
    let half = step / 2
    return (samples.lowerBound - 2) * step + half..<(samples.upperBound + 1) * step + half
  }

  /// How much each of the four samples around a pixel has to do with it; the second is that of
  /// `sample(before:)`. Source: the uniform cubic B-spline.
  public func weights(around pixel: Int) -> SIMD4<Float> {
    let place = (Double(pixel) + 0.5) / Double(step) - 0.5
    let t = Float(place - Double(sample(before: pixel)))
    let u = 1 - t
    return SIMD4(
      u * u * u, 3 * t * t * t - 6 * t * t + 4, 3 * u * u * u - 6 * u * u + 4, t * t * t) / 6
  }

  /// The source pixels of a result's pixels.
  public func inputs(of pixels: Range<Int>) -> Range<Int> {
    pixels.lowerBound - before..<pixels.upperBound + after
  }

  /// The pixels of the result that depend on some of these.
  public func outputs(of pixels: Range<Int>) -> Range<Int> {
    pixels.lowerBound - after..<pixels.upperBound + before
  }

  private var before: Int { shift == 0 ? -first : (4 - first) * step }

  private var after: Int {
    let last = first + weights.count - 1
    return shift == 0 ? last : (last + 4) * step
  }
}

/// A Gaussian blur of pixels along both axes, and a shift.
public struct GaussianBlur: Hashable, Sendable {
  public let horizontal: GaussianKernel
  public let vertical: GaussianKernel

  public init(horizontal: GaussianKernel, vertical: GaussianKernel) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The same standard deviation along both, in pixels.
  public init(sigma: Double, offset: Point = .zero) {
    self.init(
      horizontal: GaussianKernel(sigma: sigma, offset: offset.x),
      vertical: GaussianKernel(sigma: sigma, offset: offset.y))
  }

  public var isIdentity: Bool { horizontal.isIdentity && vertical.isIdentity }

  /// The source pixels of a part of the result.
  public func inputs(of rect: PixelRect) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    return PixelRect(
      horizontal.inputs(of: rect.x..<rect.maxX), vertical.inputs(of: rect.y..<rect.maxY))
  }

  /// The pixels of the result that depend on some of these.
  public func outputs(of rect: PixelRect) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    return PixelRect(
      horizontal.outputs(of: rect.x..<rect.maxX), vertical.outputs(of: rect.y..<rect.maxY))
  }
}

extension PixelRect {
  public init(_ columns: Range<Int>, _ rows: Range<Int>) {
    self.init(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }
}
