import RostrumCPixels

/// The weights by which Cairo's filter "good" takes the mean of the pixels that one covers: a box,
/// at the least as wide as two neighbours. Source: the documentation of Pixman's separable
/// convolutions, and Cairo's results.
struct AreaKernel {
  /// Whether it is more than an interpolation of two neighbours.
  let isMean: Bool
  let weights: [Int32]
  private let count: Int
  private let phaseBits: Int

  /// Cairo averages no more pixels.
  private static let most = 16.0
  /// Cairo takes the nearest two for factors up to here.
  private static let least = 1 / 0.75

  /// - Parameter factor: How many pixels of the image one covers.
  init(shrinking factor: Double) {
    isMean = factor >= Self.least
    let size = isMean ? min(factor, Self.most) : 1
    count = Int((size + 1).rounded(.up))
    var bits = 0
    while size * Double(1 << bits) <= 128 { bits += 1 }
    phaseBits = bits
    var weights: [Int32] = []
    for phase in 0..<1 << bits {
      weights += Self.weights(at: (Double(phase) + 0.5) / Double(1 << bits), size, count)
    }
    self.weights = weights
  }

  /// The weights for a place within a pixel, 0...1, in 1/65536. Their sum is 1.
  private static func weights(at place: Double, _ size: Double, _ count: Int) -> [Int32] {
    let first = (place - Double(count) / 2 - 0.5).rounded(.up) - place + 0.5
    let shares = (0..<count).map { index in
      let distance = abs(first + Double(index))
      return max(0, min(min(size, 1), (size + 1) / 2 - distance))
    }
    let factor = 1 / shares.reduce(0, +)
    var whole = shares.map { Int32(Double(Int32($0 * 65_536)) * factor) }
    whole[count / 2] += 65_536 - whole.reduce(0, +)
    return whole
  }

  /// The kernel as the loop over a row takes it, with the weights at their address.
  func kernel(_ weights: UnsafeBufferPointer<Int32>) -> cpixels_kernel {
    cpixels_kernel(
      weights: weights.baseAddress, count: Int32(count), phase_bits: Int32(phaseBits))
  }
}
