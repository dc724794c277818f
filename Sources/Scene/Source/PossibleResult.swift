/// A result of reading, or nothing after an error was reported.
package protocol PossibleResult {
  static var nothing: Self { get }
}

extension Optional: PossibleResult {
  package static var nothing: Wrapped? { nil }
}

extension Bool: PossibleResult {
  package static let nothing = false
}

extension Array: PossibleResult {
  package static var nothing: [Element] { [] }
}
