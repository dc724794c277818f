import Foundation

/// A typical scene: photographs, gradients, blurs, text and clips. Its file is in
/// `Tests/Benchmarks/Films`; its pictures are drawn on first use.
struct Film {
  let scene: String
  let width: Int
  let height: Int
  let frameCount: Int
  /// The photographs that the scene's parameter `kind` chooses; `nil` for a scene without it.
  var kind: String?
  /// The film is this many times as large, and so are its figures compared with the small one's.
  var scale = 1

  var name: String {
    scene + (kind.map { $0 == "smooth" ? "" : "-" + $0 } ?? "") + (scale > 1 ? "-x\(scale)" : "")
  }

  /// The arguments of `rostrum render` beside the scene's path.
  var arguments: [String] {
    (kind.map { ["--set", "kind=\($0)"] } ?? []) + (scale > 1 ? ["--scale", "\(scale)"] : [])
  }

  static let all = [
    Film(scene: "slideshow", width: 1280, height: 720, frameCount: 270, kind: "smooth"),
    Film(scene: "slideshow", width: 1280, height: 720, frameCount: 270, kind: "noisy"),
    Film(scene: "portrait", width: 1080, height: 1920, frameCount: 270, kind: "smooth"),
    plain("gradients"), plain("strokes"), plain("shapes"), plain("letters"), plain("shadows"),
    plain("space"),
  ]

  /// 3840 by 2160 pixels.
  static let large = [
    Film(
      scene: "slideshow", width: 1280, height: 720, frameCount: 270, kind: "smooth", scale: 3),
    Film(scene: "shapes", width: 1280, height: 720, frameCount: 120, scale: 3),
  ]

  /// The text of a film of `large` whose times are longer, so that it lasts for a minute.
  func stretchedToMinute(_ text: String) -> String {
    let factor = 60 / (Double(frameCount) / 30)
    return text.replacing(/(duration|overlap): ([0-9.]+)/) { match in
      "\(match.output.1): \((Double(match.output.2) ?? 0) * factor)"
    }
  }

  /// The memory that Performance.md gives for an MP4 with a worker for each core, in bytes.
  var expectedPeak: Double {
    let pixels = Double(width * height * scale * scale)
    let workers = Double(ProcessInfo.processInfo.activeProcessorCount)
    // Three photographs, or seven pictures of which six are small.
    return workers * pixels * 8 + 5 * pixels * 1.5 + 3 * 1600 * 1000 * 4 + 40e6
  }

  private static func plain(_ scene: String) -> Film {
    Film(scene: scene, width: 1280, height: 720, frameCount: 120)
  }

  /// Copies all scenes to a folder and draws their pictures.
  static func export(to folder: URL) throws {
    let files = FileManager.default
    let scenes = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Films").standardized
    let pictures = folder.appending(path: "Pictures")
    try files.createDirectory(at: pictures, withIntermediateDirectories: true)
    for scene in try files.contentsOfDirectory(at: scenes, includingPropertiesForKeys: nil) {
      let copy = folder.appending(path: scene.lastPathComponent)
      try? files.removeItem(at: copy)
      try files.copyItem(at: scene, to: copy)
    }
    for (kind, grain) in [("smooth", Float(0)), ("noisy", 9)] {
      for number in 0..<3 {
        try Photograph(number: number, width: 1600, height: 1000, grain: grain)
          .write(to: pictures.appending(path: "\(kind)-\(number).png"))
      }
    }
    for number in 0..<20 {
      try Photograph(number: number, width: 600, height: 400, grain: 3)
        .write(to: pictures.appending(path: "card-\(number).png"))
    }
    try Photograph(number: 4, width: 500, height: 500, grain: 3, isCutOut: true)
      .write(to: pictures.appending(path: "sticker.png"))
  }
}

/// How long films take that look like what people render, to PNG files and to MP4; and how much
/// slower a film is with nine times as many pixels, and with which peak of memory; and what a track
/// of sound costs.
struct FilmBenchmark {
  private let command: String
  private let folder: URL
  private let rounds = 3

  /// `command` is the path of `rostrum`, built in release.
  init(command: String) {
    self.command = command
    folder = FileManager.default.temporaryDirectory.appending(path: "rostrum-films-\(getpid())")
  }

