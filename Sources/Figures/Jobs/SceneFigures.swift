public import Canvas
import Foundation
import Geometry
import LayerTree
import Media
public import Rendering
import SceneFile
import Timing

extension FigureDeclaration.PropertyPlot {
  /// Curves over the scene's time, in a figure of a certain width.
  func figure(width: Double) throws(UnfitScene) -> any Figure {
    let range = try source.range(range)
    guard let columns else { return plot(of: targets, over: range, width: width) }
    let plots = targets.map { target in
      var plot = plot(of: [target], over: range, width: width / Double(columns))
      plot.title = target.name
      plot.verticalLabel = ""
      if secondAxis == .automatic { plot.secondAxis = nil }
      return plot
    }
    if Set(targets.map(\.keyPath)).count == 1 {
      return PlotGrid(plots, columns: columns)
    }
    let rows = stride(from: 0, to: plots.count, by: columns).map { first in
      FigureStack(Array(plots[first..<min(first + columns, plots.count)]), direction: .row)
    }
    return FigureStack(rows)
  }

  private func plot(
    of targets: [FigureTarget], over range: ClosedRange<Double>, width: Double
  ) -> Plot {
    let curves = targets.compactMap { target in
      PropertyCurve(target.keyPath, ofLayer: target.layer.index, in: source.scene, over: range)
        .map { (name: target.name, curve: $0, isDashed: target.isDashed) }
    }
    var plot = Plot(properties: curves)
    plot.verticalLabel = verticalLabel
    plot.derivatives = (velocity ? [.velocity] : []) + (acceleration ? [.acceleration] : [])
    plot.secondAxis = axis(of: curves.first?.curve, over: range, width: max(40, width - 50))
    return plot
  }

  /// The key path where all share one.
  private var verticalLabel: String {
    let names = Set(targets.map(\.keyPath.name))
    return names.count == 1 ? names.first ?? "value" : "value"
  }

  private func axis(of curve: PropertyCurve?, over range: ClosedRange<Double>, width: Double)
    -> Plot.SecondAxis?
  {
    guard let curve, let layer = targets.first?.layer else { return nil }
    switch secondAxis {
    case .none: return nil
    case .automatic where curve.localTime.isScenesOwn: return nil
    case .automatic, .layer:
      return Plot.SecondAxis("time of the layer, s", curve.localTime, width: width)
    case .parent:
      let path = source.scene.root.path(toLayer: layer.index) ?? []
      let time = LocalTime(path: path, over: range, ofParent: true)
      return Plot.SecondAxis("time of the parent, s", time, width: width)
    }
  }
}

extension FigureDeclaration.SceneTimeline {
  func figure() throws(UnfitScene) -> Timeline {
    let unfit = UnfitScene.noAnimations(
      path: source.path, layers: layers.map(\.name), range: range)
    guard source.scene.layers.contains(where: { !$0.allAnimations.isEmpty }) else { throw unfit }
    let timeline = Timeline(source.scene, layers: layers, over: try source.range(range))
    guard !timeline.isEmpty else { throw unfit }
    return timeline
  }
}

extension FigureDeclaration.Source {
  /// A part of the scene's time, or the whole.
  fileprivate func range(_ part: ClosedRange<Double>?) throws(UnfitScene) -> ClosedRange<Double> {
    if let part { return part }
    guard scene.clock.duration > 0 else { throw .noDuration(path: path) }
    return 0...scene.clock.duration
  }
}

/// One frame of each of several scenes, side by side, with their names beneath.
public struct GalleryJob: Sendable {
  /// A scene with its pictures and fonts.
  public struct ShownScene: Sendable {
    public let source: FigureDeclaration.Source
    public let assets: SceneAssets

    public init(_ source: FigureDeclaration.Source, _ assets: SceneAssets) {
      (self.source, self.assets) = (source, assets)
    }
  }

  private let scenes: [ShownScene]
  private let title: String?
  private let columns: Int
  private let time: Double?
  private let options: FigureJob.Options

  /// `time` is in seconds; `nil` for the middle of each scene.
  public init(
    _ scenes: [ShownScene], title: String? = nil, at time: Double? = nil, columns: Int,
    options: FigureJob.Options
  ) {
    (self.scenes, self.title, self.time) = (scenes, title, time)
    (self.columns, self.options) = (columns, options)
  }

  /// The figure as marks.
  public func artwork() throws -> Artwork {
    let cell = FrameGrid.cellWidth(in: options.width - 16, columns: columns)
    let frames = try scenes.map { shown in
      try Task.checkCancellation()
      let (scene, scale) = (shown.source.scene, max(1, options.artwork.scale))
      let renderer = try FrameRenderer(
        scene: scene, scale: min(cell / scene.size.width * scale, 8), assets: shown.assets)
      try renderer.render(at: time ?? scene.clock.duration / 2)
      return FrameGrid.Frame(renderer.bitmap, label: Self.name(of: shown.source.path))
    }
    let grid = FrameGrid(frames, columns: columns)
    let figure: any Figure = title.map { TitledFigure($0, grid) } ?? grid
    return try figure.artwork(width: options.width, theme: options.theme, fonts: FontBook())
  }

  /// Draws the figure and writes it whole, in the format of `ArtworkFormat.ofOutput`.
  public func run(output path: String, format: ArtworkFormat? = nil) throws {
    let format = try ArtworkFormat.ofOutput(path, format)
    try createFolder(ofOutput: path)
    try writeWholeFile(try artwork().encoded(as: format, options.artwork), to: path)
  }

  /// The file's name and its folder's, which may say more than the name.
  private static func name(of path: String) -> String {
    let file = URL(filePath: path).deletingPathExtension()
    let folder = file.deletingLastPathComponent().lastPathComponent
    return path.contains("/") ? "\(folder)/\(file.lastPathComponent)" : file.lastPathComponent
  }
}
