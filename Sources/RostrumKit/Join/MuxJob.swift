import Canvas
import Foundation
public import Media
public import Timing

/// Makes a video from the PNG files in a folder.
public struct MuxJob: Sendable {
  private let mux: Mux
  private let output: String
  private let format: MediaFormat

  /// Throws when the pattern is none, or when the output's ending is not that of a video format.
  public init(
    directory: String, pattern: String, rate: FrameRate, allowsGaps: Bool, output: String,
    settings: VideoSettings = VideoSettings()
  ) throws {
    let ending = URL(filePath: output).pathExtension
    guard let format = MediaFormat(pathExtension: ending), format.isVideo else {
      let endings = MediaFormat.allCases.filter(\.isVideo).map(\.fileExtension)
      throw OutputPlanner.PlanError(
        description: "'\(output)' does not end in \(endings.joined(separator: ", "))")
    }
    self.format = format
    self.output = output
    mux = Mux(
      directory: directory, pattern: try FrameNamePattern(pattern), rate: rate,
      allowsGaps: allowsGaps, settings: settings)
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
