import RostrumBase
import RostrumImageDiff
import RostrumOutput

/// The differences of a scene from the record of its film, each by its own name.
struct FilmChanges: Sendable {
  private let old: FilmRecord
  private let new: FilmRecord
  /// Facts of time and sound, and the film's own texts: no picture shows them.
  let facts: [DifferenceCause]
  /// Keys whose texts changed, except those named in the facts.
  let keys: [DifferenceCause]
  let order: DifferenceCause?
  /// Layers that are new or gone.
  let layers: [DifferenceCause]
  let files: [DifferenceCause]
  let parameters: [DifferenceCause]

  init(
    from old: FilmRecord, to new: FilmRecord, _ lines: DeclaredLines, _ settings: SettingLines?
  ) {
    (self.old, self.new) = (old, new)
    let comparison = FilmRecordComparison(old: old, new: new, lines: lines, settings: settings)
    (facts, keys, order) = (comparison.facts, comparison.keys, comparison.order)
    (layers, files, parameters) = (comparison.layers, comparison.files, comparison.parameters)
  }

  /// Whether the scene's layers, keys, files and parameters are as they were recorded.
  var isEmpty: Bool {
    facts.isEmpty && keys.isEmpty && order == nil && layers.isEmpty && files.isEmpty
      && parameters.isEmpty
  }

  /// Changes that only other moments would show: values that move otherwise, and changes of
  /// layers that none of the pictures shows or that draw more than their values say. `visible` are
  /// the names of the layers that the compared pictures show.
  func unseen(visible: Set<String>, drawnFreely: Set<String>, _ rules: ValueRules)
    -> [DifferenceCause]
  {
    let hidden = keys.filter { key in
      key.layer.map { !visible.contains($0) || drawnFreely.contains($0) } ?? false
    }.map { key in
      DifferenceCause(
        kind: .unseen, text: key.text + ", which no compared moment shows", layer: key.layer,
        key: key.key, lines: key.lines)
    }
    return hidden + motion(rules)
  }

  private func motion(_ rules: ValueRules) -> [DifferenceCause] {
    // At other times everything moves otherwise.
    guard old.duration == new.duration else { return [] }
    let before = Dictionary(old.layers.map { ($0.name, $0.motion) }) { first, _ in first }
    return new.layers.compactMap { layer in
      guard let before = before[layer.name] else { return nil }
      let changed = Set(before.keys).union(layer.motion.keys).sorted().filter { name in
        before[name] != layer.motion[name] && !rules.hasTolerance(of: name)
      }
      guard let name = changed.first else { return nil }
      let (a, b) = (before[name] ?? [], layer.motion[name] ?? [])
      let parts = (0..<max(a.count, b.count)).filter { part in
        !a.indices.contains(part) || !b.indices.contains(part) || a[part] != b[part]
      }
      let step = new.duration / Double(max(1, max(a.count, b.count)))
      let causes = keys.filter { $0.layer == layer.name }
      let range =
        "from \(readable(seconds: Double(parts.first ?? 0) * step)) to "
        + readable(seconds: Double((parts.last ?? 0) + 1) * step)
      return DifferenceCause(
        kind: .motion, text: "\(layer.name): \(list(changed, most: 1)) moves otherwise \(range)",
        layer: layer.name, key: name, lines: causes.flatMap(\.lines))
    }
  }

  /// The reasons for a difference of two pictures: `touched` are the names of the layers that can
  /// draw where they differ, and `mentioned` is whether one of them names a file.
  func causes(
    from oldTime: Double, to newTime: Double, touched: Set<String>, mentioned: (String) -> Bool
  ) -> [DifferenceCause] {
    var causes: [DifferenceCause] = []
    if oldTime != newTime, let duration = facts.first(where: { $0.kind == .duration }) {
      let moved =
        "the moment was at \(readable(seconds: oldTime)) and is at "
        + "\(readable(seconds: newTime)), as \(duration.text)"
      causes.append(
        DifferenceCause(kind: .duration, text: moved, key: "duration", lines: duration.lines))
    }
    causes += facts.filter { [.size, .scale].contains($0.kind) }
    let own = keys.filter { key in
      key.layer.map(touched.contains) ?? Self.isOfPictures(key.key ?? "")
    }
    causes += own
    causes += layers.filter { touched.contains($0.layer ?? "") }
    if let order,
      order.layer.map({ touched.isDisjoint(with: Set($0.components(separatedBy: ", "))) }) != true
    {
      causes.append(order)
    }
    causes += parameters
    causes += files.filter { mentioned($0.key ?? "") }
    return causes.isEmpty ? keys.filter { $0.layer != nil } + layers + files : causes
  }

