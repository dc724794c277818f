/// An effect or a style that is drawn. Colours, per cent, degrees, and points.
enum LottieEffect {
  // Colours and blurs of a layer's picture.
  case dropShadow(
    color: Track<[Double]>, opacity: Track<[Double]>, angle: Track<[Double]>,
    distance: Track<[Double]>, radius: Track<[Double]>)
  case blur(Track<[Double]>)
  /// A colour instead of the layer's, of this opacity from 0 to 1.
  case fill(color: Track<[Double]>, opacity: Track<[Double]>)
  /// The same colour over the layer's.
  case overlay(color: Track<[Double]>, opacity: Track<[Double]>)
  case tint(black: Track<[Double]>, white: Track<[Double]>, amount: Track<[Double]>)
  case tritone(shadows: Track<[Double]>, middle: Track<[Double]>, highlights: Track<[Double]>)
  case levels(LottieLevels)
  case inversion
  // The geometry of a layer's content, in the layer's own space.
  case transform(LottieTransform)
  case wipe(LottieWipe)
  case stroke(LottieMaskStroke)
  // Relations to another layer.
  case matte(layer: Int, LottieLayer.MatteKind)
}

/// Brightness from one range to another, for all colours or for one of red, green and blue.
struct LottieLevels {
  let channel: Int?
  let inputBlack: Track<[Double]>
  let inputWhite: Track<[Double]>
  let outputBlack: Track<[Double]>
  let outputWhite: Track<[Double]>

  var tracks: [Track<[Double]>] { [inputBlack, inputWhite, outputBlack, outputWhite] }

  /// Whether the levels never change anything.
  var isIdentity: Bool {
    zip(tracks, [0.0, 1, 0, 1]).allSatisfy { track, value in
      track.values.allSatisfy { $0.first == value }
    }
  }
}

/// An edge that goes over a layer, or turns about a point, and hides the part that it has passed.
struct LottieWipe {
  enum Edge {
    /// It travels in the direction of the angle, clockwise from upwards.
    case line
    case clockwise(center: Track<[Double]>)
    case counterclockwise(center: Track<[Double]>)
    case bothWays(center: Track<[Double]>)
  }

  let edge: Edge
  /// How much is hidden, in per cent.
  let completion: Track<[Double]>
  /// The angle of the direction or of the start, in degrees.
  let angle: Track<[Double]>
  /// How wide the edge is, in points.
  let feather: Track<[Double]>
}

/// Lines along the masks of a layer.
struct LottieMaskStroke {
  enum Style: Int {
    case onOriginal = 1, onTransparent, revealOriginal
  }

  /// The number of the mask from 0; `nil` for all.
  let mask: Int?
  /// Whether the lines are drawn one after the other.
  let isSequential: Bool
  let color: Track<[Double]>
  /// The radius of the brush, in points.
  let brushSize: Track<[Double]>
  /// From 0 to 1.
  let opacity: Track<[Double]>
  let trim: LottieTrim
  let style: Style
}
