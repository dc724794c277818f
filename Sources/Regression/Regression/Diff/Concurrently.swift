/// Works on some things side by side, at most `jobs` of them, and takes each result as it comes.
func concurrently<Item: Sendable, Value: Sendable>(
  _ items: some Sequence<Item>, jobs: Int,
  _ work: @escaping @Sendable (Item) async throws -> Value, take: (Value) throws -> Void
) async throws {
  var rest = items.makeIterator()
  try await withThrowingTaskGroup(of: Value.self) { group in
    func start() {
      guard let item = rest.next() else { return }
      group.addTask { try await work(item) }
    }
    for _ in 0..<max(1, jobs) { start() }
    while let value = try await group.next() {
      try take(value)
      start()
    }
  }
}
