import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import RostrumSource
import RostrumTiming
import Testing

@Suite("Clocks and followed values in scenes")
struct ClockSceneTests {
  private func scene(_ text: String) throws -> Scene {
    let result = load(text)
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    return try #require(result.scene)
  }

  private static let shaky = """
    size: [300, 300]
    clocks:
      shaky: {rate: 60, late: [[6, 0.1]], dropped: [20, 21], tracking: [[2, 3]]}
    layers:
      - position: [0, 0]
        animations:
          - {type: timer, clock: shaky, keyPath: position.x, fromValue: 0, toValue: 240, duration: 4, mode: common}
          - {type: displayLink, clock: shaky, keyPath: position.y, fromValue: 0, toValue: 240, duration: 4, mode: common}
    """

  @Test(
    "A scene's clock moves its animations",
    arguments: [
      (0.0, 0.0, 0.0), (0.15, 5, 5), (0.2, 6, 12), (0.3, 12, 18), (0.4, 16, 24), (2, 112, 120),
    ])
  func shaky(time: Double, timerTicks: Double, linkTicks: Double) throws {
    let position = try scene(Self.shaky).presentation(at: time).sublayers[0].values[.position]
    #expect(abs(position.x - timerTicks) < 1e-9)
    #expect(abs(position.y - linkTicks) < 1e-9)
  }

  @Test("The scene lasts until the timer has come to its end")
  func duration() throws {
    #expect(abs(try scene(Self.shaky).clock.duration - (4 + 8 / 60.0)) < 1e-9)
  }

  @Test("Without a clock there are 60 ticks a second, in the default mode, and the end stays")
  func defaults() throws {
    let scene = try scene(
      """
      {size: [1, 1], duration: 3, layers: [{animations: [
      {type: timer, keyPath: opacity, fromValue: 1, toValue: 0, duration: 1}]}]}
      """)
    let opacity = { (time: Double) in
      scene.presentation(at: time).sublayers[0].values[.opacity]
    }
    #expect(abs(opacity(0.51) - 0.5) < 1e-9)
    #expect(opacity(2.9) == 0)
  }

  @Test("Before and after, a followed value's ends hold, unless the file says otherwise")
  func followed() throws {
    let scene = try scene(
      """
      size: [1, 1]
      let:
        held: {fromValue: 2, toValue: 4, beginTime: 1, duration: 1}
        gone: {fromValue: 2, toValue: 4, beginTime: 1, duration: 1, fillMode: removed}
      duration: 5
      layers:
        - {class: text, string: a, animations: [{type: follow, value: "${held}", keyPath: string, format: "%.1f"}]}
        - {class: text, string: b, animations: [{type: follow, value: "${gone}", keyPath: string}]}
        - animations:
          - {type: follow, value: "${held}", keyPath: transform.translation.x, scale: 10, offset: 1}
      """)
    let texts = { (time: Double) in
      scene.presentation(at: time).sublayers.prefix(2).map { $0.values[.string].string }
    }
    #expect(texts(0) == ["2.0", "b"])
    #expect(texts(1.25) == ["2.5", "2.5"])
    #expect(texts(4) == ["4.0", "b"])
    let moved = scene.presentation(at: 1.25).sublayers[2].values
    #expect(abs(moved[.transform].m41 - 26) < 1e-9)
  }

  @Test(
    "A number is spelt by the habits of a locale, an amount of money in its currency's pattern",
    arguments: [
      ("format: \"%'.1f\"", "1,234,567.5"), ("format: \"%'.1f\", locale: de-DE", "1.234.567,5"),
      ("format: \"%'.1f\", locale: en_IN", "12,34,567.5"),
      ("format: \"%m\", currency: USD", "$1,234,567.50"),
      ("format: \"%m\", currency: JPY, rounding: floor", "\u{A5}1,234,567"),
      ("format: \"%m\", currency: eur, locale: de_DE", "1.234.567,50\u{A0}€"),
      ("format: \"%.0m\", currency: EUR, locale: fr_FR", "1\u{202F}234\u{202F}568\u{A0}€"),
      ("format: \"%d\", locale: ar_EG", "١٢٣٤٥٦٧"),
      ("format: \"%m\", currency: CHF, locale: de_CH", "CHF\u{A0}1’234’567.50"),
      ("format: \"%m\", currency: EUR, locale: en_NO", "€1\u{A0}234\u{A0}567,50"),
      (
        "format: \"%m\", currency: CNY, locale: he_IL",
        "\u{200F}1,234,567.50\u{A0}\u{200F}\u{200E}CN¥\u{200E}"
      ),
      ("format: \"%m\", currency: IDR, locale: id_ID", "Rp1.234.568"),
      ("format: \"%m\", currency: KWD, locale: pl_PL", "1\u{A0}234\u{A0}567,500\u{A0}KWD"),
      ("format: \"%'d\", locale: es_ES", "1.234.567"),
    ])
  func locales(_ keys: String, _ expected: String) throws {
    let scene = try scene(Self.money(keys))
    let text = scene.presentation(at: 1).sublayers[0].values[.string].string
    #expect(text == expected)
  }

  private static func money(_ keys: String) -> String {
    """
    size: [1, 1]
    let: {sum: {fromValue: 1234567.5, toValue: 1234567.5, duration: 2}}
    duration: 2
    layers:
      - {class: text, animations: [{type: follow, value: "${sum}", keyPath: string, \(keys)}]}
    """
  }

  @Test(
    "Unknown locales and currencies, and amounts without one, are errors",
    arguments: [
      ("format: \"%m\"", "missing-key"), ("format: \"%d\", currency: EUR", "conflict"),
      ("format: \"%m\", currency: EURO", "unknown-word"),
      ("format: \"%d\", locale: de_XX", "unknown-word"),
    ])
  func unknownLocales(_ keys: String, _ id: String) {
    let diagnostics = load(Self.money(keys)).diagnostics
    #expect(diagnostics.map(\.id) == [id])
  }

  @Test("A layer's time offset is animated in its superlayer's time")
  func scrubbed() throws {
    let scene = try scene(
      """
      size: [1, 1]
      layers:
        - speed: 0
          animations: [{type: basic, keyPath: timeOffset, fromValue: 1, toValue: 0, duration: 2}]
          sublayers:
            - animations: [{type: basic, keyPath: opacity, fromValue: 0, toValue: 1, duration: 1}]
      """)
    #expect(scene.clock.duration == 2)
    for (time, opacity) in [(0, 1.0), (0.5, 0.75), (1.5, 0.25)] {
      let layer = scene.presentation(at: time).sublayers[0].sublayers[0]
      #expect(abs(layer.values[.opacity] - opacity) < 1e-9)
    }
  }
}