  /// Whether a key of the scene decides about its pictures.
  private static func isOfPictures(_ key: String) -> Bool {
    let others = [
      "audio", "captions", "chapters", "title", "language", "poster", "loudness", "tags",
    ]
    return !others.contains { key.hasPrefix($0) }
  }
}

/// Compares two records of a film.
private struct FilmRecordComparison {
  let old: FilmRecord
  let new: FilmRecord
  let lines: DeclaredLines
  let settings: SettingLines?

  private func fact(
    _ kind: DifferenceCause.Kind, _ name: String, _ key: String, _ before: String, _ now: String
  ) -> DifferenceCause? {
    guard before != now else { return nil }
    return cause(
      kind, "\(name) was \(before) and is \(now)", key, lines.line(of: key, in: nil),
      setting: settings?.line(of: key))
  }

  /// A cause with the line of the scene's key, or else of the project's setting.
  private func cause(
    _ kind: DifferenceCause.Kind, _ text: String, _ key: String, _ line: Int?, setting: Int?
  ) -> DifferenceCause {
    var cause = DifferenceCause(kind: kind, text: text, key: key)
    cause.lines = [line ?? setting].compactMap(\.self)
    if line == nil, setting != nil { cause.file = settings?.file }
    return cause
  }

  var facts: [DifferenceCause] {
    func size(_ size: [Double]) -> String { size.map { readable($0) }.joined(separator: " x ") }
    let numbers = [
      fact(
        .duration, "the duration", "duration", readable(seconds: old.duration),
        readable(seconds: new.duration)),
      fact(.frameRate, "the frame rate", "fps", old.frameRate + " fps", new.frameRate + " fps"),
      fact(.frames, "the number of frames", "duration", "\(old.frames)", "\(new.frames)"),
      fact(.size, "the size", "size", size(old.size), size(new.size)),
      fact(.scale, "the scale", "scale", exact(old.scale), exact(new.scale)),
    ]
    return numbers.compactMap(\.self) + [sound].compactMap(\.self)
      + texts(.captions, "captions", old.captions, new.captions)
      + texts(.chapters, "chapters", old.chapters, new.chapters) + information
  }

  private var sound: DifferenceCause? {
    let text: String? =
      switch (old.sound, new.sound) {
      case (nil, nil): nil
      case (nil, _?): "there was no sound, and there is some"
      case (_?, nil): "there was sound, and there is none"
      case (let old?, let new?): old.difference(to: new)
      }
    guard var text else { return nil }
    let (a, b) = (old.sound?.ffmpeg, new.sound?.ffmpeg)
    if let a, let b, a != b { text += "; ffmpeg was \(a) and is \(b)" }
    return withFiles(
      DifferenceCause(kind: .sound, text: text, key: "audio", lines: changedLines(of: "audio")))
  }

  /// A cause with the files that its key names and that are other ones.
  private func withFiles(_ cause: DifferenceCause) -> DifferenceCause {
    let key = cause.key ?? ""
    let files = files.filter { file in
      names(of: file.key ?? "").contains { $0.layer == nil && $0.key.hasPrefix(key) }
    }
    return DifferenceCause(
      kind: cause.kind, text: ([cause.text] + files.map(\.text)).joined(separator: "; "), key: key,
      lines: cause.lines + files.flatMap(\.lines))
  }

  /// The lines of keys with this start whose texts changed.
  private func changedLines(of prefix: String) -> [Int] {
    allKeys.filter { $0.key?.hasPrefix(prefix) ?? false }.flatMap(\.lines)
  }

  private func texts(
    _ kind: DifferenceCause.Kind, _ key: String, _ before: [String], _ now: [String]
  ) -> [DifferenceCause] {
    guard before != now else { return [] }
    let gone = before.filter { !now.contains($0) }.map { "'\($0)' is gone" }
    let new = now.filter { !before.contains($0) }.map { "'\($0)' is new" }
    let all = gone + new
    let text = all.isEmpty ? "their order changed" : list(all, most: 4)
    let cause = DifferenceCause(
      kind: kind, text: "\(key): \(text)", key: key, lines: changedLines(of: key))
    return [withFiles(cause)]
  }

  private var information: [DifferenceCause] {
    changes(old.information, new.information).map { name, before, now in
      DifferenceCause(
        kind: .information, text: "the film's \(name) was \(before) and is \(now)", key: name,
        lines: name == "captions"
          ? linesOfCaptions
          : [name, "metadata.\(name)"].compactMap { lines.line(of: $0, in: nil) })
    }
  }

  /// Captions in the picture are a layer, whose keys are theirs.
  private var linesOfCaptions: [Int] {
    let lines = changedLines(of: "captions")
    return lines.isEmpty ? [self.lines.line(ofLayer: "captions")].compactMap(\.self) : lines
  }

