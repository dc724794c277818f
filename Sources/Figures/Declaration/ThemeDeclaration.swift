public import RostrumGeometry

/// The content of a theme file: everything that differs from the theme that it starts from.
public struct ThemeDeclaration: Sendable {
  /// The name of a theme.
  public var base = "light"
  /// `nil` for the base's.
  public var distinction: FigureDeclaration.CurveDistinction?
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

/// The language of the words that figures bring along. Names and titles are the author's.
public enum FigureLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case chinese = "zh"
}
