import RostrumTiming

extension Scene {
  /// Whether nothing is ever heard.
  public var isSilent: Bool { audio.isEmpty && root.isSilent }

  /// All that the scene lets hear, in its own time: its sounds, its layers' sounds as long as they
  /// are on stage, and the sounds of scenes inside it.
  ///
  /// A layer's sounds run by its clock. Where that clock is paused, or is scrubbed by animations,
  /// nothing is heard.
  public var sound: SoundMix {
    var sound = SceneSound(duration: clock.duration)
    sound.add(audio, root.sublayers)
    return SoundMix(tracks: sound.tracks, duration: clock.duration, loudness: loudness)
  }
}

/// Works out what one scene lets hear.
private struct SceneSound {
  let duration: Double
  private(set) var tracks: [SoundMix.Track] = []
  /// The tracks that this scene declares, and not one inside it.
  private var own: [Int] = []

  init(duration: Double) { self.duration = min(duration, Self.longest) }

  /// A scene inside another may have no end.
  private static let longest = 1e6

  mutating func add(_ audio: [AudioTrack], _ layers: [Layer]) {
    guard duration > 0 else { return }
    let whole = TimeSpan(range: 0..<duration, localStart: 0, rate: 1)
    for track in audio { add(track, [whole]) }
    for layer in layers { add(layer, .scene, [0..<duration]) }
    for index in own {
      guard let name = tracks[index].ducking?.track else { continue }
      tracks[index].duckedUnder = own.filter { $0 != index && tracks[$0].name == name }
    }
  }

  private mutating func add(_ track: AudioTrack, _ spans: [TimeSpan]) {
    own.append(tracks.count)
    tracks.append(
      SoundMix.Track(
        name: track.name, clips: track.clips(in: spans), ducking: track.ducking,
        place: track.place))
  }

  /// `audible` are the times of the scene in which the layers around this one are on stage.
  private mutating func add(_ layer: Layer, _ parent: TimeMap, _ audible: [Range<Double>]) {
    guard !layer.isSilent, layer.epochs.allSatisfy(\.clockAnimations.isEmpty) else { return }
    let map = parent.inside(layer)
    let audible = layer.visible(in: audible, map, parent)
    let spans = audible.flatMap(map.spans)
    for track in layer.audio { add(track, spans) }
    guard let reference = layer.sceneReference else {
      for sublayer in layer.sublayers { add(sublayer, map, audible) }
      return
    }
    var inner = SceneSound(duration: reference.duration)
    inner.add(reference.audio, layer.sublayers)
    let count = tracks.count
    tracks += inner.tracks.map { track in
      var track = track
      track.clips = track.clips.flatMap { clip in spans.compactMap(clip.inside) }
      track.duckedUnder = track.duckedUnder.map { $0 + count }
      track.place = layer.place
      return track
    }
  }
}

extension AudioTrack {
  /// The parts that are heard in spans of the scene, in each of which the track's time runs evenly.
  fileprivate func clips(in spans: [TimeSpan]) -> [AudioClip] {
    let end = min(endTime, spans.map(\.latest).max() ?? 0)
    guard end > beginTime, partDuration > 0 else { return [] }
    let level = level(length: end - beginTime)
    return spans.compactMap { span in
      guard let (range, local) = span.overlap(with: beginTime..<end) else { return nil }
      return AudioClip(
        source: source, part: inPoint..<inPoint + partDuration, isOpenEnded: outPoint == nil,
        loops: loops, start: range.lowerBound, duration: range.upperBound - range.lowerBound,
        offset: (local - beginTime) * speed, rate: span.rate * speed,
        gain: level.followed(from: local - beginTime, rate: span.rate),
        pan: pan.followed(from: local - beginTime, rate: span.rate))
    }
  }
}

extension TimeMap {
  /// The stretches of a range of the scene's time in which the layer's time runs.
  fileprivate func spans(in range: Range<Double>) -> [TimeSpan] {
    pieces.indices.compactMap { index in
      let piece = pieces[index]
      let end = index + 1 < pieces.count ? pieces[index + 1].startTime : .infinity
      let (start, stop) = (max(range.lowerBound, piece.startTime), min(range.upperBound, end))
      guard stop > start, piece.rate != 0 else { return nil }
      return TimeSpan(
        range: start..<stop, localStart: piece.rate * start + piece.offset, rate: piece.rate)
    }
  }
}

extension Layer {
  /// The times in `ranges` at which the layer is not hidden, in seconds of the scene.
  fileprivate func visible(
    in ranges: [Range<Double>], _ map: TimeMap, _ parent: TimeMap
  ) -> [Range<Double>] {
    guard mayBeHidden else { return ranges }
    let changes = hidingTimes(map)
    var result: [Range<Double>] = []
    for range in ranges {
      let inside = changes.filter { $0 > range.lowerBound && $0 < range.upperBound }
      let times = [range.lowerBound] + Set(inside).sorted() + [range.upperBound]
      for (start, end) in zip(times, times.dropFirst())
      where !isHidden(at: (start + end) / 2, parent) {
        if let last = result.last, last.upperBound == start {
          result[result.count - 1] = last.lowerBound..<end
        } else {
          result.append(start..<end)
        }
      }
    }
    return result
  }

  private var mayBeHidden: Bool {
    epochs.contains { $0.values[.hidden] } || allAnimations.contains(where: \.hides)
  }

  private func isHidden(at time: Double, _ parent: TimeMap) -> Bool {
    let epoch = epoch(at: time)
    let parentTime = parent.localTime(at: time)
    let localTime = epoch.clock(at: parentTime).localTime(parentTime: parentTime)
    return epoch.presentationValues(at: localTime)[.hidden]
  }

  /// The times of the scene at which the layer may come or go.
  private func hidingTimes(_ map: TimeMap) -> [Double] {
    let ofEpochs = epochs.map(\.startTime)
    let local = allAnimations.filter(\.hides).flatMap(\.hidingTimes)
    return ofEpochs + map.pieces.map(\.startTime) + local.flatMap(map.sceneTimes)
  }
}

extension Animation {
  fileprivate var hides: Bool { keyPaths.contains(AnimationKeyPath(.hidden)) }

  /// The times at which it may change whether the layer is hidden, in the layer's time. One that
  /// blinks is looked at sixty times a second.
  fileprivate var hidingTimes: [Double] {
    let begin = timing.beginTime
    guard !isStep else { return [begin] }
    let end = min(endTime, begin + 3600)
    return [begin] + stride(from: begin, to: end, by: 1.0 / 60) + [end]
  }
}
