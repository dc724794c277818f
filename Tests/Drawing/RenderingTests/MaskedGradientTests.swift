import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing

/// A gradient behind the mask of a filled path is drawn as that path. It has to look as if both
/// were drawn as pictures, which an opacity of the mask's that is almost 1 makes them.
@Suite("Gradients behind masks")
struct MaskedGradientTests {
  private static func masked(
    _ type: GradientType, _ rule: FillRule, maskOpacity: Double, opacity: Double = 1
  ) -> Scene {
    var path = Path.circle(center: Point(x: 30, y: 25), radius: 18)
    path.elements += Path.rect(Rect(x: 22.3, y: 10.6, width: 30, height: 20.2)).elements
    var shape = LayerValues()
    shape[.path] = path
    shape[.fillRule] = rule
    shape[.opacity] = maskOpacity
    shape[.position] = Point(x: 2, y: 1)
    var values = LayerValues()
    values[.bounds] = Rect(x: 0, y: 0, width: 80, height: 60)
    values[.position] = Point(x: 45, y: 33)
    values[.transform] = .rotationZ(0.3)
    values[.opacity] = opacity
    values[.colors] = ["#ff2010", "rgba(10, 200, 80, 0.4)", "#1020ff"].compactMap { Color(css: $0) }
    values[.gradientType] = type
    values[.startPoint] = Point(x: 0.3, y: 0.2)
    values[.endPoint] = Point(x: 0.8, y: 0.9)
    let mask = Layer(index: 2, name: "mask", layerClass: .shape, values: shape)
    let layer = Layer(
      index: 1, name: "gradient", layerClass: .gradient, values: values, mask: mask)
    return scene(width: 90, height: 70, [layer])
  }

  @Test(
    "The path filled with the gradient looks like the gradient cut by the mask",
    arguments: [GradientType.axial, .radial, .conic], [FillRule.nonZero, .evenOdd])
  func pixels(_ type: GradientType, _ rule: FillRule) throws {
    for opacity in [1, 0.5] {
      let direct = try frame(Self.masked(type, rule, maskOpacity: 1, opacity: opacity))
      let pictures = try frame(
        Self.masked(type, rule, maskOpacity: 0.999_999, opacity: opacity))
      var largest = 0
      var drawn = 0
      for y in 0..<direct.height {
        let (a, b) = (direct.row(y), pictures.row(y))
        for x in 0..<4 * direct.width {
          largest = max(largest, abs(Int(a[x]) - Int(b[x])))
          if a[x] < 250 { drawn += 1 }
        }
      }
      #expect(largest <= 3 && drawn > 1000)
    }
  }
}
