package import RostrumBase
import RostrumKit
import RostrumLayerTree
import RostrumMedia
import RostrumOutput
import RostrumSceneEditing
import Synchronization

/// The mixed sound of a scene, as stereo samples of 24 bits, 48,000 a second: the same mix as in
/// the film. The file has no name, so it goes with the process, however that ends.
final class MixedSound: Sendable {
  static let rate = 48_000
  /// Samples of both sides.
  static let bytesPerFrame = 6
  /// The frames of one message: two seconds.
  static let chunkLength = 2 * rate

  /// How many samples each side has.
  let frameCount: Int
  /// The loudest sample of each part of the sound, from 0 to 1. All parts are equally long.
  let peaks: [Double]
  /// The levels of each file that is heard, by its path; at most as many as there are parts.
  let waves: [String: [Double]]
  private let file: OwnedFile
  private let start: Int

  private static let mostParts = 2000

  /// Mixes the sound. Throws `MediaError`. The levels of a file that cannot be decoded are missing.
  init(_ mix: SoundMix, levels: SoundLevels) async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let path = folder.path("mix.wav")
    _ = try await SoundMixer(mix).write(to: path)
    file = try OwnedFile(path)
    let samples = file.read(from: 0, count: 4096).withUnsafeBytes { WAVFile.samples(in: $0) }
    start = samples.lowerBound
    frameCount = max(file.size - start, 0) / Self.bytesPerFrame
    peaks = Self.peaks(file, start, frameCount)
    let library = AudioLibrary()
    waves = Dictionary(
      uniqueKeysWithValues: mix.paths.compactMap { path in
        let all = try? levels.levels(path.string, band: nil, by: library)
        return all.map { (path.string, Self.reduced($0)) }
      })
  }

  /// The loudest of equal parts.
  private static func reduced(_ levels: [Double]) -> [Double] {
    let length = max((levels.count + mostParts - 1) / mostParts, 1)
    return stride(from: 0, to: levels.count, by: length).map {
      levels[$0..<min($0 + length, levels.count)].max() ?? 0
    }
  }

  /// The samples of a part that is `chunkLength` frames long; fewer at the end.
  func chunk(_ number: Int) -> Data {
    let first = number * Self.chunkLength
    let count = min(max(frameCount - first, 0), Self.chunkLength)
    return file.read(
      from: start + first * Self.bytesPerFrame, count: count * Self.bytesPerFrame)
  }

  private static func peaks(_ file: OwnedFile, _ start: Int, _ count: Int) -> [Double] {
    let length = max((count + mostParts - 1) / mostParts, 1)
    return stride(from: 0, to: count, by: length).map { first in
      let bytes = min(length, count - first) * bytesPerFrame
      return file.read(from: start + first * bytesPerFrame, count: bytes).withUnsafeBytes {
        WAVFile.peak(of: $0)
      }
    }
  }
}

/// A file that is open for reading, and closed with the last reference.
private final class OwnedFile: Sendable {
  private let descriptor: Int32
  let size: Int

  init(_ path: String) throws {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw PreviewError("the mixed sound cannot be read") }
    size = max(Int(lseek(descriptor, 0, SEEK_END)), 0)
  }

  deinit { close(descriptor) }

  /// Fewer bytes where the file ends before.
  func read(from start: Int, count: Int) -> Data {
    var data = Data(count: max(count, 0))
    let found = data.withUnsafeMutableBytes { bytes in
      var filled = 0
      while filled < bytes.count {
        let rest = bytes.baseAddress.map { $0 + filled }
        let part = pread(descriptor, rest, bytes.count - filled, off_t(start + filled))
        if part < 0, errno == EINTR { continue }
        guard part > 0 else { break }
        filled += part
      }
      return filled
    }
    return data.prefix(found)
  }
}

/// A mix that is made, or being made, and its sounds.
struct SoundMixing {
  struct Source: Equatable {
    let mix: SoundMix
    /// The states of the mix's files, in the order of their paths.
    let files: [FileState?]

    init(_ mix: SoundMix) {
      self.mix = mix
      files = mix.paths.sorted().map { FileState($0.string) }
    }
  }

  let source: Source
  /// Different for each mix of the program, so that samples of one are not played for another's.
  let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
  let task: Task<MixedSound, any Error>

  private static let count = Atomic(0)
}

extension PreviewScene {
  /// The facts about the scene's sound: the `number` of the mix, for requests of samples, `rate`,
  /// `count` of samples, `chunk`, the samples of one message, and `peaks` from 0 to 1; or the
  /// `problem` that keeps it from being mixed. `nil` for a silent scene.
  package func soundFacts() async -> JSONValue? {
    guard let mixing = currentMixing() else { return nil }
    do {
      let sound = try await mixing.task.value
      return .object([
        ("number", .integer(mixing.number)), ("rate", .integer(MixedSound.rate)),
        ("count", .integer(sound.frameCount)), ("chunk", .integer(MixedSound.chunkLength)),
        ("peaks", .thousandths(sound.peaks)),
        ("waves", .object(sound.waves.map { ($0.key, .thousandths($0.value)) })),
      ])
    } catch {
      return .object([("number", .integer(mixing.number)), ("problem", .string("\(error)"))])
    }
  }

