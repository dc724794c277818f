import CPipeline
import Foundation
import RostrumCanvas
import RostrumGeometry
import RostrumKit
import RostrumOutput
import RostrumRendering

/// How long one thread takes to draw photographs, beside plain C that scales, blends and shades the
/// same pixels, and to blur, beside boxes in plain C; and what a gradient that holds still costs,
/// beside a picture that is laid over.
///
/// Plain C knows every position beforehand, and reads between two pixels along each axis; ours
/// takes the average of all that a pixel covers.
struct LimitBenchmark {
  private let folder: URL
  private let rounds = 5
  private static let frames = Array(stride(from: 0, to: 270, by: 3))

  init() {
    folder = FileManager.default.temporaryDirectory.appending(path: "rostrum-limits-\(getpid())")
  }

  func run() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Film.export(to: folder)
    try comparePhotographs()
    try compareBlurs()
    try compareStillGradient()
  }

  // MARK: Photographs

  private func comparePhotographs() throws {
    let film = Film.all[0]
    let renderer = try self.renderer("limit", slideshowWithoutCaption())
    let slides = try Slides(folder.appending(path: "Pictures"))
    var frame = [UInt32](repeating: 0, count: film.width * film.height)
    var (times, worst) = ((ours: [Double](), limit: [Double]()), 0.0)
    for _ in 0..<rounds {
      times.ours.append(
        try seconds {
          for index in Self.frames { try renderer.render(at: Double(index) / 30) }
        })
      times.limit.append(
        try seconds {
          for index in Self.frames {
            try slides.draw(at: Double(index) / 30, on: &frame, film.width, film.height)
          }
        })
    }
    for index in [45, 85, 225] {
      try renderer.render(at: Double(index) / 30)
      try slides.draw(at: Double(index) / 30, on: &frame, film.width, film.height)
      worst = max(worst, share(of: frame, differingFrom: renderer.bitmap))
    }
    say("\nDrawing alone, one thread, medians of \(rounds): ms a frame, beside plain C")
    say(row("", ["rostrum", "plain C", "ratio"]))
    report("slideshow without its caption", times, calls: Self.frames.count)
    say(
      String(format: "  At most %.2f %% of the pixels differ by more than 16 of 255.", worst * 100))
  }

  /// The last layer of the film is its caption.
  private func slideshowWithoutCaption() throws -> String {
    let text = try String(contentsOf: folder.appending(path: "slideshow.yaml"), encoding: .utf8)
    return text.components(separatedBy: "  - {class: text")[0]
  }

  private func renderer(_ name: String, _ text: String) throws -> FrameRenderer {
    let file = folder.appending(path: name + ".yaml")
    try Data(text.utf8).write(to: file)
    var context = try SceneOpener().open(file.path).context()
    // As much as one of two workers has.
    context.cacheMemory = RenderOptions().cacheMemory / 2
    return try FrameRenderer(context)
  }

  private func share(of frame: [UInt32], differingFrom bitmap: Bitmap) -> Double {
    var count = 0
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let (a, b) = (frame[y * bitmap.width + x], bitmap[x, y])
        let steps = [0, 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }
        if steps.max() ?? 0 > 16 { count += 1 }
      }
    }
    return Double(count) / Double(frame.count)
  }

  private func report(
    _ name: String, _ times: (ours: [Double], limit: [Double]), calls: Int
  ) {
    let (ours, limit) = (median(times.ours) / Double(calls), median(times.limit) / Double(calls))
    let numbers = [ours * 1e3, limit * 1e3, ours / limit].map { String(format: "%.2f", $0) }
    say(row(name, numbers))
  }

  private func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  // MARK: Blurs

  private func compareBlurs() throws {
    say("\nBlurs of 1920 x 1080 pixels, one thread: ms, beside three boxes along each axis")
    say(row("standard deviation", ["rostrum", "plain C", "ratio"]))
    let frame = PixelRect(x: 0, y: 0, width: 1920, height: 1080)
    let source = try Picture(frame: frame)
    let photograph = try Photograph(number: 1, width: 1920, height: 1080, grain: 9).bitmap()
    for y in 0..<frame.height {
      for x in 0..<frame.width { source.bitmap[x, y] = photograph[x, y] }
    }
    let pool = PicturePool()
    for sigma in [3.0, 8, 15, 30, 60] {
      let filters = [PixelFilter.blur(PictureBlur(GaussianBlur(sigma: sigma)))]
      var times: (ours: [Double], limit: [Double]) = ([], [])
      for _ in 0..<rounds {
        let copy = try pool.picture(frame: frame, clearing: .empty)
        copy.copy(source)
        times.ours.append(
          try seconds {
            pool.recycle(try filters.applied(to: copy, in: frame, within: frame, pool: pool))
          })
        let pixels = try pool.picture(frame: frame, clearing: .empty)
        pixels.copy(source)
        times.limit.append(
          seconds {
            let start = pixels.bitmap.row(0).assumingMemoryBound(to: UInt32.self).baseAddress
            _ = cpipeline_blur(start, 1920, 1080, sigma)
          })
        pool.recycle(pixels)
      }
      report("\(Int(sigma))", times, calls: 1)
    }
  }

  // MARK: Gradients

  /// A moving photograph below nothing, below a gradient, and below the same as a picture.
  private func compareStillGradient() throws {
    let below = """
      size: [1280, 720]
      fps: 30
      duration: 9
      layers:
        - {contents: Pictures/smooth-0.png, frame: [-60, -20, 1360, 760],
           animations: {position.x: {byValue: 40, duration: 9}}}

      """
    let size = (width: 1280, height: 400)
    try writeShade(size)
    let layers = [
      "nothing": "",
      "a gradient that holds still":
        "  - {class: gradient, frame: [0, 320, 1280, 400], colors: [\"#0000\", \"#000c\"],"
        + " startPoint: [0, 0], endPoint: [1, 1]}\n",
      "the same as a picture": "  - {contents: shade.png, frame: [0, 320, 1280, 400]}\n",
    ]
    let renderers = try layers.map { name, layer in
      (name, try renderer(name.replacing(" ", with: "-"), below + layer))
    }
    var times: [String: [Double]] = [:]
    for _ in 0..<rounds {
      for (name, renderer) in renderers {
        times[name, default: []].append(
          try seconds {
            for index in Self.frames { try renderer.render(at: Double(index) / 30) }
          })
      }
    }
    say("\nOver a moving photograph, one thread: ms a frame")
    for (name, times) in times.sorted(by: { $0.key < $1.key }) {
      say(row(name, [String(format: "%.2f", median(times) / Double(Self.frames.count) * 1e3)]))
    }
  }

  /// Draws the gradient alone.
  private func writeShade(_ size: (width: Int, height: Int)) throws {
    let renderer = try renderer(
      "shade",
      """
      size: [\(size.width), \(size.height)]
      layers:
        - {class: gradient, frame: [0, 0, \(size.width), \(size.height)], colors: ["#0000", "#000c"],
           startPoint: [0, 0], endPoint: [1, 1]}

      """)
    try renderer.render(at: 0)
    try Data(PNGEncoder(pixels: .rgba, compressionLevel: 1).encode(renderer.bitmap))
      .write(to: folder.appending(path: "shade.png"))
  }
}

