import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import RostrumTiming

extension FigureDeclaration.FunctionPlot {
  /// One plot, or small multiples.
  func figure(_ words: FigureWords) -> any Figure {
    guard let columns else {
      let usual = PlotWords(
        words, horizontal: words.time, unit: seconds == nil ? nil : words.seconds)
      return plot(of: curves, words).arranged(look.ofCurves(nil, isFirst: true), usual)
    }
    let plots = curves.enumerated().map { index, curve in
      var plot = plot(of: [curve], words)
      plot.apply(
        look.ofCurves([curve.name], isFirst: index == 0),
        usual: (words.time, seconds == nil ? nil : words.seconds))
      plot.title = curve.name
      plot.tickSpacing = Size(width: 60, height: 40)
      return plot
    }
    return PlotGrid(plots, columns: columns)
  }

  private func plot(of curves: [FunctionCurve], _ words: FigureWords) -> Plot {
    let showsHandles = handles ?? (coordinates || curves.count <= 2)
    var plot = Plot(curves.map { series($0, showsHandles: showsHandles) })
    plot.words = words
    plot.namesSingleCurve = columns == nil && curves.allSatisfy(\.isNamed)
    let unit = seconds == nil ? nil : words.seconds
    plot.horizontalLabel = words.measured(words.time, in: unit)
    plot.verticalLabel = words.progress
    plot.atLeast = curves.contains { $0.minus == nil } ? 0...1 : nil
    plot.aspect = seconds == nil ? nil : 0.6
    plot.timeUnit = unit
    plot.derivatives = (velocity ? [.velocity] : []) + (acceleration ? [.acceleration] : [])
    if curves.allSatisfy({ $0.minus != nil }) { plot.aspect = 0.5 }
    if coordinates {
      plot.ownAnnotations += plot.series.flatMap(\.controlPoints).map { point in
        Plot.Annotation(text: "(\(short(point.x)), \(short(point.y)))", point: point)
      }
    }
    return plot
  }

  private func series(_ one: FunctionCurve, showsHandles: Bool) -> Series {
    let curve = figureCurve(one)
    let points = showsHandles && !one.hidesHandles ? one.function.controlPoints : nil
    let length = seconds ?? 1
    let dots = (0..<max(one.samples, 0)).map { index in
      length * Double(index) / Double(max(one.samples - 1, 1))
    }
    return Series(
      one.name, curve,
      controlPoints: points.map { [$0.0, $0.1].map { Point(x: $0.x * length, y: $0.y) } } ?? [],
      dots: dots, style: one.style)
  }

  /// The function over the plot's axis.
  func figureCurve(_ one: FunctionCurve) -> Curve {
    let whole = curve(of: one.function)
    return one.minus.map { whole.less(curve(of: $0)) } ?? whole
  }

  private func curve(of function: TimingFunction) -> Curve {
    if case .spring(let spring) = function, let seconds { return Curve(spring, seconds: seconds) }
    return Curve(function, duration: seconds ?? 1)
  }
}

extension FigureDeclaration.DataPlot {
  /// Points, lines and bands over one axis, or the bars of histograms.
  func figure(_ words: FigureWords) -> Plot {
    var plot = Plot([])
    plot.words = words
    let names = Set(series.map(\.horizontalName))
    let isHistogram = series.contains { if case .bars = $0.content { true } else { false } }
    let values = Set(series.map(\.verticalName))
    plot.horizontalLabel = names.count == 1 ? names.first ?? "" : ""
    plot.verticalLabel =
      isHistogram
      ? words.count : values.count == 1 ? (values.first ?? nil) ?? words.value : words.value
    (plot.aspect, plot.isOverTime) = (0.55, false)
    plot.namesSingleCurve = series.allSatisfy(\.isNamed)
    // Bars begin at the axis.
    if isHistogram { plot.atLeast = 0...0.01 }
    plot.apply(look, usual: (plot.horizontalLabel, nil))
    return plot
  }
}

extension FigureDeclaration.FunctionPlot {
  /// The control points of each function with their coordinates, a line each.
  public var controlPointText: String {
    curves.map { curve in
      guard case .bezier(let bezier) = curve.function else {
        return "\(curve.name): no control points\n"
      }
      let points = bezier.controlPoints.map { "(\($0.x.sceneText), \($0.y.sceneText))" }
      return "\(curve.name): \(points.joined(separator: " "))\n"
    }.joined()
  }
}

