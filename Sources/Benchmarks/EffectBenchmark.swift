import Canvas
import Geometry

/// What effects cost: a blur's time follows the area and hardly the radius. Beside it, a copy of the same pixels.
struct EffectBenchmark {
  private static let frame = PixelRect(x: 0, y: 0, width: 1920, height: 1080)
  private static let sigmas = [1.0, 3, 8, 30, 120, 500]

  func run() {
    say("\nEffects on 1920 x 1080 pixels: ms, and as many copies of the picture")
    let copy = measure { [].applied(to: $0, in: Self.frame, within: Self.frame, pool: $1) }
    for sigma in Self.sigmas {
      let blur = PixelFilter.blur(PictureBlur(GaussianBlur(sigma: sigma)))
      report("blur, radius \(Int(sigma))", [blur], copy)
    }
    report("colour matrix", [.colors(.saturation(0.5))], copy)
    reportShadow(copy)
  }

  private func report(_ name: String, _ filters: [PixelFilter], _ copy: Double) {
    let time = measure {
      filters.applied(to: $0, in: Self.frame, within: Self.frame, pool: $1)
    }
    say(row(name, [oneDigit(time), "x " + oneDigit(time / copy)]))
  }

  private func reportShadow(_ copy: Double) {
    let blur = PictureBlur(GaussianBlur(sigma: 8, offset: Point(x: 3, y: 4)))
    let time = measure { picture, pool in
      let shadow = pool.picture(frame: Self.frame, clearing: .empty)
      shadow.shade(picture, by: blur, with: .black, in: Self.frame, pool: pool)
      pool.giveBack(picture)
      return shadow
    }
    say(row("shadow, radius 8", [oneDigit(time), "x " + oneDigit(time / copy)]))
  }

  /// In milliseconds, with a copy of the picture in each, as in a frame.
  private func measure(_ body: (Picture, PicturePool) -> Picture) -> Double {
    let (source, pool) = (picture(), PicturePool())
    return medianNanoseconds(rounds: 7, calls: 1) { _ in
      let copy = pool.picture(frame: Self.frame, clearing: .empty)
      copy.copy(source)
      pool.giveBack(body(copy, pool))
    } / 1e6
  }

  private func picture() -> Picture {
    let picture = Picture(frame: Self.frame)
    for y in 0..<Self.frame.height {
      for x in 0..<Self.frame.width {
        let shade = UInt32((x * 3 + y * 5) & 255)
        picture.bitmap[x, y] = (x / 60 + y / 60) % 3 == 0 ? 0 : 0xFF00_0000 | shade << 16 | shade
      }
    }
    return picture
  }

  private func oneDigit(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
