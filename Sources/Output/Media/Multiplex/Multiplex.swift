import RostrumBase
public import RostrumLayerTree

/// The parts of a video file beside its pictures, and how they are multiplexed: encoded pictures
/// are copied, so nothing is lost or rendered again.
public struct Multiplex: Sendable {
  public var soundtrack: Soundtrack?
  /// Captions for players to show; `nil` for none.
  public var captions: CaptionTrack?
  public var information: FilmInformation
  /// Whether an MP4 consists of fragments.
  public var isFragmented = false
  /// How long the film is, in seconds.
  private let duration: Double

  public init(
    soundtrack: Soundtrack? = nil, captions: CaptionTrack? = nil,
    information: FilmInformation = FilmInformation(), duration: Double = 0
  ) {
    self.soundtrack = soundtrack
    self.captions = captions.flatMap { $0.captions.isEmpty ? nil : $0 }
    self.information = information
    self.duration = duration
  }

  /// Whether a video of the format holds nothing but pictures.
  func isEmpty(for format: MediaFormat) -> Bool {
    format.audioCodec == nil || soundtrack == nil && captions == nil && information.isEmpty
  }

  /// The approximate number of bytes of the sound of a film of `seconds` seconds.
  func byteCount(for format: MediaFormat, seconds: Double) -> Int {
    guard soundtrack != nil, let codec = format.audioCodec else { return 0 }
    return Int(seconds * Double(codec.bitRate) / 8)
  }

  /// Throws why something cannot be made, once that is known.
  func check() throws {
    if let name = information.tags.keys.first(where: { $0.isEmpty || $0.utf8.contains(61) }) {
      throw MediaError.invalidSetting("'\(name)' cannot be the name of metadata: it has '='")
    }
    try soundtrack?.check()
  }

  /// Waits for all parts, and writes them with the pictures of `video` into `file`. `folder` is for
  /// intermediate files. Returns the notes about them.
  func write(
    pictures video: String, to file: String, _ format: MediaFormat, hasAlpha: Bool,
    in folder: PartialFolder, tool: String
  ) async throws -> [MediaNote] {
    var plan = MultiplexPlan(video)
    if hasAlpha, format.container.row.hasAlphaBlocks { plan.keepAlpha() }
    if let sound = try await soundtrack?.file(for: format) { plan.add(sound: sound.path) }
    if let captions, format.row.captions != nil {
      let path = folder.path("captions.srt")
      let text = isFragmented ? captions.subRip(until: duration) : captions.subRip
      try writeWholeFile(Array(text.utf8), to: path)
      plan.add(captions: path, format, language: captions.language ?? information.language)
    }
    if !information.isEmpty {
      let path = folder.path("information.txt")
      try writeWholeFile(Array(information.chapterTimes(duration: duration).utf8), to: path)
      plan.add(information, chapters: path, duration: duration)
    }
    if let time = information.poster {
      if holdsPoster(format) {
        let path = folder.path("poster.jpg")
        try await drawPoster(at: time, of: video, to: path, tool)
        plan.add(poster: path, format)
      }
    }
    try await ToolRun(
      name: "ffmpeg", tool: tool,
      arguments: plan.arguments(format, file, isFragmented: isFragmented), doing: "write",
      path: folder.path
    ).run()
    if soundtrack != nil, format.audioCodec == .opus, duration > 0 {
      try MatroskaLength.shorten(file, to: duration)
    }
    var facts = information
    facts.poster = nil
    let losesFacts = format.row.captions == nil && (captions != nil || !facts.isEmpty)
    let losesPoster = information.poster != nil && !holdsPoster(format)
    return try await (losesFacts ? [.informationLost(format)] : [])
      + (losesPoster ? [.posterLost(format)] : []) + (soundtrack?.notes() ?? [])
  }

  private func holdsPoster(_ format: MediaFormat) -> Bool {
    format.row.poster != .nowhere && !isFragmented
  }

  /// The frame at a time, or the last one, as JFIF has its colours.
  private func drawPoster(
    at time: Double, of video: String, to path: String, _ tool: String
  ) async throws {
    let convert =
      "scale=in_color_matrix=bt709:out_color_matrix=bt601:in_range=tv:out_range=pc"
      + ":flags=accurate_rnd+full_chroma_int,format=yuvj444p"
    let start = max(0, min(time, duration - 1e-3))
    try await ToolRun(
      name: "ffmpeg", tool: tool,
      arguments: ToolArguments.common + MediaInput(path: video).arguments(["-ss", "\(start)"])
        + ["-map", "0:v:0", "-frames:v", "1", "-vf", convert]
        + ["-q:v", "2", "-update", "1", ToolArguments.file(path)], doing: "write", path: path
    ).run()
  }

  /// Gives a finished video other multiplex: its pictures stay as they are. The file appears in
  /// one step.
  public func replace(
    in video: String, _ format: MediaFormat, tools: MediaTools = MediaTools(),
    run: RunToken = RunToken()
  ) async throws -> SinkReport {
    let tool = try tools.locatedFFmpeg()
    let output = try PartialFolder(for: video, extension: format.fileExtension, run: run)
    do {
      let before = try await MediaFacts.read(video, tools: tools)
      let notes = try await write(
        pictures: video, to: output.file, format, hasAlpha: before.hasAlpha, in: output,
        tool: tool)
      let after = try await MediaFacts.read(output.file, tools: tools)
      guard after.frameCount == before.frameCount, after.colors == before.colors,
        after.hasAlpha == before.hasAlpha, after.sound != nil || soundtrack == nil
      else {
        throw MediaError.notWhatWasRendered(
          path: video, details: ["its pictures did not stay as they were"])
      }
      let byteCount = try output.commit()
      return SinkReport(
        path: video, frameCount: after.frameCount, byteCount: byteCount, notes: notes)
    } catch {
      throw output.failure(error)
    }
  }
}

