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

  static let fromValue = Key("fromValue", .keyPathValue, "Where it starts.")
  static let toValue = Key("toValue", .keyPathValue, "Where it ends.")
  static let byValue = Key("byValue", .keyPathValue, "The difference between start and end.")

  static let values = Key("values", .keyPathValues, isRequired: true, "What it passes through.")
  static let keyTimes = Key(
    "keyTimes", .keyTimes,
    "When each value is reached, as a share of the duration. Default: evenly.")
  static let timingFunctions = Key(
    "timingFunctions", .timingFunctions, "Eases each step between two values.")
  static let calculationMode = Key(
    "calculationMode", .value(.word(CalculationMode.allCases.map(\.rawValue))), default: "linear",
    "Whether it moves between values or jumps.")

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

  static let children = Key(
    "animations", .animations, isRequired: true, "Animations that share the group's clock.")

  static let timingKeys: [Key] = [
    .animationType, .animationKey, .duration, .beginTime, .speed, .timeOffset, .repeatCount,
    .repeatDuration, .autoreverses, .fillMode, .removedOnCompletion, .timingFunction,
  ]
  static let propertyAnimationKeys: [Key] = timingKeys + [.keyPath, .additive, .cumulative]
  static let endKeys: [Key] = [.fromValue, .toValue, .byValue]
  static let springKeys: [Key] = [
    .mass, .stiffness, .damping, .initialVelocity, .perceptualDuration, .bounce,
  ]
}
