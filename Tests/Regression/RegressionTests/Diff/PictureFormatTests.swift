import RostrumImageDiff
import RostrumCanvas
import Foundation
import TestSupport
import Testing

@testable import RostrumRegression
@testable import RostrumOutput

/// Pictures of every format that is read, and folders of them.
@Suite("Comparing picture formats")
struct PictureFormatTests {
  /// A picture of 32 x 24 pixels with a square of a colour in it.
  private func picture(_ color: UInt32 = 0xFF20_40D0) throws -> Bitmap {
    let bitmap = try Bitmap(width: 32, height: 24)
    for y in 0..<24 {
      for x in 0..<32 {
        bitmap[x, y] = (4..<20).contains(x) && (6..<18).contains(y) ? color : 0xFFFF_FFFF
      }
    }
    return bitmap
  }

  private func save(_ bytes: [UInt8], _ folder: TemporaryFolder, _ name: String) throws {
    try Data(bytes).write(to: URL(filePath: folder.path(name)))
  }

  private func compare(
    _ folder: TemporaryFolder, _ a: String, _ b: String, exactly: Bool = false
  ) async throws -> DiffReport {
    try await FilmComparisonTests.compare(folder, a, b) { if exactly { $0.tolerance = .exact } }
  }

  static let formats = ["webp", "jpg", "gif", "png"]

