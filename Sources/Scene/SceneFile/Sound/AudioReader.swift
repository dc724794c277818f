import RostrumBase
import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension SceneContext {
  /// Reports duckings under tracks that the scene does not have. Called once all were read.
  func checkDuckings() {
    let names = symbols.audioNames
    for ducking in names.duckings {
      if ducking.own == ducking.track {
        error(.conflict, "a track cannot duck under itself", at: ducking.node)
      } else if names.names[ducking.track] == nil {
        let similar = similar(to: ducking.track, among: names.names.keys.sorted())
        error(
          .unknownName, "the scene has no track \(ducking.track.quoted)", at: ducking.node,
          hint: similar.map { "did you mean '\($0)'?" }
            ?? "give the other track a name")
      }
    }
  }
}

extension Reader where Content == [AudioTrack] {
  /// A path, a track, or a list of tracks.
  static let audio: Reader = {
    let track = Reader<AudioTrack>.mapping(.audio, "a sound") { $0.track() }
    let one: JSONValue = ["anyOf": [["type": "string"], track.schema]]
    return Reader(
      "the path of a sound file, a mapping with file, or a list of them", example: "[]",
      schema: ["anyOf": [["type": "string"], track.schema, SchemaPart.list(one)]]
    ) { node, context in
      let items = node.items ?? [node]
      let tracks = items.compactMap { item -> AudioTrack? in
        if item.entries != nil || item.items != nil { return context.read(item, track) }
        return context.read(item, Key.audioFile.reader).flatMap {
          context.audio(atPath: $0, item)
        }.map { reference in
          var track = AudioTrack(reference)
          track.place = SourcePlace(item.mark)
          return track
        }
      }
      return tracks.count == items.count ? tracks : nil
    }
  }()
}

extension Reader where Content == AudioTrack.Ducking {
  /// A track's name, or a mapping.
  static let ducking: Reader = {
    let mapping = Reader.mapping(.ducking, "a ducking", example: "{under: n}") { $0.ducking() }
    return Reader(
      "the name of a track, or {under, gain, attack, release}", example: "n",
      schema: ["anyOf": [["type": "string"], mapping.schema]]
    ) { node, context in
      if node.entries != nil { return context.read(node, mapping) }
      return context.read(node, .name).map {
        AudioTrack.Ducking(
          track: $0, gain: Key.duckGain.defaultValue, attack: Key.duckAttack.defaultValue,
          release: Key.duckRelease.defaultValue)
      }
    }
  }()
}

extension SceneContext {
  /// The sound in an existing file; `nil` after reporting an error.
  fileprivate func audio(atPath path: String, _ node: YAMLNode) -> AudioReference? {
    do throws(AssetProblem) {
      return try files.inspector.audio(atPath: path)
    } catch {
      report(error, at: node, in: nil)
      return nil
    }
  }
}

extension MappingReader {
  fileprivate func ducking() -> AudioTrack.Ducking? {
    let (gain, attack) = (checked(Key.duckGain), checked(Key.duckAttack))
    let release = checked(Key.duckRelease)
    guard let track = self[Key.duckTrack], let gain, let attack, let release else { return nil }
    let limits: [(Double, Double, AnyField)] = [
      (gain, 1, Key.duckGain.row), (attack, 1.1, Key.duckAttack.row),
      (release, 9, Key.duckRelease.row),
    ]
    for (value, most, field) in limits where value > most {
      return context.failure(
        .outOfRange, "'\(field.name)' of a ducking is \(most.sceneText) at most",
        at: node(field) ?? node)
    }
    return AudioTrack.Ducking(track: track, gain: gain, attack: attack, release: release)
  }

