import RostrumGeometry
import RostrumLayerTree

/// The purpose of a value: differences may be negative where values may not.
enum ValueRole {
  case absolute
  case delta
}

extension ValueType {
  /// The reader for a property's kind of value: the only switch over all kinds.
  func reader(as use: ValueRole = .absolute) -> Reader<Value> {
    switch self {
    case .number(let rule): (use == .absolute ? .number(rule) : Reader.coordinate).map(Value.number)
    case .angle: Reader.angle.map(Value.number)
    case .boolean: Reader.boolean.map(Value.boolean)
    case .point: Reader.point.map(Value.point)
    case .size: Reader.size(isNatural: false).map(Value.size)
    case .rect: (use == .absolute ? Reader.rectangle : .rectangleDifference).map(Value.rect)
    case .color: Reader.color.map { $0.map(Value.color) ?? .none }
    case .transform: Reader.transform.map(Value.transform)
    case .path: Reader.path.orNone.map { $0.map(Value.path) ?? .none }
    case .image: Reader.image.orNone.map { $0.map(Value.image) ?? .none }
    case .font: Reader.font.map(Value.font)
    case .text: Reader.text().map(Value.text)
    case .attributedText: .attributedText
    case .word(let words): Reader.word(of: words).map(Value.text)
    case .words(let all): Reader.words(of: all).map(Value.words)
    case .colors: Reader.colors.orNone.map { $0.map(Value.colors) ?? .none }
    case .locations: Self.locations(use).orNone.map { $0.map(Value.numbers) ?? .none }
    case .emitterCells: Reader.emitterCells().map(Value.emitterCells)
    case .filters: Reader.filters.orNone.map { $0.map(Value.filters) ?? .none }
    case .fixedNumbers(let count):
      Reader.numbers([count], "a list of \(count) numbers").map(Value.numbers)
    case .numbers: Self.numbers(use).orNone.map { $0.map(Value.numbers) ?? .none }
    }
  }

  private static func locations(_ use: ValueRole) -> Reader<[Double]> {
    use == .absolute ? .locations : Reader<Double>.number().list("a list of numbers")
  }

  private static func numbers(_ use: ValueRole) -> Reader<[Double]> {
    Reader<Double>.number(use == .absolute ? .zeroOrMore : .any).list("a list of numbers")
  }
}

extension AnimationKeyPath {
  /// The reader of the values that the key path takes. The sides of a rectangle are not negative.
  func reader(as use: ValueRole = .absolute) -> Reader<Value> {
    switch component {
    case .sizeWidth, .sizeHeight: ValueType.number(.zeroOrMore).reader(as: use)
    case .size: Reader.size(isNatural: use == .absolute).map(Value.size)
    default: type.reader(as: use)
    }
  }
}

// MARK: Properties as keys

extension AnyField {
  /// The key that sets a property.
  init(_ property: Property) { self.init(property, default: property.defaultValue) }

  /// The same with the default of a class.
  init(_ property: Property, of layerClass: LayerClass) {
    let own = layerClass.defaults.first { $0.property == property }?.value
    self.init(property, default: own ?? property.defaultValue)
  }

  private init(_ property: Property, default value: Value) {
    self.init(
      property.name, property.type.reader(), default: value.sceneText, isRequired: false,
      property.summary)
  }
}

extension Value {
  /// How a scene file writes the value; `nil` for kinds that are no table's default.
  var sceneText: String? {
    switch self {
    case .boolean(let flag): return flag ? "true" : "false"
    case .color(let color): return color == .black ? "black" : color == .white ? "white" : nil
    case .transform(let transform): return transform == .identity ? "identity" : nil
    case .numbers, .colors: return nil
    default: break
    }
    return switch parts {
    case .numbers(let list) where list.count == 1 && list[0].name.isEmpty: list[0].number.sceneText
    case .numbers(let list): "[" + list.map(\.number.sceneText).joined(separator: ", ") + "]"
    case .font(let font): if case .family(let family) = font.source { family } else { nil }
    case .text(let text): text.isEmpty ? "\"\"" : text
    case .words(let words): "[" + words.joined(separator: ", ") + "]"
    case .none: "none"
    case .path, .image, .attributedText, .emitterCells, .filters, .particles: nil
    }
  }
}

// MARK: Pictures

extension Reader where Content == ImageReference {
  /// The picture at a path.
  static let image: Reader = {
    let expectation =
      "the path of a PNG, JPEG, WebP, AVIF, GIF or SVG file, relative to the scene file"
    let path = Reader<String>.file(
      expectation, .picture, example: "none", schema: Reader<String>.text().schema)
    return Reader(expectation, example: "none", schema: path.schema) { node, context in
      guard let path = path.read(node, context) else { return nil }
      do throws(AssetProblem) {
        return try context.files.image(atPath: path)
      } catch {
        context.report(error, at: node, in: nil)
        return nil
      }
    }
  }()
}
