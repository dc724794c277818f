import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import RostrumSource

/// Reads the author's own words, ranges and parts of a plot.
extension FigureReader {
  /// Axes and annotations of a plot whose curves have these names.
  func look(
    _ fields: MappingReader, curves: [String], data: [FigureDeclaration.DataSeries],
    isOfTime: Bool = true
  ) -> FigureDeclaration.PlotLook {
    var look = FigureDeclaration.PlotLook()
    look.data = data
    look.horizontal = fields[FigureKey.horizontal] ?? .init()
    look.vertical = fields[FigureKey.vertical] ?? .init()
    if let node = fields.node(FigureKey.horizontal), look.horizontal.isDownwards != nil {
      context.error(
        .conflict, "only the vertical axis has a direction", at: node,
        hint: "time goes from left to right")
    }
    checkAxis(look.horizontal, at: fields.node(FigureKey.horizontal))
    checkAxis(look.vertical, at: fields.node(FigureKey.vertical))
    checkLogarithms(fields, look, isOfTime: isOfTime)
    look.times = isOfTime ? times(fields) ?? [] : []
    let legend = fields[FigureKey.legend] ?? LegendLayout()
    (look.legend, look.legendColumns) = (legend.place, legend.columns)
    look.distinction = fields[FigureKey.distinction]
    look.annotations = (fields[FigureKey.annotations] ?? []).compactMap {
      annotation($0, curves, look)
    }
    return look
  }

  private func checkAxis(_ axis: FigureDeclaration.PlotAxis, at node: YAMLNode?) {
    guard let node else { return }
    let isAboveZero = axis.range.map { $0.lowerBound > 0 } ?? true
    let mistakes = [
      (axis.step != nil && axis.ticks != nil, "an axis has 'ticks' or a 'step', not both"),
      (axis.isLogarithmic && axis.step != nil, "a logarithmic axis has no 'step'"),
      (axis.isLogarithmic && !isAboveZero, "a logarithmic axis begins above 0"),
      (
        axis.isLogarithmic && axis.ticks?.contains { $0.value <= 0 } == true,
        "a logarithmic axis has only numbers above 0"
      ),
    ]
    if let mistake = mistakes.first(where: \.0) {
      context.error(.conflict, mistake.1, at: node)
    }
  }

  /// On a logarithmic axis every number is above 0. Values of curves that are not are beneath the
  /// plot.
  private func checkLogarithms(
    _ fields: MappingReader, _ look: FigureDeclaration.PlotLook, isOfTime: Bool
  ) {
    let corners = look.data.flatMap(\.content.corners)
    if look.horizontal.isLogarithmic, let node = fields.node(FigureKey.horizontal) {
      if isOfTime, look.horizontal.range == nil {
        context.error(
          .conflict, "time begins at 0, which a logarithmic axis does not have", at: node,
          hint: "add a range that begins above 0: range: [0.01, 1]")
      } else if corners.contains(where: { $0.x <= 0 }) {
        context.error(.conflict, "a logarithmic axis has only places above 0", at: node)
      }
    }
    let isPoint = look.data.flatMap { one -> [Point] in
      if case .bars = one.content { [] } else { one.content.corners }
    }
    if look.vertical.isLogarithmic, let node = fields.node(FigureKey.vertical),
      isPoint.contains(where: { $0.y <= 0 })
    {
      context.error(.conflict, "a logarithmic axis has only values above 0", at: node)
    }
  }

  /// Reads the parts of a plot, which exclude some other keys.
  func checkParts(_ fields: MappingReader, _ look: inout FigureDeclaration.PlotLook) {
    look.parts = fields[FigureKey.plotParts] ?? []
    look.isBeside = fields[FigureKey.beside]
    let derivative = [FigureKey.showsVelocity, FigureKey.showsAcceleration].first { fields[$0] }
    if let derivative, !look.parts.isEmpty, let node = fields.keyNode(derivative) {
      context.error(
        .conflict, "a plot has 'shows' or '\(derivative.name)', not both", at: node,
        hint: "shows: [values, \(derivative.name)]")
    }
    let isAlone = look.parts.contains(.phase) && look.parts.count > 1
    if isAlone, let node = fields.node(FigureKey.plotParts) {
      context.error(
        .conflict, "a phase portrait stands alone", at: node,
        hint: "put two figures into a row: one of them shows phase")
    }
    let isPlain = derivative == nil && Set(look.parts).isSubset(of: [.values])
    let isLogarithmic = look.horizontal.isLogarithmic || look.vertical.isLogarithmic
    if isLogarithmic, !isPlain,
      let node = fields.node(FigureKey.plotParts)
        ?? derivative.flatMap(fields.keyNode)
    {
      context.error(.conflict, "velocities and phases need linear axes", at: node)
    }
    guard fields[FigureKey.columns] != nil else { return }
    if !look.parts.isEmpty || look.isBeside,
      let node = fields.keyNode(FigureKey.plotParts) ?? fields.keyNode(FigureKey.beside)
    {
      context.error(
        .conflict, "small multiples show values, with derivatives beneath", at: node,
        hint: "leave out 'columns'")
    }
  }

  private func annotation(
    _ node: YAMLNode, _ curves: [String], _ look: FigureDeclaration.PlotLook
  ) -> FigureDeclaration.PlotAnnotation? {
    guard let fields = MappingReader(node, .figureAnnotation, context) else { return nil }
    fields.reportUnknownKeys()
    let (curve, text) = (fields[FigureKey.annotationCurve], fields[FigureKey.annotationText])
    if let curve, !curves.contains(curve), let place = fields.node(FigureKey.annotationCurve) {
      context.error(
        .unknownName, "the plot has no curve \(curve.quoted)", at: place,
        hint: "its curves: \(curves.joined(separator: ", "))")
    }
    guard let place = fields[FigureKey.annotationPlace], let text else { return nil }
    let isOutside =
      look.horizontal.range?.contains(place.time) == false
      || place.value.map { look.vertical.range?.contains($0) == false } == true
    if isOutside, let node = fields.node(FigureKey.annotationPlace) {
      context.error(.outOfRange, "the annotation stands outside of the axes' ranges", at: node)
    }
    var annotation = FigureDeclaration.PlotAnnotation(
      text, time: place.time, value: place.value, curve: curve)
    annotation.textPlace = fields[FigureKey.annotationTextPlace]
    annotation.hasArrow = fields[FigureKey.annotationArrow] ?? (annotation.textPlace != nil)
    return annotation
  }
}
