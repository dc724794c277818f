import RostrumGeometry
import RostrumTiming
public import RostrumBase
import RostrumLayerTree
import RostrumMedia
import RostrumSceneFile
import RostrumOutput

/// Facts of a scene that no single picture shows, and the keys that its file declares: the record
/// `film.json` beside the pictures of a set of baselines.
public struct FilmRecord: Sendable, Equatable, Codable {
  /// The version of this file's format; 1.
  public var version = 1
  /// The scene file, as it was given.
  public var scene: String
  /// In points.
  public var size: [Double]
  /// Pixels for each point.
  public var scale: Double
  public var frameRate: String
  /// In seconds.
  public var duration: Double
  public var frames: Int
  /// Whether `rostrum verify` chose the moments; then it adds some for new animations.
  public var choosesMoments: Bool
  /// The values of the scene's parameters, with the values of its row of data.
  public var parameters: [String: String]
  /// The scene's own keys as they are written, by their paths.
  public var keys: [String: String]
  /// In the order of the file, from back to front.
  public var layers: [FilmLayer]
  /// A line for each, with its times.
  public var captions: [String]
  public var chapters: [String]
  /// The title, the language and other metadata of the film.
  public var information: [String: String]
  /// `nil` for silence.
  public var sound: RecordedSound?
  /// The digests of the files that the scene reads, by their paths from the scene's folder.
  public var files: [String: Digest]
}

/// A layer in the record of a film.
public struct FilmLayer: Sendable, Equatable, Codable {
  public var name: String
  /// Its keys as they are written, by their paths.
  public var keys: [String: String]
  /// For each key path whose value changes with time: a digest of each tenth of the duration.
  public var motion: [String: [String]]
}

extension FilmRecord {
  /// The record of a scene. `sound` is the recorded sound, so that unchanged sound is not mixed
  /// again. Throws `MediaError` for sound that cannot be mixed.
  init(
    _ opened: OpenedScene, scale: Double, choosesMoments: Bool, parameters: [String: String],
    sound old: RecordedSound?
  ) async throws {
    let scene = opened.scene
    self.scene = opened.path
    size = [scene.size.width, scene.size.height]
    self.scale = scale
    (frameRate, duration) = (scene.clock.rate.description, scene.clock.duration)
    frames = scene.clock.frameCount
    (self.choosesMoments, self.parameters) = (choosesMoments, parameters)
    let declared = DeclaredLines(opened)
    keys = declared.texts(of: nil)
    let motion = LayerMotion(scene)
    var counts: [String: Int] = [:]
    layers = scene.layers.map { layer in
      // Files of other formats have layers of one name.
      let count = counts[layer.name, default: 0] + 1
      counts[layer.name] = count
      return FilmLayer(
        name: count > 1 ? "\(layer.name) (\(count))" : layer.name,
        keys: count > 1 ? [:] : declared.texts(of: layer.name),
        motion: motion.digests[layer.index] ?? [:])
    }
    captions = (scene.captions?.captions ?? []).map { caption in
      "\(exact(caption.start)) to \(exact(caption.end)) s: \(caption.text)"
    }
    chapters = scene.information.chapters.map { "\(exact($0.time)) s: \($0.title)" }
    information = scene.information.facts
    if let captions = scene.captions {
      information["captions"] =
        captions.places.map(\.rawValue).sorted().joined(separator: ", ")
        + (captions.language.map { " in \($0)" } ?? "")
    }
    files = Self.files(of: opened)
    guard let mix = Self.mix(of: scene) else { return }
    let declaration = mix.digest
    sound =
      if let old, old.declaration == declaration { old } else {
        try await opened.explaining(mix) { try await RecordedSound(mix, declaration: declaration) }
      }
  }

  /// The whole sound of a scene; `nil` for silence.
  static func mix(of scene: Scene) -> SoundMix? {
    scene.additions(in: 0..<max(scene.clock.duration, 1e-9)).sound
  }

