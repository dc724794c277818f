import RostrumGeometry
import RostrumLayerTree
import Testing

@testable import RostrumRendering

@Suite("Contents gravity (Semantics, Drawing a layer)")
struct GravityTests {
  /// A picture of 20 by 10 points in bounds of 100 by 100 at (10, 0).
  static let cases: [(ContentsGravity, Rect)] = [
    (.resize, Rect(x: 10, y: 0, width: 100, height: 100)),
    (.resizeAspect, Rect(x: 10, y: 25, width: 100, height: 50)),
    (.resizeAspectFill, Rect(x: -40, y: 0, width: 200, height: 100)),
    (.center, Rect(x: 50, y: 45, width: 20, height: 10)),
    (.top, Rect(x: 50, y: 90, width: 20, height: 10)),
    (.bottom, Rect(x: 50, y: 0, width: 20, height: 10)),
    (.left, Rect(x: 10, y: 45, width: 20, height: 10)),
    (.right, Rect(x: 90, y: 45, width: 20, height: 10)),
    (.topLeft, Rect(x: 10, y: 90, width: 20, height: 10)),
    (.topRight, Rect(x: 90, y: 90, width: 20, height: 10)),
    (.bottomLeft, Rect(x: 10, y: 0, width: 20, height: 10)),
    (.bottomRight, Rect(x: 90, y: 0, width: 20, height: 10)),
  ]

  @Test("Each of the twelve; top is the edge of largest y", arguments: cases)
  func frame(_ gravity: ContentsGravity, _ expected: Rect) {
    let bounds = Rect(x: 10, y: 0, width: 100, height: 100)
    #expect(gravity.frame(of: Size(width: 20, height: 10), in: bounds) == expected)
  }

  @Test("The table has every gravity")
  func complete() {
    #expect(Set(Self.cases.map(\.0)) == Set(ContentsGravity.allCases))
  }
}
