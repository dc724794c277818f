public import ArgumentParser
public import RostrumKit

/// The part of a scene that a render makes, and the files that it keeps of earlier ones.
struct ReuseArguments: ParsableArguments {
  @Flag(help: "Keep what earlier runs have finished and what has not changed since; draw the rest.")
  var resume = false

  @Flag(help: "The same, but trust finished files of the right length without reading them.")
  var skipExisting = false

  @Option(
    help: ArgumentHelp("Only one of several contiguous parts, such as 3/10.", valueName: "part"))
  var shard: Shard?

  @Flag(
    inversion: .prefixedNo,
    help: "Write down, in the hidden folder .rostrum beside the results, what --resume goes by.")
  var manifest = true

  func validate() throws {
    if !manifest, resume || skipExisting {
      throw ValidationError("--resume and --skip-existing need a manifest.")
    }
  }

  func apply(to options: inout RenderOptions) {
    options.reuse = resume ? .verified : skipExisting ? .existing : .none
    options.keepsManifest = manifest
    options.shard = shard
  }
}

extension Shard: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
