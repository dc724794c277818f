import RostrumGeometry
import TestSupport
import Testing

@Suite("Colours as CSS")
struct CSSColorTests {
  /// Red, green and blue as bytes, alpha 0...1, worked out by hand or taken from the examples of
  /// W3C CSS Color 4 and the Web Platform Tests.
  static let table: [(css: String, red: Double, green: Double, blue: Double, alpha: Double)] = [
    ("red", 255, 0, 0, 1), ("ReBeccaPurple", 102, 51, 153, 1), ("transparent", 0, 0, 0, 0),
    ("CornflowerBlue", 100, 149, 237, 1), ("lightgoldenrodyellow", 250, 250, 210, 1),
    ("#f80", 255, 136, 0, 1), ("#F80C", 255, 136, 0, 0.8), ("#123456", 0x12, 0x34, 0x56, 1),
    ("#12345633", 0x12, 0x34, 0x56, 0.2), ("rgb(1, 2, 3)", 1, 2, 3, 1),
    ("RGB(1,2,3)", 1, 2, 3, 1), ("rgba(1, 2, 3, .5)", 1, 2, 3, 0.5),
    ("rgb(1 2 3 / 50%)", 1, 2, 3, 0.5), ("rgb(100%, 0%, 20%)", 255, 0, 51, 1),
    ("rgb(100% 51 none)", 255, 51, 0, 1), ("rgb(300 -5 1e1/2)", 255, 0, 10, 1),
    ("rgba( 1 2 3 )", 1, 2, 3, 1), ("rgb(1 2 3 / none)", 1, 2, 3, 0),
    ("hsl(120, 100%, 50%)", 0, 255, 0, 1), ("hsl(120deg 100% 50%)", 0, 255, 0, 1),
    ("hsla(240, 100%, 25%, 0.25)", 0, 0, 127.5, 0.25), ("hsl(-60 100 50)", 255, 0, 255, 1),
    ("hsl(0.5turn 100% 50% / 1)", 0, 255, 255, 1), ("hsl(30 50% 40%)", 153, 102, 51, 1),
    ("hsl(-120 100% 50%)", 0, 0, 255, 1), ("hsl(780 100% 50%)", 255, 255, 0, 1),
    ("hsl(none 0 100)", 255, 255, 255, 1),
    ("hwb(0 0% 0%)", 255, 0, 0, 1), ("hwb(120 20% 20%)", 51, 204, 51, 1),
    ("hwb(90grad 40% 60%)", 102, 102, 102, 1), ("hwb(7 100% 100% / 0)", 127.5, 127.5, 127.5, 0),
    ("color(srgb 1 0.2 0)", 255, 51, 0, 1), ("color(srgb 2 -1 0% / 0.5)", 510, -255, 0, 0.5),
    ("  #fff  ", 255, 255, 255, 1), ("rgb(0 0 0/.5)", 0, 0, 0, 0.5),
  ]

