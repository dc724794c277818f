import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import RostrumGeometry
import RostrumCAML
import RostrumLayerTree
import RostrumSource
import Testing

/// An archive with one layer of a class, `a`, in the outermost one.
private func caml(_ layer: String, _ attributes: String = "", _ content: String = "") -> String {
  """
  <caml xmlns='http://www.apple.com/CoreAnimation/1.0'>\
  <CALayer name='root' bounds='0 0 100 100'><sublayers>\
  <\(layer) name='a' id='a' bounds='0 0 10 10' \(attributes)>\(content)</\(layer)>\
  </sublayers></CALayer></caml>
  """
}

private func animated(_ type: String, _ attributes: String, _ content: String) -> String {
  caml(
    "CALayer", "",
    "<animations><animation type='\(type)' duration='1' timingFunction='linear' \(attributes)>"
      + "\(content)</animation></animations>")
}

private let pureRed = Color(red: 1, green: 0, blue: 0)
private let stateList = """
  <states><LKState name='On'><elements><LKStateSetValue targetId='a' keyPath='opacity'>\
  <value type='real' value='.25'/></LKStateSetValue></elements></LKState>\
  <LKState name='More' basedOn='On'><elements><LKStateSetValue targetId='a' \
  keyPath='cornerRadius'><value type='integer' value='3'/></LKStateSetValue></elements>\
  </LKState></states>
  """

@Suite("CAML by kinds")
struct CAMLKindTests {
  @Test(
    "Corners are words, or the sum of their numbers",
    arguments: [
      ("3", [.minXMinY, .maxXMinY]), ("12", [.minXMaxY, .maxXMaxY]), ("0", []),
      ("maxXMinY minXMaxY", [.maxXMinY, .minXMaxY]), ("15", Set(Corner.allCases)),
    ] as [(String, Set<Corner>)])
  func corners(_ text: String, _ corners: Set<Corner>) {
    let result = load(caml("CALayer", "maskedCorners='\(text)'"))
    #expect(result.diagnostics.isEmpty)
    #expect(result.scene?.layer("a", at: 0)?.values[.maskedCorners] == corners)
  }

  @Test(
    "A message says which values are possible",
    arguments: [
      ("maskedCorners='16'", "any of minXMinY, maxXMinY, minXMaxY, maxXMaxY"),
      ("cornerCurve='square'", "one of circular, continuous"), ("opacity='2'", "from 0 to 1"),
    ])
  func expectations(_ attribute: String, _ words: String) {
    let result = load(caml("CALayer", attribute))
    #expect(result.diagnostics.first?.message.contains(words) == true)
  }

