@testable import BookFilms
import Foundation
import LayerTree
import RostrumKit
import RostrumQuartz
import Testing
import Timing

@Suite("The book's listings in Swift")
struct ListingTests {
  private static let named = ["003-easing": "003"]

  @Test(
    "A listing has the pixels of the scene file of its name, and of the file that it writes",
    arguments: [
      "003-easing", "9.1", "9.2", "9.3", "10.1", "10.2", "10.3", "10.5", "10.6", "11.1", "11.2",
    ])
  func pixels(_ name: String) throws {
    let listing = Self.named[name] ?? name
    let film = try #require(listings.first { $0.name == listing }).film()
    let step = name.hasPrefix("9") || name == "10.5" ? 17 : 7
    try expectSamePixels(film.openedScene(), scene("Book/\(name)"), everyFrame: step)
    try expectSameAsText(film, everyFrame: 3 * step)
  }

  @Test("Listing 10.4 draws the curve between its control points, with y up")
  func curve() throws {
    let file = try scene("Book/10.4")
    let film = listing10_4()
    #expect(try differences(film.openedScene(), file, at: [0])[0] <= 1)
    try expectSameAsText(film)
  }

  @Test("The document's helper walks the curve's parameter, a tick late")
  func helper() throws {
    let film = listing003(.document)
    let choice = SceneSampler.Choice(layers: ["view"], keyPaths: ["transform.translation.x"])
    let times = (0..<90).map { Double($0) / 60 }
    let series = try SceneSampler(film.scene).series(choice, at: times)
    let values = try #require(series.first).values
    // The tick after 0.2 s has the first sample, one 60th later the next of 60.
    for index in [1, 20, 40, 58, 59] {
      let s = Double(index) / 59
      let y = 3 * (1 - s) * s * s * 1.51 + s * s * s
      #expect(abs(values[13 + index].number - 250 * y) < 1e-3)
    }
    #expect(values[12] == .number(0) && values[73] == .number(250))
    let solved = try SceneSampler(listing003().scene).series(choice, at: [0.7])
    let curve = try #require(CubicBezier(x1: 1, y1: 0, x2: 0.5, y2: 1.51))
    let half = try #require(solved.first?.values.first)
    #expect(abs(half.number - 250 * curve.value(at: 0.5)) < 1e-9)
  }
}
