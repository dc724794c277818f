import Foundation
import TestSupport
import Testing

/// Effects of Lotties on solids of 100 by 100 points, with pixels worked out by arithmetic.
@Suite("Effects in Lotties")
struct LottieEffectTests {
  private static let (red, green, blue): (UInt32, UInt32, UInt32) = (
    0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF
  )

  private static func solid(
    _ color: String, _ effects: [String] = [], size: Int = 100, keys: String = ""
  ) -> String {
    """
    {"ty": 1, "ip": 0, "op": 60, "st": 0, "ks": {}, "sw": \(size), "sh": \(size), "sc": "\(color)",
     \(keys) "ef": [\(effects.joined(separator: ", "))]}
    """
  }

  /// An effect with these inputs from an index on; the inputs before are empty.
  private static func effect(
    _ type: Int, _ inputs: String..., from index: Int = 0, name: String = ""
  ) -> String {
    let empty = [String](repeating: "{}", count: index)
    let values = inputs.map { #"{"v": {"k": \#($0)}}"# }
    let list = (empty + values).joined(separator: ", ")
    return #"{"ty": \#(type), "mn": "\#(name)", "ef": [\#(list)]}"#
  }

  private static func tritone(_ share: Int) -> String {
    effect(23, "[1, 1, 1]", "[1, 0, 0]", "[0, 0, 0]", "\(share)")
  }

  private static let linearWipe = "ADBE Linear Wipe"

  private static func radial(_ completion: String, _ angle: Int, _ way: Int) -> String {
    effect(26, completion, "\(angle)", "[50, 50]", "\(way)", "0")
  }

  /// Red lines 10 points wide along masks around (50, 50).
  private static func stroked(
    mask: Int = 1, all: Int = 0, sequential: Int = 0, end: Int = 100, style: Int = 1
  ) -> String {
    let brush = ["[1, 0, 0]", "5", "1", "1"]
    let inputs =
      ["\(mask)", "\(all)", "\(sequential)"] + brush + ["0", "\(end)", "15", "\(style)"]
    let values = inputs.map { #"{"v": {"k": \#($0)}}"# }.joined(separator: ", ")
    let masks = [(20, 80), (40, 60)].map { low, high in
      let zeros = "[[0, 0], [0, 0], [0, 0], [0, 0]]"
      let points = "[[\(low), \(low)], [\(high), \(low)], [\(high), \(high)], [\(low), \(high)]]"
      return
        #"{"mode": "n", "pt": {"k": {"c": true, "v": \#(points), "i": \#(zeros), "o": \#(zeros)}}}"#
    }
    let keys = #""masksProperties": [\#(masks.joined(separator: ", "))],"#
    return solid("#0000ff", [#"{"ty": 22, "ef": [\#(values)]}"#], keys: keys)
  }

  private static let advancing = """
    {"v": {"a": 1, "k": [{"t": 0, "s": [0], "o": {"x": 0, "y": 0}, "i": {"x": 1, "y": 1}}, \
    {"t": 60, "s": [100]}]}}
    """

  private static func growing(_ start: Int, _ end: Int, to value: Int) -> String {
    """
    {"v": {"a": 1, "k": [{"t": \(start), "s": [100], "o": {"x": 0, "y": 0}, \
    "i": {"x": 1, "y": 1}}, {"t": \(end), "s": [\(value)]}]}}
    """
  }

  private static func matted(_ channel: Int, _ inverted: Int, _ color: String) -> String {
    let matte = solid(color, size: 50, keys: #""ind": 2, "hd": false, "td": 1,"#)
    let effect = effect(28, "2", "\(channel)", "\(inverted)")
    return solid("#ff0000", [effect], keys: #""ind": 1,"#) + "," + matte
  }

  static let all: [LottieValue] = [
    // Brightness 64 of 255 is half of the way from black to red, 192 half of that to white.
    .init(
      name: "tritone, dark", layers: solid("#404040", [tritone(0)]),
      pixels: [(50, 50, 0xFF80_0000)]),
    .init(
      name: "tritone, light", layers: solid("#c0c0c0", [tritone(0)]),
      pixels: [(50, 50, 0xFFFF_8181)]),
    .init(
      name: "tritone of nothing", layers: solid("#c0c0c0", [tritone(100)]),
      pixels: [(50, 50, 0xFFC0_C0C0)]),
    // (0.502 - 0.25) / 0.5
    .init(
      name: "levels of the input",
      layers: solid("#808080", [effect(24, "0.25", "0.75", "1", "0", "1", from: 3)]),
      pixels: [(50, 50, 0xFF81_8181)]),
    // Black is cut at the range's start, and comes out as a quarter.
    .init(
      name: "levels of the output",
      layers: solid("#101010", [effect(24, "0.25", "0.75", "1", "0.25", "0.5", from: 3)]),
      pixels: [(50, 50, 0xFF40_4040)]),
    .init(
      name: "levels of green",
      layers: solid("#ffffff", [effect(24, "0", "1", "1", "0", "0.5", from: 17)]),
      pixels: [(50, 50, 0xFFFF_80FF)]),
    .init(
      name: "levels of blue by the easy effect",
      layers: solid(
        "#ffffff",
        [effect(5, "4", "0", "0", "1", "1", "0", "0", name: "ADBE Easy Levels2")]),
      pixels: [(50, 50, 0xFFFF_FF00)]),
    .init(
      name: "inversion", layers: solid("#ff0000", [effect(5, "1", "0", name: "ADBE Invert")]),
      pixels: [(50, 50, 0xFF00_FFFF)]),
    // A square of 20 points, twice as large at (50, 0).
    .init(
      name: "transform effect, uniform",
      layers: solid(
        "#ff0000", [effect(35, "[0, 0]", "[50, 0]", "1", "200", "100")], size: 20),
      pixels: [(10, 10, 0), (52, 38, red), (88, 2, red), (92, 2, 0), (52, 42, 0)]),
    .init(
      name: "transform effect, each way",
      layers: solid(
        "#ff0000",
        [effect(35, "[0, 0]", "[50, 0]", "0", "200", "100", "0", "0", "90", "50")], size: 20),
      pixels: [(48, 10, 0x8080_0000), (12, 10, 0x8080_0000), (8, 10, 0), (30, 22, 0), (52, 10, 0)]),
    // Twice as high at frame 30, and half of the way to three times as wide at 45.
    .init(
      name: "transform effect, each way at its own time",
      layers: solid(
        "#ff0000",
        [
          effect(35, "[0, 0]", "[0, 0]", "0", "1", "2", "0", "0", "0", "100")
            .replacing(#"{"v": {"k": 1}}"#, with: growing(0, 30, to: 200))
            .replacing(#"{"v": {"k": 2}}"#, with: growing(30, 60, to: 300))
        ], size: 20),
      time: 1.5, pixels: [(38, 38, red), (42, 38, 0), (38, 42, 0), (2, 2, red)]),
    .init(
      name: "linear wipe to the right",
      layers: solid("#ff0000", [effect(5, "50", "90", "0", name: linearWipe)]),
      pixels: [(48, 50, 0), (52, 50, red)]),
    .init(
      name: "linear wipe upwards",
      layers: solid("#ff0000", [effect(5, "25", "0", "0", name: linearWipe)]),
      pixels: [(50, 73, red), (50, 77, 0)]),
    .init(
      name: "linear wipe not begun, with a soft edge",
      layers: solid("#ff0000", [effect(5, "0", "45", "30", name: linearWipe)]),
      pixels: [(50, 50, red), (98, 2, red)]),
    .init(
      name: "linear wipe that is over",
      layers: solid("#ff0000", [effect(5, "100", "45", "30", name: linearWipe)]),
      pixels: [(50, 50, 0), (2, 2, 0)]),
    .init(
      name: "linear wipe, soft in the middle",
      layers: solid("#ff0000", [effect(5, "50", "90", "40", name: linearWipe)]),
      pixels: [(4, 50, 0), (96, 50, red)]),
    // The edge through the middle is 5 points away from the first two.
    .init(
      name: "linear wipe, slanted and large",
      layers: solid("#ff0000", [effect(5, "50", "60", "4", name: linearWipe)]),
      options: ["--scale", "4"],
      pixels: [(120, 20, red), (280, 380, 0), (360, 40, red), (40, 360, 0)]),
    .init(
      name: "linear wipe of a small solid",
      layers: solid("#ff0000", [effect(5, "50", "90", "0", name: linearWipe)], size: 40),
      pixels: [(18, 20, 0), (22, 20, red)]),
    .init(
      name: "radial wipe, clockwise", layers: solid("#ff0000", [radial("25", 0, 1)]),
      pixels: [(60, 40, 0), (40, 40, red), (40, 60, red), (60, 60, red)]),
    .init(
      name: "radial wipe, counterclockwise", layers: solid("#ff0000", [radial("25", 0, 2)]),
      pixels: [(60, 40, red), (40, 40, 0), (40, 60, red), (60, 60, red)]),
    .init(
      name: "radial wipe, both ways, from the right",
      layers: solid("#ff0000", [radial("25", 90, 3)]),
      pixels: [(90, 50, 0), (50, 10, red), (50, 90, red), (10, 50, red)]),
    .init(
      name: "radial wipe not begun", layers: solid("#ff0000", [radial("0", 0, 1)]),
      pixels: [(50, 20, red), (49, 20, red), (50, 50, red)]),
    .init(
      name: "radial wipe that is over", layers: solid("#ff0000", [radial("100", 0, 1)]),
      pixels: [(50, 20, 0), (20, 50, 0)]),
    .init(
      name: "radial wipe that advances",
      layers: solid(
        "#ff0000",
        [radial("0", 0, 1).replacing(#"{"v": {"k": 0}}"#, with: advancing, maxReplacements: 1)]),
      time: 1, pixels: [(60, 20, 0), (60, 80, 0), (40, 80, red), (40, 20, red)]),
    .init(
      name: "stroke along a mask", layers: stroked(),
      pixels: [(20, 50, red), (50, 50, 0xFF00_00FF), (40, 50, blue), (16, 50, red), (13, 50, blue)]),
    .init(
      name: "stroke along the second mask", layers: stroked(mask: 2),
      pixels: [(20, 50, blue), (40, 50, red)]),
    .init(
      name: "stroke along all masks", layers: stroked(all: 1, end: 25),
      pixels: [(50, 20, red), (50, 40, red), (50, 80, blue), (50, 60, blue)]),
    // Three quarters of 320 points are the first mask's.
    .init(
      name: "stroke along all masks in turn", layers: stroked(all: 1, sequential: 1, end: 75),
      pixels: [(50, 20, red), (20, 50, red), (50, 40, blue), (50, 60, blue)]),
    .init(
      name: "stroke alone", layers: stroked(style: 2), pixels: [(20, 50, red), (50, 50, 0)]),
    .init(
      name: "stroke that reveals", layers: stroked(style: 3),
      pixels: [(20, 50, blue), (50, 50, 0)]),
    .init(
      name: "matte of another layer", layers: matted(4, 0, "#0000ff"),
      pixels: [(25, 25, red), (75, 25, 0)]),
    .init(
      name: "matte of another layer, inverted", layers: matted(4, 1, "#0000ff"),
      pixels: [(25, 25, 0), (75, 25, red)]),
    .init(
      name: "matte of another layer's brightness", layers: matted(5, 0, "#808080"),
      pixels: [(25, 25, 0x8080_0000), (75, 25, 0)]),
    // The order counts: a moved layer has a wipe of its own box, then becomes green.
    .init(
      name: "wipe, then transform, then fill",
      layers: solid(
        "#ff0000",
        [
          effect(5, "50", "90", "0", name: linearWipe),
          effect(35, "[0, 0]", "[40, 0]", "1", "100", "100"),
          effect(21, "[0, 1, 0]", "0", "0", "0", "1", from: 2),
        ], size: 40),
      pixels: [(10, 20, 0), (58, 20, 0), (62, 20, green), (78, 20, green), (82, 20, 0)]),
    .init(
      name: "wipe of a layer with a blend mode and a place",
      layers: solid(
        "#00ffff", [effect(5, "50", "90", "0", name: linearWipe)], size: 40, keys: #""bm": 1,"#
      ).replacing(#""ks": {}"#, with: #""ks": {"p": {"k": [40, 40]}}"#) + "," + solid("#ffff00"),
      pixels: [(58, 60, 0xFFFF_FF00), (62, 60, green), (82, 60, 0xFFFF_FF00)]),
    .init(
      name: "effect that is off",
      layers: solid("#ff0000", [#"{"ty": 21, "en": 0, "ef": []}"#]), pixels: [(50, 50, red)]),
  ]

  @Test("Effects in Lotties are drawn", arguments: all)
  func value(_ value: LottieValue) async throws {
    let command = try Command(["a.json": LottieValueTests.file(value.layers, value.more)])
    try await LottieValueTests.check(value, "a.json", command)
  }
}
