import Geometry
public import LayerTree

/// One row of the vocabulary: a word that may stand before a colon, and what may stand after it.
public struct Key: Hashable, Sendable {
  public let name: String
  public let grammar: Grammar
  /// As a scene file would write it; `nil` when there is no single default.
  public let defaultText: String?
  public let isRequired: Bool
  /// One line for the documentation.
  public let summary: String

  init(
    _ name: String, _ grammar: Grammar, default defaultText: String? = nil,
    isRequired: Bool = false, _ summary: String
  ) {
    self.name = name
    self.grammar = grammar
    self.defaultText = defaultText
    self.isRequired = isRequired
    self.summary = summary
  }

  /// The key that sets a layer's property.
  init(_ property: Property) { self.init(property, default: property.defaultValue) }

  /// The same with the default of a class.
  init(_ property: Property, of layerClass: LayerClass) {
    let own = layerClass.defaults.first { $0.property == property }?.value
    self.init(property, default: own ?? property.defaultValue)
  }

  private init(_ property: Property, default value: Value) {
    self.init(property.name, .value(property.type), default: value.sceneText, property.summary)
  }
}

/// What may stand after a key.
public enum Grammar: Hashable, Sendable {
  /// A layer property's value, or a value of that kind.
  case value(ValueType)
  case canvasSize
  /// A rectangle with its origin.
  case frame
  case frameRate
  /// Seconds, of either sign.
  case time
  /// Seconds above 0.
  case duration
  /// Seconds, 0 or more, or `infinite`.
  case repeatTime
  /// A number, 0 or more, or `infinite`.
  case count
  case layerName
  case layerClass
  case layers
  case animations
  /// From key paths to animations, or to `none`.
  case actions
  case animationType
  case keyPath
  /// A value of the key path's kind.
  case keyPathValue
  case keyPathValues
  case keyTimes
  case timingFunction
  case timingFunctions
  /// What a timing function's spring is made of.
  case spring
  case fontWeight
  case physics
  /// A list of mappings, named for messages.
  case physicsList(String)
  /// Seconds, 0 or more.
  case delay
  case events
  case transaction
  case viewAnimation
  /// One of `ViewOption`'s words, or a list of them.
  case viewOptions
  /// For each layer by name the values of its properties.
  case layerValues
  /// For each layer by name an animation, or a list of them.
  case layerAnimations
  /// For each layer by name the key of an animation, or a list of them.
  case layerAnimationKeys
  /// For each layer by name a number.
  case layerSpeeds
  /// The name of a layer, or a list of them.
  case layerNames
  case clocks
  case followedValues
  /// The name of a clock, or of a followed value.
  case reference
  case lateTicks
  case tickNumbers
  case jitter
  /// A whole number, 0 or more.
  case seed
  case spans
  case numberFormat
  /// A list of numbers of either sign.
  case signedNumbers
  case sceneFile
  /// What only figure files have, in words.
  case figure(String)
  case videoFile
  case layer
  case filterType
  /// From names to declarations.
  case parameters
  /// From names to values.
  case givenParameters
  /// A value of the parameter's type.
  case parameterValue
  case parameterValues

