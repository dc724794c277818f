import Foundation
import RostrumQuartz
import TestSupport
import Testing

/// Sources of the numbers: GNUstep's tests (Tests/CATransform3D, Tests/CAMediaTimingFunction), and
/// Apple's documentation.
@Suite("Values in Apple's types")
struct ValueTests {
  private static func elements(_ t: CATransform3D) -> [CGFloat] {
    [
      t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41,
      t.m42, t.m43, t.m44,
    ]
  }

  private static let transforms: [(CATransform3D, [CGFloat])] = [
    (
      CATransform3DTranslate(CATransform3DMakeTranslation(2, 3, 4), 2, 3, 4),
      [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 6, 8, 1]
    ),
    (
      CATransform3DScale(CATransform3DMakeTranslation(2, 3, 4), 2, 3, 4),
      [2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 2, 3, 4, 1]
    ),
    (
      CATransform3DTranslate(CATransform3DMakeScale(2, 3, 4), 2, 3, 4),
      [2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 4, 9, 16, 1]
    ),
    (
      CATransform3DConcat(
        CATransform3DMakeScale(2, 3, 4), CATransform3DMakeTranslation(2, 3, 4)),
      [2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 2, 3, 4, 1]
    ),
    (
      CATransform3DMakeRotation(.pi / 2, 1, 0, 0),
      [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1]
    ),
    (
      CATransform3DMakeRotation(.pi / 2, 0, 1, 0),
      [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]
    ),
    (
      CATransform3DMakeRotation(.pi / 2, 0, 0, 1),
      [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    ),
    (
      CATransform3DMakeRotation(.pi / 2, 2, 2, 2),
      [
        0.333333, 0.910684, -0.244017, 0, -0.244017, 0.333333, 0.910684, 0, 0.910684, -0.244017,
        0.333333, 0, 0, 0, 0, 1,
      ]
    ),
  ]

  @Test("Transforms are composed as Core Animation does", arguments: transforms.indices)
  func transform(_ index: Int) {
    let (transform, expected) = Self.transforms[index]
    for (a, b) in zip(Self.elements(transform), expected) { #expect(abs(a - b) < 1e-6) }
    let back = CATransform3DConcat(transform, CATransform3DInvert(transform))
    for (a, b) in zip(Self.elements(back), Self.elements(CATransform3DIdentity)) {
      #expect(abs(a - b) < 1e-9)
    }
  }

  @Test(
    "A timing function has its control points",
    arguments: [
      (CAMediaTimingFunctionName.linear, [0, 0, 1, 1] as [Float]), (.easeIn, [0.42, 0, 1, 1]),
      (.easeOut, [0, 0, 0.58, 1]), (.easeInEaseOut, [0.42, 0, 0.58, 1]),
      (.default, [0.25, 0.1, 0.25, 1]),
    ])
  func controlPoints(_ name: CAMediaTimingFunctionName, _ points: [Float]) {
    let function = CAMediaTimingFunction(name: name)
    var (ends, inner): ([Float], [Float]) = ([0, 0, 0, 0], [0, 0, 0, 0])
    ends.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      function.getControlPoint(at: 0, values: start)
      function.getControlPoint(at: 3, values: start + 2)
    }
    inner.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      function.getControlPoint(at: 1, values: start)
      function.getControlPoint(at: 2, values: start + 2)
    }
    #expect(ends == [0, 0, 1, 1] && inner == points)
    #expect(
      function == CAMediaTimingFunction(controlPoints: points[0], points[1], points[2], points[3])
        || name == .linear)
  }

  @Test("Paths are made of lines, curves and arcs")
  func paths() {
    let path = CGMutablePath()
    #expect(path.isEmpty && path.boundingBoxOfPath == .null)
    path.move(to: CGPoint(x: 10, y: 0))
    path.addArc(
      center: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    #expect(abs(path.currentPoint.x) < 1e-9 && abs(path.currentPoint.y - 10) < 1e-9)
    // The other way round it is three quarters.
    let long = CGMutablePath()
    long.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: true)
    #expect(abs(long.boundingBoxOfPath.minX + 10) < 0.01)
    let quad = CGMutablePath()
    quad.move(to: .zero)
    quad.addQuadCurve(to: CGPoint(x: 10, y: 0), control: CGPoint(x: 5, y: 10))
    #expect(abs(quad.boundingBoxOfPath.maxY - 5) < 1e-9)
    let round = CGPath(
      roundedRect: CGRect(x: 0, y: 0, width: 40, height: 20), cornerWidth: 30, cornerHeight: 5)
    #expect(abs(round.boundingBoxOfPath.width - 40) < 1e-9)
    var move = CGAffineTransformMakeTranslation(5, 6)
    #expect(round.copy(using: &move)?.boundingBoxOfPath.minX.rounded() == 5)
    let copy = path.copy()
    path.closeSubpath()
    #expect(copy != path)
  }

  @Test("Flat transforms do first what they were told last")
  func flat() {
    let turn = CGAffineTransformMakeTranslation(10, 0).rotated(by: .pi / 2).scaledBy(x: 2, y: 3)
    let point = CGPoint(x: 1, y: 1).applying(turn)
    #expect(abs(point.x - 7) < 1e-9 && abs(point.y - 2) < 1e-9)
    let back = point.applying(turn.inverted())
    #expect(abs(back.x - 1) < 1e-9 && abs(back.y - 1) < 1e-9)
  }

  @Test("A picture is made of pixels, and of the bytes of a file")
  func pictures() throws {
    let pixels = try CGImage(
      width: 2, height: 1, rgba: [255, 0, 0, 255, 0, 255, 0, 128])
    #expect(pixels.width == 2 && pixels.height == 1)
    // Half of a green that was multiplied, and a row with padding.
    let bytes = try #require(
      CGDataProvider(data: Data([255, 0, 0, 255, 0, 128, 0, 128, 9, 9, 9, 9])))
    func image(_ alpha: CGImageAlphaInfo, bits: Int = 8) -> CGImage? {
      CGImage(
        width: 2, height: 1, bitsPerComponent: bits, bitsPerPixel: 32, bytesPerRow: 12,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue),
        provider: bytes, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
    #expect(image(.premultipliedLast) == pixels && image(.last) != pixels)
    #expect(image(.noneSkipLast) != pixels && image(.last, bits: 16) == nil)
    let file = repository.appending(path: "Scenes/Book/Assets/Ball.png")
    let provider = try #require(CGDataProvider(url: file))
    let decoded = try #require(CGImage(pngDataProviderSource: provider))
    let named = try CGImage(contentsOfFile: file.path)
    #expect(decoded.width == named.width && decoded.width > 0)
    #expect(throws: (any Error).self) { try CGImage(contentsOfFile: "/none.png") }
    let film = Film(size: CGSize(width: 2, height: 1), duration: 0) { stage in
      stage.layer.contents = pixels
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try film.write(to: folder.appending(path: "film.yaml").path)
    let written = try scene(file: folder.appending(path: "film.yaml").path)
    try expectSamePixels(film.openedScene(), written)
    #expect(throws: Film.Problem.self) { try film.yaml() }
  }

  @Test("A spring has Core Animation's settling duration")
  func springs() {
    let spring = CASpringAnimation(keyPath: "position.x")
    #expect(abs(spring.settlingDuration - 1.4727003346780927) < 1e-12)
    (spring.mass, spring.stiffness, spring.damping) = (2, 100, 5)
    #expect(abs(spring.settlingDuration - 5.658348137358159) < 1e-12)
    let perceptual = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.3)
    #expect(abs(perceptual.stiffness - 157.91) < 0.01 && abs(perceptual.damping - 17.59) < 0.01)
  }
}
