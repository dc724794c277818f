import RostrumLayerTree
import RostrumSceneFile

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
    "theme", .figureTheme, shownDefault: "light",
    "The colours; auto follows the page around the SVG. Or a theme file, or a theme's own keys.")
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
  static let annotationArrow = Field(
    "arrow", .boolean, shownDefault: "true with textAt",
    "Draws an arrow from the text to the point.")
  static let annotationTextPlace = Field(
    "textAt", .plotPoint, "The time and the value at the middle of the text.")
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
  static let legend = Field(
    "legend", .legend, shownDefault: "automatic",
    "The place of the curves' names, or {place: below, columns: 2}; automatic is beside the plot where there is room."
  )
  static let legendPlace = DefaultedField<FigureDeclaration.LegendPlace>(
    "place", .word, default: .automatic, "The place of the names.")
  static let legendColumns = Field(
    "columns", Reader<Int>.whole(1, 20, "a whole number from 1 to 20"),
    "The number of columns below the plot.")
  static let distinction = Field<FigureDeclaration.CurveDistinction>(
    "distinguish", .word, shownDefault: "the theme's",
    "What the curves differ by, besides their colours: for grey print, dashes or markers.")
  static let axisFormat = Field(
    "format", .numberFormat, "How the numbers are written, as printf does: %.2f.")
  static let axisStep = Field(
    "step", .number(.moreThanZero), "The distance from one number to the next.")
  static let axisScale = DefaultedField(
    "scale", .word(of: ["linear", "logarithmic"]), default: "linear",
    "How numbers become places.")
  static let plotParts = Field(
    "shows", .plotParts, shownDefault: "values",
    "One or several of values, velocity, acceleration; or phase: the velocity over the value.")
  static let beside = DefaultedField(
    "beside", .boolean, default: false,
    "Puts values, velocity and acceleration beside each other, not beneath.")
  static let functionMinus = Field(
    "minus", .timingFunction, "A timing function whose value is taken away.")
  static let letters = Field<FigureDeclaration.PanelLetters>(
    "letters", .word, "Counts the figures inside: a, (a), A or (A) in front of their titles.")
  static let sharedAxes = Field(
    "share", .axisNames,
    "The axes that the plots have in common: one range, and numbers at the outer plots only.")

  static let data = Field(
    "data",
    .figureItems("a list of {file: PATH, x: COLUMN, y: COLUMN}", of: Vocabulary.figureData),
    "Numbers of files, as points, lines, bands or histograms.")
  static let plotData = Field(
    "data",
    .figureItems("a list of {file: PATH, x: COLUMN, y: COLUMN}", of: Vocabulary.figureData),
    isRequired: true, "Numbers of files, as points, lines, bands or histograms.")
  static let dataFile = Field(
    "file", .text("the path of a .csv file"), isRequired: true,
    "The data, relative to the figure file: .csv, .tsv, .json, .jsonl or .yaml, with names of columns."
  )
  static let dataX = Field("x", .text("the name of a column"), "The column of the places.")
  static let dataY = Field("y", .text("the name of a column"), "The column of the values.")
  static let dataLow = Field(
    "low", .text("the name of a column"),
    "The column of a band's lower ends; with y, of the lines around the points.")
  static let dataHigh = Field(
    "high", .text("the name of a column"), "The column of the upper ends.")
  static let dataValues = Field(
    "values", .text("the name of a column"), "The column that a histogram counts.")
  static let bins = Field(
    "bins", Reader<Int>.whole(1, 1000, "a whole number from 1 to 1000"),
    shownDefault: "about 20, between round numbers", "How many ranges a histogram has.")
  static let dataLine = DefaultedField(
    "line", .boolean, default: false, "Joins the points by a line.")
  static let dataMarker = Field<FigureDeclaration.CurveStyle.Marker>(
    "marker", .word, shownDefault: "a ring, without a line", "The sign at the points.")
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
  static let rowNames = Field(
    "names", .rowNames,
    "Names of rows: by a layer's name, or by layer/key for an animation that has a key.")

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
  case functions, properties, data, timeline, strobe, sheet, column, row

  /// The keys that such a figure needs and may have, beside its type and title.
  var keys: [any DeclaredField] {
    switch self {
    case .functions:
      [
        FigureKey.functions, FigureKey.showsVelocity, FigureKey.showsAcceleration,
        FigureKey.columns, FigureKey.handles, FigureKey.coordinates, FigureKey.overSeconds,
        FigureKey.plotParts, FigureKey.beside, FigureKey.data, FigureKey.legend,
        FigureKey.distinction,
        FigureKey.horizontal, FigureKey.vertical, FigureKey.annotations, FigureKey.marked,
      ]
    case .properties:
      [
        FigureKey.scene, FigureKey.parameters, FigureKey.curves, FigureKey.showsVelocity,
        FigureKey.showsAcceleration, FigureKey.tracks, FigureKey.from, FigureKey.to,
        FigureKey.secondAxis, FigureKey.columns,
        FigureKey.plotParts, FigureKey.beside, FigureKey.data, FigureKey.legend,
        FigureKey.distinction,
        FigureKey.horizontal, FigureKey.vertical, FigureKey.annotations, FigureKey.marked,
        FigureKey.phases,
      ]
    case .data:
      [
        FigureKey.plotData, FigureKey.legend, FigureKey.distinction, FigureKey.horizontal,
        FigureKey.vertical, FigureKey.annotations,
      ]
    case .timeline:
      [
        FigureKey.scene, FigureKey.parameters, FigureKey.layers, FigureKey.rowNames,
        FigureKey.tracks, FigureKey.from, FigureKey.to,
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
    case .column, .row:
      [FigureKey.innerFigures, FigureKey.letters, FigureKey.sharedAxes]
    }
  }
}
