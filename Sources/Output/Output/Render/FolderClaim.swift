import RostrumMedia

/// The folders in which a run without a manifest writes files that belong together, such as frames:
/// as long as it lives, no other run writes the same files.
final class FolderClaim: Sendable {
  private let manifests: [Manifest]

  /// Throws `FolderInUse` when another run writes the same files, or `MediaError.file`.
  init(_ plan: OutputPlan, _ header: RunHeader) throws {
    var manifests: [Manifest] = []
    do {
      for folder in plan.folders {
        let run = RunToken()
        var header = header
        (header.outputs, header.fresh, header.token) = (plan.outputs(in: folder), true, "\(run)")
        manifests.append(try Manifest.begin(header, in: folder, run: run))
      }
    } catch {
      for manifest in manifests { manifest.discard() }
      throw error
    }
    self.manifests = manifests
  }

  deinit { for manifest in manifests { manifest.discard() } }
}
