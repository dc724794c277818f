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

/// The journals in a folder, from the oldest to the newest.
struct FolderRuns {
  struct Run {
    let name: JournalName
    let state: Journal.State
    /// In bytes.
    let size: Int
  }

  var all: [Run] = []

  /// The journals of runs that have ended: they have an end marker, or are not locked.
  var ended: [JournalName] { names { $0 == .hasEnded } }
  var notLive: [JournalName] { names { $0 != .goesOn } }
  var notEnded: [JournalName] { names { $0 != .hasEnded } }
  var live: [JournalName] { names { $0 == .goesOn } }

  /// Whether journals do not say that their runs have ended, on a file system without locks.
  var areSomeUnknown: Bool { all.contains { $0.state == .unknown } }

  /// 0 where there is none.
  var lastNumber: Int { all.map(\.name.number).max() ?? 0 }

  private func names(_ isWanted: (Journal.State) -> Bool) -> [JournalName] {
    all.filter { isWanted($0.state) }.map(\.name)
  }

  /// The number of journals of ended runs from which they are merged.
  private static let maximumCount = 32

  /// The journals to merge, neighbours all of them: none of a run that may go on is among them, so
  /// that what it adds keeps its place.
  var mergeable: [JournalName] {
    if lastNumber >= JournalName.maximumNumber { return ended }
    guard ended.count >= Self.maximumCount else { return [] }
    let parts = all.split { $0.state != .hasEnded }.map(Self.newest)
    return parts.max { $0.count < $1.count }.flatMap { $0.count > 1 ? $0 : nil } ?? []
  }

  /// The newest of neighbours, before one that is more than twice as large as all after it: a
  /// record is written anew about once for each doubling of their number.
  private static func newest(_ runs: ArraySlice<Run>) -> [JournalName] {
    var size = 0
    var names: [JournalName] = []
    for run in runs.reversed() {
      guard names.isEmpty || run.size <= 2 * size else { break }
      names.append(run.name)
      size += run.size
    }
    return names.reversed()
  }
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

  /// The journals with the state of their runs. Throws `FolderInUse` when an active run writes
  /// files that `header` names.
  mutating func runs(besides header: RunHeader) throws -> FolderRuns {
    var runs = FolderRuns()
    for name in journals() {
      // One that is gone held nothing, or has become a part of another.
      guard let (name, (state, size)) = read(name, Journal.state) else { continue }
      runs.all.append(.init(name: name, state: name.owner == nil ? .hasEnded : state, size: size))
    }
    for name in runs.live {
      guard let other = lastHeader(of: name), other.collides(with: header) else { continue }
      throw FolderInUse(folder: folder.orDot, process: other.process, host: other.host)
    }
    return runs
  }

  /// All that is known, whether its run goes on or not.
  mutating func sections() -> [ManifestSection] {
    var fold = ManifestFold()
    for _ in 0..<Self.attempts {
      let names = journals()
      fold = ManifestFold()
      var isOneGone = false
      for name in names {
        guard let lines = lines(of: name) else {
          isOneGone = true
          continue
        }
        for line in lines { fold.add(line) }
      }
      // It may have become a part of one that is new.
      let known = Set(names.map(\.ended))
      guard isOneGone, listing().contains(where: { $0.owner == nil && !known.contains($0) }) else {
        break
      }
    }
    return fold.sections
  }

  private static let attempts = 100

  /// The oldest first. A listing may miss what gets another name at the time, so it is one of two
  /// that say the same.
  private mutating func journals() -> [JournalName] {
    var journals = listing()
    for _ in 0..<Self.attempts {
      let others = listing()
      if others.map(\.ended) == journals.map(\.ended) { break }
      journals = others
    }
    return journals
  }

  private mutating func listing() -> [JournalName] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: hidden)) ?? []
    var journals: [JournalName] = []
    for file in names where file.hasEnding(JournalName.ending) && !file.hasPrefix(".") {
      if let name = JournalName(file) {
        journals.append(name)
      } else {
        let path = Manifest.path(file, in: hidden)
        warn("'\(path)' is not called like a run's journal: it is left alone")
      }
    }
    return journals.sorted { ($0.number, $0.ended.fileName) < ($1.number, $1.ended.fileName) }
  }

  /// The lines of a journal; `nil` where it cannot be read.
  mutating func lines(of name: JournalName) -> [ManifestLine]? {
    guard let (name, data) = read(name, Self.content) else { return nil }
    let (lines, damaged) = ManifestLine.lines(of: data)
    if damaged > 0 {
      let what = damaged == 1 ? "a line makes" : "\(damaged) lines make"
      let path = Manifest.path(name.fileName, in: hidden)
      warn("'\(path)': \(what) no sense and \(damaged == 1 ? "is" : "are") left out")
    }
    return lines
  }

  /// Reads a journal, whose run may end meanwhile and give it another name; `nil` where it is gone.
  /// Where it cannot be read, earlier records of the files that it names may be outdated; comparing
  /// their digests will show that.
  private mutating func read<Value>(
    _ name: JournalName, _ body: (_ path: String) throws(MediaError) -> Value
  ) -> (JournalName, Value)? {
    for name in [name, name.ended] {
      do throws(MediaError) {
        return (name, try body(Manifest.path(name.fileName, in: hidden)))
      } catch {
        if case .file(_, _, ENOENT) = error { continue }
        warn("\(error): it is left alone")
        return nil
      }
    }
    return nil
  }

  private mutating func warn(_ message: String) {
    if !warnings.contains(message) { warnings.append(message) }
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
}
