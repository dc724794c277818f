import Canvas
import Foundation
public import Media
public import Timing

/// Makes a video from the PNG files in a folder.
public struct MuxJob: Sendable {
  private let mux: Mux
  private let output: String
  private let format: MediaFormat

  /// Throws when the pattern is none, or when neither the output's ending nor `format` is a
  /// video's. An output without such an ending may be the standard output, `-`, or a device or a
  /// named pipe that is there.
  public init(
    directory: String, pattern: String, rate: FrameRate, allowsGaps: Bool, output: String,
    format given: MediaFormat? = nil, settings: VideoSettings = VideoSettings()
  ) throws {
    format = try Self.format(of: output, given)
    self.output = output
    mux = Mux(
      directory: directory, pattern: try FrameNamePattern(pattern), rate: rate,
      allowsGaps: allowsGaps, settings: settings)
  }

  private static func format(
    of output: String, _ given: MediaFormat?
  ) throws(OutputPlanner.PlanError) -> MediaFormat {
    let ending = MediaFormat(pathExtension: URL(filePath: output).pathExtension)
    guard let format = ending ?? (isStream(output) ? given : nil), format.isVideo else {
      let endings = MediaFormat.allCases.filter(\.isVideo).map(\.fileExtension)
      let hint = isStream(output) ? "; give one of them with --format" : ""
      throw .init(
        description: "'\(output)' does not end in \(endings.joined(separator: ", "))\(hint)")
    }
    guard given == nil || given == format else {
      throw .init(
        description:
          "'\(output)' says \(format.rawValue), --format says \(given?.rawValue ?? "nothing")")
    }
    return format
  }

  /// Writes the video. `report` is called as things happen; the folder stands for the scene.
  public func run(report: @escaping @Sendable (RenderEvent) -> Void) async throws {
    let item = RenderItem(path: mux.directory)
    let files = try mux.framePaths()
    let total = files.count
    if let header = try? PNG.readHeader(ofFile: files[0]) {
      report(
        .started(item, width: header.width, height: header.height, frames: total))
    }
    let written = try await mux.write(to: output, format: format) { count in
      report(.progressed(item, finished: count, of: total))
    }
    for note in written.notes { report(.warned(item, message: note.description)) }
    report(.finished(item, outputs: [written.path]))
  }
}
