import RostrumLayerTree
package import RostrumSceneFile

/// Every key of a figure file, each declared once, with the reader of its values: loading, hints,
/// the tables of the documentation and the JSON Schema use this declaration.
enum FigureKey {
  static let type = Field<FigureType>(
    "type", .word, isRequired: true, "What kind of figure it is.")
  static let title = Field("title", .figureText, "Above the figure.")
  static let note = Field("note", .figureText, "Beneath the figure, in smaller letters.")
  static let width = Field(
    "width", Reader.length("340", FigureLength.limits, "wide"),
    "The width of the whole figure, in points or with a unit.")
  static let height = Field(
    "height", Reader.length("200", FigureLength.heightLimits, "high"),
    "The height of the whole figure. By default it follows from the content.")
  static let theme = Field(
    "theme", .word(of: ["light", "dark", "auto"]), shownDefault: "light",
    "The colours; auto follows the page around the SVG.")
  static let background = Field(
    "background", .color, shownDefault: "the theme's",
    "Behind the figure; none for nothing. With the theme auto, nothing is behind an SVG.")
  static let fonts = Field(
    "font", .fontFamilies, shownDefault: "Liberation Sans",
    "The family of the labels, or several, the preferred first. No other is taken.")
  static let language = DefaultedField<FigureLanguage>(
    "language", .word, default: .english, "The language of the words that a figure brings along.")

  static let animated = DefaultedField(
    "animated", .boolean, default: false,
    "In an SVG, a ball follows each curve; videos are animated without it.")

  static let horizontal = Field("horizontal", .axis, "The axis of time: its words and numbers.")
  static let vertical = Field("vertical", .axis, "The axis of values: its words and numbers.")
  static let annotations = Field(
    "annotations",
    .figureItems("a list of annotations: {at: TIME, text: TEXT}", of: Vocabulary.figureAnnotation),
    "Texts at points of the plot.")
  static let marked = Field(
    "at", .figureItems("a list of times in seconds", Reader.seconds.schema),
    "Times at which the value of each curve is marked.")
  static let phases = Field(
    "phases", .phaseNames, "Names of the time before, during and after the animation.")
  static let axisLabel = Field("label", .figureText, "What the axis shows.")
  static let axisUnit = Field("unit", .figureText, "Follows the label.")
  static let axisRange = Field("range", .numberRange, "The numbers at both ends.")
  static let axisTicks = Field(
    "ticks", .ticks, "The numbers at the axis, each by itself or with a text: [0.5, half].")
  static let axisDirection = Field(
    "direction", .word(of: ["up", "down"]), shownDefault: "down for heights in scenes",
    "Which way values grow on the vertical axis.")
  static let annotationPlace = Field(
    "at", .annotationPlace, isRequired: true,
    "A time, for the curve's point at that time, or a time and a value.")
  static let annotationText = Field("text", .figureText, isRequired: true, "The text.")
  static let annotationCurve = Field(
    "curve", .text("the name of a curve"), "The curve that it belongs to; the first unless given.")
  static let phaseBefore = Field("before", .figureText, "Before the animation begins.")
  static let phaseActive = Field("active", .figureText, "While it is active.")
  static let phaseAfter = Field("after", .figureText, "After its end.")

