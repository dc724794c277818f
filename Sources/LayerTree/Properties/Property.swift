/// One row of the vocabulary of layer properties: its name, the kind of its value, its default, and how it animates.
///
/// The rows stand beside the layer class that brings them, for instance in `ShapeLayer.swift`. The resolver, the suggestions,
/// `rostrum sample`, the renderer and the documentation all read this one table. Two properties are equal when they are the same row.
public final class Property: Sendable {
  /// What happens when the property is set outside an animation (`actionForKey:`).
  public enum ImplicitAction: Hashable, Sendable {
    /// A basic animation from the value of before.
    case animates
    /// A cross-fade between the layer before and after.
    case crossFades
    case none
  }

  /// Core Animation's name, as scene files write it.
  public let name: String
  public let type: ValueType
  public let defaultValue: Value
  public let isAnimatable: Bool
  public let implicitAction: ImplicitAction
  /// One line for the documentation.
  public let summary: String
  /// Stands for the name in digests, in every process: its FNV-1a hash of 64 bits.
  public let nameHash: UInt64

  init(
    _ name: String, _ type: ValueType, default defaultValue: Value, isAnimatable: Bool = true,
    action: ImplicitAction = .animates, _ summary: String
  ) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.isAnimatable = isAnimatable
    implicitAction = isAnimatable || action == .crossFades ? action : .none
    self.summary = summary
    nameHash = name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension Property: Hashable {
  public static func == (a: Property, b: Property) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The values of a layer's properties: those that differ from the defaults are stored, the rest come from the table.
///
/// Layers set few of their properties, so a short list is searched faster than a dictionary, and two
/// states of one layer share its storage until an animation writes to it.
public struct LayerValues: Hashable, Sendable {
  private struct Entry: Hashable {
    let property: Property
    var value: Value
  }

  private var entries: [Entry] = []

  public init() {}

  public subscript(property: Property) -> Value {
    get {
      for entry in entries where entry.property === property { return entry.value }
      return property.defaultValue
    }
    set {
      for index in entries.indices where entries[index].property === property {
        entries[index].value = newValue
        return
      }
      entries.append(Entry(property: property, value: newValue))
    }
  }

  /// Calls `body` with each property that has a value of its own, in no particular order.
  public func forEachOwn(_ body: (Property, Value) -> Void) {
    for entry in entries { body(entry.property, entry.value) }
  }

  /// True when the scene or an animation has given the property a value of its own.
  public func sets(_ property: Property) -> Bool {
    entries.contains { $0.property === property }
  }
}

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
