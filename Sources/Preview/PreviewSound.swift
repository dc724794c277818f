package import RostrumBase
import RostrumLayerTree
import RostrumMedia
import RostrumKit
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
  private let file: OwnedFile
  private let start: Int

  private static let mostParts = 2000

  /// Mixes the sound. Throws `MediaError`.
  init(_ mix: SoundMix) async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let path = folder.path("mix.wav")
    _ = try await SoundMixer(mix).write(to: path)
    file = try OwnedFile(path)
    let samples = file.read(from: 0, count: 4096).withUnsafeBytes { WAVFile.samples(in: $0) }
    start = samples.lowerBound
    frameCount = max(file.size - start, 0) / Self.bytesPerFrame
    peaks = Self.peaks(file, start, frameCount)
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
  package func soundFacts() async -> JSONText? {
    guard let mixing = currentMixing() else { return nil }
    do {
      let sound = try await mixing.task.value
      return .object([
        ("number", .integer(mixing.number)), ("rate", .integer(MixedSound.rate)),
        ("count", .integer(sound.frameCount)), ("chunk", .integer(MixedSound.chunkLength)),
        ("peaks", .array(sound.peaks.map { .number(($0 * 1000).rounded() / 1000) })),
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
    let header = JSONText.object([("sound", .integer(number)), ("chunk", .integer(chunk))])
    return binaryMessage(header, [Array(sound.chunk(chunk))])
  }
}
