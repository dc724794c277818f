import Canvas

extension MediaError: CustomStringConvertible {
  /// What was being done, to which path, in the system's or the tool's own words.
  public var description: String {
    switch self {
    case .file(let doing, let path, let number):
      "cannot \(doing) \(path == "-" ? "the standard output" : "'\(path)'"): \(systemText(number))"
    case .unreadPipe(let path): "cannot write '\(path)': nobody reads this named pipe"
    case .notAFile(let path):
      "cannot read '\(path)': it is a folder, a device or a named pipe, not a file"
    case .tooLarge(let path, let limit):
      "cannot read '\(path)': it has more than \(limit) bytes"
    case .invalidPattern(let pattern, let reason):
      "'\(pattern)' is no pattern for frames: \(reason)"
    case .unreadableFrame(let path, let error): "cannot use '\(path)': \(error)"
    case .unencodableFrame(let index, let error): "cannot encode frame \(index): \(error)"
    case .toolMissing, .toolFailed, .unreadableFacts, .unplayableVideo, .notWhatWasRendered:
      toolText
    case .noFrames, .gapInFrames, .framesDiffer: sequenceText
    default: usageText
    }
  }

  private var toolText: String {
    switch self {
    case .toolMissing(let name, let path):
      "cannot find \(name) ('\(path)'): install ffmpeg, or set \(MediaTools.variable(for: name)) "
        + "to where it is"
    case .toolFailed(let name, let doing, let path, let ending, let lines):
      (["\(name) failed to \(doing) '\(path)': \(ending)"] + lines).joined(separator: "\n  ")
    case .unreadableFacts(let path): "ffprobe told nothing of use about '\(path)'"
    case .unplayableVideo(let path, let reason): "cannot play '\(path)': \(reason)"
    case .notWhatWasRendered(let path, let details):
      (["'\(path)' is not what was rendered:"] + details).joined(separator: "\n  ")
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
