public import Canvas
import Foundation
import Geometry
import Media
public import Rendering
import SceneFile
import Timing

/// Draws a declared figure and writes it to a file.
public struct FigureJob: Sendable {
  /// How it looks, and how large it is.
  public struct Options: Sendable {
    /// In points, 60 to 4000.
    public var width = 340.0
    public var theme = Theme.light
    /// The family of the labels, which must be installed; `nil` for the theme's.
    public var font: String?
    public var artwork = ArtworkOptions()

    public init() {}
  }

  public let declaration: FigureDeclaration
  public var options: Options
  let assets: SceneAssets

  public init(
    _ declaration: FigureDeclaration, options: Options = Options(), assets: SceneAssets? = nil
  ) {
    (self.declaration, self.options) = (declaration, options)
    self.assets = assets ?? SceneAssets()
  }

  /// The figure as marks.
  public func artwork() throws -> Artwork {
    let fonts = FontBook()
    var theme = options.theme
    if let font = options.font {
      // Says so when there is no such family, instead of taking another.
      _ = try fonts.layout(TextRequest("", font: FontDescription(family: font), size: 1))
      theme.fonts.insert(font, at: 0)
    }
    let builder = FigureBuilder(assets: assets, options: options)
    return try builder.figure(declaration).artwork(
      width: options.width, theme: theme, fonts: fonts)
  }

  /// Draws the figure and writes it whole, in the format of `ArtworkFormat.ofOutput`.
  public func run(output path: String, format: ArtworkFormat? = nil) throws {
    let format = try ArtworkFormat.ofOutput(path, format)
    let bytes = try artwork().encoded(as: format, options.artwork)
    try createFolder(ofOutput: path)
    try writeWholeFile(bytes, to: path)
  }
}

/// A scene that lacks something that its figure needs.
public enum UnfitScene: Error, Hashable, Sendable, CustomStringConvertible {
  /// A timeline of nothing: of a scene, of some of its layers or of a part of its time.
  case noAnimations(path: String, layers: [String], range: ClosedRange<Double>?)
  /// Values over no time.
  case noDuration(path: String)

  public var description: String {
    switch self {
    case .noAnimations(let path, let layers, let range):
      let names = layers.map { "'\($0)'" }.joined(separator: ", ")
      let time = range.map {
        " from \($0.lowerBound.readable) to \($0.upperBound.readable) s"
      }
      return "nothing is animated in '\(path)'" + (layers.isEmpty ? "" : " on \(names)")
        + (time ?? "") + ", so there is no timeline to draw"
    case .noDuration(let path):
      return "'\(path)' has no duration: give it one, or say which part of the time to draw"
    }
  }
}

extension Double {
  /// At most six digits after the point, but for a number that needs more.
  fileprivate var readable: String {
    abs(self) < 1e-6 ? sceneText : ((self * 1e6).rounded() / 1e6).sceneText
  }
}

extension ArtworkFormat {
  /// The format that a figure's path ends in. The standard output, and a device or a named pipe
  /// that is there, take the `given` format, or else SVG. Throws `UnknownFigureFormat`.
  public static func ofOutput(
    _ path: String, _ given: ArtworkFormat?
  ) throws(UnknownFigureFormat) -> ArtworkFormat {
    if let format = ArtworkFormat(path: path) { return format }
    guard isStream(path) else { throw UnknownFigureFormat(path: path) }
    return given ?? .svg
  }
}

/// A figure's path that ends in no format.
public struct UnknownFigureFormat: Error, Sendable, CustomStringConvertible {
  public let path: String

  public init(path: String) { self.path = path }

  public var description: String { "'\(path)' does not end in .svg, .pdf or .png" }
}

/// Makes figures of declarations.
struct FigureBuilder {
  let assets: SceneAssets
  let options: FigureJob.Options

  func figure(_ declaration: FigureDeclaration) throws -> any Figure {
    let figure = try content(declaration.content)
    return declaration.title.map { TitledFigure($0, figure) } ?? figure
  }

  private func content(_ content: FigureDeclaration.Content) throws -> any Figure {
    switch content {
    case .functions(let plot): plot.figure()
    case .properties(let plot): try plot.figure(width: options.width)
    case .timeline(let timeline): try timeline.figure()
    case .strobe(let strobe): try self.strobe(strobe)
    case .sheet(let sheet): try self.sheet(sheet)
    case .stack(let figures, let isRow):
      FigureStack(try figures.map(figure), direction: isRow ? .row : .column)
    }
  }
}

extension FigureDeclaration.FunctionPlot {
  /// One plot, or small multiples.
  func figure() -> any Figure {
    guard let columns else { return plot(of: curves) }
    let plots = curves.map { curve in
      var plot = plot(of: [curve])
      plot.title = curve.name
      plot.horizontalLabel = ""
      plot.tickSpacing = Size(width: 60, height: 40)
      return plot
    }
    return PlotGrid(plots, columns: columns)
  }

  private func plot(of curves: [FunctionCurve]) -> Plot {
    let showsHandles = handles ?? (curves.count <= 2)
    var plot = Plot(curves.map { series($0, showsHandles: showsHandles) })
    plot.horizontalLabel = seconds == nil ? "time" : "time, s"
    plot.verticalLabel = "progress"
    plot.atLeast = 0...1
    plot.aspect = seconds == nil ? nil : 0.6
    plot.timeUnit = seconds == nil ? nil : "s"
    plot.derivatives = (velocity ? [.velocity] : []) + (acceleration ? [.acceleration] : [])
    return plot
  }

  private func series(_ one: FunctionCurve, showsHandles: Bool) -> Series {
    let curve = figureCurve(one)
    let points = showsHandles && !one.followsParameter ? one.function.controlPoints : nil
    let length = seconds ?? 1
    let dots = (0..<max(one.samples, 0)).map { index in
      length * Double(index) / Double(max(one.samples - 1, 1))
    }
    return Series(
      one.name, curve,
      controlPoints: points.map { [$0.0, $0.1].map { Point(x: $0.x * length, y: $0.y) } } ?? [],
      dots: dots, isDashed: one.isDashed)
  }

  private func figureCurve(_ one: FunctionCurve) -> Curve {
    if case .spring(let spring) = one.function, let seconds {
      return Curve(spring, seconds: seconds)
    }
    if one.followsParameter, case .bezier(let bezier) = one.function {
      return Curve(parameterOf: bezier, duration: seconds ?? 1)
    }
    return Curve(one.function, duration: seconds ?? 1)
  }
}
