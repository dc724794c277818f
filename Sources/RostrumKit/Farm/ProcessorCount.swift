import Foundation

/// How many processors this process may use.
public enum ProcessorCount {
  /// Those of its affinity, or fewer where its control group is limited in time (Linux's cgroup v2: `cpu.max` of its group and of those
  /// above it, rounded up).
  public static let available = min(
    ProcessInfo.processInfo.activeProcessorCount, limit(cgroup: "/proc/self/cgroup"))

  /// What the control group named in the file at `path` allows; `Int.max` for no limit.
  static func limit(cgroup path: String, mountedAt root: String = "/sys/fs/cgroup") -> Int {
    guard let line = text(path)?.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })
    else { return .max }
    var names = line.dropFirst(4).split(separator: "/")
    var limit = Int.max
    while true {
      let folder = ([root] + names.map(String.init)).joined(separator: "/")
      limit = min(limit, text(folder + "/cpu.max").flatMap(Self.processors) ?? .max)
      if names.popLast() == nil { return limit }
    }
  }

  /// `150000 100000` are microseconds of each period: one and a half processors, so two workers have something to do.
  private static func processors(_ text: String) -> Int? {
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
    return max(1, Int((numbers[0] / numbers[1]).rounded(.up)))
  }

  private static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
