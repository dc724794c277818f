/// Small SVGs over which librsvg crashes, or which take gigabytes or minutes.
public struct HostileSVG: Sendable, CustomStringConvertible {
  public enum Outcome: Sendable {
    /// Refused by the limit of memory, or by that of time.
    case memory, time
    /// Refused by librsvg itself as soon as it is read.
    case refusal
    /// A crash, an error or a picture: that depends on librsvg's version.
    case any
  }

  public let name: String
  public let text: String
  public let outcome: Outcome

  public var description: String { name }

  private init(_ name: String, _ outcome: Outcome, _ text: String) {
    (self.name, self.outcome, self.text) = (name, outcome, text)
  }

  /// An SVG of `size` by `size` pixels with these definitions, and a rectangle over all of it.
  public static func covered(_ size: Int, _ attribute: String, _ definitions: String) -> String {
    drawing(size, "<rect width=\"100%\" height=\"100%\" fill=\"red\" \(attribute)/>", definitions)
  }

  /// An SVG of `size` by `size` pixels.
  public static func drawing(_ size: Int, _ body: String, _ definitions: String = "") -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
    width="\(size)" height="\(size)"><defs>\(definitions)</defs>\(body)</svg>
    """
  }

  private static func filter(_ primitives: String) -> String {
    "<filter id=\"f\" x=\"0\" y=\"0\" width=\"1\" height=\"1\">\(primitives)</filter>"
  }

  /// Elements `a0`, `a1` and so on, each of which contains `width` references to the next.
  private static func nest(
    _ element: String, depth: Int, width: Int, attributes: String = "",
    _ user: (String) -> String
  ) -> String {
    let levels = (0..<depth).map { level in
      let users = String(repeating: user("a\(level + 1)"), count: width)
      return "<\(element) id=\"a\(level)\" \(attributes)>\(users)</\(element)>"
    }
    return levels.joined()
      + "<\(element) id=\"a\(depth)\" \(attributes)><rect width=\"9\" height=\"9\"/></\(element)>"
  }

  /// Turbulence that takes hours at any size.
  public static let endless = filter("<feTurbulence baseFrequency=\"0.9\" numOctaves=\"1e9\"/>")
    .replacing("1e9", with: "1000000000")

  private static func many(_ count: Int, _ part: (Int) -> String) -> String {
    (0..<count).map(part).joined()
  }

  public static let all: [HostileSVG] = [
    HostileSVG(
      "convolution", .any,
      covered(
        40, "filter=\"url(#f)\"",
        filter(
          "<feConvolveMatrix order=\"21\" kernelMatrix=\"\(many(441) { _ in "1 " })\"/>"))),
    HostileSVG("turbulence", .time, covered(200, "filter=\"url(#f)\"", endless)),
    HostileSVG(
      "floods", .memory,
      covered(
        2000, "filter=\"url(#f)\"",
        filter(many(100) { "<feFlood flood-color=\"red\" result=\"r\($0)\"/>" }))),
    HostileSVG(
      "masks", .memory,
      covered(
        4000, "mask=\"url(#a0)\"",
        nest("mask", depth: 14, width: 2) {
          "<rect width=\"4000\" height=\"4000\" fill=\"white\" mask=\"url(#\($0))\"/>"
        })),
    HostileSVG(
      "patterns", .time,
      covered(
        2000, "style=\"fill:url(#a0)\"",
        nest(
          "pattern", depth: 20, width: 2,
          attributes: "width=\"1000\" height=\"1000\" patternUnits=\"userSpaceOnUse\""
        ) { "<rect width=\"1000\" height=\"1000\" fill=\"url(#\($0))\"/>" })),
    HostileSVG(
      "groups", .memory,
      drawing(
        2000,
        many(200) { _ in "<g opacity=\".5\">" }
          + "<rect width=\"2000\" height=\"2000\"/>" + many(200) { _ in "</g>" })),
    HostileSVG(
      "depth", .refusal, drawing(9, many(90_000) { _ in "<g>" } + many(90_000) { _ in "</g>" })),
    HostileSVG(
      "uses", .any,
      drawing(
        9, "<use xlink:href=\"#a0\"/>",
        nest("g", depth: 12, width: 10) { "<use xlink:href=\"#\($0)\"/>" })),
    HostileSVG(
      "dashes", .memory,
      drawing(
        200,
        "<path d=\"M0 0H1e7\" stroke=\"red\" stroke-width=\"5\" stroke-linecap=\"round\" "
          + "stroke-dasharray=\"0.01 0.01\"/>")),
    HostileSVG(
      "letters", .any,
      drawing(200, "<text y=\"99\" font-size=\"50\">\(many(400_000) { _ in "Wij " })</text>")),
    HostileSVG(
      "large letters", .any,
      drawing(200, "<text y=\"99\" font-size=\"1e30\">Hello</text>")),
    HostileSVG(
      "fonts", .any,
      drawing(
        200, many(3000) { "<text y=\"9\" font-family=\"Font\($0)\">Hi</text>" })),
    HostileSVG(
      "rules", .time,
      drawing(
        9, many(20_000) { "<rect class=\"x y z\" id=\"i\($0)\"/>" },
        "<style>\(many(20_000) { ".a .b\($0) .x ~ .y:not(.z) * > .q {fill:red}" })</style>")),
    HostileSVG(
      "entities", .refusal,
      "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY e0 \"aaaaaaaaaa\">"
        + many(10) { "<!ENTITY e\($0 + 1) \"\(String(repeating: "&e\($0);", count: 10))\">" }
        + "]>" + drawing(9, "<text>&e10;</text>")),
    HostileSVG(
      "a file in an entity", .refusal,
      "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
        + drawing(9, "<text>&x;</text>")),
  ]
}
