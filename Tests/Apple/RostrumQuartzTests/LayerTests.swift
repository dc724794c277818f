import Foundation
import RostrumQuartz
import Testing

/// Facts about single layers. Sources: the tests of GNUstep's QuartzCore (gnustep/libs-quartzcore,
/// Tests/quartzcore/CALayer: geometry.m, conversion.m, hittest.m, actions.m, animations.m;
/// CAScrollLayer/scroll.m), whose values were checked against Apple's, and the tests of
/// OpenCoreAnimation (1amageek/OpenCoreAnimation). The tests are written anew.
@Suite("A layer by itself")
struct LayerTests {
  private static func layer(
    _ width: CGFloat, _ height: CGFloat, at x: CGFloat, _ y: CGFloat
  ) -> CALayer {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    layer.position = CGPoint(x: x, y: y)
    return layer
  }

  private static func expectClose(
    _ a: CGRect, _ b: CGRect, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let pairs = [
      (a.minX, b.minX), (a.minY, b.minY), (a.width, b.width), (a.height, b.height),
    ]
    #expect(pairs.allSatisfy { abs($0 - $1) < 1e-9 }, "\(a) \(b)", sourceLocation: sourceLocation)
  }

  @Test("A new layer has Apple's defaults")
  func defaults() {
    let layer = CALayer()
    #expect(layer.bounds == .zero && layer.position == .zero && layer.zPosition == 0)
    #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5) && layer.contentsScale == 1)
    #expect(CATransform3DIsIdentity(layer.transform) && layer.backgroundColor == nil)
    #expect(layer.opacity == 1 && layer.shadowOpacity == 0 && layer.shadowRadius == 3)
    #expect(layer.shadowOffset == CGSize(width: 0, height: -3) && layer.borderWidth == 0)
    #expect(layer.contentsGravity == .resize && layer.maskedCorners.rawValue == 15)
    #expect(layer.speed == 1 && layer.duration == .infinity && layer.fillMode == .removed)
    #expect(CALayer.defaultValue(forKey: "anchorPoint") as? CGPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(CALayer.defaultValue(forKey: "contentsScale") as? Double == 1)
    for key in ["bounds", "position", "frame", "nothing"] {
      #expect(CALayer.defaultValue(forKey: key) == nil)
    }
  }

