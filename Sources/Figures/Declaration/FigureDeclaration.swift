import RostrumBase
public import RostrumGeometry
public import RostrumLayerTree
public import RostrumTiming

/// A figure as declared by a file or a command line, with every name resolved.
public struct FigureDeclaration: Sendable {
  public var title: String?
  /// Beneath the figure.
  public var note: String?
  /// How the figures inside a column or a row are counted; `nil` for not at all.
  public var letters: PanelLetters?
  /// The axes that the plots of a column or a row have in common.
  public var sharedAxes: Set<AxisName> = []
  public var content: FigureContent

  public init(_ content: FigureContent, title: String? = nil, note: String? = nil) {
    (self.content, self.title, self.note) = (content, title, note)
  }

  public indirect enum FigureContent: Sendable {
    case functions(FunctionPlot)
    case properties(PropertyPlot)
    case timeline(SceneTimeline)
    case strobe(LayerStrobe)
    case sheet(ContactSheet)
    case data(DataPlot)
    /// Figures above each other, or in a row.
    case stack([FigureDeclaration], isRow: Bool)
  }

  /// A scene with the path that it was loaded from.
  public struct SceneSource: Sendable {
    public let path: String
    public let scene: Scene
    /// The values of parameters that were set: `speed=2`.
    public let assignments: [String]

    /// The path as the figure's file writes it.
    let given: String

    public init(
      path: String, scene: Scene, assignments: [String] = [], given: String? = nil
    ) {
      (self.path, self.scene, self.assignments) = (path, scene, assignments)
      self.given = given ?? path
    }

    /// A name that distinguishes the scenes of a figure: the file's name, and the parameters set.
    var label: String {
      let file = path.lastPathComponent
      let name = file.split(separator: ".").dropLast().joined(separator: ".")
      let parts = assignments.map { $0.replacing("=", with: " ") }
      return ([name.isEmpty ? file : name] + parts).joined(separator: ", ")
    }
  }

  /// How a curve is drawn; `nil` values follow from the theme.
  public struct CurveStyle: Hashable, Sendable {
    public enum Marker: String, CaseIterable, Sendable {
      case circle, square, triangle, diamond, cross
    }

    public var color: Color?
    /// In points.
    public var lineWidth: Double?
    /// Lengths of lines and gaps in turn, in points; empty for an unbroken line.
    public var dashes: [Double] = []
    /// Drawn at the curve's samples.
    public var marker: Marker?

    public init() {}

    /// The line that compares: it is broken.
    static let dashed: [Double] = [4, 2.5]
  }

  /// The way in which curves of a plot differ, besides their colours.
  public enum CurveDistinction: String, CaseIterable, Sendable {
    case colors, dashes, markers
    /// Dashes and markers.
    case both
  }

  /// The position of the legend with the curves' names.
  public enum LegendPlace: String, CaseIterable, Sendable {
    /// Beside the plot where there is room, else below.
    case automatic
    case right, below
    /// Beside the ends of the curves.
    case ends
    case none
  }

  /// The letters of figures inside a figure, as their first one is written.
  public enum PanelLetters: String, CaseIterable, Sendable {
    case small = "a"
    case smallInParentheses = "(a)"
    case capital = "A"
    case capitalInParentheses = "(A)"

    /// The sign of the figure with a number, from 0; after `z` comes `aa`.
    func text(_ index: Int) -> String {
      let first = self == .small || self == .smallInParentheses ? "a" : "A"
      let base = Unicode.Scalar(first)?.value ?? 97
      var (rest, letters) = (index, "")
      repeat {
        letters = String(Unicode.Scalar(UInt8(base) + UInt8(rest % 26))) + letters
        rest = rest / 26 - 1
      } while rest >= 0
      return rawValue.replacing(first, with: letters)
    }
  }

  public enum AxisName: String, CaseIterable, Sendable {
    case horizontal, vertical
  }

  /// A part of a plot: the values of its curves, a derivative, or the phase portrait.
  public enum PlotPart: String, CaseIterable, Sendable {
    case values, velocity, acceleration
    /// The velocity over the value.
    case phase
  }

