import Canvas
import Geometry

/// Finds the differing pixels that hang together, over all eight neighbours: runs of each row are joined with the runs that they touch in
/// the row above. Rows without a difference are not looked at.
///
/// Memory is that of two rows and of the regions that are kept, however many there are.
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
  /// Those that the row in work touches.
  private var components: [Component] = []
  /// Which component a component has been joined with: itself for none.
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

  /// Takes the components that none of a row's runs belongs to for finished, and numbers the others
  /// anew.
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
