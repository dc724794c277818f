import RostrumBase
import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import RostrumSource
import TestSupport

@testable import RostrumLottie

/// Files with one expression among layers that it may read, and its values.
struct ExpressionTrial {
  let diagnostics: [Diagnostic]
  let hasErrors: Bool
  private let baked: JSONValue
  private let context: LottieContext

  /// From 0 to 100 in the first second of ten frames.
  static let fade = animated((0, "[0]", ""), (10, "[100]", ""))
  /// The same in the second one.
  static let late = animated((10, "[0]", ""), (20, "[100]", ""))
  static let peak = animated((0, "[0]", ""), (10, "[100]", ""), (20, "[50]", ""))

  init(
    _ expression: String, of key: String = "o", _ property: String = fade,
    ignoring ignored: Set<UnsupportedFeature> = [], program: String? = Self.program
  ) {
    let code =
      expression.contains("$bm_rt") ? expression : "var $bm_rt;\n$bm_rt = \(expression);"
    let body = property.dropLast()
    self.init(
      file: Self.file("\"\(key)\": \(body), \"x\": \(jsonString(code))}"), ignoring: ignored,
      program: program)
  }

  static let program: String = BuiltProgram.rostrum.path
  /// Shorter than people's, so that what never ends takes no minutes; longer on the wall,
  /// as other tests run beside it.
  private static let limits = ExpressionScript.Limits(seconds: 0.5, patience: 60)

  init(
    file text: String, ignoring ignored: Set<UnsupportedFeature> = [],
    program: String? = Self.program
  ) {
    let source = SourceText(utf8: Array(text.utf8), path: "a.json")
    context = LottieContext(source, ImportOptions(ignored: Set(ignored.map(\.name))))
    guard let root = try? JSONParser.parse(source.bytes) else {
      preconditionFailure("no JSON: \(text)")
    }
    let texts = ExpressionTexts(root, source, ImportOptions(), NoPictures())
    baked = ExpressionBaking(
      context, texts: texts, program: program, limits: Self.limits
    ).baked(root)
    (diagnostics, hasErrors) = (context.diagnostics, context.hasErrors)
  }

  /// The property of the first layer.
  func property(_ key: String = "o") -> JSONValue? {
    baked["layers"]?.array?.first?["ks"]?[key]
  }

  func layer(_ index: Int) -> JSONValue? { baked["layers"]?.array?[index] }

  func values(_ key: String = "o", at frame: Double) -> [Double] {
    property(key).map { context.track($0).value(at: frame) } ?? []
  }

  /// Ten seconds of ten frames each, 100 by 80 points.
  static func file(_ property: String, _ more: String = "") -> String {
    """
    {"v": "5.7.0", "nm": "main", "fr": 10, "ip": 0, "op": 100, "w": 100, "h": 80, \(more)
     "fonts": {"list": [{"fName": "A", "fFamily": "sans-serif", "fStyle": "Regular", "ascent": 75}]},
     "markers": [{"tm": 20, "cm": "go", "dr": 5}, {"tm": 50, "cm": "stop", "dr": 0}],
     "assets": [{"id": "c1", "nm": "inner", "layers": [{"ty": 3, "nm": "dot", "ind": 1, "ip": 0,
       "op": 50, "st": 0, "ks": {"p": {"k": [7, 8, 0]}}}]}],
     "layers": [
      {"ty": 4, "nm": "target", "ind": 1, "ip": 0, "op": 100, "st": 10, "ks": {\(property)},
       "ef": [\(effects)], "shapes": [\(shapes)],
       "masksProperties": [{"nm": "Mask", "mode": "n", "pt": {"k": \(path)}, "o": {"k": 30},
         "x": {"k": 4}}]},
      {"ty": 1, "nm": "box", "ind": 2, "sw": 40, "sh": 20, "sc": "#ff0000", "ip": 5, "op": 90,
       "st": 0, "ks": {"a": {"k": [20, 10, 0]}, "p": {"k": [50, 60, 0]}, "s": {"k": [200, 100, 100]},
       "r": {"k": 90}}},
      {"ty": 3, "nm": "child", "ind": 3, "parent": 2, "ip": 0, "op": 100, "st": 0,
       "ks": {"p": {"s": true, "x": {"k": 5}, "y": \(animated((0, "[0]", ""), (10, "[10]", "")))}}},
      {"ty": 5, "nm": "title", "ind": 4, "ip": 0, "op": 100, "st": 0, "ks": {},
       "t": {"d": {"k": [{"t": 0, "s": {"t": "Hello", "s": 24, "f": "A"}}]}, "a": []}},
      {"ty": 0, "nm": "shown", "ind": 5, "refId": "c1", "w": 60, "h": 50, "ip": 0, "op": 100,
       "st": 0, "ks": {}}]}
    """
  }

  static let path =
    #"{"c": false, "v": [[0, 0], [30, 40]], "i": [[0, 0], [0, 0]], "o": [[0, 0], [0, 0]]}"#

  private static let shapes = """
    {"ty": "gr", "nm": "Group", "ix": 1, "cix": 2, "np": 3, "mn": "ADBE Vector Group", "it": [
      {"ty": "rc", "nm": "Rect", "ix": 1, "mn": "ADBE Vector Shape - Rect",
       "s": {"k": [30, 10], "ix": 2}, "p": {"k": [5, 5], "ix": 3}, "r": {"k": 0, "ix": 4}},
      {"ty": "st", "nm": "Line", "c": {"k": [1, 0, 0, 1], "ix": 3}, "o": {"k": 60, "ix": 4},
       "w": {"k": 2, "ix": 5}, "d": [{"n": "d", "nm": "dash", "v": {"k": 9}}]},
      {"ty": "tr", "nm": "Transform", "p": {"k": [1, 2]}, "a": {"k": [0, 0]},
       "s": {"k": [100, 100]}, "r": {"k": 0, "ix": 6}, "o": {"k": 100}}]},
    {"ty": "sh", "nm": "Path", "ks": {"k": \(path), "ix": 2}},
    {"ty": "tm", "nm": "Trim", "s": {"k": 10}, "e": {"k": 80}, "o": {"k": 5}}
    """

  /// The controls of After Effects.
  private static let effects = [
    ("Slider", "Slider", "ADBE Slider Control-0001", 0, fade),
    ("Angle", "Angle", "ADBE Angle Control-0001", 1, #"{"k": 45}"#),
    ("Check", "Checkbox", "ADBE Checkbox Control-0001", 4, #"{"k": 1}"#),
    ("Tint", "Color", "ADBE Color Control-0001", 2, #"{"k": [0.25, 0.5, 1, 1]}"#),
    ("Place", "Point", "ADBE Point Control-0001", 3, #"{"k": [3, 4]}"#),
    ("Which", "Layer", "ADBE Layer Control-0001", 10, #"{"k": 2}"#),
    ("Menu", "Menu", "ADBE Dropdown Control-0001", 7, #"{"k": 3}"#),
  ].enumerated().map { index, effect in
    """
    {"ty": 5, "nm": "\(effect.0)", "ix": \(index + 1), "mn": "Pseudo", "np": 3, "ef": [
      {"ty": \(effect.3), "nm": "\(effect.1)", "mn": "\(effect.2)", "ix": 1, "v": \(effect.4)}]}
    """
  }.joined(separator: ",\n")
}
