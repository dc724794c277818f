public import Timing

/// One stage on the way from an animation's progress to its value, as an explanation tells it: a name, and the numbers and values of
/// which it speaks.
public struct EvaluationStage: Hashable, Sendable {
  /// What a stage speaks of.
  public enum Quantity: Hashable, Sendable {
    case number(Double)
    case count(Int)
    case value(Value)
    /// `nil` is linear.
    case function(TimingFunction?)
    case text(String)
  }

  /// A quantity with its name.
  public struct Part: Hashable, Sendable {
    /// For scripts: in camel case, without spaces.
    public let name: String
    public let quantity: Quantity

    public init(_ name: String, _ quantity: Quantity) {
      self.name = name
      self.quantity = quantity
    }
  }

  /// For scripts and people: `segment`, `spring`, `ends`.
  public let name: String
  public let parts: [Part]

  public init(_ name: String, _ parts: [Part]) {
    self.name = name
    self.parts = parts
  }

  /// A stage of one value.
  public init(_ name: String, _ value: Value) {
    self.init(name, [Part("value", .value(value))])
  }

  /// The part of that name.
  public subscript(name: String) -> Quantity? { parts.first { $0.name == name }?.quantity }
}