  /// Curves of timing functions.
  public struct FunctionPlot: Sendable {
    public struct FunctionCurve: Sendable {
      public var name: String
      /// Whether the name was given by the author; then the legend shows it even for a single
      /// curve.
      public var isNamed = false
      public var function: TimingFunction
      /// A function whose value is taken away.
      public var minus: TimingFunction?
      /// Hides the control points, of a curve that is sampled along the parameter of another one.
      public var hidesHandles = false
      /// How many evenly spaced steps get a dot; 0 for none.
      public var samples = 0
      public var style = CurveStyle()

      public init(_ name: String, _ function: TimingFunction) {
        (self.name, self.function) = (name, function)
      }
    }

    public var curves: [FunctionCurve]
    public var velocity = false
    public var acceleration = false
    /// The number of columns of small multiples; `nil` for one plot.
    public var columns: Int?
    /// Whether control points are shown; `nil` for where they do not crowd.
    public var handles: Bool?
    /// Whether the coordinates of control points are written beside them.
    public var coordinates = false
    /// The time that a whole function takes, in seconds; springs take their own. `nil` for progress
    /// from 0 to 1.
    public var seconds: Double?
    public var look = PlotLook()

    public init(_ curves: [FunctionCurve]) { self.curves = curves }
  }

  /// An axis of a plot with the author's settings; `nil` values follow from the data.
  public struct PlotAxis: Sendable {
    public var label: String?
    /// After the label.
    public var unit: String?
    /// The numbers at both ends.
    public var range: ClosedRange<Double>?
    /// The numbers at the axis; without a text the number itself is shown.
    public var ticks: [(value: Double, text: String?)]?
    /// The distance from one number to the next.
    public var step: Double?
    public var isLogarithmic = false
    /// How the numbers are written: `%.1f`.
    public var format: NumberFormat?
    /// Whether lines of the grid go through the plot.
    public var showsGrid = true
    /// Whether a vertical axis grows downwards, as the scene's height does; `nil` for where the
    /// values are such heights.
    public var isDownwards: Bool?

    public init() {}
  }

  /// A text at a point of a plot.
  public struct PlotAnnotation: Sendable {
    public var text: String
    public var time: Double
    /// `nil` for the curve's value at that time.
    public var value: Double?
    /// The name of the curve; `nil` for the first.
    public var curve: String?
    /// Whether an arrow leads from the text to the point.
    public var hasArrow = false
    /// The middle of the text; `nil` for a free place near the point.
    public var textPlace: Point?

    public init(_ text: String, time: Double, value: Double? = nil, curve: String? = nil) {
      (self.text, self.time, self.value, self.curve) = (text, time, value, curve)
    }
  }

  /// Names of the time before, during and after an animation; `nil` for the usual ones.
  public struct PhaseNames: Sendable {
    public var before: String?
    public var active: String?
    public var after: String?

    public init() {}
  }

  /// The author's own words and ranges of a plot.
  public struct PlotLook: Sendable {
    public var horizontal = PlotAxis()
    public var vertical = PlotAxis()
    public var annotations: [PlotAnnotation] = []
    /// Times at which the value of each curve is marked.
    public var times: [Double] = []
    public var phases = PhaseNames()
    public var legend = LegendPlace.automatic
    public var legendColumns: Int?
    /// `nil` for the theme's.
    public var distinction: CurveDistinction?
    /// The parts of the plot; empty for the values, with derivatives beneath where asked for.
    public var parts: [PlotPart] = []
    /// Whether the parts are beside each other, not beneath.
    public var isBeside = false
    /// Numbers of files.
    public var data: [DataSeries] = []

    public init() {}
  }

  /// The clock whose time is shown on the second axis.
  public enum AxisClock: String, CaseIterable, Sendable {
    /// The layer's own, where it differs from the scene's.
    case automatic
    case none, layer, parent
  }

