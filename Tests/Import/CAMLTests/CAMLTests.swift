import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import Foundation
import RostrumGeometry
import RostrumCAML
import RostrumLayerTree
import RostrumSource
import TestSupport
import Testing
import RostrumTiming

/// An archive whose outermost layer, of 60 by 80 points, has this inside.
private func caml(_ content: String, _ attributes: String = "") -> String {
  """
  <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
  <CALayer bounds="0 0 60 80" position="30 40" \(attributes)>\(content)</CALayer></caml>
  """
}

private func sublayer(_ attributes: String, _ content: String = "", name: String = "CALayer")
  -> String
{
  caml("<sublayers><\(name) id='a' name='a' \(attributes)>\(content)</\(name)></sublayers>")
}

@Suite("Core Animation's archives")
struct CAMLTests {
  private static func values(_ text: String, at time: Double = 0) throws -> LayerValues {
    let result = load(text)
    let scene = try #require(result.scene, "\(result.diagnostics)")
    return try #require(scene.layer("a", at: time)).values
  }

  @Test("Attributes and elements are properties")
  func properties() throws {
    let values = try Self.values(
      sublayer(
        """
        bounds='0 0 10 20' position='5 6' anchorPoint='0 1' opacity='.5' hidden='0' cornerRadius='3'
        backgroundColor='1 0 0' transform='rotate(90deg) scale(2, 2, 1)' zPosition='4'
        allowsEdgeAntialiasing='1' contentsFormat='RGBA8' cornerCurve='circular' caplayThing='1'
        """, "<borderColor value='0 0 1' opacity='.25'/>"))
    #expect(values[.bounds] == Rect(x: 0, y: 0, width: 10, height: 20))
    #expect(values[.position] == Point(x: 5, y: 6) && values[.anchorPoint] == Point(x: 0, y: 1))
    #expect(values[.opacity] == 0.5 && values[.cornerRadius] == 3 && values[.zPosition] == 4)
    #expect(values[.backgroundColor] == Color(red: 1, green: 0, blue: 0))
    #expect(values[.borderColor] == Color(red: 0, green: 0, blue: 1, alpha: 0.25))
    #expect(abs(values[.transform].m12 - 2) < 1e-9 && abs(values[.transform].m21 + 2) < 1e-9)
  }

  @Test("The y axis points up, and down inside of a flipped layer")
  func axis() throws {
    let scene = try #require(load(sublayer("position='5 6'")).scene)
    #expect(scene.size == Size(width: 60, height: 80))
    let canvas = try #require(scene.layer("canvas", at: 0))
    #expect(canvas.values[.geometryFlipped])
    #expect(canvas.inner.first?.values[.geometryFlipped] == false)
  }

  static let turn = """
    <animations><p key='x' type='CAKeyframeAnimation' keyPath='position.x' duration='2'
      beginTime='1e-100' repeatCount='inf' repeatDuration='inf' calculationMode='linear'>
      <values><real value='0'/><integer value='10'/><real value='0'/></values>
      <keyTimes><real value='0'/><real value='.5'/></keyTimes></p></animations>
    """

  @Test(
    "Animations play, also with too few times, and end where numbers are endless",
    arguments: [(0.0, 0.0), (0.5, 5), (1, 10), (1.9, 10), (2.5, 5), (100.5, 5)])
  func animations(_ time: Double, _ x: Double) throws {
    let values = try Self.values(sublayer("position='1 2'", Self.turn), at: time)
    #expect(abs(values[.position].x - x) < 1e-9)
    #expect(try #require(load(sublayer("", Self.turn)).scene).clock.duration == 2)
  }

  static let states = """
    <states><LKState name='One'/><LKState name='Two Words'><elements>
      <LKStateSetValue targetId='a' keyPath='position.x'><value type='real' value='30'/></LKStateSetValue>
    </elements></LKState><LKState name='Three' basedOn='Two Words'><elements>
      <LKStateSetValue targetId='a' keyPath='opacity'><value type='integer' value='0'/></LKStateSetValue>
    </elements></LKState></states>
    <stateTransitions>
      <LKStateTransition fromState='*' toState='Two Words'><elements>
        <LKStateTransitionElement id='e' key='position.x' targetId='a'>
          <animation type='CABasicAnimation' keyPath='position.x' duration='2' timingFunction='linear'/>
        </LKStateTransitionElement></elements></LKStateTransition>
      <LKStateTransition fromState='Two Words' toState='One'><elements>
        <LKStateTransitionElement object='e'/></elements></LKStateTransition>
    </stateTransitions>
    """

