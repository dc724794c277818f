import Foundation
import RostrumKit
import RostrumRegression
import RostrumTesting
import Testing
import UIKit

@Suite("Films in tests")
struct AssertFilmTests {
  private static func film(_ color: UIColor) -> Film {
    Film(
      of: {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        view.backgroundColor = color
        return view
      }, size: CGSize(width: 40, height: 40), fps: 10, duration: 1)
  }

  @Test(
    "A film is recorded, matches, and fails with the layer that changed",
    .disabled(if: ProcessInfo.processInfo.environment["CI"] == "true", "CI records nothing"))
  func films() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let settings = BaselineSettings(folder: folder.path, update: .missing)
    // A picture that was recorded just now is to be looked at: the test fails.
    withKnownIssue {
      #expect(!assertFilm(Self.film(.red), matches: "box", settings: settings))
    } matching: { issue in
      issue.comments.map(\.rawValue).joined().contains("look at it")
    }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "box").path)
    // The first frame, the last one, and three between.
    let pictures = Set(names.filter { $0.hasSuffix(".png") })
    #expect(pictures == ["0.0.png", "0.2.png", "0.5.png", "0.7.png", "0.9.png"])
    let strict = BaselineSettings(folder: folder.path, update: VerifyOptions.Update.none)
    #expect(assertFilm(Self.film(.red), matches: "box", settings: strict))
    withKnownIssue {
      #expect(!assertFilm(Self.film(.blue), matches: "box", at: [0.5], settings: strict))
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains("box at 0.5 seconds") && text.contains("backgroundColor")
    }
  }
}
