import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree

/// In which order the planes of a space are drawn, so that the nearer ones hide the others. Planes
/// that go through each other are cut.
///
/// Sources: Fuchs, Kedem and Naylor 1980, "On visible surface generation by a priori tree
/// structures"; that Core Animation cuts siblings which turn in space: David Duncan on Apple's
/// cocoa-dev list, 26 July 2011.
struct Depth {
  /// Groups of planes that could hide one another, each from back to front.
  private(set) var clusters: [Cluster] = []

  /// Planes that overlap on the canvas, some directly, some through others.
  struct Cluster: Equatable {
    /// From back to front.
    let fragments: [PlaneFragment]
    /// The layers of the fragments.
    let owners: [PresentationLayer.Identity]
    let nodes: [DisplayNode]
    let opacities: [Double]
    let bounds: PixelRect

    static func == (a: Cluster, b: Cluster) -> Bool {
      a.fragments == b.fragments && a.owners == b.owners && a.opacities == b.opacities
    }
  }

  /// More planes than that in one cluster are sorted by the nearness of their middles, and not cut.
  private static let mostPlanes = 400
  /// The most fragments after cutting.
  private static let mostFragments = 2000

  /// `planes` are in the order of the file, which decides where two lie in one plane.
  init(_ planes: [SpatialPlane]) {
    for group in Self.groups(of: planes) {
      let fragments = group.map {
        PlanePolygon(plane: planes[$0], order: $0, polygon: planes[$0].polygon)
      }
      let cluster = Cluster(Self.sorted(fragments))
      if !cluster.bounds.isEmpty { clusters.append(cluster) }
    }
  }

  /// Groups of planes with overlapping boxes, filter margins included. Planes outside of the canvas
  /// count too, as their intersections can change the order of visible ones.
  private static func groups(of planes: [SpatialPlane]) -> [[Int]] {
    var groups: [(members: [Int], boxes: [Rect])] = []
    for (index, plane) in planes.enumerated() {
      let box = plane.reach
      var merged = (members: [index], boxes: [box])
      groups.removeAll { group in
        guard group.boxes.contains(where: { !$0.intersection(box).isEmpty }) else { return false }
        merged.members += group.members
        merged.boxes += group.boxes
        return true
      }
      groups.append(merged)
    }
    return groups.map { $0.members.sorted() }.sorted { $0[0] < $1[0] }
  }

  private static func sorted(_ fragments: [PlanePolygon]) -> [PlanePolygon] {
    guard fragments.count <= mostPlanes else {
      return fragments.sorted { ($0.middleNearness, $0.order) < ($1.middleNearness, $1.order) }
    }
    var room = mostFragments
    return backToFront(fragments, &room)
  }

  /// Divides the fragments by one of their planes, and each side in turn. The work is bounded by
  /// `room`, the fragments that may still be added.
  private static func backToFront(_ fragments: [PlanePolygon], _ room: inout Int) -> [PlanePolygon]
  {
    guard fragments.count > 1, let root = divider(of: fragments) else { return fragments }
    var (front, back): ([PlanePolygon], [PlanePolygon]) = ([], [])
    var level: [PlanePolygon] = []
    for fragment in fragments {
      guard fragment.order != root.order else {
        level.append(fragment)
        continue
      }
      let parts = fragment.split(by: root.plane)
      switch parts {
      case (let a?, let b?) where room > 0:
        room -= 1
        front.append(a)
        back.append(b)
      case (.some, .some):
        if fragment.middleNearness(over: root.plane) >= 0 {
          front.append(fragment)
        } else {
          back.append(fragment)
        }
      case (let a?, nil): front.append(a)
      case (nil, let b?): back.append(b)
      case (nil, nil): level.append(fragment)
      }
    }
    return backToFront(back, &room) + level.sorted { $0.order < $1.order }
      + backToFront(front, &room)
  }

  /// The plane that cuts the fewest fragments, out of some of the planes; `nil` when there are
  /// none.
  private static func divider(of fragments: [PlanePolygon]) -> PlanePolygon? {
    let step = max(1, fragments.count / 16)
    let candidates = stride(from: 0, to: fragments.count, by: step).map { fragments[$0] }
    return candidates.min { cuts($0, fragments) < cuts($1, fragments) }
  }

  private static func cuts(_ root: PlanePolygon, _ fragments: [PlanePolygon]) -> Int {
    fragments.count { fragment in
      guard fragment.order != root.order else { return false }
      let parts = fragment.split(by: root.plane)
      return parts.front != nil && parts.back != nil
    }
  }
}

extension Depth.Cluster {
  fileprivate init(_ fragments: [PlanePolygon]) {
    self.fragments = fragments.map {
      PlaneFragment(
        bounds: $0.plane.node.bounds, reach: $0.plane.reach, cuts: $0.cuts,
        outline: $0.plane.outline,
        endsWithOutline: $0.plane.node.endsWithBounds, backdrop: $0.plane.node.backdrop)
    }
    owners = fragments.map(\.plane.node.layer.identity)
    nodes = fragments.map(\.plane.node)
    opacities = fragments.map(\.plane.opacity)
    bounds = nodes.reduce(PixelRect.empty) { $0.union($1.bounds) }
  }
}

extension PlanePolygon {
  private var middle: Point {
    polygon.reduce(Point.zero, +) * (1 / Double(max(polygon.count, 1)))
  }

  fileprivate var middleNearness: Double { plane.nearness(at: middle) }

  fileprivate func middleNearness(over other: SpatialPlane) -> Double {
    middleNearness - other.nearness(at: middle)
  }
}
