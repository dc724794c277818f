import RostrumBase
public import RostrumGeometry

/// The colours of an SVG that adapt to the page around it.
///
/// Each role is a CSS variable that the page may set, `--figure-ink` for instance. Without it, a
/// role is a share of the page's own text colour, or a colour that depends on
/// `prefers-color-scheme`. A viewer without support for style sheets shows the light colours.
public struct PageColors: Hashable, Sendable {
  /// A colour with one meaning that has a light and a dark variant.
  public struct Role: Hashable, Sendable {
    /// Lower-case letters, digits and hyphens.
    public var name: String
    public var light: Color
    public var dark: Color
    /// The share of the page's text colour, 0 to 1; `nil` for a colour of its own.
    public var textShare: Double?

    public init(_ name: String, light: Color, dark: Color, textShare: Double? = nil) {
      (self.name, self.light, self.dark, self.textShare) = (name, light, dark, textShare)
    }
  }

  public var roles: [Role]

  public init(_ roles: [Role]) { self.roles = roles }

  /// The role that a colour has in the light, however transparent it is.
  func role(of color: Color) -> Role? {
    roles.first {
      $0.light.red == color.red && $0.light.green == color.green && $0.light.blue == color.blue
    }
  }

  /// A role as the paint of fills or of strokes.
  struct Use: Hashable {
    enum Paint: String { case fill, stroke }

    let role: Role
    let paint: Paint

    var className: String { "\(paint.rawValue)-\(role.name)" }
  }

  /// The class of the document: documents with other colours in the same page have another one.
  var className: String {
    var digester = Digester()
    for role in roles {
      digester.combine("\(role.name) \(role.light.hex) \(role.dark.hex) \(role.textShare ?? -1)")
    }
    return "figure-\("\(digester.digest)".prefix(8))"
  }

  /// The style sheet for the used colours. A document by itself has no page, so it has a text
  /// colour.
  func style(for uses: Set<Use>) -> String {
    let uses = uses.sorted { $0.className < $1.className }
    let lines = uses.map { rule($0, $0.role.light) }
    let dark = uses.filter { $0.role.textShare == nil }.map { rule($0, $0.role.dark) }
    let text = roles.first { $0.textShare == 1 }
    return """
      <style>
      \(root(text?.light))\(lines.joined())@media (prefers-color-scheme:dark){
      \(root(text?.dark))\(dark.joined())}
      </style>

      """
  }

  private func root(_ color: Color?) -> String {
    color.map { ":root.\(className){color:\($0.hex)}\n" } ?? ""
  }

  private func rule(_ use: Use, _ color: Color) -> String {
    let usual = use.role.textShare.map { share in
      let percent = Int((share * 100).rounded())
      return percent == 100
        ? "currentColor" : "color-mix(in srgb,currentColor \(percent)%,transparent)"
    }
    let value = "var(--figure-\(use.role.name),\(usual ?? color.hex))"
    return ".\(className) .\(use.className){\(use.paint.rawValue):\(value)}\n"
  }
}

extension Color {
  /// `#rrggbb`, without the opacity.
  var hex: String {
    let bytes = [red, green, blue].map { Int((min(max($0, 0), 1) * 255).rounded()) }
    return "#" + bytes.map { $0.digits(2, radix: 16) }.joined()
  }
}
