import RostrumCanvas
import RostrumGeometry
import RostrumImageDiff
import Testing

/// Two pictures, and a person's verdict.
struct RecordedPair: Sendable, CustomTestStringConvertible {
  let name: String
  /// The right verdict.
  let verdict: PictureDifference.Verdict
  /// How many pixels pixelmatch 0.4.0 (Python; threshold 0.1, antialiasing forgiven) counts as
  /// different; `nil` where it refuses to compare. Recorded once, see VisualRegression.md.
  let pixelmatch: Int?
  let make: @Sendable () -> (expected: Bitmap, actual: Bitmap)

  var testDescription: String { name }
  var pixelmatchAgrees: Bool {
    switch verdict {
    case .same: pixelmatch == 0
    case .different: (pixelmatch ?? 0) > 0
    case .sizesDiffer: pixelmatch == nil
    }
  }

  init(
    _ name: String, _ verdict: PictureDifference.Verdict, pixelmatch: Int?,
    _ make: @escaping @Sendable () -> (Sketch, Sketch)
  ) {
    (self.name, self.verdict, self.pixelmatch) = (name, verdict, pixelmatch)
    self.make = {
      let (old, new) = make()
      return (old.bitmap, new.bitmap)
    }
  }
}

private let black: UInt32 = 0xFF00_0000
private let white: UInt32 = 0xFFFF_FFFF
private let red: UInt32 = 0xFFD0_2020
private let blue: UInt32 = 0xFF20_40D0
private let grey: UInt32 = 0xFF80_8080

private func ball(_ x: Double = 32, _ y: Double = 32, samples: Int = 8) -> Sketch {
  Sketch(samples: samples).disk(red, x: x, y: y, radius: 18)
}

private func tile(_ x: Double, _ y: Double = 16, _ color: UInt32 = blue) -> Sketch {
  Sketch().box(color, x: x, y: y, width: 32, height: 32)
}

extension RecordedPair {
  static let all = same + moved + gone + recoloured + sizesAndAlpha + borders

  static let same: [RecordedPair] = [
    .init("nothing changed", .same, pixelmatch: 0) { (ball(), ball()) },
    .init("a ball antialiased with 4 samples instead of 8", .same, pixelmatch: 0) {
      (ball(), ball(samples: 4))
    },
    .init("a ball without antialiasing", .same, pixelmatch: 0) { (ball(), ball(samples: 1)) },
    .init("letters antialiased with 3 samples instead of 8", .same, pixelmatch: 0) {
      (Sketch().letters(black), Sketch(samples: 3).letters(black))
    },
    .init("a ring antialiased with 3 samples", .same, pixelmatch: 0) {
      (
        Sketch().ring(black, x: 32, y: 32, radius: 20, width: 4),
        Sketch(samples: 3).ring(black, x: 32, y: 32, radius: 20, width: 4)
      )
    },
    .init("a slanted edge antialiased with 3 samples", .same, pixelmatch: 0) {
      (
        Sketch().fill(black) { $1 > 10 + $0 * 0.37 },
        Sketch(samples: 3).fill(black) { $1 > 10 + $0 * 0.37 }
      )
    },
    .init("noise of 2 levels", .same, pixelmatch: 0) {
      (ball(), ball().noisy(amplitude: 2, seed: 1))
    },
    .init("a gradient rounded down instead of to nearest", .same, pixelmatch: 0) {
      (gradient(0.5), gradient(0))
    },
  ]

  private static func gradient(_ offset: Double, plus level: Double = 0) -> Sketch {
    let sketch = Sketch()
    for y in 0..<64 {
      for x in 0..<64 {
        let value = UInt32(min(255, Double(x) * 3.3 + Double(y) * 0.4 + offset + level))
        sketch.bitmap[x, y] = 0xFF00_0000 | value << 16 | value << 8 | value
      }
    }
    return sketch
  }

  static let moved: [RecordedPair] = [
    .init("a tile moved by one pixel", .different, pixelmatch: 64) { (tile(16), tile(17)) },
    .init("a tile moved by one pixel downwards", .different, pixelmatch: 64) {
      (tile(16), tile(16, 17))
    },
    .init("a ball moved by one pixel", .different, pixelmatch: 4) { (ball(), ball(33)) },
    .init("a ball moved by two pixels", .different, pixelmatch: 44) { (ball(), ball(34)) },
    .init("a ball moved by a tenth of a pixel", .same, pixelmatch: 0) { (ball(), ball(32.1)) },
    .init("a tile on half pixels moved by a tenth", .same, pixelmatch: 0) {
      (tile(16.5), tile(16.6))
    },
    .init("a tile moved by a pixel, from half to half", .different, pixelmatch: 0) {
      (tile(16.5), tile(17.5))
    },
    .init("letters moved by one pixel", .different, pixelmatch: 204) {
      (Sketch().letters(black), Sketch().letters(black, dx: 1))
    },
    .init("letters moved by a tenth of a pixel", .same, pixelmatch: 1) {
      (Sketch(samples: 10).letters(black), Sketch(samples: 10).letters(black, dx: 0.1))
    },
    .init("a hand turned by 0.05 radians", .different, pixelmatch: 0) {
      (
        Sketch().hand(black, sine: 0, cosine: 1, length: 28),
        Sketch().hand(black, sine: 0.049979, cosine: 0.998750, length: 28)
      )
    },
    .init("a hairline moved by one pixel", .different, pixelmatch: 96) {
      (
        Sketch().box(black, x: 20, y: 8, width: 1, height: 48),
        Sketch().box(black, x: 21, y: 8, width: 1, height: 48)
      )
    },
    .init("a ring moved by one pixel", .different, pixelmatch: 91) {
      (
        Sketch().ring(black, x: 32, y: 32, radius: 20, width: 1),
        Sketch().ring(black, x: 33, y: 32, radius: 20, width: 1)
      )
    },
  ]

