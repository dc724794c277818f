import RostrumBase
import RostrumSceneFile

/// How many processors this process may use.
public enum ProcessorCount {
  /// The processors of its affinity, or fewer where its control group is limited in time (Linux's
  /// cgroup v2: `cpu.max` of its group and of those above it, rounded up).
  public static let available = min(
    Int(cplatform_processors()), limit(cgroup: "/proc/self/cgroup"))

  /// The limit of the control group named in the file at `path`; `Int.max` for none.
  static func limit(cgroup path: String, mountedAt root: String = "/sys/fs/cgroup") -> Int {
    ControlGroup(path, mountedAt: root).texts("cpu.max").compactMap(processors).min() ?? .max
  }

  /// `150000 100000` are microseconds of each period: one and a half processors, so two workers
  /// have something to do.
  private static func processors(_ text: String) -> Int? {
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
    return max(1, Int((numbers[0] / numbers[1]).rounded(.up)))
  }
}

/// The control group of a process: Linux's cgroup v2.
package struct ControlGroup {
  /// The folders of the group and of all above it.
  private let folders: [String]

  /// Reads the file at `path` that names the group.
  package init(_ path: String = "/proc/self/cgroup", mountedAt root: String = "/sys/fs/cgroup") {
    let line = Self.text(path)?.split(separator: "\n").first { $0.hasPrefix("0::/") }
    let names = line?.dropFirst(4).split(separator: "/").map(String.init)
    folders =
      names.map { names in
        (0...names.count).map { ([root] + names.prefix($0)).joined(separator: "/") }
      } ?? []
  }

  /// The contents of all files of one name.
  func texts(_ name: String) -> [String] { folders.compactMap { Self.text($0 + "/" + name) } }

  /// The least memory that a group may take, in bytes; `nil` for no limit.
  package var memoryLimit: Int? {
    texts("memory.max").compactMap { Int($0.trimmed) }
      .min()
  }

  private static func text(_ path: String) -> String? {
    (try? SceneFileError.contents(ofFile: path)).map { String(decoding: $0, as: UTF8.self) }
  }
}
