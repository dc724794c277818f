public import Foundation
import RostrumLayerTree

// The words of Core Animation's properties, as types of their own.

/// A type of words that are one string each.
public protocol CAWord: Hashable, Sendable, RawRepresentable<String>, _ModelContent {
  init(rawValue: String)
}

public struct CALayerContentsGravity: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let center = Self(rawValue: "center")
  public static let top = Self(rawValue: "top")
  public static let bottom = Self(rawValue: "bottom")
  public static let left = Self(rawValue: "left")
  public static let right = Self(rawValue: "right")
  public static let topLeft = Self(rawValue: "topLeft")
  public static let topRight = Self(rawValue: "topRight")
  public static let bottomLeft = Self(rawValue: "bottomLeft")
  public static let bottomRight = Self(rawValue: "bottomRight")
  public static let resize = Self(rawValue: "resize")
  public static let resizeAspect = Self(rawValue: "resizeAspect")
  public static let resizeAspectFill = Self(rawValue: "resizeAspectFill")
}

public struct CALayerContentsFilter: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let nearest = Self(rawValue: "nearest")
  public static let linear = Self(rawValue: "linear")
  public static let trilinear = Self(rawValue: "trilinear")
}

public struct CALayerCornerCurve: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let circular = Self(rawValue: "circular")
  public static let continuous = Self(rawValue: "continuous")
}

public struct CAMediaTimingFillMode: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let removed = Self(rawValue: "removed")
  public static let forwards = Self(rawValue: "forwards")
  public static let backwards = Self(rawValue: "backwards")
  public static let both = Self(rawValue: "both")
}

public struct CAAnimationCalculationMode: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let linear = Self(rawValue: "linear")
  public static let discrete = Self(rawValue: "discrete")
  public static let paced = Self(rawValue: "paced")
  public static let cubic = Self(rawValue: "cubic")
  public static let cubicPaced = Self(rawValue: "cubicPaced")
}

public struct CAAnimationRotationMode: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let rotateAuto = Self(rawValue: "auto")
  public static let rotateAutoReverse = Self(rawValue: "autoReverse")
}

public struct CATransitionType: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let fade = Self(rawValue: "fade")
  public static let moveIn = Self(rawValue: "moveIn")
  public static let push = Self(rawValue: "push")
  public static let reveal = Self(rawValue: "reveal")
}

public struct CATransitionSubtype: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let fromRight = Self(rawValue: "fromRight")
  public static let fromLeft = Self(rawValue: "fromLeft")
  public static let fromTop = Self(rawValue: "fromTop")
  public static let fromBottom = Self(rawValue: "fromBottom")
}

public struct CAValueFunctionName: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let rotateX = Self(rawValue: "rotateX")
  public static let rotateY = Self(rawValue: "rotateY")
  public static let rotateZ = Self(rawValue: "rotateZ")
  public static let scale = Self(rawValue: "scale")
  public static let scaleX = Self(rawValue: "scaleX")
  public static let scaleY = Self(rawValue: "scaleY")
  public static let scaleZ = Self(rawValue: "scaleZ")
  public static let translate = Self(rawValue: "translate")
  public static let translateX = Self(rawValue: "translateX")
  public static let translateY = Self(rawValue: "translateY")
  public static let translateZ = Self(rawValue: "translateZ")
}

/// A function that makes a transform of numbers, so that an animation of them turns further than
/// half a circle.
public final class CAValueFunction: NSObject, @unchecked Sendable {
  public let name: CAValueFunctionName
  let model: ValueFunction

  /// `nil` for a name that is not there.
  public init?(name: CAValueFunctionName) {
    guard let model = ValueFunction(rawValue: name.rawValue) else { return nil }
    (self.name, self.model) = (name, model)
  }
}

public struct CAShapeLayerFillRule: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let nonZero = Self(rawValue: "non-zero")
  public static let evenOdd = Self(rawValue: "even-odd")
}

public struct CAShapeLayerLineCap: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let butt = Self(rawValue: "butt")
  public static let round = Self(rawValue: "round")
  public static let square = Self(rawValue: "square")
}

public struct CAShapeLayerLineJoin: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let miter = Self(rawValue: "miter")
  public static let round = Self(rawValue: "round")
  public static let bevel = Self(rawValue: "bevel")
}

public struct CAGradientLayerType: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let axial = Self(rawValue: "axial")
  public static let radial = Self(rawValue: "radial")
  public static let conic = Self(rawValue: "conic")
}

public struct CATextLayerTruncationMode: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let none = Self(rawValue: "none")
  public static let start = Self(rawValue: "start")
  public static let middle = Self(rawValue: "middle")
  public static let end = Self(rawValue: "end")
}

public struct CATextLayerAlignmentMode: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let natural = Self(rawValue: "natural")
  public static let left = Self(rawValue: "left")
  public static let right = Self(rawValue: "right")
  public static let center = Self(rawValue: "center")
  public static let justified = Self(rawValue: "justified")
}

public struct CAScrollLayerScrollMode: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let none = Self(rawValue: "none")
  public static let vertically = Self(rawValue: "vertically")
  public static let horizontally = Self(rawValue: "horizontally")
  public static let both = Self(rawValue: "both")
}

public struct CAEmitterLayerEmitterShape: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let point = Self(rawValue: "point")
  public static let line = Self(rawValue: "line")
  public static let rectangle = Self(rawValue: "rectangle")
  public static let cuboid = Self(rawValue: "cuboid")
  public static let circle = Self(rawValue: "circle")
  public static let sphere = Self(rawValue: "sphere")
}

public struct CAEmitterLayerEmitterMode: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let points = Self(rawValue: "points")
  public static let outline = Self(rawValue: "outline")
  public static let surface = Self(rawValue: "surface")
  public static let volume = Self(rawValue: "volume")
}

public struct CAEmitterLayerRenderMode: CAWord {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let unordered = Self(rawValue: "unordered")
  public static let oldestFirst = Self(rawValue: "oldestFirst")
  public static let oldestLast = Self(rawValue: "oldestLast")
  public static let backToFront = Self(rawValue: "backToFront")
  public static let additive = Self(rawValue: "additive")
}

/// The edges of a layer that are smooth. The bottom one is that of smallest y: Apple's `CALayer.h`.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let layerLeftEdge = Self(rawValue: 1)
  public static let layerRightEdge = Self(rawValue: 2)
  public static let layerBottomEdge = Self(rawValue: 4)
  public static let layerTopEdge = Self(rawValue: 8)
}

/// The corners that `cornerRadius` rounds.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let layerMinXMinYCorner = Self(rawValue: 1)
  public static let layerMaxXMinYCorner = Self(rawValue: 2)
  public static let layerMinXMaxYCorner = Self(rawValue: 4)
  public static let layerMaxXMaxYCorner = Self(rawValue: 8)
}