  static let functions = Field(
    "functions",
    .figureItems(
      "a list of timing functions", of: Vocabulary.figureFunction, or: Reader.timingFunction),
    isRequired: true,
    "Timing functions as in scenes, or mappings with name, samples, dashed and along.")
  static let functionOfCurve = Field(
    "function", .timingFunction, isRequired: true, "The timing function.")
  static let curveName = Field("name", .figureText, "The name in the legend.")
  static let samples = DefaultedField(
    "samples", Reader<Int>.whole(0, 1000, "a whole number from 0 to 1000"), default: 0,
    "How many evenly spaced points of the curve are marked.")
  static let curveColor = Field(
    "color", .color, shownDefault: "the theme's next", "The colour of the line.")
  static let curveWidth = Field(
    "lineWidth", .number(.moreThanZero), shownDefault: "the theme's",
    "The width of the line, in points.")
  static let curveDashes = Field(
    "dashes", Reader.number(.zeroOrMore, "a length").list("a list of lengths: [4, 2]"),
    "Lengths of lines and gaps in turn, in points.")
  static let curveMarker = Field<FigureDeclaration.CurveStyle.Marker>(
    "marker", .word, "A sign at the samples of the curve: at eleven unless samples says otherwise.")
  static let legend = DefaultedField<FigureDeclaration.LegendPlace>(
    "legend", .word, default: .automatic,
    "The place of the curves' names; automatic is beside the plot where there is room.")
  static let axisFormat = Field(
    "format", .numberFormat, "How the numbers are written, as printf does: %.2f.")
  static let axisGrid = DefaultedField(
    "grid", .boolean, default: true, "Draws lines of the grid from the numbers through the plot.")
  static let dashed = DefaultedField("dashed", .boolean, default: false, "Draws a broken line.")
  static let showsVelocity = DefaultedField(
    "velocity", .boolean, default: false, "Shows the velocity beneath.")
  static let showsAcceleration = DefaultedField(
    "acceleration", .boolean, default: false, "Shows the acceleration beneath.")
  static let columns = Field(
    "columns", Reader<Int>.whole(1, 50, "a whole number from 1 to 50"),
    "The number of columns.")
  static let handles = Field(
    "handles", .boolean,
    "Shows the control points of Bezier curves. By default where there are two curves at most.")
  static let coordinates = DefaultedField(
    "coordinates", .boolean, default: false,
    "Writes the coordinates of Bezier curves' control points beside them.")
  static let overSeconds = Field(
    "seconds", .duration,
    "The seconds of the time axis, instead of progress; springs take their own time.")

  static let scene = Field(
    "scene", .text("the path of a scene file"), isRequired: true,
    "The scene file, relative to the figure file.")
  static let curves = Field(
    "curves", .figureItems("a list of {layer, keyPath}", of: Vocabulary.figureCurve),
    isRequired: true,
    "The values that are plotted.")
  static let curveLayer = Field(
    "layer", .text("the name of a layer"), isRequired: true, "The layer's name.")
  static let curveKeyPath = Field(
    "keyPath", .keyPath, isRequired: true,
    "A number such as position.y, a point, or what becomes a strip: a colour, a flag, a word.")
  static let curveScene = Field(
    "scene", .text("the path of a scene file"), "Another scene than the figure's.")
  static let curveMinus = Field(
    "minus", .subtrahend,
    "A number of the same scene, or of another, that is taken away from this one.")
  static let minusScene = Field(
    "scene", .text("the path of a scene file"), "Another scene than the curve's.")
  static let minusLayer = Field(
    "layer", .text("the name of a layer"), "The layer's name; the curve's own unless given.")
  static let minusKeyPath = Field(
    "keyPath", .keyPath, "The key path; the curve's own unless given.")
  static let parameters = Field(
    "set", .assignments, "Values of the scene's parameters, as --set gives them.")
  static let tracks = Field(
    "tracks", .timeTracks,
    "Strips beneath: events, ticks of clocks, animations, the levels of audio.")
  static let from = Field(
    "from", .seconds, shownDefault: "0", "Where the time shown begins.")
  static let to = Field("to", .seconds, "Where the time shown ends: by default with the scene.")
  static let secondAxis = DefaultedField(
    "secondAxis", .word, default: FigureDeclaration.AxisClock.automatic,
    "Another clock's time at the top; automatic shows the layer's where it is not the scene's.")
  static let layers = Field("layers", .layerNames, "The layers that are shown.")