  fileprivate func track() -> AudioTrack? {
    context.allowWarnings(self)
    let (begin, speed) = (checked(Key.audioBeginTime), checked(Key.audioSpeed))
    let (gain, pan) = (checked(Key.audioGain), checked(Key.audioPan))
    let (fadeIn, fadeOut) = (checked(Key.fadeIn), checked(Key.fadeOut))
    let fadeCurve = ifGiven(Key.fadeCurve)
    let (loops, duration) = (checked(Key.audioLoop), ifGiven(Key.audioDuration))
    let (name, ducking) = (ifGiven(Key.audioName), ifGiven(Key.duck))
    let (inPoint, outPoint) = (checked(Key.audioIn), ifGiven(Key.audioOut))
    guard let path = self[Key.audioFile], let file = node(Key.audioFile),
      let source = context.audio(atPath: path, file)
    else { return nil }
    remember(name ?? nil, ducking ?? nil)
    guard let inPoint, let outPoint, isPart(inPoint, outPoint, of: source), let speed,
      isPlayable(speed), let begin, let gain, let pan, let fadeIn, let fadeOut, let loops,
      let duration, let name, let ducking, let fadeCurve
    else { return nil }
    var track = AudioTrack(source, inPoint: inPoint)
    track.name = name
    (track.outPoint, track.beginTime, track.speed) = (outPoint, begin, speed)
    (track.loops, track.duration, track.gain) = (loops, duration, gain)
    (track.pan, track.fadeIn, track.fadeOut) = (pan, fadeIn, fadeOut)
    (track.ducking, track.fadeCurve) = (ducking, fadeCurve)
    track.place = SourcePlace(node.mark)
    return isLoopable(track) ? track : nil
  }

  private func remember(_ name: String?, _ ducking: AudioTrack.Ducking?) {
    let names = context.symbols.audioNames
    if let ducking, let node = node(Key.duck) {
      let place = node.entries?.first { $0.name == Key.duckTrack.name }?.value
      names.duckings.append((ducking.track, place ?? node, name))
    }
    guard let name, let node = node(Key.audioName) else { return }
    if let first = names.names[name] {
      context.error(
        .duplicateName, "duplicate track name \(name.quoted)", at: node,
        related: [.init(message: "first given here", place: first.place())])
    }
    names.names[name] = node
  }

  /// The part has to lie in the file.
  private func isPart(_ start: Double, _ end: Double?, of source: AudioReference) -> Bool {
    let length = source.endTime
    func isInside(_ time: Double, _ field: some DeclaredField, _ most: Double) -> Bool {
      if time <= most { return true }
      return context.failure(
        .outOfRange,
        "'\(field.name)' is \(time.sceneText) s, and the file is \(length.rounded3) s long",
        at: node(field) ?? node)
    }
    // Files end within a frame of their codec.
    guard isInside(start, Key.audioIn, length - 0.001) else { return false }
    guard let end else { return true }
    guard isInside(end, Key.audioOut, length + 0.05) else { return false }
    if end > start { return true }
    return context.failure(
      .outOfRange, "'out' has to lie after 'in', which is \(start.sceneText)",
      at: node(Key.audioOut) ?? node)
  }

  private func isPlayable(_ speed: Double) -> Bool {
    if (0.0625...16).contains(speed) { return true }
    return context.failure(
      .outOfRange, "a sound is played at 0.0625 to 16 times its speed; found \(speed.sceneText)",
      at: node(Key.audioSpeed) ?? node)
  }

  /// A part that is played again is kept in memory.
  private func isLoopable(_ track: AudioTrack) -> Bool {
    guard track.loops, track.partDuration > 1200 else { return true }
    return context.failure(
      .outOfRange,
      "a loop is 20 minutes long at most; this one is \(track.partDuration.rounded3) s",
      at: keyNode(Key.audioLoop) ?? node, hint: "give the part with in and out")
  }
}

extension Double {
  /// With three decimals at most.
  fileprivate var rounded3: String { ((self * 1000).rounded() / 1000).sceneText }
}

/// The factor of the amplitude for decibels.
func decibelFactor(_ decibels: Double) -> Double { pow(10, decibels / 20) }
