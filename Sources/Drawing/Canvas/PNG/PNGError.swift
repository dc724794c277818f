public import RostrumBase

/// Why a PNG could not be read or written.
public enum PNGError: ExitStatusError, Equatable, Sendable {
  /// Opening or reading the file at `path` failed with this `errno`.
  case unreadable(path: String, errno: Int32)
  /// A folder, a device or a named pipe is at `path`, and no file.
  case notAFile(path: String)
  /// The bytes end before the picture does.
  case truncated
  /// Not a PNG, or a damaged one, in libpng's words.
  case invalid(String)
  /// The picture is larger than the caller's limits; in pixels. Nothing was allocated.
  case tooLarge(width: Int, height: Int)
  /// The system gave no memory.
  case outOfMemory

  public var exitStatus: ExitStatus { self == .outOfMemory ? .shortage : .internalFailure }
}

extension PNGError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let path, let number):
      "cannot read '\(path)': \(errnoText(number))"
    case .notAFile(let path): notAFileText(path)
    case .truncated: "the PNG ends before the picture does"
    case .invalid(let reason): "not a valid PNG: \(reason)"
    case .tooLarge(let width, let height): "the PNG is too large: \(width)x\(height) pixels"
    case .outOfMemory: "no memory for the PNG"
    }
  }
}

/// The same words for every kind of picture.
func notAFileText(_ path: String) -> String {
  "'\(path)' is a folder, a device or a named pipe, not a file"
}
