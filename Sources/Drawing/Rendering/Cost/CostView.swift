import RostrumCanvas
import RostrumGeometry

/// A visualization of a frame's cost, shown in place of the frame.
public enum CostView: String, CaseIterable, Sendable {
  /// How many layers put colour on each pixel.
  case overdraw
  /// Where layers are opaque, and where they are blended.
  case blended
  /// The layers that are drawn on pictures of their own first.
  case offscreen
  /// The pixels that are redrawn after the frame before.
  case damage
}

extension CostView {
  /// The colours of pixels with zero to four layers, and with five or more.
  static let depthColors: [UInt32] = [
    0x000F_1115, 0x0024_4F8F, 0x001F_9D4D, 0x00F2_B134, 0x00E8_702A, 0x00D8_262C,
  ]

  static let opaqueColor: UInt32 = 0x001F_9D4D
  static let blendedColor: UInt32 = 0x00D8_262C
  static let damageColor: UInt32 = 0x00D8_262C
}

extension FrameCost.Cause {
  /// The colour of a pass.
  var color: UInt32 {
    switch self {
    case .mask: 0x008A_5CF5
    case .shadow: 0x00F2_B134
    case .groupOpacity: 0x002F_6FDE
    case .filter: 0x00D8_262C
    case .rasterize: 0x001F_9D4D
    case .transition: 0x0000_A3A3
    }
  }
}

extension Bitmap {
  /// Shows how many layers put colour on each pixel.
  func showDepths(of cost: FrameCost) {
    for y in 0..<height {
      for x in 0..<width {
        let depth = min(Int(cost.depths[y * width + x]), CostView.depthColors.count - 1)
        self[x, y] = 0xFF00_0000 | CostView.depthColors[depth]
      }
    }
  }

  /// Green where all layers of a pixel are opaque, red where some are blended, the more the redder.
  func showBlends(of cost: FrameCost) {
    fade()
    for y in 0..<height {
      for x in 0..<width {
        let index = y * width + x
        guard cost.depths[index] > 0 else { continue }
        let count = Int(cost.blends[index])
        if count == 0 {
          mix(CostView.opaqueColor, 120, x, y)
        } else {
          mix(CostView.blendedColor, min(90 + 45 * count, 255), x, y)
        }
      }
    }
  }

  /// Each pass as a box in the colour of its cause; boxes in each other add up.
  func showPasses(of cost: FrameCost) {
    fade()
    for pass in cost.passes { show(pass.area, pass.cause.color) }
  }

  /// The redrawn rectangles.
  func show(_ damage: DamageRegion) {
    fade()
    for rect in damage.rects { show(rect, CostView.damageColor) }
  }

  /// A tint with a border of one pixel inside.
  private func show(_ rect: PixelRect, _ color: UInt32) {
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        let isRim =
          x == rect.x || y == rect.y || x == rect.maxX - 1 || y == rect.maxY - 1
        mix(color, isRim ? 255 : 102, x, y)
      }
    }
  }

  /// Makes the frame grey and pale, on black where it is translucent, so that the overlay is
  /// visible.
  private func fade() {
    for y in 0..<height {
      for x in 0..<width {
        let pixel = self[x, y]
        let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
        let grey = (54 * red + 183 * green + 19 * blue) >> 8
        let pale = 120 + grey * 120 / 255
        self[x, y] = 0xFF00_0000 | pale << 16 | pale << 8 | pale
      }
    }
  }

  /// Lays a colour over an opaque pixel, with an alpha of 0 to 255.
  private func mix(_ color: UInt32, _ alpha: Int, _ x: Int, _ y: Int) {
    let (under, alpha) = (self[x, y], UInt32(alpha))
    var result: UInt32 = 0xFF00_0000
    for shift: UInt32 in [0, 8, 16] {
      let (a, b) = (color >> shift & 0xFF, under >> shift & 0xFF)
      result |= ((a * alpha + b * (255 - alpha) + 127) / 255) << shift
    }
    self[x, y] = result
  }
}
