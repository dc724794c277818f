import Geometry
import LayerTree
import Timing

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
      FigureStack(Array(plots[first..<min(first + columns, plots.count)]), isRow: true)
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

extension FigureDeclaration.SceneSource {
  /// A part of the scene's time, or the whole.
  fileprivate func range(_ part: ClosedRange<Double>?) throws(UnfitScene) -> ClosedRange<Double> {
    if let part { return part }
    guard scene.clock.duration > 0 else { throw .noDuration(path: path) }
    return 0...scene.clock.duration
  }
}
