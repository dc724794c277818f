public import RostrumBase
import RostrumGeometry
import RostrumRendering

extension Profile.FrameCost {
  init(_ cost: FrameCost) {
    self.init(
      passes: Dictionary(uniqueKeysWithValues: cost.passCounts.map { ($0.key.rawValue, $0.value) }),
      pixels: cost.canvas.area, drawnPixels: cost.drawnPixels, blendedPixels: cost.blendedPixels,
      deepest: cost.deepest)
  }
}

extension Profile.Record {
  /// For people: a table of the stages, one of the layers that took longest, and how much was
  /// drawn.
  public var text: String {
    ([summary] + costRows + [""] + stageRows + [""] + layerRows).joined(separator: "\n") + "\n"
  }

  /// More layers than anybody reads.
  private static let shownLayers = 20

  private var summary: String {
    let share = totalPixels > 0 ? Double(redrawnPixels) / Double(totalPixels) : 0
    return """
      \(frameCount) frames in \(Self.milliseconds(elapsed)) ms, \(unchangedCount) of them unchanged
      \(Self.percent(share)) of all pixels were drawn anew
      """
  }

  /// The cost of a frame on average, had each been drawn whole.
  private var costRows: [String] {
    guard let cost, costCount > 0, cost.pixels > 0 else { return [] }
    let each = { (count: Int) in (Double(count) / Double(costCount)).fixed(2) }
    let causes = FrameCost.Cause.allCases.compactMap { cause in
      cost.passes[cause.rawValue].map { "\(cause.rawValue) \(each($0))" }
    }
    let passes = cost.passes.values.reduce(0, +)
    let list = causes.isEmpty ? "" : " (\(causes.joined(separator: ", ")))"
    let depth = (Double(cost.drawnPixels) / Double(cost.pixels)).fixed(2)
    let blended = Double(cost.blendedPixels) / Double(max(cost.drawnPixels, 1))
    return [
      "\(each(passes)) off-screen passes a frame\(list)",
      "\(depth) layers on a pixel, \(cost.deepest) at most; \(Self.percent(blended)) of their pixels is blended",
    ]
  }

  private var stageRows: [String] {
    let rows = Profile.Stage.allCases.compactMap { stage in
      stages[stage].map { (stage.rawValue, $0) }
    }
    return Self.table("stage", rows, of: rows.reduce(0) { $0 + $1.1.nanoseconds })
  }

  private var layerRows: [String] {
    let all = layers.sorted { ($1.value.nanoseconds, $0.key) < ($0.value.nanoseconds, $1.key) }
    let total = all.reduce(0) { $0 + $1.value.nanoseconds }
    let rows = Self.table(
      "layer", all.prefix(Self.shownLayers).map { (label(of: $0.key), $0.value) }, of: total)
    let others = all.count - Self.shownLayers
    return others > 0 ? rows + ["and \(others) layers that took less"] : rows
  }

  /// A layer's name, or its place in the file, and which kind of layer that is.
  private func label(of layer: String) -> String {
    guard let kind = kinds[layer], !kind.isEmpty else { return layer }
    return "\(layer) (\(kind))"
  }

  /// With the names at the end, which may be long.
  private static func table(
    _ heading: String, _ rows: [(name: String, sum: Profile.Sum)], of total: UInt64
  ) -> [String] {
    func line(_ columns: [String], _ name: String) -> String {
      columns.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
        + "  " + name
    }
    return [line(["times", "ms", "us each", "share"], heading)]
      + rows.map { name, sum in
        let each = Double(sum.nanoseconds) / Double(max(sum.count, 1)) / 1000
        let share = total > 0 ? Double(sum.nanoseconds) / Double(total) : 0
        return line(
          [
            "\(sum.count)", milliseconds(sum.nanoseconds), each.fixed(1),
            percent(share),
          ], name)
      }
  }

  private static func milliseconds(_ nanoseconds: UInt64) -> String {
    (Double(nanoseconds) / 1e6).fixed(2)
  }

  private static func percent(_ share: Double) -> String {
    (share * 100).fixed(2) + " %"
  }
}

extension Profile.Record {
  /// A trace file that Perfetto and chrome://tracing open: every stretch of work on its thread, and
  /// the share of pixels that each frame drew anew. Source: "Trace Event Format", JSON object
  /// format; times in microseconds.
  public var trace: String {
    let events = threadNames + spans.map(Self.event) + redraws.map(Self.counter)
    return "{\"traceEvents\":[\n"
      + events.map { JSONValue.object($0).line(isCompact: true) }.joined(separator: ",\n")
      + "\n],\"displayTimeUnit\":\"ms\"}\n"
  }

  private typealias Event = [(key: String, value: JSONValue)]

  private var threadNames: [Event] {
    Set(spans.map(\.thread)).sorted().map {
      [
        ("name", .string("thread_name")), ("ph", .string("M")), ("pid", .integer(1)),
        ("tid", .integer($0)), ("args", .object([("name", .string("thread \($0)"))])),
      ]
    }
  }

  private static func event(_ span: Profile.Span) -> Event {
    [
      ("name", .string(span.name)), ("cat", .string("stage")), ("ph", .string("X")),
      ("pid", .integer(1)), ("tid", .integer(span.thread)), ("ts", microseconds(span.start)),
      ("dur", microseconds(span.duration)),
    ]
  }

  private static func counter(_ redraw: Profile.Redraw) -> Event {
    let percent = 100 * Double(redraw.pixels) / Double(max(redraw.total, 1))
    return [
      ("name", .string("redrawn pixels")), ("ph", .string("C")), ("pid", .integer(1)),
      ("ts", microseconds(redraw.time)), ("args", .object([("percent", rounded(percent))])),
    ]
  }

  private static func microseconds(_ nanoseconds: UInt64) -> JSONValue {
    rounded(Double(nanoseconds) / 1000)
  }

  private static func rounded(_ number: Double) -> JSONValue {
    .literal(number.fixed(3))
  }
}
