import RostrumLayerTree
import RostrumSceneFile
import RostrumSource
import RostrumTiming

/// Reads a figure file into its declaration, and reports every mistake.
struct FigureReader {
  let context: SceneContext
  let scenes: FigureScenes

  /// Figures inside figures, no deeper.
  private static let maximumDepth = 8

  func whole(_ node: YAMLNode) -> (figure: FigureDeclaration, style: FigureStyle)? {
    guard let fields = MappingReader(node, .anyFigure, context) else { return nil }
    let style = style(fields)
    return figure(node, depth: 0).map { ($0, style) }
  }

  private func style(_ fields: MappingReader) -> FigureStyle {
    var style = FigureStyle()
    style.width = fields[FigureKey.width]
    style.height = fields[FigureKey.height]
    switch fields[FigureKey.theme] {
    case .named(let name): style.theme = name
    case .own(let theme): style.ownTheme = theme
    case .file(let path): style.ownTheme = theme(path, at: fields.node(FigureKey.theme))
    case nil: break
    }
    style.background = fields[FigureKey.background]
    style.fonts = fields[FigureKey.fonts] ?? []
    style.language = fields.node(FigureKey.language).map { _ in fields[FigureKey.language] }
    style.isAnimated = fields[FigureKey.animated]
    return style
  }

  /// The theme of a file, whose first mistake is one of the figure's.
  private func theme(_ path: String, at node: YAMLNode?) -> ThemeDeclaration? {
    guard let node else { return nil }
    switch scenes.theme(path) {
    case .failure(let problem): context.error(.missingFile, problem.description, at: node)
    case .success(let result):
      if let theme = result.theme { return theme }
      let first = result.diagnostics.first { $0.severity == .error }
      let place = first.map { ", line \($0.range.line): \($0.message)" } ?? ""
      context.error(.notAvailable, "the theme '\(path)' has a mistake\(place)", at: node)
    }
    return nil
  }

  func figure(_ node: YAMLNode, depth: Int) -> FigureDeclaration? {
    guard let any = MappingReader(node, .anyFigure, context), let type = any[FigureKey.type],
      let fields = MappingReader(node, .figure(type, isWhole: depth == 0), context)
    else { return nil }
    fields.reportUnknownKeys()
    let (title, note) = (fields[FigureKey.title], fields[FigureKey.note])
    return content(type, fields, depth: depth).map {
      var figure = FigureDeclaration($0, title: title, note: note)
      guard type == .column || type == .row else { return figure }
      figure.letters = fields[FigureKey.letters]
      figure.sharedAxes = sharedAxes(fields, of: figure)
      return figure
    }
  }

  private func content(
    _ type: FigureType, _ fields: MappingReader, depth: Int
  ) -> FigureDeclaration.FigureContent? {
    switch type {
    case .functions: functions(fields).map(FigureDeclaration.FigureContent.functions)
    case .properties: properties(fields).map(FigureDeclaration.FigureContent.properties)
    case .data: dataPlot(fields).map(FigureDeclaration.FigureContent.data)
    case .timeline: timeline(fields).map(FigureDeclaration.FigureContent.timeline)
    case .strobe: strobe(fields).map(FigureDeclaration.FigureContent.strobe)
    case .sheet: sheet(fields).map(FigureDeclaration.FigureContent.sheet)
    case .column, .row: stack(fields, isRow: type == .row, depth: depth)
    }
  }

  private func stack(_ fields: MappingReader, isRow: Bool, depth: Int) -> FigureDeclaration
    .FigureContent?
  {
    guard depth < Self.maximumDepth else {
      return context.failure(.tooDeep, "figures lie too deep in each other", at: fields.node)
    }
    guard let list = fields[FigureKey.innerFigures] else { return nil }
    let figures = list.compactMap { figure($0, depth: depth + 1) }
    return figures.count == list.count ? .stack(figures, isRow: isRow) : nil
  }

