import RostrumBase
import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import RostrumSource
import Testing

@testable import RostrumLottie

@Suite("Results of expressions")
struct ExpressionResultTests {
  private static let place = #"{"a": 0, "k": [10, 20, 0]}"#

  @Test("What does not change in time is one value")
  func constants() {
    for text in ["index * 3", "thisComp.layer(2).position[0]", "effect('Angle')(1)"] {
      #expect(ExpressionTrial(text).property()?["k"]?.number != nil, "\(text)")
    }
    for text in ["time", "value", "effect('Slider')(1)", "random()", "wiggle(1, 5)", "velocity"] {
      #expect(ExpressionTrial(text).property()?["k"]?.array != nil, "\(text)")
    }
  }

  @Test("Values between frames lie on a line, and even stretches need two key frames")
  func keyFrames() {
    let trial = ExpressionTrial("time * time")
    #expect(abs((trial.values(at: 20.5).first ?? 0) - (4 + 4.41) / 2) < 1e-9)
    #expect(ExpressionTrial("time * 3").property()?["k"]?.array?.count == 2)
    let stepped = ExpressionTrial("time < 5 ? 1 : 2").property()?["k"]?.array
    #expect(stepped?.count == 4)
  }

  @Test("Lists have as many numbers as the property")
  func lists() {
    let two = ExpressionTrial("[value[0] + 1, time]", of: "p", Self.place)
    #expect(two.values("p", at: 10) == [11, 1, 0])
    let many = ExpressionTrial("[1, 2, 3, 4, 5]", of: "p", Self.place)
    #expect(many.values("p", at: 10) == [1, 2, 3])
    let one = ExpressionTrial("5", of: "p", Self.place)
    #expect(one.diagnostics.map(\.severity) == [.warning])
    #expect(one.diagnostics.first?.message.contains("1 dimension, not 3") == true)
    #expect(one.values("p", at: 10) == [10, 20, 0])
    let property = ExpressionTrial("thisComp.layer(2).position", of: "p", Self.place)
    #expect(property.values("p", at: 0) == [50, 60, 0])
  }

