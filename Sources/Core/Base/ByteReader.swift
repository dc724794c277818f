/// The order of a number's bytes: the lowest first, or the highest.
package enum ByteOrder: Sendable {
  case littleEndian, bigEndian
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The whole number in `count` bytes from `place` on, which lie in the collection.
  package func number(at place: Int, count: Int, _ order: ByteOrder = .littleEndian) -> Int {
    (0..<count).reduce(0) { number, index in
      number << 8 | Int(self[place + (order == .bigEndian ? index : count - 1 - index)])
    }
  }
}

extension FixedWidthInteger {
  /// Its lowest `count` bytes.
  package func bytes(_ count: Int, _ order: ByteOrder = .littleEndian) -> [UInt8] {
    (0..<count).map { index in
      UInt8(truncatingIfNeeded: self >> (8 * (order == .bigEndian ? count - 1 - index : index)))
    }
  }
}
