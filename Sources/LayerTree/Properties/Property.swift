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
