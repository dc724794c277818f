import ArgumentParser
import RostrumBase
import RostrumImageDiff
import RostrumKit
import RostrumRegression
import RostrumSource

struct Diff: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two pictures, two folders of frames, or two videos.",
    discussion: """
      Folders are compared by file name; videos by frames that belong together, by their times, \
      shape, colour tags and sound. Exit status: 0 same, 1 different, 3 something missing, \
      dropped, doubled or not compared, 4 sizes differ, \
      66 something cannot be read; the others are compared.

      Examples:
        rostrum diff before.png after.png
        rostrum diff Expected/ball Output/ball --report Report --max-pixels 0.1%
        rostrum diff before.mp4 after.mp4 --min-psnr 40 --json
        rostrum diff film.mp4 encoded-again.mp4 --codec-noise
        rostrum diff Here There --calibrate
      """)

  @Argument(help: "What should be seen.", completion: .file())
  var expected: String

  @Argument(help: "What is seen.", completion: .file())
  var actual: String

  @OptionGroup var tolerance: ToleranceArguments

  @Option(
    name: .customLong("ignore-rect"),
    help: ArgumentHelp("Pixels that do not count. Repeat for several.", valueName: "x,y,w,h"))
  var ignoredRects: [CommaSeparated<Int>] = []

  @Option(help: "The signal-to-noise ratio that each frame of a video needs, in decibels.")
  var minPsnr = 35.0

  @Flag(
    help: ArgumentHelp(
      "Take what a lossy encoder changes in a video for the same.",
      discussion: """
        Each frame needs --min-psnr, --min-ssim, and 16 dB in each 8 x 8 pixels; single pixels do \
        not count. The sound may change its waveform a little.
        """))
  var codecNoise = false

  @Option(help: "The structural similarity that --codec-noise needs of each frame, up to 1.")
  var minSsim = 0.95

  @Option(
    help: ArgumentHelp(
      "The most pixels that a picture or a video's frame may have.", valueName: "pixels"))
  var maxSize = DiffOptions.usualSize

  @OptionGroup var jobs: JobArguments

  @Flag(
    help:
      "Take the pairs for the same, and propose the bounds under which they are. Exit status 0.")
  var calibrate = false

  @OptionGroup var reports: ReportArguments

  func validate() throws {
    if calibrate, tolerance.given != nil || reports.report != nil || reports.server.junit != nil {
      throw ValidationError("--calibrate proposes bounds: it takes none, and makes no report.")
    }
    for rect in ignoredRects where rect.elements.count != 4 {
      throw ValidationError("--ignore-rect takes x,y,width,height in pixels.")
    }
    if maxSize < 1 { throw ValidationError("--max-size is at least 1.") }
    guard minSsim.isFinite, (-1...1).contains(minSsim) else {
      throw ValidationError("--min-ssim is a number from -1 to 1.")
    }
    if codecNoise, tolerance.given != nil {
      throw ValidationError(
        "--codec-noise looks at frames as a whole: bounds for pixels do not go with it.")
    }
    guard minPsnr.isFinite, minPsnr >= 0 else {
      throw ValidationError("--min-psnr is a number of decibels, 0 or more.")
    }
  }

  func run() async throws {
    try await withFailuresExplained(DiagnosticFormatter()) {
      try reports.outputs.check(inputs: [expected, actual].flatMap(filesBelow))
      let job = DiffJob(expected: expected, actual: actual, options: options)
      guard !calibrate else {
        let calibration = try await job.calibration()
        if reports.json { return try Terminal.output(calibration.json) }
        return try Terminal.output(message: calibration.text)
      }
      var report = try await job.run()
      if let folder = reports.filmFolder { try await job.addFilms(&report, to: folder) }
      try reports.deliver(report)
    }
  }

  private var options: DiffOptions {
    var options = DiffOptions()
    options.tolerance = tolerance.given ?? .standard
    for rect in ignoredRects.map(\.elements) {
      options.ignore(x: rect[0], y: rect[1], width: rect[2], height: rect[3])
    }
    options.minimumSignalToNoise = minPsnr
    if codecNoise {
      options.codecNoise = CodecNoise(
        minimumSignalToNoise: minPsnr, minimumSimilarity: minSsim)
    }
    options.maximumSize = maxSize
    options.reportFolder = reports.report
    options.pictureFolder = reports.pictureFolder
    options.keptPictures = reports.keptPictures
    jobs.apply(to: &options.jobs)
    return options
  }
}

