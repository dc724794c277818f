public import RostrumFilePaths
public import RostrumGeometry

/// The value of a layer property: of one kind for each property, which `Property.type` names.
public enum Value: Hashable, Sendable {
  case number(Double)
  case boolean(Bool)
  case point(Point)
  case size(Size)
  case rect(Rect)
  case color(Color)
  indirect case transform(Transform3D)
  case path(Path)
  case image(ImageReference)
  case font(FontReference)
  /// Free text, or one of a property's words such as `resizeAspect`.
  case text(String)
  /// Some of a property's words, in the property's order.
  case words([String])
  /// Text in several styles.
  case attributedText(AttributedText)
  case numbers([Double])
  case colors([Color])
  case emitterCells([EmitterCell])
  case filters([LayerFilter])
  /// The particles of an emitter layer at one moment. Worked out, never declared.
  case particles(ParticleCloud)
  /// No colour, no path, no picture: Core Animation's nil.
  case none
}

/// The parts of a value, for everything that treats all kinds alike: digests, samples, archives
/// and texts.
public enum ValueParts {
  /// With the names that key paths use where there are any; a single number has none.
  case numbers([(name: String, number: Double)])
  case text(String)
  case words([String])
  case path(Path)
  case image(ImageReference)
  case font(FontReference)
  case attributedText(AttributedText)
  case emitterCells([EmitterCell])
  case filters([LayerFilter])
  case particles(ParticleCloud)
  case none
}

extension Value {
  /// The value in its parts. A new kind that is made of numbers or words needs no other row than
  /// this one to be sampled, compared and shown.
  public var parts: ValueParts {
    switch self {
    case .number(let number): .numbers([("", number)])
    case .boolean(let flag): .numbers([("", flag ? 1 : 0)])
    case .point(let point): .numbers([("x", point.x), ("y", point.y)])
    case .size(let size): .numbers([("width", size.width), ("height", size.height)])
    case .rect(let rect):
      .numbers([
        ("origin.x", rect.origin.x), ("origin.y", rect.origin.y),
        ("size.width", rect.size.width), ("size.height", rect.size.height),
      ])
    case .color(let color): .numbers(color.namedParts)
    case .transform(let matrix):
      .numbers(zip(0..., matrix.elements).map { ("m\($0 / 4 + 1)\($0 % 4 + 1)", $1) })
    case .numbers(let list): .numbers(zip(0..., list).map { ("\($0)", $1) })
    case .colors(let colors):
      .numbers(
        zip(0..., colors).flatMap { index, color in
          color.namedParts.map { ("\(index).\($0.name)", $0.number) }
        })
    case .text(let text): .text(text)
    case .words(let words): .words(words)
    case .path(let path): .path(path)
    case .image(let image): .image(image)
    case .font(let font): .font(font)
    case .attributedText(let text): .attributedText(text)
    case .emitterCells(let cells): .emitterCells(cells)
    case .filters(let filters): .filters(filters)
    case .particles(let cloud): .particles(cloud)
    case .none: .none
    }
  }

  /// A value of the same kind and structure made of other numbers: as many as `vector` has.
  func replacing(vector v: [Double]) -> Value {
    switch self {
    case .number: .number(v[0])
    case .point: .point(Point(x: v[0], y: v[1]))
    case .size: .size(Size(width: v[0], height: v[1]))
    case .rect: .rect(Rect(x: v[0], y: v[1], width: v[2], height: v[3]))
    case .color: .color(Color(v[...]))
    case .transform: .transform(Transform3D(elements: v))
    case .path(let path): .path(path.replacing(coordinates: v))
    case .numbers: .numbers(v)
    case .colors(let colors): .colors(colors.indices.map { Color(v[(4 * $0)...]) })
    case .boolean, .image, .font, .text, .attributedText, .emitterCells, .particles, .none: self
    case .filters, .words: self
    }
  }

