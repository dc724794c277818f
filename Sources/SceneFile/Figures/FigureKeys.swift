import LayerTree

extension Key {
  static let figureType = Key(
    "type", .value(.word(FigureType.allCases.map(\.rawValue))), isRequired: true,
    "What kind of figure it is.")
  static let figureTitle = Key("title", .value(.text), "Above the figure.")
  static let figureWidth = Key(
    "width", .figure("a length such as 340, 120mm, 12cm or 4.5in"),
    "The width of the whole figure, in points or with a unit.")
  static let figureTheme = Key(
    "theme", .value(.word(["light", "dark"])), default: "light", "The colours.")
  static let figureFont = Key(
    "font", .value(.text), default: "Liberation Sans", "The family of the labels.")

  static let functions = Key(
    "functions", .figure("a list of timing functions"), isRequired: true,
    "Timing functions as in scenes, or mappings with name, samples, dashed and along.")
  static let functionOfCurve = Key(
    "function", .timingFunction, isRequired: true, "The timing function.")
  static let curveName = Key("name", .value(.text), "The name in the legend.")
  static let samples = Key(
    "samples", .count, default: "0", "How many evenly spaced points of the curve are marked.")
  static let dashed = Key("dashed", .value(.boolean), default: "false", "Draws a broken line.")
  static let along = Key(
    "along", .value(.word(["time", "parameter"])), default: "time",
    "time solves a Bezier for time, as Core Animation does; parameter walks along its parameter.")
  static let showsVelocity = Key(
    "velocity", .value(.boolean), default: "false", "Shows the velocity beneath.")
  static let showsAcceleration = Key(
    "acceleration", .value(.boolean), default: "false", "Shows the acceleration beneath.")
  static let figureColumns = Key(
    "columns", .figure("a whole number from 1 to 50"), "How many stand side by side.")
  static let handles = Key(
    "handles", .value(.boolean),
    "Shows the control points of Bezier curves. By default where there are two curves at most.")
  static let overSeconds = Key(
    "seconds", .duration, "Over so many seconds instead of progress; springs take their own time.")

  static let figureScene = Key(
    "scene", .figure("the path of a scene file"), isRequired: true,
    "The scene file, relative to the figure file.")
  static let curves = Key(
    "curves", .figure("a list of {layer, keyPath}"), isRequired: true,
    "The numbers that are plotted.")
  static let curveLayer = Key("layer", .layerName, isRequired: true, "The layer's name.")
  static let curveKeyPath = Key(
    "keyPath", .keyPath, isRequired: true, "A number, such as position.y.")
  static let from = Key("from", .time, default: "0", "Where the time shown begins.")
  static let to = Key("to", .time, "Where the time shown ends: by default with the scene.")
  static let secondAxis = Key(
    "secondAxis", .value(.word(FigureDeclaration.SecondAxis.allCases.map(\.rawValue))),
    default: "automatic",
    "Another clock's time at the top; automatic shows the layer's where it is not the scene's.")
  static let figureLayers = Key("layers", .layerNames, "The layers that are shown.")

  static let every = Key("every", .duration, default: "0.1", "Seconds between two pictures.")
  static let atTimes = Key(
    "at", .figure("a list of times in seconds"), "The times of the pictures.")
  static let motionPath = Key(
    "path", .value(.boolean), default: "false", "Shows the way of the layer's anchor point.")
  static let fading = Key(
    "fading", .value(.number(.unit)), default: "0.75",
    "How much the oldest picture fades: 0 not at all, 1 to nothing.")
  static let spread = Key(
    "spread", .value(.number()), default: "0",
    "By how many of the scene's points the picture moves on in a second.")
  static let pictureCount = Key(
    "count", .figure("a whole number from 1 to 2000"), "How many frames, evenly spaced.")
  static let innerFigures = Key(
    "figures", .figure("a list of figures"), isRequired: true, "Figures inside.")
}

/// What a figure file may write after `type:`.
enum FigureType: String, CaseIterable {
  case functions, properties, timeline, strobe, sheet, column, row

  /// What such a figure needs and may have, beside its type and title.
  var keys: [Key] {
    switch self {
    case .functions:
      [.functions, .showsVelocity, .showsAcceleration, .figureColumns, .handles, .overSeconds]
    case .properties:
      [
        .figureScene, .curves, .showsVelocity, .showsAcceleration, .from, .to, .secondAxis,
        .figureColumns,
      ]
    case .timeline: [.figureScene, .figureLayers, .from, .to]
    case .strobe:
      [.figureScene, .figureLayers, .every, .atTimes, .from, .to, .motionPath, .fading, .spread]
    case .sheet: [.figureScene, .figureColumns, .pictureCount, .atTimes]
    case .column, .row: [.innerFigures]
    }
  }
}

extension Vocabulary {
  static let styleKeys: [Key] = [.figureWidth, .figureTheme, .figureFont]

  /// A figure of that type; a file's own figure also says how it looks.
  static func figure(_ type: FigureType, isWhole: Bool) -> Vocabulary {
    Vocabulary(
      owner: "a figure of type '\(type.rawValue)'",
      [.figureType, .figureTitle] + (isWhole ? styleKeys : []) + type.keys)
  }

  /// What every figure has: read before the type is known.
  static let anyFigure = Vocabulary(
    owner: "a figure",
    [.figureType, .figureTitle] + styleKeys + FigureType.allCases.flatMap(\.keys))

  static let figureFunction = Vocabulary(
    owner: "a curve of a timing function",
    [.functionOfCurve, .curveName, .samples, .dashed, .along])

  static let figureCurve = Vocabulary(
    owner: "a curve of a layer", [.curveLayer, .curveKeyPath, .curveName, .dashed])

  /// Every vocabulary of the figure language, in the order of the documentation.
  public static let figureLanguage: [Vocabulary] =
    FigureType.allCases.map { figure($0, isWhole: true) } + [.figureFunction, .figureCurve]
}
