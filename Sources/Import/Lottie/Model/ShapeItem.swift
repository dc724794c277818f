import RostrumBase
import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumSource

/// One item of a shape layer: an outline, its paint, or a change of it.
struct ShapeItem {
  indirect enum Kind {
    case group([ShapeItem], LottieTransform)
    case path(Track<Path>)
    case ellipse(position: Track<[Double]>, size: Track<[Double]>)
    case rectangle(
      position: Track<[Double]>, size: Track<[Double]>, radius: Track<[Double]>)
    case star(LottieStar)
    case fill(Paint, FillRule)
    case stroke(Paint, LottieStroke)
    case trim(LottieTrim)
    case change(PathChange)
    case `repeat`(LottieRepeater)
    case merge(mode: Int)
  }

  /// The colours of a fill or a stroke.
  struct Paint {
    enum Content {
      case color(Track<[Double]>)
      case gradient(LottieGradient)
    }

    let content: Content
    /// In per cent.
    let opacity: Track<[Double]>
  }

  let name: String
  let kind: Kind
  /// Whether the outline is drawn the other way round.
  var isReversed = false
  /// How a group, a fill or a stroke blends with what lies behind.
  let blendMode: CompositingOperation?
  let source: JSONValue
}

struct LottieGradient {
  let isRadial: Bool
  let stopCount: Int
  /// A location and three components for each colour, then a location and an alpha for each step of
  /// opacity.
  let stops: Track<[Double]>
  let start: Track<[Double]>
  let end: Track<[Double]>
  /// How far the focal point lies from the centre, in per cent of the radius.
  let highlightLength: Track<[Double]>
  /// The focal point's direction from the centre, in degrees from that of the end.
  let highlightAngle: Track<[Double]>
}

struct LottieStroke {
  let width: Track<[Double]>
  let cap: StrokeStyle.LineCap
  let join: StrokeStyle.LineJoin
  let miterLimit: Double
  let dashes: [Track<[Double]>]
  let dashPhase: Track<[Double]>
}

struct LottieStar {
  let isPolygon: Bool
  let position: Track<[Double]>
  let points: Track<[Double]>
  let rotation: Track<[Double]>
  let innerRadius: Track<[Double]>
  let outerRadius: Track<[Double]>
  /// In per cent.
  let innerRoundness: Track<[Double]>
  let outerRoundness: Track<[Double]>

  var tracks: [Track<[Double]>] {
    [position, points, rotation, innerRadius, outerRadius, innerRoundness, outerRoundness]
  }
}

struct LottieTrim {
  /// In per cent.
  let start: Track<[Double]>
  let end: Track<[Double]>
  /// In degrees.
  let offset: Track<[Double]>
  /// Whether all outlines are trimmed as one, end to end.
  let isSequential: Bool
}

struct LottieRepeater {
  let copies: Track<[Double]>
  let offset: Track<[Double]>
  let transform: LottieTransform
  /// In per cent.
  let startOpacity: Track<[Double]>
  let endOpacity: Track<[Double]>
  /// Whether each copy lies below the one before.
  let isBelow: Bool
}

/// Reads the items of shape layers.
extension LottieContext {
  static let maximumGroupDepth = 100
  /// The most colours of a gradient, and the most opacities.
  static let maximumStops = 1000

  func shapes(_ values: [JSONValue], depth: Int = 0) -> [ShapeItem] {
    guard depth < Self.maximumGroupDepth else {
      if let first = values.first {
        error(.tooDeep, "groups lie more than \(Self.maximumGroupDepth) deep in groups", at: first)
      }
      return []
    }
    return values.compactMap { shape($0, depth) }
  }

  private func shape(_ value: JSONValue, _ depth: Int) -> ShapeItem? {
    guard !flag(value, "hd"), let type = value["ty"]?.string,
      let kind = kind(type, value, depth)
    else { return nil }
    return ShapeItem(
      name: value["nm"]?.string ?? type, kind: kind, isReversed: value["d"]?.number == 3,
      blendMode: blendMode(value), source: value)
  }

