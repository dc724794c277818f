/// Something that a system's own packages bring, with the package of each system.
public enum SystemPackage: String, CaseIterable, Sendable {
  case ffmpeg
  /// librsvg, and gdk-pixbuf with it.
  case svg
  /// The reader of AVIFs for gdk-pixbuf.
  case avif
  /// JavaScriptCore of WebKitGTK.
  case javaScript
  case liberation
  case dejaVu
  case emoji

  /// The package whose font has this family; `nil` for fonts that Rostrum does not ask for.
  public init?(fontFamily name: String) {
    let families: [String: SystemPackage] = [
      "liberation sans": .liberation, "liberation serif": .liberation,
      "liberation mono": .liberation, "dejavu sans": .dejaVu, "dejavu sans mono": .dejaVu,
      "noto color emoji": .emoji,
    ]
    guard let package = families[name.lowercased()] else { return nil }
    self = package
  }

  /// The names in the order of `PackageManager.allCases`; `nil` where the system has none.
  private static let names: [SystemPackage: [String?]] = [
    .ffmpeg: ["ffmpeg", "ffmpeg", "ffmpeg", "ffmpeg"],
    .svg: ["librsvg2-2", "librsvg2", "librsvg", "librsvg"],
    .avif: ["libavif-gdk-pixbuf", "avif-pixbuf-loader", nil, "libavif"],
    .javaScript: ["libjavascriptcoregtk-4.1-0", "javascriptcoregtk4.1", "webkit2gtk-4.1", nil],
    .liberation: ["fonts-liberation", "liberation-fonts", "font-liberation", "font-liberation"],
    .dejaVu: ["fonts-dejavu-core", "dejavu-sans-fonts", "font-dejavu", "font-dejavu"],
    .emoji: [
      "fonts-noto-color-emoji", "google-noto-color-emoji-fonts", "font-noto-emoji",
      "font-noto-color-emoji",
    ],
  ]

  /// The package's name; `nil` where the system has none.
  public func name(for manager: PackageManager) -> String? {
    let all = Self.names[self] ?? []
    return PackageManager.allCases.firstIndex(of: manager).flatMap { all[$0] }
  }

  /// All names, such as `librsvg2-2 (Debian), librsvg2 (Fedora), librsvg (Alpine, Homebrew)`.
  public var allNames: String {
    var groups: [(name: String, systems: [String])] = []
    for manager in PackageManager.allCases {
      guard let name = name(for: manager) else { continue }
      if let index = groups.firstIndex(where: { $0.name == name }) {
        groups[index].systems.append(manager.system)
      } else {
        groups.append((name, [manager.system]))
      }
    }
    return groups.map { "\($0.name) (\($0.systems.joined(separator: ", ")))" }
      .joined(separator: ", ")
  }
}

/// A library that is opened when a file needs it.
public struct SystemLibrary: Sendable {
  /// The things that need it, in the plural.
  public let use: String
  public let package: SystemPackage
  public let isThere: @Sendable () -> Bool

  public init(
    _ use: String, _ package: SystemPackage, isThere: @escaping @Sendable () -> Bool
  ) {
    (self.use, self.package, self.isThere) = (use, package, isThere)
  }
}

/// The programs that install packages.
public enum PackageManager: String, CaseIterable, Sendable {
  case apt, dnf, apk, homebrew

  /// A system that has it.
  var system: String {
    switch self {
    case .apt: "Debian"
    case .dnf: "Fedora"
    case .apk: "Alpine"
    case .homebrew: "Homebrew"
    }
  }

  /// The manager of this machine; `nil` for a system that is not known.
  public static var current: PackageManager? {
    #if canImport(Darwin)
      .homebrew
    #else
      ["/etc/os-release", "/usr/lib/os-release"].lazy
        .compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.first
        .flatMap(PackageManager.init(systemDescription:))
    #endif
  }

  /// The package manager of the system that `os-release` identifies: by `ID`, else by `ID_LIKE`.
  public init?(systemDescription text: String) {
    let known: [String: PackageManager] = [
      "debian": .apt, "ubuntu": .apt, "fedora": .dnf, "rhel": .dnf, "centos": .dnf, "alpine": .apk,
    ]
    let lines = text.split(separator: "\n")
    let names = ["ID=", "ID_LIKE="].flatMap { key in
      lines.filter { $0.hasPrefix(key) }.flatMap { line in
        line.dropFirst(key.count).filter { $0 != "\"" && $0 != "'" }.split(separator: " ")
      }
    }
    for name in names {
      guard let manager = known[String(name)] else { continue }
      self = manager
      return
    }
    return nil
  }

  /// The command that installs packages; `isRoot` where it needs no `sudo`.
  public func command(installing names: [String], isRoot: Bool) -> String {
    let root = isRoot || self == .homebrew ? "" : "sudo "
    let verbs: [PackageManager: String] = [
      .apt: "apt-get install -y", .dnf: "dnf install -y", .apk: "apk add",
      .homebrew: "brew install",
    ]
    return root + (verbs[self] ?? "") + " " + names.joined(separator: " ")
  }
}
