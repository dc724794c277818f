import RostrumBase
import Synchronization

/// The records of runs that have ended, by folder. What several scenes share is read once.
final class EarlierRecords: Sendable {
  private struct Folder {
    var fold = ManifestFold()
    /// The journals that are folded, as they are called once they have ended.
    var journals: Set<JournalName> = []
    var warnings: Set<String> = []
  }

  private let folders = Mutex<[FilePath: Folder]>([:])

  /// The record of a file in a folder, and the run that it is of.
  subscript(folder: String, file: String) -> (record: FileRecord, header: RunHeader)? {
    folders.withLock { $0[FilePath(folder)]?.fold[FilePath(file)] }
  }

  /// Adds the records since the last time. A journal that may still grow, or has become a part
  /// of another one, means that all are read again.
  ///
  /// Runs that went on at the same time have no files in common, so it does not matter in which
  /// order their journals are added.
  func update(_ runs: FolderRuns, by reader: inout ManifestReader) {
    let journals = runs.notLive
    let names = Set(journals.map(\.ended))
    folders.withLock { folders in
      var folder = folders[FilePath(reader.folder)] ?? Folder()
      folders[FilePath(reader.folder)] = nil
      if runs.areSomeUnknown || !folder.journals.isSubset(of: names) {
        (folder.fold, folder.journals) = (ManifestFold(), [])
      }
      for journal in journals where folder.journals.insert(journal.ended).inserted {
        for line in reader.lines(of: journal) ?? [] { folder.fold.add(line) }
      }
      folders[FilePath(reader.folder)] = folder
    }
  }

  /// Notes that some journals of a folder have become one.
  func replace(_ journals: [JournalName], with merged: JournalName, in folder: String) {
    folders.withLock { folders in
      let names = journals.map(\.ended)
      guard let known = folders[FilePath(folder)]?.journals, known.isSuperset(of: names) else {
        return
      }
      folders[FilePath(folder)]?.journals = known.subtracting(names).union([merged.ended])
    }
  }

  /// The warnings that were not said before.
  func news(in warnings: [String], of folder: String) -> [String] {
    folders.withLock { folders in
      warnings.filter { folders[FilePath(folder), default: Folder()].warnings.insert($0).inserted }
    }
  }
}
