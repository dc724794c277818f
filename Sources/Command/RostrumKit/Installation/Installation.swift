public import RostrumBase
import RostrumCanvas
import RostrumMedia
import RostrumOutput

/// The programs, libraries, fonts and limits of a machine, as far as Rostrum needs them, and the
/// commands that install missing ones.
public struct Installation: Sendable {
  /// How much something matters that is not as it should be.
  public enum State: String, Sendable {
    case good
    /// Some scenes or formats do not work.
    case limited
    /// Next to nothing works.
    case missing
  }

  /// One thing that was looked at.
  public struct Finding: Sendable {
    public let name: String
    public let state: State
    /// Words for people: a version, a path, or the part that does not work without it.
    public let text: String
    /// The package that mends it.
    var package: SystemPackage?
    /// A command of its own that mends it.
    var remedy: String?
  }

  public let findings: [Finding]
  private let packages: PackageManager?

  /// The places and the names that decide about the findings.
  struct Surroundings {
    var tools = MediaTools()
    var folder = FileManager.default.currentDirectoryPath
    var temporaryFolder = FileManager.default.temporaryDirectory.path
    var controlGroup = ControlGroup()
    /// `nil` for the system's font families.
    var families: [String]?
    /// The program of `rostrum preview`; `nil` for a build without it.
    var previewProgram: String? = ""
    /// `nil` for a system whose packages are not known.
    var packages = PackageManager.current
    /// The folder of the bundle that the program runs from.
    var bundle = PortableBundle.folder
    /// The libraries of importers.
    var libraries: [SystemLibrary] = []
  }

  /// Looks at this machine. `previewProgram` is the path of `rostrum-preview`; `nil` for a build
  /// without it. `libraries` are the importers'.
  public init(previewProgram: String?, libraries: [SystemLibrary] = []) {
    self.init(Surroundings(previewProgram: previewProgram, libraries: libraries))
  }

  init(_ place: Surroundings) {
    packages = place.packages
    findings =
      [
        Finding(
          name: "libraries", state: .good,
          text: LibraryVersions.current.text + (place.bundle.map { "; those of \($0)" } ?? ""))
      ] + Self.programs(place) + Self.encoders(place.tools) + Self.libraries(place.libraries)
      + Self.fonts(place.families) + [Self.processors, Self.memory(place.controlGroup)]
      + Self.folders(place)
  }

  /// Whether everything works that no scene can do without.
  public var isUsable: Bool { !findings.contains { $0.state == .missing } }

  // MARK: Looking

  private static func programs(_ place: Surroundings) -> [Finding] {
    let places = place.tools.places
    func program(_ name: String, _ path: String?, _ use: String) -> Finding {
      let version = name == "ffmpeg" ? place.tools.ffmpegVersion.map { " \($0)" } ?? "" : ""
      return Finding(
        name: name, state: path == nil ? .missing : .good,
        text: path.map { $0 + version } ?? "not on the search path: \(use)",
        package: path == nil ? .ffmpeg : nil)
    }
    let preview = place.previewProgram.map { path in
      let isThere = access(path, X_OK) == 0
      return Finding(
        name: "preview", state: isThere ? .good : .limited,
        text: isThere ? path : "'\(path)' is missing: no rostrum preview",
        remedy: isThere ? nil : "install rostrum-preview beside rostrum")
    }
    return [
      program("ffmpeg", places.ffmpeg, "no videos"),
      program("ffprobe", places.ffprobe, "no checks of videos"),
    ] + [preview].compactMap(\.self)
  }

  private static func encoders(_ tools: MediaTools) -> [Finding] {
    let known = tools.encoders
    guard !known.isEmpty else { return [] }
    let wanted = [
      ("libx264", "mp4"), ("prores_ks", "mov"), ("libvpx-vp9", "webm"), ("gif", "gif"),
      ("apng", "apng"),
    ]
    let missing = wanted.filter { !known.contains($0.0) }
    let names = wanted.map(\.0).filter(known.contains).joined(separator: ", ")
    let lost = missing.map { "no \($0.1) without \($0.0)" }.joined(separator: ", ")
    return [
      Finding(
        name: "encoders", state: missing.isEmpty ? .good : .limited,
        text: missing.isEmpty ? names : lost,
        package: missing.isEmpty ? nil : .ffmpeg)
    ]
  }

