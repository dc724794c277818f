import Base
import Media

/// The finished files of earlier runs that are kept.
public enum FileReuse: Sendable {
  /// No files: everything is made anew.
  case none
  /// Files whose length is still the recorded one (`--skip-existing`).
  case existing
  /// Files whose content is still the recorded one: each is read (`--resume`).
  case verified

  /// Whether the file still is what its record says, and shows what it should. Throws
  /// `MediaError.notAFile` for what is no regular file: nobody can tell what it is.
  func keeps(
    _ record: FileRecord, showing shows: Digest, in folder: String
  ) throws(MediaError) -> Bool {
    guard self != .none, record.shows == shows else { return false }
    let path = Manifest.path(record.file, in: folder)
    guard try sizeOfFile(path) == record.bytes else { return false }
    return self == .existing || Digest.ofFile(path)?.digest == record.content
  }
}
