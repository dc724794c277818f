/// Recognises Lotties among other JSON without reading whole files.
enum LottieSniffer {
  /// Whether the outermost object has `layers` and two of the keys that only a Lottie has.
  static func isLottie(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      guard bytes.first(where: { !isBlank($0) }) == UInt8(ascii: "{") else { return false }
      return hasNamesOfLottie(bytes)
    }
  }

  private static let typical: Set = ["v", "fr", "ip", "op", "w", "h", "ddd", "assets"]

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Reads names of the outermost object until they are enough.
  private static func hasNamesOfLottie(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var names: Set<String> = []
    var (depth, index, isName) = (0, 0, false)
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        isName = depth == 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): isName = depth == 1
      case UInt8(ascii: ":"): if depth == 1 { isName = false }
      case UInt8(ascii: "\""):
        let start = index + 1
        index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        if depth == 1, isName, index <= bytes.count, index - start < 16, index >= start {
          names.insert(String(decoding: bytes[start..<index], as: UTF8.self))
          if names.isSuperset(of: ["layers", "op"]), names.intersection(typical).count >= 3 {
            return true
          }
        }
      default: break
      }
      index += 1
    }
    return false
  }
}
