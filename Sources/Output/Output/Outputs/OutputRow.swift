import RostrumLayerTree
import RostrumMedia

/// How the outputs of a format are made. What opens an output yields the sink that takes its
/// frames, and finishes and verifies it. Each format that ffmpeg does not write is one row of
/// `OutputRow.table`.
struct OutputRow: Sendable {
  /// Throws for the mistakes that show before anything is written.
  var check: @Sendable (OutputRequest) throws -> Void = { _ in }
  /// Opens the sink, which then has to be finished or cancelled.
  let open: @Sendable (OutputRequest) throws -> any FrameSink

  static let table: [MediaFormat: OutputRow] = [
    .png: OutputRow(check: { try $0.settings.checkPixels(.png) }) { request in
      guard let pattern = request.result.pattern else {
        return try PNGImage(
          path: request.result.path, frames: request.frames, compression: request.compression,
          profile: request.profile)
      }
      return try PNGSequence(
        directory: request.result.path, pattern: pattern, frames: request.frames,
        compression: request.compression, profile: request.profile, run: request.run)
    },
    .sprites: OutputRow(check: { try $0.settings.checkPixels(.sprites) }) {
      try SpriteSheet(path: $0.result.path, frames: $0.frames, compression: $0.compression)
    },
    .svg: OutputRow(check: { try $0.settings.checkPixels(.svg) }) {
      SceneSink($0) { try $0.writeSVG() }
    },
    .lottie: OutputRow(check: { try $0.settings.checkPixels(.lottie) }) {
      SceneSink($0) { try $0.writeLottie() }
    },
    .wav: OutputRow(check: { try $0.checkSound() }) {
      SceneSink($0, notes: $0.opened.scene.isSilent ? [.nothingHeard] : []) {
        try await $0.writeSound()
      }
    },
  ]

  /// Films and stills, by ffmpeg.
  static let film = OutputRow {
    try VideoWriter(
      path: $0.result.path, format: $0.result.format, frames: $0.frames, settings: $0.settings,
      multiplex: $0.multiplex, profile: $0.profile, run: $0.run)
  }
}
