import RostrumBase
import RostrumMedia

/// The sum of the lines of journals, one after another: the last word about each file.
struct ManifestFold {
  /// A file's record; `nil` where it was invalidated.
  private struct Entry {
    let section: Int
    let place: Int
    let record: FileRecord?
  }

  private var headers: [RunHeader] = []
  private var entries: [FilePath: Entry] = [:]
  /// Whether the records that come belong to the last header.
  private var isKnown = false
  private var count = 0

  mutating func add(_ line: ManifestLine) {
    switch line {
    case .run(let header):
      if header.fresh { header.forget(in: &entries) }
      headers.append(header)
      isKnown = true
    case .unknownRun: isKnown = false
    case .void(let file): note(FilePath(file), nil)
    case .file(let record): note(FilePath(record.file), isKnown ? record : nil)
    }
  }

  private mutating func note(_ file: FilePath, _ record: FileRecord?) {
    count += 1
    entries[file] = Entry(section: max(headers.count - 1, 0), place: count, record: record)
  }

  /// The record of a file, and the run that it is of.
  subscript(file: FilePath) -> (record: FileRecord, header: RunHeader)? {
    guard let entry = entries[file], let record = entry.record else { return nil }
    return (record, headers[entry.section])
  }

  /// The sections with records.
  var sections: [ManifestSection] {
    let found = ordered { entry, _ in entry.record }
    return headers.indices.compactMap { section in
      found[section].map { ManifestSection(header: headers[section], records: $0) }
    }
  }

  /// A journal that says the same. What only invalidates earlier journals is left out where there
  /// are none.
  func text(isFirst: Bool) -> String {
    let lines = ordered { entry, file in
      entry.record.map(ManifestLine.file) ?? (isFirst ? nil : .void(file.string))
    }
    return headers.indices.filter { lines[$0] != nil || headers[$0].fresh && !isFirst }
      .map { section in
        ManifestLine.run(headers[section]).text + (lines[section] ?? []).map(\.text).joined()
      }
      .joined()
  }

  /// The results of the entries of each section, in their order.
  private func ordered<Value>(_ value: (Entry, FilePath) -> Value?) -> [Int: [Value]] {
    let sorted = entries.sorted { $0.value.place < $1.value.place }
    return Dictionary(
      grouping: sorted.compactMap { file, entry in
        value(entry, file).map { (section: entry.section, value: $0) }
      }, by: \.section
    ).mapValues { $0.map(\.value) }
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
