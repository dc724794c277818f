public import RostrumBase

/// The kinds of pictures that can be read.
public enum PictureFormat: String, Hashable, Sendable {
  case png = "PNG"
  case jpeg = "JPEG"
  case webP = "WebP"
  case avif = "AVIF"
  case gif = "GIF"
  case svg = "SVG"
}

/// Why a picture could not be read.
public enum PictureError: ExitStatusError, Hashable, Sendable {
  /// Opening or reading the file at `path` failed with this `errno`.
  case unreadable(path: String, errno: Int32)
  /// A folder, a device or a named pipe is at `path`.
  case notAFile(path: String)
  /// A format other than `PictureFormat`'s, with its name if the first bytes identify it.
  case unknownFormat(String?)
  /// The bytes end before the picture does.
  case truncated(PictureFormat)
  /// Damaged, in the words of the library that reads such files.
  case invalid(PictureFormat, String)
  /// The picture is larger than the caller's limits; in pixels. Nothing was allocated.
  case tooLarge(width: Int, height: Int, limits: PNG.Limits)
  /// All pictures that are held together have more pixels than that.
  case tooMany(maximumPixels: Int)
  /// Such pictures need a library that is not installed.
  case withoutLibrary(String, SystemPackage)
  /// The library that draws or decodes such pictures crashed over this one, or it takes more memory
  /// or time than a picture of its size may; in words.
  case undrawable(PictureFormat, String)
  /// No process can decode the picture, in words: for lack of memory, descriptors or processes, or
  /// because `PictureDecoder.program` is not a `rostrum` of this version.
  case withoutDecoder(String, isShortage: Bool)
  /// The system gave no memory.
  case outOfMemory

  public var exitStatus: ExitStatus {
    switch self {
    case .outOfMemory, .withoutDecoder(_, isShortage: true): .shortage
    case .withoutLibrary, .withoutDecoder(_, isShortage: false): .toolMissing
    case .unreadable, .notAFile: .inputMissing
    case .unknownFormat, .truncated, .invalid, .tooLarge, .tooMany, .undrawable: .wrongScene
    }
  }
}

extension PictureError {
  init(_ error: PNGError, _ limits: PNG.Limits) {
    switch error {
    case .unreadable(let path, let number): self = .unreadable(path: path, errno: number)
    case .notAFile(let path): self = .notAFile(path: path)
    case .truncated: self = .truncated(.png)
    case .invalid(let reason): self = .invalid(.png, reason)
    case .tooLarge(let width, let height):
      self = .tooLarge(width: width, height: height, limits: limits)
    case .outOfMemory: self = .outOfMemory
    }
  }
}

extension PictureError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let path, let number): "cannot read '\(path)': \(errnoText(number))"
    case .notAFile(let path): notAFileText(path)
    case .unknownFormat(nil): "it is neither a PNG, a JPEG, a WebP, an AVIF, a GIF nor an SVG"
    case .unknownFormat(let name?):
      "it is a \(name), neither a PNG, a JPEG, a WebP, an AVIF, a GIF nor an SVG"
    case .truncated(let format): "the \(format.rawValue) ends before the picture does"
    case .invalid(let format, let reason): "not a valid \(format.rawValue): \(reason)"
    case .tooLarge(let width, let height, let limits):
      "\(width) x \(height) pixels are too many: the limit is \(limits.maximumPixels) pixels, and \(limits.maximumWidth) x \(limits.maximumHeight)"
    case .tooMany(let pixels):
      "the pictures of a scene have more than \(pixels) pixels together"
    case .withoutLibrary(let name, let package):
      "this needs \(name): install \(package.allNames)"
    case .undrawable(.svg, let reason): "the SVG cannot be drawn: \(reason)"
    case .undrawable(let format, let reason):
      "the \(format.rawValue) cannot be decoded: \(reason)"
    case .withoutDecoder(let reason, _): reason
    case .outOfMemory: "no memory for the picture"
    }
  }
}
