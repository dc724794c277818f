import RostrumGeometry

/// One row of the vocabulary of layer properties: its name, the kind of its value, its default, and
/// how it animates.
///
/// The rows are kept beside the layer class that brings them, for instance in `ShapeLayer.swift`.
/// The resolver, the suggestions, `rostrum sample`, the renderer and the documentation all read
/// this one table. Two properties are equal when they are the same row.
public class Property: @unchecked Sendable {
  /// The action when the property is set outside an animation (`actionForKey:`).
  public enum ImplicitAction: Hashable, Sendable {
    /// A basic animation from the previous value.
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
  /// The name's hash for digests, the same in every process: FNV-1a of 64 bits.
  public let nameHash: UInt64

  fileprivate init(
    _ name: String, _ type: ValueType, default defaultValue: Value, isAnimatable: Bool,
    action: ImplicitAction, _ summary: String
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

/// A property whose content has a Swift type: `values[.opacity]` is a `Double`.
public final class TypedProperty<Content: Sendable>: Property, @unchecked Sendable {
  fileprivate let kind: PropertyKind<Content>

  init(
    _ name: String, _ kind: PropertyKind<Content>, default content: Content,
    isAnimatable: Bool = true, action: ImplicitAction = .animates, _ summary: String
  ) {
    self.kind = kind
    super.init(
      name, kind.type, default: kind.value(content), isAnimatable: isAnimatable, action: action,
      summary)
  }
}

/// The values of a layer's properties: only differences from the defaults are stored, the rest
/// come from the table.
///
/// Layers set few of their properties, so a short list is searched faster than a dictionary, and
/// two states of one layer share its storage until an animation writes to it.
public struct LayerValues: Hashable, Sendable {
  private struct Entry: Hashable {
    let property: Property
    var value: Value
  }

  private var entries: [Entry] = []

  public init() {}

  /// The content of a property, in its own type.
  public subscript<Content>(property: TypedProperty<Content>) -> Content {
    get { property.kind.content(self[any: property]) }
    set { self[any: property] = property.kind.value(newValue) }
  }

  /// The value of any property, for code that learns only as it runs which one that is.
  public subscript(any property: Property) -> Value {
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

/// How contents of one Swift type are written as values, and read.
struct PropertyKind<Content: Sendable>: Sendable {
  let type: ValueType
  /// The content of a value of that type; any other value is a programming error.
  let content: @Sendable (Value) -> Content
  let value: @Sendable (Content) -> Value
}

extension PropertyKind<Double> {
  static func number(_ rule: ValueType.NumberRule = .any) -> Self {
    Self(type: .number(rule), content: \.number, value: Value.number)
  }
  static var angle: Self { Self(type: .angle, content: \.number, value: Value.number) }
}

extension PropertyKind<Bool> {
  static var boolean: Self { Self(type: .boolean, content: \.boolean, value: Value.boolean) }
}

extension PropertyKind<Point> {
  static var point: Self { Self(type: .point, content: \.point, value: Value.point) }
}

extension PropertyKind<Size> {
  static var size: Self { Self(type: .size, content: \.size, value: Value.size) }
}

extension PropertyKind<Rect> {
  static var rect: Self { Self(type: .rect, content: \.rect, value: Value.rect) }
}

extension PropertyKind<Transform3D> {
  static var transform: Self {
    Self(type: .transform, content: \.transform, value: Value.transform)
  }
}

extension PropertyKind<FontReference> {
  static var font: Self { Self(type: .font, content: \.font, value: Value.font) }
}

extension PropertyKind<AttributedText> {
  static var attributedText: Self {
    Self(type: .attributedText, content: \.attributedText, value: \.value)
  }
}

// Contents that may be missing: Core Animation's nil is `Value.none`.

extension PropertyKind<Color?> {
  static var color: Self {
    Self(type: .color, content: \.color, value: { $0.map(Value.color) ?? .none })
  }
}

extension PropertyKind<Path?> {
  static var path: Self {
    Self(type: .path, content: \.path, value: { $0.map(Value.path) ?? .none })
  }
}

extension PropertyKind<ImageReference?> {
  static var image: Self {
    Self(type: .image, content: \.image, value: { $0.map(Value.image) ?? .none })
  }
}

extension PropertyKind<ParticleCloud?> {
  static var particles: Self {
    Self(type: .emitterCells, content: \.particles, value: { $0.map(Value.particles) ?? .none })
  }
}

// Lists: an empty one is `Value.none`, as is one that was not given.

extension PropertyKind<[Double]> {
  static var numbers: Self { numbers(.numbers) }
  static var locations: Self { numbers(.locations) }

  private static func numbers(_ type: ValueType) -> Self {
    Self(type: type, content: \.numbers, value: { $0.isEmpty ? .none : .numbers($0) })
  }
}

extension PropertyKind<[Color]> {
  static var colors: Self {
    Self(type: .colors, content: \.colors, value: { $0.isEmpty ? .none : .colors($0) })
  }
}

extension PropertyKind<[EmitterCell]> {
  static var emitterCells: Self {
    Self(
      type: .emitterCells, content: \.emitterCells,
      value: { $0.isEmpty ? .none : .emitterCells($0) })
  }
}

extension PropertyKind<[LayerFilter]> {
  static var filters: Self {
    Self(type: .filters, content: \.filters, value: { $0.isEmpty ? .none : .filters($0) })
  }
}

/// A type whose cases are the words that a scene file may write.
protocol PropertyWord: CaseIterable, Hashable, RawRepresentable<String>, Sendable {}

extension PropertyWord {
  fileprivate static var words: [String] { allCases.map(\.rawValue) }

  fileprivate init(word: String) {
    guard let known = Self(rawValue: word) else {
      preconditionFailure("expected one of \(Self.words), found \(word)")
    }
    self = known
  }
}

extension PropertyKind where Content: PropertyWord {
  static var word: Self {
    Self(
      type: .word(Content.words), content: { Content(word: $0.text) },
      value: { .text($0.rawValue) })
  }
}

extension PropertyKind {
  /// One of a type's words, or `none`.
  static func optionalWord<Word: PropertyWord>() -> Self where Content == Word? {
    Self(
      type: .word(["none"] + Word.words), content: { Word(rawValue: $0.text) },
      value: { .text($0?.rawValue ?? "none") })
  }

  /// Any number of a type's words.
  static func words<Word: PropertyWord>() -> Self where Content == Set<Word> {
    Self(
      type: .words(Word.words), content: { Set($0.words.map(Word.init(word:))) },
      value: { words in .words(Word.allCases.filter(words.contains).map(\.rawValue)) })
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
  /// A fixed count of numbers of either sign.
  case fixedNumbers(Int)

  /// The numbers that are allowed. Animations may still leave the range on their way.
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
    case .boolean, .color, .transform, .path, .image, .font, .text, .attributedText: false
    case .word, .words, .colors, .emitterCells, .filters: false
    }
  }
}
