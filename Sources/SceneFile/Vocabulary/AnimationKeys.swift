import LayerTree
import Timing

extension Key {
  static let animationType = Key("type", .animationType, isRequired: true, "The kind of animation.")
  static let animationKey = Key(
    "key", .layerName, "A name for the animation, unique in its layer.")

  static let duration = Key(
    "duration", .time, default: "0.25",
    "Seconds of one pass; 0 is the default. In a group the default is the group's duration, for a spring the time until it rests."
  )
  static let beginTime = Key(
    "beginTime", .time, default: "0", "When it begins, in the layer's or group's time.")
  static let speed = Key(
    "speed", .value(.number()), default: "1", "How fast it runs; negative runs backwards.")
  static let timeOffset = Key(
    "timeOffset", .time, default: "0",
    "How far into the animation it begins; what is left out follows at the end.")
  static let repeatCount = Key(
    "repeatCount", .count, default: "0", "How often it runs, also fractions; 0 is once.")
  static let repeatDuration = Key(
    "repeatDuration", .repeatTime, default: "0", "For how long it repeats, instead of repeatCount.")
  static let autoreverses = Key(
    "autoreverses", .value(.boolean), default: "false", "Whether each pass runs back again.")
  static let fillMode = Key(
    "fillMode", .value(.word(FillMode.allCases.map(\.rawValue))), default: "removed",
    "Whether it shows before its beginning or after its end.")
  static let removedOnCompletion = Key(
    "removedOnCompletion", .value(.boolean), default: "true",
    "Whether it is gone once it has ended; filling forwards needs false.")
  static let timingFunction = Key(
    "timingFunction", .timingFunction, default: "linear", "Eases each pass.")

  static let keyPath = Key(
    "keyPath", .keyPath, isRequired: true, "What changes: a property, or a component of one.")
  static let additive = Key(
    "additive", .value(.boolean), default: "false", "Adds to the value instead of replacing it.")
  static let cumulative = Key(
    "cumulative", .value(.boolean), default: "false", "Each pass starts where the one before ended."
  )

  static let valueFunction = Key(
    "valueFunction", .value(.word(ValueFunction.allCases.map(\.rawValue))),
    "Makes a transform of the animated numbers, so that it can turn further than half a circle. scale and translate take [x, y, z], the others a number."
  )

  static let fromValue = Key("fromValue", .keyPathValue, "Where it starts.")
  static let toValue = Key("toValue", .keyPathValue, "Where it ends.")
  static let byValue = Key("byValue", .keyPathValue, "The difference between start and end.")

  static let values = Key(
    "values", .keyPathValues, "What it passes through. Needed unless there is a path.")
  static let keyTimes = Key(
    "keyTimes", .keyTimes,
    "When each value is reached, as a share of the duration. Default: evenly.")
  static let timingFunctions = Key(
    "timingFunctions", .timingFunctions, "Eases each step between two values.")
  static let calculationMode = Key(
    "calculationMode", .value(.word(CalculationMode.allCases.map(\.rawValue))), default: "linear",
    "Whether it moves between values or jumps, straight or on a curve, and at which pace.")
  static let path = Key(
    "path", .value(.path),
    "What a point moves along, instead of values. Each line and curve is a segment, and so is the line that a close draws."
  )
  static let rotationMode = Key(
    "rotationMode", .value(.word(RotationMode.allCases.map(\.rawValue))),
    "Turns the layer with its path: auto points its x axis forwards, autoReverse backwards. Default: it does not turn."
  )
  static let tensionValues = Key(
    "tensionValues", .signedNumbers, default: "0 for each",
    "For cubic modes, how tight the curve is at each value: 1 is a corner, -1 a wide turn.")
  static let continuityValues = Key(
    "continuityValues", .signedNumbers, default: "0 for each",
    "For cubic modes, how sharp a corner the curve has at each value: 0 is none.")
  static let biasValues = Key(
    "biasValues", .signedNumbers, default: "0 for each",
    "For cubic modes, where the curve overshoots: 1 after each value, -1 before it.")

  static let mass = Key(
    "mass", .value(.number(.moreThanZero)), default: "1", "What hangs on the spring.")
  static let stiffness = Key(
    "stiffness", .value(.number(.moreThanZero)), default: "100", "How hard the spring pulls.")
  static let damping = Key(
    "damping", .value(.number(.zeroOrMore)), default: "10", "How strongly the motion is slowed.")
  static let initialVelocity = Key(
    "initialVelocity", .value(.number()), default: "0",
    "The speed at the start, in whole changes a second towards the end.")
  static let perceptualDuration = Key(
    "perceptualDuration", .duration,
    "How long the spring seems to take, with bounce instead of mass, stiffness and damping.")
  static let bounce = Key(
    "bounce", .value(.number()), default: "0",
    "From -1 (creeps) through 0 (no overshoot) to 1 (never rests).")
  static let bounciness = Key(
    "bounciness", .value(.number(.zeroOrMore)), default: "4",
    "0 to 20, as in Facebook's pop: how much it bounces, with springSpeed instead of the others.")
  static let springSpeed = Key(
    "springSpeed", .value(.number(.zeroOrMore)), default: "12",
    "0 to 20: what pop calls speed. How fast the spring moves.")
  static let allowsOverdamping = Key(
    "allowsOverdamping", .value(.boolean), default: "false",
    "Whether damping beyond the critical makes the spring creep; otherwise it acts as the critical one."
  )

  static let children = Key(
    "animations", .animations, isRequired: true, "Animations that share the group's clock.")

  static let transitionType = Key(
    "transitionType", .value(.word(TransitionStyle.allCases.map(\.rawValue))), default: "fade",
    "How the new picture takes the old one's place.")
  static let subtype = Key(
    "subtype", .value(.word(TransitionDirection.allCases.map(\.rawValue))), default: "fromLeft",
    "Where the new picture comes from. As in Core Animation, the top is the edge of largest y: the lower one on screen."
  )
  static let startProgress = Key(
    "startProgress", .value(.number(.unit)), default: "0", "Where in the transition it starts.")
  static let endProgress = Key(
    "endProgress", .value(.number(.unit)), default: "1",
    "Where in the transition it ends; not before its start.")

  static let timingKeys: [Key] = [
    .animationType, .animationKey, .duration, .beginTime, .speed, .timeOffset, .repeatCount,
    .repeatDuration, .autoreverses, .fillMode, .removedOnCompletion, .timingFunction,
  ]
  static let propertyAnimationKeys: [Key] =
    timingKeys + [
      .keyPath, .additive, .cumulative, .valueFunction,
    ]
  static let endKeys: [Key] = [.fromValue, .toValue, .byValue]
  static let springKeys: [Key] = [
    .mass, .stiffness, .damping, .initialVelocity, .perceptualDuration, .bounce, .bounciness,
    .springSpeed, .allowsOverdamping,
  ]
  static let keyframeKeys: [Key] = [
    .values, .path, .keyTimes, .timingFunctions, .calculationMode, .rotationMode, .tensionValues,
    .continuityValues, .biasValues,
  ]
  static let transitionKeys: [Key] = [
    .transitionType, .subtype, .startProgress, .endProgress,
  ]
}