  /// The numbers that the value is made of; empty for kinds that are not made of numbers.
  public var components: [(name: String, number: Double)] {
    if case .numbers(let list) = parts { list } else { [] }
  }
}

extension Color {
  fileprivate var namedParts: [(name: String, number: Double)] {
    [("red", red), ("green", green), ("blue", blue), ("alpha", alpha)]
  }

  fileprivate init(_ v: ArraySlice<Double>) {
    let i = v.startIndex
    self.init(red: v[i], green: v[i + 1], blue: v[i + 2], alpha: v[i + 3])
  }
}

/// A picture that a scene shows, found and measured before the first frame.
public struct ImageReference: Hashable, Sendable {
  private let file: FilePath
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// The number of the picture in a video, from 0; `nil` for a file that is one picture.
  public let frame: Int?

  public init(path: String, width: Int, height: Int, frame: Int? = nil) {
    self.frame = frame
    file = FilePath(path)
    self.width = width
    self.height = height
  }

  /// The absolute path of the file.
  public var path: String { file.string }
}

/// A typeface: by family name, or by a file beside the scene.
public struct FontReference: Hashable, Sendable {
  /// Where the outlines come from.
  public enum FontSource: Hashable, Sendable {
    /// An installed family, such as `Liberation Sans`.
    case family(String)
    /// The absolute path of a font file.
    case file(FilePath)
  }

  public let source: FontSource
  /// As in CSS and OpenType: 100 (thin) to 1000, where 400 is regular and 700 bold.
  public let weight: Int
  public let isItalic: Bool
  /// The fonts for letters that this one does not have, in order. A fallback has none of its own.
  public let fallbacks: [FontReference]

  public init(
    _ source: FontSource, weight: Int = 400, isItalic: Bool = false,
    fallbacks: [FontReference] = []
  ) {
    self.source = source
    self.weight = weight
    self.isItalic = isItalic
    self.fallbacks = fallbacks
  }

  /// The font itself, then its fallbacks.
  public var withFallbacks: [FontReference] {
    fallbacks.isEmpty
      ? [self] : [FontReference(source, weight: weight, isItalic: isItalic)] + fallbacks
  }

  /// Core Animation's default is Helvetica. This family has its metrics and is free.
  public static let standard = FontReference(.family("Liberation Sans"))

  /// The families of CSS's generic names.
  public static let genericFamilies = [
    "sans-serif": "Liberation Sans", "serif": "Liberation Serif", "monospace": "Liberation Mono",
    "system-ui": "Liberation Sans",
    // As fontconfig has them where no such font is installed.
    "cursive": "DejaVu Sans", "fantasy": "DejaVu Sans",
  ]

  /// The generic names whose family is none of the kind: programs choose each their own.
  package static let kindsWithoutFont: Set = ["cursive", "fantasy"]

  /// Metric-compatible free families, by the lower-case names of the families that they replace.
  public static let substitutes = [
    "arial": "Liberation Sans", "helvetica": "Liberation Sans",
    "helvetica neue": "Liberation Sans", "helveticaneue": "Liberation Sans",
    "times new roman": "Liberation Serif", "times": "Liberation Serif",
    "courier new": "Liberation Mono", "courier": "Liberation Mono",
    "calibri": "Carlito", "cambria": "Caladea", "georgia": "Gelasio",
  ]
}

/// Typed reading, for code that knows the property it asked for. The resolver guarantees the kind;
/// another kind here is a programming error.
extension Value {
  public var number: Double {
    guard case .number(let value) = self else { mismatch("number") }
    return value
  }

  public var boolean: Bool {
    guard case .boolean(let value) = self else { mismatch("boolean") }
    return value
  }

  public var point: Point {
    guard case .point(let value) = self else { mismatch("point") }
    return value
  }

  public var size: Size {
    guard case .size(let value) = self else { mismatch("size") }
    return value
  }

  public var rect: Rect {
    guard case .rect(let value) = self else { mismatch("rect") }
    return value
  }

