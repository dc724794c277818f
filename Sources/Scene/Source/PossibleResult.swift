/// What a reader gives back, or nothing after it has reported an error.
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