  private func changes(
    _ before: [String: String], _ now: [String: String]
  ) -> [(name: String, before: String, now: String)] {
    Set(before.keys).union(now.keys).sorted().compactMap { name in
      let (a, b) = (before[name], now[name])
      if let a, let b, WrittenValue.areEqual(a, b) { return nil }
      guard a != b else { return nil }
      let (old, new) = WrittenValue.differingParts(a ?? "not set", b ?? "not set")
      return (name, old, new)
    }
  }

  // MARK: Keys

  var keys: [DifferenceCause] {
    let named = Set(facts.filter { $0.lines.count <= 1 }.compactMap(\.key))
    return allKeys.filter { $0.layer != nil || !named.contains($0.key ?? "") }
  }

  private var allKeys: [DifferenceCause] {
    let before = Dictionary(old.layers.map { ($0.name, $0.keys) }) { first, _ in first }
    var causes = causes(old.keys, new.keys, in: nil)
    for layer in new.layers {
      guard let before = before[layer.name] else { continue }
      causes += self.causes(before, layer.keys, in: layer.name)
    }
    return causes
  }

  private func causes(
    _ before: [String: String], _ now: [String: String], in layer: String?
  ) -> [DifferenceCause] {
    changes(before, now).map { name, before, now in
      DifferenceCause(
        kind: .key, text: "\(layer ?? "the scene"): the key \(name) was \(before) and is \(now)",
        layer: layer, key: name, lines: lines.line(of: name, in: layer).map { [$0] } ?? [])
    }
  }

  // MARK: Layers

  var layers: [DifferenceCause] {
    let (before, now) = (Set(old.layers.map(\.name)), Set(new.layers.map(\.name)))
    return new.layers.filter { !before.contains($0.name) }.map { layer in
      DifferenceCause(
        kind: .layer, text: "\(layer.name): it is new", layer: layer.name,
        lines: lines.line(ofLayer: layer.name).map { [$0] } ?? [])
    }
      + old.layers.filter { !now.contains($0.name) }.map { layer in
        DifferenceCause(kind: .layer, text: "\(layer.name): it is gone", layer: layer.name)
      }
  }

  var order: DifferenceCause? {
    let (before, now) = (Set(old.layers.map(\.name)), Set(new.layers.map(\.name)))
    let a = old.layers.map(\.name).filter(now.contains)
    let b = new.layers.map(\.name).filter(before.contains)
    let moved = zip(a, b).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
    guard let first = moved.first, let last = moved.last, a.count == b.count else { return nil }
    return DifferenceCause(
      kind: .order,
      text: "the order of layers, from back to front, was \(list(Array(a[first...last]), most: 6)) "
        + "and is \(list(Array(b[first...last]), most: 6))",
      layer: b[first...last].joined(separator: ", "),
      lines: b[first...last].compactMap { lines.line(ofLayer: $0) })
  }

  // MARK: Files

  var files: [DifferenceCause] {
    Set(old.files.keys).union(new.files.keys).sorted().compactMap { name -> DifferenceCause? in
      let (a, b) = (old.files[name], new.files[name])
      guard a != b else { return nil }
      return DifferenceCause(
        kind: .file, text: text(of: name, a, b), key: name,
        lines: names(of: name).compactMap { lines.line(of: $0.key, in: $0.layer) })
    }
  }

  private func text(of name: String, _ old: Digest?, _ new: Digest?) -> String {
    guard let new else { return "the scene no longer reads '\(name)'" }
    guard let old else { return "the scene reads a new file, '\(name)'" }
    let path = self.new.scene.folderOfPath.appendingPathComponent(name)
    let problem = StoredRecord.textInstead(ofInput: path).map { ": it \($0.reason); \($0.remedy)" }
    let digests = [old, new].map { "\($0)".prefix(8) }
    return "'\(name)' is another file (digest \(digests[0]) -> \(digests[1]))" + (problem ?? "")
  }

  /// The keys that name a file.
  private func names(of file: String) -> [(layer: String?, key: String)] {
    let name = file.lastPathComponent
    func found(_ keys: [String: String], _ layer: String?) -> [(layer: String?, key: String)] {
      keys.filter { WrittenValue.names($0.value, file: name) }.map { (layer, $0.key) }
    }
    return (found(new.keys, nil) + new.layers.flatMap { found($0.keys, $0.name) })
      .sorted { ($0.layer ?? "", $0.key) < ($1.layer ?? "", $1.key) }
  }

  var parameters: [DifferenceCause] {
    changes(old.parameters, new.parameters).map { name, before, now in
      cause(
        .parameter, "the parameter '\(name)' was \(before) and is \(now)", name, nil,
        setting: settings?.line(ofParameter: name))
    }
  }
}
