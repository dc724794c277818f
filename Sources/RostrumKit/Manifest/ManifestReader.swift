import Base
import Foundation
import Media

/// The part of a manifest that one run has written.
struct ManifestSection: Equatable {
  let header: RunHeader
  var records: [FileRecord] = []

  var isEmpty: Bool { records.isEmpty }

  var text: String {
    ManifestLine.run(header).text + records.map { ManifestLine.file($0).text }.joined()
  }
}

/// Reads what runs have left in an output folder.
struct ManifestReader {
  let folder: String

  /// The journals of runs that write no longer, the oldest first. Throws `FolderInUse` when one that goes on writes what `header` is about
  /// to write.
  func endedRuns(colliding header: RunHeader) throws -> [Journal] {
    var ended: [Journal] = []
    for path in journals.sorted(by: { Self.number($0) < Self.number($1) }) {
      if let journal = Journal.taken(path) {
        ended.append(journal)
      } else if let other = Self.lastHeader(ofFile: path), other.collides(with: header) {
        throw FolderInUse(folder: folder.orDot, process: other.process, host: other.host)
      }
    }
    return ended
  }

  /// All that is known, whether its run goes on or not.
  func sections() -> [ManifestSection] {
    Self.sections(of: journals.sorted { Self.number($0) < Self.number($1) }, and: [])
  }

  /// What journals say, the oldest first, when lines come after them that are written nowhere yet.
  static func sections(of journals: [String], and more: [ManifestLine]) -> [ManifestSection] {
    sections(of: journals.flatMap(lines) + more).filter { !$0.isEmpty }
  }

  /// The number for a run that begins.
  var nextNumber: Int { (journals.map(Self.number).max() ?? 0) + 1 }

  private var journals: [String] {
    let hidden = Manifest.path(Manifest.folderName, in: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: hidden)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.map { Manifest.path($0, in: hidden) }
  }

  private static func number(_ path: String) -> Int {
    let name = path.split(separator: "/").last ?? ""
    return name.split(separator: "-").first.flatMap { Int($0) } ?? 0
  }

  private static func lines(ofFile path: String) -> [ManifestLine] {
    ManifestLine.lines(of: FileManager.default.contents(atPath: path) ?? Data())
  }

  /// That of the run which writes, or wrote, the journal.
  private static func lastHeader(ofFile path: String) -> RunHeader? {
    lines(ofFile: path).lazy.reversed().compactMap { line in
      if case .run(let header) = line { header } else { nil }
    }.first
  }

  /// From the last line to the first, since of each file only what was said last counts.
  private static func sections(of lines: [ManifestLine]) -> [ManifestSection] {
    var sections: [ManifestSection] = []
    var settled: Set<String> = []
    var records: [FileRecord] = []
    for line in lines.reversed() {
      switch line {
      case .void(let file): settled.insert(file)
      case .file(let record):
        if settled.insert(record.file).inserted { records.append(record) }
      case .run(let header):
        sections.append(ManifestSection(header: header, records: records.reversed()))
        records = []
        if header.fresh { settled.formUnion(header.fileNames) }
      }
    }
    return sections.reversed()
  }
}