  @Test("Motion on a curve goes by its length")
  func curve() {
    // Straight, with handles of no even parameter.
    let keys = animated(
      (0, "[0, 0]", #", "to": [80, 0], "ti": [0, 0]"#), (10, "[100, 0]", ""))
    let trial = ExpressionTrial("valueAtTime(0.5)", of: "p", keys)
    #expect(abs(trial.values("p", at: 0)[0] - 50) < 0.05)
  }

  @Test("Texts and paths")
  func texts() {
    let file = ExpressionTrial.file("").replacing(
      #"{"d": {"k": [{"t": 0"#,
      with:
        #"{"d": {"x": "var $bm_rt; $bm_rt = value + ' ' + Math.floor(time) + '\u00e9'", "k": [{"t": 0"#
    )
    let trial = ExpressionTrial(file: file)
    #expect(trial.diagnostics.isEmpty)
    let keys = trial.layer(3)?["t"]?["d"]?["k"]?.array ?? []
    #expect(keys.first?["s"]?["t"]?.string == "Hello 0é")
    #expect(keys.first { $0["t"]?.number == 10 }?["s"]?["t"]?.string == "Hello 1é")
    #expect(keys.first?["s"]?["s"]?.number == 24)
    let signs = ExpressionTrial(
      file: file.replacing(
        "value + ' ' + Math.floor(time)", with: "String.fromCodePoint(128512) + '\u{1F642}' + 'é'"))
    let sign = signs.layer(3)?["t"]?["d"]?["k"]?.array?.first?["s"]?["t"]?.string
    #expect(sign == "\u{1F600}\u{1F642}éé")
    let path = ExpressionTrial(
      file: ExpressionTrial.file("").replacing(
        "\"ks\": {\"k\": \(ExpressionTrial.path), ",
        with: "\"ks\": {\"k\": \(ExpressionTrial.path), \"x\": "
          + "\"createPath([[0, 0], [time, 5]], [], [], true)\", "))
    let key = path.layer(0)?["shapes"]?.array?[1]["ks"]?["k"]?.array?.last
    #expect(key?["s"]?.array?.first?["v"]?.array?.last?.array?.first?.number == 10)
  }

  @Test("Chance is the same each time, another for each property, and within its range")
  func chance() {
    let all = ["random()", "wiggle(3, 10)", "gaussRandom()", "Math.random()", "noise(time)"]
    for text in all {
      let (a, b) = (ExpressionTrial(text), ExpressionTrial(text))
      for frame in [0.0, 3, 50] { #expect(a.values(at: frame) == b.values(at: frame)) }
      #expect(a.values(at: 3) != a.values(at: 37), "\(text)")
    }
    let wiggle = ExpressionTrial("wiggle(2, 10)")
    for frame in 10...100 { #expect(abs(wiggle.values(at: Double(frame))[0] - 100) <= 10) }
    let range = ExpressionTrial("random(3, 4)")
    for frame in 0...100 { #expect((3..<4).contains(range.values(at: Double(frame))[0])) }
    let timeless = ExpressionTrial("var $bm_rt; seedRandom(7, true); $bm_rt = random(100);")
    #expect(timeless.property()?["k"]?.number != nil)
    let other = ExpressionTrial("var $bm_rt; seedRandom(8, true); $bm_rt = random(100);")
    #expect(timeless.values(at: 0) != other.values(at: 0))
    let pair = ExpressionTrial("random([1, 2], [3, 4])", of: "p", Self.place).values("p", at: 4)
    #expect((1..<3).contains(pair[0]) && (2..<4).contains(pair[1]))
  }

  @Test("Expressions read the values of others, and their own before")
  func dependence() {
    let file = ExpressionTrial.file(
      #""o": {"k": 1, "x": "thisComp.layer('box').opacity + 1"}, "r": {"k": 4, "x": "thisLayer.opacity * 2"}"#
    ).replacing(
      #""r": {"k": 90}"#,
      with: #""r": {"k": 90}, "o": {"k": 3, "x": "thisComp.layer(1).opacity * 10"}"#)
    let trial = ExpressionTrial(file: file)
    // Each of the two that read each other sees the other's value before.
    #expect(trial.diagnostics.isEmpty)
    #expect(trial.values("o", at: 0) == [11])
    #expect(trial.values("r", at: 0) == [22])
  }

  @Test("Compositions inside are asked at the times that show them")
  func compositions() {
    let inner = """
      {"v": "5", "fr": 10, "ip": 0, "op": 20, "w": 9, "h": 9,
       "assets": [{"id": "c", "layers": [{"ty": 3, "nm": "a", "ind": 1, "ip": 0, "op": 900, "st": 0,
         "ks": {"o": {"k": 0, "x": "time * time"}}}]}],
       "layers": [{"ty": 0, "refId": "c", "nm": "b", "w": 9, "h": 9, "ip": 5, "op": 15, "st": 5.5,
         "ks": {}}]}
      """
    let source = SourceText(utf8: Array(inner.utf8), path: "a.json")
    let context = LottieContext(source, ImportOptions())
    guard let root = try? JSONParser.parse(source.bytes) else { return }
    let baked = ExpressionBaking(context).baked(root)
    let layer = baked["assets"]?.array?.first?["layers"]?.array?.first
    let keys = layer?["ks"]?["o"]?["k"]?.array ?? []
    #expect(keys.first?["t"]?.number == -0.5)
    #expect(keys.last?["t"]?.number == 9.5)
    #expect(abs((keys.last?["s"]?.array?.first?.number ?? 0) - 0.95 * 0.95) < 1e-9)
  }

  @Test(
    "What fails is a warning with its reason, and the value before counts",
    arguments: [
      ("nothing.there", "nothing"), ("thisComp.layer('no')", "no layer \"no\""),
      ("effect('no')(1)", "no \"no\""), ("undefined", "no result"), ("0 / 0", "not a number"),
      ("key(9).time", "no key frame 9"), ("thisLayer.nothing.there", "there"),
      ("(function () { throw 'own'; })()", "own"), ("'text'", "not a number"),
      ("loopOut('round')", "round"), ("null", "no result"), ("[1, 2] * [3, 4]", "not a number"),
      ("mul([1], [2])", "two lists"),
      ("(function () { throw '\\x1b[31mred\\nline'; })()", " [31mred line"),
      ("({get a() { throw new Error('got'); }}).a", "got"), ("=> 1", "=>"), ("`a", "EOF"),
      ("#", "#"), ("(1", "')'"), ("(() => { const a = 1; a = 2; })()", "readonly"),
    ] as [(String, String)])
  func failures(_ text: String, _ reason: String) {
    let trial = ExpressionTrial(text)
    #expect(trial.diagnostics.map(\.severity) == [.warning], "\(text)")
    let message = trial.diagnostics.first?.message ?? ""
    #expect(message.contains(reason) && message.contains("opacity of layer 'target'"), "\(message)")
    #expect(trial.values(at: 5) == [50])
    #expect(trial.property()?["x"] == nil)
  }

  @Test(
    "What is not known is an error with its name",
    arguments: [
      ("footage('a.json').sourceData", "footage"), ("thisLayer.sampleImage([0, 0])", "sampleImage"),
      ("new Date().getTime()", "time of day"), ("thisComp.activeCamera", "activeCamera"),
      ("thisLayer.lightOption", "lightOption"), ("new Intl.NumberFormat('de')", "Intl"),
      ("(5).toLocaleString('de')", "toLocaleString of de"), ("new Promise(() => 1)", "Promise"),
    ] as [(String, String)])
  func unknown(_ text: String, _ reason: String) {
    let trial = ExpressionTrial(text)
    #expect(trial.diagnostics.map(\.severity) == [.error], "\(text)")
    #expect(trial.diagnostics.first?.id == "expressions")
    #expect(
      trial.diagnostics.first?.message.contains(reason) == true || reason == "expression",
      "\(trial.diagnostics.map(\.message))")
    let ignored = ExpressionTrial(text, ignoring: [.expressions])
    #expect(!ignored.hasErrors && ignored.values(at: 5) == [50])
  }
}
