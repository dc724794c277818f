import Base
public import Geometry
import LayerTree

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
    LoadResult(scene: nil, diagnostics: diagnostics, source: source)
  }
}

extension Key {
  static let themeBase = DefaultedField(
    "base", .word(of: ["light", "dark"]), default: "light", "The theme that this one changes.")
  static let palette = Field(
    "palette", .items("a list of colours", of: [:]), "The colours of the curves, over and over.")
  static let themeFonts = Field(
    "fonts", .items("a list of font families", of: [:]),
    "The families of the labels, the preferred first.")
  static let themeColors = ThemeDeclaration.colorNames.map {
    Field($0, .color, "The colour of the \($0).")
  }
  static let themeLengths = ThemeDeclaration.lengthNames.map {
    Field($0, .number(.moreThanZero), "The \($0), in points.")
  }
}

extension Vocabulary {
  /// A theme for figures.
  public static let theme = Vocabulary(
    owner: "a theme",
    [Key.themeBase, Key.palette, Key.themeFonts] + Key.themeColors + Key.themeLengths)
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
    do throws(Shortage) {
      return try withLargeStack { loadTheme(source) }
    } catch {
      return ThemeLoadResult(
        theme: nil, diagnostics: [error.diagnostic(in: source)], source: source)
    }
  }

  private func loadTheme(_ source: SourceText) -> ThemeLoadResult {
    let collector = DiagnosticCollector()
    let context = context(collector)
    let composer = YAMLComposer(source: source, collector: collector, maximumNodes: 10_000)
    let theme = composer.compose().flatMap { context.theme($0) }
    return ThemeLoadResult(
      theme: collector.hasErrors ? nil : theme, diagnostics: collector.diagnostics(in: source),
      source: source)
  }
}

extension SceneContext {
  fileprivate func theme(_ node: YAMLNode) -> ThemeDeclaration? {
    guard let fields = MappingReader(node, .theme, self) else { return nil }
    fields.reportUnknownKeys()
    var theme = ThemeDeclaration()
    theme.base = fields[Key.themeBase]
    for key in Key.themeColors {
      guard let color = fields[key] else { continue }
      theme.colors.updateValue(color, forKey: key.name)
    }
    for key in Key.themeLengths { theme.lengths[key.name] = fields[key] }
    theme.palette = (fields[Key.palette] ?? []).compactMap { read($0, .color) ?? nil }
    theme.fonts = (fields[Key.themeFonts] ?? []).compactMap { read($0, .text()) }
    return theme
  }
}