  private static func files(of opened: OpenedScene) -> [String: Digest] {
    let own = FilePath.resolved(opened.path)
    var files: [String: Digest] = [:]
    for file in opened.result.files where file != own {
      let name = ReportPaths.way(to: file.string, from: own.string.deletingLastPathComponent)
      files[name] = Digest.ofFile(file.string)?.digest ?? .zero
    }
    return files
  }
}

extension FilmInformation {
  fileprivate var facts: [String: String] {
    var facts = tags
    facts["title"] = title
    facts["language"] = language
    facts["poster"] = poster.map { exact($0) }
    return facts
  }
}

/// The values of each layer that change with time, as digests of tenths of the duration.
private struct LayerMotion {
  private(set) var digests: [Int: [String: [String]]] = [:]

  private static let partCount = 10
  /// The number of samples of the values in each part.
  private static let density = 6

  init(_ scene: Scene) {
    let count = Self.partCount * Self.density
    let times = (0...count).map { Double($0) / Double(count) * scene.clock.duration }
    var values: [Int: [[String: String]]] = [:]
    var first: [Int: PresentationLayer] = [:]
    for time in times {
      for layer in scene.presentation(at: time).inner.flatMap(\.all) where layer.instance == 0 {
        // A layer that never changes is the same object at each time.
        if first[layer.index] === layer { continue }
        if first[layer.index] == nil { first[layer.index] = layer }
        values[layer.index, default: []].append(RecordedLayer.values(of: layer))
      }
    }
    for (index, samples) in values where samples.count == times.count {
      var tracks: [String: [String]] = [:]
      for keyPath in Set(samples.flatMap(\.keys)) {
        let track = samples.map { $0[keyPath] ?? "" }
        guard Set(track).count > 1 else { continue }
        tracks[keyPath] = (0..<Self.partCount).map { part in
          var digester = Digester()
          for text in track[part * Self.density...(part + 1) * Self.density] {
            digester.combine(text)
          }
          return String("\(digester.digest)".prefix(8))
        }
      }
      if !tracks.isEmpty { digests[index] = tracks }
    }
  }
}

extension PresentationLayer {
  /// The layer and all below it.
  fileprivate var all: [PresentationLayer] { [self] + inner.flatMap(\.all) }

  /// The names of the layer and its descendants, except hidden and transparent ones.
  fileprivate var shownNames: [String] {
    values[.hidden] || values[.opacity] <= 0 ? [] : [name] + inner.flatMap(\.shownNames)
  }
}

extension Scene {
  /// The names of the layers that are neither hidden nor transparent at a time, nor inside of such
  /// a layer.
  func shownLayers(at time: Double) -> [String] {
    presentation(at: time).inner.flatMap(\.shownNames)
  }
}

// MARK: - Its file

extension FilmRecord {
  /// The content of its file, with a line for each key, so that a change of one is a change of one
  /// line.
  var text: String { json.text() + "\n" }

  private var json: JSONValue {
    .object([
      ("version", .integer(version)), ("scene", .string(scene)),
      ("size", .array(size.map { .number($0) })), ("scale", .number(scale)),
      ("frameRate", .string(frameRate)), ("duration", .number(duration)),
      ("frames", .integer(frames)), ("choosesMoments", .flag(choosesMoments)),
      ("parameters", texts(parameters)), ("keys", texts(keys)),
      ("layers", .array(layers.map(\.json))),
      ("captions", .array(captions.map { .string($0) })),
      ("chapters", .array(chapters.map { .string($0) })), ("information", texts(information)),
      ("sound", sound?.json ?? .null), ("files", texts(files.mapValues(\.description))),
    ])
  }
}

extension FilmLayer {
  fileprivate var json: JSONValue {
    let tracks = motion.sorted { $0.key < $1.key }.map { name, digests in
      (name, JSONValue.array(digests.map { .string($0) }))
    }
    return .object([("name", .string(name)), ("keys", texts(keys)), ("motion", .object(tracks))])
  }
}

extension RecordedSound {
  fileprivate var json: JSONValue {
    .object([
      ("declaration", .string("\(declaration)")), ("samples", .string("\(samples)")),
      ("loudness", .array(loudness.map { .number($0) })), ("ffmpeg", .string(ffmpeg)),
    ])
  }
}