/// The difference that pictures may have.
struct ToleranceArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The colour distance from which on pixels differ: 0 (any difference) to 1. Default: 0.03.",
      valueName: "0...1"))
  var threshold: Double?

  @Option(help: "How many pixels may differ: a number, or a share such as 0.1%. Default: 0.")
  var maxPixels: String?

  @Option(help: "How many pixels may hang together in one difference.")
  var maxRegion: Int?

  @Flag(help: "Do not forgive pixels that are only antialiased otherwise.")
  var strictAntialiasing = false

  func validate() throws {
    if let threshold, !(0...1).contains(threshold) {
      throw ValidationError("--threshold is a number from 0 to 1.")
    }
    if let maxRegion, maxRegion < 0 { throw ValidationError("--max-region is 0 or more.") }
    guard maxPixels == nil || share != nil || count != nil else {
      throw ValidationError("--max-pixels is a number such as 20, or a share such as 0.1%.")
    }
  }

  private var count: Int? { maxPixels.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }

  private var share: Double? {
    guard let maxPixels, maxPixels.hasSuffix("%"), let number = Double(maxPixels.dropLast())
    else { return nil }
    return (0...100).contains(number) ? number / 100 : nil
  }

  /// `nil` where the command line says nothing about it.
  var given: Tolerance? {
    let isGiven =
      threshold != nil || maxPixels != nil || maxRegion != nil || strictAntialiasing
    return isGiven
      ? Tolerance(
        threshold: threshold ?? Tolerance.standard.threshold, maximumPixels: count ?? 0,
        maximumShare: share ?? 0, maximumRegion: maxRegion,
        forgivesAntialiasing: !strictAntialiasing) : nil
  }
}

/// How the values of layers count beside the pixels.
struct ValueArguments: ParsableArguments {
  @Flag(help: "Fail where a layer's value changed though the pixels are the same.")
  var strictValues = false

  @Option(
    name: .customLong("value-tolerance"),
    help: ArgumentHelp(
      "By how much a value may change, such as position=0.5. Repeat for several.",
      valueName: "key-path=number"))
  var tolerances: [String] = []

  func validate() throws {
    for text in tolerances {
      guard let (keyPath, bound) = Self.read(text), bound.isFinite, bound >= 0 else {
        throw ValidationError("--value-tolerance takes a key path and a number: position=0.5.")
      }
      guard ValueRules.knows(keyPath) else {
        throw ValidationError("--value-tolerance: no layer has a value '\(keyPath)'.")
      }
    }
  }

  /// `nil` where the command line says nothing about it.
  var given: ValueRules? {
    guard strictValues || !tolerances.isEmpty else { return nil }
    let bounds = tolerances.compactMap(Self.read)
    return ValueRules(
      areStrict: strictValues,
      tolerances: Dictionary(bounds, uniquingKeysWith: { _, last in last }))
  }

  private static func read(_ text: String) -> (String, Double)? {
    guard let sign = text.lastIndex(of: "="), let bound = Double(text[sign...].dropFirst())
    else { return nil }
    return (String(text[..<sign]), bound)
  }
}

/// The reports of a comparison.
struct ReportArguments: ParsableArguments {
  @Option(
    help:
      "Write index.html (opens from disk; holds its pictures unless --pictures leaves them beside it), report.json and junit.xml here.",
    completion: .directory)
  var report: String?

  @OptionGroup var server: ServerReportArguments

  @Flag(
    help: "Leave the pictures of what fails in expected/, actual/ and diff/ of the report's folder."
  )
  var pictures = false

  @Flag(
    help:
      "Leave a film of each sequence that fails in film/ of the report's folder: expected, actual and difference side by side."
  )
  var film = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(name: [.short, .long], help: "List the pairs that are the same too.")
  var verbose = false

  /// The folder for pictures as files.
  var pictureFolder: String? { pictures || film ? report : nil }

  /// The folder for films.
  var filmFolder: String? { film ? report : nil }

  /// For how many pairs the report shows pictures.
  /// With --pictures the page shows the files of all that fails.
  var keptPictures: Int { report == nil ? 0 : pictures ? 60 : 1000 }

  func validate() throws {
    if report?.isEmpty == true { throw ValidationError("--report needs the name of a folder.") }
    if film, report == nil { throw ValidationError("--film needs --report.") }
    if pictures, report == nil { throw ValidationError("--pictures needs --report.") }
    if report == "-" { throw ValidationError("--report makes a folder, and needs its name.") }
    if json, server.printsJUnit {
      throw ValidationError("--json and --junit would both write to the standard output.")
    }
  }

  /// All files that will be written.
  var outputs: InputFiles {
    var outputs = server.outputs
    guard let report else { return outputs }
    let folders = ["expected", "actual", "diff"].filter { _ in pictureFolder != nil }
    outputs.add(
      ["index.html", "report.json", "junit.xml"].map(report.appendingPathComponent),
      folders: (folders + (film ? ["film"] : [])).map(report.appendingPathComponent))
    return outputs
  }

  /// Writes and prints everything, then ends with the status of the result.
  func deliver(_ result: DiffReport) throws {
    let result = result.withRelativePaths()
    if let report { try result.write(toFolder: report) }
    try server.write(result.findings, result.junitDocument(picturesIn: report))
    if !server.printsJUnit {
      if json {
        try Terminal.output(result.json)
      } else {
        try Terminal.output(message: result.text(isVerbose: verbose))
      }
    }
    // The merged report covers all shards.
    server.annotate(result.findings, isPart: result.isPart)
    if !result.isPart, let summary = server.summary { try result.appendMarkdown(to: summary) }
    if let report, !result.failures.isEmpty { Terminal.note("see \(report)/index.html") }
    if result.exitStatus != 0 { throw ExitCode(result.exitStatus) }
  }
}