  /// Values of layers over time.
  public struct PropertyPlot: Sendable {
    public var source: SceneSource
    public var targets: [FigureTarget]
    public var velocity = false
    public var acceleration = false
    /// In seconds of the scene; `nil` for the whole.
    public var range: ClosedRange<Double>?
    public var secondAxis = AxisClock.automatic
    /// Strips beneath the curves.
    public var tracks: [TimeTrack] = []
    public var look = PlotLook()
    /// The number of columns of small multiples; `nil` for one plot.
    public var columns: Int?

    public init(_ source: SceneSource, _ targets: [FigureTarget]) {
      (self.source, self.targets) = (source, targets)
    }
  }

  /// Bars for a scene's animations.
  public struct SceneTimeline: Sendable {
    public var source: SceneSource
    public var range: ClosedRange<Double>?
    /// The layers to show; empty for all animated layers.
    public var layers: [Layer] = []
    /// Strips beneath the bars.
    public var tracks: [TimeTrack] = []
    /// The author's names of rows.
    public var names: [RowName] = []

    public init(_ source: SceneSource) { self.source = source }
  }

  /// The author's name of a row of a timeline.
  public struct RowName: Hashable, Sendable {
    /// The index of the layer.
    public var layer: Int
    /// The key of one of its animations; `nil` for the layer's own name.
    public var animationKey: String?
    public var text: String

    public init(layer: Int, animationKey: String? = nil, text: String) {
      (self.layer, self.animationKey, self.text) = (layer, animationKey, text)
    }
  }

  /// A layer at several times in one picture.
  public struct LayerStrobe: Sendable {
    public var source: SceneSource
    public var layers: [Layer]
    public var times: [Double]
    public var showsPath = false
    /// How much older pictures fade: 0 not at all, 1 to nothing.
    public var fading = 0.75
    /// By how many points a second the picture is shifted, so that exposures at one place do not
    /// overlap.
    public var spread = 0.0

    public init(_ source: SceneSource, _ layers: [Layer], times: [Double]) {
      (self.source, self.layers, self.times) = (source, layers, times)
    }
  }

  /// Frames in a grid, each with its time.
  public struct ContactSheet: Sendable {
    public var source: SceneSource
    public var times: [Double]
    public var columns: Int

    public init(_ source: SceneSource, times: [Double], columns: Int) {
      (self.source, self.times, self.columns) = (source, times, columns)
    }
  }
}

/// The look of a figure as its file sets it; `nil` values are chosen by the command.
public struct FigureStyle: Sendable {
  /// In points.
  public var width: Double?
  /// In points.
  public var height: Double?
  /// The name of a theme.
  public var theme: String?
  /// A theme of the figure's own.
  public var ownTheme: ThemeDeclaration?
  /// Behind the figure; none for nothing.
  public var background: Color??
  /// Families, the preferred first; empty for the theme's.
  public var fonts: [String] = []
  public var language: FigureLanguage?
  /// In SVG, a ball follows each curve.
  public var isAnimated = false

  public init() {}
}

/// A value of a layer that can be plotted.
public struct FigureTarget: Sendable {
  /// The scene, where it is another than the plot's.
  public var source: FigureDeclaration.SceneSource?
  /// The number that is taken away from this one.
  public var subtrahend: Subtrahend?
  public var layer: Layer
  public var keyPath: AnimationKeyPath
  /// In the legend.
  public var name: String
  /// Whether the name was given by the author; then the legend shows it even for a single curve.
  public var isNamed = false
  public var style = FigureDeclaration.CurveStyle()
  /// How many evenly spaced moments get a dot; 0 for none.
  public var samples = 0

  public init(layer: Layer, keyPath: AnimationKeyPath, name: String? = nil) {
    (self.layer, self.keyPath) = (layer, keyPath)
    self.name = name ?? "\(layer.name) \(keyPath.name)"
  }

  /// Whether the value is a number, which has a curve; all others have strips.
  var isNumber: Bool { keyPath.isNumber }

  /// A number that is taken away from another one.
  public struct Subtrahend: Sendable {
    public let scene: Scene
    public let layer: Layer
    public let keyPath: AnimationKeyPath

    public init(scene: Scene, layer: Layer, keyPath: AnimationKeyPath) {
      (self.scene, self.layer, self.keyPath) = (scene, layer, keyPath)
    }
  }
}
