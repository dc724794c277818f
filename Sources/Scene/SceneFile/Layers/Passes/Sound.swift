import RostrumLayerTree
import RostrumSource

extension LoweringPass {
  /// The sounds of a layer, and that of its video.
  static let sound = LoweringPass(
    keys: { [Key.audio] + ($0 == .video ? [Key.muted, Key.videoGain] : []) },
    [.complete: { draft in draft.audio = draft.readSounds() }])
}

extension LayerDraft {
  /// The layer's sounds, with that of its video first.
  fileprivate func readSounds() -> [AudioTrack] {
    let own = fields[Key.audio] ?? []
    guard layerClass == .video else { return own }
    let (muted, gain) = (fields[Key.muted], fields[Key.videoGain])
    guard let source = video?.audio, !muted else {
      let key = muted || video == nil ? nil : fields.keyNode(Key.videoGain)
      if let key { context.warning(.noEffect, "the video has no sound", at: key) }
      return own
    }
    var track = AudioTrack(source)
    (track.name, track.gain, track.isOfVideo) = (name, gain, true)
    track.place = SourcePlace(fields.node.mark)
    if let video, video.partEnd < video.duration || video.partStart > 0 || video.loops {
      (track.inPoint, track.outPoint, track.loops) = (video.partStart, video.partEnd, video.loops)
    }
    context.symbols.audioNames.insert(
      layer: name, at: fields.node(Key.layerName) ?? fields.node)
    return [track] + own
  }
}
