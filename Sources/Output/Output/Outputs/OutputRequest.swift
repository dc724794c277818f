import RostrumBase
import RostrumCanvas
import RostrumLayerTree
import RostrumMedia

/// All that one output is made from: the scene and its frames, and how they are to be written.
struct OutputRequest: Sendable {
  let result: OutputPlan.Destination
  let opened: OpenedScene
  /// The times of the frames, in seconds.
  let times: [Double]
  let frames: FrameFormat
  let settings: VideoSettings
  let compression: PNGCompression
  /// All that is heard; `nil` for silence.
  let sound: SoundMix?
  /// Whether the frames are a shard, or a single time: such have no sound of their own.
  let isPart: Bool
  /// The parts of a film beside its frames.
  let multiplex: Multiplex
  let profile: Profile?
  let run: RunToken

  /// The output's row of the table; ffmpeg's for a format that has none.
  var row: OutputRow { OutputRow.table[result.format] ?? .film }
}
