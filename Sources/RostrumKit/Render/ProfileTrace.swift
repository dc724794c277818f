public import Base
import Foundation

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
