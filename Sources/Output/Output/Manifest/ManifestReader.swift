import RostrumBase
import RostrumMedia

/// The part of a manifest that one run has written.
struct ManifestSection: Equatable {
  let header: RunHeader
  var records: [FileRecord] = []

  var isEmpty: Bool { records.isEmpty }

  var text: String {
    ManifestLine.run(header).text + records.map { ManifestLine.file($0).text }.joined()
  }
}

/// The journals in a folder, each group from the oldest to the newest.
struct FolderRuns {
  /// The journals of runs that have ended: they have an end marker, or are not locked.
  var ended: [JournalName] = []
  var live: [JournalName] = []
  /// The journals that do not say that their runs have ended, on a file system without locks.
  var unknown: [JournalName] = []

  var notLive: [JournalName] { (ended + unknown).sorted { $0.number < $1.number } }

  /// 0 where there is none.
  var lastNumber: Int { (ended + live + unknown).map(\.number).max() ?? 0 }
}

/// Reads the journals in an output folder. Any program may have written there: invalid entries are
/// ignored with a warning.
struct ManifestReader {
  let folder: String
  /// The damage that was found, as sentences.
  private(set) var warnings: [String] = []
  private var hidden: String { Manifest.path(Manifest.folderName, in: folder) }

  /// The largest size of a journal, in bytes: more than the records of ten runs of the most frames
  /// that there may be.
  private static let maximumSize = 1 << 30

  init(folder: String) { self.folder = folder }

  /// Sorts the journals by the state of their runs. Throws `FolderInUse` when an active run writes
  /// files that `header` names.
  mutating func runs(besides header: RunHeader) throws -> FolderRuns {
    var runs = FolderRuns()
    for name in journals() {
      let path = Manifest.path(name.fileName, in: hidden)
      do throws(MediaError) {
        switch try Journal.state(path) {
        case _ where name.owner == nil: runs.ended.append(name)
        case .hasEnded: runs.ended.append(name)
        case .unknown: runs.unknown.append(name)
        case .goesOn: runs.live.append(name)
        }
      } catch {
        // It has just become a part of another one.
        if case .file(_, _, ENOENT) = error { continue }
        warnings.append("\(error): it is left alone")
      }
    }
    for name in runs.live {
      guard let other = lastHeader(of: name), other.collides(with: header) else { continue }
      throw FolderInUse(folder: folder.orDot, process: other.process, host: other.host)
    }
    return runs
  }

  /// All that is known, whether its run goes on or not.
  mutating func sections() -> [ManifestSection] { Self.sections(of: lines(of: journals())) }

  /// The sections of journals, the oldest first, as far as they hold once a run with this header
  /// has begun.
  mutating func sections(
    of journals: [JournalName], before header: RunHeader
  ) -> [ManifestSection] {
    Self.sections(of: lines(of: journals) + [.run(header)])
  }

  /// The oldest first.
  private mutating func journals() -> [JournalName] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: hidden)) ?? []
    var journals: [JournalName] = []
    for file in names where file.hasEnding(JournalName.ending) && !file.hasPrefix(".") {
      if let name = JournalName(file) {
        journals.append(name)
      } else {
        let path = Manifest.path(file, in: hidden)
        warnings.append("'\(path)' is not called like a run's journal: it is left alone")
      }
    }
    return journals.sorted { ($0.number, $0.fileName) < ($1.number, $1.fileName) }
  }

  private mutating func lines(of journals: [JournalName]) -> [ManifestLine] {
    var lines: [ManifestLine] = []
    for name in journals {
      let path = Manifest.path(name.fileName, in: hidden)
      do throws(MediaError) {
        let (found, damaged) = ManifestLine.lines(of: try Self.content(path))
        if damaged > 0 {
          let what = damaged == 1 ? "a line makes" : "\(damaged) lines make"
          warnings.append("'\(path)': \(what) no sense and \(damaged == 1 ? "is" : "are") left out")
        }
        lines += found
      } catch {
        if case .file(_, _, ENOENT) = error { continue }
        // Earlier records of the files that it names may be outdated; comparing their digests will
        // show that.
        warnings.append("\(error): it is left alone")
      }
    }
    return lines
  }

  private static func content(_ path: String) throws(MediaError) -> Data {
    Data(try readWholeFile(path, limit: maximumSize, flags: O_NOFOLLOW))
  }

  /// The header of the run that writes the journal; `nil` when there is none that makes sense.
  private func lastHeader(of name: JournalName) -> RunHeader? {
    let content = try? Self.content(Manifest.path(name.fileName, in: hidden))
    return ManifestLine.lines(of: content ?? Data()).lines.lazy.reversed().compactMap { line in
      if case .run(let header) = line { header } else { nil }
    }.first
  }

  /// The sections with records. Only a file's last record counts.
  private static func sections(of lines: [ManifestLine]) -> [ManifestSection] {
    var sections: [ManifestSection] = []
    var latest: [FilePath: Place] = [:]
    /// Whether the records that come belong to the last section.
    var isKnown = false
    for line in lines {
      switch line {
      case .run(let header):
        if header.fresh { header.forget(in: &latest) }
        sections.append(ManifestSection(header: header))
        isKnown = true
      case .unknownRun: isKnown = false
      case .void(let file): latest[FilePath(file)] = nil
      case .file(let record):
        guard isKnown else {
          latest[FilePath(record.file)] = nil
          continue
        }
        let section = sections.count - 1
        latest[FilePath(record.file)] = Place(
          section: section, index: sections[section].records.count)
        sections[section].records.append(record)
      }
    }
    for section in sections.indices {
      let records = sections[section].records
      sections[section].records = records.indices.compactMap { index in
        latest[FilePath(records[index].file)] == Place(section: section, index: index)
          ? records[index] : nil
      }
    }
    return sections.filter { !$0.isEmpty }
  }

  /// The place of a record.
  private struct Place: Equatable {
    let section: Int
    let index: Int
  }
}

extension RunHeader {
  /// Removes the run's files from the known ones; iterates over the smaller collection.
  fileprivate func forget<Value>(in known: inout [FilePath: Value]) {
    let patterns = outputs.compactMap { try? FrameNamePattern($0) }
    for output in outputs { known[FilePath(output)] = nil }
    guard !patterns.isEmpty, let selection else { return }
    if selection.count <= known.count {
      for pattern in patterns {
        for number in frameNumbers { known[FilePath(pattern.fileName(for: number))] = nil }
      }
    } else {
      known = known.filter { file, _ in
        !patterns.contains { $0.index(of: file.string).map(selection.contains) ?? false }
      }
    }
  }
}