  @Test("Every form of a colour means its numbers", arguments: table)
  func forms(css: String, red: Double, green: Double, blue: Double, alpha: Double) {
    let expected = Color(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
    #expect(isClose(Color(css: css), expected, 1e-12))
  }

  /// Of colours that sRGB has, the published conversions of the Web Platform Tests and of W3C CSS
  /// Color 4, whose digits are few.
  @Test(
    "OKLab and OKLCh mean the published colours",
    arguments: [
      ("oklab(51.975% -0.1403 0.10768)", 0, 128, 0), ("oklab(0 0 0)", 0, 0, 0),
      ("oklab(1 0 0)", 255, 255, 255), ("OKLab(100% 0.4 -0.4)", 255, 255, 255),
      ("oklab(59.686% 0.1009 0.1192)", 198, 93, 7),
      ("oklab(70% -25% 0)", 74.62, 178.75, 160.69),
      ("oklch(51.975% 0.17686 142.495)", 0, 128, 0), ("oklch(0.62796 0.25768 29.234)", 255, 0, 0),
      ("oklch(86.644% 0.29483 142.495deg)", 0, 255, 0),
      ("oklch(0.45201 0.31321 264.052)", 0, 0, 255), ("oklch(50% none none)", 99.0, 99.0, 99.0),
      ("oklch(40.101% 30.83% 0.0598750turn)", 125, 35, 41),
    ])
  func oklab(css: String, red: Double, green: Double, blue: Double) {
    let expected = Color(red: red / 255, green: green / 255, blue: blue / 255, alpha: 1)
    #expect(isClose(Color(css: css), expected, 0.5 / 255), "\(String(describing: Color(css: css)))")
  }

  @Test("A colour outside sRGB's gamut keeps its lightness and its hue, and loses chroma")
  func gamut() throws {
    for hue in stride(from: 0.0, to: 360, by: 15) {
      for lightness in [0.2, 0.5, 0.8] {
        let wide = try #require(Color(css: "oklch(\(lightness) 0.4 \(hue) / 0.5)"))
        #expect([wide.red, wide.green, wide.blue].allSatisfy { (0...1).contains($0) })
        #expect(wide.alpha == 0.5)
        // A chroma inside the gamut is close by, as the mapping promises: within a just noticeable
        // difference.
        let nearest = try stride(from: 0.0, to: 0.4, by: 0.001).map { chroma in
          try #require(Color(css: "oklch(\(lightness) \(chroma) \(hue) / 0.5)"))
        }.map { max(abs($0.red - wide.red), abs($0.green - wide.green), abs($0.blue - wide.blue)) }
        #expect(try #require(nearest.min()) < 0.02, "\(lightness) \(hue)")
      }
    }
    // Limiting the channels of this green alone would make it sRGB's, which is far darker.
    let green = try #require(Color(css: "oklch(0.95 0.4 142.5)"))
    #expect(green.red > 0.5 && green.green > 0.98 && green.blue > 0.5, "\(green)")
  }

  @Test(
    "Anything else is no colour",
    arguments: [
      "", "reddish", "#", "#12", "#12345", "#1234567", "#123456789", "#ggg", "rgb", "rgb(1 2 3",
      "rgb(1 2)", "rgb(1, 2 3)", "rgb(1 2, 3)", "rgb(1, 2, 3 / 4)", "rgb(1 2 3, 4)",
      "rgb(1, 2%, 3)", "rgb(1 2 3 4)", "rgb(1deg 2 3)", "rgb (1 2 3)", "hsl(1, 2, 3)",
      "hsl(10% 20% 30%)", "hwb(1, 2%, 3%)", "color(srgb 1, 2, 3)", "color(display-p3 1 0 0)",
      "color(srgb1 0 0)", "rgb(1e999 0 0)", "red blue", "red;", "lab(1 2 3)", "rgb(nan 0 0)",
      "oklch(1, 2, 3)", "oklab(1 2)", "oklch(50% 0.1 20%)", "oklab(0.5 10deg 0)",
      "rgb(1,2,3,)", "#fff fff", "é",
    ])
  func refused(css: String) {
    #expect(Color(css: css) == nil)
  }

  @Test("There are 148 names and transparent, in order, and each is a colour")
  func names() {
    #expect(Color.names.count == 149)
    #expect(Color.names == Color.names.sorted())
    #expect(Color.names.allSatisfy { Color(css: $0) != nil })
    let different = Set(Color.names.compactMap { Color(css: $0) })
    // Aqua is cyan, fuchsia is magenta, and seven greys have two spellings.
    #expect(different.count == 149 - 2 - 7)
  }

  @Test("The table of names has the check sum of the published one")
  func nameTable() {
    // FNV-1a over "name#rrggbb" of the 148 names in alphabetical order.
    let text = Color.names.filter { $0 != "transparent" }
      .map { $0 + (Color(css: $0)?.css ?? "") }.joined()
    let sum = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    #expect(sum == 0xDE46_8D7A_DB61_7B94)
  }

  @Test("Colours are written short and read back exactly")
  func writing() {
    #expect(Color(css: "orange")?.css == "#ffa500")
    #expect(Color(css: "rgb(1 2 3 / 20%)")?.css == "#01020333")
    #expect(Color(css: "rgba(255, 0, 0, 0.3)")?.css == "rgba(255, 0, 0, 0.3)")
    #expect(Color(red: 0.1, green: 2, blue: -3).css == "color(srgb 0.1 2.0 -3.0 / 1.0)")
    var random = RandomSource(seed: 19)
    for _ in 0..<300 {
      let color = Color(
        red: random.number(), green: random.number(), blue: random.number(),
        alpha: random.number(0...1))
      #expect(Color(css: color.css) == color)
      let half = Color(red: 1, green: 0, blue: 51.0 / 255, alpha: random.number(0...1))
      #expect(Color(css: half.css) == half)
    }
  }
}
