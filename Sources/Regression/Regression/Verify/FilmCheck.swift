import RostrumMedia
import RostrumBase
import RostrumLayerTree
import RostrumSceneFile
import RostrumOutput

/// The record of a set's film against the scene of now.
struct FilmCheck: Sendable {
  let path: String
  /// The folder of baselines that the record belongs to.
  private let root: String
  let set: BaselineSet
  let scene: String
  private let now: FilmRecord
  private let old: FilmRecord?
  /// `nil` where there is no record that can be read.
  let changes: FilmChanges?
  private let problem: Baseline.RecordProblem?
  /// `nil` for silence.
  private let mix: SoundMix?
  /// Layers that draw more than their values say: particles and videos.
  private let drawnFreely: Set<String>
  /// Whether the set has pictures, so that a record is required.
  private let isExpected: Bool

  /// Throws `MediaError`, and `InvalidScene` for sound that cannot be played.
  init(
    path: String, in root: String, set: BaselineSet, _ opened: OpenedScene, scale: Double,
    choosesMoments: Bool, parameters: [String: String], isExpected: Bool,
    settings: SettingLines?
  ) async throws {
    (self.path, self.root, self.set) = (path, root, set)
    (scene, self.isExpected) = (opened.path, isExpected)
    var (old, problem): (FilmRecord?, Baseline.RecordProblem?) = (nil, nil)
    do throws(Baseline.RecordProblem) {
      old = try StoredRecord(path: path).decoded(in: root)
    } catch {
      problem = error
    }
    now = try await FilmRecord(
      opened, scale: scale, choosesMoments: choosesMoments, parameters: parameters,
      sound: old?.sound)
    (self.old, self.problem, mix) = (old, problem, FilmRecord.mix(of: opened.scene))
    changes = old.map { [now] in
      FilmChanges(from: $0, to: now, DeclaredLines(opened), settings)
    }
    let free = opened.scene.layers.filter { $0.layerClass == .emitter || $0.video != nil }
    drawnFreely = Set(free.map(\.name))
  }

  var text: String { now.text }

  private var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// The result; `nil` where there is nothing to say. `pictures` are the results of the set's
  /// pictures and `visible` the layers that they show. Writes the record when the update says so.
  func entry(
    _ pictures: [DiffReport.Entry], visible: Set<String>, rules: ComparisonRules,
    update: VerifyOptions.Update
  ) throws -> DiffReport.Entry? {
    var entry = DiffReport.Entry(
      group: scene, name: "film" + set.words, verdict: .same, expected: path, actual: scene,
      source: scene)
    let arePicturesSame = !pictures.contains { $0.verdict.isFailure }
    if let changes {
      var causes = changes.facts.filter {
        !DifferenceCause.shownByPictures.contains($0.kind) || arePicturesSame
      }
      if arePicturesSame {
        causes +=
          [changes.order].compactMap(\.self) + changes.layers
          + changes.unseen(visible: visible, drawnFreely: drawnFreely, rules.values)
      }
      causes.removeAll { $0.kind != .order && rules.ignoredLayers.contains($0.layer ?? "") }
      if !causes.isEmpty { entry.verdict = .filmDiffers }
      if causes.contains(where: { $0.kind == .sound }) {
        entry.levels = SoundLevels(
          expected: old?.sound?.loudness ?? [], actual: now.sound?.loudness ?? [])
      }
      entry.sentences = causes.sentences
      entry.explain(by: causes)
    } else if let problem, isExpected {
      entry.verdict = exists ? .unreadable : .missing
      entry.sentences = [
        exists
          ? problem.description
          : "'\(path)' is missing, which says what no picture shows, such as the frame rate and the "
            + "sound: record it with --update missing, and the pictures stay as they are"
      ]
    }
    let isWritten = try write(entry, pictures, update)
    if isWritten {
      let hasCompany = pictures.contains { [.recorded, .updated].contains($0.verdict) }
      guard !hasCompany || entry.verdict.isFailure else { return nil }
      entry.verdict = entry.verdict == .missing ? .recorded : .updated
      entry.sentences.append("'\(path)' was \(entry.verdict.words)")
    }
    return entry.verdict == .same ? nil : entry
  }

  private func write(
    _ entry: DiffReport.Entry, _ pictures: [DiffReport.Entry], _ update: VerifyOptions.Update
  ) throws -> Bool {
    let isWanted =
      switch update {
      case .none: false
      case .missing: !exists
      case .changed, .all: now != old
      case .values:
        now != old && old != nil && changes?.facts.isEmpty ?? false
          && !pictures.contains { $0.verdict.isFailure && $0.verdict != .updated }
      }
    guard isWanted else { return false }
    try writeWholeFile(Array(now.text.utf8), to: path, inside: root)
    return true
  }
}

extension FilmCheck {
  /// Leaves the record in a report's folder for an approval, with sound that differs, and names it
  /// in the results of the set's pictures and in that of the film.
  func leave(
    in folder: PictureFolder, _ baselines: String, beside pictures: inout [DiffReport.Entry],
    _ entry: DiffReport.Entry?
  ) async throws -> DiffReport.Entry? {
    let isFailure = pictures.contains { $0.files != nil } || entry?.verdict.isFailure ?? false
    guard isFailure else { return entry }
    let name = String(path.dropFirst(baselines.count + 1))
    let file = try folder.write(record: text, to: "actual/\(name)")
    let stored = (try? readWholeFile(path)).map { Digest(of: $0) }
    for index in pictures.indices where pictures[index].files != nil {
      pictures[index].files?.film = file
      pictures[index].files?.filmBaseline = stored
    }
    var entry = entry
    entry?.files = ReportPictures(record: file, baseline: stored)
    if entry?.levels != nil, let mix {
      entry?.files?.sound = try folder.file(
        "actual/\(name.deletingPathExtension).m4a", try await RecordedSound.playable(mix))
    }
    return entry
  }
}

extension DifferenceCause {
  /// Facts that every picture shows as well.
  static let shownByPictures: Set<Kind> = [.size, .scale]
}
