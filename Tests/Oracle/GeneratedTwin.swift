import Browser
import Foundation
import RostrumCanvas
import RostrumKit
import RostrumOutput
import RostrumRendering
import TestSupport

/// A random scene and the equivalent web page: nested boxes that turn, fade, cast shadows, clip,
/// are masked by gradients and blended with their backdrop. The same for the same seed.
struct GeneratedTwin {
  let seed: UInt64
  private(set) var scene = ""
  private(set) var page = ""
  private var random: RandomSource

  static let side = 60
  /// In steps of 255. Each of up to four levels of groups, masks and blends is rounded to 8 bits.
  static let interiorBound = 8
  /// The same where we draw as many samples as the browser, and blends are compared too; its
  /// shadows are three boxes one after the other, which is narrower than a Gaussian.
  static let interiorBoundOfSamples = 10
  /// In steps of 255. Where edges of several boxes go through one pixel, their covers are
  /// multiplied, while the browser's 64 samples know which parts overlap.
  static let edgeBound = 80
  /// The same where we draw as many samples as the browser: an eighth of a pixel, one row of them,
  /// for edges that nearly lie along the rows.
  static let edgeBoundOfSamples = 32
  /// Whether a box is blended with its backdrop. At an edge the average of blended colours is not
  /// the blend of their averages: a difference to white and black is white and black, to grey it is
  /// grey. Only samples can be compared then.
  private(set) var isBlended = false

  init(seed: UInt64) {
    self.seed = seed
    random = RandomSource(seed: seed)
    scene = "size: [\(Self.side), \(Self.side)]\nbackground: white\nlayers:\n"
    page = """
      <!doctype html><html><style>
      html, body { margin: 0; background: white; }
      div { position: absolute; left: 0; top: 0; }
      body > div { width: \(Self.side)px; height: \(Self.side)px;
        overflow: hidden; background: white; isolation: isolate; }
      </style><body><div>

      """
    for _ in 0..<whole(1...4) { add(depth: 0) }
    page += "</div></body></html>\n"
  }

  /// Writes the scene and the page, for inspection.
  func write(to folder: URL) throws {
    try Data(scene.utf8).write(to: folder.appending(path: "generated \(seed).yaml"))
    try Data(page.utf8).write(to: folder.appending(path: "generated \(seed).html"))
  }

