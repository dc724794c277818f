// The platform's C library and Foundation, for every file that imports Base: no other file names
// them. On Linux it is the part of Foundation without ICU, whose data has 34 MB.
@_exported public import RostrumCPlatform
@_exported public import RostrumFilePaths

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif

/// Nanoseconds on a clock that only goes forward.
package func monotonicNanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// A number that identifies the calling thread among the running threads.
func threadIdentity() -> UInt {
  #if canImport(Darwin) || canImport(Musl)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}

/// Texts as C takes lists of them, with null at the end.
package struct CStrings: ~Copyable {
  package let pointers: [UnsafeMutablePointer<CChar>?]
  /// Whether there was memory for all.
  package let areWhole: Bool

  package init(_ texts: [String]) {
    let copies = texts.map { strdup($0) }
    areWhole = copies.allSatisfy { $0 != nil }
    pointers = copies + [nil]
  }

  deinit { for pointer in pointers { free(pointer) } }
}

/// Whether a path, with links followed, is that of a folder.
public func isFolder(_ path: String) -> Bool {
  var facts = stat()
  return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
}

/// The number of a file or a folder, by whatever name, link or mount it is reached.
public struct FileNumber: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  public let isOrdinary: Bool

  /// `nil` where there is nothing.
  public init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    number = UInt64(truncatingIfNeeded: facts.st_ino)
    isOrdinary = facts.st_mode & S_IFMT == S_IFREG
  }
}

/// Whether both are names of one file.
public func isSameFile(_ a: String, _ b: String) -> Bool {
  FileNumber(a).map { $0 == FileNumber(b) } ?? false
}

/// The metadata of a file, which changes when it is written or replaced.
public struct FileState: Hashable, Sendable {
  /// In nanoseconds since 1970.
  public let modified: Int
  private let size: Int
  private let device: Int
  private let number: UInt64

  /// Follows links. `nil` where there is no file.
  public init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    (size, modified) = (Int(facts.st_size), facts.modified)
    (device, number) = (Int(facts.st_dev), UInt64(facts.st_ino))
  }
}

extension stat {
  /// In nanoseconds since 1970.
  public var modified: Int {
    #if canImport(Darwin)
      Int(st_mtimespec.tv_sec) * 1_000_000_000 + Int(st_mtimespec.tv_nsec)
    #else
      Int(st_mtim.tv_sec) * 1_000_000_000 + Int(st_mtim.tv_nsec)
    #endif
  }
}

extension CommandLine {
  /// The words as the system gave them, the program's name first. Swift looks for them beside the
  /// environment, and finds none where a preloaded library, such as libfaketime, has moved that.
  public static var words: [UnsafePointer<CChar>] {
    var words: [UnsafePointer<CChar>] = []
    guard let list = cplatform_arguments() else {
      return (0..<Int(argc)).compactMap { unsafeArgv[$0].map { UnsafePointer($0) } }
    }
    while let word = list[words.count] { words.append(UnsafePointer(word)) }
    return words
  }
}

/// The path of the running program, with links followed; `nil` where the system does not say. In a
/// bundle, the one in its `bin`.
public func executablePath() -> String? {
  #if canImport(Darwin)
    Bundle.main.executableURL?.resolvingSymlinksInPath().path
  #else
    if PortableBundle.folder != nil { return cplatform_own_program().map { String(cString: $0) } }
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  #endif
}
