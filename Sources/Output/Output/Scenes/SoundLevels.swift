import RostrumBase
package import RostrumMedia
import Synchronization

/// The levels of sounds that were worked out for one scene and may be followed by the next, by the
/// states of their files.
package final class SoundLevels: Sendable {
  private struct Key: Hashable {
    let file: FileState
    let band: ClosedRange<Double>?
  }

  private let known = Mutex<[Key: [Double]]>([:])

  /// How many numbers are kept: 64 MiB of them.
  private static let maximumCount = 8 << 20

  package init() {}

  package func levels(
    _ path: String, band: ClosedRange<Double>?, by audio: AudioLibrary
  ) throws(MediaError) -> [Double] {
    let key = FileState(path).map { Key(file: $0, band: band) }
    if let key, let found = known.withLock({ $0[key] }) { return found }
    let made = try audio.levels(path, band: band)
    // A file that changed meanwhile is read again.
    guard let key, FileState(path) == key.file else { return made }
    keep(made, as: key)
    return made
  }

  private func keep(_ made: [Double], as key: Key) {
    known.withLock { known in
      let count = known.values.reduce(made.count) { $0 + $1.count }
      if count > Self.maximumCount { known = [:] }
      known[key] = made
    }
  }

  /// Works out the levels of bands that are not known yet together. A file that cannot be decoded
  /// is left to who asks for its levels.
  func prepare(_ path: String, bands: [ClosedRange<Double>], by audio: AudioLibrary) {
    guard let file = FileState(path) else { return }
    let missing = known.withLock { known in
      bands.filter { known[Key(file: file, band: $0)] == nil }
    }
    guard missing.count > 1, let made = try? audio.levels(path, bands: missing),
      FileState(path) == file
    else { return }
    for (band, one) in zip(missing, made) { keep(one, as: Key(file: file, band: band)) }
  }
}
