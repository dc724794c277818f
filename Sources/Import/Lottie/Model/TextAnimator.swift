import RostrumBase
import RostrumSceneImport
import RostrumImportedDocument
import RealModule
import RostrumSource
import RostrumTiming

/// A change of letters, each by as much as a range selects it.
struct LottieTextAnimator {
  /// Values in the letters' own places; `nil` where nothing changes.
  var position: Track<[Double]>?
  var anchor: Track<[Double]>?
  /// In per cent.
  var scale: Track<[Double]>?
  var opacity: Track<[Double]>?
  /// In degrees.
  var rotation: Track<[Double]>?
  var fill: Track<[Double]>?
  var stroke: Track<[Double]>?
  var strokeWidth: Track<[Double]>?
  /// More room at each letter, in points.
  var tracking: Track<[Double]>?
  /// The blur effect's amount.
  var blur: Track<[Double]>?
  var selector = LottieRangeSelector()

  var tracks: [Track<[Double]>] {
    [position, anchor, scale, opacity, rotation, fill, stroke, strokeWidth, tracking, blur]
      .compactMap { $0 } + selector.tracks
  }
}

/// The letters that an animator changes, and by how much.
struct LottieRangeSelector {
  enum Shape: Int {
    case square = 1, rampUp, rampDown, triangle, round, smooth
  }

  /// The parts of a text that are counted.
  enum Unit: Int {
    case letters = 1, lettersWithoutSpaces, words, lines
  }

  /// In per cent of the units, or units.
  var start = Track<[Double]>([0])
  var end = Track<[Double]>([100])
  var offset = Track<[Double]>([0])
  var countsUnits = false
  /// In per cent.
  var amount = Track<[Double]>([100])
  var easeHigh = Track<[Double]>([0])
  var easeLow = Track<[Double]>([0])
  var shape = Shape.square
  var unit = Unit.letters
  /// Whether the units are taken in an order by chance.
  var isRandom = false

  var tracks: [Track<[Double]>] { [start, end, offset, amount, easeHigh, easeLow] }

  /// How much the unit of this index is changed at a frame, from -1 to 1: the part of
  /// it that a square covers, or the height of the other shapes over its middle.
  /// Source: lottie-web, `TextSelectorProp`.
  func share(ofUnit index: Int, of count: Int, at frame: Double) -> Double {
    func units(_ track: Track<[Double]>) -> Double {
      countsUnits ? track.number(at: frame) : track.number(at: frame) / 100 * Double(count)
    }
    let (a, b, shift) = (units(start), units(end), units(offset))
    let (low, high, place) = (min(a, b) + shift, max(a, b) + shift, Double(index))
    let length = high - low
    let ramp = length > 0 ? min(max((place + 0.5 - low) / length, 0), 1) : place >= high ? 1 : 0
    let inside = length > 0 ? min(max(place + 0.5 - low, 0), length) / length : 0
    let height: Double
    switch shape {
    case .square: height = min(max(min(place + 1, high) - max(place, low), 0), 1)
    case .rampUp: height = ramp
    case .rampDown: height = 1 - ramp
    case .triangle: height = length > 0 ? 1 - abs(2 * ramp - 1) : 0
    case .round: height = .sqrt(max(1 - (2 * inside - 1) * (2 * inside - 1), 0))
    case .smooth: height = (1 - .cos(2 * .pi * inside)) / 2
    }
    return eased(height, frame) * amount.number(at: frame) / 100
  }

  private func eased(_ height: Double, _ frame: Double) -> Double {
    let low = min(max(easeLow.number(at: frame) / 100, -1), 1)
    let high = min(max(easeHigh.number(at: frame) / 100, -1), 1)
    guard low != 0 || high != 0 else { return height }
    let curve = CubicBezier(
      x1: max(low, 0), y1: max(-low, 0), x2: 1 - max(high, 0), y2: 1 - max(-high, 0))
    return curve?.value(at: height) ?? height
  }
}

extension LottieContext {
  /// An animator that changes letters by themselves; its unsupported parts are reported.
  func textAnimator(_ animator: JSONValue) -> LottieTextAnimator? {
    guard let values = animator["a"], let members = values.members else { return nil }
    var result = LottieTextAnimator()
    if let selector = animator["s"], !selector.isNull {
      guard let range = rangeSelector(selector) else {
        return leavingOut(.textAnimators, animator["nm"]?.string, at: animator)
      }
      result.selector = range
    }
    for member in members {
      switch member.name {
      case "p": result.position = track(member.value, [0, 0])
      case "a": result.anchor = track(member.value, [0, 0])
      case "s": result.scale = track(member.value, [100, 100])
      case "r", "rz": result.rotation = track(member.value)
      case "o": result.opacity = track(member.value, [100])
      case "fc": result.fill = track(member.value, [0, 0, 0])
      case "sc": result.stroke = track(member.value, [0, 0, 0])
      case "sw": result.strokeWidth = track(member.value)
      case "t": result.tracking = track(member.value)
      case "bl": result.blur = track(member.value, [0, 0])
      default:
        let isNothing = track(member.value).values.allSatisfy { $0.allSatisfy { $0 == 0 } }
        if !isNothing { unsupported(.textAnimators, member.name, at: member.value) }
      }
    }
    return result
  }

  /// `nil` for selectors of another kind.
  private func rangeSelector(_ value: JSONValue) -> LottieRangeSelector? {
    guard whole(value, "t") == 0,
      let shape = LottieRangeSelector.Shape(rawValue: max(whole(value, "sh", 1), 1)),
      let unit = LottieRangeSelector.Unit(rawValue: max(whole(value, "b", 1), 1))
    else { return nil }
    let countsUnits = whole(value, "r", 1) == 2
    return LottieRangeSelector(
      start: track(value, "s"),
      end: value["e"] == nil && countsUnits ? Track([1e6]) : track(value, "e", [100]),
      offset: track(value, "o"), countsUnits: countsUnits, amount: track(value, "a", [100]),
      easeHigh: track(value, "xe"), easeLow: track(value, "ne"), shape: shape, unit: unit,
      isRandom: whole(value, "rn") != 0)
  }
}