  @Test("Bounds of a negative size are turned round")
  func negative() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: -100, height: -50)
    #expect(layer.bounds == CGRect(x: -100, y: -50, width: 100, height: 50))
    layer.frame = CGRect(x: 0, y: 0, width: -100, height: -50)
    #expect(layer.position == CGPoint(x: -50, y: -25))
  }

  @Test(
    "The frame follows from bounds, position, anchor point and transform",
    arguments: [
      (CGPoint(x: 0.5, y: 0.5), CGRect(x: 150, y: 275, width: 100, height: 50)),
      (CGPoint(x: 0, y: 0), CGRect(x: 200, y: 300, width: 100, height: 50)),
      (CGPoint(x: 1, y: 1), CGRect(x: 100, y: 250, width: 100, height: 50)),
      (CGPoint(x: 2, y: -1), CGRect(x: 0, y: 350, width: 100, height: 50)),
    ])
  func frame(_ anchor: CGPoint, _ frame: CGRect) {
    let layer = Self.layer(100, 50, at: 200, 300)
    (layer.anchorPoint, layer.zPosition, layer.isGeometryFlipped) = (anchor, 17, true)
    Self.expectClose(layer.frame, frame)
    layer.bounds.origin = CGPoint(x: 11, y: 22)
    Self.expectClose(layer.frame, frame)
  }

  @Test("A frame that is set reads back, under a scale and a translation too")
  func settingFrames() {
    let scaled = CALayer()
    scaled.transform = CATransform3DMakeScale(2, 4, 1)
    scaled.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    Self.expectClose(scaled.bounds, CGRect(x: 0, y: 0, width: 50, height: 12.5))
    #expect(scaled.position == CGPoint(x: 60, y: 45))
    Self.expectClose(scaled.frame, CGRect(x: 10, y: 20, width: 100, height: 50))
    let moved = CALayer()
    moved.transform = CATransform3DMakeTranslation(10, 20, 0)
    moved.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    #expect(moved.position == CGPoint(x: 50, y: 25))
    let turned = Self.layer(100, 100, at: 0, 0)
    turned.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    let half = 50 * 2.0.squareRoot()
    Self.expectClose(turned.frame, CGRect(x: -half, y: -half, width: 2 * half, height: 2 * half))
  }

  @Test("Sublayers are inserted, moved and removed")
  func tree() {
    let (parent, a, b, c) = (CALayer(), CALayer(), CALayer(), CALayer())
    parent.addSublayer(a)
    parent.addSublayer(b)
    parent.insertSublayer(c, at: 1)
    #expect(parent.sublayers == [a, c, b] && c.superlayer === parent)
    c.removeFromSuperlayer()
    #expect(parent.sublayers == [a, b] && c.superlayer == nil)
    parent.insertSublayer(c, below: a)
    #expect(parent.sublayers == [c, a, b])
    parent.insertSublayer(c, above: a)
    #expect(parent.sublayers == [a, c, b])
    let other = CALayer()
    other.addSublayer(a)
    #expect(parent.sublayers == [c, b] && a.superlayer === other)
    parent.replaceSublayer(b, with: a)
    #expect(parent.sublayers == [c, a] && b.superlayer == nil && other.sublayers == nil)
    parent.sublayers = [a, b]
    #expect(parent.sublayers == [a, b] && c.superlayer == nil)
    let mask = CALayer()
    parent.mask = mask
    #expect(mask.superlayer === parent)
    parent.mask = nil
    #expect(mask.superlayer == nil)
  }

  @Test("Points are converted through all that lies between two layers")
  func conversion() {
    let (parent, child) = (Self.layer(200, 200, at: 100, 100), Self.layer(50, 50, at: 100, 50))
    parent.addSublayer(child)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 75, y: 25))
    #expect(parent.convert(CGPoint.zero, to: child) == CGPoint(x: -75, y: -25))
    #expect(child.convert(CGPoint.zero, from: parent) == CGPoint(x: -75, y: -25))
    parent.bounds.origin = CGPoint(x: 10, y: 20)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 75, y: 25))
    parent.bounds.origin = .zero
    child.transform = CATransform3DMakeScale(2, 2, 1)
    #expect(child.convert(CGPoint(x: 50, y: 50), to: parent) == CGPoint(x: 150, y: 100))
    Self.expectClose(
      child.convert(CGRect(x: 0, y: 0, width: 10, height: 20), to: parent),
      CGRect(x: 50, y: 0, width: 20, height: 40))
    parent.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    child.transform = CATransform3DMakeTranslation(5, 6, 0)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 60, y: -38))
    let (lone, far) = (Self.layer(50, 50, at: 25, 25), Self.layer(50, 50, at: 500, 500))
    #expect(lone.convert(CGPoint.zero, to: far) == CGPoint(x: -475, y: -475))
  }

  @Test("Times are converted through all clocks between two layers")
  func times() {
    // The numbers of OpenCoreAnimation's tests, made on a Mac.
    let (root, child, sibling) = (CALayer(), CALayer(), CALayer())
    root.addSublayer(child)
    root.addSublayer(sibling)
    (root.speed, root.timeOffset) = (2, 3)
    (child.speed, child.timeOffset) = (4, 5)
    #expect(root.convertTime(10, to: child) == 45 && child.convertTime(10, to: root) == 1.25)
    root.beginTime = 1
    child.beginTime = 6
    #expect(root.convertTime(10, from: nil) == 21 && root.convertTime(10, to: nil) == 4.5)
    #expect(child.convertTime(10, from: nil) == 65 && child.convertTime(10, to: nil) == 3.125)
    sibling.speed = 0
    sibling.timeOffset = 7
    #expect(sibling.convertTime(3, from: root) == 7 && root.convertTime(3, to: sibling) == 7)
  }

  @Test("A transform that is not flat has no flat part")
  func affine() {
    let layer = CALayer()
    layer.setAffineTransform(CGAffineTransformMake(2, 3, 4, 5, 6, 7))
    #expect(layer.affineTransform() == CGAffineTransformMake(2, 3, 4, 5, 6, 7))
    layer.transform = CATransform3DMakeScale(2, 3, 4)
    #expect(layer.affineTransform().isIdentity)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    layer.transform = perspective
    #expect(layer.affineTransform().isIdentity)
  }

  @Test("A hit is the front layer at a point, by depth and then by order")
  func hits() {
    let root = Self.layer(100, 100, at: 50, 50)
    let (lower, upper) = (Self.layer(40, 40, at: 50, 50), Self.layer(40, 40, at: 50, 50))
    root.addSublayer(lower)
    root.addSublayer(upper)
    let middle = CGPoint(x: 50, y: 50)
    #expect(root.hitTest(middle) === upper && root.hitTest(CGPoint(x: 5, y: 5)) === root)
    #expect(root.hitTest(CGPoint(x: 100, y: 100)) == nil)
    upper.isHidden = true
    #expect(root.hitTest(middle) === lower)
    upper.isHidden = false
    lower.zPosition = 10
    #expect(root.hitTest(middle) === lower)
    lower.position = CGPoint(x: 150, y: 150)
    #expect(root.hitTest(CGPoint(x: 150, y: 150)) === lower)
    root.masksToBounds = true
    #expect(root.hitTest(CGPoint(x: 150, y: 150)) == nil)
    #expect(root.contains(CGPoint(x: 99.9, y: 0)) && !root.contains(CGPoint(x: 100, y: 0)))
    let space = CATransformLayer()
    space.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    #expect(space.hitTest(middle) == nil)
  }

  @Test("An action is searched at the delegate, in actions, in the style, and at the class")
  func actions() {
    final class Delegate: NSObject, CALayerDelegate {
      var answer: (any CAAction)?
      func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { answer }
    }
    final class Own: CALayer {
      override class func defaultAction(forKey event: String) -> (any CAAction)? {
        event == "position" ? CATransition() : nil
      }
    }
    let (layer, delegate) = (Own(), Delegate())
    let (first, second, third) = (CABasicAnimation(), CABasicAnimation(), CABasicAnimation())
    func found() -> AnyObject? { layer.action(forKey: "position") as AnyObject? }
    #expect(found() is CATransition && CALayer().action(forKey: "position") == nil)
    layer.style = ["style": ["actions": ["position": third]]]
    #expect(found() === third)
    layer.actions = ["position": second]
    #expect(found() === second)
    layer.delegate = delegate
    #expect(found() === second)
    delegate.answer = first
    #expect(found() === first)
    delegate.answer = NSNull()
    #expect(found() == nil)
    delegate.answer = nil
    layer.actions = ["position": NSNull()]
    #expect(found() == nil)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.actions = ["position": second]
    #expect(found() === second)
    CATransaction.commit()
  }

  @Test("Animations are kept under their keys, a copy of each")
  func animations() {
    let layer = CALayer()
    #expect(layer.animationKeys() == nil)
    let animation = CABasicAnimation(keyPath: "opacity")
    layer.add(animation, forKey: "first")
    layer.add(CABasicAnimation(keyPath: "position"), forKey: "second")
    layer.add(CATransition(), forKey: "third")
    #expect(layer.animationKeys() == ["first", "second", "transition"])
    #expect(layer.animation(forKey: "first") !== animation)
    #expect(animation.duration == 0 && layer.animation(forKey: "first")?.duration == 0.25)
    layer.add(animation, forKey: "first")
    #expect(layer.animationKeys() == ["second", "transition", "first"])
    layer.removeAnimation(forKey: "second")
    layer.removeAllAnimations()
    layer.removeAllAnimations()
    #expect(layer.animationKeys() == nil)
  }

  @Test("A scroll layer moves as little as it can, in the directions of its mode")
  func scrolling() {
    let layer = CAScrollLayer()
    #expect(layer.scrollMode == .both && layer.masksToBounds)
    func scroll(_ x: CGFloat, _ y: CGFloat, to rect: CGRect) -> CGPoint {
      layer.bounds = CGRect(x: x, y: y, width: 100, height: 100)
      layer.scroll(to: rect)
      return layer.bounds.origin
    }
    func square(_ place: CGFloat, _ size: CGFloat = 10) -> CGRect {
      CGRect(x: place, y: place, width: size, height: size)
    }
    #expect(scroll(50, 60, to: square(200)) == CGPoint(x: 110, y: 110))
    #expect(scroll(100, 100, to: square(120)) == CGPoint(x: 100, y: 100))
    #expect(scroll(100, 100, to: square(20)) == CGPoint(x: 20, y: 20))
    #expect(scroll(0, 0, to: square(20, 400)) == CGPoint(x: 20, y: 20))
    layer.scrollMode = .vertically
    layer.bounds.origin = .zero
    layer.scroll(to: CGPoint(x: 70, y: 80))
    #expect(layer.bounds.origin == CGPoint(x: 0, y: 80))
  }

  @Test("Key paths read and write the model, and a program's own keys")
  func keyValueCoding() {
    let layer = CALayer()
    layer.setValue(9, forKey: "zPosition")
    layer.setValue(CGPoint(x: 3, y: 4), forKeyPath: "position")
    layer.setValue(NSNumber(value: 7), forKeyPath: "position.x")
    #expect(layer.zPosition == 9 && layer.position == CGPoint(x: 7, y: 4))
    layer.setValue(2, forKeyPath: "transform.scale")
    layer.setValue(0.5, forKeyPath: "transform.rotation.z")
    // Measured on a Mac: scale acts first.
    #expect(abs(layer.transform.m11 - 1.7551651) < 1e-6)
    #expect(abs(layer.transform.m12 - 0.9588511) < 1e-6)
    #expect(layer.value(forKeyPath: "transform.rotation") as? Double == 0.5)
    layer.setValue("wide", forKey: "purpose")
    #expect(layer.value(forKey: "purpose") as? String == "wide")
    layer.setValue("no number", forKey: "opacity")
    layer.setValue(NSValue(cgPoint: .zero), forKey: "transform")
    layer.setValue(NSValue(caTransform3D: layer.transform), forKey: "sublayerTransform")
    #expect(layer.opacity == 1 && layer.sublayerTransform == layer.transform)
    layer.setValue(NSValue(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4)), forKey: "bounds")
    #expect(layer.bounds == CGRect(x: 1, y: 2, width: 3, height: 4))
    layer.filters = [CAFilter(type: "gaussianBlur", name: "blur")].compactMap(\.self)
    layer.setValue(4, forKeyPath: "filters.blur.inputRadius")
    #expect(layer.value(forKeyPath: "filters.blur.inputRadius") as? Double == 4)
    layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    layer.setValue(nil, forKey: "backgroundColor")
    #expect(layer.backgroundColor == nil)
  }

  @Test("A copy by init(layer:) has the values of its class")
  func copies() {
    let shape = CAShapeLayer()
    shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10))
    (shape.lineWidth, shape.strokeStart, shape.lineCap) = (7, 0.25, .round)
    let copy = CAShapeLayer(layer: shape)
    #expect(copy.path == shape.path && copy.lineWidth == 7 && copy.strokeStart == 0.25)
    #expect(copy.lineCap == .round && copy.model() === copy && copy.presentation() == nil)
  }
}
