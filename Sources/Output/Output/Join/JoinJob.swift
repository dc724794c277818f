import RostrumBase
import RostrumCanvas
import RostrumLayerTree
public import RostrumMedia
public import RostrumSceneFile
public import RostrumTiming

/// Joins parts of a render: frames to a sequence or a video, videos to a longer one.
///
/// Manifests show whether the parts are complete, of one scene and of one version; every file is
/// read and compared with its record.
public struct JoinJob: Sendable {
  private let parts: [String]
  private let output: String?
  /// The frames that have to be there.
  public var frames = FrameSelection.all
  public var settings = VideoSettings()
  /// All that the film gets beside its pictures.
  public var additions = FilmAdditions()
  /// The path of the scene that the parts show: a film gets its sound, its captions and its facts,
  /// but for those in `additions`. `nil` for none.
  public var scene: String?
  public var sceneOptions = SceneOptions()

  /// `parts` are folders of frames, or videos; `output` a folder or a video, `nil` to only look
  /// whether everything is there.
  public init(parts: [String], output: String?) {
    (self.parts, self.output) = (parts, output)
  }

  /// The first part represents all parts in reports.
  private var item: RenderItem { RenderItem(path: parts[0]) }

  /// Throws `JoinProblem` and `MediaError`. The events name the first part.
  public func run(report: @escaping @Sendable (RenderEvent) -> Void) async throws {
    for part in parts where !FileManager.default.fileExists(atPath: part) {
      throw JoinProblem.absent(path: part)
    }
    let folders = parts.filter(isFolder)
    guard folders.isEmpty || folders.count == parts.count else { throw JoinProblem.mixed }
    if folders.isEmpty {
      try await joinVideos(report)
    } else {
      try await joinFrames(of: folders, report)
    }
  }

  // MARK: - Frames

  private func joinFrames(
    of folders: [String], _ report: @escaping @Sendable (RenderEvent) -> Void
  ) async throws {
    let recorded = try RecordedFrames(folders: folders)
    for message in recorded.warnings { report(.warned(item, message: message)) }
    let files = try recorded.files(of: frames)
    try check(files.map(\.1), report)
    guard let output else { return report(.finished(item, outputs: [])) }
    guard let format = videoFormat(output) else {
      if !additions.isEmpty {
        throw MediaError.invalidSetting("a folder of frames holds no sound, captions or chapters")
      }
      let warnings = try copy(files, recorded.header, to: output)
      for message in warnings where !recorded.warnings.contains(message) {
        report(.warned(item, message: message))
      }
      return report(.finished(item, outputs: [output]))
    }
    let rate = FrameRate(recorded.header.rate) ?? .standard
    var mux = Mux(directory: folders[0], rate: rate, settings: settings)
    let film = try film(of: files.map(\.0), recorded.header)
    mux.additions = film.additions(besides: additions, format)
    try await write(film, of: files.map(\.1.path), to: output, report) { [mux] in
      try await mux.write(files.map(\.1.path), to: output, format: format)
    }
  }

  /// Writes the film, and captions beside it.
  private func write(
    _ film: JoinedFilm, of parts: [String], to output: String,
    _ report: @escaping @Sendable (RenderEvent) -> Void, _ body: () async throws -> SinkReport
  ) async throws {
    for message in film.warnings { report(.warned(item, message: message)) }
    let captions = film.captionFiles(beside: output)
    let inputs = parts + additions.files + film.inputs.map(\.string) + sceneOptions.sharedInputs
    let second = (videoFormat(output) ?? .mp4).secondFile(beside: output)
    try InputFiles(inputs).check([output] + [second].compactMap(\.self) + captions.map(\.path))
    let written = try await film.rethrowingSoundErrors(body)
    for file in captions {
      try writeWholeFile(file.bytes, to: file.path, inside: file.path.folderOfPath)
    }
    for note in written.notes { report(.warned(item, message: note.description)) }
    report(.finished(item, outputs: [written.path]))
  }

  private func film(of frames: [Int], _ header: RunHeader) throws -> JoinedFilm {
    guard let scene else { return JoinedFilm() }
    return try JoinedFilm(SceneOpener(options: sceneOptions).open(scene), frames, header)
  }

  /// A file that was rendered and then changed is found before anything is written.
  private func check(
    _ files: [RecordedFile], _ report: @Sendable (RenderEvent) -> Void
  ) throws {
    for (index, file) in files.enumerated() {
      try Task.checkCancellation()
      try file.check()
      report(.progressed(item, finished: index + 1, of: files.count))
    }
  }

  private func videoFormat(_ path: String) -> MediaFormat? {
    guard !path.endsWithSlash, !isFolder(path) else { return nil }
    return MediaFormat(pathExtension: path.pathExtension)
      .flatMap { $0.isOneFile ? $0 : nil }
  }

  /// Links where the file system can. The folder gets a manifest of its own, so that it can be
  /// resumed and joined like any other.
  ///
  /// Returns warnings about invalid manifest entries found there, as sentences.
  private func copy(
    _ files: [(Int, RecordedFile)], _ header: RunHeader, to folder: String
  ) throws -> [String] {
    let run = RunToken()
    var header = header.ofThisProcess
    header.token = run.description
    header.outputs = [FrameNamePattern.standard.description]
    header.frames = FrameSelection.text(of: files.map(\.0))
    let manifest = try Manifest.begin(header, in: folder, run: run)
    for (number, file) in files {
      try Task.checkCancellation()
      var record = file.record
      record.file = FrameNamePattern.standard.fileName(for: number)
      let path = Manifest.path(record.file, in: folder)
      if try placeFile(file.path, at: path, run: run) { try manifest.add([record]) }
    }
    manifest.end()
    return manifest.warnings
  }

