import RostrumBase
import RostrumCDeflate
import RostrumSource

/// Why an archive gives no animation.
struct ArchiveProblem: Error {
  let message: String
  var hint: String?
}

/// The files of a ZIP archive (APPNOTE 6.3.10), stored or deflated. Nothing is believed that the
/// archive says of itself: sizes are limited, and checksums compared.
struct ZIPArchive {
  private struct Entry {
    let method: Int
    let flags: Int
    let checksum: UInt32
    let compressed: Int
    let size: Int
    /// Where the local header begins.
    let start: Int
  }

  private let bytes: [UInt8]
  private var entries: [String: Entry] = [:]

  /// In bytes, of one file.
  static let maximumSize = 64 << 20
  static let maximumCount = 10_000
  /// In bytes, of all files that are read together: several may name the same deflated bytes.
  static let maximumTotal = 256 << 20

  /// How many bytes were expanded.
  private final class Total { var bytes = 0 }
  private let total = Total()

  /// Whether bytes begin as an archive does.
  static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

  init(_ bytes: [UInt8]) throws(ArchiveProblem) {
    self.bytes = bytes
    guard let end = directoryEnd() else {
      throw ArchiveProblem(message: "the archive is cut off: it has no directory")
    }
    let count = Int(number16(end + 10))
    var place = Int(number32(end + 16))
    guard count <= Self.maximumCount else {
      throw ArchiveProblem(message: "the archive has more than \(Self.maximumCount) files")
    }
    for _ in 0..<count {
      guard place + 46 <= bytes.count, number32(place) == 0x0201_4B50 else {
        throw ArchiveProblem(message: "the archive's directory is broken")
      }
      let (name, extra, comment) = (
        Int(number16(place + 28)), Int(number16(place + 30)), Int(number16(place + 32))
      )
      guard place + 46 + name <= bytes.count else {
        throw ArchiveProblem(message: "the archive's directory is broken")
      }
      let text = String(decoding: bytes[place + 46..<place + 46 + name], as: UTF8.self)
      entries[text] = Entry(
        method: Int(number16(place + 10)), flags: Int(number16(place + 8)),
        checksum: number32(place + 16), compressed: Int(number32(place + 20)),
        size: Int(number32(place + 24)), start: Int(number32(place + 42)))
      place += 46 + name + extra + comment
    }
  }

  func contains(_ name: String) -> Bool { entries[name] != nil }

  /// The contents of a file; `nil` where there is none of that name.
  func file(_ name: String) throws(ArchiveProblem) -> [UInt8]? {
    guard let entry = entries[name] else { return nil }
    guard entry.flags & 1 == 0 else {
      throw ArchiveProblem(message: "'\(name)' in the archive is encrypted")
    }
    guard entry.size <= Self.maximumSize else {
      throw ArchiveProblem(message: "'\(name)' in the archive is larger than 64 MiB")
    }
    total.bytes += entry.size
    guard total.bytes <= Self.maximumTotal else {
      throw ArchiveProblem(message: "the files in the archive are larger than 256 MiB together")
    }
    let header = entry.start
    guard header + 30 <= bytes.count, number32(header) == 0x0403_4B50 else {
      throw broken(name)
    }
    let start = header + 30 + Int(number16(header + 26)) + Int(number16(header + 28))
    guard start + entry.compressed <= bytes.count else { throw broken(name) }
    let content = bytes[start..<start + entry.compressed]
    let found: [UInt8]?
    switch entry.method {
    case 0: found = Array(content)
    case 8: found = Self.expanded(content, size: entry.size)
    default:
      throw ArchiveProblem(
        message: "'\(name)' in the archive is compressed by a method of its own",
        hint: "only stored and deflated files are read")
    }
    guard let found, found.count == entry.size, Self.checksum(found) == entry.checksum else {
      throw broken(name)
    }
    return found
  }

  private func broken(_ name: String) -> ArchiveProblem {
    ArchiveProblem(message: "'\(name)' in the archive is broken")
  }

