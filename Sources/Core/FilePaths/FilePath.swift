/// A path, compared as the bytes that the file system gets.
///
/// Two `String`s are equal if they are canonically equivalent, and a slash followed by a combining
/// mark is one `Character`: on Linux these are different files. So paths are compared, hashed and
/// split only here. Nothing in this file reads the disk.
public struct FilePath: Hashable, Comparable, Sendable, Codable,
  CustomStringConvertible, ExpressibleByStringLiteral
{
  /// As it is written, in UTF-8.
  public let string: String

  /// A path as it is written; nothing is normalized.
  public init(_ string: some StringProtocol) { self.string = String(string) }

  public init(stringLiteral string: String) { self.string = string }

  public var description: String { string }

  public static func == (a: FilePath, b: FilePath) -> Bool {
    a.string.utf8.count == b.string.utf8.count && a.string.utf8.elementsEqual(b.string.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8.max)
  }

  public init(from decoder: any Decoder) throws {
    string = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }

  /// The order of the bytes.
  public static func < (a: FilePath, b: FilePath) -> Bool {
    a.string.utf8.lexicographicallyPrecedes(b.string.utf8)
  }

  /// Whether the path is the folder's, or leads through it, by their names alone. Both are absolute
  /// and through no link: see `FilePath.resolved`.
  public func isInside(_ folder: FilePath) -> Bool {
    let (own, root) = (string.utf8, folder.string.withoutSlashesAtEnd.utf8)
    if root.elementsEqual("/".utf8) { return own.first == .slash }
    guard own.starts(with: root) else { return false }
    let rest = own.dropFirst(root.count)
    return rest.isEmpty || rest.first == .slash
  }

  /// The path as seen from a folder that it is inside of; `.` for the folder itself, and `nil`
  /// where it is outside.
  public func relative(to folder: FilePath) -> FilePath? {
    guard isInside(folder) else { return nil }
    let root = folder.string.withoutSlashesAtEnd
    let rest = string.utf8.dropFirst(root == "/" ? 0 : root.utf8.count).drop { $0 == .slash }
    return rest.isEmpty ? "." : FilePath(string[rest.startIndex...])
  }
}

extension Sequence<String> {
  /// In the order of the bytes: names that differ only in how letters are composed have one order
  /// too.
  public func sortedByBytes() -> [String] { sorted { FilePath($0) < FilePath($1) } }
}

extension UInt8 {
  fileprivate static let slash = UInt8(ascii: "/")
  fileprivate static let point = UInt8(ascii: ".")
}

/// Parts of a path with slashes, without reading the disk. A combining mark after a slash or a
/// point does not hide it.
extension String {
  /// Whether a text ends with these very bytes. Letters that are composed otherwise do not count.
  public func hasEnding(_ ending: String) -> Bool {
    utf8.count >= ending.utf8.count && utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }

  /// Whether a text begins with these very bytes.
  public func hasBeginning(_ beginning: String) -> Bool { utf8.starts(with: beginning.utf8) }

  /// Whether the path begins at the root.
  public var isAbsolutePath: Bool { utf8.first == .slash }

  /// Whether the path is written with a slash at its end, as one of a folder.
  public var endsWithSlash: Bool { utf8.last == .slash }

  /// The names between the slashes, with `.` and `..` as they are.
  public var pathComponents: [String] {
    utf8.split(separator: .slash).map { String(Substring($0)) }
  }

  /// The path of `name` in the folder of this path; the name alone for an empty path.
  public func appendingPathComponent(_ name: some StringProtocol) -> String {
    isEmpty || endsWithSlash ? self + name : "\(self)/\(name)"
  }

  /// The name after the last slash; slashes at the end do not count. `/` for the root.
  public var lastPathComponent: String {
    let path = withoutSlashesAtEnd
    guard let slash = path.utf8.lastIndex(of: .slash), path.utf8.count > 1 else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// The folder's path: empty for a name alone, `/` for what lies in the root.
  public var deletingLastPathComponent: String {
    let path = withoutSlashesAtEnd
    guard let slash = path.utf8.lastIndex(of: .slash) else { return "" }
    let folder = String(path[..<slash]).withoutSlashesAtEnd
    return folder.isEmpty ? "/" : folder
  }

  /// The folder's path as the system wants it: `.` for a name alone.
  public var folderOfPath: String {
    let folder = deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  /// The letters after the last point of the name; empty where none follow, or none come before.
  public var pathExtension: String {
    let name = lastPathComponent
    guard let point = name.utf8.lastIndex(of: .point), point > name.startIndex else { return "" }
    return String(name[name.utf8.index(after: point)...])
  }

  /// The path without the last point of its name and the letters after it.
  public var deletingPathExtension: String {
    let ending = pathExtension
    let path = withoutSlashesAtEnd
    return ending.isEmpty ? path : String(Substring(path.utf8.dropLast(ending.utf8.count + 1)))
  }

  /// The path of another name in the same folder.
  public func replacingLastComponent(with name: String) -> String {
    let folder = deletingLastPathComponent
    return folder.isEmpty ? name : folder.appendingPathComponent(name)
  }

  /// The path without slashes at its end; the root keeps its own.
  public var withoutSlashesAtEnd: String {
    guard let last = utf8.lastIndex(where: { $0 != .slash }) else { return isEmpty ? "" : "/" }
    return String(self[...last])
  }
}
