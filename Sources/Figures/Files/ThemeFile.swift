public import Geometry
import LayerTree
public import SceneFile

/// What a theme file says: everything that differs from the theme that it starts from.
public struct ThemeDeclaration: Sendable {
  /// `light` or `dark`.
  public var base = "light"
  /// By the names of `colorNames`; none is no background.
  public var colors: [String: Color?] = [:]
  /// For the series of a plot; empty for the base's.
  public var palette: [Color] = []
  /// Families in the order of preference; empty for the base's.
  public var fonts: [String] = []
  /// In points, by the names of `lengthNames`.
  public var lengths: [String: Double] = [:]

  public static let colorNames = ["background", "ink", "quietInk", "axis", "grid", "activeBand"]
  public static let lengthNames = [
    "fontSize", "titleSize", "curveWidth", "axisWidth", "gridWidth",
  ]
}

/// What became of a theme file.
public struct ThemeLoadResult: Sendable {
  /// `nil` exactly when there is an error among the diagnostics.
  public let theme: ThemeDeclaration?
  public let diagnostics: [Diagnostic]
  public let source: SourceText

  /// The same, for what shows the mistakes of scene files.
  public var withoutTheme: LoadResult {
    LoadResult(diagnostics: diagnostics, source: source)
  }
}

enum ThemeKey {
  static let base = DefaultedField(
    "base", .word(of: ["light", "dark"]), default: "light", "The theme that this one changes.")
  static let palette = Field(
    "palette", .items("a list of colours", of: [:]), "The colours of the curves, over and over.")
  static let fonts = Field(
    "fonts", .items("a list of font families", of: [:]),
    "The families of the labels, the preferred first.")
  static let colors = ThemeDeclaration.colorNames.map {
    Field($0, .color, "The colour of the \($0).")
  }
  static let lengths = ThemeDeclaration.lengthNames.map {
    Field($0, .number(.moreThanZero), "The \($0), in points.")
  }
}

extension Vocabulary {
  /// A theme for figures.
  static let theme = Vocabulary(
    owner: "a theme",
    [ThemeKey.base, ThemeKey.palette, ThemeKey.fonts] + ThemeKey.colors + ThemeKey.lengths)
}

extension FigureLoader {
  /// Loads a theme file. Throws when it cannot be read; what is wrong with its content is a
  /// diagnostic.
  public func loadTheme(path: String) throws(SceneFileError) -> ThemeLoadResult {
    let bytes = try SceneFileError.contents(ofFile: path)
    return loadTheme(text: String(decoding: bytes, as: UTF8.self), path: path)
  }

  /// Loads a theme from its text.
  public func loadTheme(text: String, path: String) -> ThemeLoadResult {
    let source = SourceText(text, path: path)
    let (theme, diagnostics) = document.read(source, maximumNodes: 10_000) { node, context in
      context.theme(node)
    }
    return ThemeLoadResult(theme: theme, diagnostics: diagnostics, source: source)
  }
}

extension SceneContext {
  fileprivate func theme(_ node: YAMLNode) -> ThemeDeclaration? {
    guard let fields = MappingReader(node, .theme, self) else { return nil }
    fields.reportUnknownKeys()
    var theme = ThemeDeclaration()
    theme.base = fields[ThemeKey.base]
    for key in ThemeKey.colors {
      guard let color = fields[key] else { continue }
      theme.colors.updateValue(color, forKey: key.name)
    }
    for key in ThemeKey.lengths { theme.lengths[key.name] = fields[key] }
    theme.palette = (fields[ThemeKey.palette] ?? []).compactMap { read($0, .color) ?? nil }
    theme.fonts = (fields[ThemeKey.fonts] ?? []).compactMap { read($0, .text()) }
    return theme
  }
}

extension Theme {
  /// The theme that a file declares.
  public init(_ file: ThemeDeclaration) {
    self = file.base == "dark" ? .dark : .light
    if let background = file.colors["background"] { self.background = background }
    let colors: [(String, WritableKeyPath<Theme, Color>)] = [
      ("ink", \.ink), ("quietInk", \.quietInk), ("axis", \.axis), ("grid", \.grid),
      ("activeBand", \.activeBand),
    ]
    for (name, path) in colors {
      if let color = file.colors[name] { self[keyPath: path] = color ?? .clear }
    }
    let lengths: [(String, WritableKeyPath<Theme, Double>)] = [
      ("fontSize", \.fontSize), ("titleSize", \.titleSize), ("curveWidth", \.curveWidth),
      ("axisWidth", \.axisWidth), ("gridWidth", \.gridWidth),
    ]
    for (name, path) in lengths {
      if let length = file.lengths[name] { self[keyPath: path] = length }
    }
    if !file.palette.isEmpty { palette = file.palette }
    fonts = file.fonts + fonts
  }
}
