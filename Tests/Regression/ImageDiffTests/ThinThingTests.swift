import RostrumCanvas
import RostrumImageDiff
import Testing

/// Thin shapes have no area whose colour could be compared: the tolerance at edges must not hide
/// that one is missing.
@Suite("Thin things")
struct ThinThingTests {
  /// A thin thing in one of two greys, on white.
  struct Recoloured: Sendable, CustomTestStringConvertible {
    let thing: String
    let from: UInt32
    let to: UInt32
    let isBesideOthers: Bool

    var testDescription: String {
      "\(thing), \(from) to \(to)" + (isBesideOthers ? ", beside black and white" : "")
    }

    func sketch(_ level: UInt32) -> Sketch {
      let color = 0xFF00_0000 | level * 0x01_0101
      let sketch = Sketch()
      if isBesideOthers {
        sketch.box(0xFF00_0000, x: 4, y: 4, width: 6, height: 56)
      }
      switch thing {
      case "line": return sketch.box(color, x: 20, y: 5, width: 1, height: 50)
      case "line of two pixels": return sketch.box(color, x: 20, y: 5, width: 2, height: 50)
      case "line between pixels": return sketch.box(color, x: 20.5, y: 5, width: 1, height: 50)
      case "slanted line": return sketch.fill(color) { abs($1 - 10 - $0 * 0.7) < 0.61 }
      case "ring": return sketch.ring(color, x: 32, y: 32, radius: 16, width: 1)
      case "border": return sketch.border(color)
      default: return sketch.letters(color)
      }
    }
  }

  private static let things = [
    "line", "line of two pixels", "line between pixels", "slanted line", "ring", "border",
    "letters",
  ]
  private static let levels: [(from: UInt32, to: UInt32)] = [
    (0, 36), (0, 28), (36, 0), (64, 100), (128, 92), (200, 236),
  ]

  static var recoloured: [Recoloured] {
    var all: [Recoloured] = []
    for thing in things {
      // Half of 28 steps, beside black, is the level of a stroke of 0.9 pixels.
      for (from, to) in levels where thing != "line between pixels" || (from, to) != (0, 28) {
        for isBesideOthers in [false, true] {
          all.append(
            Recoloured(thing: thing, from: from, to: to, isBesideOthers: isBesideOthers))
        }
      }
    }
    return all
  }

  @Test("Another colour is a difference", arguments: recoloured)
  func color(_ thing: Recoloured) throws {
    let difference = try PictureComparison().compare(
      thing.sketch(thing.from).bitmap, thing.sketch(thing.to).bitmap)
    #expect(difference.verdict == .different, "\(difference.forgivenPixels) forgiven")
  }

  static let hues: [(name: String, ground: UInt32, from: UInt32, to: UInt32)] = [
    ("red and orange on white", 0xFFFF_FFFF, 0xFFC8_3232, 0xFFC8_5632),
    ("blue and lighter blue on black", 0xFF14_1414, 0xFF20_40C8, 0xFF20_64C8),
    ("grey and transparent grey", 0xFFFF_FFFF, 0xFF80_8080, 0xB45A_5A5A),
  ]

  @Test("Another hue or alpha is a difference", arguments: hues)
  func hue(_ name: String, _ ground: UInt32, _ from: UInt32, _ to: UInt32) throws {
    func sketch(_ color: UInt32) -> Bitmap {
      let sketch = Sketch(background: ground)
      for y in 5..<60 { sketch.bitmap[20, y] = color }
      return sketch.bitmap
    }
    let difference = try PictureComparison().compare(sketch(from), sketch(to))
    #expect(difference.differentPixels == 55)
  }

  @Test("A red line between black and white is no mixture of them")
  func betweenOthers() throws {
    func sketch(_ color: UInt32) -> Sketch {
      Sketch().box(0xFF00_0000, x: 0, y: 0, width: 20, height: 64)
        .box(color, x: 20, y: 0, width: 1, height: 64)
    }
    let difference = try PictureComparison().compare(
      sketch(0xFFC8_3232).bitmap, sketch(0xFFA4_2828).bitmap)
    #expect(difference.differentPixels == 64)
  }

  /// The greatest width that a line of one pixel may get: an edge may move by up to 7/12 of a
  /// pixel.
  static let widths: [(Double, PictureDifference.Verdict)] = [
    (1.1, .same), (1.3, .same), (1.5, .same), (1.65, .different), (1.7, .different),
    (2, .different),
  ]

  @Test("A line is as wide as it was, to half a pixel", arguments: widths)
  func width(_ width: Double, _ verdict: PictureDifference.Verdict) throws {
    func sketch(_ width: Double) -> Bitmap {
      Sketch(samples: 20).box(0xFF00_0000, x: 20, y: 5, width: width, height: 50).bitmap
    }
    let difference = try PictureComparison().compare(sketch(1), sketch(width))
    #expect(difference.verdict == verdict)
  }

  static let corners: [(Double, PictureDifference.Verdict)] = [
    (10.2, .same), (10.5, .same), (11.5, .different), (12, .different),
  ]

  @Test("A corner is as round as it was, to a point", arguments: corners)
  func corner(_ radius: Double, _ verdict: PictureDifference.Verdict) throws {
    func sketch(_ radius: Double) -> Bitmap {
      Sketch().fill(0xFF00_0000) { x, y in
        let (dx, dy) = (max(abs(x - 32) - 20 + radius, 0), max(abs(y - 32) - 20 + radius, 0))
        return dx * dx + dy * dy <= radius * radius
      }.bitmap
    }
    let difference = try PictureComparison().compare(sketch(10), sketch(radius))
    #expect(difference.verdict == verdict)
  }
}

extension Sketch {
  fileprivate func border(_ color: UInt32) -> Sketch {
    box(color, x: 14, y: 14, width: 36, height: 1).box(color, x: 14, y: 49, width: 36, height: 1)
      .box(color, x: 14, y: 14, width: 1, height: 36).box(color, x: 49, y: 14, width: 1, height: 36)
  }
}
