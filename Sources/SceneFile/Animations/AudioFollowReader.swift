import RostrumLayerTree
import RostrumTiming

extension AnimationReader {
  /// A key path that follows the level of a sound, worked out once.
  func followAudio() -> (any Animation)? {
    let (scale, offset) = (fields.checked(Key.followScale), fields.checked(Key.followOffset))
    let (band, holds) = (fields.ifGiven(Key.band), fields[Key.followHold])
    let keyPath = keyPath()
    if let key = fields.keyNode(Key.followed) {
      context.error(.conflict, "an animation follows a value or a sound, not both", at: key)
      return nil
    }
    guard let track = followedTrack(), let keyPath, let scale, let offset, let band,
      isNumber(keyPath)
    else { return nil }
    guard let range = self.range(band), let levels = levels(of: track, range) else { return nil }
    let count = max(levels.count - 1, 1)
    return KeyframeAnimation(
      keyPath: keyPath, values: levels.map { .number($0 * scale + offset) },
      keyTimes: levels.indices.map { Double($0) / Double(count) },
      timing: MediaTiming(
        beginTime: track.beginTime, duration: track.partDuration / track.speed,
        repeatCount: track.loops ? .infinity : 1,
        repeatDuration: track.loops ? track.duration ?? 0 : 0,
        fillMode: holds ? .both : .removed, isRemovedOnCompletion: !holds))
  }

  private func followedTrack() -> AudioTrack? {
    guard let name = fields[Key.followedTrack], let node = fields.node(Key.followedTrack) else {
      return nil
    }
    let tracks = context.symbols.audioNames.tracks
    if let track = tracks[name] { return track }
    let similar = context.similar(to: name, among: tracks.keys.sorted())
    context.error(
      .unknownName, "the scene has no track \(name.quoted)", at: node,
      hint: similar.map { "did you mean '\($0)'?" } ?? "give one of the scene's sounds a name")
    return nil
  }

  private func isNumber(_ keyPath: AnimationKeyPath) -> Bool {
    if keyPath.type == .angle { return true }
    if case .number = keyPath.type { return true }
    context.error(
      .conflict,
      "the level of a sound is a number; \(keyPath.name.quoted) takes \(keyPath.type.reader().expectation)",
      at: fields.node(Key.keyPath) ?? fields.node)
    return false
  }

  /// `.some(nil)` for all frequencies, `nil` after reporting wrong ones.
  private func range(_ band: [Double]?) -> ClosedRange<Double>?? {
    guard let band, let node = fields.node(Key.band) else { return .some(nil) }
    guard band[0] >= 10, band[1] <= 20_000, band[0] < band[1] else {
      context.error(
        .outOfRange, "expected \(Key.band.expectation), the lower one first", at: node)
      return nil
    }
    return band[0]...band[1]
  }

  /// The levels from the beginning of the part that is played to its end, at equal distances.
  private func levels(of track: AudioTrack, _ band: ClosedRange<Double>?) -> [Double]? {
    do throws(AssetProblem) {
      let all = try context.files.inspector.audioLevels(atPath: track.source.path, band: band)
      let count = max(Int((track.partDuration * 100).rounded(.up)), 1)
      return (0...count).map { index in
        let time = track.inPoint + track.partDuration * Double(index) / Double(count)
        let place = min(max(time * 100, 0), Double(max(all.count - 1, 0)))
        guard !all.isEmpty else { return 0 }
        let (low, high) = (Int(place), min(Int(place) + 1, all.count - 1))
        return all[low] + (all[high] - all[low]) * (place - Double(low))
      }
    } catch {
      context.report(error, at: fields.node(Key.followedTrack) ?? fields.node, in: nil)
      return nil
    }
  }
}
