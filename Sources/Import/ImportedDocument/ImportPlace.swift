package import RostrumBase

/// A part of an imported file, for reports.
package protocol ImportPlace {
  /// Where it is in the file.
  var bytes: Range<Int> { get }
}

extension Range<Int>: ImportPlace {
  package var bytes: Range<Int> { self }
}

extension JSONValue: ImportPlace {}