/// The arguments for ffmpeg that put parts together.
private struct MultiplexPlan {
  private var inputs: [MediaInput]
  private var maps = ["-map", "0:v:0"]
  private var codecs = ["-c", "copy"]
  private var facts: [String] = []
  private var hasChapters = false

  init(_ video: String) { inputs = [MediaInput(path: video)] }

  /// The mark of WebM that pictures have alpha, which goes with other metadata where that is not
  /// copied.
  mutating func keepAlpha() { facts += ["-metadata:s:v:0", "alpha_mode=1"] }

  mutating func add(sound path: String) {
    maps += ["-map", "\(inputs.count):a:0"]
    inputs.append(MediaInput(path: path, kind: .sound))
  }

  mutating func add(captions path: String, _ format: MediaFormat, language: String?) {
    maps += ["-map", "\(inputs.count):s:0"]
    inputs.append(MediaInput(path: path, kind: .format("srt")))
    codecs += ["-c:s", format.row.captions ?? "copy"]
    if let language { facts += ["-metadata:s:s:0", "language=\(languageCode(language))"] }
  }

  mutating func add(poster path: String, _ format: MediaFormat) {
    guard format.row.poster != .attachment else {
      facts += ["-attach", ToolArguments.file(path)]
      facts += ["-metadata:s:t", "mimetype=image/jpeg", "-metadata:s:t", "filename=cover.jpg"]
      return
    }
    maps += ["-map", "\(inputs.count):v:0"]
    inputs.append(MediaInput(path: path, kind: .format("jpeg_pipe")))
    facts += ["-disposition:v:1", "attached_pic"]
  }

  /// `path` is that of a file with the times of the chapters.
  mutating func add(_ information: FilmInformation, chapters path: String, duration: Double) {
    maps += ["-map_metadata", "\(inputs.count)", "-map_chapters", "\(inputs.count)"]
    inputs.append(MediaInput(path: path, kind: .format("ffmetadata")))
    hasChapters = true
    facts += information.metadataArguments(duration: duration)
    guard let language = information.language else { return }
    for stream in ["v", "a"] where stream == "v" || maps.contains(where: { $0.hasSuffix(":a:0") }) {
      facts += ["-metadata:s:\(stream):0", "language=\(languageCode(language))"]
    }
  }

  func arguments(_ format: MediaFormat, _ file: String, isFragmented: Bool) -> [String] {
    ToolArguments.common + inputs.flatMap { $0.arguments() } + maps
      // The metadata of an earlier file does not count.
      + (hasChapters ? [] : ["-map_metadata", "-1", "-map_chapters", "-1"])
      + codecs + facts
      + (isFragmented ? ToolArguments.fragments : format.row.multiplexing) + [
        ToolArguments.file(file)
      ]
  }
}

/// Languages by ISO 639: the two letters of part 1, then the three of part 2 (terminology), which
/// containers of MP4 have. From the Library of Congress's list.
private let languages = """
  aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel bgbul
  bibis bmbam bnben bobod brbre bsbos cacat ceche chcha cocos crcre csces cuchu cvchv cycym
  dadan dedeu dvdiv dzdzo eeewe elell eneng eoepo esspa etest eueus fafas ffful fifin fjfij
  fofao frfra fyfry gagle gdgla glglg gngrn guguj gvglv hahau heheb hihin hohmo hrhrv hthat
  huhun hyhye hzher iaina idind ieile igibo iiiii ikipk ioido isisl itita iuiku jajpn jvjav
  kakat kgkon kikik kjkua kkkaz klkal kmkhm knkan kokor krkau kskas kukur kvkom kwcor kykir
  lalat lbltz lglug lilim lnlin lolao ltlit lulub lvlav mgmlg mhmah mimri mkmkd mlmal mnmon
  mrmar msmsa mtmlt mymya nanau nbnob ndnde nenep ngndo nlnld nnnno nonor nrnbl nvnav nynya
  ococi ojoji omorm orori ososs papan pipli plpol pspus ptpor quque rmroh rnrun roron rurus
  rwkin sasan scsrd sdsnd sesme sgsag sisin skslk slslv smsmo snsna sosom sqsqi srsrp ssssw
  stsot susun svswe swswa tatam tetel tgtgk ththa titir tktuk tntsn toton trtur tstso tttat
  twtwi tytah uguig ukukr ururd uzuzb veven vivie vovol wawln wowol xhxho yiyid yoyor zazha
  zhzho zuzul
  """

/// Three letters of ISO 639-2 for a language such as `de` or `pt-BR`, as MP4 has them; the language
/// itself where it has none.
private func languageCode(_ language: String) -> String {
  let code = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
  guard code.count == 2 else { return code.count == 3 ? code : language }
  let found = languages.split { $0 == " " || $0 == "\n" }.first { $0.hasPrefix(code) }
  return found.map { String($0.dropFirst(2)) } ?? language
}
