import RostrumGeometry
public import RostrumLayerTree
public import RostrumSceneImport

/// Without any pictures.
public struct NoPictures: ImportResources {
  public init() {}

  public func image(in bytes: [UInt8]) -> ImageReference? { nil }
  public func image(atPath path: String) -> ImageReference? { nil }

  /// Letters are squares of half their size, so that places can be recognised.
  public func outlines(of text: String, _ font: ImportFont) -> Result<ImportLine, ImportTextProblem>
  {
    guard !Set(font.families).isDisjoint(with: ["serif", "sans-serif"]) else {
      return .failure(ImportTextProblem(message: "there is no font family"))
    }
    let side = font.size / 2
    let squares = text.indices.enumerated().map { index, _ in
      Path.rect(Rect(x: Double(index) * side, y: -side, width: side, height: side))
    }
    return .success(
      ImportLine(
        outline: Path(squares.flatMap(\.elements)), width: Double(text.count) * side))
  }
}

extension SceneImporter {
  /// The scene of a text without any pictures.
  public func load(
    _ text: String, ignoring ignored: Set<UnsupportedFeature> = [], values: [String: String] = [:]
  ) -> ImportResult {
    load(Array(text.utf8), ImportOptions(ignored: Set(ignored.map(\.name)), values: values))
  }

  public func load(_ bytes: [UInt8], _ options: ImportOptions = ImportOptions()) -> ImportResult {
    load(bytes, path: "a.json", options: options, resources: NoPictures())
  }
}

extension Scene {
  /// The layer of that name at a time; `nil` when there is none.
  public func layer(_ name: String, at time: Double) -> PresentationLayer? {
    presentation(at: time).find(name)
  }
}

extension PresentationLayer {
  public func find(_ name: String) -> PresentationLayer? {
    if self.name == name { return self }
    return inner.lazy.compactMap { $0.find(name) }.first
  }
}
