import Geometry
import LayerTree

extension Value {
  /// True when the scene language allows the value as one of that type.
  func isWithin(_ type: ValueType) -> Bool {
    switch (self, type) {
    case (.number(let number), .number(.zeroOrMore)): number >= 0
    case (.number(let number), .number(.moreThanZero)): number > 0
    case (.number(let number), .number(.unit)): (0...1).contains(number)
    case (.number(let number), .number(.wholeNumber)): number >= 0 && number == number.rounded()
    case (.numbers(let numbers), .locations):
      numbers.allSatisfy((0...1).contains) && zip(numbers, numbers.dropFirst()).allSatisfy(<=)
    case (.rect(let rect), _): rect.size.width >= 0 && rect.size.height >= 0
    case (.color(let color), _): (0...1).contains(color.alpha)
    default: true
    }
  }

  /// A value that the scene language allows, close to this one where that is easily said.
  func limited(to type: ValueType) -> Value {
    switch (self, type) {
    case (.number(let number), .number(.zeroOrMore)): .number(max(number, 0))
    case (.number(let number), .number(.moreThanZero)): .number(max(number, BakedProperty.tiny))
    case (.number(let number), .number(.unit)): .number(min(max(number, 0), 1))
    case (.number(let number), .number(.wholeNumber)): .number(max(number.rounded(), 0))
    case (.numbers, .locations): isWithin(type) ? self : additiveIdentity ?? self
    case (.rect(let rect), _):
      .rect(
        Rect(
          origin: rect.origin,
          size: Size(width: max(rect.width, 0), height: max(rect.height, 0))))
    case (.color, _): seen(as: type)
    default: self
    }
  }

  /// What can be seen of the value and written as one of that type, where differences are beyond
  /// the rule too: alpha within 0...1, no size of type that is exactly 0.
  func seen(as type: ValueType) -> Value {
    switch self {
    case .color(var color):
      color.alpha = min(max(color.alpha, 0), 1)
      return .color(color)
    case .number(0) where type == .number(.moreThanZero): return .number(BakedProperty.tiny)
    default: return self
    }
  }
}
