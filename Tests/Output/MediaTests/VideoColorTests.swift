import RostrumCanvas
import Foundation
import TestSupport
import Testing

@testable import RostrumMedia

/// What comes in: colours that are not a screen's, fields, and beginnings that are not at 0.
@Suite("Colours and structure of videos", .serialized)
struct VideoColorTests {
  private func make(_ arguments: [String], _ name: String, in folder: TestFolder) async throws
    -> String
  {
    let path = folder.path(name)
    let run = ToolRun(
      name: "ffmpeg", tool: try MediaTools().locatedFFmpeg(),
      arguments: ["-v", "error", "-y"] + arguments + [path], doing: "write", path: path)
    try await run.run()
    return path
  }

  /// A lossless film of one colour, in a layout's own numbers.
  private func flat(
    _ layout: String, _ numbers: [String], tags: [String], in folder: TestFolder
  ) async throws -> String {
    let planes = zip(layout.hasPrefix("gbr") ? ["r", "g", "b"] : ["lum", "cb", "cr"], numbers)
    let values = planes.map { "\($0)=\($1)" }.joined(separator: ":")
    return try await make(
      [
        "-f", "lavfi", "-i", "color=black:s=32x24:r=5,format=\(layout),geq=\(values)", "-frames:v",
        "2", "-c:v", "ffv1",
      ] + tags, "flat.mkv", in: folder)
  }

  private func tags(_ matrix: String, _ primaries: String, _ curve: String) -> [String] {
    [
      "-colorspace", matrix == "gbr" ? "rgb" : matrix, "-color_primaries", primaries, "-color_trc",
      curve == "bt470bg" ? "gamma28" : curve, "-color_range", matrix == "gbr" ? "pc" : "tv",
    ]
  }

  struct Colour: Sendable {
    let layout: String
    let numbers: [String]
    let matrix: String
    let primaries: String
    let curve: String
    let expected: [Int]

    init(
      _ layout: String, _ numbers: [String], _ matrix: String, _ primaries: String, _ curve: String,
      _ expected: [Int]
    ) {
      (self.layout, self.numbers, self.matrix) = (layout, numbers, matrix)
      (self.primaries, self.curve, self.expected) = (primaries, curve, expected)
    }

    static func grey(_ luma: Int, _ curve: String, _ expected: Int) -> Colour {
      Colour(
        "yuv444p10le", ["\(luma)", "512", "512"], "bt2020nc", "bt2020", curve,
        [expected, expected, expected])
    }
  }

  /// Greys: by the formulas of ST 2084, BT.2100 and the curve in `VideoLight`. Colours: by the
  /// matrices of the primaries' chromaticities with sRGB's curve.
  static let colours: [Colour] = [
    // 92.25, 203.7, 418.9 and 1004 cd/m2.
    .grey(64, "smpte2084", 0), .grey(502, "smpte2084", 131), .grey(573, "smpte2084", 188),
    .grey(640, "smpte2084", 225), .grey(723, "smpte2084", 255), .grey(940, "smpte2084", 255),
    // 50.7, 203.2, 513 and 1000 cd/m2.
    .grey(502, "arib-std-b67", 99), .grey(721, "arib-std-b67", 188),
    .grey(850, "arib-std-b67", 233), .grey(940, "arib-std-b67", 255),
    // A screen's curve: the number stays.
    .grey(502, "bt709", 128), .grey(940, "bt2020-10", 255),
    Colour("gbrp", ["200", "120", "40"], "gbr", "smpte432", "iec61966-2-1", [213, 115, 0]),
    Colour("gbrp", ["90", "140", "110"], "gbr", "smpte432", "bt709", [73, 142, 108]),
    Colour("gbrp", ["90", "140", "110"], "gbr", "bt2020", "bt709", [14, 145, 107]),
    Colour("gbrp", ["255", "255", "255"], "gbr", "smpte431", "bt709", [255, 255, 255]),
    Colour("gbrp10le", ["1023", "0", "0"], "gbr", "smpte432", "bt709", [255, 0, 0]),
    Colour("gbrp", ["200", "120", "40"], "gbr", "bt709", "bt470bg", [189, 98, 17]),
    Colour("gbrp", ["200", "120", "40"], "gbr", "smpte170m", "smpte170m", [200, 120, 40]),
    Colour("gbrp", ["128", "128", "128"], "gbr", "bt709", "linear", [188, 188, 188]),
    Colour("gbrp", ["200", "120", "40"], "gbr", "bt709", "bt709", [200, 120, 40]),
  ]

