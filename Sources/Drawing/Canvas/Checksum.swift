import RostrumCPango

/// A cryptographic checksum, worked out by GLib, which Pango brings along.
public enum Checksum: Sendable {
  /// FIPS 180-4, 20 bytes.
  case sha1
  /// FIPS 180-4, 32 bytes.
  case sha256

  /// The checksum of some bytes.
  public func bytes(of content: [UInt8]) -> [UInt8] {
    let checksum = g_checksum_new(self == .sha1 ? G_CHECKSUM_SHA1 : G_CHECKSUM_SHA256)
    defer { g_checksum_free(checksum) }
    g_checksum_update(checksum, content, content.count)
    var count = gsize(self == .sha1 ? 20 : 32)
    var result = [UInt8](repeating: 0, count: Int(count))
    g_checksum_get_digest(checksum, &result, &count)
    return result
  }
}
