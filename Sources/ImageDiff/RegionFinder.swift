import Geometry

/// Finds the differing pixels that hang together, over all eight neighbours: runs of each row are joined with the runs that they touch in
/// the row above. Rows without a difference are not looked at.
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
  private var components: [Component] = []
  /// Which component a component has been joined with: itself for none.
  private var parents: [Int] = []

  init(_ map: DifferenceMap) { self.map = map }

  /// The largest first; equal ones in reading order.
  func regions() -> [PictureDifference.Region] {
    var finder = self
    finder.joinRows()
    let roots = finder.components.indices.filter { finder.parents[$0] == $0 }
    return roots.map { finder.components[$0] }
      .map { PictureDifference.Region(bounds: $0.bounds, pixels: $0.pixels) }
      .sorted { ($1.pixels, $0.bounds.y, $0.bounds.x) < ($0.pixels, $1.bounds.y, $1.bounds.x) }
  }

  private mutating func joinRows() {
    var above: [Run] = []
    for y in 0..<map.height {
      guard map.differingInRow[y] > 0 else {
        above = []
        continue
      }
      let runs = Self.runs(of: map, y).map { join($0, y, above) }
      above = runs
    }
  }

  private static func runs(of map: DifferenceMap, _ y: Int) -> [Range<Int>] {
    let kinds = map.kinds + y * map.width
    let different = DifferenceMap.Kind.different.rawValue
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

  /// Gives a run the component of those above that it touches, and makes these one.
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

  /// By halves: the runs of a row are in order.
  private static func firstTouching(_ columns: Range<Int>, in runs: [Run]) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].columns.upperBound <= columns.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
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
