/// Core Animation's words that this version does not know yet: they get a message of their own instead of "unknown".
enum NotYetAvailable {
  static let animationKeys: Set<String> = ["delegate"]
}
