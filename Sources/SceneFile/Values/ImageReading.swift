import LayerTree

extension SceneContext {
  /// The picture at a path, or `none`.
  func image(_ node: YAMLNode) -> Value? {
    if isNone(node) { return Value.none }
    guard let path = assetPath(node, ValueType.image.expectation) else { return nil }
    do throws(AssetProblem) {
      return .image(try image(atPath: path))
    } catch {
      report(error, at: node, in: nil)
      return nil
    }
  }

  /// The absolute path of a file that the scene may read.
  func assetPath(_ node: YAMLNode, _ expectation: String) -> String? {
    guard let path = text(node, expectation) else { return nil }
    do throws(AssetPathProblem) {
      let real = try assets.absolutePath(of: path)
      innerScenes.files.insert(real)
      return real
    } catch {
      if let missing = assets.expectedPath(of: path) { innerScenes.files.insert(missing) }
      self.error(error.id, error.message, at: node, hint: error.hint)
      return nil
    }
  }

  /// What the inspector says, at the character of `text` that it means.
  func report(_ problem: AssetProblem, at node: YAMLNode, in text: String?) {
    var extent = DiagnosticCollector.Extent.value
    if let offset = problem.offset, let text { extent = .offset(offset, in: text) }
    let place = node.place(extent)
    collector.add(.error, problem.id, problem.message, at: place, hint: problem.hint)
  }
}