  static func expanded(_ content: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
    var isWhole = false
    // A byte more than there should be, so that none is missed.
    let found = [UInt8](unsafeUninitializedCapacity: size + 1) { output, count in
      let written = content.withUnsafeBufferPointer { input in
        cdeflate_expand(input.baseAddress, input.count, output.baseAddress, output.count)
      }
      isWhole = written == size
      count = isWhole ? size : 0
    }
    return isWhole ? found : nil
  }

  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { cdeflate_crc32(0, $0.baseAddress, $0.count) }
  }

  /// The record at the end, before a comment of at most 65,535 bytes.
  private func directoryEnd() -> Int? {
    guard bytes.count >= 22 else { return nil }
    let first = max(bytes.count - 22 - 0xFFFF, 0)
    return (first...bytes.count - 22).reversed().first { number32($0) == 0x0605_4B50 }
  }

  private func number16(_ place: Int) -> UInt16 {
    UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
  }

  private func number32(_ place: Int) -> UInt32 {
    UInt32(number16(place)) | UInt32(number16(place + 2)) << 16
  }
}

/// An animation of a `.lottie` archive (dotLottie 1 and 2), ready to be loaded.
struct LottieArchive {
  private let archive: ZIPArchive
  private let manifest: JSONValue

  init(_ bytes: [UInt8]) throws(ArchiveProblem) {
    archive = try ZIPArchive(bytes)
    guard let text = try archive.file("manifest.json") else {
      throw ArchiveProblem(
        message: "the archive has no manifest.json", hint: "a .lottie archive has one")
    }
    manifest = try Self.parsed(text, "manifest.json")
  }

  private static func parsed(_ bytes: [UInt8], _ name: String) throws(ArchiveProblem) -> JSONValue {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw ArchiveProblem(message: "'\(name)' in the archive is not UTF-8")
    }
    do throws(JSONProblem) {
      return try JSONParser.parse(bytes)
    } catch {
      throw ArchiveProblem(message: "'\(name)' in the archive: \(error.message)")
    }
  }

  /// The identifiers of the animations, in the order of the manifest.
  var animations: [String] { identifiers("animations") }

  /// The identifiers of the themes.
  var themes: [String] { identifiers("themes") }

  private func identifiers(_ key: String) -> [String] {
    (manifest[key]?.array ?? []).compactMap { $0["id"]?.string }
  }

  /// The animation that the archive begins with.
  var firstAnimation: String? {
    let named = manifest["initial"]?["animation"]?.string ?? manifest["activeAnimationId"]?.string
    return named.flatMap { animations.contains($0) ? $0 : nil } ?? animations.first
  }

  /// The theme that an animation begins with.
  func firstTheme(of animation: String) -> String? {
    let entry = manifest["animations"]?.array?.first { $0["id"]?.string == animation }
    return entry?["initialTheme"]?.string
  }

  /// The colour behind an animation, as the manifest writes it.
  func background(of animation: String) -> JSONValue? {
    manifest["animations"]?.array?.first { $0["id"]?.string == animation }?["background"]
  }

  /// The identifiers of the state machines.
  var stateMachines: [String] {
    // dotLottie 1 calls them states.
    identifiers("stateMachines") + (manifest["states"]?.array ?? []).compactMap(\.string)
  }

  /// The text of an animation. `path` is what diagnostics call it.
  func text(of animation: String, path: String) throws(ArchiveProblem) -> SourceText {
    for name in ["a/\(animation).json", "animations/\(animation).json"] {
      guard let bytes = try archive.file(name) else { continue }
      guard let text = LottieBytes.text(bytes), String(validating: text, as: UTF8.self) != nil
      else {
        throw ArchiveProblem(message: "'\(name)' in the archive is not UTF-8")
      }
      return SourceText(utf8: text, path: path)
    }
    throw ArchiveProblem(message: "the archive has no file of the animation '\(animation)'")
  }

  /// The file of a picture, whatever folder its path names; `nil` when there is none, or when it
  /// cannot be read within the archive's limits.
  func picture(_ path: String) -> [UInt8]? { pictureName(path).flatMap { try? archive.file($0) } }

  func hasPicture(_ path: String) -> Bool { pictureName(path) != nil }

  private func pictureName(_ path: String) -> String? {
    guard let name = path.split(separator: "/").last else { return nil }
    return ["i/\(name)", "images/\(name)"].first { archive.contains($0) }
  }

  /// The rules of a theme for an animation.
  func rules(of theme: String, for animation: String) throws(ArchiveProblem) -> [JSONValue] {
    for name in ["t/\(theme).json", "themes/\(theme).json"] {
      guard let bytes = try archive.file(name) else { continue }
      let rules = try Self.parsed(bytes, name)["rules"]?.array ?? []
      return rules.filter { rule in
        rule["animations"]?.array?.contains { $0.string == animation } ?? true
      }
    }
    throw ArchiveProblem(message: "the archive has no file of the theme '\(theme)'")
  }
}
