import RostrumCanvas
public import Foundation
import RostrumGeometry

/// Colours that run into each other.
public final class CGGradient: Sendable {
  private let stops: [Gradient.Stop]

  /// Colours at locations from 0 to 1; without locations at equal distances. `nil` for fewer than
  /// one colour. Apple's takes a `CFArray` and a pointer.
  public init?(colorsSpace space: CGColorSpace?, colors: [CGColor], locations: [CGFloat]?) {
    guard !colors.isEmpty, locations.map({ $0.count >= colors.count }) ?? true else { return nil }
    let last = CGFloat(max(colors.count - 1, 1))
    stops = colors.enumerated().map { index, color in
      Gradient.Stop(
        location: Double(locations?[index] ?? CGFloat(index) / last), color: color.model)
    }
  }

  /// A list of anything but colours is none.
  @_disfavoredOverload
  public convenience init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: [CGFloat]?)
  {
    let known = colors.compactMap { $0 as? CGColor }
    guard known.count == colors.count else { return nil }
    self.init(colorsSpace: space, colors: known, locations: locations)
  }

  public convenience init?(
    colorSpace space: CGColorSpace, colorComponents components: [CGFloat], locations: [CGFloat]?,
    count: Int
  ) {
    let size = space.numberOfComponents + 1
    guard components.count >= size * count else { return nil }
    let colors = (0..<count).compactMap {
      CGColor(colorSpace: space, components: Array(components[$0 * size..<($0 + 1) * size]))
    }
    self.init(colorsSpace: space, colors: colors, locations: locations)
  }

  /// `start` is where the first colour lies, in parts of the whole.
  func model(
    _ shape: Gradient.Shape, _ options: CGGradientDrawingOptions, from start: Double = 0
  ) -> Gradient {
    var stops = stops.map {
      Gradient.Stop(location: start + $0.location * (1 - start), color: $0.color)
    }
    if start > 0, !options.contains(.drawsBeforeStartLocation), var clear = stops.first?.color {
      clear.alpha = 0
      stops.insert(Gradient.Stop(location: start, color: clear), at: 0)
    }
    return Gradient(shape, stops: stops)
  }
}

public struct CGGradientDrawingOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let drawsBeforeStartLocation = Self(rawValue: 1)
  public static let drawsAfterEndLocation = Self(rawValue: 2)
}

public enum CGPathFillRule: Int, Sendable {
  case winding, evenOdd

  var model: FillRule { self == .winding ? .nonZero : .evenOdd }
}

public enum CGPathDrawingMode: Int32, Sendable {
  case fill, eoFill, stroke, fillStroke, eoFillStroke

  var fillRule: FillRule? {
    switch self {
    case .fill, .fillStroke: .nonZero
    case .eoFill, .eoFillStroke: .evenOdd
    case .stroke: nil
    }
  }

  var strokes: Bool { self == .stroke || self == .fillStroke || self == .eoFillStroke }
}

public enum CGLineCap: Int32, Sendable {
  case butt, round, square

  var model: StrokeStyle.LineCap { [.butt, .round, .square][Int(rawValue)] }
}

public enum CGLineJoin: Int32, Sendable {
  case miter, round, bevel

  var model: StrokeStyle.LineJoin { [.miter, .round, .bevel][Int(rawValue)] }
}

/// How a picture is read between its pixels: `none` takes the nearest pixel.
public enum CGInterpolationQuality: Int32, Sendable {
  case `default`, none, low, high, medium
}

public enum CGBlendMode: Int32, Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight
  case hardLight, difference, exclusion, hue, saturation, color, luminosity
  case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn
  case destinationOut, destinationAtop, xor, plusDarker, plusLighter

  private static let models: [CompositingOperation] = [
    .sourceOver, .multiplyBlendMode, .screenBlendMode, .overlayBlendMode, .darkenBlendMode,
    .lightenBlendMode, .colorDodgeBlendMode, .colorBurnBlendMode, .softLightBlendMode,
    .hardLightBlendMode, .differenceBlendMode, .exclusionBlendMode, .hueBlendMode,
    .saturationBlendMode, .colorBlendMode, .luminosityBlendMode, .clear, .copy, .sourceIn,
    .sourceOut, .sourceAtop, .destOver, .destIn, .destOut, .destAtop, .xor, .plusD, .plusL,
  ]

  var model: CompositingOperation { Self.models[Int(rawValue)] }
}