  private func kind(_ type: String, _ value: JSONValue, _ depth: Int) -> ShapeItem.Kind? {
    switch type {
    case "gr": return group(value, depth)
    case "sh": return .path(pathTrack(value, "ks"))
    case "el":
      return .ellipse(
        position: outlineTrack(value, "p"), size: outlineTrack(value, "s"))
    case "rc":
      return .rectangle(
        position: outlineTrack(value, "p"), size: outlineTrack(value, "s"),
        radius: track(value, "r"))
    case "sr": return .star(star(value))
    case "fl", "gf":
      return paint(type, value).map { .fill($0, whole(value, "r", 1) == 2 ? .evenOdd : .nonZero) }
    case "st", "gs": return paint(type, value).map { .stroke($0, stroke(value)) }
    case "tm":
      return .trim(
        LottieTrim(
          start: track(value, "s"), end: track(value, "e", [100]), offset: track(value, "o"),
          isSequential: whole(value, "m", 1) == 2))
    case "rd": return .change(.roundCorners(track(value, "r")))
    case "pb": return .change(.puckerBloat(track(value, "a")))
    case "zz":
      return .change(
        .zigZag(
          LottieZigZag(
            size: track(value, "s"), ridges: track(value, "r"), points: track(value, "pt", [1]))))
    case "op":
      return .change(
        .offset(
          LottiePathOffset(
            amount: track(value, "a"), join: join(value), miterLimit: track(value, "ml", [4]))))
    case "rp": return .repeat(repeater(value))
    case "mm": return .merge(mode: whole(value, "mm", 1))
    case "tr", "no": return nil
    default:
      return leavingOut(.shapeTypes, type, at: value)
    }
  }

  /// The place or the size of an outline.
  private func outlineTrack(_ value: JSONValue, _ name: String) -> Track<[Double]> {
    let track = track(value, name, [0, 0])
    return profile == .ios ? track.easedAsOne : track.withoutStraightCurves
  }

  private func group(_ value: JSONValue, _ depth: Int) -> ShapeItem.Kind {
    let items = list(value, "it")
    let transform = items.last { $0["ty"]?.string == "tr" }.map { self.transform($0) }
    return .group(shapes(items, depth: depth + 1), transform ?? LottieTransform())
  }

  private func star(_ value: JSONValue) -> LottieStar {
    LottieStar(
      isPolygon: whole(value, "sy", 1) == 2, position: outlineTrack(value, "p"),
      points: track(value, "pt", [5]), rotation: track(value, "r"),
      innerRadius: track(value, "ir"), outerRadius: track(value, "or"),
      innerRoundness: track(value, "is"), outerRoundness: track(value, "os"))
  }

  private func paint(_ type: String, _ value: JSONValue) -> ShapeItem.Paint? {
    let opacity = track(value, "o", [100])
    guard type.first == "g" else {
      let color = track(value, "c", [0, 0, 0, 1])
      return ShapeItem.Paint(content: .color(color), opacity: opacity)
    }
    guard let colors = value["g"], let stops = colors["k"] else {
      return failure(.missingKey, "expected the colours 'g' of a gradient", at: value)
    }
    let (count, places) = (max(whole(colors, "p", 2), 0), track(stops, []))
    let most = places.values.reduce(0) { max($0, $1.count) }
    guard count <= Self.maximumStops, most <= 6 * Self.maximumStops else {
      return failure(
        .outOfRange, "the gradient has more than \(Self.maximumStops) colours or opacities",
        at: colors)
    }
    let gradient = LottieGradient(
      isRadial: whole(value, "t", 1) == 2, stopCount: count, stops: places,
      start: track(value, "s", [0, 0]), end: track(value, "e", [100, 0]),
      highlightLength: track(value, "h"), highlightAngle: track(value, "a"))
    return ShapeItem.Paint(content: .gradient(gradient), opacity: opacity)
  }

  private func stroke(_ value: JSONValue) -> LottieStroke {
    var (dashes, phase): ([Track<[Double]>], Track<[Double]>) = ([], Track([0]))
    for dash in list(value, "d") {
      let length = track(dash, "v")
      if dash["n"]?.string == "o" { phase = length } else { dashes.append(length) }
    }
    let caps: [Int: StrokeStyle.LineCap] = [1: .butt, 2: .round, 3: .square]
    return LottieStroke(
      width: track(value, "w", [1]), cap: caps[whole(value, "lc", 2)] ?? .round,
      join: join(value), miterLimit: max(number(value, "ml", 4), 1),
      dashes: dashes, dashPhase: phase)
  }

  private func join(_ value: JSONValue) -> StrokeStyle.LineJoin {
    let joins: [Int: StrokeStyle.LineJoin] = [1: .miter, 2: .round, 3: .bevel]
    return joins[whole(value, "lj", 2)] ?? .round
  }

  private func repeater(_ value: JSONValue) -> LottieRepeater {
    let place = value["tr"]
    return LottieRepeater(
      copies: track(value, "c"), offset: track(value, "o"),
      transform: place.map { transform($0) } ?? LottieTransform(),
      startOpacity: place.map { track($0, "so", [100]) } ?? Track([100]),
      endOpacity: place.map { track($0, "eo", [100]) } ?? Track([100]),
      isBelow: whole(value, "m", 1) != 1)
  }
}
