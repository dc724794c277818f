import Algorithms
import RostrumBase
public import RostrumCanvas
public import RostrumGeometry

/// The numbers that a comparison found. Every one is there whether the pictures are the same or
/// not.
public struct PictureDifference: Sendable {
  /// The meaning of the numbers under the tolerance.
  public enum Verdict: String, Sendable {
    case same, different
    /// One is wider or higher; the numbers are for the area that both have.
    case sizesDiffer
  }

  /// Pixels that hang together (8-connected).
  public struct Region: Sendable, Equatable {
    public let bounds: PixelRect
    /// How many pixels differ.
    public let pixels: Int
  }

  /// In pixels, from (0, 0).
  public let expectedSize: PixelRect
  /// In pixels, from (0, 0).
  public let actualSize: PixelRect
  public let tolerance: Tolerance
  /// The number of pixels that exist in both pictures and are not in an ignored rectangle.
  public let comparedPixels: Int
  public let ignoredPixels: Int
  /// Pixels over the threshold that antialiasing does not explain.
  public private(set) var differentPixels = 0
  /// Pixels over the threshold that are antialiased otherwise.
  public private(set) var forgivenPixels = 0
  /// Pixels that differ by no more than the threshold.
  public private(set) var toleratedPixels = 0
  /// The largest distance of two pixels, 0 to 1, on the scale of `Tolerance.threshold`.
  public private(set) var largestDistance = 0.0
  /// Where that is: its column and row. `nil` for equal pictures.
  public private(set) var largestDistanceAt: (x: Int, y: Int)?
  /// The mean squared error of the three colour channels, 0 to 65,025.
  public private(set) var meanSquaredError = 0.0
  /// The regions that differ, the largest first, `maximumRegions` at most.
  public private(set) var regions: [Region] = []
  /// The number of all regions.
  public private(set) var regionCount = 0
  /// The result for each pixel; `nil` for equal pictures.
  public var map: DifferenceMap?

  public static let maximumRegions = 64

  init(expected: Bitmap, actual: Bitmap, tolerance: Tolerance, ignoredPixels: Int) {
    expectedSize = PixelRect(x: 0, y: 0, width: expected.width, height: expected.height)
    actualSize = PixelRect(x: 0, y: 0, width: actual.width, height: actual.height)
    self.tolerance = tolerance
    self.ignoredPixels = ignoredPixels
    comparedPixels = expectedSize.intersection(actualSize).area - ignoredPixels
  }

  mutating func add(_ tally: Tally, _ map: DifferenceMap) {
    differentPixels = tally.different
    forgivenPixels = tally.forgiven
    toleratedPixels = tally.tolerated
    largestDistance = ColorDistance.threshold(squared: tally.largest)
    if tally.largest > 0 { largestDistanceAt = (tally.largestX, tally.largestY) }
    meanSquaredError = tally.squaredError / Double(max(comparedPixels, 1) * 3)
    (regionCount, regions) = RegionFinder(map).regions(Self.maximumRegions)
    self.map = map
  }

  /// True when all compared pixels are equal, bit by bit.
  public var isIdentical: Bool {
    expectedSize == actualSize && differentPixels + forgivenPixels + toleratedPixels == 0
  }

  /// How many pixels may differ.
  public var allowedPixels: Int { tolerance.allowance(of: comparedPixels) }

  public var largestRegion: Region? { regions.first }

  /// The share of the compared pixels that differ, 0 to 1.
  public var differentShare: Double { Double(differentPixels) / Double(max(comparedPixels, 1)) }

  /// The peak signal-to-noise ratio in decibels: 10 log10(255² / mean squared error); infinite for
  /// equal pictures.
  public var peakSignalToNoise: Double {
    meanSquaredError > 0 ? 10 * log10(65_025 / meanSquaredError) : .infinity
  }

  public var verdict: Verdict {
    guard expectedSize == actualSize else { return .sizesDiffer }
    let isRegionTooLarge = tolerance.maximumRegion.map { (largestRegion?.pixels ?? 0) > $0 }
    return differentPixels > allowedPixels || isRegionTooLarge == true ? .different : .same
  }
}

extension PictureDifference: Decodable {
  private enum Key: String, CodingKey {
    case expectedSize, actualSize, tolerance, comparedPixels, ignoredPixels, differentPixels
    case forgivenPixels, toleratedPixels, largestDistance, largestDistanceAt, meanSquaredError
    case regions, regionCount
  }

  private struct Box: Decodable {
    let x, y, width, height, pixels: Int
  }

