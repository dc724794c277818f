// swift-format-ignore-file
import Foundation
import QuartzCore
import UIKit

@objc protocol EngineDelegate: AnyObject {
  @objc optional func engine(_ name: String, progress: CGFloat)
}

/// A layer that draws its own progress.
final class WedgeLayer: CALayer {
  @NSManaged var progress: CGFloat
  @NSManaged weak var owner: AnyObject?

  override class func needsDisplay(forKey key: String) -> Bool {
    key == #keyPath(WedgeLayer.progress) || super.needsDisplay(forKey: key)
  }

  override func draw(in context: CGContext) {
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    context.setFillColor(UIColor.systemOrange.cgColor)
    context.move(to: center)
    context.addArc(center: center, radius: bounds.width / 2, startAngle: 0, endAngle: progress * 2 * .pi, clockwise: false)
    context.closePath()
    context.fillPath()
  }
}

/// An animation with an initializer of its own, as a Mac allows it.
final class StayAnimation: CAKeyframeAnimation {
  private let frames: ClosedRange<Double>

  init(_ frames: ClosedRange<Double>) {
    self.frames = frames
    super.init()
    keyPath = #keyPath(CALayer.isHidden)
    values = [true, false, true]
    keyTimes = [0, NSNumber(value: frames.lowerBound), NSNumber(value: frames.upperBound), 1]
    calculationMode = .discrete
  }

  override convenience init() { self.init(0...1) }

  required init?(coder: NSCoder) { fatalError("no archives") }
}

extension CGFloat {
  func isNear(_ other: CGFloat) -> Bool { abs(self - other) < 0.001 }
}

/// Calls its methods by their names.
class Caller: NSObject {
  @objc private(set) dynamic var calls: [String] = []

  @objc func play() { calls.append("play") }
  @objc(seek:) private func go(_ progress: NSNumber) { calls.append("seek \(progress)") }
  @objc func stop(at time: Any?) { calls.append("stop \(time ?? 0)") }

  func run() -> [Bool] {
    perform(Selector("play"))
    perform(NSSelectorFromString("seek:"), with: NSNumber(value: 3))
    perform(Selector(("stopAt:")), with: 4)
    perform(#selector(play))
    let asked = ["play", "seek:", "pause"].map { responds(to: NSSelectorFromString($0)) }
    return asked + [responds(to: #selector(play)), NSObject().responds(to: #selector(Caller.play))]
  }
}

final class LateCaller: Caller {
  @objc func late() { perform(Selector("play")) }
}

/// Layers that come and go at their frames, and move along closed paths, as an engine of After
/// Effects' files has them.
final class EngineView: UIView, UIScrollViewDelegate {
  weak var delegate: EngineDelegate?
  weak var scrollDelegate: UIScrollViewDelegate?
  private let dot = CALayer()
  private let wedge = WedgeLayer()

  func play(duration: CFTimeInterval) {
    dot.frame = CGRect(x: 0, y: 0, width: 16, height: 16)
    dot.backgroundColor = UIColor.systemBlue.cgColor
    wedge.frame = CGRect(x: 70, y: 30, width: 60, height: 60)
    [dot, wedge].forEach(layer.addSublayer)

    let way = CAKeyframeAnimation(keyPath: #keyPath(CALayer.position))
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 20, y: 20), CGPoint(x: 180, y: 20), CGPoint(x: 180, y: 120)])
    path.closeSubpath()
    way.path = path
    way.keyTimes = [0, 0.4, 1]
    way.duration = duration
    way.fillMode = .both
    way.isRemovedOnCompletion = false
    dot.add(way, forKey: "way")

    let stay = StayAnimation(0.1...0.8)
    stay.duration = duration
    dot.add(stay, forKey: "stay")

    let turn = CABasicAnimation(keyPath: #keyPath(WedgeLayer.progress))
    turn.fromValue = 0
    turn.toValue = 1
    turn.duration = duration / 2
    wedge.progress = 0.25
    wedge.owner = dot
    wedge.add(turn, forKey: "progress")
    if let tell = delegate?.engine { tell("wedge", wedge.progress) }
  }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    scrollDelegate?.scrollViewDidEndDragging?(scrollView, willDecelerate: decelerate)
  }
}
