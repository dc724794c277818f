import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import RostrumSource

/// Reads the entries of `data`: columns of files, as points, bands and histograms.
extension FigureReader {
  func data(_ fields: MappingReader) -> [FigureDeclaration.DataSeries] {
    (fields[FigureKey.data] ?? []).compactMap(dataSeries)
  }

  private func dataSeries(_ node: YAMLNode) -> FigureDeclaration.DataSeries? {
    guard let fields = MappingReader(node, .figureData, context) else { return nil }
    fields.reportUnknownKeys()
    let style = dataStyle(fields)
    let name = fields[FigureKey.curveName]
    guard let path = fields[FigureKey.dataFile], let place = fields.node(FigureKey.dataFile),
      isComplete(fields), let table = table(path, at: place)
    else { return nil }
    guard var series = histogram(fields, table) ?? columns(fields, table) else { return nil }
    series.style = style
    series.isNamed = name != nil
    series.name = name ?? series.name
    return series
  }

  private func dataStyle(_ fields: MappingReader) -> FigureDeclaration.CurveStyle {
    var style = FigureDeclaration.CurveStyle()
    style.color = fields[FigureKey.curveColor] ?? nil
    style.lineWidth = fields[FigureKey.curveWidth]
    style.dashes = fields[FigureKey.curveDashes] ?? []
    style.marker = fields[FigureKey.dataMarker]
    return style
  }

  /// Whether the columns that are named make one kind of picture.
  private func isComplete(_ fields: MappingReader) -> Bool {
    let plain = [FigureKey.dataX, FigureKey.dataY, FigureKey.dataLow, FigureKey.dataHigh]
    if fields.keyNode(FigureKey.dataValues) != nil {
      guard let other = plain.first(where: { fields.keyNode($0) != nil }) else { return true }
      return context.failure(
        .conflict, "'values' makes a histogram, which has no '\(other.name)'",
        at: fields.keyNode(other) ?? fields.node)
    }
    if let node = fields.keyNode(FigureKey.bins) {
      return context.failure(
        .noEffect, "only a histogram has 'bins'", at: node, hint: "name its 'values'")
    }
    let has = plain.map { fields.keyNode($0) != nil }
    guard has[0], has[1] || has[2] || has[3] else {
      return context.failure(
        .missingKey, "the data needs 'x' with 'y', or with 'low' and 'high'; or 'values'",
        at: fields.node)
    }
    guard has[2] == has[3] else {
      return context.failure(.missingKey, "'low' and 'high' go together", at: fields.node)
    }
    return true
  }

  private func table(_ path: String, at node: YAMLNode) -> (table: DataTable, isShown: Bool)? {
    do throws(SceneFileError) {
      let found = try scenes.data(path)
      guard found.table.hasErrors else { return found }
      let first = found.table.diagnostics.first { $0.severity == .error }
      let place = first.map { found.isShown ? ", line \($0.range.line): \($0.message)" : "" } ?? ""
      context.error(.badData, "the file '\(path)' has a mistake\(place)", at: node)
    } catch {
      context.error(.missingFile, error.description, at: node)
    }
    return nil
  }

  // MARK: Columns

  /// Numbers beyond it are no measurements, and have no places in a figure.
  private static let greatest = 1e100

  /// The numbers of a column, not finite where a cell is empty.
  private func numbers(
    _ key: Field<String>, _ fields: MappingReader, _ data: (table: DataTable, isShown: Bool)
  ) -> [Double]? {
    guard let name = fields[key], let node = fields.node(key) else { return nil }
    guard data.table.columns.contains(name) else {
      let near = closest(to: name, among: data.table.columns)
      let all = data.table.columns.prefix(12).joined(separator: ", ")
      return context.failure(
        .unknownName, "the file has no column \(name.quoted)", at: node,
        hint: !data.isShown ? nil : near.map { "did you mean '\($0)'?" } ?? "its columns: \(all)")
    }
    var numbers: [Double] = []
    for row in data.table.rows {
      let text = (row.texts[name] ?? "").trimmed { $0 == " " }
      guard !text.isEmpty else {
        numbers.append(.nan)
        continue
      }
      guard case .number(let number) = NumberText(text), abs(number) <= Self.greatest else {
        let cell = data.isShown ? ": \(text.quoted)" : ""
        return context.failure(
          .wrongType,
          "row \(row.number) of column \(name.quoted) is not a number that can be shown\(cell)",
          at: node)
      }
      numbers.append(number)
    }
    guard numbers.contains(where: \.isFinite) else {
      return context.failure(.badData, "there is no number in column \(name.quoted)", at: node)
    }
    return numbers
  }