  @Test("Two pictures of a format are compared, and a folder of them", arguments: formats)
  func twoPictures(_ ending: String) async throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
      let second: UInt32 = name == "a" ? 0xFF20_40D0 : 0xFFD0_4020
      for (place, color) in [("1", UInt32(0xFF20_40D0)), ("2", second)] {
        try save(PNGEncoder().encode(picture(color)), folder, "\(name)/\(place)-source.png")
        try FilmComparisonTests.ffmpeg(
          folder, "-i \(name)/\(place)-source.png -frames:v 1 -update 1 \(name)/\(place).\(ending)")
        try FileManager.default.removeItem(atPath: folder.path("\(name)/\(place)-source.png"))
      }
    }
    #expect(try await compare(folder, "a/1.\(ending)", "b/1.\(ending)").exitStatus == 0)
    #expect(try await compare(folder, "a/2.\(ending)", "b/2.\(ending)").exitStatus == 1)
    let report = try await compare(folder, "a", "b")
    #expect(report.entries.map(\.verdict) == [.same, .different])
  }

  @Test("16 bits are compared as 16 bits")
  func deep() async throws {
    let folder = try TemporaryFolder()
    for (name, value) in [("a", 0x8000), ("b", 0x803C), ("c", 0x8000), ("far", 0x9000)] {
      try save(deepPNG(UInt16(value)), folder, "\(name).png")
    }
    let exact = try await compare(folder, "a.png", "b.png", exactly: true)
    #expect(exact.entries[0].difference?.differentPixels == 256 && exact.exitStatus == 1)
    let usual = try await compare(folder, "a.png", "b.png")
    #expect(usual.entries[0].difference?.toleratedPixels == 256 && usual.exitStatus == 0)
    #expect(usual.entries[0].sentences.last == "compared in 16 bits a channel")
    #expect(try await compare(folder, "a.png", "c.png", exactly: true).exitStatus == 0)
    #expect(try await compare(folder, "a.png", "far.png").exitStatus == 1)
  }

  @Test("8 bits and the same in 16 bits are the same")
  func depths() async throws {
    let folder = try TemporaryFolder()
    let bitmap = try picture()
    try save(PNGEncoder().encode(bitmap), folder, "a.png")
    try save(
      PNGEncoder(pixels: .init(hasAlpha: true, bitDepth: 16)).encode(bitmap), folder, "b.png")
    #expect(try await compare(folder, "a.png", "b.png", exactly: true).exitStatus == 0)
  }

  @Test("Files of other colour profiles are compared as they look")
  func profiles() async throws {
    let folder = try TemporaryFolder()
    let bitmap = try picture(0xFFC8_3232)
    let wide = PNGEncoder(pixels: .init(hasAlpha: false, colorSpace: .displayP3))
    try save(PNGEncoder().encode(bitmap), folder, "srgb.png")
    try save(wide.encode(bitmap), folder, "p3.png")
    try save(stripped(wide.encode(bitmap)), folder, "stripped.png")
    let same = try await compare(folder, "srgb.png", "p3.png")
    #expect(same.exitStatus == 0, "\(same.text())")
    #expect(same.entries[0].sentences.last?.contains("other colour profiles") == true)
    #expect(try await compare(folder, "p3.png", "stripped.png").exitStatus == 1)
    #expect(try await compare(folder, "srgb.png", "stripped.png").exitStatus == 1)
  }

  @Test("Colours outside of sRGB are told apart")
  func outsideOfSRGB() async throws {
    let folder = try TemporaryFolder()
    let profile = chunk(
      "iCCP",
      in: try PNGEncoder(pixels: .init(hasAlpha: false, colorSpace: .displayP3)).encode(picture()))
    // Both are brighter than any red of sRGB, which makes the same of them.
    for (name, color) in [("a", UInt32(0xFFFF_0000)), ("b", 0xFFEC_0000)] {
      let png = try PNGEncoder(pixels: .rgb).encode(picture(color))
      try save(marked(png, profile), folder, "\(name).png")
    }
    try save(PNGEncoder(pixels: .rgb).encode(picture(0xFFFF_0000)), folder, "srgb.png")
    #expect(try await compare(folder, "a.png", "b.png").exitStatus == 1)
    #expect(try await compare(folder, "a.png", "srgb.png").exitStatus == 1)
  }

  @Test("A folder names what it did not compare, and fails where it compared nothing")
  func others() async throws {
    let folder = try TemporaryFolder()
    let png = try PNGEncoder().encode(picture())
    for name in ["a", "b"] {
      try folder.write("same", to: "\(name)/same.txt")
      try folder.write(name, to: "\(name)/notes.json")
      try save(png, folder, "\(name)/1.png")
      try folder.write(name, to: "only-\(name)/\(name).txt")
    }
    let report = try await compare(folder, "a", "b")
    #expect(report.exitStatus == 0)
    #expect(report.notes == ["not compared, since neither pictures nor films: 'notes.json'"])
    // A picture that nothing reads is a failure.
    for name in ["a", "b"] { try folder.write("BM and more", to: "\(name)/2.bmp") }
    let bitmap = try await compare(folder, "a", "b")
    #expect(bitmap.entries.map(\.verdict) == [.same, .unreadable] && bitmap.exitStatus == 66)
    await #expect(throws: DiffJob.Problem.self) {
      try await compare(folder, "only-a", "only-b")
    }
  }

  @Test("Films in folders are compared as films")
  func films() async throws {
    let folder = try TemporaryFolder()
    for (name, filter) in [("a", "null"), ("b", "setpts=2*PTS")] {
      try folder.write("", to: "\(name)/x.txt")
      try FilmComparisonTests.ffmpeg(
        folder,
        "-f lavfi -i testsrc2=size=32x32:rate=10:d=0.5 -vf \(filter) -c:v ffv1 "
          + "-fps_mode passthrough \(name)/film.mkv")
    }
    let report = try await compare(folder, "a", "b")
    #expect(report.failures.map(\.name) == ["film.mkv, times"])
  }

  @Test("Nothing compared is no success")
  func everythingIgnored() async throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] { try save(PNGEncoder().encode(picture()), folder, "\(name).png") }
    let report = try await FilmComparisonTests.compare(folder, "a.png", "b.png") {
      $0.ignore(x: 0, y: 0, width: 32, height: 24)
    }
    #expect(report.entries[0].verdict == .unchecked && report.exitStatus == 3)
    #expect(
      report.entries[0].sentences == ["no pixel was compared: all 768 are ignored"])
  }

  // MARK: - PNG files

  private func deepPNG(_ value: UInt16) throws -> [UInt8] {
    var rows: [UInt8] = []
    for _ in 0..<16 {
      rows += [0] + (0..<48).flatMap { _ in [UInt8(value >> 8), UInt8(value & 255)] }
    }
    var stored: [UInt8] = [0x78, 0x01, 1]
    stored += [UInt8(rows.count & 255), UInt8(rows.count >> 8)]
    stored += [UInt8(~rows.count & 255), UInt8(~rows.count >> 8 & 255)]
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in rows {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let sum = high << 16 | low
    stored += rows + (0..<4).map { UInt8(sum >> (24 - 8 * UInt32($0)) & 255) }
    return Array("\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) })
      + encoded("IHDR", [0, 0, 0, 16, 0, 0, 0, 16, 16, 2, 0, 0, 0]) + encoded("IDAT", stored)
      + encoded("IEND", [])
  }

  private func encoded(_ name: String, _ content: [UInt8]) -> [UInt8] {
    func number(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(value >> (24 - 8 * UInt32($0)) & 255) }
    }
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in Array(name.utf8) + content {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return number(UInt32(content.count)) + Array(name.utf8) + content + number(~sum)
  }

  /// The chunks of a PNG file: their names and all of their bytes.
  private func chunks(_ png: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    var result: [(String, [UInt8])] = []
    var place = 8
    while place + 12 <= png.count {
      let count = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } + 12
      let name = String(decoding: png[place + 4..<place + 8], as: UTF8.self)
      result.append((name, Array(png[place..<place + count])))
      place += count
    }
    return result
  }

  private func chunk(_ name: String, in png: [UInt8]) -> [UInt8] {
    chunks(png).first { $0.name == name }?.bytes ?? []
  }

  private func stripped(_ png: [UInt8]) -> [UInt8] {
    png[..<8] + chunks(png).filter { !["iCCP", "cICP", "sRGB"].contains($0.name) }.flatMap(\.bytes)
  }

  private func marked(_ png: [UInt8], _ profile: [UInt8]) -> [UInt8] {
    let all = chunks(stripped(png))
    return png[..<8] + all[0].bytes + profile + all.dropFirst().flatMap(\.bytes)
  }
}
