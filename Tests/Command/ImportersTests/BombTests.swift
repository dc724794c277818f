import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import Foundation
import RostrumGeometry
import RostrumImporters
import RostrumLayerTree
import RostrumSource
import TestSupport
import Testing

/// Small files that expand to far more than their size, each stopped at a limit.
@Suite("Lotties, SVGs and archives that grow", .serialized)
struct BombTests {
  private static func solid(_ more: String = "") -> String {
    ##"{"ty": 1, "nm": "s", "ip": 0, "op": 20, "ks": {}, "sc": "#f00", "sw": 9, "sh": 9 \##(more)}"##
  }

  private static func composition(_ name: String) -> String {
    #"{"ty": 0, "refId": "\#(name)", "w": 9, "h": 9, "op": 20, "ks": {}}"#
  }

  private static func repeated(_ text: String, _ count: Int) -> String {
    Array(repeating: text, count: count).joined(separator: ",")
  }

  /// Compositions in each other, `count` in each of `depth`; the innermost has `inner`.
  private static func levels(_ depth: Int, _ count: Int, _ inner: String) -> String {
    var assets = [#"{"id": "c0", "layers": [\#(inner)]}"#]
    for level in 1...depth {
      let layers = repeated(composition("c\(level - 1)"), count)
      assets.append(#"{"id": "c\#(level)", "layers": [\#(layers)]}"#)
    }
    return lottie(composition("c\(depth)"), "\"assets\": [\(assets.joined(separator: ","))],")
  }

  /// A text of `count` letters, each changed by `animators` animators with a moving range.
  private static func letters(_ count: Int, _ animators: Int) -> String {
    let animator = """
      {"s": {"t": 0, "s": {"k": [{"t": 0, "s": [0]}, {"t": 20, "s": [100]}]}, "e": {"k": 100}}, \
      "a": {"o": {"k": 0}, "p": {"k": [0, 10]}}}
      """
    let text = String(repeating: "a", count: count)
    return lottie(
      """
      {"ty": 5, "ip": 0, "op": 20, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": {"t": "\(text)", \
      "f": "A", "s": 10, "fc": [0, 0, 0]}}]}, "a": [\(repeated(animator, animators))]}}
      """,
      #""fonts": {"list": [{"fName": "A", "fFamily": "sans-serif", "fStyle": "Regular"}]},"#)
  }

  /// An SVG with a style sheet of a selector, or a rule, inside itself.
  private static func nested(
    _ count: Int, _ before: String, _ inner: String, _ after: String,
    _ block: String = "{fill: red}"
  ) -> String {
    let text =
      String(repeating: before, count: count) + inner + String(repeating: after, count: count)
    return "<svg width='9' height='9'><style>\(text)\(block)</style><rect width='9'/></svg>"
  }

  private static func parents(_ count: Int) -> String {
    lottie(
      (1...count).map { solid(", \"ind\": \($0), \"parent\": \($0 - 1)") }
        .joined(separator: ","))
  }

  private static func animatedTrack(_ count: Int, _ step: Double, _ value: (Int) -> String)
    -> String
  {
    let keys = (0..<count).map { "{\"t\": \(Double($0) * step), \"s\": [\(value($0))]}" }
    return "{\"a\": 1, \"k\": [\(keys.joined(separator: ","))]}"
  }

  private static func repeater(_ copies: String, _ more: String = "") -> String {
    #"{"ty": "rp", "c": {"k": \#(copies)}, "tr": {"p": {"k": [3, 0]}, "r": {"k": 7}} \#(more)}"#
  }

  private static func group(_ items: String) -> String { #"{"ty": "gr", "it": [\#(items)]}"# }

  /// An outline with `corners` corners.
  private static func outline(_ corners: Int) -> String {
    let (points, zeros) = (
      (0..<corners).map { "[\($0 % 97),\($0 % 89)]" }.joined(separator: ","),
      repeated("[0,0]", corners)
    )
    return
      #"{"ty": "sh", "ks": {"k": {"c": true, "v": [\#(points)], "i": [\#(zeros)], "o": [\#(zeros)]}}}"#
  }

  private static func use(_ levels: Int, _ count: Int, _ inner: String) -> String {
    var text = "<g id='a0'>\(inner)</g>"
    for level in 1...levels {
      let uses = String(repeating: "<use href='#a\(level - 1)'/>", count: count)
      text += "<g id='a\(level)'>\(uses)</g>"
    }
    return svg("<defs>\(text)</defs><use href='#a\(levels)'/>")
  }

  private static func svg(_ content: String) -> String {
    "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(content)</svg>"
  }

  private static func caml(_ content: String) -> String {
    "<caml xmlns='http://www.apple.com/CoreAnimation/1.0'><CALayer bounds='0 0 9 9'>"
      + "\(content)</CALayer></caml>"
  }

  private static func nested(_ open: String, _ close: String, _ count: Int, _ inner: String)
    -> String
  {
    String(repeating: open, count: count) + inner + String(repeating: close, count: count)
  }

  /// The expected outcome: a scene, or an error of this kind.
  enum Outcome: Equatable { case scene, mistake(String) }

  static let bombs: [(name: String, text: @Sendable () -> String, outcome: Outcome)] = [
    ("20 levels of ten", { levels(20, 10, solid()) }, .mistake("too-many-layers")),
    ("5000 letters and 20 animators", { letters(5000, 20) }, .mistake("too-large")),
    ("selectors in each other", { nested(200_000, ":not(", "a", ")") }, .mistake("style-sheets")),
    ("32 selectors in each other", { nested(31, ":not(", "a", ")") }, .scene),
    (
      "media rules in each other", { nested(200_000, "@media all{", "a{}", "}", "") },
      .mistake("style-sheets")
    ),
    ("a place beyond all numbers", { nested(1, ":nth-child(", "n-\(Int.max)", ")") }, .scene),
    ("20 levels of ten that show nothing", { levels(20, 10, "") }, .mistake("too-many-layers")),
    (
      "40 levels of two with shapes",
      {
        levels(40, 2, shapeLayer(square + "," + red))
      }, .mistake("too-many-layers")
    ),
    ("4 levels of ten", { levels(4, 10, solid()) }, .scene),
    ("a hundred layers that follow each other", { parents(101) }, .scene),
    ("one more", { parents(102) }, .mistake("too-deep")),
    ("3000 layers that follow each other", { parents(3000) }, .mistake("too-deep")),
    (
      "parents in a circle",
      {
        lottie(
          (0..<100).map { solid(", \"ind\": \($0), \"parent\": \(($0 + 1) % 100)") }
            .joined(separator: ","))
      }, .mistake("conflict")
    ),
    (
      "1500 layers with a hundred parents each",
      {
        lottie(
          ((1...100).map { solid(", \"ind\": \($0), \"parent\": \($0 - 1)") }
            + (0..<1500).map { _ in solid(", \"parent\": 100") }).joined(separator: ","))
      }, .mistake("too-many-layers")
    ),
    (
      "parents in compositions in compositions",
      {
        var assets: [String] = []
        for level in 0..<49 {
          let chain = (1...90).map { #"{"ty": 3, "ks": {}, "ind": \#($0), "parent": \#($0 - 1)}"# }
          let inner =
            level == 0
            ? solid(", \"parent\": 90")
            : composition("c\(level - 1)").dropLast() + ", \"parent\": 90}"
          assets.append(
            #"{"id": "c\#(level)", "layers": [\#((chain + [inner]).joined(separator: ","))]}"#)
        }
        return lottie(composition("c48"), "\"assets\": [\(assets.joined(separator: ","))],")
      }, .mistake("too-deep")
    ),
    (
      "a repeater of a billion",
      {
        lottie(shapeLayer(square + "," + red + "," + repeater("1e9")))
      }, .scene
    ),
    (
      "repeaters of repeaters",
      {
        lottie(
          shapeLayer(
            group(
              group(group(square + "," + red + "," + repeater("1000")) + "," + repeater("1000"))
                + "," + repeater("1000"))))
      }, .mistake("too-many-layers")
    ),
    (
      "repeaters of repeaters that move",
      {
        let moving = repeater("1000", ", \"o\": " + animated((0, "[0]", ""), (10, "[5]", "")))
        return lottie(
          shapeLayer(
            group(group(square + "," + red + "," + moving) + "," + moving)))
      }, .mistake("too-many-layers")
    ),
    (
      "a repeater of an outline of thousands of corners",
      {
        lottie(shapeLayer(outline(20_000) + "," + repeater("1000") + "," + red))
      }, .mistake("too-large")
    ),
    (
      "as many fills as outlines",
      {
        lottie(shapeLayer(repeated(square, 3000) + "," + repeated(red, 3000)))
      }, .mistake("too-large")
    ),
    (
      "trims of trims of repeaters",
      {
        let trim =
          #"{"ty": "tm", "s": \#(animated((0, "[0]", ""), (1e6, "[100]", ""))), "e": {"k": 100}}"#
        return lottie(
          shapeLayer(
            repeated(square, 50) + "," + repeater("500") + "," + red + "," + repeated(trim, 3)))
      }, .mistake("too-large")
    ),
    (
      "key frames by the hundred thousand, sampled in between",
      {
        let track = animatedTrack(100_000, 5000) { "\($0 % 7)" }
        return lottie(
          shapeLayer(
            square + "," + red, transform: "\"sk\": \(track), \"r\": \(track)"))
      }, .mistake("too-large")
    ),
    (
      "merged outlines that move",
      {
        let moving =
          #"{"ty": "el", "p": \#(animated((0, "[0,0]", ""), (1e6, "[99,9]", ""))), "s": {"k": [9, 9]}}"#
        return lottie(
          shapeLayer(
            repeated(moving, 400) + #", {"ty": "mm", "mm": 2}, "# + red))
      }, .mistake("too-large")
    ),
    (
      "a star of a billion points",
      {
        lottie(
          shapeLayer(#"{"ty": "sr", "pt": {"k": 1e9}, "or": {"k": 9}, "ir": {"k": 4}}, \#(red)"#))
      }, .scene
    ),
    ("a thousand stops of a gradient", { gradient(1000) }, .scene),
    ("one more stop", { gradient(1001) }, .mistake("out-of-range")),
    (
      "opacities of a gradient by the ten thousand", { gradient(2, 10_000) },
      .mistake("out-of-range")
    ),
    (
      "a billion frames",
      {
        lottie(solid()).replacing("\"op\": 20, \"w\"", with: "\"op\": 1e9, \"w\"")
      }, .mistake("too-many-frames")
    ),
    (
      "a slot that a thousand layers read again",
      {
        let numbers = (0..<30_000).map { "[\($0 % 9),1]" }.joined(separator: ",")
        let zeros = repeated("[0,0]", 30_000)
        let layers = repeated(shapeLayer(#"{"ty": "sh", "ks": {"sid": "p"}}, \#(red)"#), 1000)
        return lottie(
          layers,
          #""slots": {"p": {"p": {"a": 0, "k": {"v": [\#(numbers)], "i": [\#(zeros)], "o": [\#(zeros)]}}}},"#
        )
      }, .mistake("too-large")
    ),
    (
      "a text of letters with thousands of corners",
      {
        let glyph =
          #"{"ch": "a", "fFamily": "F", "style": "R", "w": 50, "data": {"shapes": [\#(outline(5000))]}}"#
        let text = String(repeating: "a", count: 10_000)
        return lottie(
          #"{"ty": 5, "ks": {}, "ip": 0, "op": 20, "t": {"d": {"k": [{"t": 0, "s": {"t": "\#(text)", "f": "R", "s": 9, "fc": [1, 0, 0]}}]}}}"#,
          #""fonts": {"list": [{"fName": "R", "fFamily": "F", "fStyle": "R"}]}, "chars": [\#(glyph)],"#
        )
      }, .mistake("too-large")
    ),
    (
      "wordings of a text by the ten thousand",
      {
        let documents = (0..<50_000).map {
          #"{"t": \#($0), "s": {"t": "a", "f": "R", "s": 9, "fc": [1, 0, 0]}}"#
        }
        return lottie(
          #"{"ty": 5, "ks": {}, "ip": 0, "op": 20, "t": {"d": {"k": [\#(documents.joined(separator: ","))]}}}"#,
          #""fonts": {"list": [{"fName": "R", "fFamily": "sans-serif", "fStyle": "R"}]},"#)
      }, .mistake("too-many-layers")
    ),
    (
      "mattes of mattes",
      {
        lottie(repeated(solid(", \"tt\": 1, \"td\": 1"), 2000) + "," + solid(", \"tt\": 1"))
      }, .scene
    ),
    (
      "lists in lists",
      {
        "{\"fr\": 10, \"ip\": 0, \"op\": 9, \"layers\": " + nested("[", "]", 401, "") + "}"
      }, .mistake("too-deep")
    ),
    (
      "symbols in symbols", { use(20, 10, "<rect width='1' height='1'/>") },
      .mistake("too-many-layers")
    ),
    ("symbols in symbols that show nothing", { use(20, 10, "") }, .mistake("too-many-layers")),
    (
      "a symbol of a long path",
      {
        let path = "M0 0" + String(repeating: "L1 1 ", count: 20_000)
        return use(3, 10, "<path d='\(path)'/>")
      }, .mistake("too-large")
    ),
    (
      "clips in clips",
      {
        let clips = (1...30).map { level in
          "<clipPath id='c\(level)'>"
            + String(
              repeating: "<rect width='9' height='9' clip-path='url(#c\(level - 1))'/>", count: 5)
            + "</clipPath>"
        }
        return svg(
          "<clipPath id='c0'><rect width='9' height='9'/></clipPath>" + clips.joined()
            + "<rect width='9' height='9' clip-path='url(#c30)'/>")
      }, .mistake("too-many-layers")
    ),
    (
      "a style sheet of many rules for many elements",
      {
        let rules = String(repeating: ".a1{fill:red}", count: 5000)
        return svg(
          "<style>\(rules)</style>"
            + String(repeating: "<rect class='a1' width='1' height='1'/>", count: 5000))
      }, .mistake("too-large")
    ),
    (
      "comments in a style sheet by the hundred thousand",
      {
        svg("<style>" + String(repeating: "/**/", count: 100_000) + "</style>")
      }, .scene
    ),
    (
      "elements deep in elements", { svg(nested("<g id='a'>", "</g>", 201, "")) },
      .mistake("too-deep")
    ),
    (
      "entities in entities",
      {
        let entities = (1...20).map { level in
          "<!ENTITY e\(level) \"" + String(repeating: "&e\(level - 1);", count: 10) + "\">"
        }
        return "<!DOCTYPE svg [<!ENTITY e0 \"aaaaaaaaaa\">\(entities.joined())]>"
          + svg("<text>&e20;</text>")
      }, .mistake("bad-format")
    ),
    (
      "replicators in replicators",
      {
        let layer = "<sublayers><CAReplicatorLayer instanceCount='100000'>"
        return caml(nested(layer, "</CAReplicatorLayer></sublayers>", 20, ""))
      }, .scene
    ),
    (
      "layers deep in layers",
      {
        caml(nested("<sublayers><CALayer>", "</CALayer></sublayers>", 120, ""))
      }, .mistake("too-deep")
    ),
  ]

  private static func gradient(_ stops: Int, _ opacities: Int = 0) -> String {
    let numbers =
      (0..<stops).map { "\(Double($0) / Double(stops)),1,0,0" }
      + (0..<opacities).map { "\(Double($0) / Double(opacities)),1" }
    return lottie(
      shapeLayer(
        square
          + #", {"ty": "gf", "t": 1, "o": {"k": 100}, "s": {"k": [0, 0]}, "e": {"k": [9, 0]}, "g": {"p": \#(stops), "k": {"k": [\#(numbers.joined(separator: ","))]}}}"#
      ))
  }

  @Test("Each ends at its limit", .timeLimit(.minutes(20)), arguments: bombs.indices)
  func bomb(_ index: Int) throws {
    let (name, text, outcome) = Self.bombs[index]
    let bytes = text()
    let begin = threadProcessorTime()
    let result = load(Array(bytes.utf8))
    let seconds = threadProcessorTime() - begin
    // Without optimisation a file takes twenty times as long.
    #expect(seconds < 40, "\(name): \(seconds) s for \(bytes.utf8.count) bytes")
    switch outcome {
    case .scene: #expect(result.scene != nil, "\(name): \(result.diagnostics.map(\.message))")
    case .mistake(let id):
      #expect(
        result.scene == nil && result.diagnostics.map(\.id) == [id],
        "\(name): \(result.diagnostics.map { ($0.id, $0.message) })")
    }
    if let scene = result.scene { #expect(scene.presentation(at: 0.5).sublayers.count < 1000) }
  }
}