  @Test(
    "States change values, with the animations between them",
    arguments: [
      ("none", 0.5, 10.0, 1.0), ("Two Words", 0, 30, 1), ("Three", 0, 30, 0),
      ("One, Two Words 1", 0.9, 10, 1), ("One, Two Words 1", 2, 20, 1),
      ("One, Two Words 1", 4, 30, 1), ("Two Words, One 1", 2, 20, 1), ("Two Words 1", 2, 20, 1),
      // Half way back: from where it is.
      ("One, Two Words 1, One 2", 3, 15, 1), ("One, Three 1", 1.5, 30, 0),
    ] as [(String, Double, Double, Double)])
  func states(_ state: String, _ time: Double, _ x: Double, _ opacity: Double) throws {
    let text = caml(
      "<sublayers><CALayer id='a' name='a' position='10 0'/></sublayers>" + Self.states)
    let result = load(text, values: ["state": state])
    let values = try #require(result.scene?.layer("a", at: time), "\(result.diagnostics)").values
    #expect(abs(values[.position].x - x) < 1e-6 && values[.opacity] == opacity)
    #expect(result.parameters.map(\.text) == [state] && result.refused.isEmpty)
  }

  @Test(
    "Other states are refused", arguments: ["Four", "One 2, Two Words 1", "One x", "One -1", ","])
  func otherStates(_ state: String) {
    let text = caml("<sublayers><CALayer id='a' name='a'/></sublayers>" + Self.states)
    let refused = load(text, values: ["state": state]).refused
    #expect(
      refused.map(\.name) == ["state"] && refused.first?.expected.contains("Two Words") == true)
  }

  @Test(
    "What is not drawn is an error with its name, and a warning when it is ignored",
    arguments: [
      (UnsupportedFeature.layerTypes, caml("<sublayers><CAMetalLayer/></sublayers>")),
      (.elements, caml("<newThing/>")), (.keyPaths, sublayer("newThing='1'")),
      (.animationTypes, sublayer("", "<animations><animation type='CATransition'/></animations>")),
      (
        .keyPaths,
        sublayer("", "<animations><animation type='CABasicAnimation' keyPath='no'/></animations>")
      ),
      (.pictures, sublayer("", "<contents type='CGImage' src='a.png'/>")),
      (.scripts, caml("<scriptObject/>")),
    ] as [(UnsupportedFeature, String)])
  func unsupported(_ feature: UnsupportedFeature, _ text: String) throws {
    let refused = load(text)
    #expect(refused.scene == nil)
    #expect(refused.diagnostics.first?.id == feature.name, "\(refused.diagnostics)")
    let ignored = load(text, ignoring: [feature])
    #expect(ignored.scene != nil)
    #expect(ignored.diagnostics.map(\.severity) == [.warning])
  }

  @Test(
    "A mistake is told at its place",
    arguments: [
      ("<caml>\n<CALayer bounds='0 0 1 1'></caml>", 2, 29), ("<caml>\n<CALayer/></caml>", 2, 1),
      ("<caml>\n<thing/></caml>", 2, 1), ("<caml>\n<CALayer bounds='0 0 1'/></caml>", 2, 10),
      ("<caml>\n<CALayer bounds='0 0 1 1' opacity='2'/></caml>", 2, 27),
      ("<caml>\n<CALayer bounds='0 0 99999 1'/></caml>", 2, 1),
    ] as [(String, Int, Int)])
  func places(_ text: String, _ line: Int, _ column: Int) throws {
    let result = load(text)
    #expect(result.scene == nil)
    let range = try #require(result.diagnostics.first?.range)
    #expect((range.line, range.column) == (line, column), "\(result.diagnostics)")
  }

  @Test("A damaged archive is a scene, or has a mistake", arguments: 0..<8)
  func damaged(_ seed: Int) throws {
    let fixtures = repository.appending(path: "Tests/Fixtures")
    let bytes = Array(try Data(contentsOf: fixtures.appending(path: "CAML/main.caml")))
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let marks = ["0", "-", "1e9", "inf", "\"", "<", "/>", "#", "url(#", "%", " ", "<g>", "&a;"]
    for _ in 0..<60 {
      var changed = bytes
      for _ in 0...random(3) {
        let mark = Array(marks[random(marks.count)].utf8)
        let place = random(changed.count)
        changed.replaceSubrange(place..<min(place + random(4), changed.count), with: mark)
      }
      let result = load(String(decoding: changed, as: UTF8.self), values: ["state": "Unlock"])
      #expect((result.scene == nil) == result.diagnostics.contains { $0.severity == .error })
      if let scene = result.scene { _ = scene.presentation(at: 0.3) }
    }
  }
}
