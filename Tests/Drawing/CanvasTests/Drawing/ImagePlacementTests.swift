import RostrumCanvas
import RostrumGeometry
import Testing

@Suite("Images in pieces, reduced, and in perspective")
struct ImagePlacementTests {
  private func drawn(
    _ image: ImagePlacement, width: Int, height: Int, _ transform: Homography = .identity
  ) throws -> Bitmap {
    try picture(width: width, height: height) { drawing in
      drawing.transform = transform
      try drawing.draw(image)
    }
  }

  private func axis(_ knots: (Double, Double)...) -> ImageAxis {
    ImageAxis(knots.map { .init(place: $0.0, pixel: $0.1) })
  }

  /// Three columns of one pixel: red, green, blue.
  private func stripes() throws -> Bitmap {
    let image = try Bitmap(width: 3, height: 1)
    for (x, color) in [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF].enumerated() {
      image[x, 0] = UInt32(color)
    }
    return image
  }

  private func striped(_ filter: ImageFilter) throws -> ImagePlacement {
    var image = ImagePlacement(
      [try stripes()], from: Rect(x: 0, y: 0, width: 3, height: 1),
      in: Rect(x: 0, y: 0, width: 12, height: 4), columns: axis((0, 0), (1, 1), (11, 2), (12, 3)),
      rows: axis((0, 0), (4, 1)))
    image.magnification = filter
    return image
  }

  @Test("The middle piece stretches, the others keep their size")
  func pieces() throws {
    let bitmap = try drawn(striped(.nearest), width: 12, height: 4)
    for y in 0..<4 {
      #expect(bitmap[0, y] == 0xFFFF_0000 && bitmap[11, y] == 0xFF00_00FF)
      for x in 1..<11 { #expect(bitmap[x, y] == 0xFF00_FF00) }
    }
  }

  @Test("There is no seam between pieces, however they are turned", arguments: [0.1, 0.7, 1.4])
  func seams(angle: Double) throws {
    let map = AffineTransform.rotation(angle).concatenating(.scale(x: 3, y: 3))
      .concatenating(.translation(x: 20, y: 5))
    let bitmap = try drawn(striped(.linear), width: 60, height: 60, Homography(map))
    let inverse = try #require(map.inverted)
    for y in 0..<60 {
      for x in 0..<60 {
        let point = inverse.apply(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let isInside = (0.5...11.5).contains(point.x) && (0.5...3.5).contains(point.y)
        if isInside { #expect(bitmap[x, y] >> 24 == 255, "\(x) \(y)") }
      }
    }
  }

  @Test("A plain image in perspective that is none is the image itself")
  func copy() throws {
    let image = try Bitmap(width: 8, height: 8)
    for y in 0..<8 { for x in 0..<8 { image[x, y] = 0xFF00_0000 | UInt32(x * 30 << 8 | y * 30) } }
    let size = Rect(x: 0, y: 0, width: 8, height: 8)
    var placement = ImagePlacement(
      [image], from: size, in: size, columns: axis((0, 0), (8, 8)), rows: axis((0, 0), (8, 8)))
    // Trilinear filtering is not done by Cairo.
    placement.minification = .trilinear
    #expect(try drawn(placement, width: 8, height: 8).hasSamePixels(as: image))
  }

  /// A checkerboard of single pixels and its copies of reduced size, which are grey.
  private func board(_ filter: ImageFilter, bias: Double = 0) throws -> ImagePlacement {
    let board = try Bitmap(width: 64, height: 64)
    for y in 0..<64 {
      for x in 0..<64 { board[x, y] = (x + y) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }
    }
    var image = ImagePlacement(
      try board.levels(), from: Rect(x: 0, y: 0, width: 64, height: 64),
      in: Rect(x: 0, y: 0, width: 64, height: 64), columns: axis((0, 0), (64, 64)),
      rows: axis((0, 0), (64, 64)))
    image.minification = filter
    image.bias = bias
    return image
  }

  private func contrast(_ bitmap: Bitmap, _ side: Int) -> Int {
    var values: [Int] = []
    for y in 2..<side - 2 { for x in 2..<side - 2 { values.append(Int(bitmap[x, y] & 255)) } }
    return (values.max() ?? 0) - (values.min() ?? 0)
  }

  @Test("Trilinear reads copies of reduced size: what is finer than a pixel becomes even")
  func trilinear() throws {
    for factor in [2.0, 3, 5.5] {
      let side = Int(64 / factor)
      let map = Homography(.scale(x: 1 / factor, y: 1 / factor))
      #expect(contrast(try drawn(board(.trilinear), width: side, height: side, map), side) <= 1)
    }
    let nearest = Homography(.scale(x: 1 / 3.0, y: 1 / 3.0))
    var image = try board(.trilinear, bias: -8)
    #expect(contrast(try drawn(image, width: 21, height: 21, nearest), 21) > 200)
    image.bias = 0.5
    let slightly = Homography(.scale(x: 0.99, y: 0.99))
    #expect(contrast(try drawn(image, width: 63, height: 63, slightly), 63) < 160)
  }

  @Test("In perspective a point of the image is where it belongs")
  func perspective() throws {
    // x / (1 + x/100): 64 appears at 39.02, the boundary at 32 at 24.24.
    let map = Homography(.identity, weightX: 0.01, weightY: 0, weight: 1)
    let image = try Bitmap(width: 2, height: 1)
    (image[0, 0], image[1, 0]) = (0xFFFF_0000, 0xFF00_00FF)
    var placement = ImagePlacement(
      [image], from: Rect(x: 0, y: 0, width: 2, height: 1),
      in: Rect(x: 0, y: 0, width: 64, height: 20), columns: axis((0, 0), (64, 2)),
      rows: axis((0, 0), (20, 1)))
    (placement.magnification, placement.minification) = (.nearest, .trilinear)
    let bitmap = try drawn(placement, width: 50, height: 20, map)
    #expect(bitmap[23, 5] == 0xFFFF_0000 && bitmap[25, 5] == 0xFF00_00FF)
    #expect(bitmap[37, 5] == 0xFF00_00FF && bitmap[41, 5] == 0)
  }
}
