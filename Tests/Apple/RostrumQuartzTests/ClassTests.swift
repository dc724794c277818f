import Foundation
import RostrumKit
import RostrumQuartz
import TestSupport
import Testing

@Suite("The classes of layers and animations")
struct ClassTests {
  private static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

  private static func add(_ layers: [CALayer], to stage: Stage) {
    for (index, layer) in layers.enumerated() {
      layer.frame = CGRect(
        x: 10 + 80 * (index % 4), y: 10 + 80 * (index / 4), width: 70, height: 70)
      stage.layer.addSublayer(layer)
    }
  }

  private static func square(_ size: CGFloat, at x: CGFloat, _ y: CGFloat) -> CALayer {
    let square = CALayer()
    square.bounds = CGRect(x: 0, y: 0, width: size, height: size)
    square.position = CGPoint(x: x, y: y)
    square.backgroundColor = blue
    return square
  }

  private static func layers() throws -> Film {
    let spark = try CGImage(
      contentsOfFile: repository.appending(path: "Scenes/Book/Assets/Ball.png").path)
    return Film(size: CGSize(width: 330, height: 170), fps: 10, duration: 1) { stage in
      let shape = CAShapeLayer()
      shape.path = CGPath(rect: CGRect(x: 10, y: 10, width: 50, height: 50))
      (shape.fillColor, shape.strokeColor) = (nil, blue)
      (shape.lineWidth, shape.strokeEnd, shape.lineJoin) = (6, 0.8, .round)
      (shape.lineDashPattern, shape.lineCap) = ([12, 9], .round)

      let gradient = CAGradientLayer()
      gradient.colors = [CGColor(red: 1, green: 0, blue: 0, alpha: 1), blue]
      gradient.locations = [0.25, 0.75]
      (gradient.startPoint, gradient.endPoint) = (.zero, CGPoint(x: 1, y: 1))
      gradient.cornerRadius = 12

      let text = CATextLayer()
      let string = NSMutableAttributedString(string: "Two ", attributes: [.kern: 2])
      string.append(NSAttributedString(string: "colours", attributes: [.foregroundColor: blue]))
      (text.string, text.fontSize, text.foregroundColor) = (string, 15, .black)
      (text.font, text.isWrapped, text.alignmentMode) = ("Helvetica-Bold", true, .right)

      let replicator = CAReplicatorLayer()
      (replicator.instanceCount, replicator.instanceAlphaOffset) = (4, -0.2)
      replicator.instanceTransform = CATransform3DMakeTranslation(15, 10, 0)
      replicator.addSublayer(square(14, at: 12, 20))

      let scroll = CAScrollLayer()
      scroll.backgroundColor = CGColor(gray: 0.8, alpha: 1)
      scroll.addSublayer(square(40, at: 60, 60))

      let space = CATransformLayer()
      let turned = square(40, at: 35, 35)
      turned.transform = CATransform3DMakeRotation(1, 0, 1, 0)
      space.addSublayer(turned)

      let tiled = CATiledLayer()
      (tiled.contents, tiled.levelsOfDetail) = (spark, 3)

      let emitter = CAEmitterLayer()
      let cell = CAEmitterCell()
      (cell.name, cell.contents, cell.birthRate, cell.lifetime) = ("spark", spark, 20, 1)
      (cell.velocity, cell.emissionRange, cell.scale, cell.alphaSpeed) = (40, 2 * .pi, 0.2, -0.5)
      emitter.emitterPosition = CGPoint(x: 35, y: 35)
      (emitter.emitterCells, emitter.seed) = ([cell], 7)
      add([shape, gradient, text, replicator, scroll, space, tiled, emitter], to: stage)
      scroll.scroll(to: CGPoint(x: 20, y: 25))
    }
  }