  /// Reads the numbers, without the map, as a report writes them.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func rect(_ key: Key) throws -> PixelRect {
      let size = try values.decode([Int].self, forKey: key)
      guard size.count == 2, size.allSatisfy({ $0 >= 0 }) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: values, debugDescription: "a size has two numbers")
      }
      return PixelRect(x: 0, y: 0, width: size[0], height: size[1])
    }
    expectedSize = try rect(.expectedSize)
    actualSize = try rect(.actualSize)
    tolerance = try values.decode(Tolerance.self, forKey: .tolerance)
    comparedPixels = try values.decode(Int.self, forKey: .comparedPixels)
    ignoredPixels = try values.decode(Int.self, forKey: .ignoredPixels)
    differentPixels = try values.decode(Int.self, forKey: .differentPixels)
    forgivenPixels = try values.decode(Int.self, forKey: .forgivenPixels)
    toleratedPixels = try values.decode(Int.self, forKey: .toleratedPixels)
    largestDistance = try values.decode(Double.self, forKey: .largestDistance)
    let place = try values.decodeIfPresent([Int].self, forKey: .largestDistanceAt)
    if let place, place.count == 2 { largestDistanceAt = (place[0], place[1]) }
    meanSquaredError = try values.decode(Double.self, forKey: .meanSquaredError)
    regionCount = try values.decode(Int.self, forKey: .regionCount)
    regions = try values.decode([Box].self, forKey: .regions).map {
      Region(
        bounds: PixelRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height), pixels: $0.pixels)
    }
  }
}

/// How far two pictures may differ and still count as the same.
public struct Tolerance: Sendable, Equatable, Codable {
  /// The distance of two colours from which on their pixels differ, 0 (any difference counts) to 1
  /// (black against white). See `ColorDistance`. 0.03 is about eight of 255 steps of grey: a just
  /// noticeable difference between adjacent areas.
  public var threshold: Double
  /// How many pixels may differ.
  public var maximumPixels: Int
  /// The same as a share of all compared pixels, 0 to 1. The larger of both bounds holds.
  public var maximumShare: Double
  /// How many pixels may hang together in one difference; `nil` for any number. Finds one real
  /// change among noise.
  public var maximumRegion: Int?
  /// Whether pixels that are only antialiased otherwise are forgiven. They are counted in any case.
  public var forgivesAntialiasing: Bool

  /// The default tolerance of `rostrum verify` and `rostrum diff`.
  public static let standard = Tolerance()

  /// Every difference counts.
  public static let exact = Tolerance(threshold: 0, forgivesAntialiasing: false)

  public init(
    threshold: Double = 0.03, maximumPixels: Int = 0, maximumShare: Double = 0,
    maximumRegion: Int? = nil, forgivesAntialiasing: Bool = true
  ) {
    self.threshold = threshold
    self.maximumPixels = maximumPixels
    self.maximumShare = maximumShare
    self.maximumRegion = maximumRegion
    self.forgivesAntialiasing = forgivesAntialiasing
  }

  /// How many of `count` pixels may differ.
  public func allowance(of count: Int) -> Int {
    let share = Double(count) * min(max(maximumShare, 0), 1)
    return max(maximumPixels, share.isFinite ? Int(share) : 0)
  }
}

extension PictureDifference {
  /// The colours of a difference picture, opaque 0xAARRGGBB.
  public enum MarkColor {
    /// Different: red.
    public static let different: UInt32 = 0xFFE0_1B24
    /// Antialiased otherwise: yellow.
    public static let forgiven: UInt32 = 0xFFF5_C211
    /// Below the threshold: pale blue.
    public static let tolerated: UInt32 = 0xFFB8_D4F5
    /// Ignored: grey-blue stripes.
    public static let ignored: UInt32 = 0xFFC0_C4D8
    /// Only the expected picture has this pixel: purple.
    public static let onlyExpected: UInt32 = 0xFF91_41AC
    /// Only the actual picture has this pixel: green.
    public static let onlyActual: UInt32 = 0xFF26_A269
    /// Neither picture has this pixel: white.
    public static let nothing: UInt32 = 0xFFFF_FFFF
  }

  /// The expected picture in pale grey with the differing pixels in colour, on a canvas that holds
  /// both pictures.
  public func picture(over expected: Bitmap) throws(OutOfMemory) -> Bitmap {
    let canvas = expectedSize.union(actualSize)
    let result = try Bitmap(width: canvas.width, height: canvas.height)
    for y in 0..<canvas.height {
      let row = result.row(y).assumingMemoryBound(to: UInt32.self)
      for x in 0..<canvas.width { row[x] = color(x, y, expected) }
    }
    return result
  }

  private func color(_ x: Int, _ y: Int, _ expected: Bitmap) -> UInt32 {
    let isExpected = expectedSize.contains(x: x, y: y)
    guard isExpected, actualSize.contains(x: x, y: y) else {
      if isExpected { return MarkColor.onlyExpected }
      return actualSize.contains(x: x, y: y) ? MarkColor.onlyActual : MarkColor.nothing
    }
    switch map?[x, y] ?? .same {
    case .different: return MarkColor.different
    case .forgiven: return MarkColor.forgiven
    case .tolerated: return MarkColor.tolerated
    case .ignored where (x + y) & 7 < 2: return MarkColor.ignored
    case .ignored, .same: return Self.pale(expected[x, y])
    }
  }

