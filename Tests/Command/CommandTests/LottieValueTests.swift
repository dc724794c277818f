import RostrumCanvas
import Foundation
import TestSupport
import Testing

/// A pixel of a small Lottie whose value follows from the format by arithmetic.
struct LottieValue: CustomTestStringConvertible, Sendable {
  let name: String
  /// Layers, and further keys of the file.
  let layers: String
  var more = ""
  var time = 0.0
  var options: [String] = []
  /// Places with their colours, as alpha, red, green and blue, multiplied by alpha.
  let pixels: [(Int, Int, UInt32)]

  var testDescription: String { "\(name) at \(time) \(options.joined(separator: " "))" }
}

/// Constructs of the format that players agree about, each with values worked out.
@Suite("Values in Lotties")
struct LottieValueTests {
  private static let (red, green, blue): (UInt32, UInt32, UInt32) = (
    0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF
  )

  private static func solid(
    _ color: String, _ width: Int = 100, _ height: Int = 100, _ keys: String = ""
  ) -> String {
    """
    {"ty": 1, "ip": 0, "op": 60, "st": 0, "ks": {}, "sw": \(width), "sh": \(height),
     "sc": "\(color)"\(keys.isEmpty ? "" : ", " + keys)}
    """
  }

  private static func composition(_ keys: String) -> String {
    #"{"ty": 0, "ip": 0, "op": 60, "st": 0, "ks": {}, "refId": "c", "w": 100, "h": 100, \#(keys)}"#
  }

  private static func shapes(_ items: String) -> String {
    #"{"ty": 4, "ip": 0, "op": 60, "st": 0, "ks": {}, "shapes": [\#(items)]}"#
  }

