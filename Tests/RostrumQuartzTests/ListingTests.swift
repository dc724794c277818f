@testable import BookFilms
import Foundation
import LayerTree
import RostrumKit
import RostrumQuartz
import Testing

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
}