  private static func libraries(_ others: [SystemLibrary]) -> [Finding] {
    let pictures = [
      SystemLibrary("SVG pictures", .svg) { OptionalLibrary.svg.isThere },
      SystemLibrary("AVIF pictures", .avif) { OptionalLibrary.avif.isThere },
    ]
    return (pictures + others).map { library in
      let isThere = library.isThere()
      return Finding(
        name: library.use, state: isThere ? .good : .limited,
        text: isThere ? "can be shown" : "cannot be shown",
        package: isThere ? nil : library.package)
    }
  }

  private static func fonts(_ given: [String]?) -> [Finding] {
    let families = Set(given ?? (try? FontBook().families()) ?? [])
    let wanted: [(family: String, state: State, use: String, SystemPackage)] = [
      ("Liberation Sans", .missing, "the font of texts that name none", .liberation),
      ("DejaVu Sans", .limited, "letters that the first font has not", .dejaVu),
      ("Noto Color Emoji", .limited, "emoji in texts", .emoji),
    ]
    return [
      Finding(
        name: "fonts", state: families.isEmpty ? .missing : .good,
        text: "\(families.count) families")
    ]
      + wanted.filter { !families.contains($0.family) }.map {
        Finding(
          name: "fonts", state: $0.state, text: "'\($0.family)' is missing: \($0.use)",
          package: $0.3)
      }
  }

  private static var processors: Finding {
    let (all, usable) = (ProcessInfo.processInfo.processorCount, ProcessorCount.available)
    return Finding(
      name: "cores", state: .good,
      text: "\(usable)" + (usable < all ? " of \(all): the container's limit" : ""))
  }

  /// As much as a 4K scene with pictures takes.
  private static let usualMemory = 512 << 20

  private static func memory(_ group: ControlGroup) -> Finding {
    let physical = Int(ProcessInfo.processInfo.physicalMemory)
    let limit = min(group.memoryLimit ?? .max, physical)
    let megabytes = limit >> 20
    let text = "\(megabytes) MB" + (limit < physical ? ": the container's limit" : "")
    guard limit < usualMemory else { return Finding(name: "memory", state: .good, text: text) }
    return Finding(
      name: "memory", state: .limited, text: text + "; large scenes need \(usualMemory >> 20)",
      remedy: "give the container more memory (docker run --memory 1g), or render with"
        + " --jobs 1 --cache-memory 32")
  }

  private static func folders(_ place: Surroundings) -> [Finding] {
    [("this folder", place.folder), ("temporary files", place.temporaryFolder)].map { name, path in
      let isWritable = access(path, W_OK) == 0
      return Finding(
        name: name, state: isWritable ? .good : .limited,
        text: isWritable ? "\(path) can be written" : "'\(path)' cannot be written",
        remedy: isWritable
          ? nil
          : name == "this folder"
            ? "work in another folder, or render with --output-folder"
            : "set TMPDIR to a folder that can be written")
    }
  }
}

extension Installation {
  /// The install commands: one for all missing packages, then one for each remaining item.
  public var remedies: [String] {
    let wanted = Set(findings.compactMap(\.package)).sorted { $0.rawValue < $1.rawValue }
    var commands: [String] = []
    if let packages {
      let names = wanted.compactMap { $0.name(for: packages) }.sorted()
      if !names.isEmpty {
        commands.append(packages.command(installing: names, isRoot: geteuid() == 0))
      }
      if packages == .dnf, wanted.contains(.ffmpeg) {
        commands.append("take ffmpeg from RPM Fusion: Fedora's ffmpeg-free has no libx264")
      }
    }
    // What the system's packages do not have, or where they are not known.
    let others = wanted.filter { package in packages.flatMap { package.name(for: $0) } == nil }
    commands += others.map { "install \($0.allNames)" }
    return commands + findings.compactMap(\.remedy)
  }

  /// A line for each finding, and what mends the rest.
  public var text: String {
    let width = (findings.map(\.name.count).max() ?? 0) + 2
    let lines = findings.map { finding in
      let mark =
        [State.good: "ok     ", .limited: "limited", .missing: "MISSING"][finding.state] ?? ""
      let name = finding.name.padded(to: width)
      return "\(mark)  \(name)\(finding.text)\n"
    }
    let mends = remedies.map { "  \($0)\n" }.joined()
    return lines.joined() + (mends.isEmpty ? "everything is there\n" : "to mend it:\n" + mends)
  }

  public var json: String {
    JSONValue.object([
      ("isUsable", .flag(isUsable)),
      (
        "findings",
        .array(
          findings.map {
            .object([
              ("name", .string($0.name)), ("state", .string($0.state.rawValue)),
              ("text", .string($0.text)),
            ])
          })
      ),
      ("remedies", .array(remedies.map { .string($0) })),
    ]).text() + "\n"
  }
}
