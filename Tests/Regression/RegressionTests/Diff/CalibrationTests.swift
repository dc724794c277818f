import RostrumImageDiff
import RostrumCanvas
import Foundation
@testable import RostrumRegression
@testable import RostrumOutput
import TestSupport
import Testing

@Suite("Bounds that are measured")
struct CalibrationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A folder of grey pictures whose pixels at some places are of other greys.
  private func write(_ name: String, _ pictures: [[(x: Int, y: Int, grey: UInt32)]]) throws {
    for (index, spots) in pictures.enumerated() {
      let bitmap = try Bitmap(width: 40, height: 40)
      for y in 0..<40 { for x in 0..<40 { bitmap[x, y] = 0xFF80_8080 } }
      for spot in spots { bitmap[spot.x, spot.y] = 0xFF00_0000 | spot.grey * 0x01_0101 }
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
      try Data(PNGEncoder().encode(bitmap))
        .write(to: URL(filePath: folder.path("\(name)/\(index).png")))
    }
  }

  private func report(_ tolerance: Tolerance = .standard) async throws -> DiffReport {
    var options = DiffOptions()
    options.tolerance = tolerance
    return try await DiffJob(
      expected: folder.path("a"), actual: folder.path("b"), options: options
    ).run()
  }

  private func calibration() async throws -> Calibration {
    try await DiffJob(expected: folder.path("a"), actual: folder.path("b")).calibration()
  }

  @Test("Equal pictures need no tolerance")
  func equal() async throws {
    for name in ["a", "b"] { try write(name, [[], []]) }
    let calibration = try await calibration()
    #expect(calibration.arguments == ["--threshold", "0", "--strict-antialiasing"])
    #expect(calibration.pairCount == 2)
  }

  @Test(
    "Small differences raise the threshold, large ones allow so many pixels; the pairs pass then")
  func bounds() async throws {
    try write("a", [[], []])
    try write("b", [[(3, 3, 0x95)], [(9, 9, 0x90)]])
    let small = try await calibration()
    #expect(small.arguments.first == "--threshold" && small.arguments.count == 2)
    #expect((0.03...Calibration.largestThreshold).contains(small.tolerance.threshold))
    #expect(try await report(small.tolerance).exitStatus == 0)
    #expect(try await report().exitStatus == 1)
    try write("b", [[(3, 3, 0xF0), (4, 3, 0xF0), (20, 20, 0xF0)], [(9, 9, 0xF0)]])
    let large = try await calibration()
    #expect(large.arguments == ["--max-pixels", "4", "--max-region", "3"])
    #expect(try await report(large.tolerance).exitStatus == 0)
    #expect(large.text.contains("the most different pixels: 3 (b @ 0.png)"))
    #expect(large.text.hasSuffix("proposed: --max-pixels 4 --max-region 3\n"))
  }

  @Test("Pairs that cannot be the same are refused")
  func unlike() async throws {
    try write("a", [[], []])
    try write("b", [[]])
    await #expect(throws: Calibration.Unlike.self) { try await calibration() }
  }
}
