public import RostrumBase
public import RostrumCanvas

/// Why frames could not be written, or a recording not be read.
public enum MediaError: ExitStatusError, Equatable, Sendable {
  /// A system call failed while `doing` (a verb) something with `path`.
  case file(doing: String, path: String, errno: Int32)
  /// A link leads the file out of the folder that it belongs into.
  case outside(path: String, folder: String)
  /// A named pipe for an output has no reader.
  case unreadPipe(path: String)
  /// The path to be read belongs to a folder, a device or a named pipe.
  case notAFile(path: String)
  /// The file to be read has more than `limit` bytes.
  case tooLarge(path: String, limit: Int)
  /// Not a pattern for names of frames.
  case invalidPattern(String, reason: String)
  /// A PNG that cannot be read.
  case unreadableFrame(path: String, PNGError)
  /// A picture of any format that cannot be read.
  case unreadablePicture(path: String, PictureError)
  /// A PNG that cannot be made.
  case unencodableFrame(index: Int, PNGError)

  /// There is no program to run at `path`, or of that name on the search path.
  case toolMissing(name: String, path: String)
  /// ffmpeg or ffprobe ended with an error, or was killed; its own last lines.
  case toolFailed(name: String, doing: String, path: String, ending: String, lastLines: [String])
  /// ffprobe's output about a video is not JSON.
  case unreadableFacts(path: String)
  /// A file that is to be shown is no video, or one that is too large.
  case unplayableVideo(path: String, reason: String)
  /// A file that is to be heard has no sound, or one that cannot be played.
  case unplayableAudio(path: String, reason: String)
  /// ffmpeg was built without something that a format needs, such as an encoder.
  case encoderMissing(name: String, format: String)
  /// The finished video differs from the rendered frames; a sentence for each difference.
  case notWhatWasRendered(path: String, details: [String])

  /// The format is not one this sink writes.
  case wrongFormat(MediaFormat)
  /// An option that the encoder would refuse.
  case invalidSetting(String)
  /// Videos take frames in order, one at a time.
  case frameOutOfOrder(expected: Int, got: Int)
  /// A frame of another size than promised; in pixels.
  case wrongFrameSize(index: Int, expected: PixelSize, got: PixelSize)
  /// `finish` came before the last frame.
  case framesMissing(expected: Int, got: Int)
  /// The frame to repeat has not been written, or not last.
  case cannotRepeat(frame: Int, at: Int)
  /// `finish` or `cancel` has already ended the sink.
  case sinkHasEnded
  /// The system gave no memory for a frame.
  case outOfMemory(OutOfMemory)

  /// No file in the folder fits the pattern.
  case noFrames(directory: String, pattern: String)
  /// A number is missing in a sequence of files.
  case gapInFrames(directory: String, missing: String)
  /// A file whose size differs from the first one's; in pixels.
  case framesDiffer(path: String, expected: PixelSize, got: PixelSize)

  public var exitStatus: ExitStatus {
    switch self {
    case _ where isShortage: .shortage
    case .invalidPattern, .invalidSetting, .wrongFormat: .wrongUsage
    case .noFrames, .gapInFrames, .framesDiffer, .unreadableFrame, .unreadablePicture: .inputMissing
    case .file(doing: "read", _, _), .notAFile, .tooLarge: .inputMissing
    case .toolMissing, .encoderMissing: .toolMissing
    case .unplayableAudio, .unplayableVideo: .inputMissing
    case _ where isCreationFailure: .cannotCreate
    default: .cannotWrite
    }
  }
}

extension MediaError {
  /// True when ffmpeg or ffprobe could not make sense of a file.
  public var isToolFailure: Bool {
    switch self {
    case .toolFailed, .unreadableFacts: true
    default: false
    }
  }

  /// True when the system gave too little: memory, threads or open files.
  public var isShortage: Bool {
    switch self {
    case .outOfMemory, .unreadableFrame(_, .outOfMemory), .unencodableFrame(_, .outOfMemory): true
    case .unreadablePicture(_, .outOfMemory): true
    case .file(_, _, let number): [ENOMEM, EMFILE, ENFILE, EAGAIN].contains(number)
    default: false
    }
  }

  /// True when an output could not even be created: its folder is missing, closed, or no folder at
  /// all.
  public var isCreationFailure: Bool {
    switch self {
    case .unreadPipe, .outside: return true
    default: break
    }
    guard case .file(_, _, let number) = self else { return false }
    return [
      EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EISDIR, ENAMETOOLONG, ELOOP, ENXIO, EEXIST,
    ].contains(number)
  }
}

