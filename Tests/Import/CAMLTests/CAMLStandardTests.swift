import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import RostrumGeometry
import RostrumCAML
import RostrumLayerTree
import RostrumSource
import Testing

/// An archive with one layer.
private func caml(_ attributes: String, _ content: String = "") -> String {
  """
  <caml xmlns='http://www.apple.com/CoreAnimation/1.0'><CALayer name='root' \
  bounds='0 0 100 100' position='50 50' \(attributes)>\(content)</CALayer></caml>
  """
}

private func animation(_ attributes: String, _ content: String = "") -> String {
  caml("", "<animations><animation \(attributes)>\(content)</animation></animations>")
}

@Suite("CAML by what Apple writes")
struct CAMLStandardTests {
  @Test(
    "A path is written as Core Graphics prints it, or as SVG",
    arguments: [
      "0 0 m 10 0 l 10 5 l h", "M0 0L10 0L10 5Z", "0 0 m 10 0 l 10 0 10 5 q 0 0 0 0 0 0 c",
    ])
  func paths(_ text: String) throws {
    let content = "<sublayers><CAShapeLayer name='s' path='\(text)'/></sublayers>"
    let scene = try #require(load(caml("", content)).scene)
    #expect(
      scene.layer("s", at: 0)?.values[.path]?.boundingBox
        == Rect(x: 0, y: 0, width: 10, height: 5))
  }

  @Test("A point moves along a path")
  func along() throws {
    let moving =
      "<CALayer name='a' bounds='0 0 1 1'><animations><animation "
      + "type='CAKeyframeAnimation' keyPath='position' duration='1' path='10 10 m 90 90 l'/>"
      + "</animations></CALayer>"
    let scene = try #require(load(caml("", "<sublayers>\(moving)</sublayers>")).scene)
    #expect(scene.layer("a", at: 0.25)?.values[.position] == Point(x: 30, y: 30))
  }

  @Test("A group has its own duration")
  func group() throws {
    let inner =
      "<animation type='CABasicAnimation' keyPath='opacity' duration='1' "
      + "timingFunction='linear' fromValue='0' toValue='1'/>"
    let scene = try #require(
      load(
        animation(
          "type='CAAnimationGroup' duration='1' timingFunction='linear'",
          "<animations>\(inner)</animations>")
      ).scene)
    #expect(scene.layer("root", at: 0.25)?.values[.opacity] == 0.25)
  }

  @Test("Emitters have cells")
  func emitter() throws {
    let cell =
      "<CAEmitterCell name='c' birthRate='20' lifetime='2'>"
      + "<emitterCells><CAEmitterCell birthRate='3'/></emitterCells></CAEmitterCell>"
    let scene = try #require(
      load(
        caml(
          "",
          "<sublayers><CAEmitterLayer name='e'><emitterCells>\(cell)</emitterCells>"
            + "</CAEmitterLayer></sublayers>"
        )
      ).scene)
    let cells = try #require(scene.layers.first { $0.name == "e" }).epochs[0].values[.emitterCells]
    #expect(cells.map(\.name) == ["c"])
    #expect(cells[0].values[EmitterCell.birthRate] == 20 && cells[0].cells.count == 1)
  }

  @Test("Filters and compositing go by name")
  func filters() throws {
    let content =
      "<compositingFilter type='CAFilter' filter='destOut' name='x'/>"
      + "<filters><CAFilter filter='gaussianBlur' inputRadius='3'/></filters>"
    let scene = try #require(
      load(caml("", "<sublayers><CALayer name='a'>\(content)</CALayer></sublayers>")).scene)
    let values = try #require(scene.layer("a", at: 0)).values
    #expect(values[.compositingFilter] == .destOut)
    #expect(values[.filters].map(\.effect) == [.blur(sigma: 0.97 * 3)])
  }

  @Test(
    "What is not known of an animation is an error",
    arguments: [
      "durration='3'", "valueFunction='rotateZ'", "autoreverses='yes'", "fillMode='sideways'",
      "removedOnCompletion='maybe'",
    ])
  func mistakes(_ attribute: String) {
    let text = animation("type='CABasicAnimation' keyPath='opacity' fromValue='0' \(attribute)")
    #expect(load(text).scene == nil)
  }

  @Test(
    "Places and sizes are numbers that can be drawn",
    arguments: [
      "anchorPoint='inf 0'", "anchorPoint='1e999 0'", "shadowOffset='0 -inf'",
      "contentsRect='0 0 inf 1'",
    ])
  func endless(_ attribute: String) {
    let result = load(caml(attribute))
    #expect(result.scene == nil && result.diagnostics.count == 1, "\(result.diagnostics)")
  }

  @Test(
    "A state is based on another one that is there",
    arguments: [
      ("<LKState name='A' basedOn='B'/>", ["there is no state 'B'"]),
      ("<LKState name='A' basedOn='A'/>", ["the state 'A' is based on itself through 'A'"]),
      (
        "<LKState name='A' basedOn='B'/><LKState name='B' basedOn='A'/>",
        [
          "the state 'A' is based on itself through 'B'",
          "the state 'B' is based on itself through 'A'",
        ]
      ),
      ("<LKState name='A' basedOn='B'/><LKState name='B'/>", []),
    ] as [(String, [String])])
  func bases(_ states: String, _ expected: [String]) {
    let result = load(caml("", "<states>\(states)</states>"))
    #expect(result.scene != nil)
    #expect(result.diagnostics.map(\.message) == expected)
  }

  @Test("What an archive says without effect is told")
  func told() {
    let backwards = load(
      animation("type='CABasicAnimation' keyPath='opacity' fromValue='0' duration='-1'"))
    #expect(backwards.diagnostics.map(\.message) == ["a duration below 0 counts as none"])
    let two = caml("").replacing("</caml>", with: "<CALayer name='second'/></caml>")
    #expect(load(two).diagnostics.count == 1 && load(two).scene == nil)
    #expect(load(two, ignoring: [.elements]).scene != nil)
  }

  @Test("A path that cannot be read is one mistake", arguments: ["1 1 l 1 1 l", "", "M0 0"])
  func path(_ text: String) {
    let result = load(
      animation("type='CAKeyframeAnimation' keyPath='position' path='\(text)'"))
    #expect(result.scene == nil && result.diagnostics.count == 1, "\(result.diagnostics)")
  }

  @Test("A mode of calculation is a known one")
  func mode() {
    let values = "<values><real value='0'/><real value='1'/></values>"
    let text = animation(
      "type='CAKeyframeAnimation' keyPath='opacity' calculationMode='zigzag'", values)
    #expect(load(text).diagnostics.map(\.id) == ["unknown-word"])
  }
}
