import RostrumLayerTree
import RostrumSource

/// Another program's files, which become scenes. The core knows this protocol alone: who opens
/// scenes gives a list of importers (`SceneOptions.importers`), and the first that recognises a
/// file loads it.
public protocol SceneImporter: Sendable {
  /// The endings of its files.
  var endings: [String] { get }

  /// The endings whose files are pictures of scenes rather than scenes, unless they are named.
  var pictureEndings: [String] { get }

  /// The names of files beside its own that have such an ending and are no scenes.
  var otherNames: [String] { get }

  /// The parts of the format that may be left out.
  var features: [UnsupportedFeature] { get }

  /// The choices that it has, besides parts that are left out.
  var settings: [ImportSetting] { get }

  /// Whether the bytes of a file may be of the format. Nothing is said about the rest of it.
  func recognizes(_ bytes: [UInt8]) -> Bool

  /// The name of the first animation in a file that is shown as a picture; `nil` for a still one,
  /// or another format's.
  func animation(inPicture bytes: [UInt8]) -> String?

  /// Loads a scene from the bytes of a file. `path` is what diagnostics call it.
  func load(
    _ bytes: [UInt8], path: String, options: ImportOptions, resources: any ImportResources
  ) -> ImportResult
}

extension SceneImporter {
  public var pictureEndings: [String] { [] }
  public var otherNames: [String] { [] }
  public var settings: [ImportSetting] { [] }
  public func animation(inPicture bytes: [UInt8]) -> String? { nil }
}

/// A choice that an importer has, by its name and its values. The first one is the usual.
public struct ImportSetting: Hashable, Sendable {
  public let name: String
  public let values: [String]

  public init(_ name: String, values: [String]) { (self.name, self.values) = (name, values) }
}

/// A part of another format that is not drawn. Such a part is an error, or a warning when its
/// name is among those to be ignored.
public struct UnsupportedFeature: Hashable, Sendable {
  public let name: String
  /// The kind of thing that the file uses, in the plural.
  public let subject: String
  /// The consequence of ignoring it.
  public let whenIgnored: String

  public init(_ name: String, _ subject: String, whenIgnored: String) {
    (self.name, self.subject, self.whenIgnored) = (name, subject, whenIgnored)
  }
}
