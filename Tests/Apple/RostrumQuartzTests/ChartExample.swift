import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumTiming

/// The example of the page on scenes in Swift, compiled: a test compares the two line by line.
func chart(of values: [Double]) -> Scene {
  let largest = values.max() ?? 1
  return Scene(size: Size(width: 320, height: 180), duration: 2) {
    LayerDeclaration("axis", frame: Rect(x: 20, y: 160, width: 280, height: 2))
      .with(.backgroundColor, .black)
    for (index, value) in values.enumerated() {
      let height = 130 * value / largest
      let start = 0.1 * Double(index)
      LayerDeclaration("bar \(index + 1)")
        .with(.backgroundColor, Color(red: 0.2, green: 0.45, blue: 0.8))
        .with(.anchorPoint, Point(x: 0.5, y: 1))
        .with(.bounds, Rect(x: 0, y: 0, width: 36, height: height))
        .with(.position, Point(x: 48 + 56 * Double(index), y: 160))
        .animating(
          .bounds, .sizeHeight, from: .number(0), beginTime: start, duration: 1,
          timingFunction: .easing(.cubicEaseOut))
      LayerDeclaration("number \(index + 1)", class: .text)
        .with(.string, AttributedText("\(value)"))
        .with(.fontSize, 14)
        .with(.foregroundColor, .black)
        .with(.alignmentMode, .center)
        .with(.bounds, Rect(x: 0, y: 0, width: 50, height: 18))
        .with(.position, Point(x: 48 + 56 * Double(index), y: 148 - height))
        .animating(.opacity, from: .number(0), beginTime: start + 0.8, duration: 0.3)
    }
  }
}