  /// In words, for "expected ...".
  public var expectation: String {
    switch self {
    case .value(let type): type.expectation
    case .canvasSize: "[width, height], both above 0"
    case .frame: "a rectangle: [x, y, width, height]"
    case .frameRate: "frames per second, such as 60, 29.97 or 24000/1001"
    case .time: "a number of seconds"
    case .duration: "a number of seconds above 0"
    case .repeatTime: "a number of seconds, 0 or more, or infinite"
    case .count: "a number, 0 or more, or infinite"
    case .layerName: "a name"
    case .layerClass: "one of " + LayerClass.all.map(\.name).joined(separator: ", ")
    case .layers: "a list of layers"
    case .animations: "a list of animations"
    case .actions: "what runs when a key path is set: {KEYPATH: {type: ...}} or {KEYPATH: none}"
    case .animationType: "one of " + AnimationType.all.map(\.name).joined(separator: ", ")
    case .keyPath: "a key path, such as position or transform.rotation.z"
    case .keyPathValue: "a value of the key path"
    case .keyPathValues: "a list of two or more values of the key path"
    case .keyTimes: "a list of numbers from 0 to 1"
    case .timingFunction:
      "a timing function: a name, [x1, y1, x2, y2] or {spring: {...}}"
    case .timingFunctions: "a list of timing functions"
    case .spring:
      "a spring: {mass, stiffness, damping, initialVelocity} or {perceptualDuration, bounce}"
    case .fontWeight: "a weight: normal, bold, or a whole number from 1 to 1000"
    case .physics: "physics: a mapping with bodies"
    case .physicsList(let items): "a list of \(items)"
    case .delay: "a number of seconds, 0 or more"
    case .events: "a list of events"
    case .transaction: "a transaction: {animationDuration: 1, animationTimingFunction: easeOut}"
    case .viewAnimation: "a view animation: {duration: 1, layers: {NAME: {PROPERTY: VALUE}}}"
    case .viewOptions: "a list of " + ViewOption.names.joined(separator: ", ")
    case .layerValues: "layers with values of their properties: {NAME: {PROPERTY: VALUE}}"
    case .layerAnimations: "layers with animations: {NAME: {key: ..., type: ...}}"
    case .layerAnimationKeys: "layers with keys of animations: {NAME: KEY}"
    case .layerSpeeds: "layers with speeds: {NAME: NUMBER}"
    case .layerNames: "the name of a layer, or a list of names"
    case .clocks: "a mapping from names to clocks"
    case .followedValues: "a mapping from names to values"
    case .reference: "a name"
    case .lateTicks: "a list of [tick, seconds]"
    case .tickNumbers: "a list of ticks, counted from 1"
    case .jitter: "{amount, seed}"
    case .seed: "a whole number, 0 or more"
    case .spans: "a list of [from, to] in seconds"
    case .sceneFile: "the path of a scene file, relative to this one"
    case .figure(let words): words
    case .videoFile: "the path of a video file, relative to the scene file"
    case .numberFormat: "a text with a number in it, as in C: \"%.2f\""
    case .signedNumbers: "a list of numbers"
    case .layer: "a layer: a mapping with keys"
    case .filterType: "one of " + FilterKind.all.map(\.name).joined(separator: ", ")
    case .parameters: "a mapping from names to parameters: {NAME: {type: ..., default: ...}}"
    case .givenParameters: "a mapping from names to values"
    case .parameterValue: "a value of the parameter's type"
    case .parameterValues: "a list of values of the parameter's type"
    }
  }
}

extension Value {
  /// How a scene file writes the value; `nil` for kinds that are no table's default.
  var sceneText: String? {
    switch self {
    case .number(let number): number.sceneText
    case .boolean(let flag): flag ? "true" : "false"
    case .point(let point): "[\(point.x.sceneText), \(point.y.sceneText)]"
    case .size(let size): "[\(size.width.sceneText), \(size.height.sceneText)]"
    case .rect(let rect):
      "["
        + [rect.minX, rect.minY, rect.width, rect.height].map(\.sceneText)
        .joined(separator: ", ") + "]"
    case .color(let color): color == .black ? "black" : color == .white ? "white" : nil
    case .transform(let transform): transform == .identity ? "identity" : nil
    case .font(let font):
      if case .family(let family) = font.source { family } else { nil }
    case .text(let text): text.isEmpty ? "\"\"" : text
    case .none: "none"
    case .path, .image, .numbers, .attributedText: nil
    case .colors, .emitterCells, .filters, .particles: nil
    case .words(let words): "[" + words.joined(separator: ", ") + "]"
    }
  }
}

extension Double {
  /// Whole numbers without a point.
  var sceneText: String {
    self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self)
  }
}