  public var transform: Transform3D {
    guard case .transform(let value) = self else { mismatch("transform") }
    return value
  }

  public var text: String {
    switch self {
    case .text(let value): return value
    case .attributedText(let value): return value.string
    default: mismatch("text")
    }
  }

  /// A plain text is one run without a style of its own.
  public var attributedText: AttributedText {
    switch self {
    case .text(let value): return AttributedText(value)
    case .attributedText(let value): return value
    default: mismatch("attributed text")
    }
  }

  public var words: [String] {
    guard case .words(let value) = self else { mismatch("words") }
    return value
  }

  public var numbers: [Double] {
    switch self {
    case .numbers(let values): values
    case .none: []
    default: mismatch("numbers")
    }
  }

  public var colors: [Color] {
    switch self {
    case .colors(let values): values
    case .none: []
    default: mismatch("colors")
    }
  }

  public var emitterCells: [EmitterCell] {
    switch self {
    case .emitterCells(let cells): cells
    case .none: []
    default: mismatch("emitterCells")
    }
  }

  public var filters: [LayerFilter] {
    switch self {
    case .filters(let filters): filters
    case .none: []
    default: mismatch("filters")
    }
  }

  /// `nil` for a layer that is no emitter.
  public var particles: ParticleCloud? {
    switch self {
    case .particles(let cloud): cloud
    case .none: nil
    default: mismatch("particles")
    }
  }

  /// `nil` for no colour.
  public var color: Color? {
    switch self {
    case .color(let value): value
    case .none: nil
    default: mismatch("color")
    }
  }

  /// `nil` for no path.
  public var path: Path? {
    switch self {
    case .path(let value): value
    case .none: nil
    default: mismatch("path")
    }
  }

  /// `nil` for no picture.
  public var image: ImageReference? {
    switch self {
    case .image(let value): value
    case .none: nil
    default: mismatch("image")
    }
  }

  public var font: FontReference {
    guard case .font(let value) = self else { mismatch("font") }
    return value
  }

  private func mismatch(_ expected: String) -> Never {
    preconditionFailure("expected a \(expected), found \(self)")
  }
}

/// A text made of runs, each in a style of its own (`NSAttributedString`).
///
/// An attribute that a run leaves open is the layer's: its font, its size, its colour. Core
/// Animation would take the system's defaults there; this way one animation of `foregroundColor`
/// reaches every run that has no colour of its own.
public struct AttributedText: Hashable, Sendable {
  /// A line below or through letters (`NSUnderlineStyle`).
  public enum UnderlineStyle: String, CaseIterable, Hashable, Sendable {
    case none, single, thick, double
  }

  /// A stretch of text in one style. Attributes have the names of `NSAttributedString.Key`.
  public struct StyleRun: Hashable, Sendable {
    public var text: String
    public var font: FontReference?
    /// In points, above 0.
    public var fontSize: Double?
    public var foregroundColor: Color?
    /// The colour that fills the letters' boxes.
    public var backgroundColor: Color?
    /// Added between letters, in points.
    public var kern = 0.0
    /// How far the letters are raised, in points.
    public var baselineOffset = 0.0
    public var underlineStyle = UnderlineStyle.none
    /// `nil` for the colour of the letters.
    public var underlineColor: Color?
    public var strikethroughStyle = UnderlineStyle.none
    /// `nil` for the colour of the letters.
    public var strikethroughColor: Color?

    public init(_ text: String) { self.text = text }
  }

  public var runs: [StyleRun]

  public init(_ runs: [StyleRun]) { self.runs = runs }

  /// A text in the layer's own style.
  public init(_ string: String) { runs = [StyleRun(string)] }

  /// A text in the layer's own style is a plain one.
  var value: Value { self == AttributedText(string) ? .text(string) : .attributedText(self) }

  /// The letters alone.
  public var string: String { runs.map(\.text).joined() }
}
