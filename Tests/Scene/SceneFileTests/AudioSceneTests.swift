import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import RostrumSource
import RostrumTiming
import Testing

/// How the keys of sounds become tracks.
@Suite("Sounds of scene files")
struct AudioSceneTests {
  private func scene(_ audio: String, duration: String = "duration: 8") throws -> Scene {
    return try load("size: [10, 10]\n\(duration)\naudio: \(audio)\nlayers: []\n").loaded()
  }

  /// A sound that every machine has, for the loader of the tests.
  private static let file = #filePath

  @Test("A path, a mapping and a list are tracks")
  func forms() throws {
    let options = SceneOptions(allowedPaths: ["/"])
    for text in [Self.file, "{file: \(Self.file)}", "[\(Self.file)]", "[{file: \(Self.file)}]"] {
      let scene = try load(
        "size: [10, 10]\nduration: 1\naudio: \(text)\nlayers: []\n", options: options
      ).loaded()
      #expect(scene.audio.count == 1 && scene.audio[0].source.duration == 10)
      #expect(scene.audio[0].gain == Envelope(1) && scene.audio[0].place != nil)
    }
    #expect(try scene("[]").isSilent)
  }

  @Test("Decibels are factors of the amplitude")
  func decibels() throws {
    let options = SceneOptions(allowedPaths: ["/"])
    for (text, factor) in [("-6dB", 0.501187), ("0 dB", 1), ("20dB", 10), ("0.25", 0.25)] {
      let result = load(
        "size: [10, 10]\nduration: 1\naudio: {file: \(Self.file), gain: \(text)}\nlayers: []\n",
        options: options)
      let gain = try #require(result.scene?.audio.first?.gain.constant)
      #expect(abs(gain - factor) < 1e-5)
    }
  }

  @Test("A scene without a duration lasts as long as its sounds that end")
  func duration() throws {
    let options = SceneOptions(allowedPaths: ["/"])
    func seconds(_ audio: String) -> Double? {
      load("size: [10, 10]\naudio: \(audio)\nlayers: []\n", options: options).scene?.clock.duration
    }
    #expect(seconds("{file: \(Self.file), in: 2, beginTime: 1, speed: 2}") == 5)
    #expect(seconds("[{file: \(Self.file), loop: true}, {file: \(Self.file), out: 3}]") == 3)
  }

  @Test("With the duration auto a sound fades out when the picture is over")
  func automaticDuration() throws {
    func scene(_ audio: String, _ layers: String) throws -> Scene {
      let text =
        "size: [10, 10]\nduration: auto\naudio: {file: \(Self.file)\(audio)}\nlayers: \(layers)\n"
      return try #require(load(text, options: SceneOptions(allowedPaths: ["/"])).scene)
    }
    let moving = "[{animations: {opacity: {toValue: 0, duration: 4}}}]"
    let faded = try scene("", moving)
    #expect(faded.clock.duration == 4 && faded.audio.map(\.fadeOut) == [1])
    #expect(try scene(", fadeOut: 2", moving).audio.map(\.fadeOut) == [2])
    #expect(try scene(", out: 3", moving).audio.map(\.fadeOut) == [0])
    #expect(try scene("", "[]").clock.duration == 10)
  }

  @Test("A file outside of the scene's folder is refused, as a picture is")
  func access() {
    let result = load("size: [10, 10]\naudio: /etc/hosts\nlayers: []\n")
    #expect(result.diagnostics.map(\.id) == ["outside-folder"])
    #expect(result.diagnostics.first?.hint == "allow it with --allow-path")
  }

