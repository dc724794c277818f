import Foundation
import TestSupport
import Testing

/// Names of layers in other programs' files: one that a command takes, all take.
@Suite("Names in imported files")
struct HostileLayerNameTests {
  static let names = [
    "", " ", "\t", "a\tb", "\n", "a\nb", "\r", "\0", "\u{7F}", "\u{85}", "\u{A0}", "\u{AD}",
    "\u{200B}", "\u{202E}",
    "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FEFF}a", "\u{FFFE}", "\u{FFFF}", "\u{E000}", "\u{600}",
    "\u{301}", "-h", "--", "@all",
    "${a}", "#", "*", ":", "- a", "~", "null", "true", "1", "'", "\"", "\\", "a/b", "..", "a.b",
    "a, b", "&a", "!a", "%",
    "<<", "\u{1F469}\u{200D}\u{1F467}", "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}", "e\u{301}",
    String(repeating: "a", count: 3000), String(repeating: "\u{301}", count: 3000),
  ]

  private static func lottie(_ name: String) throws -> String {
    let still: [String: Any] = ["a": 0, "k": [4, 4]]
    func layer(_ number: Int) -> [String: Any] {
      let group: [String: Any] = [
        "ty": "gr", "nm": name,
        "it": [
          ["ty": "rc", "nm": name, "p": still, "s": still],
          ["ty": "fl", "nm": name, "c": ["a": 0, "k": [1, 0, 0]], "o": ["a": 0, "k": 100]],
          ["ty": "tr"],
        ] as [Any],
      ]
      return [
        "ty": 4, "nm": name, "ind": number, "ip": 0, "op": 4, "st": 0, "shapes": [group],
        "cl": name,
        "ks": ["p": ["a": 1, "k": [["t": 0, "s": [0, 0]], ["t": 3, "s": [9, 9]]]]],
      ]
    }
    let file: [String: Any] = [
      "v": "5", "nm": name, "fr": 10, "ip": 0, "op": 4, "w": 20, "h": 20, "assets": [Any](),
      "layers": [layer(1), layer(2)], "markers": [["tm": 0, "dr": 1, "cm": name]],
    ]
    return String(decoding: try JSONSerialization.data(withJSONObject: file), as: UTF8.self)
  }

  @Test(
    "A Lottie's name that one command takes all take, and so does what they write", arguments: names
  )
  func lotties(_ name: String) async throws {
    let command = try Command(["a.json": try Self.lottie(name)])
    try await expectTaken(command, "a.json")
  }

  @Test(
    "An SVG's name that one command takes all take, and so does what they write", arguments: names)
  func pictures(_ name: String) async throws {
    let command = try Command()
    // No other characters can be in XML.
    let isXML = name.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value < 0xFFFE || "\t\n\r".unicodeScalars.contains($0)
    }
    guard isXML else { return }
    let escaped = name.unicodeScalars.map { "&#\($0.value);" }.joined()
    try command.folder.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><g id=\"\(escaped)\"><title>\(escaped)</title>"
        + "<rect id=\"b\(escaped)\" width=\"4\" height=\"4\"/></g></svg>", to: "a.svg")
    try await expectTaken(command, "a.svg")
  }

  private func expectTaken(_ command: Command, _ file: String) async throws {
    for line in [
      "check \(file)", "render \(file) --at 0 -o a.png -q", "import \(file) -o imported.yaml",
      "expand \(file) -o expanded.yaml", "bake \(file) -o baked.yaml", "inspect \(file)",
      "check imported.yaml expanded.yaml baked.yaml", "render imported.yaml --at 0 -o b.png -q",
      "render \(file) -o c.json -q --no-fields", "check c.json",
    ] {
      let result = try await command.run(line.split(separator: " ").map(String.init))
      #expect(result.status == 0, "\(line): \(result)")
    }
    #expect(command.folder.data("a.png") == command.folder.data("b.png"))
  }
}
