import Foundation
import RostrumCanvas
import RostrumGeometry
import TestSupport
import Testing
import RostrumTiming

@testable import RostrumMedia

/// Films of high dynamic range: their numbers, their marks, and their refusals.
@Suite("High dynamic range", .serialized)
struct HDRTests {
  @Test(
    "Light becomes numbers and back",
    arguments: [
      // BT.2408, table 1: white is 58 % of PQ and 75 % of HLG, here of a scene's light.
      (HDRCurve.pq, 203, 0.58069), (.pq, 100, 0.50808), (.pq, 1000, 0.75183), (.pq, 10_000, 1),
      (.pq, 1, 0.14995), (.pq, 0.005, 0.0150764), (.hlg, 0.26471, 0.74981), (.hlg, 1, 1),
      (.hlg, 0.5, 0.87164), (.hlg, 1 / 12, 0.5), (.hlg, 1 / 48, 0.25), (.hlg, 0, 0),
    ] as [(HDRCurve, Double, Double)])
  func curves(_ curve: HDRCurve, _ light: Double, _ number: Double) {
    #expect(abs(curve.number(of: light) - number) < 1e-5)
    #expect(abs(curve.light(of: number) - light) < 2e-4 * max(light, 1e-2))
  }

  struct Colour: Sendable {
    let pixel: UInt32
    let pq: [Double]
    let hlg: [Double]
  }

  /// By BT.2087's matrix, ST 2084 and BT.2100 in double precision, from the colours of sRGB.
  static let colours: [Colour] = [
    Colour(pixel: 0xFFFF_FFFF, pq: [0.5807, 0.5807, 0.5807], hlg: [0.7499, 0.7499, 0.7499]),
    Colour(pixel: 0xFF00_0000, pq: [0, 0, 0], hlg: [0, 0, 0]),
    Colour(pixel: 0xFF80_8080, pq: [0.4278, 0.4278, 0.4278], hlg: [0.4705, 0.4705, 0.4705]),
    Colour(pixel: 0xFF0A_0A0A, pq: [0.1267, 0.1267, 0.1267], hlg: [0.0796, 0.0796, 0.0796]),
    Colour(pixel: 0xFFFF_0000, pq: [0.5325, 0.3270, 0.2201], hlg: [0.7085, 0.2665, 0.1298]),
    Colour(pixel: 0xFF00_FF00, pq: [0.4682, 0.5719, 0.3473], hlg: [0.5248, 0.7444, 0.2719]),
    Colour(pixel: 0xFF00_00FF, pq: [0.2896, 0.1968, 0.5692], hlg: [0.2309, 0.1183, 0.8134]),
    Colour(pixel: 0xFFFF_9500, pq: [0.5475, 0.4729, 0.2888], hlg: [0.7146, 0.5563, 0.1980]),
    Colour(pixel: 0xFF00_BDF2, pq: [0.4234, 0.5051, 0.5625], hlg: [0.4342, 0.6282, 0.7434]),
  ]

  @Test("Colours of the screen have the numbers of the formulas", arguments: colours)
  func numbers(_ colour: Colour) {
    for (curve, expected) in [(HDRCurve.pq, colour.pq), (.hlg, colour.hlg)] {
      let found = HDRColors.shared(curve).numbers(ofPixel: colour.pixel)
      for channel in 0..<3 {
        #expect(abs(Double(found[channel]) - expected[channel]) < 2e-4, "\(curve) \(found)")
      }
    }
  }

  /// Nine squares of 64 pixels, of one colour each.
  private func picture() throws -> Bitmap {
    let frame = try Bitmap(width: 192, height: 192)
    for y in 0..<192 {
      for x in 0..<192 { frame[x, y] = Self.colours[y / 64 * 3 + x / 64].pixel }
    }
    return frame
  }

  private func film(
    _ format: MediaFormat, _ settings: VideoSettings, in folder: TestFolder
  ) async throws -> String {
    let path = folder.path("a.\(format.fileExtension)")
    let frames = FrameFormat(
      width: 192, height: 192, rate: TestFrames.rate(24), frameCount: 3, isOpaque: true)
    let frame = try picture()
    _ = try await withFrameSink(
      VideoWriter(path: path, format: format, frames: frames, settings: settings)
    ) { sink in
      for index in 0..<3 { try await sink.write(frame, index: index) }
    }
    return path
  }

