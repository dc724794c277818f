import LayerTree
import Timing

extension Key {
  static let eventTime = Key(
    "at", .delay, isRequired: true, "When it happens, in seconds of the scene.")
  static let transaction = Key(
    "transaction", .transaction, "How values that are set animate.")
  static let removedAnimations = Key(
    "remove", .layerAnimationKeys,
    "Removes animations by key; implicit ones have the property's name as key.")
  static let removeAllAnimations = Key(
    "removeAll", .layerNames, "Removes every animation of the layers.")
  static let pausedLayers = Key("pause", .layerNames, "Stops the clocks of the layers.")
  static let resumedLayers = Key(
    "resume", .layerNames, "Lets the clocks of the layers go on, at speed 1.")
  static let layerSpeeds = Key(
    "speed", .layerSpeeds, "Lets the clocks of layers go on at another speed, without a jump.")
  static let setValues = Key(
    "set", .layerValues, "Sets properties; they animate implicitly, as the transaction says.")
  static let viewAnimation = Key(
    "animate", .viewAnimation, "Sets properties in a block of view-style animation.")
  static let addedAnimations = Key(
    "add", .layerAnimations, "Adds animations; one of the same key is replaced.")

  static let animationDuration = Key(
    "animationDuration", .delay, default: MediaTiming.defaultDuration.sceneText,
    "Seconds of implicit animations, and of added ones without a duration; 0 sets at once.")
  static let animationTimingFunction = Key(
    "animationTimingFunction", .timingFunction, default: "default",
    "Eases implicit animations, and added ones without a timing function.")
  static let disableActions = Key(
    "disableActions", .value(.boolean), default: "false", "Sets values at once.")
  static let crossfade = Key(
    "crossfade", .value(.boolean), default: "false",
    "Whether contents that are set fade from the one picture to the other, instead of changing half way."
  )

  static let viewDuration = Key(
    "duration", .delay, isRequired: true, "Seconds of the animation; 0 sets at once.")
  static let viewDelay = Key(
    "delay", .delay, default: "0", "Seconds until it begins; the old values show until then.")
  static let viewOptions = Key(
    "options", .viewOptions, default: "curveEaseInOut",
    "The curve, and whether it repeats, autoreverses, or begins from the current state.")
  static let usingSpringWithDamping = Key(
    "usingSpringWithDamping", .value(.number(.unit)),
    "Moves on a spring instead of a curve: 1 does not overshoot, smaller numbers do.")
  static let initialSpringVelocity = Key(
    "initialSpringVelocity", .value(.number()), default: "0",
    "The spring's speed at the start, in whole changes a second.")
  static let viewLayers = Key(
    "layers", .layerValues, isRequired: true, "The new values of the layers' properties.")
}

extension Vocabulary {
  /// One event of the scene: what happens, in the order in which it happens.
  public static let event = Vocabulary(
    owner: "an event",
    [
      .eventTime, .transaction, .removedAnimations, .removeAllAnimations, .pausedLayers,
      .resumedLayers, .layerSpeeds, .setValues, .viewAnimation, .addedAnimations,
    ])

  public static let transaction = Vocabulary(
    owner: "a transaction",
    [.animationDuration, .animationTimingFunction, .disableActions, .crossfade])

  public static let viewAnimation = Vocabulary(
    owner: "a view animation",
    [
      .viewDuration, .viewDelay, .viewOptions, .usingSpringWithDamping, .initialSpringVelocity,
      .viewLayers,
    ])
}

/// What may stand among the options of a view animation, besides its curve.
enum ViewOption: String, CaseIterable {
  case `repeat`
  case autoreverse
  case beginFromCurrentState

  /// With those of the curves.
  static let names =
    ViewAnimation.AnimationCurve.allCases.map(\.rawValue) + allCases.map(\.rawValue)
}