  @Test("Colours are converted to a screen's", arguments: colours.indices)
  func converted(_ index: Int) async throws {
    let folder = try TestFolder()
    let one = Self.colours[index]
    let path = try await flat(
      one.layout, one.numbers, tags: tags(one.matrix, one.primaries, one.curve), in: folder)
    let pixel = try VideoReader().frame(1, ofVideo: path)[16, 12]
    let found = [pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255].map(Int.init)
    #expect(
      zip(found, one.expected).allSatisfy { abs($0 - $1) <= 1 } && pixel >> 24 == 255,
      "\(one): \(found)")
  }

  @Test(
    "Colours that are not converted are refused by their name",
    arguments: [
      ("bt709", "bt709", "log100"), ("ictcp", "bt2020", "smpte2084"),
      ("bt709", "smpte428", "bt709"), ("bt2020c", "bt2020", "bt2020-10"),
    ])
  func refused(matrix: String, primaries: String, curve: String) async throws {
    let folder = try TestFolder()
    let path = try await flat(
      "yuv444p10le", ["502", "512", "512"], tags: tags(matrix, primaries, curve), in: folder)
    let error = #expect(throws: MediaError.self) { try VideoReader().open(path) }
    let names = ["log100", "ictcp", "smpte428", "bt2020c"]
    let name = try #require(names.first { [matrix, primaries, curve].contains($0) })
    #expect(error?.description.contains("'\(name)'") == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test("A peak that the film names is white, and a dark film is not darkened")
  func peak() throws {
    let colors = try VideoColors.read {
      ["color_transfer": "smpte2084", "max_content": "400", "max_luminance": "10000000/10000"][$0]
    }
    #expect(colors.curve == .pq(peak: 400))
    let mastered = try VideoColors.read {
      ["color_transfer": "smpte2084", "max_luminance": "40000000/10000"][$0]
    }
    #expect(mastered.curve == .pq(peak: 4000))
    let dark = try VideoColors.read {
      ["color_transfer": "smpte2084", "max_content": "100"][$0]
    }
    // Of 16 bits: 203 cd/m2 is 0.58069, so the largest light is a screen's white.
    let light = VideoLight(dark)
    let number = UInt16(0.58069 * 65280)
    var pixel: UInt32 = 0
    withUnsafeMutableBytes(of: &pixel) { target in
      [number, number, number, 65535].withUnsafeBytes { light.convert($0, to: target) }
    }
    #expect(pixel == 0xFFFF_FFFF)
  }

  @Test(
    "Colours and structure of videos of two fields the first is shown, whole",
    arguments: ["top", "bottom"])
  func fields(first: String) async throws {
    let folder = try TestFolder()
    // Field number n is of the grey 16 + 6 n.
    let flag = first == "top" ? "tff" : "bff"
    let path = try await make(
      [
        "-f", "lavfi", "-i",
        "color=black:s=64x48:r=50,geq=lum='16+N*6':cb=128:cr=128,"
          + "tinterlace=interleave_\(first),setfield=\(flag)", "-frames:v", "8", "-c:v",
        "libx264", "-qp", "0", "-flags", "+ilme+ildct", "-x264-params", "\(flag)=1", "-top",
        first == "top" ? "1" : "0",
      ], "fields.mp4", in: folder)
    let reader = VideoReader()
    #expect(try reader.open(path).times.count == 8)
    for frame in [7, 2, 0, 5] {
      let bitmap = try reader.frame(frame, ofVideo: path)
      let column = (8..<40).map { Int(bitmap[32, $0] & 255) }
      let expected = Int((Double(12 * frame) * 255 / 219).rounded())
      #expect(column.allSatisfy { abs($0 - expected) <= 1 }, "\(first) \(frame): \(column)")
    }
  }

  @Test(
    "A film begins at 0 by its container's clock, and a stream with its first picture",
    arguments: [("late.mkv", 0.5), ("late.mp4", 0.5), ("late.ts", 0)])
  func late(name: String, start: Double) async throws {
    let folder = try TestFolder()
    let plain = try await make(
      [
        "-f", "lavfi", "-i", "color=black:s=32x24:r=10,geq=lum='16+N*20':cb=128:cr=128",
        "-frames:v", "6", "-c:v", "libx264", "-qp", "0",
      ], "plain.mp4", in: folder)
    let path = try await make(["-itsoffset", "0.5", "-i", plain, "-c", "copy"], name, in: folder)
    let reader = VideoReader()
    let facts = try reader.open(path)
    #expect(abs(facts.times[0] - start) < 0.002 && facts.times.count == 6, "\(facts.times)")
    #expect(abs(facts.duration - start - 0.6) < 0.12, "\(facts.duration)")
    let forward = try (0..<6).map { try reader.frame($0, ofVideo: path)[16, 12] & 255 }
    #expect(zip(forward, forward.dropFirst()).allSatisfy { $0 < $1 }, "\(forward)")
    let other = VideoReader()
    #expect(try other.frame(4, ofVideo: path)[16, 12] & 255 == forward[4])
  }

  @Test("Pictures that cannot be decoded at a recording's beginning are left out")
  func cutBeginning() async throws {
    let folder = try TestFolder()
    let whole = try await make(
      [
        "-f", "lavfi", "-i", "color=black:s=32x24:r=30,geq=lum='16+N*2':cb=128:cr=128",
        "-frames:v", "60", "-c:v", "mpeg2video", "-bf", "2", "-g", "12", "-q:v", "1",
      ], "whole.ts", in: folder)
    let path = try await make(
      ["-i", whole, "-c", "copy", "-bsf:v", "noise=drop=lt(n\\,5)"], "cut.ts", in: folder)
    let reader = VideoReader()
    let count = try reader.open(path).times.count
    #expect((40..<55).contains(count), "\(count)")
    let last = try reader.frame(count - 1, ofVideo: path)[16, 12] & 255
    let expected = try reader.frame(59, ofVideo: whole)[16, 12] & 255
    #expect(abs(Int(last) - Int(expected)) <= 2)
  }
}
