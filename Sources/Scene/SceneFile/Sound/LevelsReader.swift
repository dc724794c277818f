import RostrumLayerTree
import RostrumSource

/// Reads which of the scene's tracks is meant, and its levels.
struct LevelsReader {
  let fields: MappingReader
  let context: SceneContext

  /// The track that `audio` names; `nil` after reporting.
  func track() -> AudioTrack? {
    guard let name = fields[Key.followedTrack], let node = fields.node(Key.followedTrack) else {
      return nil
    }
    let tracks = context.symbols.audioNames.tracks
    if let track = tracks[name] { return track }
    let similar = context.similar(to: name, among: tracks.keys.sorted())
    return context.failure(
      .unknownName, "the scene has no track \(name.quoted)", at: node,
      hint: similar.map { "did you mean '\($0)'?" } ?? "give one of the scene's sounds a name")
  }

  /// The frequencies that `band` names: `.some(nil)` for all, `nil` after reporting wrong ones.
  func band() -> ClosedRange<Double>?? {
    guard let given = fields.ifGiven(Key.band) else { return nil }
    guard let band = given, let node = fields.node(Key.band) else { return .some(nil) }
    guard let range = Self.range(band) else {
      return context.failure(
        .outOfRange, "expected \(Key.band.expectation), the lower one first", at: node)
    }
    return range
  }

  /// The range of two frequencies; `nil` for numbers that are none.
  static func range(_ ends: [Double]) -> ClosedRange<Double>? {
    guard ends.count == 2, ends[0] >= 10, ends[1] <= 20_000, ends[0] < ends[1] else { return nil }
    return ends[0]...ends[1]
  }

  /// The levels from the beginning of the part that is played to its end, 100 a second at equal
  /// distances; `nil` after reporting.
  func levels(of track: AudioTrack, _ band: ClosedRange<Double>?) -> [Double]? {
    do throws(AssetProblem) {
      let all = try context.files.inspector.audioLevels(atPath: track.source.path, band: band)
      let count = max(Int((track.partDuration * 100).rounded(.up)), 1)
      return (0...count).map { index in
        let time = track.inPoint + track.partDuration * Double(index) / Double(count)
        let place = min(max(time * 100, 0), Double(max(all.count - 1, 0)))
        guard !all.isEmpty else { return 0 }
        let (low, high) = (Int(place), min(Int(place) + 1, all.count - 1))
        return all[low] + (all[high] - all[low]) * (place - Double(low))
      }
    } catch {
      context.report(error, at: fields.node(Key.followedTrack) ?? fields.node, in: nil)
      return nil
    }
  }
}

extension SceneContext {
  /// Has the bands that values in a node follow worked out together: to decode a sound for each of
  /// them takes several times as long.
  func prepareLevels(in node: YAMLNode) {
    let tracks = symbols.audioNames.tracks
    guard !tracks.isEmpty, let inspector = files.inspector as? any BandInspector else { return }
    var bands: [String: Set<ClosedRange<Double>>] = [:]
    func visit(_ node: YAMLNode) {
      for item in node.items ?? [] { visit(item) }
      guard let entries = node.entries else { return }
      for entry in entries { visit(entry.value) }
      func value(_ name: String) -> YAMLNode? { entries.first { $0.name == name }?.value }
      guard let track = value(Key.followedTrack.name)?.scalar.flatMap({ tracks[$0.text] }),
        let ends = value(Key.band.name)?.items?.map({ Double($0.scalar?.text ?? "") ?? .nan }),
        let band = LevelsReader.range(ends)
      else { return }
      bands[track.source.path, default: []].insert(band)
    }
    visit(node)
    for (path, all) in bands where all.count > 1 {
      inspector.prepareLevels(atPath: path, bands: all.sorted { $0.lowerBound < $1.lowerBound })
    }
  }
}
