import RostrumBase
import RostrumSceneImport
import RostrumImportedDocument
import RostrumSource

/// Reading and converting one Lottie.
final class LottieContext: ImportContext {
  let profile: LottieProfile

  init(_ source: SourceText, _ options: ImportOptions) {
    profile = options.lottieProfile
    super.init(
      source, ignoring: options.ignored,
      leftOutByPlayers: [.effects, .layerStyles, .blendModes, .layerTypes, .shapeTypes])
  }

  /// The line of a value, for explanations.
  func line(of value: JSONValue) -> Int { line(ofByte: value.bytes.lowerBound) }
}

extension Double {
  /// The nearest whole number of frames, where no more than noise keeps it off.
  var wholeFrame: Double { abs(self - rounded()) < 1e-3 ? rounded() : self }
}

// MARK: Typed values

extension LottieContext {
  /// The greatest size of a number that is believed; larger ones are limited to it.
  static let maximumNumber = 1e9

  /// A number of a key; `fallback` when the key is missing, or with an error when it is none.
  func number(_ object: JSONValue, _ name: String, _ fallback: Double = 0) -> Double {
    guard let value = object[name], !value.isNull else { return fallback }
    return number(value) ?? fallback
  }

  func number(_ value: JSONValue) -> Double? {
    switch value.content {
    case .number(let number): return limited(number)
    case .boolean(let flag): return flag ? 1 : 0
    case .string(let text):
      if let number = Double(text), number.isFinite { return limited(number) }
    case .array(let items) where items.count == 1:
      return number(items[0])
    default: break
    }
    return failure(.wrongType, "expected a number; found \(value.kind)", at: value)
  }

  /// A number of frames, without the noise of After Effects' rates: 30.0000012 is 30.
  func frame(_ object: JSONValue, _ name: String, _ fallback: Double = 0) -> Double {
    number(object, name, fallback).wholeFrame
  }

  private func limited(_ number: Double) -> Double {
    min(max(number, -Self.maximumNumber), Self.maximumNumber)
  }

  /// A number, or all numbers of a list.
  func numbers(_ value: JSONValue) -> [Double]? {
    switch value.content {
    case .array(let items):
      guard budget.add(items.count, .numbers) else { return nil }
      var numbers: [Double] = []
      numbers.reserveCapacity(items.count)
      for item in items {
        guard let number = number(item) else { return nil }
        numbers.append(number)
      }
      return numbers
    default: return number(value).map { [$0] }
    }
  }

  func whole(_ object: JSONValue, _ name: String, _ fallback: Int = 0) -> Int {
    guard let value = object[name], !value.isNull else { return fallback }
    return number(value).map { Int($0) } ?? fallback
  }

  /// True, or a number that is not zero.
  func flag(_ object: JSONValue, _ name: String) -> Bool {
    guard let value = object[name] else { return false }
    switch value.content {
    case .boolean(let flag): return flag
    case .number(let number): return number != 0
    default: return false
    }
  }

  func list(_ object: JSONValue, _ name: String) -> [JSONValue] {
    guard let value = object[name], !value.isNull else { return [] }
    if let items = value.array { return items }
    return failure(.wrongType, "expected a list for '\(name)'; found \(value.kind)", at: value)
  }
}
