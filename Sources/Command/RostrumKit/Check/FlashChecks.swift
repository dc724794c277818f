import RostrumBase
import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import RostrumSceneFile
import RostrumSource
import RostrumTiming

/// Flashes that can cause seizures. Source: WCAG 2.2, success criterion 2.3.1, and its definition
/// of general flash and red flash thresholds.
extension SceneCheck {
  /// How many frames are drawn for it at most; of a longer scene the first.
  static let flashFrames = 3600
  /// The width of the frames that are drawn for it, in pixels.
  private static let flashWidth = 96.0

  func flashFindings() throws -> [Diagnostic] {
    let scale = min(1, Self.flashWidth / scene.size.width)
    let renderer = try FrameRenderer(
      RenderContext(scene: scene, scale: scale, assets: context.assets))
    var detector = FlashDetector(width: renderer.bitmap.width, height: renderer.bitmap.height)
    let count = scene.clock.frameCount
    for frame in 0..<min(count, Self.flashFrames) {
      try Task.checkCancellation()
      let damage = try renderer.render(at: time(ofFrame: frame))
      guard !damage.isEmpty else { continue }
      detector.show(renderer.bitmap, changed: damage, at: time(ofFrame: frame))
    }
    return FlashDetector.Kind.allCases.compactMap { kind in
      detector.stretches[kind].map { finding(kind, $0) }
    } + (count > Self.flashFrames ? [partNote(count)] : [])
  }

  private func finding(
    _ kind: FlashDetector.Kind, _ stretches: [ClosedRange<Double>]
  ) -> Diagnostic {
    let times = stretches.prefix(3).map {
      "from \(readable(moment: $0.lowerBound)) to \(readable(moment: $0.upperBound))"
    }
    let rest = stretches.count > 3 ? ", and \(stretches.count - 3) times more" : ""
    return warning(
      .flash,
      "the picture has \(kind.rawValue) more than three times a second "
        + times.joined(separator: ", ") + rest,
      at: nil,
      hint: "flash more slowly, less brightly, or on less than a quarter of any part of the canvas")
  }

  private func partNote(_ count: Int) -> Diagnostic {
    Diagnostic(
      severity: .note, id: DiagnosticID.checkedInPart.rawValue,
      message:
        "of the \(count) frames the first \(Self.flashFrames) were looked through for flashes",
      range: warning(.flash, "", at: nil).range)
  }
}

/// Counts changes of luminance and of red on a grid of cells, and finds areas in which enough cells
/// change often enough to be dangerous.
///
/// A cell is about a fiftieth of the canvas wide: finer patterns that flash do not count, as in
/// WCAG's exception. A field of ten degrees is a third of the canvas wide and a third high, as on
/// the screen of 1024 by 768 pixels that WCAG assumes, so that a canvas counts as one that fills
/// it.
struct FlashDetector {
  enum Kind: String, CaseIterable {
    case general = "flashes"
    case red = "red flashes"
  }

  /// The stretches of time with too many flashes, in seconds.
  private(set) var stretches: [Kind: [ClosedRange<Double>]] = [:]
  private let columns: Int
  private let rows: Int
  private let width: Int
  private let height: Int
  private var light: [Cell<Double>]
  private var red: [Cell<Chromaticity>]
  /// By the cell at the field's top left corner.
  private var fields: [Kind: [Field]] = [:]

  /// For pictures of that size, in pixels.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    columns = min(48, width)
    rows = min(max(3, Int((48 * Double(height) / Double(width)).rounded())), height, 96)
    light = Array(repeating: Cell(), count: columns * rows)
    red = Array(repeating: Cell(), count: columns * rows)
  }

  /// Looks at what changed in a picture, which begins at a time in seconds; times go up.
  mutating func show(_ bitmap: Bitmap, changed damage: DamageRegion, at time: Double) {
    for row in 0..<rows {
      for column in 0..<columns where damage.intersects(pixels(column, row)) {
        let color = mean(of: bitmap, column, row)
        let index = row * columns + column
        light[index].rise(to: color.luminance, at: time)
        red[index].turn(to: Chromaticity(color), at: time)
      }
    }
    look(.general, light.map { $0.direction(at: time) }, at: time)
    look(.red, red.map { $0.direction(at: time) }, at: time)
  }

  private func mean(of bitmap: Bitmap, _ column: Int, _ row: Int) -> Light {
    let pixels = pixels(column, row)
    var sum = Light()
    for y in pixels.y..<pixels.maxY {
      let line = bitmap.row(y)
      for x in pixels.x..<pixels.maxX {
        sum.add(line.load(fromByteOffset: 4 * x, as: UInt32.self))
      }
    }
    return sum.divided(by: Double(pixels.area))
  }

  private func pixels(_ column: Int, _ row: Int) -> PixelRect {
    let (left, right) = (column * width / columns, (column + 1) * width / columns)
    let (top, bottom) = (row * height / rows, (row + 1) * height / rows)
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Notes for each field whether it goes up or down as a whole, and which flash too often then.
  private mutating func look(_ kind: Kind, _ directions: [Int], at time: Double) {
    guard directions.contains(where: { $0 != 0 }) else { return }
    let (wide, high) = (max(columns / 3, 1), max(rows / 3, 1))
    let sums = sums(of: directions)
    var fields = self.fields[kind] ?? Array(repeating: Field(), count: columns * rows)
    for row in 0...(rows - high) {
      for column in 0...(columns - wide) {
        let (top, bottom) = (row * (columns + 1), (row + high) * (columns + 1))
        let sum =
          sums[bottom + column + wide] - sums[bottom + column] - sums[top + column + wide]
          + sums[top + column]
        guard 4 * abs(sum) > wide * high else { continue }
        fields[row * columns + column].turn(isUp: sum > 0, at: time)
        if let start = fields[row * columns + column].start { note(kind, start...time) }
      }
    }
    self.fields[kind] = fields
  }

  /// The sums over all rectangles that begin at the first cell.
  private func sums(of numbers: [Int]) -> [Int] {
    var sums = Array(repeating: 0, count: (columns + 1) * (rows + 1))
    for row in 0..<rows {
      var line = 0
      for column in 0..<columns {
        line += numbers[row * columns + column]
        sums[(row + 1) * (columns + 1) + column + 1] = sums[row * (columns + 1) + column + 1] + line
      }
    }
    return sums
  }

  private mutating func note(_ kind: Kind, _ stretch: ClosedRange<Double>) {
    var all = stretches[kind] ?? []
    if let last = all.last, last.upperBound >= stretch.lowerBound {
      all[all.count - 1] =
        min(last.lowerBound, stretch.lowerBound)...max(last.upperBound, stretch.upperBound)
    } else {
      all.append(stretch)
    }
    stretches[kind] = all
  }
}

