import Timing

/// How a scene file writes when an animation runs.
struct TimingWriting {
  /// The animation shows before and after its time unless the file says otherwise.
  var holds = false
  var isInGroup = false
  /// False for one that is added at a time, where the event says when it begins.
  var hasBeginTime = true

  /// What differs from the defaults, and the duration, whose default depends on the place.
  func entries(_ timing: MediaTiming, _ function: TimingFunction?) -> AnimationWriting.Entries {
    var numbers: [(any DeclaredField, Double, Double)] = [
      (Key.speed, timing.speed, 1), (Key.timeOffset, timing.timeOffset, 0),
      (Key.repeatCount, timing.repeatCount, 0), (Key.repeatDuration, timing.repeatDuration, 0),
    ]
    if hasBeginTime { numbers.insert((Key.beginTime, timing.beginTime, 0), at: 0) }
    var entries: AnimationWriting.Entries = [
      (Key.duration.name, .line(timing.iterationDuration.exactText))
    ]
    entries += numbers.filter { $0.1 != $0.2 }.map { ($0.0.name, .line($0.1.exactText)) }
    if timing.autoreverses { entries.append((Key.autoreverses.name, .line("true"))) }
    entries += staying(timing)
    if let function {
      entries.append((Key.timingFunction.name, .line(TimingFunctionWriting.text(function))))
    }
    return entries
  }

  private func staying(_ timing: MediaTiming) -> AnimationWriting.Entries {
    var entries: AnimationWriting.Entries = []
    if timing.fillMode != (holds ? .both : .removed) {
      entries.append((Key.fillMode.name, .line(timing.fillMode.rawValue)))
    }
    if timing.isRemovedOnCompletion != !holds, !isInGroup {
      let flag = timing.isRemovedOnCompletion ? "true" : "false"
      entries.append((Key.removedOnCompletion.name, .line(flag)))
    }
    return entries
  }
}
