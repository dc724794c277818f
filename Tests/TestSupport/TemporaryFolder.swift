import RostrumBase
public import Foundation

/// A folder of its own for one test, removed with all it holds.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// With text files, by their names.
  public init(_ files: KeyValuePairs<String, String> = [:]) throws {
    path = NSTemporaryDirectory() + "rostrum-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
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

  /// Writes a shell script that replaces a program, and returns its path.
  public func script(_ name: String, _ lines: String...) throws -> String {
    try Self.writeScript(lines, to: path(name))
    return path(name)
  }

  /// Lets another process write a shell script: a program that another test starts at that moment
  /// would inherit the descriptor of a file written here, and a file that is open for writing
  /// cannot be executed.
  /// An `ffmpeg` whose lines do not mention encoders lists none.
  public static func writeScript(_ lines: [String], to path: String) throws {
    let isSilent = path.hasSuffix("/ffmpeg") && !lines.contains { $0.contains("encoders") }
    let answer = isSilent ? ["case \"$*\" in *-encoders) exit;; esac"] : []
    let text = (["#!/bin/sh"] + answer + lines).joined(separator: "\n") + "\n"
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "printf %s \"$1\" > \"$0\" && chmod 755 \"$0\"", path, text]
    try shell.run()
    shell.waitUntilExit()
    guard shell.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  public func data(_ name: String) -> Data {
    FileManager.default.contents(atPath: path(name)) ?? Data()
  }

  /// The paths of all files in the folder and below it, hidden ones too, but without the manifests
  /// of renders, sorted.
  public var files: [String] {
    let found = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return found.filter { !isFolder(path($0)) && !isManifest($0) }.sorted()
  }

  /// The names of all files and folders directly in the folder, hidden ones too, sorted.
  public var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  private func isManifest(_ name: String) -> Bool {
    name.split(separator: "/").contains(".rostrum")
  }

  /// The number of a file (inode): the same for hard links.
  public func fileNumber(_ name: String) -> UInt64 {
    let facts = try? FileManager.default.attributesOfItem(atPath: path(name))
    return (facts?[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
  }
}

// MARK: - Devices, pipes and links

extension TemporaryFolder {
  /// What the system does with data written to a device.
  public enum Device: UInt64, Sendable {
    /// It vanishes.
    case null = 3
    /// There is never room for it.
    case full = 7
  }

  /// Whether devices can be made and used here: only by root with that capability, and only on
  /// Linux.
  public static let hasDevices: Bool = {
    guard let folder = try? TemporaryFolder(), let path = folder.device(.null, "null") else {
      return false
    }
    return FileHandle(forWritingAtPath: path) != nil
  }()

  /// Makes a device and returns its path; `nil` where none can be made.
  @discardableResult
  public func device(_ device: Device, _ name: String) -> String? {
    #if os(Linux)
      let path = path(name)
      // Major number 1 is that of the system's memory devices.
      return mknod(path, S_IFCHR | 0o666, 1 << 8 | dev_t(device.rawValue)) == 0 ? path : nil
    #else
      return nil
    #endif
  }

  /// Makes a named pipe and returns its path.
  @discardableResult
  public func pipe(_ name: String) throws -> String {
    guard mkfifo(path(name), 0o666) == 0 else { throw CocoaError(.fileWriteUnknown) }
    return path(name)
  }

  /// Makes a symbolic link and returns its path.
  @discardableResult
  public func link(_ name: String, to target: String) throws -> String {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: target)
    return path(name)
  }

  /// The kind of file at a path; links are not followed.
  public func kind(_ name: String) -> FileAttributeType? {
    let facts = try? FileManager.default.attributesOfItem(atPath: path(name))
    return facts?[.type] as? FileAttributeType
  }

  /// Reads all data from a named pipe. It is opened beforehand, so that a writer does not wait.
  public func reader(ofPipe name: String) -> PipeReader { PipeReader(path(name)) }
}

/// The reading end of a named pipe.
public final class PipeReader: Sendable {
  private let descriptor: Int32

  fileprivate init(_ path: String) { descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }

  deinit { close(descriptor) }

  /// The data written so far, at most a pipe's capacity.
  public func content() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes[..<max(count, 0)])
  }
}
