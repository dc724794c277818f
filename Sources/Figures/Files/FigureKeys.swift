import LayerTree
import SceneFile

enum FigureKey {
  static let type = Field<FigureType>(
    "type", .word, isRequired: true, "What kind of figure it is.")
  static let title = Field("title", .text(), "Above the figure.")
  static let width = Field(
    "width", Reader.figureWidth, "The width of the whole figure, in points or with a unit.")
  static let theme = Field(
    "theme", .word(of: ["light", "dark"]), shownDefault: "light", "The colours.")
  static let font = Field(
    "font", .text(), shownDefault: "Liberation Sans", "The family of the labels.")

  static let functions = Field(
    "functions", .figureItems("a list of timing functions"), isRequired: true,
    "Timing functions as in scenes, or mappings with name, samples, dashed and along.")
  static let functionOfCurve = Field(
    "function", .timingFunction, isRequired: true, "The timing function.")
  static let curveName = Field("name", .text(), "The name in the legend.")
  static let samples = DefaultedField(
    "samples", Reader<Int>.whole(0, 1000, "a whole number from 0 to 1000"), default: 0,
    "How many evenly spaced points of the curve are marked.")
  static let dashed = DefaultedField("dashed", .boolean, default: false, "Draws a broken line.")
  static let along = Field(
    "along", .word(of: ["time", "parameter"]), shownDefault: "time",
    "time solves a Bezier for time, as Core Animation does; parameter walks along its parameter.")
  static let showsVelocity = DefaultedField(
    "velocity", .boolean, default: false, "Shows the velocity beneath.")
  static let showsAcceleration = DefaultedField(
    "acceleration", .boolean, default: false, "Shows the acceleration beneath.")
  static let columns = Field(
    "columns", Reader<Int>.whole(1, 50, "a whole number from 1 to 50"),
    "How many stand side by side.")
  static let handles = Field(
    "handles", .boolean,
    "Shows the control points of Bezier curves. By default where there are two curves at most.")
  static let overSeconds = Field(
    "seconds", .duration,
    "Over so many seconds instead of progress; springs take their own time.")

  static let scene = Field(
    "scene", .text("the path of a scene file"), isRequired: true,
    "The scene file, relative to the figure file.")
  static let curves = Field(
    "curves", .figureItems("a list of {layer, keyPath}"), isRequired: true,
    "The numbers that are plotted.")
  static let curveLayer = Field(
    "layer", .text("the name of a layer"), isRequired: true, "The layer's name.")
  static let curveKeyPath = Field(
    "keyPath", .keyPath, isRequired: true, "A number, such as position.y.")
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
    "at", .figureItems("a list of times in seconds"), "The times of the pictures.")
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
    "figures", .figureItems("a list of figures"), isRequired: true, "Figures inside.")
}

extension Reader where Content == [YAMLNode] {
  /// A list with something in it.
  fileprivate static func figureItems(_ expectation: String) -> Reader {
    Reader(expectation, example: "[]", schema: [:]) { node, context in
      if let items = node.items, !items.isEmpty { return items }
      context.mismatch(expectation, at: node)
      return nil
    }
  }
}

extension Reader where Content == Double {
  /// The width of a figure, in points.
  fileprivate static let figureWidth: Reader = {
    let expectation = "a length such as 340, 120mm, 12cm or 4.5in"
    return Reader(expectation, example: "340", schema: [:]) { node, context in
      guard let points = node.scalar.flatMap({ FigureLength.points($0.text) }) else {
        context.mismatch(expectation, at: node)
        return nil
      }
      if FigureLength.limits.contains(points) { return points }
      context.error(.outOfRange, "a figure is 60 to 4000 points wide", at: node)
      return nil
    }
  }()
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
        FigureKey.columns, FigureKey.handles,
        FigureKey.overSeconds,
      ]
    case .properties:
      [
        FigureKey.scene, FigureKey.curves, FigureKey.showsVelocity, FigureKey.showsAcceleration,
        FigureKey.from, FigureKey.to,
        FigureKey.secondAxis,
        FigureKey.columns,
      ]
    case .timeline: [FigureKey.scene, FigureKey.layers, FigureKey.from, FigureKey.to]
    case .strobe:
      [
        FigureKey.scene, FigureKey.layers, FigureKey.every, FigureKey.times, FigureKey.from,
        FigureKey.to, FigureKey.motionPath,
        FigureKey.fading, FigureKey.spread,
      ]
    case .sheet: [FigureKey.scene, FigureKey.columns, FigureKey.count, FigureKey.times]
    case .column, .row: [FigureKey.innerFigures]
    }
  }
}

extension Vocabulary {
  static let styleKeys: [any DeclaredField] = [FigureKey.width, FigureKey.theme, FigureKey.font]

  /// A figure of that type; a file's own figure also says how it looks.
  static func figure(_ type: FigureType, isWhole: Bool) -> Vocabulary {
    Vocabulary(
      owner: "a figure of type '\(type.rawValue)'",
      [FigureKey.type, FigureKey.title] + (isWhole ? styleKeys : []) + type.keys)
  }

  /// The keys that a figure of any type may have: read before the type is known.
  static let anyFigure = Vocabulary(
    owner: "a figure",
    [FigureKey.type, FigureKey.title] + styleKeys + FigureType.allCases.flatMap(\.keys))

  static let figureFunction = Vocabulary(
    owner: "a curve of a timing function",
    [
      FigureKey.functionOfCurve, FigureKey.curveName, FigureKey.samples, FigureKey.dashed,
      FigureKey.along,
    ])

  static let figureCurve = Vocabulary(
    owner: "a curve of a layer",
    [FigureKey.curveLayer, FigureKey.curveKeyPath, FigureKey.curveName, FigureKey.dashed])
}
