import ArgumentParser
import RostrumKit

/// How videos are encoded; the same for every command that makes one.
struct VideoArguments: ParsableArguments {
  @Option(help: "MP4 only: x264's trade between time and size.")
  var preset: VideoSettings.Preset = .medium

  @Option(
    help: "Constant quality of mp4 (0 to 51) and webm (0 to 63); lower is better and larger.")
  var quality = VideoSettings().quality

  @Flag(
    inversion: .prefixedNo,
    help: "Decode each finished video and compare it with what was rendered.")
  var verify = true

  var settings: VideoSettings {
    VideoSettings(preset: preset, quality: quality, isVerified: verify)
  }
}
