import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import Testing

@testable import RostrumRendering

/// Semantics, Drawing a layer: which part of a picture lies where.
@Suite("Parts of pictures")
struct ContentsPlacementTests {
  /// A picture of 30 by 30 pixels in a layer of `width` by 90 points.
  private func placement(
    width: Double = 90, _ more: [Property: Value] = [:]
  ) -> ContentsPlacement {
    var values = LayerValues()
    values[.bounds] = Rect(x: 0, y: 0, width: width, height: 90)
    for (property, value) in more { values[any: property] = value }
    return ContentsPlacement(of: ImageReference(path: "", width: 30, height: 30), values)
  }

  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Value {
    .rect(Rect(x: x, y: y, width: width, height: height))
  }

  @Test("The size of a part is its pixels over the scale")
  func size() {
    let part = placement([
      .contentsRect: rect(0.5, 0, 0.5, 1), .contentsScale: .number(2),
      .contentsGravity: .text("topLeft"),
    ])
    #expect(part.part == Rect(x: 15, y: 0, width: 15, height: 30))
    #expect(part.frame == Rect(x: 0, y: 75, width: 7.5, height: 15))
  }

  @Test("Corners keep their size, and the middle stretches")
  func slices() {
    let slices = placement([.contentsCenter: rect(0.3, 0.4, 0.4, 0.2)])
    #expect(slices.columns.knots.map(\.place).isClose(to: [0, 9, 81, 90]))
    #expect(slices.columns.knots.map(\.pixel).isClose(to: [0, 9, 21, 30]))
    #expect(slices.rows.knots.map(\.place).isClose(to: [0, 12, 78, 90]))
    let finer = placement([
      .contentsCenter: rect(0.3, 0.4, 0.4, 0.2), .contentsScale: .number(3),
    ])
    #expect(finer.columns.knots.map(\.place).isClose(to: [0, 3, 87, 90]))
  }

  @Test("The middle counts within the part that is shown")
  func slicesOfPart() {
    let slices = placement([
      .contentsRect: rect(0.5, 0, 0.5, 1), .contentsCenter: rect(0.2, 0, 0.6, 1),
    ])
    #expect(slices.columns.knots.map(\.pixel).isClose(to: [15, 18, 27, 30]))
    #expect(slices.rows.knots.count == 2)
  }

  @Test("Without room the fixed parts shrink in proportion")
  func narrow() {
    let slices = placement(width: 9, [.contentsCenter: rect(0.2, 0, 0.4, 1)])
    #expect(slices.columns.knots.map(\.place).isClose(to: [0, 3, 3, 9]))
  }

  @Test("A middle without width is one pixel")
  func pixel() {
    let slices = placement([.contentsCenter: rect(0.5, 0, 0, 1)])
    #expect(slices.columns.knots.map(\.pixel).isClose(to: [0, 14.5, 15.5, 30]))
    #expect(slices.columns.knots.map(\.place).isClose(to: [0, 14.5, 75.5, 90]))
  }

  @Test("A gravity that does not resize knows no slices")
  func unscaled() {
    let whole = placement([
      .contentsCenter: rect(0.3, 0.4, 0.4, 0.2), .contentsGravity: .text("center"),
    ])
    #expect(whole.columns.knots.count == 2)
  }

  @Test("Nothing is drawn of an empty part", arguments: [0.0, -1])
  func empty(width: Double) {
    #expect(placement([.contentsRect: rect(0, 0, width, 1)]).frame.isEmpty)
  }

  @Test(
    "Nothing is drawn of a part that lies outside of the picture",
    arguments: [
      Rect(x: 0, y: 10_000, width: 0.25, height: 1), Rect(x: 0, y: -1, width: 1, height: 1),
      Rect(x: 1, y: 0, width: 1, height: 1), Rect(x: -1e7, y: 0.5, width: 10, height: 1e-7),
    ])
  func outside(part: Rect) {
    for gravity in ContentsGravity.allCases {
      for center in [
        Rect(x: 0, y: 0, width: 1, height: 1), Rect(x: 0.3, y: 0, width: 0, height: 1),
      ] {
        let placement = placement([
          .contentsRect: .rect(part), .contentsGravity: .text(gravity.rawValue),
          .contentsCenter: .rect(center),
        ])
        #expect(placement.frame.isEmpty)
      }
    }
  }

  @Test("A part that sticks out is drawn")
  func stickingOut() {
    #expect(placement([.contentsRect: rect(-99, 0.5, 100, 1)]).frame.width == 90)
  }
}

/// Frames of one colour each; the third and later ones cannot be decoded.
private struct ColoredFrames: VideoFrameSource {
  struct Damaged: Error, Equatable { let index: Int }

  func frame(_ index: Int, ofVideo path: String) throws -> Bitmap {
    guard index < 2 else { throw Damaged(index: index) }
    let bitmap = try Bitmap(width: 40, height: 40)
    for y in 0..<40 { for x in 0..<40 { bitmap[x, y] = [redPixel, bluePixel][index] } }
    return bitmap
  }
}

@Suite("Frames of videos as pictures")
struct VideoPictureTests {
  private let assets = SceneAssets(videos: ColoredFrames())

  private func shown(_ index: Int) throws -> FrameRenderer {
    let image = ImageReference(path: "a.mp4", width: 40, height: 40, frame: index)
    let small = square(
      0, x: 0, y: 0, side: 10, .white,
      [.contents: .image(image), .minificationFilter: .text("trilinear")])
    return try FrameRenderer(RenderContext(scene: scene([small]), assets: assets))
  }

  @Test("Each frame has reduced copies of its own")
  func reduced() throws {
    for (index, pixel) in [redPixel, bluePixel].enumerated() {
      let renderer = try shown(index)
      try renderer.render(at: 0)
      #expect(renderer.bitmap[5, 5] == pixel)
    }
  }

  @Test("An error of the source reaches the caller, and only for its own frame")
  func damaged() throws {
    #expect(throws: ColoredFrames.Damaged(index: 2)) { try shown(2).render(at: 0) }
    let next = try shown(1)
    try next.render(at: 0)
    #expect(next.bitmap[5, 5] == bluePixel)
  }
}

extension [Double] {
  fileprivate func isClose(to other: [Double]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { abs($0 - $1) < 1e-9 }
  }
}
