import Foundation
import PackagePlugin

/// Compiles sources that are written for a Mac, as they are: the Swift files in the folder of a
/// target that the target's `sources` do not name.
@main
struct UneditedSourcesPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let tool = try context.tool(named: "unedited-sources").url
    let folder = target.directoryURL.standardizedFileURL
    let compiled = Set(
      target.sourceFiles.filter { $0.type == .source }.map(\.url.standardizedFileURL.path))
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let sources = (files?.compactMap { $0 as? URL } ?? [])
      .map(\.standardizedFileURL)
      .filter { $0.pathExtension == "swift" && !compiled.contains($0.path) }
      .sorted { $0.path < $1.path }
    return sources.map { source in
      // Files of one name may be in two folders, and a file of the source's own name would be
      // taken for it in messages.
      let name = source.path.dropFirst(folder.path.count + 1).split(separator: "/")
        .joined(separator: "+")
      let output = context.pluginWorkDirectoryURL.appending(path: "Adapted+\(name)")
      return .buildCommand(
        displayName: "Reading \(name)", executable: tool, arguments: [source.path, output.path],
        inputFiles: [source], outputFiles: [output])
    }
  }
}