  static let every = DefaultedField(
    "every", .duration, default: 0.1, "Seconds between two pictures.")
  static let times = Field(
    "at", .figureItems("a list of times in seconds", Reader.seconds.schema),
    "The times of the pictures.")
  static let motionPath = DefaultedField(
    "path", .boolean, default: false, "Shows the way of the layer's anchor point.")
  static let fading = DefaultedField(
    "fading", .number(.unit), default: 0.75,
    "How much the oldest picture fades: 0 not at all, 1 to nothing.")
  static let spread = DefaultedField(
    "spread", .number(), default: 0,
    "By how many of the scene's points the picture moves on in a second.")
  static let count = Field(
    "count",
    Reader<Int>.whole(
      1, FigureTimes.maximumCount, "a whole number from 1 to \(FigureTimes.maximumCount)"),
    "How many frames, evenly spaced.")
  static let innerFigures = Field(
    "figures", .figureItems("a list of figures", Vocabulary.innerFigure), isRequired: true,
    "Figures inside.")
}

/// The types of figures, as a figure file writes them after `type:`.
enum FigureType: String, CaseIterable {
  case functions, properties, timeline, strobe, sheet, column, row

  /// The keys that such a figure needs and may have, beside its type and title.
  var keys: [any DeclaredField] {
    switch self {
    case .functions:
      [
        FigureKey.functions, FigureKey.showsVelocity, FigureKey.showsAcceleration,
        FigureKey.columns, FigureKey.handles, FigureKey.coordinates, FigureKey.overSeconds,
        FigureKey.legend,
        FigureKey.horizontal, FigureKey.vertical, FigureKey.annotations, FigureKey.marked,
      ]
    case .properties:
      [
        FigureKey.scene, FigureKey.parameters, FigureKey.curves, FigureKey.showsVelocity,
        FigureKey.showsAcceleration, FigureKey.tracks, FigureKey.from, FigureKey.to,
        FigureKey.secondAxis, FigureKey.columns, FigureKey.legend,
        FigureKey.horizontal, FigureKey.vertical, FigureKey.annotations, FigureKey.marked,
        FigureKey.phases,
      ]
    case .timeline:
      [
        FigureKey.scene, FigureKey.parameters, FigureKey.layers, FigureKey.tracks, FigureKey.from,
        FigureKey.to,
      ]
    case .strobe:
      [
        FigureKey.scene, FigureKey.parameters, FigureKey.layers, FigureKey.every, FigureKey.times,
        FigureKey.from,
        FigureKey.to, FigureKey.motionPath,
        FigureKey.fading, FigureKey.spread,
      ]
    case .sheet:
      [
        FigureKey.scene, FigureKey.parameters, FigureKey.columns, FigureKey.count, FigureKey.times,
      ]
    case .column, .row: [FigureKey.innerFigures]
    }
  }
}

extension Vocabulary {
  private static let everyFigure: [any DeclaredField] = [
    FigureKey.type, FigureKey.title, FigureKey.note,
  ]
  static let styleKeys: [any DeclaredField] = [
    FigureKey.width, FigureKey.height, FigureKey.theme, FigureKey.background, FigureKey.fonts,
    FigureKey.language, FigureKey.animated,
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
      FigureKey.functionOfCurve, FigureKey.curveName, Vocabulary.along,
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
      FigureKey.axisFormat, FigureKey.axisGrid, FigureKey.axisDirection,
    ], listsKeys: true)

  static let figureAnnotation = Vocabulary(
    owner: "an annotation", definition: "figure-annotation",
    [FigureKey.annotationPlace, FigureKey.annotationText, FigureKey.annotationCurve],
    listsKeys: true)

  static let figurePhases = Vocabulary(
    owner: "names of phases", definition: "figure-phases",
    [FigureKey.phaseBefore, FigureKey.phaseActive, FigureKey.phaseAfter], listsKeys: true)

  /// The mappings inside figures.
  private static let partsOfFigures = [
    figureFunction, figureCurve, figureMinus, figureAxis, figureAnnotation, figurePhases,
  ]

  /// Every mapping of figure files and theme files, each key in the first that has it.
  package static var figures: [Vocabulary] {
    let types = FigureType.allCases.filter { $0 != .row }.map(own)
    return [figureFile] + types + partsOfFigures + [theme]
  }
}

// MARK: JSON Schema

extension Vocabulary {
  fileprivate static let innerFigure: JSONValue = ["$ref": "#/definitions/figure"]
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
        .figureFunction, .figureCurve, .figureMinus, .figureAxis, .figureAnnotation, .figurePhases,
      ])
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
