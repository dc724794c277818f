import RostrumBase
import RostrumCanvas
public import RostrumGeometry

/// How figures look: colours, fonts and line widths. Lengths are in points.
public struct Theme: Hashable, Sendable {
  public var background: Color?
  /// Titles and names.
  public var ink: Color
  /// The colour of the axes' numbers and of explanations.
  public var quietInk: Color
  public var axis: Color
  public var grid: Color
  /// Behind the time in which an animation is active.
  public var activeBand: Color
  /// One for each series, over and over.
  public var palette: [Color]

  /// Families in the order of preference: a label is set in the first that has all its letters,
  /// else letter by letter in the first that has it.
  public var fonts: [String]
  /// Whether a letter missing in all `fonts` is taken from another installed family.
  public var takesOtherFonts = true
  /// The size of numbers and names, in points.
  public var fontSize: Double
  public var titleSize: Double

  public var curveWidth: Double
  public var axisWidth: Double
  public var gridWidth: Double
  /// How the curves of a plot differ from each other.
  public var distinction = FigureDeclaration.CurveDistinction.colors

  public init(
    background: Color?, ink: Color, quietInk: Color, axis: Color, grid: Color, activeBand: Color,
    palette: [Color]
  ) {
    (self.background, self.ink, self.quietInk) = (background, ink, quietInk)
    (self.axis, self.grid, self.activeBand, self.palette) = (axis, grid, activeBand, palette)
    fonts = [
      "Liberation Sans", "DejaVu Sans", "Noto Sans CJK SC", "WenQuanYi Micro Hei",
      "Droid Sans Fallback",
    ]
    (fontSize, titleSize) = (8, 9)
    (curveWidth, axisWidth, gridWidth) = (1.5, 0.6, 0.4)
  }
}

extension Theme {
  /// For paper.
  public static let light = Theme(
    background: .white, ink: Color(hex: 0x1A1A1A), quietInk: Color(hex: 0x5A5A5A),
    axis: Color(hex: 0x6E6E6E), grid: Color(hex: 0xE2E2E2), activeBand: Color(hex: 0xEEF4F9),
    palette: okabeIto)

  /// For screens with a dark background.
  public static let dark = Theme(
    background: Color(hex: 0x16181C), ink: Color(hex: 0xECECEC), quietInk: Color(hex: 0xA9ADB3),
    axis: Color(hex: 0x8A8F97), grid: Color(hex: 0x2E3238), activeBand: Color(hex: 0x1E2733),
    palette: [0x56B4E9, 0xE69F00, 0x2BC493, 0xDC8BBA, 0xFF7F45, 0x6FA8FF, 0xF0E442, 0xD0D0D0]
      .map { Color(hex: $0) })

  /// For print without colours: the curves differ by their dashes.
  public static let grey: Theme = {
    var theme = Theme(
      background: .white, ink: Color(hex: 0x1A1A1A), quietInk: Color(hex: 0x5A5A5A),
      axis: Color(hex: 0x6E6E6E), grid: Color(hex: 0xE2E2E2), activeBand: Color(hex: 0xF0F0F0),
      palette: [0x1A1A1A, 0x6E6E6E, 0x4A4A4A, 0x8A8A8A].map { Color(hex: $0) })
    theme.distinction = .dashes
    return theme
  }()

  /// The themes that have a name.
  public static let named: [(name: String, theme: Theme)] = [
    ("light", .light), ("dark", .dark), ("grey", .grey),
  ]

  /// Okabe and Ito, "Color Universal Design" (2008): distinguishable with every kind of colour
  /// vision. Their orange, sky blue and yellow are darker here, so that each line has a contrast of
  /// 3:1 on paper (WCAG 2.2, 1.4.11).
  private static let okabeIto = [
    0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xBD8200, 0x2E8FCC, 0x3B3B3B, 0x968C00,
  ].map { Color(hex: $0) }

  /// The colour of a series: the palette's, then darker and lighter ones of the same hues.
  func color(_ index: Int) -> Color {
    guard !palette.isEmpty else { return ink }
    let color = palette[index % palette.count]
    let shades: [(Color, Double)] = [
      (ink, 0), (ink, 0.45), (paper, 0.5), (ink, 0.7), (paper, 0.25),
    ]
    let (other, part) = shades[index / palette.count % shades.count]
    return part == 0 ? color : color.mixed(with: other, part)
  }

  /// The colour behind figures, even if they have no background of their own.
  var paper: Color {
    if let background { return background }
    return ink.red + ink.green + ink.blue > 1.5 ? Self.dark.background ?? .black : .white
  }

  /// The colours of the light theme, which are the dark theme's where a page is dark. Letters and
  /// lines are shares of the page's own text colour.
  static let pageColors: PageColors = {
    let (light, dark) = (Theme.light, Theme.dark)
    let roles: [PageColors.Role] = [
      .init("ink", light: light.ink, dark: dark.ink, textShare: 1),
      .init("quiet-ink", light: light.quietInk, dark: dark.quietInk, textShare: 0.72),
      .init("axis", light: light.axis, dark: dark.axis, textShare: 0.62),
      .init("grid", light: light.grid, dark: dark.grid, textShare: 0.13),
      .init("active-band", light: light.activeBand, dark: dark.activeBand),
      .init("background", light: light.paper, dark: dark.paper),
    ]
    let curves = (0..<5 * light.palette.count).map {
      PageColors.Role("curve-\($0 + 1)", light: light.color($0), dark: dark.color($0))
    }
    return PageColors(roles + curves)
  }()
}

extension Theme {
  /// The theme that a file declares.
  public init(_ file: ThemeDeclaration) {
    self = Self.named.first { $0.name == file.base }?.theme ?? .light
    distinction = file.distinction ?? distinction
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
    if !file.fonts.isEmpty { (fonts, takesOtherFonts) = (file.fonts, false) }
  }
}

extension Color {
  /// 0xRRGGBB.
  init(hex: Int) {
    self.init(
      red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255,
      blue: Double(hex & 255) / 255)
  }

  /// Between two colours: 0 is this one, 1 the other.
  func mixed(with other: Color, _ part: Double) -> Color {
    Color(
      red: red + (other.red - red) * part, green: green + (other.green - green) * part,
      blue: blue + (other.blue - blue) * part)
  }

  func faded(_ alpha: Double) -> Color {
    var color = self
    color.alpha *= alpha
    return color
  }
}