  @Test("An animation follows the level of a track, in the time in which that is heard")
  func follow() throws {
    func scene(_ track: String, _ follow: String) -> LoadResult {
      load(
        """
        size: [10, 10]
        duration: 20
        audio: {file: \(Self.file), name: m\(track)}
        layers:
          - name: a
            animations: [{type: follow, keyPath: opacity, audio: m\(follow)}]

        """, options: SceneOptions(allowedPaths: ["/"]))
    }
    func opacity(_ result: LoadResult, at time: Double) throws -> Double {
      let layer = try #require(result.scene?.presentation(at: time).sublayers.first)
      return layer.values[.opacity]
    }
    let plain = scene("", "")
    for (time, value) in [(0.5, 0.0), (1.5, 1), (2.5, 0), (15, 0)] {
      #expect(try opacity(plain, at: time) == value, "at \(time)")
    }
    #expect(try opacity(scene("", ", hold: false"), at: 15) == 1)
    let inSilence = scene(", beginTime: 3, in: 1, out: 2", ", offset: 0.25, scale: 0.5")
    for (time, value) in [(1.0, 0.25), (3.5, 0.75), (9, 0.25)] {
      #expect(try opacity(inSilence, at: time) == value, "at \(time)")
    }
    #expect(try opacity(scene("", ", scale: 0.5, offset: 0.25"), at: 1.5) == 0.75)
    #expect(try opacity(scene("", ", band: [20, 120]"), at: 1.5) == 0.5)
    let moved = scene(", beginTime: 3, speed: 2, in: 1, out: 3, loop: true", "")
    for (time, value) in [(3.25, 1.0), (3.75, 0), (4.25, 1), (4.75, 0)] {
      #expect(try opacity(moved, at: time) == value, "at \(time)")
    }
    #expect(scene("", "x").diagnostics.map(\.hint) == ["did you mean 'm'?"])
    #expect(scene("", ", band: [200, 20]").diagnostics.count == 1)
  }

  private func waveform(_ track: String, _ keys: String, _ more: String = "") -> LoadResult {
    load(
      """
      size: [200, 100]
      duration: 20
      audio: {file: \(Self.file), name: m\(track)}
      layers:
        - {class: shape, bounds: [0, 0, 100, 50], waveform: {audio: m\(keys)}\(more)}

      """, options: SceneOptions(allowedPaths: ["/"]))
  }

  /// The second of ten seconds is loud; the rest is silence.
  @Test("A waveform fills the bounds, in bars or as one outline")
  func waveforms() throws {
    func path(_ track: String, _ keys: String) throws -> Path {
      let result = waveform(track, keys)
      #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
      return try #require(result.scene?.layers.first?.values[.path])
    }
    let bars = try path("", ", bars: 10").subpaths.map { Path($0.elements).boundingBox }
    #expect(bars.count == 10)
    // A bar is 6 of 10 points wide; of silence 1 point of 50 stays.
    #expect(bars[0] == Rect(x: 2, y: 24.5, width: 6, height: 1))
    #expect(bars[1] == Rect(x: 12, y: 0, width: 6, height: 50))
    #expect(bars[2] == Rect(x: 22, y: 24.5, width: 6, height: 1))
    let banded = try path("", ", bars: 10, band: [20, 120]").subpaths[1]
    #expect(Path(banded.elements).boundingBox == Rect(x: 12, y: 12.5, width: 6, height: 25))
    // The loud part of the sound alone.
    let part = try path(", in: 1, out: 1.5", "")
    #expect(part.boundingBox == Rect(x: 0, y: 0, width: 100, height: 50))
    let whole = try path("", "").points
    #expect(whole.allSatisfy { $0.y == 25 || (9...21).contains($0.x) })
  }

  @Test(
    "A waveform that cannot be is an error",
    arguments: [
      ("x", "", "the scene has no track 'mx'"), (", bars: 0", "", "a whole number from 1"),
      (", band: [200, 20]", "", "the lower one first"), ("", ", path: M0 0L9 9", "sets the path"),
    ])
  func badWaveforms(_ keys: String, _ more: String, _ message: String) {
    let result = waveform("", keys, more)
    #expect(result.diagnostics.count == 1, "\(result.diagnostics)")
    #expect(result.diagnostics.first?.message.contains(message) == true, "\(result.diagnostics)")
  }
}

extension Path {
  fileprivate var points: [Point] { segments.flatMap { [$0.start, $0.end] } }
}
