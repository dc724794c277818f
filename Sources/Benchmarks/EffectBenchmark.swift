import Canvas
import Geometry

/// What effects cost: a blur's time follows the area and hardly the radius. Beside it, a copy of the same pixels.
struct EffectBenchmark {
  private static let frame = PixelRect(x: 0, y: 0, width: 1920, height: 1080)
  private static let sigmas = [1.0, 3, 8, 30, 120, 500]

  func run() throws {
    say("\nEffects on 1920 x 1080 pixels: ms, and as many copies of the picture")
    let copy = try measure {
      try [].applied(to: $0, in: Self.frame, within: Self.frame, pool: $1)
    }
    for sigma in Self.sigmas {
      let blur = PixelFilter.blur(PictureBlur(GaussianBlur(sigma: sigma)))
      try report("blur, radius \(Int(sigma))", [blur], copy)
    }
    try report("colour matrix", [.colors(.saturation(0.5))], copy)
    try reportShadow(copy)
  }

  private func report(_ name: String, _ filters: [PixelFilter], _ copy: Double) throws {
    let time = try measure {
      try filters.applied(to: $0, in: Self.frame, within: Self.frame, pool: $1)
    }
    say(row(name, [oneDigit(time), "x " + oneDigit(time / copy)]))
  }

  private func reportShadow(_ copy: Double) throws {
    let blur = PictureBlur(GaussianBlur(sigma: 8, offset: Point(x: 3, y: 4)))
    let time = try measure { picture, pool in
      let shadow = try pool.picture(frame: Self.frame, clearing: .empty)
      try shadow.shade(picture, by: blur, with: .black, in: Self.frame, pool: pool)
      pool.giveBack(picture)
      return shadow
    }
    say(row("shadow, radius 8", [oneDigit(time), "x " + oneDigit(time / copy)]))
  }

  /// In milliseconds, with a copy of the picture in each, as in a frame.
  private func measure(_ body: (Picture, PicturePool) throws -> Picture) throws -> Double {
    let (source, pool) = (try picture(), PicturePool())
    return try medianNanoseconds(rounds: 7, calls: 1) { _ in
      let copy = try pool.picture(frame: Self.frame, clearing: .empty)
      copy.copy(source)
      pool.giveBack(try body(copy, pool))
    } / 1e6
  }

  private func picture() throws -> Picture {
    let picture = try Picture(frame: Self.frame)
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
