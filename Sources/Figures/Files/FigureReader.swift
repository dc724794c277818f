import LayerTree
import SceneFile
import Timing

/// Reads a figure file: what it declares, with every mistake reported.
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
    style.theme = fields[FigureKey.theme]
    style.font = fields[FigureKey.font]
    return style
  }

  func figure(_ node: YAMLNode, depth: Int) -> FigureDeclaration? {
    guard let any = MappingReader(node, .anyFigure, context), let type = any[FigureKey.type],
      let fields = MappingReader(node, .figure(type, isWhole: depth == 0), context)
    else { return nil }
    fields.reportUnknownKeys()
    let title = fields[FigureKey.title]
    return content(type, fields, depth: depth).map { FigureDeclaration($0, title: title) }
  }

  private func content(
    _ type: FigureType, _ fields: MappingReader, depth: Int
  ) -> FigureDeclaration.Content? {
    switch type {
    case .functions: functions(fields).map(FigureDeclaration.Content.functions)
    case .properties: properties(fields).map(FigureDeclaration.Content.properties)
    case .timeline: timeline(fields).map(FigureDeclaration.Content.timeline)
    case .strobe: strobe(fields).map(FigureDeclaration.Content.strobe)
    case .sheet: sheet(fields).map(FigureDeclaration.Content.sheet)
    case .column, .row: stack(fields, isRow: type == .row, depth: depth)
    }
  }

  private func stack(_ fields: MappingReader, isRow: Bool, depth: Int) -> FigureDeclaration.Content?
  {
    guard depth < Self.maximumDepth else {
      context.error(.tooDeep, "figures lie too deep in each other", at: fields.node)
      return nil
    }
    guard let list = fields[FigureKey.innerFigures] else { return nil }
    let figures = list.compactMap { figure($0, depth: depth + 1) }
    return figures.count == list.count ? .stack(figures, isRow: isRow) : nil
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
    plot.seconds = fields[FigureKey.overSeconds]
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
    let samples = fields[FigureKey.samples]
    let along = fields[FigureKey.along]
    let name = fields[FigureKey.curveName]
    guard let function = fields[FigureKey.functionOfCurve],
      let inner = fields.node(FigureKey.functionOfCurve)
    else { return nil }
    var curve = FigureDeclaration.FunctionPlot.FunctionCurve(
      name ?? inner.scalar?.text ?? inner.functionName, function)
    (curve.samples, curve.isDashed) = (samples, fields[FigureKey.dashed])
    curve.followsParameter = along == "parameter"
    if curve.followsParameter, case .bezier = function { return curve }
    if curve.followsParameter, let place = fields.node(FigureKey.along) {
      context.error(.conflict, "only a Bezier curve has a parameter", at: place)
    }
    return curve
  }
}

extension YAMLNode {
  /// What a function without a name is called in a legend.
  fileprivate var functionName: String {
    if let items { return "(" + items.map { $0.scalar?.text ?? "" }.joined(separator: ", ") + ")" }
    return "spring"
  }
}
