import Foundation
import RostrumLayerTree
import RostrumKit
import RostrumQuartz
import Testing

@Suite("A film of Core Animation's code")
struct FilmTests {
  /// The example that the page begins with.
  private static func example() -> Film {
    Film(size: CGSize(width: 300, height: 300), fps: 60, duration: 5) { stage in
      let layer = CALayer()
      layer.frame = CGRect(x: 100, y: 100, width: 100, height: 100)
      layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
      stage.layer.addSublayer(layer)
      stage.at(1) {
        CATransaction.begin()
        CATransaction.setAnimationDuration(1)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeOut))
        CATransaction.setCompletionBlock {
          layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
        }
        layer.position = CGPoint(x: 200, y: 250)
        CATransaction.commit()
      }
    }
  }

  @Test("A film of code has the pixels of the scene file that says the same")
  func pixels() throws {
    let file = try scene(
      text: """
        size: [300, 300]
        background: white
        fps: 60
        duration: 5
        layers:
          - name: square
            frame: [100, 100, 100, 100]
            backgroundColor: blue
        events:
          - at: 1
            name: move
            transaction: {animationDuration: 1, animationTimingFunction: easeOut}
            set: {square: {position: [200, 250]}}
          - after: {event: move}
            set: {square: {transform: {rotation: 45deg}}}
        """)
    try expectSamePixels(Self.example().openedScene(), file, everyFrame: 7)
    try expectSameAsText(Self.example(), everyFrame: 7)
  }
}