/// Memory for a frame.
func frameBitmap(width: Int, height: Int) throws(MediaError) -> Bitmap {
  do throws(OutOfMemory) {
    return try Bitmap(width: width, height: height)
  } catch {
    throw .outOfMemory(error)
  }
}

/// A width and a height in pixels.
public struct PixelSize: Sendable, Equatable, CustomStringConvertible {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  public var description: String { "\(width)x\(height)" }
}

extension MediaError: CustomStringConvertible {
  /// A sentence with the failed action, the path, and the system's or the tool's own words.
  public var description: String {
    switch self {
    case .file(let doing, let path, let number):
      "cannot \(doing) \(path == "-" ? "the standard output" : "'\(path)'"): \(systemText(number))"
    case .unreadPipe(let path): "cannot write '\(path)': nobody reads this named pipe"
    case .outside(let path, let folder):
      "cannot write '\(path)': a link leads it out of '\(folder)'"
    case .notAFile(let path):
      "cannot read '\(path)': it is a folder, a device or a named pipe, not a file"
    case .tooLarge(let path, let limit):
      "cannot read '\(path)': it has more than \(limit) bytes"
    case .invalidPattern(let pattern, let reason):
      "'\(pattern)' is no pattern for frames: \(reason)"
    case .unreadableFrame(let path, let error): "cannot use '\(path)': \(error)"
    case .unreadablePicture(_, .unreadable(let path, let number)):
      "cannot read '\(path)': \(systemText(number))"
    case .unreadablePicture(let path, let error): "cannot use '\(path)': \(error)"
    case .unencodableFrame(let index, let error): "cannot encode frame \(index): \(error)"
    case .toolMissing, .toolFailed, .unreadableFacts, .unplayableVideo, .unplayableAudio,
      .encoderMissing, .notWhatWasRendered:
      toolText
    case .noFrames, .gapInFrames, .framesDiffer: sequenceText
    default: usageText
    }
  }

  private static let ffmpegAdvice =
    PackageManager.current.map {
      "install ffmpeg (\($0.command(installing: ["ffmpeg"], isRoot: geteuid() == 0)))"
    } ?? "install ffmpeg"

  private var toolText: String {
    switch self {
    case .toolMissing(let name, let path):
      "cannot find \(name) ('\(path)'): \(Self.ffmpegAdvice), or set "
        + "\(MediaTools.variable(for: name)) to where it is"
    case .toolFailed(let name, let doing, let path, let ending, let lines):
      (["\(name) failed to \(doing) '\(path)': \(ending)"] + lines).joined(separator: "\n  ")
    case .unreadableFacts(let path): "ffprobe told nothing of use about '\(path)'"
    case .unplayableVideo(let path, let reason), .unplayableAudio(let path, let reason):
      "cannot play '\(path)': \(reason)"
    case .encoderMissing(let name, let format):
      "this ffmpeg cannot write \(format): it was built without \(name)"
    case .notWhatWasRendered(let path, let details):
      (["'\(path)' is not what was rendered (--no-verify writes it all the same):"] + details)
        .joined(separator: "\n  ")
    default: ""
    }
  }

  private var sequenceText: String {
    switch self {
    case .noFrames(let directory, let pattern):
      "no file in '\(directory)' is named like '\(pattern)'"
    case .gapInFrames(let directory, let missing):
      "'\(directory)' has a gap: '\(missing)' is missing"
    case .framesDiffer(let path, let expected, let got):
      "'\(path)' is \(got) pixels, the frames before it \(expected)"
    default: ""
    }
  }

  private var usageText: String {
    switch self {
    case .wrongFormat(let format): "\(format.rawValue) is not for this sink"
    case .invalidSetting(let reason): reason
    case .frameOutOfOrder(let expected, let got): "frame \(got) came instead of frame \(expected)"
    case .wrongFrameSize(let index, let expected, let got):
      "frame \(index) is \(got) pixels instead of \(expected)"
    case .framesMissing(let expected, let got):
      "only \(got) of \(expected) frames were written"
    case .cannotRepeat(let frame, let index):
      "frame \(index) cannot repeat frame \(frame), which is not the one written last"
    case .sinkHasEnded: "the sink has already ended"
    case .outOfMemory(let error): error.description
    default: ""
    }
  }
}
