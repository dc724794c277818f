import RostrumBase
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RostrumCanvas

/// SVGs, GIFs and AVIFs, read and drawn by the built `rostrum` in a process of its own.
@Suite("The decoder of pictures")
struct PictureDecoderTests {
  private static let fixtures =
    repository.path + "/Tests/Fixtures/"
  private static let program = BuiltProgram.rostrum.path
  private static let pool = DecoderPool(program: program)
  private static let good = RemoteSVG(
    Array(HostileSVG.drawing(20, "<circle cx=\"10\" cy=\"10\" r=\"8\" fill=\"red\"/>").utf8))

  private static func bytes(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: fixtures + name)))
  }

  /// The picture at its own size.
  private func drawn(_ text: String, _ pool: DecoderPool = pool) throws(PictureError) -> Bitmap {
    let picture = RemoteSVG(Array(text.utf8))
    let size = try pool.size(of: picture)
    return try pool.bitmap(
      of: picture, width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)))
  }

  // MARK: Pixels

  @Test(
    "The decoder of pictures draws an SVG with the pixels that this process draws, at any size",
    arguments: ["shapes", "groups", "gradients", "cuts", "letters", "picture"])
  func pixels(_ name: String) throws {
    let bytes = try Self.bytes("SVG/\(name).svg")
    let (here, there) = (try SVGDocument(bytes), RemoteSVG(bytes))
    #expect(try Self.pool.size(of: there) == here.size)
    for (width, height) in [(1, 1), (33, 77), (400, 300), (1201, 5)] {
      let expected = try here.bitmap(width: width, height: height)
      let bitmap = try Self.pool.bitmap(of: there, width: width, height: height)
      #expect(bitmap.hasSamePixels(as: expected), "\(width) x \(height)")
    }
  }

  @Test(
    "The decoder of pictures decodes a GIF and an AVIF with the pixels that this process decodes",
    arguments: [
      "frames.gif", "clear.gif", "lossy.avif", "turned.avif", "alpha.avif", "p3.avif",
    ])
  func otherPixels(_ name: String) throws {
    let format: PictureFormat = name.hasSuffix("gif") ? .gif : .avif
    let bytes = try Self.bytes("Pictures/\(name)")
    let reader = try PixbufReader(format, bytes)
    let bitmap = try Self.pool.bitmap(format, bytes, size: try reader.statedSize(), PNG.Limits())
    #expect(bitmap.hasSamePixels(as: try reader.decoded(PNG.Limits())))
    let small = PNG.Limits(maximumPixels: bitmap.width * bitmap.height - 1)
    let error = PictureError.tooLarge(width: bitmap.width, height: bitmap.height, limits: small)
    #expect(throws: error) {
      try Self.pool.bitmap(format, bytes, size: (bitmap.width, bitmap.height), small)
    }
  }

  @Test("An SVG that a decoder has forgotten is sent once more, and no decoder ends over it")
  func forgotten() throws {
    let process = try WorkerProcess(Self.program, PictureDecoder.commandName)
    func answer(_ number: UInt64, _ bytes: [UInt8]) throws -> DecoderAnswer {
      let request = DecoderRequest(
        work: .drawSVG, number: number, width: 3, height: 3,
        budget: DecoderBudget(pixels: 9, bytes: 0), bytes: bytes)
      return try process.answer(request, .svg, PNG.Limits(), into: nil)
    }
    for number in UInt64(1)...40 {
      guard case .bitmap = try answer(number, Self.good.bytes) else {
        Issue.record("\(number)")
        return
      }
    }
    guard case .unknown = try answer(1, []), case .bitmap = try answer(40, []) else {
      Issue.record("forgotten or known")
      return
    }
    let pictures = (0..<40).map {
      RemoteSVG(Array(HostileSVG.covered(9, "x=\"\($0)\"", "").utf8))
    }
    for picture in pictures + pictures {
      let bitmap = try Self.pool.bitmap(of: picture, width: 9, height: 9)
      #expect(bitmap.width == 9)
    }
  }

  @Test("The decoder of pictures reads nothing but the SVG's own text")
  func references() throws {
    let folder = try TemporaryFolder()
    let png = Self.fixtures + "Pictures/turned.png"
    try folder.write(HostileSVG.covered(20, "id=\"r\"", ""), to: "red.svg")
    for reference in [png, "file://\(png)", folder.path("red.svg"), "red.svg#r"] {
      let bitmap = try drawn(
        HostileSVG.drawing(
          20,
          "<image width=\"20\" height=\"20\" xlink:href=\"\(reference)\"/>"
            + "<use xlink:href=\"\(reference)#r\"/>"))
      #expect(bitmap.hasSamePixels(as: try Bitmap(width: 20, height: 20)), "\(reference)")
    }
  }

  // MARK: Limits

  @Test("An SVG that crashes, or takes too much, is an error", arguments: HostileSVG.all)
  func hostile(_ svg: HostileSVG) throws {
    var message: String?
    do throws(PictureError) { _ = try drawn(svg.text) } catch { message = error.description }
    switch svg.outcome {
    case .memory: #expect(message?.hasSuffix("MiB of memory") == true, "\(message ?? "")")
    case .time: #expect(message?.hasSuffix("of a processor's time") == true, "\(message ?? "")")
    case .refusal: #expect(message?.hasPrefix("not a valid SVG") == true, "\(message ?? "")")
    case .any: break
    }
    #expect(try Self.pool.bitmap(of: Self.good, width: 20, height: 20)[10, 10] == 0xFFFF_0000)
  }

  @Test("A budget follows from the pixels and the file, and holds")
  func budget() throws {
    #expect(DecoderBudget(pixels: 0, bytes: 0) == .init(memory: 256 << 20, processorSeconds: 5))
    #expect(
      DecoderBudget(pixels: 8_000_000, bytes: 1 << 20)
        == .init(memory: (256 << 20) + (32 << 20) + 256_000_000, processorSeconds: 7))
    #expect(DecoderBudget(pixels: 1 << 28, bytes: 16 << 20).memory == 4 << 30)
    // The picture itself takes 61 MiB.
    let plain = HostileSVG.covered(4000, "", "")
    let endless = HostileSVG.covered(100, "filter=\"url(#f)\"", HostileSVG.endless)
    for (text, size, budget, isEnough) in [
      (plain, 4000, DecoderBudget(memory: 70 << 20, processorSeconds: 5), true),
      (plain, 4000, DecoderBudget(memory: 60 << 20, processorSeconds: 5), false),
      (endless, 100, DecoderBudget(memory: 256 << 20, processorSeconds: 1), false),
    ] {
      let process = try WorkerProcess(Self.program, PictureDecoder.commandName)
      let request = DecoderRequest(
        work: .drawSVG, number: 1, width: size, height: size, budget: budget,
        bytes: Array(text.utf8))
      let answer = try? process.answer(request, .svg, PNG.Limits(), into: nil)
      #expect((answer != nil) == isEnough, "\(size) \(budget)")
    }
  }

  @Test("A file of 16 MiB is read, and one of a byte more is not")
  func fileSize() throws {
    let folder = try TemporaryFolder()
    let (start, end) = (
      "<svg width=\"4\" height=\"4\" xmlns=\"http://www.w3.org/2000/svg\">", "</svg>"
    )
    for excess in 0...1 {
      var rest = SVGPicture.maximumSize - start.utf8.count - end.utf8.count + excess
      var blanks = ""
      while rest > 0 {
        let count = min(rest, 1 << 20)
        // A comment, or spaces if a comment does not fit.
        blanks +=
          count < 8
          ? String(repeating: " ", count: count)
          : "<!--\(String(repeating: " ", count: count - 7))-->"
        rest -= count
      }
      let path = try folder.write(start + blanks + end, to: "a.svg")
      let picture = try? SVGPicture(contentsOfFile: path, limits: PNG.Limits())
      #expect((picture != nil) == (excess == 0))
    }
  }

  @Test("Each byte of an SVG changed, and the SVG cut off at each: an error or a picture")
  func changes() throws {
    let text = HostileSVG.covered(
      12, "filter=\"url(#f)\" style=\"opacity:.5\"",
      "<filter id=\"f\"><feGaussianBlur stdDeviation=\"2\"/><feOffset dx=\"1\"/></filter>"
    )
    .replacing("</svg>", with: "<path d=\"M1 1L9 5Z\" transform=\"scale(2)\"/></svg>")
    let whole = Array(text.utf8)
    var random = RandomSource(seed: 11)
    var (pictures, errors) = (0, 0)
    func attempt(_ bytes: [UInt8]) throws {
      let begin = ContinuousClock.now
      do throws(PictureError) {
        let picture = RemoteSVG(bytes)
        let size = try Self.pool.size(of: picture)
        guard size.width < 500, size.height < 500 else { return }
        _ = try Self.pool.bitmap(of: picture, width: 12, height: 12)
        pictures += 1
      } catch {
        #expect(error.exitStatus == .wrongScene, "\(error)")
        errors += 1
      }
      #expect(ContinuousClock.now - begin < .seconds(30))
    }
    for index in whole.indices {
      var changed = whole
      changed[index] ^= UInt8.random(in: 1...255, using: &random)
      try attempt(changed)
      try attempt(Array(whole[..<index]))
    }
    #expect(pictures > 50 && errors > whole.count)
  }

  // MARK: Concurrent requests

  @Test("Several threads at once get their own pictures, also beside one that fails")
  func threads() throws {
    let pool = DecoderPool(program: Self.program)
    let floods = try #require(HostileSVG.all.first { $0.name == "floods" })
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 24) { index in
      if index % 6 == 5 {
        if (try? drawn(floods.text, pool)) != nil { wrong.add(1, ordering: .relaxed) }
        return
      }
      let size = 10 + index
      let picture = try? drawn(HostileSVG.covered(size, "", ""), pool)
      if picture?.width != size || picture?[size - 1, size - 1] != 0xFFFF_0000 {
        wrong.add(1, ordering: .relaxed)
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  // MARK: Other ends

  /// A program in the decoder's place: it writes a line to `starts`, greets, waits for a request,
  /// and does something.
  private func script(_ folder: TemporaryFolder, _ end: String) throws -> String {
    try folder.script(
      "decoder", "cd '\(folder.path)'", "echo >> starts",
      "printf 'PmurtsoR\\001\\000\\000\\000\\000\\000\\000\\000' >&0", "head -c 72 <&0 >/dev/null",
      end)
  }

  @Test(
    "The end of a decoder is told for what it is, after a second attempt unless it is time",
    arguments: [
      ("kill -ABRT $$", 2, "the SVG cannot be drawn: librsvg ended with signal 6 (SIGABRT)", 65),
      ("kill -SEGV $$", 2, "the SVG cannot be drawn: librsvg ended with signal 11 (SIGSEGV)", 65),
      ("exit 9", 2, "the SVG cannot be drawn: librsvg ended with status 9", 65),
      ("exit 72", 2, "the SVG cannot be drawn: it takes more than 256 MiB of memory", 65),
      ("exit 71", 2, "no memory for the picture", 71),
      (
        "kill -XCPU $$", 1, "the SVG cannot be drawn: it takes more than 5 s of a processor's time",
        65
      ),
      (
        "kill -KILL $$", 2,
        "the process that decodes pictures was ended by signal 9 (SIGKILL)", 71
      ),
    ] as [(String, Int, String, Int32)])
  func ends(_ end: String, _ starts: Int, _ message: String, _ status: Int32) throws {
    let folder = try TemporaryFolder()
    let pool = DecoderPool(program: try script(folder, end))
    let error = #expect(throws: PictureError.self) { try pool.size(of: RemoteSVG([60])) }
    #expect(error?.description == message)
    #expect(error?.exitStatus.rawValue == status)
    #expect(folder.data("starts").count == starts)
  }

  @Test("What happens to one decoder does not count when another one draws the picture")
  func secondAttempt() throws {
    let folder = try TemporaryFolder()
    let path = try script(folder, "kill -KILL $$")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try folder.script(
      "decoder", "test -e '\(folder.path)/starts' && exec '\(Self.program)' \"$@\"",
      text.replacing("#!/bin/sh\n", with: ""))
    let pool = DecoderPool(program: path)
    #expect(try drawn(HostileSVG.covered(8, "", ""), pool)[4, 4] == 0xFFFF_0000)
  }

  @Test("What is no decoder is an error that names it")
  func foreign() throws {
    let folder = try TemporaryFolder()
    let programs = [
      (folder.path("none"), "cannot start", ExitStatus.toolMissing),
      (try folder.script("nonsense", "exec cat /dev/zero >&0"), "is not rostrum", .toolMissing),
      (try folder.script("done", "exit 0"), "is not rostrum", .toolMissing),
      (try folder.script("other", "exit 64"), "exit status 64", .toolMissing),
      (try folder.script("short", "exit 71"), "exit status 71", .shortage),
      (try folder.script("killed", "kill -9 $$"), "signal 9 (SIGKILL)", .shortage),
    ]
    for (path, words, status) in programs {
      let pool = DecoderPool(program: path)
      let error = #expect(throws: PictureError.self) { try pool.size(of: Self.good) }
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
      #expect(error?.description.contains(path) == true, "\(error?.description ?? "")")
      #expect(error?.exitStatus == status, "\(path)")
    }
  }
}
