public import Foundation

/// A folder of its own for one test, removed with all it holds.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    path = NSTemporaryDirectory() + "rostrum-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in the folder.
  public func path(_ name: String) -> String { path + "/" + name }

  /// Writes a text file, makes its folder where it is missing, and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let url = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return path(name)
  }

  /// Writes a shell script that can stand in for a program, and returns its path.
  public func script(_ name: String, _ lines: String...) throws -> String {
    try write((["#!/bin/sh"] + lines).joined(separator: "\n") + "\n", to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path(name))
    return path(name)
  }

  public func data(_ name: String) -> Data {
    FileManager.default.contents(atPath: path(name)) ?? Data()
  }

  /// The paths of all files in the folder and below it, hidden ones too, but without the manifests of renders, sorted.
  public var files: [String] {
    let found = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return found.filter { !isFolder(path($0)) && !isManifest($0) }.sorted()
  }

  private func isManifest(_ name: String) -> Bool {
    name.split(separator: "/").contains(".rostrum")
  }

  /// Which file a name stands for: the same number for hard links.
  public func fileNumber(_ name: String) -> UInt64 {
    let facts = try? FileManager.default.attributesOfItem(atPath: path(name))
    return (facts?[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
