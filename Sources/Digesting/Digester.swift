/// Works out the digest of a sequence of 64-bit words: MurmurHash3's 128-bit variant for 64-bit machines, by Austin Appleby, who gave it
/// to the public domain. It is no defence against an attacker; it is as fast as memory.
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

  /// The bytes of a plain structure of 64-bit numbers: whatever field it gets counts.
  @inlinable
  public mutating func combine<Numbers>(numbersOf value: Numbers) {
    assert(_isPOD(Numbers.self) && MemoryLayout<Numbers>.size % 8 == 0, "\(Numbers.self) has gaps")
    withUnsafeBytes(of: value) { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 8) {
        combine(bytes.load(fromByteOffset: offset, as: UInt64.self))
      }
    }
  }

  /// Of all that has been combined so far.
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
  /// Of a text.
  public init(of text: String) {
    var digester = Digester()
    digester.combine(text)
    self = digester.digest
  }

  /// Of some bytes.
  public init(of bytes: UnsafeRawBufferPointer) {
    var digester = Digester()
    digester.combine(bytes)
    self = digester.digest
  }
}
