import TestSupport
import Testing
import RostrumTiming

@Suite("Easings")
struct EasingTests {
  static let xs = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1]

  /// Computed apart from this code from the formulas published on easings.net; quadratic and bounce
  /// from the book's.
  static let published: [(String, [Double])] = [
    ("quadraticEaseIn", [0, 0.01, 0.0625, 0.25, 0.5625, 0.81, 1]),
    ("quadraticEaseOut", [0, 0.19, 0.4375, 0.75, 0.9375, 0.99, 1]),
    ("quadraticEaseInOut", [0, 0.02, 0.125, 0.5, 0.875, 0.98, 1]),
    ("cubicEaseIn", [0, 0.001, 0.015625, 0.125, 0.421875, 0.729, 1]),
    ("cubicEaseOut", [0, 0.271, 0.578125, 0.875, 0.984375, 0.999, 1]),
    ("cubicEaseInOut", [0, 0.004, 0.0625, 0.5, 0.9375, 0.996, 1]),
    ("quarticEaseIn", [0, 0.0001, 0.00390625, 0.0625, 0.31640625, 0.6561, 1]),
    ("quarticEaseOut", [0, 0.3439, 0.68359375, 0.9375, 0.99609375, 0.9999, 1]),
    ("quarticEaseInOut", [0, 0.0008, 0.03125, 0.5, 0.96875, 0.9992, 1]),
    ("quinticEaseIn", [0, 0.00001, 0.0009765625, 0.03125, 0.2373046875, 0.59049, 1]),
    ("quinticEaseOut", [0, 0.40951, 0.7626953125, 0.96875, 0.9990234375, 0.99999, 1]),
    ("quinticEaseInOut", [0, 0.00016, 0.015625, 0.5, 0.984375, 0.99984, 1]),
    (
      "sineEaseIn",
      [
        0, 0.0123116594048622, 0.0761204674887133, 0.292893218813452, 0.61731656763491,
        0.843565534959769, 1,
      ]
    ),
    (
      "sineEaseOut",
      [
        0, 0.156434465040231, 0.38268343236509, 0.707106781186547, 0.923879532511287,
        0.987688340595138, 1,
      ]
    ),
    (
      "sineEaseInOut",
      [0, 0.0244717418524232, 0.146446609406726, 0.5, 0.853553390593274, 0.975528258147577, 1]
    ),
    (
      "circularEaseIn",
      [
        0, 0.00501256289338003, 0.0317541634481457, 0.133974596215561, 0.338562172233852,
        0.564110105645933, 1,
      ]
    ),
    (
      "circularEaseOut",
      [
        0, 0.435889894354067, 0.661437827766148, 0.866025403784439, 0.968245836551854,
        0.99498743710662, 1,
      ]
    ),
    (
      "circularEaseInOut",
      [0, 0.0101020514433644, 0.0669872981077807, 0.5, 0.933012701892219, 0.989897948556636, 1]
    ),
    (
      "exponentialEaseIn", [0, 0.001953125, 0.0055242717280199, 0.03125, 0.176776695296637, 0.5, 1]
    ),
    ("exponentialEaseOut", [0, 0.5, 0.823223304703363, 0.96875, 0.99447572827198, 0.998046875, 1]),
    ("exponentialEaseInOut", [0, 0.001953125, 0.015625, 0.5, 0.984375, 0.998046875, 1]),
    (
      "elasticEaseIn",
      [0, 0.001953125, -0.0055242717280199, -0.015625, 0.0883883476483183, -0.25, 1]
    ),
    ("elasticEaseOut", [0, 1.25, 0.911611652351682, 1.015625, 1.00552427172802, 0.998046875, 1]),
    (
      "elasticEaseInOut",
      [0, 0.000339156597005722, 0.011969444423734, 0.5, 0.988030555576266, 0.999660843402994, 1]
    ),
    ("backEaseIn", [0, -0.01431422, -0.0641365625, -0.0876975, 0.1825903125, 0.59117202, 1]),
    ("backEaseOut", [0, 0.40882798, 0.8174096875, 1.0876975, 1.0641365625, 1.01431422, 1]),
    ("backEaseInOut", [0, -0.037518552, -0.09968184375, 0.5, 1.09968184375, 1.037518552, 1]),
    ("bounceEaseIn", [0, 0, 0.0411357340720215, 0.28125, 0.52734375, 0.924375, 1]),
    ("bounceEaseOut", [0, 0.075625, 0.47265625, 0.71875, 0.958864265927978, 1, 1]),
    ("bounceEaseInOut", [0, 0.0438781163434898, 0.140625, 0.5, 0.859375, 0.95612188365651, 1]),
  ]

  @Test("The thirty have the published values", arguments: published)
  func values(name: String, expected: [Double]) throws {
    let easing = try #require(Easing(rawValue: name))
    for (x, y) in zip(Self.xs, expected) {
      #expect(abs(easing.value(at: x) - y) < 1e-14, "\(name) at \(x)")
    }
  }

  @Test("They are thirty, listed family by family")
  func order() {
    #expect(Easing.allCases.map(\.rawValue) == Self.published.map(\.0))
    #expect(Easing.allCases.count == 30)
  }

  @Test("Outside 0...1 and at its ends each is exactly 0 or 1", arguments: Easing.allCases)
  func clamped(easing: Easing) {
    #expect([-.infinity, -1, -0.0, 0, .nan].map(easing.value(at:)) == [0, 0, 0, 0, 0])
    #expect([1, 1 + 1e-9, 2, .infinity].map(easing.value(at:)) == [1, 1, 1, 1])
  }

  @Test("Easing out is easing in, turned by half a turn", arguments: 0..<10)
  func mirrored(family: Int) {
    let (easeIn, easeOut) = (Easing.allCases[3 * family], Easing.allCases[3 * family + 1])
    let both = Easing.allCases[3 * family + 2]
    for x in stride(from: 0, through: 1, by: 1.0 / 256) {
      #expect(abs(easeIn.value(at: x) + easeOut.value(at: 1 - x) - 1) < 1e-14)
      #expect(abs(both.value(at: x) + both.value(at: 1 - x) - 1) < 1e-14)
    }
  }

  // Listing in chapter 10.2, to the letter.
  @Test("The word quadraticEaseInOut is the book's")
  func bookQuadratic() {
    for t in stride(from: 0, through: 1, by: 1.0 / 1024) {
      let expected = t < 0.5 ? 2 * t * t : -2 * t * t + 4 * t - 1
      #expect(abs(Easing.quadraticEaseInOut.value(at: t) - expected) < 1e-15)
    }
  }

  @Test("The word bounceEaseOut touches the ground where the book's ball does, and rises between")
  func bookBounce() {
    for ground in [4 / 11.0, 8 / 11.0, 0.9, 1] {
      #expect(abs(Easing.bounceEaseOut.value(at: ground) - 1) < 1e-14)
      #expect(abs(Easing.bounceEaseOut.value(at: ground - 1e-12) - 1) < 1e-9)
    }
    #expect(abs(Easing.bounceEaseOut.value(at: 6 / 11.0) - 0.7) < 1e-14)
    #expect(abs(Easing.bounceEaseOut.value(at: 0.95) - 0.973) < 1e-14)
  }

  static let steady = Easing.allCases.filter { easing in
    !["elastic", "back", "bounce"].contains { easing.rawValue.hasPrefix($0) }
  }

  @Test("All but elastic, back and bounce rise all the way within 0...1", arguments: steady)
  func rising(easing: Easing) {
    let values = (0...1000).map { easing.value(at: Double($0) / 1000) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 + 1e-15 })
    #expect(values.allSatisfy { (0...1).contains($0) })
  }

  @Test("Back draws back by a tenth")
  func overshoot() throws {
    let lowest = try #require(
      stride(from: 0, through: 1, by: 1e-4).map(Easing.backEaseIn.value(at:)).min())
    #expect(abs(lowest + 0.1) < 1e-5)
  }
}
