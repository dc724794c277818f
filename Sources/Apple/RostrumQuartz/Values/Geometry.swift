public import Foundation
import RostrumGeometry
import RostrumLayerTree

// The numbers of the model in Core Graphics' types, and back.

extension Point {
  init(_ point: CGPoint) { self.init(x: Double(point.x), y: Double(point.y)) }

  var cgPoint: CGPoint { CGPoint(x: x, y: y) }
}

extension Size {
  init(_ size: CGSize) { self.init(width: Double(size.width), height: Double(size.height)) }

  var cgSize: CGSize { CGSize(width: width, height: height) }
}

extension Rect {
  /// A rectangle of a negative width or height is turned round.
  init(_ rect: CGRect) {
    let standard = rect.standardized
    self.init(origin: Point(standard.origin), size: Size(standard.size))
  }

  var cgRect: CGRect { CGRect(origin: origin.cgPoint, size: size.cgSize) }
}

extension NSValue {
  /// A point, a size or a rectangle in the names of Apple's platforms.
  public convenience init(cgPoint: CGPoint) { self.init(point: cgPoint) }
  public convenience init(cgSize: CGSize) { self.init(size: cgSize) }
  public convenience init(cgRect: CGRect) { self.init(rect: cgRect) }

  public var cgPointValue: CGPoint { pointValue }
  public var cgSizeValue: CGSize { sizeValue }
  public var cgRectValue: CGRect { rectValue }
}

/// The types of Core Animation's time, in seconds.
public typealias CFTimeInterval = Double
// The names of structures' makers, as old code has them.
public func CGPointMake(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }
public func CGSizeMake(_ width: CGFloat, _ height: CGFloat) -> CGSize {
  CGSize(width: width, height: height)
}
public func CGRectMake(
  _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat
) -> CGRect { CGRect(x: x, y: y, width: width, height: height) }

extension CGPoint { public func equalTo(_ point2: CGPoint) -> Bool { self == point2 } }
extension CGSize { public func equalTo(_ size2: CGSize) -> Bool { self == size2 } }
extension CGRect { public func equalTo(_ rect2: CGRect) -> Bool { self == rect2 } }

public typealias CFArray = [Any]
public typealias CFString = String
public typealias CFDictionary = NSDictionary
public typealias CFTypeRef = Any
