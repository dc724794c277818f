import RostrumKit
import RostrumRegression
import RostrumTesting
import UIKit
import XCTest

/// `assertFilm` in a test of XCTest.
final class XCTestFilmTests: XCTestCase {
  func testFilmMatches() throws {
    try XCTSkipIf(
      ProcessInfo.processInfo.environment["CI"] == "true", "CI records nothing")
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    layer.backgroundColor = UIColor.red.cgColor
    let recording = BaselineSettings(folder: folder.path, update: .missing)
    let entry = try render(layer, at: 0.5).compared(with: "box/0.5", recording)
    XCTAssertTrue(entry.verdict.isFailure, "a picture that was recorded just now is no match")
    let strict = BaselineSettings(folder: folder.path, update: VerifyOptions.Update.none)
    XCTAssertTrue(assertFilm(layer, matches: "box", at: [0.5], settings: strict))
  }
}
