import Testing
import RostrumTiming

@Suite("Timing functions")
struct TimingFunctionTests {
  @Test("The table lists Apple's five, then Penner's thirty")
  func order() {
    let apple = ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"]
    #expect(TimingFunction.names == apple + Easing.allCases.map(\.rawValue))
    #expect(Set(TimingFunction.names).count == 35)
  }

  @Test("A name finds its function", arguments: TimingFunction.names)
  func lookup(name: String) throws {
    let function = try #require(TimingFunction(name: name))
    let entry = try #require(TimingFunction.named.first { $0.name == name })
    #expect(function == entry.function)
  }

  @Test("Names are exact", arguments: ["", "ease", "easein", "Linear", "linear "])
  func unknown(name: String) {
    #expect(TimingFunction(name: name) == nil)
  }

  @Test("Each begins at exactly 0 and ends at exactly 1", arguments: TimingFunction.names)
  func ends(name: String) throws {
    let function = try #require(TimingFunction(name: name))
    #expect([-1, 0, 1, 2].map(function.value(at:)) == [0, 0, 1, 1])
  }

  @Test("A function asks the curve it names", arguments: [0.1, 0.37, 0.5, 0.99])
  func asks(x: Double) {
    let spring = Spring.default
    #expect(TimingFunction.bezier(.easeIn).value(at: x) == CubicBezier.easeIn.value(at: x))
    #expect(TimingFunction.easing(.backEaseOut).value(at: x) == Easing.backEaseOut.value(at: x))
    let settled = spring.value(at: x * spring.settlingDuration)
    #expect(TimingFunction.spring(spring).value(at: x) == settled)
  }

  @Test("A spring as a timing function ends exactly at 1, from within a thousandth")
  func springEnds() {
    let function = TimingFunction.spring(.default)
    #expect([-1, 0, 1, 1.5].map(function.value(at:)) == [0, 0, 1, 1])
    #expect(abs(function.value(at: 1 - 1e-9) - 1) < 0.001)
    #expect(function.value(at: 0.25) > 1)
  }
}