  private func columns(
    _ fields: MappingReader, _ data: (table: DataTable, isShown: Bool)
  ) -> FigureDeclaration.DataSeries? {
    guard fields.keyNode(FigureKey.dataX) != nil,
      let x = numbers(FigureKey.dataX, fields, data), let horizontal = fields[FigureKey.dataX]
    else { return nil }
    let y = numbers(FigureKey.dataY, fields, data)
    let (low, high) = (
      numbers(FigureKey.dataLow, fields, data), numbers(FigureKey.dataHigh, fields, data)
    )
    let intervals = low.flatMap { low in
      high.map { high in
        x.indices.map {
          FigureDeclaration.DataInterval(place: x[$0], low: low[$0], high: high[$0])
        }
      }
    }
    if fields.keyNode(FigureKey.dataY) == nil, let intervals {
      let names = [fields[FigureKey.dataLow], fields[FigureKey.dataHigh]].compactMap(\.self)
      return .init(
        names.joined(separator: "\u{2013}"), .band(intervals), horizontal: horizontal)
    }
    guard let y, let vertical = fields[FigureKey.dataY],
      (low == nil) == (fields.keyNode(FigureKey.dataLow) == nil),
      (high == nil) == (fields.keyNode(FigureKey.dataHigh) == nil)
    else { return nil }
    let places = zip(x, y).map { Point(x: $0, y: $1) }
    let isJoined = fields[FigureKey.dataLine]
    let hasMarkers = !isJoined || fields[FigureKey.dataMarker] != nil
    var points = FigureDeclaration.DataPoints(
      places, isJoined: isJoined, marked: hasMarkers ? places : [])
    points.errors = (intervals ?? []).filter { [$0.place, $0.low, $0.high].allSatisfy(\.isFinite) }
    return .init(vertical, .points(points), horizontal: horizontal, vertical: vertical)
  }

  private func histogram(
    _ fields: MappingReader, _ data: (table: DataTable, isShown: Bool)
  ) -> FigureDeclaration.DataSeries? {
    guard let name = fields[FigureKey.dataValues],
      let all = numbers(FigureKey.dataValues, fields, data)
    else { return nil }
    let bars = FigureDeclaration.DataBar.counting(
      all.filter(\.isFinite), bins: fields[FigureKey.bins])
    return .init(name, .bars(bars), horizontal: name)
  }
}

extension FigureDeclaration.DataBar {
  private static let usualBins = 20.0

  /// The bins of a histogram, all of one width: as many as given from the minimum to the maximum,
  /// or about twenty between round numbers. Bins are half-open; the last one is closed.
  static func counting(_ numbers: [Double], bins: Int?) -> [FigureDeclaration.DataBar] {
    guard let least = numbers.min(), let most = numbers.max() else { return [] }
    let whole = (least...most).widened
    var (start, width, count) = (whole.lowerBound, whole.length, bins ?? 1)
    if bins == nil {
      let step = NiceStep(span: whole.length, count: usualBins)
      start = (whole.lowerBound / step.value).rounded(.down) * step.value
      width = step.value
      count = max(1, Int(((whole.upperBound - start) / width - 1e-9).rounded(.up)))
    } else {
      width = whole.length / Double(count)
    }
    var counts = Array(repeating: 0.0, count: count)
    for number in numbers {
      let place = Int(((number - start) / width + 1e-9).rounded(.down))
      counts[min(max(place, 0), count - 1)] += 1
    }
    return counts.enumerated().map { index, number in
      let low = start + Double(index) * width
      return .init(low...low + width, count: number)
    }
  }
}
