import Foundation
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumQuartz
import RostrumTiming
import RostrumUIKit
import Testing
@testable import BookFilms

@Suite("The book's listings in Swift")
struct ListingTests {
  private static let named = ["003-easing": "003"]

  /// Where a layer of a listing's film is at these times, by a key path of numbers.
  private func values(
    _ film: Film, _ layer: String, _ keyPath: String, at times: [Double]
  ) throws -> [Double] {
    let choice = SceneSampler.Choice(layers: [layer], keyPaths: [keyPath])
    return try #require(try SceneSampler(film.scene).series(choice, at: times).first)
      .values.map(\.number)
  }

  @Test("Listings 10.7 and 10.8: key frame i is the book's interpolation at i/60")
  func computedKeyframes() throws {
    let counts = [0, 1, 15, 30, 45, 59]
    let times = counts.map { Double($0) / 59 }
    let linear = try values(listing10_7(), "ball", "position.y", at: times)
    let eased = try values(listing10_8(), "ball", "position.y", at: times)
    for (index, count) in counts.enumerated() {
      let time = Double(count) / 60
      #expect(abs(linear[index] - (32 + 236 * time)) < 1e-4)
      #expect(abs(eased[index] - (32 + 236 * Easing.bounceEaseOut.value(at: time))) < 1e-3)
    }
    // The basic animation that they repeat is a sixtieth ahead at the end.
    #expect(try values(listing10_7(), "ball", "position.y", at: [1.1]) == [268])
  }

  @Test("Listing 11.1 with its touch: one timer runs, and the ball lands a second later")
  func replay() throws {
    let frames = [0, 10, 35, 36, 37, 60, 90, 95, 96, 110]
    let found = try values(
      listing11_1(touchedAt: 0.6), "ball", "position.y", at: frames.map { Double($0) / 60 })
    for (frame, y) in zip(frames, found) {
      let time = min(Double(frame < 36 ? frame : frame - 36) / 60, 1)
      #expect(abs(y - (32 + 236 * Easing.bounceEaseOut.value(at: time))) < 1e-3, "frame \(frame)")
    }
  }

  @Test("A timer fires in the modes that it was added for")
  func modes() throws {
    let film = listing11_1modes()
    let times = [17, 18, 30, 41, 42, 60].map { (Double($0) + 0.5) / 60 }
    let always = times.map { 4 * ($0 * 60).rounded(.down) }
    for name in ["default and tracking", "common"] {
      #expect(try values(film, name, "bounds.size.width", at: times) == always)
    }
    // Ticks 18 to 41 are missed: one of them fires when the mode is back, at tick 42.
    #expect(
      try values(film, "default", "bounds.size.width", at: times)
        == [68, 68, 68, 68, 72, 144])
    #expect(
      try values(film, "tracking", "bounds.size.width", at: times) == [0, 4, 52, 96, 96, 96])
  }

  @Test("A view's block moves the views' layers alone; another layer keeps its own animation")
  func plainLayerInBlock() throws {
    let film = Film(size: CGSize(width: 100, height: 100), fps: 60, duration: 2) { stage in
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      view.layer.name = "view"
      let plain = CALayer()
      plain.name = "plain"
      stage.addSubview(view)
      stage.layer.addSublayer(plain)
      stage.at(0.5) {
        UIView.animate(withDuration: 1) {
          view.center = CGPoint(x: 80, y: 5)
          plain.position = CGPoint(x: 80, y: 5)
        }
      }
    }
    let times = [0.75, 1.0, 1.5]
    let view = try values(film, "view", "position.x", at: times)
    #expect(view[1] == 5 + 75 * 0.5 && view[2] == 80)
    // The implicit animation of a quarter of a second.
    #expect(try values(film, "plain", "position.x", at: times) == [80, 80, 80])
  }

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
