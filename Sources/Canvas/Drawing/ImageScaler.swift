import CPixels
import Geometry

/// An image that is stretched along its own axes, row by row: between its pixels where it is
/// enlarged, and where it is shrunk the average of all that a pixel covers of them.
///
/// Each pixel follows from its own place alone, so any part can be asked for. Weights are 32768ths.
final class ImageScaler {
  private let image: SurfacePixels
  /// Keeps the memory of the image.
  private let owner: Bitmap
  private let columns: AxisWeights
  private let rows: AxisWeights
  /// The pixels of the drawing that rows begin and end with.
  private let area: PixelRect
  /// The columns of the image that they need.
  private let span: Range<Int>
  private let sums: Buffer<Int16>
  private var sources: [UnsafePointer<UInt32>?]
  /// Where the image is transparent; `nil` where nobody knows, or cares.
  private var transparency: TransparencyMap?

  /// Shrunk further, an image is read from its copies of half the size, in which a pixel still
  /// covers eight.
  private static let mostPixels = 16.0
  /// More would take more room for weights than for pixels.
  private static let mostWeights = 64.0

  /// An image of which a part is shown; what lies beyond the part repeats its edge.
  ///
  /// - Parameters:
  ///   - part: The pixels of the image that are shown: at least one.
  ///   - toImage: From the drawing's pixels to the image's.
  ///   - area: The pixels of the drawing that are asked for, not empty.
  /// - Returns: `nil` where the image's axes are not the drawing's, or are far away.
  convenience init?(
    _ image: Bitmap, part: PixelRect, toImage: AffineTransform, area: PixelRect
  ) throws(OutOfMemory) {
    let isWhole = part == image.frame
    var (level, part, map) = (image, part, toImage)
    while isWhole, min(abs(map.a), abs(map.d)) >= Self.mostPixels,
      level.width.isMultiple(of: 2), level.height.isMultiple(of: 2)
    {
      level = try level.halved(times: 1)
      part = level.frame
      map = map.concatenating(.scale(x: 0.5, y: 0.5))
    }
    let picture = Picture(frame: level.frame, bitmap: level)
    try self.init(picture, part: part, repeats: true, toImage: map, area: area)
    if columns.isAscending { transparency = level.transparency() }
  }

  /// A picture; what lies beyond its frame is transparent.
  convenience init?(
    _ picture: Picture, toPicture: AffineTransform, area: PixelRect
  ) throws(OutOfMemory) {
    try self.init(
      picture, part: picture.frame, repeats: false, toImage: toPicture, area: area)
  }

  private init?(
    _ picture: Picture, part: PixelRect, repeats: Bool, toImage map: AffineTransform,
    area: PixelRect
  ) throws(OutOfMemory) {
    guard map.b == 0, map.c == 0, map.a != 0, map.d != 0,
      max(abs(map.a), abs(map.d)) < Self.mostWeights,
      let columns = AxisWeights(
        area.x..<area.maxX, scale: map.a, offset: map.tx, within: part.x..<part.maxX,
        repeats: repeats, multiple: 4),
      let rows = AxisWeights(
        area.y..<area.maxY, scale: map.d, offset: map.ty, within: part.y..<part.maxY,
        repeats: repeats, multiple: 1)
    else { return nil }
    (image, owner) = (picture.pixels, picture.bitmap)
    (self.columns, self.rows, self.area) = (columns, rows, area)
    span = columns.span
    sums = try Buffer(count: 4 * (span.count + columns.taps + 4))
    sources = Array(repeating: nil, count: rows.taps)
  }

  /// Writes a row of the area, `y` being one of the drawing's.
  func write(row y: Int, to pixels: UnsafeMutablePointer<UInt32>) {
    let row = y - area.y
    let first = Int(rows.first[row]) + rows.origin
    let last = image.frame.maxY - 1
    for tap in 0..<rows.taps {
      sources[tap] = UnsafePointer(image.address(span.lowerBound, min(first + tap, last)))
    }
    let shownRows = first..<min(first + rows.taps, last + 1)
    var done = 0
    for run in runs(in: shownRows) {
      let shown = columns.pixels(showing: run)
      (pixels + done).update(repeating: 0, count: shown.lowerBound - done)
      weigh(run, row, shown, to: pixels)
      done = shown.upperBound
    }
    (pixels + done).update(repeating: 0, count: area.width - done)
  }

  /// The columns of the image, from the span's first on, that are seen in some rows.
  private func runs(in rows: Range<Int>) -> [Range<Int>] {
    guard let transparency else { return [0..<span.count] }
    return transparency.runs(in: rows, gap: reach).compactMap { run in
      let part = run.clamped(to: span)
      return part.isEmpty
        ? nil : part.lowerBound - span.lowerBound..<part.upperBound - span.lowerBound
    }
  }

  /// The least gap between two runs: no pixel shows some of both.
  private var reach: Int { max(64, 2 * columns.taps + 8) }

