public import RostrumBase
public import RostrumLayerTree

extension SoundMix {
  /// The digest of the mix's result: of the graph, and of the contents of its files, not their
  /// paths.
  public var digest: Digest {
    let graph = MixGraph(self, outputs: ["out"])
    var digester = Digester(seed: 5)
    digester.combine(graph.text)
    digester.combine("\(loudness ?? 0)")
    var known: [FilePath: Digest] = [:]
    for path in graph.inputs {
      let file = FilePath(path)
      let digest = known[file] ?? Digest.ofFile(path)?.digest ?? .zero
      known[file] = digest
      digester.combine(digest)
    }
    return digester.digest
  }

  /// The mix of a part of the scene's time, which begins at 0.
  public func part(_ range: Range<Double>) -> SoundMix {
    SoundMix(
      tracks: tracks.map { $0.part(range) }, duration: range.upperBound - range.lowerBound,
      loudness: loudness)
  }
}
