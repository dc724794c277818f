import Foundation
import Testing

@Suite("rostrum schema")
struct SchemaCommandTests {
  @Test("prints the schema as JSON, with every key of a scene")
  func prints() async throws {
    let result = try await Command()("schema")
    #expect(result.status == 0 && result.errors.isEmpty)
    let schema = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let properties = try #require(schema?["properties"] as? [String: Any])
    #expect(Set(["size", "fps", "layers", "events", "physics"]).isSubset(of: properties.keys))
  }
}
