import RostrumCanvas
import RostrumMedia
import RostrumTiming

/// A square of #00BDF2 that moves to the right, on white or on nothing.
struct TestFrames {
  var width = 160
  var height = 90
  var frameCount = 6
  var rate = TestFrames.rate(24)
  var isOpaque = true

  static func rate(_ numerator: Int, _ denominator: Int = 1) -> FrameRate {
    guard let rate = FrameRate(numerator: numerator, denominator: denominator) else {
      preconditionFailure("a rate has positive numbers")
    }
    return rate
  }

  static let blue: UInt32 = 0xFF00_BDF2

  var format: FrameFormat {
    FrameFormat(
      width: width, height: height, rate: rate, frameCount: frameCount, isOpaque: isOpaque)
  }

  func left(_ index: Int) -> Int { 2 + index * max(1, (width - 40) / max(frameCount, 1)) }

  func frame(_ index: Int) throws -> Bitmap {
    let bitmap = try Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let isInside = left(index)..<left(index) + 36 ~= x && 2..<38 ~= y
        bitmap[x, y] = isInside ? Self.blue : isOpaque ? 0xFFFF_FFFF : 0
      }
    }
    return bitmap
  }

  func write<Sink: FrameSink>(to sink: Sink) async throws -> SinkReport {
    try await withFrameSink(sink) { sink in
      for index in 0..<frameCount { try await sink.write(frame(index), index: index) }
    }
  }
}
