import RostrumLayerTree

extension ValueWriter {
  /// A list of tracks; `nil` for none.
  func audio(_ tracks: [AudioTrack]) throws -> WrittenNode? {
    tracks.isEmpty ? nil : .items(try tracks.map(track))
  }

  private func track(_ track: AudioTrack) throws -> WrittenNode {
    var mapping = YAMLMapping()
    mapping.add(Key.audioFile, .text(try name(track.source.path)))
    mapping.add(Key.audioName, track.name.map(WrittenNode.text))
    mapping.add(Key.audioIn, track.inPoint)
    mapping.add(Key.audioOut, track.outPoint.map(WrittenNode.number))
    mapping.add(Key.audioBeginTime, track.beginTime)
    mapping.add(Key.audioDuration, track.duration.map(WrittenNode.number))
    mapping.add(Key.audioSpeed, track.speed)
    mapping.add(Key.audioLoop, track.loops)
    if track.gain != Envelope(1) { mapping.add(Key.audioGain, envelope(track.gain)) }
    if track.pan != Envelope(0) { mapping.add(Key.audioPan, envelope(track.pan)) }
    mapping.add(Key.fadeIn, track.fadeIn)
    mapping.add(Key.fadeOut, track.fadeOut)
    mapping.add(Key.fadeCurve, track.fadeCurve.map(TimingWriter.node))
    mapping.add(Key.duck, track.ducking.map(ducking))
    return mapping.block
  }

  private func ducking(_ ducking: AudioTrack.Ducking) -> WrittenNode {
    var mapping = YAMLMapping()
    mapping.add(Key.duckTrack, .text(ducking.track))
    mapping.add(Key.duckGain, ducking.gain)
    mapping.add(Key.duckAttack, ducking.attack)
    mapping.add(Key.duckRelease, ducking.release)
    return mapping.flow
  }

  /// A number, or key frames. Eased steps were made straight lines when they were read.
  func envelope(_ envelope: Envelope) -> WrittenNode {
    if envelope.points.count == 1 { return .number(envelope.points[0].value) }
    var mapping = YAMLMapping()
    mapping.add(Key.envelopeTimes, .numbers(envelope.points.map(\.time)))
    mapping.add("values", .numbers(envelope.points.map(\.value)))
    return mapping.flow
  }
}
