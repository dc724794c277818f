import LayerTree
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
    style.width = fields.node(.figureWidth).flatMap(width)
    style.theme = fields.node(.figureTheme).flatMap {
      context.word($0, of: ["light", "dark"])
    }
    style.font = fields.node(.figureFont).flatMap { context.text($0) }
    return style
  }

  private func width(_ node: YAMLNode) -> Double? {
    guard let points = node.scalar.flatMap({ FigureLength.points($0.text) }) else {
      context.mismatch(Key.figureWidth.grammar.expectation, at: node)
      return nil
    }
    guard FigureLength.limits.contains(points) else {
      context.error(.outOfRange, "a figure is 60 to 4000 points wide", at: node)
      return nil
    }
    return points
  }

  func figure(_ node: YAMLNode, depth: Int) -> FigureDeclaration? {
    guard let any = MappingReader(node, .anyFigure, context),
      let typeNode = any.required(.figureType),
      let type = context.word(typeNode, of: FigureType.allCases.map(\.rawValue))
        .flatMap(FigureType.init),
      let fields = MappingReader(node, .figure(type, isWhole: depth == 0), context)
    else { return nil }
    fields.reportUnknownKeys()
    let title = fields.node(.figureTitle).flatMap { context.text($0) }
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
    guard let list = items(fields, .innerFigures) else { return nil }
    let figures = list.compactMap { figure($0, depth: depth + 1) }
    return figures.count == list.count ? .stack(figures, isRow: isRow) : nil
  }

  /// A required list with something in it.
  private func items(_ fields: MappingReader, _ key: Key) -> [YAMLNode]? {
    guard let node = fields.required(key) else { return nil }
    guard let items = node.items, !items.isEmpty else {
      context.mismatch(key.grammar.expectation, at: node)
      return nil
    }
    return items
  }

  // MARK: Timing functions

  private func functions(_ fields: MappingReader) -> FigureDeclaration.FunctionPlot? {
    let list = items(fields, .functions)
    let curves = list?.compactMap(curve) ?? []
    var plot = FigureDeclaration.FunctionPlot(curves)
    plot.velocity = fields.boolean(.showsVelocity) ?? false
    plot.acceleration = fields.boolean(.showsAcceleration) ?? false
    plot.columns = whole(fields, .figureColumns, 1...50)
    plot.handles = fields.boolean(.handles)
    plot.seconds = fields.number(.overSeconds)
    return curves.isEmpty ? nil : plot
  }

  private func curve(_ node: YAMLNode) -> FigureDeclaration.FunctionPlot.Curve? {
    // A mapping is a spring, as in scenes, or a curve with a name.
    guard let entries = node.entries, !entries.contains(where: { $0.name == "spring" }) else {
      let name = node.scalar?.text ?? node.functionName
      return context.timingFunction(node).map { .init(name, $0) }
    }
    guard let fields = MappingReader(node, .figureFunction, context) else { return nil }
    fields.reportUnknownKeys()
    let samples = whole(fields, .samples, 0...1000)
    let along = fields.node(.along).flatMap { context.word($0, of: ["time", "parameter"]) }
    let dashed = fields.boolean(.dashed)
    let name = fields.node(.curveName).flatMap { context.text($0) }
    guard let inner = fields.required(.functionOfCurve),
      let function = context.timingFunction(inner)
    else { return nil }
    var curve = FigureDeclaration.FunctionPlot.Curve(
      name ?? inner.scalar?.text ?? inner.functionName, function)
    (curve.samples, curve.isDashed) = (samples ?? 0, dashed ?? false)
    curve.followsParameter = along == "parameter"
    if curve.followsParameter, case .bezier = function { return curve }
    if curve.followsParameter, let place = fields.node(.along) {
      context.error(.conflict, "only a Bezier curve has a parameter", at: place)
    }
    return curve
  }

  /// A whole number within a range.
  func whole(_ fields: MappingReader, _ key: Key, _ range: ClosedRange<Int>) -> Int? {
    guard let node = fields.node(key) else { return nil }
    let expectation = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard let number = context.number(node, expectation: expectation) else { return nil }
    guard let value = Int(exactly: number), range.contains(value) else {
      context.error(
        .outOfRange, "expected \(expectation); found \(number.sceneText)", at: node)
      return nil
    }
    return value
  }
}

extension YAMLNode {
  /// What a function without a name is called in a legend.
  fileprivate var functionName: String {
    if let items { return "(" + items.map { $0.scalar?.text ?? "" }.joined(separator: ", ") + ")" }
    return "spring"
  }
}
