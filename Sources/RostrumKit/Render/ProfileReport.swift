public import Base
import Foundation

extension Profile.Record {
  /// For people: a table of the stages, one of the layers that took longest, and how much was
  /// drawn.
  public var text: String {
    ([summary, ""] + stageRows + [""] + layerRows).joined(separator: "\n") + "\n"
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
      "layer", all.prefix(Self.shownLayers).map { ($0.key, $0.value) }, of: total)
    let others = all.count - Self.shownLayers
    return others > 0 ? rows + ["and \(others) layers that took less"] : rows
  }

  private static func table(
    _ heading: String, _ rows: [(name: String, sum: Profile.Sum)], of total: UInt64
  ) -> [String] {
    let width = max(rows.map(\.name.count).max() ?? 0, 12)
    func line(_ name: String, _ columns: [String]) -> String {
      name + String(repeating: " ", count: width - name.count)
        + columns.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
    }
    return [line(heading, ["times", "ms", "us each", "share"])]
      + rows.map { name, sum in
        let each = Double(sum.nanoseconds) / Double(max(sum.count, 1)) / 1000
        let share = total > 0 ? Double(sum.nanoseconds) / Double(total) : 0
        return line(
          name,
          [
            "\(sum.count)", milliseconds(sum.nanoseconds), String(format: "%.1f", each),
            percent(share),
          ])
      }
  }

  private static func milliseconds(_ nanoseconds: UInt64) -> String {
    String(format: "%.2f", Double(nanoseconds) / 1e6)
  }

  private static func percent(_ share: Double) -> String {
    String(format: "%.2f %%", share * 100)
  }
}

extension Profile.Record {
  /// A trace file that Perfetto and chrome://tracing open: every stretch of work on its thread, and
  /// the share of pixels that each frame drew anew. Source: "Trace Event Format", JSON object
  /// format; times in microseconds.
  public var trace: String {
    let events = threadNames + spans.map(Self.event) + redraws.map(Self.counter)
    return "{\"traceEvents\":[\n" + events.joined(separator: ",\n")
      + "\n],\"displayTimeUnit\":\"ms\"}\n"
  }

  private var threadNames: [String] {
    Set(spans.map(\.thread)).sorted().map {
      "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":\($0),\"args\":{\"name\":\"thread \($0)\"}}"
    }
  }

  private static func event(_ span: Profile.Span) -> String {
    "{\"name\":\"\(span.name)\",\"cat\":\"stage\",\"ph\":\"X\",\"pid\":1,\"tid\":\(span.thread),"
      + "\"ts\":\(microseconds(span.start)),\"dur\":\(microseconds(span.duration))}"
  }

  private static func counter(_ redraw: Profile.Redraw) -> String {
    let percent = 100 * Double(redraw.pixels) / Double(max(redraw.total, 1))
    return
      "{\"name\":\"redrawn pixels\",\"ph\":\"C\",\"pid\":1,\"ts\":\(microseconds(redraw.time)),"
      + "\"args\":{\"percent\":\(String(format: "%.3f", percent))}}"
  }

  private static func microseconds(_ nanoseconds: UInt64) -> String {
    String(format: "%.3f", Double(nanoseconds) / 1000)
  }
}