  /// A message with a part of a mix, counted in parts from 0; `nil` where the mix is another one by
  /// now. Samples are of both sides in turn, 24 bits each, little-endian.
  package func samples(ofChunk chunk: Int, in number: Int) async -> Data? {
    guard chunk >= 0, chunk < 1 << 32, let mixing = currentMixing(), mixing.number == number,
      let sound = try? await mixing.task.value
    else { return nil }
    let header = JSONValue.object([("sound", .integer(number)), ("chunk", .integer(chunk))])
    return binaryMessage(header, [Array(sound.chunk(chunk))])
  }
}

extension JSONValue {
  /// Numbers with three decimals at most.
  fileprivate static func thousandths(_ numbers: [Double]) -> JSONValue {
    .array(numbers.map { .number(($0 * 1000).rounded() / 1000) })
  }
}

// MARK: - Sounds one by one

extension Scene {
  /// The sounds as rows of a timeline, each an object with `name`, `line`, `file`, its path, and
  /// `clips`, the stretches in which it is heard. With an `owner`, the place of its mapping, come
  /// the values that a drag changes: `begin`, `speed`, `fileEnd` and `end`, the key that ends it;
  /// without one the `refusal` says why nothing can be changed.
  func soundRows(in editable: EditableScene?) -> JSONValue {
    var declared: [SourcePlace: DeclaredSound] = [:]
    for track in audio {
      if let place = track.place { declared[place] = DeclaredSound(track: track, layer: nil) }
    }
    for layer in layers where !layer.audio.isEmpty {
      let isInner = ancestry(of: layer).dropLast().contains { $0.sceneReference != nil }
      for track in layer.audio where !isInner {
        if let place = track.place { declared[place] = DeclaredSound(track: track, layer: layer) }
      }
    }
    // All that is written at one place changes together.
    var tracks: [SoundMix.Track] = []
    for track in sound.tracks where !track.clips.isEmpty {
      if let place = track.place, let index = tracks.firstIndex(where: { $0.place == place }) {
        tracks[index] = tracks[index].joined(with: track)
      } else {
        tracks.append(track)
      }
    }
    return .array(
      tracks.map { track in track.row(track.place.flatMap { declared[$0] }, in: editable) })
  }
}

/// A sound with the layer that has it; `nil` for one of the scene.
private struct DeclaredSound {
  let track: AudioTrack
  let layer: Layer?

  /// Why a drag does not change it.
  func refusal(in editable: EditableScene?) -> String? {
    guard let editable, let place = track.place else { return "mend the file's mistakes first" }
    if let refusal = layer.flatMap(editable.refusal) { return refusal.description }
    if track.isOfVideo { return "it is the sound of a video: move its layer" }
    let keys = editable.text.values(in: place).compactMap(\.steps.first?.name)
    return keys.contains("file")
      ? nil : "it is a path alone: write {file: ..., beginTime: 0} in the file"
  }
}

extension SoundMix.Track {
  fileprivate func joined(with other: SoundMix.Track) -> SoundMix.Track {
    SoundMix.Track(
      name: name, clips: clips + other.clips, ducking: ducking, duckedUnder: duckedUnder,
      place: place)
  }

  fileprivate func row(_ sound: DeclaredSound?, in editable: EditableScene?) -> JSONValue {
    let file = clips[0].source
    let refusal =
      sound.map { $0.refusal(in: editable) } ?? "it belongs to another scene file"
    var entries: [(key: String, value: JSONValue)] = [
      ("name", .string(name ?? file.path.lastPathComponent)), ("line", .integer(place?.line)),
      ("file", .string(file.path)), ("refusal", .string(refusal)),
      ("owner", refusal == nil ? place?.json ?? .null : .null),
      ("clips", .array(clips.map(\.json))),
    ]
    if let track = sound?.track {
      let isTimed = track.loops || track.duration != nil
      entries += [
        ("begin", .number(track.beginTime)), ("speed", .number(track.speed)),
        ("fileEnd", .number(file.endTime)), ("end", .string(isTimed ? "duration" : "out")),
      ]
    }
    return .object(entries)
  }
}

extension AudioClip {
  fileprivate var json: JSONValue {
    .object([
      ("from", .number(start)), ("to", .number(end)), ("offset", .number(offset)),
      ("rate", .number(rate)), ("loops", .flag(loops)), ("length", .number(source.endTime)),
      ("part", .array([.number(part.lowerBound), .number(part.upperBound)])),
    ])
  }
}
