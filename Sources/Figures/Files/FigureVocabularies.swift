import RostrumBase
import RostrumLayerTree
package import RostrumSceneFile

extension Vocabulary {
  private static let everyFigure: [any DeclaredField] = [
    FigureKey.type, FigureKey.title, FigureKey.note,
  ]
  static let styleKeys: [any DeclaredField] = [
    FigureKey.width, FigureKey.height, FigureKey.theme, FigureKey.background, FigureKey.fonts,
    FigureKey.language, FigureKey.animated, Key.letValues,
  ]

  /// The keys that every figure file may have, besides the keys of its type.
  package static let figureFile = Vocabulary(
    owner: "every figure", everyFigure + styleKeys, listsKeys: true)

  /// A figure of that type; the figure of a whole file also has keys for its look.
  static func figure(_ type: FigureType, isWhole: Bool) -> Vocabulary {
    Vocabulary(
      owner: "a figure of type '\(type.rawValue)'",
      everyFigure + (isWhole ? styleKeys : []) + type.keys, listsKeys: true)
  }

  /// The keys of a type of figures alone.
  private static func own(_ type: FigureType) -> Vocabulary {
    Vocabulary(owner: "a figure of type '\(type.rawValue)'", type.keys)
  }

  /// The keys that a figure of any type may have: read before the type is known.
  static let anyFigure = Vocabulary(
    owner: "a figure", everyFigure + styleKeys + FigureType.allCases.flatMap(\.keys),
    listsKeys: true)

  static let figureFunction = Vocabulary(
    owner: "a curve of a timing function", definition: "figure-function",
    [
      FigureKey.functionOfCurve, FigureKey.curveName, Vocabulary.along, FigureKey.functionMinus,
    ] + styleOfCurve, listsKeys: true)

  /// The keys of every curve.
  private static let styleOfCurve: [any DeclaredField] = [
    FigureKey.samples, FigureKey.dashed, FigureKey.curveColor, FigureKey.curveWidth,
    FigureKey.curveDashes, FigureKey.curveMarker,
  ]

  static let figureCurve = Vocabulary(
    owner: "a curve of a layer", definition: "figure-curve",
    [
      FigureKey.curveLayer, FigureKey.curveKeyPath, FigureKey.curveName, FigureKey.curveScene,
      FigureKey.parameters, FigureKey.curveMinus,
    ] + styleOfCurve, listsKeys: true)

  static let figureMinus = Vocabulary(
    owner: "a number that is taken away", definition: "figure-minus",
    [FigureKey.minusScene, FigureKey.minusLayer, FigureKey.minusKeyPath], listsKeys: true)

  static let figureAxis = Vocabulary(
    owner: "an axis", definition: "figure-axis",
    [
      FigureKey.axisLabel, FigureKey.axisUnit, FigureKey.axisRange, FigureKey.axisTicks,
      FigureKey.axisStep, FigureKey.axisScale, FigureKey.axisFormat, FigureKey.axisGrid,
      FigureKey.axisDirection,
    ], listsKeys: true)

  static let figureAnnotation = Vocabulary(
    owner: "an annotation", definition: "figure-annotation",
    [
      FigureKey.annotationPlace, FigureKey.annotationText, FigureKey.annotationCurve,
      FigureKey.annotationArrow, FigureKey.annotationTextPlace,
    ], listsKeys: true)

  static let figureData = Vocabulary(
    owner: "data", definition: "figure-data",
    [
      FigureKey.dataFile, FigureKey.dataX, FigureKey.dataY, FigureKey.dataLow,
      FigureKey.dataHigh, FigureKey.dataValues, FigureKey.bins, FigureKey.curveName,
      FigureKey.dataLine, FigureKey.curveColor, FigureKey.curveWidth, FigureKey.curveDashes,
      FigureKey.dataMarker,
    ], listsKeys: true)

  static let figureLegend = Vocabulary(
    owner: "a legend", definition: "figure-legend",
    [FigureKey.legendPlace, FigureKey.legendColumns], listsKeys: true)

  static let figurePhases = Vocabulary(
    owner: "names of phases", definition: "figure-phases",
    [FigureKey.phaseBefore, FigureKey.phaseActive, FigureKey.phaseAfter], listsKeys: true)

  /// The mappings inside figures.
  private static let partsOfFigures = [
    figureFunction, figureCurve, figureMinus, figureData, figureAxis, figureLegend,
    figureAnnotation, figurePhases,
  ]

  /// Every mapping of figure files and theme files, each key in the first that has it.
  package static var figures: [Vocabulary] {
    let types = FigureType.allCases.filter { $0 != .row }.map(own)
    return [figureFile] + types + partsOfFigures + [theme]
  }
}

// MARK: JSON Schema

extension Vocabulary {
  static let innerFigure: JSONValue = ["$ref": "#/definitions/figure"]
}

/// Figure files and theme files as JSON Schemas, for editors that complete and check.
public enum FigureSchema {
  /// The schema of figure files, the same text every time.
  public static func figureText() throws -> String {
    var definitions = [
      "figure": choice("inner"), "whole": choice("whole").merging(["required": ["type"]]),
    ]
    for type in FigureType.allCases {
      for (name, isWhole) in [("inner", false), ("whole", true)] {
        definitions["\(name)-\(type.rawValue)"] = SceneSchema.mapping(
          .figure(type, isWhole: isWhole))
      }
    }
    return try SceneSchema.document(
      "Rostrum figure", ["allOf": [["$ref": "#/definitions/whole"]]], definitions,
      mappings: [
        .figureFunction, .figureCurve, .figureMinus, .figureData, .figureAxis, .figureLegend,
        .figureAnnotation, .figurePhases, .theme,
      ], takesPlaceholders: true)
  }

  /// The schema of theme files, the same text every time.
  public static func themeText() throws -> String {
    try SceneSchema.document("Rostrum theme", SceneSchema.mapping(.theme), [:], mappings: [])
  }

  private static func choice(_ name: String) -> JSONValue {
    SceneSchema.choice(FigureKey.type.name, FigureType.allCases.map(\.rawValue)) {
      ["$ref": .string("#/definitions/\(name)-\($0)")]
    }
  }
}
