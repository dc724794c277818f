/// A 128-bit hash of some content: the same in every process and on every machine. Different
/// content has a different digest, unless an attacker searches for a collision.
public struct Digest: Hashable, Sendable {
  @usableFromInline let high: UInt64
  @usableFromInline let low: UInt64

  @inlinable
  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A digest that nothing else has: for content that cannot be read.
  public static func unlike() -> Digest {
    Digest(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
  }

  /// The sum of two digests, in which their order does not matter.
  @inlinable
  public static func + (a: Digest, b: Digest) -> Digest {
    let (low, carries) = a.low.addingReportingOverflow(b.low)
    return Digest(high: a.high &+ b.high &+ (carries ? 1 : 0), low: low)
  }

  /// Where a sum begins.
  public static let zero = Digest(high: 0, low: 0)
}

extension Digest: LosslessStringConvertible {
  /// 32 hexadecimal digits.
  public var description: String { Self.digits(high) + Self.digits(low) }

  /// Reads 32 lower-case hexadecimal digits.
  public init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 32, let high = Self.number(digits[..<16]),
      let low = Self.number(digits[16...])
    else { return nil }
    self.init(high: high, low: low)
  }

  private static func digits(_ number: UInt64) -> String {
    String(unsafeUninitializedCapacity: 16) { bytes in
      for index in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: number >> (60 - 4 * UInt64(index))) & 15
        bytes[index] = digit < 10 ? 48 + digit : 87 + digit
      }
      return 16
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case 48...57: number = number << 4 | UInt64(digit - 48)
      case 97...102: number = number << 4 | UInt64(digit - 87)
      default: return nil
      }
    }
    return number
  }
}

/// As its digits.
extension Digest: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let digest = Digest(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is no digest")
    }
    self = digest
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// Computes the digest of a sequence of 64-bit words: MurmurHash3's 128-bit variant for 64-bit
/// machines, by Austin Appleby, who placed it in the public domain. It is not secure against an
/// attacker; it is as fast as memory.
public struct Digester: Sendable {
  @usableFromInline var high: UInt64
  @usableFromInline var low: UInt64
  @usableFromInline var pending: UInt64 = 0
  @usableFromInline var hasPending = false
  @usableFromInline var byteCount: UInt64 = 0

  @usableFromInline static let c1: UInt64 = 0x87c3_7b91_1142_53d5
  @usableFromInline static let c2: UInt64 = 0x4cf5_ad43_2745_937f

  @inlinable
  public init(seed: UInt64 = 0) {
    high = seed
    low = seed
  }

  @inlinable
  public mutating func combine(_ word: UInt64) {
    byteCount &+= 8
    if hasPending {
      hasPending = false
      mix(pending, word)
    } else {
      hasPending = true
      pending = word
    }
  }

  @inlinable
  public mutating func combine(_ number: Int) { combine(UInt64(bitPattern: Int64(number))) }

  @inlinable
  public mutating func combine(_ number: Double) { combine(number.bitPattern) }

  @inlinable
  public mutating func combine(_ digest: Digest) {
    combine(digest.high)
    combine(digest.low)
  }

  /// A text's length, then its UTF-8.
  public mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
  }

  /// How many bytes there are, then the bytes, filled up with zeros to whole words.
  @inlinable
  public mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    combine(bytes.count)
    combine(words: bytes)
  }

  @inlinable
  mutating func combine(words bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      combine(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    guard offset < bytes.count else { return }
    var rest: UInt64 = 0
    for index in (offset..<bytes.count).reversed() { rest = rest << 8 | UInt64(bytes[index]) }
    combine(rest)
  }

  /// The bytes of a structure that has only 64-bit numbers: new fields are included automatically.
  @inlinable
  public mutating func combine<Numbers>(numbersOf value: Numbers) {
    assert(_isPOD(Numbers.self) && MemoryLayout<Numbers>.size % 8 == 0, "\(Numbers.self) has gaps")
    withUnsafeBytes(of: value) { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 8) {
        combine(bytes.load(fromByteOffset: offset, as: UInt64.self))
      }
    }
  }

  /// The digest of all words combined so far.
  @inlinable
  public var digest: Digest {
    var (a, b) = (high, low)
    if hasPending { a ^= Self.rotated(pending &* Self.c1, 31) &* Self.c2 }
    a ^= byteCount
    b ^= byteCount
    a &+= b
    b &+= a
    a = Self.finished(a)
    b = Self.finished(b)
    a &+= b
    b &+= a
    return Digest(high: a, low: b)
  }

  @inlinable
  mutating func mix(_ first: UInt64, _ second: UInt64) {
    high ^= Self.rotated(first &* Self.c1, 31) &* Self.c2
    high = (Self.rotated(high, 27) &+ low) &* 5 &+ 0x52dc_e729
    low ^= Self.rotated(second &* Self.c2, 33) &* Self.c1
    low = (Self.rotated(low, 31) &+ high) &* 5 &+ 0x3849_5ab5
  }

  @inlinable
  static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }

  @inlinable
  static func finished(_ word: UInt64) -> UInt64 {
    var word = word
    word ^= word >> 33
    word &*= 0xff51_afd7_ed55_8ccd
    word ^= word >> 33
    word &*= 0xc4ce_b9fe_1a85_ec53
    return word ^ word >> 33
  }
}

extension Digest {
  /// The digest of a text.
  public init(of text: String) {
    var digester = Digester()
    digester.combine(text)
    self = digester.digest
  }

  /// The digest of some bytes.
  public init(of bytes: UnsafeRawBufferPointer) {
    var digester = Digester()
    digester.combine(bytes)
    self = digester.digest
  }
}

extension Digest {
  /// The digest of a regular file's content, the same as that of its bytes in memory; `nil` for
  /// anything else, and when it cannot be read to its end.
  public static func ofFile(_ path: String) -> (digest: Digest, byteCount: Int)? {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return content(of: descriptor, byteCount: Int(facts.st_size))
  }

  /// A multiple of eight, so that every chunk but the last is whole words.
  private static let chunkSize = 1 << 20

  private static func content(
    of descriptor: Int32, byteCount: Int
  ) -> (digest: Digest, byteCount: Int)? {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: chunkSize, alignment: 8)
    defer { chunk.deallocate() }
    var digester = Digester()
    digester.combine(byteCount)
    var left = byteCount
    while left > 0 {
      let wanted = min(chunk.count, left)
      guard fill(UnsafeMutableRawBufferPointer(rebasing: chunk[..<wanted]), from: descriptor)
      else { return nil }
      digester.combine(words: UnsafeRawBufferPointer(rebasing: chunk[..<wanted]))
      left -= wanted
    }
    return (digester.digest, byteCount)
  }

  private static func fill(_ bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Bool {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let count = read(descriptor, start, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }
}