  private static func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    #"{"ty": "rc", "p": {"k": [\#(x), \#(y)]}, "s": {"k": [\#(width), \#(height)]}}"#
  }

  private static let fill = #"{"ty": "fl", "c": {"k": [1, 0, 0]}, "o": {"k": 100}}"#
  private static let stroke =
    #"{"ty": "st", "c": {"k": [1, 0, 0]}, "o": {"k": 100}, "w": {"k": 4}, "lc": 1}"#

  private static func line(_ x0: Int, _ x1: Int, _ y: Int) -> String {
    #"{"ty": "sh", "ks": {"k": {"c": false, "v": [[\#(x0), \#(y)], [\#(x1), \#(y)]], "i": [[0, 0], [0, 0]], "o": [[0, 0], [0, 0]]}}}"#
  }

  private static func trim(_ start: Int, _ end: Int, _ offset: Int = 0, mode: Int = 1) -> String {
    #"{"ty": "tm", "s": {"k": \#(start)}, "e": {"k": \#(end)}, "o": {"k": \#(offset)}, "m": \#(mode)}"#
  }

  private static func remap(_ keys: [(Int, Double)]) -> String {
    let list = keys.map {
      #"{"t": \#($0), "s": [\#($1)], "o": {"x": 0, "y": 0}, "i": {"x": 1, "y": 1}}"#
    }
    return composition(#""tm": {"a": 1, "k": [\#(list.joined(separator: ", "))]}"#)
  }

  private static let halves =
    #""assets": [{"id": "c", "layers": [\#(solid("#ff0000").replacing(#""op": 60"#, with: #""op": 30"#)), \#(solid("#00ff00").replacing(#""ip": 0"#, with: #""ip": 30"#))]}],"#

  private static func gradient(_ count: Int, _ stops: String) -> String {
    let list = #""g": {"p": \#(count), "k": {"k": [\#(stops)]}}"#
    return shapes(
      rectangle(50, 50, 100, 100)
        + #", {"ty": "gf", "o": {"k": 100}, "t": 1, "s": {"k": [0, 50]}, "e": {"k": [100, 50]}, \#(list)}"#
    )
  }

  private static func mask(_ mode: String, _ x0: Int, _ x1: Int, _ opacity: Int) -> String {
    let zeros = "[[0, 0], [0, 0], [0, 0], [0, 0]]"
    return
      #"{"mode": "\#(mode)", "o": {"k": \#(opacity)}, "pt": {"k": {"c": true, "v": [[\#(x0), 0], [\#(x1), 0], [\#(x1), 100], [\#(x0), 100]], "i": \#(zeros), "o": \#(zeros)}}}"#
  }

  private static func masked(_ masks: String...) -> String {
    solid("#ff0000", 100, 100, #""masksProperties": [\#(masks.joined(separator: ", "))]"#)
  }

  private static func blended(_ mode: Int) -> String {
    #""assets": [{"id": "c", "layers": [\#(solid("#00ffff", 60, 60, "\"bm\": \(mode)"))]}],"#
  }

  private static func moving(_ to: String, _ ti: String) -> String {
    let keys =
      #"{"t": 0, "s": [10, 50], "to": \#(to), "ti": \#(ti), "o": {"x": 0, "y": 0}, "i": {"x": 1, "y": 1}}, {"t": 60, "s": [90, 50]}"#
    return solid("#ff0000", 6, 6).replacing(
      #""ks": {}"#, with: #""ks": {"a": {"k": [3, 3]}, "p": {"a": 1, "k": [\#(keys)]}}"#)
  }

  private static func text(_ animator: String) -> String {
    #"{"ty": 5, "ip": 0, "op": 60, "st": 0, "ks": {"p": {"k": [0, 50]}}, "t": {"d": {"k": [{"t": 0, "s": {"s": 100, "f": "F", "t": "AAAA", "fc": [1, 0, 0]}}]}, "m": {"a": {"k": [0, 0]}}, "a": [\#(animator)]}}"#
  }

  private static let letters =
    #""fonts": {"list": [{"fName": "F", "fFamily": "F", "fStyle": "R"}]}, "chars": [{"ch": "A", "style": "R", "fFamily": "F", "w": 20, "data": {"shapes": [{"ty": "gr", "it": [{"ty": "sh", "ks": {"k": {"c": true, "v": [[0, 0], [20, 0], [20, -20], [0, -20]], "i": [[0, 0], [0, 0], [0, 0], [0, 0]], "o": [[0, 0], [0, 0], [0, 0], [0, 0]]}}}]}]}}],"#

  private static func range(_ keys: String, _ change: String) -> String {
    text(#"{"s": {"t": 0, \#(keys)}, "a": {\#(change)}}"#)
  }

  private static func shadow(_ color: String, _ angle: Int) -> String {
    #"{"ty": 25, "ef": [{"v": {"k": [\#(color), 1]}}, {"v": {"k": 255}}, {"v": {"k": \#(angle)}}, {"v": {"k": 20}}, {"v": {"k": 0}}]}"#
  }

  private static let hide = #""o": {"k": 0}"#

  static let all: [LottieValue] = [
    // At 1 s the composition is at 1.9 s, then it goes back; at 1.75 s at 0.475 s.
    .init(
      name: "remap there and back", layers: remap([(0, 0), (30, 1.9), (60, 0)]), more: halves,
      time: 1, pixels: [(50, 50, green)]),
    .init(
      name: "remap there and back", layers: remap([(0, 0), (30, 1.9), (60, 0)]), more: halves,
      time: 1.75, pixels: [(50, 50, red)]),
    .init(
      name: "remap that stands at a cut", layers: remap([(0, 0), (30, 1), (59, 1)]), more: halves,
      time: 1.5, pixels: [(50, 50, green)]),
    .init(
      name: "remap backwards", layers: remap([(0, 1.9), (60, 0)]), more: halves, time: 0.5,
      pixels: [(50, 50, green)]),
    .init(
      name: "stretch backwards",
      layers: composition(#""sr": -1, "st": 60"#).replacing(
        #""st": 0, "#, with: ""), more: halves, time: 0.5, pixels: [(50, 50, green)]),
    .init(
      name: "two colours at one place",
      layers: gradient(4, "0, 1,0,0, 0.5, 1,0,0, 0.5, 0,0,1, 1, 0,0,1"),
      pixels: [(10, 50, red), (48, 50, red), (52, 50, blue), (90, 50, blue)]),
    .init(
      name: "two colours at the start", layers: gradient(3, "0, 1,0,0, 0, 0,0,1, 1, 0,0,1"),
      pixels: [(10, 50, blue), (90, 50, blue)]),
    .init(
      name: "two colours at the end", layers: gradient(3, "0, 1,0,0, 1, 1,0,0, 1, 0,0,1"),
      pixels: [(10, 50, red), (90, 50, red)]),
    .init(
      name: "two opacities at one place",
      layers: gradient(2, "0, 1,0,0, 1, 1,0,0, 0,1, 0.5,1, 0.5,0, 1,0"),
      pixels: [(48, 50, red), (52, 50, 0)]),
    .init(
      name: "two colours and two opacities at one place",
      layers: gradient(
        4, "0, 1,0,0, 0.5, 1,0,0, 0.5, 0,0,1, 1, 0,0,1, 0,0, 0.5,0, 0.5,1, 1,1"),
      pixels: [(48, 50, 0), (52, 50, blue)]),
    .init(
      name: "merge of all, then intersection",
      layers: shapes(
        rectangle(25, 50, 30, 80) + "," + rectangle(75, 50, 30, 80)
          + #", {"ty": "mm", "mm": 1}, {"ty": "mm", "mm": 4}, "# + fill),
      pixels: [(25, 50, red), (75, 50, red), (50, 50, 0)]),
    .init(
      name: "merge of all, then what is subtracted",
      layers: shapes(
        rectangle(20, 50, 20, 40) + "," + rectangle(80, 50, 20, 40)
          + #", {"ty": "mm", "mm": 1}, "# + rectangle(50, 50, 80, 10)
          + #", {"ty": "mm", "mm": 3}, "# + fill),
      pixels: [(20, 40, red), (20, 50, 0), (80, 60, red), (80, 50, 0)]),
    .init(
      name: "trim behind a merge of one path",
      layers: shapes(
        line(0, 100, 50) + #", {"ty": "mm", "mm": 2}, "# + trim(0, 50) + "," + stroke),
      pixels: [(25, 50, red), (75, 50, 0)]),
    // What blends inside a composition has nothing behind it there.
    .init(
      name: "multiply in a composition", layers: composition(#""ddd": 0"#) + "," + solid("#ffff00"),
      more: blended(1), pixels: [(30, 30, 0xFF00_FFFF), (80, 80, 0xFFFF_FF00)]),
    .init(
      name: "difference in a composition",
      layers: composition(#""ddd": 0"#) + "," + solid("#ffff00"), more: blended(10),
      pixels: [(30, 30, 0xFF00_FFFF), (80, 80, 0xFFFF_FF00)]),
    // A corner of 30 ends 30 from it.
    .init(
      name: "rounded corners of a path",
      layers: shapes(
        #"{"ty": "sh", "ks": {"k": {"c": true, "v": [[10, 10], [90, 10], [90, 90], [10, 90]], "i": [[0, 0], [0, 0], [0, 0], [0, 0]], "o": [[0, 0], [0, 0], [0, 0], [0, 0]]}}}, {"ty": "rd", "r": {"k": 30}}, "#
          + fill), pixels: [(15, 15, 0), (21, 21, red), (42, 11, red), (86, 86, 0)]),
    .init(
      name: "rounded corners of a polygon",
      layers: shapes(
        #"{"ty": "sr", "sy": 2, "pt": {"k": 4}, "p": {"k": [50, 50]}, "r": {"k": 45}, "or": {"k": 56.5685}}, {"ty": "rd", "r": {"k": 30}}, "#
          + fill), pixels: [(15, 15, 0), (21, 21, red), (42, 11, red), (86, 86, 0)]),
    .init(
      name: "skew of half a turn",
      layers: shapes(
        #"{"ty": "gr", "it": [\#(rectangle(0, 0, 40, 40)), \#(fill), {"ty": "tr", "p": {"k": [50, 50]}, "sk": {"k": 180}}]}"#
      ), pixels: [(32, 32, red), (68, 68, red), (28, 50, 0)]),
    // As -45 degrees: x grows with y.
    .init(
      name: "skew of more than a quarter turn",
      layers: shapes(
        #"{"ty": "gr", "it": [\#(rectangle(0, 0, 20, 40)), \#(fill), {"ty": "tr", "p": {"k": [50, 50]}, "sk": {"k": 135}}]}"#
      ), pixels: [(34, 34, red), (66, 66, red), (66, 34, 0)]),
    .init(
      name: "trims in each other",
      layers: shapes(line(0, 100, 50) + "," + trim(0, 50) + "," + trim(50, 100) + "," + stroke),
      pixels: [(10, 50, 0), (35, 50, red), (60, 50, 0)]),
    .init(
      name: "three trims in each other",
      layers: shapes(
        line(0, 100, 50) + "," + trim(0, 80) + "," + trim(50, 100) + "," + trim(0, 50) + ","
          + stroke), pixels: [(35, 50, 0), (50, 50, red), (65, 50, 0)]),
    .init(
      name: "trims in turn",
      layers: shapes(
        line(0, 100, 20) + "," + line(0, 100, 70) + "," + trim(25, 75, mode: 2) + "," + stroke),
      pixels: [(20, 20, 0), (80, 20, red), (20, 70, red), (80, 70, 0)]),
    .init(
      name: "trims in turn around the end",
      layers: shapes(
        line(0, 100, 20) + "," + line(0, 100, 70) + "," + trim(0, 50, 270, mode: 2) + ","
          + stroke), pixels: [(20, 20, red), (80, 20, 0), (20, 70, 0), (80, 70, red)]),
    .init(
      name: "a trim in turn outside of one of each path",
      layers: shapes(
        #"{"ty": "gr", "it": [\#(line(0, 100, 20)), \#(line(0, 100, 70)), \#(trim(0, 50))]}, "#
          + trim(0, 50, mode: 2) + "," + stroke),
      pixels: [(20, 20, red), (45, 20, red), (80, 20, 0), (20, 70, 0)]),
    .init(
      name: "filled trim in turn",
      layers: shapes(
        rectangle(25, 50, 40, 40) + "," + rectangle(75, 50, 40, 40) + ","
          + trim(50, 100, mode: 2) + "," + fill), pixels: [(25, 50, 0), (75, 50, red)]),
    .init(
      name: "offset of a trim",
      layers: shapes(line(0, 100, 50) + "," + trim(0, 50, -90) + "," + stroke),
      pixels: [(10, 50, red), (40, 50, 0), (60, 50, 0), (90, 50, red)]),
    .init(
      name: "last copy has the end opacity",
      layers: shapes(
        rectangle(10, 50, 20, 20) + "," + fill
          + #", {"ty": "rp", "c": {"k": 3}, "tr": {"p": {"k": [30, 0]}, "s": {"k": [100, 100]}, "so": {"k": 100}, "eo": {"k": 0}}}"#
      ), pixels: [(10, 50, red), (40, 50, 0x8080_0000), (70, 50, 0)]),
    .init(
      name: "two copies",
      layers: shapes(
        rectangle(10, 50, 20, 20) + "," + fill
          + #", {"ty": "rp", "c": {"k": 2}, "tr": {"p": {"k": [30, 0]}, "s": {"k": [100, 100]}, "so": {"k": 0}, "eo": {"k": 100}}}"#
      ), pixels: [(10, 50, 0), (40, 50, red)]),
    // min(0.5, 0.8), max and difference of both where they overlap.
    .init(
      name: "darken", layers: masked(mask("a", 0, 60, 50), mask("d", 40, 100, 80)),
      pixels: [(20, 50, 0), (50, 50, 0x8080_0000), (80, 50, 0)]),
    .init(
      name: "lighten", layers: masked(mask("a", 0, 60, 50), mask("l", 40, 100, 80)),
      pixels: [(20, 50, 0x8080_0000), (50, 50, 0xCCCC_0000), (80, 50, 0xCCCC_0000)]),
    .init(
      name: "difference of masks", layers: masked(mask("a", 0, 60, 100), mask("f", 40, 100, 100)),
      pixels: [(20, 50, red), (50, 50, 0), (80, 50, red)]),
    .init(
      name: "subtracted and lightened",
      layers: masked(mask("s", 0, 60, 100), mask("l", 0, 20, 100)),
      pixels: [(10, 50, red), (40, 50, 0), (80, 50, red)]),
    .init(
      name: "intersected and darkened",
      layers: masked(mask("a", 0, 60, 100), mask("i", 20, 100, 50), mask("d", 0, 40, 100)),
      pixels: [(10, 50, 0), (30, 50, 0x8080_0000), (50, 50, 0)]),
    .init(
      name: "darken alone", layers: masked(mask("d", 0, 60, 100)),
      pixels: [(30, 50, red), (80, 50, 0)]),
    // A straight way whose handles lie on it: half of it after half of the time, by length. By the
    // parameter x = 10 + 3 (1-t)^2 t 60 + 3 (1-t) t^2 80 + t^3 80 - at 0.5: 72.5.
    .init(
      name: "straight way by length", layers: moving("[60, 0]", "[0, 0]"), time: 1,
      pixels: [(50, 50, red), (72, 50, 0)]),
    .init(
      name: "straight way by length", layers: moving("[60, 0]", "[0, 0]"), time: 1,
      options: ["--lottie-profile", "ios"], pixels: [(50, 50, 0), (72, 50, red)]),
    // The first two of four letters are hidden; an index counts letters.
    .init(
      name: "first half of letters", layers: range(#""s": {"k": 0}, "e": {"k": 50}"#, hide),
      more: letters, pixels: [(10, 40, 0), (30, 40, 0), (50, 40, red), (70, 40, red)]),
    .init(
      name: "letters by index", layers: range(#""r": 2, "s": {"k": 1}, "e": {"k": 2}"#, hide),
      more: letters, pixels: [(10, 40, red), (30, 40, 0), (50, 40, red)]),
    .init(
      name: "letters with an offset",
      layers: range(#""s": {"k": 0}, "e": {"k": 50}, "o": {"k": 50}"#, hide), more: letters,
      pixels: [(10, 40, red), (30, 40, red), (50, 40, 0), (70, 40, 0)]),
    .init(
      name: "half of a letter",
      layers: range(#""r": 2, "s": {"k": 0}, "e": {"k": 1}, "a": {"k": 50}"#, hide),
      more: letters, pixels: [(10, 40, 0x8080_0000), (30, 40, red)]),
    // Shares 1/8, 3/8, 5/8 and 7/8 of 80 points down.
    .init(
      name: "ramp", layers: range(#""sh": 2"#, #""p": {"k": [0, 80]}"#), more: letters,
      pixels: [(10, 42, red), (10, 62, 0), (30, 62, red), (30, 82, 0), (50, 82, red)]),
    .init(
      name: "letters turned about their middles",
      layers: range(#""s": {"k": 0}, "e": {"k": 25}"#, #""r": {"k": 180}"#), more: letters,
      pixels: [(10, 40, 0), (10, 60, red), (30, 40, red)]),
    .init(
      name: "letters coloured",
      layers: range(#""s": {"k": 50}, "e": {"k": 100}"#, #""fc": {"k": [0, 0, 1]}"#),
      more: letters, pixels: [(10, 40, red), (50, 40, blue), (70, 40, blue)]),
    .init(
      name: "letters grown to nothing",
      layers: range(#""s": {"k": 0}, "e": {"k": 50}"#, #""s": {"k": [0, 0]}"#),
      more: letters, pixels: [(10, 40, 0), (50, 40, red)]),
    // Shadows of full strength: the second one is that of the square with the first.
    .init(
      name: "two shadows",
      layers: solid("#ff0000", 20, 20).replacing(
        #""ks": {}"#,
        with:
          #""ks": {"p": {"k": [40, 40]}}, "ef": [\#(shadow("0, 1, 0", 90)), \#(shadow("0, 0, 1", 180))]"#
      ),
      pixels: [(50, 50, red), (70, 50, green), (50, 70, blue), (70, 70, blue), (30, 50, 0)]),
    .init(
      name: "composition that is missing",
      layers: composition(#""ddd": 0"#) + "," + solid("#ff0000"),
      pixels: [(50, 50, red)]),
    .init(
      name: "picture that is missing",
      layers: #"{"ty": 2, "ip": 0, "op": 60, "ks": {}, "refId": "p"}, "# + solid("#ff0000"),
      more: #""assets": [{"id": "p", "w": 9, "h": 9, "u": "images/", "p": "none.png"}],"#,
      pixels: [(50, 50, red)]),
    .init(
      name: "all ignored",
      layers: solid("#ff0000").replacing(
        #""ks": {}"#, with: #""ks": {"r": {"k": 0, "x": "time"}}, "sy": [{"ty": 3}]"#),
      options: ["--ignore", "all"], pixels: [(50, 50, red)]),
  ]

  @Test("Values in Lotties are those that the format says", arguments: all)
  func value(_ value: LottieValue) async throws {
    let command = try Command()
    let text = Self.file(value.layers, value.more)
    try command.folder.write(text, to: "a.json")
    try await Self.check(value, "a.json", command)
  }

  static func file(_ layers: String, _ more: String = "") -> String {
    #"{"v": "5.7.0", "fr": 30, "ip": 0, "op": 60, "w": 100, "h": 100, \#(more) "layers": [\#(layers)]}"#
  }

  static func check(_ value: LottieValue, _ file: String, _ command: Command) async throws {
    let arguments = ["render", file, "--at", "\(value.time)", "-o", "a.png"] + value.options
    let result = try await command.run(arguments)
    try #require(result.status == 0, "\(result.errors)")
    let picture = try PNG.decode(contentsOfFile: command.folder.path("a.png"))
    for (x, y, expected) in value.pixels {
      let shown = picture[x, y]
      let isNear = [0, 8, 16, 24].allSatisfy { shift in
        abs(Int(shown >> shift & 0xFF) - Int(expected >> shift & 0xFF)) <= 2
      }
      #expect(
        isNear,
        "(\(x), \(y)) is \(String(shown, radix: 16)), not \(String(expected, radix: 16))")
    }
  }

  @Test(
    "Values in Lotties are the same in every encoding",
    arguments: ["mark", "little", "big", "unmarked", "gzip"])
  func encoding(_ name: String) async throws {
    let command = try Command()
    let text = Self.file(Self.solid("#ff0000"))
    let units = Array(text.utf16)
    func bytes(_ mark: [UInt8], isLittle: Bool) -> [UInt8] {
      mark
        + units.flatMap { unit in
          let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
          return isLittle ? pair : pair.reversed()
        }
    }
    let content: [UInt8] =
      switch name {
      case "mark": [0xEF, 0xBB, 0xBF] + Array(text.utf8)
      case "little": bytes([0xFF, 0xFE], isLittle: true)
      case "big": bytes([0xFE, 0xFF], isLittle: false)
      case "unmarked": bytes([], isLittle: true)
      default: Array(text.utf8)
      }
    let file = name == "gzip" ? "a.tgs" : "a.json"
    try Data(content).write(to: URL(filePath: command.folder.path("a.json")))
    if name == "gzip" {
      let packed = try await command.shell("gzip -c a.json > a.tgs")
      try #require(packed.status == 0)
    }
    let value = LottieValue(name: name, layers: "", pixels: [(50, 50, Self.red)])
    try await Self.check(value, file, command)
  }
}
