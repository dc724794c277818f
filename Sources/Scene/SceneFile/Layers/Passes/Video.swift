import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension Key {
  static let videoFile = Field(
    "video",
    .file(
      "the path of a video file, relative to the scene file", .video, example: "nowhere.mp4",
      schema: ["type": "string"]),
    isRequired: true, "The video file.")
  static let trim = Field(
    "trim", .numbers([2], "[start, end], in seconds of the file, the start first"),
    "The part of the video that is played. Default: all of it."
  )
  static let videoLoop = DefaultedField(
    "loop", .boolean, default: false,
    "Whether the video begins again when it is over, with its sound.")
}

extension LoweringPass {
  /// A layer whose contents are the frames of a video.
  static let video = LoweringPass(
    keys: { $0 == .video ? [Key.videoFile, Key.trim, Key.videoLoop] : [] },
    [
      .declared: { if $0.layerClass == .video { $0.showsClock = true } },
      .described: { draft in
        guard draft.layerClass == .video else { return }
        draft.video = draft.readVideo()
        draft.baseValues = draft.video?.layerValues
      },
    ])
}

extension LayerDraft {
  /// The video that a layer plays; `nil` after reporting.
  fileprivate mutating func readVideo() -> VideoReference? {
    let contents = fields.entries.first { $0.name == Property.contents.name }
    if let contents {
      refusedProperties.insert(.contents)
      context.error(
        .conflict, "the contents of a video layer are its video's frames", at: contents.key,
        hint: fields.has(Key.videoFile)
          ? "put the picture on a layer of its own" : "write video: in place of contents:")
    }
    guard contents == nil || fields.has(Key.videoFile) else { return nil }
    let (part, loops) = (fields[Key.trim], fields[Key.videoLoop])
    guard let path = fields[Key.videoFile], let node = fields.node(Key.videoFile) else {
      return nil
    }
    do throws(AssetProblem) {
      var video = try context.files.inspector.video(atPath: path)
      video.loops = loops
      if !video.hasOwnTimes {
        context.warning(
          .noEffect,
          "the file does not say when its frames begin: their times are worked out from their order",
          at: node, hint: "files such as MP4 and Matroska say it")
      }
      if let part, let node = fields.node(Key.trim) {
        trim(&video, to: part, at: node)
      }
      return video
    } catch {
      context.report(error, at: node, in: nil)
      return nil
    }
  }

  /// The last frame is always left: a file's end may be rounded.
  private func trim(_ video: inout VideoReference, to part: [Double], at node: YAMLNode) {
    let last = video.times[video.times.count - 1]
    guard part[0] >= 0, part[0] < part[1], part[0] <= last + video.tolerance else {
      context.error(
        .outOfRange,
        "expected \(Key.trim.expectation); the video lasts \(video.duration.sceneText) s",
        at: node)
      return
    }
    if part[1] > video.duration + video.tolerance {
      context.warning(
        .noEffect, "the video ends at \(video.duration.sceneText) s, before the part does",
        at: node)
    }
    (video.partStart, video.partEnd) = (part[0], min(part[1], video.duration))
  }
}

extension VideoReference {
  /// The values of a layer that shows the video: its size, and a gravity that keeps its shape, as
  /// AVPlayerLayer does.
  fileprivate var layerValues: LayerValues {
    var values = LayerValues()
    values[.bounds] = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    values[.contentsGravity] = .resizeAspect
    return values
  }
}
