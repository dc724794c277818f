import Foundation

/// The paths of all files in a folder and below, relative to it, in no order; hidden ones are left out. Empty for a folder that is not
/// there. (Foundation's own enumerator drops the folder's path wherever it occurs, also in the middle of a file's.)
func files(below folder: String) -> [String] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return names.filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
    var isFolder: ObjCBool = false
    let path = "\(folder)/\(name)"
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
    return isFolder.boolValue && !isLink(path) ? files(below: path).map { "\(name)/\($0)" } : [name]
  }
}

/// A link may lead back up, so it is not followed.
private func isLink(_ path: String) -> Bool {
  (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
}
