import Geometry
public import LayerTree
import Timing

/// Writes a scene in the scene language: the inverse of `SceneLoader`.
///
/// Numbers read back to exactly the same values. What the reader has resolved (a frame, a unit, an
/// alias) is written as what it means. A layer that shows another scene names that scene's file.
public struct SceneWriter: Sendable {
  /// What the scene language has no words for.
  public struct Unwritable: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// How a file that the scene shows is called in the new scene, from its absolute path.
  private let name: @Sendable (_ path: String) throws -> String

  /// `name` gives the path that the new file names for the absolute path of a picture or a font. It
  /// may throw when there is none.
  public init(namingAssets name: @escaping @Sendable (_ path: String) throws -> String = { $0 }) {
    self.name = name
  }

  /// The whole file. Throws `Unwritable`, or what the naming of assets throws.
  public func text(_ scene: Scene) throws -> String {
    let layers = scene.root.sublayers
    let names = NamedThings(layers)
    let animations = AnimationWriting(values: ValueWriting(name: name), names: names)
    let events = try EventWriting(layers, animations)
    var entries = try canvas(scene) + names.entries
    if !layers.isEmpty {
      entries.append((Key.layers.name, try list(layers, in: "layers", animations)))
    }
    return YAMLText.mapping(entries + (try events.entries())).text()
  }

  private func canvas(_ scene: Scene) throws -> AnimationWriting.Entries {
    var entries: AnimationWriting.Entries = [
      (Key.canvasSize.name, .line(try ValueWriting(name: name).text(.size(scene.size)))),
      (Key.background.name, .line(scene.background.map { YAMLText.quoted($0.css) } ?? "none")),
      (Key.framesPerSecond.name, .line(scene.clock.rate.description)),
    ]
    if scene.clock.duration > 0 {
      entries.append((Key.sceneDuration.name, .line(scene.clock.duration.exactText)))
    }
    return entries
  }

  private func list(
    _ layers: [Layer], in place: String, _ animations: AnimationWriting
  ) throws -> YAMLText {
    .list(
      try layers.enumerated().map {
        try layer($0.element, at: "\(place)[\($0.offset)]", animations)
      })
  }

  /// As it is at the start; what happens later is told by the events.
  private func layer(
    _ layer: Layer, at place: String, _ animations: AnimationWriting
  ) throws -> YAMLText {
    let epoch = layer.epochs[0]
    var entries = heading(layer, at: place) + clock(epoch.clock)
    entries += try source(of: layer)
    entries += try properties(epoch.values, layer.layerClass)
    if !epoch.animations.isEmpty {
      let list = try epoch.animations.map { try animations.text($0) }
      entries.append((Key.layerAnimations.name, .list(list)))
    }
    if !layer.sublayers.isEmpty, layer.sceneReference == nil {
      let inner = try list(layer.sublayers, in: place + ".sublayers", animations)
      entries.append((Key.sublayers.name, inner))
    }
    if let mask = layer.mask {
      entries.append((Key.mask.name, try self.layer(mask, at: place + ".mask", animations)))
    }
    return entries.isEmpty ? .line("{}") : .mapping(entries)
  }

  private func heading(_ layer: Layer, at place: String) -> [(key: String, value: YAMLText)] {
    var entries: [(key: String, value: YAMLText)] = []
    if layer.name != place {
      entries.append((Key.layerName.name, .line(YAMLText.quoted(layer.name))))
    }
    let layerClass = layer.sceneReference == nil ? layer.layerClass : .scene
    if layerClass != .plain {
      entries.append((Key.layerClass.name, .line(layerClass.name)))
    }
    return entries
  }

  /// The file that the layer shows, with what that is given.
  private func source(of layer: Layer) throws -> [(key: String, value: YAMLText)] {
    if let video = layer.video {
      return [(Key.videoFile.name, .line(YAMLText.quoted(try name(video.path))))]
    }
    guard let scene = layer.sceneReference else { return [] }
    let file = (Key.sceneFile.name, YAMLText.line(YAMLText.quoted(try name(scene.path))))
    let parameters = try scene.parameters.map {
      (YAMLText.quoted($0.name), YAMLText.line(try ValueWriting(name: name).text($0.value)))
    }
    return [file] + (parameters.isEmpty ? [] : [(Key.givenParameters.name, .mapping(parameters))])
  }

  private func clock(_ clock: LayerClock) -> [(key: String, value: YAMLText)] {
    [
      (Key.layerBeginTime, clock.beginTime, 0), (Key.layerSpeed, clock.speed, 1),
      (Key.layerTimeOffset, clock.timeOffset, 0),
    ].filter { $0.1 != $0.2 }.map { ($0.0.name, .line($0.1.exactText)) }
  }

  private func properties(
    _ values: LayerValues, _ layerClass: LayerClass
  ) throws -> [(key: String, value: YAMLText)] {
    try layerClass.properties.filter(values.sets).map {
      ($0.name, .line(try ValueWriting(name: name).text(values[any: $0], of: $0.type)))
    }
  }
}
