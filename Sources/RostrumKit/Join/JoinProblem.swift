/// A reason why parts cannot be joined.
public enum JoinProblem: Error, Sendable, CustomStringConvertible {
  /// A part that is neither a folder nor a video.
  case absent(path: String)
  /// A folder, or a video, that no manifest tells about; with what makes no sense in the manifest
  /// that there may be, as sentences.
  case unknown(path: String, [String])
  /// Folders and videos together.
  case mixed
  /// Frames that no part has; of some there may be an outdated picture.
  case missing(frames: String, outdated: [String])
  /// A file that is not what its record says any more.
  case changed(path: String)
  /// Videos whose frames overlap.
  case overlapping(String, String)

  public var description: String {
    switch self {
    case .absent(let path): "there is no '\(path)'"
    case .unknown(let path, let details):
      ([
        "nothing is known of '\(path)': no manifest (.rostrum) beside it tells what was rendered"
      ] + details).joined(separator: "\n  ")
    case .mixed: "folders of frames and videos cannot be joined with each other"
    case .missing(let frames, let outdated):
      (["frames are missing: \(frames)"] + outdated).joined(separator: "\n  ")
    case .changed(let path): "'\(path)' is missing, or is not what was rendered"
    case .overlapping(let a, let b): "'\(a)' and '\(b)' show some of the same frames"
    }
  }
}