extension FigureDeclaration.PropertyPlot {
  /// Curves over the scene's time, in a figure of a certain width.
  func figure(width: Double, _ words: FigureWords) throws(UnfitScene) -> any Figure {
    let range = try source.range(range)
    let usual = PlotWords(words, horizontal: words.time, unit: words.seconds)
    guard let columns else {
      return plot(of: targets, over: range, width: width, words).arranged(
        look.ofCurves(nil, isFirst: true), usual)
    }
    let keyPaths = Set(targets.map(\.keyPath))
    let plots = targets.enumerated().map { index, target in
      var plot = plot(of: [target], over: range, width: width / Double(columns), words)
      plot.apply(
        look.ofCurves([target.name], isFirst: index == 0), usual: (words.time, words.seconds))
      plot.title = target.name
      if keyPaths.count > 1 { plot.verticalLabel = "" }
      if secondAxis == .automatic { plot.secondAxis = nil }
      return plot
    }
    if keyPaths.count == 1 {
      return PlotGrid(plots, columns: columns)
    }
    let rows = stride(from: 0, to: plots.count, by: columns).map { first in
      FigureStack(Array(plots[first..<min(first + columns, plots.count)]), isRow: true)
    }
    return FigureStack(rows)
  }

  private func plot(
    of targets: [FigureTarget], over range: ClosedRange<Double>, width: Double,
    _ words: FigureWords
  ) -> Plot {
    let shown = targets.compactMap { target in
      target.curve(source.scene, over: range).map { (target: target, curve: $0) }
    }
    let curves = shown.filter(\.target.isNumber).map {
      (
        name: $0.target.name, curve: $0.curve, style: $0.target.style, samples: $0.target.samples
      )
    }
    let strips = shown.filter { !$0.target.isNumber }.map {
      (name: $0.target.name, curve: $0.curve)
    }
    var plot = Plot(properties: curves, strips: strips, words, phases: look.phases)
    plot.verticalLabel = verticalLabel(of: targets.filter(\.isNumber), words)
    let numbers = targets.filter(\.isNumber)
    plot.isDownwards = numbers.allSatisfy { $0.isDownwards(in: $0.source?.scene ?? source.scene) }
    plot.leastDomain = range
    plot.namesSingleCurve = columns == nil && numbers.allSatisfy(\.isNamed)
    plot.tracks += TimeTrackBuilder(
      scene: source.scene, layers: Set(targets.filter { $0.source == nil }.map(\.layer.index)),
      range: range, words: words
    ).tracks(tracks)
    plot.derivatives = (velocity ? [.velocity] : []) + (acceleration ? [.acceleration] : [])
    plot.secondAxis = axis(
      of: shown.first?.curve, over: range, width: max(40, width - 50), words)
    return plot
  }

  /// The key path where all share one.
  private func verticalLabel(of targets: [FigureTarget], _ words: FigureWords) -> String {
    let names = Set(targets.map(\.keyPath.name))
    return names.count == 1 ? names.first ?? words.value : words.value
  }

  private func axis(
    of curve: PropertyCurve?, over range: ClosedRange<Double>, width: Double, _ words: FigureWords
  ) -> Plot.SecondAxis? {
    guard let curve, let layer = targets.first?.layer else { return nil }
    switch secondAxis {
    case .none: return nil
    case .automatic where curve.localTime.isScenesOwn: return nil
    case .automatic, .layer:
      let label = words.measured(words.timeOfLayer, in: words.seconds)
      return Plot.SecondAxis(label, curve.localTime, width: width)
    case .parent:
      let path = source.scene.root.path(toLayer: layer.index) ?? []
      let time = LocalTime(path: path, over: range, ofParent: true)
      let label = words.measured(words.timeOfParent, in: words.seconds)
      return Plot.SecondAxis(label, time, width: width)
    }
  }
}

extension FigureTarget {
  /// Whether the number is a height in a space whose y grows downwards, as the scene's does.
  fileprivate func isDownwards(in scene: Scene) -> Bool {
    guard subtrahend == nil else { return false }
    let isHeight =
      keyPath.name.hasSuffix(".y") && !keyPath.name.contains("rotation")
      && !keyPath.name.contains("scale")
    guard isHeight else { return false }
    let around = (scene.root.path(toLayer: layer.index) ?? []).dropLast()
    let flips = around.count { $0.epochs[0].values[.geometryFlipped] }
    return flips.isMultiple(of: 2)
  }
}

extension FigureDeclaration.PlotLook {
  /// With the annotations of these curves only, or of all; annotations without a curve belong to
  /// the first plot.
  fileprivate func ofCurves(_ names: [String]?, isFirst: Bool) -> Self {
    var look = self
    look.annotations = annotations.filter { one in
      guard let names, let curve = one.curve else { return isFirst }
      return names.contains(curve)
    }
    return look
  }
}

extension FigureDeclaration.SceneTimeline {
  func figure(_ words: FigureWords = FigureWords()) throws(UnfitScene) -> Timeline {
    let unfit = UnfitScene.noAnimations(
      path: source.path, layers: layers.map(\.name), range: range)
    guard source.scene.layers.contains(where: { !$0.allAnimations.isEmpty }) else { throw unfit }
    var timeline = Timeline(
      source.scene, layers: layers, over: try source.range(range), names: names)
    guard !timeline.isEmpty else { throw unfit }
    let strips = TimeTrackBuilder(
      scene: source.scene, layers: Set(layers.map(\.index)), range: timeline.range, words: words
    ).tracks(tracks)
    for track in strips { timeline.append(track) }
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
