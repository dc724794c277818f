// The ends of texts and decimal numbers: for these, Foundation would bring ICU. And the texts that
// are built into the program.

extension StringProtocol {
  /// The text without blanks and line ends around it.
  public var trimmed: String {
    // Most texts have nothing to trim, which their first and last bytes show.
    let (bytes, visible): (Substring.UTF8View, ClosedRange<UInt8>) = (
      Substring(self).utf8, 0x21...0x7E
    )
    if let first = bytes.first, let last = bytes.last, visible.contains(first),
      visible.contains(last)
    {
      return String(self)
    }
    return trimmed { $0.isWhitespace }
  }

  /// The text without the characters around it that are left out.
  public func trimmed(of isLeftOut: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isLeftOut($0) }),
      let last = lastIndex(where: { !isLeftOut($0) })
    else { return "" }
    return String(self[first...last])
  }
}

extension String {
  /// The text padded with trailing spaces to at least `width` characters.
  public func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

/// Whether a name comes before another where runs of digits count as numbers: `2.png` before
/// `10.png`. Names that are alike so far are in the order of their scalars.
public func isOrderedByNumbers(_ first: String, _ second: String) -> Bool {
  var (a, b) = (first.utf8[...], second.utf8[...])
  func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  while let x = a.first, let y = b.first {
    guard isDigit(x), isDigit(y) else {
      if x != y { return x < y }
      (a, b) = (a.dropFirst(), b.dropFirst())
      continue
    }
    let (m, n) = (
      a.prefix(while: isDigit).drop { $0 == 0x30 }, b.prefix(while: isDigit).drop { $0 == 0x30 }
    )
    if m.count != n.count { return m.count < n.count }
    if !m.elementsEqual(n) { return m.lexicographicallyPrecedes(n) }
    (a, b) = (a.drop(while: isDigit), b.drop(while: isDigit))
  }
  return a.isEmpty == b.isEmpty ? first.utf8.lexicographicallyPrecedes(second.utf8) : a.isEmpty
}

/// The text of a file that is built into the program.
///
/// - Parameters:
///   - name: a name from the module's table; another one ends the program.
///   - text: finds a file of the module that embeds it.
package func embeddedText(
  _ name: String, _ text: (UnsafePointer<CChar>) -> UnsafePointer<UInt8>?
) -> String {
  guard let text = text(name) else { preconditionFailure("\(name) is not among the files") }
  return String(decodingCString: text, as: UTF8.self)
}