  private mutating func whole(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &random)
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    (.random(in: range, using: &random) * 100).rounded() / 100
  }

  private mutating func flag(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < share
  }

  private mutating func color() -> String {
    let parts = (0..<3).map { _ in String(format: "%02X", whole(0...255)) }.joined()
    return "#" + parts + (flag(0.7) ? "" : String(format: "%02X", whole(40...230)))
  }

  /// One box with its contents, in both languages.
  private mutating func add(depth: Int) {
    let (width, height) = (Double(whole(8...40)), Double(whole(8...40)))
    let (x, y) = (number(5...55), number(5...55))
    let turn = flag(0.5) ? number(-180...180) : 0
    let (sx, sy) = flag(0.3) ? (number(0.4...1.6), number(0.4...1.6)) : (1, 1)
    var lines = ["bounds: [\(width), \(height)]", "position: [\(x), \(y)]"]
    var css = ["width: \(width)px", "height: \(height)px"]
    let move = "translate(\(x - width / 2)px, \(y - height / 2)px)"
    css.append("transform: \(move) rotate(\(turn)deg) scale(\(sx), \(sy))")
    if turn != 0 || sx != 1 || sy != 1 {
      lines.append("transform: {scale: [\(sx), \(sy)], rotation: \(turn)deg}")
    }
    let background = color()
    lines.append("backgroundColor: \"\(background)\"")
    css.append("background: \(background)")
    let radius = flag(0.4) ? number(1...min(width, height) / 2) : 0
    if radius > 0 {
      lines.append("cornerRadius: \(radius)")
      css.append("border-radius: \(radius)px")
    }
    let hasShadow = effect(&lines, &css, (width, height), depth, isRound: radius > 0)
    // A layer's clip cuts its shadow too, CSS's does not.
    if !hasShadow, flag(0.3) {
      lines.append("masksToBounds: true")
      css.append("overflow: hidden")
    }
    let indent = String(repeating: "  ", count: depth * 2 + 1)
    scene += "\(indent)- \(lines[0])\n" + lines.dropFirst().map { "\(indent)  \($0)\n" }.joined()
    page += "<div style=\"\(css.joined(separator: "; "))\">\n"
    let children = depth < 2 ? whole(0...2) : 0
    if children > 0 { scene += "\(indent)  sublayers:\n" }
    for _ in 0..<children { add(depth: depth + 1) }
    page += "</div>\n"
  }

  private static let blends = [
    ("multiplyBlendMode", "multiply"), ("screenBlendMode", "screen"),
    ("darkenBlendMode", "darken"), ("lightenBlendMode", "lighten"),
    ("differenceBlendMode", "difference"), ("exclusionBlendMode", "exclusion"),
    ("overlayBlendMode", "overlay"), ("hardLightBlendMode", "hard-light"),
  ]

  /// One effect at most: CSS orders them otherwise than layers do. Returns whether it is a shadow.
  private mutating func effect(
    _ lines: inout [String], _ css: inout [String], _ size: (Double, Double), _ depth: Int,
    isRound: Bool
  ) -> Bool {
    switch whole(0...9) {
    case 0, 1:
      let opacity = number(0.1...0.95)
      lines.append("opacity: \(opacity)")
      css.append("opacity: \(opacity)")
    case 2:
      let (x, y, radius) = (number(-5...5), number(-5...5), number(0.5...4))
      lines.append("shadowOpacity: 1")
      lines.append("shadowOffset: [\(x), \(y)]")
      lines.append("shadowRadius: \(radius)")
      css.append("filter: drop-shadow(\(x)px \(y)px \(0.94 * radius)px black)")
      return true
    // Every box of the page blends with its own parent only.
    case 3 where depth == 0, 4 where depth == 0:
      isBlended = true
      let blend = Self.blends[whole(0...(Self.blends.count - 1))]
      lines.append("compositingFilter: \(blend.0)")
      css.append("mix-blend-mode: \(blend.1)")
    // A mask of the page is cut at its round corners too.
    case 5 where !isRound:
      lines.append("mask:")
      lines.append("  class: gradient")
      lines.append("  colors: [black, \"#00000000\"]")
      lines.append("  startPoint: [0, 0.5]")
      lines.append("  endPoint: [1, 0.5]")
      lines.append("  frame: [0, 0, \(size.0), \(size.1)]")
      css.append("mask-image: linear-gradient(to right, black, transparent)")
    default: break
    }
    return false
  }
}

extension Comparison {
  /// A generated scene beside its twin: with the browser's number of samples for a pixel averaged,
  /// and, where that can be compared, drawn as it is.
  static func all(_ twin: GeneratedTwin, on page: Page, in folder: URL) throws -> [Comparison] {
    let (scene, html) = (
      folder.appending(path: "generated.yaml"), folder.appending(path: "generated.html")
    )
    try Data(twin.scene.utf8).write(to: scene)
    try Data(twin.page.utf8).write(to: html)
    let opened = try SceneOpener().open(scene.path)
    let expected = try page.picture(
      ofFile: html.path, width: GeneratedTwin.side, height: GeneratedTwin.side, samples: samples)
    func drawn(scale: Int) throws -> Bitmap {
      let renderer = try FrameRenderer(opened.context(scale: Double(scale)))
      try renderer.render(at: 0)
      return try renderer.bitmap.averaged(by: scale)
    }
    let name = "generated \(twin.seed)"
    var sampled = Comparison(
      name + ", samples", expected: expected, actual: try drawn(scale: samples))
    sampled.interiorBound = GeneratedTwin.interiorBoundOfSamples
    sampled.edgeBound = GeneratedTwin.edgeBoundOfSamples
    guard !twin.isBlended else { return [sampled] }
    var plain = Comparison(name, expected: expected, actual: try drawn(scale: 1))
    plain.interiorBound = GeneratedTwin.interiorBound
    plain.edgeBound = GeneratedTwin.edgeBound
    return [sampled, plain]
  }
}