  @Test("Every layer class is drawn as a scene file of the same values")
  func layerClasses() throws {
    func frame(_ index: Int) -> String {
      "[\(10 + 80 * (index % 4)), \(10 + 80 * (index / 4)), 70, 70]"
    }
    let file = try scene(
      text: """
        size: [330, 170]
        background: white
        fps: 10
        duration: 1
        layers:
          - class: shape
            frame: \(frame(0))
            path: M 10 10 L 60 10 L 60 60 L 10 60 Z
            fillColor: none
            strokeColor: blue
            lineWidth: 6
            strokeEnd: 0.8
            lineJoin: round
            lineDashPattern: [12, 9]
            lineCap: round
          - class: gradient
            frame: \(frame(1))
            colors: [red, blue]
            locations: [0.25, 0.75]
            startPoint: [0, 0]
            endPoint: [1, 1]
            cornerRadius: 12
          - class: text
            frame: \(frame(2))
            string: [{text: "Two ", kern: 2}, {text: colours, foregroundColor: blue}]
            font: {family: Liberation Sans, weight: bold}
            fontSize: 15
            foregroundColor: black
            wrapped: true
            alignmentMode: right
          - class: replicator
            frame: \(frame(3))
            instanceCount: 4
            instanceAlphaOffset: -0.2
            instanceTransform: {translation: [15, 10]}
            sublayers: [{bounds: [14, 14], position: [12, 20], backgroundColor: blue}]
          - class: scroll
            bounds: [20, 25, 70, 70]
            position: [45, 125]
            backgroundColor: "#ccc"
            sublayers: [{bounds: [40, 40], position: [60, 60], backgroundColor: blue}]
          - class: transform
            frame: \(frame(5))
            sublayers:
              - {bounds: [40, 40], position: [35, 35], backgroundColor: blue, transform: {rotation.y: 1rad}}
          - {class: tiled, frame: \(frame(6)), levelsOfDetail: 3, contents: \(repository.path)/Scenes/Book/Assets/Ball.png}
          - class: emitter
            frame: \(frame(7))
            emitterPosition: [35, 35]
            seed: 7
            emitterCells:
              - name: spark
                contents: \(repository.path)/Scenes/Book/Assets/Ball.png
                birthRate: 20
                lifetime: 1
                velocity: 40
                emissionRange: 1turn
                scale: 0.2
                alphaSpeed: -0.5
        """)
    try expectSamePixels(Self.layers().openedScene(), file, everyFrame: 3)
    try expectSameAsText(Self.layers(), everyFrame: 3)
  }

  @Test("Every class of animation moves as in a scene file of the same values")
  func animationClasses() throws {
    let film = Film(size: CGSize(width: 330, height: 90), fps: 20, duration: 1.5) { stage in
      let layers = (0..<4).map { _ in Self.square(70, at: 0, 0) }
      Self.add(layers, to: stage)
      let spring = CASpringAnimation(keyPath: "position.y")
      (spring.fromValue, spring.toValue, spring.damping) = (20, 45, 5)
      layers[0].add(spring, forKey: nil)

      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.toValue, fade.duration) = (0.25, 0.5)
      let turn = CABasicAnimation(keyPath: "transform")
      turn.valueFunction = CAValueFunction(name: .rotateZ)
      (turn.fromValue, turn.toValue) = (0, 3)
      let group = CAAnimationGroup()
      (group.animations, group.duration, group.repeatCount) = ([fade, turn], 0.75, 2)
      layers[1].add(group, forKey: "group")

      let way = CAKeyframeAnimation(keyPath: "position")
      way.values = [CGPoint(x: 205, y: 45), CGPoint(x: 225, y: 20), CGPoint(x: 205, y: 45)]
      (way.calculationMode, way.duration, way.isAdditive) = (.cubic, 1, false)
      layers[2].add(way, forKey: nil)

      stage.at(0.5) {
        let push = CATransition()
        (push.type, push.subtype, push.duration) = (.push, .fromLeft, 0.5)
        layers[3].add(push, forKey: "any")
        CATransaction.setDisableActions(true)
        layers[3].backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      }
    }
    let file = try scene(
      text: """
        size: [330, 90]
        background: white
        fps: 20
        duration: 1.5
        layers:
          - frame: [10, 10, 70, 70]
            backgroundColor: blue
            animations: [{type: spring, keyPath: position.y, fromValue: 20, toValue: 45, damping: 5}]
          - frame: [90, 10, 70, 70]
            backgroundColor: blue
            animations:
              - type: group
                duration: 0.75
                repeatCount: 2
                animations:
                  - {type: basic, keyPath: opacity, toValue: 0.25, duration: 0.5}
                  - {type: basic, keyPath: transform, valueFunction: rotateZ, fromValue: 0, toValue: 3rad, duration: 0.75}
          - frame: [170, 10, 70, 70]
            backgroundColor: blue
            animations:
              - type: keyframe
                keyPath: position
                calculationMode: cubic
                duration: 1
                values: [[205, 45], [225, 20], [205, 45]]
          - name: last
            frame: [250, 10, 70, 70]
            backgroundColor: blue
        events:
          - at: 0.5
            transaction: {disableActions: true}
            add: {last: [{type: transition, transitionType: push, subtype: fromLeft, duration: 0.5}]}
            set: {last: {backgroundColor: red}}
        """)
    try expectSamePixels(film.openedScene(), file, everyFrame: 2)
    try expectSameAsText(film, everyFrame: 4)
  }
}