  /// The axes that all plots of a stack can share: of the same scale each.
  private func sharedAxes(
    _ fields: MappingReader, of figure: FigureDeclaration
  ) -> Set<FigureDeclaration.AxisName> {
    let axes = fields[FigureKey.sharedAxes] ?? []
    guard let node = fields.node(FigureKey.sharedAxes), case .stack(let inner, _) = figure.content
    else { return [] }
    guard inner.allSatisfy({ !$0.looks.isEmpty }) else {
      context.error(
        .conflict, "only plots share axes", at: node,
        hint: "figures of the types functions, properties and data are plots")
      return []
    }
    for axis in axes {
      let scales = inner.flatMap(\.looks).map { $0.axis(axis).isLogarithmic }
      guard Set(scales).count < 2 else {
        context.error(
          .conflict, "a linear and a logarithmic axis cannot be the same \(axis.rawValue) axis",
          at: node)
        return []
      }
    }
    return Set(axes)
  }

  private func dataPlot(_ fields: MappingReader) -> FigureDeclaration.DataPlot? {
    let list = fields[FigureKey.plotData]
    let series = data(fields)
    guard let list, series.count == list.count else { return nil }
    var plot = FigureDeclaration.DataPlot(series)
    plot.look = look(fields, curves: series.map(\.name), data: series, isOfTime: false)
    return plot
  }

  // MARK: Timing functions

  private func functions(_ fields: MappingReader) -> FigureDeclaration.FunctionPlot? {
    let list = fields[FigureKey.functions]
    let curves = list?.compactMap(curve) ?? []
    var plot = FigureDeclaration.FunctionPlot(curves)
    plot.velocity = fields[FigureKey.showsVelocity]
    plot.acceleration = fields[FigureKey.showsAcceleration]
    plot.columns = fields[FigureKey.columns]
    plot.handles = fields[FigureKey.handles]
    plot.coordinates = fields[FigureKey.coordinates]
    plot.seconds = fields[FigureKey.overSeconds]
    let data = data(fields)
    plot.look = look(fields, curves: (curves.map(\.name) + data.map(\.name)), data: data)
    checkParts(fields, &plot.look)
    return curves.isEmpty ? nil : plot
  }

  private func curve(_ node: YAMLNode) -> FigureDeclaration.FunctionPlot.FunctionCurve? {
    // A mapping is a spring, as in scenes, or a curve with a name.
    guard let entries = node.entries, !entries.contains(where: { $0.name == "spring" }) else {
      let name = node.scalar?.text ?? node.functionName
      return context.read(node, .timingFunction).map { .init(name, $0) }
    }
    guard let fields = MappingReader(node, .figureFunction, context) else { return nil }
    fields.reportUnknownKeys()
    let (samples, style) = curveStyle(fields)
    let name = fields[FigureKey.curveName]
    guard let function = fields[FigureKey.functionOfCurve],
      let inner = fields.node(FigureKey.functionOfCurve)
    else { return nil }
    guard let sampled = fields.sampled(function) else { return nil }
    var curve = FigureDeclaration.FunctionPlot.FunctionCurve(
      name ?? inner.scalar?.text ?? inner.functionName, sampled)
    (curve.samples, curve.style) = (samples, style)
    curve.minus = fields[FigureKey.functionMinus]
    (curve.hidesHandles, curve.isNamed) = (sampled != function || curve.minus != nil, name != nil)
    if let node = fields.node(FigureKey.functionMinus), curve.minus != nil, name == nil {
      curve.name += " \u{2212} " + (node.scalar?.text ?? node.functionName)
    }
    return curve
  }

  /// The number of samples and the look of a curve.
  func curveStyle(_ fields: MappingReader) -> (Int, FigureDeclaration.CurveStyle) {
    var style = FigureDeclaration.CurveStyle()
    style.color = fields[FigureKey.curveColor] ?? nil
    style.lineWidth = fields[FigureKey.curveWidth]
    if fields[FigureKey.dashed] { style.dashes = FigureDeclaration.CurveStyle.dashed }
    style.dashes = fields[FigureKey.curveDashes] ?? style.dashes
    style.marker = fields[FigureKey.curveMarker]
    let samples = fields[FigureKey.samples]
    let isSampled = fields.keyNode(FigureKey.samples) != nil || style.marker == nil
    return (isSampled ? samples : 11, style)
  }
}

extension YAMLNode {
  /// The legend's text for a function without a name.
  fileprivate var functionName: String {
    if let items { return "(" + items.map { $0.scalar?.text ?? "" }.joined(separator: ", ") + ")" }
    let keys = entries?.first?.value.entries ?? []
    return (["spring"] + keys.map { "\($0.name) \($0.value.scalar?.text ?? "")" })
      .joined(separator: ", ")
  }
}