  func run() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Film.export(to: folder)
    say("\nFilms: frames a second from start to end, medians of \(rounds)")
    say(row("film", ["PNG", "veryfast", "ultrafast"]))
    for film in Film.all {
      let columns = try ["png", "veryfast", "ultrafast"].map { what in
        String(format: "%.1f", Double(film.frameCount) / (try median(film, what).seconds))
      }
      say(row(film.name, columns))
    }
    say("\n4K, PNG: frames a second, and the peak of memory in MB")
    say(row("film", ["1280x720", "3840x2160", "ratio", "peak"]))
    for film in Film.large { try compareSizes(film) }
  }

  /// A minute of 3840 by 2160 pixels beside a minute of 1280 by 720, as MP4s.
  func runMinutes() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Film.export(to: folder)
    say("\nA minute, MP4 veryfast: frames a second, once each; the peak of memory in MB, and what")
    say("the formula gives for frames and pictures, without the pictures that are kept, 256 MB")
    say(row("film", ["1280x720", "3840x2160", "ratio", "peak", "formula"]))
    for film in Film.large {
      let file = folder.appending(path: film.scene + ".yaml")
      let text = try String(contentsOf: file, encoding: .utf8)
      try Data(film.stretchedToMinute(text).utf8).write(to: file)
      var small = film
      small.scale = 1
      let (low, high) = (try render(small, "veryfast"), try render(film, "veryfast"))
      let numbers = [1800 / low.seconds, 1800 / high.seconds, high.seconds / low.seconds]
      say(
        row(
          film.name,
          numbers.map { String(format: "%.1f", $0) }
            + [high.peak, film.expectedPeak].map { String(format: "%.0f", $0 / 1e6) }))
    }
  }

  /// A stereo track beside silence.
  func runWithSound() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Film.export(to: folder)
    say("\nA stereo track, MP4: seconds from start to end, medians of 7, in turn")
    say(row("film", ["silent", "with sound", "ratio"]))
    for preset in ["medium", "veryfast"] { try compareSound(Film.all[0], preset) }
  }

  /// The film beside itself with chords that last as long.
  private func compareSound(_ film: Film, _ preset: String) throws {
    let scene = folder.appending(path: film.scene + ".yaml")
    let heard = folder.appending(path: film.scene + "-sound.yaml")
    try Data(waveFile(seconds: film.frameCount / 30))
      .write(to: folder.appending(path: "chords.wav"))
    let text = try String(contentsOf: scene, encoding: .utf8)
    try Data((text + "audio: [{file: chords.wav}]\n").utf8).write(to: heard)
    var times: (silent: [Double], heard: [Double]) = ([], [])
    for round in 0..<7 {
      for (scene, isHeard) in [(scene, false), (heard, true)] {
        let output = folder.appending(path: "\(preset)-\(round)-\(isHeard).mp4").path
        let time = try seconds {
          try Program(
            [command, "render", scene.path, "--quiet", "-o", output, "--preset", preset]
              + film.arguments
          ).wait()
        }
        if isHeard { times.heard.append(time) } else { times.silent.append(time) }
      }
    }
    let (silent, sound) = (times.silent.sorted()[3], times.heard.sorted()[3])
    say(
      row(
        "\(film.name), \(preset)",
        [silent, sound, sound / silent].map { String(format: "%.2f", $0) }))
  }

  /// Chords in stereo that change twice a second, with a little noise, as 16 bits at 48 kHz.
  private func waveFile(seconds: Int) -> [UInt8] {
    func bytes(_ value: UInt32, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(value >> (8 * UInt32($0)) & 255) }
    }
    let count = seconds * 48_000
    var samples: [UInt8] = []
    samples.reserveCapacity(count * 4)
    for index in 0..<count {
      let time = Double(index) / 48_000
      let pitch = 110 * pow(2, Double([0, 5, 7, 3][Int(time * 2) % 4]) / 12)
      for side in [1.0, 1.003] {
        let tones = (1...6).map { sin(2 * .pi * pitch * side * Double($0) * time) / Double($0) }
        let noise = (sin(Double(index) * 12.9898 + side) * 43_758.5453)
          .truncatingRemainder(dividingBy: 1)
        let level = tones.reduce(0, +) * 0.2 + noise * 0.02
        samples += bytes(UInt32(bitPattern: Int32(level * 30_000)), 2)
      }
    }
    return Array("RIFF".utf8) + bytes(UInt32(36 + samples.count)) + Array("WAVEfmt ".utf8)
      + bytes(16) + bytes(1, 2) + bytes(2, 2) + bytes(48_000) + bytes(192_000) + bytes(4, 2)
      + bytes(16, 2) + Array("data".utf8) + bytes(UInt32(samples.count)) + samples
  }

  private func compareSizes(_ film: Film) throws {
    var small = film
    small.scale = 1
    let count = Double(film.frameCount)
    let (low, high) = (try median(small, "png"), try median(film, "png"))
    say(
      row(
        film.name,
        [
          String(format: "%.1f", count / low.seconds),
          String(format: "%.1f", count / high.seconds),
          String(format: "%.1f", high.seconds / low.seconds),
          String(format: "%.0f", high.peak / 1e6),
        ]))
  }

  private func median(_ film: Film, _ what: String) throws -> (seconds: Double, peak: Double) {
    let runs = try (0..<rounds).map { _ in try render(film, what) }
    return runs.sorted { $0.seconds < $1.seconds }[rounds / 2]
  }

  private func render(_ film: Film, _ what: String) throws -> (seconds: Double, peak: Double) {
    let output = folder.appending(path: UUID().uuidString)
    let scene = folder.appending(path: film.scene + ".yaml").path
    let options =
      what == "png"
      ? ["-o", output.path] : ["-o", output.path + ".mp4", "--preset", what, "--no-verify"]
    var peak = 0.0
    let time = try seconds {
      let program = try Program([command, "render", scene, "--quiet"] + film.arguments + options)
      // An encoder has memory of its own.
      if what != "png" { peak = program.ownPeakMemory() }
      let ending = try program.wait()
      if what == "png" { peak = ending.peakMemory }
    }
    return (time, peak)
  }
}