/// The photographs of the slideshow, and where they are at a time.
private struct Slides {
  private let pictures: [Bitmap]
  private static let zooms = [(1, 1.15), (1.15, 1), (1, 1.15)]

  init(_ folder: URL) throws {
    pictures = try (0..<3).map {
      try PNG.decode(contentsOfFile: folder.appending(path: "smooth-\($0).png").path)
    }
  }

  func draw(at time: Double, on frame: inout [UInt32], _ width: Int, _ height: Int) throws {
    var slides: [cpipeline_slide] = []
    for (index, zoom) in Self.zooms.enumerated() {
      let local = time - 2.75 * Double(index)
      guard local >= 0, local < 3.5 || index == 2 else { continue }
      let share = min(local / 3.5, 1)
      let picture = pictures[index]
      slides.append(
        cpipeline_slide(
          width: Int32(picture.width), height: Int32(picture.height),
          pixels: picture.row(0).assumingMemoryBound(to: UInt32.self).baseAddress,
          zoom: zoom.0 + (zoom.1 - zoom.0) * share, opacity: index == 0 ? 1 : min(local / 0.75, 1)))
    }
    let result = cpipeline_draw_slides(
      slides, Int32(slides.count), 520, 0xBB / 255.0, &frame, Int32(width), Int32(height))
    guard result == 0, pictures.allSatisfy({ $0.bytesPerRow == 4 * $0.width }) else {
      throw Failure.plainC
    }
  }

  private enum Failure: Error { case plainC }
}