  // MARK: - Videos

  private func joinVideos(_ report: @escaping @Sendable (RenderEvent) -> Void) async throws {
    var files: [RecordedFile] = []
    var warnings: [String] = []
    for part in parts { files.append(try RecordedFile(video: part, warnings: &warnings)) }
    for message in warnings { report(.warned(item, message: message)) }
    files.sort { $0.first < $1.first }
    try checkOrder(files)
    try check(files, report)
    guard let output else { return report(.finished(item, outputs: [])) }
    let rate = FrameRate(files[0].header.rate) ?? .standard
    var join = VideoJoin(files.map(\.path), rate: rate, settings: settings)
    let format = videoFormat(output) ?? .mp4
    let film = try film(of: files.flatMap(\.header.frameNumbers), files[0].header)
    join.additions = film.additions(besides: additions, format)
    try await write(film, of: files.map(\.path), to: output, report) { [join] in
      try await join.write(to: output, format)
    }
  }

  /// All frames, each once, of one scene.
  private func checkOrder(_ files: [RecordedFile]) throws(JoinProblem) {
    let first = files[0].header
    var numbers: Set<Int> = []
    for (file, before) in zip(files, [files[0]] + files) {
      let own = file.header.frameNumbers
      guard numbers.isDisjoint(with: own) else { throw .overlapping(before.path, file.path) }
      numbers.formUnion(own)
    }
    let missing = frames.frames(of: first.sceneFrames).frames.filter { !numbers.contains($0) }
    let strange = files.filter { $0.header.scene != first.scene }
    guard missing.isEmpty, strange.isEmpty else {
      throw .missing(
        frames: FrameSelection.text(
          of: missing.isEmpty ? strange.flatMap(\.header.frameNumbers).sorted() : missing),
        outdated: strange.map { "'\($0.path)' is \(first.difference(from: $0.header))" })
    }
  }
}

/// The scene of a film that is joined.
private struct JoinedFilm {
  private var scene: OpenedScene?
  private var range: Range<Double>?
  private var own = FilmAdditions()
  private(set) var warnings: [String] = []

  /// A film of an unknown scene.
  init() {}

  /// Throws for frames that cannot be the scene's.
  init(_ opened: OpenedScene, _ frames: [Int], _ header: RunHeader) throws(MediaError) {
    let clock = opened.scene.clock
    guard clock.frameCount == header.sceneFrames, clock.rate.description == header.rate else {
      throw .invalidSetting(
        "'\(opened.path)' has \(clock.frameCount) frames, \(clock.rate) a second, and the scene of the parts has \(header.sceneFrames), \(header.rate) a second"
      )
    }
    scene = opened
    range = opened.scene.range(ofFilm: frames)
    if let range {
      own = opened.scene.additions(in: range)
    } else {
      warnings = ["the frames do not follow each other: the film gets no sound of its scene"]
    }
  }

  /// The given additions, and otherwise the scene's. A format without room for its own gets only
  /// the given ones.
  func additions(besides given: FilmAdditions, _ format: MediaFormat) -> FilmAdditions {
    guard scene != nil, format.audioCodec != nil else { return given }
    var all = own
    all.audio = given.audio
    all.captions = given.captions ?? own.captions
    if !given.information.chapters.isEmpty {
      all.information.chapters = given.information.chapters
    }
    return all
  }

  /// The files that the scene reads.
  var inputs: Set<FilePath> { scene?.result.files ?? [] }

  func captionFiles(beside path: String) -> [(path: String, bytes: [UInt8])] {
    guard let scene, let range else { return [] }
    return scene.captionFiles(beside: [path], range)
  }

  /// Adds the sound's place in the scene to errors about sound that cannot be mixed.
  func rethrowingSoundErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
    guard let scene else { return try await body() }
    return try await scene.explaining(own.sound, body)
  }
}

extension RecordedFile {
  fileprivate var first: Int { header.frameNumbers.first ?? 0 }
}

extension RunHeader {
  /// The same, written by this process.
  fileprivate var ofThisProcess: RunHeader {
    RunHeader(
      scene: scene, name: name, renderer: renderer, frames: frames, sceneFrames: sceneFrames,
      rate: rate, outputs: outputs)
  }
}

/// Makes a video from the PNG files in a folder.
public struct MuxJob: Sendable {
  private var mux: Mux
  /// All that the video gets beside its pictures.
  public var additions: FilmAdditions {
    get { mux.additions }
    set { mux.additions = newValue }
  }
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
    let ending = MediaFormat(pathExtension: output.pathExtension)
    guard let format = ending ?? (isStream(output) ? given : nil), format.isFilm
    else {
      let endings = MediaFormat.allCases.filter(\.isFilm).map(\.fileExtension)
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

  /// Writes the video. `report` is called for each event; the folder takes the place of the scene.
  public func run(report: @escaping @Sendable (RenderEvent) -> Void) async throws {
    let item = RenderItem(path: mux.directory)
    let files = try mux.framePaths()
    let total = files.count
    try InputFiles(files + additions.files).check(
      [output] + [format.secondFile(beside: output)].compactMap(\.self))
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
