import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension AnimationReader {
  /// A key path that follows the level of a sound, worked out once.
  func followAudio() -> (any Animation)? {
    let (scale, offset) = (fields.checked(Key.followScale), fields.checked(Key.followOffset))
    let (reader, holds) = (LevelsReader(fields: fields, context: context), fields[Key.followHold])
    let keyPath = keyPath()
    if let key = fields.keyNode(Key.followed) {
      return context.failure(
        .conflict, "an animation follows a value or a sound, not both", at: key)
    }
    let band = reader.band()
    guard let track = reader.track(), let keyPath, let scale, let offset, let band,
      isNumber(keyPath), let levels = reader.levels(of: track, band)
    else { return nil }
    let count = Double(max(levels.count - 1, 1))
    let duration = track.partDuration / track.speed
    let silence = holds && !track.loops ? Limit.minimumDuration : 0
    let whole = duration + 2 * silence
    // Nothing is heard before a sound and after it: the level is 0.
    let heard = levels.indices.map { (silence + Double($0) / count * duration) / whole }
    let silent = silence > 0 ? [0.0] : []
    return KeyframeAnimation(
      keyPath: keyPath,
      values: (silent + levels + silent).map { .number($0 * scale + offset) },
      keyTimes: silent + heard + silent.map { _ in 1 },
      timing: MediaTiming(
        beginTime: track.beginTime - silence, duration: whole,
        repeatCount: track.loops ? .infinity : 1,
        repeatDuration: track.loops ? track.duration ?? 0 : 0,
        fillMode: holds ? .both : .removed, isRemovedOnCompletion: !holds))
  }

  private func isNumber(_ keyPath: AnimationKeyPath) -> Bool {
    if keyPath.type == .angle { return true }
    if case .number = keyPath.type { return true }
    return context.failure(
      .conflict,
      "the level of a sound is a number; \(keyPath.name.quoted) takes \(keyPath.type.reader().expectation)",
      at: fields.node(Key.keyPath) ?? fields.node)
  }
}
