import RostrumCanvas
import Foundation
import RostrumGeometry
import RostrumImageDiff
import RostrumLayerTree

/// Measures how long effects take: a blur's time follows the area and hardly the radius. Beside it,
/// a copy of the same pixels.
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
      pool.recycle(picture)
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
      pool.recycle(try body(copy, pool))
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

/// How long two pictures of 1920 x 1080 take to compare, decoding included, beside ImageMagick's
/// `compare` and pixelmatch where these are installed. ROSTRUM_PYTHON names a Python that has
/// pixelmatch and Pillow.
struct ComparisonBenchmark {
  func run() throws {
    let folder = NSTemporaryDirectory() + "rostrum-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (a, b) = (folder + "/a.png", folder + "/b.png")
    let (old, new) = try (picture(moved: 0), picture(moved: 3))
    try write(old, to: a)
    try write(new, to: b)
    print("\nComparison of two pictures of 1920 x 1080: ms, and how many times as long as ours")
    let own = try measure { try compareFiles(a, b) }
    report("rostrum, decoding and comparing", own, own)
    for (name, other) in [("  of that the comparison", new), ("  equal pictures, comparison", old)]
    {
      report(name, try measure { keep(try PictureComparison().compare(old, other)) }, own)
    }
    for (name, program, arguments) in others(a, b) {
      guard let time = measure(program, arguments) else {
        print(row(name, ["not installed"]))
        continue
      }
      report(name, time, own)
    }
  }

  private func others(_ a: String, _ b: String) -> [(String, String, [String])] {
    let python = ProcessInfo.processInfo.environment["ROSTRUM_PYTHON"] ?? "python3"
    let script = """
      from sys import exit
      try:
        from PIL import Image
        from pixelmatch.contrib.PIL import pixelmatch
      except ImportError:
        exit(7)
      pixelmatch(Image.open('\(a)').convert('RGBA'), Image.open('\(b)').convert('RGBA'))
      """
    return [
      ("ImageMagick compare -metric AE", "compare", ["-metric", "AE", a, b, "null:"]),
      ("pixelmatch (Python)", python, ["-c", script]),
    ]
  }

  /// Tiles, lines and a gradient; some of it moves.
  private func picture(moved: Int) throws -> Bitmap {
    let bitmap = try Bitmap(width: 1920, height: 1080)
    for y in 0..<1080 {
      let row = bitmap.row(y).assumingMemoryBound(to: UInt32.self)
      for x in 0..<1920 {
        let isTile = (x - moved) % 240 < 90 && y % 180 < 70 && y > 540
        let shade = UInt32((x * 200 / 1920 + y * 50 / 1080) & 255)
        row[x] = isTile ? 0xFF20_40D0 : 0xFF00_0000 | shade << 16 | 0xA000 | shade
      }
    }
    return bitmap
  }

  private func write(_ bitmap: Bitmap, to path: String) throws {
    try Data(PNGEncoder(pixels: .rgb, compressionLevel: 6).encode(bitmap))
      .write(to: URL(filePath: path))
  }

  /// As `rostrum diff` does it: both files are decoded side by side.
  private func compareFiles(_ a: String, _ b: String) throws {
    nonisolated(unsafe) var bitmaps: [Bitmap?] = [nil, nil]
    let paths = [a, b]
    let lock = NSLock()
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      let bitmap = try? PNG.decode(contentsOfFile: paths[index])
      lock.withLock { bitmaps[index] = bitmap }
    }
    guard let old = bitmaps[0], let new = bitmaps[1] else { return }
    keep(try PictureComparison().compare(old, new))
  }

  private func measure(_ body: () throws -> Void) rethrows -> Double {
    try medianNanoseconds(rounds: 9, calls: 1) { _ in try body() } / 1e6
  }

  /// In milliseconds, of three runs the middle one; `nil` when there is no such program.
  private func measure(_ program: String, _ arguments: [String]) -> Double? {
    let clock = ContinuousClock()
    var times: [Double] = []
    for _ in 0..<3 {
      var code: Int32?
      let time = clock.measure { code = try? Program([program] + arguments).ending().exitCode }
      // compare and pixelmatch end with 0 or 1; anything else is a failure.
      guard let code, code <= 1, time > .milliseconds(1) else { return nil }
      times.append(time / .milliseconds(1))
    }
    return times.sorted()[1]
  }

  private func report(_ name: String, _ time: Double, _ own: Double) {
    print(row(name, [oneDigit(time), "x " + oneDigit(time / own)]))
  }

  private func oneDigit(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
