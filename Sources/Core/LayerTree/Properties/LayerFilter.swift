public import RostrumGeometry

/// One filter of a layer: Core Animation's `CAFilter`.
public struct LayerFilter: Hashable, Sendable {
  public let kind: FilterKind
  /// For key paths, as in `filters.blur.inputRadius`. Without a full stop.
  public let name: String
  /// The values of its kind's inputs.
  public var values: LayerValues

  public init(_ kind: FilterKind, name: String? = nil, values: LayerValues = LayerValues()) {
    self.kind = kind
    self.name = name ?? kind.name
    self.values = values
  }

  /// The standard deviation of a Gaussian blur, as a share of its radius: fitted to a picture that
  /// Apple's render server drew.
  public static let sigmaOfInputRadius = 0.97

  /// The filter's effect on a layer's picture at one moment.
  public var effect: Effect {
    switch kind.name {
    case FilterKind.gaussianBlur.name:
      .blur(sigma: Self.sigmaOfInputRadius * max(values[FilterKind.inputRadius], 0))
    default: .colors(kind.matrix(values))
    }
  }

  public enum Effect: Hashable, Sendable {
    /// A Gaussian blur, in points of the layer.
    case blur(sigma: Double)
    case colors(ColorMatrix)
  }
}

/// One row of the table of filters: what a scene file may write after `type:`. The names are Core
/// Animation's.
public struct FilterKind: Sendable {
  public let name: String
  /// One line for the documentation.
  public let summary: String
  public let inputs: [Property]
  let matrix: @Sendable (LayerValues) -> ColorMatrix

  init(
    _ name: String, _ inputs: [Property], _ summary: String,
    matrix: @escaping @Sendable (LayerValues) -> ColorMatrix = { _ in .identity }
  ) {
    self.name = name
    self.inputs = inputs
    self.summary = summary
    self.matrix = matrix
  }

  /// In the order of the documentation.
  public static let all: [FilterKind] = [
    .gaussianBlur, .colorMatrix, .colorSaturate, .colorContrast, .colorBrightness,
    .colorHueRotate, .colorInvert, .colorMonochrome,
  ]

  public static func named(_ name: String) -> FilterKind? { all.first { $0.name == name } }

  public func input(named name: String) -> Property? { inputs.first { $0.name == name } }
}

extension FilterKind: Hashable {
  public static func == (a: FilterKind, b: FilterKind) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension FilterKind {
  public static let inputRadius = TypedProperty(
    "inputRadius", .number(.zeroOrMore), default: 10,
    "How soft it is, in points: the standard deviation of the Gaussian is 0.97 of this.")
  public static let inputColorMatrix = TypedProperty(
    "inputColorMatrix", .colorMatrix, default: .identity,
    "Four rows of five factors: red, green, blue and alpha from those, and 1.")
  public static let saturationAmount = amount(1, "0 is grey, 1 changes nothing, more is gaudier.")
  public static let contrastAmount = amount(1, "0 is medium grey, 1 changes nothing.")
  public static let brightnessAmount = amount(
    0, "Added to every colour: 0 changes nothing, 1 is white, -1 is black.")
  public static let inputAngle = TypedProperty(
    "inputAngle", .angle, default: 0, "How far the hue turns.")
  public static let inputColor = TypedProperty(
    "inputColor", .color, default: .white, "The colour whose shades remain.")
  public static let monochromeAmount = amount(1, "0 changes nothing, 1 leaves only shades.")

  private static func amount(_ value: Double, _ summary: String) -> TypedProperty<Double> {
    TypedProperty("inputAmount", .number(), default: value, summary)
  }

  public static let gaussianBlur = FilterKind(
    "gaussianBlur", [inputRadius], "Blurs, beyond the layer's edges too.")
  public static let colorMatrix = FilterKind(
    "colorMatrix", [inputColorMatrix], "Makes new colours of colours.",
    matrix: { $0[inputColorMatrix] })
  public static let colorSaturate = FilterKind(
    "colorSaturate", [saturationAmount], "Makes colours greyer or gaudier.",
    matrix: { .saturation($0[saturationAmount]) })
  public static let colorContrast = FilterKind(
    "colorContrast", [contrastAmount], "Spreads colours about medium grey.",
    matrix: { .contrast($0[contrastAmount]) })
  public static let colorBrightness = FilterKind(
    "colorBrightness", [brightnessAmount], "Makes colours lighter or darker.",
    matrix: { .brightness($0[brightnessAmount]) })
  public static let colorHueRotate = FilterKind(
    "colorHueRotate", [inputAngle], "Turns the hues.",
    matrix: { .hueRotation($0[inputAngle]) })
  public static let colorInvert = FilterKind(
    "colorInvert", [], "Replaces colours by their complements.", matrix: { _ in .inversion })
  public static let colorMonochrome = FilterKind(
    "colorMonochrome", [inputColor, monochromeAmount], "Leaves shades of one colour.",
    matrix: {
      .monochrome($0[inputColor] ?? .white, amount: $0[monochromeAmount])
    })
}

/// An input of one of a layer's filters: what follows `filters.` in a key path, as in
/// `blur.inputRadius`.
public struct FilterComponent: Hashable, Sendable {
  /// The filter's name.
  public let filter: String
  public let property: Property

  public init(filter: String, property: Property) {
    self.filter = filter
    self.property = property
  }

  public var name: String { "\(filter).\(property.name)" }

  /// The input's value in the first filter of that name; the default when there is none.
  func read(_ filters: [LayerFilter]) -> Value {
    let found = filters.first { $0.name == filter }
    return found?.values[any: property] ?? property.defaultValue
  }

  /// Into every filter of that name that has such an input.
  func written(_ value: Value, into filters: [LayerFilter]) -> [LayerFilter] {
    filters.map { old in
      guard old.name == filter, old.kind.inputs.contains(property) else { return old }
      var new = old
      new.values[any: property] = value
      return new
    }
  }
}

extension PropertyKind<ColorMatrix> {
  fileprivate static var colorMatrix: Self {
    Self(
      type: .fixedNumbers(20),
      content: { $0.numbers.count == 20 ? ColorMatrix($0.numbers) : .identity },
      value: { .numbers($0.elements) })
  }
}
