import RostrumCanvas
import Foundation
import Testing

@testable import RostrumMedia

@Suite("The policy of a page")
struct PagePolicyTests {
  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test("The policy of a page names scripts and styles by checksums that are those of FIPS 180-4")
  func checksums() {
    let text = Array("abc".utf8)
    #expect(
      hexadecimal(Checksum.sha256.bytes(of: text))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hexadecimal(Checksum.sha1.bytes(of: text)) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      hexadecimal(Checksum.sha256.bytes(of: []))
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test("The policy of a page lets nothing else run, and says so where there is nothing")
  func texts() {
    let policy = PagePolicy(scripts: ["abc"], styles: [], ["img-src data:"]).text
    #expect(
      policy == "default-src 'none'; "
        + "script-src 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='; style-src 'none'; "
        + "img-src data:; object-src 'none'; base-uri 'none'; form-action 'none'")
  }
}
