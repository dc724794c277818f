import ArgumentParser
import RostrumKit

struct Diff: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two pictures, two folders of frames, or two videos.",
    discussion: """
      Folders are compared by file name, videos by frame. Exit status: 0 same, 1 different, \
      3 something missing, 4 sizes differ, \
      66 something cannot be read; the others are compared.

      Examples:
        rostrum diff before.png after.png
        rostrum diff Expected/ball Output/ball --report Report --max-pixels 0.1%
        rostrum diff before.mp4 after.mp4 --min-psnr 40 --json
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

  @Option(
    help: ArgumentHelp(
      "The most pixels that a picture or a video's frame may have.", valueName: "pixels"))
  var maxSize = DiffOptions.usualSize

  @Option(help: "How many pairs are compared side by side. Default: one for each core.")
  var jobs: Int?

  @OptionGroup var reports: ReportArguments

  func validate() throws {
    for rect in ignoredRects where rect.elements.count != 4 {
      throw ValidationError("--ignore-rect takes x,y,width,height in pixels.")
    }
    if maxSize < 1 { throw ValidationError("--max-size is at least 1.") }
    if let jobs, jobs < 1 { throw ValidationError("--jobs is at least 1.") }
    guard minPsnr.isFinite, minPsnr >= 0 else {
      throw ValidationError("--min-psnr is a number of decibels, 0 or more.")
    }
  }

  func run() async throws {
    try await withFailuresExplained(DiagnosticFormatter()) {
      let job = DiffJob(expected: expected, actual: actual, options: options)
      try reports.deliver(try await job.run())
    }
  }

  private var options: DiffOptions {
    var options = DiffOptions()
    options.tolerance = tolerance.tolerance
    for rect in ignoredRects.map(\.elements) {
      options.ignore(x: rect[0], y: rect[1], width: rect[2], height: rect[3])
    }
    options.minimumSignalToNoise = minPsnr
    options.maximumSize = maxSize
    options.keptPictures = reports.keptPictures
    if let jobs { options.jobs = jobs }
    return options
  }
}