  /// A quarter of the brightness over white (weights of Rec. 601), so that highlights are visible.
  private static func pale(_ pixel: UInt32) -> UInt32 {
    let clear = 255 - pixel >> 24
    let luma = (299 * (pixel >> 16 & 255) + 587 * (pixel >> 8 & 255) + 114 * (pixel & 255)) / 1000
    let grey = 191 + min(luma + clear, 255) / 4
    return 0xFF00_0000 | grey << 16 | grey << 8 | grey
  }
}

/// Finds the differing pixels that hang together, over all eight neighbours: runs of each row are
/// joined with the runs that they touch in the row above. Rows without a difference are not looked
/// at.
struct RegionFinder {
  private struct Run {
    let columns: Range<Int>
    let component: Int
  }

  private struct Component {
    var bounds: PixelRect
    var pixels: Int
  }

  private let map: DifferenceMap
  /// The components that the row in work touches.
  private var components: [Component] = []
  /// The component that each component has been joined with: itself for none.
  private var parents: [Int] = []
  private var count = 0
  private var finished: [PictureDifference.Region] = []

  init(_ map: DifferenceMap) { self.map = map }

  /// How many there are, and the largest of them: the largest first, equal ones in reading order.
  func regions(_ most: Int) -> (count: Int, largest: [PictureDifference.Region]) {
    var finder = self
    finder.joinRows(keeping: most)
    return (finder.count, Self.largest(most, of: finder.finished))
  }

  private static func largest(
    _ most: Int, of regions: [PictureDifference.Region]
  ) -> [PictureDifference.Region] {
    let sorted = regions.sorted {
      ($1.pixels, $0.bounds.y, $0.bounds.x) < ($0.pixels, $1.bounds.y, $1.bounds.x)
    }
    return Array(sorted.prefix(most))
  }

  private mutating func joinRows(keeping most: Int) {
    var above: [Run] = []
    for y in 0..<map.height {
      let runs = map.differingInRow[y] > 0 ? Self.runs(of: map, y) : []
      guard !runs.isEmpty || !above.isEmpty else { continue }
      above = settle(runs.map { join($0, y, above) })
      if finished.count > 2 * most + 1024 { finished = Self.largest(most, of: finished) }
    }
    _ = settle([])
  }

  /// Finishes the components that no run of the row belongs to, and renumbers the others.
  private mutating func settle(_ runs: [Run]) -> [Run] {
    var numbers = [Int](repeating: -1, count: components.count)
    var live: [Component] = []
    let renumbered = runs.map { run in
      let root = root(of: run.component)
      if numbers[root] < 0 {
        numbers[root] = live.count
        live.append(components[root])
      }
      return Run(columns: run.columns, component: numbers[root])
    }
    for index in components.indices where parents[index] == index && numbers[index] < 0 {
      count += 1
      finished.append(.init(bounds: components[index].bounds, pixels: components[index].pixels))
    }
    (components, parents) = (live, Array(live.indices))
    return renumbered
  }

  private static func runs(of map: DifferenceMap, _ y: Int) -> [Range<Int>] {
    let kinds = map.kinds.start + y * map.width
    let different = DifferenceMap.Change.different.rawValue
    var runs: [Range<Int>] = []
    var x = 0
    while x < map.width {
      if kinds[x] == different {
        let start = x
        while x < map.width, kinds[x] == different { x += 1 }
        runs.append(start..<x)
      } else {
        x += 1
      }
    }
    return runs
  }

  /// Assigns a run to the component of the runs above that it touches, and merges them if there are
  /// several.
  private mutating func join(_ columns: Range<Int>, _ y: Int, _ above: [Run]) -> Run {
    let wide = columns.lowerBound - 1..<columns.upperBound + 1
    var root = components.count
    components.append(
      Component(
        bounds: PixelRect(x: columns.lowerBound, y: y, width: columns.count, height: 1),
        pixels: columns.count))
    parents.append(root)
    var index = Self.firstTouching(wide, in: above)
    while index < above.count, above[index].columns.lowerBound < wide.upperBound {
      root = unite(self.root(of: above[index].component), root)
      index += 1
    }
    return Run(columns: columns, component: root)
  }

  /// The runs of a row are in order.
  private static func firstTouching(_ columns: Range<Int>, in runs: [Run]) -> Int {
    runs.partitioningIndex { $0.columns.upperBound > columns.lowerBound }
  }

  private mutating func root(of component: Int) -> Int {
    var index = component
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  private mutating func unite(_ a: Int, _ b: Int) -> Int {
    guard a != b else { return a }
    let (kept, gone) = components[a].pixels >= components[b].pixels ? (a, b) : (b, a)
    components[kept].bounds = components[kept].bounds.union(components[gone].bounds)
    components[kept].pixels += components[gone].pixels
    parents[gone] = kept
    return kept
  }
}