  private func settings(_ curve: HDRCurve, _ codec: VideoCodec?) -> VideoSettings {
    var settings = VideoSettings(quality: 4)
    (settings.hdr, settings.bitDepth, settings.codec) = (curve, 10, codec)
    return settings
  }

  private func output(_ name: String, _ arguments: [String], _ path: String) async throws -> [UInt8]
  {
    let tools = MediaTools()
    let tool = try name == "ffmpeg" ? tools.locatedFFmpeg() : tools.locatedFFprobe()
    return try await ToolRun(
      name: name, tool: tool, arguments: arguments, doing: "read", path: path
    ).output(limit: 1 << 22)
  }

  @Test(
    "Films come back with the numbers of the formulas, and their marks",
    arguments: [
      (MediaFormat.mp4, nil, HDRCurve.pq), (.mp4, .av1, .pq), (.mp4, .hevc, .hlg),
      (.mp4, .av1, .hlg), (.mkv, nil, .pq), (.mkv, .av1, .hlg), (.webm, nil, .pq),
      (.avif, nil, .pq),
    ] as [(MediaFormat, VideoCodec?, HDRCurve)])
  func films(_ format: MediaFormat, _ codec: VideoCodec?, _ curve: HDRCurve) async throws {
    let folder = try TestFolder()
    let path = try await film(format, settings(curve, codec), in: folder)
    let facts = try await MediaFacts.read(path)
    #expect(facts.pixelFormat == "yuv420p10le")
    #expect(
      facts.colors
        == MediaFacts.ColorTags(
          range: "tv", matrix: "bt2020nc", primaries: "bt2020", transfer: curve.name))
    #expect(facts.codec == (codec ?? (format.codecs.contains(.hevc) ? .hevc : .av1)).rawValue)
    let bytes = try await output(
      "ffmpeg",
      [
        "-v", "error", "-i", path, "-map", "0:v:0", "-vf",
        "scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb48le", "-frames:v", "1",
        "-f", "rawvideo", "pipe:1",
      ], path)
    try #require(bytes.count == 192 * 192 * 6)
    for (index, colour) in Self.colours.enumerated() {
      let expected = curve == .pq ? colour.pq : colour.hlg
      let found = (0..<3).map { channel -> Double in
        let (x, y) = (index % 3 * 64 + 32, index / 3 * 64 + 32)
        let at = (y * 192 + x) * 6 + 2 * channel
        let sample = Int(bytes[at]) + 256 * Int(bytes[at + 1])
        // ffmpeg has 255 of 8 bits as 255 * 256, and more bits like it.
        return Double(sample) / 65280
      }
      // A step of 10 bits in luma is 0.0011, and in differences up to 0.0021.
      for (got, number) in zip(found, expected) {
        #expect(abs(got - number) < 0.004, "\(index): \(found)")
      }
    }
  }

  static let tones: [FilmColors] = [
    .hdr(.pq), .hdr(.hlg), .screen(.sRGB), .screen(.displayP3),
  ]

  /// Red, green and blue of a pixel in a film, in double precision.
  private func exact(_ pixel: UInt32, in film: FilmColors) -> SIMD3<Double> {
    let lights = SIMD3(light(pixel >> 16 & 255), light(pixel >> 8 & 255), light(pixel & 255))
    func changed(_ rows: [SIMD3<Double>]) -> [Double] { rows.map { ($0 * lights).sum() } }
    func numbers(_ values: [Double], _ curve: (Double) -> Double) -> SIMD3<Double> {
      SIMD3(curve(values[0]), curve(values[1]), curve(values[2]))
    }
    // By the method of SMPTE RP 177; BT.2087, table 2.
    let p3 = [
      SIMD3(0.822461969, 0.177538031, 0), SIMD3(0.033194199, 0.966805801, 0),
      SIMD3(0.017082631, 0.072397441, 0.910519929),
    ]
    let wide = changed([
      SIMD3(0.627403896, 0.329283038, 0.043313066), SIMD3(0.069097289, 0.919540395, 0.011362316),
      SIMD3(0.016391439, 0.088013308, 0.895595253),
    ])
    switch film {
    case .screen(.sRGB):
      return SIMD3(Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255)) / 255
    case .screen: return numbers(changed(p3)) { SRGBCurve.number(of: $0) }
    case .hdr(.pq): return numbers(wide) { HDRCurve.pq.number(of: 203 * $0) }
    case .hdr(.hlg):
      let luminance = zip(wide, [0.2627, 0.6780, 0.0593]).map(*).reduce(0, +)
      let gain = luminance > 0 ? 0.203 * pow(0.203 * luminance, -1 / 6.0) : 0
      return numbers(wide) { HDRCurve.hlg.number(of: gain * $0) }
    }
  }

  /// Luma and the two differences in 10 bits of limited range.
  private func codes(_ pixel: UInt32, in film: FilmColors) -> [Double] {
    let numbers = exact(pixel, in: film)
    let shares =
      film == .screen(.sRGB) || film == .screen(.displayP3)
      ? SIMD3(0.2126, 0.7152, 0.0722) : SIMD3(0.2627, 0.6780, 0.0593)
    let luma = (numbers * shares).sum()
    return [
      64 + 876 * luma, 512 + 448 * (numbers.z - luma) / (1 - shares.z),
      512 + 448 * (numbers.x - luma) / (1 - shares.x),
    ]
  }

  @Test(
    "Saturated colours come back from a film within one code of ten bits", arguments: tones,
    [VideoCodec.hevc, .av1])
  func saturated(_ film: FilmColors, _ codec: VideoCodec) async throws {
    let folder = try TestFolder()
    var settings = VideoSettings(quality: codec == .hevc ? 0 : 1)
    (settings.bitDepth, settings.codec) = (10, codec)
    switch film {
    case .hdr(let curve): settings.hdr = curve
    case .screen(let space): settings.colorSpace = space
    }
    let path = try await self.film(.mp4, settings, in: folder)
    let layout = I420Layout(PixelSize(width: 192, height: 192), isEven: true)
    let bytes = try await output(
      "ffmpeg",
      ["-v", "error", "-i", path, "-frames:v", "1", "-pix_fmt", "yuv420p10le", "-f", "rawvideo"]
        + ["pipe:1"], path)
    try #require(bytes.count == 2 * layout.byteCount)
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    for (index, colour) in Self.colours.enumerated() {
      let (x, y) = (index % 3 * 32 + 16, index / 3 * 32 + 16)
      let chroma = 192 * 192 + y * 96 + x
      let found = [samples[y * 2 * 192 + x * 2], samples[chroma], samples[chroma + 96 * 96]]
      for (got, expected) in zip(found, codes(colour.pixel, in: film)) {
        #expect(abs(Double(got) - expected) <= 1, "\(index): \(found)")
      }
    }
  }

  @Test(
    "PQ names its display, and nothing brighter than white",
    arguments: [(MediaFormat.mp4, VideoCodec.hevc), (.mp4, .av1), (.webm, .av1)])
  func marks(_ format: MediaFormat, _ codec: VideoCodec) async throws {
    let folder = try TestFolder()
    let path = try await film(format, settings(.pq, codec), in: folder)
    let text = try await output(
      "ffprobe",
      ["-v", "error", "-select_streams", "v:0", "-read_intervals", "%+#1", "-show_frames", path],
      path)
    // Values are fractions, whose denominators are the codec's.
    var values: [String: Double] = [:]
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      let numbers = parts[1].split(separator: "/").compactMap { Double($0) }
      guard let first = numbers.first else { continue }
      values[parts[0]] = numbers.count == 2 ? first / numbers[1] : first
    }
    let expected = [
      "red_x": 0.64, "red_y": 0.33, "green_x": 0.3, "green_y": 0.6, "blue_x": 0.15, "blue_y": 0.06,
      "white_point_x": 0.3127, "white_point_y": 0.329, "max_luminance": 203,
      "min_luminance": 0.0001, "max_content": 203, "max_average": 203,
    ]
    for (key, value) in expected {
      #expect(abs((values[key] ?? -1) - value) <= 3e-5 + value * 1e-4, "\(key) \(values)")
    }
    // Read in again, with white as its peak, it is the screen's picture: in light, as numbers are
    // steep near black. A step of 10 bits in luma is 1.1 % of white's light, and all three count.
    let back = try VideoReader().frame(1, ofVideo: path)
    for (index, colour) in Self.colours.enumerated() {
      let pixel = back[index % 3 * 64 + 32, index / 3 * 64 + 32]
      for shift in [16, 8, 0] as [UInt32] {
        let (got, drawn) = (light(pixel >> shift & 255), light(colour.pixel >> shift & 255))
        #expect(abs(got - drawn) <= 0.035, "\(index) \(String(pixel, radix: 16))")
      }
    }
  }

  private func light(_ number: UInt32) -> Double { SRGBCurve.light(of: Double(number) / 255) }

  @Test(
    "What cannot be HDR is refused before the first frame, with the nearest possibility",
    arguments: [
      (MediaFormat.gif, nil, 10, true, ColorSpace.sRGB, "gif has no HDR; mp4, webm"),
      (.png, nil, 10, true, .sRGB, "png has no HDR"),
      (.mov, nil, 10, true, .sRGB, "mov has no HDR"),
      (.mp4, .h264, 10, true, .sRGB, "--codec hevc and --codec av1 can"),
      (.hls, .h264, 10, true, .sRGB, "H.264 has 8; --codec hevc can"),
      (.webm, .vp9, 10, true, .sRGB, "--codec av1 can"),
      (.mp4, nil, 8, true, .sRGB, "--bit-depth 10"), (.mp4, .hevc, 16, true, .sRGB, "10 bits"),
      (.mp4, nil, 10, true, .displayP3, "leave --color-space out"),
      (.avif, nil, 10, false, .sRGB, "--background"), (.mp4, nil, 10, true, .sRGB, nil),
      // Codecs without alpha lay it over the background, with a note.
      (.webm, nil, 10, false, .sRGB, nil), (.hls, nil, 10, true, .sRGB, nil),
    ] as [(MediaFormat, VideoCodec?, Int, Bool, ColorSpace, String?)])
  func refusals(
    _ format: MediaFormat, _ codec: VideoCodec?, _ depth: Int, _ isOpaque: Bool,
    _ space: ColorSpace, _ words: String?
  ) {
    var settings = settings(.pq, codec)
    (settings.bitDepth, settings.colorSpace) = (depth, space)
    let frames = FrameFormat(
      width: 192, height: 192, rate: TestFrames.rate(24), frameCount: 3, isOpaque: isOpaque)
    let request = FilmRequest(format: format, frames: frames, settings: settings)
    let reason = OptionRules.all.lazy.compactMap { $0(request) }.first
    #expect((reason == nil) == (words == nil), "\(reason ?? "")")
    if let words { #expect(reason?.contains(words) == true, "\(reason ?? "")") }
  }

  @Test(
    "A part that is converted anew gives the bytes of the whole",
    arguments: [(1, 1), (33, 17), (64, 48)], tones)
  func parts(_ size: (Int, Int), _ colors: FilmColors) throws {
    var random = RandomSource(seed: 50)
    let frame = try Bitmap(width: size.0, height: size.1)
    func fill(_ columns: Range<Int>, _ rows: Range<Int>) {
      for y in rows {
        for x in columns {
          frame[x, y] = 0xFF00_0000 | UInt32.random(in: 0..<1 << 24, using: &random)
        }
      }
    }
    let planes = TenBitPlanes(
      layout: I420Layout(PixelSize(width: size.0, height: size.1), isEven: true), colors: colors)
    func write(_ rect: PixelRect, into bytes: inout [UInt8]) {
      bytes.withUnsafeMutableBytes {
        planes.write(frame, rect, Flattening(background: .black), into: $0)
      }
    }
    let whole = PixelRect(x: 0, y: 0, width: size.0, height: size.1)
    fill(0..<size.0, 0..<size.1)
    var bytes = [UInt8](repeating: 0xAA, count: planes.byteCount)
    write(whole, into: &bytes)
    let (left, top) = (size.0 / 3, size.1 / 3)
    fill(left..<size.0, top..<size.1)
    write(
      PixelRect(x: left, y: top, width: size.0 - left, height: size.1 - top), into: &bytes)
    var anew = [UInt8](repeating: 0xAA, count: planes.byteCount)
    write(whole, into: &anew)
    #expect(bytes == anew)
    // Limited range, and no sample left out.
    #expect(stride(from: 1, to: anew.count, by: 2).allSatisfy { anew[$0] <= 3 })
  }
}