  static let gone: [RecordedPair] = [
    .init("a ring of one pixel gone", .different, pixelmatch: 56) {
      (Sketch().ring(black, x: 32, y: 32, radius: 20, width: 1), Sketch())
    },
    .init("a pale ring of one pixel gone", .different, pixelmatch: 56) {
      (Sketch().ring(0xFFC8_C8C8, x: 32, y: 32, radius: 20, width: 1), Sketch())
    },
    .init("the border of one pixel around a ball gone", .different, pixelmatch: 44) {
      (ball().ring(black, x: 32, y: 32, radius: 18, width: 1), ball())
    },
    .init("a tile gone", .different, pixelmatch: 1024) { (tile(16), Sketch()) },
    .init("a ball of three pixels gone", .different, pixelmatch: 4) {
      (Sketch().disk(red, x: 40, y: 20, radius: 1.5), Sketch())
    },
    .init("a hairline gone", .different, pixelmatch: 44) {
      (Sketch().box(grey, x: 10, y: 30, width: 44, height: 1), Sketch())
    },
    .init("a slanted hairline gone", .different, pixelmatch: 26) {
      (Sketch().fill(black) { abs($1 - 10 - $0 * 0.7) < 0.5 }, Sketch())
    },
    .init("one pixel gone", .different, pixelmatch: 1) {
      (Sketch().setting(30, 30, black), Sketch())
    },
    .init("a letter's stroke gone", .different, pixelmatch: 14) {
      (
        Sketch().letters(black),
        Sketch().letters(black).box(white, x: 27, y: 35, width: 12, height: 2.5)
      )
    },
    .init("a ball became a square", .different, pixelmatch: 220) {
      (ball(), Sketch().box(red, x: 14, y: 14, width: 36, height: 36))
    },
  ]

  static let recoloured: [RecordedPair] = [
    // These strokes have the same pixels as strokes in a darker colour.
    .init("letters with a darker text gamma", .different, pixelmatch: 0) {
      (Sketch().letters(black), Sketch().letters(black) { min(1, $0 * 1.12) })
    },
    .init("a tile recoloured by 1 of 255", .same, pixelmatch: 0) {
      (tile(16), tile(16, 16, 0xFF21_40D0))
    },
    .init("a white page recoloured to 96 %", .different, pixelmatch: 0) {
      (Sketch(), Sketch(background: 0xFFF4_F4F4))
    },
    .init("a grey tile lighter by 20 of 255", .different, pixelmatch: 0) {
      (tile(16, 16, 0xFF80_8080), tile(16, 16, 0xFF94_9494))
    },
    .init("a tile of another colour, as bright", .different, pixelmatch: 1024) {
      (tile(16, 16, 0xFFC0_4040), tile(16, 16, 0xFF2C_8040))
    },
    .init("a gradient lighter by 10 of 255", .different, pixelmatch: 0) {
      (gradient(0.5), gradient(0.5, plus: 10))
    },
    .init("noise of 40 levels", .different, pixelmatch: 522) {
      (ball(), ball().noisy(amplitude: 40, seed: 2))
    },
    .init("letters in grey instead of black", .different, pixelmatch: 223) {
      (Sketch().letters(black), Sketch().letters(0xFF60_6060))
    },
  ]

  static let sizesAndAlpha: [RecordedPair] = [
    .init("one pixel wider", .sizesDiffer, pixelmatch: nil) { (Sketch(), Sketch(width: 65)) },
    .init("half as high", .sizesDiffer, pixelmatch: nil) { (Sketch(), Sketch(height: 32)) },
    .init("black, and half transparent black", .different, pixelmatch: 4096) {
      (Sketch(background: black), Sketch(background: 0x8000_0000))
    },
    .init("white, and half transparent white", .different, pixelmatch: 0) {
      (Sketch(background: white), Sketch(background: 0x8080_8080))
    },
    .init("transparent, and white", .different, pixelmatch: 0) {
      (Sketch(background: 0), Sketch(background: white))
    },
    .init("alpha 255, and alpha 252", .same, pixelmatch: 0) {
      (Sketch(background: white), Sketch(background: 0xFCFC_FCFC))
    },
  ]

  static let borders: [RecordedPair] = [
    .init("a line in the first row gone", .different, pixelmatch: 64) {
      (Sketch().box(black, x: 0, y: 0, width: 64, height: 1), Sketch())
    },
    .init("a line in the last row gone", .different, pixelmatch: 64) {
      (Sketch().box(black, x: 0, y: 63, width: 64, height: 1), Sketch())
    },
    .init("a line in the last column gone", .different, pixelmatch: 64) {
      (Sketch().box(grey, x: 63, y: 0, width: 1, height: 64), Sketch())
    },
    .init("a corner pixel gone", .different, pixelmatch: 1) {
      (Sketch().setting(63, 63, black), Sketch())
    },
    .init("a slanted edge through the first and last rows, 3 samples", .same, pixelmatch: 0) {
      (
        Sketch().fill(black) { $0 > 20 + $1 * 0.31 },
        Sketch(samples: 3).fill(black) { $0 > 20 + $1 * 0.31 }
      )
    },
    .init("a tile on the border moved by one pixel", .different, pixelmatch: 64) {
      (tile(0, 0), tile(1, 0))
    },
  ]
}
