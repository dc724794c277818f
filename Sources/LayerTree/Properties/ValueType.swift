/// The kind of value that a property or a key path takes.
public enum ValueType: Hashable, Sendable {
  case number(NumberRule = .any)
  /// A number in radians; a scene file may also write `90deg` or `0.5turn`.
  case angle
  case boolean
  case point
  case size
  case rect
  case color
  case transform
  case path
  case image
  case font
  case text
  /// Text in one style, or in several.
  case attributedText
  /// One of a fixed set of words.
  case word([String])
  /// Any number of a fixed set of words, each once.
  case words([String])
  /// A list of numbers of any length.
  case numbers
  case colors
  /// A list of numbers from 0 to 1 that do not fall.
  case locations
  case emitterCells
  case filters
  /// So many numbers of either sign.
  case fixedNumbers(Int)

  /// Which numbers are allowed. Animations may still leave the range on their way.
  public enum NumberRule: Hashable, Sendable {
    case any
    case zeroOrMore
    case moreThanZero
    case unit
    /// 0 or more, and no fraction.
    case wholeNumber
  }

  /// What a scene file writes for such a value, in words.
  public var expectation: String {
    switch self {
    case .number(.any): "a number"
    case .number(.zeroOrMore): "a number, 0 or more"
    case .number(.moreThanZero): "a number above 0"
    case .number(.unit): "a number from 0 to 1"
    case .number(.wholeNumber): "a whole number, 0 or more"
    case .angle: "an angle: radians, or a string such as \"90deg\" or \"0.5turn\""
    case .boolean: "true or false"
    case .point: "a point: [x, y]"
    case .size: "a size: [width, height]"
    case .rect: "a rectangle: [width, height] or [x, y, width, height]"
    case .color: "a colour, as in CSS: a name, #rrggbb, rgb(...) or hsl(...)"
    case .transform:
      "a transform: identity, {rotation: 90deg, scale: 2, translation: [x, y], perspective: 500}, a list of those, or 6 or 16 numbers"
    case .path: "a path: SVG path data such as \"M 0 0 L 100 50\""
    case .image: "the path of a PNG or JPEG file, relative to the scene file"
    case .font: "a font: a family name, or {family | file, weight, style}"
    case .text: "a string"
    case .attributedText: "a string, or a list of runs such as {text: word, fontSize: 20}"
    case .word(let words): "one of " + words.joined(separator: ", ")
    case .words(let words): "a list of " + words.joined(separator: ", ")
    case .numbers: "a list of numbers"
    case .colors: "a list of colours"
    case .locations: "a list of numbers from 0 to 1 that do not fall"
    case .emitterCells: "a list of emitter cells"
    case .filters: "a list of filters, such as {type: gaussianBlur, inputRadius: 4}"
    case .fixedNumbers(let count): "a list of \(count) numbers"
    }
  }

  /// True when values between two others exist.
  public var isInterpolable: Bool {
    switch self {
    case .number, .angle, .point, .size, .rect, .color, .transform, .path, .numbers: true
    case .colors, .locations, .fixedNumbers: true
    case .boolean, .image, .font, .text, .attributedText, .word, .emitterCells, .filters: false
    case .words: false
    }
  }

  /// True when two values can be added: for `byValue` and `additive`.
  public var isAdditive: Bool {
    switch self {
    case .number, .angle, .point, .size, .rect, .color, .transform, .numbers: true
    case .colors, .locations, .fixedNumbers: true
    case .boolean, .path, .image, .font, .text, .attributedText, .word, .emitterCells: false
    case .filters, .words: false
    }
  }

  /// True when cycles can add up. Transforms do so only through a value function's numbers.
  public var isCumulative: Bool {
    switch self {
    case .number, .angle, .point, .size, .rect, .numbers, .locations, .fixedNumbers: true
    default: false
    }
  }
}