/// A field of ten degrees, and when more than a quarter of it last changed together.
private struct Field {
  /// Changes that make four flashes: more than three.
  private static let count = 8
  private var isUp: Bool?
  private var changes: [Double] = []

  mutating func turn(isUp: Bool, at time: Double) {
    guard self.isUp != isUp else { return }
    self.isUp = isUp
    changes.append(time)
    if changes.count > Self.count { changes.removeFirst() }
  }

  /// When the last four flashes began, if they took no more than a second; `nil` otherwise.
  var start: Double? {
    guard changes.count == Self.count, let first = changes.first, let last = changes.last,
      last - first <= 1 + 1e-9
    else { return nil }
    return first
  }
}

/// One place of the picture, and when it last changed far enough to count for half a flash.
private struct Cell<State> {
  /// Changes of cells within this interval count as simultaneous, in seconds.
  private static var moment: Double { 0.067 }
  private var state: State?
  private var isUp: Bool?
  private var changed = -Double.infinity

  private mutating func note(isUp: Bool, _ time: Double) { (self.isUp, changed) = (isUp, time) }

  /// 1 for a cell that has just turned up, -1 for one that has turned down, 0 for others.
  func direction(at time: Double) -> Int {
    guard let isUp, time - changed <= Self.moment else { return 0 }
    return isUp ? 1 : -1
  }
}

extension Cell<Double> {
  /// Goes on to another relative luminance. A change counts that turns back by a tenth of white's,
  /// while the darker side is below 0.8.
  mutating func rise(to luminance: Double, at time: Double) {
    guard let extreme = state else { return state = luminance }
    let isRising = luminance > extreme
    if luminance == extreme { return }
    if isUp == isRising { return state = luminance }
    guard abs(luminance - extreme) >= 0.1, min(luminance, extreme) < 0.8 else { return }
    state = luminance
    note(isUp: isRising, time)
  }
}

extension Cell<Chromaticity> {
  /// Goes on to another colour. A change counts from or to a saturated red that is far enough in
  /// the chromaticity diagram.
  mutating func turn(to color: Chromaticity, at time: Double) {
    guard let last = state else { return state = color }
    guard color.isSaturatedRed || last.isSaturatedRed, color.distance(to: last) > 0.2 else {
      if !last.isSaturatedRed, !color.isSaturatedRed { state = color }
      return
    }
    state = color
    note(isUp: color.isSaturatedRed, time)
  }
}

/// Linear light of the three channels, 0 to 1 for one pixel.
private struct Light {
  var red = 0.0
  var green = 0.0
  var blue = 0.0
  private static let linear = (0...255).map { RelativeLuminance.linear(Double($0)) }

  mutating func add(_ pixel: UInt32) {
    red += Self.linear[Int(pixel >> 16 & 255)]
    green += Self.linear[Int(pixel >> 8 & 255)]
    blue += Self.linear[Int(pixel & 255)]
  }

  func divided(by count: Double) -> Light {
    Light(red: red / count, green: green / count, blue: blue / count)
  }

  var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}

/// A colour without its light, in the CIE 1976 diagram.
private struct Chromaticity {
  let u: Double
  let v: Double
  let isSaturatedRed: Bool

  init(_ light: Light) {
    let sum = light.red + light.green + light.blue
    // Too dark to have a colour.
    let (red, green, blue) = sum < 0.02 ? (1.0, 1.0, 1.0) : (light.red, light.green, light.blue)
    isSaturatedRed = red / (red + green + blue) >= 0.8
    // The matrix of IEC 61966-2-1, from linear sRGB to CIE XYZ.
    let x = 0.4124 * red + 0.3576 * green + 0.1805 * blue
    let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    let z = 0.0193 * red + 0.1192 * green + 0.9505 * blue
    let weight = x + 15 * y + 3 * z
    (u, v) = (4 * x / weight, 9 * y / weight)
  }

  func distance(to other: Chromaticity) -> Double {
    ((u - other.u) * (u - other.u) + (v - other.v) * (v - other.v)).squareRoot()
  }
}
