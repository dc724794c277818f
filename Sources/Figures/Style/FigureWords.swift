/// The words that figures bring along, in one language.
struct FigureWords: Hashable, Sendable {
  let language: FigureLanguage

  init(_ language: FigureLanguage = .english) { self.language = language }

  func either(_ english: String, _ chinese: String) -> String {
    language == .english ? english : chinese
  }

  // MARK: Axes

  var time: String { either("time", "时间") }
  var progress: String { either("progress", "进度") }
  var value: String { either("value", "值") }
  var count: String { either("count", "数量") }
  var seconds: String { either("s", "秒") }
  var timeOfLayer: String { either("time of the layer", "图层时间") }
  var timeOfParent: String { either("time of the parent", "父图层时间") }

  /// "time, s".
  func measured(_ name: String, in unit: String?) -> String {
    unit.map { either("\(name), \($0)", "\(name)（\($0)）") } ?? name
  }

  /// "time, s".
  var timeInSeconds: String { measured(time, in: seconds) }

  /// "0.5 s".
  func seconds(_ time: Double) -> String { either("\(short(time)) s", "\(short(time)) 秒") }

  // MARK: Strips

  var none: String { either("none", "无") }
  var tracking: String { either("tracking", "拖动中") }
  var events: String { either("events", "事件") }
  /// A sound file that cannot be decoded.
  func damaged(_ name: String) -> String {
    either("\(name) (damaged)", "\(name)（已损坏）")
  }
  var timer: String { either("timer", "定时器") }
  var displayLink: String { either("display link", "显示链接") }

  func flag(_ isOn: Bool) -> String { isOn ? either("true", "是") : either("false", "否") }

  /// "ticks of the timer: 2 late, 8 dropped, 9 lost".
  func ticks(_ names: [String], late: Int, dropped: Int, lost: Int) -> String {
    let whose = names.joined(separator: either(", ", "、"))
    let parts = [
      (late, either("late", "次延迟")), (dropped, either("dropped", "次丢失")),
      (lost, either("missed meanwhile", "次错过")),
    ].filter { $0.0 > 0 }.map { either("\($0.0) \($0.1)", "\($0.0) \($0.1)") }
    let name = either("ticks: \(whose)", "时钟触发：\(whose)")
    return parts.isEmpty
      ? name : name + either(" (", "（") + parts.joined(separator: comma) + either(")", "）")
  }

  /// "sublayers minus others".
  func difference(_ one: String, _ other: String) -> String {
    either("\(one) less \(other)", "\(one) 减 \(other)")
  }

  func track(_ name: String, start: String, end: String, changes: Int) -> String {
    either(
      "\(name): \(start) at the start, \(end) at the end, \(changes) changes",
      "\(name)：开始 \(start)，结束 \(end)，变化 \(changes) 次")
  }

  // MARK: Phases and bars

  var before: String { either("before", "之前") }
  var active: String { either("active", "进行中") }
  var after: String { either("after", "之后") }
  var wayBack: String { either("on the way back", "返程") }
  var fill: String { either("fill", "填充") }
  var delay: String { either("delay", "延迟") }
  var rest: String { either("ended, not removed", "已结束，未移除") }
  var forEver: String { either("for ever", "无限") }
  var comma: String { either(", ", "，") }

  func andBack(_ duration: String) -> String { either("\(duration) and back", "\(duration)往返") }
  func lasting(_ duration: String) -> String { either("for \(duration)", "共 \(duration)") }
  func replaced(at time: String) -> String { either("replaced at \(time)", "\(time)时被替换") }
  func removed(at time: String) -> String { either("removed at \(time)", "\(time)时被移除") }
}

// MARK: Descriptions for screen readers

extension FigureWords {
  func listed(_ names: [String]) -> String {
    let all = names.prefix(12).joined(separator: either(", ", "、"))
    return names.count > 12 ? all + either(" and \(names.count - 12) more", "等") : all
  }

  var stop: String { either(". ", "。") }

  /// With a full stop, unless there is one.
  func sentence(_ text: String) -> String {
    let isEnded = [".", "。", "!", "?", "！", "？"].contains { text.hasSuffix($0) }
    return text + (isEnded ? either(" ", "") : stop)
  }

  func functions(_ names: [String]) -> String {
    either(names.count == 1 ? "Timing function " : "Timing functions ", "缓动函数 ") + listed(names)
  }

  func progress(_ name: String, at places: [(part: String, value: Double)]) -> String {
    let values = places.map {
      either("\(short($0.value)) at \($0.part)", "\($0.part)处 \(short($0.value))")
    }
    return either("\(name): ", "\(name)：") + values.joined(separator: comma)
  }

  func overTime(_ names: [String], _ range: ClosedRange<Double>) -> String {
    let (from, to) = (short(range.lowerBound), seconds(range.upperBound))
    return either(
      "\(listed(names)) from \(from) to \(to)", "\(listed(names))：从 \(from) 到 \(to)")
  }

  func course(_ name: String, start: Double, end: Double, range: ClosedRange<Double>) -> String {
    let (low, high) = (short(range.lowerBound), short(range.upperBound))
    return either(
      "\(name): \(short(start)) at the start, \(short(end)) at the end, between \(low) and \(high)",
      "\(name)：开始 \(short(start))，结束 \(short(end))，介于 \(low) 与 \(high) 之间")
  }

  func data(
    _ name: String, count: Int, from places: ClosedRange<Double>,
    between values: ClosedRange<Double>
  ) -> String {
    let (first, last) = (short(places.lowerBound), short(places.upperBound))
    let (low, high) = (short(values.lowerBound), short(values.upperBound))
    return either(
      "\(name): \(count) numbers from \(first) to \(last), between \(low) and \(high)",
      "\(name)：从 \(first) 到 \(last) 的 \(count) 个数，介于 \(low) 与 \(high) 之间")
  }

  func portrait(
    _ name: String, values: ClosedRange<Double>, velocity: ClosedRange<Double>
  ) -> String {
    let ends = [values, velocity].map { (short($0.lowerBound), short($0.upperBound)) }
    return either(
      "\(name): values between \(ends[0].0) and \(ends[0].1), "
        + "velocity between \(ends[1].0) and \(ends[1].1)",
      "\(name)：值介于 \(ends[0].0) 与 \(ends[0].1) 之间，"
        + "速度介于 \(ends[1].0) 与 \(ends[1].1) 之间")
  }

  func timeline(_ range: ClosedRange<Double>) -> String {
    let (from, to) = (short(range.lowerBound), seconds(range.upperBound))
    return either("Animations from \(from) to \(to)", "动画时间线：从 \(from) 到 \(to)")
  }

  func strobe(_ names: [String], _ count: Int, _ range: ClosedRange<Double>) -> String {
    let (from, to) = (short(range.lowerBound), seconds(range.upperBound))
    return either(
      "\(listed(names)) at \(count) times from \(from) to \(to)",
      "\(listed(names))：从 \(from) 到 \(to) 的 \(count) 个时刻")
  }

  func sheet(_ count: Int, _ range: ClosedRange<Double>) -> String {
    let (from, to) = (short(range.lowerBound), seconds(range.upperBound))
    return either("\(count) frames from \(from) to \(to)", "从 \(from) 到 \(to) 的 \(count) 帧")
  }

  var middle: String { either("half the time", "时间一半") }
  var quarter: String { either("a quarter of the time", "时间四分之一") }
  var threeQuarters: String { either("three quarters", "时间四分之三") }
}
