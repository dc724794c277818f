public import Canvas
import Figures
import Foundation
import Geometry
import Media
import Rendering

/// One frame of each of several scenes, side by side, with their names beneath.
public struct GalleryJob: Sendable {
  private let scenes: [OpenedScene]
  private let title: String?
  private let columns: Int
  private let time: Double?
  private let options: FigureJob.Options

  /// `time` is in seconds; `nil` for the middle of each scene.
  public init(
    _ scenes: [OpenedScene], title: String? = nil, at time: Double? = nil, columns: Int,
    options: FigureJob.Options
  ) {
    (self.scenes, self.title, self.time) = (scenes, title, time)
    (self.columns, self.options) = (columns, options)
  }

  /// The figure as marks.
  public func artwork() throws -> Artwork {
    let cell = FrameGrid.cellWidth(in: options.width - 16, columns: columns)
    let frames = try scenes.map { opened in
      try Task.checkCancellation()
      let (scene, scale) = (opened.scene, max(1, options.artwork.scale))
      let renderer = try FrameRenderer(
        scene: scene, scale: min(cell / scene.size.width * scale, 8), assets: opened.assets)
      try renderer.render(at: time ?? scene.clock.duration / 2)
      return FrameGrid.Frame(renderer.bitmap, label: Self.name(of: opened.path))
    }
    let grid = FrameGrid(frames, columns: columns)
    let figure: any Figure = title.map { TitledFigure($0, grid) } ?? grid
    return try figure.artwork(width: options.width, theme: options.theme, fonts: FontBook())
  }

  /// Draws the figure and writes it whole, in the format of `ArtworkFormat.ofOutput`.
  public func run(output path: String, format: ArtworkFormat? = nil) throws {
    let format = try ArtworkFormat.ofOutput(path, format)
    try createFolder(ofOutput: path)
    try writeWholeFile(try artwork().encoded(as: format, options.artwork), to: path)
  }

  /// The file's name and its folder's, which may say more than the name.
  private static func name(of path: String) -> String {
    let file = URL(filePath: path).deletingPathExtension()
    let folder = file.deletingLastPathComponent().lastPathComponent
    return path.contains("/") ? "\(folder)/\(file.lastPathComponent)" : file.lastPathComponent
  }
}
