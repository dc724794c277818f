import RostrumBase
import RostrumCanvas
import Testing

@Suite("PNG files")
struct PNGFileTests {
  /// A file of its own for one test, removed afterwards.
  private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    var template = Array("/tmp/rostrum-png-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    let path = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    defer { unlink(path) }
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    try body(path)
  }

  @Test("A file gives the same picture as its bytes, also beyond one read of the buffer")
  func decoding() throws {
    let bitmap = try PNGEncodingTests.bitmap(width: 200, height: 200, seed: 2)
    let bytes = try PNGEncoder(compressionLevel: 0).encode(bitmap)
    #expect(bytes.count > 65536)
    try withFile(bytes) { path in
      let decoded = try PNG.decode(contentsOfFile: path)
      #expect(decoded.hasSamePixels(as: bitmap))
    }
    try withFile(Array(bytes.dropLast(20))) { path in
      #expect(throws: PNGError.truncated) { try PNG.decode(contentsOfFile: path) }
    }
  }

  @Test("The header needs nothing after the first chunks")
  func header() throws {
    let rgba = HandMadePNG(width: 7, height: 5, bitDepth: 8, colorType: 6, rows: [0]).bytes
    try withFile(Array(rgba[..<41])) { path in
      let header = try PNG.readHeader(ofFile: path)
      #expect(header.width == 7 && header.height == 5 && header.hasAlpha)
    }
    let rgb = try PNGEncoder(pixels: .rgb).encode(try Bitmap(width: 2, height: 3))
    try withFile(rgb) { path in
      let header = try PNG.readHeader(ofFile: path)
      #expect(!header.hasAlpha)
    }
  }

  @Test("A file that is missing, or a folder, is an error that says so")
  func unreadable() {
    let missing = PNGError.unreadable(path: "/nowhere/a.png", errno: ENOENT)
    #expect(throws: missing) { try PNG.decode(contentsOfFile: "/nowhere/a.png") }
    #expect("\(missing)" == "cannot read '/nowhere/a.png': No such file or directory")
    let folder = PNGError.notAFile(path: "/tmp")
    #expect(throws: folder) { try PNG.readHeader(ofFile: "/tmp") }
    #expect("\(folder)" == "'/tmp' is a folder, a device or a named pipe, not a file")
  }
}
