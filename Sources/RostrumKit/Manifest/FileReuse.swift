import Base
import Foundation

/// Which finished files of earlier runs are kept.
public enum FileReuse: Sendable {
  /// None: everything is made anew.
  case none
  /// Those whose length is still the recorded one (`--skip-existing`).
  case existing
  /// Those whose content is still the recorded one: each is read (`--resume`).
  case verified

  /// Whether the file still is what its record says, and shows what it should.
  func keeps(_ record: FileRecord, showing shows: Digest, in folder: String) -> Bool {
    guard self != .none, record.shows == shows else { return false }
    let path = Manifest.path(record.file, in: folder)
    switch self {
    case .none: return false
    case .existing:
      let facts = try? FileManager.default.attributesOfItem(atPath: path)
      return (facts?[.size] as? NSNumber)?.intValue == record.bytes
    case .verified:
      guard let (digest, count) = Digest.ofFile(path) else { return false }
      return digest == record.content && count == record.bytes
    }
  }
}