  /// Writes the pixels of a row that show a run of columns; beside it nothing is seen.
  private func weigh(
    _ run: Range<Int>, _ row: Int, _ shown: Range<Int>, to pixels: UnsafeMutablePointer<UInt32>
  ) {
    let before = max(0, run.lowerBound - columns.taps - 4)
    (sums.start + 4 * before).update(repeating: 0, count: 4 * (run.lowerBound - before))
    (sums.start + 4 * run.upperBound).update(repeating: 0, count: 4 * (columns.taps + 4))
    rows.weights.withUnsafeBufferPointer { weights in
      let start = weights.baseAddress.unsafelyUnwrapped + row * rows.taps
      cpixels_weigh_rows(
        sources, start, rows.taps, run.lowerBound, run.upperBound, sums.start)
    }
    cpixels_weigh_columns(
      sums.start, columns.first, columns.weights, columns.taps, shown.lowerBound,
      shown.upperBound, pixels)
  }
}

/// How much of the pixels of an image each pixel along one axis shows.
private struct AxisWeights {
  /// The number of weights for each pixel.
  let taps: Int
  /// The image's pixel that the first weight of each is for, from `origin` on.
  let first: [Int32]
  let origin: Int
  /// They add up to 32768 for each pixel, or less where nothing lies beyond an edge; each is less.
  let weights: [Int16]
  /// The image's pixels that have a weight.
  let span: Range<Int>

  /// Whether pixels further on show what lies further on in the image.
  var isAscending: Bool { first.first ?? 0 <= first.last ?? 0 }

  /// The pixels with a weight for some of the image's, where these are counted from `origin`; for
  /// all pixels of the span all pixels.
  func pixels(showing part: Range<Int>) -> Range<Int> {
    guard part != 0..<span.count else { return first.indices }
    let start = first.partition { Int($0) + taps > part.lowerBound }
    return start..<max(start, first.partition { Int($0) >= part.upperBound })
  }

  /// Farther away, a pixel's place is not known to a fraction.
  private static let farthest = 1e9

  /// - Parameters:
  ///   - scale: How many of the image's pixels one pixel covers; below 0 where it is mirrored.
  ///   - offset: The place in the image of the place 0.
  ///   - repeats: Whether the edge goes on beyond the limits; else nothing is there.
  ///   - multiple: More than two weights are a multiple of so many.
  init?(
    _ pixels: Range<Int>, scale: Double, offset: Double, within limits: Range<Int>,
    repeats: Bool, multiple: Int
  ) {
    let ends = [pixels.lowerBound, pixels.upperBound].map { Double($0) * scale + offset }
    guard ends.allSatisfy({ abs($0) < Self.farthest }) else { return nil }
    let width = max(abs(scale), 1)
    let count = Int(width.rounded(.up)) + 1
    taps = count <= 2 ? 2 : (count + multiple - 1) / multiple * multiple
    var (starts, weights) = ([Int](), [Int16](repeating: 0, count: pixels.count * taps))
    starts.reserveCapacity(pixels.count)
    for (index, pixel) in pixels.enumerated() {
      let low = (Double(pixel) + 0.5) * scale + offset - width / 2
      let start = Int(low.rounded(.down))
      let begin = min(max(start, limits.lowerBound), limits.upperBound - 1)
      starts.append(begin)
      Self.weigh(
        low, width, from: start, count, within: limits, repeats, begin: begin,
        &weights[index * taps..<(index + 1) * taps])
    }
    let least = starts.min() ?? limits.lowerBound
    let most = starts.max() ?? limits.lowerBound
    origin = least
    first = starts.map { Int32($0 - least) }
    span = least..<min(most + taps, limits.upperBound)
    self.weights = weights
  }

  /// Shares 32768 parts out by how much of each pixel of the image lies in `low..<low + width`.
  private static func weigh(
    _ low: Double, _ width: Double, from start: Int, _ count: Int, within limits: Range<Int>,
    _ repeats: Bool, begin: Int, _ weights: inout ArraySlice<Int16>
  ) {
    let base = weights.startIndex
    var (given, parts) = (0, [Int](repeating: 0, count: weights.count))
    for index in 0..<count {
      let end = min(max((Double(start + index + 1) - low) / width, 0), 1)
      let all = index == count - 1 ? 32_768 : Int((end * 32_768).rounded())
      let pixel = min(max(start + index, limits.lowerBound), limits.upperBound - 1)
      if repeats || pixel == start + index { parts[pixel - begin] += all - given }
      given = all
    }
    // All of one pixel is one part more than sixteen bits hold.
    if let whole = parts.firstIndex(of: 32_768) {
      parts[whole] -= 1
      parts[whole == 0 ? 1 : whole - 1] += 1
    }
    for (index, part) in parts.enumerated() { weights[base + index] = Int16(part) }
  }
}

extension [Int32] {
  /// The index of the first number for which something holds that holds for all after it.
  fileprivate func partition(_ holds: (Int32) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Bitmap {
  fileprivate var frame: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}
