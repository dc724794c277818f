import Foundation
import Media

extension DiffReport {
  /// Writes `index.html`, `report.json` and `junit.xml` into a folder, which is made where it is
  /// missing. Throws `MediaError`.
  public func write(toFolder folder: String) throws(MediaError) {
    try write(html, to: "\(folder)/index.html")
    try write(json, to: "\(folder)/report.json")
    try write(junit, to: "\(folder)/junit.xml")
  }

  /// Writes JUnit's XML to a file, or to the standard output for `-`. Throws `MediaError`.
  public func writeJUnit(to path: String) throws(MediaError) { try write(junit, to: path) }

  private func write(_ text: String, to path: String) throws(MediaError) {
    try createFolder(ofOutput: path)
    try writeWholeFile(Array(text.utf8), to: path)
  }
}
