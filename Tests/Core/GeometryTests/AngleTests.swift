import RostrumGeometry
import Testing

@Suite("Angles as text")
struct AngleTests {
  static let table: [(text: String, degrees: Double)] = [
    ("90deg", 90), ("0.5turn", 180), ("3.141592653589793rad", 180), ("100grad", 90),
    ("-.25TURN", -90), ("  +1e1Deg ", 10), ("0deg", 0),
  ]

  @Test("Every unit means its part of a circle", arguments: table)
  func units(text: String, degrees: Double) throws {
    let radians = try #require(Angle.radians(fromText: text))
    #expect(isClose(radians, degrees / 180 * .pi, 1e-15))
  }

  @Test(
    "Anything else is no angle",
    arguments: [
      "", "90", "deg", "90 deg", "90degrees", "90deg 1", "1e999deg", "nan", "--1deg", "1.rad2",
    ])
  func refused(text: String) {
    #expect(Angle.radians(fromText: text) == nil)
  }
}
