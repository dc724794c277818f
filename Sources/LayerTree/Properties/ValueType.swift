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