  @Test(
    "Values are read in every form that archives have",
    arguments: [
      (caml("CALayer", "opacity='.5'"), "opacity", .number(0.5)),
      (caml("CALayer", "hidden='true'"), "hidden", .boolean(true)),
      (caml("CALayer", "position='3 4'"), "position", .point(Point(x: 3, y: 4))),
      (caml("CALayer", "backgroundColor='1 0 0'"), "backgroundColor", .color(pureRed)),
      (
        caml("CALayer", "", "<backgroundColor value='1 0 0' opacity='.5'/>"), "backgroundColor",
        .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5))
      ),
      (
        caml("CALayer", "transform='scale(2, 3, 1) translate(4, 5, 0)'"), "transform.scale.y",
        .number(3)
      ),
      (caml("CALayer", "transform='rotate(90deg)'"), "transform.rotation.z", .number(.pi / 2)),
      (
        caml("CALayer", "transform='2 0 0 0 0 3 0 0 0 0 1 0 7 8 0 1'"),
        "transform.translation.x", .number(7)
      ),
      (
        caml("CALayer", "sublayerTransform='perspective(500)'"), "sublayerTransform.scale.x",
        .number(1)
      ),
      (caml("CALayer", "cornerCurve='continuous'"), "cornerCurve", .text("continuous")),
      (
        caml("CALayer", "compositingFilter='multiplyBlendMode'"), "compositingFilter",
        .text("multiplyBlendMode")
      ),
      (
        caml("CALayer", "", "<compositingFilter type='CAFilter' filter='destOut'/>"),
        "compositingFilter", .text("destOut")
      ),
      (caml("CAShapeLayer", "fillRule='even-odd'"), "fillRule", .text("even-odd")),
      (
        caml("CAShapeLayer", "path='0 0 m 1 0 l 1 1 2 1 2 2 c h'"), "path",
        .path(
          Path([
            .move(.zero), .line(Point(x: 1, y: 0)),
            .cubic(Point(x: 1, y: 1), Point(x: 2, y: 1), Point(x: 2, y: 2)), .close,
          ]))
      ),
      (
        caml("CAShapeLayer", "", "<path value='M0 0L1 2'/>"), "path",
        .path(Path([.move(.zero), .line(Point(x: 1, y: 2))]))
      ),
      (
        caml(
          "CAShapeLayer", "",
          "<lineDashPattern><integer value='3'/><real value='1.5'/></lineDashPattern>"),
        "lineDashPattern", .numbers([3, 1.5])
      ),
      (caml("CATextLayer", "string='one&#10;two'"), "string", .text("one\ntwo")),
      (caml("CATextLayer", "", "<string value='word'/>"), "string", .text("word")),
      (caml("CATextLayer", "alignmentMode='center' fontSize='9'"), "fontSize", .number(9)),
      (
        caml("CATextLayer", "", "<font type='string' value='Own' weight='700'/>"), "font",
        .font(FontReference(.family("Own"), weight: 700))
      ),
      (caml("CAGradientLayer", "type='radial'"), "type", .text("radial")),
      (
        caml(
          "CAGradientLayer", "", "<colors><CGColor value='1 0 0'/><CGColor value='1 0 0'/></colors>"
        ),
        "colors", .colors([pureRed, pureRed])
      ),
      (
        caml("CAGradientLayer", "", "<locations><real value='0'/><real value='.5'/></locations>"),
        "locations", .numbers([0, 0.5])
      ),
      (caml("CAReplicatorLayer", "instanceCount='4'"), "instanceCount", .number(4)),
      (
        caml("CAReplicatorLayer", "instanceTransform='translate(9, 0, 0)'"),
        "instanceTransform.translation.x", .number(9)
      ),
      (caml("CAEmitterLayer", "emitterShape='circle'"), "emitterShape", .text("circle")),
      (
        caml("CAEmitterLayer", "emitterPosition='1 2'"), "emitterPosition",
        .point(Point(x: 1, y: 2))
      ),
    ] as [(String, String, Value)])
  func values(_ text: String, _ name: String, _ value: Value) throws {
    let result = load(text)
    let layer = try #require(result.scene?.layer("a", at: 0), "\(result.diagnostics)")
    let keyPath = try #require(layer.layerClass.keyPaths.first { $0.name == name })
    let found = keyPath.value(in: layer.values)
    if case .number(let wanted) = value, case .number(let number) = found {
      #expect(abs(number - wanted) < 1e-12)
    } else {
      #expect(found == value)
    }
  }

  @Test(
    "Animations have their values a quarter of the way on",
    arguments: [
      (
        animated(
          "CABasicAnimation", "keyPath='opacity'",
          "<fromValue><real value='0'/></fromValue><toValue><real value='1'/></toValue>"),
        0.25
      ),
      (animated("CABasicAnimation", "keyPath='opacity' fromValue='0' toValue='.4'", ""), 0.1),
      (
        animated(
          "CAKeyframeAnimation", "keyPath='opacity'",
          "<values><real value='0'/><integer value='1'/><real value='0'/></values>"),
        0.5
      ),
      (
        animated(
          "CAKeyframeAnimation", "keyPath='opacity' calculationMode='discrete'",
          "<values><real value='.3'/><real value='.9'/></values>"),
        0.3
      ),
      (
        animated(
          "CAKeyframeAnimation", "keyPath='opacity'",
          "<values><real value='0'/><real value='1'/></values><keyTimes><real value='0'/><real value='.5'/></keyTimes>"
        ),
        0.5
      ),
      // It is at rest when it begins at its goal.
      (
        animated(
          "CASpringAnimation", "keyPath='opacity' mass='1' stiffness='100' damping='10'",
          "<fromValue><real value='.7'/></fromValue><toValue><real value='.7'/></toValue>"),
        0.7
      ),
      (
        caml(
          "CALayer", "",
          "<animations><p key='k' type='CABasicAnimation' keyPath='opacity' duration='1' fromValue='0' toValue='1' repeatCount='inf'/></animations>"
        ),
        0.25
      ),
    ] as [(String, Double)])
  func animations(_ text: String, _ opacity: Double) throws {
    let result = load(text)
    let layer = try #require(result.scene?.layer("a", at: 0.25), "\(result.diagnostics)")
    #expect(abs(layer.values[.opacity] - opacity) < 1e-9)
  }

  @Test(
    "States give values, also those that they are based on; a transition leads to them",
    arguments: [("On", 0.25, 0.0), ("More", 0.25, 3)])
  func states(_ name: String, _ opacity: Double, _ radius: Double) throws {
    let text = caml("CALayer").replacing(
      "</sublayers></CALayer>", with: "</sublayers>\(stateList)</CALayer>")
    let layer = try #require(load(text, values: ["state": name]).scene?.layer("a", at: 0))
    #expect(layer.values[.opacity] == opacity && layer.values[.cornerRadius] == radius)
  }

  @Test("A list of transforms whose order counts has a word, as nobody publishes the order")
  func transformOrder() {
    for (list, count) in [
      ("scale(2, 3, 1) translate(4, 5, 0)", 1), ("rotate(90deg) scale(2, 2, 1)", 0),
      ("rotate(0deg) rotate(0deg, 1, 0, 0)", 0), ("rotate(9deg) translate(1, 0)", 1),
    ] {
      let result = load(caml("CALayer", "transform='\(list)'"))
      #expect(result.scene != nil)
      #expect(result.diagnostics.map(\.severity) == Array(repeating: .warning, count: count))
    }
  }

  @Test(
    "What is not known is one mistake with its name",
    arguments: [
      (caml("CAMetalLayer"), "CAMetalLayer"),
      (caml("CALayer", "strange='1'"), "strange"),
      (
        caml("CALayer", "", "<filters><CAFilter filter='glassBackground'/></filters>"),
        "glassBackground"
      ),
      (caml("CALayer", "compositingFilter='strangeMode'"), "strangeMode"),
      (animated("CATransition", "keyPath='opacity'", ""), "CATransition"),
      (animated("CABasicAnimation", "keyPath='opacityy' toValue='1'", ""), "opacityy"),
      (
        animated("CABasicAnimation", "keyPath='opacity' toValue='1' durration='2'", ""), "durration"
      ),
      (caml("CAShapeLayer", "path='0 0 x'"), "0 0 x"),
      (caml("CALayer", "transform='spin(9)'"), "spin(9)"),
      (caml("CAEmitterLayer", "", "<emitterCells><CAOther/></emitterCells>"), "CAOther"),
    ])
  func mistakes(_ text: String, _ name: String) {
    let result = load(text)
    #expect(result.scene == nil && result.diagnostics.count == 1, "\(result.diagnostics)")
    #expect(result.diagnostics.first?.message.contains(name) == true, "\(result.diagnostics)")
  }
}
